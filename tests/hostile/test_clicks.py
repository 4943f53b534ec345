"""Pages that change under the bot's hands, with two boards or a dead one, or that lie: no input goes astray."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.errors import EnterError
from bot.play.loop import play
from tests.cases import CASES, opened
from tests.hostile import FAMILIES, Stray, attacked, hostile, matrix, serve, strays

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.command import SharedPlaywright

PLAIN = "brainbashers_three_in_a_row/table_2022_6"


def test_stray_input_is_reported(page: Page) -> None:
    """Without the bot's protection, input outside the board is reported, also from the next page and another origin."""
    case = hostile("clicks/navigates", PLAIN)
    refused = serve(page.context, case)
    page.goto(case.url)
    page.mouse.click(5, 5)  # Before any input to the board nothing is stray.
    x, y = page.evaluate("__cells()")[0]
    page.mouse.click(x, y)
    page.wait_for_url("https://elsewhere.example/")
    page.mouse.click(5, 5)
    page.keyboard.press("Enter")

    first = {stray.type for stray in strays(refused) if stray.origin == "https://www.brainbashers.com"}
    assert first <= {"mouseup", "click"}  # The page may go between the press and the release.
    button = [stray for stray in strays(refused) if stray.target == "button#buy-0"]
    assert Stray("mousedown", "button#buy-0", "https://elsewhere.example", "") in button
    assert Stray("keydown", "button#buy-0", "https://elsewhere.example", "Enter") in button


@pytest.mark.parametrize(("attack", "case"), matrix("clicks", FAMILIES))
def test_clicks(shared_playwright: SharedPlaywright, attack: str, case: str) -> None:
    """At most one input is stray; none reaches another origin, opens a document or sends a form."""
    outcome = attacked(shared_playwright, attack, case)

    assert outcome.inputs_outside <= 1
    assert outcome.inputs_elsewhere == 0
    assert (0, 0) == (outcome.opened, outcome.sent)
    assert outcome.exit_code in {0, 3, 5, 6}


COVER = """window.bought = 0;
addEventListener("mousedown", () => {
    const button = document.createElement("button");
    button.style = "position: fixed; inset: 0; z-index: 9999";
    button.onclick = button.onmousedown = () => { bought += 1 };
    document.body.append(button);
}, { once: true, capture: true });"""


def test_page_that_was_opened_before(page: Page) -> None:
    """A page that somebody else has opened is protected, too: nothing presses the button that comes over the board."""
    opened(page, CASES[PLAIN])
    page.evaluate(COVER)

    with pytest.raises(EnterError, match="covered by <button>"):
        play(page)

    assert 0 == page.evaluate("bought")


HARMLESS = {"boards/modal_that_goes", "boards/moves_away"}
"""What does not keep a person from playing either."""


@pytest.mark.parametrize(("attack", "case"), matrix("boards"))
def test_boards(shared_playwright: SharedPlaywright, attack: str, case: str) -> None:
    """Two boards are refused, a board that does not answer gets three inputs, and harmless changes are overcome."""
    outcome = attacked(shared_playwright, attack, case)

    assert outcome.inputs_outside <= 1
    if attack in HARMLESS:
        assert (True, 0) == (outcome.result.accepted, outcome.exit_code), outcome.error
        return
    assert outcome.result.accepted is None
    if attack == "boards/copy_after":
        assert (3, 0) == (outcome.exit_code, outcome.result.inputs)
        assert "2 visible elements match" in str(outcome.error)
    else:
        assert 5 == outcome.exit_code
        assert attack != "boards/dead" or outcome.result.inputs <= 3


@pytest.mark.parametrize(("attack", "case"), matrix("lying"))
def test_lying(shared_playwright: SharedPlaywright, attack: str, case: str) -> None:
    """A page that replaces what is built in is played as usual, or is refused, and no input is stray."""
    outcome = attacked(shared_playwright, attack, case)

    assert outcome.exit_code in {0, 3, 5}, repr(outcome.error)
    assert outcome.inputs_outside == 0
