"""Clues whose number is unknown: what they still say, and their forms."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from bot.draw import terminal
from bot.draw.svg import svg
from solvers import (
    KINDS,
    LINKED_KINDS,
    UNKNOWN,
    BadPuzzle,
    dump,
    dump_link,
    dump_picture,
    load,
    load_link,
    load_marks,
    load_picture,
    solutions,
)
from solvers._core.explain.reasoner import SHORT_ASSUMPTION, Reasoner
from solvers._core.model.picture import picture_text
from tests.brute import check
from tests.solvers.test_kinds import LINES, OF_KIND, of_families
from tests.tiers import chosen

KURODOKO = {"kind": "kurodoko", "numbers": ["..?", "3..", "..."]}
ARROW = {"cell": "R1C4", "direction": "down", "number": "?"}
YAJILIN = {"kind": "yajilin", "size": [2, 4], "arrows": [ARROW]}
SHINGOKI = {
    "kind": "shingoki",
    "size": [3, 3],
    "circles": [
        {"cell": "R1C1", "colour": "black", "number": "?"},
        {"cell": "R1C2", "colour": "white", "number": "?"},
    ],
}
KAKURO = {"kind": "kakuro", "blocks": ["..", ".b"], "rows": [["?"], []], "columns": [[3], []]}
ABC = {"kind": "abc_view", "letters": 2, "givens": ["..."] * 3, "left": ["?", 1, None], "top": [2, "?", None]}
SASHIGANE = {"kind": "sashigane", "size": [4, 3], "signs": [{"cell": "R4C1", "shape": "circle", "number": "?"}]}
TOWER = {"cell": "R3C2", "colour": "grey", "direction": "up", "number": "?"}
BOARDS: dict[str, tuple[Any, range]] = {
    "kurodoko": (KURODOKO, range(1, 6)),
    "hashi": ({"kind": "hashi", "numbers": ["?.2", "...", "2.?"]}, range(1, 5)),
    "hashi in a line": ({"kind": "hashi", "numbers": ["1.?..1"]}, range(1, 5)),
    "yajilin": (YAJILIN, range(4)),
    "slant": ({"kind": "slant", "points": ["..1", ".?.", "1.."]}, range(5)),
    "hitori": ({"kind": "hitori", "numbers": ["?13", "113", "3?2"]}, range(1, 5)),
    "kakuro": (KAKURO, range(3, 18)),
    "abc_view": (ABC, range(1, 3)),
    "skyscrapers": ({"kind": "skyscrapers", "givens": ["..."] * 3, "left": ["?", 1, 2]}, range(1, 4)),
    "minesweeper": ({"kind": "minesweeper", "numbers": ["..1", ".?.", "1.."]}, range(9)),
    "nurikabe": ({"kind": "nurikabe", "numbers": ["?..", "...", "..2"]}, range(1, 8)),
    "slitherlink": ({"kind": "slitherlink", "numbers": [".?", "3."]}, range(5)),
    "shingoki": (SHINGOKI, range(2, 5)),
    "nurimisaki": ({"kind": "nurimisaki", "numbers": ["?..", "...", "..2"]}, range(2, 6)),
    "country_road": ({"kind": "country_road", "numbers": ["?..", "..."], "regions": ["AAB", "ABB"]}, range(1, 4)),
    "sashigane": (SASHIGANE, range(3, 7)),
    "kurotto": ({"kind": "kurotto", "numbers": ["?..", "..2"]}, range(5)),
    "castle_wall": ({"kind": "castle_wall", "size": [4, 3], "towers": [TOWER]}, range(3)),
    "double_choco": ({"kind": "double_choco", "grey": ["1..1", "1..1"], "numbers": ["?...", "...?"]}, range(1, 5)),
    "heyawake": ({"kind": "heyawake", "numbers": ["?..", "..1"], "regions": ["AAB", "ABB"]}, range(4)),
}
"""A small board of each kind, and the numbers that may stand for `?`."""


def told(value: Any, number: int) -> Any:  # noqa: ANN401 - any JSON value
    """Return a puzzle's object with a number in the place of the first `?`; the same object if it has none."""
    text = json.dumps(value)
    # A grid of one digit a cell holds it inside a text.
    return json.loads(re.sub(r'"\?"|\?', str(number), text, count=1))


@pytest.mark.parametrize("name", chosen(BOARDS, {"kurodoko", "hashi", "kakuro", "slant"}))
def test_any_number(name: str) -> None:
    """An unknown number may be any: its solutions are those of all numbers together."""
    fields, numbers = BOARDS[name]
    found = solutions(load(fields)).grids
    boards = [fields]
    while "?" in json.dumps(boards):
        boards = [told(board, number) for board in boards for number in numbers]
    each: set[Any] = set()
    for board in boards:
        try:
            each |= {*solutions(load(board)).grids}
        except BadPuzzle as error:
            assert "no 2 different digits have" in error.message  # noqa: PT017 - a sum that no run has

    assert each == {*found}
    assert check(load(fields)) if fields["kind"] != "hashi" else found


@pytest.mark.parametrize("name", BOARDS)
def test_deduction(name: str) -> None:
    """What is deduced holds in every solution, so nothing unknown was used."""
    puzzle = load(BOARDS[name][0])
    grids, reasoner = solutions(puzzle).grids, Reasoner(puzzle)
    found = reasoner.consequences(reasoner.base, SHORT_ASSUMPTION)
    assert found is not None
    known = puzzle.grid(reasoner.answers(found))

    assert [] == [cell for cell, mark in known.marked() for grid in grids if grid[cell] != mark]


@pytest.mark.parametrize("name", BOARDS)
def test_forms(name: str) -> None:
    """`?` is written in files, drawings and pictures, and read again, also with a mark in its cell."""
    puzzle = load(BOARDS[name][0])
    text = json.dumps(dump(puzzle))

    assert "?" in text
    assert str(UNKNOWN) not in text
    assert puzzle == load(json.loads(text)) == load_picture(dump_picture(puzzle))
    for grid in solutions(puzzle, limit=3).grids:
        marks = load_marks(f"kind: {puzzle.KIND}\n{picture_text(puzzle.picture(grid))}", puzzle)
        shown, right = puzzle.assignment(marks).items(), puzzle.assignment(grid).items()

        assert {(place, value) for place, value in right if puzzle.is_needed(value)} <= shown <= right
    assert all(
        "?" in drawn for drawn in (dump_picture(puzzle), svg(puzzle.picture()), terminal.board(puzzle.picture()).plain)
    )


def changed(value: Any) -> list[Any]:  # noqa: ANN401 - any JSON value
    """Return all that a JSON value can be with one of its numbers unknown."""
    if isinstance(value, str):
        return [value.replace(sign, "?", 1) for sign in value if sign in "0123456789"][:1]
    if not isinstance(value, list | dict):
        return ["?"] if type(value) is int else []
    items = value.items() if isinstance(value, dict) else enumerate(value)
    return [
        replaced(value, key, other) for key, item in items if key not in {"kind", "cell"} for other in changed(item)
    ]


def replaced(value: Any, key: Any, item: object) -> Any:  # noqa: ANN401 - any JSON value
    """Return a list or an object with another item."""
    return {**value, key: item} if isinstance(value, dict) else [*value[:key], item, *value[key + 1 :]]


@pytest.mark.parametrize("kind", of_families(0))
def test_other_kinds(kind: str) -> None:
    """A kind that must know its numbers says so, and names none that nobody wrote."""
    for other in changed(LINES[OF_KIND[kind][0]]["puzzle"]):
        try:
            assert "?" in json.dumps(dump(load(other)))
            assert kind in {name.partition(" ")[0] for name in BOARDS}
        except BadPuzzle as error:
            assert str(UNKNOWN) not in error.message  # noqa: PT017 - most are puzzles
    if kind not in BOARDS and "?" not in KINDS[kind].SPELLED:
        with pytest.raises(BadPuzzle):  # Some have other rows than these.
            load_picture(f"kind: {kind}\n1 ?\n2 1")


@pytest.mark.parametrize("name", [name for name in BOARDS if name in LINKED_KINDS])
def test_addresses(name: str) -> None:
    """An address holds an unknown number, both ways."""
    puzzle = load(BOARDS[name][0])

    assert puzzle == load_link(dump_link(puzzle))
    with pytest.raises(BadPuzzle, match=r"cannot hold|has no game of kind"):
        dump_link(puzzle, "tatham")
