// The lines of text that a document shows, and the blocks that each stands in, from the inside out.
({ lines, standing, path }, root, { board }) => {
  const MOST_LINES = 500, MOST_TEXT = 200;
  const CONTROLS = "a, button, summary, select, option, [role=button], [role=link], [role=tab]";
  const DIALOGS = "dialog, [role=dialog], [role=alertdialog], [aria-modal=true]";
  const body = document.body;
  const blocks = [], numbers = new Map();
  const numbered = (element, style, text) => {
    const names = `${element.className?.baseVal ?? element.className ?? ""} ${element.id} ${element.ariaLabel ?? ""}`;
    blocks.push({
      over: /^(absolute|fixed)$/.test(style.position) || (!text && element.matches(DIALOGS)),
      control: !text && element.matches(CONTROLS),
      field: !text && !!element.querySelector("input:not([type=hidden]), textarea"),
      large: element.offsetWidth * element.offsetHeight > 0.5 * innerWidth * innerHeight,
      tag: element.localName,
      role: element.getAttribute("role") ?? "",
      names: names.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[_-]/g, " ").slice(0, MOST_TEXT),
    });
    return blocks.length - 1;
  };
  const numberOf = (element) => {
    if (!numbers.has(element)) numbers.set(element, numbered(element, getComputedStyle(element), false));
    return numbers.get(element);
  };
  const isOnBoard = ([{ parentElement }]) => {
    if (!board || !parentElement) return false;
    const { left, top, width, height } = parentElement.getBoundingClientRect();
    const [x, y] = [left + width / 2 - board[0], top + height / 2 - board[1]];
    return x >= 0 && y >= 0 && x < board[2] && y < board[3] && width < board[2] / 2 && height < board[3] / 2;
  };
  const laid = lines(body, true).slice(0, MOST_LINES);
  const nodes = laid.flatMap((line) => line.nodes.filter((node) => node.data.trim()));
  const stands = new Map(standing(nodes).map((state, at) => [nodes[at], state]));
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
  return { lines: found, blocks };
}
