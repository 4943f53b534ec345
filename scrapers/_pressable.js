// What can be pressed in a document, and what is in front of it: `points` are where the pointer should reach a board.
({ lineage, all, hit, visible, tidy, CONTROLS }, deed) => (_, { wanted, points }) => {
  const MOST = 200;
  const PRESSABLE = `${CONTROLS}, button, a[href], area, summary, label, [onclick], input[type=button], input[type=submit], input[type=reset], input[type=image]`;
  const OVER = "dialog, [popover], [role=dialog], [role=alertdialog], [aria-modal=true]";
  const parent = (node) => node.parentNode ?? node.host ?? null;
  const elements = all();
  const contains = (outer, inner) => lineage(inner).includes(outer);
  const isPointer = (element) => element instanceof Element && getComputedStyle(element).cursor === "pointer";
  const path = (element) => {
    const steps = [];
    for (let node = element; node !== document.documentElement; node = node instanceof Element ? parent(node) : node.host)
      if (node instanceof Element) steps.unshift(`*:nth-child(${1 + [...parent(node).children].indexOf(node)})`);
    return [":root", ...steps].join(" > ");
  };
  // What lies over a point: the outermost dialog, or what is placed over the page.
  const over = (point) => {
    const around = lineage(hit(point)).filter((node) => node instanceof Element && node !== document.documentElement && node !== document.body);
    return around.findLast((node) => node.matches(OVER) || getComputedStyle(node).position === "fixed")
      ?? (points.length ? around.findLast((node) => getComputedStyle(node).position === "absolute") ?? around[0] : undefined) ?? null;
  };
  const middle = [innerWidth / 2, innerHeight / 2];
  const cover = (points.length ? points : [middle]).map(over).find(Boolean) ?? null;
  const heading = (root) => {
    const named = elements.filter((element) => contains(root, element) && element.matches("h1, h2, h3, h4, h5, h6, [role=heading], legend")).find(visible);
    return tidy(root.getAttribute("aria-label") || (named ?? root).innerText || root.textContent);
  };
  const pressable = elements.filter((element) => element.matches(PRESSABLE) || (isPointer(element) && !isPointer(parent(element)))).filter(visible);
  const said = (element) => tidy(deed(element).name).toLowerCase();
  const innermost = (found) => found.filter((one) => !found.some((other) => other !== one && contains(one, other)));
  const matches = () => {
    const word = tidy(wanted).toLowerCase();
    const buttons = innermost(pressable.filter((element) => said(element) === word));
    if (buttons.length) return buttons;
    const inButton = (element) => lineage(element).some((node) => pressable.includes(node) && said(node) !== word); // which says more
    const texts = innermost(elements.filter((element) => tidy(element.textContent).toLowerCase() === word && visible(element))).filter((element) => !inButton(element));
    if (texts.length) return texts;
    try {
      return elements.filter((element) => element.matches(wanted) && visible(element));
    } catch {
      return []; // It is no selector.
    }
  };
  const tell = (element) => ({ path: path(element), deed: deed(element), front: cover !== null && contains(cover, element) });
  return {
    cover: cover && { words: heading(cover).slice(0, 200), frame: /^(iframe|frame|object|embed)$/.test(cover.localName) },
    shown: pressable.slice(0, MOST).map(tell),
    matches: wanted ? matches().slice(0, MOST).map(tell) : [],
  };
}
