"""What LinkedIn's games share: addresses, the way to the board and to its cells, the page's words when it is solved."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from scrapers._board import Board, attribute, select
from scrapers._cells import Place, Places, places
from scrapers._entrance import Button, Entrance, frames, poll
from scrapers._errors import OtherLayout, ReadError
from scrapers._page import Page
from scrapers._site import Accepted, Policy
from solvers import Cell

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from playwright.sync_api import Page as BrowserPage
    from selectolax.lexbor import LexborNode as Node

    from scrapers._board import Box
    from scrapers._site import Layout, Snapshot

HOME = "https://www.linkedin.com/games/"
SAVE_ERROR_WITHIN = 0.65
"""Seconds after success in which a page that keeps scores may still say that it could not save this one."""

DISMISS = (
    Button('button[action-type="DENY"]'),
    # Of the cookie banner only the names of its buttons are known.
    Button('[role="region"] button, [role="dialog"] button, [class*="cookie"] button', "^reject$"),
    Button("#artdeco-modal-outlet .artdeco-modal__dismiss, [role=dialog] .artdeco-modal__dismiss"),
    Button("#artdeco-hoverable-outlet .artdeco-hoverable-content__close-btn"),
)
START = (
    Button("#launch-footer-start-button, .launch-footer__btn--start, .launch-footer button"),
    # In the toolbar such a link takes back all that was entered.
    Button("a[href*=skipStartScreen]:not([role=toolbar] *)"),
    # A signed-in page offers to start or resume in words only.
    Button("main button, main a", "^(start game|solve now|solve puzzle|resume game)$"),
)
SOLVED = ('a[href*="/results"]', ".games-share-footer")
WALLS = {
    r"/checkpoint/|/challenge/": "a challenge",
    r"/login\b|/uas/|/authwall|/signup": "a login wall",
}
NUMBER_AND_DIFFICULTY = {
    ".launch-footer__score-text": r"(?P<number>\d{1,9})",
    ".pr-game-overboard-label .pill-label b": r"(?P<difficulty>.+)",
}
FACTS = NUMBER_AND_DIFFICULTY | {".pr-game-web__toolbar-title": r"(?P<title>.+)"}

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
        // A guest's page of the newer markup names its screen so, and keeps none.
        keeps: !!document.querySelector("[data-testid=interactive-grid], [data-testid=interop-iframe]")
            && !document.querySelector("[data-sdui-screen*=Guest]"),
    };
}"""


def game(  # noqa: PLR0913 - what the games differ in
    name: str,
    *,
    kind: str,
    board: str,
    layouts: Sequence[Layout],
    min_elapsed: float,
    dismiss: Sequence[Button] = (),
    facts: Mapping[str, str] = FACTS,
    empty: str = "*",
    guest_page: bool = True,
    several: bool = False,
    shows_marks: bool = True,
) -> Page:
    """Return the page of a game, for guests (a page of its own, or a frame) and for users who are signed in.

    `board` matches the board only once it has its cells. `min_elapsed` is the shortest time, in seconds, in which a
    user who is signed in may solve it. `dismiss` are buttons that this game alone has. `empty` is what an empty cell
    holds; by default locked cells are no sign that the puzzle is solved. `guest_page` says whether guests have a page
    of their own.
    """
    return Page(
        name=f"linkedin_{name.replace('-', '_')}",
        kind=kind,
        home=HOME,
        url=rf"https://www\.linkedin\.com/games/(view/)?{name}\b",
        template=f"{HOME}view/{name}/desktop" if guest_page else f"{HOME}{name}/",
        signed_in_template=f"{HOME}{name}/",
        policy=Policy(
            timezone="America/Los_Angeles",
            min_elapsed={"signed_in": min_elapsed},
            several=several,
            shows_marks=shows_marks,
            notes={"guest": "As you are a guest, the site keeps no score."},
        ),
        entrance=Entrance(board=board, dismiss=(*DISMISS, *dismiss), start=START, solved=SOLVED, walls=WALLS),
        layouts=layouts,
        facts=facts,
        success=partial(_accepted, empty=empty),
    )


@dataclass(frozen=True, slots=True)
class Cells:
    """A board with its cells, all in the order of the page."""

    board: Board
    places: Places
    nodes: Mapping[Cell, Node]
    boxes: Sequence[Box | None]


def cells_of(snapshot: Snapshot, board: str, *, of: str) -> Cells:
    """Find the cells of a layout's board, which must match the selector `board`.

    Raises `OtherLayout` where it does not or holds no cell, `ReadError` where places of cells disagree.
    """
    parsed = Board(snapshot)
    if not parsed.root.css_matches(board):
        msg = f"{of}: the board is not {board}"
        raise OtherLayout(msg, selector=board)
    found = parsed.all("[data-cell-idx]", of=of)
    boxes = [parsed.box(cell) for cell in found]
    where = places(boxes, _claims(found), _shapes(parsed.root))
    return Cells(parsed, where, dict(zip(where.cells, found, strict=True)), boxes)


def _claims(cells: Sequence[Node]) -> dict[str, list[Place]]:
    """Return what the page says of the places of its cells; what not every cell says counts for nothing."""
    claims: dict[str, list[Place]] = {"data-cell-idx": [_number(attribute(cell, "data-cell-idx")) for cell in cells]}
    ids = [re.search(r"-(\d{1,4})$", cell.attributes.get("id") or "") for cell in cells]
    texts = [re.search(r"-(\d{1,4})-(\d{1,4})$", cell.attributes.get("aria-describedby") or "") for cell in cells]
    # The row is the first number of a label in every language that was seen, and the column the second.
    labels = [re.search(r"^\D*(\d{1,4})\D+(\d{1,4})", cell.attributes.get("aria-label") or "") for cell in cells]
    if all(ids):
        claims["id"] = [int(match[1]) for match in ids if match]
    if all(texts):
        claims["aria-describedby"] = [Cell(int(match[1]), int(match[2])) for match in texts if match]
    if all(labels):
        claims["aria-label"] = [Cell(int(match[1]) - 1, int(match[2]) - 1) for match in labels if match]
    return claims


def _number(text: str) -> int:
    if re.fullmatch(r"\d{1,4}", text, re.ASCII) is None:
        msg = f"data-cell-idx is {text!r}, not a number"
        raise ReadError(msg, selector="[data-cell-idx]")
    return int(text)


def _shapes(board: Node) -> dict[str, tuple[int, int]]:
    """Return the size that the guest page writes into the style of its grid."""
    grids = select(board, '[style*="--rows"]')
    style = (grids[0].attributes.get("style") or "") if grids else ""
    rows, cols = (re.search(rf"--{name}: *(\d{{1,4}})\b", style) for name in ("rows", "cols"))
    return {"--rows and --cols": (int(rows[1]), int(cols[1]))} if rows and cols else {}


def _accepted(page: BrowserPage, _heard: Sequence[str], *, empty: str) -> Accepted:
    """Return whether the page says that it is solved; `empty` is what an empty cell holds.

    A page that keeps scores is asked again a little later, as it may then say that it could not save this one.
    """
    if re.search(r"/results/?$", page.url):
        return Accepted(verdict=True, said=f"the page went on to {page.url}")
    answer, keeps_score = _ask(page, empty)
    if answer.verdict and keeps_score:
        for _ in poll(page, SAVE_ERROR_WITHIN):
            later, _keeps = _ask(page, empty)
            if later.verdict is False:
                return later
    return answer


def _ask(page: BrowserPage, empty: str) -> tuple[Accepted, bool]:
    """Return what the page says in any of its frames, and whether it keeps a score."""
    answers = [frame.evaluate(_SAID, [", ".join(SOLVED), empty]) for frame in frames(page)]
    keeps_score = any(answer["keeps"] for answer in answers)
    for answer in answers:
        if answer.get("failed"):
            return Accepted(verdict=False, said=answer["failed"]), keeps_score
    for answer in answers:
        if answer["solved"]:
            return Accepted(verdict=True, said=answer["said"]), keeps_score
    return Accepted(verdict=None), keeps_score
