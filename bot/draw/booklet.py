"""Booklets: pages with several boards each, and all solutions at the end, drawn with matplotlib."""

from __future__ import annotations

import io
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from bot.draw.figure import FACTS, UNITS, draw, plain_style
from bot.draw.looks import drawing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from matplotlib.figure import Figure

    from solvers import Picture

PAPERS = {"a4": (8.27, 11.69), "letter": (8.5, 11.0)}
"""Width and height in inches."""
SLOTS = {1: (1, 1), 2: (2, 1), 3: (3, 1), 4: (2, 2), 6: (3, 2), 12: (4, 3)}
"""Rows and columns of the boards on a page, by their number."""
SOLUTIONS = 12
"""How many solutions are on a page."""
MARGIN, GAP, CAPTION, TITLE = 0.7, 0.35, 0.3, 0.5
"""Inches: around a page, between boards, and for the lines above a board and above all boards."""
MOST_SCALE = 1.4
"""How much larger than on its own a board is drawn, at most."""


class BookletBoard(NamedTuple):
    """A board of a booklet, and the line above it."""

    picture: Picture
    caption: str


class Booklet(NamedTuple):
    """How the pages of a booklet look."""

    title: str
    paper: str
    per_page: int
    rulers: bool

    def pages(self, puzzles: Sequence[BookletBoard], solutions: Sequence[BookletBoard]) -> Iterator[Figure]:
        """Yield the pages: the puzzles, then the solutions."""
        first = _parts(puzzles, self.per_page)
        last = _parts(solutions, SOLUTIONS)
        heads = chain([self.title] * len(first), ["Solutions"] * len(last))
        for number, (boards, head) in enumerate(zip([*first, *last], heads, strict=True), start=1):
            slots = SLOTS[self.per_page if number <= len(first) else SOLUTIONS]
            yield self._page(boards, head, f"{number} / {len(first) + len(last)}", slots)

    def _page(self, boards: Sequence[BookletBoard], head: str, foot: str, slots: tuple[int, int]) -> Figure:
        """Return one page."""
        from matplotlib.figure import Figure

        width, height = PAPERS[self.paper]
        rows, cols = slots
        page = Figure(figsize=(width, height))
        page.text(0.5, 1 - MARGIN / height, head, fontsize=16, weight="bold", ha="center", va="top", parse_math=False)
        page.text(0.5, 0.35 / height, foot, fontsize=9, ha="center", parse_math=False)
        wide = (width - 2 * MARGIN - (cols - 1) * GAP) / cols
        high = (height - 2 * MARGIN - TITLE - (rows - 1) * GAP) / rows
        for at, board in enumerate(boards):
            row, col = divmod(at, cols)
            layout = drawing(board.picture, rulers=self.rulers)
            left, top = MARGIN + col * (wide + GAP), height - MARGIN - TITLE - row * (high + GAP)
            scale = min(wide * UNITS / layout.width, (high - CAPTION) * UNITS / layout.height, MOST_SCALE)
            across, down = layout.width * scale / UNITS, layout.height * scale / UNITS
            x, y = left + (wide - across) / 2, top - CAPTION - down
            page.text((left + wide / 2) / width, (top - CAPTION / 2) / height, board.caption, ha="center", va="center")
            draw(page.add_axes((x / width, y / height, across / width, down / height)), layout, scale=scale)
        return page


def pdf(pages: Iterator[Figure], title: str) -> bytes:
    """Return pages as a PDF; equal pages give equal bytes. Raises `SetupError` without matplotlib."""
    file = io.BytesIO()
    with plain_style():
        from matplotlib.backends.backend_pdf import PdfPages

        with PdfPages(file, metadata={"Title": title} | FACTS["pdf"]) as document:
            for page in pages:
                document.savefig(page)
    return file.getvalue()


def svgs(pages: Iterator[Figure], title: str) -> Iterator[bytes]:
    """Yield pages as SVG documents. Raises `SetupError` without matplotlib."""
    with plain_style():
        for page in pages:
            file = io.BytesIO()
            page.savefig(file, format="svg", metadata={"Title": title} | FACTS["svg"])
            yield file.getvalue()


def _parts(boards: Sequence[BookletBoard], size: int) -> list[Sequence[BookletBoard]]:
    """Return boards in parts of a size; the last may be smaller."""
    return [boards[start : start + size] for start in range(0, len(boards), size)]
