// The lines of text that a document shows, and the blocks that each stands in, from the inside out. The blocks of what is
// noted are old from then on.
({ lines, standing, path }, apartNames, root, { board, note }) => {
  const MOST_LINES = 500, MOST_TEXT = 200;
  const CONTROLS = "a, button, summary, select, option, [role=button], [role=link], [role=tab]";
  const MESSAGES = "dialog, [role=dialog], [role=alertdialog], [role=alert], [aria-modal=true]";
  const APART = "nav, label[for], label:has(input, select), table:has(td):not(:has(button, select)), ul, ol, dl, menu, marquee, select, option, figcaption, blockquote, q, cite, code, "
    + "tab log feed navigation contentinfo banner menu menuitem table list tooltip".split(" ").map((role) => `[role=${role}]`);
  const body = document.body;
  const blocks = [], numbers = new Map();
  const old = (window.givensNoted ??= new WeakSet()); // on the window of this world, which the page does not see
  const holdsBoard = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const [x, y, width, height] = board?.box ?? [];
    return !!board && left - 2 < x && top - 2 < y && right + 2 > x + width && bottom + 2 > y + height;
  };
  const numbered = (element, style, text) => {
    const names = `${element.className?.baseVal ?? element.className ?? ""} ${element.id} ${element.ariaLabel ?? ""}`;
    const holdsToasts = element.matches("ol, ul") && style.position === "fixed";
    const isApart = (element.matches(APART) && !holdsToasts) || apartNames.test(names.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[_-]/g, " ").slice(0, MOST_TEXT));
    const isLarge = element.offsetWidth * element.offsetHeight > 0.5 * innerWidth * innerHeight || holdsBoard(element);
    blocks.push({
      over: /^(absolute|fixed)$/.test(style.position) || (!text && element.matches(MESSAGES)),
      control: !text && element.matches(CONTROLS) && !isLarge, // A button over the whole page is a message.
      field: !text && !!element.querySelector("input:not([type=hidden]), textarea"),
      old: !text && old.has(element),
      apart: isApart && !isLarge,
    });
    return blocks.length - 1;
  };
  const numberOf = (element) => {
    if (!numbers.has(element)) numbers.set(element, numbered(element, getComputedStyle(element), false));
    return numbers.get(element);
  };
  const at = (selector) => {
    try { return document.querySelector(selector); } catch { return null; } // A drawn cell has no element.
  };
  const cells = board ? board.cells.map(at) : [];
  const holder = cells.length && cells.every(Boolean) && path(cells[0]).find((each) => each.contains(cells.at(-1)));
  // What lies over the board may stand in the same element, but is larger than a cell.
  const isOnBoard = ([{ parentElement }]) => {
    if (!holder || !parentElement || !holder.contains(parentElement)) return false;
    const [{ width, height }, cell] = [parentElement, cells[0]].map((each) => each.getBoundingClientRect());
    return width <= 1.2 * cell.width && height <= 1.2 * cell.height;
  };
  const laid = lines(body, true).filter(({ nodes }) => !nodes[0].parentElement?.closest("select")).slice(0, MOST_LINES);
  const nodes = laid.flatMap((line) => line.nodes.filter((node) => node.data.trim()));
  const stands = new Map(nodes.map((node) => [node, standing(node)]));
  const found = [];
  for (const line of laid) {
    const shown = line.nodes.filter((node) => stands.get(node) ?? 1);
    const text = shown.map((node) => node.data).join("").replace(/\s+/g, " ").trim();
    const states = shown.map((node) => stands.get(node)).filter(Boolean);
    if (!text || !states.length) continue;
    const around = path(shown[0].parentElement).filter((each) => each !== body && each !== document.documentElement).map(numberOf);
    const own = shown.length === 1 && shown[0].style ? [numbered(shown[0].parentElement, shown[0].style, true)] : [];
    found.push({ text: text.slice(0, MOST_TEXT), front: Math.min(...states) === 2, board: isOnBoard(shown), around: [...own, ...around] });
  }
  if (note) numbers.forEach((_, element) => old.add(element));
  return { lines: found, blocks };
}
