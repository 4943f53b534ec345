// A picture of a page; `high` is its height to its width, if it was squeezed.
givens.picture = async (png, high = 0) => {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0)); // no policy of the page is asked for these
  const image = await createImageBitmap(new Blob([bytes]));
  const { width } = image, height = high ? Math.round(high * width) : image.height;
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  context.drawImage(image, 0, 0, width, height);
  return givens.seen(context.getImageData(0, 0, width, height));
};
// The pixels of a picture, their colours, and what is drawn in a part of it.
givens.seen = ({ data, width, height }) => {
  const FAR = 45; // the difference of two colours, summed over their parts, from which they are two
  const taken = new Uint8Array(width * height); // the pixels that belong to something that was seen before

  const differ = (one, other) => Math.abs(data[4 * one] - data[4 * other]) + Math.abs(data[4 * one + 1] - data[4 * other + 1]) + Math.abs(data[4 * one + 2] - data[4 * other + 2]);
  const away = (at, colour) => Math.abs(data[4 * at] - colour[0]) + Math.abs(data[4 * at + 1] - colour[1]) + Math.abs(data[4 * at + 2] - colour[2]);
  const colour = (at) => [...data.subarray(4 * at, 4 * at + 3)];

  // The most common colour of some boxes, with its share.
  const usual = (boxes) => {
    const counts = new Map();
    let all = 0, best = [0, 0];
    for (const [left, top, right, bottom] of boxes)
      for (let y = Math.max(0, top); y < Math.min(height, bottom); y++)
        for (let x = Math.max(0, left); x < Math.min(width, right); x++) {
          const at = 4 * (y * width + x), key = (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
          const count = (counts.get(key) ?? 0) + 1;
          counts.set(key, count);
          all++;
          if (count > best[0]) best = [count, key];
        }
    const colour = [best[1] >> 16, (best[1] >> 8) & 255, best[1] & 255];
    let near = 0;
    for (const [key, count] of counts) if (Math.abs((key >> 16) - colour[0]) + Math.abs(((key >> 8) & 255) - colour[1]) + Math.abs((key & 255) - colour[2]) <= FAR / 2) near += count;
    return { colour, share: near / Math.max(1, all) };
  };

  // The connected parts of a box that are far from one or two colours.
  const parts = ([left, top, right, bottom], [first, last = first], far = FAR) => {
    [left, top, right, bottom] = [Math.max(0, left), Math.max(0, top), Math.min(width, right), Math.min(height, bottom)];
    const across = right - left, down = bottom - top, found = [];
    if (across <= 0 || down <= 0) return found;
    const open = new Uint8Array(across * down);
    for (let y = 0; y < down; y++)
      for (let x = 0; x < across; x++) {
        const at = (y + top) * width + x + left;
        if (!taken[at] && away(at, first) > far && away(at, last) > far) open[y * across + x] = 1;
      }
    for (let start = 0; start < open.length; start++) {
      if (!open[start]) continue;
      const queue = [start], pixels = [];
      open[start] = 0;
      let [x0, y0, x1, y1] = [right, bottom, left, top];
      while (queue.length) {
        const at = queue.pop(), x = at % across, y = (at - x) / across;
        pixels.push((y + top) * width + x + left);
        if (x + left < x0) x0 = x + left;
        if (x + left >= x1) x1 = x + left + 1;
        if (y + top < y0) y0 = y + top;
        if (y + top >= y1) y1 = y + top + 1;
        for (let dy = -1; dy <= 1; dy++)
          for (let dx = -1; dx <= 1; dx++) {
            const next = at + dy * across + dx;
            if (x + dx >= 0 && x + dx < across && y + dy >= 0 && y + dy < down && open[next]) {
              open[next] = 0;
              queue.push(next);
            }
          }
      }
      found.push({ box: [x0, y0, x1, y1], pixels });
    }
    return found;
  };

  const joined = (some) => ({
    box: [Math.min(...some.map(({ box }) => box[0])), Math.min(...some.map(({ box }) => box[1])), Math.max(...some.map(({ box }) => box[2])), Math.max(...some.map(({ box }) => box[3]))],
    pixels: some.flatMap(({ pixels }) => pixels),
  });

  // Parts on one height are a line.
  const inLines = (some, may = () => true) => {
    const found = [];
    for (const part of some) {
      const line = found.find((own) => own.some((other) => may(part, other) && part.box[1] < other.box[3] && part.box[3] > other.box[1]));
      if (line) line.push(part);
      else found.push([part]);
    }
    return found;
  };
  // Parts from left to right; what stands above another is joined with it.
  const inOrder = (some) => {
    const found = [];
    for (const part of some.sort((one, other) => one.box[0] - other.box[0])) {
      const last = found.at(-1), [wide, most] = [part, last ?? part].map(({ box }) => box[2] - box[0]);
      if (last && last.box[2] - part.box[0] > 0.3 * Math.min(wide, most)) found[found.length - 1] = joined([last, part]);
      else found.push(part);
    }
    return found;
  };

  // What is drawn, as a glyph: how much of each of its points is inked, its form whatever its colours, and those.
  const glyph = ({ box, pixels }, ground) => {
    const [left, top, right, bottom] = box, across = right - left;
    let most = 1;
    for (const at of pixels) most = Math.max(most, away(at, ground));
    const inked = new Float32Array(across * (bottom - top)), covered = new Float32Array(inked.length), sums = [0, 0, 0, 0], full = [0, 0, 0, 0];
    for (const at of pixels) {
      const far = away(at, ground) / most, place = (Math.floor(at / width) - top) * across + (at % width) - left;
      inked[place] = far;
      covered[place] = 1;
      for (const sum of far > 0.75 ? [sums, full] : [sums]) {
        for (let part = 0; part < 3; part++) sum[part] += data[4 * at + part];
        sum[3]++;
      }
    }
    const colour = (sum) => sum.slice(0, 3).map((part) => Math.round(part / sum[3]));
    const fit = (points) => givens.fit(points, across, bottom - top);
    return { points: fit(inked), form: fit(covered), ink: colour(full), mean: colour(sums), box };
  };

  const take = ({ pixels }) => pixels.forEach((at) => { taken[at] = 1; });
  return { FAR, width, height, differ, away, colour, usual, parts, inLines, inOrder, joined, glyph, take };
};
