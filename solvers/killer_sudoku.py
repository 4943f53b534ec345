"""Killer Sudoku: a Sudoku with cages, whose digits differ and add up to a sum."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from solvers.kind import *

REST = "rest of a sum"
MAX_LEFT, MOST_LINES = 5, 4
"""The most cells of what is left of a sum, and the most lines beside each other whose sum is used."""


class CagesWithSums:
    """What a game ID holds: the borders of cages, then their sums in their first cells."""

    SUMS = link_parts.Behind(",", link_parts.cells("sums", *ids.NUMBERS))

    def read(self, text: codes.Text) -> link_parts.Fields:
        """Read the part."""
        parts = regions.parts(ids.BORDERS.read(text)["regions"])
        sums = Grid.parse(self.SUMS.read(text)["sums"])
        found = [([*map(str, part)], [sums[cell] for cell in part if sums[cell] is not None]) for part in parts]
        return {"cages": [{"cells": part} | ({"sum": held[0]} if held else {}) for part, held in found]}

    def write(self, fields: link_parts.Fields, board: Grid) -> str:
        """Write the part."""
        sums = {tuple(map(Cell.parse, cage["cells"])): cage.get("sum") for cage in fields["cages"]}
        if sum(len(part) for part in sums if len(part) > 1) < board.height * board.width:
            raise BadPuzzle("a game ID has each cell in a cage of two cells or more")
        first = {part[0]: total for part, total in sums.items()}
        borders = ids.BORDERS.write({"regions": regions.rows_of(regions.lettered(sums))}, board)
        return borders + self.SUMS.write({"sums": Grid.make(board.height, board.width, first.get).values}, board)


@dataclass(frozen=True)
class KillerSudoku(Latin):
    """A Killer Sudoku with boxes of any shape (`box`: rows and columns of a box).

    1. Each cell holds one digit.
    2. Each row, column and box holds each digit once.
    3. The digits in a cage differ, and add up to its sum if it has one.

    Not every cell needs to be in a cage (source: the help page of puzzle-killer-sudoku.com).
    """

    box: tuple[int, int]
    givens: Grid
    cages: tuple[Cage, ...] = ()

    GAME_ID: ClassVar = (
        link_parts.cells("givens", *ids.NUMBERS),
        link_parts.Behind(",", CagesWithSums()),
    )
    SIZE: ClassVar = (9, 9)
    LARGEST_NEW: ClassVar = 9

    def __post_init__(self) -> None:
        check_boxes(self.box, self.givens)
        super().__post_init__()
        object.__setattr__(self, "cages", cages.canonical(self.cages, self.givens, self.givens.height))

    @property
    def shape(self) -> tuple[int, int]:
        return self.box

    def units(self) -> Iterator[tuple[str, tuple[Cell, ...]]]:
        yield from self.givens.lines()
        yield from boxes(self.box)

    def clues(self) -> Iterator[Clue]:
        yield from super().clues()
        for cage in self.cages:
            cells = f"{len(cage.cells)} cells from {cage.cells[0]} to {cage.cells[-1]}"
            total = "" if cage.sum is None else f" and add up to {cage.sum}"
            words = f"the {cells} differ{total}" if len(cage.cells) > 1 else f"the cage {cage.cells[0]} is {cage.sum}"
            constraint = CageSum(cage.sum, len(cage.cells), digits_in(cage.cells, self.values))
            yield Clue(words, cage.cells, constraint, "cage")

    def hints(self, *, for_people: bool) -> Iterator[Rule]:
        """Yield for people what is left of sums: by itself, then with the units in which its digits differ."""
        if not for_people:  # Z3 is faster without.
            return
        differing: list[Rule] = [each_once(cells, self.values, name=name) for name, cells in self.units()]
        differing += [clue for clue in self.clues() if not isinstance(clue, Given)]
        for words, cells, total in _remainders(_whole_units(self.box), self.cages, self.givens.height):
            literals = digits_in(cells, self.values)
            alone = Rule(words, cells, Total(total, len(cells), literals), REST)
            yield alone
            for rule in differing:
                if {*rule.cells}.issuperset(cells):
                    yield Derived(words, cells, CageSum(total, len(cells), literals), REST, because=(alone, rule))

    def is_solved_by(self, grid: Grid) -> bool:
        held = [[grid[cell] or 0 for cell in cage.cells] for cage in self.cages]
        return super().is_solved_by(grid) and all(
            len({*digits}) == len(digits) and cage.sum in {None, sum(digits)}
            for cage, digits in zip(self.cages, held, strict=True)
        )

    def picture(self, grid: Grid | None = None) -> Picture:
        fills = regions.lettered(cage.cells for cage in self.cages)
        sums = {cage.cells[0]: str(cage.sum) for cage in self.cages if cage.sum is not None}
        picture = replace(super().picture(grid), fills=fills, shaded=False, outline="cage")
        return replace(picture, corners=sums, signs=walls_of_boxes(self.box))

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        return cls(box_of_walls(picture), picture.grid(), tuple(cages.read(picture)))

    @classmethod
    def blank(cls, size: tuple[int, int]) -> Self:
        return cls(squarest_box(size), Grid.make(*size))

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        puzzle = cls.blank(size)
        grid = filled(puzzle, rng)
        return puzzle.with_fields(givens=grid, cages=cages.random(grid, rng)), grid

    def without(self, clue: Clue) -> Self | None:
        return super().without(clue) if isinstance(clue, Given) else None


@lru_cache(maxsize=32)
def _whole_units(box: tuple[int, int]) -> list[tuple[str, frozenset[Cell]]]:
    """Return what holds each digit equally often, with its name: lines, a few lines beside each other, and boxes."""
    side = box[0] * box[1]
    lines, found = list(Grid.make(side, side).lines()), list[tuple[str, frozenset[Cell]]]()
    for word, group in (("row", lines[:side]), ("column", lines[side:])):
        for first in range(side):
            for last in range(first, min(first + MOST_LINES, side)):
                name = f"{word} {first + 1}" if first == last else f"{word}s {first + 1} to {last + 1}"
                found.append((name, frozenset(cell for _, cells in group[first : last + 1] for cell in cells)))
    return found + [(name, frozenset(cells)) for name, cells in boxes(box)]


def _remainders(
    units: Iterable[tuple[str, frozenset[Cell]]], cages: Sequence[Cage], highest: int
) -> Iterator[tuple[str, tuple[Cell, ...], int]]:
    """Yield consequences that the sums of whole lines and boxes have for a few cells: words, cells and their sum.

    Each unit holds every digit as often as it has so many cells. What the cages inside it leave open has the rest of
    its sum; what the cages that meet it have outside of it has the rest of theirs.
    """
    with_sum = [(frozenset(cage.cells), cage.sum) for cage in cages if cage.sum is not None]
    for name, unit in units:
        whole = len(unit) * (highest + 1) // 2
        meeting = [(cells, total) for cells, total in with_sum if not cells.isdisjoint(unit)]
        inside = [(cells, total) for cells, total in meeting if cells <= unit]
        rest = unit.difference(*(cells for cells, _ in inside))
        together = frozenset[Cell]().union(*(cells for cells, _ in meeting))
        beyond = together - unit
        left = whole - sum(total for _, total in inside)
        if inside and 1 <= len(rest) <= MAX_LEFT and left > 0:
            yield _sum_of(rest, f"{name} beside whole cages", left), tuple(sorted(rest)), left
        over = sum(total for _, total in meeting) - whole
        if unit <= together and 1 <= len(beyond) <= MAX_LEFT and over > 0:
            yield _sum_of(beyond, f"the cages in {name}", over), tuple(sorted(beyond)), over


def _sum_of(cells: Collection[Cell], of: str, total: int) -> str:
    """Say the sum of some cells, the rest of something."""
    return f"{joined(sorted(cells))}, the rest of {of}, {'add up to' if len(cells) > 1 else 'is'} {total}"
