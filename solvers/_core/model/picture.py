"""A board as data, and its text form; renderers know pictures, not kinds.

`docs/puzzles.md` describes drawings. Numbers on the rim stand around the board, beside it behind a `:`, with `.` for
none; below the board are lists of words for its cells, and lines between the centres of cells or along borders, drawn
on the doubled board, where every second row and column has the cells, and the others their borders::

    highest: 5

             .  2
            11  7        regions:    corners:    lines:    borders:
     2 13 :  .  . : 4    AA          12 .        .....     +-+..
        . :  .  . : .    AB          .  4        .+-+.     |.|..
             3  .                                .|.|.     +.+-+
                         path:                   .+=+.     |...|
                         1 2                     .....     +-+-+
                         . 3

So are the dots of galaxies, as `o` below `dots:`; the numbers at the corners of cells, below `points:`, have one more
row and column. A text does not say which marks are given, and writes the letter x as `X`, for `x` is a sign.
`parse_picture` also reads rows of digits without spaces, and regions alone as a board without marks.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass, field, replace
from html import escape
from itertools import zip_longest
from typing import Any, ClassVar, TypeVar

from solvers._core.model.errors import BadPuzzle, ZeroForBlank
from solvers._core.model.grid import (
    BLANK,
    MOST_CELLS,
    OTHER_BLANKS,
    UNKNOWN,
    UNKNOWN_TEXT,
    Cell,
    Edge,
    Grid,
    check_size,
    number_text,
    place_at,
    spot,
    value_of,
)

S = TypeVar("S", bound=str)

SIGNS = "=x|<>~%-"
"""The signs on edges: equal, opposite, a wall, less, greater, a white dot, a black dot, a wall between rows."""
PLAIN = str.maketrans({"×": "x"} | dict.fromkeys(OTHER_BLANKS, "."))
"""Other ways of writing a sign and a blank cell."""
RIM, REGIONS, CORNERS, PATH, LINES, BORDERS, DOTS = ":", "regions:", "corners:", "path:", "lines:", "borders:", "dots:"
POINTS = "points:"
DOT = "o"
LEVEL, UPRIGHT, END = "-=", '|"', "+"
"""One line and two from left to right, from top to bottom, and what stands where lines end."""
CLUE, SMALL = "clue", "small"
"""The tones of what is printed and no mark of its kind, in the middle of a cell and in its corner, beside a line."""
OPERATIONS = str.maketrans("*/", "×÷")
"""The signs behind numbers in corners that people see as others."""
WORD, POINT = "[0-9a-zA-Z]{1,9}|[a-zA-Z]?\\?[a-zA-Z]?", "[0-9]{1,9}|\\?"
PARTS = {
    REGIONS: (r"#?\w+|[^\x00-\x7f]+", "a name"),
    CORNERS: ("[0-9]{1,9}[-+*/x×]?", "the number in its corner"),
    PATH: ("[0-9]{1,9}", "its place on the path"),
    POINTS: (POINT, "the number at its corner"),
    **dict.fromkeys((LINES, BORDERS), ('[-=|"+]', "one line or two")),
    DOTS: (DOT, "a dot"),
}
"""What stands below a board: the form of the word in a cell, and what it is."""
DOUBLED = {LINES, BORDERS, DOTS}
Rim = tuple[tuple[int, ...], ...]
Numbers = dict[int, list[int | None]]
Strand = tuple[str, tuple[Cell, ...]]
Parts = tuple[dict[str, int], tuple[Strand, ...], dict[str, dict[int, str]]]
"""A drawing in parts: its notes, its named lines of cells, and by heading its lines; those of the board have none."""


@dataclass(frozen=True, slots=True)
class Glyph:
    """What a cell shows: its text in files, its symbol and tone for people, and whether it is given.

    The text has at most nine digits and small letters, or `?` for an unknown number.
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
    `rim_names` people see its name. `corners` are small numbers in the corners of cells, some with a sign behind them.
    `path` is a line through the centres of cells; `lines` are one or two lines between the centres of
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
    from its bulb, in a text `thermometer: R1C1 R2C2`. `words` in the metadata say what not every kind has.
    """

    height: int
    width: int
    glyphs: Mapping[Cell, Glyph] = field(default_factory=dict)
    signs: Mapping[Edge, str] = field(default_factory=dict)
    fills: Mapping[Cell, str] = field(default_factory=dict, metadata={"words": "regions"})
    shaded: bool = field(default=True, compare=False)
    rows: Rim = field(default=(), metadata={"words": "numbers beside rows"})
    columns: Rim = field(default=(), metadata={"words": "numbers above columns"})
    right: Rim = field(default=(), metadata={"words": "numbers at the right of rows"})
    bottom: Rim = field(default=(), metadata={"words": "numbers below columns"})
    rim_names: Mapping[int, str] = field(default_factory=dict, compare=False)
    corners: Mapping[Cell, str] = field(default_factory=dict, metadata={"words": "numbers in corners"})
    path: tuple[Cell, ...] = field(default=(), compare=False)
    sums: Mapping[Cell, tuple[int, int]] = field(default_factory=dict, compare=False)
    lines: Mapping[Edge, int] = field(default_factory=dict, compare=False)
    borders: Mapping[Edge, int] = field(default_factory=dict, compare=False)
    dots: frozenset[Cell] = field(default=frozenset(), metadata={"words": "dots"})
    points: Mapping[Cell, int] = field(default_factory=dict, metadata={"words": "numbers at corners"})
    lit: frozenset[Cell] = field(default=frozenset(), compare=False)
    squares: str = field(default="grid", compare=False)
    outline: str = field(default="border", compare=False)
    source: Cell | None = field(default=None, compare=False)
    tray: tuple[tuple[int, int, bool], ...] = field(default=(), compare=False)
    tags: Mapping[Cell, str] = field(default_factory=dict, compare=False)
    strands: tuple[Strand, ...] = field(default=(), metadata={"words": "lines of cells"})
    notes: Mapping[str, int] = field(default_factory=dict)

    def value(self, cell: Cell) -> int | None:
        """Return the number that a cell's glyph stands for, None for a blank; raises `BadPuzzle` for a word."""
        return value_of(self.glyphs[cell].text, cell) if cell in self.glyphs else None

    def corner(self, cell: Cell) -> str:
        """Return what people see in the corner of a cell that has a number there."""
        return self.corners[cell].translate(OPERATIONS)

    def rim_name(self, number: int) -> str:
        """Return the text of a number on the rim."""
        return self.rim_names.get(number, number_text(number))

    def grid(self) -> Grid:
        """Return the numbers that the glyphs stand for; raises `BadPuzzle` for a word."""
        return Grid.make(self.height, self.width, self.value)

    def lettered(self, names: Iterable[S], form: str, *, bare: bool = False) -> Iterator[tuple[Cell, S, int | None]]:
        """Yield the clues drawn as the first letter of a name and a number, which `bare` ones may lack."""
        by_letter = {name[0]: name for name in names}
        for cell, glyph in self.glyphs.items():
            letter, number = glyph.text[:1], glyph.text[1:]
            if letter not in by_letter or not (number.isdecimal() or number == UNKNOWN_TEXT or (bare and not number)):
                error = ZeroForBlank if glyph.text == "0" else BadPuzzle
                raise error(f"{cell} of the picture holds {glyph.text!r}: {form}")
            yield cell, by_letter[letter], value_of(number, cell) if number else None

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
    height, width = picture.height, picture.width
    rims = picture.rows or picture.columns or picture.right or picture.bottom
    bare = picture.fills and not (picture.glyphs or picture.signs or rims)
    parts = (
        "\n".join(f"{name}: {number}" for name, number in picture.notes.items()),
        "" if bare else _board(picture),
        "\n".join(f"{name}: {' '.join(map(str, cells))}" for name, cells in picture.strands),
        _block(REGIONS, picture.fills, height, width),
        _block(CORNERS, picture.corners, height, width, " "),
        _block(PATH, {cell: str(place) for place, cell in enumerate(picture.path, start=1)}, height, width, " "),
        _block(DOTS, dict.fromkeys(picture.dots, DOT), 2 * height + 1, 2 * width + 1),
        _block(POINTS, {at: number_text(number) for at, number in picture.points.items()}, height + 1, width + 1, " "),
        _doubled(picture, LINES, picture.lines, 1),
        _doubled(picture, BORDERS, picture.borders, 0),
    )
    return "\n\n".join(filter(None, parts)) + "\n"


def _block(head: str, words: Mapping[Cell, str], height: int, width: int, between: str = "") -> str:
    """Draw a heading and a word for each cell of a board; nothing if there are no words."""
    size = max(map(len, words.values()), default=0)
    rows = (between.join(words.get(Cell(row, col), BLANK).rjust(size) for col in range(width)) for row in range(height))
    return "\n".join((head, *rows)) if words else ""


def _doubled(picture: Picture, head: str, drawn: Mapping[Edge, int], level: int) -> str:
    """Draw a heading and the doubled board, of which every second row, from `level`, has the lines that lie."""
    signs = dict[Cell, str]()
    for edge, count in drawn.items():
        place = spot(edge)
        is_level = place.row % 2 == level
        signs |= dict.fromkeys(place.around()[0 if is_level else 1 :: 2], END)
        signs[place] = (LEVEL if is_level else UPRIGHT)[count - 1]
    return _block(head, signs, 2 * picture.height + 1, 2 * picture.width + 1)


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


def parts_of(drawn: Sequence[str]) -> Parts:
    """Split the lines of a drawing; of those that are blank, one as long as the longest may be a row of blanks."""
    notes, strands = dict[str, int](), list[Strand]()
    parts: dict[str, dict[int, str]] = {head: {} for head in ("", *PARTS)}
    part, widest = "", max(map(len, drawn), default=0)
    for number, line in enumerate(drawn, start=1):
        word = line.strip().lower()
        if note := re.fullmatch(r"([a-z_]+)\s*:\s*(\d{1,9})", word, re.ASCII):
            if note[1] in notes:
                raise BadPuzzle(f"line {number} of the picture gives {note[1]} again")
            notes[note[1]] = int(note[2])
        elif strand := re.fullmatch(r"([a-z]+)\s*:((?:\s+r\d{1,9}c\d{1,9})+)", word, re.ASCII):
            strands.append((strand[1], tuple(map(Cell.parse, strand[2].split()))))
        elif word and word in parts:
            part = word
        elif word or len(line) == widest > 1 or "\t" in line:
            parts[part][number] = line
    return notes, tuple(strands), parts


def parse_picture(drawn: str | Parts, most: int = MOST_CELLS) -> Picture:
    """Read a picture of at most `most` cells from its text form; raises `BadPuzzle` naming the line or the cell."""
    notes, strands, parts = parts_of(drawn.splitlines()) if isinstance(drawn, str) else drawn
    named = {number: line.split() for number, line in parts[REGIONS].items()}
    board = {number: line.rstrip().translate(PLAIN) for number, line in parts[""].items()} or {
        number: f" {BLANK}" * (len(names) if len(names) != 1 else len(names[0])) for number, names in named.items()
    }
    if not set("".join(board.values())) & {" ", RIM, *SIGNS}:
        board = {number: " ".join(line) for number, line in board.items()}
    columns, rows, right, bottom, board = _rims(board)
    lengths = [*filter(None, (len(re.sub(f"[{SIGNS}]", " ", line).split()) for line in board.values()))]
    check_size(len(lengths), max(lengths, default=0), most, "its kind")
    words, signs = _words(board)
    if not words:
        raise BadPuzzle("the picture holds no cells")
    height, width = len(words), len(next(iter(words.values())))
    _check_widths({**columns, **words, **bottom}, width)
    found = {"": _marked(words.values(), WORD, "a digit, a letter, a decimal")}
    for head, (form, meaning) in PARTS.items():
        times, more = (2, 1) if head in DOUBLED else (1, head == POINTS)
        lines = {at: [*line.strip()] if times > 1 else line.split() for at, line in parts[head].items()}
        if head == REGIONS:
            lines = {at: names if len(names) == width else [*"".join(names)] for at, names in named.items()}
        _check_widths(lines, times * width + more)
        if len(lines) not in {0, times * height + more}:
            raise BadPuzzle(f"the picture has {height} rows of cells, but {len(lines)} of the {head[:-1]}")
        found[head] = _marked(lines.values(), form, meaning)
    return Picture(
        height,
        width,
        {cell: Glyph(word.lower()) for cell, word in found[""].items()},
        signs,
        found[REGIONS],
        path=tuple(cell for _, cell in sorted((int(place), cell) for cell, place in found[PATH].items())),
        lines=_drawn(found[LINES], 1),
        borders=_drawn(found[BORDERS], 0),
        dots=frozenset(found[DOTS]),
        points={at: UNKNOWN if number == UNKNOWN_TEXT else int(number) for at, number in found[POINTS].items()},
        rows=rows,
        columns=_rim(zip(*columns.values(), strict=True)),
        right=right,
        bottom=_rim(zip(*bottom.values(), strict=True)),
        corners={cell: re.sub("[x×]", "*", number) for cell, number in found[CORNERS].items()},
        strands=strands,
        notes=notes,
    )


def _drawn(signs: Mapping[Cell, str], level: int) -> dict[Edge, int]:
    """Return the edges on which lines are drawn, and how many; every second row, from `level`, has those that lie."""
    found: dict[Any, int] = {}
    for place, sign in signs.items():
        if sign not in (END if sum(place) % 2 == 0 else LEVEL if place.row % 2 == level else UPRIGHT):
            raise BadPuzzle(f"{place} of the lines in the picture holds {sign!r}, where there is no such sign")
        if sign != END:
            found[place_at(place)] = 1 + (sign in '="')
    return found


def _rims(lines: Mapping[int, str]) -> tuple[Numbers, Rim, Rim, Numbers, dict[int, str]]:
    """Separate the lines of a board from the numbers above it and below, by line, and beside it on both sides."""
    with_rim = [number for number, line in lines.items() if RIM in line]
    has_right = any(line.count(RIM) > 1 for line in lines.values())
    first, last = with_rim[0] if with_rim else 0, with_rim[-1] if has_right else max(lines, default=0)
    above, below, left, right = (Numbers() for _ in range(4))
    board: dict[int, str] = {}
    for number, line in lines.items():
        if not first <= number <= last:
            (above if number < first else below)[number] = _numbers(line, number)
        elif RIM in line:
            before, row, after = (*line.split(RIM, 2), "")[:3]
            left[number], right[number] = _numbers(before, number), _numbers(after, number)
            board[number] = " " * (len(before) + 1) + row
        elif first and line.strip(f" {SIGNS}"):
            raise BadPuzzle(f"line {number} of the picture has no {RIM!r} before its cells")
        else:
            board[number] = line
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
        elif not found or not above or number == max(lines):
            raise BadPuzzle(f"line {number} of the picture holds no cells; signs stand between two rows")
        for sign in (match for match in found if match[0] in SIGNS):
            # In a row a sign belongs to the last cell before it, below a row to the cell above it.
            col = bisect([cell.start() for cell in cells or above], sign.start()) - 1
            cell = Cell(len(words) - 1, col)
            edge = (cell, cell.neighbours()[0 if cells else 1])
            is_off = col + 1 == len(cells) if cells else sign.start() >= above[col].end()
            if col < 0 or is_off or edge in signs:
                where = f"in column {sign.start() + 1}, where there is no edge"
                raise BadPuzzle(f"line {number} of the picture has {sign[0]!r} {where}")
            signs[edge] = sign[0]
        above = cells
    return words, signs


def _marked(rows: Iterable[Sequence[str]], form: str, meaning: str) -> dict[Cell, str]:
    """Return the words of the cells that are not blank; raises `BadPuzzle` for a word of another form."""
    words = {Cell(row, col): word for row, line in enumerate(rows) for col, word in enumerate(line) if word != BLANK}
    if strange := next((cell for cell, word in words.items() if not re.fullmatch(form, word)), None):
        raise BadPuzzle(f"{strange} of the picture holds {words[strange]!r}: a cell is {meaning} or {BLANK!r}")
    return words


def _check_widths(lines: Mapping[int, Sized], width: int) -> None:
    """Raise `BadPuzzle` unless each line has as many words as the board has columns."""
    for number, line in lines.items():
        if len(line) != width:
            raise BadPuzzle(f"line {number} of the picture is {len(line)} wide, not {width}")


def _rim(lines: Iterable[Iterable[int | None]]) -> Rim:
    return tuple(tuple(number for number in line if number is not None) for line in lines)


def _numbers(text: str, line: int) -> list[int | None]:
    """Read numbers on the rim, None for a blank."""
    words = text.split()
    if strange := next((word for word in words if word != BLANK and not re.fullmatch(POINT, word)), ""):
        raise BadPuzzle(
            f"line {line} of the picture holds {strange!r} on the rim: a number, or {BLANK!r}, stands there"
        )
    return [int(word) if word.isdecimal() else UNKNOWN if word == UNKNOWN_TEXT else None for word in words]


class Shown:
    """What shows itself: as text where it is printed, as a drawing with a line of words in a notebook."""

    __slots__ = ()
    SVG: ClassVar[Callable[[Picture], str] | None] = None
    """What draws pictures in notebooks; `givens` says it, when it is imported."""

    def _shown(self) -> tuple[str, Picture | None]:
        """Return words and a picture."""
        raise NotImplementedError

    def __str__(self) -> str:
        words, picture = self._shown()
        return words if picture is None else picture_text(picture).rstrip("\n")

    def _repr_svg_(self) -> str | None:
        _, picture = self._shown()
        return Shown.SVG(picture) if picture is not None and Shown.SVG else None

    def _repr_html_(self) -> str | None:
        drawn = self._repr_svg_()
        return drawn and f"<p>{escape(self._shown()[0])}</p>\n{drawn}"
