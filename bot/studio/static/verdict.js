/* The verdict on the puzzle, as it is typed. */
import { current, draw } from "./board.js";
import { make, post, Refused } from "./server.js";

const place = document.getElementById("verdict");
const PATIENCE = 400;
let wanted = null;
let running = null;
let solution = null;

/* Judge a puzzle; what is judged meanwhile is given up if it takes long. */
export async function judge(puzzle, seconds = "") {
  wanted = { puzzle, seconds };
  if (running) {
    setTimeout(() => wanted && running?.abort(), PATIENCE);
    return;
  }
  while (wanted) {
    const { puzzle: asked, seconds: limit } = wanted;
    wanted = null;
    running = new AbortController();
    try {
      const line = asked && (await post(`solve?timeout=${limit || 5}`, asked, running.signal));
      if (!wanted) show(asked, line);
    } catch (error) {
      if (error instanceof Refused) say("warn", error.message);
    } finally {
      running = null;
    }
  }
}

function say(tone, title, ...more) {
  place.replaceChildren(make("p", { class: "row" }, make("strong", { class: `badge ${tone}` }, title), ...more));
}

function show(puzzle, line) {
  solution = null;
  if (!line) say("", "No puzzle yet");
  else if (line.verdict === "one") showOne(puzzle, line);
  else if (line.verdict === "several") showSeveral(line);
  else if (line.verdict === "none") showNone(line);
  else if (line.verdict === "unknown") showUnknown(puzzle, line);
  else say("warn", line.error?.message ?? "");
}

function showOne(puzzle, line) {
  solution = line.solution;
  const button = make("button", { type: "button", "aria-pressed": "false" }, "Show the solution");
  button.addEventListener("click", () => {
    const shown = button.getAttribute("aria-pressed") === "false";
    button.setAttribute("aria-pressed", String(shown));
    draw(shown ? solution : null);
  });
  const grade = make("span", { class: "badge" });
  say("good", "One solution", grade, button);
  post("grade", puzzle).then((graded) => {
    grade.textContent = graded.grade ? `${graded.grade.level} ${graded.grade.name}` : "not graded in time";
  });
}

function showSeveral(line) {
  const rows = line.forced.map((row) => (typeof row === "string" ? (row.includes(" ") ? row.trim().split(/ +/) : [...row]) : row));
  const doubt = rows.flatMap((row, y) => row.flatMap((value, x) => (value === "." || value === null ? [`R${y + 1}C${x + 1}`] : [])));
  say("warn", "Several solutions", line.error.message.replace(/^several solutions: /, ""));
  draw(line.forced, doubt);
}

function showNone(line) {
  const core = line.error.details?.core ?? [];
  say("bad", "No solution", line.error.message.replace(/^no solution: /, ""));
  draw(null, core.flatMap((clue) => clue.cells));
}

function showUnknown(puzzle, line) {
  const longer = make("button", { type: "button" }, "Try for 60 s");
  longer.addEventListener("click", () => judge(puzzle, 60));
  say("warn", line.error.message, longer, "or save it, and run: givens solve FILE --timeout 600");
}
