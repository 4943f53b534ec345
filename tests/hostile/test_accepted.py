"""Pages that pretend that a solution is accepted: no run says so without the whole solution, or a proof."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING
from urllib.parse import urljoin

import msgspec
import pytest

from bot.daily.history import History
from bot.play.targets import today_of
from scrapers import SITES
from solvers import Grid
from tests.hostile import RESULTS, attacked, hostile, matrix

if TYPE_CHECKING:
    from pathlib import Path

    from bot.play.fixture import Fixture
    from tests.command import SharedPlaywright

DAY = date(2026, 11, 20)
DOES_NOT_FIT = {
    "hidden_signs": {"zero_hh1"},  # Its sign is a class of the board.
    "login_in_mid_round": {"brainbashers_three_in_a_row", "zero_hh1"},  # These have no accounts.
    "login_at_the_last": {"brainbashers_three_in_a_row", "zero_hh1"},
    "challenge_at_the_last": {"brainbashers_three_in_a_row", "zero_hh1"},
    # Their boards state no number to compare.
    "praised_with_another_number": {"brainbashers_three_in_a_row", "linkedin_patches", "zero_hh1"},
    "results_with_another_number": {"brainbashers_three_in_a_row", "linkedin_patches", "zero_hh1"},
}
"""By attack, the sites that cannot be attacked like this."""
NEEDS_HUMAN = {"login_in_mid_round", "login_at_the_last", "challenge_at_the_last"}
"""The attacks that lead to a wall, where only a person can go on."""


def case_of(attack: str, case: str) -> Fixture:
    """Return a case under attack, which serves every address that the attacks lead to."""
    fixture = hostile(attack, case)
    addresses = "/login", "/checkpoint/challenge/1", "/games/crossclimb/results/", RESULTS[fixture.site]
    return msgspec.structs.replace(
        fixture, pages={urljoin(fixture.url, address): "page.html" for address in addresses} | {**fixture.pages}
    )


@pytest.mark.parametrize(("attack", "case"), matrix("accepted"))
def test_false_acceptance(shared_playwright: SharedPlaywright, tmp_path: Path, attack: str, case: str) -> None:
    """A page that only pretends to accept a solution is an error in one sentence, and is left to do."""
    name, site = attack.partition("/")[2], case.partition("/")[0]
    if site in DOES_NOT_FIT.get(name, ()):
        pytest.skip("does not fit the site")

    outcome = attacked(shared_playwright, attack, case_of(attack, case))

    assert outcome.result.accepted is not True, outcome.result.said
    assert outcome.exit_code in ({6} if name in NEEDS_HUMAN else {3, 4, 5}), outcome.error
    assert "\n" not in str(outcome.error)
    with History(tmp_path / "history.sqlite") as history:
        history.note(site, "", DAY, outcome.result.line())
        play = history.get(site, "", DAY)
    assert play is not None
    assert not play.done


SITE_OF = {site.NAME: site for site in SITES}


@pytest.mark.parametrize(("attack", "case"), matrix("proven"))
def test_proven(shared_playwright: SharedPlaywright, attack: str, case: str) -> None:
    """Praise counts if the board goes with the only mark that it lacked, or if it states today's number."""
    fixture, site = case_of(attack, case), SITE_OF[case.partition("/")[0]]
    today = site.POLICY.number(today_of(site))
    if attack == "proven/today" and today is not None:
        fixture.replica["snippets"]["number"] = str(today)
    proven = attack != "proven/today" or today is not None

    outcome = attacked(shared_playwright, attack, fixture)

    assert (proven, not proven) == (outcome.result.accepted is True, outcome.exit_code != 0), outcome.error
    if attack == "proven/late_board":
        assert outcome.result.inputs > 0
        assert Grid.parse(outcome.result.board_after).agrees_with(Grid.parse(outcome.result.solution or []))
