// The shield of one document: trusted input gets through only while it reaches the board.
//
// It runs in an isolated world, before the page's own scripts if it is installed early enough. The bot speaks to it by
// events named `token`, which no page can guess, and it answers by events named `token` + "!".
//
// Between the orders "begin" and "end" it swallows every trusted event whose target is not the board. At the first reason
// to stop, it swallows all further input and lays a curtain over the page, which also keeps input from other documents. A
// document that appears in the meantime is closed: it swallows all input until the order "end". Input to another document
// is not seen in this one, so the frames that do not hold the board are inert between "begin" and "end", wherever they move.
//
// A round with a `deed` presses one element: until its last event, that must do what it did when it was looked at.
(token, deedOf) => {
  const MOUSE = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "dblclick", "auxclick", "contextmenu", "touchstart", "touchend"];
  const KEYS = ["keydown", "keypress", "keyup", "beforeinput"];
  const MOVED_PX = 4; // more than a board moves that reacts to a press
  const FRAMES = ["iframe", "frame", "object", "embed", "fencedframe"];
  let round = null; // { board, box, address, root, points, needs, release, outer, typed, deed, focus, presses, stopped, inert, drawn }, and for keys { parts, acting }
  let closed = false;
  let curtain = null;
  let pointer = null; // the mouse while its button is down
  let cells = new Map(); // by point, what was there when the round was planned: { path: of the cell, all: of what is hit }

  const above = (node) => node.parentNode ?? node.host ?? null;
  const within = (node, outer) => {
    while (node && node !== outer) node = above(node);
    return node === outer;
  };
  const hit = ([x, y], root = document) => {
    const found = root.elementFromPoint(x, y);
    const inner = found?.shadowRoot?.elementFromPoint(x, y) ?? found;
    return inner === found ? found : hit([x, y], found.shadowRoot);
  };
  const focused = (root = document) => (root.activeElement?.shadowRoot?.activeElement ? focused(root.activeElement.shadowRoot) : (root.activeElement ?? document.documentElement));
  const named = (element) => {
    if (!(element instanceof Element)) return "the edge of the window";
    const classes = [...element.classList].join(" ");
    return `<${element.localName}${element.id && ` id="${element.id}"`}${classes && ` class="${classes}"`}>`.slice(0, 200);
  };
  const box = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left, top, width, height];
  };
  const address = () => location.href.split("#")[0];

  // Each returns why the next input must not be made, "" if it may.
  const displaced = () => {
    if (!round.board.isConnected) return "the board has been removed";
    if (address() !== round.address) return "the address has changed";
    const now = box(round.board);
    return round.box.some((value, at) => Math.abs(value - now[at]) > MOVED_PX) ? "the board has moved" : "";
  };
  // The elements from the board to what is hit; which of them react to a press by themselves.
  const path = (target, board) => {
    const elements = [];
    for (let node = target; node && node !== board; node = above(node)) if (node instanceof Element) elements.unshift(node);
    return elements;
  };
  const ACTS = "a[href], area, button, input, select, textarea, label, summary, iframe, frame, object, embed, video, audio";
  const names = (elements) => elements.map((element) => element.localName + (element.matches(ACTS) ? " acts" : ""));
  // What is in a cell may change, but not what the cell is, nor may anything that acts come into it.
  const replaced = (point, target) => {
    const cell = cells.get(String(point));
    const now = names(path(target, round.board));
    const same = !cell || (cell.path.every((name, at) => name === now[at]) && now.every((name) => !name.endsWith(" acts") || cell.all.includes(name)));
    return same ? "" : `a cell has become ${named(target)}`;
  };
  const astray = (target) => (within(target, round.board) ? "" : round.focus ? `the focus is on ${named(target)}` : `the board is covered by ${named(target)}`);
  const aim = (point, target) => astray(target) || (round.outer ? "" : replaced(point, target));
  // Where the page has drawn a cell anew since the pointer went down, what is around it gets the press.
  const hitBy = (point, target, there = hit(point)) => (within(there, target) ? there : target);
  const uncovered = () => {
    const [left, top, width, height] = box(round.board);
    const found = hit([left + width / 2, top + height / 2]);
    return !found || within(round.board, found) ? "" : astray(found).replace("the focus is on", "the board is covered by");
  };
  const redrawn = () => {
    if (round.parts.length > 0 && !round.parts.some((part) => part.isConnected)) return "the board has been drawn anew";
    return round.board.querySelectorAll(ACTS).length > round.acting ? "something else has come into the board" : "";
  };
  const altered = (target) => {
    if (!round.deed || !within(target, round.board)) return "";
    const { name, does } = deedOf(round.board, target);
    const same = name === round.deed.name && does.join("\n") === round.deed.does.join("\n");
    return same ? "" : `it has become ${JSON.stringify(name.slice(0, 60))}${does.length ? ` (${does.join(", ")})` : ""}`;
  };
  const reason = () => {
    const why = displaced() || (round.deed ? altered(hit(round.points[0])) : "");
    if (why) return why;
    if (round.focus) return (focused() === round.focus ? "" : astray(focused())) || uncovered() || redrawn();
    // In a document around the board's own, presses are not seen.
    const points = round.outer ? round.points : round.points.slice(round.presses, round.presses + 1);
    const released = pointer !== null && round.release ? astray(hit(round.release)) : "";
    return released || (points.map((point) => aim(point, hit(point))).find(Boolean) ?? "");
  };

  const stop = (why) => {
    if (closed) return;
    closed = true;
    round.stopped = why;
    curtain = document.createElement("div");
    curtain.popover = "manual";
    curtain.tabIndex = -1;
    curtain.style = "all: initial; position: fixed; inset: 0; width: 100vw; height: 100vh; opacity: 0; z-index: 2147483647";
    document.documentElement.append(curtain);
    curtain.showPopover?.();
    if (round.focus) curtain.focus();
    if (pointer !== null) curtain.setPointerCapture(pointer); // the release of a drag goes nowhere else
  };
  const check = () => {
    if (round && document.documentElement !== round.root) listen(); // document.open() removes all listeners
    const why = round && !closed ? reason() : "";
    if (why) stop(why);
  };
  const framesIn = (root) => [...root.querySelectorAll("*")].flatMap((element) => {
    const inner = element.shadowRoot ? framesIn(element.shadowRoot) : [];
    return FRAMES.includes(element.localName) ? [element, ...inner] : inner;
  });
  const makeInert = () => {
    for (const frame of framesIn(document)) if (frame !== round.board && !frame.inert) round.inert.push(Object.assign(frame, { inert: true }));
  };
  const holdsFrame = (node) => node instanceof Element && (FRAMES.includes(node.localName) || framesIn(node).length > 0);
  const changes = new MutationObserver((records) => {
    check();
    if (!round || closed) return;
    if (round.inert.some((frame) => !frame.inert)) stop("the page lets input into a frame again");
    if (records.some(({ addedNodes }) => [...addedNodes].some(holdsFrame))) makeInert();
  });
  const watch = (begun) => requestAnimationFrame(() => {
    check();
    if (round !== begun) return;
    begun.drawn += 1;
    watch(begun);
  });
  // Of two clicks that belong together, the second needs what the page makes of the first.
  const unready = ({ type }) => {
    const selector = (type === "pointerdown" || type === "mousedown") && round.needs?.[round.presses];
    return selector && !hit(round.points[round.presses - 1])?.closest(selector) ? "a cell was not selected in time" : "";
  };
  const judge = (event) => {
    if (!event.isTrusted || (!round && !closed)) return;
    if (event.type === "pointerdown") pointer = event.pointerId;
    if (event.type === "pointerup") pointer = null;
    if (event.type === "pointermove") return check();
    if (!closed) {
      const [target] = event.composedPath();
      const press = event.type === "mousedown" || event.type === "keydown";
      const next = event.type === "mousedown" && round.points[round.presses];
      // A key that follows a click goes to the board, to something in it, or to what contains it.
      const typed = round.typed && KEYS.includes(event.type) && within(round.board, target);
      const why = (press && displaced()) || altered(target) || unready(event) || (typed || target === round.focus ? "" : next ? aim(next, hitBy(next, target)) : astray(target));
      if (why) stop(why);
      else if (press) {
        round.presses += 1;
        check();
      } else if (event.type === "pointerdown" && !round.release) target.setPointerCapture(pointer); // the release of a click follows, whatever comes over it
    }
    if (!closed) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  };

  const state = () => ({ presses: round?.presses ?? null, stopped: round?.stopped ?? "", drawn: round?.drawn ?? 0 });
  const end = () => {
    const ended = state();
    changes.disconnect();
    for (const frame of round?.inert ?? []) frame.inert = false;
    curtain?.remove();
    round = curtain = null;
    closed = false;
    return ended;
  };
  const look = (points, board) => {
    const hits = new Map(points.map((point) => [String(point), hit(point)]));
    const paths = [...hits].map(([point, target]) => [point, path(target, board)]);
    const counts = new Map();
    for (const [, elements] of paths) for (const element of elements) counts.set(element, 1 + (counts.get(element) ?? 0));
    cells = new Map(paths.map(([point, elements]) => {
      const depth = 1 + elements.findIndex((element) => counts.get(element) === 1);
      return [point, { path: names(elements.slice(0, depth)), all: names(elements) }];
    }));
    return points.map((point) => hits.get(String(point))).map((target) => (within(target, board) ? "" : named(target)));
  };
  const orders = {
    look: ({ points }, board) => ({ covers: look(points, board) }),
    begin: ({ points, needs, planned, release, keys, typed, outer, deed }, board) => {
      end();
      const root = document.documentElement;
      round = { board, box: box(board), address: address(), root, points, needs, release, outer, typed, deed, focus: keys ? focused() : null, presses: 0, stopped: "", inert: [], drawn: 0 };
      if (keys) Object.assign(round, { parts: [...board.children], acting: board.querySelectorAll(ACTS).length });
      const cover = planned?.length ? look(planned, board).find(Boolean) : "";
      const elsewhere = round.focus && !within(round.focus, board) && !within(board, round.focus) ? astray(round.focus) : "";
      const why = (cover && `the board is covered by ${cover}`) || elsewhere || reason();
      if (why) return { ...end(), stopped: why };
      makeInert();
      changes.observe(document, { subtree: true, childList: true, attributes: true });
      watch(round);
      return { stopped: "", inert: round.inert.length };
    },
    state: () => (check(), state()),
    end,
    close: () => ((closed = true), {}),
  };
  const answer = (event) => {
    const { order, ...rest } = JSON.parse(event.detail);
    const [target] = event.composedPath();
    target.dispatchEvent(new CustomEvent(`${token}!`, { detail: JSON.stringify(orders[order](rest, target)), composed: true }));
  };
  const listen = () => {
    for (const type of ["pointermove", ...MOUSE, ...KEYS]) addEventListener(type, judge, { capture: true, passive: false });
    addEventListener(token, answer, true);
  };
  listen();
}
