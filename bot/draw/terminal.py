"""Boards in the terminal, drawn from pictures: givens bold, entered marks plain, in the colours of their game."""

from __future__ import annotations

from itertools import pairwise, zip_longest
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text

from bot.draw.looks import EMPTY, STYLES, grounds
from solvers import Cell, Glyph

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solvers import Picture

TONES = {"warm": "yellow", "cool": "blue", "light": "bright_white"}
GIVEN, ON_COLOUR, LIT = "bold reverse", "bold underline", "bold underline black on bright_yellow"
RIM = "cyan"
SIGNS, WALLS = {"=": "=", "x": "×"}, {"|", "-"}
BLANK = Glyph("·", given=False)
HEAVY, LIGHT = " ╹╻┃╸┛┓┫╺┗┏┣━┻┳╋", " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
"""Lines by the arms they have: 1 up, 2 down, 4 left, 8 right."""


def board(picture: Picture) -> Text:
    """Return a board as lines of styled text."""
    return Text("\n").join(_Board(picture).lines())


class _Board:
    """A picture, and what is asked of it for each character."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.cells = set(picture.cells())
        self.links = set(pairwise(picture.path)) | set(pairwise(reversed(picture.path)))
        self.colours = {
            cell: f"black on {colour.light}"
            for name, cells in grounds(picture).items()
            if name.startswith(("region", "checker")) and (colour := STYLES[name].fill)
            for cell in cells
        }
        above = (map(str, reversed(numbers)) for numbers in picture.columns)
        self.above = [*zip_longest(*above, fillvalue="")][::-1]
        words = [glyph.symbol or glyph.text for glyph in picture.glyphs.values()]
        self.size = max(map(cell_len, (*words, *(number for line in self.above for number in line), BLANK.text)))
        self.rims = [" ".join(map(str, numbers)) for numbers in picture.rows]
        # Around the board is room for a frame, or for the brackets of cells that are lit.
        self.cols = range(picture.width + 1) if picture.fills or picture.lit else range(1, picture.width)

    def lines(self) -> Iterator[Text]:
        """Iterate over the lines: notes, the rim, then rows and what stands between them."""
        picture, margin = self.picture, max(map(len, self.rims), default=-1) + 1
        if picture.notes:
            yield Text(", ".join(f"{name}: {number}" for name, number in picture.notes.items()), "dim")
        for numbers in self.above:
            room = " " * (margin + (0 in self.cols))
            yield Text(room + " ".join(number.rjust(self.size) for number in numbers), RIM)
        for row in range(picture.height + 1):
            if self._is_shown(row):
                yield Text.assemble(" " * margin, *self._between(row))
            if row < picture.height:
                rim = self.rims[row].rjust(margin - 1) + " " if self.rims else ""
                yield Text.assemble((rim, RIM), *self._row(row))

    def _is_shown(self, row: int) -> bool:
        """Tell whether there is a line above a row: for signs anywhere between rows, else where regions end."""
        if row in {0, self.picture.height}:
            return bool(self.picture.fills)
        return any(one.row != other.row for one, other in self.picture.signs) or any(
            self._parted(Cell(row - 1, col), Cell(row, col)) for col in range(self.picture.width)
        )

    def _row(self, row: int) -> Iterator[tuple[str, str]]:
        """Iterate over the cells of a row and what stands between them, each with its style."""
        for col in range(self.picture.width + 1):
            left, cell = Cell(row, col - 1), Cell(row, col)
            if col in self.cols:
                sign = SIGNS.get(self.picture.signs.get((left, cell), ""))
                lit = " ][ "[(left in self.picture.lit) + 2 * (cell in self.picture.lit)]
                if self._parted(left, cell):
                    yield HEAVY[3], ""
                elif (left, cell) in self.links:
                    yield LIGHT[12], "cyan"
                else:
                    yield sign or lit, "magenta" if sign else self._ground(left, cell)
            if cell in self.cells:
                yield from self._cell(cell)

    def _between(self, row: int) -> Iterator[tuple[str, str]]:
        """Iterate over what stands above a row, or below the last one."""
        for col in range(self.picture.width + 1):
            above, cell = Cell(row - 1, col), Cell(row, col)
            if col in self.cols:
                before, left = Cell(row - 1, col - 1), Cell(row, col - 1)
                arms = ((before, above), (left, cell), (before, left), (above, cell))
                joint = sum(self._parted(*arm) << at for at, arm in enumerate(arms))
                yield HEAVY[joint], self._ground(before, above, left, cell)
            if col < self.picture.width:
                sign = SIGNS.get(self.picture.signs.get((above, cell), ""))
                if self._parted(above, cell):
                    yield HEAVY[12] * self.size, ""
                elif (above, cell) in self.links:
                    yield LIGHT[3].rjust(self.size), "cyan"
                else:
                    yield (sign or " ").rjust(self.size), "magenta" if sign else self._ground(above, cell)

    def _cell(self, cell: Cell) -> Iterator[tuple[str, str]]:
        """Give what stands in a cell, as wide as the widest, with its style."""
        glyph, colour = self.picture.glyphs.get(cell, BLANK), self.colours.get(cell, "")
        row, col = cell
        ends = Cell(row - 1, col), Cell(row + 1, col), Cell(row, col - 1), Cell(row, col + 1)
        arms = sum(((cell, end) in self.links) << at for at, end in enumerate(ends))
        if glyph is BLANK:
            word, style = (LIGHT[arms], "cyan") if arms else (BLANK.text, colour or "dim")
        elif glyph.symbol == EMPTY:
            word, style = "█" * self.size, "bright_black"
        else:
            word = glyph.symbol or glyph.text
            style = colour or TONES.get(glyph.tone, "")
            style += f" {ON_COLOUR if colour else GIVEN}" if glyph.given else ""
        style = LIT if cell in self.picture.lit else style.strip()
        yield (LIGHT[12] if (cell, ends[2]) in self.links else " ") * (self.size - cell_len(word)), colour or "cyan"
        yield word, style

    def _parted(self, one: Cell, other: Cell) -> bool:
        """Tell whether a strong line stands between two cells: a border of regions, or a wall."""
        if one not in self.cells or other not in self.cells:
            return bool(self.picture.fills) and (one in self.cells or other in self.cells)
        fills = self.picture.fills
        return fills.get(one) != fills.get(other) or self.picture.signs.get((one, other), "") in WALLS

    def _ground(self, *cells: Cell) -> str:
        """Return the style of what stands between cells: their colour, if they have the same."""
        styles = {self.colours.get(cell, "") for cell in cells}
        return styles.pop() if len(styles) == 1 else ""
