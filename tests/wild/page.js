// A wild page at work: `C` is what the page is like. It knows a digest of its solution, never the solution.
(() => {
  "use strict";
  const C = "{config}";
  const host = C.host ? document.querySelector(C.host) : null;
  const root = host ? host.attachShadow({ mode: "open" }) : document;
  if (host) {
    const template = document.querySelector("template");
    root.append(template.content);
    template.remove();
  }
  const board = root.querySelector(C.board);
  const cells = () => [...board.querySelectorAll(C.cell)];
  const values = [...C.givens];
  const locked = C.givens.map((value, at) => value !== null);
  const crossed = values.map(() => 0); // by how many queens the page itself has crossed a cell out
  let selected = -1;
  let over = false;
  let moves = 0;

  const digest = (text) => {
    let hash = 0x811c9dc5;
    for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0), 0x01000193) >>> 0;
    return hash;
  };
  const counted = (value) => (C.spare.includes(value) ? null : value);
  const text = () => values.map((value) => counted(value) ?? ".").join(",");
  const solved = () => [..."0123"].every((salt) => digest(C.salt + salt + text()) === C.digests[salt]);
  const shows = (at) => values[at] ?? (crossed[at] ? C.cross : null);
  window.__where = (path) => {
    const at = cells().findIndex((cell) => path.includes(cell));
    return at < 0 ? (path.includes(board) ? "board" : null) : `cell ${C.names[at]}`;
  };
  window.__shown = () => Object.fromEntries(C.names.map((name, at) => [name, counted(values[at])]));
  window.__element = (name) => cells()[C.names.indexOf(name)];

  const paint = (at) => {
    let cell = cells()[at];
    if (C.replace === "cell") {
      const copy = cell.cloneNode(true);
      cell.replaceWith(copy);
      cell = copy;
      listen(cell);
    }
    const look = C.looks[shows(at) ?? ""];
    const holder = C.holder ? cell.querySelector(C.holder) : cell;
    const own = [C.givens[at] !== null ? C.locked : "", at === selected ? C.selected : "", mistaken(at) ? C.mistaken : ""];
    const of = holder === cell ? [...own, look.name] : own;
    cell.setAttribute("class", [C.classes[at], ...of].filter(Boolean).join(" "));
    if (holder !== cell) holder.setAttribute("class", [C.holderName, look.name].filter(Boolean).join(" "));
    if (C.typed) holder.value = look.inner;
    else if (!C.attribute) holder.innerHTML = look.inner;
    else if (look.inner) holder.setAttribute(C.attribute, look.inner);
    else holder.removeAttribute(C.attribute);
  };
  const mistaken = (at) => Boolean(C.mistaken) && !locked[at] && C.clashes[at].some((group) => group.every((other) => counted(values[other]) !== null && values[other] === values[at]));
  const repaint = () => {
    cells().forEach((_, at) => paint(at));
    if (C.replace === "board") {
      board.innerHTML = `${board.innerHTML}`;
      cells().forEach(listen);
    }
  };
  const say = (id, words) => {
    const element = document.getElementById(id);
    if (element) element.textContent = words;
  };
  const win = () => {
    over = true;
    if (C.disables) cells().forEach((cell) => (cell.disabled = true));
    if (C.win === "text") say("status", C.words.solved);
    if (C.win === "hidden") document.getElementById("won").hidden = false;
    if (C.win === "dialog") {
      const dialog = document.createElement("div");
      dialog.className = "over";
      dialog.innerHTML = `<div class="box"><h2>${C.words.solved}</h2><button>${C.words.new}</button></div>`;
      document.body.append(dialog);
    }
    if (C.win === "modal") document.getElementById("modal").showModal();
    if (C.win === "alert") alert(C.words.solved);
    if (C.win === "address") history.pushState({}, "", "?solved=1");
    if (C.win === "fragment") location.hash = "done";
  };
  const changed = (at, value) => {
    const before = counted(values[at]);
    values[at] = value;
    if (C.crosses) {
      const step = (counted(value) === 1) - (before === 1);
      if (step) C.crosses[at].forEach((other) => (crossed[other] += step));
    }
    moves += 1;
    say("moves", `${C.words.moves}: ${moves}`);
    say("left", `${C.words.left}: ${values.filter((each) => counted(each) === null).length}`);
    if (C.crosses || C.mistaken || C.replace === "board") repaint();
    else paint(at);
    if (solved()) setTimeout(win, C.winAfter);
    else if (C.says) say("status", values.every((each) => each !== null) ? C.words.wrong : "");
  };
  const select = (at) => {
    const before = selected;
    selected = at;
    if (before >= 0) paint(before);
    paint(at);
  };
  const enter = (value) => {
    if (!over && selected >= 0 && !locked[selected]) changed(selected, value);
  };
  const hit = (event) => {
    if (event.button || over) return;
    const at = cells().indexOf(event.currentTarget === board ? event.target.closest(C.cell) : event.currentTarget);
    if (at < 0) return;
    if (C.mode === "cycle") {
      if (!locked[at]) changed(at, C.cycle[(C.cycle.indexOf(shows(at)) + 1) % C.cycle.length]);
    } else if (C.mode !== "typed") select(at);
  };
  const listen = (cell) => {
    if (!C.delegated) cell.addEventListener(C.event, hit);
    if (C.mode !== "typed") return;
    cell.querySelector("input").addEventListener("input", (event) => {
      const at = cells().findIndex((other) => other.contains(event.target));
      const digit = event.target.value.slice(-1);
      if (!over && !locked[at]) changed(at, /[1-9]/.test(digit) ? Number(digit) : null);
    });
  };
  if (C.delegated) board.addEventListener(C.event, hit);
  cells().forEach(listen);
  if (C.mode === "keys" || C.mode === "pad") {
    document.addEventListener("keydown", (event) => {
      if (/^[1-9]$/.test(event.key) && Number(event.key) <= C.highest) enter(Number(event.key));
      if (event.key === "Backspace" || event.key === "Delete") enter(null);
    });
  }
  root.querySelectorAll("[data-key]").forEach((key) => key.addEventListener("click", () => enter(Number(key.dataset.key) || null)));
  const clear = document.getElementById("clear");
  clear?.addEventListener("click", () => {
    values.forEach((_, at) => locked[at] || (values[at] = null));
    crossed.fill(0);
    repaint();
  });
  document.querySelectorAll("[data-closes]").forEach((button) => button.addEventListener("click", () => button.closest(".over").remove()));
  if (C.clock) {
    const began = performance.now();
    setInterval(() => {
      const seconds = Math.floor((performance.now() - began) / 1000);
      if (!over) say("clock", `${C.words.time} ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
    }, 1000);
  }
})();
