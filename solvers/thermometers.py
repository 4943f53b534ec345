"""Thermometers: fill each from its bulb so that each line has as many filled cells as its number says."""

from __future__ import annotations

from itertools import pairwise

from solvers.kind import *

Levels = dict[tuple[Cell, ...], int]
"""Thermometers, each with the number of its filled cells."""

LONGEST = 4 / 3
"""The most cells of a thermometer of a new puzzle, as a multiple of the longer side: short ones have more solutions."""

PIPES = " ╵╷│╴┘┐┤╶└┌├─┴┬┼", " ╹╻┃╸┛┓┫╺┗┏┣━┻┳╋"
"""The symbols of empty and of filled cells by the sides on which their path goes on: 1 up, 2 down, 4 left, 8 right."""


@dataclass(frozen=True)
class Thermometers(Tubes):
    """Thermometers of any size and form, rectangles too; 1 = filled, 0 = empty, blank = a cell without a thermometer.

    1. A cell of a thermometer is filled only if all cells from the bulb to it are.
    2. The number beside a row or above a column says how many cells of it are filled.

    `thermometers` lists the cells of each, from the bulb to the tip. A line without a number may have any number of
    filled cells (source: the help page of puzzle-thermometers.com). A new puzzle has all numbers.
    """

    thermometers: tuple[tuple[Cell, ...], ...]
    rows: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[int, ...], ...]

    TUBE: ClassVar = "thermometer"
    TEXTS: ClassVar = {1: "o", 0: "x"}
    NO_GRADES: ClassVar = frozenset({2})
    LARGEST_NEW: ClassVar = 15

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "thermometers", tuple(sorted(filter(None, self.thermometers))))
        seen = set[Cell]()
        for cells in self.thermometers:
            for cell in cells:
                if cell not in self.board:
                    raise BadPuzzle(f"thermometers: {cell} is off the board of {self.board.height}×{self.board.width}")
                if cell in seen:
                    raise BadPuzzle(f"thermometers: {cell} occurs twice")
                seen.add(cell)
            for before, cell in pairwise(cells):
                if not touch(before, cell):
                    raise BadPuzzle(f"thermometers: {before} and {cell} share no edge")

    @property
    def shape(self) -> tuple[int, int, tuple[Cell, ...]]:
        free = set(self.board.cells()) - set(self.open_cells())
        return len(self.rows), len(self.columns), tuple(sorted(free))

    def open_cells(self) -> list[Cell]:
        return sorted(cell for cells in self.thermometers for cell in cells)

    def tubes(self) -> Iterator[tuple[str, Sequence[Sequence[Cell]]]]:
        for cells in self.thermometers:
            yield f"the thermometer from {cells[0]} to {cells[-1]} has no gap", [(cell,) for cell in cells]

    @staticmethod
    def counted(number: int) -> str:
        return times(number, "filled cell")

    def glyphs(self, grid: Grid | None) -> dict[Cell, Glyph]:
        marks = dict(() if grid is None else grid.marked())
        return {
            cell: Glyph(
                f"{at + 1}{'' if mark is None else self.TEXTS[mark]}",
                pipe(cells, at, filled=mark == 1),
                tone,
                given=False,
            )
            for cells in self.thermometers
            for at, cell in enumerate(cells)
            for mark in [marks.get(cell)]
            for tone in ["mercury" if mark == 1 else "tube"]
        }

    def picture(self, grid: Grid | None = None) -> Picture:
        return replace(super().picture(grid), fills=regions.lettered(self.thermometers), shaded=False, outline="")

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        """Read each thermometer as a region whose cells are numbered from 1."""
        by_letter: dict[str, list[Cell]] = {}
        for cell, letter in picture.fills.items():
            by_letter.setdefault(letter, []).append(cell)
        found = []
        for cells in regions.connected_parts(by_letter.values()):
            places = {picture.value(cell): cell for cell in cells}
            path = tuple(places[place] for place in range(1, len(cells) + 1) if place in places)
            if len(path) != len(cells):
                raise BadPuzzle(
                    f"{cells[0]} of the picture is in a region whose cells are not numbered 1 to {len(cells)}"
                )
            found.append(path)
        return cls(tuple(found), **read_fields(cls, picture))

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        def of(levels: Levels) -> tuple[Self, Grid]:
            filled = {cell: int(at < level) for cells, level in levels.items() for at, cell in enumerate(cells)}
            grid = Grid.make(*size, filled.get)
            return cls(tuple(levels), *cls.rims_for(grid)), grid

        def changed(levels: Levels, doubtful: list[Cell]) -> Levels:
            wrong = rng.choice([cells for cells in levels if {*cells} & {*doubtful}])
            rest = {cells: level for cells, level in levels.items() if cells != wrong}
            return rest | {wrong[:: rng.choice((1, -1))]: rng.randint(0, len(wrong))}

        paths = random_paths(Grid.make(*size), max(2, int(LONGEST * max(size))), rng)
        return corrected({cells: rng.randint(0, len(cells)) for cells in paths}, changed, of, rng)


def random_paths(board: Grid, longest: int, rng: Random) -> list[tuple[Cell, ...]]:
    """Return random paths of two cells or more; a cell without room joins the end of another, if it touches any."""
    free, cells = set(board.cells()), list(board.cells())
    paths: list[tuple[Cell, ...]] = []
    for start in rng.sample(cells, len(cells)):
        path, length = [start], rng.randint(2, longest)
        while len(path) < length and (
            ways := [cell for cell in path[-1].around() if cell in free and cell not in path and start in free]
        ):
            path.append(rng.choice(ways))
        if len(path) > 1:
            free -= {*path}
            paths.append(tuple(path))
    for cell in sorted(free):
        ends = [(at, end) for at, path in enumerate(paths) for end in (0, -1) if path[end] in cell.around()]
        if ends:
            at, end = rng.choice(ends)
            paths[at] = (*paths[at], cell) if end else (cell, *paths[at])
    return paths


def pipe(path: Sequence[Cell], place: int, *, filled: bool) -> str:
    """Return the symbol of a cell of a path, by its place from zero; the first one is a bulb."""
    if not place:
        return "●" if filled else "○"
    right, below, left, above = path[place].around()
    near = path[place - 1 : place + 2]
    return PIPES[filled][sum((other in near) << bit for bit, other in enumerate((above, below, left, right)))]
