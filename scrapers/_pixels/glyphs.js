// The names of glyphs: those that look alike are one cluster, which is named by templates that this browser draws.
{
  const SIZE = 24; // the side, in points, of a glyph
  const ALIKE = 0.93; // the correlation from which two glyphs of one size are one
  const SURE = 0.8, MARGIN = 0.035; // how well a template must fit, and how much better than those of other names
  const HINT = 0.72; // how well a template fits what may be its glyph
  const FONTS = ["sans-serif", "serif", "monospace", "system-ui", "Arial", "Verdana", "Georgia", "Times New Roman", "Courier New", "Roboto"];
  const DIGITS = [..."0123456789"], SIGNS = [..."×=≠★☆●○◆■✓<>∧∨?"], LETTERS = [..."ABCDEFGHKLMNPQRSTUVWYZabdefghknqrst"];
  const LOOKALIKES = { O: "0", o: "0", I: "1", l: "1" };
  const POINTS = 56; // the size of templates, in px
  const clusters = [];
  let templates = null;

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
  const correlation = (one, other) => one.reduce((sum, point, at) => sum + point * other[at], 0);

  const context = new OffscreenCanvas(160, 96).getContext("2d", { willReadFrequently: true });
  const draw = (text, font) => {
    context.clearRect(0, 0, 160, 96);
    context.font = font;
    context.textBaseline = "middle";
    context.fillText(text, 24, 48);
    const { data } = context.getImageData(0, 0, 160, 96);
    let [left, top, right, bottom] = [160, 96, 0, 0];
    for (let at = 0; at < 160 * 96; at++)
      if (data[4 * at + 3] > 64) [left, top, right, bottom] = [Math.min(left, at % 160), Math.min(top, Math.floor(at / 160)), Math.max(right, (at % 160) + 1), Math.max(bottom, Math.floor(at / 160) + 1)];
    if (right <= left) return null;
    const inked = new Float32Array((right - left) * (bottom - top));
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) inked[(y - top) * (right - left) + x - left] = data[4 * (y * 160 + x) + 3] / 255;
    return normed(givens.fit(inked, right - left, bottom - top));
  };
  const drawn = () => {
    const found = [];
    const pairs = Array.from({ length: 16 }, (_, at) => `${at + 10}`);
    const seen = new Set();
    for (const font of FONTS)
      for (const weight of [400, 700]) {
        const own = `${weight} ${POINTS}px "${font}"`.replace(/"(sans-serif|serif|monospace|system-ui)"/, "$1");
        const sample = String(draw("2", own)); // Fonts that are not installed look like others.
        if (seen.has(sample)) continue;
        seen.add(sample);
        for (const text of [...DIGITS, ...SIGNS, ...LETTERS, ...pairs]) {
          const points = draw(text, own);
          if (points) found.push({ text, points });
        }
      }
    return found;
  };

  // The name of a glyph, "" for one that is like no template; `doubt` says what it may be if that is not sure.
  const name = (points) => {
    templates ??= drawn();
    const best = new Map();
    for (const template of templates) {
      const fits = correlation(points, template.points), text = LOOKALIKES[template.text] ?? template.text;
      if (fits > (best.get(text) ?? 0)) best.set(text, fits);
    }
    const [[text, first], [other, second]] = [...best].sort((one, two) => two[1] - one[1]);
    const near = [...best].filter(([, fits]) => fits > first - MARGIN).map(([own]) => own);
    const isLetter = LETTERS.includes(text);
    if (first >= SURE && near.length === 1) return { text: isLetter ? "" : text, doubt: "" };
    const mayBeDigit = near.some((own) => /^\d+$/.test(own)) && first >= HINT;
    return { text: "", doubt: mayBeDigit ? `${text} or ${other} (${first.toFixed(2)}, ${second.toFixed(2)})` : "" };
  };

  // The cluster of a glyph: its number and its name; glyphs of one cluster look alike and have one size.
  givens.cluster = ({ points, box }) => {
    const own = normed(points), size = Math.max(box[2] - box[0], box[3] - box[1]);
    const fill = points.reduce((sum, point) => sum + point, 0);
    let number = clusters.findIndex((other) => Math.abs(size - other.size) <= 0.06 * other.size + 1.5 && Math.abs(fill - other.fill) <= 0.15 * other.fill + 6 && correlation(own, other.points) >= ALIKE);
    if (number < 0) number = clusters.push({ points: own, size, fill, ...name(own) }) - 1;
    const { text, doubt } = clusters[number];
    return { number, text, doubt };
  };
}
