"""How a page that no module knows may end: what a person takes for success is accepted, and nothing else is."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from scrapers import GuessedSite
from solvers import KINDS
from tests.wild import endings

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from scrapers import Accepted

GIVEN, SOLUTION = ("1.0.", "....", "11..", ".0.1"), ("1001", "0110", "1100", "0011")
STEP, STEPS = 0.5, 24
"""Seconds that pass between two looks, and the most looks."""


def html(*, solved: bool) -> str:
    """Return the page, with the board as it was read or as it is in the end."""
    shown = SOLUTION if solved else GIVEN
    rows = "".join(
        f"<tr>{''.join(cell(mark, is_given=given != '.') for mark, given in zip(*both, strict=True))}</tr>"
        for both in zip(shown, GIVEN, strict=True)
    )
    return endings.PAGE.replace("{rows}", rows)


def cell(mark: str, *, is_given: bool) -> str:
    """Return a cell."""
    return f"<td{' class=given' * is_given}>{mark.strip('.')}</td>"


@cache
def found(page: Page) -> Any:  # noqa: ANN401 - a guess
    """Return what is found on the page before it is entered."""
    page.set_content(html(solved=False))
    site = GuessedSite({"binairo": KINDS["binairo"]})
    site.board(page, 5.0, lambda *_: [])  # type: ignore[arg-type, return-value]
    return site.found


@pytest.fixture
def verdict(blank: Page, monkeypatch: pytest.MonkeyPatch) -> Any:  # noqa: ANN401 - a function
    """Return a function that plays an ending on a page, without waiting, and returns the verdict."""
    seconds = 0.0
    for module in ("endings", "clock"):
        monkeypatch.setattr(f"scrapers._guess.{module}.time", SimpleNamespace(monotonic=lambda: seconds))

    def ended(script: str, *, early: str) -> Accepted:
        nonlocal seconds
        site = GuessedSite({"binairo": KINDS["binairo"]}, found=found(blank), is_begun=True)
        blank.set_content(html(solved=True))
        site.frame = blank.main_frame
        blank.evaluate(early)
        for _ in range(8):
            site.accepted(blank, [])
            blank.evaluate("tick(500)")
            seconds += STEP
        site.accepted(blank, [])
        site.is_over = True
        blank.evaluate(script)
        for _ in range(STEPS):
            answer = site.accepted(blank, blank.evaluate("told"))
            if answer.verdict is not None:
                return answer
            blank.evaluate("tick(500)")
            seconds += STEP
        return answer

    return ended


@pytest.mark.parametrize("name", endings.WINS)
def test_win_is_accepted(verdict: Any, name: str) -> None:  # noqa: ANN401 - a function
    """What a person takes for success is accepted."""
    answer = verdict(endings.WINS[name], early=endings.EARLY.get(name, ""))

    assert answer.verdict is True, answer.said


@pytest.mark.parametrize("name", endings.OTHERS)
def test_nothing_else_is_accepted(verdict: Any, name: str) -> None:  # noqa: ANN401 - a function
    """What says less, speaks of somebody else, or is taken back is not accepted."""
    answer = verdict(endings.OTHERS[name], early=endings.EARLY.get(name, ""))

    assert answer.verdict is not True, answer.said
