"""Press one element: whatever is pressed besides the cells of a board is pressed here, under the shield."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple, NoReturn
from urllib.parse import urlsplit

from bot.errors import MAX_NAME, EnterError, UsageError, listed, meaning
from bot.play.live import Live
from scrapers import DEED, DOM, Click, Deed, NeedsHuman, ask, frames, matching, named

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import ElementHandle, Locator, Page

    from scrapers import Press

TIMEOUT_MS = 1000
"""Milliseconds in which an element must be there."""
NAMED_TIMEOUT = 10.0
"""Seconds in which what a person names must be there."""
POLL_MS = 50
"""Milliseconds between two looks at a page."""
_LOOK = f"(element) => ({DOM}.reach(element), ({DEED})(element))"


class Pressed(NamedTuple):
    """The result of a press."""

    made: bool
    """Whether the element was pressed."""
    why: str = ""
    """What stopped the press, even if the element had been pressed before that."""
    changed: bool = False
    """Whether a press on it would do something else by the time it was pressed."""
    stopped: bool = False
    """Whether the shield stopped the press under the pointer, for this reason or another."""

    @property
    def is_clean(self) -> bool:
        """Whether the page left the element alone while it was pressed."""
        return not self.changed and not self.stopped


def look(element: Locator | ElementHandle) -> Deed:
    """Scroll an element into view, and return what a press on it does."""
    return ask(element, _LOOK, None, Deed, timeout_ms=TIMEOUT_MS)


def press(
    page: Page, element: Locator | ElementHandle, seen: Deed | None = None, pause: Callable[[], object] | None = None
) -> Pressed:
    """Press an element once, if it still is what was seen; nothing else gets the input, whatever the page does.

    Without `seen` it must still be what it is now. `pause` is called between the press of the mouse button
    and its release.
    """
    from playwright.sync_api import Error

    try:
        now = look(element)
        if seen is not None and not now.is_like(seen):
            return Pressed(made=False, why=f"it was {seen}, and has become {now}")
        if now.disabled:
            return Pressed(made=False, why="it is disabled")
        made = Live(page, lambda: element).perform([Click(now.at, {})], [now.at], deed=now, pause=pause)
    except Error as error:
        return Pressed(made=False, why=meaning(error))
    why = made.stopped.replace("the board", "it")
    return Pressed(bool(made.moves), why, "has become" in why, bool(why) and not made.refused and not made.moves)


def presses(page: Page) -> Press:
    """Return a function by which a site presses the buttons that stand before its board."""
    return lambda element, _, seen: press(page, element, seen).is_clean


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
        if len(found) == 1 and found[0].shown.deed.disabled:
            first, why = None, "it is disabled"
        elif len(found) == 1:
            match = found[0]
            seen = match.shown.deed
            if first is not None and not seen.is_like(first):
                raise _changed(page, wanted, f"it was {named(first)}, and has become {named(seen)}")
            if seen.leads_from(urlsplit(match.frame.url).netloc):
                raise _changed(page, wanted, f"it leads to another site: {named(seen)}")
            if first is not None:
                done = press(page, match.locator, first)
                why = done.why
                if done.changed:
                    raise _changed(page, wanted, why)
                if done.made:
                    return str(match)
            first = seen
        if time.monotonic() > end:
            break
        page.wait_for_timeout(POLL_MS)
    if why:
        raise _changed(page, wanted, why)
    words = f"{wanted[:MAX_NAME]!r} of --press"
    if found:
        places = listed([f"{one} at {one.shown.path.removeprefix(':root > ')}" for one in found])
        raise UsageError(f"{len(found)} visible elements at {page.url} match {words}: {places}; name one by a selector")
    names = listed(list(dict.fromkeys(map(str, shown)))) or "nothing"
    raise UsageError(f"nothing visible at {page.url} has the text, or matches the selector, {words}; there is {names}")


def _changed(page: Page, wanted: str, why: str) -> NeedsHuman:
    return NeedsHuman(
        f"{wanted[:MAX_NAME]!r} of --press was not pressed at {page.url}, because {why}: open the board yourself with "
        "--headed, or take the open tab with --here"
    )
