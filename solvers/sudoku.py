"""Sudoku: each digit once in every row, column and box, and whatever else a puzzle asks for."""

# Long: the rules that may come on top, such as diagonals and thermometers, are stated here.

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from functools import lru_cache
from itertools import combinations, pairwise, product
from math import isqrt
from typing import Any

from solvers.kind import *

Strand = tuple[Cell, ...]
"""Cells, each of which touches the one before it, at least at a corner."""

MOST_BETWEEN = 12
"""The highest digit of a board with sums: of more, too many sets of digits add up to the same."""
DOTS = {"consecutive": "~", "double": "%"}
STRANDS = {"thermometers": "thermometer", "arrows": "arrow"}
FLAGS = ("all_consecutive", "all_double")


def _none(default: Any) -> Any:  # noqa: ANN401 - any value of a field
    """Return a field that is left out of files where nothing is added."""
    return field(default=default, metadata={"omit": True})


SIDES = frozenset({4, 6, 9, 12, 16, 25})
SIGNS = re.compile(r"[0-9A-Za-z. _*-]+")
ADDRESS = re.compile(r"https?://\S*[=/]([0-9.*_-]{81})(?:[&#/]\S*)?")
"""An address of another site that holds a Sudoku, as `?bd=` of sudokuwiki.org does."""
HODOKU = re.compile(r"(?::[^:\n]*){2}:([^:\n]+)(?::[^\n]*)?")
"""A line of HoDoKu's library: its fourth field holds the signs, with + before those that are no givens."""


def _usual_box(board: Grid) -> tuple[int, int]:
    """Return the box that puzz.link draws; raises `BadPuzzle` for a board for which it has none."""
    box = squarest(board.width)
    if board.height != board.width or not (box[0] == box[1] or box == (2, 3)):
        size = f"{board.height}×{board.width}"
        raise BadPuzzle(f"puzz.link has no boxes for a Sudoku of {size}, but for 4×4, 6×6, 9×9, …")
    return box


@dataclass(frozen=True)
class Sudoku(Latin):
    """A Sudoku with boxes of any shape (`box`: rows and columns of a box) and digits up to 50.

    1. Each cell holds one digit.
    2. Each row, column and box holds each digit once.
    3. So do both long diagonals (`diagonals`), and the windows that lie one cell off the boxes (`windows`).
    4. Between `consecutive` cells the digits differ by 1; of `double` ones, one is twice the other.
    5. With `all_consecutive` or `all_double`, no neighbours without a dot do that.
    6. Along each of the `thermometers`, from the bulb, digits grow.
    7. The digit in the first cell of each of the `arrows` is the sum of the others.
    8. The number beside one of the `rows` or above one of the `columns` is the sum of the digits between 1 and the
       highest.

    A box of one row, or of one column, makes it a Latin square. All but the first two rules are optional, and any may
    be added to any (source: the rules of Sudoku-X, Windoku, Kropki, thermometer, arrow and sandwich Sudokus).
    """

    box: tuple[int, int]
    givens: Grid
    diagonals: bool = _none(default=False)
    windows: bool = _none(default=False)
    consecutive: tuple[Edge, ...] = _none(())
    all_consecutive: bool = _none(default=False)
    double: tuple[Edge, ...] = _none(())
    all_double: bool = _none(default=False)
    thermometers: tuple[tuple[Cell, ...], ...] = _none(())
    arrows: tuple[tuple[Cell, ...], ...] = _none(())
    rows: tuple[tuple[int, ...], ...] = _none(())
    columns: tuple[tuple[int, ...], ...] = _none(())

    LINK: ClassVar = (link_parts.Implied("box", _usual_box), link_parts.cells("givens"))
    SIZE: ClassVar = (9, 9)
    SIZES: ClassVar = {5: (16, 16)}
    KEPT_SHARE: ClassVar = {1: 0.5}

    def __post_init__(self) -> None:
        check_boxes(self.box, self.givens)
        super().__post_init__()
        for name in DOTS:
            object.__setattr__(self, name, canonical(name, getattr(self, name), self.givens))
        for edge in {*self.consecutive} & {*self.double}:
            raise BadPuzzle(f"consecutive and double: the edge between {edge[0]} and {edge[1]} has both dots")
        for name in STRANDS:
            object.__setattr__(self, name, tuple(sorted(getattr(self, name))))
            for strand in getattr(self, name):
                if len({*strand}) <= 1 or len({*strand}) < len(strand) or not {*strand} <= {*self.givens.cells()}:
                    raise BadPuzzle(f"{name}: each has two different cells of the board or more")
                if far := next((pair for pair in pairwise(strand) if not _touch(*pair)), None):
                    raise BadPuzzle(f"{name}: {far[0]} and {far[1]} do not touch")
        if self.windows and self.box[0] != self.box[1]:
            raise BadPuzzle("windows: only a board with square boxes has them")
        has_sums = any((*self.rows, *self.columns))
        for name in ("rows", "columns"):
            blank = ((),) * self.givens.height
            object.__setattr__(self, name, (getattr(self, name) or blank) if has_sums else ())
        if has_sums:
            self.check_rims()
            if self.givens.height > MOST_BETWEEN:
                raise BadPuzzle(f"rows: a board with sums has at most {MOST_BETWEEN} rows")

    @property
    def shape(self) -> tuple[int, int]:
        return self.box

    def units(self) -> Iterator[tuple[str, tuple[Cell, ...]]]:
        yield from self.givens.lines()
        yield from boxes(self.box)

    def is_scanned(self, rule: Rule) -> bool:
        return rule.words.startswith("box ")

    def more_units(self) -> Iterator[tuple[str, Strand]]:
        """Yield the diagonals and windows, each of which holds each digit once, with their names."""
        side, deep = self.givens.height, self.box[0]
        for number, (_, unit) in enumerate(long_diagonals(self.givens) if self.diagonals else (), start=1):
            yield f"diagonal {number}", unit
        starts = range(1, side - deep, deep + 1) if self.windows else ()
        for number, (top, left) in enumerate(product(starts, starts), start=1):
            yield f"window {number}", tuple(Cell(top + row, left + col) for row in range(deep) for col in range(deep))

    def between(self) -> Iterator[tuple[str, Strand, int]]:
        """Yield each line that has a sum, with its name."""
        for (name, cells), sums in zip(self.givens.lines(), (*self.rows, *self.columns), strict=False):
            for total in sums:
                yield name, cells, total

    def pairs(self) -> Iterator[tuple[Edge, Callable[[int, int], bool], str, str]]:
        """Yield two cells of which something is said: what, in words with `{}` for each, and its name."""
        has_dots = self.consecutive or self.double or self.all_consecutive or self.all_double
        for edge in edges(self.givens) if has_dots else ():
            dots = {name for name in DOTS if edge in getattr(self, name)}
            if "consecutive" in dots:
                yield edge, are_consecutive, "{} and {} are consecutive", "dot"
            if "double" in dots:
                yield edge, _are_double, "of {} and {}, one is the double of the other", "dot"
            if self.all_consecutive and not dots:
                yield edge, are_apart, "{} and {} are not consecutive", "no dot"
            if self.all_double and not dots:
                yield edge, _are_no_double, "of {} and {}, none is the double of the other", "no dot"
        for strand in self.thermometers:
            for pair in pairwise(strand):
                yield pair, operator.lt, "{} < {}", "thermometer"

    def clues(self) -> Iterator[Clue]:
        yield from super().clues()
        for edge, goes, words, name in self.pairs():
            yield pair_clue(edge, self.values, goes, words, name)
        for circle, *shaft in self.arrows:
            words = f"the digits on the arrow from {circle} to {shaft[-1]} add up to that in {circle}"
            yield Clue(words, (circle, *shaft), _adding_up(circle, tuple(shaft), self.values[-1]), "arrow")
        for name, cells, total in self.between():
            words = f"the digits between 1 and {self.values[-1]} in {name} add up to {total}"
            yield Clue(words, cells, _enclosing(cells, total), "sum between")

    def is_solved_by(self, grid: Grid) -> bool:
        """Return whether the grid obeys the rules of its family and all that are added."""
        if not super().is_solved_by(grid):
            return False
        held = dict(grid.marked())
        lines = [([held[cell] for cell in cells], total) for _, cells, total in self.between()]
        return (
            all(goes(held[one], held[other]) for (one, other), goes, *_ in self.pairs())
            and all(held[circle] == sum(held[cell] for cell in shaft) for circle, *shaft in self.arrows)
            and all(sum(_inner(line)) == total for line, total in lines)
        )

    def picture(self, grid: Grid | None = None) -> Picture:
        signs = {edge: sign for name, sign in DOTS.items() for edge in getattr(self, name)}
        units = ((name.partition(" ")[0], unit) for name, unit in self.more_units())
        strands = (*units, *((one, strand) for name, one in STRANDS.items() for strand in getattr(self, name)))
        notes = {name: 1 for name in FLAGS if getattr(self, name)}
        outline = "border" if signs else "boxes"  # In a text, a wall would hide a dot.
        picture = replace(super().picture(grid), fills=self._fills(), shaded=False, outline=outline)
        return replace(picture, signs=signs, strands=strands, notes=notes)

    def _fills(self) -> dict[Cell, str]:
        """Name the box of each cell by a letter."""
        named = zip(regions.LETTERS, boxes(self.box), strict=False)
        return {cell: letter for letter, (_, cells) in named for cell in cells}

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        """Read the boxes from the regions; by default they are as square as possible, and wide rather than tall."""
        if not picture.fills:
            return cls(box_of_walls(picture), picture.grid(), **cls._added(picture))
        drawn = regions.fills(regions.canonical(regions.read(picture), connected=False))
        first = [cell for cell, letter in drawn.items() if letter == "A"]
        box = len({cell.row for cell in first}), len({cell.col for cell in first})
        puzzle = cls(box, picture.grid(), **cls._added(picture))
        for cell, letter in puzzle._fills().items():
            if drawn[cell] != letter:
                rows, columns = puzzle.box
                raise BadPuzzle(
                    f"{cell} of the picture breaks its boxes of {rows}×{columns}: boxes are equal rectangles"
                )
        return puzzle

    @classmethod
    def in_text(cls, text: str, *, named: bool) -> dict[str, Any] | None:
        """Read the signs of all cells, or so many candidates for each, in a line, an address or a line of HoDoKu."""
        whole = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).strip("\r\n")
        if found := HODOKU.fullmatch(whole.strip()) or ADDRESS.fullmatch(whole.strip()):
            whole = re.sub(r"\+.", ".", found[1])
        if len(whole) == 9**3 and re.fullmatch(r"[1-9.0]+", whole):
            words = [re.sub("[.0]", "", whole[at : at + 9]) for at in range(0, 9**3, 9)]
        else:
            bare = re.sub(r"^\w+ *= *", "", whole.strip()).strip("\"' ;")
            tries = (whole, bare, re.split("[,;#\t]", bare)[0].strip())
            words = [*next((part for part in tries if isqrt(len(part)) in SIDES and SIGNS.fullmatch(part)), "")]
        side = isqrt(len(words))
        rows = [words[at : at + side] for at in range(0, len(words), side or 1)]
        return cls.in_rows(rows, named=named) if side**2 == len(words) else None

    @classmethod
    def in_rows(cls, rows: Sequence[Sequence[str]], *, named: bool) -> dict[str, Any] | None:
        """Read signs of cells; cells with several are candidates, which say nothing where they are all digits.

        Where nobody says that it is a Sudoku, a small board is none, nor is one without digits.
        """
        side = len(rows)
        digits, words = DIGITS[1 : side + 1], [[*row] for row in rows]
        for row, col in product(range(side), range(side)) if all(len(row) == side for row in rows) else ():
            word = words[row][col]
            words[row][col] = "." if word in BLANK_WORDS or word == digits else word
            if 1 < len(word) < side and {*word} < {*digits} and side <= 9:  # noqa: PLR2004 - more have decimals
                words_for = "a board of givens is read, not what is left of it"
                raise BadPuzzle(f"{Cell(row, col)} has the candidates {word}: {words_for}")
        signs = {word for row in words for word in row}
        is_square = side in SIDES and all(len(row) == side for row in rows)
        if not is_square or not all(re.fullmatch(r"[0-9A-Za-z.]", sign) for sign in signs):
            return None
        if not named and (side < 9 or signs <= {"0", "."}):  # noqa: PLR2004 - the usual side
            return None
        held = _digits(signs, side)
        return {"box": squarest(side), "givens": [[held.get(sign) for sign in row] for row in words]}

    def as_text(self) -> str:
        """Write a line of an `.sdm` file: the signs of the cells, with 0 for a blank, or . where letters are digits."""
        blank = "0" if self.givens.height <= 9 else "."  # noqa: PLR2004 - more need letters
        return "".join(blank if mark is None else DIGITS[mark].upper() for row in self.givens.values for mark in row)

    @staticmethod
    def _added(picture: Picture) -> dict[str, Any]:
        """Return the fields for what a picture adds."""
        return {
            **{name: picture.edges(sign) for name, sign in DOTS.items()},
            **{name: tuple(cells for its, cells in picture.strands if its == one) for name, one in STRANDS.items()},
            **{name: bool(picture.notes.get(name)) for name in FLAGS},
            **{
                f"{one}s": bool(picture.notes.get(f"{one}s")) or any(name == one for name, _ in picture.strands)
                for one in ("diagonal", "window")
            },
            "rows": picture.rows,
            "columns": picture.columns,
        }

    @classmethod
    def blank(cls, size: tuple[int, int]) -> Self:
        return cls(squarest_box(size), Grid.make(*size))


def _touch(one: Cell, other: Cell) -> bool:
    return max(abs(one.row - other.row), abs(one.col - other.col)) == 1


def _are_double(one: int, other: int) -> bool:
    return one == 2 * other or other == 2 * one


def _are_no_double(one: int, other: int) -> bool:
    return not _are_double(one, other)


def _inner(line: list[int]) -> list[int]:
    """Return the digits between the lowest and the highest of a line."""
    ends = sorted((line.index(1), line.index(len(line))))
    return line[ends[0] + 1 : ends[1]]


@lru_cache(maxsize=256)
def _adding_up(circle: Cell, shaft: Strand, highest: int) -> Table:
    """Return the table of the digits on a shaft, of which none differs from another, and their sum in the circle."""
    ways: list[tuple[int, ...]] = [()]
    for left in range(len(shaft) - 1, -1, -1):
        ways = [(*way, digit) for way in ways for digit in range(1, highest + 1 - left - sum(way))]
    return Table(tuple((holds(circle, sum(way)), *map(holds, shaft, way)) for way in ways))


@lru_cache(maxsize=256)
def _enclosing(cells: Strand, total: int) -> Table:
    """Return the table of the places of the lowest and the highest digit, and of the digits between that add up."""
    side, rows = len(cells), []
    for first, last in combinations(range(side), 2):
        inner = cells[first + 1 : last]
        for digits in combinations(range(2, side), len(inner)):
            if sum(digits) == total:
                others = [~holds(cell, digit) for cell in inner for digit in range(2, side) if digit not in digits]
                rows += [
                    (holds(cells[low], 1), holds(cells[high], side), *others)
                    for low, high in ((first, last), (last, first))
                ]
    return Table(tuple(rows))


def _digits(signs: set[str], side: int) -> dict[str, int]:
    """Return the digits that signs stand for: from 1, from 0 if another sign is blank, or letters from A."""
    letters = {sign for sign in signs if sign.isalpha()}
    others = signs - letters - {"."}
    if letters and others <= {"0"}:
        found = {sign: DIGITS.index(sign.lower()) - DIGITS.index("a") + 1 for sign in letters}
    else:
        highest = max((DIGITS.index(sign.lower()) for sign in letters), default=0)
        from_zero = {"0", "."} <= signs and highest == side - 1
        values = {sign: DIGITS.index(sign.lower()) + from_zero for sign in letters | others}
        found = {sign: value for sign, value in values.items() if value}
    for sign, value in found.items():
        if value > side:
            raise BadPuzzle(f"a Sudoku of {side} rows and columns has no digit {sign!r}")
    return found
