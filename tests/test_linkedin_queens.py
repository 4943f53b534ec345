"""The Queens' page: what is wrong with a board gets a sentence, and its replica is made like the real one."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from scrapers import ReadError, Snapshot
from scrapers import linkedin_queens as site
from solvers import BadPuzzle
from tests.snapshots import CAPTURES
from tests.test_readers import ABSENT, form

if TYPE_CHECKING:
    from tests.snapshots import Boards

SAVED = [path for path in CAPTURES if path.stem == "queens"]
GUEST, SIGNED_IN = site.SITE.LAYOUTS


@pytest.fixture(scope="session")
def guest(boards: Boards) -> Snapshot:
    """Take the board of the plain guest page; its last cell of the first row holds a queen."""
    return boards["linkedin_queens/guest"]


@pytest.fixture(scope="session")
def begun(boards: Boards) -> Snapshot:
    """Take a signed-in board with crosses, a right queen and two wrong ones."""
    return boards["linkedin_queens/signed_in_begun"]


def changed(shown: Snapshot, pattern: str, text: str, count: int = 1) -> Snapshot:
    """Return a board with a pattern of its markup replaced, so many times (0: everywhere)."""
    html = re.sub(pattern, text, shown.html, count=count)
    assert html != shown.html
    return replace(shown, html=html)


@pytest.mark.parametrize(
    ("pattern", "text", "count", "sentence"),
    [
        pytest.param('aria-disabled="false"', 'aria-disabled="true"', 1, "R1C1 is locked, but empty", id="no queen"),
        pytest.param('aria-disabled="false"', "", 1, "has no aria-disabled", id="no lock"),
        pytest.param(
            "cell-input--queen",
            "cell-input--cross",
            1,
            "R1C7: its .queens-icon-svg says a queen, but its .cell-input--cross says a cross",
            id="a queen like a cross",
        ),
        pytest.param(
            "Queen of color",
            "Cross of color",
            1,
            "R1C7: its .cell-input--queen says a queen, but its label says a cross",
            id="a queen called a cross",
        ),
        pytest.param(
            r'cell-color-\d(?=[^>]*data-cell-idx="24")',
            "cell-color-3",
            1,
            "R4C4: its colour says region 4, but its border says region 1",
            id="a cell of another colour",
        ),
        pytest.param(
            "color [A-Z][a-z ]+(?=[A-Z][a-z]+, row 4, column 4)",
            "color Pastel ",
            1,
            "R4C4: its colour says region 1, but its label says region 5",
            id="a cell of another colour, by its label",
        ),
        pytest.param(
            " with-right", "", 1, "a border between R1C2 and R1C3 is drawn in one of them only", id="half a border"
        ),
        pytest.param("row 1, column 1", "row 2, column 1", 1, "R1C1 by data-cell-idx is R2C1", id="a place"),
    ],
)
def test_bad_board_gets_a_sentence(guest: Snapshot, pattern: str, text: str, count: int, sentence: str) -> None:
    """What is wrong with a board is said in one sentence that names what was seen."""
    with pytest.raises((ReadError, BadPuzzle)) as caught:
        GUEST.read(changed(guest, pattern, text, count))

    assert sentence in caught.value.message


def test_what_is_painted_is_the_last_place(guest: Snapshot) -> None:
    """A board whose cells say nothing known of their colours is read from what is painted, said once."""
    strange = changed(guest, "cell-color-|with-|aria-label=", "x", 0)

    assert GUEST.read(guest).puzzle == GUEST.read(strange).puzzle
    assert frozenset() == GUEST.read(guest).single
    assert {words for words in GUEST.read(strange).single if words.startswith("region")} == {
        f"region {letter} holds one queen" for letter in "ABCDEFG"
    }


def test_a_queen_that_is_not_locked_is_the_players(begun: Snapshot) -> None:
    """Queens and crosses of the player's are marks, and no givens; regions are still said twice."""
    reading = SIGNED_IN.read(begun)
    marks = SIGNED_IN.marks(begun)

    assert not any(" is a queen" in words for words in reading.confirmed | reading.single)
    assert [3, 4] == [sum(mark == kind for _, mark in marks.marked()) for kind in (site.QUEEN, site.CROSS)]
    assert frozenset() == reading.single


def parts(board: Snapshot) -> set[Any]:
    """Return the forms of a board's cells: what each is, and what is in it, whatever its colour."""
    found = set[Any]()
    for cell in LexborHTMLParser(board.html).css("[data-cell-idx]"):
        tag, classes, attributes, inside = form(cell)
        plain = tuple(name for name in classes if not name.startswith("cell-color-"))
        found.add((tag, plain, attributes, tuple(child if isinstance(child, str) else child[0] for child in inside)))
        found.update(inside)
    return found


@pytest.mark.skipif(not SAVED, reason=ABSENT)
@pytest.mark.parametrize("case", ["guest", "guest_9x9"])
def test_replica_cells_are_made_like_real_ones(boards: Boards, case: str) -> None:
    """Every cell of ours, and all that is in it, has a twin on a saved page."""
    real = set().union(*(parts(boards.saved(path)) for path in SAVED))

    assert set() == parts(boards[f"linkedin_queens/{case}"]) - real
