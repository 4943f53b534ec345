// What `givens probe` asks of a page: lattices of cells, what the cells say, and what changes. One object per frame.
() => {
  const SMALLEST = 10, LARGEST = 400, FEWEST = 9, LONGEST = 300;
  const EVENTS = ["pointerdown", "mousedown", "touchstart", "pointerup", "mouseup", "touchend", "click", "keydown", "keyup"];
  const CLEAR = "rgba(0, 0, 0, 0)";
  let boards = [];
  let visibleBefore = new Map();
  let changes = [];
  let event = { type: "", time: 0 };

  const tidy = (text) => String(text ?? "").replace(/<!--.*?-->/gs, "").replace(/\s+/g, " ").trim();
  const cut = (text) => tidy(text).slice(0, LONGEST);
  const isVisible = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };
  const isOne = (selector, root = document) => {
    try { return root.querySelectorAll(selector).length === 1; } catch { return false; }
  };
  const attributes = (element) =>
    Object.fromEntries([...element.attributes].filter(({ name }) => name !== "class").map(({ name, value }) => [name, cut(value)]));

  // Selectors that an element, or all elements of a list, fulfil by what they say of themselves.
  const shared = (elements) => {
    const [first, ...others] = elements;
    const classes = [...first.classList].filter((name) => others.every((other) => other.classList.contains(name)));
    const common = [...first.attributes].filter(({ name }) => name !== "class" && others.every((other) => other.hasAttribute(name)));
    const equal = common.filter(({ name, value }) => name !== "style" && value && value.length < 60 && others.every((other) => other.getAttribute(name) === value));
    return [
      ...equal.filter(({ name }) => name === "id").map(({ value }) => `#${CSS.escape(value)}`),
      ...equal.filter(({ name }) => name !== "id").map(({ name, value }) => `[${CSS.escape(name)}=${JSON.stringify(value)}]`),
      ...classes.map((name) => `.${CSS.escape(name)}`),
      ...common.filter(({ name }) => /^(data-|aria-|role)/.test(name)).map(({ name }) => `[${CSS.escape(name)}]`),
      first.localName,
    ];
  };
  const path = (element) => {
    if (element === document.documentElement || element.parentElement === null) return element.localName;
    const own = shared([element]).find((selector) => isOne(selector));
    if (own !== undefined) return own;
    const same = [...element.parentElement.children].filter((child) => child.localName === element.localName);
    const step = element.localName + (same.length > 1 ? `:nth-of-type(${same.indexOf(element) + 1})` : "");
    return `${path(element.parentElement)} > ${step}`;
  };
  const selectorsOf = (element) => {
    const found = shared([element]).filter((selector) => isOne(selector));
    return found.length ? found.slice(0, 4) : [path(element)];
  };
  const cellSelectors = (board, elements) => {
    const wanted = new Set(elements);
    const selects = (selector) => {
      const found = board.querySelectorAll(selector);
      return found.length === wanted.size && [...found].every((element) => wanted.has(element));
    };
    const own = shared(elements);
    const parents = shared([...new Set(elements.map((element) => element.parentElement))]);
    const nested = parents.flatMap((parent) => own.map((selector) => `${parent} > ${selector}`));
    return [...own, ...nested].filter(selects).slice(0, 4);
  };

  const depth = (element) => { let steps = 0; for (let at = element; at; at = at.parentElement) steps += 1; return steps; };
  const around = (elements) => {
    let found = elements[0].parentElement;
    while (found && !elements.every((element) => found.contains(element))) found = found.parentElement;
    return found;
  };
  const lines = (numbers, tolerance) => {
    const found = [];
    for (const number of [...numbers].sort((one, other) => one - other)) {
      if (!found.length || number - found.at(-1) > tolerance) found.push(number);
    }
    return found;
  };

  // Groups of items that lie next to each other.
  const clusters = (items) => {
    const left = new Set(items), found = [];
    while (left.size) {
      const [start] = left, group = [start];
      left.delete(start);
      for (const item of group) {
        for (const other of left) {
          const reach = 1.7 * Math.max(item.side, other.side);
          if (Math.abs(item.x - other.x) < reach && Math.abs(item.y - other.y) < reach) {
            group.push(other);
            left.delete(other);
          }
        }
      }
      found.push(group);
    }
    return found;
  };
  const lattice = (items) => {
    if (items.length < FEWEST) return null;
    const side = items.map((item) => item.side).sort((one, other) => one - other)[items.length >> 1];
    const xs = lines(items.map((item) => item.x), side / 2), ys = lines(items.map((item) => item.y), side / 2);
    if (xs.length < 3 || ys.length < 3 || items.length < 0.7 * xs.length * ys.length) return null;
    const at = (numbers, number) => numbers.findIndex((line) => Math.abs(line - number) <= side / 2);
    const cells = items.map((item) => ({ ...item, row: at(ys, item.y), col: at(xs, item.x) }));
    if (new Set(cells.map(({ row, col }) => `${row} ${col}`)).size < cells.length) return null;
    cells.sort((one, other) => one.row - other.row || one.col - other.col);
    return { rows: ys.length, cols: xs.length, cells, side };
  };
  // The larger parts of a group that share a class: clues on the rim may be as large as the cells.
  const parts = (items) => {
    const names = new Set(items.flatMap(({ element }) => [...element.classList]));
    return [...names].map((name) => items.filter(({ element }) => element.classList.contains(name)))
      .filter((part) => part.length < items.length && 2 * part.length > items.length);
  };
  const find = () => {
    const groups = new Map();
    for (const element of document.querySelectorAll("body *")) {
      const box = element.getBoundingClientRect();
      const small = Math.min(box.width, box.height), large = Math.max(box.width, box.height);
      if (small < SMALLEST || large > LARGEST || large > 1.34 * small || !isVisible(element)) continue;
      const item = { element, x: box.left + box.width / 2, y: box.top + box.height / 2, side: large };
      const key = `${depth(element)} ${element.localName}`;
      groups.set(key, [...(groups.get(key) ?? []), item]);
    }
    boards = [];
    for (const items of groups.values()) {
      const bySize = [];
      for (const item of items.sort((one, other) => one.side - other.side)) {
        if (bySize.length && item.side <= 1.12 * bySize.at(-1).at(-1).side) bySize.at(-1).push(item);
        else bySize.push([item]);
      }
      for (const cluster of bySize.flatMap(clusters)) {
        for (const part of [cluster, ...parts(cluster)]) {
          const found = lattice(part);
          if (found !== null) boards.push({ ...found, element: around(found.cells.map(({ element }) => element)) });
        }
      }
    }
    boards = boards.map((board) => {
      const selectors = selectorsOf(board.element);
      const own = cellSelectors(board.element, board.cells.map(({ element }) => element));
      return { ...board, selectors, selector: selectors[0], cellSelectors: own };
    });
    return boards.map(({ selectors, cellSelectors, rows, cols, cells, side }) => ({
      selectors, cell_selectors: cellSelectors,
      rows, cols, side: Math.round(side), depth: depth(cells[0].element),
      origin: [Math.round(cells[0].x - side / 2), Math.round(cells[0].y - side / 2)],
      cells: cells.map((cell) => facts(cell)),
    }));
  };

  const pseudo = (element, which) => {
    const style = getComputedStyle(element, which);
    return style.content === "none" || style.content === "normal" ? "" : cut(`${style.content} ${style.backgroundImage}`);
  };
  const facts = ({ element, row, col }) => {
    const style = getComputedStyle(element);
    const looks = {
      ground: style.backgroundColor === CLEAR ? "" : style.backgroundColor,
      image: style.backgroundImage === "none" ? "" : cut(style.backgroundImage),
      ink: style.color, before: pseudo(element, "::before"), after: pseudo(element, "::after"),
    };
    return {
      row, col, classes: [...element.classList], attributes: attributes(element), text: cut(element.textContent.trim()),
      html: tidy(element.innerHTML).slice(0, 4000), looks: Object.fromEntries(Object.entries(looks).filter(([, look]) => look)),
      leaves: element.closest("a[href]:not([href^='#']), form [type=submit]") !== null,
      pointer: style.cursor === "pointer",
    };
  };
  // A page may replace the elements of its cells, or its whole board: find the new ones.
  const renew = (number) => {
    const board = boards[number];
    if (board.cells.every(({ element }) => element.isConnected)) return true;
    const root = board.element.isConnected ? board.element : document.querySelector(board.selector);
    for (const selector of root ? board.cellSelectors : []) {
      const items = [...root.querySelectorAll(selector)].map((element) => {
        const box = element.getBoundingClientRect();
        return { element, x: box.left + box.width / 2, y: box.top + box.height / 2, side: Math.max(box.width, box.height) };
      });
      const found = lattice(items);
      if (found !== null && found.rows === board.rows && found.cols === board.cols) {
        boards[number] = { ...board, ...found, element: root };
        return true;
      }
    }
    return false;
  };
  const cellsOf = (board) => boards[board].cells.map((cell) => (cell.element.isConnected ? facts(cell) : null));
  const element = (board, cell) => {
    renew(board);
    return boards[board].cells[cell].element;
  };
  const root = (board) => {
    renew(board);
    return boards[board].element;
  };
  // What lies over the middle of a cell instead of the board; nothing if a click there reaches the cell.
  const cover = (board, cell) => {
    const target = element(board, cell);
    target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = target.getBoundingClientRect();
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (top === null) return "the edge of the window";
    return target.contains(top) || (top.contains(target) && boards[board].element.contains(top)) ? "" : cut(path(top));
  };

  // What changes from now on, with the event that the page heard last.
  const watch = (board) => {
    changes = [];
    for (const type of EVENTS) {
      window.addEventListener(type, (heard) => {
        event = { type, time: performance.now() };
        if (type === kept) heard.stopImmediatePropagation();
      }, { capture: true });
    }
    const note = (records) => {
      for (const { type, target, attributeName } of records) {
        const owner = target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement;
        if (owner === null) continue;
        const cell = boards[board].cells.findIndex(({ element }) => element.contains(owner));
        changes.push({
          type, attribute: attributeName, event: event.type, after: performance.now() - event.time,
          inside: boards[board].element.contains(owner), cell, time: performance.now(), owner,
        });
      }
    };
    const options = { subtree: true, childList: true, characterData: true, attributes: true };
    new MutationObserver(note).observe(document, options);
  };
  // Keep an event from the page, to see whether it is the one that the page answers to; nothing for none.
  let kept = "";
  const keep = (type) => { kept = type; };
  const isQuiet = (ms) => !changes.some((change) => change.inside && performance.now() - change.time < ms);
  const hasChanged = () => !isQuiet(Infinity);
  const take = () => {
    const found = changes.map(({ owner, ...change }) => ({
      ...change, owner: change.cell < 0 ? cut(path(owner)) : "", after: Math.round(change.after),
    }));
    changes = [];
    return found.slice(0, 500);
  };

  // What is visible outside the cells, to be compared later.
  const scan = () => {
    const cells = new Set(boards.flatMap((board) => board.cells.map((cell) => cell.element)));
    const found = new Map();
    const walk = (element) => {
      if (cells.has(element) || ["SCRIPT", "STYLE", "TEMPLATE"].includes(element.tagName)) return;
      for (const child of element.children) walk(child);
      if (!isVisible(element)) return;
      const text = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data.trim()).join(" ").trim();
      found.set(element, { classes: element.className?.baseVal ?? element.className, attributes: JSON.stringify(attributes(element)), text });
    };
    walk(document.body);
    return found;
  };
  const remember = () => { visibleBefore = scan(); };
  const compare = () => {
    const now = scan();
    const isNew = (element) => element && now.has(element) && !visibleBefore.has(element);
    const describe = (element) => ({ selector: cut(path(element)), text: cut(element.textContent.trim()) });
    const changed = [];
    for (const [element, after] of now) {
      const before = visibleBefore.get(element);
      if (before === undefined) continue;
      const was = {}, is = {};
      for (const name of ["classes", "attributes", "text"]) {
        if (before[name] !== after[name]) [was[name], is[name]] = [cut(before[name]), cut(after[name])];
      }
      if (Object.keys(was).length) changed.push({ selector: cut(path(element)), was, now: is });
    }
    return {
      appeared: [...now.keys()].filter((element) => isNew(element) && !isNew(element.parentElement)).slice(0, 20).map(describe),
      gone: [...visibleBefore.keys()].filter((element) => !now.has(element) && now.has(element.parentElement)).slice(0, 20)
        .map((element) => ({ selector: cut(element.isConnected ? path(element) : shared([element])[0]), text: cut(element.textContent.trim()) })),
      changed: changed.slice(0, 20),
    };
  };
  const isPointer = (element) => element !== null && getComputedStyle(element).cursor === "pointer";
  const BUTTONS = "button, [role=button], [onclick], [data-action], input[type=button], summary";
  // What may have to be pressed: what says so, else every short text.
  const buttons = () => {
    const all = [...document.querySelectorAll("body *")].filter(isVisible);
    const marked = all.filter((element) => element.matches(BUTTONS) || (isPointer(element) && !isPointer(element.parentElement)));
    const texts = all.filter((element) => !element.children.length && /^.{1,40}$/s.test(element.textContent.trim()));
    return (marked.length ? marked : texts).slice(0, 20)
      .map((element) => ({ selector: cut(path(element)), text: cut(element.textContent.trim() || element.value || element.ariaLabel) }));
  };
  const canvases = () =>
    [...document.querySelectorAll("canvas")].filter(isVisible).slice(0, 4).map((element) => ({ selector: cut(path(element)), text: `${element.clientWidth} × ${element.clientHeight}` }));

  return { find, renew, cellsOf, element, root, cover, watch, keep, isQuiet, hasChanged, take, remember, compare, buttons, canvases };
}
