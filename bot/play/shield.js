// The shield of one document: while a round lasts, real input gets through only where the board was read.
//
// Each press is looked at when it comes: whether the board is where it was, and the press lies on it, in the cell that was
// there, and on nothing that does what hardly a cell did at first. Its release must not reach what has come under the pointer.
// At the first reason to stop, all further input of the round is swallowed. So is the input to a document that has just
// appeared, as it was meant for the one before. Input to a frame is not seen in the document around it, so all frames but
// the board's are inert.
//
// A round with a `deed` presses one element: until the pointer goes down, it must do what it did when it was looked at.
({ all, hit, lineage, acts, deed }) => {
  const SHIELD = Symbol.for("givens shield");
  if (window[SHIELD]) return window[SHIELD];
  const TYPES = "pointerdown mousedown pointerup mouseup click dblclick auxclick contextmenu touchstart touchend dragstart keydown keypress keyup beforeinput";
  const FRAMES = "iframe, frame, object, embed";
  const MOVED_PX = 4; // more than a board moves that reacts to a press
  const NEW_MS = 500; // for which a document is new
  const HELD_MS = 1000; // for which frames stay inert after a round, as the next one may follow
  const FEW = 1 / 8; // of the cells: what no more of them do is not done by a cell
  let round = null; // { board, box, address, points, does, outer, returns, deed, presses, pressed, stopped }
  let first = null; // { key, middles, owners, often, does, pressed }: what the board was when it was first played
  let held = [], release = 0, isNew = true;

  const address = () => location.href.split("#")[0];
  const within = (node) => lineage(node).includes(round.board);
  const box = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left, top, width, height];
  };
  const named = (element) => {
    if (!(element instanceof Element)) return "the edge of the window";
    const said = ["id", "class"].map((name) => [name, element.getAttribute(name)?.trim().replace(/\s+/g, " ")]).filter(([, value]) => value);
    return `<${element.localName}${said.map(([name, value]) => ` ${name}="${value}"`).join("")}>`.slice(0, 200);
  };
  const focused = (root = document) => (root.activeElement?.shadowRoot?.activeElement ? focused(root.activeElement.shadowRoot) : (root.activeElement ?? document.documentElement));
  const words = (target) => acts(target).map(([, does]) => does);
  // In parts of the board, so that it stays the same when the board moves or grows.
  const relative = ([x, y]) => {
    const [left, top, width, height] = box(round.board);
    return [(x - left) / width, (y - top) / height];
  };
  const cellAt = (point) => {
    const [x, y] = relative(point), [, , width, height] = round.box;
    return first.middles.findIndex(([left, top]) => Math.abs(left - x) * width < MOVED_PX && Math.abs(top - y) * height < MOVED_PX);
  };
  const path = (target) => lineage(target).slice(0, lineage(target).indexOf(round.board)).filter((node) => node instanceof Element);
  const counted = (all) => all.reduce((counts, each) => counts.set(each, 1 + (counts.get(each) ?? 0)), new Map());
  const remember = (points) => {
    const targets = points.map((point) => hit(point)).map((target) => (within(target) ? target : null));
    const paths = targets.map(path);
    const shared = counted(paths.flat());
    const done = counted(targets.flatMap((target) => [...new Set(words(target))]));
    first = {
      key: String(points), middles: points.map(relative), does: {}, pressed: new Set(),
      owners: paths.map((path) => path.findLast((element) => shared.get(element) === 1)),
      often: [...done.keys()].filter((does) => done.get(does) > FEW * points.length),
    };
  };

  // Each returns why the next input must not be made, "" if it may.
  const displaced = () => {
    if (!round.board.isConnected) return "the board has been removed";
    if (address() !== round.address) return "the address has changed";
    return box(round.board).some((value, at) => Math.abs(value - round.box[at]) > MOVED_PX) ? "the board has moved" : "";
  };
  const astray = (target) => (within(target) ? "" : `the board is covered by ${named(target)}`);
  const changed = (target) => {
    const [added] = acts(target).find(([, does]) => !round.does.has(does)) ?? [];
    if (!added) return "";
    return added !== round.board && within(added) ? `a cell has a control of its own: ${named(added)}` : `the board has become a part of ${named(added)}`;
  };
  const altered = () => {
    const { name, does } = deed(round.board);
    if (name === round.deed.name && String(does) === String(round.deed.does)) return "";
    return `it has become ${JSON.stringify(name.slice(0, 60))}${does.length ? ` (${does.join(", ")})` : ""}`;
  };
  // Over a cell that was pressed may lie its mark.
  const overlaid = (target, cell) => {
    const owner = first.owners[cell];
    if (!(owner instanceof HTMLElement) || !within(owner) || lineage(target).includes(owner)) return "";
    const [, , ...room] = box(owner), isMark = first.pressed.has(cell) && box(target).slice(2).every((length, way) => length <= room[way] + MOVED_PX);
    return isMark ? "" : `a cell is covered by ${named(target)}`;
  };
  const aim = (point, target) => astray(target) || (round.deed ? altered() : round.outer ? "" : overlaid(target, cellAt(point)) || changed(target));
  const mistyped = (target) => {
    if (!within(target) && !lineage(round.board).includes(target)) return `the focus is on ${named(target)}`;
    const middle = hit(centre(round.box));
    return (middle && !lineage(round.board).includes(middle) && astray(middle)) || changed(target);
  };
  const centre = ([left, top, width, height]) => [left + width / 2, top + height / 2];
  // Whether what was pressed, or is left of it, has moved away from the pointer.
  const dodged = (target) => {
    const [element, at] = round.pressed.find(([each]) => each.getClientRects().length > 0) ?? [target];
    return !lineage(target).includes(element) && centre(box(element)).some((value, way) => Math.abs(value - at[way]) > MOVED_PX);
  };
  const refusal = (event) => {
    const [target] = event.composedPath();
    if (event.type === "keydown") return displaced() || mistyped(target);
    if (/^key|input$/.test(event.type)) return "";
    if (round.deed && event.type !== "pointerdown") return "";
    const isAt = (point) => !!point && Math.abs(event.clientX - point[0]) <= MOVED_PX && Math.abs(event.clientY - point[1]) <= MOVED_PX;
    if (event.type === "pointerup" && isAt(round.points[round.presses - 1]) && dodged(target)) return "the board has moved";
    if (event.type !== "pointerdown") return astray(target);
    const point = round.points[round.presses];
    const why = displaced() || (round.outer && astray(target));
    if (why || !point) return why || "there is a press that nobody made";
    round.pressed = lineage(target).filter((node) => node instanceof Element).map((element) => [element, centre(box(element))]);
    return isAt(point) ? aim(point, target) : "the board has moved";
  };

  const judge = (event) => {
    if (!event.isTrusted || (!round && !(isNew && performance.now() < NEW_MS))) return;
    if (round) round.stopped ||= refusal(event);
    if (!round || round.stopped) event.stopImmediatePropagation();
    else if (/^(pointer|key)down$/.test(event.type)) {
      if (event.type === "pointerdown" && !round.outer && !round.deed) first.pressed.add(cellAt(round.points[round.presses]));
      round.presses += 1;
    }
    // What a board needs stays in its document.
    const [target] = event.composedPath();
    const leaves = (does) => /^(label of )?(link to|submit|summary)\b/.test(does) && !(round.returns && does === `link to ${location.origin}${location.pathname}`);
    const away = round && !round.deed && ((event.type === "click" && words(target).some(leaves)) || (event.type === "dragstart" && !target.closest?.("[draggable=true]")));
    if (away || !round || round.stopped) event.preventDefault();
  };
  const hold = () => {
    const found = all().filter((element) => element.matches(FRAMES) && element !== round.board && !element.inert);
    for (const frame of found) frame.inert = true;
    held.push(...found);
    return found.length > 0;
  };
  const changes = new MutationObserver((records) => {
    if (round && records.some(({ addedNodes }) => [...addedNodes].some((node) => node.matches?.(FRAMES) || node.querySelector?.(FRAMES)))) hold();
  });
  const listen = () => {
    for (const type of TYPES.split(" ")) addEventListener(type, judge, { capture: true, passive: false });
  };
  const drawn = () => new Promise((done) => (requestAnimationFrame(() => requestAnimationFrame(done)), setTimeout(done, NEW_MS)));
  const shield = {
    look: (board, points) => points.map((point) => hit(point)).map((target) => (lineage(target).includes(board) ? "" : named(target))),
    state: () => ({ presses: round?.presses ?? null, stopped: round?.stopped ?? "" }),
    begin: async (board, { middles, points, planned, keys, outer, returns, deed: pressed, frames }) => {
      isNew = false;
      const wasHeld = held.includes(board);
      if (wasHeld) board.inert = false;
      held = held.filter((frame) => frame !== board);
      round = { board, box: box(board), address: address(), points, outer, returns, deed: pressed, does: new Set(), presses: 0, pressed: [], stopped: "" };
      const aims = [...new Map((planned.length ? planned : points).map((point) => [String(point), point])).values()].map((point) => [point, hit(point)]);
      if (!outer && !pressed) {
        if (first?.key !== String(middles)) remember(middles);
        // Other things than cells, such as the keys of a pad, may do what they do when the first round begins.
        const others = [...aims.filter(([point]) => cellAt(point) < 0).map(([, target]) => target), ...(keys ? [focused()] : [])];
        round.does = first.does[keys] ??= new Set([...first.often, ...others.flatMap(words)]);
      }
      round.stopped = aims.map(([point, target]) => aim(point, target)).find(Boolean) ?? (keys && !outer ? mistyped(focused()) : "");
      if (round.stopped) return shield.end();
      clearTimeout(release);
      listen(); // document.open() removes all listeners
      changes.observe(document, { subtree: true, childList: true });
      if ((frames && hold()) || wasHeld) await drawn(); // the browser sends input to another document by what it drew last
      return shield.state();
    },
    end: () => {
      const ended = shield.state();
      round = null;
      changes.disconnect();
      clearTimeout(release);
      release = setTimeout(() => held.splice(0).forEach((frame) => (frame.inert = false)), HELD_MS);
      return ended;
    },
  };
  listen();
  Object.defineProperty(window, SHIELD, { value: shield });
  return shield;
}
