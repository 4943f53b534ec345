"""Boards in the terminal, drawn from pictures: givens bold, entered marks plain, in the colours of their game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from solvers import Cell

if TYPE_CHECKING:
    from solvers import Picture

STYLES = {"warm": "yellow", "cool": "blue", "light": "bright_white", "plain": ""}
GIVEN = "bold reverse"
SIGNS = {"=": "=", "x": "×", "|": "┃", "-": "━"}


def board(picture: Picture) -> Text:
    """Return a board as lines of styled text."""
    lines = []
    has_lower = any(one.row != other.row for one, other in picture.signs)
    for row in range(picture.height):
        cells, edges = Text(), Text()
        for col in range(picture.width):
            cell = Cell(row, col)
            right, below = cell.neighbours()
            glyph = picture.glyphs.get(cell)
            if glyph is None:
                cells.append("·", "dim")
            else:
                cells.append(glyph.symbol or glyph.text, f"{STYLES[glyph.tone]} {GIVEN if glyph.given else ''}".strip())
            cells.append(SIGNS.get(picture.signs.get((cell, right), ""), " "), "magenta")
            edges.append(SIGNS.get(picture.signs.get((cell, below), ""), " "), "magenta").append(" ")
        lines.append(cells)
        if has_lower and row < picture.height - 1:
            lines.append(edges)
    return Text("\n").join(lines)
