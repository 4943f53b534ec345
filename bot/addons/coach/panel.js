// The panel of the coach, in every document of a page, in an isolated world: the page's scripts see neither this code nor
// what is in the closed shadow root. The shortcuts work in every frame, the panel is in the top one.
//
// `speak` tells the program what the person asked for; `givensCoach.show` draws the state that the program sends. Only
// real input counts (`isTrusted`), and the focus moves only where the person asks for it.
//
// Words are drawn by the style sheet, from attributes: the page's scripts can search and select all text of a document
// (`find`, `execCommand("selectAll")`), also in a closed shadow root, but not what a style sheet adds.
((tell) => {
  if (Object.hasOwn(globalThis, "givensCoach")) { // An element of the page may have this name.
    globalThis.givensCoach.greet();
    return;
  }
  const SHORTCUTS = { KeyH: "hint", KeyC: "check", KeyS: "cell", KeyG: "focus" };
  const MARGIN = 12; // px, from the edges of the window
  const STEP = 24; // px, of one press of an arrow key that moves the panel
  const OUTLINED = 100; // how much worse it is to cover an outlined cell than another one
  const SMALL = 32; // px, the width below which a cell has a thinner outline
  const SILENCE = 15_000; // ms without a word from the program after which the panel goes
  const isTop = window === window.top;
  const speak = (ask, more = {}) => tell(JSON.stringify({ ask, ...more }));

  const STYLE = `
    :host { color-scheme: light dark; }
    * { box-sizing: border-box; }
    [data-text]::before { content: attr(data-text); }
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
    .hint:focus-visible { outline-color: var(--ink); }
    .icon { padding: 0 8px; min-width: 32px; }
    kbd { font: 11px/1 ui-monospace, monospace; color: inherit; }
    .opener { padding: 6px 12px; }
    .shapes, .pick { position: absolute; left: 0; top: 0; pointer-events: none; }
    .shape { position: absolute; border-radius: 6px; outline: 3px dashed #1f4fbf; outline-offset: -7px; }
    .shape.mark { outline: 4px solid #0f7a38; }
    .shape.wrong { outline: 5px double #c2261d; }
    .ruler { position: absolute; display: grid; place-items: center; border-radius: 4px; font: 600 11px/1 system-ui, sans-serif; color: #ffffff; background: #1f4fbfd9; }
    .shape.small { outline-width: 3px; outline-offset: -3px; }
    .pick button { position: absolute; min-height: 0; padding: 0; background: transparent; border: 0; border-radius: 4px; outline: 2px dotted #1f4fbf; outline-offset: -2px; cursor: help; }
    .pick button:hover, .pick button:focus-visible { outline: 4px solid #1f4fbf; outline-offset: -4px; background: rgb(31 79 191 / 0.18); }
    @media (max-width: 480px) {
      .body { padding: 0 8px 8px; }
      button { padding: 4px 6px; }
    }
    @media (prefers-color-scheme: dark) {
      .panel, .opener { --ground: #202124; --ink: #f1f1f3; --soft: #b9bac2; --line: #7b7d87; --fill: #33353b; --strong: #a9c4ff; --on-strong: #10131a; }
    }`;

  const view = isTop ? build() : null;

  function build() {
    // Names and roles are for screen readers; some take no name from what a style sheet adds.
    const write = (element, words) => {
      const text = words.replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}]/gu, "\ufffd");
      element.dataset.text = text;
      if (element.localName === "h2" || (element.localName === "button" && !element.ariaLabel)) element.ariaLabel = text;
    };
    const make = (tag, parent, attributes = {}, text = "") => {
      const element = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      if (text) write(element, text);
      parent?.append(element);
      return element;
    };
    const host = document.createElement("div");
    const own = { all: "initial", position: "absolute", left: "0", top: "0", width: "0", height: "0", display: "block", "z-index": "2147483647", "pointer-events": "none" };
    for (const [name, value] of Object.entries(own)) host.style.setProperty(name, value, "important");
    const ownStyle = host.style.cssText;
    const root = host.attachShadow({ mode: "closed" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];

    const shapes = make("div", root, { class: "shapes", "aria-hidden": "true" });
    const pick = make("div", root, { class: "pick", role: "group", "aria-label": "Which mark?", lang: "en" });
    const panel = make("section", root, { class: "panel", "aria-label": "Coach", lang: "en", dir: "ltr" });
    const header = make("header", panel);
    const grip = make("button", header, { class: "icon", type: "button", "aria-label": "Move the panel with the arrow keys" }, "⠿");
    const title = make("h2", header);
    const rule = make("button", header, { class: "icon", type: "button", "aria-label": "Number the rows and columns" }, "#");
    const close = make("button", header, { class: "icon", type: "button", "aria-label": "Hide", "aria-keyshortcuts": "Escape" }, "×");
    const body = make("div", panel, { class: "body" });
    // The buttons are at the side at which the panel does not grow, so that they stay where they are.
    const buttons = make("div", body, { class: "buttons", role: "group", "aria-label": "Help" });
    const words = make("div", body, { class: "words", role: "status" });
    const acts = new Map(); // what a press of each button does
    const button = (ask, text, keys, of = "") => {
      const made = make("button", buttons, { type: "button", "aria-label": text, ...(of && { class: of }), ...(keys && { "aria-keyshortcuts": keys }) });
      make("span", made, {}, text);
      if (keys) make("kbd", made, { "aria-hidden": "true" }, ` ${keys}`);
      acts.set(made, () => speak(ask));
      return made;
    };
    const hint = button("hint", "Hint", "Alt+H", "hint");
    const check = button("check", "Check", "Alt+C"), cell = button("cell", "One cell", "Alt+S");
    const why = button("why", "Why not?", "");
    acts.set(rule, () => speak("rulers"));
    const opener = make("button", root, { class: "opener", type: "button", lang: "en", "aria-keyshortcuts": "Alt+H" }, "Coach");
    acts.set(opener, () => speak("open"));
    acts.set(close, () => speak("escape"));

    let at = null; // where the person has put the panel
    let drag = null;
    const place = () => {
      const { width, height } = panel.getBoundingClientRect();
      const right = document.documentElement.clientWidth || innerWidth;
      const spot = at ?? corner(width, height, right);
      body.classList.toggle("below", !at && spot[1] > MARGIN);
      const left = Math.max(0, Math.min(spot[0], right - width)), top = Math.max(0, Math.min(spot[1], innerHeight - height));
      panel.style.left = `${left}px`;
      panel.style.top = `${top}px`;
    };
    // The corner in which the panel covers least of the board, and above all of the outlined cells.
    let last = null;
    const corner = (width, height, right) => {
      const lefts = [right - width - MARGIN, MARGIN], tops = [MARGIN, innerHeight - height - MARGIN];
      const overlap = ([left, top], [x, y, w, h]) =>
        Math.max(0, Math.min(left + width, x + w) - Math.max(left, x)) * Math.max(0, Math.min(top + height, y + h) - Math.max(top, y));
      const outlined = (spot) => (state.shapes ?? []).reduce((all, shape) => all + overlap(spot, shape.box), 0);
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
    const drop = () => {
      if (drag) moved();
      drag = null;
    };
    const moveBy = ([right, down]) => {
      const { left, top } = panel.getBoundingClientRect();
      move(left + right * STEP, top + down * STEP);
      moved();
    };
    const browse = ([right, down]) => {
      const all = [...pick.children];
      all[(all.indexOf(root.activeElement) + right + down + all.length) % all.length]?.focus();
    };
    // What real input to the panel does. It is taken before the page's own listeners, so that nothing of it reaches them.
    const under = (event) => (event.detail ? root.elementFromPoint(event.clientX, event.clientY) : root.activeElement);
    const HANDLERS = {
      pointerdown: (event) => {
        const part = root.elementFromPoint(event.clientX, event.clientY);
        if (event.button !== 0 || !header.contains(part) || part === close || part === rule) return;
        const { left, top } = panel.getBoundingClientRect();
        drag = [event.clientX - left, event.clientY - top];
        host.setPointerCapture(event.pointerId);
      },
      pointermove: (event) => drag && move(event.clientX - drag[0], event.clientY - drag[1]),
      pointerup: drop,
      pointercancel: drop,
      // A press of the mouse leaves the focus where it is.
      mousedown: (event) => event.preventDefault(),
      click: (event) => acts.get(under(event)?.closest("button"))?.(),
      keydown: (event) => {
        const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
        const part = root.activeElement;
        if (!way || (part !== grip && part?.parentNode !== pick)) return;
        event.preventDefault();
        if (part === grip) moveBy(way);
        else browse(way);
      },
    };
    const take = (event) => {
      if (event.target !== host || !event.isTrusted) return;
      event.stopImmediatePropagation();
      HANDLERS[event.type]?.(event);
    };

    let state = {};
    let heard = Date.now();
    let before = null; // what had the focus before the panel
    const fill = (parent, items, make) => parent.replaceChildren(...items.map(make));
    const box = (element, [left, top, width, height]) => {
      Object.assign(element.style, { left: `${left + scrollX}px`, top: `${top + scrollY}px`, width: `${width}px`, height: `${height}px` });
      return element;
    };
    const same = (name, now) => JSON.stringify(state[name]) === JSON.stringify(now[name]);
    const attach = () => {
      const outer = document.documentElement;
      if (!outer) return;
      if (host.parentNode !== outer) outer.append(host);
      if (host.style.cssText !== ownStyle) host.style.cssText = ownStyle;
      for (const { name } of [...host.attributes]) if (name !== "style" && name !== "popover") host.attributes.removeNamedItem(name);
      try {
        host.popover = "manual";
        if (!host.matches(":popover-open")) host.showPopover();
      } catch {} // Then the z-index has to do.
    };
    // What the page puts on top later is gone over, once each: a page that goes on with it wins.
    let above = null;
    const raise = () => {
      const { left, top, width, height } = (state.hidden ? opener : panel).getBoundingClientRect();
      const found = document.elementFromPoint(left + width / 2, top + height / 2);
      if (!found || found === host || found === above || drag || root.activeElement) return;
      above = found;
      host.popover = null;
      attach();
    };
    const show = (now) => {
      beat();
      const wordsChanged = !same("lines", now), shapesChanged = !same("shapes", now), pickChanged = !same("pick", now), rulersChanged = !same("rulers", now);
      const focused = root.activeElement;
      const picked = focused?.parentNode === pick;
      const askedByKey = focused && panel.contains(focused);
      const boardChanged = !same("board", now);
      if (boardChanged && !now.goes_on) last = null;
      const placed = !boardChanged && !shapesChanged && same("hidden", now);
      state = now;
      at = drag ? at : (now.at ?? at);
      panel.hidden = now.hidden;
      opener.hidden = !now.hidden;
      write(title, now.title);
      write(hint.firstChild, now.next);
      hint.ariaLabel = now.next;
      hint.setAttribute("aria-disabled", String(now.busy || !now.board));
      for (const element of [check, cell, why, rule]) element.setAttribute("aria-disabled", String(!now.board));
      rule.setAttribute("aria-pressed", String(now.rulers.length > 0));
      why.setAttribute("aria-pressed", String(now.pick.length > 0));
      if (wordsChanged)
        fill(words, now.lines, ({ label, text }) => {
          const line = make("p", null);
          if (label) make("span", line, { class: "label" }, `${label} `);
          make("span", line, {}, text);
          return line;
        });
      if (shapesChanged || rulersChanged) {
        fill(shapes, now.shapes, ({ box: at, look }) => box(make("div", null, { class: `shape ${look}${at[2] < SMALL ? " small" : ""}` }), at));
        shapes.append(...now.rulers.map(({ box: at, text }) => box(make("div", null, { class: "ruler" }, text), at)));
      }
      if (pickChanged) {
        const names = now.pick.map(({ cell }) => cell).join();
        if (names === [...pick.children].map((element) => element.dataset.cell).join()) [...pick.children].forEach((element, index) => box(element, now.pick[index].box));
        else {
          for (const element of pick.children) acts.delete(element);
          fill(pick, now.pick, ({ cell, label, box: at }) => {
            const element = make("button", null, { type: "button", "aria-label": label, "data-cell": cell });
            acts.set(element, () => speak("why", { cell }));
            return box(element, at);
          });
        }
        if (askedByKey && now.pick.length) pick.firstChild.focus();
        if (picked && !now.pick.length) why.focus();
      }
      if (!placed || wordsChanged) place();
      if (now.hidden) opener.style.cssText = `right: ${MARGIN}px; bottom: ${MARGIN}px`;
      if (now.hidden && askedByKey) restore();
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
    addEventListener("resize", place);
    const watch = setInterval(() => {
      if (Date.now() - heard > SILENCE) host.remove();
      else if (!host.isConnected && heard) attach();
      else raise();
    }, 500);
    const remove = () => {
      clearInterval(watch);
      heard = 0;
      host.remove();
    };
    const beat = () => {
      heard = Date.now();
      attach();
    };
    return { show, beat, focus, remove, take, holds: () => root.activeElement !== null || state.pick?.length > 0, isHidden: () => state.hidden !== false };
  }

  let swallowed = ""; // the key whose release belongs to us, too
  const onKey = (event) => {
    if (!event.isTrusted) return;
    if (event.type !== "keydown") {
      if (event.code !== swallowed) return;
      if (event.type === "keyup") swallowed = "";
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
    const ask = event.altKey && plain && !event.getModifierState("AltGraph") ? SHORTCUTS[event.code] : undefined;
    const escape = event.key === "Escape" && plain && !event.altKey;
    if (!ask && !escape) return;
    const ours = ask || view?.holds();
    if (ours) {
      swallowed = event.code;
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    if (event.repeat || !alive) return;
    if (escape && view && view.isHidden()) return;
    if (ask === "focus" && view) view.focus();
    else speak(ask ?? "escape");
  };
  let alive = true;
  const KEYS = ["keydown", "keypress", "keyup"];
  const TAKEN = [...KEYS, "beforeinput", "input", "pointerdown", "pointermove", "pointerup", "pointercancel", "pointerover", "pointerout", "mousedown", "mousemove", "mouseup", "mouseover", "mouseout", "click", "dblclick", "auxclick", "contextmenu", "wheel", "touchstart", "touchmove", "touchend"];
  const listened = [...KEYS.map((type) => [type, onKey]), ...(view ? TAKEN.map((type) => [type, view.take]) : [])];
  const listen = () => listened.forEach((pair) => addEventListener(...pair, { capture: true, passive: false }));
  listen();
  globalThis.givensCoach = {
    greet: () => speak("hello", { top: isTop }),
    show: (state) => {
      listen();
      view.show(state);
    },
    beat: () => {
      listen(); // A document that is written anew loses its listeners.
      view.beat();
    },
    focus: () => view.focus(),
    remove: () => {
      alive = false;
      listened.forEach((pair) => removeEventListener(...pair, true));
      view?.remove();
      delete globalThis.givensCoach;
    },
  };
  globalThis.givensCoach.greet();
})
