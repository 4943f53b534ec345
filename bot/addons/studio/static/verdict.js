/* The verdict on the puzzle as it is typed, and its solution. */
import { draw } from "./board.js";
import { button, element, make, post } from "./server.js";

const place = element("verdict"), beside = element("why");
let judging = new AbortController();
let judged = null;

/* Judge a puzzle, null for what is none, instead of the one before. */
export async function judge(puzzle, limit = "") {
  judging.abort();
  judging = new AbortController();
  const { signal } = judging;
  try {
    const line = puzzle && (await post(`solve${limit}`, puzzle, signal));
    if (!signal.aborted) show(puzzle, line);
  } catch (error) {
    if (!signal.aborted) say("warn", error.message);
  }
}

/* Say the verdict in a line, and more beside the board; no other is waited for. */
export function say(tone, title, ...more) {
  judging.abort();
  judged = null;
  place.className = tone;
  place.textContent = title;
  beside.replaceChildren(...more);
}

function show(puzzle, line) {
  const [, words] = /: (.*)/s.exec(line?.error?.message ?? "") ?? [];
  if (!line) say("", "");
  else if (line.verdict === "one") showOne(puzzle, line.solution);
  else if (line.verdict === "several") {
    say("warn", words.replace(/ in doubt \(.*?\)/, " open"), make("p", {}, "Several solutions: more clues are needed."));
    draw(line.forced, { lit: line.error.details.open });
  } else if (line.verdict === "none") {
    say("bad", "No solution", make("p", {}, words));
    draw(null, { lit: line.error.details.core.flatMap((clue) => clue.cells) });
  } else if (line.verdict === "unknown") {
    const longer = button(() => judge(puzzle, "?timeout=60"), "Try for 60 s");
    const title = `Not settled within ${line.error.details.limit} s`;
    say("warn", title, longer, make("p", {}, "or save it, and run: givens solve FILE --timeout 600"));
  } else say("warn", line.error.message);
}

async function showOne(puzzle, solution) {
  const reveal = button(() => {
    const isShown = reveal.ariaPressed === "true";
    reveal.ariaPressed = String(!isShown);
    draw(isShown ? null : solution);
  }, "Show the solution");
  reveal.ariaPressed = "false";
  say("good", "One solution", make("p", { class: "row" }, reveal));
  judged = puzzle;
  const graded = await post("grade", puzzle);
  if (judged === puzzle) place.textContent = `One solution · ${graded.grade ? graded.grade.name : "not graded in time"}`;
}
