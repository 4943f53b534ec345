// The shield of one document: while a round lasts, real input gets through only where the board was read.
//
// Each press is looked at when it comes: whether it lies on the board and where it was sent, on the cell that was there, and
// on nothing that does what hardly a cell did at first. At the first reason to stop, all further input of the round is
// swallowed. So is the input to a document that has just appeared: it was meant for the one before. Input to a frame is not
// seen in the document around it, so all frames but the board's are inert.
//
// A round with a `deed` presses one element: until the pointer goes down, it must do what it did when it was looked at.
(dom, deed) => {
  const SHIELD = Symbol.for("givens shield");
  if (window[SHIELD]) return window[SHIELD];
  const { lineage, hit } = dom;
  const TYPES = "pointerdown mousedown pointerup mouseup click dblclick auxclick contextmenu touchstart touchend dragstart keydown keypress keyup beforeinput";
  const FRAMES = "iframe, frame, object, embed";
  const MOVED_PX = 4; // more than a board moves that reacts to a press
  const NEW_MS = 500; // for which a document is new
  const HELD_MS = 1000; // for which frames stay inert after a round, as the next one may follow
  const FEW = 1 / 8; // of the cells: what no more of them do is not done by a cell
  const WITHIN = 0.25; // the difference in size of boxes that are alike
  let round = null; // { board, box, address, points, focus, does, outer, returns, deed, presses, stopped }
  let first = null; // { board, middles, owners, boxes, does, pressed }: what the board was when it was first played
  let held = [], release = 0;

  const within = (node, outer) => lineage(node).includes(outer);
  const box = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left, top, width, height];
  };
  const address = () => location.href.split("#")[0];
  const focused = (root = document) => (root.activeElement?.shadowRoot?.activeElement ? focused(root.activeElement.shadowRoot) : (root.activeElement ?? document.documentElement));
  const named = (element) => {
    if (!(element instanceof Element)) return "the edge of the window";
    const said = ["id", "class"].map((name) => [name, element.getAttribute(name)?.trim().replace(/\s+/g, " ")]).filter(([, value]) => value);
    return `<${element.localName}${said.map(([name, value]) => ` ${name}="${value}"`).join("")}>`.slice(0, 200);
  };
  const tally = (all) => all.reduce((counts, each) => counts.set(each, 1 + (counts.get(each) ?? 0)), new Map());
  const doing = (target) => deed.acts(target).map(({ words }) => words);

  // Points and boxes in parts of the board, so that they stay what they are when it moves or grows.
  const relative = ([x, y, ...size], board) => {
    const [left, top, width, height] = box(board);
    return [(x - left) / width, (y - top) / height, ...size.map((length, at) => length / [width, height][at])];
  };
  const path = (target, board) => lineage(target).slice(0, lineage(target).indexOf(board)).filter((node) => node instanceof Element);
  const holding = (elements, middles, board) => {
    const boxes = elements.filter((element) => element instanceof HTMLElement).map((element) => [element, relative(box(element), board)]);
    return boxes.filter(([, [x, y, width, height]]) => middles.filter((at) => at[0] > x && at[0] < x + width && at[1] > y && at[1] < y + height).length > 1);
  };
  const remember = (points, board) => {
    const middles = points.map((point) => relative(point, board));
    const targets = points.map((point) => hit(point));
    const paths = targets.map((target) => (within(target, board) ? path(target, board) : []));
    const counts = tally(paths.flat());
    const done = tally(targets.flatMap((target) => [...new Set(doing(target))]));
    first = {
      board, middles, pressed: new Set(),
      owners: paths.map((elements) => elements.findLast((element) => counts.get(element) === 1)),
      boxes: holding([...counts.keys()], middles, board).map(([, its]) => its),
      does: [...done.keys()].filter((words) => done.get(words) > FEW * points.length),
    };
  };
  const cellAt = (point) => {
    if (first?.board !== round.board) return -1;
    const [x, y] = relative(point, round.board);
    return first.middles.findIndex((middle) => Math.abs(middle[0] - x) * round.box[2] < MOVED_PX && Math.abs(middle[1] - y) * round.box[3] < MOVED_PX);
  };

  // Each returns why the next input must not be made, "" if it may.
  const displaced = () => {
    if (!round.board.isConnected) return "the board has been removed";
    if (address() !== round.address) return "the address has changed";
    return box(round.board).some((value, at) => Math.abs(value - round.box[at]) > MOVED_PX) ? "the board has moved" : "";
  };
  const astray = (target) => (within(target, round.board) ? "" : `the board is covered by ${named(target)}`);
  const overlaid = (point, target) => {
    const cell = cellAt(point);
    if (cell < 0) return "";
    const alike = (one, other) => one.every((value, at) => Math.abs(value - other[at]) <= WITHIN * Math.max(one[2 + (at % 2)], other[2 + (at % 2)]));
    const over = holding(path(target, round.board), first.middles, round.board).find(([, its]) => !first.boxes.some((known) => alike(its, known)));
    if (over) return `the board is covered by ${named(over[0])}`;
    const owner = first.pressed.has(cell) ? null : first.owners[cell]; // over a cell that was pressed may lie its mark
    return owner instanceof HTMLElement && within(owner, round.board) && !within(target, owner) ? `a cell is covered by ${named(target)}` : "";
  };
  const undeclared = (target) => {
    const added = deed.acts(target).find(({ words }) => !round.does.has(words))?.element;
    if (!added) return "";
    return within(added, round.board) && added !== round.board ? `a cell has a control of its own: ${named(added)}` : `the board has become a part of ${named(added)}`;
  };
  const altered = () => {
    const { name, does } = deed(round.board);
    if (name === round.deed.name && does.join("\n") === round.deed.does.join("\n")) return "";
    return `it has become ${JSON.stringify(name.slice(0, 60))}${does.length ? ` (${does.join(", ")})` : ""}`;
  };
  const aim = (point, target) => astray(target) || (round.deed ? altered() : round.outer ? "" : overlaid(point, target) || undeclared(target));
  const mistyped = (target) => {
    if (!within(target, round.board) && !within(round.board, target)) return `the focus is on ${named(target)}`;
    const [left, top, width, height] = round.box;
    const middle = hit([left + width / 2, top + height / 2]);
    return (middle && !within(round.board, middle) && astray(middle)) || undeclared(target);
  };
  const refusal = (event) => {
    const [target] = event.composedPath();
    if (/^key|input$/.test(event.type)) return event.type === "keydown" ? displaced() || mistyped(target) : "";
    if (event.type !== "pointerdown") return round.deed ? "" : astray(target);
    const why = displaced();
    if (why || round.outer) return why || astray(target);
    const point = round.points[round.presses];
    if (!point) return "there is a press that nobody made";
    const missed = Math.max(Math.abs(event.clientX - point[0]), Math.abs(event.clientY - point[1])) > MOVED_PX;
    return missed ? "the board has moved" : aim(point, target);
  };

  const judge = (event) => {
    if (!event.isTrusted) return;
    const swallow = () => (event.stopImmediatePropagation(), event.preventDefault());
    if (!round) return performance.now() < NEW_MS ? swallow() : undefined;
    round.stopped ||= refusal(event);
    if (round.stopped) return swallow();
    if (event.type === "pointerdown" || event.type === "keydown") {
      const cell = event.type === "pointerdown" && !round.outer ? cellAt(round.points[round.presses]) : -1;
      if (cell >= 0) first.pressed.add(cell);
      round.presses += 1;
    }
    const leaves = ({ away, here }) => away && !(here && round.returns);
    const [target] = event.composedPath();
    // What a board needs stays in its document.
    const stays = event.type === "click" ? deed.acts(target).some(leaves) : event.type === "dragstart" && !target.closest?.("[draggable=true]");
    if (stays && !round.deed) event.preventDefault();
  };

  const hold = () => {
    const found = dom.all().filter((element) => element.matches(FRAMES) && element !== round?.board && !element.inert);
    for (const frame of found) frame.inert = true;
    held.push(...found);
    return found.length > 0;
  };
  const changes = new MutationObserver((records) => {
    if (records.some(({ addedNodes }) => [...addedNodes].some((node) => node.matches?.(FRAMES) || node.querySelector?.(FRAMES)))) hold();
  });
  const unlock = () => document.exitPointerLock(); // a mouse that is locked hits nothing any more
  const listen = () => {
    for (const type of TYPES.split(" ")) addEventListener(type, judge, { capture: true, passive: false });
    document.addEventListener("pointerlockchange", unlock);
  };
  const drawn = () => new Promise((done) => (requestAnimationFrame(() => requestAnimationFrame(done)), setTimeout(done, NEW_MS)));
  const shield = {
    look: (board, points) => points.map((point) => hit(point)).map((target) => (within(target, board) ? "" : named(target))),
    state: () => ({ presses: round?.presses ?? null, stopped: round?.stopped ?? "" }),
    begin: async (board, { middles, points, planned, keys, outer, returns, deed: pressed, frames }) => {
      round = { board, box: box(board), address: address(), points, outer, returns, deed: pressed, does: new Set(), presses: 0, stopped: "" };
      if (middles.length && first?.board !== board) remember(middles, board);
      const aims = [...(planned.length ? planned : points)].map((point) => [point, hit(point)]);
      const others = [...aims.filter(([point]) => cellAt(point) < 0).map(([, target]) => target), ...(keys ? [focused()] : [])]; // such as the keys of a pad
      if (!outer && !pressed) round.does = new Set([...(first?.board === board ? first.does : []), ...others.flatMap(doing)]);
      round.stopped = aims.map(([point, target]) => aim(point, target)).find(Boolean) ?? (keys && !outer ? mistyped(focused()) : "");
      if (round.stopped) return shield.end();
      clearTimeout(release);
      listen(); // document.open() removes all listeners
      changes.observe(document, { subtree: true, childList: true });
      // The browser sends input to another document by what it drew last.
      if (frames && hold()) await drawn();
      return shield.state();
    },
    end: () => {
      const ended = shield.state();
      round = null;
      changes.disconnect();
      release = setTimeout(() => held.splice(0).forEach((frame) => (frame.inert = false)), HELD_MS);
      return ended;
    },
  };
  listen();
  Object.defineProperty(window, SHIELD, { value: shield });
  return shield;
}
