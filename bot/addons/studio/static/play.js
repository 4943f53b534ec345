/* Play a puzzle: help on the marks that stand, a branch of trial, and a clock. The server keeps nothing of it. */
import { current, draw, load, noted, played, send } from "./board.js";
import { button, element, make, post } from "./server.js";
import { say } from "./verdict.js";

const clock = element("clock");
const act = (name) => document.querySelector(`[data-do=${name}]`);
let seconds = 0, isSolved = false;
let stage = 0, line = null; // how much of a hint is shown, and which

const key = (puzzle) => `moves ${JSON.stringify(puzzle)}`;

/* Return what was done on a puzzle in this browser before. */
export function remembered(puzzle) {
  const { play = {}, seconds: spent = 0 } = JSON.parse(localStorage.getItem(key(puzzle)) ?? "{}");
  seconds = spent;
  return play;
}

function store() {
  try {
    localStorage.setItem(key(current()), JSON.stringify({ play: played(), seconds }));
  } catch {
    localStorage.clear(); // It is full.
  }
}

/* Show the state of a play after an answer of the server. */
export function showPlay(answer, isNew) {
  const play = answer.state.play;
  element("board").classList.toggle("won", Boolean(answer.play?.solved));
  for (const id of ["playing", "clock", "clashes"]) element(id).hidden = !play;
  act("edit").ariaPressed = String(!play);
  act("play").ariaPressed = String(Boolean(play));
  act("generate").classList.toggle("main", !play);
  if (!play) return;
  act("notes").hidden = !answer.play.digits;
  act("pencil").ariaPressed = String(Boolean(play.pencil));
  const isTrying = play.bookmark !== undefined;
  act("branch").hidden = isTrying;
  act("keep").hidden = act("drop").hidden = !isTrying;
  isSolved = answer.play.solved;
  showClock();
  if (isNew) {
    stage = 0;
    if (isSolved) say("good", `Solved in ${clock.textContent}`, make("p", { class: "row" }, next(), again()));
    else say("", isTrying ? `What if … ${play.done - play.bookmark} marks on trial` : "");
  }
  store();
}

function next() {
  return Object.assign(button(() => act("generate").click(), "Next of this size and grade"), { className: "main" });
}

function again() {
  return button(() => load(current(), remembered(null)), "Again");
}

/* Return whether the puzzle may be replaced: a game that is begun asks. */
export function mayLeave() {
  return !played()?.moves?.length || isSolved || confirm("Leave the game that is begun?");
}

function showClock() {
  clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

setInterval(() => {
  if (!played() || isSolved || document.hidden || element("editor").hidden) return;
  seconds += 1;
  showClock();
  if (seconds % 5 === 0) store();
}, 1000);

async function check() {
  const line = await post("check", { puzzle: current(), noted: noted() });
  if (line.error) return say("warn", line.error.message);
  const [first] = line.wrong;
  const words = make("p", {}, `${line.words[0].toUpperCase()}${line.words.slice(1)}.`);
  if (!first) return say("good", "Right so far", words);
  await draw(null, { lit: [first] });
  say("bad", "A mark is wrong", words, button(() => send({ before: first }), "Go back to before it"));
}

/* Give a hint in three presses: where to look, why, and the mark, which is entered, or taken back if it is wrong. */
async function hint() {
  if (stage === 0) line = await post("hint", { puzzle: current(), noted: noted() });
  if (line.error) return say("warn", line.error.message);
  const shown = stage, { look, reason, answer, what, marks = [], cells } = line.hint;
  const entered = marks.map(({ place, value }) => [place, what === "wrong" ? null : value]);
  if (shown === 2) await send({ enter: Object.fromEntries(entered) });
  else await draw(null, { lit: cells });
  const words = [look, reason, answer].slice(0, shown + 1).join(" ");
  if (!isSolved) say("", "Hint", make("p", { id: "hint", role: "status" }, words));
  stage = what === "solved" ? 0 : (shown + 1) % 3;
}

export const plays = { check, hint };
for (const name of ["pencil", "notes", "branch", "keep", "drop"]) plays[name] = () => send({ do: name });
