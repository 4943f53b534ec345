// A board whose solution lies between its cells: `links` are [x1, y1, x2, y2, lines wanted] in px.
const make = (tag, css, parent, text = "") => {
    const svg = ["svg", "line", "circle"].includes(tag) || (parent.namespaceURI ?? "").endsWith("svg");
    const made = svg ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
    made.setAttribute("style", css);
    made.textContent = text;
    return parent.appendChild(made);
};
const at = (x, y, wide, high) => `position: absolute; left: ${x}px; top: ${y}px; width: ${wide}px; height: ${high}px;`;
const board = make("div", `position: relative; width: ${side * size + 40}px; height: ${side * size + 40}px; touch-action: none`, document.body);
board.id = "board";
const said = make("p", "", document.body);
const tell = (text) => navigator.sendBeacon("https://log.example/?" + encodeURIComponent(text));
addEventListener("mousedown", ({ isTrusted, target }) => isTrusted && tell(`mousedown ${board.contains(target) ? "board" : "other"}`), true);
// Islands may stand alone, or be drawn in an SVG; other cells have borders.
const own = /px/.test(grid), surface = () => make("svg", `${at(0, 0, side * size + 40, side * size + 40)} pointer-events: none`, board);
const drawing = grid === "svg" && surface(), canvas = grid === "canvas" && make("canvas", "", board);
numbers.forEach((number, cell) => {
    const [x, y] = [20 + side * (cell % size), 20 + side * Math.floor(cell / size)];
    const [left, top] = own ? [4, 4] : [x + 4, y + 4];
    const box = !own ? board : make("div", `${at(x, y, side, side)} box-sizing: border-box; border: ${grid}; font: 20px/${side}px serif; text-align: center`, board, islands || colours.length ? "" : number);
    if (colours.length && number) make("div", `${at(7, 7, side - 16, side - 16)} border-radius: 50%; background: ${colours[number - 1]}`, box);
    if (islands && number && grid === "svg") {
        make("circle", `cx: ${x + side / 2}px; cy: ${y + side / 2}px; r: ${side / 2 - 5}px; fill: #fff; stroke: #000`, drawing);
        make("text", `transform: translate(${x + side / 2}px, ${y + side / 2 + 6}px); text-anchor: middle; font: 18px serif`, drawing, number);
    } else if (islands && number && !canvas) make("div", `${at(left, top, side - 10, side - 10)} border: 1px solid; border-radius: 50%; font: 18px/${side - 10}px serif; background: #fff; z-index: 3`, box, number);
});
const picture = drawing || surface();
if (dots && !canvas) for (let dot = 0; dot < (size + 1) ** 2; dot++) make("div", `${at(18 + side * (dot % (size + 1)), 18 + side * Math.floor(dot / (size + 1)), 4, 4)} background: #000; border-radius: 50%; pointer-events: none`, board);

const counts = links.map(() => 0), drawn = links.map(() => []), wide = colours.length ? 16 : 4;
const paint = () => {
    canvas.width = canvas.height = side * size + 40;
    const g = canvas.getContext("2d"), disc = (x, y, r) => (g.beginPath(), g.arc(x, y, r, 0, 7), g.fill());
    const shade = g.createRadialGradient(150, 150, 0, 150, 150, 250);
    shade.addColorStop(0, islands ? "#eef" : "#fff"), shade.addColorStop(1, "#fff"), g.fillStyle = shade, g.fillRect(0, 0, 400, 400);
    g.fillStyle = g.strokeStyle = g.shadowColor = "#036", g.lineWidth = 4;
    links.forEach(([x1, y1, x2, y2], at) => {
        for (const by of [[], [0], [-4, 4]][counts[at]]) g.beginPath(), g.moveTo(x1 + by * (x1 === x2), y1 + by * (y1 === y2)), g.lineTo(x2 + by * (x1 === x2), y2 + by * (y1 === y2)), g.stroke();
    });
    for (let dot = 0; dots && dot < (size + 1) ** 2; dot++) disc(20 + side * (dot % (size + 1)), 20 + side * Math.floor(dot / (size + 1)), spot);
    g.font = "20px serif";
    numbers.forEach((number, cell) => {
        const [x, y] = [20 + side * (cell % size + 0.5), 20 + side * (Math.floor(cell / size) + 0.5)];
        if (islands && number) g.shadowBlur = 4, g.fillStyle = "#ddd", disc(x, y, side / 3), g.stroke(), g.shadowBlur = 0, g.fillStyle = "#036";
        if (spot < 4 || number !== 1) g.fillText(number, x - 6, y + 6);
        else g.fill(new Path2D(`M${x + 3} ${y - 8}h-2l-5 4v3l4 -3v11h3z`)); // a 1 without a foot
    });
};
if (canvas) paint();
const draw = (number) => {
    if (canvas) return paint();
    const [x1, y1, x2, y2] = links[number], state = states[counts[number]], upright = x1 === x2;
    drawn[number].splice(0).forEach((old) => old.remove());
    for (const [x, y] of hint === "paint" ? [[x1, y1], [x2, y2]] : []) {
        const cell = Math.floor((y - 20) / side) * size + Math.floor((x - 20) / side);
        if (!numbers[cell]) board.children[cell].style.background = counts[number] ? colours[drawn[number].number - 1] : "";
    }
    if (hint === "paint") return;
    const shifts = { line: [0], 1: [0], 2: [-4, 4] }[state] ?? [];
    for (const by of shifts) {
        const [left, top] = [Math.min(x1, x2) + (upright ? by : 0), Math.min(y1, y2) + (upright ? 0 : by)], long = Math.abs(x2 - x1 + y2 - y1);
        if (svg) {
            const line = make("line", "stroke: #26c; stroke-width: 3", picture);
            Object.entries({ x1: left, y1: top, x2: left + (upright ? 0 : long), y2: top + (upright ? long : 0) }).forEach(([name, value]) => line.setAttribute(name, value));
            drawn[number].push(line);
        } else drawn[number].push(make("div", `${upright ? at(left - wide / 2, top, wide, long) : at(left, top - wide / 2, long, wide)} background: ${colours[drawn[number].number - 1] ?? "#222"}; border-radius: 99px; pointer-events: none; z-index: 2`, board));
    }
    if (state === "cross") drawn[number].push(make("div", `${at((x1 + x2) / 2 - 5, (y1 + y2) / 2 - 9, 10, 18)} font: 16px/18px serif; color: #c00; pointer-events: none`, board, "×"));
};
const set = (number, count) => {
    counts[number] = count;
    draw(number);
    if (links.every(([, , , , wanted], at) => (Number(states[counts[at]].replace("line", "1")) || 0) === wanted)) win();
};
const press = (number) => {
    set(number, (counts[number] + 1) % states.length);
    pressed(number);
};
const here = ({ clientX, clientY }) => [clientX - board.getBoundingClientRect().left, clientY - board.getBoundingClientRect().top];
const end = (event) => {
    const [x, y] = here(event);
    return links.flatMap(([x1, y1, x2, y2]) => [[x1, y1], [x2, y2]]).find(([left, top]) => Math.hypot(left - x, top - y) < 14)?.join();
};
const joined = (one, other) => links.findIndex(([x1, y1, x2, y2]) => [`${x1},${y1} ${x2},${y2}`, `${x2},${y2} ${x1},${y1}`].includes(`${one} ${other}`));
if (way === "edges")
    links.forEach(([x1, y1, x2, y2], number) => {
        const edge = make("button", `${x1 === x2 ? at(x1 - 5, y1 + 4, 10, y2 - y1 - 8) : at(x1 + 4, y1 - 5, x2 - x1 - 8, 10)} border: 0; padding: 0; background: ${hint}; z-index: 1`, board);
        edge.addEventListener("click", () => press(number));
    });
if (way === "near")
    board.addEventListener("click", (event) => {
        const [x, y] = here(event);
        const far = links.map(([x1, y1, x2, y2]) => Math.max(0, Math.min(x1, x2) - x, x - Math.max(x1, x2)) + Math.max(0, Math.min(y1, y2) - y, y - Math.max(y1, y2)));
        const isTie = canvas && links.some(([x1, y1, x2, y2]) => Math.abs(x1 + x2 - 2 * x) + Math.abs(y1 + y2 - 2 * y) < 4);
        if (Math.min(...far) < 10 && !isTie) press(far.indexOf(Math.min(...far)));
    });
let first = null, from = null;
if (/drag|chain/.test(way)) {
    board.addEventListener("pointerdown", (event) => { from = end(event); });
    board.addEventListener("pointerup", (event) => {
        const number = joined(from, end(event));
        if (number >= 0) press(number);
    });
}
// A line grows from a number while the pointer moves over cells, and is what it was if it does not end at an equal one.
let passed = [], number = 0;
if (way === "flow") {
    const cell = ([x, y]) => Math.floor((y - 20) / side) * size + Math.floor((x - 20) / side);
    const middle = (cell) => [20 + side * (cell % size + 0.5), 20 + side * (Math.floor(cell / size) + 0.5)].join();
    const grow = (event) => {
        const to = cell(here(event)), last = passed.at(-1);
        if (!passed.length || to === last || passed.includes(to) || (numbers[to] && numbers[to] !== number)) return;
        const link = joined(middle(last), middle(to));
        if (link >= 0) passed.push(to), drawn[link].number = number, set(link, 1);
    };
    board.addEventListener("pointerdown", (event) => {
        const from = cell(here(event));
        number = numbers[from];
        passed = number ? [from] : [];
    });
    board.addEventListener("pointermove", grow);
    board.addEventListener("pointerup", () => {
        if (passed.length && numbers[passed.at(-1)] !== number) passed.slice(1).forEach((to, at) => set(joined(middle(passed[at]), middle(to)), 0));
        passed = [];
    });
}
// The first end of a chain stays chosen.
if (/ends|chain/.test(way))
    board.addEventListener("click", (event) => {
        const to = end(event), number = joined(first, to);
        if (way === "chain" && from !== to) return;
        if (number >= 0) press(number);
        if (way === "ends" || number < 0) first = first && (number >= 0 || first === to) ? null : to;
    });
