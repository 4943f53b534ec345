// Measure what a board's HTML does not say: for each element, in document order, its tag and, if it is visible,
// its box in px [left, top, width, height] and, where they differ from the plain, the colours of ground and ink, the
// background image, the border widths [top, right, bottom, left] and the pseudo-elements.
(board) => {
  const round = (number) => Math.round(number * 10) / 10;
  const clear = "rgba(0, 0, 0, 0)";
  const looks = (style, inherited) => {
    const found = {};
    if (style.backgroundColor !== clear) found.ground = style.backgroundColor;
    if (style.backgroundImage !== "none") found.image = style.backgroundImage.slice(0, 200);
    if (style.color !== inherited) found.ink = style.color;
    const borders = [style.borderTopWidth, style.borderRightWidth, style.borderBottomWidth, style.borderLeftWidth];
    if (borders.some((width) => width !== "0px")) found.borders = borders.map(parseFloat);
    return found;
  };
  const pseudo = (element, which) => {
    const style = getComputedStyle(element, which);
    if (style.content === "none" || style.content === "normal" || style.display === "none") return {};
    return { [which.slice(2)]: { content: style.content, ...looks(style, null) } };
  };
  const ink = getComputedStyle(board).color;
  const elements = [board, ...board.querySelectorAll("*")].map((element) => {
    const tag = element.localName;
    const box = element.getBoundingClientRect();
    const hidden = box.width * box.height === 0 || !element.checkVisibility({ visibilityProperty: true });
    if (hidden) return { tag };
    const style = getComputedStyle(element);
    return {
      tag,
      box: [box.left, box.top, box.width, box.height].map(round),
      ...looks(style, ink),
      ...pseudo(element, "::before"),
      ...pseudo(element, "::after"),
    };
  });
  return { v: 1, elements };
}
