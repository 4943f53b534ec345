"""Test the studio's page in a real Chromium."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from urllib.parse import quote

from playwright.sync_api import Browser, Page, expect

from bot.browser.launch import new_context
from tests.addons.studio.page import running, violations
from tests.bot.sessions.test_report import TANGO


def test_a_browser_keeps_the_cookie_to_itself(chromium: Browser) -> None:
    """What it is started with leads to the page and its puzzle; scripts, other servers and browsers get no cookie."""
    with running() as studio, running() as other, new_context(chromium) as context, new_context(chromium) as stranger:
        page, its = context.new_page(), stranger.new_page()
        address = f"http://127.0.0.1:{studio.port}/{studio.door.code}#puzzle={quote(json.dumps(TANGO['puzzle']))}"
        page.goto(address)
        expect(page.locator("#board .given")).to_have_count(1)
        page.reload()
        expect(page.locator("#board .given")).to_have_count(1)
        refused = [its.goto(url) for url in (page.url, address)]
        sent = page.goto(f"http://127.0.0.1:{other.port}/")

        assert [403, 403] == [answer and answer.status for answer in refused]
        assert sent is not None
        assert "cookie" not in sent.request.all_headers()
        assert "" == page.evaluate("document.cookie")
        assert (1, True) == (len(context.cookies()), context.cookies()[0]["httpOnly"])


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
