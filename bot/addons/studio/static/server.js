/* Talk to the server, and say so while it does not answer. */
const notice = document.getElementById("offline");
const RETRY = 1000;
let lost = false;

/* The server answers that it will not do something, and why. */
export class Refused extends Error {}

async function ask(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name !== "AbortError") setLost(true);
    throw error;
  }
  setLost(false);
  if (response.ok) return response;
  const { error } = await response.json().catch(() => ({}));
  throw new Refused(error?.message ?? `the studio answers with status ${response.status}`);
}

function setLost(now) {
  if (now === lost) return;
  lost = now;
  notice.hidden = !now;
  notice.textContent = `The studio has stopped. Start it again with: givens studio --port ${location.port}`;
  if (!now) dispatchEvent(new Event("found"));
}

/* See whether the server is there, more often while it is not. */
async function look() {
  if (!document.hidden) await ask("alive").catch(() => {});
  setTimeout(look, lost ? RETRY : 3 * RETRY);
}

look();

export const get = (path) => ask(path);

export async function post(path, body, signal) {
  const plain = typeof body === "string" || body instanceof Blob;
  const response = await ask(path, { method: "POST", body: plain ? body : JSON.stringify(body), signal });
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
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const attributes = { class: "givens", viewBox: "0 0 40 40", "aria-hidden": "true" };
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, value);
  svg.innerHTML = elements;
  return svg;
}
