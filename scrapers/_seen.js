// What a person can see of a document's text: `lines` are its lines as they are laid out, if asked with the words that CSS
// adds; `seen` is what of a line can be seen, `shows` whether an element can be, `standing` how a node stands. Seen is what
// has a size, is opaque and not struck out, and is in front where a hit test looks, in every document around it.
(() => {
  const MOST_NODES = 50_000, MOST_RECTS = 6;
  const SMALLEST = 6; // px, the height of a line
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

  const opacity = (element) => path(element).reduce((all, each) => all * getComputedStyle(each).opacity, 1);
  const shown = (element, style = getComputedStyle(element)) =>
    element.checkVisibility({ visibilityProperty: true }) && style.visibility === "visible" && opacity(element) * style.opacity >= FAINT
    && !path(element).some((each) => /line-through/.test(getComputedStyle(each).textDecorationLine));
  // Whether what lies behind an element can be seen.
  const clear = (element) => {
    const { backgroundColor, backgroundImage, backdropFilter } = getComputedStyle(element);
    const paints = !/^(transparent|rgba\(.*, 0\))$/.test(backgroundColor) || backgroundImage !== "none" || backdropFilter !== "none";
    return opacity(element) < 0.05 || !(paints || REPLACED.test(element.localName));
  };
  // Whether a point of an element is in front, in every document around it. What lets the pointer through cannot be hit.
  const inFront = (element, x, y) => {
    if (getComputedStyle(element).pointerEvents !== "none") {
      const stack = element.getRootNode().elementsFromPoint(x, y);
      const at = stack.indexOf(element);
      if (at < 0 || !stack.slice(0, at).every(clear)) return false;
    }
    const view = element.ownerDocument.defaultView;
    if (view === view.top) return true;
    let frame = null;
    try { frame = view.frameElement; } catch {}
    if (!frame || !shown(frame)) return false;
    const { left, top } = frame.getBoundingClientRect();
    return inFront(frame, left + frame.clientLeft + x, top + frame.clientTop + y);
  };
  const within = ({ left, top, right, bottom }) => left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  // Whether a box is where nobody can scroll to, or is cut off.
  const away = (element, box) => box.right + scrollX <= 0 || box.bottom + scrollY <= 0 || path(element).some((each) => {
    const outline = each.getBoundingClientRect();
    return /hidden|clip/.test(getComputedStyle(each).overflow) && each !== document.body && each !== document.documentElement
      && (box.right <= outline.left || box.left >= outline.right || box.bottom <= outline.top || box.top >= outline.bottom);
  });
  // How some boxes of an element stand: 2 in front, or to be scrolled to, 1 behind something else, 0 not to be seen.
  const placed = (element, rects) => {
    const boxes = [...rects].filter((box) => box.width > 0 && box.height > 0).slice(0, MOST_RECTS);
    if (!boxes.length || boxes.some((box) => box.height < SMALLEST || box.width < 2 || away(element, box))) return 0;
    const spots = boxes.filter(within).flatMap((box) => [0.1, 0.5, 0.9].map((part) => [box.left + part * box.width, box.top + box.height / 2]));
    return spots.every(([x, y]) => inFront(element, x, y)) ? 2 : 1;
  };
  const standing = (node) => {
    const element = outer(node);
    if (!element || !shown(element, node.style)) return 0;
    if (node.style) return 2;
    const range = document.createRange();
    range.selectNodeContents(node);
    return placed(element, range.getClientRects());
  };
  const seen = ({ nodes }) => squeezed(nodes.map((node) => (node.data.trim() && standing(node) < 2 ? "" : node.data)).join(""));
  const shows = (element) => {
    const own = lines(element);
    return own.length ? own.some(seen) : shown(element) && !clear(element) && placed(element, element.getClientRects()) === 2;
  };
  return { lines, seen, shows, standing, path };
})()
