/* The board: sends keys and strokes to the server in order, and shows what it draws. */
import { post, Refused } from "./server.js";

const root = document.getElementById("board");
const svg = root.querySelector("svg");
const queue = [];
const overlay = { marks: null, lit: [] };
let state = null;
let shown = null;
let busy = false;
let changed = () => {};

export const current = () => state?.puzzle;

/* Call a function with each new board, with whether its puzzle is another one. */
export function onChange(listener) {
  changed = listener;
}

export function load(puzzle) {
  Object.assign(overlay, { marks: null, lit: [] });
  state = { puzzle };
  return send();
}

/* Draw marks and shaded cells over the puzzle until it changes. */
export function draw(marks, lit = []) {
  Object.assign(overlay, { marks, lit });
  return send();
}

export async function send(...events) {
  queue.push(...events);
  if (busy) return;
  busy = true;
  try {
    do {
      const batch = queue.splice(0);
      const before = JSON.stringify(state.puzzle);
      const answer = await post("board", { state, events: batch, ...overlay });
      state = answer.state;
      const isNew = JSON.stringify(state.puzzle) !== before;
      if (isNew) Object.assign(overlay, { marks: null, lit: [] });
      show(answer);
      changed(answer, isNew || shown === null, batch.length > 0 && batch.every((event) => event.phase === "move"));
      shown = answer;
    } while (queue.length);
  } catch (error) {
    if (error instanceof Refused) changed({ problem: { message: error.message, boxes: [] } }, false, false);
  } finally {
    busy = false;
  }
}

function box(name, [x, y, width, height]) {
  const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [key, value] of Object.entries({ class: name, x, y, width, height, rx: 3 })) rect.setAttribute(key, value);
  return rect;
}

function show({ board, cursor, problem }) {
  svg.setAttribute("viewBox", `0 0 ${board.width} ${board.height}`);
  svg.innerHTML = board.svg;
  svg.append(box("cursor", cursor), ...(problem?.boxes ?? []).map((place) => box("wrong", place)));
}

/* Return the column and the row under the pointer, as fractions. */
function place(event) {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  const { corner, cell } = shown.board;
  return [(at.x - corner[0]) / cell, (at.y - corner[1]) / cell];
}

root.addEventListener("keydown", (event) => {
  const arrow = event.key.startsWith("Arrow");
  if (event.altKey || event.metaKey || (event.ctrlKey && !arrow)) return;
  if (event.key.length > 1 && !arrow && !["Home", "End", "Enter", "Backspace", "Delete"].includes(event.key)) return;
  event.preventDefault();
  const held = event.ctrlKey ? "Control+" : event.shiftKey ? "Shift+" : "";
  send({ key: arrow ? held + event.key : event.key });
});

root.addEventListener("pointerdown", (event) => {
  if (event.button !== 0 || shown === null) return;
  root.setPointerCapture(event.pointerId);
  send({ phase: "down", point: place(event) });
});

root.addEventListener("pointermove", (event) => {
  if (root.hasPointerCapture(event.pointerId)) send({ phase: "move", point: place(event) });
});
