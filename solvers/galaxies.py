"""Galaxies: divide the board into connected areas, each symmetric about its centre."""

# Long: areas around a centre are stated, checked and made here.

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import NamedTuple

from solvers.kind import *

Cells = dict[Cell, frozenset[Cell]]
"""The cells of each centre."""

LARGEST = 12
"""Cells of the largest new galaxy."""


def _places(board: Grid) -> list[Cell]:
    """Return the places of the doubled board where a centre may be, in reading order."""
    return [Cell(row, col) for row in range(1, 2 * board.height) for col in range(1, 2 * board.width)]


def _dots(*signs: codes.Code, open_end: bool = False) -> link_parts.Values:
    """Return the part of an address that holds the centres, white or black ones, whose colour says nothing."""
    return link_parts.Values(
        signs,
        _places,
        lambda values, board: {"centres": [str(at) for at, dot in zip(_places(board), values, strict=True) if dot]},
        lambda fields, board: (1 if str(at) in fields["centres"] else None for at in _places(board)),
        open_end=open_end,
    )


class Whole:
    """What an address holds behind the centres: a bit for each cell off the board; only boards without any are read."""

    def read(self, text: codes.Text) -> link_parts.Fields:
        """Read the part."""
        if text.rest() and any(codes.read_values(text, [link_parts.BITS], [*text.board.cells()])):
            raise BadPuzzle("the address has cells that are no part of its board, which this kind does not have")
        return {}

    def write(self, fields: link_parts.Fields, board: Grid) -> str:  # noqa: ARG002 - nothing is left out
        """Write the part."""
        return ""


@dataclass(frozen=True)
class Galaxies(Divided):
    """Galaxies (Tentai Show) of any size, rectangles too; `centres` are places of the doubled board.

    1. Borders divide the board into connected areas.
    2. Each area has one centre, and no other touches it.
    3. An area looks the same if it is turned by 180° about its centre.

    In a solution, the doubled board, each border between two cells holds 1 if it divides two areas, or else 0.

    Source: the rules of Nikoli, and of puzzle-galaxies.com.
    """

    size: tuple[int, int]
    centres: tuple[Cell, ...]

    MARKS: ClassVar = {1: "a border", 0: "open"}
    SIZE: ClassVar = (7, 7)
    SIZES: ClassVar = {2: (4, 4), 4: (10, 10)}
    RARE: ClassVar = {4: 2}
    LARGEST_NEW: ClassVar = 14
    SQUARES: ClassVar = "dotted"
    ENCODED: ClassVar = True
    LINK: ClassVar = (
        link_parts.BOARD_SIZE,
        _dots(codes.with_gap((1, 2), 7, "a dot", "the board"), codes.gap(16)),
        Whole(),
    )
    GAME_ID: ClassVar = (
        link_parts.BOARD_SIZE,
        _dots(codes.until(ids.LETTERS, 1), codes.until(ids.LETTERS.upper(), 2), open_end=True),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        height, width = self.size
        object.__setattr__(self, "centres", tuple(sorted(set(self.centres))))
        for centre in self.centres:
            if not (0 < centre.row < 2 * height and 0 < centre.col < 2 * width):
                raise BadPuzzle(f"centres: {centre} is not inside the doubled board of {height}×{width}")

    @property
    def shape(self) -> tuple[object, ...]:
        return self.size, self.centres

    def reach(self, centre: Cell) -> list[Cell]:
        """Return the cells whose opposite is on the board."""
        rows, cols = (range(max(0, at - side), min(at, side)) for at, side in zip(centre, self.size, strict=True))
        return [Cell(row, col) for row in rows for col in cols]

    def hints(self, *, for_people: bool) -> Iterator[Rule]:
        return self._seen() if for_people else self._encoding()

    def _encoding(self) -> Iterator[Rule]:
        """Yield the rules for the cells that each centre can reach, where a cell and its opposite are one variable."""
        owners: dict[Cell, dict[Cell, Literal]] = {cell: {} for cell in self.board.cells()}
        free = owners.keys() - {cell for centre in self.centres for cell in around(centre)}
        for centre in self.centres:
            near, left = [*around(centre)], set(free)
            for cell in near:  # which grows meanwhile
                owners[cell][centre] = of(min(cell, opposite(cell, centre)), centre)
                for other in left.intersection(cell.around()):
                    left.remove(other)
                    if opposite(other, centre) in free:
                        near.append(other)
            for cell in near[len(around(centre)) :]:
                if cell < opposite(cell, centre):
                    beside = (owners[other][centre] for other in cell.around() if centre in owners.get(other, ()))
                    constraint = Clause((~owners[cell][centre], *beside))
                    yield Rule(f"{cell} is beside another cell of {named(centre)}", (cell,), constraint)
        for cell, mine in owners.items():
            yield Rule(f"{cell} belongs to one galaxy", (cell,), Exactly(1, tuple(mine.values())))
        for edge in edges(self.board):
            mine, theirs = (owners[cell] for cell in edge)
            words = f"a border divides {edge[0]} and {edge[1]} if they belong to two galaxies"
            for centre, literal in mine.items():
                also = (theirs[centre],) if centre in theirs else ()
                yield Rule(words, edge, Clause((used(edge), ~literal, *also)))
                if also:
                    yield Rule(words, edge, Clause((~used(edge), ~literal, ~theirs[centre])))

    def rules(self) -> Iterator[Rule]:
        owners: dict[Cell, list[Cell]] = {cell: [] for cell in self.board.cells()}
        for centre in self.centres:
            for cell in self.reach(centre):
                owners[cell].append(centre)
        for cell, centres in owners.items():
            one = Exactly(1, tuple(of(cell, centre) for centre in centres))
            otherwise = f"{cell} would belong to no galaxy, or to two"
            yield Rule(f"{cell} belongs to one galaxy", (cell,), one, "one galaxy", otherwise)
        for centre in self.centres:
            for cell in self.reach(centre):
                other = opposite(cell, centre)
                if cell < other:
                    words = f"{cell} and {other} belong to {named(centre)}, or neither does"
                    otherwise = f"{named(centre)} would have only one of {cell} and {other}"
                    constraint = Same((of(cell, centre),), (of(other, centre),))
                    yield Rule(words, (cell, other), constraint, "symmetry", otherwise)
        for edge in edges(self.board):
            for centre in sorted({centre for cell in edge for centre in owners[cell]}):
                mine, theirs = ([of(cell, centre)] if centre in owners[cell] else [] for cell in edge)
                for inside, outside in ((mine, theirs), (theirs, mine)) if mine and theirs else ((mine or theirs, []),):
                    words = f"a border divides {edge[0]} and {edge[1]} if only one of them belongs to {named(centre)}"
                    otherwise = f"no border would divide {edge[0]} and {edge[1]}, which belong to two galaxies"
                    yield Rule(words, edge, Clause((used(edge), ~inside[0], *outside)), "border", otherwise)
                if mine and theirs:
                    words = f"no border divides {edge[0]} and {edge[1]} if both belong to {named(centre)}"
                    otherwise = f"a border would run through {named(centre)}"
                    yield Rule(words, edge, Clause((~used(edge), ~mine[0], ~theirs[0])), "inside", otherwise)

    def clues(self) -> Iterator[Clue]:
        for centre in self.centres:
            for cell in around(centre):
                yield Clue(f"{cell} touches {named(centre)}", (cell,), Clause((of(cell, centre),)), "centre")

    def _seen(self) -> Iterator[Clue]:
        owner = {cell: centre for centre in self.centres for cell in around(centre)}
        for edge in edges(self.board):
            if {*edge} <= owner.keys():
                count = len({owner[cell] for cell in edge})
                constraint = Clause((used(edge) if count > 1 else ~used(edge),))
                words = f"{edge[0]} and {edge[1]} touch {'two centres' if count > 1 else 'the same centre'}"
                yield Clue(words, edge, constraint, "centre")

    def lazy_constraints(self) -> list[Galaxy]:
        return [Galaxy(self)]

    def is_solved_by(self, grid: Grid) -> bool:
        left = set(self.centres)
        areas = self.areas(grid)
        for part in areas:
            inside = {centre for centre in left if not part.isdisjoint(around(centre))}
            if len(inside) != 1:
                return False
            left -= inside
            if any({opposite(cell, centre) for cell in part} != part for centre in inside):
                return False
        return bool(areas) and not left

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        board = Grid.make(*size)

        def puzzle_of(areas: Cells) -> tuple[Self, Grid]:
            owner = {cell: centre for centre, cells in areas.items() for cell in cells}
            puzzle = cls(size, tuple(areas))
            return puzzle, puzzle.grid([owner[one] != owner[other] for one, other in puzzle.ways()])

        def changed(areas: Cells, wrong: Sequence[Cell]) -> Cells:
            near = {
                centre
                for centre, cells in areas.items()
                for cell in cells
                if not set(wrong).isdisjoint(spot(cell).around())
            }
            gone = rng.sample(sorted(near), min(len(near), 2))
            kept = {centre: cells for centre, cells in areas.items() if centre not in gone}
            return kept | grown({cell for centre in gone for cell in areas[centre]}, largest, rng)

        # Single rules assign no border except between cells that touch centres.
        largest = 1 if wanted_of(rng) == 1 else LARGEST
        return corrected(grown(set(board.cells()), largest, rng), changed, puzzle_of, rng)


class Area(NamedTuple):
    """The cells that a galaxy may have, a rectangle, each with its literal, and the place of one that it has."""

    cells: Sequence[Cell]
    literals: Sequence[Literal]
    start: int
    name: str

    @property
    def field(self) -> Field:
        """The board of these cells alone."""
        return field_of(self.cells[-1].col - self.cells[0].col + 1, len(self.cells))

    def far(self, outside: int) -> int:
        """Return the cells that could not reach the galaxy if those outside do not belong to it."""
        free = self.field.all & ~outside
        return free & ~self.field.part(1 << self.start, free)

    def leads_on(self, cell: int, outside: int) -> Rule:
        """State that a cell, which could not reach the galaxy, belongs to it only if one beside its part does."""
        board, at = self.field, self.cells[cell.bit_length() - 1]
        part = board.part(cell, board.all & ~outside)
        beside = (self.literals[bit.bit_length() - 1] for bit in bits(board.beside(part) & ~part))
        words = f"{at} is connected with {self.name} if it belongs to it"
        constraint = Clause((~self.literals[cell.bit_length() - 1], *beside))
        return Rule(words, (at,), constraint, CONNECTION, f"{at} could not reach {self.name}")


class Galaxy(Lazy):
    """All cells of a galaxy are connected with its centre."""

    def __init__(self, puzzle: Galaxies) -> None:
        """Build nothing yet: Z3 asks only for areas without a centre."""
        self._puzzle = puzzle

    @cached_property
    def areas(self) -> Sequence[Area]:
        """What each centre can reach."""
        found = []
        for centre in self._puzzle.centres:
            cells = self._puzzle.reach(centre)
            found.append(
                Area(cells, [of(cell, centre) for cell in cells], cells.index(around(centre)[0]), named(centre))
            )
        return found

    @cached_property
    def literals(self) -> Sequence[Literal]:  # type: ignore[override]
        """Those of the first area, then of the second, and so on."""
        return [literal for area in self.areas for literal in area.literals]

    def _parts(self, ones: int, zeros: int) -> Iterator[tuple[Area, int, int, int]]:
        """Yield the areas, each with its first position, its cells that belong to it, and those that do not."""
        start = 0
        for area in self.areas:
            every = (1 << len(area.cells)) - 1
            yield area, start, ones >> start & every, zeros >> start & every
            start += len(area.cells)

    def forced(self, ones: int, zeros: int) -> Forced:
        found = 0
        for area, start, inside, outside in self._parts(ones, zeros):
            far = area.far(outside)
            if far & inside:
                return None
            found |= far << start
        return 0, found

    def rule(self, ones: int, zeros: int, forced: int) -> Rule:
        for area, start, _, outside in self._parts(ones, zeros):
            for cell in bits(area.far(outside) & (forced or ones) >> start):
                return area.leads_on(cell, outside)
        raise AssertionError("all cells can reach their centres")

    def broken(self, values: Sequence[bool]) -> Iterator[Rule]:
        puzzle = self._puzzle
        touching = {cell for centre in puzzle.centres for cell in around(centre)}
        for part in puzzle.parts(puzzle.grid(values)):
            if part.isdisjoint(touching):
                rim = tuple(~used(edge) for edge in edges(puzzle.board) if (edge[0] in part) != (edge[1] in part))
                yield Rule("an area has a centre", (min(part),), Clause(rim))


@lru_cache(maxsize=2**12)
def around(centre: Cell) -> tuple[Cell, ...]:
    """Return the cells that touch a place of the doubled board: one, two or four."""
    rows, cols = (sorted({(at - 1) // 2, at // 2}) for at in centre)
    return tuple(Cell(row, col) for row in rows for col in cols)


@lru_cache(maxsize=2**12)
def named(centre: Cell) -> str:
    """Return the name of a galaxy, by the first and the last cell that its centre touches."""
    return f"the galaxy of {' and '.join(map(str, dict.fromkeys((around(centre)[0], around(centre)[-1]))))}"


def opposite(cell: Cell, centre: Cell) -> Cell:
    """Return where a cell is after half a turn about a centre."""
    return Cell(centre.row - cell.row - 1, centre.col - cell.col - 1)


@lru_cache(maxsize=2**16)
def of(cell: Cell, centre: Cell) -> Literal:
    """Return the literal "the cell belongs to the centre"."""
    return Literal(f"{cell}-of-{centre}")


def grown(free: set[Cell], largest: int, rng: Random) -> Cells:
    """Divide cells into random galaxies, each of which grows beyond the cells at its centre to so many at most."""
    areas: dict[Cell, frozenset[Cell]] = {}
    while free:
        first = rng.choice(sorted(free))
        centres = [
            spot(first),
            *(spot((first, other)) for other in first.neighbours()),
            Cell(2 * first.row + 2, 2 * first.col + 2),
        ]
        centre = rng.choice([centre for centre in centres if free.issuperset(around(centre))])
        cells, size = set(around(centre)), rng.randint(1, largest)
        while len(cells) < size:
            beside = {cell for inside in cells for cell in inside.around()} - cells
            open_ = sorted(cell for cell in beside if cell in free and opposite(cell, centre) in free)
            if not open_:
                break
            cell = rng.choice(open_)
            cells |= {cell, opposite(cell, centre)}
        areas[centre] = frozenset(cells)
        free = free - cells
    return areas
