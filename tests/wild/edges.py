"""Pages at the edge: each must end in a sentence, some in a solved board, none in input that does harm."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from html import escape
from pathlib import Path
from random import Random

from solvers import Grid, ThreeInARow, solutions
from tests.wild.choices import PLAIN
from tests.wild.pages import LOG, Wild, made, write_case, write_puzzle
from tests.wild.puzzles import Shown, shown

HOME = "https://edges.example/"
ELSEWHERE = "https://frames.example/board"
"""The address of a document of another origin."""
FIRST = 2
"""The seed of the first of two boards."""
DRAWN = """<canvas width="384" height="384"></canvas><script>
const pen = document.querySelector("canvas").getContext("2d");
pen.font = "30px sans-serif";
for (let row = 0; row < 8; row++) for (let col = 0; col < 8; col++) {
  pen.strokeRect(col * 48, row * 48, 48, 48);
  if ((row * 5 + col * 3) % 7 === 0) pen.fillText(row % 2 ? "X" : "O", col * 48 + 12, row * 48 + 34);
}
window.__where = (path) => (path.some((part) => part.localName === "canvas") ? "cell of the canvas" : null);
</script>"""
CHANGES = """<script>{
  const every = () => {
    const cells = [...document.querySelectorAll(".cell")];
    const at = Math.floor(Math.random() * cells.length);
    cells[at].textContent = ["X", "O", ""][Math.floor(Math.random() * 3)];
    setTimeout(every, 40);
  };
  every();
}</script>"""
RESTLESS = """<p id="noise"></p><script>setInterval(() => { noise.textContent = Math.random(); }, 5)</script>"""
MOVES_ON = """<script>
let count = 0;
addEventListener("click", () => { if (++count === 3) location.assign("/next"); }, true);
</script>"""
TAKES_BACK = """<script>
const kept = new Map();
addEventListener("click", (event) => {
  const cell = event.target.closest(".cell");
  if (!cell || !event.isTrusted || kept.has(cell)) return;
  kept.set(cell, { className: cell.className, innerHTML: cell.innerHTML });
  setTimeout(() => (Object.assign(cell, kept.get(cell)), kept.delete(cell)), 550);
}, true);
</script>"""


def simple(seed: int = 1) -> Wild:
    """Return a page without anything special."""
    chance = Random(seed)  # noqa: S311 - pages, not secrets
    return made(seed, shown(chance, "three_in_a_row"), PLAIN, chance)


@cache
def large() -> Wild:
    """Return a page with a board of 30×30, of which one cell of each row is blank."""
    grid = solutions(ThreeInARow(Grid.make(30, 30)), limit=1).grids[0]
    givens = Grid.make(30, 30, lambda cell: None if cell.col == 7 * cell.row % 30 else grid[cell])
    board = Shown("three_in_a_row", ThreeInARow(givens), grid, 30, 30, dict(givens.marked()), dict(grid.marked()))
    return made(30, board, replace(PLAIN, side=22), Random(30))  # noqa: S311 - as above


def within(page: Wild, addition: str) -> str:
    """Return a page with something more at its end."""
    return page.html.replace("</body>", f"{addition}</body>")


def two_boards() -> str:
    """Return a page with two boards side by side, each in a document of its own."""
    frames = "".join(
        f'<iframe style="border:0;width:420px;height:640px" srcdoc="{escape(simple(seed).html)}"></iframe>'
        for seed in (FIRST, 5)
    )
    return (
        f'<!doctype html><html><head><meta charset="utf-8">{LOG}</head><body><h1>Two boards</h1>{frames}</body></html>'
    )


def scrolled() -> str:
    """Return a page whose board is larger than the box that it scrolls in."""
    page = simple()
    return page.html.replace(
        '<div class="frame">', '<div style="height:170px;overflow:auto"><div class="frame">'
    ).replace('<div class="tools">', '</div><div class="tools">', 1)


def framed() -> str:
    """Return a page whose board is in a frame of another origin."""
    return (
        f'<!doctype html><html><head><meta charset="utf-8">{LOG}</head><body><h1>Puzzle</h1>'
        f'<iframe style="border:0;width:600px;height:760px" src="{ELSEWHERE}"></iframe></body></html>'
    )


EDGES: Mapping[str, Callable[[], str]] = {
    "canvas": lambda: (
        f'<!doctype html><html><head><meta charset="utf-8">{LOG}</head><body><h1>Puzzle</h1>{DRAWN}</body></html>'
    ),
    "two_boards": two_boards,
    "scrolled": scrolled,
    "scaled": lambda: simple().html.replace("</style>", ".frame{transform:scale(.7)}</style>"),
    "other_origin": framed,
    "changes": lambda: within(simple(), CHANGES),
    "large": lambda: large().html,
    "moves_on": lambda: within(simple(), MOVES_ON),
    "takes_back": lambda: within(simple(), TAKES_BACK),
    "restless": lambda: within(simple(), RESTLESS),
    "elements": lambda: within(simple(), f"<div>{'<i></i>' * 50_000}</div>"),
}
"""The pages by name."""


def write(folder: Path, name: str) -> Path:
    """Write a page as a fixture; return its folder."""
    case = folder / f"edge_{name}"
    write_case(case, EDGES[name](), f"{HOME}{name}")
    if name not in {"canvas", "changes"}:
        write_puzzle(case, (large() if name == "large" else simple(FIRST) if name == "two_boards" else simple()).puzzle)
    if name == "other_origin":
        (case / "frame.html").write_text(simple().html, encoding="utf-8")
        _add(case, pages={ELSEWHERE: "frame.html"})
    if name == "moves_on":
        (case / "next.html").write_text("<!doctype html><title>Next</title><h1>Another page</h1>", encoding="utf-8")
        _add(case, pages={f"{HOME}next": "next.html"})
    return case


def _add(case: Path, **facts: object) -> None:
    """Add facts to a fixture."""
    file = case / "fixture.json"
    file.write_text(json.dumps(json.loads(file.read_text(encoding="utf-8")) | facts), encoding="utf-8")
