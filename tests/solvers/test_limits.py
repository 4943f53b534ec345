"""The limits of size in `docs/puzzles.md`: each is refused from the size alone, before a cell is read."""

from __future__ import annotations

import json
import re
from math import isqrt
from pathlib import Path
from string import ascii_uppercase
from typing import Any

import pytest

from bot.addons.studio.app import MOST_BYTES
from bot.addons.studio.board import BoardRequest, board
from bot.addons.studio.draft import LARGEST
from bot.addons.studio.fields import POINTS, Role, fields_of
from bot.addons.studio.state import EditorState
from bot.batch.lines import MAX_OBJECT_BYTES, RawEntry, raw_entries
from bot.sessions import playback
from solvers import (
    KINDS,
    LINKED_KINDS,
    BadPuzzle,
    Cell,
    GaveUp,
    Grid,
    OffByOneSums,
    Picture,
    Puzzle,
    dump,
    explain,
    generate,
    grade,
    load,
    load_link,
    load_marks,
    load_picture,
    off_by_one_sums,
    patches,
    solutions,
    solve,
)
from solvers import zip as zip_path
from solvers._core.explain import reasoner
from solvers._core.families import latin, placed
from solvers._core.model import files, grid
from solvers._core.model.files import dump_picture
from solvers._core.model.regions import LETTERS
from solvers._core.search import engine
from solvers._links import codes, links
from tests.conftest import ROOT
from tests.solvers.test_kinds import of_families

LIMITS = (ROOT / "docs" / "puzzles.md").read_text(encoding="utf-8").partition("## Limits")[2].partition("\n## ")[0]
CELLS = dict.fromkeys(KINDS, grid.MOST_CELLS) | {
    kind: int(number.replace(",", ""))
    for number, kinds in re.findall(r"^\| ([\d,]+) \| (`.+`) \|$", LIMITS, re.MULTILINE)
    for kind in re.findall(r"\w+", kinds)
}
"""For each kind the cells of its largest board."""


@pytest.fixture
def _unread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail as soon as a cell is read."""

    def read(*_: object) -> int:
        pytest.fail("a cell was read")

    monkeypatch.setattr(grid, "value_of", read)
    monkeypatch.setattr(Cell, "parse", read)
    monkeypatch.setattr("solvers._core.model.picture._marked", read)


def too_large(kind: type[Puzzle], rows: int, columns: int) -> dict[str, Any]:
    """Return the JSON object of a board of a size, without anything on it."""
    blank = {
        Role.GRID: ["." * columns] * rows,
        Role.REGIONS: ["A" * columns] * rows,
        Role.PAIR: [rows, columns],
        Role.NUMBER: 2,
    }
    corners = ["." * (columns + 1)] * (rows + 1)
    sides = {"left": rows, "right": rows, "top": columns, "bottom": columns}
    value: dict[str, Any] = {"kind": kind.KIND}
    for field in fields_of(kind):
        if field.role is Role.LINES:
            value[field.name] = [[]] * sides[field.side]
        elif field.required:
            value[field.name] = corners if field.name == POINTS else blank.get(field.role, [])
    return value


def test_every_kind_has_its_limits_in_the_docs() -> None:
    """The table has each kind whose largest board has other than the usual number of cells."""
    assert {name: kind.MOST_CELLS for name, kind in KINDS.items()} == CELLS


def test_other_limits_are_in_the_docs() -> None:
    """So are the limits of texts, of addresses, of the studio, of solving and of explaining."""
    numbers = {int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*\d", LIMITS)}

    assert (
        set() == {MAX_OBJECT_BYTES, files.MAX_DRAWING, links.MAX_LENGTH, codes.MAX_SIDE, LARGEST, MOST_BYTES} - numbers
    )
    assert {grid.MOST_CELLS, grid.HIGHEST, latin.HIGHEST, off_by_one_sums.HIGHEST, placed.MOST_REGIONS} <= numbers
    assert {patches.MOST_RECTANGLES, patches.MAX_SIDE, zip_path.MOST_ORDERED} <= numbers
    assert {engine.MOST_MEMORY, reasoner.LARGEST, playback.MAX_CELLS_EXPLAINED, len(ascii_uppercase)} <= numbers
    assert f"{files.ITEMS_PER_CELL} for each cell" in LIMITS


LARGEST_SQUARES: dict[str, dict[str, Any]] = {
    "abc_view": {"letters": 26},
    "futoshiki": {},
    "jigsaw_sudoku": {"regions": [letter * 50 for letter in LETTERS[:50]]},
    "killer_sudoku": {"box": [5, 10], "cages": [{"cells": ["R1C1", "R1C2"], "sum": 99}]},
    "renzoku": {"consecutive": [["R1C1", "R1C2"]]},
    "skyscrapers": {"left": [50] + [None] * 49},
    "sudoku": {"box": [5, 10]},
    "zip": {},
}


@pytest.mark.parametrize("name", LARGEST_SQUARES)
def test_numbers_above_35(name: str) -> None:
    """A board of 50×50 is read back from JSON and from a drawing, where large numbers are decimals."""
    highest = 26 if name == "abc_view" else 50
    rows = [[highest if row == col == 0 else None for col in range(50)] for row in range(50)]
    if name == "zip":
        rows = [[50 * row + col + 1 for col in range(50)] for row in range(50)]
    puzzle = load({**too_large(KINDS[name], 50, 50), "givens": rows, **LARGEST_SQUARES[name]})

    assert puzzle == load(json.loads(json.dumps(dump(puzzle)))) == load_picture(dump_picture(puzzle))


@pytest.mark.usefixtures("_unread")
@pytest.mark.parametrize("name", of_families(7))
def test_large_board(name: str) -> None:
    """One row more than a kind's largest board is refused, as an object, a drawing, in the studio and as a new one."""
    kind, side = KINDS[name], isqrt(CELLS[name])
    value = too_large(kind, side + 1, side)
    lists = {
        key: [[None] * len(row) if set(row) <= {"."} else [*row] for row in field]
        if isinstance(field, list) and all(isinstance(row, str) for row in field)
        else field
        for key, field in value.items()
    }
    words, most = f"{side + 1} rows and {side} columns are more than {CELLS[name]:,} cells", kind.LARGEST_NEW
    for each in (value, lists):
        with pytest.raises(BadPuzzle, match=f"{words}|a board has from 1 to"):
            load(each)
    for head, line in (("", "." * side), ("", ". " * side), ("regions:\n", "." * side), ("", "1 : " + ". " * side)):
        with pytest.raises(BadPuzzle, match=words):
            load_picture(f"{head}{line.rstrip()}\n" + f"{line.rstrip()}\n" * side, name)
    with pytest.raises(BadPuzzle, match="has 1 to 60 rows and columns here, not 61 and 2"):
        board(BoardRequest(EditorState(too_large(kind, LARGEST + 1, 2))))
    with pytest.raises(BadPuzzle, match=f"a new {name} has 1 to {most} rows and columns, not {most + 1} and {most}"):
        generate(name, (most + 1, most))


@pytest.mark.usefixtures("_unread")
def test_many_items() -> None:
    """A list of edges, cells or numbers that no board could have is refused, however it is nested."""
    edges = [["R1C1", "R1C2"]] * 30_000
    for value in (
        {"kind": "tango", "givens": ["...."] * 4, "equal": edges},
        {"kind": "killer_sudoku", "box": [2, 2], "givens": ["...."] * 4, "cages": [{"cells": ["R1C1"] * 30_000}]},
        {"kind": "thermometers", "thermometers": [["R1C1"] * 90_000], "rows": [[]], "columns": [[]]},
        {"kind": "nonogram", "rows": [[1] * 90_000], "columns": [[1]]},
        {"kind": "zip", "givens": ["...."], "walls": edges},
    ):
        with pytest.raises(BadPuzzle, match=r"more than [0-9,]+ items"):
            load(value)


@pytest.mark.usefixtures("_unread")
def test_large_grid() -> None:
    """A grid that is read by itself has a limit, too."""
    for rows in ("." * 100 + "\n") * 101, ["." * 10_001], [[None] * 101] * 100, [" 1" * 10_001]:
        with pytest.raises(BadPuzzle, match="are more than 10,000 cells, the most for a grid"):
            Grid.parse(rows)


@pytest.mark.usefixtures("_unread")
def test_long_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line or a file that is too long is refused before it is parsed, and the lines beside it are not."""
    monkeypatch.setattr("bot.batch.lines.MAX_OBJECT_BYTES", 1000)
    long = json.dumps({"kind": "tango", "givens": ["." * 1000]})
    short = json.dumps({"kind": "chess"})
    (tmp_path / "many.jsonl").write_text(f"{long}\n{short}\n{long}\n")
    entries = [raw.parse(None) for raw in raw_entries(str(tmp_path / "many.jsonl"))]
    whole = RawEntry("drawn", b"." * 1001, whole=True).parse("sudoku")

    assert [True, False, True] == ["more than the 1,000" in str(entry.error) for entry in entries]
    assert "drawn: 1,001 bytes are more than the 1,000 that a puzzle has at most" == str(whole.error)


@pytest.mark.usefixtures("_unread")
def test_long_drawing() -> None:
    """A drawing or marks of too many characters are refused, before any of their forms is tried."""
    for kind in ("sudoku", None):
        with pytest.raises(BadPuzzle, match="1,000,003 characters, more than the 1,000,000"):
            load_picture("1\n" + " " * 1_000_001, kind)
    puzzle = KINDS["three_in_a_row"].from_picture(Picture(4, 4, {}))
    with pytest.raises(BadPuzzle, match="1,000,001 characters, more than the 1,000,000"):
        load_marks("|" * 1_000_001, puzzle)


@pytest.mark.parametrize("name", LINKED_KINDS)
def test_large_address(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address of a board that is too large is refused before its text is read."""

    def read(*_: object) -> None:
        pytest.fail("the text was read")

    monkeypatch.setattr(links, "Text", read)
    side = min(isqrt(KINDS[name].MOST_CELLS), codes.MAX_SIDE)
    words = "are more than" if side < codes.MAX_SIDE else "must be from 1×1 to 100×100"
    flags = next(genre.flags for genre in links.GENRES if genre.kind == name)
    with pytest.raises(BadPuzzle, match=words):
        load_link(f"https://puzz.link/p?{LINKED_KINDS[name]}/{f'{flags}/' if flags else ''}{side}/{side + 1}/0", name)


BLANK = [KINDS[kind].from_picture(Picture(200, 200, {})) for kind in ("three_in_a_row", "tango", "binairo", "n_queens")]


@pytest.mark.parametrize("puzzle", [*BLANK, OffByOneSums(((30, 40),) * 51, ((30, 40),) * 51, 35)])
@pytest.mark.parametrize("ask", [solve, solutions, explain, grade])
def test_too_many_cells(puzzle: Puzzle, ask: Any) -> None:  # noqa: ANN401 - any function of `solvers`
    """A board of too many cells is refused in one sentence before anything is built."""
    with pytest.raises(GaveUp, match=f"(200|51) rows and .* columns are more than {puzzle.MOST_CELLS:,} cells"):
        ask(puzzle)
