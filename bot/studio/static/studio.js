/* The page: the address, the tools, and what belongs to which view. */
import { current, load, onBoard, send } from "./board.js";
import { actions } from "./open.js";
import { button, get, make } from "./server.js";
import { judge } from "./verdict.js";
import { leave, list, watch } from "./watch.js";

const element = (id) => document.getElementById(id);
const start = element("start");
let drawn = "";

/* The address holds the puzzle: a link shares it, and going back undoes a change. */
function remember(puzzle, replace) {
  const fragment = `#puzzle=${encodeURIComponent(JSON.stringify(puzzle))}`;
  if (fragment === location.hash) return;
  const depth = history.state?.depth ?? 0;
  if (replace) history.replaceState({ depth }, "", fragment);
  else history.pushState({ depth: depth + 1 }, "", fragment);
}

/* Show what the address names. */
async function show() {
  const [, name, value] = /^#(\w+)=?(.*)$/s.exec(location.hash) ?? [];
  const watching = name === "session" || name === "sessions";
  element("editor").hidden = watching;
  element("watch").hidden = !watching;
  leave();
  try {
    if (name === "session") await watch(value);
    else if (name === "sessions") list();
    else await load(parsed(value) ?? { kind: "tango" });
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
  choose.setAttribute("aria-pressed", String(name === chosen));
  const entered = keys.map(([key, words]) => {
    const content = [make("kbd", {}, key), key === words ? "" : ` ${words}`];
    return key.length > 1 ? make("span", {}, ...content) : button(() => act({ tool: name }, { key }), ...content);
  });
  return make("div", { class: "row" }, choose, ...entered, make("small", {}, hint));
}

function setting({ name, label, role, value }) {
  const isSwitch = role === "switch";
  const isText = role === "other";
  const inputs = (role === "pair" ? value : [value]).map((held) => {
    const input = make("input", { type: isSwitch ? "checkbox" : isText ? "text" : "number", "aria-label": label });
    if (isSwitch) input.checked = held;
    else input.value = isText ? JSON.stringify(held) : (held ?? "");
    return input;
  });
  const read = (input) => (isSwitch ? input.checked : isText ? parsed(encodeURIComponent(input.value)) : input.valueAsNumber || null);
  const set = () => send({ set: { [name]: role === "pair" ? inputs.map(read) : read(inputs[0]) } });
  for (const input of inputs) input.addEventListener("change", set);
  return make("label", {}, `${label} `, ...inputs);
}

onBoard((answer, isNew, replace) => {
  element("problem").hidden = !answer.problem;
  element("problem").textContent = answer.problem?.message ?? "";
  if (!answer.state) return;
  const { state, size, tools, settings, words } = answer;
  element("where").textContent = words;
  const beside = JSON.stringify([state.tool, size, tools, settings]);
  if (beside !== drawn) {
    drawn = beside;
    start.kind.value = state.puzzle.kind;
    [start.rows.value, start.columns.value] = size;
    element("tools").replaceChildren(...tools.map((each) => tool(each, state.tool)));
    element("settings").replaceChildren(...settings.map(setting));
  }
  if (!isNew) return;
  remember(state.puzzle, replace || !location.hash);
  judge(answer.problem ? null : state.puzzle);
});

start.addEventListener("submit", (event) => {
  event.preventDefault();
  act({ size: [start.rows.valueAsNumber, start.columns.valueAsNumber] });
});
start.kind.addEventListener("change", () => load({ kind: start.kind.value }));
for (const each of document.querySelectorAll("[data-do]")) each.addEventListener("click", () => actions[each.dataset.do]());
addEventListener("popstate", show);
addEventListener("keydown", (event) => {
  const key = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || !"zy".includes(key) || event.target.closest("input, textarea")) return;
  event.preventDefault();
  if (key === "y" || event.shiftKey) actions.redo();
  else actions.undo();
});

const shown = show();
const kinds = await (await get("kinds")).json();
start.kind.append(...kinds.map(({ kind }) => make("option", { value: kind }, kind.replaceAll("_", " "))));
await shown;
start.kind.value = current()?.kind ?? "";
element("board").focus();
