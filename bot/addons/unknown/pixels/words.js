// The lines of words that are drawn in a picture: what each letter may be, in words parted at narrow gaps and wide ones.
givens.words = ({ FAR, width, height, away, usual, parts, inLines, inOrder, joined, glyph }, scale) => {
  const INKS = 24, NEAR = 0.62; // how many colours are looked for, and how far from its own a letter may be, as a share of the ground
  const [LOW, HIGH] = [7 * scale, 90 * scale]; // letters, in px
  const FULL = 0.75, APART = 1.6, GAPS = [0.4, 0.75]; // the share of its box that no letter fills, the widest gap in a line, and those between words, in heights of its letters
  const common = (box) => [...usual([box]).counts].sort((one, other) => other[1] - one[1]).map(([key]) => [key >> 16, (key >> 8) & 255, key & 255]);
  const far = (one, other) => one.reduce((sum, part, at) => sum + Math.abs(part - other[at]), 0);
  const wide = ({ box }) => box[2] - box[0], tall = ({ box }) => box[3] - box[1], between = (one, other) => other.box[0] - one.box[2];
  const isLetter = (part) => tall(part) <= HIGH && wide(part) <= 2 * HIGH && (wide(part) <= 0.4 * tall(part) || part.pixels.length <= FULL * wide(part) * tall(part));
  const isNear = (part, other) => Math.min(other.box[3], part.box[3]) - Math.max(other.box[1], part.box[1]) > 0.5 * Math.min(tall(other), tall(part)) && between(other, part) < APART * Math.max(tall(other), tall(part));
  const area = [0, 0, width, height], lines = [];
  for (const ink of common(area).slice(0, INKS).reduce((inks, ink) => (inks.some((other) => far(ink, other) < FAR) ? inks : [...inks, ink]), [])) {
    const letters = parts(area, [ink], 0, (at) => away(at, ink) <= FAR).filter(isLetter).sort((one, other) => one.box[0] - other.box[0]);
    for (const { length, box, high = tall({ box }), by = Math.ceil(0.12 * high) } of inLines(letters, isNear).map((own) => ({ ...joined(own), length: own.length }))) {
      const wider = [box[0] - by, box[1] - by, box[2] + by, box[3] + by], ground = common(wider).find((other) => far(ink, other) > 2 * FAR);
      if (length > 2 && high >= LOW && high <= HIGH && ground) lines.push({ ink, ground, box: wider });
    }
  }
  const read = ({ ink, ground, box }) => {
    const letters = inOrder(parts(box, [ink], 0, (at) => away(at, ink) < NEAR * far(ink, ground))), high = Math.max(...letters.map(tall));
    const whole = letters.filter((part) => tall(part) > 0.4 * high), may = whole.map((part) => givens.letter(glyph(part, ground)));
    const words = (gap) => whole.reduce((all, part, at) => (at && between(whole[at - 1], part) < gap * high ? [...all.slice(0, -1), [...all.at(-1), may[at]]] : [...all, [may[at]]]), []);
    return GAPS.map(words);
  };
  // What edges have of a colour in between is a part of a line.
  const isPart = ({ box }, { box: [left, top, right, bottom] }) => right - left > box[2] - box[0] && left <= box[0] + 2 && right >= box[2] - 2 && Math.abs(top - box[1]) + Math.abs(bottom - box[3]) <= 4 * scale;
  return lines.filter((line) => !lines.some((other) => isPart(line, other))).map(read);
};
