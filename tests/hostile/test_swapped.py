"""Pages that change their puzzle after it was read: no solution is entered into a board that it does not belong to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.play.fixture import Fixture
from bot.play.loop import Run
from scrapers import SITES, ReadError
from solvers import Grid, SolveError
from tests import FIXTURES
from tests.hostile import attacked, hostile, matrix

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapers import Accepted
    from tests.command import SharedPlaywright

OTHER = {
    "brainbashers_three_in_a_row": "table_2015_6",
    "linkedin_mini_sudoku": "signed_in_poison",
    "linkedin_patches": "signed_in_wrong",
    "linkedin_queens": "guest_begun",
    "linkedin_tango": "guest_hard",
    "linkedin_zip": "signed_in_poison",
    "zero_hh1": "dropped",
}
"""For each site a case with another puzzle of the same size."""
LOADS = {"linkedin_mini_sudoku": [{"mount": True, "append": {".game-board": "{#pad}"}}]}
"""What a page does when it begins again, if it is more than mounting the board."""

HIDES_GIVENS = {"zero_hh1": ReadError.EXIT, "brainbashers_three_in_a_row": SolveError.EXIT}
"""The sites whose board, once somebody has played, no longer shows which marks are givens, and the error that follows.

The squares of BrainBashers never do; its page lists the givens, but these pages do not list those of the other puzzle.
"""

SITE_OF = {site.NAME: site for site in SITES}


def case_of(attack: str, case: str) -> tuple[Fixture, list[str]]:
    """Return a case under attack, and the solution of the puzzle that takes the place of its own."""
    fixture = hostile(attack, case)
    other = Fixture.load(FIXTURES / fixture.site / OTHER[fixture.site])
    assert other.solution is not None
    assert other.puzzle != fixture.puzzle
    load = LOADS.get(fixture.site, [{"mount": True}])
    swapped = {"puzzle": other.puzzle, "solution": other.solution, "load": load, "keeps": fixture.site == "zero_hh1"}
    fixture.replica["hostile"]["other"] = swapped
    return fixture, list(other.solution)


def said_when_seen(wait: Callable[..., Accepted]) -> Callable[..., Accepted]:
    """Return the method that waits for the verdict; once it has one, it tells the page so."""

    def waited(run: Run, *arguments: Any) -> Accepted:  # noqa: ANN401 - as they are
        answer = wait(run, *arguments)
        run.task.page.evaluate("dispatchEvent(new Event('seen'))")
        return answer

    return waited


SIGN_ON_BOARD = "zero_hh1"
"""The site whose sign of success is a class of the board, and goes with it."""


@pytest.mark.parametrize(("attack", "case"), matrix("swapped"))
def test_swapped(shared_playwright: SharedPlaywright, monkeypatch: pytest.MonkeyPatch, attack: str, case: str) -> None:
    """The puzzle that is on the board in the end is solved, or the page that never stops changing is an error."""
    fixture, other = case_of(attack, case)
    if attack == "swapped/once_accepted":
        monkeypatch.setattr(Run, "wait_for_verdict", said_when_seen(Run.wait_for_verdict))

    outcome = attacked(shared_playwright, attack, fixture)

    played = outcome.result
    assert outcome.inputs_outside <= 1
    if attack == "swapped/always":
        assert (5, None) == (outcome.exit_code, played.accepted)
        return
    if outcome.exit_code == HIDES_GIVENS.get(fixture.site):
        assert played.accepted is None
        return
    entered = Grid.parse(played.solution or [])
    shown = Grid.parse(played.board_after)
    agrees = shown.agrees_with(entered) or shown.agrees_with(SITE_OF[fixture.site].POLICY.shown(entered))
    assert entered in [Grid.parse(list(fixture.solution or ())), Grid.parse(other)]
    if attack == "swapped/with_the_last_input":  # This page has no word for either solution.
        assert (5, None) == (outcome.exit_code, played.accepted)
        assert agrees
    elif attack == "swapped/once_accepted":
        assert (0, True) == (outcome.exit_code, played.accepted), outcome.error
        assert (Grid.parse(list(fixture.solution or ())), True) == (entered, agrees)
    elif attack == "swapped/once_solved":  # A board that contradicts what was accepted proves nothing.
        stands = agrees and fixture.site != SIGN_ON_BOARD
        assert ((0, True) if stands else (5, None)) == (outcome.exit_code, played.accepted), outcome.error
    else:
        assert (0, True) == (outcome.exit_code, played.accepted), outcome.error
        assert agrees
