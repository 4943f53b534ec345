"""Press one element: whatever is pressed besides the cells of a board is pressed here, under the shield."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple, NoReturn
from urllib.parse import urlsplit

from bot.errors import MAX_NAME, EnterError, UsageError, listed, meaning
from bot.play.live import Live
from scrapers import DOM, Click, Deed, NeedsHuman, ask, frames, matching

if TYPE_CHECKING:
    from playwright.sync_api import ElementHandle, Locator, Page

    from scrapers import Press

TIMEOUT_MS = 1000
"""Milliseconds in which an element must be there."""
NAMED_TIMEOUT = 10.0
"""Seconds in which what a person names must be there."""
POLL_MS = 50
"""Milliseconds between two looks at a page."""
_LOOK = f"(element, _, dom = {DOM}) => (dom.reach(element), dom.deed(element))"


class Pressed(NamedTuple):
    """Whether an element was pressed, and if not, why."""

    made: bool
    why: str = ""


def look(element: Locator | ElementHandle) -> Deed:
    """Scroll an element into view, and return what a press on it does."""
    return ask(element, _LOOK, None, Deed, timeout_ms=TIMEOUT_MS)


def press(page: Page, element: Locator | ElementHandle, seen: Deed | None = None) -> Pressed:
    """Press an element once, if it still is what was seen, or without that what it is now; nothing else is pressed."""
    from playwright.sync_api import Error

    try:
        now = look(element)
        if seen is not None and not now.is_like(seen):
            return Pressed(made=False, why=f"it was {seen}, and has become {now}")
        if now.disabled:
            return Pressed(made=False, why="it is disabled")
        made = Live(page, lambda: element).perform([Click(now.at, {})], [now.at], deed=now)
    except Error as error:
        return Pressed(made=False, why=meaning(error))
    return Pressed(made=True) if made.moves else Pressed(made=False, why=made.stopped.replace("the board", "it"))


def presses(page: Page) -> Press:
    """Return a function by which a site presses the buttons that stand before its board."""
    return lambda element, _, seen: press(page, element, seen).made


def press_nothing(_: Locator, button: str, __: Deed) -> NoReturn:
    """Raise `EnterError` for a site that would press a button where nothing may be pressed."""
    raise EnterError(f"{button} is for a person to press")


def press_named(page: Page, wanted: str, within: float = NAMED_TIMEOUT) -> str:
    """Press what a person names by its text or by a selector, once, and return its name.

    It must be the only visible match, and enabled, twice in a row, and be what it was when it was first seen. Raise
    `UsageError` if nothing or several things match, `NeedsHuman` if it changes meanwhile or cannot be pressed.
    """
    end = time.monotonic() + within
    first: Deed | None = None
    why = ""
    while True:
        found, shown = matching(frames(page, written=True), wanted)
        if len(found) == 1:
            match, seen = found[0], found[0].deed
            if seen.disabled:
                first, why = None, "it is disabled"
            elif first is not None and not seen.is_like(first):
                raise _changed(page, wanted, f"it was {first}, and has become {seen}")
            elif seen.leads_from(urlsplit(match.frame.url).netloc):
                raise _changed(page, wanted, f"it leads to another site: {seen}")
            elif first is None:
                first = seen
            else:
                made, why = press(page, match.locator, first)
                if made:
                    return str(seen)
        if time.monotonic() > end:
            break
        page.wait_for_timeout(POLL_MS)
    if why:
        raise _changed(page, wanted, why)
    words = f"{wanted[:MAX_NAME]!r} of --press"
    if found:
        places = listed([f"{each.deed} at {each.deed.path.removeprefix(':root > ')}" for each in found])
        raise UsageError(f"{len(found)} visible elements at {page.url} match {words}: {places}; name one by a selector")
    names = listed(list(dict.fromkeys(str(each.deed) for each in shown))) or "nothing"
    raise UsageError(f"nothing visible at {page.url} has the text, or matches the selector, {words}; there is {names}")


def _changed(page: Page, wanted: str, why: str) -> NeedsHuman:
    return NeedsHuman(
        f"{wanted[:MAX_NAME]!r} of --press was not pressed at {page.url}, because {why}: open the board yourself with "
        "--headed, or take the open tab with --here"
    )
