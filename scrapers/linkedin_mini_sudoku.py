"""LinkedIn Mini Sudoku: the guest page and, with the same markup in a frame, the signed-in one.

How the markup is known: eight guest pages saved in August 2026; what marks the active cell, notes and
the signed-in frame from the sources of working tools, April to August 2026. A digit stands on the page
once, as a text: that it is right is for the puzzle's only solution to prove.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrapers import _linkedin
from scrapers._board import once, select, tokens
from scrapers._cells import centre
from scrapers._entrance import Button
from scrapers._errors import OtherLayout, ReadError
from scrapers._measure import MEASURE
from scrapers._site import Click, Reading
from solvers import Cell, Grid, Sudoku

if TYPE_CHECKING:
    from collections.abc import Sequence

    from selectolax.lexbor import LexborNode as Node

    from scrapers._board import Board
    from scrapers._linkedin import Cells
    from scrapers._site import Layout, Point, Snapshot

BOARD = ".game-board:has([data-sudoku-grid])"
"""What holds the grid and, once the game is started, the pad with the digits."""
GIVEN, ACTIVE = "sudoku-cell-prefilled", ".sudoku-cell-active"
CONTENT, CELL_NOTES = ".sudoku-cell-content", ".sudoku-cell-notes"
NOTES_OFF = ".sudoku-under-board__text--disabled"
NOTES = "[data-control-btn=notes]"
WALLS = {"top": (-1, 0), "right": (0, 1), "bottom": (1, 0), "left": (0, -1)}
"""By the side that a cell's class names, what lies behind its wall, in rows and columns from it."""


@dataclass(frozen=True, slots=True)
class MiniSudokuLayout:
    """The markup of 2025 and 2026, at the address for guests or at that of the frame for those signed in."""

    NAME: str
    for_guests: bool
    """Whether the page keeps no score, which its address alone tells."""
    MEASURE: str = MEASURE

    def read(self, snapshot: Snapshot) -> Reading:
        """Return the puzzle: the prefilled digits, and the boxes that the walls make."""
        cells = self._look(snapshot)
        marks = _marks(cells)
        given = {cell for cell, node in cells.nodes.items() if GIVEN in tokens(node)}
        for cell in sorted(given):
            if marks[cell] is None:
                msg = f"{cell} is prefilled, but empty"
                raise ReadError(msg, selector=f".{GIVEN}")
        givens = Grid.make(marks.height, marks.width, lambda cell: marks[cell] if cell in given else None)
        puzzle = Sudoku(_box(cells), givens)
        told = dict.fromkeys((clue.words for clue in puzzle.clues()), False)
        return Reading.of(self, puzzle, told, placed=cells.places.confirmed)

    def marks(self, snapshot: Snapshot) -> Grid:
        """Return the digit in each cell, given or entered; notes are none."""
        return _marks(self._look(snapshot))

    def moves(self, snapshot: Snapshot, solution: Grid) -> list[Click]:
        """Return a click on each cell that is not right yet, with one on its digit on the pad."""
        cells = self._look(snapshot)
        marks = _marks(cells)
        wrong = {cell: digit for cell, digit in solution.marked() if marks[cell] != digit}
        if not wrong:
            return []
        if not select(cells.board.root, f"{NOTES} {NOTES_OFF}"):
            msg = (
                f"Notes are not off at {snapshot.url}, so a digit would be a note: nothing matches {NOTES} {NOTES_OFF}"
            )
            raise ReadError(msg, selector=f"{NOTES} {NOTES_OFF}")
        boxes = dict(zip(cells.places.cells, cells.boxes, strict=True))
        pad = {digit: _key(cells.board, digit) for digit in sorted(set(wrong.values()))}
        return [
            Click(centre(cell, boxes[cell]), {cell: frozenset({digit})}, then=pad[digit], once=ACTIVE)
            for cell, digit in wrong.items()
        ]

    @once
    def _look(self, snapshot: Snapshot) -> Cells:
        guests = "/games/view/" in snapshot.url and "/preload/" not in snapshot.url
        if guests != self.for_guests:
            msg = f"{self.NAME}: {snapshot.url} is {'' if guests else 'not '}the page for guests"
            raise OtherLayout(msg)
        return _linkedin.cells_of(snapshot, BOARD, of=self.NAME)


def _marks(cells: Cells) -> Grid:
    return Grid.make(cells.places.height, cells.places.width, lambda cell: _digit(cell, cells.nodes[cell]))


def _digit(cell: Cell, node: Node) -> int | None:
    contents = node.css(CONTENT)
    if len(contents) != 1:
        msg = f"{cell} holds {len(contents)} contents, not one ({CONTENT})"
        raise ReadError(msg, selector=CONTENT)
    text = contents[0].text().strip()
    if not text or contents[0].css(CELL_NOTES):
        return None
    if re.fullmatch(r"\d", text) is None:
        msg = f"{cell} shows {text!r}, not a digit"
        raise ReadError(msg, selector=CONTENT)
    return int(text)


def _box(cells: Cells) -> tuple[int, int]:
    """Return the rows and columns of a box, once every wall of every cell stands between two boxes."""
    walls = {
        cell: {side for side in WALLS if f"sudoku-cell-wall-{side}" in tokens(node)}
        for cell, node in cells.nodes.items()
    }
    rows = min((cell.row + 1 for cell, sides in walls.items() if "bottom" in sides), default=cells.places.height)
    cols = min((cell.col + 1 for cell, sides in walls.items() if "right" in sides), default=cells.places.width)
    for cell, sides in walls.items():
        behind = {side: Cell(cell.row + down, cell.col + right) for side, (down, right) in WALLS.items()}
        due = {
            side
            for side, other in behind.items()
            if other in walls and (other.row // rows, other.col // cols) != (cell.row // rows, cell.col // cols)
        }
        if sides != due:
            words = [", ".join(side for side in WALLS if side in some) or "nowhere" for some in (sides, due)]
            msg = f"{cell} has its walls {words[0]}, but in boxes of {rows}×{cols} they are {words[1]}"
            raise ReadError(msg, selector="[class*=sudoku-cell-wall]")
    return rows, cols


def _key(board: Board, digit: int) -> Point:
    """Return where to click the digit on the pad."""
    css = f'[data-number="{digit}"]'
    keys = [box for key in select(board.root, css) if (box := board.box(key)) is not None]
    if len(keys) != 1:
        msg = f"the pad has {len(keys)} keys {css} to be seen, not one"
        raise ReadError(msg, selector=css)
    return keys[0].centre


LAYOUTS: Sequence[Layout] = [
    MiniSudokuLayout("guest", for_guests=True),
    MiniSudokuLayout("signed_in", for_guests=False),
]

SITE = _linkedin.game(
    "mini-sudoku",
    kind="sudoku",
    board=f"{BOARD}:has([data-cell-idx]):has([data-number])",
    layouts=LAYOUTS,
    min_elapsed=3.6,
    dismiss=[
        Button(".sudoku-under-board-scrim-message button"),
        # Behind the start screen there is no pad yet.
        Button(f"{BOARD}:has([data-number]) {NOTES}:not(:has({NOTES_OFF}))", retry_after=2.0),
    ],
    facts={
        ".pr-game-overboard-label__sudoku": (
            r"^#(?P<number>\d{1,9})\s*(?P<title>.*?)\s*(?:\((?P<difficulty>[^()]*)\))?$"
        ),
        **_linkedin.NUMBER_AND_DIFFICULTY,
    },
    empty=f"{CONTENT}:empty",
)
