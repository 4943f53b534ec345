"""Stitches: join each two neighbouring regions by stitches, whose ends numbers on the rim count."""

from __future__ import annotations

from collections import Counter
from itertools import islice

from solvers.kind import *

BUDGET = 30
"""After how many dead ends regions count as too small for stitches."""


@dataclass(frozen=True)
class Stitches(Lined):
    """Stitches of any size, rectangles too.

    1. A stitch joins two neighbouring cells of different regions; in each cell at most one stitch ends.
    2. Each two regions that share an edge are joined by as many stitches as the puzzle says, one by default.
    3. The number beside a row or above a column says how many stitches end there.

    In a solution, the doubled board, each border between two regions holds 1 (a stitch crosses it) or 0. Connected
    cells of `regions` with the same name are one region. A line without a number may have any number of ends (source:
    the help page of puzzle-stitches.com).
    """

    regions: tuple[str | tuple[str, ...], ...]
    rows: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[int, ...], ...]
    stitches: int = 1

    MARKS: ClassVar = {1: "a stitch", 0: "empty"}
    SIZE: ClassVar = (7, 7)
    LARGEST_NEW: ClassVar = 15

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.stitches < 1:
            raise BadPuzzle(f"stitches: {self.stitches}, but at least one joins two regions")

    @property
    def shape(self) -> tuple[object, ...]:
        return self.regions, self.stitches

    def pairs(self) -> dict[Edge, list[Edge]]:
        """Return the edges between each two regions, which are named by their first cells."""
        homes = regions.homes(self.regions)
        found: dict[Edge, list[Edge]] = {}
        for edge in edges(self.board):
            one, other = sorted(homes[cell][0] for cell in edge)
            if one != other:
                found.setdefault((one, other), []).append(edge)
        return found

    def ways(self) -> list[Edge]:
        return sorted((edge for between in self.pairs().values() for edge in between), key=spot)

    def rules(self) -> Iterator[Rule]:
        for cell, ends in by_cell(self.ways()).items():
            if len(ends) > 1:
                constraint, otherwise = AtMost(1, tuple(map(used, ends))), f"two stitches would end at {cell}"
                yield Rule(f"at most one stitch ends at {cell}", (cell,), constraint, "one end", otherwise)
        for pair, between in self.pairs().items():
            words = f"the regions of {pair[0]} and {pair[1]} have {times(self.stitches, 'stitch')} between them"
            yield Rule(words, pair, Exactly(self.stitches, tuple(map(used, between))), "regions")

    def clues(self) -> Iterator[Clue]:
        ways = self.ways()
        for (name, line), numbers in zip(self.board.lines(), self.rows + self.columns, strict=True):
            inside = {edge: len({*line}.intersection(edge)) for edge in ways}
            ends = {edge: count for edge, count in inside.items() if count}
            for number in numbers:
                constraint = Sum(number, tuple(ends.values()), tuple(map(used, ends)))
                yield Clue(f"{name} has {times(number, 'end')} of stitches", line, constraint, "count")

    def is_solved_by(self, grid: Grid) -> bool:
        if not self.has_lines(grid):
            return False
        lines = self.lines(grid)
        ends = [cell for edge in lines for cell in edge]
        rows, columns = Counter(cell.row for cell in ends), Counter(cell.col for cell in ends)
        return (
            len({*ends}) == len(ends)
            and all(len(lines.keys() & between) == self.stitches for between in self.pairs().values())
            and all(number == rows[at] for at, numbers in enumerate(self.rows) for number in numbers)
            and all(number == columns[at] for at, numbers in enumerate(self.columns) for number in numbers)
        )

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        board = Grid.make(*size)

        def puzzle_of(stitches: frozenset[Edge]) -> tuple[Self, Grid]:
            rows, columns = (Counter(cell[way] for edge in stitches for cell in edge) for way in (0, 1))
            rims = ((ends[at],) for ends, count in zip((rows, columns), size, strict=True) for at in range(count))
            puzzle = replace(blank, rows=tuple(islice(rims, size[0])), columns=tuple(rims))
            return puzzle, puzzle.grid([edge in stitches for edge in puzzle.ways()])

        def changed(stitches: frozenset[Edge], wrong: list[Cell]) -> frozenset[Edge] | None:
            moves = [
                (stitches - {old}) | {new}
                for between in blank.pairs().values()
                for new in between
                if spot(new) in wrong and new not in stitches
                for old in stitches.intersection(between)
                if not {cell for edge in stitches - {old} for cell in edge}.intersection(new)
            ]
            return rng.choice(moves) if moves else None

        grid = None
        while grid is None:
            rooms = regions.rows_of(regions.seeded(board, sum(size) // 2, rng))
            blank = cls(rooms, ((),) * size[0], ((),) * size[1])
            ends = Counter(first for pair in blank.pairs() for first in pair)
            if all(ends[cells[0]] <= len(cells) for cells in regions.parts(blank.regions)):
                grid = filled_within(blank, rng, BUDGET)
        return corrected(frozenset(blank.lines(grid)), changed, puzzle_of, rng)

    def without(self, clue: Clue) -> Self:
        lines = zip(self.board.lines(), self.rows + self.columns, strict=True)
        rims = tuple(() if line == clue.cells else numbers for (_, line), numbers in lines)
        return replace(self, rows=rims[: len(self.rows)], columns=rims[len(self.rows) :])
