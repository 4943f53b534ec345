// The cells of a lattice, and what is drawn in them, on their borders, and beside them, as elements.
givens.board = (picture, lattice, scale, [x0, y0], squeezed) => {
  const { FAR, width, height, away, usual, parts, inLines, inOrder, joined, glyph, take } = picture;
  const { columns, rows, pitch } = lattice;
  const INSIDE = 0.08, DEEP = 0.15; // from the lines, in cells: where a cell begins, and what is more than a rest of a line
  const CORNER = [0.08, 0.18]; // between which its ground is looked at, at its corners: discs leave these free
  const MIDDLE = 0.25, WITHIN = [0.2, 0.25, 0.3, 0.35]; // from the lines, in cells: what thick lines do not reach, and where a ring may leave room for a number
  const EVEN = 0.45; // the share of a cell's corners that has its ground
  const FAINT = 7, LEAST_LINE = 0.2; // how far the palest part of a line is from the ground, and its least width, in px of the darkest colour
  const GLOW = 0.5; // how far from the ground a glow may be, as a share of what glows
  const LEAST = Math.max(3, 0.002 * pitch * pitch); // pixels of the smallest drawing
  const ALONG = Array.from({ length: 16 }, (_, step) => 0.1 + 0.03 * step + (step > 7 ? 0.34 : 0)); // where lines are looked at, beside signs
  const RIM = 1.3; // as in looks.py
  const FIGURE = 0.72; // the height of figures as a share of their font size
  const SMALL = 7 * scale; // the height of the smallest figures beside a large board, in px
  const CLOSE = [0.97, 1.06]; // of their height, the most from middle to middle of figures of one number, and the least of two
  const doubts = lattice.doubt ? [lattice.doubt] : [], name = (row, column) => `R${row + 1}C${column + 1}`;
  const boxed = ([left, top, right, bottom]) => [left / scale + x0, top / scale / squeezed + y0, (right - left) / scale, (bottom - top) / scale / squeezed].map((number) => Math.round(10 * number) / 10);
  const size = ([left, top, right, bottom]) => [right - left, bottom - top];
  const cells = [];
  for (let row = 0; row + 1 < rows.length; row++)
    for (let column = 0; column + 1 < columns.length; column++)
      cells.push({
        row,
        column,
        box: [columns[column].end, rows[row].end, columns[column + 1].start, rows[row + 1].start],
        outer: [columns[column], rows[row], columns[column + 1], rows[row + 1]].map(({ start, end }) => (start + end) / 2),
        drawn: [],
        after: [null, null], // its borders to the right and below
      });
  const at = (row, column) => cells[row * (columns.length - 1) + column];
  const inset = ([left, top, right, bottom], by) => [Math.round(left + by * pitch), Math.round(top + by * pitch), Math.round(right - by * pitch), Math.round(bottom - by * pitch)];
  const corners = (box) => {
    const [[x0, y0, x3, y3], [x1, y1, x2, y2]] = CORNER.map((by) => inset(box, by));
    return [[x0, y0, x1, y1], [x2, y0, x3, y1], [x0, y2, x1, y3], [x2, y2, x3, y3]];
  };
  for (const cell of cells) {
    // Thick lines, or a frame, may reach into the corners of a cell; but discs leave them free.
    const { colour, share } = usual(corners(cell.box)), core = share < 1 ? usual([inset(cell.box, DEEP)]) : null;
    const isCore = core?.share >= EVEN && (core.share === 1 || share < EVEN || corners(cell.box).some((corner) => String(usual([corner]).colour) === String(core.colour)));
    cell.ground = isCore ? core.colour : colour;
    if (share < EVEN && !isCore) doubts.push(`the ground of ${name(cell.row, cell.column)} is not of one colour`);
  }

  // Figures side by side are one text; a doubt is added where those at a place that is named may be one number or two.
  const figures = (some, where = "") => {
    const chars = inOrder(some);
    const texts = [], high = Math.max(...chars.map(({ box }) => size(box)[1]));
    for (const part of chars) {
      const last = texts.at(-1)?.at(-1), apart = last ? (part.box[0] + part.box[2] - last.box[0] - last.box[2]) / 2 / high : Infinity;
      if (apart > CLOSE[0] && apart < CLOSE[1] && where) doubts.push(`two figures ${where} may be one number or two`);
      if (apart < (CLOSE[0] + CLOSE[1]) / 2) texts.at(-1).push(part);
      else texts.push([part]);
    }
    return texts;
  };
  const isNumber = (some, ground) => {
    const high = Math.max(...some.map(({ box }) => size(box)[1]));
    return some.every((part) => /^\d+$/.test(givens.cluster(glyph(part, ground)).text) && size(part.box)[1] > 0.8 * high);
  };
  // The text of figures, in a corner also of a sign behind them, or the number of the cluster of what they are together.
  const read = (some, ground, where, signs = "") => {
    const whole = glyph(joined(some), ground), seen = some.map((part) => givens.cluster(glyph(part, ground)));
    const last = signs && some.length > 1 && !/\d/.test(seen.at(-1).text) ? givens.letter(glyph(some.at(-1), ground), signs, size(whole.box)[1]) : "";
    const sign = last.length === 1 && signs.includes(last) ? last : "", digits = sign ? some.slice(0, -1) : some;
    const one = some.length === 1 ? seen[0] : givens.cluster(whole);
    const { text, number, doubt } = isNumber(digits, ground) ? { ...one, text: digits.map((_, at) => seen[at].text).join("") + sign, doubt: "" } : one;
    if (doubt) doubts.push(`what is drawn ${where} may be ${doubt}`);
    return { text, number, ink: one.ink, box: boxed(whole.box) };
  };

  // Lines on borders: how much ink they have, in widths of the darkest line; and signs on their middles.
  const borders = [];
  let darkest = 1;
  for (const cell of cells)
    for (const upright of [true, false]) {
      const other = upright ? at(cell.row, cell.column + 1) : at(cell.row + 1, cell.column);
      if (!other || (upright && cell.column + 2 >= columns.length)) continue;
      const line = upright ? columns[cell.column + 1] : rows[cell.row + 1];
      const start = upright ? cell.box[1] : cell.box[0], length = upright ? cell.box[3] - cell.box[1] : cell.box[2] - cell.box[0];
      const [from, to] = [Math.round(line.start - 0.12 * pitch), Math.round(line.end + 0.12 * pitch)], inks = [];
      for (const part of ALONG) {
        let ink = 0;
        for (let step = from; step < to; step++) {
          const along = Math.round(start + part * length), pixel = upright ? along * width + step : step * width + along;
          const far = Math.min(away(pixel, cell.ground), away(pixel, other.ground));
          if (far > FAINT) ink += far;
          darkest = Math.max(darkest, far);
        }
        inks.push(ink);
      }
      const centre = upright ? [(line.start + line.end) / 2, start + length / 2] : [start + length / 2, (line.start + line.end) / 2];
      const border = { row: cell.row, column: cell.column, upright, ink: inks.sort((one, two) => one - two)[11], line, centre, grounds: [cell.ground, other.ground] };
      borders.push((cell.after[upright ? 0 : 1] = border));
    }
  // A line that most of its borders do not show is none: the edges of figures may lie at equal distances, too.
  const lines = Map.groupBy(borders, ({ row, column, upright }) => (upright ? `after column ${column + 1}` : `below row ${row + 1}`));
  for (const [where, own] of lattice.isDotted ? [] : lines)
    if (2 * own.filter(({ ink, grounds: [one, other] }) => ink > 0 || String(one) !== String(other)).length < own.length) doubts.push(`there may be no line ${where}`);
  for (const border of borders) {
    const { upright, line, centre, grounds } = border, reach = 0.26 * pitch;
    const window = [centre[0] - reach, centre[1] - reach, centre[0] + reach, centre[1] + reach].map(Math.round);
    const isOut = ({ box }) => box.some((side, number) => (number < 2 ? side <= window[number] : side >= window[number]));
    const bars = upright ? [line.start, window[1], line.end + 1, window[3]] : [window[0], line.start, window[2], line.end + 1];
    const halves = upright ? [[...window.slice(0, 2), bars[0], window[3]], [bars[2], ...window.slice(1)]] : [[...window.slice(0, 3), bars[1]], [window[0], bars[3], ...window.slice(2)]];
    const found = halves.map((half) => parts(half, grounds).filter((part) => part.pixels.length >= LEAST && !isOut(part)));
    if (!found.every((half) => half.length)) continue;
    const whole = joined(parts(window, grounds).filter((part) => !isOut(part)).concat(found.flat()));
    const seen = givens.cluster(glyph(whole, grounds[0]));
    take(whole);
    border.sign = { text: seen.text, number: seen.number, box: boxed(whole.box), ink: seen.ink };
  }

  // The frame of a cell that is selected, or a rest of it: it reaches to corners of its box, and not into the cell's middle.
  const isFrame = ({ box, pixels }, cell) => {
    const within = ([left, top, right, bottom]) => pixels.some((pixel) => pixel % width >= left && pixel % width < right && pixel >= Math.ceil(top) * width && pixel < Math.ceil(bottom) * width);
    const [left, top, right, bottom] = box, near = 0.1 * pitch;
    const ends = [left, right - near].flatMap((x) => [top, bottom - near].map((y) => [x, y, x + near, y + near]));
    return Math.max(...size(box)) > 0.5 * pitch && !within(inset(cell.box, MIDDLE)) && ends.filter(within).length > 2;
  };
  // A line between two opposite corners of a cell that parts it.
  const isSlash = ({ box, pixels }, cell) => {
    const [left, top, right, bottom] = cell.box;
    const off = pixels.map((pixel) => [(pixel % width - left) / (right - left), (pixel / width - top) / (bottom - top)]);
    return Math.min(...size(box)) > 0.7 * pitch && [([x, y]) => x - y, ([x, y]) => x + y - 1].some((far) => off.every((at) => Math.abs(far(at)) < 0.1));
  };
  // What of some things in a box stands out from its ground by a share of the most.
  const clear = (some, area, ground, share) => (some.length ? parts(area, [ground], share * Math.max(...joined(some).pixels.map((pixel) => away(pixel, ground)))) : []).filter((part) => part.pixels.length >= LEAST);
  // What glows by more than some px, without its glow; anything else as it is.
  const bare = (some, ground, by) => {
    const { box } = joined(some), found = clear(some, box, ground, GLOW);
    return found.length && joined(found).box.every((side, number) => Math.abs(side - box[number]) > by) ? found : some;
  };
  // The colour in the middle of a cell, and what a disc or a ring is around there; nothing if a word reaches in over one side.
  const inside = (cell, by, share) => {
    const area = inset(cell.box, by), { colour } = usual([area]), found = clear(parts(area, [colour]), area, colour, share);
    const reached = ({ box }) => [0, 1].filter((axis) => box[axis] === area[axis] || box[axis + 2] === area[axis + 2]).length;
    return [colour, found.some((part) => reached(part) === 1) ? [] : found.filter((part) => !reached(part))];
  };
  for (const cell of cells) {
    const inner = inset(cell.box, INSIDE), core = inset(cell.box, DEEP);
    // What is as high as a figure and not joined to a line is seen as a whole, however near to one.
    const edge = inset(cell.box, 0), isApart = ({ box }) => size(box)[1] > 0.2 * pitch && box.every((side, number) => side !== edge[number]);
    const apart = parts(edge, [cell.ground]).filter(isApart), seen = new Set(apart.flatMap(({ pixels }) => pixels));
    const isIn = ({ pixels }) => pixels.some((pixel) => pixel % width >= core[0] && pixel % width < core[2] && pixel >= core[1] * width && pixel < core[3] * width);
    const every = [...apart, ...parts(inner, [cell.ground]).filter((part) => !seen.has(part.pixels[0]))];
    const found = every.filter((part, at) => part.pixels.length >= LEAST && !isFrame(part, cell) && (at < apart.length || isIn(part)));
    const [wide, high] = size(cell.box);
    const isCorner = ({ box }) => box[3] - cell.box[1] < 0.45 * high && box[2] - cell.box[0] < 0.65 * wide && box[3] - box[1] < 0.36 * high;
    const parted = found.filter((part) => !isSlash(part, cell)), kept = parted.length ? parted : found;
    const main = kept.filter((part) => !isCorner(part)), [figure] = kept.filter(isCorner);
    const isBeside = ({ box }) => box[1] > figure.box[1] && box[3] < figure.box[3]; // as a dash, and the dots of a sign
    const corner = figure ? every.filter((part) => isCorner(part) && (kept.includes(part) || isBeside(part))) : [];
    const where = `in ${name(cell.row, cell.column)}`;
    cell.corner = corner.length && main.length + corner.length < 9 ? read(figures(corner).flat(), cell.ground, where, "+-×÷") : null;
    if (main.length > 8) doubts.push(`many small things are drawn ${where}`);
    else if (main.length) {
      const textsOf = (some) => inLines(some).flatMap((line) => figures(line));
      const ways = [...[1.5, 0.5].map((by) => [cell.ground, bare(main, cell.ground, by * scale)]), ...WITHIN.flatMap((by) => [GLOW, GLOW / 2].map((share) => inside(cell, by, share)))];
      const [ground, texts] = ways.map(([own, some]) => [own, textsOf(some)]).find(([own, some]) => some.length && some.every((text) => isNumber(text, own))) ?? [cell.ground, [figures(ways[0][1]).flat()]];
      cell.drawn = texts.map((text) => read(text, ground, where));
    }
  }

  // Numbers beside the board: those next to it or to one another, before what fills a strip, as a panel does. A line of
  // letters, one with a long word, or one that goes on from strip to strip is no clue.
  const rim = [];
  const [left, top, right, bottom] = [columns[0].start, rows[0].start, columns.at(-1).end, rows.at(-1).end];
  const beside = (bands, axis, edge) => {
    const away = ({ box }) => Math.max(edge - box[axis + 2], box[axis] - edge), near = [];
    for (const [band, where] of bands) {
      if (Math.min(...size(band)) < 0.3 * pitch) continue;
      const { colour } = usual([band.map((side, at) => (at % 2 === axis ? Math.min(Math.max(side, Math.round(edge - pitch / 2)), Math.round(edge + pitch / 2)) : side))]);
      let last = 0;
      for (const part of parts(band, [colour]).sort((one, other) => away(one) - away(other))) {
        const { box, pixels } = part, [first, end] = [box[1 - axis] - band[1 - axis], band[3 - axis] - box[3 - axis]];
        const isAcross = Math.max(first, end) < 2; // as a panel is, or a part of the board's frame
        if (away(part) - last > RIM * pitch || (isAcross && Math.min(...size(box)) > 0.9 * pitch)) break;
        if (isAcross || pixels.length < Math.min(LEAST, SMALL) || Math.max(...size(box)) >= 0.95 * pitch || Math.max(...size(box)) <= Math.min(0.12 * pitch, SMALL)) continue;
        last = Math.max(last, edge - box[axis], box[axis + 2] - edge);
        near.push({ ...part, where, colour, isCut: Math.min(first, end) < 2 });
      }
    }
    for (const line of inLines(near, (one, other) => axis || one.where === other.where)) {
      const named = (part) => givens.cluster(glyph(part, line[0].colour));
      const isWord = (text) => text.length > 3 && text.slice(0, 4).filter((part) => /\d/.test(named(part).text)).length < 2;
      if (figures([...line]).some(isWord)) continue;
      if (line.length > 1 && 2 * line.filter((part) => part.isCut || named(part).letter).length >= line.length) continue;
      for (const [where, own] of Map.groupBy(line.filter(({ isCut }) => !isCut), (part) => part.where))
        for (const text of figures(own, where)) rim.push(read(text, own[0].colour, where));
    }
  };
  const strips = (lines, way, box) => lines.slice(1).map(({ start }, at) => [box(lines[at].end, start), way + ` ${at + 1}`]);
  beside(strips(columns, "above column", (from, to) => [from, 0, to, top - 1]), 1, top);
  beside(strips(columns, "below column", (from, to) => [from, bottom + 2, to, height]), 1, bottom);
  beside(strips(rows, "before row", (from, to) => [0, from, left - 1, to]), 0, left);
  beside(strips(rows, "after row", (from, to) => [right + 2, from, width, to]), 0, right);
  // Where numbers are shown, what could not be read may be one.
  const isRead = ({ text }) => /^\d+$/.test(text);
  if (cells.some(({ drawn }) => drawn.some(isRead))) cells.filter(({ drawn }) => drawn.some(({ text }) => !text)).forEach(({ row, column }) => doubts.push(`what is drawn in ${name(row, column)} is no number`));
  if (rim.some(isRead) && !rim.every(isRead)) doubts.push("some of what is drawn beside the board is no number");
  const wide = (border) => (!border || lattice.isDotted || border.ink < LEAST_LINE * darkest * scale ? 0 : Math.round((100 * border.ink) / darkest / scale) / 100);
  const css = (colour) => `rgb(${colour.join(", ")})`;
  const square = ({ outer, ground, after }, at) => ({
    tag: "cell", parent: -1, child: at + 1, box: boxed(outer), ground: css(lattice.isDotted ? cells[0].ground : ground),
    borders: [0, ...after.map(wide), 0], inks: Array(4).fill(css([0, 0, 0])),
  });
  const element = (tag, parent) => ({ text, number, box, ink }) => ({
    tag, parent, child: 1, box,
    ...(text ? { text, at: box, ink: css(ink), size: box[3] / FIGURE } : { drawn: `glyph ${number}`, ground: css(ink) }),
  });
  const held = ({ drawn, corner, after }, at) => Object.entries({ glyph: drawn, note: [corner], sign: after.map((border) => border?.sign) })
    .flatMap(([tag, some]) => some.filter(Boolean).map(element(tag, at)));
  return { cells: cells.map(square), glyphs: [...cells.flatMap(held), ...rim.map(element("glyph", -1))], doubts };
};
