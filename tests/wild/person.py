"""A person who knows the solution of a wild page and enters it with the mouse: so the pages themselves are tried."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.wild.words import WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import ElementHandle, Frame, Page

    from solvers import Cell
    from tests.wild.pages import Wild

MAX_CLICKS = 6
"""How often a cell is clicked at most until it shows its mark."""
POLL_MS = 50
"""Milliseconds between two looks at a page."""
ACCEPTED_WITHIN_MS = 10_000
"""Milliseconds in which a page says that it is solved."""


def board_frame(page: Page) -> Frame:
    """Return the frame with the board."""
    return next(frame for frame in page.frames if frame.evaluate("() => typeof window.__shown === 'function'"))


def close_dialogs(page: Page) -> None:
    """Close what covers the board."""
    for frame in page.frames:
        for button in frame.query_selector_all("[data-closes]"):
            button.click()


def enter(page: Page, wild: Wild, *, all_but: int = 0) -> None:
    """Enter the solution of a page, but for some cells."""
    close_dialogs(page)
    frame = board_frame(page)
    wanted = sorted(wild.puzzle.goal.items() - wild.puzzle.givens.items())
    for cell, mark in wanted[: len(wanted) - all_but]:
        enter_mark(page, frame, wild, cell, mark)


def enter_mark(page: Page, frame: Frame, wild: Wild, cell: Cell, mark: int) -> None:
    """Click a cell, and press the key of a digit, until it shows its mark."""
    for _ in range(MAX_CLICKS):
        if frame.evaluate("name => window.__shown()[name]", str(cell)) == mark:
            return
        handle = frame.evaluate_handle("name => window.__element(name)", str(cell)).as_element()
        assert handle is not None
        click(page, handle)
        if wild.choices.mode != "cycle":
            page.keyboard.press(str(mark))
    raise AssertionError(f"{cell} of page {wild.seed} does not take its mark")


def click(page: Page, handle: ElementHandle) -> None:
    """Click the middle of a cell."""
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def accepted(page: Page, heard: Sequence[str]) -> bool:
    """Return whether a page says that it is solved; `heard` are the messages of its dialogs."""
    shown = "\n".join(frame.inner_text("body") for frame in page.frames)
    said = WORDS["solved"] in shown
    return said or bool(heard) or page.url.endswith(("solved=1", "#done"))


def wait_until_accepted(page: Page, heard: Sequence[str]) -> bool:
    """Return whether a page says that it is solved, as soon as it does or after a while."""
    for _ in range(ACCEPTED_WITHIN_MS // POLL_MS):
        if accepted(page, heard):
            return True
        page.wait_for_timeout(POLL_MS)
    return False


def log(page: Page) -> list[list[str]]:
    """Return the trusted events of a page."""
    text: Any = page.evaluate("() => sessionStorage.getItem('log') ?? ''")
    return [json.loads(line) for line in text.splitlines()]
