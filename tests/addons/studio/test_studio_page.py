"""Test the studio's page in a real Chromium."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.addons.studio.page import violations
from tests.bot.sessions.test_report import TANGO


def test_a_puzzle_is_played(opened: Callable[..., Page]) -> None:
    """Marks are checked and taken back, a branch is dropped, hints end on the board, and a reload finds all of it."""
    page = opened(TANGO["puzzle"])
    page.get_by_role("button", name="Play", exact=True).click()
    marks, verdict = page.locator("#board .mark"), page.locator("#verdict")
    page.locator("#board").focus()
    for key in ("m", "m", "s"):
        page.keyboard.press(key)
    expect(marks).to_have_count(3)
    page.get_by_role("button", name="Check").click()
    expect(verdict).to_have_text("A mark is wrong")
    page.get_by_role("button", name="Go back to before it").click()
    expect(marks).to_have_count(1)
    page.get_by_role("button", name="What if?").click()
    page.locator("#board").press("s")
    expect(page.locator("#board .branch")).to_have_count(1)
    page.get_by_role("button", name="Drop").click()
    expect(marks).to_have_count(1)
    for words in ("Look at", "can be settled"):
        page.get_by_role("button", name="Hint").click()
        expect(page.locator("#hint")).to_contain_text(words)
        expect(page.locator("#board .lit")).to_have_count(3)
    page.get_by_role("button", name="Hint").click()
    expect(marks).to_have_count(3)
    expect(page).to_have_url(re.compile("play="))
    found = violations(page)
    page.reload()
    expect(marks).to_have_count(3)

    assert [] == found
