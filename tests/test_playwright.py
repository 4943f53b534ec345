"""What givens relies on beyond Playwright's public interface; a test that fails here names what a new version breaks.

`pyproject.toml` therefore has an upper bound for Playwright: raise it once these tests pass with the new version.
"""

from __future__ import annotations

import asyncio
import tomllib
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING

import greenlet
import pytest

from bot.browser.limits import running_loop
from bot.browser.together import together
from scrapers import ask
from tests import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Page


class EndedError(BaseException):
    """Thrown into a call to end it."""


def test_version_is_one_that_was_tried() -> None:
    """The installed version is below the upper bound of `pyproject.toml`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (bounds,) = [text for text in project["dependencies"] if text.startswith("playwright>=")]
    lowest, highest = (tuple(map(int, bound.split("."))) for bound in bounds.removeprefix("playwright>=").split(",<"))

    assert lowest <= tuple(map(int, version("playwright").split("."))) < highest


def test_loop_runs_between_calls(blank: Page) -> None:
    """Playwright's event loop is the running loop of the thread, also between two calls (`bot.browser.limits`)."""
    blank.wait_for_timeout(0)

    assert running_loop().is_running()


def test_exception_ends_a_call_and_keeps_the_connection(blank: Page) -> None:
    """An exception thrown into the greenlet that waits for a call ends only that call (`bounded`, `interruptible`)."""
    timer = asyncio.get_running_loop().call_later(0.05, greenlet.getcurrent().throw, EndedError())
    with pytest.raises(EndedError):
        blank.evaluate("() => new Promise(() => {})")
    timer.cancel()

    assert 2 == blank.evaluate("1 + 1")


def test_calls_overlap_in_greenlets(blank: Page) -> None:
    """Calls that begin in greenlets of their own wait at the same time (`bot.browser.together`)."""
    blank.evaluate("() => { window.first = new Promise((resolve) => { window.open_first = resolve }) }")
    answers = together(
        blank,
        lambda: blank.evaluate("() => window.first.then(() => 'first')"),  # ends only once the second has run
        lambda: blank.evaluate("() => (window.open_first(), 'second')"),
    )

    assert ["first", "second"] == answers


def test_calls_begin_in_order(blank: Page) -> None:
    """Calls that begin one after the other reach the page in that order."""
    blank.evaluate("window.seen = []")
    together(blank, *(partial(blank.evaluate, f"window.seen.push({number})") for number in range(9)), ordered=True)

    assert [*range(9)] == blank.evaluate("window.seen")


def test_selectors_of_a_driver_are_reached_from_a_page(blank: Page) -> None:
    """The private names through which a page's driver learns our selector engine exist (`scrapers._world`)."""
    owner = blank.context.browser
    assert owner is not None
    selectors = owner.browser_type._impl_obj._playwright.selectors

    assert callable(selectors.register)
    assert callable(blank._sync)
    assert 2 == ask(blank.main_frame, "() => 1 + 1", None, int)
