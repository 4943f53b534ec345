// What can be pressed in a document, and what is in front of it: `points` are where the pointer should reach a board.
({ lineage, all, hit, visible, tidy, target, CONTROLS }) => (_, { wanted, points, loose }) => {
  const MOST = 2000; // a board may have hundreds of cells that can be pressed, before its buttons
  const PRESSABLE = `${CONTROLS}, button, a[href], area, summary, label, [onclick], input[type=button], input[type=submit], input[type=reset], input[type=image]`;
  const OVER = "dialog, [popover], [role=dialog], [role=alertdialog], [aria-modal=true]";
  const elements = all();
  // Clipped by a part that has no height, as in a closed list.
  const isCollapsed = (element) => {
    for (const node of lineage(element)) {
      if (!(node instanceof Element) || node === document.body) return false;
      const { overflowY, position } = getComputedStyle(node);
      if (overflowY !== "visible" && node.getClientRects().length && node.getBoundingClientRect().height < 1) return true;
      if (/^(absolute|fixed)$/.test(position)) return false;
    }
    return false;
  };
  const isShown = (element) => visible(element) && !isCollapsed(element);
  const contains = (outer, inner) => lineage(inner).includes(outer);
  const parent = (node) => node.parentNode ?? node.host ?? null;
  const isPointer = (element) => element instanceof Element && getComputedStyle(element).cursor === "pointer";
  const path = (element) => {
    const steps = [];
    for (let node = element; node !== document.documentElement; node = parent(node))
      if (node instanceof Element) steps.unshift(`*:nth-child(${1 + [...parent(node).children].indexOf(node)})`);
    return [":root", ...steps].join(" > ");
  };
  // What lies over a point: the outermost dialog, or what is placed over the page.
  const over = (point) => {
    const around = lineage(hit(point)).filter((node) => node instanceof Element && node !== document.documentElement && node !== document.body);
    const placed = (position) => around.findLast((node) => getComputedStyle(node).position === position);
    return around.findLast((node) => node.matches(OVER)) ?? placed("fixed") ?? (points.length ? placed("absolute") : null) ?? null;
  };
  const cover = (points.length ? points : [[innerWidth / 2, innerHeight / 2]]).map(over).find(Boolean) ?? null;
  const words = () => {
    const heading = all(cover).find((element) => element.matches("h1, h2, h3, h4, h5, h6, [role=heading], legend") && visible(element));
    return tidy(cover.getAttribute("aria-label") || (heading ?? cover).innerText || cover.textContent).slice(0, 200);
  };
  const pressable = elements.filter((element) => element.matches(PRESSABLE) || (isPointer(element) && !isPointer(parent(element)))).filter(isShown);
  const said = (element) => tidy(target(element).name).toLowerCase();
  const innermost = (found) => found.filter((one) => !found.some((other) => other !== one && contains(one, other)));
  const plain = (text) => (text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []).join(" "); // without symbols
  const lines = (element, text = element.innerText ?? "") => (plain(text) === plain(said(element)) ? text.split(/[\n\t]/).map(plain).filter(Boolean) : []);
  // For a person who leaves out symbols, or all lines but the first, else but one: the first may name a picture.
  const loosely = () => {
    const word = plain(wanted), named = (names) => innermost(pressable.filter((element) => names(element).includes(word)));
    if (!word || /^[#.:*]|[[\]>=]/.test(wanted)) return []; // a selector
    const first = named((element) => [plain(said(element)), lines(element)[0]]);
    return first.length ? first : named(lines);
  };
  const matches = () => {
    const word = tidy(wanted).toLowerCase(), buttons = innermost(pressable.filter((element) => said(element) === word));
    const ready = buttons.filter(({ type, form }) => type !== "submit" || !form?.matches(":invalid")); // It lacks a value to send.
    if (buttons.length) return ready.length ? ready : buttons;
    const saysMore = (node) => said(node) !== word && (node.matches(PRESSABLE) || !lines(node).includes(plain(word)));
    const inButton = (element) => lineage(element).some((node) => pressable.includes(node) && saysMore(node));
    const texts = innermost(elements.filter((element) => tidy(element.textContent).toLowerCase() === word && isShown(element))).filter((element) => !inButton(element));
    if (texts.length) return texts;
    try { return elements.filter((element) => element.matches(wanted) && isShown(element)); } catch { return []; } // no selector
  };
  const tell = (element) => ({ ...target(element), path: path(element), front: cover !== null && contains(cover, element) });
  return {
    cover: cover && [words(), /^(iframe|frame|object|embed)$/.test(cover.localName)],
    shown: pressable.slice(0, MOST).map(tell),
    matches: wanted ? (loose ? loosely() : matches()).slice(0, MOST).map(tell) : [],
  };
}
