/* Ways to a puzzle and from it: generate, a file, a text, a link; save and share. */
import { current, load, played, send } from "./board.js";
import { mayLeave, plays, remembered } from "./play.js";
import { element, make, post } from "./server.js";

const [start, text, file, note, booklet] = ["start", "text", "file", "note", "booklet"].map(element);
const LONG = 30, LONGEST = 300; // seconds

/* Do something that may be refused or fail, and say why. */
async function trying(words, action) {
  note.textContent = words;
  note.className = "hint";
  try {
    note.textContent = (await action()) ?? "";
  } catch (error) {
    note.textContent = error.message;
    note.className = "bad";
  }
}

/* What is dropped or pasted on another view is opened in the editor. */
function toEditor() {
  if (element("editor").hidden) location.hash = "#puzzle";
}

async function loadLine(line) {
  if (!line.puzzle) throw new Error(line.error.message);
  if (!mayLeave()) return;
  await load(line.puzzle, played() && remembered(line.puzzle));
}

/* Open a JSON object, a drawing or a link; that it may take long to solve does not matter here. */
function openText(words) {
  toEditor();
  const [shared] = /#puzzle=\S+/.exec(words) ?? []; // A link of any studio.
  if (shared) location.hash = shared;
  else trying("Opening …", async () => loadLine(await post("solve?timeout=0.2", words)));
}

function openFile(chosen) {
  toEditor();
  if (!chosen.name.toLowerCase().endsWith(".html")) return chosen.text().then(openText);
  return trying("Reading the page …", async () => loadLine(await post(`read?timeout=${LONG}`, chosen)));
}

/* Make a puzzle of the kind, size and grade that are chosen; some grades need another size than the usual one. */
function generated() {
  const kind = start.kind.value;
  const asked = new URLSearchParams({ kind, timeout: LONG });
  const size = start.size.value.match(/\d+/g)?.join("x");
  if (kind === current().kind && size && size !== start.kind.selectedOptions[0].dataset.size) asked.set("size", size);
  if (start.grade.value) asked.set("grade", start.grade.value);
  return post(`generate?${asked}`, "");
}

/* Save a booklet of the puzzle that is shown, if there is one, and of new ones like it. */
async function makeBooklet(lines) {
  const { count, ...how } = Object.fromEntries(new FormData(booklet.querySelector("form")));
  while (lines.length < count) {
    note.textContent = `Making puzzle ${lines.length + 1} of ${count} …`;
    const line = await generated();
    if (line.error) throw new Error(line.error.message);
    lines.push(line);
  }
  note.textContent = "Drawing the pages …";
  const asked = new URLSearchParams({ ...how, timeout: LONGEST });
  const { pdf, error } = await post(`booklet?${asked}`, lines.map((line) => JSON.stringify(line)).join("\n"));
  if (error) throw new Error([error.message, error.try].filter(Boolean).join(" · "));
  make("a", { href: `data:application/pdf;base64,${pdf}`, download: "booklet.pdf" }).click();
  return `A booklet with ${lines.length === 1 ? "one puzzle" : `${lines.length} puzzles`} was saved.`;
}

async function copy(address) {
  await navigator.clipboard.writeText(address);
  return `Copied: ${address}`;
}

export const actions = {
  generate: () => start.reportValidity() && trying("Making a puzzle …", async () => loadLine(await generated())),
  file: () => file.click(),
  open: () => openText(text.value),
  save: () => {
    const href = URL.createObjectURL(new Blob([`${JSON.stringify(current())}\n`], { type: "application/json" }));
    make("a", { href, download: `${current().kind}.json` }).click();
  },
  share: () => trying("", () => copy(`${location.origin}/${location.hash}`)), // Without the folder of this run.
  export: () => trying("", async () => {
    const { address, error } = await post("export", current());
    return address ? copy(address) : error.message;
  }),
  booklet: () => booklet.showModal(),
  undo: () => (played() ? send({ do: "undo" }) : send().then(() => history.state?.depth && history.back())),
  redo: () => (played() ? send({ do: "redo" }) : send().then(() => history.forward())),
  edit: () => load(current()),
  play: () => load(current(), remembered(current())),
  ...plays,
};

booklet.addEventListener("submit", ({ submitter }) => {
  if (submitter.value) trying("", () => makeBooklet(element("empty").hidden ? [current()] : []));
});
file.addEventListener("change", () => openFile(file.files[0]).then(() => (file.value = "")));
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  if (event.dataTransfer.files.length) openFile(event.dataTransfer.files[0]);
  else openText(event.dataTransfer.getData("text"));
});
addEventListener("paste", (event) => {
  if (!event.target.closest("input, textarea")) openText(event.clipboardData.getData("text"));
});
