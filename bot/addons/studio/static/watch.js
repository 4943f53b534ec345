/* Watch a session: one that goes on as its events arrive, a past one with the controls of the player. */
import { Player } from "../shared/player.js";
import { element, get, isGone, make, onSessions, post } from "./server.js";

const place = element("watch"), started = element("started");
const main = document.querySelector("main");
const search = document.querySelector("#filter input");
const AGAIN = 500; // ms, after which what goes on is asked for again
let leaving = new AbortController(), asked = "", refreshed = null;

/* Show a part of the page, now and after each change until another view is shown; return what shows it again. */
function follow(path, then) {
  const { signal } = leaving;
  const show = async () => {
    const was = asked; // An answer that was begun earlier does not know of it.
    const text = await get(path).then((answer) => answer.text(), (error) => make("p", {}, error.message).outerHTML);
    if (!signal.aborted) then(new DOMParser().parseFromString(text, "text/html").body, was);
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

/* Show a newer film of a session that goes on in the player that is there, which stays at the end if it is there. */
function update(player, copy) {
  const follows = player.at === player.last && !player.timer;
  player.list.append(...[...copy.querySelector(".list").children].slice(player.last + 1));
  player.read(copy.querySelector("script").textContent);
  if (follows) player.show(player.last);
}

const isLive = () => place.querySelector("h2 .badge")?.textContent === "unfinished";

/* Show a session; one that goes on is followed, a player that is there keeps its place. */
export function watch(id) {
  let player = null;
  refreshed = follow(`sessions/${id}/player`, (body) => {
    const root = body.querySelector(".player");
    if (player && root) {
      update(player, root);
      place.querySelector("h2").replaceWith(body.querySelector("h2"));
      return;
    }
    place.replaceChildren(...body.childNodes);
    player = root && new Player(root);
    if (isLive()) player?.show(player.last);
  });
}

/* Show the day; say how what is played has ended. */
export function today() {
  const day = element("day");
  refreshed = follow("today/page", (body, was) => {
    const ticked = day.querySelector("details.card[open], #choose:has(:checked, [open])");
    day.replaceChildren(...body.childNodes);
    if (ticked) day.querySelector(ticked.matches("details") ? "details.card" : "#choose")?.replaceWith(ticked);
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
  for (const each of document.querySelectorAll("#day details")) each.open = false;
  act("choose", "“givens daily run” plays them.", names);
});

/* Show only the lines whose words contain each word that was typed. */
function filter() {
  const words = search.value.toLowerCase().split(/\s+/), says = (line, word) => line.dataset.words.toLowerCase().includes(word);
  for (const line of place.querySelectorAll("tbody tr")) line.hidden = !words.every((word) => says(line, word));
}

search.addEventListener("input", filter);
setInterval(() => {
  if (isGone() || document.hidden) return;
  for (const image of place.querySelectorAll("[data-live]")) image.src = `${image.src.split("?")[0]}?${Date.now()}`;
  if (isLive()) refreshed();
}, AGAIN);

/* List all sessions. */
export function list() {
  search.parentElement.hidden = false;
  refreshed = follow("sessions/page", (body) => {
    const focused = document.activeElement?.getAttribute("href");
    place.replaceChildren(...body.childNodes);
    filter();
    if (focused) place.querySelector(`a[href="${focused}"]`)?.focus();
  });
}
