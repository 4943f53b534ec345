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

const sessions = [...document.querySelectorAll("details.session")];
document.getElementById("filter")?.addEventListener("input", ({ target }) => {
  const left = narrow(target.value, sessions, (session) => session.querySelector("summary").textContent);
  document.querySelector("output[for=filter]").textContent = `${left.length} of ${sessions.length}`;
});
for (const session of sessions) session.addEventListener("toggle", () => setUp(session));
window.addEventListener("hashchange", openLinked);
document.documentElement.classList.add("scripted");
setUp(document);
openLinked();
