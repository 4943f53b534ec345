/* Watch a session: one that goes on as its events arrive, a past one with the controls of the player. */
import { Player } from "../shared/player.js";
import { get, make } from "./server.js";

const place = document.getElementById("watch");
let source = null;

export function leave() {
  source?.close();
  source = null;
}

/* Show a session, and again after its events; one that goes on is followed, a player that is there keeps its place. */
export async function watch(id) {
  const mine = new EventSource(`sessions/${id}/events`);
  let player = null, again = false, busy = false;
  const refresh = async () => {
    again = true;
    if (busy) return;
    busy = true;
    while (again) {
      again = false;
      const page = await (await get(`sessions/${id}/player`)).text();
      if (source !== mine) return;
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
  source = mine;
  mine.addEventListener("message", refresh);
  mine.addEventListener("end", () => mine.close());
  mine.addEventListener("end", refresh);
  await refresh();
}

/* List all sessions, the newest first, and again whenever one is new, changed or gone. */
export function list() {
  source = new EventSource("sessions/events");
  source.addEventListener("message", ({ data }) => {
    const rows = JSON.parse(data).reverse().map(({ id, target, outcome, kind, started }) => make("li", { class: "row" },
      make("a", { href: `#session=${id}`, dir: "auto" }, target), make("span", { class: "badge" }, outcome),
      make("small", {}, `${kind ?? ""} ${started.slice(0, 16)}`)));
    const focused = document.activeElement?.getAttribute("href");
    place.replaceChildren(rows.length ? make("ol", {}, ...rows) : "There are no sessions yet.");
    if (focused) place.querySelector(`a[href="${focused}"]`)?.focus();
  });
  source.addEventListener("problem", ({ data }) => place.replaceChildren(JSON.parse(data)));
}
