import { current, draw, load, onChange, send } from "./board.js";
import { get, make, post } from "./server.js";
import { judge } from "./verdict.js";

const element = (id) => document.getElementById(id);
const start = element("start");
let depth = 0;

/* The address: its fragment holds the puzzle, so a link shares it and going back undoes a change. */
function remember(puzzle, replace) {
  const fragment = `#puzzle=${encodeURIComponent(JSON.stringify(puzzle))}`;
  if (fragment === location.hash) return;
  if (!replace) depth += 1;
  history[replace ? "replaceState" : "pushState"]({ depth }, "", fragment);
}

function fromAddress() {
  const found = /^#puzzle=(.*)$/s.exec(location.hash);
  try {
    return found && JSON.parse(decodeURIComponent(found[1]));
  } catch {
    return null;
  }
}

function showTools({ tools, settings, state }) {
  const rows = tools.map((tool) => {
    const choose = make("button", { type: "button", "aria-pressed": String(tool.name === state.tool) }, tool.label);
    choose.addEventListener("click", () => act({ tool: tool.name }));
    const keys = tool.keys.map(([key, label]) => {
      const words = key === label ? [make("kbd", {}, key)] : [make("kbd", {}, key), ` ${label}`];
      if (key.length > 1) return make("span", {}, ...words);
      const button = make("button", { type: "button" }, ...words);
      button.addEventListener("click", () => act({ tool: tool.name }, { key }));
      return button;
    });
    return make("div", { class: "tool row" }, choose, ...keys, make("small", {}, tool.hint));
  });
  element("tools").replaceChildren(...rows);
  element("settings").replaceChildren(...settings.map(setting));
}

/* Return the control of a setting. */
function setting({ name, label, role, value }) {
  const set = (changed) => send({ set: { [name]: changed } });
  if (role === "switch") {
    const box = make("input", { type: "checkbox" });
    box.checked = value;
    box.addEventListener("change", () => set(box.checked));
    return make("label", {}, box, ` ${label}`);
  }
  if (role === "other") {
    const text = make("textarea", { rows: 2 });
    text.value = JSON.stringify(value);
    text.addEventListener("change", () => set(JSON.parse(text.value)));
    return make("label", {}, `${label} (JSON) `, text);
  }
  const numbers = (role === "pair" ? value : [value]).map((number) => {
    const input = make("input", { type: "number", min: 0, max: 999, "aria-label": label });
    input.value = number ?? "";
    return input;
  });
  const read = () => numbers.map((input) => (input.value === "" ? null : Number(input.value)));
  for (const input of numbers) input.addEventListener("change", () => set(role === "pair" ? read() : read()[0]));
  return make("label", {}, `${label} `, ...numbers);
}

function act(...events) {
  send(...events);
  element("board").focus();
}

onChange((answer, isNew, replace) => {
  element("problem").hidden = !answer.problem;
  element("problem").textContent = answer.problem?.message ?? "";
  if (!answer.state) return;
  element("where").textContent = answer.words;
  start.kind.value = answer.state.puzzle.kind;
  [start.rows.value, start.columns.value] = answer.size;
  showTools(answer);
  if (!isNew) return;
  remember(answer.state.puzzle, replace || !history.state);
  judge(answer.problem ? null : answer.state.puzzle);
});

start.addEventListener("submit", (event) => {
  event.preventDefault();
  const size = [Number(start.rows.value), Number(start.columns.value)];
  if (current().kind !== start.kind.value) load({ kind: start.kind.value });
  else act({ size });
});

addEventListener("popstate", () => {
  depth = history.state?.depth ?? 0;
  const puzzle = fromAddress();
  if (puzzle) load(puzzle);
});

addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.target.closest("input, textarea")) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  if (key === "y" || event.shiftKey) history.forward();
  else if (depth > 0) history.back();
});

const kinds = await get("kinds");
start.kind.append(...kinds.map(({ kind }) => make("option", { value: kind }, kind.replaceAll("_", " "))));
await load(fromAddress() ?? { kind: "tango" });
element("board").focus();
