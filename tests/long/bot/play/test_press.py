"""Buttons that a person names by --press and that change while they are pressed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.addons.unknown.pages import ADDRESS, played
from tests.addons.unknown.pages import page as unknown_page
from tests.bot.play.test_press import ATTACKS, MOMENT, check
from tests.hostile import strays

if TYPE_CHECKING:
    from pathlib import Path

    from tests.command import SharedPlaywright

DIALOG = """{board}<div class=over role=dialog><h2>Rules</h2>
    <button id=b type=button onclick="document.querySelector('.over').remove()">Got it</button></div>"""


@pytest.mark.parametrize("attack", ATTACKS)
def test_what_a_person_names(shared_playwright: SharedPlaywright, tmp_path: Path, attack: str) -> None:
    """A button that a person names by --press."""
    outcome = played(
        shared_playwright, tmp_path, unknown_page(DIALOG), press=["Got it"], attack=attack, button="#b", moment=MOMENT
    )

    check(strays(outcome.elsewhere))
    assert outcome.exit_code in {0, 5, 6}
    assert ADDRESS == outcome.result.url
