"""What LinkedIn's games share: addresses, buttons, the places of cells, and what the page says about the solution."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

from scrapers import (
    DOWN,
    LEFT,
    RIGHT,
    UP,
    Accepted,
    BoardLayout,
    Button,
    Cells,
    Entrance,
    KnownBy,
    Page,
    Policy,
    Quote,
    frames,
    place_in,
    size_in,
)
from scrapers._entrance import look_at, poll
from scrapers._signs import OTHERS_WORDS, SuccessSigns

if TYPE_CHECKING:
    from playwright.sync_api import Page as BrowserPage

    from scrapers._reading.board import Side

HOME = "https://www.linkedin.com/games/"
CELL = "[data-cell-idx]"
PLACES = (
    place_in("data-cell-idx", pattern=r"^(?P<number>\d{1,4})$"),
    place_in("id", pattern=r"-(?P<number>\d{1,4})$"),
    place_in("aria-describedby", pattern=r"-(?P<row>\d{1,4})-(?P<col>\d{1,4})$"),
    # In every language that was seen the first number of a label is the row, and the second the column.
    place_in("aria-label", pattern=r"^\D*(?P<row>\d{1,4})\D+(?P<col>\d{1,4})", first=1),
)
SIZES = (size_in('[style*="--rows"]', "style", rows=r"--rows: *(\d{1,4})\b", columns=r"--cols: *(\d{1,4})\b"),)
SAVED = Quote("guest pages saved by Loukis-13/linkedin-games-archive@0fa0a63", "2026-10-10")
QUOTED = {"the style attribute": SAVED}
cells = partial(Cells, cell=CELL, places_by=PLACES, sizes_by=SIZES, quoted=QUOTED)
SAVE_ERROR_TIMEOUT = 0.65
"""Seconds after success in which a page that keeps scores may still say that it could not save this one."""

DISMISS = (
    Button('button[action-type="DENY"]'),
    # Only the names of the cookie banner's buttons are known.
    Button('[role="region"] button, [role="dialog"] button, [class*="cookie"] button', "^reject$"),
    Button("#artdeco-modal-outlet .artdeco-modal__dismiss, [role=dialog] .artdeco-modal__dismiss"),
    Button("#artdeco-hoverable-outlet .artdeco-hoverable-content__close-btn"),
    Button("[role=dialog] button", "^dismiss$"),
)
START = (
    Button("#launch-footer-start-button, .launch-footer__btn--start, .launch-footer button"),
    # In the toolbar, such a link removes everything that was entered.
    Button("a[href*=skipStartScreen]:not([role=toolbar] *)"),
    # On a signed-in page, and on one whose names have changed, only the text identifies the buttons to start or resume.
    Button(
        "body:not(:has(.launch-footer)) :is(button, [role=button], main a)",
        "^(start game|solve now|solve puzzle|resume game|commencer une partie|iniciar jogo)$",
    ),
)
WALLS = {
    r"/checkpoint/|/challenge/": "a challenge",
    r"/login\b|/uas/|/authwall|/signup": "a login wall",
}
NUMBER_AND_DIFFICULTY = {
    ".launch-footer__score-text": r"(?P<number>\d{1,9})",
    ".pr-game-overboard-label .pill-label b": r"(?P<difficulty>.+)",
}
RESULT = {".pr-game-results__section": r"#(?P<number>\d{1,9})\b"}
FACTS = NUMBER_AND_DIFFICULTY | {".pr-game-web__toolbar-title": r"(?P<title>.+)"}

PRAISE = r"^(solved in \d[\d: hms]*|you.re crushing it)[.!]?$"
NOT_SAVED = r"issue saving your game|could(n.t| not) save your game"
"""Stated only as text, in the user's language; only English has been seen, as of the praise."""
KEEPS_SCORE = """() => !!document.querySelector("[data-testid=interactive-grid], [data-testid=interop-iframe]")
    && !document.querySelector("[data-sdui-screen*=Guest]")"""
"""Whether a frame keeps a score; the newer guest page names its screen, and keeps none."""


def sides(pattern: str, names: str = "right down left up") -> dict[str, Side]:
    """Return the side of a cell by each class or selector of a pattern with `{}` for the names of the sides."""
    return dict(zip(map(pattern.format, names.split()), (RIGHT, DOWN, LEFT, UP), strict=True))


def game(  # noqa: PLR0913 - what the games differ in
    name: str,
    *,
    first: date,
    board: str,
    layouts: Sequence[BoardLayout | Cells],
    min_elapsed: float,
    dismiss: Sequence[Button] = (),
    facts: Mapping[str, str] = FACTS,
    empty: str = "*",
    guest_page: bool = True,
    solutions: Literal["one", "several"] = "one",
    shows_marks: bool = True,
) -> Page:
    """Return the page of a game, for guests (a page of its own, or a frame) and for users who are signed in.

    `board` matches the board only once it has its cells. `min_elapsed` is the shortest time, in seconds, in which a
    user who is signed in may solve it. `dismiss` are buttons that only this game has. `empty` is what an empty cell
    holds; by default locked cells are no sign that the puzzle is solved. `guest_page` says whether guests have a page
    of their own.
    `first` is the day of puzzle number 1.
    """
    solved = f'a[href*="/games/{name}/results"]', ".games-share-footer"
    return Page(
        NAME=f"linkedin_{name.replace('-', '_')}",
        KIND=layouts[0].kind.KIND,
        HOME=HOME,
        URL=rf"https://www\.linkedin\.com/games/(view/)?{name}\b",
        template=f"{HOME}view/{name}/desktop" if guest_page else f"{HOME}{name}/",
        signed_in_template=f"{HOME}{name}/",
        POLICY=Policy(
            timezone="America/Los_Angeles",
            dated=SAVED,
            first=first,
            min_elapsed={"signed_in": min_elapsed},
            solutions=solutions,
            shows_marks=shows_marks,
            notes={"guest": "As you are a guest, the site keeps no score."},
        ),
        EVIDENCE=KnownBy("captured", "2026-10-10"),
        entrance=Entrance(board=board, dismiss=(*DISMISS, *dismiss), start=START, solved=solved, walls=WALLS),
        layouts=layouts,
        facts={**facts, **RESULT},
        success=partial(
            _verdict,
            SuccessSigns(
                lines=((PRAISE,),),
                shown=", ".join(solved),
                locked=("[data-cell-idx][aria-disabled]", empty),
                apart="blockquote, q, [role=log], [role=feed]",
                apart_names=rf"\b(?:{OTHERS_WORDS})\b",
                refusal=NOT_SAVED,
            ),
        ),
    )


def _verdict(signs: SuccessSigns, page: BrowserPage, _dialogs: Sequence[str]) -> Accepted:
    """Return whether a page says that its game is solved.

    A page that keeps scores is asked again a little later, as it may then say that it could not save this one.
    """
    answer = _verdict_now(signs, page)
    if answer.verdict and any(look_at(frame, KEEPS_SCORE, None, bool) for frame in frames(page)):
        for _ in poll(page, SAVE_ERROR_TIMEOUT):
            if (later := _verdict_now(signs, page)).verdict is False:
                return later
    return answer


def _verdict_now(signs: SuccessSigns, page: BrowserPage) -> Accepted:
    """Return the verdict that a page shows in its frames."""
    found, refusal = signs.look(page)
    if refusal:
        return Accepted(verdict=False, said=refusal)
    if re.search(r"/results/?$", urlsplit(page.url).path):
        found.insert(0, f"the page went on to {page.url}")
    return Accepted(verdict=True, said=found[0], signs=tuple(found)) if found else Accepted(verdict=None)
