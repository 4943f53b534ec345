"""A board as data, and its text form; renderers know pictures, not kinds.

The text form has a word for each cell, `.` for a blank one, and between two cells the sign on their edge::

    . 1=. 0
        x
    1 . . .

A line below a row has the signs on the edges to the next row, each under its cell. Numbers on the rim stand beside
the board, separated from it by `:`, and above or below it, with `.` for none. Notes come first, regions last::

    highest: 5

             .  2
            11  7
     2 13 :  .  . : 4
        . :  .  . : .
             3  .

    regions:
    AA
    AB

    corners:
    12 .
    .  4

    path:
    1 2
    . 3

Lines between the centres of cells, and lines along borders, are drawn on the doubled board, where every second row and
column has the cells, and the others their borders; a double line is `=` or `"`::

    lines:           borders:
    .....            +-+..
    .+-+.            |.|..
    .|.|.            +.+-+
    .+=+.            |...|
    .....            +-+-+

So are the dots of galaxies, which are in cells, on borders or at corners, as `o` below the line `dots:`. Numbers at the
corners of cells are listed like those in cells, in one more row and column, below the line `points:`.

A sign is one of `=`, `x`, `|`, `-`, `<`, `>`, `~`, `%`, so the letter x in a cell is written as `X`. `parse_picture`
reads what `picture_text` writes, except that a text does not say which marks are given. It also reads rows of digits
without spaces, and regions alone as a board without marks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass, field, replace
from html import escape
from itertools import zip_longest
from typing import Any, TypeVar

from solvers._core.model.errors import BadPuzzle, ZeroForBlank
from solvers._core.model.grid import (
    BLANK,
    DIGITS,
    MOST_CELLS,
    OTHER_BLANKS,
    UNTOLD,
    UNTOLD_TEXT,
    Cell,
    Edge,
    Grid,
    check_size,
    number_text,
    spot,
)

S = TypeVar("S", bound=str)

SIGNS = "=x|<>~%-"
"""The signs on edges: equal, opposite, a wall, less, greater, a white dot, a black dot, a wall between rows."""
NO_SIGNS = str.maketrans(dict.fromkeys(SIGNS, " "))
RIM, REGIONS, CORNERS, PATH, LINES, BORDERS, DOTS = ":", "regions:", "corners:", "path:", "lines:", "borders:", "dots:"
POINTS = "points:"
HEADS = (REGIONS, CORNERS, PATH, POINTS, LINES, BORDERS, DOTS)
DOT = "o"
LEVEL, UPRIGHT, END = "-=", '|"', "+"
"""One line and two from left to right, from top to bottom, and what stands where lines end."""
CLUE, SMALL = "clue", "small"
"""The tones of what is printed and no mark of its kind, in the middle of a cell and in its corner, beside a line."""
OPERATIONS = {"+": "+", "-": "-", "*": "×", "/": "÷"}
"""The signs behind numbers in corners, and what people see."""
CORNER = re.compile(r"[0-9]{1,9}[-+*/x]?")
WORD, NAME = re.compile(r"[0-9a-zA-Z]{1,9}|[a-zA-Z]?\?[a-zA-Z]?"), re.compile(r"#?\w+|[^\x00-\x7f]+")
PLACE, POINT = re.compile("[0-9]{1,9}"), re.compile(r"[0-9]{1,9}|\?")
Rim = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Glyph:
    """What a cell shows: its text in files, its symbol and tone for people, and whether it is given.

    The text consists of at most nine digits and small letters, or ends in `?` for a number that is not told.
    """

    text: str
    symbol: str = field(default="", compare=False)
    tone: str = field(default="plain", compare=False)
    given: bool = field(default=True, compare=False)


def printed(text: str, symbol: str = "") -> Glyph:
    """Return the glyph of something printed that is no mark of its kind, like a number that counts neighbours."""
    return Glyph(text, symbol, CLUE, given=False)


@dataclass(frozen=True, slots=True)
class Picture:
    """A board of `height` × `width` cells: glyphs by cell, signs by edge (left or upper cell first).

    `fills` names the region of a cell; thick lines separate regions, and `shaded` ones are coloured.
    `rows` and `columns` are the numbers on the rim: beside each row from left to right, above each column from top to
    bottom; `right` and `bottom` those on the other sides, below only where there are some to the right. For a number in
    `rim_names` people see its name. `corners` are small numbers in the corners of cells, some with a sign behind them
    (`operations`). `path` is a line through the centres of cells; `lines` are one or two lines between the centres of
    neighbours, `borders` those along borders, where one of the two cells may be beside the board. `dots` are places on
    the doubled board, `points` numbers at the corners of cells, each named by the cell of which it is the upper left
    corner. `sums` are those to the right of a black cell and below it (0 for none); people see them there, also in row
    and column -1, instead of on the rim. `lit` are the cells to highlight, `notes` are named numbers. `squares` is how
    the squares are drawn (`grid`; `faint`, also around the board; `dotted`, where lines along them are entered; `dots`
    at their corners; `fives`, with a thick line after every fifth), `outline` how the regions are (`border`; `boxes`,
    walls in a text; `drawn`, as a person enters them; `cage`, dashed within; none), and `source` is where a net begins.
    `tray` are the dominoes beside the board, each with whether it lies on the board; then those on the board are the
    `lines`, cells without a region are not there, and the rim is for files. `tags` say in few letters, at the upper
    left corner of a cell, what holds for its region. `strands` are named lines through cells, such as a thermometer
    from its bulb, each a line of its own in a text, as `thermometer: R1C1 R2C2`.
    """

    height: int
    width: int
    glyphs: Mapping[Cell, Glyph] = field(default_factory=dict)
    signs: Mapping[Edge, str] = field(default_factory=dict)
    fills: Mapping[Cell, str] = field(default_factory=dict)
    shaded: bool = field(default=True, compare=False)
    rows: Rim = ()
    columns: Rim = ()
    right: Rim = ()
    bottom: Rim = ()
    rim_names: Mapping[int, str] = field(default_factory=dict, compare=False)
    corners: Mapping[Cell, int] = field(default_factory=dict)
    operations: Mapping[Cell, str] = field(default_factory=dict)
    path: tuple[Cell, ...] = field(default=(), compare=False)
    sums: Mapping[Cell, tuple[int, int]] = field(default_factory=dict, compare=False)
    lines: Mapping[Edge, int] = field(default_factory=dict, compare=False)
    borders: Mapping[Edge, int] = field(default_factory=dict, compare=False)
    dots: frozenset[Cell] = frozenset()
    points: Mapping[Cell, int] = field(default_factory=dict)
    lit: frozenset[Cell] = field(default=frozenset(), compare=False)
    squares: str = field(default="grid", compare=False)
    outline: str = field(default="border", compare=False)
    source: Cell | None = field(default=None, compare=False)
    tray: tuple[tuple[int, int, bool], ...] = field(default=(), compare=False)
    tags: Mapping[Cell, str] = field(default_factory=dict, compare=False)
    strands: tuple[tuple[str, tuple[Cell, ...]], ...] = ()
    notes: Mapping[str, int] = field(default_factory=dict)

    def value(self, cell: Cell) -> int | None:
        """Return the number that a cell's glyph stands for, None for a blank; raises `BadPuzzle` for a word."""
        glyph = self.glyphs.get(cell)
        if glyph is None:
            return None
        if glyph.text.isdecimal() or glyph.text == UNTOLD_TEXT:
            return _int(glyph.text)
        if len(glyph.text) > 1:
            form = f"a cell is a digit, a letter, a decimal or {BLANK!r}"
            raise BadPuzzle(f"{cell} of the picture holds {glyph.text!r}: {form}")
        return DIGITS.index(glyph.text)

    def corner(self, cell: Cell) -> str:
        """Return what people see in the corner of a cell that has a number there."""
        return f"{self.corners[cell]}{OPERATIONS[self.operations[cell]] if cell in self.operations else ''}"

    def rim_name(self, number: int) -> str:
        """Return the text of a number on the rim."""
        return self.rim_names.get(number, number_text(number))

    def grid(self) -> Grid:
        """Return the numbers that the glyphs stand for; raises `BadPuzzle` for a word."""
        return Grid.make(self.height, self.width, self.value)

    def lettered(self, names: Iterable[S], form: str, *, bare: bool = False) -> Iterator[tuple[Cell, S, int | None]]:
        """Yield the clues drawn as the first letter of a name and a number, which `bare` ones may lack.

        Raises `BadPuzzle` with the form of a clue for anything else.
        """
        by_letter = {name[0]: name for name in names}
        for cell, glyph in self.glyphs.items():
            letter, number = glyph.text[:1], glyph.text[1:]
            if letter not in by_letter or not (number.isdecimal() or number == UNTOLD_TEXT or (bare and not number)):
                error = ZeroForBlank if glyph.text == "0" else BadPuzzle
                raise error(f"{cell} of the picture holds {glyph.text!r}: {form}")
            yield cell, by_letter[letter], _int(number) if number else None

    def edges(self, sign: str) -> tuple[Edge, ...]:
        """Return the edges that have a sign."""
        return tuple(edge for edge, drawn in self.signs.items() if drawn == sign)

    def cells(self) -> Iterator[Cell]:
        """Iterate over all cells in reading order."""
        return Grid.make(self.height, self.width).cells()

    def has(self, cell: Cell) -> bool:
        """Return whether there is a cell: with a tray, those in no region are none."""
        return cell in self.fills if self.tray else cell.row in range(self.height) and cell.col in range(self.width)


def picture_text(picture: Picture) -> str:
    """Draw a picture in plain characters."""
    if picture.outline == "boxes":
        walls = [
            ((cell, other), "|" if cell.row == other.row else "-")
            for cell in picture.cells()
            for other in cell.neighbours()
            if picture.has(other) and picture.fills[cell] != picture.fills[other]
        ]
        picture = replace(picture, fills={}, signs={**picture.signs, **dict(walls)}, outline="border")
    notes = "\n".join(f"{name}: {number}" for name, number in picture.notes.items())
    strands = "\n".join(f"{name}: {' '.join(map(str, cells))}" for name, cells in picture.strands)
    height, width = picture.height, picture.width
    regions = _block(REGIONS, picture.fills, height, width)
    small = {cell: f"{number}{picture.operations.get(cell, '')}" for cell, number in picture.corners.items()}
    corners = _block(CORNERS, small, height, width, " ")
    places = {cell: str(place) for place, cell in enumerate(picture.path, start=1)}
    path = _block(PATH, places, height, width, " ")
    rims = picture.rows or picture.columns or picture.right or picture.bottom
    bare = picture.fills and not (picture.glyphs or picture.signs or rims)
    lines = _doubled(picture, LINES, picture.lines, LEVEL, UPRIGHT)
    borders = _doubled(picture, BORDERS, picture.borders, UPRIGHT, LEVEL)
    board = "" if bare else _board(picture)
    dots = _block(DOTS, dict.fromkeys(picture.dots, DOT), 2 * height + 1, 2 * width + 1)
    numbers = {point: number_text(number) for point, number in picture.points.items()}
    points = _block(POINTS, numbers, height + 1, width + 1, " ")
    return (
        "\n\n".join(filter(None, (notes, board, strands, regions, corners, path, dots, points, lines, borders))) + "\n"
    )


def _block(head: str, words: Mapping[Cell, str], height: int, width: int, between: str = "") -> str:
    """Draw a heading and a word for each cell of a board; nothing if there are no words."""
    size = max(map(len, words.values()), default=0)
    rows = (between.join(words.get(Cell(row, col), BLANK).rjust(size) for col in range(width)) for row in range(height))
    return "\n".join((head, *rows)) if words else ""


def _doubled(picture: Picture, head: str, drawn: Mapping[Edge, int], beside: str, below: str) -> str:
    """Draw a heading and the doubled board; nothing if there are no lines.

    `beside` are the signs for an edge of two cells beside each other, `below` for one below the other.
    """
    signs = dict[Cell, str]()
    for (first, second), count in drawn.items():
        place = spot((first, second))
        is_level = (first.row == second.row) == (beside == LEVEL)
        ends = [(0, -1), (0, 1)] if is_level else [(-1, 0), (1, 0)]
        signs |= dict.fromkeys((Cell(place.row + down, place.col + right) for down, right in ends), END)
        signs[place] = (beside if first.row == second.row else below)[count - 1]
    return _block(head, signs, 2 * picture.height + 1, 2 * picture.width + 1)


def _placed(lines: Mapping[int, str], head: str, height: int, width: int) -> Iterator[tuple[Cell, str]]:
    """Yield the signs on a doubled board, each with its place; raises `BadPuzzle`."""
    if lines and (len(lines) != 2 * height + 1 or any(len(line) != 2 * width + 1 for line in lines.values())):
        raise BadPuzzle(f"the picture's {head[:-1]} are not {2 * height + 1} rows of {2 * width + 1} characters")
    for row, (number, line) in enumerate(lines.items()):
        for col, sign in enumerate(line):
            between = LEVEL if (row % 2 == 1) == (head == LINES) else UPRIGHT
            if sign in (DOT if head == DOTS else between if (row + col) % 2 else END):
                yield Cell(row, col), sign
            elif sign != BLANK:
                raise _bad(number, f"has {sign!r} in column {col + 1}, where there is no such sign")


def _drawn(signs: Iterable[tuple[Cell, str]]) -> dict[Edge, int]:
    """Return the edges on which lines are drawn, and how many; at their ends are none."""
    return {
        (Cell((place.row - 1) // 2, (place.col - 1) // 2), Cell(place.row // 2, place.col // 2)): 1 + (sign in '="')
        for place, sign in signs
        if sign != END
    }


def _board(picture: Picture) -> str:
    """Draw cells, signs and rims; each cell is as wide as the longest, with its signs to the right and below."""
    words = {cell: glyph.text.replace("x", "X") for cell, glyph in picture.glyphs.items()}
    left, top, end, bottom = (
        [[*map(number_text, numbers)] or [BLANK] for numbers in side]
        for side in (picture.rows, picture.columns, picture.right, picture.bottom)
    )
    above = [*zip_longest(*map(reversed, top), fillvalue=BLANK)]
    under = [*zip_longest(*bottom, fillvalue=BLANK)]
    size = max(map(len, (*words.values(), *(number for line in (*above, *under) for number in line), BLANK)))
    rims, ends = ([*map(" ".join, side)] or [""] * picture.height for side in (left, end))
    # A leading space distinguishes a board one cell wide from a row of digits without spaces.
    margin = max(map(len, rims)) + 1 if picture.rows else int(picture.width == 1 < size)
    rim = f"{RIM} " if picture.rows or picture.columns or picture.right or picture.bottom else ""
    lines = [" " * (margin + len(rim)) + " ".join(number.rjust(size) for number in line) for line in reversed(above)]
    has_lower = any(first.row != second.row and sign != "-" for (first, second), sign in picture.signs.items())
    for row in range(picture.height):
        cells, edges = rims[row].rjust(margin - 1).ljust(margin) + rim, " " * (margin + len(rim))
        for col in range(picture.width):
            cell = Cell(row, col)
            right, below = cell.neighbours()
            cells += words.get(cell, BLANK).rjust(size) + picture.signs.get((cell, right), " ")
            edges += picture.signs.get((cell, below), "").rjust(size) + " "
        cells += f"{RIM} {ends[row]}" if picture.right else ""
        lines += [cells, edges] if (has_lower or edges.strip()) and row < picture.height - 1 else [cells]
    lines += [" " * (margin + len(rim)) + " ".join(number.rjust(size) for number in line) for line in under]
    return "\n".join(map(str.rstrip, lines))


def parse_picture(drawn: str, most: int = MOST_CELLS) -> Picture:
    """Read a picture of at most `most` cells from its text form; raises `BadPuzzle` naming the line or the cell."""
    notes, strands, board, named, small, order, points, between, along, dotted = _parts(drawn)
    board = {number: re.sub(f"[{OTHER_BLANKS}]", BLANK, line) for number, line in board.items()}
    if not board:
        board = {
            number: f" {BLANK}" * (len(names) if len(names) > 1 else len(names[0])) for number, names in named.items()
        }
    if not set("".join(board.values())) & {" ", RIM, *SIGNS}:
        board = {number: " ".join(line) for number, line in board.items()}
    columns, rows, right, bottom, board = _rims(board)
    rows_of_words = (line.translate(NO_SIGNS).split() for line in board.values())
    for lines in ([*filter(None, rows_of_words)], [*map("".join, named.values())] if board else []):
        check_size(len(lines), max(map(len, lines), default=0), most, "its kind")
    words, signs = _words(board)
    if not words:
        raise BadPuzzle("the picture holds no cells")
    height, width = len(words), len(next(iter(words.values())))
    regions = {number: names if len(names) == width else "".join(names) for number, names in named.items()}
    wide: dict[int, Sized] = {**columns, **words, **bottom, **regions, **small, **order}
    for number, line in wide.items():
        if len(line) != width:
            raise _bad(number, f"is {len(line)} wide, and the first row {width}")
    for number, line in points.items():
        if len(line) != width + 1:
            raise _bad(number, f"is {len(line)} wide, but a row of points {width + 1}")
    for name, block in (("regions", regions), ("corners", small), ("the path", order), ("points", points)):
        if len(block) not in {0, height + (name == "points")}:
            raise BadPuzzle(f"the picture has {height} rows of cells, but {len(block)} of {name}")
    marked = _marked(small.values(), CORNER, "the number in its corner")
    numbers = {cell: number.replace("x", "*") for cell, number in marked}
    places = {int(place): cell for cell, place in _marked(order.values(), PLACE, "its place on the path")}
    return Picture(
        height,
        width,
        {cell: Glyph(word.lower()) for cell, word in _marked(words.values(), WORD, "a digit, a letter, a decimal")},
        signs,
        dict(_marked(regions.values(), NAME, "a name")),
        path=tuple(places[place] for place in sorted(places)),
        lines=_drawn(_placed(between, LINES, height, width)),
        borders=_drawn(_placed(along, BORDERS, height, width)),
        dots=frozenset(place for place, _ in _placed(dotted, DOTS, height, width)),
        points={point: _int(number) for point, number in _marked(points.values(), POINT, "the number at its corner")},
        rows=rows,
        columns=_rim(zip(*columns.values(), strict=True)),
        right=right,
        bottom=_rim(zip(*bottom.values(), strict=True)),
        corners={cell: int(number.rstrip("+-*/")) for cell, number in numbers.items()},
        operations={cell: number[-1] for cell, number in numbers.items() if number[-1] in OPERATIONS},
        strands=tuple(strands),
        notes=notes,
    )


def _parts(drawn: str) -> tuple[Any, ...]:
    """Split a text into its notes and, by number, the lines of its board and of each part below it."""
    notes: dict[str, int] = {}
    strands: list[tuple[str, tuple[Cell, ...]]] = []
    parts: dict[str, dict[int, str]] = {"": {}, **{head: {} for head in HEADS}}
    part, widest = "", max(map(len, drawn.splitlines()), default=0)
    for number, line in enumerate(drawn.replace("×", "x").splitlines(), start=1):
        if note := re.fullmatch(r"\s*([a-z_]+)\s*:\s*(\d{1,9})\s*", line, re.ASCII):
            if note[1] in notes:
                raise _bad(number, f"gives {note[1]} again")
            notes[note[1]] = int(note[2])
        elif strand := re.fullmatch(r"\s*([a-z]+)\s*:((?:\s+[rR]\d{1,9}[cC]\d{1,9})+)\s*", line, re.ASCII):
            strands.append((strand[1], tuple(map(Cell.parse, strand[2].split()))))
        elif line.strip() in parts and line.strip():
            part = line.strip()
        elif line.strip():
            parts[part][number] = line.rstrip()
        elif parts[part] and (len(line) == widest > 1 or "\t" in line):
            raise _bad(number, "holds nothing but spaces")
    lists = (
        {number: line.split() for number, line in parts[part].items()} for part in (REGIONS, CORNERS, PATH, POINTS)
    )
    return notes, strands, parts[""], *lists, parts[LINES], parts[BORDERS], parts[DOTS]


def _rims(
    lines: Mapping[int, str],
) -> tuple[dict[int, list[int | None]], Rim, Rim, dict[int, list[int | None]], dict[int, str]]:
    """Separate the lines of a board from the numbers above it and below, by line, and beside it on both sides."""
    with_rim = [number for number, line in lines.items() if RIM in line]
    has_right = any(line.count(RIM) > 1 for line in lines.values())
    first, last = with_rim[0] if with_rim else 0, with_rim[-1] if has_right else max(lines, default=0)
    above, below, left, right = (dict[int, list[int | None]]() for _ in range(4))
    board: dict[int, str] = {}
    for number, line in lines.items():
        if not first <= number <= last:
            (above if number < first else below)[number] = [_number(word, number) for word in line.split()]
            continue
        before, colon, row = line.partition(RIM)
        row, _, after = row.partition(RIM)
        if colon:
            left[number] = [_number(word, number) for word in before.split()]
            right[number] = [_number(word, number) for word in after.split()]
        elif first and line.strip(f" {SIGNS}"):
            raise _bad(number, f"has no {RIM!r} before its cells")
        board[number] = " " * (len(before) + 1) + row if colon else line
    for side, words in ((left, "before its"), (right, "after its second")):
        for number, numbers in side.items():
            if any(side.values()) and not numbers:
                raise _bad(number, f"has no number {words} {RIM!r}; {BLANK!r} means none")
    rows, ends = (_rim(side.values()) if any(side.values()) else () for side in (left, right))
    return above, rows, ends, below, board


def _words(lines: Mapping[int, str]) -> tuple[dict[int, list[str]], dict[Edge, str]]:
    """Read the words of the cells, by line, and the signs to the right of them and below."""
    words: dict[int, list[str]] = {}
    signs: dict[Edge, str] = {}
    above: list[re.Match[str]] = []
    for number, line in lines.items():
        found = list(re.finditer(rf"[{SIGNS}]|[^\s{SIGNS}]+", line))
        cells = [match for match in found if match[0] not in SIGNS]
        if cells:
            words[number] = [match[0] for match in cells]
        elif not above or number == max(lines):
            raise _bad(number, "holds no cells; a line of signs stands between two rows")
        for match in found:
            if match[0] not in SIGNS:
                continue
            # In a row a sign belongs to the last cell before it, below a row to the cell above it.
            col = (
                sum(cell.start() < match.start() for cell in cells) - 1
                if cells
                else next((col for col, cell in enumerate(above) if cell.start() <= match.start() < cell.end()), -1)
            )
            cell = Cell(len(words) - 1, col)
            edge = (cell, cell.neighbours()[0 if cells else 1])
            if col < 0 or col + 1 == len(cells) or edge in signs:
                raise _bad(number, f"has {match[0]!r} in column {match.start() + 1}, where there is no edge")
            signs[edge] = match[0]
        above = cells
    return words, signs


def _marked(rows: Iterable[Sequence[str]], form: re.Pattern[str], words: str) -> Iterator[tuple[Cell, str]]:
    """Iterate over the cells that are not blank; raises `BadPuzzle` for a word of another form."""
    for row, line in enumerate(rows):
        for col, word in enumerate(line):
            if word != BLANK:
                if not form.fullmatch(word):
                    raise BadPuzzle(f"{Cell(row, col)} of the picture holds {word!r}: a cell is {words} or {BLANK!r}")
                yield Cell(row, col), word


def _rim(lines: Iterable[Iterable[int | None]]) -> Rim:
    return tuple(tuple(number for number in line if number is not None) for line in lines)


def _number(word: str, line: int) -> int | None:
    if word == BLANK:
        return None
    if not POINT.fullmatch(word):
        raise _bad(line, f"holds {word!r} on the rim: it must be a number, or {BLANK!r} for none")
    return _int(word)


def _int(text: str) -> int:
    """Return the number that a text says, or does not tell."""
    return UNTOLD if text == UNTOLD_TEXT else int(text)


def _bad(line: int, words: str) -> BadPuzzle:
    return BadPuzzle(f"line {line} of the picture {words}")


_renderers: list[Callable[[Picture], str]] = []


def draw_with(renderer: Callable[[Picture], str]) -> None:
    """Draw what notebooks show with a function that returns SVG; `givens` says how, when it is imported."""
    _renderers[:] = [renderer]


class Shown:
    """What shows itself: as text where it is printed, as a drawing with a line of words in a notebook."""

    __slots__ = ()

    def _shown(self) -> tuple[str, Picture | None]:
        """Return words and a picture."""
        raise NotImplementedError

    def __str__(self) -> str:
        words, picture = self._shown()
        return words if picture is None else picture_text(picture).rstrip("\n")

    def _repr_svg_(self) -> str | None:
        _, picture = self._shown()
        return _renderers[0](picture) if picture is not None and _renderers else None

    def _repr_html_(self) -> str | None:
        drawn = self._repr_svg_()
        return drawn and f"<p>{escape(self._shown()[0])}</p>\n{drawn}"
