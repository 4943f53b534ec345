"""Boards of a known site that its module does not find or read any more: they are found and read by their looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.play.press import press_nothing
from scrapers import ReadError, is_undeclared

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

    from bot.play.live import Live
    from scrapers import Reading, Site, Snapshot


def board_by_looks(page: Page, site: Site, error: ReadError) -> Locator:
    """Return the board that a known site's module does not find any more; raise its error if there is none.

    A page that the module refuses for another reason, such as two boards, stays refused.
    """
    other = site.by_looks()
    if other is None or not error.is_missing:
        raise error
    try:
        return other.board(page, 1.0, press_nothing)
    except Exception:  # noqa: BLE001 - what the module says is the better error
        raise error from None


def read_by_looks(
    site: Site, live: Live, error: ReadError, on_read: Callable[[Site], object] = lambda _: None
) -> tuple[Snapshot, Reading]:
    """Read by its looks a board that no layout of its known site can read; raise `error` if it must not be read so.

    `on_read` is called with the site that tried to read it.
    """
    other = site.by_looks()
    if other is None or not is_undeclared(error):
        raise error
    (layout,) = other.LAYOUTS
    snapshot = live.take(layout.MEASURE)
    try:
        return snapshot, layout.read(snapshot)
    except ReadError as again:
        error.layouts[layout.NAME] = again.message
        raise error from None
    finally:
        on_read(other)
