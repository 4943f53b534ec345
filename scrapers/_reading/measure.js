// Measure what a board's HTML does not say: for each element, in document order, its tag and, if it is visible,
// its box in px [left, top, width, height] and, where it has them, the colour and the image of its ground, and the border
// widths [top, right, bottom, left] of its `::after`.
(board) => {
  const round = (number) => Math.round(number * 10) / 10;
  const elements = [board, ...board.querySelectorAll("*")].map((element) => {
    const tag = element.localName;
    const box = element.getBoundingClientRect();
    if (box.width * box.height === 0 || !element.checkVisibility({ visibilityProperty: true })) return { tag };
    const { backgroundColor: ground, backgroundImage: image } = getComputedStyle(element);
    const after = getComputedStyle(element, "::after");
    const widths = [after.borderTopWidth, after.borderRightWidth, after.borderBottomWidth, after.borderLeftWidth];
    const hasAfter = !/^(none|normal)$/.test(after.content) && after.display !== "none";
    return {
      tag,
      box: [box.left, box.top, box.width, box.height].map(round),
      ...(ground !== "rgba(0, 0, 0, 0)" && { ground }),
      ...(image !== "none" && { image: image.slice(0, 200) }),
      ...(hasAfter && { after: { borders: widths.map(parseFloat) } }),
    };
  });
  return { v: 1, elements };
}
