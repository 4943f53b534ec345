"""Boards that are found and read by what they look like, where no module of a site does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.play.press import press_nothing
from scrapers import WAYS, GuessedLayout, GuessedSite, NeedsHuman, ReadError, guessable
from solvers import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from playwright.sync_api import Locator, Page

    from bot.play.clicker import Entered as Inputs
    from bot.play.live import Live
    from scrapers import Guess, Reading, Site, Snapshot
    from solvers import GivensError

MOST_DANGERS = 4
"""How many reasons not to enter anything a message names."""
MOST_BOARDS = 12
"""How many boards a record outlines."""


def by_looks(site: Site) -> GuessedSite:
    """Return a known site as one whose board is found by its looks."""
    return GuessedSite({site.KIND: KINDS[site.KIND]}, KIND=site.KIND)


def board_by_looks(page: Page, site: Site, error: ReadError) -> Locator:
    """Return the board that a known site's module does not find any more; raise its error if there is none.

    A page that the module refuses for another reason, as it shows two boards, is refused.
    """
    if isinstance(site, GuessedSite) or not error.is_missing:
        raise error
    try:
        return by_looks(site).board(page, 1.0, press_nothing)
    except Exception:  # noqa: BLE001 - what the module says is the better error
        raise error from None


def read_by_looks(
    site: Site, live: Live, error: ReadError, on_found: Callable[[Guess], object] = lambda _: None
) -> tuple[Snapshot, Reading]:
    """Return what a board shows that no layout of its known site can read; raise `error` if only these may read it."""
    if isinstance(site, GuessedSite) or not guessable(error):
        raise error
    layout = GuessedLayout({site.KIND: KINDS[site.KIND]}, on_found=on_found)
    snapshot = live.take(layout.MEASURE)
    try:
        return snapshot, layout.read(snapshot)
    except ReadError as again:
        error.layouts[layout.NAME] = again.message
        raise error from None


def found_on(site: Site) -> Guess | None:
    """Return what was found on a page that no module knows, None if one does."""
    return site.found if isinstance(site, GuessedSite) else None


def check_cover(site: Site, error: GivensError, done: Inputs) -> None:
    """Raise `NeedsHuman` if nothing was entered on a page that no module knows, as something covers a cell."""
    if isinstance(site, GuessedSite) and done.inputs == 0 and "covered by" in error.message:
        raise NeedsHuman(f"{error.message}. Nothing was pressed: {WAYS}") from error


def check_dangers(page: Page, site: Site) -> None:
    """Raise `NeedsHuman` if input to a page that no module knows might do more than enter a solution."""
    if isinstance(site, GuessedSite) and (dangers := site.dangers(page)):
        named = "; ".join(dangers[:MOST_DANGERS])
        more = f" and {len(dangers) - MOST_DANGERS} more" if len(dangers) > MOST_DANGERS else ""
        raise NeedsHuman(
            f"nothing was entered at {page.url}, which may be more than a puzzle: {named}{more}. If it is one, add "
            "--yes-enter-here"
        )


def begin_input(site: Site) -> None:
    """Say that input begins, after which nothing but the board of a page that no module knows is touched."""
    if isinstance(site, GuessedSite):
        site.is_begun = True


def words_of(found: Guess) -> Mapping[str, object]:
    """Return what was found, for the record of a session."""
    return {
        "boards": [[round(number) for number in board.box] for board in found.boards[:MOST_BOARDS]],
        "looks": found.looks,
        "hypotheses": [str(one) for one in found.hypotheses],
    }
