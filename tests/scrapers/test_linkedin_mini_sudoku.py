"""The Mini Sudoku page: errors for bad boards, and a replica with the markup of the real page."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from selectolax.lexbor import LexborHTMLParser

from scrapers import ReadError, Snapshot
from scrapers import linkedin_mini_sudoku as site
from scrapers._errors import OtherLayout
from solvers import BadPuzzle, Grid
from tests.cases import CASES
from tests.snapshots import ABSENT, CAPTURES, form, markup

if TYPE_CHECKING:
    from typing import Any

    from tests.snapshots import Boards

CASE = CASES["linkedin_mini_sudoku/guest"]
SAVED = [path for path in CAPTURES if path.stem == "minisudoku"]
GUEST, SIGNED_IN = site.SITE.LAYOUTS
FRAME = "https://www.linkedin.com/preload/games/mini-sudoku/"


@pytest.fixture(scope="session")
def shown(boards: Boards) -> Snapshot:
    """Return the board of the plain guest page."""
    return boards[CASE.name]


def changed(shown: Snapshot, pattern: str, text: str, count: int = 1) -> Snapshot:
    """Return a board with a pattern of its markup replaced `count` times (0: everywhere)."""
    html = re.sub(pattern, text, shown.html, count=count)
    assert html != shown.html
    return replace(shown, html=html)


@pytest.mark.parametrize(
    ("pattern", "text", "count", "sentence"),
    [
        (r'data-cell-idx="1"', 'data-cell-idx="0"', 1, "R1C2 by the drawn lattice"),
        (r"\b4\s*</div>", "x</div>", 1, "R1C2 holds 'x', not a number"),
        (r"\b4\s*</div>", "7</div>", 1, "R1C2 holds 7, but a cell holds a number from 1 to 6"),
        ("sudoku-cell-content", "x", 1, "R1C1 holds 0 marks, not one (.sudoku-cell-content)"),
        ("sudoku-cell-border-top-left", "sudoku-cell-prefilled", 1, "R1C1 is locked, but empty"),
    ],
)
def test_bad_board(shown: Snapshot, pattern: str, text: str, count: int, sentence: str) -> None:
    """The error for a bad board is one sentence that names what was found."""
    with pytest.raises((ReadError, BadPuzzle)) as caught:
        GUEST.read(changed(shown, pattern, text, count))

    assert sentence in caught.value.message


@pytest.mark.parametrize(
    ("pattern", "text", "sentence"),
    [
        (
            "text--disabled",
            "text--active",
            "the board does not accept marks now: nothing matches [data-control-btn=notes]",
        ),
        ('data-number="3"', 'data-number="x"', 'the pad shows 0 keys [data-number="3"], not one'),
        ('data-number="4"', 'data-number="3"', 'the pad shows 2 keys [data-number="3"], not one'),
    ],
)
def test_bad_pad(shown: Snapshot, pattern: str, text: str, sentence: str) -> None:
    """Nothing is entered if digits would be notes, or cannot be found; a solved board needs no pad."""
    bad, solution = changed(shown, pattern, text), Grid.parse(list(CASE.solution or ()))
    with pytest.raises(ReadError) as caught:
        GUEST.moves(bad, solution)

    assert sentence in caught.value.message
    assert GUEST.moves(bad, GUEST.marks(bad)) == []


def test_address_decides_the_layout(shown: Snapshot) -> None:
    """The same board belongs to the signed-in layout at its frame's address, and to the guest layout elsewhere."""
    framed = replace(shown, url=FRAME)

    assert GUEST.read(shown).puzzle == SIGNED_IN.read(framed).puzzle
    with pytest.raises(OtherLayout):
        GUEST.read(framed)
    with pytest.raises(OtherLayout):
        SIGNED_IN.read(shown)


def cells(board: Snapshot) -> set[Any]:
    """Return the forms of a board's cells: tags, classes, attributes, nesting and order."""
    return {form(cell) for cell in LexborHTMLParser(board.html).css("[data-cell-idx]")}


@pytest.mark.skipif(not SAVED, reason=ABSENT)
def test_replica_cells_have_the_markup_of_real_ones(shown: Snapshot) -> None:
    """Every cell of a replica has a cell of the same form on a saved page."""
    real = set().union(*(cells(markup(path)) for path in SAVED))

    assert set() == cells(shown) - real
