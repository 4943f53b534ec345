"""The live page: taking snapshots, answering dialogs, and making moves."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from bot.browser.limits import bounded, uncancelled
from bot.errors import PageGone, first_line
from scrapers import MAX_WORDS, Click, Drag, Keys, Snapshot, clean, well_formed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager

    from playwright.sync_api import Dialog, ElementHandle, Locator, Page

    from scrapers import Move, Point

ANSWER_TIMEOUT = 10.0
"""Seconds after which a page that does not answer counts as gone."""
BACK_TIMEOUT_MS = 2000
"""Milliseconds in which a board that the page has removed must be back."""
MAX_DIALOGS = 100
"""How many messages of dialogs are kept."""
ONCE_TIMEOUT_MS = 500
"""Milliseconds in which a page must react to the first of two clicks that belong together."""

# As text, because Playwright needs several times as long to transfer a large object.
_TAKE = "(board) => JSON.stringify({{ url: location.href, html: board.outerHTML, state: ({measure})(board) }})"
_OFFSET = """(frame) => {
    const box = frame.getBoundingClientRect();
    return [box.left + frame.clientLeft, box.top + frame.clientTop];
}"""
_SCROLL = "(_, [x, y]) => scrollBy({ left: x - innerWidth / 2, top: y - innerHeight / 2, behavior: 'instant' })"
_COVER = """(inside, points) => points.map(([x, y]) => {
    const top = document.elementFromPoint(x, y);
    if (top === null) return "the edge of the window";
    if (inside === top || inside.contains(top)) return "";
    const classes = [...top.classList].join(" ");
    return `<${top.localName}${top.id && ` id="${top.id}"`}${classes && ` class="${classes}"`}>`;
})"""
_FOCUS = """(board) => {
    const takes = board.closest("[tabindex]") ?? window;
    if (!document.hasFocus() || takes === window || !takes.contains(document.activeElement)) takes.focus();
}"""
_MATCHES = """(_, [[x, y], selector, within]) => new Promise((done) => {
    const end = performance.now() + within;
    const look = () => {
        const matches = !!document.elementFromPoint(x, y)?.closest(selector);
        matches || performance.now() > end ? done(matches) : setTimeout(look, 5);
    };
    look();
})"""


class Live:
    """One board on one page."""

    def __init__(self, page: Page, find: Callable[[], Locator]) -> None:
        """Find the board; `find` also opens what is in front of it, and is called again if something covers it."""
        self.page, self._find = page, find
        self.find_board()

    def find_board(self) -> None:
        """Find the board again."""
        self.board = self._find()
        self._frames: list[ElementHandle] | None = None

    def take(self, measure: str) -> Snapshot:
        """Return the board's markup and measured state, taken in one call; raise `PageGone` if the board has gone."""
        from playwright.sync_api import Error

        try:
            with self._answering():
                text = self.board.evaluate(_TAKE.format(measure=measure), timeout=BACK_TIMEOUT_MS)
        except Error as error:
            raise PageGone(f"the board at {self.page.url} is gone: {first_line(error)}") from None
        taken: dict[str, Any] = well_formed(json.loads(text)) if r"\ud" in text else json.loads(text)
        return Snapshot(taken["url"], taken["html"], taken["state"])

    def covers(self, points: Sequence[Point]) -> list[str]:
        """Return the element that covers each point of the board, "" for a free point."""
        with self._answering():
            found: list[str] = self.board.evaluate(_COVER, points)
            for frame, (left, top) in self._ancestors():
                points = [(x + left, y + top) for x, y in points]
                found = [inner or outer for inner, outer in zip(found, frame.evaluate(_COVER, points), strict=True)]
        return found

    def show(self, point: Point) -> None:
        """Scroll a point of the board's frame to the middle of every frame around it."""
        self.board.evaluate(_SCROLL, point)
        for frame, (left, top) in self._ancestors():
            point = point[0] + left, point[1] + top
            frame.evaluate(_SCROLL, point)

    def offset(self) -> Point:
        """Return the position of the board's frame in the page."""
        offsets = [offset for _, offset in self._ancestors()]
        return sum(left for left, _ in offsets), sum(top for _, top in offsets)

    def _ancestors(self) -> list[tuple[ElementHandle, Point]]:
        """Return the frames around the board, innermost first, each with its position in its parent."""
        if self._frames is None:
            self._frames = []
            element = self.board.element_handle()
            frame = element.owner_frame()
            while frame is not None and frame.parent_frame is not None:
                self._frames.append(frame.frame_element())
                frame = frame.parent_frame
        return [(frame, tuple(frame.evaluate(_OFFSET))) for frame in self._frames]

    def do(self, move: Move, offset: Point) -> None:
        """Make one move with the real mouse, or with the real keyboard where the focus is."""
        mouse, (left, top) = self.page.mouse, offset
        with self._answering():
            match move:
                case Click(at=(x, y) as point, then=second, once=once):
                    mouse.click(x + left, y + top)
                    if second is not None and (not once or self._matches_soon(point, once)):
                        mouse.click(second[0] + left, second[1] + top)
                case Drag(through=points):
                    for number, (x, y) in enumerate(points):
                        mouse.move(x + left, y + top)
                        if number == 0:
                            mouse.down()
                    mouse.up()
                case Keys(keys=keys):
                    for key in keys:
                        self.page.keyboard.press(key)

    def focus(self) -> None:
        """Focus the board, or the nearest element around it that takes the focus, unless it has the focus already."""
        with self._answering():
            self.board.evaluate(_FOCUS, timeout=BACK_TIMEOUT_MS)

    def _matches_soon(self, point: Point, selector: str) -> bool:
        """Return whether the element at a point matches a selector within `ONCE_TIMEOUT_MS`."""
        matches: bool = self.board.evaluate(_MATCHES, [point, selector, ONCE_TIMEOUT_MS], timeout=BACK_TIMEOUT_MS)
        return matches

    def _answering(self) -> AbstractContextManager[None]:
        return bounded(ANSWER_TIMEOUT, f"the page at {self.page.url} did not answer for {ANSWER_TIMEOUT:g} s")


def answer_dialogs(page: Page) -> list[str]:
    """Answer the page's dialogs from now on; return the growing list of their messages.

    Alerts are acknowledged and leaving the page is allowed. Questions are declined, as the bot provokes none.
    """
    from playwright.sync_api import Error

    messages: list[str] = []

    def answer(dialog: Dialog) -> None:
        if len(messages) < MAX_DIALOGS:
            messages.append(clean(dialog.message, MAX_WORDS))
        try:
            if dialog.type in {"alert", "beforeunload"}:
                dialog.accept()
            else:
                dialog.dismiss()
        except Error:
            pass  # The code that owns the page has answered it already.

    page.on("dialog", uncancelled(answer))
    return messages
