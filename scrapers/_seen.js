// What a person can see of a document's text: `lines` are its lines as they are laid out, if asked with the words that CSS
// adds; `seen` is what of a line can be seen, `shows` whether an element can be, `standing` how its nodes stand. Seen is what has a
// size and is opaque, is not struck out, and is in front where a hit test looks, in every document around it.
({ painted: parse }) => {
  const MOST_NODES = 50_000, MOST_RECTS = 6;
  const SMALLEST = 6; // px, the height of a line
  const SPOT = 9; // px around a point within which a canvas over it must be blank
  const FAINT = 0.3; // an opacity below which nothing counts as seen
  const APART = "a, button, summary, select, option, textarea, [role=button], [role=link], [role=tab]";
  const REPLACED = /^(img|canvas|video|iframe|object|embed|svg|image|input|textarea|select|rect|circle|ellipse|path|polygon|use)$/;
  const squeezed = (text) => text.replace(/\s+/g, " ").trim();
  const outer = (node) => node.parentElement ?? node.getRootNode().host ?? null;
  const path = (element) => (element ? [element, ...path(outer(element))] : []);
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

  const opacity = (elements) => elements.reduce((all, element) => all * getComputedStyle(element).opacity, 1);
  const paints = (style) => parse(style.backgroundColor)[3] > 0 || style.backgroundImage !== "none";
  const clear = (element) => {
    if (opacity(path(element)) < 0.05) return true;
    const pseudos = ["::before", "::after"].map((which) => getComputedStyle(element, which));
    return !REPLACED.test(element.localName) && !paints(getComputedStyle(element))
      && getComputedStyle(element).backdropFilter === "none" && !pseudos.some((style) => !/^(none|normal)$/.test(style.content) && paints(style));
  };
  // Whether a canvas, such as one for confetti, shows nothing around a point. What WebGL has drawn cannot be looked at.
  const blank = (element, x, y) => {
    if (!(element instanceof HTMLCanvasElement) || paints(getComputedStyle(element))) return false;
    try {
      if (!element.getContext("2d")) return false;
    } catch {} // It is drawn by a worker.
    const { left, top, width, height } = element.getBoundingClientRect();
    const [across, down] = [element.width / width, element.height / height];
    const own = new OffscreenCanvas(SPOT, SPOT).getContext("2d");
    try {
      own.drawImage(element, (x - left) * across - SPOT / 2, (y - top) * down - SPOT / 2, SPOT, SPOT, 0, 0, SPOT, SPOT);
      return own.getImageData(0, 0, SPOT, SPOT).data.every((value, at) => at % 4 < 3 || value < 255 * FAINT);
    } catch {
      return false; // It shows something of another site, or has no pixels.
    }
  };
  const writes = (element, x, y) => [...element.childNodes].some((node) => {
    if (node.nodeType !== 3 || !node.data.trim()) return false;
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].some((box) => x >= box.left && x < box.right && y >= box.top && y < box.bottom);
  });
  const plain = (element) => element.checkVisibility({ visibilityProperty: true });
  const legible = (element) => !path(element).some((each) => /line-through/.test(getComputedStyle(each).textDecorationLine));
  // The stack of elements from one on, at a point where it is in front of all others; null where it is not.
  const stackFrom = (element, x, y) => {
    const stack = element.getRootNode().elementsFromPoint(x, y);
    const at = stack.indexOf(element);
    if (at < 0 || !stack.slice(0, at).every((each) => (clear(each) || blank(each, x, y)) && !(writes(each, x, y) && opacity(path(each)) >= FAINT))) return null;
    return stack.slice(at);
  };
  // Whether a point of a document is in front in every document around it.
  const inFront = (view, x, y) => {
    if (view === view.top) return true;
    let frame = null;
    try { frame = view.frameElement; } catch {}
    if (!frame || !plain(frame) || opacity(path(frame)) < FAINT) return false;
    const box = frame.getBoundingClientRect();
    const [left, top] = [box.left + frame.clientLeft + x, box.top + frame.clientTop + y];
    return touchable(frame, () => stackFrom(frame, left, top)) !== null && inFront(frame.ownerDocument.defaultView, left, top);
  };
  // Let every element be hit for the time of a test, also those that let the pointer through.
  const touchable = (element, action) => {
    const roots = [...new Set([element.ownerDocument, element.getRootNode()])];
    const kept = roots.map((root) => [...root.adoptedStyleSheets]); // a copy: the list itself changes
    roots.forEach((root) => {
      const sheet = new (element.ownerDocument.defaultView.CSSStyleSheet)();
      sheet.replaceSync("*, *::before, *::after { pointer-events: auto !important }");
      root.adoptedStyleSheets.push(sheet);
    });
    try {
      return action();
    } finally {
      roots.forEach((root, at) => (root.adoptedStyleSheets = kept[at]));
    }
  };
  // Show something that can be scrolled to for the time of a test.
  const scrolled = (element, action) => {
    const kept = [];
    for (let view = window, from = element; ; from = view.frameElement, view = view.parent) {
      for (const each of [...path(from), view.document.scrollingElement]) if (each) kept.push([each, each.scrollLeft, each.scrollTop]);
      if (view === view.top || !view.frameElement) break;
    }
    element.scrollIntoView({ behavior: "instant", block: "nearest", inline: "nearest" });
    try {
      return action();
    } finally {
      for (const [each, left, top] of kept) each.scrollTo({ left, top, behavior: "instant" });
    }
  };
  const within = ({ left, top, right, bottom }) => left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  const cut = (element, box) => path(element).some((each) => {
    const outline = each.getBoundingClientRect();
    return /hidden|clip/.test(getComputedStyle(each).overflow) && each !== document.body && each !== document.documentElement
      && (box.right <= outline.left || box.left >= outline.right || box.bottom <= outline.top || box.top >= outline.bottom);
  });
  const boxed = (boxes) => {
    const found = [...boxes()].filter((box) => box.width > 0 && box.height > 0).slice(0, MOST_RECTS);
    return found.length && found.every((box) => box.height >= SMALLEST && box.width >= 2) ? found : null;
  };
  const points = (box) => [0.1, 0.5, 0.9].map((part) => [box.left + part * box.width, box.top + box.height / 2]);
  const tested = (element, boxes, test, scrolls) => {
    const first = boxed(boxes);
    if (!first || !plain(element) || opacity(path(element)) < FAINT) return false;
    const all = () => touchable(element, () => (boxed(boxes) ?? []).every((box) => points(box).every(([x, y]) => test(stackFrom(element, x, y), x, y))));
    if (first.every(within)) return all();
    return scrolls && !first.some((box) => cut(element, box)) && scrolled(element, all);
  };
  const boxesOf = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getClientRects();
  };
  const shown = (element, style = getComputedStyle(element)) =>
    plain(element) && legible(element) && style.visibility === "visible" && opacity(path(element)) * style.opacity >= FAINT;
  const isSeen = (node, scrolls) => {
    const element = outer(node);
    if (!element || !legible(element)) return false;
    if (node.style) return shown(element, node.style);
    const read = (stack, x, y) => stack !== null && inFront(window, x, y);
    return tested(element, () => boxesOf(node), read, scrolls);
  };
  const seen = ({ nodes }, scrolls = true) =>
    squeezed(nodes.map((node) => (node.data.trim() && !isSeen(node, scrolls) ? "" : node.data)).join(""));
  const shows = (element, scrolls = true) => {
    const own = lines(element);
    if (own.length) return own.some((line) => seen(line, scrolls));
    const front = (stack, x, y) => stack !== null && !stack.slice(0, 1).every(clear) && inFront(window, x, y);
    return tested(element, () => element.getClientRects(), front, scrolls);
  };
  // How each of some nodes stands: 2 in front, or to be scrolled to, 1 behind something else, 0 not to be seen. Nothing is scrolled.
  const standing = (nodes) => touchable(document.documentElement, () => nodes.map((node) => {
    const element = outer(node);
    if (!element || !shown(element, node.style)) return 0;
    if (node.style) return 2;
    const boxes = boxed(() => boxesOf(node));
    const away = (box) => box.right + scrollX <= 0 || box.bottom + scrollY <= 0 || cut(element, box);
    if (!boxes || boxes.some(away)) return 0;
    const front = (box) => !within(box) || points(box).every(([x, y]) => stackFrom(element, x, y) !== null && inFront(window, x, y));
    return boxes.every(front) ? 2 : 1;
  }));
  return { lines, seen, shows, standing, path };
}
