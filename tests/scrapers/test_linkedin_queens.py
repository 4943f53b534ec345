"""The Queens page: errors for bad boards, and a replica with the markup of the real page."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from scrapers import ReadError, Snapshot
from scrapers import linkedin_queens as site
from solvers import BadPuzzle
from tests.snapshots import ABSENT, CAPTURES, form, markup

if TYPE_CHECKING:
    from tests.snapshots import Boards

SAVED = [path for path in CAPTURES if path.stem == "queens"]
GUEST, SIGNED_IN = site.SITE.LAYOUTS


@pytest.fixture(scope="session")
def guest(boards: Boards) -> Snapshot:
    """Return the board of the plain guest page; the last cell of its first row holds a queen."""
    return boards["linkedin_queens/guest"]


@pytest.fixture(scope="session")
def begun(boards: Boards) -> Snapshot:
    """Return a signed-in board with crosses, a correct queen and two wrong ones."""
    return boards["linkedin_queens/signed_in_begun"]


def changed(shown: Snapshot, pattern: str, text: str, count: int = 1) -> Snapshot:
    """Return a board with a pattern of its markup replaced `count` times (0: everywhere)."""
    html = re.sub(pattern, text, shown.html, count=count)
    assert html != shown.html
    return replace(shown, html=html)


@pytest.mark.parametrize(
    ("pattern", "text", "count", "sentence"),
    [
        ('aria-disabled="false"', 'aria-disabled="true"', 1, "R1C1 is locked, but empty"),
        ('aria-disabled="false"', "", 1, "has no aria-disabled"),
        (
            "cell-input--queen",
            "cell-input--cross",
            1,
            "R1C7: its .queens-icon-svg says a queen, but its .cell-input--cross says a cross",
        ),
        (
            "Queen of color",
            "Cross of color",
            1,
            "R1C7: its .cell-input--queen says a queen, but its label says a cross",
        ),
        (
            r'cell-color-\d(?=[^>]*data-cell-idx="24")',
            "cell-color-3",
            1,
            "R4C4: its colour says region 4, but its border says region 1",
        ),
        (
            "color [A-Z][a-z ]+(?=[A-Z][a-z]+, row 4, column 4)",
            "color Pastel ",
            1,
            "R4C4: its colour says region 1, but its label says region 5",
        ),
        (" with-right", "", 1, "a border between R1C2 and R1C3 is drawn in only one of them"),
        ("row 1, column 1", "row 2, column 1", 1, "R1C1 by data-cell-idx is R2C1"),
    ],
)
def test_bad_board(guest: Snapshot, pattern: str, text: str, count: int, sentence: str) -> None:
    """The error for a bad board is one sentence that names what was found."""
    with pytest.raises((ReadError, BadPuzzle)) as caught:
        GUEST.read(changed(guest, pattern, text, count))

    assert sentence in caught.value.message


def test_painted_colours_are_the_last_source(guest: Snapshot) -> None:
    """If neither classes nor labels name known colours, regions are read from the painted colours, a single source."""
    strange = changed(guest, "cell-color-|with-|aria-label=", "x", 0)

    assert GUEST.read(guest).puzzle == GUEST.read(strange).puzzle
    assert frozenset() == GUEST.read(guest).single
    assert {words for words in GUEST.read(strange).single if words.startswith("region")} == {
        f"region {letter} holds one queen" for letter in "ABCDEFG"
    }


def test_unlocked_queens_are_not_givens(begun: Snapshot) -> None:
    """Queens and crosses of the player are marks, not givens; regions are still confirmed."""
    reading = SIGNED_IN.read(begun)
    marks = SIGNED_IN.marks(begun)

    assert not any(" is a queen" in words for words in reading.confirmed | reading.single)
    assert [3, 4] == [sum(mark == kind for _, mark in marks.marked()) for kind in (site.QUEEN, site.CROSS)]
    assert frozenset() == reading.single


def parts(board: Snapshot) -> set[Any]:
    """Return the forms of a board's cells: their own and those of their content, without colours."""
    found = set[Any]()
    for cell in LexborHTMLParser(board.html).css("[data-cell-idx]"):
        tag, classes, attributes, inside = form(cell)
        plain = tuple(name for name in classes if not name.startswith("cell-color-"))
        found.add((tag, plain, attributes, tuple(child if isinstance(child, str) else child[0] for child in inside)))
        found.update(inside)
    return found


@pytest.mark.skipif(not SAVED, reason=ABSENT)
@pytest.mark.parametrize("case", ["guest", "guest_9x9"])
def test_replica_cells_have_the_markup_of_real_ones(boards: Boards, case: str) -> None:
    """Every cell of a replica, with its content, has a cell of the same form on a saved page."""
    real = set().union(*(parts(markup(path)) for path in SAVED))

    assert set() == parts(boards[f"linkedin_queens/{case}"]) - real
