"""Pages that are read by what they look like."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scrapers._guess import LOOK, find, guess, seen_of
from scrapers._site import Snapshot
from solvers import KINDS

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.command import Givens

ROWS = ["1.0.", "..0.", ".0..", "11.0"]


def looked(page: Page, body: str) -> Snapshot:
    """Return what is seen of a page."""
    page.set_content(body)
    return Snapshot("https://example.com/", "", page.evaluate(f"({LOOK})(document)"))


def board(rows: list[str], looks: dict[str, str]) -> str:
    """Return a board of plain squares."""
    cells = "".join(f"<i>{looks[mark]}</i>" for row in rows for mark in row)
    style = "display: grid; grid-template-columns: repeat(4, 40px); font: 24px/40px serif"
    return f"<style>i {{ height: 40px; text-align: center }}</style><div style='{style}'>{cells}</div>"


def test_marks_are_told_by_their_looks(page: Page) -> None:
    """Two texts on a lattice are the two marks of one puzzle; their names do not matter."""
    snapshot = looked(page, board(ROWS, {"1": "a", "0": "b", ".": ""}))

    found = guess(snapshot, {"binairo": KINDS["binairo"]})

    assert [(lattice.height, lattice.width) for lattice in found.boards] == [(4, 4)]
    assert found.looks == {"blank on #ffffff": 9, "b on #ffffff": 4, "a on #ffffff": 3}


@pytest.mark.parametrize("body", ["<p>no board</p>", "<canvas width=400 height=400></canvas>"])
def test_page_without_board(page: Page, body: str) -> None:
    """A page without squares has no board, and no answer."""
    snapshot = looked(page, body)

    found = guess(snapshot, KINDS)

    assert find(seen_of(snapshot)) == []
    assert found.answer is None
    assert ("canvas" in found.refusal) == ("canvas" in body)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--guess", "--site", "tango"], "--guess is for pages without a site module"),
        (["--kind", "tango"], "--kind tells --guess what a page shows"),
        (["--guess", "--kind", "off_by_one_sums"], "of off_by_one_sums cannot be read by looks"),
    ],
)
def test_usage(givens: Givens, options: list[str], words: str) -> None:
    """Options that exclude each other, and kinds that cannot be seen, are usage errors."""
    done = givens("read", "https://example.com/", *options)

    assert done.returncode == 2
    assert words in done.stderr
