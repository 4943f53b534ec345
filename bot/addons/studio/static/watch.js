/* Watch a session: one that goes on as its events arrive, a past one with the controls of the player. */
import { narrow, Player } from "../shared/player.js";
import { get, isGone, onSessions, post } from "./server.js";

const place = document.getElementById("watch");
const main = document.querySelector("main");
const started = document.getElementById("started");
const search = document.querySelector("#filter input");
let leaving = new AbortController(), asked = "", refreshed = null;

/* Show a part of the page, now and after each change until another view is shown; return what shows it again. */
function follow(path, into, then) {
  const { signal } = leaving;
  const show = async () => {
    const was = asked; // An answer that was begun earlier does not know of it.
    const parse = async (answer) => new DOMParser().parseFromString(await answer.text(), "text/html").body.childNodes;
    const parts = await get(path).then(parse, (error) => [error.message]);
    if (!signal.aborted) then(() => into.replaceChildren(...parts), was);
  };
  onSessions(show, signal);
  return show;
}

export function leave() {
  search.parentElement.hidden = true;
  place.replaceChildren();
  started.textContent = "";
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

/* Show the day; say how what is played has ended. */
export function today() {
  const day = document.getElementById("day");
  refreshed = follow("today/page", day, (replace, was) => {
    const ticked = day.querySelector("details[open], .wide:has(:checked)");
    replace();
    if (ticked) day.querySelector(ticked.matches("details") ? "details" : ".wide")?.replaceWith(ticked);
    const card = was && day.querySelector(`[data-card="${was}"]`);
    if (!card || card.dataset.state === "playing") return;
    [started.textContent, asked] = [`${card.ariaLabel}: ${card.querySelector("p").textContent}`, ""];
  });
}

async function act(path, words, body = "", play = "") {
  try {
    await post(`today/${path}`, body);
    [started.textContent, asked] = [words, play];
    await refreshed();
  } catch (error) {
    started.textContent = error.message;
  }
}

main.addEventListener("click", async ({ target }) => {
  const { play, remove } = target.dataset;
  if (remove && confirm(`Remove ${remove} and its history?`)) act(`remove?target=${encodeURIComponent(remove)}`, "Removed.");
  if (!play) return;
  target.disabled = true;
  await act(`play?target=${encodeURIComponent(play)}`, "It is being played: see Sessions.", "", play);
  if (play.startsWith("demo:")) location.hash = "#sessions";
});

main.addEventListener("submit", (event) => {
  if (event.target.id !== "choose") return;
  event.preventDefault();
  const names = new FormData(event.target).getAll("target");
  event.target.reset();
  event.target.closest("details")?.removeAttribute("open");
  act("choose", "“givens daily run” plays them.", names);
});

const filter = () => narrow(search.value, [...place.querySelectorAll("tbody tr")], (line) => line.dataset.words);

search.addEventListener("input", filter);
setInterval(() => {
  if (isGone()) return;
  for (const image of place.querySelectorAll("[data-live]")) image.src = `${image.src.split("?")[0]}?${Date.now()}`;
}, 1000);

/* List all sessions. */
export function list() {
  search.parentElement.hidden = false;
  refreshed = follow("sessions/page", place, (replace) => {
    const focused = document.activeElement?.getAttribute("href");
    replace();
    filter();
    if (focused) place.querySelector(`a[href="${focused}"]`)?.focus();
  });
}
