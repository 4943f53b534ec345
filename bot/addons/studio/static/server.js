/* Talk to the server until it stops: from then on somebody else may listen at its port. */
const AGAIN = `givens studio --port ${location.port}`;
const GONE = `The studio has stopped. Start it with “${AGAIN}”, and paste this page's address there to go on with its puzzle.`;
const sessions = new EventSource("sessions/events");
let isKnown = false;

export const element = (id) => document.getElementById(id);
export const isGone = () => sessions.readyState === EventSource.CLOSED;

sessions.addEventListener("message", () => (isKnown = true));
sessions.addEventListener("error", () => {
  sessions.close(); // It would connect again.
  const notice = element("offline");
  notice.textContent = GONE;
  notice.hidden = false;
  for (const image of document.images) if (!image.complete) image.removeAttribute("src"); // It may be loaded later.
});

/* Call a function, and again whenever a session has changed, until a signal. */
export function onSessions(listener, signal) {
  if (isKnown && !isGone()) listener();
  sessions.addEventListener("message", listener, { signal });
}

/* Return what the server answers; throw the error that it tells. */
export async function get(path, options) {
  if (isGone()) throw new Error(GONE);
  const response = await fetch(path, options);
  if (response.ok) return response;
  const { error } = await response.json().catch(() => ({}));
  throw new Error(error?.message ?? `the studio answers with status ${response.status}`);
}

export async function post(path, body, signal) {
  const plain = typeof body === "string" || body instanceof Blob;
  const response = await get(path, { method: "POST", body: plain ? body : JSON.stringify(body), signal });
  return response.headers.get("content-type")?.includes("json") ? response.json() : null;
}

/* Return an element with attributes and content; text stays text. */
export function make(tag, attributes = {}, ...content) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element;
}

/* Return a button that does something. */
export function button(action, ...content) {
  const element = make("button", { type: "button" }, ...content);
  element.addEventListener("click", () => action(element));
  return element;
}

/* Return elements of SVG in the square of one cell of a board. */
export function drawn(elements) {
  const holder = make("span");
  holder.innerHTML = `<svg class="givens" viewBox="0 0 40 40" aria-hidden="true">${elements}</svg>`;
  return holder.firstChild;
}
