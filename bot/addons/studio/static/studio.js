/* The page: the address, the palette, and what belongs to which view. */
import { current, load, onBoard, send } from "./board.js";
import { actions } from "./open.js";
import { mayLeave, remembered, showPlay } from "./play.js";
import { button, drawn, element, make } from "./server.js";
import { judge } from "./verdict.js";
import { leave, list, today, watch } from "./watch.js";

const start = element("start");
const SETTLED = 200; // ms
let beside = "", writing = null;

/* The address holds the puzzle: a link shares it, and going back undoes a change. While it is played, it holds the moves, too. */
function remember({ puzzle, play }, replace) {
  const parts = Object.entries({ puzzle, play }).filter(([, value]) => value);
  const fragment = `#${parts.map(([name, value]) => `${name}=${encodeURIComponent(JSON.stringify(value))}`).join("&")}`;
  if (fragment === location.hash) return;
  clearTimeout(writing);
  if (play) {
    // A browser refuses to change the address many times a second.
    writing = setTimeout(() => history.replaceState(history.state, "", fragment), SETTLED);
    return;
  }
  const depth = history.state?.depth ?? 0;
  if (replace) history.replaceState({ depth }, "", fragment);
  else history.pushState({ depth: depth + 1 }, "", fragment);
}

/* Show what the address names; the day is the first page. */
async function show() {
  const [, name = "today", value, play] = /^#(\w+)=?([^&]*)(?:&play=(.*))?$/s.exec(location.hash) ?? [];
  const view = { today: "today", session: "sessions", sessions: "sessions" }[name] ?? "editor";
  for (const each of ["today", "sessions", "editor"]) element(each).hidden = each !== view;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.hash === { editor: "#puzzle" }[view] || link.hash === `#${view}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  leave();
  try {
    if (view === "today") today();
    else if (name === "session") watch(value);
    else if (name === "sessions") list();
    else {
      const puzzle = parsed(value) ?? current() ?? { kind: "tango" }, moves = parsed(play);
      await load(puzzle, moves && { ...remembered(puzzle), ...moves }); // Those of the address go first.
      element("board").focus();
    }
  } catch (error) {
    element("watch").textContent = error.message;
  }
}

function parsed(text) {
  try {
    return JSON.parse(decodeURIComponent(text));
  } catch {
    return null;
  }
}

function act(...events) {
  send(...events);
  element("board").focus();
}

function tool({ name, label, keys, hint }, chosen) {
  const choose = button(() => act({ tool: name }), label);
  Object.assign(choose, { className: "plain", title: hint, ariaPressed: String(name === chosen) });
  const faces = keys.map(([letter, words, icon, below]) => {
    if (letter.length > 1) return make("small", {}, letter, make("br"), words);
    const face = button(() => act({ tool: name }, { key: letter }), icon ? drawn(icon) : make("span", {}, letter.trim() || "␣"));
    if (icon) face.append(make("kbd", { "aria-hidden": "true" }, below ?? letter));
    return Object.assign(face, { className: "key", title: words, ariaLabel: words });
  });
  return make("div", { class: "tool", role: "group", "aria-label": label }, choose, make("div", { class: "keys" }, ...faces));
}

function setting({ name, label, role, value }) {
  const inputs = (role === "pair" ? value : [value]).map((held) => {
    const input = make("input", { type: { switch: "checkbox", other: "text" }[role] ?? "number", "aria-label": label });
    input.checked = held === true;
    input.value = JSON.stringify(held);
    return input;
  });
  const read = (input) => (role === "switch" ? input.checked : parsed(encodeURIComponent(input.value)));
  const set = () => send({ set: { [name]: role === "pair" ? inputs.map(read) : read(inputs[0]) } });
  for (const input of inputs) input.addEventListener("change", set);
  return make("label", {}, `${label} `, ...inputs);
}

onBoard((answer, isNew, replace) => {
  element("problem").hidden = !answer.problem || answer.empty;
  element("problem").textContent = answer.problem?.message ?? "";
  if (!answer.state) return;
  const { state, size, tools, settings = [], words } = answer;
  element("where").textContent = words;
  element("empty").hidden = !answer.empty;
  const now = JSON.stringify([Object.keys(state.puzzle), state.puzzle.kind, state.tool, size, tools, settings]);
  if (now !== beside) {
    beside = now;
    start.kind.value = state.puzzle.kind;
    start.size.value = size.join(" × ");
    element("tools").replaceChildren(...tools.map((each) => tool(each, state.tool)));
    element("settings").replaceChildren(...settings.map(setting));
    for (const each of element("rules").children) each.hidden = each.dataset.kind !== state.puzzle.kind;
    for (const rule of document.querySelectorAll("[data-needs]")) {
      const needs = rule.dataset.needs.split(" ").filter(Boolean);
      rule.hidden = needs.length > 0 && !needs.some((name) => state.puzzle[name]);
    }
  }
  showPlay(answer, isNew);
  document.querySelector("[data-do=play]").disabled = Boolean(answer.problem) || answer.empty;
  if (!isNew || element("editor").hidden) return;
  document.querySelector("[data-do=export]").hidden = !answer.link;
  remember(state, replace || location.hash === "#puzzle");
  if (!state.play) judge(answer.problem || answer.empty ? null : state.puzzle);
});

function resize(event) {
  event.preventDefault();
  if (start.size.value && start.reportValidity()) act({ size: start.size.value.match(/\d+/g).map(Number) });
}

start.addEventListener("submit", resize);
start.size.addEventListener("change", resize);
start.kind.addEventListener("change", () => {
  if (mayLeave()) load({ kind: start.kind.value });
  else start.kind.value = current().kind;
});
for (const each of document.querySelectorAll("[data-do]")) {
  each.addEventListener("click", () => {
    each.closest("[popover]")?.hidePopover();
    actions[each.dataset.do]();
  });
}
addEventListener("popstate", show);
addEventListener("keydown", (event) => {
  const key = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || !"zy".includes(key) || event.target.closest("input, textarea")) return;
  event.preventDefault();
  if (key === "y" || event.shiftKey) actions.redo();
  else actions.undo();
});

/* On a small screen the verdict stands above the palette, whatever height that has. */
new ResizeObserver(([{ borderBoxSize }]) => {
  document.documentElement.style.setProperty("--foot", `${borderBoxSize[0].blockSize}px`);
}).observe(element("foot"));

show();
