// Functions for scripts that inspect a document: they enter open shadow roots, and go from a slotted node to its slot.
(() => {
  const above = (node) => node.assignedSlot ?? node.parentNode ?? node.host ?? null;
  const lineage = (node) => (node ? [node, ...lineage(above(node))] : []);
  const all = (root = document, found = []) => {
    for (const element of root.children) {
      found.push(element);
      if (element.shadowRoot) all(element.shadowRoot, found);
      all(element, found);
    }
    return found;
  };
  const hit = ([x, y], root = document) => {
    const found = root.elementFromPoint(x, y);
    return found?.shadowRoot && found.shadowRoot !== root ? (hit([x, y], found.shadowRoot) ?? found) : found;
  };
  const isDisabled = (element) => lineage(element).some((node) => node instanceof Element && node.matches(":disabled, [aria-disabled=true], [inert]"));
  // Whether the middle of an element can be hit; if it is out of view or below something fixed, it is scrolled to where it can.
  const reach = (element) => {
    const middle = () => {
      const { left, top, width, height } = element.getClientRects()[0] ?? element.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    };
    const found = () => hit(middle());
    const isFree = () => lineage(found()).includes(element) || lineage(element).includes(found());
    if (isFree()) return true;
    if (!found()) element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const before = scrollY;
    const isBar = (node) => /fixed|sticky/.test(getComputedStyle(node).position) && node.getBoundingClientRect().height < innerHeight * 0.9;
    const isBehindBar = lineage(found()).some((node) => node instanceof Element && isBar(node));
    for (const part of isBehindBar ? [4, 6, 2, 5, 3, 7, 1] : []) {
      if (isFree()) return true;
      scrollBy({ top: middle()[1] - (innerHeight * part) / 8, behavior: "instant" });
    }
    if (!isFree()) scrollTo({ top: before, behavior: "instant" });
    return isFree();
  };
  const visible = (element) => element.getClientRects().length > 0 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  // The red, green, blue and alpha of any colour: the browser knows all of them, and a canvas is in sRGB.
  const colours = new Map();
  let pen = null;
  const painted = (text) => {
    pen ??= new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    if (!colours.has(text)) {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = "transparent";
      pen.fillStyle = text;
      pen.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data;
      colours.set(text, [red, green, blue, alpha / 255]);
    }
    return colours.get(text);
  };
  // The elements that a role makes a control, which are pressed for something of their own.
  const CONTROLS = "button checkbox combobox link menuitem menuitemcheckbox menuitemradio option radio searchbox slider spinbutton switch tab textbox treeitem"
    .split(" ").map((role) => `[role~=${role} i]`).join(", ");
  const tidy = (text) => String(text ?? "").replace(/\s+/g, " ").trim();
  return { above, lineage, all, hit, visible, painted, tidy, isDisabled, reach, CONTROLS };
})()
