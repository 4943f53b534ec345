"""Nurikabe: a sea around islands, each of which has one number that says how many cells it has."""

from __future__ import annotations

from solvers.kind import *

State = tuple[frozenset[Cell], frozenset[Cell]]
"""The cells of all islands, and those of them that hold a number."""

GROWN = 0.75
"""How often an island of a new puzzle grows where it can, instead of another being made."""
LARGEST_ISLAND = 7


@dataclass(frozen=True)
class Nurikabe(Blocks):
    """Nurikabe of any size, rectangles too; 1 = sea, 0 = land.

    1. The cells of the sea are connected by their edges.
    2. No four cells in a square are all sea.
    3. Each island, cells connected by their edges, has exactly one cell with a number.
    4. The number says how many cells the island has; `?` (or 0) does not tell it.

    Source: the rules of puzz.link and of puzzle-nurikabe.com.
    """

    numbers: Grid

    MARKS: ClassVar = {1: "sea", 0: "land"}
    HELD: ClassVar = {"numbers": (range(MOST_CELLS), "a number")}
    SIZE: ClassVar = (7, 7)
    UNTOLD_IN: ClassVar = frozenset({"numbers"})
    NO_GRADES: ClassVar = frozenset({2})
    LARGEST_NEW: ClassVar = 14

    def __post_init__(self) -> None:
        zeros = {cell for cell, number in self.numbers.marked() if number == 0}
        if zeros and not any(self.numbers.blanks()):
            raise ZeroForBlank("numbers: a cell holds 0, and none is blank")
        if zeros:
            object.__setattr__(self, "numbers", self.numbers.with_value(zeros, UNTOLD))

    def rules(self) -> Iterator[Rule]:
        yield connected(self.numbers, "cells of the sea", others="the rest of the sea")
        yield from no_squares(self.numbers, "sea")

    def _islands(self) -> Islands:
        cells, width = tuple(self.numbers.cells()), self.numbers.width
        numbers = (
            NumberedIsland(
                1 << cell.row * width + cell.col,
                len(cells) if number == UNTOLD else number,
                number != UNTOLD,
                _says(cell, number),
            )
            for cell, number in self.numbers.marked()
        )
        return Islands(width, tuple(map(is_one, cells)), tuple(numbers))

    def lazy_constraints(self) -> list[Lazy]:
        return [*super().lazy_constraints(), self._islands()]

    def clues(self) -> Iterator[Clue]:
        for cell, number in self.numbers.marked():
            yield Given(f"{cell} holds a number", (cell,), Clause((~is_one(cell),)))
            size = "any number of" if number == UNTOLD else number
            words = f"the island of {cell} has {size} cell{'s' * (number != 1)}"
            yield Clue(words, (cell,), Clause((_says(cell, number),)))

    def hints(self, *, for_people: bool) -> Iterator[Rule]:
        if for_people:
            return
        land = {cell: is_zero(cell) for cell in self.numbers.cells()}
        roots, told = {cell for cell, _ in self.numbers.marked()}, dict(self.numbers.told())
        owners: dict[Cell, list[Literal]] = {cell: [] for cell in land}
        for root, size in told.items():
            others = {near for other in roots - {root} for near in (other, *other.around())}
            for cell in steps_from(root, land.keys() - others, size):
                owners[cell].append(belongs(cell, root))
            for says in part_of(root, land, size, others, deep=size):
                yield Rule(f"the island of {root} is told", (root,), says)
        for cell, literals in owners.items():
            if len(literals) > 1:
                yield Rule(f"{cell} is in one island", (cell,), AtMost(1, tuple(literals)))
            if len(told) == len(roots):
                yield Rule(f"{cell} is sea, or in an island", (cell,), Clause((is_one(cell), *literals)))

    def is_solved_by(self, grid: Grid) -> bool:
        if not self.has_marks(grid) or has_square(grid):
            return False
        sea, land = ([cell for cell, mark in grid.marked() if mark == wanted] for wanted in (1, 0))
        islands = connected_parts([land])
        numbers = [[number for cell in island if (number := self.numbers[cell]) is not None] for island in islands]
        return (
            is_connected(sea)
            and sum(map(len, numbers)) == len([*self.numbers.marked()])
            and all(
                len(held) == 1 and held[0] in {UNTOLD, len(island)}
                for island, held in zip(islands, numbers, strict=True)
            )
        )

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        blank = Grid.make(*size)

        def of(state: State) -> tuple[Self, Grid]:
            land, spots = state
            sizes = {cell: len(part) for part in connected_parts([[*land]]) for cell in part if cell in spots}
            return cls(Grid.make(*size, sizes.get)), Grid.make(*size, lambda _: 1).with_value(land, 0)

        def changed(state: State, doubtful: list[Cell]) -> State | None:
            land, spots = state
            for cell in rng.sample(doubtful, len(doubtful)):
                moved = land ^ {cell}
                if rng.random() < 1 / 2 and _fits(blank, moved):
                    return moved, _spots(moved, spots, rng)
                if cell in land:
                    island = connected_part([cell, *land])
                    return land, spots - island | {cell}
            return None

        land = _islands(blank, rng)
        return corrected((land, _spots(land, frozenset(), rng)), changed, of, rng)


def _says(cell: Cell, number: int) -> Literal:
    """Return the literal "the cell holds this number"."""
    return Literal(f"{cell}_{number}")


def _spots(land: frozenset[Cell], wanted: frozenset[Cell], rng: Random) -> frozenset[Cell]:
    """Return a cell of each island for its number, one of those that are wanted if it has any."""
    return frozenset(rng.choice([*wanted.intersection(part)] or part) for part in connected_parts([sorted(land)]))


def _fits(board: Grid, land: frozenset[Cell], *, whole: bool = True) -> bool:
    """Return whether some islands are not too large and do not part the sea; if they are `whole`, it has no squares."""
    sea = [cell for cell in board.cells() if cell not in land]
    return (
        all(len(part) <= LARGEST_ISLAND for part in connected_parts([sorted(land)]))
        and is_connected(sea)
        and not (whole and has_square(Grid.make(board.height, board.width).with_value(land, 0), None))
    )


def _islands(board: Grid, rng: Random) -> frozenset[Cell]:
    """Return random islands that leave no square of sea."""
    while True:
        land, more = frozenset[Cell](), True
        while more:
            pools = [cells for cells in squares(board) if land.isdisjoint(cells) and len(cells) == SQUARE]
            if not pools:
                return land
            cells = rng.sample(rng.choice(pools), SQUARE)
            cells.sort(key=lambda cell: land.isdisjoint(cell.around()) == (rng.random() < GROWN))
            fit = [land | {cell} for cell in cells if _fits(board, land | {cell}, whole=False)]
            more, land = bool(fit), fit[0] if fit else land
