"""What a site author declares is checked where it is declared, or before the first input."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from scrapers import Cells, ReadError, Signs, Walls, has, selectors, text
from scrapers._reading.clicks import clicks, in_cycle
from solvers import Binairo, Grid
from tests import FIXTURES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.command import Givens

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


def test_a_failed_replica_is_not_waited_for(givens: Givens, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of the engine ends the waiting for the board, however long that may last."""
    monkeypatch.setattr("scrapers._site.MOUNT_TIMEOUT", 3600.0)
    folder = tmp_path / "own" / "case"
    folder.mkdir(parents=True)
    base = FIXTURES / "brainbashers_three_in_a_row" / "table_2022_6"
    replica = {"board": {"html": "{nothing_of_that_name}"}}
    (folder / "fixture.json").write_text(json.dumps({"v": 1, "extends": str(base), "replica": replica}))
    done = givens("read", folder, "--trust")

    assert 3 == done.returncode
    assert "nothing is called {nothing_of_that_name}" in " ".join(done.stderr.split())
