"""The way to the board: waiting for it in any frame of the site, and opening what stands before it."""

from __future__ import annotations

import re
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from scrapers._errors import NeedsHuman, ReadError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from playwright.sync_api import Frame, Locator, Page

BEAT = 40
"""Milliseconds between two looks at a page that has nothing to wait for but time."""
PRESS_WITHIN = 5000
"""Milliseconds in which a button must be free to be pressed."""
GONE_WITHIN = 0.5
"""Seconds in which a button that was pressed may fade away."""
KNOCKS = 3
"""How often one button is pressed; then what it belongs to stays, as in a saved page without scripts."""

_VISIBLE = """(element) =>
    element.getClientRects().length > 0 && element.checkVisibility({ visibilityProperty: true })"""
_SHOWN = f"""(doors) => {{
    const visible = {_VISIBLE};
    const says = (element, words) =>
        !words || new RegExp(words, "i").test((element.getAttribute("aria-label") || element.textContent).trim());
    return doors.map(([css, words]) =>
        [...document.querySelectorAll(css)].findIndex((element) => visible(element) && says(element, words)));
}}"""
_TEXTS = f"""(selectors) => {{
    const visible = {_VISIBLE};
    const text = (element) => (element.innerText ?? element.textContent).trim().replace(/\\s+/g, " ");
    return selectors.map((css) => [...document.querySelectorAll(css)].filter(visible).map(text)[0] ?? null);
}}"""


class Door(NamedTuple):
    """A button or link, by its selector and, where the page has no stable code for it, a pattern of its words."""

    css: str
    words: str = ""


class AlreadySolved(ReadError):
    """The page says that the puzzle is solved, and shows no board."""


def beats(page: Page, within: float) -> Iterator[None]:
    """Iterate until `within` seconds are over, letting the page go on between two beats."""
    end = time.monotonic() + within
    yield
    while time.monotonic() < end:
        page.wait_for_timeout(BEAT)
        yield


def frames(page: Page) -> list[Frame]:
    """Return the page's frames that belong to its own host; others are never looked at."""
    host = urlsplit(page.url).netloc
    return [frame for frame in page.frames if frame == page.main_frame or urlsplit(frame.url).netloc == host]


def shown(frame: Frame, doors: Sequence[Door]) -> list[int]:
    """Return, for each door, which of its selector's matches is the first that is visible; -1 for none."""
    found: list[int] = frame.evaluate(_SHOWN, [list(door) for door in doors])
    return found


def texts_shown(page: Page, *selectors: str) -> list[str]:
    """Return, for each selector, the text of its first visible match in any frame of the site, "" for none."""
    found = [frame.evaluate(_TEXTS, selectors) for frame in frames(page)]
    return [next((text for text in texts if text is not None), "") for texts in zip(*found, strict=True)]


def press(frame: Frame, door: Door, at: int) -> None:
    """Press a button and wait a moment until it is gone: what fades away must not be pressed again.

    `at` says which of its selector's matches it is. Raises Playwright's `Error` where it cannot be pressed, unless it
    has gone by itself.
    """
    from playwright.sync_api import Error

    try:
        frame.locator(door.css).nth(at).click(timeout=PRESS_WITHIN)
    except Error:
        if shown(frame, [door]) == [at]:
            raise
    with suppress(Error):  # A frame may go with what was pressed.
        for _ in beats(frame.page, GONE_WITHIN):
            if shown(frame, [door]) != [at]:
                break


@dataclass(frozen=True, slots=True)
class Entrance:
    """What a site module knows of the way to its board."""

    url: str
    """The pattern that the address must keep."""
    board: str
    """The selector of the board, which holds its cells."""
    doors: Sequence[Door] = ()
    """Buttons to press wherever they are seen: banners, modals, tooltips."""
    starts: Sequence[Door] = ()
    """Buttons to press while there is no board."""
    solved: Sequence[Door] = ()
    """What stands where the board was once the puzzle is solved."""
    walls: Mapping[str, str] = field(default_factory=dict)
    """By patterns of addresses, what only a person can pass."""

    def enter(self, page: Page, within: float, look: Callable[[], object]) -> Locator:
        """Return the board once it is visible and nothing is left before it.

        `look` is called before a button is pressed, since what stands beside it is gone afterwards.
        Raises `NeedsHuman`, or `ReadError` after `within` seconds.
        """
        knocks = Counter[Door]()
        for _ in beats(page, within):
            pressed = -1
            while pressed < knocks.total():  # What a press opens or uncovers is mostly there at once.
                pressed = knocks.total()
                if (board := self._look(page, knocks, look)) is not None:
                    return board
        msg = f"no board at {page.url} within {within:g} s: nothing visible matches {self.board}"
        raise ReadError(msg, selector=self.board)

    def _look(self, page: Page, knocks: Counter[Door], look: Callable[[], object]) -> Locator | None:
        """Press the first button that is to be pressed, if there is one; else return the board, if it is there."""
        self.check_address(page)
        ways = [Door(self.board), *self.doors, *self.starts, *self.solved]
        for frame in frames(page):
            at = dict(zip(ways, shown(frame, ways), strict=True))
            board = at[Door(self.board)]
            known = self.doors if board >= 0 else (*self.doors, *self.starts)
            closed = [door for door in known if at[door] >= 0]
            door = next((door for door in closed if knocks[door] < KNOCKS), None)
            if door is not None:
                look()
                knocks[door] += 1
                press(frame, door, at[door])
                return None
            if closed and board < 0:
                msg = f"{closed[0].css} at {frame.url} stays after {KNOCKS} clicks: a person has to answer it"
                raise NeedsHuman(msg)
            if board >= 0:
                return frame.locator(self.board).nth(board)
            if any(at[door] >= 0 for door in self.solved):
                msg = f"the puzzle at {page.url} is already solved, and the page shows no board"
                raise AlreadySolved(msg)
        return None

    def check_address(self, page: Page) -> None:
        """Raise `NeedsHuman` where the site has led to a wall, `ReadError` where it has led elsewhere."""
        for pattern, what in self.walls.items():
            if re.search(pattern, page.url):
                msg = f"{what} at {page.url}: a person has to pass it"
                raise NeedsHuman(msg)
        if not re.match(self.url, page.url):
            msg = f"the site led to {page.url}, which is not the puzzle's page"
            raise ReadError(msg)
