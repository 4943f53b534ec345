"""What a Sudoku may ask for besides its boxes: diagonals, windows, dots, thermometers, arrows, and sums between."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations, pairwise, product
from typing import Any

from solvers._core.families.latin import Latin, are_apart, are_consecutive, pair_clue
from solvers._core.families.marks import holds
from solvers._core.families.shaded import check_counts
from solvers._core.model.edges import canonical, edges
from solvers._core.model.errors import BadPuzzle
from solvers._core.model.grid import Cell, Edge, Grid
from solvers._core.model.picture import Picture, Rim
from solvers._core.model.rules import Clue, Table

Strand = tuple[Cell, ...]
"""Cells, each of which touches the one before it, at least at a corner."""

MOST_BETWEEN = 12
"""The highest digit of a board with sums: of more, too many sets of digits add up to the same."""
DOTS = {"consecutive": "~", "double": "%"}
STRANDS = {"thermometers": "thermometer", "arrows": "arrow"}
FLAGS = ("all_consecutive", "all_double")


class Extended(Latin):
    """Kinds with boxes whose puzzles may add rules, each of which is a field; the clues say them all."""

    box: tuple[int, int]
    diagonals: bool
    windows: bool
    consecutive: tuple[Edge, ...]
    all_consecutive: bool
    double: tuple[Edge, ...]
    all_double: bool
    thermometers: tuple[Strand, ...]
    arrows: tuple[Strand, ...]
    rows: Rim
    columns: Rim

    def __post_init__(self) -> None:
        super().__post_init__()
        for field in DOTS:
            object.__setattr__(self, field, canonical(field, getattr(self, field), self.givens))
        for edge in {*self.consecutive} & {*self.double}:
            raise BadPuzzle(f"consecutive and double: the edge between {edge[0]} and {edge[1]} has both dots")
        for field in STRANDS:
            object.__setattr__(self, field, tuple(sorted(getattr(self, field))))
            for strand in getattr(self, field):
                if len({*strand}) <= 1 or len({*strand}) < len(strand) or not {*strand} <= {*self.givens.cells()}:
                    raise BadPuzzle(f"{field}: each has two different cells of the board or more")
                if far := next((pair for pair in pairwise(strand) if not _touch(*pair)), None):
                    raise BadPuzzle(f"{field}: {far[0]} and {far[1]} do not touch")
        if self.windows and self.box[0] != self.box[1]:
            raise BadPuzzle("windows: only a board with square boxes has them")
        has_sums = any((*self.rows, *self.columns))
        for field in ("rows", "columns"):
            blank = ((),) * self.givens.height
            object.__setattr__(self, field, (getattr(self, field) or blank) if has_sums else ())
        if has_sums:
            check_counts(self.rows, self.columns, self.givens)
            if self.givens.height > MOST_BETWEEN:
                raise BadPuzzle(f"rows: a board with sums has at most {MOST_BETWEEN} rows")

    def more_units(self) -> Iterator[tuple[str, Strand]]:
        """Yield the diagonals and windows, each of which holds each digit once, with their names."""
        side, deep = self.givens.height, self.box[0]
        if self.diagonals:
            yield "diagonal 1", tuple(Cell(at, at) for at in range(side))
            yield "diagonal 2", tuple(Cell(side - 1 - at, at) for at in range(side))
        starts = range(1, side - deep, deep + 1) if self.windows else ()
        for number, (top, left) in enumerate(product(starts, starts), start=1):
            yield f"window {number}", tuple(Cell(top + row, left + col) for row in range(deep) for col in range(deep))

    def between(self) -> Iterator[tuple[str, Strand, int]]:
        """Yield each line that has a sum, with its name."""
        for (name, cells), told in zip(self.givens.lines(), (*self.rows, *self.columns), strict=False):
            for total in told:
                yield name, cells, total

    def pairs(self) -> Iterator[tuple[Edge, Callable[[int, int], bool], str, str]]:
        """Yield two cells of which something is said: what, in words with `{}` for each, and its name."""
        has_dots = self.consecutive or self.double or self.all_consecutive or self.all_double
        for edge in edges(self.givens) if has_dots else ():
            dots = {field for field in DOTS if edge in getattr(self, field)}
            if "consecutive" in dots:
                yield edge, are_consecutive, "{} and {} are consecutive", "dot"
            if "double" in dots:
                yield edge, _are_double, "of {} and {}, one is the double of the other", "dot"
            if self.all_consecutive and not dots:
                yield edge, are_apart, "{} and {} are not consecutive", "no dot"
            if self.all_double and not dots:
                yield edge, _are_no_double, "of {} and {}, none is the double of the other", "no dot"
        for strand in self.thermometers:
            for pair in pairwise(strand):
                yield pair, operator.lt, "{} < {}", "thermometer"

    def clues(self) -> Iterator[Clue]:
        yield from super().clues()
        for name, unit in self.more_units():
            yield from self.filled(name, unit, Clue)
        for edge, goes, words, name in self.pairs():
            yield pair_clue(edge, self.values, goes, words, name)
        for circle, *shaft in self.arrows:
            words = f"the digits on the arrow from {circle} to {shaft[-1]} add up to that in {circle}"
            yield Clue(words, (circle, *shaft), _adding_up(circle, tuple(shaft), self.values[-1]), "arrow")
        for name, cells, total in self.between():
            words = f"the digits between 1 and {self.values[-1]} in {name} add up to {total}"
            yield Clue(words, cells, _enclosing(cells, total), "sum between")

    def is_solved_by(self, grid: Grid) -> bool:
        """Return whether the grid obeys the rules of its family and all that are added."""
        if not super().is_solved_by(grid):
            return False
        held = dict(grid.marked())
        lines = [([held[cell] for cell in cells], total) for _, cells, total in self.between()]
        return (
            all({held[cell] for cell in unit} == {*self.values} for _, unit in self.more_units())
            and all(goes(held[one], held[other]) for (one, other), goes, *_ in self.pairs())
            and all(held[circle] == sum(held[cell] for cell in shaft) for circle, *shaft in self.arrows)
            and all(sum(_inner(line)) == total for line, total in lines)
        )

    def extras(self) -> dict[str, Any]:
        """Return the parts of a picture that draw what is added."""
        return {
            "signs": {edge: sign for field, sign in DOTS.items() for edge in getattr(self, field)},
            "strands": (
                *((name.partition(" ")[0], unit) for name, unit in self.more_units()),
                *((name, strand) for field, name in STRANDS.items() for strand in getattr(self, field)),
            ),
            "notes": {name: 1 for name in FLAGS if getattr(self, name)},
            "rows": self.rows,
            "columns": self.columns,
        }

    @staticmethod
    def added_in(picture: Picture) -> dict[str, Any]:
        """Return the fields for what a picture adds."""
        return {
            **{field: picture.edges(sign) for field, sign in DOTS.items()},
            **{field: tuple(cells for name, cells in picture.strands if name == one) for field, one in STRANDS.items()},
            **{name: bool(picture.notes.get(name)) for name in FLAGS},
            **{f"{one}s": any(name == one for name, _ in picture.strands) for one in ("diagonal", "window")},
            "rows": picture.rows,
            "columns": picture.columns,
        }


def _touch(one: Cell, other: Cell) -> bool:
    return max(abs(one.row - other.row), abs(one.col - other.col)) == 1


def _are_double(one: int, other: int) -> bool:
    return one == 2 * other or other == 2 * one


def _are_no_double(one: int, other: int) -> bool:
    return not _are_double(one, other)


def _inner(line: list[int]) -> list[int]:
    """Return the digits between the lowest and the highest of a line."""
    ends = sorted((line.index(1), line.index(len(line))))
    return line[ends[0] + 1 : ends[1]]


@lru_cache(maxsize=256)
def _adding_up(circle: Cell, shaft: Strand, highest: int) -> Table:
    """Return the table of the digits on a shaft, of which none differs from another, and their sum in the circle."""
    ways: list[tuple[int, ...]] = [()]
    for left in range(len(shaft) - 1, -1, -1):
        ways = [(*way, digit) for way in ways for digit in range(1, highest + 1 - left - sum(way))]
    return Table(tuple((holds(circle, sum(way)), *map(holds, shaft, way)) for way in ways))


@lru_cache(maxsize=256)
def _enclosing(cells: Strand, total: int) -> Table:
    """Return the table of the places of the lowest and the highest digit, and of the digits between that add up."""
    side, rows = len(cells), []
    for first, last in combinations(range(side), 2):
        inner = cells[first + 1 : last]
        for digits in combinations(range(2, side), len(inner)):
            if sum(digits) == total:
                others = [~holds(cell, digit) for cell in inner for digit in range(2, side) if digit not in digits]
                rows += [
                    (holds(cells[low], 1), holds(cells[high], side), *others)
                    for low, high in ((first, last), (last, first))
                ]
    return Table(tuple(rows))
