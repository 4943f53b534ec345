// The shield of one document: while a round lasts, real input gets through only where the board was read.
//
// Each press is looked at when it comes, by the browser's own hit test: whether the board is where it was, and the press
// lies on it, in the cell that was there, and on nothing that does what hardly a cell did at first. At the first reason to stop,
// all further input of the round is swallowed. So is the input to a document that has just appeared, as it was meant for
// the one before. Input to a frame is not seen in the document around it, so all frames but the board's are inert.
//
// Of a round that is `whole`, the board is one element: a button, or the frame that holds the board of another document.
({ all, hit, lineage, acts }) => {
  const SHIELD = Symbol.for("shield of givens");
  if (window[SHIELD]) return window[SHIELD];
  const TYPES = "pointerdown mousedown pointerup mouseup click dblclick auxclick contextmenu touchstart touchend dragstart keydown keypress keyup beforeinput";
  const FRAMES = "iframe, frame, object, embed";
  const MOVED_PX = 4; // more than a board moves that reacts to a press
  const NEW_MS = 500; // for which a document is new
  const FEW = 1 / 8; // of the cells: what no more of them do is not done by a cell
  const HELD_MS = 1000; // for which frames stay inert after a round, as the next one may follow
  let round = null; // { board, box, address, points, owners, whole, returns, does, presses, pressed, stopped }
  let first = null; // { key, middles, owners, often, does, pressed, planned }: the cells when the board was first played
  let held = [], release = 0, isNew = document.readyState === "loading"; // not if it was there before the shield

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
  const words = (path) => acts(path).map(([, does]) => does);
  const isNear = (one, other) => one.every((value, at) => Math.abs(value - other[at]) <= MOVED_PX);
  const holds = ([left, top, width, height], [x, y]) => left <= x && x <= left + width && top <= y && y <= top + height;
  // In parts of the board, so that a cell stays the same when the board moves or grows.
  const cellAt = ([x, y]) => {
    const [left, top, width, height] = round.box;
    return first.middles.findIndex(([across, down]) => Math.abs(left + across * width - x) <= MOVED_PX && Math.abs(top + down * height - y) <= MOVED_PX);
  };
  const middle = ([left, top, width, height]) => [left + width / 2, top + height / 2];
  const ownerNow = (point) => first.owners.find((one) => one?.isConnected && isNear(middle(box(one)), point)) ?? first.owners[cellAt(point)];
  const ownerAt = (point) => first.planned.get(String(point)) ?? ownerNow(point); // marks may have stretched lines since then
  const remember = (points, pathAt) => {
    const [left, top, width, height] = round.box;
    const found = points.map(pathAt), paths = found.map((path) => path.slice(0, Math.max(0, path.indexOf(round.board))));
    const counted = (each) => each.reduce((counts, one) => counts.set(one, 1 + (counts.get(one) ?? 0)), new Map());
    const counts = counted(paths.flat()), done = counted(found.flatMap((path) => words(path).filter((does, at, each) => each.indexOf(does) === at)));
    const often = [...done.keys()].filter((does) => done.get(does) > FEW * points.length);
    const owners = paths.map((path) => path.findLast((node) => node instanceof HTMLElement && counts.get(node) === 1));
    first = { key: String(points), middles: points.map(([x, y]) => [(x - left) / width, (y - top) / height]), owners, often, does: {}, pressed: [], planned: new Map() };
  };

  // Each returns why the next input must not be made, "" if it may.
  const MOVED = "the board has moved";
  const gone = () => (!round.board.isConnected ? "the board has been removed" : address() !== round.address ? "the address has changed" : "");
  const displaced = () => gone() || (isNear(box(round.board), round.box) ? "" : MOVED);
  const astray = (path) => (path.includes(round.board) ? "" : `the board is covered by ${named(path[0])}`);
  const changed = (path) => {
    const [added] = acts(path).find(([, does]) => !round.does.includes(does)) ?? [];
    if (!added) return "";
    return added !== round.board && within(added) ? `a cell has a control of its own: ${named(added)}` : `the board has become a part of ${named(added)}`;
  };
  // Over a cell that was pressed may lie its mark, which is not larger.
  const overlaid = (path, owner) => {
    if (!owner || path.includes(owner) || !within(owner)) return "";
    const [, , ...room] = box(owner);
    const isMark = first.pressed.includes(owner) && box(path[0]).slice(2).every((length, way) => length <= room[way] + MOVED_PX);
    return isMark ? "" : `a cell is covered by ${named(path[0])}`;
  };
  const aim = (owner, path) => astray(path) || (round.whole ? "" : overlaid(path, owner) || changed(path));
  const mistyped = (path) => {
    const around = lineage(round.board);
    if (!path.includes(round.board) && !around.includes(path[0])) return `the focus is on ${named(path[0])}`;
    const inside = lineage(hit(middle(round.box)));
    return (inside[0] && !around.includes(inside[0]) && astray(inside)) || changed(path);
  };
  const refusal = (event) => {
    const path = lineage(event.composedPath()[0]);
    if (event.type === "keydown") return displaced() || mistyped(path);
    if (/^key|input$/.test(event.type)) return "";
    const at = [event.clientX, event.clientY], [element] = round.pressed;
    if (event.type !== "pointerdown") {
      const dodged = element?.isConnected && !round.pressed.some((node) => path.includes(node)) && isNear(at, round.points[round.presses - 1]) && !holds(box(element), at);
      return dodged ? MOVED : astray(path) && astray(lineage(round.board).includes(path[0]) ? lineage(hit(at)) : path); // what is around the board may capture the pointer
    }
    const point = round.points[round.presses], owner = round.owners[round.presses];
    round.pressed = [path[0], path[0]?.closest?.("label")?.control]; // a label may go once its control is chosen
    if (!point) return "there is a press that nobody made";
    // Asking where the board is takes long, and what is still under the pointer has not moved.
    return (path.includes(round.whole ? round.board : owner) ? gone() : displaced()) || (isNear(at, point) ? aim(owner, path) : MOVED);
  };

  const judge = (event) => {
    if (!event.isTrusted || (!round && !(isNew && performance.now() < NEW_MS))) return;
    if (round) round.stopped ||= refusal(event);
    if (!round || round.stopped) event.stopImmediatePropagation();
    else if (/^(pointer|key)down$/.test(event.type)) {
      if (!round.whole && event.type === "pointerdown") first.pressed.push(round.owners[round.presses]);
      round.presses += 1;
    }
    // What a board needs stays in its document.
    const [target] = event.composedPath();
    const leaves = (does) => /^(label of )?(link to|submit|summary)\b/.test(does) && !(round.returns && does === `link to ${location.origin}${location.pathname}`);
    const away = round && !round.whole && ((event.type === "click" && words(lineage(target)).some(leaves)) || (event.type === "dragstart" && !target.closest?.("[draggable=true]")));
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
  const frame = () => new Promise((done) => new IntersectionObserver((_, seen) => (seen.disconnect(), done())).observe(document.documentElement));
  const drawn = () => Promise.race([frame().then(frame), new Promise((done) => setTimeout(done, NEW_MS))]);
  const shield = {
    look: (board, points) => points.map((point) => hit(point)).map((target) => (lineage(target).includes(board) ? "" : named(target))),
    begin: async (board, { middles, points, planned, keys, whole, returns, frames }) => {
      isNew = false;
      const wasHeld = held.includes(board);
      if (wasHeld) board.inert = false;
      held = held.filter((frame) => frame !== board);
      round = { board, box: box(board), address: address(), points, owners: [], whole, returns, presses: 0, pressed: [], stopped: "" };
      const paths = {}, pathAt = (point) => (paths[point] ??= lineage(hit(point))); // each hit test takes long
      const aims = [...new Map((planned.length ? planned : points).map((point) => [String(point), point])).values()].map((point) => [point, pathAt(point)]);
      if (!whole) {
        if (first?.key !== String(middles)) remember(middles, pathAt);
        if (planned.length) first.planned = new Map(planned.map((point) => [String(point), ownerNow(point)]));
        round.owners = points.map(ownerAt);
        // Other things than cells, such as the keys of a pad, may do what they do when the first round begins.
        const others = [...aims.filter(([point]) => cellAt(point) < 0).map(([, path]) => path), ...(keys ? [lineage(focused())] : [])];
        round.does = first.does[keys] ??= [...first.often, ...others.flatMap(words)];
      }
      round.stopped = aims.map(([point, path]) => aim(whole || ownerAt(point), path)).find(Boolean) ?? (keys && !whole ? mistyped(lineage(focused())) : "");
      if (round.stopped) return shield.end();
      clearTimeout(release);
      listen(); // document.open() removes all listeners
      changes.observe(document, { subtree: true, childList: true });
      if ((frames && hold()) || wasHeld) await drawn(); // the browser sends input to another document by what it drew last
      return { presses: 0, stopped: "" };
    },
    end: () => {
      const ended = { presses: round?.presses ?? null, stopped: round?.stopped ?? "" };
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
