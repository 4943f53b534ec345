"""LinkedIn Mini Sudoku: the guest page and, with the same markup in a frame, the signed-in one.

How the markup is known: eight guest pages saved in August 2026; what marks the active cell, notes and the signed-in
frame from the sources of working tools, April to August 2026. The page states a digit only once, as text, so only the
unique solution proves that it was read correctly. Only the address says whether the page keeps a score.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from scrapers import Button, Givens, Pad, _linkedin, has, number
from solvers import Sudoku

ADDRESSES = r"linkedin\.com/.*/mini-sudoku"
BOARD = ".game-board:has([data-sudoku-grid])"
"""What holds the grid and, once the game is started, the pad with the digits."""
CONTENT = ".sudoku-cell-content"
NOTES, NOTES_OFF = "[data-control-btn=notes]", ".sudoku-under-board__text--disabled"
GUEST = _linkedin.cells(
    "guest",
    kind=Sudoku,
    board=BOARD,
    address=r"(?!.*/preload/).*/games/view/",
    content=CONTENT,
    marks_by=(number(unless=".sudoku-cell-notes"),),
    givens=Givens(locked=(has(".sudoku-cell-prefilled"),)),
    fixed={"box": (2, 3)},
    # While Notes are on, a digit would be a note.
    pad=Pad('[data-number="{}"]', active=".sudoku-cell-active", ready=f"{NOTES} {NOTES_OFF}"),
)
SIGNED_IN = replace(GUEST, NAME="signed_in", address=r"(?!.*/games/view/)|.*/preload/")
SITE = _linkedin.game(
    "mini-sudoku",
    first=date(2025, 8, 12),
    board=f"{BOARD}:has([data-cell-idx]):has([data-number])",
    layouts=[GUEST, SIGNED_IN],
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
