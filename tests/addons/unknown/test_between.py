"""Boards whose solution lies between cells: loops and bridges are entered as the page takes them, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

from solvers import Cell, Grid, Puzzle, generate
from tests.addons.unknown.pages import played
from tests.command import SharedPlaywright
from tests.tiers import chosen

SIDE = 44
SCRIPT = Path(__file__).with_name("lines.js").read_text(encoding="utf-8")
BOARDS = {"slitherlink": ((5, 5), 2), "hashi": ((7, 7), 2), "numberlink": ((5, 5), 1)}
SAYS = 'said.textContent = "Solved, well done!";'
REDDEN = "passed.forEach((at) => (board.children[at].style.background = '#f99'));"


def drawn_between(puzzle: Puzzle, solution: Grid) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield the ends of each line that may be drawn, in px from the board's corner, and how many are to be drawn."""

    def link(places: list[tuple[float, float]], wanted: int | None) -> tuple[int, int, int, int, int]:
        x1, y1, x2, y2 = (round(20 + SIDE * at) for row, col in (places[0], places[-1]) for at in (col, row))
        return x1, y1, x2, y2, wanted or 0

    if puzzle.KIND == "hashi":
        for line in [line for _, line in puzzle.numbers.lines()]:  # type: ignore[attr-defined]
            islands = [cell for cell in line if puzzle.numbers[cell]]  # type: ignore[attr-defined]
            for one, other in pairwise(islands):
                down, right = int(one.col == other.col), int(one.row == other.row)
                wanted = solution[Cell(2 * one.row + 1 + down, 2 * one.col + 1 + right)]
                yield link([(cell.row + 0.5, cell.col + 0.5) for cell in (one, other)], wanted)
    else:
        for (row, col), wanted in solution.marked():
            upright = (col % 2 == 0) == (puzzle.KIND == "slitherlink")
            steps = ((-1, 0), (1, 0)) if upright else ((0, -1), (0, 1))
            yield link([((row + down) / 2, (col + right) / 2) for down, right in steps], wanted)


def page(kind: str, way: str, states: str = "none line", svg: str = "", **more: object) -> str:
    """Return a page with a board of a kind that takes lines in one way; `states` come up one after the other."""
    size, seed = BOARDS[kind]
    made = generate(kind, size, seed=seed)
    numbers: Grid = made.puzzle.numbers  # type: ignore[attr-defined]
    values = {
        "side": SIDE,
        "size": size[0],
        "grid": "1px solid #eee",
        "numbers": ["" if numbers[cell] is None else numbers[cell] for cell in numbers.cells()],
        "links": list(drawn_between(made.puzzle, made.solution)),
        "islands": kind == "hashi",
        "dots": kind == "slitherlink",
        "spot": 3,
        "colours": ["#c33", "#36c", "#393", "#fc0", "#a3c", "#0bb"] if kind == "numberlink" else [],
        "states": states.split(),
        "svg": svg,
        "way": way,
        "hint": "transparent",
    } | more
    win, pressed = values.pop("win", SAYS), values.pop("pressed", "")
    given = "".join(f"const {name} = {json.dumps(value)};" for name, value in values.items())
    acts = f"const win = () => {{ {win} }}, pressed = (number) => {{ {pressed} }};"
    return f"<!doctype html><title>Page</title><body><h1>A puzzle</h1><script>{given}{acts}{SCRIPT}</script>"


PAGES = {
    "thin buttons": partial(page, "slitherlink", "edges", hint="#ddd"),
    "crosses after lines": partial(page, "slitherlink", "edges", "none line cross"),
    "crosses before lines": partial(page, "slitherlink", "edges", "none cross line"),
    "corner to corner": partial(page, "slitherlink", "drag"),
    "dots on a canvas": partial(page, "slitherlink", "near", grid="canvas"),
    "large dots on a canvas": partial(page, "slitherlink", "near", grid="canvas", spot=7),
    "bridges by drags": partial(page, "hashi", "drag", "none 1 2", svg="yes"),
    "bridges of islands alone": partial(page, "hashi", "near", "none 1 2", svg="yes", grid="alone"),
    "bridges of circles alone": partial(page, "hashi", "ends", "none 1 2", grid="svg"),
    "bridges by drags or in a chain": partial(page, "hashi", "chain", "none 1 2"),
    "bridges on a canvas": partial(page, "hashi", "ends", "none 1 2", grid="canvas"),
    "dots of one colour": partial(page, "numberlink", "flow"),
    "cells of one colour": partial(page, "numberlink", "flow", hint="paint"),
    "a line on red cells": partial(page, "numberlink", "flow", win=f"{REDDEN} {SAYS}"),
}


@pytest.mark.parametrize("name", chosen(PAGES, {"thin buttons", "bridges by drags", "dots of one colour"}))
def test_lines_are_entered(shared_playwright: SharedPlaywright, tmp_path: Path, name: str) -> None:
    """How lines are drawn is learned on one of them; then all are, and none twice."""
    outcome = played(shared_playwright, tmp_path, PAGES[name](), kind=PAGES[name].args[0])

    assert (0, True) == (outcome.exit_code, outcome.result.accepted), (outcome.message, outcome.result.said)
    assert 0 == outcome.pressed("other")


VEIL = """document.body.insertAdjacentHTML("beforeend", `<div style="position: fixed; inset: 0; z-index: 9;
    background: #0008"><div style="margin: 100px; width: 120px; background: #fff">Congratulations!</div></div>`)"""
HOSTILE = {
    "a dialog over a veil": ({"win": VEIL}, True, ""),
    "a blank board in the end": ({"win": "links.forEach((_, at) => set(at, 0))"}, None, ""),
    "one line too many": ({"win": "if (counts[wrong] === 0) set(wrong, 1);" + SAYS}, None, ""),
    "a word too early": ({"pressed": "if (++inputs === 9) " + SAYS}, None, ""),
    "lines that go": ({"pressed": "setTimeout(() => set(number, 0), 500)"}, None, "takes back the mark of R1C3"),
    "single bridges alone": ({"states": "none 1"}, None, "only a single line is drawn beside R1C"),
    "another line": ({"pressed": "set(number, 0), set(number + 1, 1)"}, None, "is left beside R1C5"),
    "nothing": ({"way": "none"}, None, "no line is drawn beside R1C"),
}
"""What else a page does: what of it is changed, whether the end is believed, and what the error says."""
BESIDE = """let inputs = 0;
const wrong = links.findIndex((link) => !link[4]);"""


@pytest.mark.parametrize("name", chosen(HOSTILE, {"one line too many"}))
def test_lines_on_hostile_pages(shared_playwright: SharedPlaywright, tmp_path: Path, name: str) -> None:
    """A page that punishes is left at once, and no message counts before exactly the wanted lines are there."""
    changes, accepted, says = HOSTILE[name]
    more = {"way": "near", "states": "none 1 2", **changes}
    html = page("hashi", more.pop("way"), more.pop("states"), **more)
    outcome = played(shared_playwright, tmp_path, html.replace("</script>", f"{BESIDE}</script>"), kind="hashi")

    assert accepted == outcome.result.accepted, (outcome.message, outcome.result.said)
    assert says in outcome.message, outcome.message
    assert bool(says) == bool(outcome.message)
    assert not says or outcome.pressed() <= (7 if name == "nothing" else 3)
