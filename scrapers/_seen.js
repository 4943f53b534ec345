// What a person can see of a document's text: `lines` are its lines as they are laid out, if asked with the words that CSS
// adds; `seen` is what of a line can be seen, `shows` whether an element can be, `standing` how a node stands. Seen is what
// has a size, differs from what is painted behind it, and can be hit or, where nothing can be hit, is not cut off.
({ lineage, rgba, rgbas }) => {
  const MOST_NODES = 50_000, MOST_RECTS = 6, MOST_GROUNDS = 16;
  const SMALLEST = 2; // px, of a line
  const LEAST = 48; // how much, of 255, a colour must differ from its ground
  const FAINT = 0.1; // how opaque something is at most that hides nothing
  const BLURRED = 4; // px
  const APART = "a, button, summary, select, option, textarea, [role=button], [role=link], [role=tab]";
  const REPLACED = /^(img|canvas|video|iframe|object|embed|svg|image|input|textarea|select|rect|circle|ellipse|path|polygon|use)$/;
  const ANY = [[0, 0, 0, 1], [255, 255, 255, 1]]; // the colours of a picture, of which one differs from any other
  const squeezed = (text) => text.replace(/\s+/g, " ").trim();
  const path = (node) => lineage(node).filter(({ nodeType }) => nodeType === 1);
  const inside = (element) =>
    element.shadowRoot ? element.shadowRoot.childNodes
      : element.localName === "slot" && element.assignedNodes().length ? element.assignedNodes() : element.childNodes;

  const lines = (root, withDrawn = false) => {
    const found = [];
    let nodes = [], left = MOST_NODES;
    const end = () => {
      const text = squeezed(nodes.map((node) => node.data).join(""));
      if (text) found.push({ text, nodes });
      nodes = [];
    };
    const walk = (element) => {
      if (/^(script|style|template|noscript|head|title)$/.test(element.localName) || (left -= 1) < 0) return;
      const { display } = getComputedStyle(element);
      if (display === "none") return;
      const parts = element.localName === "br" || !/^(inline|contents)/.test(display) || element.matches(APART);
      if (parts) end();
      drawn(element, "::before");
      for (const node of inside(element)) {
        if (node.nodeType === 3) nodes.push(node);
        else if (node.nodeType === 1) walk(node);
      }
      drawn(element, "::after");
      if (parts) end();
    };
    const drawn = (element, which) => {
      const style = withDrawn && getComputedStyle(element, which);
      if (!style || /^(none|normal)$/.test(style.content) || style.display === "none") return;
      const quoted = style.content.replace(/attr\(([\w-]+)\)/g, (_, name) => JSON.stringify(element.getAttribute(name) ?? ""));
      const data = (quoted.match(/"(?:[^"\\]|\\.)*"/g) ?? []).map((part) => part.slice(1, -1).replace(/\\(.)/g, "$1")).join("");
      const apart = style.display !== "inline";
      if (apart) end();
      if (data) nodes.push({ data, parentElement: element, style });
      if (apart) end();
    };
    if (root) walk(root);
    end();
    return found;
  };

  const painted = (image) => (/url\(/.test(image) ? ANY : rgbas(image));
  // Of a mask, only the colours of a gradient over the whole element let something through.
  const masks = ({ maskImage, maskSize }) => maskImage !== "none" && (maskSize !== "auto" || /url\(/.test(maskImage) || rgbas(maskImage).every((ink) => ink[3] <= FAINT));
  const known = new Map();
  // What an element is with all around it: how opaque, frames included, whether it is clipped or stays where it is, and the colours
  // of grounds that show in letters only. `layers` are those that it paints itself.
  const facts = (element) => {
    if (!known.has(element)) {
      const style = getComputedStyle(element), [, parent] = path(element), frame = parent ? null : element.ownerDocument.defaultView.frameElement;
      const outer = parent ? facts(parent) : { part: frame ? facts(frame).part : 1, letters: [] };
      const [filtered, blurred] = [/opacity\(([\d.]+)/, /blur\(([\d.]+)/].map((what) => what.exec(style.filter)?.[1]);
      const layers = [[rgba(style.backgroundColor)], painted(style.backgroundImage), REPLACED.test(element.localName) ? ANY : []].filter((colours) => colours.length);
      const part = masks(style) || blurred >= BLURRED ? 0 : outer.part * style.opacity * (filtered ?? 1);
      const clipped = outer.clipped || style.clip !== "auto" || style.clipPath !== "none", fixed = outer.fixed || style.position === "fixed";
      const own = /text/.test(style.backgroundClip) ? { layers: [], letters: [...outer.letters, ...layers.flat()] } : { layers, letters: outer.letters };
      known.set(element, { style, part, clipped, fixed, ...own });
    }
    return known.get(element);
  };
  const over = ([red, green, blue, alpha], ground, part) => [red, green, blue].map((each, at) => each * alpha * part + ground[at] * (1 - alpha * part));
  const { colorScheme } = getComputedStyle(document.documentElement);
  const isDark = /dark/.test(colorScheme) && (!/light/.test(colorScheme) || matchMedia("(prefers-color-scheme: dark)").matches);
  // The colours that elements show together, the first of them in front.
  const grounds = (all) => all.map(facts).reduceRight(
    (under, { layers, part }) => layers.reduce((below, colours) => below.flatMap((ground) => colours.map((ink) => over(ink, ground, part))).slice(0, MOST_GROUNDS), under),
    [isDark ? [18, 18, 18] : [255, 255, 255]],
  );
  // Whether letters of an element have another colour than what is behind them.
  const differs = (element, { backgroundColor, fill, stroke, webkitTextFillColor, webkitTextStrokeWidth, webkitTextStrokeColor, textShadow }, behind) => {
    const { part, letters, layers } = facts(element), under = grounds(behind).map((ground) => (layers.length ? over(rgba(backgroundColor), ground, part) : ground));
    const paints = element.namespaceURI.endsWith("svg") ? [fill, stroke] : [webkitTextFillColor, parseFloat(webkitTextStrokeWidth) ? webkitTextStrokeColor : "transparent"];
    const inks = [...paints.flatMap((paint) => (/url\(/.test(paint) ? ANY : [rgba(paint)])), ...rgbas(textShadow), ...letters];
    return inks.some((ink) => under.some((ground) => over(ink, ground, part).some((each, at) => Math.abs(each - ground[at]) >= LEAST)));
  };
  const shown = (element) => element.checkVisibility({ visibilityProperty: true }) && facts(element).part > FAINT;
  // Whether what lies behind an element can be seen.
  const clear = (element) => facts(element).part <= FAINT || !(facts(element).layers.flat().some((ink) => ink[3] > 0) || facts(element).style.backdropFilter !== "none");
  const page = [document.body, document.documentElement];
  // Whether a box that cannot be hit is cut off.
  const cut = (element, box) => facts(element).clipped || path(element).some((each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect(), apart = box.right <= left || box.left >= right || box.bottom <= top || box.top >= bottom;
    return apart && /hidden|clip/.test(facts(each).style.overflow) && !page.includes(each);
  });
  // Whether a box is where nobody scrolls to.
  const away = (element, box) => box.right + scrollX <= 0 || box.bottom + scrollY <= 0 || box.left >= 2 * innerWidth
    || (facts(element).fixed && (box.top >= innerHeight || box.left >= innerWidth));
  // What is at a point, from the front on, open shadow roots included.
  const stackAt = (x, y, root = document) =>
    root.elementsFromPoint(x, y).filter((each) => each.getRootNode() === root).flatMap((each) => [...(each.shadowRoot ? stackAt(x, y, each.shadowRoot) : []), each]);
  // How some boxes of an element stand: 2 in front, or to be scrolled to, 1 behind something else, 0 not to be seen. `style`
  // is that of its letters, if it has any.
  const placed = (element, rects, style) => {
    const boxes = [...rects].filter((box) => box.width > 0 && box.height > 0).slice(0, MOST_RECTS);
    if (!boxes.length || boxes.some((box) => Math.min(box.width, box.height) < SMALLEST || away(element, box))) return 0;
    const spots = boxes.flatMap((box) => [0.5, 0.1, 0.9].map((part) => [box.left + part * box.width, box.top + box.height / 2]));
    const { top, bottom } = element.getBoundingClientRect(), above = path(element), isAdded = /^"/.test(style?.content); // by CSS
    // What is written above or below its element is hit as what is around that.
    const spilt = (y, front) => (y < top || y > bottom) && above.slice(0, above.indexOf(front)).every((each) => facts(each).style.overflow === "visible");
    const stacks = spots.filter(([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight).map(([x, y]) => [stackAt(x, y), y])
      .map(([stack, y]) => (above.indexOf(stack[0]) > 0 && spilt(y, stack[0]) ? [element, ...stack] : stack));
    const isHit = stacks.length && facts(element).style.pointerEvents !== "none" && !element.closest("[inert]"); // where it is painted
    if (!isHit && boxes.some((box) => cut(element, box))) return 0;
    const [stack = []] = stacks, at = stack.indexOf(element);
    const behind = at < 0 ? [...path(element).filter((each) => !page.includes(each)), ...stack] : stack.slice(at);
    if (style && !differs(element, style, [...behind, ...page])) return 0;
    return !isHit || stacks.every((each) => each.includes(element) && each.slice(0, each.indexOf(element)).every((over) => clear(over) || (isAdded && element.contains(over)))) ? 2 : 1;
  };
  const standing = (node) => {
    const parent = node.parentElement ?? node.getRootNode().host, style = node.style ?? facts(parent).style;
    const element = path(parent).find((each) => facts(each).style.display !== "contents"); // which has no box
    if (!element || !shown(element) || style.visibility !== "visible" || style.opacity <= FAINT) return 0;
    const range = document.createRange();
    if (!node.style) range.selectNodeContents(node);
    return placed(element, (node.style ? element : range).getClientRects(), style);
  };
  const seen = ({ nodes }) => squeezed(nodes.map((node) => (node.data.trim() && standing(node) < 2 ? "" : node.data)).join(""));
  const shows = (element) => {
    const own = lines(element);
    return own.length ? own.some(seen) : shown(element) && !clear(element) && placed(element, element.getClientRects()) === 2;
  };
  return { lines, seen, shows, standing, path };
}
