"""Clues that are read by what they look like: puzzles drawn as plain squares, without a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.addons.unknown.guess import guess
from scrapers._site import Snapshot
from solvers import KINDS, Cell, dump, load

if TYPE_CHECKING:
    from collections.abc import Mapping

SIDE = 40
SKYSCRAPERS = {
    "kind": "skyscrapers",
    "givens": ["...."] * 4,
    "left": [3, 4, None, None],
    "right": [None] * 4,
    "top": [None] * 4,
    "bottom": [None, 2, None, None],
}
FUTOSHIKI = {
    "kind": "futoshiki",
    "givens": ["....", ".3..", "...4", "..2."],
    "less": [["R1C1", "R1C2"], ["R1C2", "R1C3"]],
    "greater": [],
}
DOTS = ["11-12", "12-13", "12-22", "21-31", "22-23", "22-32", "23-33", "24-34", "32-33", "33-43", "42-43", "43-44"]
RENZOKU = {
    "kind": "renzoku",
    "givens": [".2..", "....", "....", "...."],
    "consecutive": [[f"R{place[0]}C{place[1]}" for place in dot.split("-")] for dot in DOTS],
}
JIGSAW = {
    "kind": "jigsaw_sudoku",
    "regions": ["AABBB", "AABBC", "ADCCC", "DDDDC", "EEEEE"],
    "givens": ["1....", "...1.", "..2..", "..4.5", "....."],
}
LIGHT_UP = {"kind": "light_up", "blocks": ["..1...", ".....2", ".2....", ".b..1.", "......", "...1.."]}
GROUNDS = {"A": "#ffcccc", "B": "#ccffcc", "C": "#ccccff", "D": "#ffffcc", "E": "#ccffff"}


def square(row: float, col: float, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - any key of an element
    """Return an element whose middle is that of a place on the board."""
    size = more.pop("side", SIDE - 2)
    box = [100 + col * SIDE - size / 2, 100 + row * SIDE - size / 2, size, size]
    return {"tag": "i", "parent": 0, "child": 1, "box": box, **more}


def shown(puzzle: Mapping[str, Any], *, signs: bool = True) -> Snapshot:
    """Return what is seen of a puzzle: digits and signs are texts, regions are colours, black cells are pictures."""
    rows = puzzle.get("givens") or puzzle["blocks"]
    elements: list[dict[str, Any]] = [{"tag": "div", "parent": -1, "child": 1, "box": [0, 0, 800, 600]}]
    for row, line in enumerate(rows):
        for col, mark in enumerate(line):
            if "blocks" in puzzle:
                name = {".": "white", "b": "clueB"}.get(mark, f"clue{mark}")
                look = {"tag": "img", "source": f"/pictures/{name}.gif"}
            else:
                region = {"ground": rgb(GROUNDS[puzzle["regions"][row][col]])} if "regions" in puzzle else {}
                look = region | ({} if mark == "." else {"text": mark, "size": 20})
            elements.append(square(row, col, **look))
    sides = {"top": (-1, None), "bottom": (len(rows), None), "left": (None, -1), "right": (None, len(rows))}
    for side, (row_at, col_at) in sides.items():
        for at, number in enumerate(puzzle.get(side, ())):
            row, col = (at if place is None else place for place in (row_at, col_at))
            elements.append(square(row, col, **({"text": str(number), "size": 20} if number else {})))
    texts = {"less": "<", "greater": ">", "consecutive": "●"} if signs else {}
    for field, text in texts.items():
        for first, second in ((Cell.parse(one), Cell.parse(two)) for one, two in puzzle.get(field, ())):
            middle = (first.row + second.row) / 2, (first.col + second.col) / 2
            elements.append(square(*middle, side=9, text=text, size=9))
    return Snapshot("https://example.com/", "", {"looked": elements, "width": 800, "height": 600})


def rgb(colour: str) -> str:
    """Return a colour as a browser states it."""
    return f"rgb({', '.join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))})"


@pytest.mark.parametrize(
    "puzzle", [SKYSCRAPERS, FUTOSHIKI, RENZOKU, JIGSAW, LIGHT_UP], ids=lambda puzzle: puzzle["kind"]
)
def test_clues_are_read(puzzle: dict[str, Any]) -> None:
    """Numbers around a board, signs, digits in regions and numbers in pictures are the clues of their kinds."""
    found = guess(shown(puzzle), KINDS)

    assert found.answer is not None
    assert dump(load(puzzle)) == dump(found.answer.puzzle)


def test_digits_are_not_cut_off() -> None:
    """Where digits are marks, first and last lines belong to the board, though its signs are not seen."""
    found = guess(shown(FUTOSHIKI, signs=False), {"futoshiki": KINDS["futoshiki"]}, known=True)

    assert found.answer is None
    assert {(4, 4)} == {(made.lattice.height, made.lattice.width) for made in found.hypotheses}
