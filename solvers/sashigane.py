"""Sashigane: divide the board into L shapes of width one, whose corners are circles and whose ends are arrows."""

# Long: an L is stated three ways: by runs for Z3, as areas for the plain check, and by arms for new puzzles.

from __future__ import annotations

from itertools import combinations, pairwise, product
from typing import Literal as OneOf

import msgspec

from solvers.kind import *

Way = OneOf["up", "down", "left", "right"]
Sign = OneOf["circle", Way]
UPRIGHT: tuple[Way, ...] = ("up", "down")
LEVEL: tuple[Way, ...] = ("left", "right")
SIGNS: tuple[Sign, ...] = ("circle", *UPRIGHT, *LEVEL)
LEAST = 3
"""The fewest cells of an L: both arms have one besides the corner."""
LONGEST = 5
"""The longest arm of a new puzzle."""
DEAD_ENDS = 2000
"""After how many dead ends a new division begins again."""


class Corner(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A clue: a circle at the corner of an L, perhaps with its number of cells, or an arrow at an end of one."""

    cell: Cell
    shape: Sign
    number: int = UNKNOWN


@dataclass(frozen=True)
class Sashigane(Divided):
    """Sashigane of any size with up to 50 rows and columns.

    1. Borders divide the board into areas, each an L: two arms of width one that meet at a right angle.
    2. A circle stands at the corner of an L; its number, if it is known, is the number of its cells.
    3. An arrow stands at an end of an L, and points along it.

    In a solution, the doubled board, each border between two cells holds 1 (it divides them) or 0 (source: the rules of
    puzz.link).
    """

    size: tuple[int, int]
    signs: tuple[Corner, ...]

    MOST_CELLS: ClassVar = 400
    MOST_ROWS: ClassVar = 50
    MARKS: ClassVar = {1: "a border", 0: "empty"}
    UNKNOWN_IN: ClassVar = frozenset({"signs"})
    REMOVABLE: ClassVar = frozenset({"arrow", "circle", "corner"})
    LISTED: ClassVar = "signs"
    LINK: ClassVar = (
        link_parts.BOARD_SIZE,
        link_parts.each(
            "signs",
            (
                codes.fixed(dict(zip("ghij", UPRIGHT + LEVEL, strict=True)), "an arrow"),
                codes.hexadecimal(LEAST),
                codes.fixed({".": UNKNOWN}),
                codes.fixed(dict.fromkeys("@%", codes.Refused("has an unknown sign in {}"))),
                codes.gap(20, 16),
            ),
            lambda held: {"shape": held} if isinstance(held, str) else {"shape": "circle", "number": held},
            lambda sign: sign.get("number", UNKNOWN) if sign["shape"] == "circle" else sign["shape"],
        ),
    )
    WORDS: ClassVar = {r"[○⚪]([0-9]*|\?)": r"c\1", "[↑⬆]": "u", "[↓⬇]": "d", "[←⬅]": "l", "[→➡]": "r"}
    LARGEST_NEW: ClassVar = 10
    TURNS: ClassVar = 1
    TURNED: ClassVar = {"u": "l", "l": "u", "d": "r", "r": "d"}

    def __post_init__(self) -> None:
        super().__post_init__()
        if max(self.size) > self.MOST_ROWS:
            raise BadPuzzle(f"size: {self.size[0]}×{self.size[1]}, but the largest board has {self.MOST_ROWS} rows")
        for sign in self.signs:
            if sign.shape == "circle":
                if sign.number != UNKNOWN and not LEAST <= sign.number < sum(self.size):
                    most = sum(self.size) - 1
                    raise BadPuzzle(f"signs: {sign.cell} says {sign.number}, but an L has {LEAST} to {most} cells")
            elif sign.number != UNKNOWN or _step(sign.cell, sign.shape) not in self.board:
                raise BadPuzzle(f"signs: the arrow at {sign.cell} has a number or points off the board")

    def rules(self) -> Iterator[Rule]:
        near = by_cell(self.ways())
        for cell in self.board.cells():
            around = tuple(~used(edge) for edge in near.get(cell, ()))
            yield Rule(f"{cell} is not alone", (cell,), Clause(around), "area", f"{cell} would be alone")
            yield Rule(f"{cell} goes on to two sides at most", (cell,), AtMost(2, around), "fork")
        for _, line in self.board.lines():
            for first, last in combinations(range(len(line)), 2):
                run = line[first : last + 1]
                inner = [border(*step) for step in pairwise(run)]
                ends = f"{run[0]} to {run[-1]}"
                beyond = [edge for cell in (run[0], run[-1]) for edge in near[cell] if edge not in inner]
                constraint = Clause((*map(used, inner), *(~used(edge) for edge in beyond)))
                otherwise = f"the area from {ends} would have no corner"
                yield Rule(f"{ends} is not a whole area", run, constraint, "no corner", otherwise)
                sides = [[edge for edge in near[cell] if not {*edge} <= {*line}] for cell in (run[0], run[-1])]
                for one, other in product(*sides):
                    constraint = Clause((*map(used, inner), used(one), used(other)))
                    otherwise = f"an area would have corners at {run[0]} and {run[-1]}"
                    yield Rule(
                        f"no area turns at both {run[0]} and {run[-1]}", run, constraint, "two corners", otherwise
                    )

    def clues(self) -> Iterator[Clue]:
        near = by_cell(self.ways())
        for sign in self.signs:
            cell, name = (sign.cell,), str(sign.cell)
            if sign.shape != "circle":
                open_ = border(sign.cell, _step(sign.cell, sign.shape))
                only = tuple(~used(edge) if edge == open_ else used(edge) for edge in near[sign.cell])
                yield Clue(f"an L ends at {name} and goes {sign.shape}", cell, Table((only,)), "arrow")
                continue
            for level, word in ((0, "up or down"), (1, "left or right")):
                across = [edge for edge in near.get(sign.cell, ()) if (edge[0].row == edge[1].row) == bool(level)]
                constraint = Exactly(len(across) - 1, tuple(map(used, across))) if across else Clause(())
                yield Clue(f"an arm goes {word} from the corner {name}", cell, constraint, "corner")
            if sign.number != UNKNOWN:
                words = f"the L with its corner at {name} has {sign.number} cells"
                yield Clue(
                    words, cell, Table(tuple(self._arms(sign))), "circle", f"it could not have {sign.number} cells"
                )

    def _arms(self, sign: Corner) -> Iterator[tuple[Literal, ...]]:
        """Yield the borders of each L with a corner and a number of cells, as far as they say so."""
        for level, upright in product(LEVEL, UPRIGHT):
            for length in range(1, sign.number - 1):
                arms = [self._arm(sign.cell, level, length), self._arm(sign.cell, upright, sign.number - 1 - length)]
                if all(arms):
                    yield tuple(literal for arm in arms for literal in arm)

    def _arm(self, cell: Cell, way: Way, length: int) -> list[Literal]:
        """Return that an arm goes so far in a direction, and no further; nothing if the board ends before."""
        steps = [border(*step) for step in pairwise([cell, *self.board.arms(cell)[way]][: length + 2])]
        if len(steps) < length:
            return []
        return [*(~used(edge) for edge in steps[:length]), *map(used, steps[length:])]

    def is_solved_by(self, grid: Grid) -> bool:
        areas = self.areas(grid)
        home = {cell: number for number, area in enumerate(areas) for cell in area}
        corners = {cell for area in areas for cell in area if _is_corner(cell, area)}
        return (
            bool(areas)
            and len(corners) == len(areas)
            and all(
                (sign.cell in corners and sign.number in {UNKNOWN, len(areas[home[sign.cell]])})
                if sign.shape == "circle"
                else [other for other in sign.cell.around() if home.get(other) == home[sign.cell]]
                == [_step(sign.cell, sign.shape)]
                for sign in self.signs
            )
        )

    def clue_glyphs(self) -> dict[Cell, Glyph]:
        return {sign.cell: _drawn(sign) for sign in self.signs}

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        found = picture.lettered(SIGNS, "a clue is c with a number, or u, d, l or r", bare=True)
        signs = (Corner(cell, shape, UNKNOWN if number is None else number) for cell, shape, number in found)
        return cls((picture.height, picture.width), tuple(signs))

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        board = Grid.make(*size)
        if min(size) < 2:  # noqa: PLR2004 - an L has two rows and columns
            raise BadPuzzle(f"no {cls.KIND} has {size[0]} rows and {size[1]} columns")
        for _ in range(DEAD_ENDS):
            areas = _divided(board, rng)
            if areas is None:
                continue
            home = {cell: number for number, area in enumerate(areas) for cell in area}
            signs = [Corner(cell, "circle", len(area)) for area in areas for cell in area if _is_corner(cell, area)]
            for area in areas:
                for cell in area:
                    beside = [way for way in UPRIGHT + LEVEL if _step(cell, way) in area]
                    signs += [Corner(cell, beside[0])] if len(beside) == 1 else []
            puzzle = cls(size, tuple(signs))
            lines = {spot((one, other)): int(home[one] != home[other]) for one, other in puzzle.ways()}
            grid = Grid.make(*puzzle.answer_size, lines.get)
            if is_only(puzzle, grid, rng):
                return puzzle, grid
        raise BadPuzzle(f"no {cls.KIND} with {size[0]} rows and {size[1]} columns was found")


def _drawn(sign: Corner) -> Glyph:
    text = number_text(sign.number)
    return printed(f"c{text}", text) if sign.shape == "circle" else printed(sign.shape[0], ARROWS[sign.shape])


def _step(cell: Cell, way: Way) -> Cell:
    return cell.around()[DIRECTIONS.index(way)]


def _is_corner(cell: Cell, area: set[Cell]) -> bool:
    """Return whether an area is an L with its corner in a cell."""
    rows, cols = sorted({each.row for each in area}), sorted({each.col for each in area})
    arms = {Cell(cell.row, col) for col in range(cols[0], cols[-1] + 1)}
    arms |= {Cell(row, cell.col) for row in range(rows[0], rows[-1] + 1)}
    at_rim = cell.row in {rows[0], rows[-1]} and cell.col in {cols[0], cols[-1]}
    return at_rim and min(len(rows), len(cols)) > 1 and area == arms


def _divided(board: Grid, rng: Random) -> list[set[Cell]] | None:
    """Divide a board into random areas, from the first cell on; None after too many dead ends."""
    left, areas, tried = {*board.cells()}, list[set[Cell]](), list[list[set[Cell]]]()
    for _ in range(DEAD_ENDS):
        if not left:
            return areas
        if len(tried) == len(areas):
            ways = _through(min(left), left)
            tried.append(rng.sample(ways, len(ways)))
        if tried[-1]:
            areas.append(tried[-1].pop())
            left -= areas[-1]
        else:
            tried.pop()
            if not areas:
                return None
            left |= areas.pop()
    return None


def _through(cell: Cell, left: set[Cell]) -> list[set[Cell]]:
    """Return the areas through the first cell that is left: with its corner there, or at the other end of an arm."""
    found: list[set[Cell]] = []
    arms = {way: _reach(cell, way, left) for way in UPRIGHT + LEVEL}
    for one, other in product(arms["down"], arms["right"]):
        found.append({cell, *one, *other})
    for way, turns in ((UPRIGHT[1], LEVEL), (LEVEL[1], UPRIGHT[1:])):
        for arm in arms[way]:
            found += [{cell, *arm, *turn} for side in turns for turn in _reach(arm[-1], side, left - {cell, *arm})]
    return found


def _reach(cell: Cell, way: Way, left: set[Cell]) -> list[Sequence[Cell]]:
    """Return the arms of each length from a cell in a direction."""
    arm = list[Cell]()
    while (step := _step(arm[-1] if arm else cell, way)) in left and len(arm) < LONGEST:
        arm.append(step)
    return [arm[:length] for length in range(1, len(arm) + 1)]
