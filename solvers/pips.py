"""Pips: place dominoes so that the pips in each region are what its condition says."""

# Long: dominoes and conditions have places, drawings and a maker of their own.

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import chain, combinations, pairwise
from typing import Literal as OneOf

import msgspec

from solvers.kind import *

Says = OneOf["sum", "equal", "unequal", "less", "greater"]
WORDS: dict[Says, str] = {
    "sum": "add up to {}",
    "equal": "are equal",
    "unequal": "all differ",
    "less": "add up to less than {}",
    "greater": "add up to more than {}",
}
SIGNS: dict[Says, str] = {"sum": "{}", "equal": "=", "unequal": "≠", "less": "<{}", "greater": ">{}"}
DOMINO, BORDER = map(DIGITS.index, "db")
"""What a border of a solution holds: a domino lies across it, or it separates two dominoes."""
HOLE = "."
"""What `regions` has where there is no cell."""
MOST_PIPS, NEW_PIPS = 9, 6
"""The most pips of a half of a domino, and of a new one."""
MOST_PAIRED = 20
"""The most cells of a region of which each is compared with each."""
COVERED = 0.8
"""The share of a new board that dominoes cover, if they find room."""
REGION_SIZES, SINGLE = (2, 2, 2, 3, 3, 4), 1 / 5
"""How large the regions of a new puzzle are at first, and how many of its cells may be regions of their own."""
EQUAL, TRIES, KINDS_OF_DOMINO = 0.9, 500, 28
"""How many of them hold equal pips, and how often pips are drawn anew until no domino is there twice."""
SEVERAL = 3
"""How many cells of a new region at least all differ; of two it says little."""
LOW, HIGH = 3, 10
"""The sums of a new region about which it is said that they are less, or greater, than a number."""


class Condition(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What holds for the pips of a region, which is named by one of its cells."""

    cell: Cell
    says: Says
    number: int | None = None

    def __str__(self) -> str:
        return WORDS[self.says].format(self.number)

    def allows(self, pips: Sequence[int]) -> bool:
        """Return whether the halves of dominoes in the region obey it."""
        total, number = sum(pips), self.number or 0
        return {
            "sum": total == number,
            "equal": len({*pips}) == 1,
            "unequal": len({*pips}) == len(pips),
            "less": total < number,
            "greater": total > number,
        }[self.says]


@dataclass(frozen=True)
class Pips(Lined):
    """Pips on a board of any form, with the dominoes of its tray.

    1. Each cell belongs to one domino, which covers two cells that share an edge.
    2. Each domino of the tray lies on the board once, turned in any way.
    3. The pips in a region add up to a number (`sum`), to less or more than it (`less`, `greater`), are all equal
       (`equal`) or all differ (`unequal`), as its condition says.

    `regions` names the region of each cell, and `.` is no cell. Connected cells with the same name are one region; all
    connected cells without a condition are one, too, and may hold anything. In a solution, the doubled board, each cell
    holds its pips, and each border `d` (a domino lies across it) or `b`.

    Source: the help page of NYT Pips.
    """

    regions: tuple[str | tuple[str, ...], ...]
    dominoes: tuple[tuple[int, int], ...]
    conditions: tuple[Condition, ...] = ()

    COLOURED: ClassVar = True
    EMPTY: ClassVar = BORDER
    SQUARES: ClassVar = "dotted"
    WORDS: ClassVar = {"=": "e", "≠": "u", ">([0-9]+)": r"g\1", "<([0-9]+)": r"l\1"}
    MARKS: ClassVar = {pips: f"{pips} pips" if pips != 1 else "a pip" for pips in range(MOST_PIPS + 1)} | {
        DOMINO: "a domino",
        BORDER: "a border",
    }
    SIZE: ClassVar = (5, 5)
    NO_GRADES: ClassVar = frozenset({1, 2})
    LARGEST_NEW: ClassVar = 8
    MOST_CELLS: ClassVar = 400

    def __post_init__(self) -> None:
        names, parts = _parts(self.regions)
        object.__setattr__(self, "regions", names)
        cells = {cell: part for part in parts for cell in part}
        pairs = sorted((min(pair), max(pair)) for pair in self.dominoes)
        object.__setattr__(self, "dominoes", tuple(pairs))
        if 2 * len(pairs) != len(cells) or not pairs:
            raise BadPuzzle(f"dominoes: {len(pairs)} cover {2 * len(pairs)} cells, but the board has {len(cells)}")
        if wrong := [pair for pair in pairs if not 0 <= pair[0] <= pair[1] <= MOST_PIPS]:
            raise BadPuzzle(f"dominoes: {_name(wrong[0])}, but a half has 0 to {MOST_PIPS} pips")
        found: dict[tuple[Cell, ...], Condition] = {}
        for condition in self.conditions:
            cell, number = condition.cell, condition.number
            if cell not in cells:
                raise BadPuzzle(f"conditions: {cell} is not on the board")
            if cells[cell] in found:
                raise BadPuzzle(f"conditions: {found[cells[cell]].cell} and {cell} are in one region")
            if ("{}" in WORDS[condition.says]) != (number is not None) or (number or 0) < 0:
                raise BadPuzzle(f"conditions: {cell} says {condition.says} {number}")
            if number is not None and number > (most := MOST_PIPS * len(cells[cell])):
                raise BadPuzzle(f"conditions: {cell} says {number}, but its region holds at most {most}")
            found[cells[cell]] = Condition(cells[cell][0], condition.says, number)
        object.__setattr__(self, "conditions", tuple(found[part] for part in parts if part in found))
        # Regions without a condition mean nothing, so those that touch are one.
        named = {cell: str(part[0]) if part in found else "" for cell, part in cells.items()}
        rows = regions.rows_of({cell: named.get(cell, HOLE) for cell in self.board.cells()})
        object.__setattr__(self, "regions", _parts(rows)[0])

    @property
    def shape(self) -> tuple[object, ...]:
        return self.board, tuple(self.cells()), tuple(dict.fromkeys(self.dominoes))

    def cells(self) -> list[Cell]:
        """Return the cells of the board in reading order."""
        return [cell for cell in self.board.cells() if self.regions[cell.row][cell.col] != HOLE]

    def parts(self) -> Sequence[tuple[Cell, ...]]:
        """Return the cells of each region, with a condition or without, in reading order."""
        return _parts(self.regions)[1]

    def ways(self) -> Sequence[Edge]:
        return _ways(self.regions)

    def lines(self, grid: Grid) -> dict[Edge, int]:
        return {edge: 1 for edge in self.ways() if grid[spot(edge)] == DOMINO}

    def _pips(self) -> list[int]:
        """Return the numbers of pips that dominoes have."""
        return sorted({pips for pair in self.dominoes for pips in pair})

    def _lying(self) -> Iterator[tuple[Edge, tuple[int, int], Literal]]:
        """Yield each way in which a domino may lie: its cells, their pips, and the literal."""
        for edge in self.ways():
            for low, high in dict.fromkeys(self.dominoes):
                for pair in dict.fromkeys(((low, high), (high, low))):
                    yield edge, pair, Literal(f"{edge[0]}-{edge[1]}_{pair[0]}{pair[1]}")

    def choices(self) -> Choices:
        pips = self._pips()
        places: dict[Place, dict[int, tuple[Literal, ...]]] = {
            edge: {BORDER: (~used(edge),), DOMINO: (used(edge),)} for edge in self.ways()
        }
        places |= {cell: {number: (_has(cell, number),) for number in pips} for cell in self.cells()}
        return {place: places[place] for place in sorted(places, key=spot)}

    def rules(self) -> Iterator[Rule]:
        on_edge: dict[Edge, list[Literal]] = {edge: [] for edge in self.ways()}
        on_cell: dict[tuple[Cell, int], list[Literal]] = {
            (cell, pips): [] for cell in self.cells() for pips in self._pips()
        }
        for edge, pair, lies in self._lying():
            on_edge[edge].append(lies)
            for held in zip(edge, pair, strict=True):
                on_cell[held].append(lies)
        around = by_cell(self.ways())
        for cell in self.cells():
            constraint = Exactly(1, tuple(map(used, around.get(cell, ()))))
            otherwise = f"no domino, or two, would lie on {cell}"
            yield Rule(f"{cell} belongs to one domino", (cell,), constraint, "last neighbour", otherwise)
            numbers = tuple(_has(cell, pips) for pips in self._pips())
            yield Rule(f"{cell} holds one half of a domino", (cell,), Exactly(1, numbers), "last number")
        # Of the negation of a half and the ways in which it may lie there, one holds.
        for (cell, pips), ways in on_cell.items():
            constraint = Exactly(1, (~_has(cell, pips), *ways))
            yield Rule(
                f"the half on {cell} is one of the tray",
                (cell,),
                constraint,
                "fitting domino",
                f"no domino would fit on {cell}",
            )
        for edge, ways in on_edge.items():
            constraint = Exactly(1, (~used(edge), *ways))
            otherwise = f"no domino would fit on {edge[0]} and {edge[1]}"
            yield Rule(
                f"a domino on {edge[0]} and {edge[1]} is one of the tray", edge, constraint, "fitting domino", otherwise
            )

    def clues(self) -> Iterator[Clue]:
        for cells, condition in self._regions():
            words = f"the pips of {_region(cells)} {condition}"
            yield Clue(words, cells, self._constraint(cells, condition), "region")
        ways: dict[tuple[int, int], list[Literal]] = {}
        for _, (first, second), lies in self._lying():
            ways.setdefault((min(first, second), max(first, second)), []).append(lies)
        cells = tuple(self.cells())
        for pair, count in Counter(self.dominoes).items():
            words = f"one domino is {_name(pair)}" if count == 1 else f"{count} dominoes are {_name(pair)}"
            yield Clue(words, cells, Exactly(count, tuple(ways.get(pair, ()))), "tray")

    def _regions(self) -> Iterator[tuple[tuple[Cell, ...], Condition]]:
        """Yield the cells of each region with a condition."""
        by_first = {part[0]: part for part in self.parts()}
        yield from ((by_first[condition.cell], condition) for condition in self.conditions)

    def _constraint(self, cells: tuple[Cell, ...], condition: Condition) -> Constraint:
        """Return what a condition says of cells."""
        highest = self._pips()[-1]
        numbers = [tuple(_has(cell, pips) for pips in range(highest + 1)) for cell in cells]
        literals = tuple(literal for number in numbers for literal in number)
        if condition.says == "equal":
            # Along a chain, how soon something follows would depend on the order of the cells.
            pairs = [*(combinations(numbers, 2) if len(cells) <= MOST_PAIRED else pairwise(numbers))]
            return Same(*(tuple(chain.from_iterable(pair[at] for pair in pairs)) for at in (0, 1)))
        if condition.says == "unequal":
            return CageSum(None, len(cells), literals)
        number, size = condition.number or 0, len(cells)
        least = {"sum": number, "greater": number + 1}.get(condition.says, 0)
        most = {"sum": number, "less": number - 1}.get(condition.says, size * highest)
        return Total(least + size, size, literals, most + size)  # A digit of it is one more than the pips.

    def is_solved_by(self, grid: Grid) -> bool:
        if (grid.height, grid.width) != self.answer_size:
            return False
        pips = self._held(grid)
        borders = {edge: grid[spot(edge)] for edge in self.ways()}
        if len(pips) + len(borders) != len([*grid.marked()]) or not {*borders.values()} <= {BORDER, DOMINO}:
            return False
        lying = [edge for edge, held in borders.items() if held == DOMINO]
        if sorted(cell for edge in lying for cell in edge) != [*pips] or [*pips] != self.cells():
            return False
        pairs = (sorted(pips[cell] for cell in edge) for edge in lying)
        return sorted(map(tuple, pairs)) == [*self.dominoes] and all(
            condition.allows([pips[cell] for cell in cells]) for cells, condition in self._regions()
        )

    def assigned_in(self, picture: Picture) -> dict[Place, int]:
        sides = Counter(cell for edge in picture.borders for cell in edge)
        halves = {cell for cell, count in sides.items() if count == 3}  # noqa: PLR2004 - the fourth is its other half's
        joined = {edge: DOMINO for edge in self.ways() if halves.issuperset(edge) and edge not in picture.borders}
        return super(Lined, self).assigned_in(picture) | joined

    def _held(self, grid: Grid | None) -> dict[Cell, int]:
        """Return the pips of the cells of a doubled board that hold some."""
        return {cell: pips for cell in self.cells() if grid and (pips := grid[spot(cell)]) is not None}

    def glyphs(self, grid: Grid | None) -> dict[Cell, Glyph]:
        held = self._held(grid)
        glyphs = {cell: Glyph(str(pips), tone="pips", given=False) for cell, pips in held.items()}
        for cell, says, number in map(msgspec.structs.astuple, self.conditions):
            text = says[0] + ("" if number is None else str(number))
            glyphs[cell] = Glyph(text, str(held.get(cell, " ")), "pips", given=False)
        return glyphs

    def picture(self, grid: Grid | None = None) -> Picture:
        held, picture = self._held(grid), super().picture(grid)
        tags = {condition.cell: SIGNS[condition.says].format(condition.number) for condition in self.conditions}
        lying = Counter(tuple(sorted(held[cell] for cell in pair)) for pair in picture.lines if held.keys() >= {*pair})
        tray = [(*pair, self.dominoes[:at].count(pair) < lying[pair]) for at, pair in enumerate(self.dominoes)]
        numbers = [10 * high + low for low, high in self.dominoes]
        columns = tuple(tuple(numbers[col :: self.board.width]) for col in range(self.board.width))
        fills = {cell: name for cell, name in picture.fills.items() if name != HOLE}
        return replace(picture, fills=fills, columns=columns, tray=tuple(tray), tags=tags)

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        rims = picture.rows, picture.columns, picture.right, picture.bottom
        tray = [divmod(number, 10) for rim in rims for numbers in rim for number in numbers]
        # Without the pips of a solution.
        bare = replace(
            picture, glyphs={at: glyph for at, glyph in picture.glyphs.items() if not glyph.text.isdecimal()}
        )
        form = "a condition is s, l or g with a number, e or u"
        conditions = tuple(Condition(*clue) for clue in bare.lettered(WORDS, form, bare=True))
        rows = regions.rows_of({cell: picture.fills.get(cell, HOLE) for cell in picture.cells()})
        return cls(rows, tuple(tray), conditions)

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        blank = Grid.make(*size)
        lying = _scattered(blank, rng)
        names, pips = _numbered(lying, rng)
        tray = [sorted(pips[cell] for cell in edge) for edge in lying]

        def of(names: dict[Cell, str]) -> tuple[Self, Grid]:
            rows = regions.rows_of({cell: names.get(cell, HOLE) for cell in blank.cells()})
            conditions = (_condition(part, [pips[cell] for cell in part]) for part in _parts(rows)[1])
            puzzle = cls(rows, tuple((pair[0], pair[1]) for pair in tray), tuple(conditions))
            marks = {spot(edge): DOMINO if edge in lying else BORDER for edge in puzzle.ways()}
            marks |= {spot(cell): number for cell, number in pips.items()}
            return puzzle, Grid.make(*puzzle.answer_size, marks.get)

        def changed(names: dict[Cell, str], doubtful: list[Cell]) -> dict[Cell, str] | None:
            # A region with a cell in doubt is cut, into a single cell only where few are single.
            shared = Counter(names.values())
            inside = {Cell(place.row // 2, place.col // 2) for place in doubtful} & names.keys()
            single = [*shared.values()].count(1) + 2 <= SINGLE * len(names)
            cuts = [cut for cell in sorted(inside) for cut in _cuts(names, cell, least=1 if single else 2)]
            return {**names, **dict.fromkeys(rng.choice(cuts), str(rng.random()))} if cuts else None

        return corrected(names, changed, of, rng)

    def without(self, clue: Clue) -> Self | None:
        if clue.name != "region":
            return None
        kept = tuple(condition for condition in self.conditions if condition.cell != clue.cells[0])
        return replace(self, conditions=kept)


def _has(cell: Cell, pips: int) -> Literal:
    """Return the literal "the half of a domino on the cell has so many pips"."""
    return Literal(f"{cell}_{pips}")


def _name(pair: Sequence[int]) -> str:
    return f"{pair[0]}-{pair[1]}"


def _region(cells: Sequence[Cell]) -> str:
    """Return a region in words."""
    return str(cells[0]) if len(cells) == 1 else f"the region of {cells[0]}"


@lru_cache(maxsize=32)
def _ways(rows: regions.Regions) -> tuple[Edge, ...]:
    """Return the edges between two cells, in the order of the doubled board."""
    cells = {cell for cell, name in regions.fills(rows).items() if name != HOLE}
    near = edges(Grid.make(len(rows), len(rows[0])))
    return tuple(sorted((edge for edge in near if cells.issuperset(edge)), key=spot))


@lru_cache(maxsize=32)
def _parts(rows: regions.Regions) -> tuple[tuple[str, ...], list[tuple[Cell, ...]]]:
    """Return the names of regions in reading order, and the cells of each; raises `BadPuzzle` for uneven rows."""
    names = regions.connected_regions(rows)
    holes = {cell for cell, name in regions.fills(rows).items() if name == HOLE}
    parts = [part for part in regions.parts(names) if part[0] not in holes]
    letters = regions.lettered(parts)
    cells = {Cell(row, col) for row, line in enumerate(names) for col in range(len(line))}
    return tuple(map("".join, regions.rows_of({cell: letters.get(cell, HOLE) for cell in cells}))), parts


def _scattered(board: Grid, rng: Random) -> list[Edge]:
    """Place dominoes at random, each beside another one, until most of the board is covered or none finds room."""
    left, covered = list(edges(board)), set[Cell]()
    lying: list[Edge] = []
    while left and len(covered) < COVERED * board.height * board.width:
        near = [edge for edge in left if not covered or any(not covered.isdisjoint(cell.around()) for cell in edge)]
        lying.append(rng.choice(near or left))
        covered.update(lying[-1])
        left = [edge for edge in left if covered.isdisjoint(edge)]
    if not lying:
        raise BadPuzzle(f"no {Pips.KIND} has {board.height} rows and {board.width} columns")
    return lying


def _numbered(lying: Sequence[Edge], rng: Random) -> tuple[dict[Cell, str], dict[Cell, int]]:
    """Return regions of dominoes that lie on a board, and their pips: mostly those of a region are equal."""
    most = -(-len(lying) // KINDS_OF_DOMINO)
    for _ in range(TRIES):
        left, names = {cell for edge in lying for cell in edge}, dict[Cell, str]()
        pips = dict[Cell, int]()
        while left:
            part = [min(left, key=lambda cell: (len(left.intersection(cell.around())), rng.random()))]
            wanted = rng.choice(REGION_SIZES)
            while len(part) < wanted and (near := sorted(left & _around(part) - {*part})):
                part.append(rng.choice(near))
            left -= {*part}
            number, is_equal = rng.randint(0, NEW_PIPS), rng.random() < EQUAL
            names |= dict.fromkeys(part, str(len(left)))
            pips |= {cell: number if is_equal else rng.randint(0, NEW_PIPS) for cell in part}
        if max(Counter(tuple(sorted(pips[cell] for cell in edge)) for edge in lying).values()) <= most:
            break
    return names, pips


def _around(cells: Iterable[Cell]) -> set[Cell]:
    return {near for cell in cells for near in cell.around()}


def _cuts(names: Mapping[Cell, str], cell: Cell, least: int) -> list[tuple[Cell, ...]]:
    """Return the connected parts with a cell that its region can be cut into, with at least so many cells in both."""
    part = [other for other in names if names[other] == names[cell]]
    sizes = range(least, len(part) + 1 - least)
    cuts = (cut for size in sizes for cut in combinations(part, size) if cell in cut)
    rests = ((cut, [other for other in part if other not in cut]) for cut in cuts)
    return [cut for cut, rest in rests if all(len(regions.connected_part(one)) == len(one) for one in (cut, rest))]


def _condition(cells: Sequence[Cell], pips: Sequence[int]) -> Condition:
    """Return a condition that these pips obey: that they are equal or differ, if they are; else mostly their sum."""
    total = sum(pips)
    if len(pips) > 1 and len({*pips}) == 1:
        return Condition(cells[0], "equal")
    if len(pips) >= SEVERAL and len({*pips}) == len(pips):
        return Condition(cells[0], "unequal")
    if len(pips) > 1 and total in (LOW, HIGH):
        return Condition(cells[0], "less", total + 1) if total == LOW else Condition(cells[0], "greater", total - 1)
    return Condition(cells[0], "sum", total)
