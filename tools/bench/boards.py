"""The boards of the benchmark; `python -m tools.bench.boards` writes `boards.jsonl` again."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests import ROOT, SHARED

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Place = tuple[int, int]

OURS = ROOT / "tests" / "boards" / "boards.jsonl"
TANGOS = SHARED / "puzzles" / "linkedin" / "tango.jsonl"
"""LinkedIn's boards, which must not be shipped; see `tangos`."""

SIZES = (6, 10, 14, 20)
SEEDS = range(1, 9)
TANGO_SEEDS = range(1, 35)


@dataclass(frozen=True)
class Board:
    """The input of every solver: the shape, the given marks, and the signs by edge (True is `=`)."""

    height: int
    width: int
    marks: Mapping[Place, int]
    signs: Mapping[tuple[Place, Place], bool]
    solution: tuple[str, ...] | None = None

    def cells(self) -> list[Place]:
        """Return all cells in reading order."""
        return [(row, col) for row in range(self.height) for col in range(self.width)]

    def lines(self) -> list[list[Place]]:
        """Return all rows, then all columns."""
        rows = [[(row, col) for col in range(self.width)] for row in range(self.height)]
        return [*rows, *(list(column) for column in zip(*rows, strict=True))]

    def rows(self, values: Mapping[Place, int]) -> tuple[str, ...]:
        """Return values as row strings."""
        return tuple("".join(str(values[row, col]) for col in range(self.width)) for row in range(self.height))


def ours() -> dict[int, list[Board]]:
    """Return the 3-In-A-Rows of `boards.jsonl` by size."""
    boards: dict[int, list[Board]] = {size: [] for size in SIZES}
    for line in _lines(OURS):
        if line["puzzle"]["kind"] == "three_in_a_row":
            board = _board(line)
            boards[board.height].append(board)
    return boards


def tangos() -> tuple[str, list[Board]]:
    """Return LinkedIn's Tangos if they are available, or else as many of ours, and a word for which."""
    if not TANGOS.exists():
        return "ours", [_board(line) for line in _lines(OURS) if line["puzzle"]["kind"] == "tango"]
    boards = []
    for line in _lines(TANGOS):
        marks = {(row, col): "MS".index(symbol) for row, col, symbol in line["symbols"]}
        signs = {(tuple(cell), tuple(neighbour)): sign == "=" for cell, neighbour, sign in line["walls"]}
        height, width = line["grid_size"]
        boards.append(Board(height, width, marks, signs))
    return "LinkedIn's", boards


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _board(line: dict[str, Any]) -> Board:
    puzzle = line["puzzle"]
    marks = {
        (row, col): int(mark)
        for row, text in enumerate(puzzle["givens"])
        for col, mark in enumerate(text)
        if mark != "."
    }
    signs = {
        (_place(cell), _place(neighbour)): field == "equal"
        for field in ("equal", "opposite")
        for cell, neighbour in puzzle.get(field, [])
    }
    return Board(len(puzzle["givens"]), len(puzzle["givens"][0]), marks, signs, tuple(line["solution"]))


def _place(name: str) -> Place:
    row, _, col = name.removeprefix("R").partition("C")
    return int(row) - 1, int(col) - 1


def _made() -> Iterator[dict[str, Any]]:
    from tools.make_boards import make  # a run of the benchmark needs only what was made

    for size in SIZES:
        for seed in SEEDS:
            puzzle, solution = make("three_in_a_row", size, size, seed)
            yield {"puzzle": puzzle, "solution": solution}
    for seed in TANGO_SEEDS:
        puzzle, solution = make("tango", 6, 6, seed, edges=12)
        yield {"puzzle": puzzle, "solution": solution}


if __name__ == "__main__":
    OURS.write_text("".join(json.dumps(line) + "\n" for line in _made()), encoding="utf-8")
