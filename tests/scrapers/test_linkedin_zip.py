"""The Zip pages: errors for bad boards, a path without its start, and the keys of the replica."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scrapers import Click, ReadError
from scrapers.linkedin_zip import SITE
from solvers import BadPuzzle, Cell, Grid
from tests.cases import CASES
from tests.mutations import Mutant

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapers import Layout, Snapshot
    from tests.mutations import Element
    from tests.snapshots import Boards

GUEST, SIGNED_IN = SITE.LAYOUTS


@pytest.fixture(scope="session")
def guest(boards: Boards) -> Snapshot:
    """Return the board of the plain guest page."""
    return boards["linkedin_zip/guest"]


@pytest.fixture(scope="session")
def signed_in(boards: Boards) -> Snapshot:
    """Return the board of the plain signed-in page."""
    return boards["linkedin_zip/signed_in"]


def cell(board: Mutant, at: int) -> Element:
    """Return a cell by its number."""
    return next(element for element in board.elements() if element.attributes.get("data-cell-idx") == str(at))


def part(board: Mutant, at: int, name: str) -> Element:
    """Return the element of a cell that has a class."""
    return next(element for element in cell(board, at).walk() if name in element.classes())


def written(at: int, text: str) -> Callable[[Mutant], object]:
    """Return a change that writes another number into a cell."""
    return lambda board: part(board, at, "trail-cell-content").children.__setitem__(slice(None), [text])


def turned(board: Mutant) -> None:
    """Change the class of a wall below its cell to another side."""
    part(board, 15, "trail-cell-wall").attributes["class"] = "trail-cell-wall trail-cell-wall--left"


def undrawn(board: Mutant) -> None:
    """Hide one wall of several."""
    wall = part(board, 15, "trail-cell-wall")
    wall.measured = {key: value for key, value in wall.measured.items() if key != "after"}


def labelled(board: Mutant) -> None:
    """Write another number into the label of a numbered cell."""
    cell(board, 14).attributes["aria-label"] = "Number 7"


def walled(board: Mutant) -> None:
    """Draw a wall with the element that draws the rim of a cell."""
    rim = cell(board, 14).children[0]
    assert not isinstance(rim, str)
    rim.measured = {**rim.measured, "after": {"borders": [0, 12, 0, 0]}}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (written(0, "two"), "R1C1 holds 'two', not a number"),
        (written(0, "5"), "givens: no cell holds 3, but the numbers go from 1 to the last without a gap"),
        (written(3, "3"), "R1C4: its text says 3, but its .trail-cell-segment--circle-start says 1"),
        (turned, "a wall of R3C4: its trail-cell-wall--left says a wall left, but its border says a wall down"),
        (undrawn, "a wall of R3C4: its trail-cell-wall--down says a wall down, but its border says no wall"),
    ],
)
def test_bad_guest_board(guest: Snapshot, change: Callable[[Mutant], object], sentence: str) -> None:
    """The error for a bad board is one sentence that names what was found."""
    assert sentence == refusal(GUEST, guest, change)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (labelled, "R3C3: its text says 2, but the label of [data-cell-idx] says 7"),
        (walled, "a wall of R3C3 is called a wall right, but by its classes it is no wall like a wall of R1C1"),
    ],
)
def test_bad_signed_in_board(signed_in: Snapshot, change: Callable[[Mutant], object], sentence: str) -> None:
    """The same holds for the page whose classes have no meaning."""
    assert sentence == refusal(SIGNED_IN, signed_in, change)


def refusal(layout: Layout, shown: Snapshot, change: Callable[[Mutant], object]) -> str:
    """Return why a changed board is refused."""
    board = Mutant.of(shown)
    change(board)
    with pytest.raises((ReadError, BadPuzzle)) as caught:
        layout.read(board.snapshot(aligned=True))
    return caught.value.message


def test_path_begins_with_a_click(guest: Snapshot) -> None:
    """If the path does not have its first cell yet, that cell is clicked before any key."""
    board = Mutant.of(guest)
    first = cell(board, 3)
    first.attributes["class"] = "trail-cell"
    left, top, width, height = first.measured["box"]
    solution = Grid.parse(list(CASES["linkedin_zip/guest"].solution or ()))

    assert [Click((left + width / 2, top + height / 2), {Cell(0, 3): frozenset({1})})] == GUEST.moves(
        board.snapshot(aligned=True), solution
    )
