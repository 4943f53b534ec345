// What authoring asks of a document: what the cells of a board say, selectors of them, and what changes.
([holder, paths]) => {
  const LONGEST = 300;
  const EVENTS = ["pointerdown", "mousedown", "touchstart", "pointerup", "mouseup", "touchend", "click", "keydown", "keyup"];
  const CLEAR = "rgba(0, 0, 0, 0)";
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
  const selectsOnly = (board, selector, elements) => {
    const found = board.querySelectorAll(selector);
    return found.length === elements.length && [...found].every((element) => elements.includes(element));
  };
  const cellSelectors = (board, elements) => {
    const own = shared(elements);
    const parents = shared([...new Set(elements.map((element) => element.parentElement))]);
    const nested = parents.flatMap((parent) => own.map((selector) => `${parent} > ${selector}`));
    return [...own, ...nested].filter((selector) => selectsOnly(board, selector, elements)).slice(0, 4);
  };

  // Elements by their places in the document, through open shadow roots.
  const at = (place) => place.split(" > ").slice(1).reduce(
    (outer, step) => [...(outer?.shadowRoot?.children ?? []), ...(outer?.children ?? [])].find((inner) => inner.matches(step)), document.documentElement);
  let elements = paths.map(at);
  let outer = elements[0].parentElement;
  while (outer && !elements.every((element) => outer.contains(element))) outer = outer.parentElement;
  // Rows of a table are not parsed without it.
  const whole = (element) => (/^(t(body|head|r))$/.test(element.localName) ? element.closest("table") ?? element : element);
  outer = whole(outer);
  // What stands around the cells belongs to the board, unless something there looks like a cell.
  const around = whole(at(holder) ?? outer);
  if (around.contains(outer) && cellSelectors(around, elements).length) outer = around;
  const selectors = selectorsOf(outer);
  const selectorsOfCells = cellSelectors(outer, elements);
  // The selectors of the board and of its cells, how many elements hold the cells, and whether it stands in a dialog.
  const board = () => [
    selectors, selectorsOfCells, new Set(elements.map((element) => element.parentElement)).size,
    outer.closest("dialog, [role=dialog], [aria-modal=true]") !== null,
  ];
  const pseudo = (element, which) => {
    const style = getComputedStyle(element, which);
    return style.content === "none" || style.content === "normal" ? "" : cut(`${style.content} ${style.backgroundImage}`);
  };
  const facts = (element) => {
    const style = getComputedStyle(element);
    const looks = {
      ground: style.backgroundColor === CLEAR ? "" : style.backgroundColor,
      image: style.backgroundImage === "none" ? "" : cut(style.backgroundImage),
      ink: style.color, before: pseudo(element, "::before"), after: pseudo(element, "::after"),
    };
    return {
      tag: element.localName, classes: [...element.classList], attributes: attributes(element), text: cut(element.textContent.trim()),
      html: tidy(element.innerHTML).slice(0, 4000), looks: Object.fromEntries(Object.entries(looks).filter(([, look]) => look)),
      leaves: element.closest("a[href]:not([href^='#']), form [type=submit]") !== null,
      inside: [...new Set([...element.querySelectorAll("*")].flatMap((inner) => [
        ...[...inner.classList].map((name) => `.${CSS.escape(name)}`),
        ...[...inner.attributes].filter(({ name }) => /^(data-(?!.*(row|col|index))|role$|alt$)/.test(name)).map(({ name, value }) => `[${name}=${JSON.stringify(value)}]`),
        ...(inner.classList.length ? [] : [inner.localName]),
      ]))].slice(0, 60),
    };
  };
  // A page may replace the elements of its cells, or its whole board: find the new ones.
  const renew = () => {
    if (elements.every((element) => element?.isConnected)) return true;
    const root = outer.isConnected ? outer : document.querySelector(selectors[0]);
    const found = root && selectorsOfCells.map((css) => [...root.querySelectorAll(css)]).find((some) => some.length === paths.length);
    const renewed = found || paths.map(at);
    if (!renewed.every(Boolean)) return false;
    [elements, outer] = [renewed, root ?? outer];
    return true;
  };
  const cells = () => { renew(); return elements.map((element) => (element?.isConnected ? facts(element) : null)); };
  const element = (number) => { renew(); return elements[number]; };
  const root = () => { renew(); return outer; };
  // What lies over the middle of a cell instead of the board; nothing if a click there reaches the cell.
  const cover = (number) => {
    const target = element(number);
    target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = target.getBoundingClientRect();
    const top = target.getRootNode().elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (top === null) return "the edge of the window";
    return target.contains(top) || (top.contains(target) && root().contains(top)) ? "" : cut(path(top));
  };

  // What changes from now on, with the event that the page heard last.
  const watch = () => {
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
        const cell = elements.findIndex((cell) => cell.contains(owner));
        changes.push({
          type, attribute: attributeName, event: event.type, after: performance.now() - event.time,
          inside: outer.contains(owner), cell, time: performance.now(), owner,
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
  const take = () => {
    const found = changes.map(({ owner, ...change }) => ({
      ...change, owner: change.cell < 0 ? cut(path(owner)) : "", after: Math.round(change.after),
    }));
    changes = [];
    return found.slice(0, 500);
  };

  // What is visible outside the cells, to be compared later.
  const scan = () => {
    const own = new Set(elements);
    const found = new Map();
    const walk = (element) => {
      if (own.has(element) || ["SCRIPT", "STYLE", "TEMPLATE"].includes(element.tagName)) return;
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
      changed: changed.slice(0, 20),
    };
  };
  // Which selectors still match exactly the cells: a click may take a class away.
  const selecting = (listed) => listed.filter((css) => selectsOnly(outer, css, elements));
  // What selects each of some elements, or one element in it, and nothing beside them; and the number of its cell.
  const near = (places) => places.map((place) => {
    const [found, all] = [at(place), places.map(at)];
    if (!found) return null;
    const parts = [found, ...found.querySelectorAll("*")];
    const selects = (css) => parts.filter((part) => part.matches(css)).length === 1 && [...outer.querySelectorAll(css)].every((one) => all.some((sign) => sign?.contains(one)));
    const classes = parts.flatMap((part) => [...part.classList].map((name) => `.${CSS.escape(name)}`));
    return {
      own: [...new Set([...shared([found]), ...classes])].filter(selects), inside: elements.findIndex((cell) => cell.contains(found)),
      drawn: parts.filter((part) => part.matches("svg, img")).length === 1, text: cut(found.textContent),
    };
  });

  return { board, cells, element, root, cover, watch, keep, isQuiet, take, remember, compare, near, selecting, renew };
}
