// What authoring asks of a document: what the cells of a board say, and selectors of them.
([holder, paths]) => {
  const LONGEST = 300;
  const CLEAR = "rgba(0, 0, 0, 0)";

  const tidy = (text) => String(text ?? "").replace(/<!--.*?-->/gs, "").replace(/\s+/g, " ").trim();
  const cut = (text) => tidy(text).slice(0, LONGEST);
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
    if (elements.every((element) => element?.isConnected)) return;
    const root = outer.isConnected ? outer : document.querySelector(selectors[0]);
    const found = root && selectorsOfCells.map((css) => [...root.querySelectorAll(css)]).find((some) => some.length === paths.length);
    const renewed = found || paths.map(at);
    if (renewed.every(Boolean)) [elements, outer] = [renewed, root ?? outer];
  };
  const cells = () => { renew(); return elements.map((element) => (element?.isConnected ? facts(element) : null)); };
  const middle = (number) => {
    renew();
    elements[number].scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const { left, top, width, height } = elements[number].getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const root = () => { renew(); return outer; };
  // Which selectors still match exactly the cells: a click may take a class away.
  const selecting = (listed) => listed.filter((css) => selectsOnly(outer, css, elements));

  return { board, cells, middle, root, selecting };
}
