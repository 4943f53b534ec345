// A picture of a page, in a blank page of our own: its pixels, their colours, and what is drawn in a part of it.
givens.picture = async (png) => {
  const FAR = 45; // the difference of two colours, summed over their parts, from which they are two
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const taken = new Uint8Array(width * height); // the pixels that belong to something that was seen before

  const differ = (one, other) => Math.abs(data[4 * one] - data[4 * other]) + Math.abs(data[4 * one + 1] - data[4 * other + 1]) + Math.abs(data[4 * one + 2] - data[4 * other + 2]);
  const away = (at, colour) => Math.abs(data[4 * at] - colour[0]) + Math.abs(data[4 * at + 1] - colour[1]) + Math.abs(data[4 * at + 2] - colour[2]);

  // The most common colour of a box, apart from an inner box, with its share.
  const usual = ([left, top, right, bottom], without = [0, 0, 0, 0]) => {
    const counts = new Map();
    let all = 0, best = [0, 0];
    for (let y = Math.max(0, top); y < Math.min(height, bottom); y++)
      for (let x = Math.max(0, left); x < Math.min(width, right); x++) {
        if (x >= without[0] && x < without[2] && y >= without[1] && y < without[3]) continue;
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

  // The connected parts of a box that have none of some colours.
  const parts = ([left, top, right, bottom], grounds) => {
    [left, top, right, bottom] = [Math.max(0, left), Math.max(0, top), Math.min(width, right), Math.min(height, bottom)];
    const across = right - left, down = bottom - top, found = [];
    if (across <= 0 || down <= 0) return found;
    const open = new Uint8Array(across * down);
    for (let y = 0; y < down; y++)
      for (let x = 0; x < across; x++) {
        const at = (y + top) * width + x + left;
        if (!taken[at] && grounds.every((ground) => away(at, ground) > FAR)) open[y * across + x] = 1;
      }
    for (let first = 0; first < open.length; first++) {
      if (!open[first]) continue;
      const queue = [first], pixels = [];
      open[first] = 0;
      let box = [right, bottom, left, top];
      while (queue.length) {
        const at = queue.pop(), x = at % across, y = (at - x) / across;
        pixels.push((y + top) * width + x + left);
        box = [Math.min(box[0], x + left), Math.min(box[1], y + top), Math.max(box[2], x + left + 1), Math.max(box[3], y + top + 1)];
        for (let dy = -1; dy <= 1; dy++)
          for (let dx = -1; dx <= 1; dx++) {
            const next = at + dy * across + dx;
            if (x + dx >= 0 && x + dx < across && y + dy >= 0 && y + dy < down && open[next]) {
              open[next] = 0;
              queue.push(next);
            }
          }
      }
      found.push({ box, pixels });
    }
    return found;
  };

  const joined = (some) => ({
    box: [Math.min(...some.map(({ box }) => box[0])), Math.min(...some.map(({ box }) => box[1])), Math.max(...some.map(({ box }) => box[2])), Math.max(...some.map(({ box }) => box[3]))],
    pixels: some.flatMap(({ pixels }) => pixels),
  });

  // What is drawn, as a glyph: how much of each of its points is inked, and its usual colour.
  const glyph = ({ box, pixels }, ground) => {
    const [left, top, right, bottom] = box, across = right - left;
    let most = 1, sums = [0, 0, 0];
    for (const at of pixels) most = Math.max(most, away(at, ground));
    const inked = new Float32Array(across * (bottom - top));
    // Pixels that are half ink lie around those of the part.
    for (const at of pixels) inked[(Math.floor(at / width) - top) * across + (at % width) - left] = Math.min(1, away(at, ground) / most);
    const full = pixels.filter((at) => away(at, ground) > 0.75 * most);
    for (const at of full) sums = sums.map((sum, part) => sum + data[4 * at + part]);
    return { points: givens.fit(inked, across, bottom - top), ink: sums.map((sum) => Math.round(sum / Math.max(1, full.length))), box };
  };

  const take = ({ pixels }) => pixels.forEach((at) => { taken[at] = 1; });
  return { width, height, differ, away, usual, parts, joined, glyph, take };
};
