// What a person sees of a document or of one element: every element in document order, open shadow roots included. The
// pseudo-elements of an element follow it as elements of their own.
({ hit, rgba, rgbas, CONTROLS }) => (root) => {
  const MOST = 20_000; // elements
  const SMALLEST = 12, LARGEST = 420, OBLONG = 0.9; // px, of a cell, and the logarithm of its proportions
  const SMALLEST_TEXT = 3; // px, of letters that can be read
  const NAMES = /^(class|id|alt|title|src|href|style|fill|xlink:href|aria-label|aria-describedby|aria-disabled|data-[\w-]+)$/;
  const SHAPES = ["rect", "circle", "ellipse", "path", "polygon", "polyline", "line", "use"];
  const ACTS = `${CONTROLS}, a[href], button, input, select, textarea, [onclick], summary`;
  const elements = [];
  const numbers = new Map();
  const round = (number) => Math.round(number * 10) / 10;
  const boxed = ({ left, top, width, height }) => [left, top, width, height].map(round);
  const sides = ["Top", "Right", "Bottom", "Left"];

  const written = ([red, green, blue, own], opacity) => {
    const alpha = round(own * opacity * 100) / 100;
    return alpha < 0.01 ? "" : alpha < 1 ? `rgba(${red}, ${green}, ${blue}, ${alpha})` : `rgb(${red}, ${green}, ${blue})`;
  };
  const colour = (text, opacity) => written(rgba(text), opacity);
  // The mean of the colours of a gradient, and how opaque it is.
  const mean = (image) => {
    const all = rgbas(image);
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

  const paint = (found, style, opacity) => {
    found.ground = colour(style.backgroundColor, opacity);
    if (style.backgroundImage !== "none") {
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
      const at = seen.findIndex(Boolean), isFlat = found.box[2] * found.box[3] > 0 && found.box.slice(2).every((side, axis) => Math.abs(side - widths[axis ? 0 : 3] - widths[axis ? 2 : 1]) < 1);
      if (isFlat && seen.filter(Boolean).length === 1 && widths[(at + 1) % 4] && widths[(at + 3) % 4]) Object.assign(found, { text: "∨<∧>"[at], ink: inks[at], size: found.box[3] }); // a triangle
      else if (seen.some(Boolean)) Object.assign(found, { borders: seen, inks });
      const dashed = sides.map((side) => /dashed|dotted/.test(style[`border${side}Style`]));
      if (seen.some(Boolean) && dashed.some(Boolean)) found.dashed = dashed;
    }
    const radius = parseFloat(style.borderTopLeftRadius) || 0;
    if (radius) found.radius = style.borderTopLeftRadius.endsWith("%") ? radius / 100 : radius / Math.max(1, found.box[2]);
  };
  const pseudo = (element, which, parent, opacity) => {
    const style = getComputedStyle(element, which);
    if (/^(none|normal)$/.test(style.content) || style.display === "none" || style.visibility === "hidden") return;
    const outer = element.getBoundingClientRect();
    const own = getComputedStyle(element);
    const px = (name) => parseFloat(style[name]) || 0;
    const across = px("borderLeftWidth") + px("borderRightWidth") + px("paddingLeft") + px("paddingRight");
    const along = px("borderTopWidth") + px("borderBottomWidth") + px("paddingTop") + px("paddingBottom");
    const inner = style.boxSizing === "border-box";
    let box = { left: outer.left, top: outer.top, width: outer.width, height: outer.height };
    const { a: scale, b: skew, e: right, f: down } = new DOMMatrix(style.transform);
    if (!scale && !skew) return;
    if (/absolute|fixed/.test(style.position)) {
      const width = px("width") + (inner ? 0 : across), height = px("height") + (inner ? 0 : along);
      box = { left: outer.left + (parseFloat(own.borderLeftWidth) || 0) + px("left") + px("marginLeft") + right, top: outer.top + (parseFloat(own.borderTopWidth) || 0) + px("top") + px("marginTop") + down, width, height };
    } else if (px("width") && px("height")) {
      const width = Math.min(outer.width, px("width") + (inner ? 0 : across)), height = Math.min(outer.height, px("height") + (inner ? 0 : along));
      box = { left: outer.left + (outer.width - width) / 2, top: outer.top + (outer.height - height) / 2, width, height };
    }
    const found = { tag: which, parent, child: 0, box: boxed(box) };
    const words = [...style.content.replace(/url\([^)]*\)/g, "").matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1]).join("").trim();
    if (/url\(/.test(style.content)) found.source = style.content.slice(0, 300);
    say(found, words, style, false, opacity * style.opacity);
    paint(found, style, opacity * style.opacity);
    elements.push(found);
  };
  // A sign of less or greater as it points after quarter turns, or mirrored.
  const turned = (text, { direction, transform }) => {
    const at = text.length === 1 ? "<∧>∨‹^›v".indexOf(text) : -1, { a, b } = new DOMMatrix(transform);
    const quarters = Math.round(Math.atan2(b, a) / (Math.PI / 2)) + (direction === "rtl" && at % 2 === 0 ? 2 : 0);
    return at >= 0 && quarters ? "<∧>∨"[(at + quarters + 4) % 4] : text;
  };
  const say = (found, words, style, svg, opacity) => {
    const size = parseFloat(style.fontSize);
    const ink = colour(svg ? style.fill : style.color, opacity);
    const plain = turned(words.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, "").replace(/\s+/g, " ").slice(0, 60), style);
    const parts = plain.split(style.textOrientation === "upright" && /^\d+$/.test(plain) ? "" : " "); // below each other
    const shown = (style.direction === "rtl" && found.at?.[3] < 1.8 * size && /^[\d ]+$/.test(plain) ? parts.reverse() : parts).join(" "); // in one line, from the left
    if (shown && size >= SMALLEST_TEXT && ink && ink !== found.ground) Object.assign(found, { text: shown, ink, size });
  };
  const shape = (element, found, style, opacity) => {
    const tag = element.localName;
    if (tag === "img" || tag === "image" || tag === "use") found.source = (element.getAttribute("src") ?? element.getAttribute("href") ?? element.getAttribute("xlink:href") ?? "").slice(0, 300);
    if (!SHAPES.includes(tag)) return;
    const [fill, stroke] = [paintOf(element, style.fill), paintOf(element, style.stroke)];
    const [ground, ink] = [[fill, style.fillOpacity], [stroke, style.strokeOpacity]].map(([paint, own]) => written(/gradient/.test(paint) ? mean(paint) : rgba(paint), opacity * own));
    found.drawn = tag;
    if (/gradient/.test(fill)) found.image = fill.slice(0, 300);
    found.ground = tag === "line" ? "" : ground;
    if (ink) Object.assign(found, { ink, stroke: parseFloat(style.strokeWidth) || 1 });
    if (/path|poly/.test(tag)) {
      const inside = element.getBBox();
      found.drawn += `${(element.getAttribute("d") ?? "").replace(/[^a-zA-Z]/g, "").slice(0, 40)} ${round(element.getTotalLength() / Math.hypot(inside.width, inside.height, 0.01))}`;
    }
  };
  // Of what is around the root, only its own look counts.
  const tell = (element, parent, child, outer, isAround = false) => {
    if (elements.length > MOST) throw `has more than ${MOST.toLocaleString("en")} elements, which is too many to look for a board`;
    const box = element.getBoundingClientRect();
    const tag = element.localName;
    const found = { tag, parent, child };
    const number = elements.push(found) - 1;
    numbers.set(element, number);
    if (element === element.getRootNode().activeElement) found.focused = true;
    const style = getComputedStyle(element);
    if (style.display === "none" || /^(head|script|style|template|noscript)$/.test(tag)) return;
    if (tag === "canvas" && style.pointerEvents === "none") return; // It takes no input: what it shows is no board.
    if (tag === "canvas" && element.width && style.objectFit === "fill") found.squeezed = (element.height / element.width) * (box.width / box.height);
    found.isBack = new DOMMatrix(style.transform).m33 < 0 !== Boolean(elements[parent]?.isBack) || undefined;
    const clipped = (box.width <= 1 && box.height <= 1 && style.overflow !== "visible") || (found.isBack && style.backfaceVisibility === "hidden");
    const opacity = outer * style.opacity;
    if (isAround) {
      found.box = boxed(box);
      found.ground = colour(style.backgroundColor, opacity);
      return opacity;
    }
    if (style.position === "fixed" || elements[parent]?.fixed) found.fixed = true;
    const isAway = found.fixed && (box.top >= innerHeight || box.bottom <= 0 || box.left >= innerWidth || box.right <= 0);
    const shown = !clipped && !isAway && (box.width > 0 || box.height > 0) && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (shown) {
      const svg = element.namespaceURI.endsWith("svg");
      found.box = boxed(box);
      const words = [...element.attributes].filter(({ name, value }) => value && NAMES.test(name));
      if (words.length) found.names = words.flatMap(({ name, value }) => (name === "class" ? value.split(/\s+/) : [`${name}=${value}`])).filter(Boolean).map((word) => word.slice(0, 120)).slice(0, 40);
      paint(found, style, opacity);
      if (svg || tag === "img") shape(element, found, style, opacity);
      if (tag === "canvas" && box.width < 100) try { found.source = element.toDataURL().slice(-300); } catch {} // It may hold another site's picture.
      const texts = [...element.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
      if (element.matches("[type=checkbox]:checked")) Object.assign(found, { drawn: "check", ink: colour(style.color, opacity) });
      if (tag === "select") say(found, element.selectedOptions[0]?.text ?? "", style, false, opacity);
      else if (tag === "input" && /^(text|number|tel|button|)$/.test(element.getAttribute("type") ?? "")) say(found, element.value, style, false, opacity);
      else if (texts.length) {
        const range = document.createRange();
        range.setStart(texts[0], 0);
        range.setEnd(texts.at(-1), texts.at(-1).length);
        found.at = boxed(range.getBoundingClientRect());
        say(found, texts.map((node) => node.data).join(" "), style, svg, opacity);
      }
      if (element.matches(":disabled, [aria-disabled=true], [readonly]")) found.disabled = true;
      // A hand over a key may be all that tells it.
      const isHand = style.cursor === "pointer" && element.parentElement && getComputedStyle(element.parentElement).cursor !== "pointer";
      if (isHand || element.matches(ACTS)) found.acts = true;
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
  const place = (element) => [...(element.parentNode?.children ?? [element])].indexOf(element) + 1;
  const around = [];
  for (let outer = start; (outer = outer.parentElement ?? outer.getRootNode().host); ) around.unshift(outer);
  const opacity = around.reduce((opacity, outer) => tell(outer, elements.length - 1, place(outer), opacity, true), 1);
  tell(start, elements.length - 1, place(start), opacity);

  for (const found of elements) {
    const { box = [0, 0, 0, 0], tag } = found, [left, top, width, height] = box;
    const [x, y] = [left + width / 2, top + height / 2];
    if (tag.startsWith("::") || Math.min(width, height) < SMALLEST || Math.max(width, height) > LARGEST || Math.abs(Math.log(width / height)) > OBLONG) continue;
    if (x >= 0 && y >= 0 && x < innerWidth && y < innerHeight) found.hit = numbers.get(hit([x, y])) ?? -1;
  }
  return { v: 1, title: document.title, width: innerWidth, height: innerHeight, looked: elements };
}
