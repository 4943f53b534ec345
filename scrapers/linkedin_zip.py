"""LinkedIn Zip: the guest page (`trail-*`, readable classes) and the signed-in one (`data-testid`, hashed classes).

How the markup is known: seven guest pages saved in August 2026; the signed-in page from one that was
saved solved, July 2026, and from the sources of working tools. A wall is drawn as the one thick border
of a pseudo-element that spans its cell. No page tells in which order its path passes the cells. The
solution that the signed-in page carries is never read.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from scrapers import _linkedin
from scrapers._board import DOWN, LEFT, RIGHT, SIDE_WORDS, UP, once, select, tokens
from scrapers._cells import centre
from scrapers._errors import ReadError
from scrapers._measure import MEASURE
from scrapers._site import Click, Keys, Reading
from scrapers._sources import TWO, Agreed, Seen, agree
from solvers import Cell, Grid, Zip

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from selectolax.lexbor import LexborNode as Node

    from scrapers._board import Board, Box
    from scrapers._site import Layout, Move, Snapshot

TAKEN = 1
"""The mark of a cell that the path passes, whenever it does."""
ARROWS = {RIGHT: "ArrowRight", DOWN: "ArrowDown", LEFT: "ArrowLeft", UP: "ArrowUp"}
BORDERS = (UP, RIGHT, DOWN, LEFT)
"""The sides of a cell in the order in which a style tells its borders."""
THICK = 0.1
"""How thick the border is that draws a wall, in cells at least: no ring or line is."""
NEAR = 0.25
"""How far from its cell the middle of what it holds may be, in cells."""

WALL_WORDS = {side: f"a wall {words}" for side, words in SIDE_WORDS.items()} | {None: "no wall"}

Side = tuple[int, int]
Edge = tuple[Cell, Cell]


@dataclass(frozen=True, slots=True)
class ZipLayout:
    """One generation of the markup, as the selectors that differ between them."""

    NAME: str
    board: str
    number: str
    """What bears the number of a cell."""
    labels: Sequence[str]
    """What has the number in its label, too: selectors of the cell and of things in it."""
    start: str
    """What only the cell numbered 1 holds."""
    taken: str
    """What a cell is, or holds, that the path passes."""
    wall: str
    """What may be a wall: something in a cell."""
    sides: Mapping[str, Side]
    """By the class of a wall, the side of the cell on which it is; empty where classes mean nothing."""

    MEASURE: str = MEASURE

    def read(self, snapshot: Snapshot) -> Reading:
        """Return the puzzle: the numbers on the path's way, and the walls."""
        found = self._look(snapshot)
        told: dict[str, bool] = {}
        numbers: dict[Cell, int] = {}
        for cell, number in self._numbers(found).items():
            if number.value is not None:
                numbers[cell] = number.value
                told[f"{cell} is {number.value}"] = number.confirmed
        walls = self._walls(found)
        told |= {f"a wall parts {one} and {other}": sure for (one, other), sure in walls.items()}
        givens = Grid.make(found.places.height, found.places.width, numbers.get)
        return Reading.of(self, Zip(givens, tuple(walls)), told, placed=found.places.confirmed)

    def marks(self, snapshot: Snapshot) -> Grid:
        """Return 1 for each cell that the path passes."""
        found = self._look(snapshot)
        taken = {cell for cell, node in found.nodes.items() if select(node, self.taken)}
        return Grid.make(found.places.height, found.places.width, lambda cell: TAKEN if cell in taken else None)

    def moves(self, snapshot: Snapshot, solution: Grid) -> list[Move]:
        """Return an arrow key for each cell that is still to come, or what takes a wrong path back to its start."""
        taken = {cell for cell, _ in self.marks(snapshot).marked()}
        path = [cell for _, cell in sorted((place, cell) for cell, place in solution.marked())]
        if path[0] not in taken:
            found = self._look(snapshot)
            boxes = dict(zip(found.nodes, found.boxes, strict=True))
            return [Click(centre(path[0], boxes[path[0]]), {path[0]: frozenset({TAKEN})})]
        # In which order a path passes its cells is not told: of a wrong one only the start is sure.
        blank = {cell: frozenset({None}) for cell in sorted(taken - {path[0]})}
        if taken != set(path[: len(taken)]):
            return [Keys(("Backspace",), blank)] * len(blank)
        back = Keys(("Backspace",) * len(blank), blank) if blank else None
        steps = list(pairwise(path))[len(taken) - 1 :]
        return [
            Keys((ARROWS[other.row - one.row, other.col - one.col],), {other: frozenset({TAKEN})}, otherwise=back)
            for one, other in steps
        ]

    @once
    def _look(self, snapshot: Snapshot) -> _linkedin.Cells:
        return _linkedin.cells_of(snapshot, self.board, of=self.NAME)

    def _numbers(self, found: _linkedin.Cells) -> dict[Cell, Agreed[int | None]]:
        seen = [
            self._number(found.board, node, box, cell)
            for (cell, node), box in zip(found.nodes.items(), found.boxes, strict=True)
        ]
        words = {value: f"number {value}" for thing in seen for value in thing.names.values()} | {None: "no number"}
        return dict(zip(found.nodes, agree(seen, words), strict=True))

    def _number(self, board: Board, cell: Node, box: Box | None, place: Cell) -> Seen[int | None]:
        found, text = select(cell, self.number), cell.text().strip()
        if [part.text().strip() for part in found] != [text] * bool(text) or (found and not text):
            msg = (
                f"{place} holds {len(found)} numbers and the text {text!r}: one number is all its text ({self.number})"
            )
            raise ReadError(msg, selector=self.number)
        if text and re.fullmatch(r"\d{1,3}", text, re.ASCII) is None:
            msg = f"{place} holds {text!r}, not a number"
            raise ReadError(msg, selector=self.number)
        names: dict[str, int | None] = {"its text": int(text) if text else None}
        for part in found:
            _check_inside(board.box(part), box, f"the number of {place}")
        for css in self.labels:
            for part in select(cell, css):
                digits = re.findall(r"\d+", part.attributes.get("aria-label") or "", re.ASCII)
                if len(digits) == 1:
                    names[f"the label of {css}"] = int(digits[0])
        if self.start and cell.css(self.start):
            names[f"its {self.start}"] = 1
        return Seen(str(place), names)

    def _walls(self, found: _linkedin.Cells) -> dict[Edge, bool]:
        """Return the edges with a wall, and whether two places say so."""
        parts = [
            (cell, part, _border(found.board, part, box))
            for (cell, node), box in zip(found.nodes.items(), found.boxes, strict=True)
            for part in select(node, self.wall)
        ]
        # A page without its styles draws no border at all.
        drawn = not self.sides or any(border for *_, border in parts)
        sides = agree([self._side(part, border, cell, drawn=drawn) for cell, part, border in parts], WALL_WORDS)
        boxes = dict(zip(found.nodes, found.boxes, strict=True))
        looks: dict[frozenset[str], Side | None] = {}
        alike = Counter(frozenset(tokens(part)) for _, part, _ in parts)
        told: dict[Edge, list[bool]] = {}
        for (cell, part, _), side in zip(parts, sides, strict=True):
            look = frozenset(tokens(part))
            like = looks.setdefault(look, side.value)
            if like != side.value:
                both = f"{WALL_WORDS[side.value]}, but others of its classes are {WALL_WORDS[like]}"
                msg = f"a part of {cell} is {both}"
                raise ReadError(msg, selector=self.wall)
            if side.value is not None:
                _check_inside(found.board.box(part), boxes[cell], f"a wall of {cell}")
                other = Cell(cell.row + side.value[0], cell.col + side.value[1])
                # Classes that mean nothing still tell like from unlike.
                sure = side.confirmed or (not self.sides and alike[look] >= TWO)
                told.setdefault((min(cell, other), max(cell, other)), []).append(sure)
        return {edge: any(said) or len(said) >= TWO for edge, said in told.items()}

    def _side(self, part: Node, border: Side | None, cell: Cell, *, drawn: bool) -> Seen[Side | None]:
        names: dict[str, Side | None] = {f"its {css}": side for css, side in self.sides.items() if css in tokens(part)}
        return Seen(f"a wall of {cell}", names | ({"its border": border} if drawn else {}))


def _border(board: Board, part: Node, cell: Box | None) -> Side | None:
    """Return the side on which a part of a cell draws a thick border, None unless it is the only one."""
    widths = board.measured(part).get("after", {}).get("borders")
    if cell is None or widths is None:
        return None
    least = THICK * min(cell.width, cell.height)
    thick = [side for side, width in zip(BORDERS, widths, strict=True) if width >= least]
    return thick[0] if len(thick) == 1 else None


def _check_inside(part: Box | None, cell: Box | None, what: str) -> None:
    """Raise `ReadError` where a part of a cell is drawn away from it."""
    if part is not None and cell is not None and not all(-NEAR < at < 1 + NEAR for at in part.within(cell)):
        msg = f"{what} is drawn away from it"
        raise ReadError(msg)


LAYOUTS: Sequence[Layout] = [
    ZipLayout(
        NAME="guest",
        board=".trail-grid",
        number=".trail-cell-content",
        labels=(),
        start=".trail-cell-segment--circle-start",
        taken=".trail-cell--filled",
        wall="[data-cell-idx] .trail-cell-wall",
        sides={
            "trail-cell-wall--right": RIGHT,
            "trail-cell-wall--down": DOWN,
            "trail-cell-wall--left": LEFT,
            "trail-cell-wall--up": UP,
        },
    ),
    ZipLayout(
        NAME="signed_in",
        board="[data-testid=interactive-grid]",
        number="[data-cell-content]",
        labels=("[data-cell-idx]", "[data-cell-content]"),
        start="",
        taken="[data-testid=filled-cell]",
        wall="[data-cell-idx] > div:not([data-testid], [data-cell-content])",
        sides={},
    ),
]

SITE = _linkedin.game(
    "zip",
    kind="zip",
    board=".trail-grid:has([data-cell-idx]), [data-testid=interactive-grid]:has([data-cell-idx])",
    layouts=LAYOUTS,
    min_elapsed=2.8,
    shows_marks=False,
)
