const PACE = 250; // ms between two frames

/* Shows on one board what the line leaves that is chosen in a list; a frame holds the parts of the drawing that change. */
export class Player {
  timer = 0;

  constructor(root) {
    [this.board, this.list, this.button] = [".board", ".list", "button"].map((part) => root.querySelector(part));
    this.button.addEventListener("click", () => (this.timer ? this.pause() : this.play()));
    this.list.addEventListener("change", () => {
      this.pause();
      this.draw();
    });
    this.read(root.querySelector("script").textContent);
    this.show(0);
  }

  get at() {
    return Number(this.list.querySelector(":checked").value);
  }

  get last() {
    return this.frames.length - 1;
  }

  read(text) {
    let parts = {};
    this.frames = JSON.parse(text).map((frame) => ({ ...frame, parts: (parts = { ...parts, ...frame.parts }) }));
  }

  play() {
    if (this.at === this.last) this.show(0);
    this.timer = setInterval(() => (this.at < this.last ? this.show(this.at + 1) : this.pause()), PACE);
    this.button.textContent = "Pause";
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.button.textContent = "Play";
  }

  show(at) {
    const line = this.list.children[at];
    line.control.checked = true;
    this.list.scrollTop = line.offsetTop - (this.list.clientHeight - line.offsetHeight) / 2;
    this.draw();
  }

  draw() {
    const { parts, cells } = this.frames[this.at];
    this.board.innerHTML = Object.values(parts).join("");
    for (const name of cells) this.board.querySelector(`[data-cell=${name}]`)?.classList.add("now");
  }
}

for (const root of document.querySelectorAll(".player")) new Player(root);
