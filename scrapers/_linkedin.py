"""What LinkedIn's games share: addresses, the way to the board, and the page's words when it is solved."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scrapers._entrance import Door, Entrance, beats, frames, text_shown
from scrapers._errors import BadChoice
from scrapers._site import About, Accepted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playwright.sync_api import Page

HOME = "https://www.linkedin.com/games/"
SAVE_ERROR_WITHIN = 0.65
"""Seconds after success in which a page that keeps scores may still say that it could not save this one."""

_SOLVED = (Door('a[href*="/results"]'), Door(".games-share-footer"))
_SAID = """([solved, empty]) => {
    const visible = (element) => element.getClientRects().length > 0 && element.checkVisibility();
    const lines = document.body ? document.body.innerText.split("\\n") : [];
    // The page has words for these two only, in the user's language: English where it was seen.
    const failed = lines.find((line) => /issue saving your game|could(n.t| not) save your game/i.test(line));
    const praised = lines.find((line) => /solved in \\d|you.re crushing it/i.test(line));
    const cells = [...document.querySelectorAll("[data-cell-idx][aria-disabled]")].filter(visible);
    const full = cells.length > 0 && cells.every((cell) => !cell.querySelector(empty));
    const locked = full && cells.every((cell) => cell.ariaDisabled === "true");
    const sign = [...document.querySelectorAll(solved)].find(visible);
    return {
        failed,
        solved: !!(sign || praised || locked),
        said: praised || sign?.innerText || (locked ? "every cell is locked" : ""),
        keeps: !!document.querySelector("[data-testid=interactive-grid]"),
    };
}"""


def entrance(game: str, board: str) -> Entrance:
    """Return the way to a game's board, for guests (a page of its own, or a frame) and for those signed in."""
    return Entrance(
        url=rf"https://www\.linkedin\.com/games/(view/)?{game}\b",
        board=board,
        doors=(
            Door('button[action-type="DENY"]'),
            # The cookie banner was seen by its buttons' names only.
            Door('[role="region"] button, [role="dialog"] button, [class*="cookie"] button', "^reject$"),
            Door("#artdeco-modal-outlet .artdeco-modal__dismiss, [role=dialog] .artdeco-modal__dismiss"),
            Door("#artdeco-hoverable-outlet .artdeco-hoverable-content__close-btn"),
        ),
        starts=(
            Door("#launch-footer-start-button, .launch-footer__btn--start, .launch-footer button"),
            Door("a[href*=skipStartScreen]"),
            # A signed-in page offers to start or resume in words only.
            Door("main button, main a", "^(start game|solve now|solve puzzle|resume game)$"),
        ),
        solved=_SOLVED,
        walls={
            r"/checkpoint/|/challenge/": "a challenge",
            r"/login\b|/uas/|/authwall|/signup": "a login wall",
        },
    )


def address(game: str, *, signed_in: bool, choices: Mapping[str, str]) -> str:
    """Return the page of today's puzzle: the only one the site shows."""
    if choices:
        msg = f"LinkedIn shows today's {game} only: {', '.join(choices)} cannot be chosen"
        raise BadChoice(msg)
    return f"{HOME}{game}/" if signed_in else f"{HOME}view/{game}/desktop"


def about(page: Page) -> About:
    """Return the puzzle's number, difficulty and title, as far as they are on the screen."""
    number = re.search(r"\d+", text_shown(page, ".launch-footer__score-text"))
    return About(
        number=int(number[0]) if number else None,
        difficulty=text_shown(page, ".pr-game-overboard-label .pill-label b") or None,
        title=text_shown(page, ".pr-game-web__toolbar-title") or None,
    )


def accepted(page: Page, empty: str) -> Accepted:
    """Return whether the page says it is solved; `empty` is the selector of what an empty cell holds.

    A page that keeps scores is asked again a little later, as it may then say that it could not save this one.
    """
    if re.search(r"/results/?$", page.url):
        return Accepted(verdict=True, said=f"the page went on to {page.url}")
    seen, keeps_score = _ask(page, empty)
    if seen.verdict and keeps_score:
        for _ in beats(page, SAVE_ERROR_WITHIN):
            again, _keeps = _ask(page, empty)
            if again.verdict is False:
                return again
    return seen


def _ask(page: Page, empty: str) -> tuple[Accepted, bool]:
    """Return what the page says in any of its frames, and whether it keeps a score."""
    found = [frame.evaluate(_SAID, [", ".join(door.css for door in _SOLVED), empty]) for frame in frames(page)]
    keeps_score = any(one["keeps"] for one in found)
    for one in found:
        if one.get("failed"):
            return Accepted(verdict=False, said=one["failed"]), keeps_score
    for one in found:
        if one["solved"]:
            return Accepted(verdict=True, said=one["said"]), keeps_score
    return Accepted(verdict=None), keeps_score
