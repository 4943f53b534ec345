"""A board that nothing but its grid tells: the cells of its table without the clues around them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, cast

from scrapers._errors import OtherLayout
from scrapers._reading.board import Board, select

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scrapers._reading.places import SizeSource
    from scrapers._site import Box, Layout, Move, Reading, Snapshot
    from solvers import Cell, Grid

Rim = tuple[int, int, int, int]
"""How many lines of a table are clues: at the top, on the right, at the bottom, on the left."""
NO_RIM: Rim = (0, 0, 0, 0)
HEAD: Rim = (1, 0, 0, 1)
COUNTERS: Rim = (1, 1, 0, 0)
RING: Rim = (1, 1, 1, 1)
TABLE = "table:not(:has(table))"


def state(*names: str, answers: str = "") -> dict[str, str]:
    """Return what to measure: these variables of the page's scripts, and the size that the address asks for.

    Variables that hold an answer are never among them, and what belongs to one in `lcpuzzle` becomes 0 in the page.
    """
    form = rf"""/\b({"|".join(names)})\s*=\s*["']?([^"';\n]*)/g"""
    script = r'[...document.scripts].map((script) => script.text).join("\n")'
    value = "value.trim()"
    if answers:
        value = f'(name === "lcpuzzle" ? {value}.replace(/[{answers}]/g, "0") : {value})'
    return {
        "inline": f"Object.fromEntries([...{script}.matchAll({form})].map(([, name, value]) => [name, {value}]))",
        "asked": """new URLSearchParams(location.search).get("size") ?? "" """,
    }


def cells_css(rim: Rim, step: str = "n") -> str:
    """Return the selector of the cells of a table inside of its rim; `step` is `n`, or `2n` for every other line."""
    top, right, bottom, left = rim
    row = f"tr:nth-child({step}+{top + 1}):nth-last-child({step}+{bottom + 1})"
    return f"{row} > :is(td, th):nth-child({step}+{left + 1}):nth-last-child({step}+{right + 1})"


@dataclass(frozen=True, slots=True)
class Plain:
    """A layout whose cells have no ids: the table fits one of the rims, and the size that the page states."""

    inner: Layout
    """A dataclass with the fields `NAME` and `cell`."""
    ids: str
    """The selector of cells with ids: a board that has any is not read by its grid alone."""
    rims: Sequence[Rim]
    sizes_by: Sequence[SizeSource]
    step: int = 1
    """2 if signs stand between the cells."""
    multiple: int = 1
    """What the size is a multiple of."""
    NAME: str = "grid"
    _by_rim: Mapping[Rim, Layout] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Make the layout of each rim once."""
        step = "n" if self.step == 1 else f"{self.step}n"
        made = {rim: replace(cast("Any", self.inner), NAME=self.NAME, cell=cells_css(rim, step)) for rim in self.rims}
        object.__setattr__(self, "_by_rim", made)

    @property
    def MEASURE(self) -> str:  # noqa: N802 - the protocol's name
        """JavaScript that measures the board."""
        return self.inner.MEASURE

    def read(self, snapshot: Snapshot) -> Reading:
        """Return the puzzle; raise `OtherLayout` if the table fits no rim."""
        return self._fitting(snapshot).read(snapshot)

    def marks(self, snapshot: Snapshot) -> Grid:
        """Return the mark of each cell, given or entered."""
        return self._fitting(snapshot).marks(snapshot)

    def boxes(self, snapshot: Snapshot) -> Mapping[Cell, Box | None]:
        """Return where each cell is drawn, None for one that is not."""
        return self._fitting(snapshot).boxes(snapshot)

    def moves(self, snapshot: Snapshot, solution: Grid) -> Sequence[Move]:
        """Return the next inputs towards the solution."""
        return self._fitting(snapshot).moves(snapshot, solution)

    def _fitting(self, snapshot: Snapshot) -> Layout:
        board = Board(snapshot)
        if select(board.root, self.ids):
            raise OtherLayout(f"{self.NAME}: the cells of the board have ids", selector=self.ids)
        rows = [[part for part in row.iter() if part.tag in {"td", "th"}] for row in board.root.css("tr")]
        widths = {len(row) for row in rows}
        if board.root.tag != "table" or len(widths) != 1:
            raise OtherLayout(f"{self.NAME}: the board is no table with equal rows", selector=TABLE)
        sizes = {size[0] for source in self.sizes_by for size in source(board).values()}
        height, width = len(rows), widths.pop()
        for rim, layout in self._by_rim.items():
            top, right, bottom, left = rim
            size = (height - top - bottom + self.step - 1) // self.step
            # Lines around the cells hold numbers; without a stated size, that tells them from cells.
            around = [part for row in [*rows[:top], *rows[height - bottom :]] for part in row]
            is_numbered = any(re.search(r"\d", part.text() or part.html or "") for part in around)
            fits = size in sizes if sizes else is_numbered == bool(around) and size % self.multiple == 0
            if fits and size > 1 and height - top - bottom == width - left - right:
                return layout
        said = " or ".join(f"{size}×{size}" for size in sorted(sizes)) or "a board"
        raise OtherLayout(f"{self.NAME}: a table of {height}×{width} does not fit {said}", selector=TABLE)
