// The shield of one document: trusted input gets through only while it reaches the board.
//
// It runs in an isolated world, before the page's own scripts if it is installed early enough. The bot speaks to it by
// events named `token`, which no page can guess, and it answers by events named `token` + "!".
//
// Between the orders "begin" and "end" it swallows every trusted event whose target is not the board, and every press on
// something that does what hardly a cell did when the run began: what a cell looks like may change, what it does may not.
// At the first reason to stop, it swallows all further input and lays a curtain over the page. Behind the curtain is a
// document of our own, whose events the page does not see. A document that appears in the meantime is closed: it swallows all input
// until the order "end". Input to another document is not seen in this one, so the frames that do not hold the board are
// inert between "begin" and "end", wherever they move; the bot finds those in closed shadow roots.
//
// Where the board `returns`, a cell may be a link to the same page with another query: the press may follow it.
//
// A round with a `deed` presses one element: until the press, that must be what it was when it was looked at, and until
// the click, it must do what it did. What the press changes of its name, size or content is no reason to stop.
(token, deed) => {
  const MOUSE = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "dblclick", "auxclick", "contextmenu", "touchstart", "touchend", "dragstart"];
  const KEYS = ["keydown", "keypress", "keyup", "beforeinput"];
  const MOVED_PX = 4; // more than a board moves that reacts to a press
  const FRAMES = ["iframe", "frame", "object", "embed", "fencedframe"];
  const MAX_RAISED = 20; // how often the curtain is laid over what the page lays over it
  let round = null; // { board, box, address, root, points, needs, release, outer, typed, stays, returns, leads, deeds, deed, clicked, focus, presses, stopped, inert, drawn, raised, modals, heard, fights }, and for keys { parts, acting }
  let closed = false;
  let curtain = null;
  let pointer = null; // the mouse while its button is down
  let counted = false; // whether the press of the mouse was counted, as not every page lets "mousedown" follow "pointerdown"
  let cells = new Map(); // by point, the names of the elements down to the cell when the round was planned
  let first = null; // { size, points, owners, boxes, deeds, pressed }: what the board was at first, from its corner: the middles of all cells, the element of each that has one, and the boxes that held several; what cells do; and the numbers of the cells pressed since

  // The names of a form's fields hide what the form itself has.
  const [parent, slot] = [[Node, "parentNode"], [Element, "assignedSlot"]].map(([of, name]) => Object.getOwnPropertyDescriptor(of.prototype, name).get);
  const above = (node) => parent.call(node) ?? (node instanceof ShadowRoot ? node.host : null);
  const inPage = (node) => (node instanceof Element ? slot.call(node) : null) ?? above(node);
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
    if (round.deed && round.presses > 0) return "";
    const now = box(round.board);
    return round.box.some((value, at) => Math.abs(value - now[at]) > MOVED_PX) ? "the board has moved" : "";
  };
  // The names of the elements from the board to what is hit.
  const path = (target, board) => {
    const elements = [];
    for (let node = target; node && node !== board; node = above(node)) if (node instanceof Element) elements.unshift(node);
    return elements;
  };
  const names = (elements) => elements.map((element) => element.localName);
  const replaced = (point, target) => {
    const cell = cells.get(String(point));
    const now = names(path(target, round.board));
    return !cell || cell.every((name, at) => name === now[at]) ? "" : `a cell has become ${named(target)}`;
  };

  // The element from the board down to what is hit that no other path has, for each path that has one.
  const tally = (all) => all.reduce((counts, each) => counts.set(each, 1 + (counts.get(each) ?? 0)), new Map());
  const owners = (paths) => {
    const counts = tally(paths.flat());
    return paths.map((elements) => elements.find((element) => counts.get(element) === 1));
  };

  // What comes to lie over several cells, or over one that was not pressed, such as a message in the board's own element,
  // is no part of the board. Over a cell that was pressed may lie its mark.
  const WITHIN = 0.25;
  const FEW = 1 / 8; // of the cells: what no more of them do is not done by a cell
  const alike = (one, other) => one.every((value, at) => Math.abs(value - other[at]) <= WITHIN * Math.max(one[2 + (at % 2)], other[2 + (at % 2)]));
  const isBox = (element) => element instanceof HTMLElement || (element instanceof SVGSVGElement && !element.ownerSVGElement);
  const holding = (elements, points, [x, y]) => {
    const several = ([left, top, width, height]) => points.filter((at) => at[0] > left && at[0] < left + width && at[1] > top && at[1] < top + height).length > 1;
    const boxes = elements.filter(isBox).map((element) => [element, box(element)]);
    return boxes.map(([element, [left, top, ...size]]) => [element, [left - x, top - y, ...size]]).filter(([, its]) => several(its));
  };
  const remember = (middles, board) => {
    const [x, y, ...size] = box(board);
    const known = new Map();
    const seen = middles.map((point) => [hit(point), point]);
    const paths = seen.map(([target]) => path(target, board));
    const done = tally(seen.flatMap((place) => [...new Set(doing([place], board, known))]));
    const points = middles.map((point) => [point[0] - x, point[1] - y]);
    const boxes = holding([...new Set(paths.flat())], points, [x, y]).map(([, its]) => its);
    const common = [...done.keys()].filter((words) => done.get(words) > FEW * middles.length);
    first = { size, points, owners: owners(paths), boxes, deeds: common, pressed: new Set() };
  };
  const cellAt = (point) => {
    const [x, y, ...size] = box(round.board);
    const scaled = [point[0] - x, point[1] - y].map((value, way) => (value * first.size[way]) / size[way]);
    return first.points.findIndex((middle) => middle.every((value, way) => Math.abs(value - scaled[way]) <= MOVED_PX));
  };
  const overlaid = (point, target) => {
    if (!first) return "";
    const over = holding(path(target, round.board), first.points, box(round.board)).find(([, its]) => !first.boxes.some((known) => alike(its, known)));
    if (over) return `the board is covered by ${named(over[0])}`;
    const cell = cellAt(point);
    const owner = first.pressed.has(cell) ? null : first.owners[cell];
    const foreign = owner instanceof HTMLElement && within(owner, round.board) && !within(target, owner);
    return foreign ? `a cell is covered by ${named(target)}` : "";
  };

  const act = (element, board) => deed.act(element, (control) => within(control, board));
  // Content of a closed shadow root is not seen. But a position in it is told as one beside its host; and what stands in
  // one of its slots does not inherit what every element of this document inherits explicitly.
  const HOST = /^(article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span|.+-.+)$/;
  const MARK = `--m${[...crypto.getRandomValues(new Uint32Array(4))].join("")}`;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`:root { ${MARK}: in !important } :not(:root) { ${MARK}: inherit !important }`);
  CSS.registerProperty({ name: MARK, syntax: "*", inherits: false });
  const adopt = (scope) => {
    if (!scope.adoptedStyleSheets.includes(sheet)) scope.adoptedStyleSheets.push(sheet);
  };
  const shadows = (node) => {
    const found = [];
    for (; node; node = inPage(node)) if (node instanceof ShadowRoot) found.push(node);
    return found;
  };
  const hidden = (target, point) => {
    const roots = shadows(target);
    [document, ...roots].forEach(adopt);
    const caret = point && HOST.test(target.localName) && !target.shadowRoot ? document.caretPositionFromPoint?.(...point, { shadowRoots: roots }) : null;
    const words = [getComputedStyle(target).getPropertyValue(MARK) !== "in" && "in a closed shadow root", caret && !within(caret.offsetNode, target) && "with a closed shadow root"];
    return words.filter(Boolean).map((said) => ({ element: target, away: true, words: said }));
  };
  // All that a press at a point does; `known` keeps what was found of an element.
  const deeds = (target, board, point, known = new Map()) => {
    const found = [];
    for (let node = target; node; node = inPage(node)) {
      if (!(node instanceof Element)) continue;
      if (!known.has(node)) known.set(node, act(node, board));
      if (known.get(node)) found.push(known.get(node));
    }
    return [...found, ...hidden(target, point)];
  };
  const doing = (places, board, known) => places.flatMap(([target, point]) => (target ? deeds(target, board, point, known).map(({ words }) => words) : []));
  const undeclared = (target, found) => {
    const added = found.find(({ words }) => !round.deeds.has(words));
    if (!added) return "";
    const { element, words } = added;
    const what = element === target && / a closed /.test(words) ? `${named(element)} ${words}` : named(element);
    return within(element, round.board) && element !== round.board ? `a cell has become ${what}` : `the board has become a part of ${what}`;
  };
  const astray = (target) => (within(target, round.board) ? "" : round.focus ? `the focus is on ${named(target)}` : `the board is covered by ${named(target)}`);
  const aim = (point, target) => astray(target) || (round.outer || round.deed ? "" : overlaid(point, target) || replaced(point, target));
  // Where the page has drawn a cell anew since the pointer went down, what is around it gets the press.
  const hitBy = (point, target, there = hit(point)) => (within(there, target) ? there : target);
  const uncovered = () => {
    const [left, top, width, height] = box(round.board);
    const found = hit([left + width / 2, top + height / 2]);
    return !found || within(round.board, found) ? "" : astray(found).replace("the focus is on", "the board is covered by");
  };
  const acting = (board) => [...board.querySelectorAll(deed.ACTS)].filter((element) => act(element, board)).length;
  const redrawn = () => {
    if (round.parts.length > 0 && !round.parts.some((part) => part.isConnected)) return "the board has been drawn anew";
    return acting(round.board) > round.acting ? "something else has come into the board" : "";
  };
  const altered = (target) => {
    if (!round.deed || !within(target, round.board)) return "";
    const { name, does } = deed(round.board, target);
    const same = (round.presses > 0 || name === round.deed.name) && does.join("\n") === round.deed.does.join("\n");
    return same ? "" : `it has become ${JSON.stringify(name.slice(0, 60))}${does.length ? ` (${does.join(", ")})` : ""}`;
  };
  const reason = () => {
    if (round.clicked) return "";
    const why = displaced() || (round.deed ? altered(hit(round.points[0])) : "");
    if (why) return why;
    if (round.focus) return (focused() === round.focus ? "" : astray(focused())) || uncovered() || redrawn();
    // In a document around the board's own, presses are not seen.
    const points = round.outer ? round.points : round.points.slice(round.presses, round.presses + 1);
    const released = pointer !== null && round.release ? astray(hit(round.release)) : "";
    return released || (points.map((point) => aim(point, hit(point))).find(Boolean) ?? "");
  };

  // The page hears nothing of what happens in the frame; where the document was written anew, it may listen before us.
  const raise = () => {
    if ((round.raised += 1) > MAX_RAISED) return;
    curtain?.remove();
    const modal = round.focus || round.typed || round.fights || document.documentElement !== round.root;
    curtain = document.createElement(modal ? "dialog" : "div");
    curtain.tabIndex = -1;
    curtain.autofocus = true;
    curtain.style = "all: initial; position: fixed; inset: 0; width: 100vw; height: 100vh; max-width: none; max-height: none; opacity: 0; z-index: 2147483647";
    const holder = curtain.appendChild(document.createElement("div"));
    const frame = document.createElement("iframe");
    frame.style = "all: initial; position: fixed; inset: 0; width: 100vw; height: 100vh";
    holder.attachShadow({ mode: "closed" }).append(frame);
    if (!modal) curtain.popover = "manual";
    document.documentElement.append(curtain);
    if (!modal) curtain.showPopover?.();
    else {
      curtain.showModal();
      frame.contentWindow?.focus();
    }
    round.modals = document.querySelectorAll(":modal").length;
    if (pointer !== null) curtain.setPointerCapture(pointer); // the release of a drag goes nowhere else
  };
  const stop = (why) => {
    if (closed) return;
    closed = true;
    round.stopped = why;
    try {
      raise();
    } catch {} // Without a curtain, the listeners still swallow everything.
  };
  // What is below a modal dialog gets no input, whatever else the page says of it.
  const fight = () => {
    if (!round) return;
    round.fights = true;
    stop("the page lets input into a frame again");
  };
  // A mouse that is locked hits nothing any more.
  const unlock = () => {
    if (document.pointerLockElement && round) stop("the page has locked the pointer");
    document.exitPointerLock();
  };
  const lies = () => curtain.isConnected && document.querySelectorAll(":modal").length <= round.modals;
  const check = () => {
    if (round && document.documentElement !== round.heard) listen(); // document.open() removes all listeners
    const why = round && !closed ? reason() : "";
    if (why) stop(why);
    else if (round?.stopped && document.documentElement && !lies()) raise();
  };
  const framesIn = (root) => [...root.querySelectorAll("*")].flatMap((element) => {
    const inner = element.shadowRoot ? framesIn(element.shadowRoot) : [];
    return FRAMES.includes(element.localName) ? [element, ...inner] : inner;
  });
  const makeInert = () => {
    for (const frame of framesIn(document)) {
      if (frame === round.board || frame.inert) continue;
      round.inert.push(Object.assign(frame, { inert: true }));
      changes.observe(frame, { attributes: true }); // it may be in a shadow root
    }
  };
  const holdsFrame = (node) => node instanceof Element && (FRAMES.includes(node.localName) || framesIn(node).length > 0);
  const changes = new MutationObserver((records) => {
    check();
    if (!round) return;
    if (round.inert.some((frame) => !frame.inert)) fight();
    if (records.some(({ addedNodes }) => [...addedNodes].some(holdsFrame))) makeInert();
  });
  const watch = (begun) => requestAnimationFrame(() => {
    check();
    if (round !== begun) return;
    begun.drawn += 1;
    watch(begun);
  });
  // Of two clicks that belong together, the second needs what the page makes of the first.
  const unready = () => {
    const selector = round.needs?.[round.presses];
    return selector && !hit(round.points[round.presses - 1])?.closest(selector) ? "a cell was not selected in time" : "";
  };
  const isPress = ({ type }) => {
    const first = type === "keydown" || type === "pointerdown" || (type === "mousedown" && !counted);
    if (type === "pointerdown" || type === "mousedown") counted = type === "pointerdown";
    return first;
  };
  // Why an event must not get through, "" if it may.
  const refusal = (event, target, press) => {
    if (press && (displaced() || unready())) return displaced() || unready();
    const key = KEYS.includes(event.type);
    // A key that follows a click goes to the board, to something in it, or to what contains it.
    if (target === round.focus || (key && round.typed && within(round.board, target))) return press && (round.focus || /^(Enter| )$/.test(event.key)) ? undeclared(target, deeds(target, round.board)) : "";
    const pressed = event.type === "mousedown" || (press && !key);
    const point = pressed && round.points[press ? round.presses : round.presses - 1];
    const there = point ? hitBy(point, target) : target;
    const why = point ? aim(point, there) : astray(target);
    if (why || round.outer || key) return why;
    if (press) return undeclared(there, deeds(there, round.board, point));
    if (!/^(aux)?click$/.test(event.type)) return "";
    const found = deeds(target, round.board);
    const leads = found.filter(({ away }) => away);
    round.leads = round.returns && leads.length === 1 && leads[0].here ? leads[0].element.href : "";
    if (round.stays && leads.length > 0 && !round.leads) event.preventDefault(); // what a board needs stays in its document
    return undeclared(target, found);
  };
  const judge = (event) => {
    if (!event.isTrusted || (!round && !closed)) return;
    if (event.type === "pointerdown") pointer = event.pointerId;
    if (event.type === "pointerup") pointer = null;
    if (event.type === "pointermove") return check();
    if (!closed) {
      const [target] = event.composedPath();
      const press = isPress(event);
      let why = "the page cannot be looked at";
      try {
        why = altered(target) || refusal(event, target, press);
      } catch {} // Where the page is in the way of looking, nothing gets through.
      if (why) stop(why);
      else {
        if (press) {
          const point = round.points[round.presses];
          if (first && point) first.pressed.add(cellAt(point));
          round.presses += 1;
          check();
        }
        round.clicked = !!round.deed && event.type === "click";
        if (event.type === "pointerdown" && !closed && !round.release && !document.pointerLockElement) target.setPointerCapture(pointer); // the release of a click follows, whatever comes over it
        if (round.stays && event.type === "dragstart" && !(target.parentElement ?? target).closest?.("[draggable=true]")) event.preventDefault();
      }
    }
    if (!closed) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  const navigates = (event) => {
    if (!round?.stays || !event.userInitiated || event.hashChange || !event.cancelable) return;
    if (round.leads && event.destination.url === round.leads) return;
    event.preventDefault();
    stop("a press would have left the page");
  };

  const state = () => ({ presses: round?.presses ?? null, stopped: round?.stopped ?? "", drawn: round?.drawn ?? 0 });
  const end = () => {
    const ended = state();
    changes.disconnect();
    for (const frame of round?.inert ?? []) frame.inert = false;
    curtain?.close?.();
    curtain?.remove();
    round = curtain = null;
    closed = counted = false;
    return ended;
  };
  const look = (points, board) => {
    const hits = new Map(points.map((point) => [String(point), hit(point)]));
    const paths = [...hits].map(([point, target]) => [point, path(target, board)]);
    const own = owners(paths.map(([, elements]) => elements));
    cells = new Map(paths.map(([point, elements], at) => [point, names(elements.slice(0, 1 + elements.indexOf(own[at])))]));
    return points.map((point) => hits.get(String(point))).map((target) => (within(target, board) ? "" : named(target)));
  };
  const orders = {
    look: ({ points }, board) => ({ covers: look(points, board) }),
    begin: ({ middles = [], points, needs, planned, release, keys, typed, outer, stays, returns, deeds: declared, deed: pressed }, board) => {
      end();
      const root = document.documentElement;
      round = { board, box: box(board), address: address(), root, heard: root, points, needs, release, outer, typed, stays, returns, leads: "", deed: pressed, clicked: false, focus: keys ? focused() : null, presses: 0, stopped: "", inert: [], drawn: 0, raised: 0 };
      if (!first && middles.length > 0) remember(middles, board);
      if (keys) Object.assign(round, { parts: [...board.children], acting: acting(board) });
      const cover = planned?.length ? look(planned, board).find(Boolean) : "";
      const elsewhere = round.focus && !within(round.focus, board) && !within(board, round.focus) ? astray(round.focus) : "";
      const why = (cover && `the board is covered by ${cover}`) || elsewhere || reason();
      if (why) return { ...end(), stopped: why };
      const known = new Map();
      const looked = outer ? [] : round.focus ? [[round.focus]] : (planned?.length ? planned : points).map((point) => [hit(point), point]);
      const others = looked.filter(([, point]) => !point || pressed || !first || cellAt(point) < 0); // such as the keys of a pad
      round.deeds = new Set(declared ?? [...((!pressed && first?.deeds) || []), ...doing(others, board, known)]);
      const changed = looked.map(([target, point]) => undeclared(target, deeds(target, board, point, known))).find(Boolean);
      if (changed) return { ...end(), stopped: declared ? changed : changed.replace("a cell has become", "a cell has a control of its own:") };
      makeInert();
      changes.observe(document, { subtree: true, childList: true, attributes: true });
      watch(round);
      return { stopped: "", inert: round.inert.length, frames: framesIn(document).filter((frame) => frame.contentWindow).length, deeds: [...round.deeds] };
    },
    state: () => (check(), state()),
    fight: () => (fight(), {}),
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
    addEventListener("pointerlockchange", unlock, true);
    if (round) round.heard = document.documentElement;
  };
  globalThis.navigation?.addEventListener("navigate", navigates);
  listen();
}
