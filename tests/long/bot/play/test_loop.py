"""The main loop on every playable fixture in a real Chromium: each ends as its `expect` says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import givens
from bot.errors import EnterError
from solvers import Grid, NotUnique, load
from tests.bot.play.test_loop import SITE_OF, dragged, marks, replica, run, to_drag, untimed
from tests.cases import CASES, opened

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_the_next_of_several_is_tried(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the site allows several solutions and the page does not react to the first, it is changed to the second."""
    case = CASES["linkedin_patches/several_other"]
    assert case.puzzle is not None
    assert case.solution is not None
    right, (grid, other_grid) = Grid.parse(list(case.solution)), givens.solutions(load(dict(case.puzzle))).grids
    wrong = other_grid if grid == right else grid

    def solve(*_: object, **__: object) -> None:
        raise NotUnique(wrong, right, Grid.make(7, 7), {})

    # Which solution is found first may vary.
    monkeypatch.setattr("bot.play.entering.solve", solve)
    opened(page, case)

    played = run(page, case)

    first, then = marks(wrong.rows()), marks(right.rows())
    assert (True, right, False) == (played.accepted, Grid.parse(played.solution or []), played.unique)
    assert then == replica(page).evaluate("__shown")
    assert to_drag([None] * len(first), first) + to_drag(first, then) == dragged(replica(page))


@pytest.mark.parametrize("site", ["linkedin_tango", "linkedin_mini_sudoku"])
def test_shortest_time(page: Page, monkeypatch: pytest.MonkeyPatch, site: str) -> None:
    """When signed in, the last input waits until the site can save the score; without that, the page says so."""
    case, shortest = CASES[f"{site}/signed_in_too_fast"], SITE_OF[site].POLICY.min_elapsed["signed_in"]
    opened(page, case)
    run(page, case)
    cells = "__log.filter(event => event.type === 'mousedown' && event.index !== null)"
    times = [event["time"] for event in replica(page).evaluate(cells)]

    assert times[-1] - times[0] >= 1000 * shortest - 50

    untimed(SITE_OF[site], monkeypatch)
    page.goto(case.url)
    with pytest.raises(EnterError, match=r"refuses the solution: '.*issue saving your game"):
        run(page, case)
