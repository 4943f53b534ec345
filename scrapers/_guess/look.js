// What a person sees of a document or of one element: every element in document order, open shadow roots included. The
// pseudo-elements of an element follow it as elements of their own.
(root) => {
  const MOST = 20_000; // elements
  const SMALLEST = 12, LARGEST = 280; // px, of a cell
  const CLEAR = /^(transparent|none|rgba\(.*, 0\))$/;
  const NAMES = /^(class|alt|title|src|href|style|fill|xlink:href|aria-label|aria-disabled|data-[\w-]+)$/;
  const SHAPES = new Set(["rect", "circle", "ellipse", "path", "polygon", "polyline", "line", "use"]);
  const ACTS = "a[href], button, input, select, textarea, [role=button], [role=link], [onclick], summary";
  const elements = [];
  const numbers = new Map();
  const round = (number) => Math.round(number * 10) / 10;
  const boxed = ({ left, top, width, height }) => [left, top, width, height].map(round);
  const sides = ["Top", "Right", "Bottom", "Left"];
  const paint = (found, style) => {
    if (!CLEAR.test(style.backgroundColor)) found.ground = style.backgroundColor;
    if (style.backgroundImage !== "none") found.image = style.backgroundImage.slice(0, 300);
    if (style.boxShadow !== "none") found.shadow = style.boxShadow.slice(0, 200);
    const widths = [style.borderTopWidth, style.borderRightWidth, style.borderBottomWidth, style.borderLeftWidth].map((width) => parseFloat(width) || 0);
    if (widths.some(Boolean)) {
      const inks = sides.map((side) => style[`border${side}Color`]);
      const seen = widths.map((width, at) => (CLEAR.test(inks[at]) ? 0 : width));
      if (seen.some(Boolean)) Object.assign(found, { borders: seen, inks });
      if (seen.some(Boolean) && sides.some((side) => /dashed|dotted/.test(style[`border${side}Style`]))) found.dashed = true;
    }
    const radius = parseFloat(style.borderTopLeftRadius) || 0;
    if (radius) found.radius = style.borderTopLeftRadius.endsWith("%") ? radius / 100 : radius / Math.max(1, found.box[2]);
  };
  const pseudo = (element, which, parent) => {
    const style = getComputedStyle(element, which);
    if (/^(none|normal)$/.test(style.content) || style.display === "none" || style.visibility === "hidden" || style.opacity === "0") return;
    const outer = element.getBoundingClientRect();
    const own = getComputedStyle(element);
    const px = (name) => parseFloat(style[name]) || 0;
    const across = px("borderLeftWidth") + px("borderRightWidth") + px("paddingLeft") + px("paddingRight");
    const along = px("borderTopWidth") + px("borderBottomWidth") + px("paddingTop") + px("paddingBottom");
    const inner = style.boxSizing === "border-box";
    let box = { left: outer.left, top: outer.top, width: outer.width, height: outer.height };
    if (/absolute|fixed/.test(style.position)) {
      const width = px("width") + (inner ? 0 : across), height = px("height") + (inner ? 0 : along);
      const moved = style.transform.startsWith("matrix(") ? style.transform.slice(7, -1).split(",").slice(4).map(Number) : [0, 0];
      box = { left: outer.left + (parseFloat(own.borderLeftWidth) || 0) + px("left") + px("marginLeft") + moved[0], top: outer.top + (parseFloat(own.borderTopWidth) || 0) + px("top") + px("marginTop") + moved[1], width, height };
    } else if (px("width") && px("height")) {
      const width = Math.min(outer.width, px("width") + (inner ? 0 : across)), height = Math.min(outer.height, px("height") + (inner ? 0 : along));
      box = { left: outer.left + (outer.width - width) / 2, top: outer.top + (outer.height - height) / 2, width, height };
    }
    const found = { tag: which, parent, child: 0, box: boxed(box) };
    const text = style.content.replace(/attr\(([\w-]+)\)/g, (_, name) => JSON.stringify(element.getAttribute(name) ?? "")).replace(/url\([^)]*\)/g, "");
    const words = [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1]).join("").trim();
    if (/url\(/.test(style.content)) found.source = style.content.slice(0, 300);
    if (words) Object.assign(found, { text: words.slice(0, 60), ink: style.color, size: px("fontSize") });
    paint(found, style);
    elements.push(found);
  };
  // The level and upright strokes of a path, as boxes without a thickness.
  const strokes = (element) => {
    const matrix = element.getScreenCTM();
    const found = [];
    let x = 0, y = 0;
    for (const [, letter, rest] of (element.getAttribute("d") ?? "").matchAll(/([MmHhVvLl])([^A-Za-z]*)/g)) {
      const numbers = (rest.match(/-?[\d.]+/g) ?? []).map(Number);
      const [across, down, adds] = [!/v/i.test(letter), !/h/i.test(letter), /[a-z]/.test(letter)];
      for (let at = 0; at + across + down <= numbers.length; at += across + down) {
        const from = [x, y];
        if (across) x = numbers[at] + (adds ? x : 0);
        if (down) y = numbers[at + across] + (adds ? y : 0);
        if ((/m/i.test(letter) && !at) || (from[0] !== x && from[1] !== y)) continue;
        const [one, other] = [from, [x, y]].map(([right, below]) => new DOMPoint(right, below).matrixTransform(matrix));
        found.push([Math.min(one.x, other.x), Math.min(one.y, other.y), Math.abs(one.x - other.x), Math.abs(one.y - other.y)].map(round));
      }
    }
    return found.slice(0, 1000);
  };
  const shape = (element, found, style) => {
    const tag = element.localName;
    if (tag === "img" || tag === "image" || tag === "use") found.source = (element.getAttribute("src") ?? element.getAttribute("href") ?? element.getAttribute("xlink:href") ?? "").slice(0, 300);
    if (!SHAPES.has(tag) || element.closest("defs, clipPath, mask, symbol")) return;
    found.drawn = tag;
    if (tag !== "line" && !CLEAR.test(style.fill) && style.fillOpacity !== "0") found.ground = style.fill;
    if (!CLEAR.test(style.stroke) && style.strokeOpacity !== "0") Object.assign(found, { ink: style.stroke, stroke: parseFloat(style.strokeWidth) || 1 });
    if (/path|poly/.test(tag)) {
      const inside = element.getBBox();
      found.drawn += `${(element.getAttribute("d") ?? "").replace(/[^a-zA-Z]/g, "").slice(0, 40)} ${round(element.getTotalLength() / Math.hypot(inside.width, inside.height, 0.01))}`;
      if (tag === "path" && found.ink && /^[\sMmHhVvLl\d.,-]*$/.test(element.getAttribute("d") ?? "")) found.strokes = strokes(element);
    }
  };
  const tell = (element, parent, child) => {
    if (elements.length > MOST) throw new Error(`the page has more than ${MOST} elements`);
    const box = element.getBoundingClientRect();
    const tag = element.localName;
    const found = { tag, parent, child };
    const number = elements.push(found) - 1;
    numbers.set(element, number);
    const style = getComputedStyle(element);
    if (style.display === "none" || /^(head|script|style|template|noscript)$/.test(tag)) return;
    const clipped = box.width <= 1 && box.height <= 1 && style.overflow !== "visible";
    const shown = (box.width > 0 || box.height > 0) && style.visibility === "visible" && style.opacity !== "0" && !clipped;
    if (shown) {
      found.box = boxed(box);
      const words = [...element.attributes].filter(({ name, value }) => value && NAMES.test(name));
      if (words.length) found.names = words.flatMap(({ name, value }) => (name === "class" ? value.split(/\s+/) : [`${name}=${value}`])).filter(Boolean).map((word) => word.slice(0, 120)).slice(0, 40);
      paint(found, style);
      if (element.namespaceURI.endsWith("svg")) shape(element, found, style);
      else if (tag === "img") shape(element, found, style);
      const texts = [...element.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
      if (tag === "input" && /^(text|number|tel|)$/.test(element.getAttribute("type") ?? "")) Object.assign(found, { text: element.value.slice(0, 60), ink: style.color, size: parseFloat(style.fontSize) });
      else if (texts.length) {
        const range = document.createRange();
        range.setStart(texts[0], 0);
        range.setEnd(texts.at(-1), texts.at(-1).length);
        Object.assign(found, { text: texts.map((node) => node.data).join(" ").trim().replace(/\s+/g, " ").slice(0, 60), at: boxed(range.getBoundingClientRect()), ink: tag === "text" || tag === "tspan" ? style.fill : style.color, size: parseFloat(style.fontSize), weight: Number(style.fontWeight) });
      }
      if (element.matches(":disabled, [aria-disabled=true], [readonly]")) found.disabled = true;
      if (element.matches(ACTS)) found.acts = true;
      if (tag === "iframe" && !element.contentDocument) found.opaque = true;
      pseudo(element, "::before", number);
    }
    let at = 0;
    for (const inner of element.shadowRoot?.children ?? []) tell(inner, number, ++at);
    at = 0;
    for (const inner of element.children) if (!clipped) tell(inner, number, ++at);
    if (shown) pseudo(element, "::after", number);
  };
  const start = root.documentElement ?? root;
  tell(start, -1, 1);
  const hit = (x, y, within = document) => {
    const found = within.elementFromPoint(x, y);
    return found?.shadowRoot && found.shadowRoot !== within ? (hit(x, y, found.shadowRoot) ?? found) : found;
  };
  for (const [element, number] of numbers) {
    const box = elements[number].box;
    if (!box || Math.min(box[2], box[3]) < SMALLEST || Math.max(box[2], box[3]) > LARGEST || Math.abs(Math.log(box[2] / box[3])) > 0.3) continue;
    const [x, y] = [box[0] + box[2] / 2, box[1] + box[3] / 2];
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
    elements[number].hit = numbers.get(hit(x, y)) ?? -1;
  }
  return { v: 1, width: innerWidth, height: innerHeight, looked: elements };
}
