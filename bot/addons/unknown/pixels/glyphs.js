// The names of glyphs: those that look alike are one cluster, which is named by templates that this browser draws.
{
  const SIZE = 24; // the side, in points, of a glyph
  const ALIKE = 0.93; // the correlation from which two glyphs of one size are one
  const NEAR = 16; // how far the parts of two colours may be apart that are one
  const SURE = 0.8, MARGIN = 0.03, HINT = 0.72, CLEAR = 0.07; // how well a template must fit, how much better than those of other names, and how well, and how much better, one of what may be a figure
  const loaded = [...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family.replace(/["']/g, ""));
  const FONTS = [...new Set(loaded), "sans-serif", "serif", "monospace", "system-ui", "Arial", "Verdana", "Georgia", "Times New Roman", "Courier New", "Roboto"];
  const DIGITS = [..."0123456789"], SIGNS = [..."×=≠★☆●○◆■✓<>∧∨?"], LETTERS = [..."ABCDEFGHKLMNPQRSTUVWYZabdefghknqrst"];
  const UNLIKE = 0.06; // how much worse a letter may fit than another
  const BLOCKS = "075557 113111 126227 271747 371717 371317 455711 574717 674757 771222 771111 771244 875757 975717"; // figures of 3×5 blocks, which games draw, or a 1 of 2×5: the figure, then its rows
  const RICH = 12; // how many fonts also have templates of signs and letters
  const POINTS = [12, 14, 17, 22, 30, 40]; // the sizes of templates, in px
  const clusters = [], templates = {}, inks = [];

  // Fit inked points into a square, their proportions kept.
  givens.fit = (inked, across, down) => {
    const points = new Float32Array(SIZE * SIZE), side = Math.max(across, down), step = side / SIZE;
    const left = (side - across) / 2, top = (side - down) / 2;
    for (let y = 0; y < SIZE; y++)
      for (let x = 0; x < SIZE; x++) {
        let sum = 0;
        const [x0, x1, y0, y1] = [x * step - left, (x + 1) * step - left, y * step - top, (y + 1) * step - top];
        for (let b = Math.max(0, Math.floor(y0)); b < Math.min(down, y1); b++)
          for (let a = Math.max(0, Math.floor(x0)); a < Math.min(across, x1); a++)
            sum += inked[b * across + a] * Math.max(0, Math.min(x1, a + 1) - Math.max(x0, a)) * Math.max(0, Math.min(y1, b + 1) - Math.max(y0, b));
        points[y * SIZE + x] = sum / (step * step);
      }
    return points;
  };

  const normed = (points) => {
    const mean = points.reduce((sum, point) => sum + point, 0) / points.length;
    const apart = points.map((point) => point - mean);
    const length = Math.hypot(...apart);
    return length < 1 ? points.map(() => 1 / SIZE) : apart.map((point) => point / length);
  };
  const correlation = (one, other) => {
    let sum = 0;
    for (let at = 0; at < one.length; at++) sum += one[at] * other[at];
    return sum;
  };

  const WHITE = [255, 255, 255], context = new OffscreenCanvas(80, 80).getContext("2d", { willReadFrequently: true });
  const draw = (text, font, points) => {
    const side = 2 * points; // of a template's canvas
    Object.assign(context, { fillStyle: "#fff", textBaseline: "middle", font });
    context.fillRect(0, 0, side, side);
    context.fillStyle = "#000";
    context.fillText(text, Math.floor(points / 2), points);
    const { parts, joined, glyph } = givens.seen(context.getImageData(0, 0, side, side)), found = parts([0, 0, side, side], [WHITE]);
    return found.length ? normed(glyph(joined(found), WHITE).points) : null;
  };
  // Slanted and rarer fonts are of figures alone; templates as small as `points` px are as blurred as small glyphs.
  const drawn = (points, letters) => {
    const found = BLOCKS.split(" ").map(([text, ...rows]) => [text, rows, Math.max(...rows) < 4 ? [2, 1] : [4, 2, 1]]).map(([text, rows, blocks]) => ({ text, points: normed(givens.fit(rows.flatMap((row) => blocks.map((block) => Math.sign(row & block))), blocks.length, 5)) })), seen = new Set();
    for (const font of FONTS)
      for (const style of ["400", "700", "italic 400", "italic 700"]) {
        const own = `${style} ${points}px "${font}"`.replace(/"(sans-serif|serif|monospace|system-ui)"/, "$1");
        const sample = String(draw("2", own, points)); // Fonts that are not installed look like others.
        if (seen.has(sample)) continue;
        seen.add(sample);
        const others = style.startsWith("italic") || (!letters && seen.size > RICH) ? [] : [...(letters ?? [...SIGNS, ...LETTERS])];
        for (const text of [...DIGITS, ...others]) {
          const fitted = draw(text, own, points);
          if (fitted) found.push({ text, points: fitted });
        }
      }
    return found;
  };

  // The templates for glyphs of a size; those of given letters need only one size.
  const sized = (size, letters = "") => {
    const larger = POINTS.findIndex((own) => own >= 1.25 * size), near = larger < 0 ? POINTS.slice(-3) : POINTS.slice(Math.max(0, larger - 2), larger + 1);
    return (letters ? near.slice(-1) : near).flatMap((points) => (templates[points + letters] ??= drawn(points, letters || undefined)));
  };
  const ranking = (points, templates) => {
    const best = new Map();
    for (const template of templates) {
      const fits = correlation(points, template.points);
      if (fits > (best.get(template.text) ?? -1)) best.set(template.text, fits);
    }
    return [...best].sort((one, two) => two[1] - one[1]);
  };
  // Which of some letters, or which digit, a glyph may be, the likeliest first.
  givens.letter = ({ points }, letters, size) => {
    const ranked = ranking(normed(points), sized(size, letters)), least = Math.max(HINT, ranked[0][1] - UNLIKE);
    return ranked.filter(([, fits]) => fits >= least).map(([text]) => text).join("");
  };
  // The name of a glyph, "" for a letter or what is like no template; `doubt` says what it may be if that is not sure.
  const name = (points, size) => {
    const ranked = ranking(points, sized(size)), [[text, first], [other, second]] = ranked;
    const near = ranked.filter(([own, fits]) => fits > first - MARGIN);
    const numbers = near.filter(([own]) => /^\d+$/.test(own)), letters = near.filter(([own]) => LETTERS.includes(own));
    const isClear = /\d/.test(text) && first >= HINT && first - second > CLEAR;
    const isSure = (first >= SURE || isClear) && near.length - letters.length < 2;
    const letter = numbers.length ? "" : (letters[0]?.[0] ?? "");
    if (isSure) return { text: numbers[0]?.[0] ?? (letter ? "" : text), doubt: "", letter };
    return { text: "", doubt: numbers.length && first >= HINT ? `${text} or ${other} (${first.toFixed(2)}, ${second.toFixed(2)})` : "", letter: "" };
  };

  // The cluster of a glyph: its number and its name; glyphs of one cluster have one form and size. A colour is that of the
  // first glyph that had nearly the same.
  givens.cluster = ({ points, form, box, ink, mean }) => {
    const own = normed(form), inner = normed(points), size = Math.max(box[2] - box[0], box[3] - box[1]);
    const fill = form.reduce((sum, point) => sum + point, 0);
    const isLike = (other) => Math.abs(size - other.size) <= 0.06 * other.size + 1.5 && Math.abs(fill - other.fill) <= 0.15 * other.fill + 6 && correlation(own, other.own) >= ALIKE
      // Signs may be of two colours, on several grounds; figures are told by what is pale in them, too.
      && ((!/\d/.test(other.text) && !other.doubt) || correlation(inner, other.inner) >= ALIKE);
    let number = clusters.findIndex(isLike);
    if (number < 0) number = clusters.push({ own, inner, size, fill, ...name(inner, size) }) - 1;
    const { text, doubt, letter } = clusters[number], seen = text ? ink : mean;
    const known = inks.find((other) => other.every((part, at) => Math.abs(part - seen[at]) <= NEAR));
    if (!known) inks.push(seen);
    return { number, text, doubt, letter, ink: known ?? seen };
  };
}
