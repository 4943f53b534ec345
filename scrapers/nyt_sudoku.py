"""NYT Sudoku, easy, medium and hard: 81 cells that say their digit in a label and in the drawing of it.

How the markup is known: from programs that work on the page, 2020 to November 2026 (`docs/sites/nyt.md`). One of them
typed digits until the modal of `SITE.success` came. The pause, the start screen and where a login would lead are
inferred. The page's script holds the answer in `window.gameData`, which is never read.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING

from scrapers import (
    Button,
    Cells,
    Choice,
    Entrance,
    Givens,
    KnownBy,
    Pad,
    Page,
    Policy,
    Success,
    _nyt,
    has,
    label,
    place_in,
    selectors,
    tokens,
)
from solvers import Sudoku

if TYPE_CHECKING:
    from scrapers import ElementContext

ADDRESSES = r"nytimes\.com/puzzles/sudoku"
VALUE = ".su-cell__value"
DIGITS = range(1, 10)


def not_guessed(spot: ElementContext) -> tuple[Mapping[str, bool], Mapping[str, Hashable]]:
    """Say that a digit is no given if it is called a guess, else that it is one."""
    return ({"guessed": "guessed" not in tokens(spot.node)} if spot.node.css(VALUE) else {}), {}


GRID = Cells(
    "grid",
    kind=Sudoku,
    cell=".su-cell",
    places_by=(
        place_in("data-cell", pattern=r"^(?P<number>\d{1,2})$"),
        place_in("data-testid", pattern=r"^sudoku-cell-(?P<number>\d{1,2})$"),
    ),
    marks_by=(
        label({"empty": None, **{str(digit): digit for digit in DIGITS}}),
        selectors(
            {
                f".su-cell:not(:has({VALUE}))": None,
                **{f'{VALUE}[data-number="{digit}"]': digit for digit in DIGITS},
            }
        ),
    ),
    givens=Givens(locked=(has(".prefilled"), not_guessed)),
    fixed={"box": (3, 3)},
    pad=Pad(active=".selected"),
)
SITE = Page(
    NAME="nyt_sudoku",
    KIND="sudoku",
    HOME="https://www.nytimes.com/puzzles/sudoku",
    URL=r"https://www\.nytimes\.com/puzzles/sudoku/(easy|medium|hard)\b",
    template="https://www.nytimes.com/puzzles/sudoku/{level}",
    POLICY=Policy(timezone=None),
    EVIDENCE=KnownBy("described", "2026-11-23"),
    choices={"level": Choice(("easy", "medium", "hard"))},
    entrance=Entrance(
        board=".su-board:has(.su-cell)",
        dismiss=(
            _nyt.DECLINE,
            Button("button[class*=index-module_closeX__]"),
            Button(".xwd__modal--body:not(.modal-congrats-body) .xwd__modal--close"),
            Button(".su-modal-pause .pz-modal__button"),
            # While candidates are entered, a digit would be one of them.
            Button(".su-keyboard__mode.normal:not(.normalMode)", retry_after=2.0),
        ),
        start=(Button("[data-testid=play-button], .pz-moment__button.primary, [class*=_moment_] button"),),
        walls=_nyt.WALLS,
        asks=_nyt.ASKS,
    ),
    layouts=[GRID],
    title="Sudoku",
    success=Success(shown=".modal-congrats-body"),
)
