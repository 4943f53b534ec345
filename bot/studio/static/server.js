/* Talk to the server, and say so while it does not answer. */
const notice = document.getElementById("offline");
const RETRY = 1000;
let lost = false;

export class Refused extends Error {}

async function answered(path, options) {
  try {
    const response = await fetch(path, options);
    if (lost) found();
    return response;
  } catch (error) {
    if (error.name !== "AbortError") lose();
    throw error;
  }
}

function lose() {
  if (lost) return;
  lost = true;
  notice.textContent = `The studio has stopped. Start it again with: givens studio --port ${location.port}`;
  notice.hidden = false;
  setTimeout(look, RETRY);
}

function found() {
  lost = false;
  notice.hidden = true;
  dispatchEvent(new Event("found"));
}

/* Look whether the server is there: at once while it is lost, else from time to time. */
async function look() {
  try {
    await answered("alive");
  } catch {
    setTimeout(look, RETRY);
  }
}

setInterval(() => document.hidden || lost || look(), 2 * RETRY);

async function json(response) {
  const value = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(value.error?.message ?? `the studio answers with ${response.status}`);
  return value;
}

export async function get(path) {
  return json(await answered(path));
}

export async function post(path, body, signal) {
  const plain = typeof body === "string" || body instanceof Blob;
  return json(await answered(path, { method: "POST", body: plain ? body : JSON.stringify(body), signal }));
}

/* Return an element with attributes and content; text stays text. */
export function make(tag, attributes = {}, ...content) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element;
}
