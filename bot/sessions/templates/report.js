/* Set up the visible players; the others wait until their session is opened, as there may be hundreds. */
function setUp(within) {
  for (const root of within.querySelectorAll(".player")) {
    if (!players.has(root) && !root.closest("details:not([open])")) new Player(root);
  }
}

function openLinked() {
  const linked = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (linked instanceof HTMLDetailsElement) {
    linked.hidden = false;
    linked.open = true;
    linked.scrollIntoView();
    linked.querySelector("summary").focus({ preventScroll: true });
  }
}

/* Show only the sessions whose headings contain every word. */
function filter(box) {
  const words = box.value.toLowerCase().split(/\s+/);
  const sessions = [...document.querySelectorAll("details.session")];
  for (const session of sessions) {
    const heading = session.querySelector("summary").textContent.toLowerCase();
    session.hidden = !words.every((word) => heading.includes(word));
  }
  const left = sessions.filter((session) => !session.hidden).length;
  document.querySelector("output[for=filter]").textContent = `${left} of ${sessions.length}`;
}

document.getElementById("filter")?.addEventListener("input", (event) => filter(event.target));
for (const session of document.querySelectorAll("details.session")) {
  session.addEventListener("toggle", () => setUp(session));
}
for (const zoom of document.querySelectorAll(".zoom")) {
  zoom.addEventListener("click", () => {
    const large = zoom.closest("figure").classList.toggle("large");
    const picture = zoom.firstElementChild; // It shows the board alone, or the whole page.
    const other = picture.dataset.other;
    picture.dataset.other = picture.getAttribute("viewBox");
    picture.setAttribute("viewBox", other);
    zoom.setAttribute("aria-pressed", String(large));
  });
}
window.addEventListener("hashchange", openLinked);
document.documentElement.classList.add("scripted");
setUp(document);
openLinked();
