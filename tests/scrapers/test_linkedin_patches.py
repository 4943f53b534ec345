"""The Patches page: errors for bad boards, labels in any language, and a replica with the markup of the real page."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from selectolax.lexbor import LexborHTMLParser

from scrapers import Drag, ReadError, Snapshot
from scrapers import linkedin_patches as site
from scrapers._errors import OtherLayout
from solvers import Cell, Grid, load
from tests.cases import CASES
from tests.snapshots import ABSENT, CAPTURES, form, markup

if TYPE_CHECKING:
    from typing import Any

    from selectolax.lexbor import LexborNode as Node

    from tests.snapshots import Boards

CASE = CASES["linkedin_patches/guest_5x5"]
SAVED = [path for path in CAPTURES if path.stem == "patches"]
GUEST, SIGNED_IN = site.SITE.LAYOUTS
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


@pytest.fixture(scope="session")
def shown(boards: Boards) -> Snapshot:
    """Return the smallest board of the guest page."""
    return boards[CASE.name]


def changed(shown: Snapshot, before: str, after: str) -> Snapshot:
    """Return a board with one piece of its markup replaced."""
    assert shown.html.count(before) == 1
    return replace(shown, html=shown.html.replace(before, after))


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ('"Row 1, column 1"', '"Row 1, column 2"', "R1C1 by data-cell-idx is R1C2 by aria-label"),
        ('"Row 1, column 4, wide', '"Row 1, column 4, tall', "R1C4: data-shape says wide, but its label says tall"),
        (
            "2, column 3, freeform clue, 6 cells",
            "2, column 3, freeform clue, 5 cells",
            "R2C3: [data-testid^=patches-clue-number] says 6 cells, but its label says 5 cells",
        ),
        (
            "2, column 3, freeform clue, 6 cells",
            "2, column 3, freeform clue",
            "R2C3: [data-testid^=patches-clue-number] says 6 cells, but its label says no cells",
        ),
        ('clue-number-7">6<', 'clue-number-7">six<', "R2C3 has 1 numbers, the first 'six'"),
        (
            '"Row 1, column 1"',
            '"Row 1, column 1, freeform clue"',
            "R1C1: [data-shape] says no clue, but its label says a clue",
        ),
        (
            '"Row 1, column 4, wide rectangle clue"',
            '"Row 1, column 4"',
            "R1C4: [data-shape] says a clue, but its label says no clue",
        ),
        (
            '"Row 1, column 1"',
            '"Row 1, column 1, in region with clue at row 1, column 2"',
            "a cell says that it belongs to the clue in R1C2, but there is no clue",
        ),
        (
            'data-cell-idx="3" data-testid="cell-3"',
            'data-shape="PatchesShapeConstraint_ROUND" data-cell-idx="3" data-testid="cell-3"',
            f"R1C4 has 2 shapes, the first PatchesShapeConstraint_ROUND, not one of {', '.join(site.SHAPES)}",
        ),
    ],
)
def test_bad_board(shown: Snapshot, before: str, after: str, sentence: str) -> None:
    """The error for a bad board is one sentence that names what was found."""
    with pytest.raises(ReadError) as caught:
        GUEST.read(changed(shown, before, after))

    assert sentence == caught.value.message


def test_labels_in_another_script(shown: Snapshot) -> None:
    """Numbers and commas are read in any language, even if a drawn patch has only one cell."""
    html = shown.html
    for word, other in WORDS.items():
        html = html.replace(word, other)
    drawn = changed(replace(shown, html=html), "行1、列4、横長の手がかり", "行1、列4、横長の手がかり、区画内")
    assert CASE.puzzle is not None

    assert load(dict(CASE.puzzle)) == GUEST.read(replace(shown, html=html)).puzzle == GUEST.read(drawn).puzzle
    assert [(Cell(0, 3), 1)] == list(GUEST.marks(drawn).marked())


def test_screen_decides_the_layout(shown: Snapshot) -> None:
    """The same board belongs to the guest layout on the guest screen, and to the signed-in layout on any other."""
    members = replace(shown, state={**shown.state, "screen": "com.linkedin.sdui.flagshipnav.games.GamePlayDesktopPage"})

    assert GUEST.read(shown).puzzle == SIGNED_IN.read(members).puzzle
    for layout, board in ((GUEST, members), (SIGNED_IN, shown)):
        with pytest.raises(OtherLayout, match="screen is"):
            layout.read(board)


def test_keys_lead_to_corners(shown: Snapshot) -> None:
    """By keyboard, a patch is drawn from its first cell to its last, wherever the cursor starts."""
    solution = Grid.parse(list(CASE.solution or ()))
    keys = {next(iter(move.leaves)): move.keys for move in GUEST.moves(shown, solution) if isinstance(move, Drag)}
    home = ("Escape", "Enter", *["ArrowUp"] * 4, *["ArrowLeft"] * 4)

    assert keys[Cell(0, 0)] == (*home, "Enter", "ArrowDown", "ArrowRight", "ArrowRight", "Enter", "Escape")
    assert keys[Cell(1, 3)] == (*home, "ArrowDown", *["ArrowRight"] * 3, "Enter", *["ArrowDown"] * 2, "Enter", "Escape")


def bare(node: Any) -> Any:  # noqa: ANN401 - a nested tuple
    """Return a form without its classes, which mean nothing."""
    if not isinstance(node, tuple):
        return node
    tag, _classes, attributes, inside = node
    return tag, attributes, tuple(map(bare, inside))


def cells(board: Snapshot) -> set[Any]:
    """Return the forms of a board's cells by their shapes: tags, attributes, nesting and order."""

    def shape(cell: Node) -> str | None:
        found = cell.css_first("[data-shape]")
        return None if found is None else re.sub("^.*_", "", found.attributes["data-shape"] or "")

    found = LexborHTMLParser(board.html).css("[data-cell-idx]")
    return {(shape(cell), bare(form(cell))) for cell in found}


@pytest.mark.skipif(not SAVED, reason=ABSENT)
def test_replica_cells_have_the_markup_of_real_ones(boards: Boards, shown: Snapshot) -> None:
    """Every cell of a replica has a cell of the same form on a saved page."""
    real = set().union(*(cells(markup(path)) for path in SAVED))
    others = (boards[f"linkedin_patches/{name}"] for name in ("guest", "guest_french"))

    assert set() == cells(shown).union(*map(cells, others)) - real
