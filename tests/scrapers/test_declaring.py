"""What a site author declares is checked where it is declared, or before the first input."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from scrapers import Cells, ReadError, Signs, Walls, has, selectors, text
from scrapers._reading.clicks import clicks, in_cycle
from solvers import Binairo, Grid

if TYPE_CHECKING:
    from collections.abc import Callable


GRID = Cells("grid", kind=Binairo, cell=".cell", marks_by=(text({"": None}),))


@pytest.mark.parametrize(
    ("declare", "named"),
    [
        (lambda: replace(GRID, cell=""), "Cells.cell"),
        (lambda: replace(GRID, cell=".a["), "Cells.cell"),
        (lambda: replace(GRID, content="a >"), "Cells.content"),
        (lambda: replace(GRID, board="..x"), "Cells.board"),
        (lambda: replace(GRID, groups=[".a", ""]), "Cells.groups"),
        (lambda: Signs("", signs_by=(text({}),)), "Signs.css"),
        (lambda: Walls("a["), "Walls.css"),
        (lambda: selectors({"": 1}), "selectors"),
        (lambda: has(""), "has"),
    ],
)
def test_a_selector_that_is_none(declare: Callable[[], object], named: str) -> None:
    """An empty or invalid selector is refused by the name of its parameter."""
    with pytest.raises(TypeError, match=f"{named} must be a CSS selector"):
        declare()


def test_a_mark_that_no_click_makes() -> None:
    """No click is planned if the solution needs a mark that is neither in the cycle nor spare."""
    shown, solution = Grid.parse([".."]), Grid.parse(["10"])

    with pytest.raises(ReadError, match=r"R1C2 must hold 0, which is neither in the click cycle \(None, 1\) nor spare"):
        clicks(shown, solution, dict.fromkeys(solution.cells()), in_cycle((None, 1)))
