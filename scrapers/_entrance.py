"""The way to the board: waiting for it in any frame of the site, and opening what stands before it."""

from __future__ import annotations

import re
import time
from collections import Counter
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
KNOCKS = 3
"""How often one button is pressed; then what it belongs to stays, as in a saved page without scripts."""

_SHOWN = """(doors) => doors.map(([css, words]) => [...document.querySelectorAll(css)].findIndex((element) =>
    element.getClientRects().length > 0 && element.checkVisibility({ visibilityProperty: true })
    && (!words || new RegExp(words, "i").test((element.getAttribute("aria-label") || element.textContent).trim()))))"""


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


def text_shown(page: Page, css: str) -> str:
    """Return the text of the first visible match of a selector in any frame of the site, "" where there is none."""
    for frame in frames(page):
        (at,) = shown(frame, [Door(css)])
        if at >= 0:
            return " ".join(frame.locator(css).nth(at).inner_text().split())
    return ""


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
        ways = [Door(self.board), *self.doors, *self.starts, *self.solved]
        for _ in beats(page, within):
            self.check_address(page)
            for frame in frames(page):
                at = dict(zip(ways, shown(frame, ways), strict=True))
                board = at[Door(self.board)]
                known = self.doors if board >= 0 else (*self.doors, *self.starts)
                closed = [door for door in known if at[door] >= 0]
                press = next((door for door in closed if knocks[door] < KNOCKS), None)
                if press is not None:
                    look()
                    knocks[press] += 1
                    frame.locator(press.css).nth(at[press]).click(timeout=PRESS_WITHIN)
                    break
                if closed and board < 0:
                    msg = f"{closed[0].css} at {frame.url} stays after {KNOCKS} clicks: a person has to answer it"
                    raise NeedsHuman(msg)
                if board >= 0:
                    return frame.locator(self.board).nth(board)
                if any(at[door] >= 0 for door in self.solved):
                    msg = f"the puzzle at {page.url} is already solved, and the page shows no board"
                    raise AlreadySolved(msg)
        msg = f"no board at {page.url} within {within:g} s: nothing visible matches {self.board}"
        raise ReadError(msg, selector=self.board)

    def check_address(self, page: Page) -> None:
        """Raise `NeedsHuman` where the site has led to a wall, `ReadError` where it has led elsewhere."""
        for pattern, what in self.walls.items():
            if re.search(pattern, page.url):
                msg = f"{what} at {page.url}: a person has to pass it"
                raise NeedsHuman(msg)
        if not re.match(self.url, page.url):
            msg = f"the site led to {page.url}, which is not the puzzle's page"
            raise ReadError(msg)
