// The signs of acceptance that a document shows. `seen` is what `_seen.js` gives, `of` is data: patterns of lines, selectors.
(seen, of) => {
  const MOST_SIGNS = 50, MOST_LINE = 200, MOST_TITLE = 40;
  const { body } = document;
  const all = of.lines.map((patterns) => patterns.map((pattern) => new RegExp(pattern, "iu")));
  const wanted = (text) => text.length < MOST_LINE && all.some((patterns) => patterns.every((pattern) => pattern.test(text)));
  const isApart = (element, line) => {
    const apartNames = new RegExp(of.apart_names || "(?!)", "i");
    const large = (each) => each.offsetWidth * each.offsetHeight > 0.5 * innerWidth * innerHeight; // it holds the board, too
    for (let each = element; each && each !== body && !large(each); each = each.parentElement ?? each.getRootNode().host) {
      const title = (each.innerText ?? "").trim().split("\n")[0];
      const names = `${each.className?.baseVal ?? each.className ?? ""} ${each.id} ${each.ariaLabel ?? ""} ${title.length < MOST_TITLE && title !== line.text ? title : ""}`;
      if (each.matches(of.apart) || apartNames.test(names.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[_-]/g, " "))) return true;
    }
    return false;
  };
  const apart = (line) => of.apart && line.nodes.some((node) => node.data.trim() && isApart(node.parentElement, line));
  const visible = (css) => [...document.querySelectorAll(css)].filter((element) => element.getClientRects().length > 0 && element.checkVisibility({ visibilityProperty: true }));
  const signs = [];
  if (of.words) {
    const lines = seen.lines(visible(of.words)[0]);
    if (lines.every((line) => seen.seen(line) === line.text)) signs.push(lines.map((line) => line.text).join(" ").slice(0, 500));
  }
  if (of.present) signs.push(...Array(Math.min(9, document.querySelectorAll(of.present).length)).fill(of.present));
  const lines = of.lines.length || of.refusal ? seen.lines(body) : [];
  signs.push(...lines.filter((line) => wanted(line.text) && !apart(line)).map(seen.seen).filter(wanted));
  if (of.shown) signs.push(...visible(of.shown).filter(seen.shows).map((element) => element.innerText?.trim() || element.localName));
  if (of.locked) {
    const [css, empty] = of.locked;
    const isLocked = (cell) => cell.ariaDisabled === "true" && !cell.querySelector(empty);
    const cells = visible(css);
    if (cells.length && cells.every(isLocked)) signs.push("every cell is locked");
  }
  const refusal = of.refusal && lines.find((line) => new RegExp(of.refusal, "iu").test(line.text))?.text;
  return { signs: signs.filter(Boolean).slice(0, MOST_SIGNS), refusal: refusal || "" };
}
