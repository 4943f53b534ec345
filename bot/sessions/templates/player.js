const PACE = 250; // ms between two frames

/* Plays a film on one board: each frame holds the parts of the drawing that change. */
export class Player {
  at = 0;
  timer = 0;

  constructor(root) {
    const parts = [".board", "output", "[type=range]", ".list", "[data-do=play]"];
    [this.board, this.now, this.slider, this.list, this.button] = parts.map((part) => root.querySelector(part));
    root.addEventListener("click", ({ target }) => this.act(target.closest("[data-do], [data-at]")?.dataset ?? {}));
    this.slider.addEventListener("input", () => this.seek(Number(this.slider.value)));
    this.read(root.querySelector("script").textContent);
    this.show(0);
  }

  get last() {
    return this.frames.length - 1;
  }

  read(text) {
    let parts = {};
    this.frames = JSON.parse(text).map((frame) => ({ ...frame, parts: (parts = { ...parts, ...frame.parts }) }));
    this.slider.max = this.last;
  }

  act({ do: action, at }) {
    if (action === "play" && !this.timer) this.play();
    else if (action === "play") this.pause();
    else if (action) this.seek(this.at + { back: -1, next: 1 }[action]);
    else if (at) this.seek(Number(at));
  }

  seek(at) {
    this.pause();
    this.show(Math.min(Math.max(at, 0), this.last));
  }

  play() {
    this.show(this.at === this.last ? 0 : this.at);
    this.timer = setInterval(() => (this.at < this.last ? this.show(this.at + 1) : this.pause()), PACE);
    this.mark();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.mark();
  }

  mark() {
    this.button.ariaLabel = this.timer ? "Pause" : "Play";
    this.button.querySelector("use").setAttribute("href", this.timer ? "#icon-pause" : "#icon-play");
    this.now.ariaLive = this.timer ? "off" : "polite";
  }

  show(at) {
    const { parts, cells } = this.frames[at], item = this.list.children[at];
    this.at = at;
    this.board.innerHTML = Object.values(parts).join("");
    for (const name of cells) this.board.querySelector(`[data-cell=${name}]`)?.classList.add("now");
    this.now.textContent = `${at ? `${at} of ${this.last}` : "start"} · ${item.querySelector(".words").textContent}`;
    this.slider.value = at;
    this.slider.setAttribute("aria-valuetext", this.now.textContent);
    for (const each of this.list.children) each.ariaCurrent = each === item ? "step" : null;
    const below = item.offsetTop + item.offsetHeight - this.list.clientHeight;
    this.list.scrollTop = Math.max(Math.min(this.list.scrollTop, item.offsetTop), below);
  }
}

for (const root of document.querySelectorAll(".player")) new Player(root);
