const players = new Map();

/* Plays a film on one board: each frame lists the parts of the drawing that change. */
export class Player {
  constructor(root) {
    players.set(root, this);
    this.root = root;
    this.at = 0;
    this.timer = null;
    this.board = root.querySelector(".board");
    this.label = this.board.getAttribute("aria-label");
    this.now = root.querySelector("output");
    this.slider = root.querySelector("input");
    this.speed = root.querySelector("[data-speed]");
    this.button = root.querySelector("[data-do=play]");
    this.list = root.querySelector(".list");
    this.read(root.querySelector("script").textContent);
    this.shown = this.frames[0].parts;
    this.listen();
    this.show(0);
  }

  /* Take the frames of a film, in which each holds only what changes. */
  read(text) {
    const film = JSON.parse(text);
    let parts = {};
    this.strings = film.strings;
    this.frames = film.frames.map((frame) => ({ ...frame, parts: (parts = { ...parts, ...frame.parts }) }));
    this.items = [...this.list.children];
    this.slider.max = String(this.last);
  }

  get last() {
    return this.frames.length - 1;
  }

  get playing() {
    return this.timer !== null;
  }

  listen() {
    this.root.addEventListener("click", (event) => {
      const button = event.target.closest("[data-do]");
      const item = event.target.closest("li[data-at]");
      if (button) this.act(button.dataset.do);
      else if (item) this.seek(Number(item.dataset.at));
      else if (event.target.closest(".board")) this.act("play");
    });
    this.slider.addEventListener("input", () => this.seek(Number(this.slider.value)));
    this.root.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const within = (selector) => event.target.closest(selector) !== null;
    // The focused control handles its own keys.
    if (within("select") || (event.key === " " && within("button"))) return;
    const actions = { " ": "play", ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
    if (within(".list")) Object.assign(actions, { ArrowUp: "back", ArrowDown: "next" });
    if (within("input") && event.key !== " ") return;
    if (!Object.hasOwn(actions, event.key)) return;
    event.preventDefault();
    this.act(actions[event.key]);
  }

  act(action) {
    if (action === "play") this.playing ? this.pause() : this.play();
    else this.seek({ first: 0, back: this.at - 1, next: this.at + 1, last: this.last }[action]);
  }

  seek(at) {
    this.pause();
    this.show(Math.min(Math.max(at, 0), this.last));
  }

  play() {
    for (const player of players.values()) player.pause();
    if (this.at === this.last) this.show(0);
    this.now.setAttribute("aria-live", "off");
    this.wait();
    this.mark();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.now.setAttribute("aria-live", "polite");
    this.mark();
  }

  wait() {
    this.timer = setTimeout(() => {
      this.show(this.at + 1);
      if (this.at < this.last) this.wait();
      else this.pause();
    }, this.delay(this.at + 1));
  }

  /* Return the milliseconds before a frame: from the chosen speed, or from the recorded times. */
  delay(at) {
    const speed = Number(this.speed.value);
    if (speed > 0) return 1000 / speed;
    const [before, after] = [this.frames[at - 1].t, this.frames[at].t];
    return before === null || after === null ? 500 : 1000 * Math.max(0, after - before);
  }

  mark() {
    this.button.setAttribute("aria-label", this.playing ? "Pause" : "Play");
    this.button.querySelector("use").setAttribute("href", this.playing ? "#icon-pause" : "#icon-play");
  }

  show(at) {
    const { parts, cells } = this.frames[at];
    for (const [part, number] of Object.entries(parts)) {
      if (this.shown[part] === number) continue;
      const group = this.board.querySelector(`:scope > .${CSS.escape(part)}`);
      if (group) group.innerHTML = this.strings[number];
      else this.cell(part).outerHTML = this.strings[number];
    }
    for (const cell of this.board.querySelectorAll(".now")) cell.classList.remove("now");
    for (const name of cells) this.cell(name)?.classList.add("now");
    this.shown = parts;
    this.at = at;
    this.showPosition();
  }

  cell(name) {
    return this.board.querySelector(`[data-cell="${CSS.escape(name)}"]`);
  }

  /* Show the current position in all controls. */
  showPosition() {
    const item = this.items[this.at];
    const words = item.querySelector(".words").textContent;
    const where = this.at ? `${this.at} of ${this.last}` : "start";
    this.now.textContent = `${where} · ${words}`;
    this.board.setAttribute("aria-label", `${this.label}, ${where}`);
    this.slider.value = String(this.at);
    this.slider.setAttribute("aria-valuetext", `${where}: ${words}`);
    for (const selected of this.list.querySelectorAll("[aria-selected=true]")) selected.setAttribute("aria-selected", "false");
    item.setAttribute("aria-selected", "true");
    this.list.setAttribute("aria-activedescendant", item.id);
    const [box, margin] = [this.list, 8];
    const below = item.offsetTop + item.offsetHeight + margin - box.clientHeight;
    box.scrollTop = Math.max(Math.min(box.scrollTop, item.offsetTop - margin), below);
  }
}
