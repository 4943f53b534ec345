// The largest lattice that is drawn in a picture: lines, the edges of tiles, or dots, at equal distances across and down.
givens.lattice = (picture, scale, keeps = false) => {
  const { width, height, differ, usual, parts } = picture;
  const EDGE = 14; // the difference of neighbouring pixels, summed over their parts, at an edge
  const FEWEST = 4; // cells in a row or column
  const LONG = [0.3, 0.45, 0.6]; // the shares of the longest edges from which edges may be those of a line
  const WIDE = 7 * scale; // px within which edges are those of one line
  const SMALLEST = 13 * scale, APART = 0.09; // the shortest distance of two lines, and how far distances may differ
  const across = new Uint32Array(width + 1), down = new Uint32Array(height + 1);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      if (x && differ(at, at - 1) > EDGE) across[x]++;
      if (y && differ(at, at - width) > EDGE) down[y]++;
    }

  // A board that is being filled may hide lines: then those that were found before are kept, if most are still there.
  const isKept = (run, counts) => {
    const most = counts.reduce((best, count) => Math.max(best, count), 0);
    const shown = run.filter(({ start, end }) => counts.slice(Math.max(0, start - 1), end + 2).some((count) => count > 0.1 * most));
    return shown.length > 0.6 * run.length;
  };
  const { last } = givens;
  const isSame = keeps && last && Math.abs(last.size[0] - width) + Math.abs(last.size[1] - height) <= 3 * scale;
  if (isSame && (last.isDotted || (isKept(last.columns, across) && isKept(last.rows, down)))) return last;

  // Where no lines are drawn: discs of one size, at the corners of all cells or, as islands are, in the middles of some.
  const area = [0, 0, width, height], size = ({ box: [left, top, right, bottom] }) => [right - left, bottom - top];
  const discs = () => {
    const round = parts(area, [usual([area]).colour]).filter((part) => Math.min(...size(part)) >= 3 * scale && Math.abs(size(part)[0] - size(part)[1]) < 3 * scale);
    const alike = [...new Set(round.map((part) => size(part)[0]))].map((wide) => round.filter((part) => Math.abs(size(part)[0] - wide) < 2 * scale));
    const own = alike.reduce((most, some) => (some.length > most.length ? some : most), []), wide = own.length ? size(own[0])[0] : 0;
    const [xs, ys] = [0, 1].map((axis) => own.map(({ box }) => (box[axis] + box[axis + 2]) / 2).sort((one, other) => one - other));
    const gaps = [xs, ys].flatMap((line) => line.slice(1).map((at, before) => at - line[before])).filter((gap) => gap >= SMALLEST);
    const pitch = [1, 2, 3].map((by) => Math.min(...gaps) / by).find((step) => gaps.every((gap) => Math.abs(gap / step - Math.round(gap / step)) < APART));
    const isFree = (counts, along, across) => counts.slice(along[0], along.at(-1)).every((count) => 2 * count < across.at(-1) - across[0]);
    if (own.length < FEWEST || !(pitch >= wide) || !isFree(across, xs, ys) || !isFree(down, ys, xs)) return null;
    const points = [xs, ys].map((line) => Math.round((line.at(-1) - line[0]) / pitch) + 1), isFull = own.length === points[0] * points[1];
    const [before, more] = wide < SMALLEST || (isFull && 3 * wide < pitch) ? [0, 0] : [pitch / 2, 1];
    const [columns, rows] = [xs, ys].map((line, axis) => Array.from({ length: points[axis] + more }, (_, number) => Math.round(line[0] - before + number * pitch)).map((at) => ({ start: at, end: at })));
    const isWhole = Math.min(columns.length, rows.length) >= FEWEST && (before || isFull);
    return isWhole ? { size: [width, height], columns, rows, pitch, isDotted: true } : null;
  };
  const dotted = discs();
  if (dotted) return (givens.last = dotted);

  const lines = (counts, long) => {
    const most = counts.reduce((best, count) => Math.max(best, count), 0), found = [];
    counts.forEach((count, at) => {
      if (!most || count < long * most) return;
      const last = found.at(-1);
      if (last && at - last.start <= WIDE) Object.assign(last, { end: at, weight: last.weight + count });
      else found.push({ start: at, end: at, weight: count });
    });
    return found;
  };
  const middle = ({ start, end }) => (start + end) / 2;
  const runs = (found) => {
    const best = [];
    found.forEach((first, one) => {
      for (let two = one + 1; two < found.length; two++) {
        const pitch = middle(found[two]) - middle(first);
        if (pitch < SMALLEST) continue;
        const run = [first, found[two]];
        for (let at = two + 1; at < found.length; at++) {
          const step = (middle(run.at(-1)) - middle(first)) / (run.length - 1);
          const off = middle(found[at]) - middle(run.at(-1)) - step, within = Math.max(2 * scale, APART * step);
          if (off > within) break;
          if (off >= -within) run.push(found[at]);
        }
        if (run.length > FEWEST - 2) best.push({ run, pitch: (middle(run.at(-1)) - middle(first)) / (run.length - 1), weight: run.reduce((sum, { weight }) => sum + weight, 0) });
      }
    });
    return best.sort((one, other) => other.weight - one.weight).slice(0, 12);
  };

  // Where a line has an edge, from one place along it to another.
  const edges = ({ start, end }, upright, from, to) => {
    const steps = [];
    for (let along = from; along < to; along++) {
      let is = false;
      for (let at = Math.max(1, start); at <= end && !is; at++) {
        const pixel = upright ? along * width + at : at * width + along;
        is = differ(pixel, pixel - (upright ? 1 : width)) > EDGE;
      }
      if (is) steps.push(along);
    }
    return steps;
  };
  // From where to where a line goes, across the lines of the other direction.
  const extent = (line, upright) => {
    const steps = edges(line, upright, 0, upright ? height : width);
    return [steps[Math.floor(steps.length * 0.01)], steps[Math.floor(steps.length * 0.99)]];
  };
  const typical = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];
  // A board without a frame: its outermost cells have no outer lines, but lines of the other direction reach over them.
  const reaches = (own, other, upright) => {
    const ends = other.run.map((line) => extent(line, upright)), { pitch, run } = own;
    const before = middle(run[0]) - typical(ends.map(([start]) => start)), after = typical(ends.map(([, end]) => end)) - middle(run.at(-1));
    return [before, after].map((beyond) => Math.abs(beyond / pitch - 1) < 0.12);
  };
  const extended = ({ run, pitch }, [before, after]) => {
    const outer = (line, way) => ({ start: Math.round(middle(line) + way * pitch), end: Math.round(middle(line) + way * pitch) });
    return [...(before ? [outer(run[0], -1)] : []), ...run, ...(after ? [outer(run.at(-1), 1)] : [])];
  };

  // Lines without those of a bar before or after the board, which the lines of the other direction do not cross.
  const crossed = (own, other, upright) => {
    const shares = own.slice(1).map(({ start }, at) => {
      const from = own[at].end + 2, to = start - 2;
      const crossing = other.slice(1, -1).filter(({ start: first, end: last }) => 2 * edges({ start: first - 1, end: last + 1 }, upright, from, to).length > to - from);
      return crossing.length / Math.max(1, other.length - 2);
    });
    let [first, last] = [0, shares.length];
    if (!shares.slice(1, -1).every((share) => share > 0.9)) return own;
    if (shares[0] < 0.2 && last - first > FEWEST) first++;
    if (shares.at(-1) < 0.2 && last - first > FEWEST) last--;
    return own.slice(first, last + 1);
  };

  let best = null;
  const [columns, rows] = [across, down].map((counts) => LONG.flatMap((long) => runs(lines(counts, long))));
  for (const column of columns)
    for (const row of rows) {
      const area = column.run.length * row.run.length * (column.weight + row.weight);
      if (Math.abs(Math.log(column.pitch / row.pitch)) < 0.06 && area > (best?.area ?? 0)) best = { area, column, row };
    }
  if (!best) return null;
  const { column, row } = best;
  const [level, upright] = [reaches(column, row, false), reaches(row, column, true)];
  // Lines that go beyond the board only above it, or before it, may also be those between its clues.
  const isOpen = level[1] || upright[1], doubt = !isOpen && (level[0] || upright[0]) ? "the board may have one more row or column than were found" : "";
  const [sides, ends] = isOpen ? [level, upright] : [[], []];
  const [allColumns, allRows] = [extended(column, sides), extended(row, ends)];
  if (Math.min(allColumns.length, allRows.length) <= FEWEST) return null;
  return (givens.last = { size: [width, height], doubt, columns: crossed(allColumns, allRows, false), rows: crossed(allRows, allColumns, true), pitch: (column.pitch + row.pitch) / 2 });
};
