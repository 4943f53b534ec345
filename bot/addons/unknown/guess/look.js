// What a person sees of a document or of one element: every element in document order, open shadow roots included. The
// pseudo-elements of an element follow it as elements of their own. What nobody can see says nothing.
({ hit, CONTROLS }) => (root) => {
  const MOST = 20_000; // elements
  const SMALLEST = 12, LARGEST = 280, OBLONG = 0.9; // px, of a cell, and the logarithm of its proportions
  const FAINT = 0.1; // an opacity below which nothing is seen
  const NEAR_PX = 3; // between two points that are hit alike
  const SMALLEST_TEXT = 3; // px, of letters that can be read
  const NAMES = /^(class|alt|title|src|href|style|fill|xlink:href|aria-label|aria-disabled|data-[\w-]+)$/;
  const SHAPES = ["rect", "circle", "ellipse", "path", "polygon", "polyline", "line", "use"];
  const ACTS = `${CONTROLS}, a[href], button, input, select, textarea, [onclick], summary`;
  const elements = [];
  const numbers = new Map();
  const pseudos = new Map(); // the numbers of those of each element
  const round = (number) => Math.round(number * 10) / 10;
  const boxed = ({ left, top, width, height }) => [left, top, width, height].map(round);
  const sides = ["Top", "Right", "Bottom", "Left"];

  // The browser knows all forms of a colour, and a canvas is in sRGB.
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
  const parse = (text) => {
    const plain = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(text);
    return plain ? [...plain.slice(1, 4).map(Number), Number(plain[4] ?? 1)] : painted(text);
  };
  const written = ([red, green, blue, own], opacity) => {
    const alpha = round(own * opacity * 100) / 100;
    return alpha < 0.01 ? "" : alpha < 1 ? `rgba(${red}, ${green}, ${blue}, ${alpha})` : `rgb(${red}, ${green}, ${blue})`;
  };
  const colour = (text, opacity) => written(parse(text), opacity);
  // The mean of the colours of a gradient, and how opaque it is.
  const mean = (image) => {
    const all = (image.match(/(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^()]*\)/g) ?? []).map(parse);
    const alpha = all.reduce((sum, each) => sum + each[3], 0);
    if (!alpha || /url\(/.test(image)) return [0, 0, 0, 0];
    return [...[0, 1, 2].map((at) => Math.round(all.reduce((sum, each) => sum + each[at] * each[3], 0) / alpha)), alpha / all.length];
  };
  // What fills or strokes a shape: a colour, or the stops of a gradient.
  const paintOf = (element, paint) => {
    const name = /^url\("?#([^")]+)/.exec(paint)?.[1];
    const stops = name ? [...(element.getRootNode().getElementById?.(name)?.children ?? [])].filter((stop) => stop.localName === "stop") : [];
    return stops.length ? `linear-gradient(${stops.map((stop) => getComputedStyle(stop).stopColor)})` : paint;
  };

  const clipsToText = (style) => style.backgroundClip.includes("text");
  const paint = (found, style, opacity) => {
    // What a mask or a path cuts out of a ground is a shape of its own; colours that are turned are others.
    const cut = [style.maskImage, style.clipPath].filter((each) => each && each !== "none").join(" ");
    if (cut) found.drawn = `path ${cut.slice(0, 300)}`;
    if (/hue-rotate|invert|grayscale|sepia/.test(style.filter) || style.mixBlendMode !== "normal") found.image = `${style.filter} ${style.mixBlendMode}`;
    if (!clipsToText(style)) found.ground = colour(style.backgroundColor, opacity);
    if (style.backgroundImage !== "none" && !clipsToText(style)) {
      const gradient = mean(style.backgroundImage);
      found.image = style.backgroundImage.slice(0, 300);
      if (!found.ground || gradient[3] > 0.99) found.ground = written(gradient, opacity);
    }
    // Shadows inside that are not blurred are lines on sides.
    const shadows = style.boxShadow === "none" ? [] : style.boxShadow.split(/,(?![^(]*\))/);
    const lines = shadows.map((shadow) => /^(.*\)) (-?[\d.]+)px (-?[\d.]+)px 0px 0px inset$/.exec(shadow.trim()));
    if (!lines.every(Boolean)) found.shadow = style.boxShadow.slice(0, 200);
    const along = lines.every(Boolean) ? lines.map(([, , right, down]) => [Math.max(down, 0), Math.max(-right, 0), Math.max(-down, 0), Math.max(right, 0)]) : [];
    const widths = sides.map((side, at) => Math.max(parseFloat(style[`border${side}Width`]) || 0, ...along.map((sizes) => sizes[at])));
    if (widths.some(Boolean)) {
      const inks = sides.map((side) => colour(along.length ? lines[0][1] : style[`border${side}Color`], opacity));
      const seen = widths.map((width, at) => (inks[at] ? width : 0));
      if (seen.some(Boolean)) Object.assign(found, { borders: seen, inks });
      if (seen.some(Boolean) && sides.some((side) => /dashed|dotted/.test(style[`border${side}Style`]))) found.dashed = true;
    }
    const radius = parseFloat(style.borderTopLeftRadius) || 0;
    if (radius) found.radius = style.borderTopLeftRadius.endsWith("%") ? radius / 100 : radius / Math.max(1, found.box[2]);
  };
  const inked = (style, svg) => (svg ? style.fill : style.webkitTextFillColor || style.color);
  const pseudo = (element, which, parent, opacity) => {
    const style = getComputedStyle(element, which);
    if (/^(none|normal)$/.test(style.content) || style.display === "none" || style.visibility === "hidden" || opacity * style.opacity < FAINT) return;
    const outer = element.getBoundingClientRect();
    const own = getComputedStyle(element);
    const px = (name) => parseFloat(style[name]) || 0;
    const across = px("borderLeftWidth") + px("borderRightWidth") + px("paddingLeft") + px("paddingRight");
    const along = px("borderTopWidth") + px("borderBottomWidth") + px("paddingTop") + px("paddingBottom");
    const inner = style.boxSizing === "border-box";
    let box = { left: outer.left, top: outer.top, width: outer.width, height: outer.height };
    const matrix = style.transform.startsWith("matrix(") ? style.transform.slice(7, -1).split(",").map(Number) : [1, 0, 0, 1, 0, 0];
    if (!matrix[0] && !matrix[1]) return;
    if (/absolute|fixed/.test(style.position)) {
      const width = px("width") + (inner ? 0 : across), height = px("height") + (inner ? 0 : along);
      box = { left: outer.left + (parseFloat(own.borderLeftWidth) || 0) + px("left") + px("marginLeft") + matrix[4], top: outer.top + (parseFloat(own.borderTopWidth) || 0) + px("top") + px("marginTop") + matrix[5], width, height };
    } else if (px("width") && px("height")) {
      const width = Math.min(outer.width, px("width") + (inner ? 0 : across)), height = Math.min(outer.height, px("height") + (inner ? 0 : along));
      box = { left: outer.left + (outer.width - width) / 2, top: outer.top + (outer.height - height) / 2, width, height };
    }
    const found = { tag: which, parent, child: 0, box: boxed(box) };
    const text = style.content.replace(/attr\(([\w-]+)\)/g, (_, name) => JSON.stringify(element.getAttribute(name) ?? "")).replace(/url\([^)]*\)/g, "");
    const words = [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1]).join("").trim();
    if (/url\(/.test(style.content)) found.source = style.content.slice(0, 300);
    say(found, words, style, false, opacity * style.opacity);
    paint(found, style, opacity * style.opacity);
    pseudos.set(parent, [...(pseudos.get(parent) ?? []), elements.push(found) - 1]);
  };
  const say = (found, words, style, svg, opacity) => {
    const size = parseFloat(style.fontSize);
    const ink = colour(inked(style, svg), opacity) || (clipsToText(style) && written(mean(style.backgroundImage), opacity));
    const plain = words.trim().replace(/\s+/g, " ").slice(0, 60);
    if (plain && size >= SMALLEST_TEXT && ink) Object.assign(found, { text: plain, ink, size, weight: Number(style.fontWeight) });
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
  const shape = (element, found, style, opacity) => {
    const tag = element.localName;
    if (tag === "img" || tag === "image" || tag === "use") found.source = (element.getAttribute("src") ?? element.getAttribute("href") ?? element.getAttribute("xlink:href") ?? "").slice(0, 300);
    if (!SHAPES.includes(tag) || element.closest("defs, clipPath, mask, symbol")) return;
    const [fill, stroke] = [paintOf(element, style.fill), paintOf(element, style.stroke)];
    const [ground, ink] = [[fill, style.fillOpacity], [stroke, style.strokeOpacity]].map(([paint, own]) => written(/gradient/.test(paint) ? mean(paint) : parse(paint), opacity * own));
    found.drawn = tag;
    if (/gradient/.test(fill)) found.image = fill.slice(0, 300);
    found.ground = tag === "line" ? "" : ground;
    if (ink) Object.assign(found, { ink, stroke: parseFloat(style.strokeWidth) || 1 });
    if (/path|poly/.test(tag)) {
      const inside = element.getBBox();
      found.drawn += `${(element.getAttribute("d") ?? "").replace(/[^a-zA-Z]/g, "").slice(0, 40)} ${round(element.getTotalLength() / Math.hypot(inside.width, inside.height, 0.01))}`;
      if (tag === "path" && found.ink && /^[\sMmHhVvLl\d.,-]*$/.test(element.getAttribute("d") ?? "")) found.strokes = strokes(element);
    }
  };
  // Whether an element can be seen, apart from what is in front of it, if the opacity of all around it is known.
  const shows = (element, box, style, opacity) =>
    (box.width > 0 || box.height > 0) && opacity >= FAINT && box.right + scrollX > 0 && box.bottom + scrollY > 0 && element.checkVisibility({ visibilityProperty: true })
      && !/opacity\(0(%|\.0*)?\)/.test(style.filter) && !/inset\((?:50|100)%|circle\(0|polygon\(0px 0px, 0px 0px/.test(style.clipPath);
  // Of what is around the root, only its own look counts.
  const tell = (element, parent, child, outer, isAround = false) => {
    if (elements.length > MOST) throw `has more than ${MOST.toLocaleString("en")} elements, which is too many to look for a board`;
    const box = element.getBoundingClientRect();
    const tag = element.localName;
    const found = { tag, parent, child };
    const number = elements.push(found) - 1;
    numbers.set(element, number);
    const style = getComputedStyle(element);
    if (style.display === "none" || /^(head|script|style|template|noscript)$/.test(tag)) return;
    const clipped = box.width <= 1 && box.height <= 1 && style.overflow !== "visible";
    const opacity = outer * style.opacity;
    if (isAround) {
      found.box = boxed(box);
      found.ground = clipsToText(style) ? "" : colour(style.backgroundColor, opacity);
      return opacity;
    }
    const shown = !clipped && shows(element, box, style, opacity);
    if (shown) {
      const svg = element.namespaceURI.endsWith("svg");
      found.box = boxed(box);
      const words = [...element.attributes].filter(({ name, value }) => value && NAMES.test(name));
      if (words.length) found.names = words.flatMap(({ name, value }) => (name === "class" ? value.split(/\s+/) : [`${name}=${value}`])).filter(Boolean).map((word) => word.slice(0, 120)).slice(0, 40);
      paint(found, style, opacity);
      if (svg || tag === "img") shape(element, found, style, opacity);
      const texts = [...element.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
      if (tag === "input" && /^(text|number|tel|)$/.test(element.getAttribute("type") ?? "")) say(found, element.value, style, false, opacity);
      else if (texts.length) {
        const range = document.createRange();
        range.setStart(texts[0], 0);
        range.setEnd(texts.at(-1), texts.at(-1).length);
        found.at = boxed(range.getBoundingClientRect());
        say(found, texts.map((node) => node.data).join(" "), style, svg, opacity);
      }
      if (element.matches(":disabled, [aria-disabled=true], [readonly]")) found.disabled = true;
      if (element.matches(ACTS)) found.acts = true;
      if (tag === "iframe" && !element.contentDocument) found.opaque = true;
      pseudo(element, "::before", number, opacity);
    }
    let at = 0;
    for (const inner of element.shadowRoot?.children ?? []) tell(inner, number, ++at, opacity);
    at = 0;
    for (const inner of element.children) if (!clipped) tell(inner, number, ++at, opacity);
    if (shown) pseudo(element, "::after", number, opacity);
  };
  const start = root.documentElement ?? root;
  const around = [];
  for (let outer = start; (outer = outer.parentElement ?? outer.getRootNode().host); ) around.unshift(outer);
  const opacity = around.reduce((opacity, outer) => tell(outer, elements.length - 1, 1, opacity, true), 1);
  tell(start, elements.length - 1, 1, opacity);

  const hits = new Map();
  const hitAt = (point) => {
    const place = point.map(Math.round).join(" ");
    if (!hits.has(place)) hits.set(place, numbers.get(hit(point)) ?? -1);
    return hits.get(place);
  };
  // A hit test takes long on a large page: what is hit nearly there counts if it is in the element.
  const hitOf = (number, point) => {
    const { hit: near = -1, box } = elements[elements[number].parent] ?? {};
    const isNear = box && middle(box).every((at, axis) => Math.abs(at - point[axis]) < NEAR_PX);
    return isNear && isIn(near, number) ? near : hitAt(point);
  };
  const inView = ([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  const middle = ([left, top, width, height]) => [left + width / 2, top + height / 2];
  const isIn = (number, outer) => number >= 0 && (number === outer || isIn(elements[number].parent, outer));
  const hides = (number, [left, top, width, height]) => {
    const { box, tag, ground, radius = 0 } = elements[number] ?? {};
    if (!box || /^(html|body)$/.test(tag) || !/^rgb\(/.test(ground) || radius > 0.3) return false;
    return box[0] <= left + 1 && box[1] <= top + 1 && box[0] + box[2] >= left + width - 1 && box[1] + box[3] >= top + height - 1;
  };
  // Whether what stands in a box is cut off or lies under something else. What lets the pointer through cannot be hit.
  const isHidden = (element, number, box) => {
    const point = middle(box);
    if (!inView(point)) return false;
    const first = hitOf(number, point), { pointerEvents, clipPath } = getComputedStyle(element);
    if (isIn(first, number) || (pointerEvents === "none" && isIn(number, first))) return false;
    const stack = element.getRootNode().elementsFromPoint(...point);
    const at = stack.indexOf(element), hiding = (other) => hides(numbers.get(other), box);
    if (at < 0 && pointerEvents === "none") return stack.some((other) => element.compareDocumentPosition(other) === Node.DOCUMENT_POSITION_FOLLOWING && hiding(other));
    if (at < 0) return clipPath === "none" && !element.namespaceURI.endsWith("svg") && !element.closest("[inert]");
    return stack.slice(0, at).some(hiding);
  };
  for (const [, number] of numbers) {
    const box = elements[number].box;
    if (!box || Math.min(box[2], box[3]) < SMALLEST || Math.max(box[2], box[3]) > LARGEST || Math.abs(Math.log(box[2] / box[3])) > OBLONG) continue;
    if (inView(middle(box))) elements[number].hit = hitOf(number, middle(box));
  }
  const SAYING = ["text", "ground", "image", "source", "shadow", "borders", "drawn", "strokes"];
  const silence = (found) => SAYING.forEach((what) => delete found[what]);
  const own = (number) => [number, ...(pseudos.get(number) ?? [])].map((at) => elements[at]);
  for (const [element, number] of numbers) {
    const found = elements[number], all = own(number);
    if (!found.box || Math.min(found.box[2], found.box[3]) > LARGEST || !all.some((each) => SAYING.some((what) => each[what]))) continue;
    if (isHidden(element, number, found.box)) all.forEach(silence);
    else if (found.text && found.at && isHidden(element, number, found.at)) delete found.text;
  }
  return { v: 1, width: innerWidth, height: innerHeight, looked: elements };
}
