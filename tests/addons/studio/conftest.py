"""What the tests of the studio share: a server, and a tab that shows its page in real time."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

from bot.browser.launch import new_context
from tests.addons.studio.page import Studio, running


@pytest.fixture(scope="session")
def studio() -> Iterator[Studio]:
    """Return a running studio."""
    with running() as studio:
        yield studio


@pytest.fixture(scope="session")
def watched(chromium: Browser) -> Iterator[tuple[Page, list[str]]]:
    """Open the page that the tests share; yield it and what it logs."""
    context = new_context(chromium)
    page = context.new_page()
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text))
    page.on("pageerror", lambda error: problems.append(str(error)))
    yield page, problems
    context.close()


@pytest.fixture
def page(watched: tuple[Page, list[str]]) -> Iterator[Page]:
    """Yield an empty page, which logs nothing."""
    page, problems = watched
    page.goto("about:blank")
    problems.clear()
    yield page

    assert [] == [text for text in problems if "ERR_CONNECTION_REFUSED" not in text]


@pytest.fixture
def opened(page: Page, studio: Studio) -> Callable[..., Page]:
    """Return a function that opens a puzzle."""

    def open_puzzle(puzzle: dict[str, Any]) -> Page:
        page.goto(f"{studio.address}#puzzle={quote(json.dumps(puzzle))}")
        expect(page.locator("#board .cell").first).to_be_visible()
        return page

    return open_puzzle
