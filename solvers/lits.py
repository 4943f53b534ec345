"""LITS: a tetromino in each region, all connected, none beside one of its own shape."""

from __future__ import annotations

from functools import lru_cache

from solvers.kind import *

SIZE = 4
"""How many cells of a region are filled."""
CORRECTED = 12
"""After so many corrections another board is drawn: most boards that can be mended take five."""
TRIED = 20
"""How many changes of a new puzzle are tried at a time; the one that leaves room for the fewest pieces is made."""
SHAPES: Mapping[str, tuple[tuple[int, int], ...]] = {
    "L": ((0, 0), (1, 0), (2, 0), (2, 1)),
    "I": ((0, 0), (1, 0), (2, 0), (3, 0)),
    "T": ((0, 0), (0, 1), (0, 2), (1, 1)),
    "S": ((0, 0), (0, 1), (1, 1), (1, 2)),
}


@dataclass(frozen=True)
class Lits(Blocks):
    """LITS of any size, rectangles too; 1 = filled, 0 = empty.

    1. Each region holds four filled cells that are connected: an L, I, T or S.
    2. No four cells in a square are all filled.
    3. The filled cells of all regions are connected by their edges.
    4. Two of one shape, turned or mirrored, never share an edge.
    5. No two cells beside a wall within a region (`walls`) are both filled, as it would divide their piece.

    Connected cells of `regions` with the same name are one region (source: the rules of puzz.link and of
    puzzle-lits.com).
    """

    regions: tuple[str | tuple[str, ...], ...]
    walls: tuple[Edge, ...] = field(default=(), metadata={"omit": True})

    LARGEST_NEW: ClassVar = 7
    RARE: ClassVar = {1: 1}

    def rules(self) -> Iterator[Rule]:
        yield from no_squares(self.board, "filled")
        yield connected(self.board, "filled cells")

    def clues(self) -> Iterator[Clue]:
        found = regions.parts(self.regions)
        yield from map(_one_piece, found)
        homes = regions.homes(self.regions)
        for edge in edges(self.board):
            one, other = (homes[cell][0] for cell in edge)
            if one != other:
                yield _of_two_shapes(edge, one, other)
        for edge in self.walls:
            words = f"{edge[0]} and {edge[1]}, which a wall parts, are not both filled"
            yield Clue(words, edge, Clause(tuple(~is_one(cell) for cell in edge)), "wall")

    def is_solved_by(self, grid: Grid) -> bool:
        filled = {cell for cell, mark in grid.marked() if mark}
        if not self.has_marks(grid) or has_square(grid) or not is_connected(sorted(filled)):
            return False
        shapes = dict[Cell, tuple[int, str]]()
        for number, cells in enumerate(regions.parts(self.regions)):
            piece = sorted(filled.intersection(cells))
            shape = _forms().get(_moved(piece))
            if shape is None:
                return False
            shapes |= dict.fromkeys(piece, (number, shape))
        pairs = ((shapes[one], shapes[other]) for one, other in edges(grid) if {one, other} <= filled)
        is_parted = any({*edge} <= filled for edge in self.walls)
        return not is_parted and all(mine == theirs or mine[1] != theirs[1] for mine, theirs in pairs)

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        blank = Grid.make(*size)
        pieces = _wall(blank, rng)
        if not pieces:
            raise BadPuzzle(f"no {cls.KIND} has {size[0]} rows and {size[1]} columns")
        named = {cell: str(number) for number, (_, piece) in enumerate(pieces) for cell in sorted(piece)}
        grid = Grid.make(*size, lambda cell: int(cell in named))

        def changed(names: dict[Cell, str], doubtful: list[Cell]) -> dict[Cell, str] | None:
            ways = regions.transfers(names, [cell for cell in doubtful if cell not in named])
            tried = [names | dict([way]) for way in rng.sample(ways, min(len(ways), TRIED))]
            return min(tried, key=room, default=None)

        def room(names: dict[Cell, str]) -> int:
            """Return how many pieces fit into the regions: the fewer, the fewer solutions."""
            return sum(len(_pieces(cells)) for cells in regions.parts(regions.rows_of(names)))

        names = regions.uneven(regions.grown([*named], blank, rng, named.values()), named, rng)
        return corrected(names, changed, lambda names: (cls(regions.rows_of(names)), grid), rng, CORRECTED)


@lru_cache(maxsize=4096)
def _one_piece(cells: tuple[Cell, ...]) -> Clue:
    """Return the clue that a region holds one piece."""
    rows, marks_of = [], [(cell, is_one(cell), ~is_one(cell)) for cell in cells]
    for shape, piece in _pieces(cells):
        marks = tuple(filled if cell in piece else empty for cell, filled, empty in marks_of)
        kinds = tuple(_has(cells[0], other) if other == shape else ~_has(cells[0], other) for other in SHAPES)
        rows.append(marks + kinds)
    return Clue(f"the region of {cells[0]} holds one L, I, T or S", cells, Table(tuple(rows)), "region")


@lru_cache(maxsize=2**14)
def _of_two_shapes(edge: Edge, one: Cell, other: Cell) -> Clue:
    """Return the clue that pieces of one shape, in two regions, do not share an edge."""
    columns = (tuple(~_has(region, shape) for shape in SHAPES) for region in (one, other))
    constraint = Clauses(tuple(~is_one(cell) for cell in edge), tuple(columns))
    return Clue(f"no two of one shape meet at {edge[0]} and {edge[1]}", edge, constraint, "equal shapes")


def _has(region: Cell, shape: str) -> Literal:
    """Return the literal "the region of this first cell holds this shape"."""
    return Literal(f"{region}_{shape}")


def _moved(cells: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return some cells in order, moved so that the first row and column are zero."""
    cells = list(cells)
    up, left = (min((cell[axis] for cell in cells), default=0) for axis in (0, 1))
    return tuple(sorted((row - up, col - left) for row, col in cells))


@lru_cache(maxsize=1)
def _forms() -> dict[tuple[tuple[int, int], ...], str]:
    """Return the shape of each form that it has, turned or mirrored."""
    found = {}
    for shape, cells in SHAPES.items():
        for _ in range(2):
            for _ in range(SIZE):
                cells = tuple((col, -row) for row, col in cells)  # noqa: PLW2901 - a quarter more
                found[_moved(cells)] = shape
            cells = tuple((row, -col) for row, col in cells)  # noqa: PLW2901 - mirrored
    return found


@lru_cache(maxsize=1024)
def _pieces(cells: tuple[Cell, ...]) -> list[tuple[str, frozenset[Cell]]]:
    """Return the shapes that fit into a region, each with its cells."""
    inside = {*cells}
    return [(shape, piece) for cell in cells for shape, piece in _pieces_from(cell) if piece <= inside]


@lru_cache(maxsize=4096)
def _pieces_from(cell: Cell) -> list[tuple[str, frozenset[Cell]]]:
    """Return the shapes whose first cell is this one, each with its cells."""
    return [
        (shape, frozenset(Cell(cell.row + row - form[0][0], cell.col + col - form[0][1]) for row, col in form))
        for form, shape in _forms().items()
    ]


def _wall(board: Grid, rng: Random) -> list[tuple[str, frozenset[Cell]]]:
    """Return random pieces that are connected and obey the rules, as many as find room."""
    found, grid = list[tuple[str, frozenset[Cell]]](), Grid.make(board.height, board.width, lambda _: 0)
    left = _pieces(tuple(board.cells()))
    while left:
        left = [(shape, piece) for shape, piece in left if not any(map(grid.__getitem__, piece))]
        for shape, piece in rng.sample(left, len(left)):
            around = {other for cell in piece for other in cell.around()}
            near = [other for other, cells in found if around & cells]
            longer = grid.with_value(piece, 1)
            if shape not in near and (near or not found) and not has_square(longer):
                found.append((shape, piece))
                grid = longer
                break
        else:
            break
    return found
