"""Puzzles that are turned or mirrored, and the form that all of them share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from solvers._core.model.grid import Cell
from solvers._core.model.picture import Glyph, Picture, picture_text
from solvers._core.model.puzzle import Puzzle

P = TypeVar("P", bound=Puzzle)

ALL = 8
"""The ways to turn or mirror a board, each a sum of 1, 2 and 4 as in `Puzzle.TURNS`."""


def shared_form(puzzle: Puzzle) -> str:
    """Return a text that is the same for a puzzle however it is turned, as far as its kind allows that."""
    return min(picture_text(turned(puzzle, turn).picture()) for turn in ways(puzzle))


def ways(kind: Puzzle | type[Puzzle]) -> list[int]:
    """Return the ways to turn or mirror the puzzles of a kind."""
    return [turn for turn in range(ALL) if turn | kind.TURNS == kind.TURNS]


def turned(puzzle: P, turn: int) -> P:
    """Mirror or rotate a puzzle through its picture: bit 1 swaps rows and columns, bits 2 and 4 reverse them."""
    picture = puzzle.picture()
    swap, height, width = turn & 1, picture.height, picture.width
    if swap:
        height, width = width, height
    swapped = {"|": "-", "-": "|"} if swap else {}
    backwards = swapped | {"<": ">", ">": "<"}
    letters = str.maketrans(dict(puzzle.TURNED) if swap else {})

    def where(at: Cell, last: tuple[int, int] = (height - 1, width - 1)) -> Cell:
        """Return where a place comes to be on a board whose last place is at this row and column."""
        row, col = (at.col, at.row) if swap else at
        return Cell(last[0] - row if turn & 2 else row, last[1] - col if turn & 4 else col)

    def lines(rim: Sequence[tuple[int, ...]], reverse_lines: int, reverse_numbers: int) -> tuple[tuple[int, ...], ...]:
        numbers = [line[::-1] if reverse_numbers else line for line in rim]
        return tuple(numbers[::-1] if reverse_lines else numbers)

    rows, columns = (picture.columns, picture.rows) if swap else (picture.rows, picture.columns)
    right, bottom = (picture.bottom, picture.right) if swap else (picture.right, picture.bottom)
    if right and turn & 4:
        rows, right = right, rows
    if bottom and turn & 2:
        columns, bottom = bottom, columns
    return puzzle.from_picture(
        Picture(
            height,
            width,
            {where(cell): Glyph(glyph.text.translate(letters)) for cell, glyph in picture.glyphs.items()},
            {
                (min(edge), max(edge)): (swapped if edge[0] < edge[1] else backwards).get(sign, sign)
                for (first, second), sign in picture.signs.items()
                for edge in [(where(first), where(second))]
            },
            {where(cell): name for cell, name in picture.fills.items()},
            rows=lines(rows, turn & 2, turn & 4),
            columns=lines(columns, turn & 4, turn & 2),
            right=lines(right, turn & 2, turn & 4),
            bottom=lines(bottom, turn & 4, turn & 2),
            corners={where(cell): number for cell, number in picture.corners.items()},
            dots=frozenset(where(dot, (2 * height, 2 * width)) for dot in picture.dots),
            points={where(point, (height, width)): number for point, number in picture.points.items()},
            strands=tuple((name, tuple(map(where, cells))) for name, cells in picture.strands),
            notes=picture.notes,
        )
    )
