"""Buttons that change while they are pressed: at most one input is stray, and nothing is opened or sent."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.play.check import press_check
from bot.play.fixture import ELSEWHERE, Fixture, serve
from tests.addons.unknown.pages import ADDRESS, played, write_case
from tests.addons.unknown.pages import page as unknown_page
from tests.hostile import attacked, attacks, hostile, strays

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import BrowserContext

    from tests.command import SharedPlaywright
    from tests.hostile import Stray

MOMENTS = ("pointerover", "pointerdown", "mousedown", "mouseup")
"""When a page changes its button: the events of a press, in their order."""
DECLARED = ("linkedin_tango/guest_modal", "zero_hh1/size_6", "linkedin_zip/guest")
"""Cases whose modules declare buttons to press."""
QUICK = {"press/wrapped_in_link", "press/covered_by_closed_frame"}
OF = "of hostile presses"


def with_moments(name: str) -> list[Any]:
    """Return every attack at every moment; the quick tier takes some."""
    long = [pytest.mark.long(OF)]
    return [
        pytest.param(
            attack,
            moment,
            id=f"{name}-{attack.removeprefix('press/')}-{moment}",
            marks=[] if attack in QUICK and moment == "mousedown" else long,
        )
        for attack in attacks("press")
        for moment in MOMENTS
    ]


def check(found: list[Stray]) -> None:
    """Fail if more than one input was stray, or if anything was opened, sent, or pressed on another origin."""
    changed = [stray for stray in found if stray.type == "changed"]
    others = [stray for stray in found if stray.type != "changed"]
    presses = [stray for stray in others if stray.type == "mousedown"]
    clicks = [stray for stray in others if stray.type == "click"]

    assert 1 == len(changed)
    assert [] == [stray for stray in others if stray.type in {"submit", "opened"} or stray.origin == ELSEWHERE]
    assert max(len(presses), len(clicks)) <= 1


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(("attack", "moment"), with_moments("declared"))
@pytest.mark.parametrize(
    "case", [DECLARED[0], *(pytest.param(case, marks=pytest.mark.long(OF)) for case in DECLARED[1:])]
)
def test_declared_buttons(shared_playwright: SharedPlaywright, attack: str, moment: str, case: str) -> None:
    """The buttons that a module declares."""
    fixture = hostile(attack, case)
    facts = {**fixture.replica["hostile"], "moment": moment}
    outcome = attacked(shared_playwright, attack, replace(fixture, replica={**fixture.replica, "hostile": facts}))

    check(outcome.strays)
    assert outcome.exit_code in {0, 3, 5, 6}


@pytest.mark.parametrize(("attack", "moment"), with_moments("check"))
def test_check_control(context: BrowserContext, tmp_path: Path, attack: str, moment: str) -> None:
    """The control that checks a board."""
    html = "<!doctype html><body><button id=check type=button>Check</button>"
    case = Fixture.load(write_case(tmp_path, html, attack=attack, button="#check", moment=moment))
    refused = serve(context, case)
    page = context.new_page()
    page.goto(case.url)

    press_check(page, "^check$")

    check(strays(refused))


DIALOG = """{board}<div class=over role=dialog><h2>Rules</h2>
    <button id=b type=button onclick="document.querySelector('.over').remove()">Got it</button></div>"""


@pytest.mark.parametrize(("attack", "moment"), with_moments("named"))
def test_what_a_person_names(shared_playwright: SharedPlaywright, tmp_path: Path, attack: str, moment: str) -> None:
    """A button that a person names by --press."""
    outcome = played(
        shared_playwright, tmp_path, unknown_page(DIALOG), press=["Got it"], attack=attack, button="#b", moment=moment
    )

    check(strays(outcome.elsewhere))
    assert outcome.exit_code in {0, 5, 6}
    assert ADDRESS == outcome.result.url
