"""Hashi: one or two bridges between islands in a line, as many as their numbers say, so that all are connected."""

# Long: bridges have drawings, crossings and a connection of their own.

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import pairwise, product

from solvers.kind import *

Bridges = Mapping[Edge, int]
"""How many bridges there are between two islands."""

MOST, COUNTS = 8, (0, 1, 2)
"""The highest number of an island, and how many bridges two islands may have."""
MOST_LISTED = 3
"""How many islands are named one by one."""
SHARE, LONGEST, TRIES = 4, 4, 4
"""Of so many cells of a new puzzle at most one is an island; its longest bridges at first; tries for each cell."""


@dataclass(frozen=True)
class Hashi(Lined):
    """Hashi (Bridges, Hashiwokakero) of any size, rectangles too; `numbers` are islands from 1 to 8.

    1. Up to two bridges join two islands of a row or column that have no island between them.
    2. No bridge crosses another.
    3. As many bridges end at an island as its number says; `?` is an unknown number.
    4. The bridges connect all islands.

    In a solution, the doubled board, each border between two cells holds how many bridges cross it.

    Source: the rules of Nikoli, and of puzzle-bridges.com.
    """

    numbers: Grid

    MARKS: ClassVar = {1: "a single bridge", 2: "a double bridge", 0: "empty"}
    SIZE: ClassVar = (7, 7)
    SIZES: ClassVar = {2: (8, 8)}
    HELD: ClassVar = {"numbers": (range(1, MOST + 1), "a number from 1 to 8")}
    CLUED: ClassVar = True
    UNKNOWN_IN: ClassVar = frozenset({"numbers"})
    SQUARES: ClassVar = "faint"
    GAME_ID: ClassVar = (link_parts.cells("numbers", ids.digits("12345678"), ids.GAP),)
    LARGEST_NEW: ClassVar = 15

    def __post_init__(self) -> None:
        super().__post_init__()
        if not any(self.numbers.marked()):
            raise BadPuzzle("numbers: no cell holds a number, but there are islands to connect")

    def spans(self) -> dict[Edge, tuple[Cell, ...]]:
        """Return the pairs of islands that bridges can join, with the cells from one to the other."""
        found: dict[Edge, tuple[Cell, ...]] = {}
        for _, line in self.numbers.lines():
            islands = [at for at, cell in enumerate(line) if self.numbers[cell] is not None]
            found |= {(line[one], line[other]): line[one : other + 1] for one, other in pairwise(islands)}
        return dict(sorted(found.items()))

    def choices(self) -> Choices:
        return {
            pair: {
                count: (has(pair, count), *(~has(pair, other) for other in COUNTS if other != count))
                for count in COUNTS
            }
            for pair in self.spans()
        }

    def rules(self) -> Iterator[Rule]:
        over: dict[Cell, list[Edge]] = {}
        for pair, cells in self.spans().items():
            words = f"{pair[0]} and {pair[1]} have at most two bridges"
            yield Rule(words, pair, Exactly(1, tuple(has(pair, count) for count in COUNTS)), "bridges")
            for cell in cells[1:-1]:
                over.setdefault(cell, []).append(pair)
        for cell, pairs in over.items():
            if len(pairs) > 1:
                constraint = Clause(tuple(has(pair, 0) for pair in pairs))
                yield Rule(
                    f"no bridges cross at {cell}", (cell,), constraint, "crossing", f"bridges would cross at {cell}"
                )

    def clues(self) -> Iterator[Clue]:
        spans = self.spans()
        for cell, number in self.numbers.known():
            pairs = [pair for pair in spans if cell in pair]
            counts = (row for row in product(COUNTS, repeat=len(pairs)) if sum(row) == number)
            rows = tuple(tuple(map(has, pairs, row)) for row in counts)
            yield Clue(f"{cell} has {times(number, 'bridge')}", (cell,), Table(rows), "count")

    def lazy_constraints(self) -> list[OneNet]:
        return [OneNet(self)] if self.spans() else []

    def grid(self, values: Sequence[bool | None]) -> Grid:
        places: dict[Cell, int | None] = {spot(edge): 0 for edge in self.ways()}
        for number, cells in enumerate(self.spans().values()):
            known = values[len(COUNTS) * number : len(COUNTS) * (number + 1)]
            places |= dict.fromkeys(map(spot, pairwise(cells)), known.index(True) if True in known else None)
        return Grid.make(*self.answer_size, places.get)

    def assignment(self, grid: Grid) -> dict[Place, int]:
        found = {pair: {grid[spot(edge)] for edge in pairwise(cells)} for pair, cells in self.spans().items()}
        return {
            pair: count for pair, counts in found.items() if len(counts) == 1 for count in counts if count in COUNTS
        }

    def is_solved_by(self, grid: Grid) -> bool:
        spans = self.spans()
        if (grid.height, grid.width) != self.answer_size:
            return False
        used, land = by_cell(self.lines(grid)), [cell for cell, _ in self.numbers.marked()]
        return (
            {cell for cell, _ in grid.marked()} == set(map(spot, self.ways()))
            and self.lines(grid).keys() <= {edge for cells in spans.values() for edge in pairwise(cells)}
            and len(self.assignment(grid)) == len(spans)
            and not any(self.numbers[cell] is None and is_corner(edges) for cell, edges in used.items())
            and all(
                sum(grid[spot(edge)] or 0 for edge in used.get(cell, ())) == number
                for cell, number in self.numbers.known()
            )
            and any(part.issuperset(land) for part in parts(self.numbers, used))
        )

    def assigned_in(self, picture: Picture) -> dict[Place, int]:
        return {
            pair: count for pair, (one, other, *_) in self.spans().items() if (count := picture.lines.get((one, other)))
        }

    def clue_glyphs(self) -> dict[Cell, Glyph]:
        return {cell: Glyph(number_text(number), tone="disc", given=False) for cell, number in self.numbers.marked()}

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        if max(size) < len(COUNTS):
            raise BadPuzzle(f"a new hashi has at least 3 rows or columns, not {size[0]} and {size[1]}")

        def puzzle_of(bridges: Bridges) -> tuple[Self, Grid]:
            numbers = Counter[Cell]()
            for pair, count in bridges.items():
                numbers.update(dict.fromkeys(pair, count))
            puzzle = cls(Grid.make(*size, {cell: numbers[cell] for pair in bridges for cell in pair}.get))
            return puzzle, puzzle.grid([bridges.get(pair, 0) == count for pair in puzzle.spans() for count in COUNTS])

        def changed(bridges: Bridges, wrong: Sequence[Cell]) -> Bridges | None:
            spans: Mapping[Edge, Sequence[Cell]] = puzzle_of(bridges)[0].spans()
            pairs = [pair for pair, cells in spans.items() if spot((cells[0], cells[1])) in wrong]
            for pair in rng.sample(pairs, len(pairs)):
                count = rng.choice([count for count in COUNTS[1:] if count != bridges.get(pair)])
                if pair in bridges or not any(between(pair) & between(other) for other in bridges):
                    return {**bridges, pair: count}
            return None

        return corrected(grown(size, rng), changed, puzzle_of, rng)


class OneNet(Lazy):
    """The bridges connect all islands."""

    def __init__(self, puzzle: Hashi) -> None:
        """Take the islands and the pairs of them that bridges can join."""
        spans, self._islands = puzzle.spans(), [cell for cell, _ in puzzle.numbers.marked()]
        ends = [(self._islands.index(one), self._islands.index(other)) for one, other in spans]
        self.graph, self.literals = Graph(ends, len(self._islands)), tuple(~has(pair, 0) for pair in spans)

    def _leads_on(self, part: set[int]) -> Rule:
        """State that a bridge leads from some islands to the rest."""
        cells = tuple(sorted(self._islands[point] for point in part))
        named = joined(cells) if len(cells) <= MOST_LISTED else f"the {len(cells)} around {cells[0]}"
        constraint = Clause(tuple(self.literals[edge] for edge in positions(self.graph.border(part, self.graph.all))))
        return Rule(f"bridges lead on from {named}", cells, constraint, "connection", f"{named} would be cut off")

    def broken(self, values: Sequence[bool]) -> Iterator[Rule]:
        zeros = mask_where(values[:: len(COUNTS)])
        left = set(range(len(self._islands)))
        while left:
            part = self.graph.reached([min(left)], zeros)
            left -= part
            if len(part) < len(self._islands):
                yield self._leads_on(part)

    def forced(self, ones: int, zeros: int) -> Forced:
        is_whole = len(self.graph.reached([0], zeros)) == len(self._islands)
        return (self.graph.bridges(zeros) & ~ones, 0) if is_whole else None

    def rule(self, ones: int, zeros: int, forced: int) -> Rule:  # noqa: ARG002 - bridges that are there do not matter
        graph = self.graph
        return self._leads_on(graph.apart(positions(forced)[0], zeros) if forced else graph.reached([0], zeros))


@lru_cache(maxsize=2**14)
def has(pair: Edge, count: int) -> Literal:
    """Return the literal "two islands have so many bridges"."""
    return Literal(f"{pair[0]}-{pair[1]}_{count}")


def is_corner(edges: Sequence[Edge]) -> bool:
    """Return whether not all edges at a cell are in one line."""
    cells = {cell for edge in edges for cell in edge}
    return len({cell.row for cell in cells}) > 1 and len({cell.col for cell in cells}) > 1


def between(pair: Edge) -> set[Cell]:
    """Return the cells between two islands."""
    (top, left), (bottom, right) = pair
    cells = {Cell(row, col) for row in range(top, bottom + 1) for col in range(left, right + 1)}
    return cells - {*pair}


def grown(size: tuple[int, int], rng: Random) -> Bridges:
    """Return random bridges that connect islands and do not cross."""
    board = Grid.make(*size)
    islands = [rng.choice(list(board.cells()))]
    bridges: dict[Edge, int] = {}
    taken = set(islands)
    for _ in range(TRIES * size[0] * size[1]):
        start, side, length = rng.choice(islands), rng.randrange(4), rng.randint(2, LONGEST)
        way = [start]
        while len(way) <= length:
            way.append(way[-1].around()[side])
        if all(cell in board and cell not in taken for cell in way[1:]) and taken.isdisjoint(way[-1].around()):
            islands.append(way[-1])
            taken.update(way)
            bridges[min(start, way[-1]), max(start, way[-1])] = rng.choice(COUNTS[1:])
        if SHARE * len(islands) > size[0] * size[1]:
            break
    return bridges or grown(size, rng)
