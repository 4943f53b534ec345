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
  const tidy = (text) => String(text ?? "").replace(/\s+/g, " ").trim();
  return { above, lineage, all, hit, visible, painted, tidy };
})()
