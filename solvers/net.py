"""Net: turn the tiles so that their arms join all of them, without loops."""

# Long: tiles have turns and a drawing of their own.

from __future__ import annotations

from functools import lru_cache, reduce
from operator import or_

from solvers.kind import *

SIDES = ("right", "up", "left", "down")
"""The arms of a tile: those of 1, 2, 4 and 8."""
STEPS = ((0, 1), (-1, 0), (0, -1), (1, 0))
WHOLE, BOXES = 15, " ╶╵└╴─┘┴╷┌│├┐┬┤┼"
SHORTEST = 3
"""The rows and columns of the smallest board that wraps."""


@dataclass(frozen=True)
class Net(Puzzle):
    """Net (Network, Pipes) of any size, rectangles too.

    1. Each tile is turned so that no arm points off the board.
    2. An arm of a tile meets one of the next tile.
    3. The arms join all tiles.
    4. They form no loop.

    A tile is the sum of its arms: 1 to the right, 2 up, 4 to the left, 8 down. How a tile of `tiles` is turned says
    nothing; in a solution it does. If the board `wraps`, what leaves it on one side comes back on the opposite one
    (source: the rules of Simon Tatham's Net).
    """

    tiles: Grid
    wraps: bool = field(default=False, metadata={"omit": True})

    MARKS: ClassVar = {
        tile: f"open {joined(side for at, side in enumerate(SIDES) if tile >> at & 1)}" for tile in range(1, WHOLE + 1)
    }
    LOOKS: ClassVar = {tile: (BOXES[tile], "lit") for tile in range(1, WHOLE + 1)}
    HELD: ClassVar = {"tiles": (MARKS, f"a sum of arms from 1 to {WHOLE}")}
    SIZE: ClassVar = (5, 5)
    LARGEST_NEW: ClassVar = 12

    def __post_init__(self) -> None:
        super().__post_init__()
        size, arms = self.tiles.height * self.tiles.width, 0
        for cell in self.tiles.cells():
            if (tile := self.tiles[cell]) is None:
                raise BadPuzzle(f"tiles: {cell} is blank, but each cell holds a tile")
            arms += tile.bit_count()
        if arms != 2 * size - 2:
            raise BadPuzzle(f"tiles: they have {arms} arms, but {2 * size - 2} join {size} tiles without a loop")
        if self.wraps and min(self.tiles.height, self.tiles.width) < SHORTEST:
            raise BadPuzzle(f"wraps: a board that wraps has at least {SHORTEST} rows and columns")
        first = Grid.make(self.tiles.height, self.tiles.width, lambda cell: min(turns(self.tiles[cell] or 0)))
        object.__setattr__(self, "tiles", first)
        for cell, tile in self.tiles.marked():
            if not self.turns(cell):
                raise BadPuzzle(f"tiles: {cell} holds {DIGITS[tile]}, which would have an arm off the board")

    @property
    def shape(self) -> tuple[Grid, bool]:
        return self.tiles, self.wraps

    def beyond(self, cell: Cell, side: int) -> Cell | None:
        """Return the cell that an arm reaches, None off the board."""
        at = Cell(cell.row + STEPS[side][0], cell.col + STEPS[side][1])
        if self.wraps:
            return Cell(at.row % self.tiles.height, at.col % self.tiles.width)
        return at if at in self.tiles else None

    def turns(self, cell: Cell) -> list[int]:
        """Return the ways in which a tile may be turned, without an arm off the board."""
        off = sum(1 << side for side in range(4) if self.beyond(cell, side) is None)
        return [turn for turn in turns(self.tiles[cell] or 0) if not turn & off]

    def turned(self, cell: Cell, tile: int | None) -> int:
        """Return a tile, at first that of the board, after a quarter turn to the right, or more if an arm is off it."""
        ways, tile = self.turns(cell), tile or self.tiles[cell] or 0
        after = [(tile >> by | tile << 4 - by) & WHOLE for by in range(1, 5)]
        return next(turn for turn in after if turn in ways)

    def choices(self) -> Choices:
        return {cell: one_of(cell, self.turns(cell)) for cell in self.tiles.cells()}

    def borders(self) -> Iterator[tuple[Cell, int, Cell]]:
        """Yield each two neighbours, with the side of the first one that the second is on: right or down."""
        for cell, _ in self.tiles.marked():
            for side in (0, 3):
                if (other := self.beyond(cell, side)) is not None:
                    yield cell, side, other

    def rules(self) -> Iterator[Rule]:
        for cell in self.tiles.cells():
            constraint = Exactly(1, tuple(holds(cell, turn) for turn in self.turns(cell)))
            yield Rule(
                f"{cell} has no arm off the board", (cell,), constraint, "rim", f"{cell} could not be turned in any way"
            )
        # Both ways: a person sees at once that no arm meets none.
        for cell, side, other in self.borders():
            for one, at, two in ((cell, side, other), (other, (side + 2) % 4, cell)):
                mine = [holds(one, value) for value in self.turns(one) if value >> at & 1]
                theirs = [holds(two, value) for value in self.turns(two) if not value >> (at + 2) % 4 & 1]
                constraint = Exactly(1, (*mine, *theirs))
                words = f"the arms of {cell} and {other} meet"
                yield Rule(
                    words, (cell, other), constraint, "arms", f"an arm between {cell} and {other} would end in nothing"
                )

    def clues(self) -> tuple[Clue, ...]:
        return ()

    def lazy_constraints(self) -> list[AllJoined]:
        return [AllJoined(self)]

    def is_solved_by(self, grid: Grid) -> bool:
        marks = dict(grid.marked())
        if (grid.height, grid.width) != self.answer_size or any(
            marks.get(cell) not in turns(tile) for cell, tile in self.tiles.marked()
        ):
            return False
        # So each arm meets another, and there is no loop: the arms are as many as a tree has.
        return self.joined(Cell(0, 0), marks) == {*self.tiles.cells()}

    def joined(self, start: Cell, arms: Mapping[Cell, int]) -> set[Cell]:
        """Return the tiles that are joined with one by arms that meet."""
        part, new = {start}, [start]
        for cell in new:
            for side in range(4):
                other = self.beyond(cell, side)
                if other is None or other in part or not arms[cell] >> side & arms[other] >> (side + 2) % 4 & 1:
                    continue
                part.add(other)
                new.append(other)
        return part

    def glyphs(self, grid: Grid | None) -> dict[Cell, Glyph]:
        turned = dict(() if grid is None else grid.marked())
        shown = dict(self.tiles.marked()) | turned
        lit = self.joined(self.source, shown)
        return {
            cell: Glyph(
                DIGITS[tile],
                BOXES[tile],
                ("lit" if cell in turned else "pale") if cell in lit else "turned" if cell in turned else "wire",
                given=False,
            )
            for cell, tile in shown.items()
        }

    @property
    def source(self) -> Cell:
        """The tile in the middle, from which people follow the arms."""
        return Cell(self.tiles.height // 2, self.tiles.width // 2)

    def picture(self, grid: Grid | None = None) -> Picture:
        return replace(super().picture(grid), source=self.source)

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        board = Grid.make(*size)
        cells = [*board.cells()]
        if len(cells) < 2:  # noqa: PLR2004 - a tile needs another
            raise BadPuzzle("a new net has at least two cells")
        ways, steps = edges(board), tuple(enumerate(STEPS))

        def puzzle_of(tree: frozenset[Edge]) -> tuple[Self, Grid]:
            near = {*tree, *((other, cell) for cell, other in tree)}
            arms = {
                cell: sum(
                    ((cell, Cell(cell.row + down, cell.col + right)) in near) << at for at, (down, right) in steps
                )
                for cell in cells
            }
            grid = Grid.make(*size, arms.get)
            return cls(grid), grid

        def changed(tree: frozenset[Edge], wrong: Sequence[Cell]) -> frozenset[Edge] | None:
            new = [edge for edge in ways if edge not in tree and not {*edge}.isdisjoint(wrong)]
            return _grown([rng.choice(new), *rng.sample(sorted(tree), len(tree))]) if new else None

        return corrected(_grown(rng.sample(ways, len(ways))), changed, puzzle_of, rng)


@lru_cache(maxsize=WHOLE + 1)
def turns(tile: int) -> tuple[int, ...]:
    """Return the ways in which a tile may be turned."""
    return tuple(sorted({(tile << by | tile >> 4 - by) & WHOLE for by in range(4)}))


def _grown(ways: Sequence[Edge]) -> frozenset[Edge]:
    """Return the edges of a tree: each in turn that closes no loop."""
    part = {cell: {cell} for edge in ways for cell in edge}
    tree = set[Edge]()
    for one, other in ways:
        if part[one] is not part[other]:
            tree.add((one, other))
            part[one] |= part[other]
            part.update(dict.fromkeys(part[other], part[one]))
    return frozenset(tree)


class AllJoined(Lazy):
    """The arms join all tiles."""

    def __init__(self, puzzle: Net) -> None:
        """Take the tiles and what is beyond them."""
        self._puzzle = puzzle
        self._cells = [*puzzle.tiles.cells()]
        self._turns = {cell: puzzle.turns(cell) for cell in self._cells}
        self.literals = tuple(holds(cell, value) for cell, values in self._turns.items() for value in values)

    def broken(self, values: Sequence[bool]) -> Iterator[Rule]:
        true = sum(1 << at for at, value in enumerate(values) if value)
        yield from self._closed(self._open(~true))

    def _open(self, zeros: int) -> dict[Cell, list[int]]:
        """Return the turns that each tile may have."""
        found, at = dict[Cell, list[int]](), 0
        for cell, values in self._turns.items():
            found[cell] = [value for number, value in enumerate(values, at) if not zeros >> number & 1]
            at += len(values)
        return found

    def _part(self, start: Cell, open_: dict[Cell, list[int]]) -> set[Cell]:
        """Return the tiles that can be joined with one."""
        return self._puzzle.joined(start, {cell: reduce(or_, values, 0) for cell, values in open_.items()})

    def _leads_on(self, part: set[Cell], open_: dict[Cell, list[int]]) -> Rule:
        """State that an arm leads on from tiles that are cut off."""
        literals = []
        for cell in sorted(part):
            for side in range(4):
                other = self._puzzle.beyond(cell, side)
                if other is None or other in part:
                    continue
                near, far = (cell, side), (other, (side + 2) % 4)
                shut, arm = far if any(turn >> side & 1 for turn in open_[cell]) else near
                literals += [holds(shut, turn) for turn in self._turns[shut] if turn >> arm & 1]
        cells = tuple(sorted(part))
        tiles = f"the {len(cells)} tiles around {cells[0]}" if len(cells) > 1 else str(cells[0])
        constraint = Clause(tuple(dict.fromkeys(literals)))
        return Rule(f"an arm leads on from {tiles}", cells, constraint, "closed part", f"{tiles} would be cut off")

    def _closed(self, open_: dict[Cell, list[int]]) -> Iterator[Rule]:
        left = {*self._cells}
        while left:
            part = self._part(min(left), open_)
            left -= part
            if len(part) < len(self._cells):
                yield self._leads_on(part, open_)

    def forced(self, ones: int, zeros: int) -> Forced:  # noqa: ARG002 - what cannot be says enough
        return None if any(self._closed(self._open(zeros))) else (0, 0)

    def rule(self, ones: int, zeros: int, forced: int) -> Rule:  # noqa: ARG002 - what cannot be says enough
        return next(self._closed(self._open(zeros)))
