// The panel of the coach, in every document of a page, in an isolated world and a closed shadow root. The shortcuts work in
// every frame, the panel is in the top one. `speak` tells the program what the person asked for; `givensCoach.show` draws
// the state that the program sends. The focus moves only where the person asks for it.
((tell) => {
  if (Object.hasOwn(globalThis, "givensCoach")) { // An element of the page may have this name.
    globalThis.givensCoach.greet();
    return;
  }
  const SHORTCUTS = { KeyH: "hint", KeyC: "check", KeyS: "cell", KeyG: "focus" };
  const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const POINTER = ["pointerdown", "pointermove", "pointerup", "mousedown", "mousemove", "mouseup", "click", "dblclick", "auxclick", "contextmenu", "wheel", "touchstart", "touchmove", "touchend"];
  const MARGIN = 12; // px, from the edges of the window
  const STEP = 24; // px, of one press of an arrow key that moves the panel
  const OUTLINED = 100; // how much worse it is to cover an outlined cell than another one
  const SMALL = 32; // px, the width below which a cell has a thinner outline
  const SILENCE = 15_000; // ms without a word from the program after which the panel goes
  const isTop = window === window.top;
  const speak = (ask, more = {}) => tell(JSON.stringify({ ask, ...more }));

  const HOST = `all: initial; position: absolute; left: 0; top: 0; width: 0; height: 0; display: block; z-index: 2147483647; pointer-events: none`;
  const STYLE = `
    :host { color-scheme: light dark; }
    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    .panel, .opener, .pick button { font: 14px/1.45 system-ui, sans-serif; pointer-events: auto; }
    .panel, .opener {
      --ground: #ffffff; --ink: #1c1c1e; --soft: #55555c; --line: #8a8a94; --fill: #eef0f4; --strong: #1f4fbf; --on-strong: #ffffff;
      position: fixed; direction: ltr; text-align: start; color: var(--ink); background: var(--ground);
      border: 1px solid var(--line); border-radius: 10px; box-shadow: 0 4px 18px rgb(0 0 0 / 0.28);
    }
    .panel { width: min(300px, calc(100vw - 16px)); max-height: calc(100vh - 16px); overflow: auto; }
    header { display: flex; align-items: center; gap: 6px; padding: 6px 6px 6px 8px; cursor: move; touch-action: none; user-select: none; }
    h2 { flex: 1; margin: 0; font: 600 14px/1.4 system-ui, sans-serif; overflow-wrap: anywhere; }
    .body { display: flex; flex-direction: column; gap: 8px; padding: 0 10px 10px; }
    .body.below { flex-direction: column-reverse; }
    .words { min-height: 20px; overflow-wrap: anywhere; }
    p { margin: 0 0 6px; }
    .label { font-weight: 600; color: var(--soft); }
    .buttons { display: grid; grid-template-columns: 1fr 1fr 1fr; gap: 6px; }
    button { font: inherit; color: var(--ink); background: var(--fill); border: 1px solid var(--line); border-radius: 7px; padding: 5px 8px; min-height: 32px; cursor: pointer; }
    button:hover { border-color: var(--ink); }
    button:focus-visible { outline: 3px solid var(--strong); outline-offset: 1px; }
    button[aria-disabled="true"] { color: var(--soft); cursor: default; }
    .buttons kbd { display: block; margin-top: 3px; }
    .buttons .hint kbd { display: inline; }
    .hint { grid-column: 1 / -1; background: var(--strong); border-color: var(--strong); color: var(--on-strong); font-weight: 600; }
    .hint[aria-disabled="true"] { background: var(--fill); border-color: var(--line); }
    .hint:focus-visible { outline-color: var(--ink); }
    .icon { padding: 0 8px; min-width: 32px; }
    kbd { font: 11px/1 ui-monospace, monospace; color: inherit; }
    .opener { right: 12px; bottom: 12px; padding: 6px 12px; }
    .shapes, .pick { position: absolute; left: 0; top: 0; pointer-events: none; }
    .shape { position: absolute; border-radius: 6px; outline: 3px dashed #1f4fbf; outline-offset: -7px; }
    .shape.mark { outline: 4px solid #0f7a38; }
    .shape.wrong { outline: 5px double #c2261d; }
    .shape.ruler { display: grid; place-items: center; outline: 0; border-radius: 4px; font: 600 11px/1 system-ui, sans-serif; color: #ffffff; background: #1f4fbfd9; }
    .shape.small { outline-width: 3px; outline-offset: -3px; }
    .pick button { position: absolute; min-height: 0; padding: 0; background: transparent; border: 0; border-radius: 4px; outline: 2px dotted #1f4fbf; outline-offset: -2px; cursor: help; }
    .pick button:hover, .pick button:focus-visible { outline: 4px solid #1f4fbf; outline-offset: -4px; background: rgb(31 79 191 / 0.18); }
    @media (prefers-color-scheme: dark) {
      .panel, .opener { --ground: #202124; --ink: #f1f1f3; --soft: #b9bac2; --line: #7b7d87; --fill: #33353b; --strong: #a9c4ff; --on-strong: #10131a; }
    }`;

  const make = (tag, attributes, ...content) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...content);
    return element;
  };
  const button = (attributes, ...content) => make("button", { type: "button", ...attributes }, ...content);
  const key = (keys) => make("kbd", { "aria-hidden": "true" }, keys);
  const view = isTop ? build() : null;

  function build() {
    const host = document.createElement("div");
    host.style.cssText = HOST.replaceAll(";", " !important;");
    host.popover = "manual";
    const root = host.attachShadow({ mode: "closed" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    // The buttons are at the side at which the panel does not grow, so that they stay where they are.
    root.append(
      make("div", { class: "shapes", "aria-hidden": "true" }),
      make("div", { class: "pick", role: "group", "aria-label": "Which mark?", lang: "en" }),
      make("section", { class: "panel", "aria-label": "Coach", lang: "en", dir: "ltr" },
        make("header", {},
          button({ class: "icon grip", "aria-label": "Move the panel with the arrow keys" }, "⠿"),
          make("h2", {}),
          button({ class: "icon", "data-ask": "rulers", "aria-label": "Number the rows and columns" }, "#"),
          button({ class: "icon", "data-ask": "escape", "aria-label": "Hide", "aria-keyshortcuts": "Escape" }, "×")),
        make("div", { class: "body" },
          make("div", { class: "buttons", role: "group", "aria-label": "Help" },
            button({ class: "hint", "data-ask": "hint", "aria-keyshortcuts": "Alt+H" }, make("span", {}), " ", key("Alt+H")),
            button({ "data-ask": "check", "aria-keyshortcuts": "Alt+C" }, "Check", key("Alt+C")),
            button({ "data-ask": "cell", "aria-keyshortcuts": "Alt+S" }, "One cell", key("Alt+S")),
            button({ "data-ask": "why" }, "Why not?")),
          make("div", { class: "words", role: "status" }))),
      button({ class: "opener", "data-ask": "open", lang: "en", "aria-keyshortcuts": "Alt+H" }, "Coach"),
    );
    const part = (selector) => root.querySelector(selector);
    const shapes = part(".shapes"), pick = part(".pick"), panel = part(".panel"), header = part("header"), grip = part(".grip");
    const words = part(".words"), hint = part(".hint"), why = part("[data-ask=why]"), opener = part(".opener");

    let state = {};
    let at = null; // where the person has put the panel
    let drag = null; // where in the panel the pointer has taken it
    let last = null; // the corner that was chosen last
    let before = null; // what had the focus before the panel
    let silence = 0;

    const place = () => {
      const { width, height } = panel.getBoundingClientRect();
      const right = document.documentElement.clientWidth || innerWidth;
      const spot = at ?? corner(width, height, right);
      part(".body").classList.toggle("below", !at && spot[1] > MARGIN);
      panel.style.left = `${Math.max(0, Math.min(spot[0], right - width))}px`;
      panel.style.top = `${Math.max(0, Math.min(spot[1], innerHeight - height))}px`;
    };
    // The corner in which the panel covers least of the board, and above all of the outlined cells.
    const corner = (width, height, right) => {
      const lefts = [right - width - MARGIN, MARGIN], tops = [MARGIN, innerHeight - height - MARGIN];
      const overlap = ([left, top], [x, y, w, h]) =>
        Math.max(0, Math.min(left + width, x + w) - Math.max(left, x)) * Math.max(0, Math.min(top + height, y + h) - Math.max(top, y));
      const outlined = (spot) => state.shapes.reduce((all, shape) => all + (shape.look === "ruler" ? 0 : overlap(spot, shape.box)), 0);
      const covered = (spot) => (state.board ? overlap(spot, state.board) : 0) + OUTLINED * outlined(spot);
      const corners = lefts.flatMap((left) => tops.map((top) => [left, top]));
      if (last === null || (!state.goes_on && outlined(corners[last]))) {
        const all = corners.map(covered);
        last = all.indexOf(Math.min(...all));
      }
      return corners[last];
    };
    const move = (left, top) => {
      at = [left, top];
      place();
    };
    const moved = () => {
      const { left, top } = panel.getBoundingClientRect();
      at = [left, top];
      speak("move", { at: [Math.round(left), Math.round(top)] });
    };

    // Nothing of the pointer in the panel reaches the listeners of the page, and a press leaves the focus where it is.
    for (const type of POINTER) host.addEventListener(type, (event) => event.stopPropagation());
    root.addEventListener("mousedown", (event) => event.preventDefault());
    root.addEventListener("click", (event) => {
      const { ask, cell } = event.target.closest("button")?.dataset ?? {};
      if (ask) speak(ask, { cell });
    });
    header.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || event.target.closest("[data-ask]")) return;
      const { left, top } = panel.getBoundingClientRect();
      drag = [event.clientX - left, event.clientY - top];
      header.setPointerCapture(event.pointerId);
    });
    header.addEventListener("pointermove", (event) => drag && move(event.clientX - drag[0], event.clientY - drag[1]));
    header.addEventListener("lostpointercapture", () => {
      drag = null;
      moved();
    });
    addEventListener("resize", () => state.lines && place());

    // Return whether the focus is in the panel, after an arrow has moved the panel, or the focus between marks to pick.
    const typed = (event) => {
      const focused = root.activeElement, way = WAYS[event.key];
      if (way && focused === grip) {
        const { left, top } = panel.getBoundingClientRect();
        move(left + way[0] * STEP, top + way[1] * STEP);
        moved();
      } else if (way && focused?.parentNode === pick) {
        const all = [...pick.children];
        all[(all.indexOf(focused) + way[0] + way[1] + all.length) % all.length].focus();
      } else return focused !== null;
      event.preventDefault();
      return true;
    };
    const boxed = (element, [left, top, width, height]) => {
      Object.assign(element.style, { left: `${left + scrollX}px`, top: `${top + scrollY}px`, width: `${width}px`, height: `${height}px` });
      return element;
    };
    // What the page puts on top is gone over as soon as there is something new to show.
    const raise = () => {
      const { left, top, width, height } = (state.hidden ? opener : panel).getBoundingClientRect();
      const found = document.elementFromPoint(left + width / 2, top + height / 2);
      if (!found || found === host || drag || root.activeElement) return;
      host.hidePopover();
      host.showPopover();
    };
    const beat = () => {
      clearTimeout(silence);
      silence = setTimeout(() => host.remove(), SILENCE);
      if (host.parentNode !== document.documentElement) document.documentElement?.append(host);
      if (host.isConnected && !host.matches(":popover-open")) host.showPopover();
    };
    const show = (now) => {
      beat();
      const isSame = (name) => JSON.stringify(state[name]) === JSON.stringify(now[name]);
      const focused = root.activeElement, picked = focused?.dataset.cell;
      const isNew = !isSame("lines"), isOpened = now.pick.length > 0 && !state.pick?.length;
      if (!isSame("board") && !now.goes_on) last = null;
      state = now;
      at = drag ? at : (now.at ?? at);
      panel.hidden = now.hidden;
      opener.hidden = !now.hidden;
      part("h2").textContent = now.title;
      hint.firstElementChild.textContent = now.next;
      for (const element of root.querySelectorAll(".panel [data-ask]:not([data-ask=escape])"))
        element.setAttribute("aria-disabled", String(!now.board || (element === hint && now.busy)));
      part("[data-ask=rulers]").setAttribute("aria-pressed", String(now.shapes.some(({ look }) => look === "ruler")));
      why.setAttribute("aria-pressed", String(now.pick.length > 0));
      // A screen reader says what is written anew.
      if (isNew)
        words.replaceChildren(...now.lines.map(({ label, text }) => make("p", {}, ...(label ? [make("span", { class: "label" }, label), " "] : []), text)));
      shapes.replaceChildren(...now.shapes.map(({ box, look, text }) => boxed(make("div", { class: `shape ${look}${box[2] < SMALL ? " small" : ""}` }, text), box)));
      pick.replaceChildren(...now.pick.map(({ cell, label, box }) => boxed(button({ "aria-label": label, "data-ask": "why", "data-cell": cell }), box)));
      if (picked) (part(`.pick [data-cell=${picked}]`) ?? why).focus();
      else if (focused && isOpened) pick.firstChild.focus();
      if (now.hidden && focused) restore();
      place();
      raise();
    };
    const restore = () => {
      root.activeElement?.blur();
      before?.focus?.({ preventScroll: true });
      before = null;
    };
    const focus = () => {
      if (root.activeElement) return restore();
      before = document.activeElement;
      hint.focus({ preventScroll: true });
    };
    const remove = () => {
      clearTimeout(silence);
      host.remove();
    };
    return { show, beat, focus, remove, typed, holds: () => root.activeElement !== null || state.pick?.length > 0, isHidden: () => state.hidden !== false };
  }

  // Carry out a key; return whether it is ours.
  const pressed = (event) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
    const ask = isPlain && event.altKey && !event.getModifierState("AltGraph") ? SHORTCUTS[event.code] : undefined;
    const isEscape = isPlain && !event.altKey && event.key === "Escape";
    if (!ask && !isEscape) return view?.typed(event);
    const isOurs = ask || view?.holds();
    if (isOurs) event.preventDefault();
    if (event.repeat || (isEscape && view?.isHidden())) return isOurs;
    if (ask === "focus" && view) view.focus();
    else speak(ask ?? "escape");
    return isOurs;
  };
  let swallowed = null; // the key of which the page sees neither the press nor the release
  const onKey = (event) => {
    if (!event.isTrusted) return;
    if (event.type === "keydown") swallowed = pressed(event) ? event.code : null;
    if (event.code === swallowed) event.stopImmediatePropagation();
  };
  const KEYS = ["keydown", "keypress", "keyup"];
  const listen = () => KEYS.forEach((type) => addEventListener(type, onKey, true)); // A document that is written anew loses them.
  listen();
  globalThis.givensCoach = {
    greet: () => speak("hello", { top: isTop }),
    show: (state) => {
      listen();
      view.show(state);
    },
    beat: () => {
      listen();
      view.beat();
    },
    focus: () => view.focus(),
    remove: () => {
      KEYS.forEach((type) => removeEventListener(type, onKey, true));
      view.remove();
      delete globalThis.givensCoach;
    },
  };
  globalThis.givensCoach.greet();
})
