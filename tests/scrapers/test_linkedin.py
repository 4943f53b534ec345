"""Mini Sudoku, Queens, Patches and Zip: errors for bad boards, layouts, replicas with the markup of the real pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser
from selectolax.lexbor import LexborNode as Node

from scrapers import (
    Click,
    Drag,
    Layout,
    OtherLayout,
    ReadError,
    Snapshot,
    linkedin_mini_sudoku,
    linkedin_patches,
    linkedin_queens,
)
from scrapers.linkedin_patches import SHAPES
from scrapers.linkedin_queens import CROSS, QUEEN
from scrapers.linkedin_zip import SITE
from solvers import BadPuzzle, Cell, Grid, load
from tests.cases import CASES
from tests.mutations import Element, Mutant
from tests.snapshots import ABSENT, CAPTURES, Boards, form, markup
from tests.tiers import first

MINI, QUEENS, PATCHES = "linkedin_mini_sudoku/guest", "linkedin_queens/guest", "linkedin_patches/guest_5x5"
SITES = {MINI: linkedin_mini_sudoku.SITE, QUEENS: linkedin_queens.SITE, PATCHES: linkedin_patches.SITE}
GUESTS, SIGNED_IN = ({name: site.LAYOUTS[at] for name, site in SITES.items()} for at in (0, 1))
WORDS = {
    "Row ": "行",
    "column ": "列",
    "freeform clue": "自由な手がかり",
    "wide rectangle clue": "横長の手がかり",
    "tall rectangle clue": "縦長の手がかり",
    " cells": "マス",
    ", ": "、",
}
"""Labels that a page in another script might have."""


def changed(shown: Snapshot, pattern: str, text: str, count: int = 1) -> Snapshot:
    """Return a board with a pattern of its markup replaced `count` times (0: everywhere)."""
    html = re.sub(pattern, text, shown.html, count=count)
    assert html != shown.html
    return replace(shown, html=html)


@pytest.mark.parametrize(
    ("name", "pattern", "text", "sentence"),
    [
        (MINI, r'data-cell-idx="1"', 'data-cell-idx="0"', "R1C2 by the drawn lattice"),
        (MINI, r"\b4\s*</div>", "x</div>", "R1C2 holds 'x', not a number"),
        (MINI, r"\b4\s*</div>", "7</div>", "R1C2 holds 7, but a cell is blank or holds a number"),
        (QUEENS, "cell-input--queen", "cell-input--cross", "says a queen, but its .cell-input--cross says a cross"),
        (QUEENS, r'cell-color-\d(?=[^>]*data-cell-idx="24")', "cell-color-3", "region 4, but its border says region 1"),
        (QUEENS, "color [A-Z][a-z ]+(?=[A-Z][a-z]+, row 4, column 4)", "color Pastel ", "but its label says region 5"),
        (QUEENS, " with-right", "", "a border between R1C2 and R1C3 is drawn in only one of them"),
        (PATCHES, '"Row 1, column 1"', '"Row 1, column 2"', "R1C1 by data-cell-idx is R1C2 by aria-label"),
        (PATCHES, "1, column 4, wide", "1, column 4, tall", "R1C4: data-shape says wide, but its label says tall"),
        (PATCHES, "3, freeform clue, 6 cells", "3, freeform clue, 5 cells", "says 6 cells, but its label says 5 cells"),
        (PATCHES, 'clue-number-7">6<', 'clue-number-7">six<', "R2C3 has 1 numbers, the first 'six'"),
        (PATCHES, '(Row 1, column 1)"', r'\1, freeform clue"', "[data-shape] says no clue, but its label says a clue"),
        (PATCHES, '(1, column 1)"', r'\1, in region with clue at row 1, column 2"', "in R1C2, but there is no clue"),
        (PATCHES, '(data-testid="cell-3")', r'data-shape="ROUND" \1', f"first ROUND, not one of {', '.join(SHAPES)}"),
    ],
)
def test_bad_board(boards: Boards, name: str, pattern: str, text: str, sentence: str) -> None:
    """The error for a bad board is one sentence that names what was found."""
    with pytest.raises((ReadError, BadPuzzle)) as caught:
        GUESTS[name].read(changed(boards[name], pattern, text))

    assert sentence in caught.value.message


@pytest.mark.parametrize(
    ("pattern", "text", "sentence"),
    [
        ("text--disabled", "text--active", "the board does not accept marks now: nothing matches [data-control-btn="),
        ('data-number="3"', 'data-number="x"', 'the pad shows 0 keys [data-number="3"], not one'),
        ('data-number="4"', 'data-number="3"', 'the pad shows 2 keys [data-number="3"], not one'),
    ],
)
def test_bad_pad(boards: Boards, pattern: str, text: str, sentence: str) -> None:
    """Nothing is entered if digits would be notes, or cannot be found; a solved board needs no pad."""
    bad, solution = changed(boards[MINI], pattern, text), Grid.parse(list(CASES[MINI].solution or ()))
    with pytest.raises(ReadError) as caught:
        GUESTS[MINI].moves(bad, solution)

    assert sentence in caught.value.message
    assert GUESTS[MINI].moves(bad, GUESTS[MINI].marks(bad)) == []


def test_place_decides_the_layout(boards: Boards) -> None:
    """The same board is the signed-in layout's at its frame's address or on its screen, else the guest layout's."""
    screen = "com.linkedin.sdui.flagshipnav.games.GamePlayDesktopPage"
    patches, mini = boards[PATCHES], boards[MINI]
    for name, board, members in (
        (MINI, mini, replace(mini, url="https://www.linkedin.com/preload/games/mini-sudoku/")),
        (PATCHES, patches, replace(patches, state={**patches.state, "screen": screen})),
    ):
        assert GUESTS[name].read(board).puzzle == SIGNED_IN[name].read(members).puzzle
        for layout, other in ((GUESTS[name], members), (SIGNED_IN[name], board)):
            with pytest.raises(OtherLayout):
                layout.read(other)


def test_painted_colours_are_the_last_source(boards: Boards) -> None:
    """If neither classes nor labels name known colours, regions are read from the painted colours, a single source."""
    guest, layout = boards[QUEENS], GUESTS[QUEENS]
    strange = changed(guest, "cell-color-|with-|aria-label=", "x", 0)

    assert layout.read(guest).puzzle == layout.read(strange).puzzle
    assert frozenset() == layout.read(guest).single
    assert {words for words in layout.read(strange).single if words.startswith("region")} == {
        f"region {letter} holds one queen" for letter in "ABCDEFG"
    }


def test_unlocked_queens_are_not_givens(boards: Boards) -> None:
    """Queens and crosses of the player are marks, not givens; regions are still confirmed."""
    begun, layout = boards["linkedin_queens/signed_in_begun"], SIGNED_IN[QUEENS]
    reading, marks = layout.read(begun), layout.marks(begun)

    assert not any(" is a queen" in words for words in reading.confirmed | reading.single)
    assert [3, 4] == [sum(mark == kind for _, mark in marks.marked()) for kind in (QUEEN, CROSS)]
    assert frozenset() == reading.single


def test_labels_in_another_script(boards: Boards) -> None:
    """Numbers and commas are read in any language, even if a drawn patch has only one cell."""
    shown, layout = boards[PATCHES], GUESTS[PATCHES]
    html = shown.html
    for word, other in WORDS.items():
        html = html.replace(word, other)
    drawn = changed(replace(shown, html=html), "行1、列4、横長の手がかり", "行1、列4、横長の手がかり、区画内")
    puzzle = load(dict(CASES[PATCHES].puzzle or {}))

    assert puzzle == layout.read(replace(shown, html=html)).puzzle == layout.read(drawn).puzzle
    assert [(Cell(0, 3), 1)] == list(layout.marks(drawn).marked())


def test_keys_lead_to_corners(boards: Boards) -> None:
    """By keyboard, a patch is drawn from its first cell to its last, wherever the cursor starts."""
    shown, layout = boards[PATCHES], GUESTS[PATCHES]
    solution = Grid.parse(list(CASES[PATCHES].solution or ()))
    keys = {next(iter(move.leaves)): move.keys for move in layout.moves(shown, solution) if isinstance(move, Drag)}
    home = ("Escape", "Enter", *["ArrowUp"] * 4, *["ArrowLeft"] * 4)

    assert keys[Cell(0, 0)] == (*home, "Enter", "ArrowDown", "ArrowRight", "ArrowRight", "Enter", "Escape")
    assert keys[Cell(1, 3)] == (*home, "ArrowDown", *["ArrowRight"] * 3, "Enter", *["ArrowDown"] * 2, "Enter", "Escape")


# --- likeness -------------------------------------------------------------------------------------------------------


def cells(board: Snapshot) -> set[Any]:
    """Return the forms of a board's cells: tags, classes, attributes, nesting and order."""
    return {form(cell) for cell in LexborHTMLParser(board.html).css("[data-cell-idx]")}


def parts(board: Snapshot) -> set[Any]:
    """Return the forms of a board's cells: their own and those of their content, without colours."""
    found = set[Any]()
    for cell in LexborHTMLParser(board.html).css("[data-cell-idx]"):
        tag, classes, attributes, inside = form(cell)
        plain = tuple(name for name in classes if not name.startswith("cell-color-"))
        found.add((tag, plain, attributes, tuple(child if isinstance(child, str) else child[0] for child in inside)))
        found.update(inside)
    return found


def bare(node: Any) -> Any:  # noqa: ANN401 - a nested tuple
    """Return a form without its classes, which mean nothing."""
    if not isinstance(node, tuple):
        return node
    tag, _classes, attributes, inside = node
    return tag, attributes, tuple(map(bare, inside))


def patches(board: Snapshot) -> set[Any]:
    """Return the forms of a board's cells by their shapes: tags, attributes, nesting and order."""

    def shape(cell: Node) -> str | None:
        found = cell.css_first("[data-shape]")
        return None if found is None else re.sub("^.*_", "", found.attributes["data-shape"] or "")

    found = LexborHTMLParser(board.html).css("[data-cell-idx]")
    return {(shape(cell), bare(form(cell))) for cell in found}


@pytest.mark.skipif(not CAPTURES, reason=ABSENT)
@pytest.mark.parametrize(
    ("stem", "forms", "cases"),
    first(
        [
            ("minisudoku", cells, [MINI]),
            ("tango", cells, ["linkedin_tango/guest_8x8", "linkedin_tango/guest_hard"]),
            ("queens", parts, [QUEENS, "linkedin_queens/guest_9x9"]),
            ("patches", patches, [PATCHES, "linkedin_patches/guest", "linkedin_patches/guest_french"]),
        ]
    ),
)
def test_replica_cells_have_the_markup_of_real_ones(
    boards: Boards, stem: str, forms: Callable[[Snapshot], set[Any]], cases: list[str]
) -> None:
    """Every cell of a replica, with its content, has a cell of the same form on a saved page."""
    real = set().union(*(forms(markup(path)) for path in CAPTURES if path.stem == stem))

    assert set() == set().union(*(forms(boards[case]) for case in cases)) - real


GUEST, SIGNED_IN_ZIP = SITE.LAYOUTS


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
    assert sentence == refusal(SIGNED_IN_ZIP, signed_in, change)


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
