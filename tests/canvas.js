// A board on a canvas: `board` is what it shows, `taste` how; `COLOURS` is replaced by those of regions.
const t = Object.assign({ paper: "#fff", ink: "#222", mine: "#2457c5", line: "#999", bold: "#111", wide: 3, side: 44,
    font: "sans-serif", weight: 400, left: 8, top: 8, gap: 0, frame: true, squeezed: 1 }, taste);
const { height, width, given, kind, regions, box, numbers, notes, rows, columns, goal } = board;
const dpr = devicePixelRatio, canvas = document.querySelector("canvas"), g = canvas.getContext("2d");
const before = rows && kind !== "kakuro" ? Math.max(...rows.map((line) => line.length)) * 0.62 * t.side + 6 : 0;
const above = columns && kind !== "kakuro" ? Math.max(...columns.map((line) => line.length)) * 0.5 * t.side + 6 : 0;
const x0 = t.left + before, y0 = t.top + above;
const [w, h] = [x0 + width * t.side + 12 + (t.panel ? 220 : 0), y0 + height * t.side + 12];
canvas.width = w * dpr; canvas.height = h * dpr;
canvas.style.width = w + "px"; canvas.style.height = h * t.squeezed + "px";
const marks = given.map((row) => [...row]), colours = COLOURS;
let chosen = t.panel || t.blocks ? [0, 0] : null;
const BLOCKS = "75557 26227 71747 71317 55711 74717 74757 71222 75757 75711".split(" ");
const text = (words, x, y, colour, size = 0.6) => {
    g.fillStyle = colour;
    const block = t.blocks && Math.round(size * t.side / 7);
    if (block) return [...String(words)].forEach((figure, at, all) => [...BLOCKS[figure]].forEach((row, down) => [4, 2, 1].forEach((bit, right) =>
        row & bit && g.fillRect(Math.round(x) + block * (right + 4 * (at - all.length / 2)), Math.round(y) + block * (down - 3), block, block))));
    g.font = `${t.weight} ${size * t.side}px ${t.font}`;
    g.textAlign = "center"; g.textBaseline = "middle"; g.shadowColor = colour; g.shadowBlur = colour === t.mine ? t.glow ?? 0 : 0;
    g.fillText(words, x, y);
};
const star = (x, y, r, colour) => {
    g.fillStyle = colour; g.beginPath();
    for (let k = 0; k < 10; k++) {
        const a = Math.PI * (k / 5 - 0.5), far = k % 2 ? r * 0.45 : r;
        g.lineTo(x + far * Math.cos(a), y + far * Math.sin(a));
    }
    g.fill();
};
const disc = (x, y, r, fill, stroke) => {
    g.beginPath(); g.arc(x, y, r, 0, 7); g.fillStyle = fill; g.fill();
    if (stroke) { g.strokeStyle = stroke; g.lineWidth = 2; g.stroke(); }
};
const cross = (x, y, r, colour) => {
    g.strokeStyle = colour; g.lineWidth = 2; g.beginPath();
    g.moveTo(x - r, y - r); g.lineTo(x + r, y + r); g.moveTo(x + r, y - r); g.lineTo(x - r, y + r); g.stroke();
};
const DRAW = {
    sudoku: (x, y, mark, old) => mark && text(mark, x, y + 1, old ? t.ink : t.mine),
    calcudoku: (x, y, mark, old) => mark && text(mark, x, y + 1, old ? t.ink : t.mine, 0.4),
    kakuro: (x, y, mark) => mark && text(mark, x, y + 1, t.mine),
    binairo: (x, y, mark) => mark != null && disc(x, y, t.side * 0.32, mark ? t.ink : t.paper, t.ink),
    queens: (x, y, mark) => mark === 1 ? star(x, y, t.side * 0.34, t.ink) : mark === 0 && cross(x, y, 5, t.ink),
    star_battle: (x, y, mark) => mark === 1 ? star(x, y, t.side * 0.34, t.ink) : mark === 0 && disc(x, y, 3, t.ink),
    nonogram: (x, y, mark) => {
        if (mark === 1) { g.fillStyle = t.ink; g.fillRect(x - t.side / 2 + 2, y - t.side / 2 + 2, t.side - 4, t.side - 4); }
        if (mark === 0) cross(x, y, t.side * 0.2, t.mine);
    },
    light_up: (x, y, mark) => mark === 1 ? disc(x, y, t.side * 0.3, "#f5c518", t.ink) : mark === 0 && disc(x, y, 3, t.mine),
};
const sum = (r, c, down) => (r += down, c += 1 - down, goal[r]?.[c] == null ? 0 : goal[r][c] + sum(r, c, down)); // of the run after a cell
let isOver = false, isLit = true, seconds = 10;
const draw = () => {
    g.reset(); g.scale(dpr, dpr);
    g.fillStyle = t.paper; g.fillRect(0, 0, w, h);
    const rule = (x, y, x2, y2, bold) => {
        g.strokeStyle = bold ? t.bold : t.line; g.lineWidth = bold ? t.wide : t.gap || 1;
        g.shadowBlur = 0; g.beginPath(); g.moveTo(x, y); g.lineTo(x2, y2); g.stroke();
    };
    for (let r = 0; r < height; r++) for (let c = 0; c < width; c++) {
        const [x, y] = [x0 + c * t.side, y0 + r * t.side], wall = numbers?.[r][c];
        g.fillStyle = wall != null ? t.ink : regions && t.coloured ? colours[regions[r].charCodeAt(c) - 65] : t.paper;
        if (t.glow && goal[r][c] == null) g.fillStyle = "#05070b";
        else if (t.glow && chosen && (chosen[0] === r || chosen[1] === c)) g.fillStyle = "#182534";
        if (chosen && chosen[0] === r && chosen[1] === c) g.fillStyle = t.chosen ?? "#cde4ff";
        g.shadowBlur = 0; g.fillRect(x, y, t.side, t.side);
        for (const [down, from] of [[0, 0.76], [1, 0.24]]) if (kind === "kakuro" && goal[r][c] == null && sum(r, c, down)) {
            rule(x, y, x + t.side, y + t.side);
            text(sum(r, c, down), x + t.side * from, y + t.side * (1 - from), t.ink, 0.34);
        }
        if (notes[r][c]) text(notes[r][c], x + t.side * 0.34, y + t.side * 0.22, t.ink, 0.3);
        if (wall != null && wall < 5) text(wall, x + t.side / 2, y + t.side / 2 + 1, t.paper);
        if (wall == null) DRAW[kind](x + t.side / 2, y + t.side / 2, marks[r][c], given[r][c] != null);
    }
    const differ = (r, c, dr, dc) => box ? Math.floor(r / box[0]) !== Math.floor((r + dr) / box[0]) || Math.floor(c / box[1]) !== Math.floor((c + dc) / box[1]) : regions && regions[r][c] !== regions[r + dr][c + dc];
    for (const bold of [false, true]) for (let r = 0; r < height; r++) for (let c = 0; c < width; c++) {
        const [x, y] = [x0 + c * t.side, y0 + r * t.side];
        if (r && !!differ(r - 1, c, 1, 0) === bold) rule(x, y, x + t.side, y, bold);
        if (c && !!differ(r, c - 1, 0, 1) === bold) rule(x, y, x, y + t.side, bold);
    }
    if (t.panel) { // As games have it: a heading, a selected cell, and a panel with words and figures.
        const [x, y] = [x0 + width * t.side, y0 + chosen[0] * t.side];
        text("LEVEL 10 - THE OLD COAL MINE", x0 + width * t.side / 2, t.top / 2, t.ink, 0.5);
        g.strokeStyle = "#e69500"; g.lineWidth = 2; g.strokeRect(x0 + chosen[1] * t.side + 8, y + 8, t.side - 16, t.side - 16);
        g.fillStyle = "#24415a"; g.fillRect(x + 18, y0 - 4, 190, height * t.side + 8);
        for (let r = 0; r < height; r++) text(["Moves", "Open cells", "Best score", "1 point each"][r % 4] + " " + r * 7, x + 110, y0 + (r + 0.4) * t.side, "#fff", 0.34);
    }
    if (t.frame) {
        g.strokeStyle = t.bold; g.lineWidth = regions || box ? t.wide : t.gap || 1;
        g.strokeRect(x0, y0, width * t.side, height * t.side);
    }
    if (t.rim) {
        g.strokeStyle = t.bold; g.lineWidth = t.rim;
        g.strokeRect(x0 - t.rim / 2, y0 - t.rim / 2, width * t.side + t.rim, height * t.side + t.rim);
    }
    if (t.blocks && isLit) { // As old games have it: a thick frame around the cell that was pressed last, which blinks.
        const [r, c] = chosen, wide = t.side / 8;
        g.strokeStyle = marks[r][c] ? t.paper : t.ink; g.lineWidth = wide;
        g.strokeRect(x0 + c * t.side + wide / 2, y0 + r * t.side + wide / 2, t.side - wide, t.side - wide);
    }
    if (chosen && t.glow) {
        g.strokeStyle = g.shadowColor = t.mine; g.lineWidth = 2.5; g.shadowBlur = t.glow;
        g.strokeRect(x0 + chosen[1] * t.side + 1.5, y0 + chosen[0] * t.side + 1.5, t.side - 3, t.side - 3);
    }
    if (above) columns.forEach((line, c) => line.forEach((number, at) => text(number, x0 + (c + 0.5) * t.side, y0 - 6 - (line.length - at - 0.5) * 0.5 * t.side, t.ink, t.clue ?? 0.42)));
    if (before) rows.forEach((line, r) => t.glow ? text(line.join(" "), x0 - 6 - before / 2, y0 + (r + 0.5) * t.side, t.ink, t.clue ?? 0.42) : line.forEach((number, at) => text(number, x0 - 6 - (line.length - at - 0.5) * 0.62 * t.side, y0 + (r + 0.5) * t.side, t.ink, t.clue ?? 0.42)));
    if (isOver && t.glow && !NEXT[kind]) {
        g.fillStyle = "rgba(0, 0, 0, 0.7)"; g.fillRect(x0, y0, width * t.side, height * t.side);
        text("SOLVED!", x0 + width * t.side / 2, y0 + height * t.side / 2, t.mine);
    }
};
const check = () => {
    const done = goal.every((row, r) => row.every((mark, c) => mark == null || mark === marks[r][c] || (!mark && kind !== "binairo" && marks[r][c] !== 1)));
    isOver ||= done;
    if (done && t.glow && !NEXT[kind]) draw();
    else if (done) document.querySelector("#said").textContent = "Solved! Well done.";
};
const NEXT = { binairo: [null, 1, 0], queens: [null, 0, 1], star_battle: [null, 1, 0], nonogram: [null, 1, 0], light_up: [null, 1, 0] };
canvas.addEventListener(t.event ?? "mousedown", (event) => {
    const area = canvas.getBoundingClientRect();
    const c = Math.floor((event.clientX - area.left - x0) / t.side), r = Math.floor(((event.clientY - area.top) / t.squeezed - y0) / t.side);
    if (r < 0 || c < 0 || r >= height || c >= width) return;
    window.inputs = (window.inputs ?? 0) + 1;
    if (!NEXT[kind] || chosen) chosen = [r, c];
    if (NEXT[kind] && given[r][c] == null && numbers?.[r][c] == null) {
        const next = NEXT[kind];
        marks[r][c] = next[(next.indexOf(marks[r][c]) + 1) % next.length];
    }
    draw(); check();
});
addEventListener("keydown", ({ key }) => {
    if (!chosen || !/^[1-9]$/.test(key) || given[chosen[0]][chosen[1]] != null) return;
    marks[chosen[0]][chosen[1]] = Number(key);
    draw(); check();
});
draw();
if (t.glow) setInterval(() => { if (!isOver) document.querySelector("#said").textContent = `0:${seconds = 10 + (seconds + 1) % 50}`; }, 300);
if (t.blocks) setInterval(() => { isLit = !isLit; draw(); }, 400);
