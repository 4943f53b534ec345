/* Watch a session: one that goes on as its events arrive, a past one with the controls of the player. */
import { narrow, Player } from "../shared/player.js";
import { get, isGone, make, onSessions, post } from "./server.js";

const place = document.getElementById("watch");
let leaving = new AbortController();

export function leave() {
  search.parentElement.hidden = true;
  place.replaceChildren();
  leaving.abort();
  leaving = new AbortController();
}

/* Show a session, and again after its events; one that goes on is followed, a player that is there keeps its place. */
export async function watch(id) {
  if (isGone()) return;
  const mine = new EventSource(`sessions/${id}/events`);
  const { signal } = leaving;
  let player = null, again = false, busy = false;
  const refresh = async () => {
    again = true;
    if (busy) return;
    busy = true;
    while (again) {
      again = false;
      const page = await (await get(`sessions/${id}/player`)).text();
      if (signal.aborted) return;
      const content = new DOMParser().parseFromString(page, "text/html").body;
      const root = content.querySelector(".player");
      if (player) {
        player.update(root);
        place.querySelector("h2").replaceWith(content.querySelector("h2"));
      } else {
        place.replaceChildren(...content.childNodes);
        if (root) player = new Player(root);
        if (place.querySelector("h2 .badge")?.textContent === "unfinished") player?.show(player.last);
      }
    }
    busy = false;
  };
  signal.addEventListener("abort", () => mine.close());
  mine.addEventListener("error", () => mine.close()); // It would connect again, to whoever listens then.
  mine.addEventListener("message", refresh);
  mine.addEventListener("end", () => (mine.close(), refresh()));
  mine.addEventListener("problem", ({ data }) => (mine.close(), place.replaceChildren(JSON.parse(data))));
  await refresh();
}

/* Show the day, and again whenever a session is new or has changed. */
export function today() {
  const day = document.getElementById("day");
  const started = document.getElementById("started");
  const { signal } = leaving;
  onSessions(async () => {
    const page = await get("today/page").then((answer) => answer.text(), (error) => error.message);
    if (!signal.aborted) day.replaceChildren(...new DOMParser().parseFromString(page, "text/html").body.childNodes);
  }, signal);
  day.onclick = async ({ target }) => {
    const { play, forget } = target.dataset;
    if (forget ? !confirm(`Remove all plays of ${forget} from the history?`) : !play) return;
    target.disabled = true;
    const action = forget ? "forget" : "play";
    started.textContent = await post(`today/${action}?target=${encodeURIComponent(forget ?? play)}`, "").then(
      () => (forget ? (target.closest(".card").remove(), "It is forgotten.") : "It is being played: see Sessions."),
      (error) => error.message,
    );
  };
}

const search = document.querySelector("#filter input");
const TONES = { accepted: "good", failed: "bad", unreadable: "bad", running: "live", read: "" };
const UNITS = { day: 86_400, hour: 3600, minute: 60, second: 1 };
const NOT_KEPT = "The page accepted the solution, but is not solved when it is opened again.";
const LIVE = 600_000; // ms after which a session that has not ended is not going on

/* Say how long ago something was. */
function ago(time) {
  const seconds = (Date.now() - Date.parse(time)) / 1000;
  const [unit, length] = Object.entries(UNITS).find(([, length]) => seconds >= length) ?? ["second", 1];
  return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-Math.floor(seconds / length), unit);
}

const badge = (tone, words, title = "") => make("span", { class: `badge ${tone}`, title }, words);

function row({ id, target, site, outcome, kind, names, started, ms, solution_kept: kept }) {
  const took = ms.total === undefined ? "" : `${(ms.total / 1000).toFixed(1)} s`;
  const result = outcome === "unfinished" && Date.now() - Date.parse(started) < LIVE ? "running" : outcome;
  const board = make("img", { src: `sessions/${id}/board.svg`, alt: "", loading: "lazy", width: 48, height: 48 });
  const cells = [
    board,
    make("a", { href: `#session=${id}`, dir: "auto" }, target),
    [
      badge(TONES[result] ?? "warn", result === "read" ? "dry run" : result),
      ...(kept === true ? [badge("good", "kept")] : kept === false ? [badge("warn", "not kept", NOT_KEPT)] : []),
    ],
    took,
    make("time", { datetime: started, title: started.replace("T", " ").slice(0, 19) }, ago(started)),
  ];
  const line = make("tr", { "data-words": [target, site, kind, ...names, result, started].join(" ") });
  line.append(...cells.map((cell) => make("td", {}, ...[cell].flat())));
  if (result === "running") line.dataset.live = board.src;
  return line;
}

const filter = () => narrow(search.value, [...place.querySelectorAll("tbody tr")], (line) => line.dataset.words);

search.addEventListener("input", filter);
setInterval(() => {
  if (isGone()) return;
  for (const line of place.querySelectorAll("[data-live]")) line.querySelector("img").src = `${line.dataset.live}?${Date.now()}`;
}, 1000);

/* List all sessions, those that go on and then the newest first, and again whenever one is new, changed or gone. */
export function list() {
  search.parentElement.hidden = false;
  onSessions(({ type, data }) => {
    if (type === "problem") return place.replaceChildren(JSON.parse(data));
    const rows = JSON.parse(data).reverse().map(row);
    rows.sort((first, second) => Boolean(second.dataset.live) - Boolean(first.dataset.live));
    const head = make("tr", {}, ...["board", "puzzle", "result", "took", "when"].map((name) => make("th", { scope: "col" }, name)));
    const focused = document.activeElement?.getAttribute("href");
    const table = make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows));
    place.replaceChildren(rows.length ? table : "There are no sessions yet.");
    filter();
    if (focused) place.querySelector(`a[href="${focused}"]`)?.focus();
  }, leaving.signal);
}
