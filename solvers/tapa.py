"""Tapa: a wall of connected cells around numbers, which say how many cells of it stand around them."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby, product

from solvers.kind import *

ANY = 9
"""In a clue, an unknown length."""
AROUND = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
"""The eight cells around one, clockwise."""


CODED = {2: (6, 360), 3: (4, 396), 4: (2, 460)}
"""For each number of lengths in a clue of an address the base of its digits, and the first of its codes in base 36."""


def _decoded(found: str) -> int:
    """Return the clue that an address holds: a digit, or a code for several lengths."""
    if len(found) == 1:
        return {"9": 1111, ".": ANY}.get(found) or int(found)
    code = int(found, 36)
    count, (base, first) = max((count, coded) for count, coded in CODED.items() if coded[1] <= code)
    return int("".join(str((code - first) // base**place % base or ANY) for place in reversed(range(count))))


def _coded(lengths: int) -> str:
    """Return a clue as an address holds it."""
    digits = {1111: "9", ANY: "."}.get(lengths, str(lengths))
    if len(digits) == 1:
        return digits
    base, first = CODED[len(digits)]
    values = [int(digit) % ANY for digit in digits]
    code = first + sum(digit * base**place for place, digit in enumerate(reversed(values)))
    return f"{DIGITS[code // 36]}{DIGITS[code % 36]}" if max(values) < base else ""


@dataclass(frozen=True)
class Tapa(Blocks):
    """Tapa of any size, rectangles too; 1 = filled, 0 = empty.

    1. The filled cells are connected by their edges.
    2. No four cells in a square are all filled.
    3. A cell with a clue is empty.
    4. The digits of a clue are the lengths of the runs of filled cells around it, in any order, with empty cells
       between them; 0 is none, and 9 an unknown length (`?` on pages), alone perhaps none.

    In `lengths`, 113 is the clue of the lengths 1, 1 and 3 (source: the rules of puzz.link and of puzzle-tapa.com).
    """

    lengths: Grid = field(metadata={"lists": True})

    HELD: ClassVar = {"lengths": (range(MOST_CELLS), "a clue")}
    WORDS: ClassVar = {r"\[?(\d)[,/+](\d)(?:[,/+](\d))?(?:[,/+](\d))?\]?": r"\1\2\3\4"}
    LINK: ClassVar = (
        link_parts.cells(
            "lengths",
            codes.Matched(r"[\d.]|[abc][\da-z]|d[0-7]", _decoded, _coded, "a clue"),
            codes.gap(16),
        ),
    )
    NO_GRADES: ClassVar = frozenset({2})
    LARGEST_NEW: ClassVar = 14
    REMOVABLE: ClassVar = frozenset({"clue"})

    def __post_init__(self) -> None:
        for cell, number in self.lengths.marked():
            if number and ("0" in str(number) or number > 9999):  # noqa: PLR2004 - of eight cells at most four are apart
                raise BadPuzzle(f"lengths: {cell} holds {number}, but a clue is 0 or up to four digits from 1 on")

    def rules(self) -> Iterator[Rule]:
        yield connected(self.lengths, "filled cells")
        yield from no_squares(self.lengths, "filled")

    def clues(self) -> Iterator[Clue]:
        for cell, number in self.lengths.marked():
            yield Given(f"{cell} holds a clue", (cell,), Clause((~is_one(cell),)))
            around = _around(self.lengths, cell)
            ways = _ways(str(number), tuple(other is not None for other in around))
            rows = [
                tuple(
                    is_one(other) if held else ~is_one(other) for other, held in zip(around, way, strict=True) if other
                )
                for way in ways
            ]
            lengths = " and ".join(self.shown(number))
            yield Clue(f"the runs of filled cells around {cell} have {lengths}", (cell,), Table(tuple(rows)), "clue")

    def is_solved_by(self, grid: Grid) -> bool:
        return (
            self.has_marks(grid)
            and not has_square(grid)
            and is_one_part(grid)
            and all(
                grid[cell] == 0 and _agrees(str(number), _lengths(grid, cell)) for cell, number in self.lengths.marked()
            )
        )

    @staticmethod
    def clue_at(grid: Grid, cell: Cell) -> int | None:
        return None if grid[cell] else int("".join(map(str, _lengths(grid, cell))))

    @staticmethod
    def shown(number: int) -> str:
        return str(number).replace(str(ANY), "?")

    def clue_glyphs(self) -> dict[Cell, Glyph]:
        return {cell: printed(number_text(clue), self.shown(clue)) for cell, clue in self.lengths.marked()}

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        if min(size) == 1:
            raise BadPuzzle(f"a new {cls.KIND} has at least two rows and columns")  # A line could be filled.

        return drawn(cls, lambda: _wall(Grid.make(*size), rng), rng)


def _around(board: Grid, cell: Cell) -> list[Cell | None]:
    """Return the cells around one, clockwise, None where the board ends."""
    near = (Cell(cell.row + down, cell.col + right) for down, right in AROUND)
    return [other if other in board else None for other in near]


def _lengths(grid: Grid, cell: Cell) -> list[int]:
    """Return the lengths of the runs of filled cells around one."""
    return _runs([other and grid[other] for other in _around(grid, cell)])


def _runs(around: Sequence[int | None]) -> list[int]:
    """Return the lengths of the runs of 1 around a cell, in ascending order; [0] for none."""
    start = next((at for at, held in enumerate(around) if not held), 0)
    turned = [*around[start:], *around[:start]]
    return sorted(len([*run]) for held, run in groupby(turned) if held == 1) or [0]


def _agrees(clue: str, runs: Sequence[int]) -> bool:
    """Return whether runs have the lengths of a clue."""
    known = [int(digit) for digit in clue if digit != str(ANY)]
    return len(clue) == len(runs) and all(runs.count(length) >= known.count(length) for length in known)


@lru_cache(maxsize=4096)
def _ways(clue: str, inside: tuple[bool, ...]) -> list[tuple[int, ...]]:
    """Return all ways to fill the cells around a clue, of which some are on the board."""
    ways = product(*((0, 1) if is_inside else (0,) for is_inside in inside))
    return [way for way in ways if _agrees(clue, _runs(way))]


def _wall(board: Grid, rng: Random) -> Grid:
    """Return a random wall that no cell can be added to."""
    cells = list(board.cells())
    grid = Grid.make(board.height, board.width, lambda _: 0).with_value({rng.choice(cells)}, 1)
    left = rng.sample(cells, len(cells)) * 3
    while left:
        cell = left.pop()
        if not grid[cell] and any(other in board and grid[other] for other in cell.around()):
            longer = grid.with_value({cell}, 1)
            grid = grid if has_square(longer) else longer
    return grid
