/* The board: sends keys and strokes to the server in order, and shows what it draws. */
import { element, post } from "./server.js";

const root = element("board");
const svg = root.querySelector("svg");
const KEYS = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Backspace", "Delete"];
const LARGE = 1.4; // px a unit: the cells of small boards are as large as those of others
let queue = [];
let overlay = {};
let state = null;
let shown = null;
let sending = Promise.resolve();
let tell = () => {};

export const current = () => state?.puzzle;

/* What is done on the puzzle, undefined while it is edited. */
export const played = () => state?.play;

/* The marks that stand, in their order. */
export const noted = () => shown?.play?.noted ?? [];

/* Call a function with each answer, with whether its puzzle is another one, and whether that is a stroke going on. */
export function onBoard(listener) {
  tell = listener;
}

/* Show a puzzle to edit or to play; nothing that was typed before is meant for it. */
export function load(puzzle, play) {
  queue = [];
  overlay = {};
  state = state?.puzzle.kind === puzzle.kind ? { ...state, puzzle, play, typing: 0 } : { puzzle, play };
  shown = null;
  return send();
}

/* Draw marks over the puzzle, and shade cells and those beside edges, or none, until it changes. */
export function draw(marks, { lit = [] } = {}) {
  overlay = { marks, lit };
  return send();
}

/* Send events in order, each on its own so that it can be undone, but those of a stroke together. */
export function send(...events) {
  queue.push(...events);
  sending = sending.then(async () => {
    if (events.length && !queue.length) return;
    do {
      const other = queue.findIndex((event) => event.phase !== "move");
      await exchange(queue.splice(0, other < 0 ? queue.length : Math.max(1, other)));
    } while (queue.length);
  });
  return sending;
}

async function exchange(events) {
  const asked = state;
  let answer;
  try {
    answer = await post("board", { state, events, ...overlay });
  } catch (error) {
    tell({ problem: { message: error.message } }, false, false);
    return;
  }
  if (state !== asked) return exchange([]);
  const content = ({ puzzle, play }) => JSON.stringify([puzzle, play?.moves, play?.done]);
  const isNew = shown === null || content(answer.state) !== content(state);
  if (isNew) overlay = {};
  state = answer.state;
  shown = answer;
  paint(answer);
  tell(answer, isNew, events.length > 0 && events.every((event) => event.phase === "move"));
}

function paint({ board, cursor, problem, play }) {
  svg.setAttribute("viewBox", `0 0 ${board.width} ${board.height}`);
  svg.style.maxWidth = `${LARGE * board.width}px`;
  const { same, clash, branch, held, wrong } = play ?? {};
  const boxes = { same, clash, branch, held, cursor: [cursor], wrong: problem?.boxes ?? wrong };
  const rect = (name) => ([x, y, width, height]) =>
    `<rect class="${name}" x="${x}" y="${y}" width="${width}" height="${height}" rx="3"/>`;
  svg.innerHTML = board.svg + Object.entries(boxes).flatMap(([name, places]) => (places ?? []).map(rect(name))).join("");
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
  if (event.key.length > 1 && !KEYS.includes(event.key)) return;
  event.preventDefault();
  const held = event.ctrlKey ? "Control+" : event.shiftKey ? "Shift+" : "";
  send({ key: arrow ? held + event.key : event.key });
});

root.addEventListener("pointerdown", (event) => {
  const cross = event.button === 2;
  if ((event.button && !(cross && played())) || shown === null) return;
  root.setPointerCapture(event.pointerId);
  send({ phase: "down", point: place(event), cross });
});

root.addEventListener("contextmenu", (event) => played() && event.preventDefault());

root.addEventListener("pointermove", (event) => {
  if (root.hasPointerCapture(event.pointerId)) send({ phase: "move", point: place(event) });
});
