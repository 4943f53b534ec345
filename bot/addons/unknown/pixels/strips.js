// What is drawn along strips of a picture: the lines that run from end to end, and all else.
givens.strips = ({ FAR, width, height, away, usual, colour }, strips, scale, [x0, y0]) => {
  const SIDES = 0.7; // from the middle of a strip, as a share of half its width: where its ground is looked at
  const GAPS = 1 / 3; // the share of a line that may be missing
  return strips.map(([left, top, isUpright, ...size]) => {
    const [x, y] = [(left - x0) * scale, (top - y0) * scale], [long, wide] = size.map((side) => side * scale);
    const box = (from, to) => (isUpright ? [x + from, y - long, x + to, y + long] : [x - long, y + from, x + long, y + to]).map(Math.round);
    const ground = usual([box(-wide, -SIDES * wide), box(SIDES * wide, wide)]).colour, sum = [0, 0, 0];
    let lines = 0, ink = 0, all = 0, wasLine = false;
    for (let across = -wide; across <= wide; across++) {
      const fars = [];
      for (let along = -long; along <= long; along++) {
        const [column, row] = (isUpright ? [x + across, y + along] : [x + along, y + across]).map(Math.round);
        if (column < 0 || row < 0 || column >= width || row >= height) continue;
        const at = row * width + column;
        fars.push([away(at, ground), at]);
      }
      if (!fars.length) continue;
      all += fars.reduce((total, [far]) => total + far, 0) / fars.length;
      const [far, at] = fars.sort(([one], [other]) => one - other)[Math.floor(GAPS * fars.length)], isLine = far > FAR;
      if (isLine) {
        lines += !wasLine;
        ink += far;
        colour(at).forEach((part, number) => { sum[number] += far * part; });
      }
      wasLine = isLine;
    }
    return { lines, ink: Math.round(ink), rest: Math.round(Math.abs(all - ink)), colour: sum.map((part) => Math.round(part / Math.max(1, ink))) };
  });
};
