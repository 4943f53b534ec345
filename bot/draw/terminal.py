"""The terminal: its two consoles, and boards drawn from pictures (givens bold, entered marks plain)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise, starmap, takewhile, zip_longest
from typing import Any

from rich.cells import cell_len
from rich.columns import Columns
from rich.console import Console, ConsoleOptions, RenderableType
from rich.panel import Panel
from rich.segment import Segment
from rich.table import Column
from rich.text import Text

from bot.draw import looks
from bot.draw.looks import EMPTY, STYLES, grounds
from scrapers import clean
from solvers import Cell, Glyph, Grid, Picture, Puzzle

COPIED = re.compile("again: |try: |recorded in |wrote ")
"""What begins a line with a command or a path, which people copy."""


class _Terminal(Console):
    """A console that escapes control characters and never interprets text as markup."""

    def print(self, *objects: Any, **options: Any) -> None:  # noqa: ANN401 - as it is called
        """Print objects; on a terminal, lines of a sentence end with a word."""
        words = all(isinstance(one, str | Text) and not COPIED.match(str(one)) for one in objects)
        super().print(*objects, **{"soft_wrap": not (words and self.is_terminal), **options})

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        """Yield the segments of a renderable, without the control characters of texts."""
        for segment in super().render(renderable, options):
            if segment.control:
                yield segment
                continue
            text = segment.text
            is_printable = text.replace("\n", "").isprintable()
            yield segment if is_printable else Segment(clean(text, lines=True), segment.style)


out = _Terminal(highlight=False, soft_wrap=True, markup=False)
err = _Terminal(stderr=True, highlight=False, soft_wrap=True, markup=False)

NAMES, MIN_NAME = 3, 12
"""Names get a table's width divided by the first number, and at least the second number of characters."""
TONES = {
    "warm": "yellow",
    "mercury": "yellow",
    "lit": "bright_blue",
    "pale": "blue",
    "cool": "blue",
    "light": "bright_white",
    "block": "reverse",
}
GIVEN, ON_COLOUR, LIT = "bold reverse", "bold underline", "bold underline black on bright_yellow"
RIM, RULER = "cyan", "dim"
SIGNS, DOWN, WALLS = (
    {"=": "=", "x": "×", "<": "<", ">": ">", "~": "•", "%": "●"},
    {"<": "\u2227", ">": "\u2228"},
    {"|", "-"},
)
SMALL = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
BLANK = Glyph("·", given=False)
HEAVY, LIGHT = " ╹╻┃╸┛┓┫╺┗┏┣━┻┳╋", " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
DOUBLE = {3: "║", 12: "═"}
ACROSS = "╂┿"
"""A line over a border that is upright, and one that is level."""
DOT = "○"
"""Box-drawing characters by their arms: 1 up, 2 down, 4 left, 8 right."""


def board(picture: Picture) -> Text:
    """Draw a board as lines of styled text."""
    return Text("\n").join(_Board(picture).lines())


def boards(puzzle: Puzzle, grids: Sequence[tuple[str, Grid | None]]) -> Columns:
    """Draw a puzzle with the marks of several grids side by side, each under its title; None draws the givens."""
    return pictures((title, puzzle.picture(grid)) for title, grid in grids)


def pictures(titled: Iterable[tuple[str, Picture]]) -> Columns:
    """Draw pictures side by side, each under its title."""
    return Columns([Panel(board(picture), title=title) for title, picture in titled])


def named(title: str) -> Column:
    """Return a table column for the names of `short_names`, which is never narrowed."""
    return Column(title, no_wrap=True, min_width=out.width // NAMES)


def short_names(names: Sequence[str]) -> list[str]:
    """Return names that fit beside other columns and can still be told apart.

    Of paths, the folders that all share are left out; what is still too long gets line breaks.
    """
    width = max(MIN_NAME, out.width // NAMES)
    if max(map(len, names), default=0) <= width:
        return list(names)
    folders = zip(*(name.split("/")[:-1] for name in names), strict=False)
    shared = "".join(f"{parts[0]}/" for parts in takewhile(lambda parts: len(set(parts)) == 1, folders))
    return [in_lines(name.removeprefix(shared), width) for name in names]


def in_lines(name: str, width: int) -> str:
    """Return a name with line breaks where it is too long, between its words only."""
    lines = rf".{{1,{width}}}$|.{{1,{width}}}(?<=[\s:,/_])(?![\s:,/_])|[^\s:,/_]+[\s:,/_]*"
    return "\n".join(re.findall(lines, name))


def warning(message: str) -> None:
    """Print a warning to stderr."""
    note(f"warning: {message}", "yellow")


def note(words: str, style: str = "") -> None:
    """Print words to stderr, as they are."""
    err.print(Text(words, style))


def _sums(picture: Picture, cell: Cell) -> str:
    r"""Return the sums in a black cell, below it and to its right, as in `17\13`; "" if it has none."""
    across, down = picture.sums.get(cell, (0, 0))
    return "\\".join(picture.rim_name(total) if total else "" for total in (down, across)) if across or down else ""


class _Board:
    """A picture, with the tables that every character needs."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.cells = {*filter(picture.has, picture.cells())}
        self.lit = self.cells & picture.lit
        """The highlighted cells; the border of a board has cells beside it, too."""
        self.links = dict.fromkeys((*pairwise(picture.path), *pairwise(reversed(picture.path))), 1)
        self.links |= dict(picture.lines) | {edge[::-1]: count for edge, count in picture.lines.items()}
        self.colours = {
            cell: f"black on {colour.light}"
            for name, cells in grounds(picture).items()
            if name.startswith(("region", "checker")) and (colour := STYLES[name].fill)
            for cell in cells
        }
        rows, columns, right, bottom = (
            [[*map(picture.rim_name, numbers)] for numbers in rim]
            for rim in (picture.rows, picture.columns, picture.right, picture.bottom)
        )
        if picture.tray:
            rows, columns = [[] for _ in rows], [[] for _ in columns]
        if picture.sums:
            rows = [[_sums(picture, Cell(row, -1))] for row in range(picture.height)]
            columns = [[_sums(picture, Cell(-1, col))] for col in range(picture.width)]
        self.rims, self.ends = [*map(" ".join, rows)], [*map(" ".join, right)]
        self.above = [*zip_longest(*map(reversed, columns), fillvalue="")][::-1]
        self.below = [*zip_longest(*bottom, fillvalue="")]
        small = {cell: picture.corner(cell) for cell in picture.corners} | dict(picture.tags)
        self.corners = {cell: words.translate(SMALL) for cell, words in small.items()}
        texts = [_sums(picture, cell) or glyph.symbol or glyph.text for cell, glyph in picture.glyphs.items()]
        room = max(map(len, self.corners.values()), default=0)
        self.width = max(map(cell_len, (*chain(*columns, *bottom), "")))
        self.width = max(self.width, room + max(map(cell_len, (*texts, BLANK.text))))
        # A frame, and the brackets of lit cells, need a column on each side of the board.
        has_frame = picture.fills or self.lit or picture.borders or picture.dots or picture.points
        self.cols = range(picture.width + 1) if has_frame else range(1, picture.width)
        has_lines = picture.fills or picture.signs or self.links or picture.borders
        self.room = 3 if self.lit and has_lines else 1
        """The characters between two cells: where lines and signs stand there, brackets need their own."""

    def lines(self) -> Iterator[Text]:
        """Yield the lines: notes, the rim, then the rows and the lines between them."""
        picture, margin = self.picture, max(map(len, self.rims), default=-1) + 1
        ruler = len(str(picture.height)) + 1
        indent, between = " " * (ruler + margin + self.room * (0 in self.cols)), " " * self.room
        above, below = (
            [Text(indent + between.join(number.rjust(self.width) for number in numbers), RIM) for numbers in rim]
            for rim in (self.above, self.below)
        )
        if picture.notes:
            yield Text(", ".join(starmap(looks.note, picture.notes.items())), "dim")
        # The digits of a number stand one below the other, since a column may be as narrow as one.
        for digits in zip(
            *(str(col).rjust(len(str(picture.width))) for col in range(1, picture.width + 1)), strict=True
        ):
            yield Text(indent + between.join(digit.rjust(self.width) for digit in digits), RULER)
        yield from above
        for row in range(picture.height + 1):
            if self._is_shown(row):
                yield Text.assemble(" " * (ruler + margin), *self._between(row))
            if row < picture.height:
                number = (str(row + 1).rjust(ruler - 1) + " ", RULER)
                rim = self.rims[row].rjust(margin - 1) + " " if self.rims else ""
                end = f" {self.ends[row]}" if self.ends else ""
                yield Text.assemble(number, (rim, RIM), *self._row(row), (end, RIM))
        yield from below
        for name, cells in picture.strands:
            if name not in {"diagonal", "window"}:
                yield Text(f"{name}: {' '.join(map(str, cells))}", "dim")
        if units := Counter(f"{name}s" for name, _ in picture.strands if name in {"diagonal", "window"}):
            yield Text(f"with {' and '.join(units)}", "dim")
        # As many dominoes on a line as there is room for beside the board.
        tray: list[tuple[str, str]] = [(f"{low}-{high}", "dim" if used else "bold") for low, high, used in picture.tray]
        count = max(1, (self.width + self.room) * picture.width // (len("0-0") + 1))
        for at in range(0, len(tray), count):
            yield Text.assemble(" " * (ruler + margin), *((f" {name}", style) for name, style in tray[at : at + count]))

    def _is_shown(self, row: int) -> bool:
        """Return whether a line is drawn above a row: if signs stand between any rows, or a wall or border here."""
        if self.picture.points:
            return True
        if row in {0, self.picture.height}:
            return bool(self.picture.fills or self.picture.borders)
        return (
            bool(self.picture.borders)
            or any(cell.row != other.row for cell, other in self.picture.signs)
            or any(self._has_border(Cell(row - 1, col), Cell(row, col)) for col in range(self.picture.width))
        )

    def _row(self, row: int) -> Iterator[tuple[str, str]]:
        """Yield the cells of a row and the characters between them, each with its style."""
        for col in range(self.picture.width + 1):
            left, cell = Cell(row, col - 1), Cell(row, col)
            if col in self.cols:
                text, style = self._edge(left, cell)
                lit = " ][ "[(left in self.lit) + 2 * (cell in self.lit)]
                if self.room > 1:
                    link = self._link(12, left, cell) if (left, cell) in self.links else " "
                    yield lit if lit == "]" else link, self._ground(left, cell)
                    yield text, style
                    yield lit if lit == "[" else link, self._ground(left, cell)
                else:
                    yield lit if text == " " else text, style
            if cell.col < self.picture.width:
                yield from self._cell(cell)

    def _between(self, row: int) -> Iterator[tuple[str, str]]:
        """Yield the characters of the line above a row, or below the last one."""
        for col in range(self.picture.width + 1):
            above, cell = Cell(row - 1, col), Cell(row, col)
            if col in self.cols:
                diagonal, left = Cell(row - 1, col - 1), Cell(row, col - 1)
                borders = ((diagonal, above), (left, cell), (diagonal, left), (above, cell))
                arms = sum(self._has_border(*pair) << bit for bit, pair in enumerate(borders))
                level = (HEAVY[12] if arms & 1 << bit and self.room > 1 else " " * (self.room > 1) for bit in (2, 3))
                dotted = not arms and Cell(2 * row, 2 * col) in self.picture.dots
                number = self.picture.points.get(cell)
                middle = self.picture.rim_name(number) if number is not None else DOT if dotted else HEAVY[arms]
                yield middle.join(level), self._ground(diagonal, above, left, cell)
            if col < self.picture.width:
                text, style = self._edge(above, cell)
                yield text.rjust(self.width, HEAVY[12] if self._has_border(above, cell) else " "), style

    def _edge(self, first: Cell, second: Cell) -> tuple[str, str]:
        """Return the character between two cells, with its style: a border, a dot, a line or a sign."""
        is_level = first.col == second.col
        is_linked = (first, second) in self.links
        if self._has_border(first, second):
            return ACROSS[is_level] if is_linked else HEAVY[12 if is_level else 3], ""
        if Cell(first.row + second.row + 1, first.col + second.col + 1) in self.picture.dots:
            return DOT, ""
        if is_linked:
            return self._link(3 if is_level else 12, first, second), "cyan"
        sign = (SIGNS | DOWN if is_level else SIGNS).get(self.picture.signs.get((first, second), ""))
        return sign or " ", "magenta" if sign else self._ground(first, second)

    def _cell(self, cell: Cell) -> Iterator[tuple[str, str]]:
        """Yield the content of a cell, padded to the common width, with its style."""
        glyph, colour = self.picture.glyphs.get(cell, BLANK), self.colours.get(cell, "")
        row, col = cell
        left = Cell(row, col - 1)
        ends = Cell(row - 1, col), Cell(row + 1, col), left, Cell(row, col + 1)
        arms = sum(((cell, end) in self.links) << bit for bit, end in enumerate(ends))
        if glyph is BLANK and arms and not self.picture.tray:
            text, style = self._link(arms, cell, next(end for end in ends if (cell, end) in self.links)), "cyan"
        elif cell not in self.cells:
            text, style = " ", ""
        elif glyph is BLANK or glyph.symbol == " ":
            text, style = DOT if Cell(2 * row + 1, 2 * col + 1) in self.picture.dots else BLANK.text, colour or "dim"
        elif glyph.symbol == EMPTY:
            text, style = "█" * self.width, "bright_black"
        else:
            text = _sums(self.picture, cell) or glyph.symbol or glyph.text
            style = colour or TONES.get(glyph.tone, "")
            style += f" {ON_COLOUR if colour else GIVEN}" if glyph.given else ""
        style = LIT if cell in self.lit else style.strip()
        corner = self.corners.get(cell, "")
        if corner:
            yield corner, colour or "cyan"
        padding = self.width - cell_len(text) - len(corner)
        yield (self._link(12, left, cell) if (cell, left) in self.links else " ") * padding, colour or "cyan"
        yield text, style

    def _link(self, arms: int, cell: Cell, other: Cell) -> str:
        """Return the character of lines with these arms, one of which leads from a cell to another."""
        return DOUBLE.get(arms, LIGHT[arms]) if self.links[cell, other] > 1 else LIGHT[arms]

    def _has_border(self, cell: Cell, other: Cell) -> bool:
        """Return whether a region border, a line or a wall stands between two cells."""
        if (cell, other) in self.picture.borders:
            return True
        if cell not in self.cells or other not in self.cells:
            return bool(self.picture.fills) and (cell in self.cells or other in self.cells)
        fills = self.picture.fills
        return fills.get(cell) != fills.get(other) or self.picture.signs.get((cell, other), "") in WALLS

    def _ground(self, *cells: Cell) -> str:
        """Return the background between cells: their colour, if they share one."""
        styles = {self.colours.get(cell, "") for cell in cells}
        return styles.pop() if len(styles) == 1 else ""
