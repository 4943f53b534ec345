"""The live page: snapshots, dialogs, and all input: moves on a board and presses of one element, under the shield.

The shield is in `shield.js`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from importlib.resources import files
from itertools import accumulate
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn
from urllib.parse import urlsplit
from weakref import WeakSet

import msgspec

from bot.browser.limits import ANSWER_TIMEOUT, Limit, limit_time
from bot.errors import MAX_NAME, NOT_SHOWN, EnterError, PageGone, UsageError, listed, meaning
from scrapers import (
    DOM,
    MAX_WORDS,
    Click,
    Drag,
    Keys,
    Measured,
    Move,
    NeedsHuman,
    Patience,
    Point,
    PressTarget,
    ReadError,
    Snapshot,
    ask,
    clean,
    clock_of,
    frames,
    matching,
    way_past,
)

if TYPE_CHECKING:
    from playwright.sync_api import Dialog, ElementHandle, Error, Frame, Locator, Page


BACK_TIMEOUT = 2.0
"""Seconds in which a board that the page has removed must be back."""
MAX_DIALOGS = 100
"""How many messages of dialogs are kept."""
ONCE_TIMEOUT = 0.5
"""Seconds in which a page must react to the first of two clicks that belong together."""
POLL_MS = 10
"""Milliseconds between two looks at whether it has reacted."""
OFF_BOARD = (1.0, 1.0)
"""A point of the window outside the board, where the pointer rests."""
MAX_WINDOW = 5000
"""How wide and how high a window of our own is made at most, in px."""

SHIELD = f"({files(__package__).joinpath('shield.js').read_text(encoding='utf-8')})({DOM})"
"""A JavaScript expression for the shield of a document, which is installed if the document has none."""
END = "() => window[Symbol.for('shield of givens')]?.end() ?? {}"
"""A JavaScript function that ends the round of a document, and returns its state."""
_shielded: WeakSet[Page] = WeakSet()

_WHILE_CONNECTED = "async (board, argument) => board.isConnected ? [await ({script})(board, argument)] : []"
_TAKE = "(board) => ({ url: location.href, html: board.outerHTML, state: (MEASURE)(board) })"
_OFFSET = """(frame) => {
    const box = frame.getBoundingClientRect();
    return [box.left + frame.clientLeft, box.top + frame.clientTop];
}"""
EDGE = "the edge of the window"
"""What covers a point that is outside of the window."""
_PAGE = "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
_SCROLL = "(_, [x, y]) => scrollBy({ left: x - innerWidth / 2, top: y - innerHeight / 2, behavior: 'instant' })"
_FOCUS = """(board) => {
    const takes = board.closest("[tabindex]") ?? window;
    if (!document.hasFocus() || takes === window || !takes.contains(document.activeElement)) takes.focus();
}"""
_SET = """(_, [selector, value]) => {
    const fields = [...document.querySelectorAll(selector)].filter((field) => field.type === "hidden");
    for (const field of fields) field.value = value;
    return fields.length;
}"""
_MATCHES = f"(_, [point, selector]) => !!{DOM}.hit(point)?.closest(selector)"
_LOOK = "(board, points) => window[Symbol.for('shield of givens')].look(board, points)"
_BEGIN = """(board, order) =>
    window[Symbol.for("shield of givens")]?.begin(board, order) ?? { stopped: "its document has gone" }"""

NAMED_TIMEOUT = 10.0
"""Seconds in which what a person names must be there."""
LOOSE_AFTER = 2.0
"""Seconds in which nothing has the whole name, after which less of it will do."""
NAMED_POLL_MS = 50
"""Milliseconds between two looks at what a person names."""
_PRESS_TARGET = f"(element, _, dom = {DOM}) => (dom.reach(element), dom.target(element))"


class RoundState(msgspec.Struct):
    """What the shield of a document says about a round."""

    presses: int | None = None
    """How many presses of the mouse or of keys it let through; None if the document is a new one."""
    stopped: str = ""
    """Why it stopped the round, "" if it did not."""


def shield(page: Page) -> None:
    """Install the input shield in every current and future document of a page."""
    from playwright.sync_api import Error

    if page not in _shielded:
        _shielded.add(page)
        page.add_init_script(SHIELD)
        for frame in page.frames:
            with suppress(Error):  # It has just gone.
                frame.evaluate(f"() => {{ {SHIELD} }}")


class BoardCapture(msgspec.Struct):
    """What a snapshot consists of."""

    url: str
    html: str
    state: dict[str, Any]


@dataclass(frozen=True, slots=True)
class MoveReport:
    """The moves of which an input reached the board, and why the others were not made."""

    moves: Sequence[Move]
    stopped: str = ""
    refused: bool = False
    """Whether they were stopped before the first input was sent."""
    snapshot: Snapshot | None = None
    """The board afterwards, if it was asked for and could be taken."""


class Live:
    """One board on one page."""

    RETURNS: ClassVar = False
    """Whether a cell may be a link to the same page, which shows the board again with its mark."""

    def __init__(self, page: Page, find: Callable[[], Locator | ElementHandle]) -> None:
        """Find the board; `find` also opens what is in front of it, and is called again if something covers it."""
        self.page, self._find, self.clock = page, find, clock_of(page)
        shield(page)
        self.middles: Sequence[Point] = ()
        """The middles of all cells, so that the shield knows what comes to lie over them."""
        self.hold = 0.0
        """Milliseconds for which a button is held, for a page that looks only now and then whether it is."""
        self.find_board()

    def find_board(self) -> None:
        """Find the board again."""
        from playwright.sync_api import Locator

        self.board = self._find()
        self.address = clean(self.page.url, MAX_WORDS)
        self._handle = None if isinstance(self.board, Locator) else self.board
        self._frames: list[ElementHandle] | None = None
        self._frame: Frame | None = None

    def take(self, measure: str) -> Snapshot:
        """Return the board's markup and measured state, taken in one call; raise `PageGone` if the board has gone."""
        from playwright.sync_api import Error

        try:
            return self._taken(measure)
        except Error as error:
            raise self._gone(error) from None

    def _gone(self, error: Error) -> PageGone:
        address = clean(self.page.url, MAX_WORDS)
        why = meaning(error) if self.page.is_closed() or address == self.address else f"its tab went on to {address}"
        return PageGone(f"the board at {self.address} is gone: {why}")

    def _taken(self, measure: str) -> Snapshot:
        taken: BoardCapture = self._on_board(_TAKE.replace("MEASURE", measure), expected=BoardCapture)
        try:
            msgspec.convert(taken.state, Measured)
        except msgspec.ValidationError as error:
            raise ReadError(f"the board at {taken.url} cannot be measured: {error}") from None
        return Snapshot(taken.url, taken.html, taken.state)

    def covers(self, points: Sequence[Point]) -> list[str]:
        """Return the element that covers each point of the board, "" for a free point."""
        found: list[str] = self._on_board(_LOOK, points, list[str])
        for frame, (left, top) in self._ancestors():
            points = [(x + left, y + top) for x, y in points]
            outer = self._ask(frame, _LOOK, points, list[str])
            found = [cover or outer_cover for cover, outer_cover in zip(found, outer, strict=True)]
        return found

    def way_past(self) -> str:
        """Return what covers cells and how a person can press its buttons, "" if it has none."""
        self._ancestors()  # finds the board's own frame
        inner: list[str] = self._on_board(_LOOK, self.middles, list[str])
        points = [point for point, cover in zip(self.middles, inner, strict=True) if cover and cover != EDGE]
        frame, ways = self._frame, ""
        while frame is not None and not ways:
            if points or frame != self._frame:
                ways = way_past(frame, points)
            frame, points = frame.parent_frame, []
        return ways and f"{ways[0].upper()}{ways[1:]}."

    def show(self, point: Point) -> None:
        """Scroll a point of the board's frame to the middle of every frame around it."""
        self._on_board(_SCROLL, point)
        for frame, (left, top) in self._ancestors():
            point = point[0] + left, point[1] + top
            self._ask(frame, _SCROLL, point)

    def move_away(self) -> None:
        """Move the pointer off the board: a cell may look otherwise while the pointer is over it."""
        self.page.mouse.move(*OFF_BOARD)

    def widen(self, points: Sequence[Point]) -> bool:
        """Make a window of our own as large as the page, and so that points are inside; return if it was not."""
        size = self.page.viewport_size
        if size is None or self._ancestors():
            return False
        have, page = (size["width"], size["height"]), self._on_board(_PAGE, expected=tuple[int, int])
        inside = [int(max(at)) + 2 for at in zip(*points, strict=True)]  # A part of the page may scroll.
        width, height = (max(own, min(max(rest), MAX_WINDOW)) for own, *rest in zip(have, page, inside, strict=True))
        self.page.set_viewport_size({"width": width, "height": height})
        return (width, height) != have

    def offset(self) -> Point:
        """Return the position of the viewport of the board's frame in the window."""
        return _sum(self._ancestors())

    def _ancestors(self) -> list[tuple[ElementHandle, Point]]:
        """Return the frames around the board, innermost first, each with its position in its parent."""
        if self._frames is None:
            self._frames = self._find_frames()
        return [(frame, self._ask(frame, _OFFSET, expected=tuple[float, float])) for frame in self._frames]

    def _find_frames(self) -> list[ElementHandle]:
        """Return the elements of the frames around the board, innermost first, and remember the board's own frame."""
        if len(self.page.frames) == 1 or self._on_board("() => window === top", expected=bool):
            self._frame = self.page.main_frame
            return []
        try:
            found = []
            self._frame = frame = None if self._handle is None else self._handle.owner_frame()
            while frame is not None and frame.parent_frame is not None:
                found.append(frame.frame_element())
                frame = frame.parent_frame
        except (LookupError, TypeError, ValueError) as error:  # Playwright believes what the page's scripts return.
            raise PageGone(f"the frames of the page at {self.page.url} cannot be found: {error}") from None
        return found

    def set_field(self, selector: str, value: str) -> bool:
        """Set the hidden fields of the board's document that match a selector; return whether there are any."""
        count: int = self._on_board(_SET, [selector, value], int)
        return count > 0

    def perform(
        self, moves: Sequence[Move], planned: Sequence[Point] = (), measure: str = "", *, whole: bool = False
    ) -> MoveReport:
        """Make moves with the real mouse, or with the real keyboard; stop when the next input would miss the board.

        The moves are either all keys, or none is. If something covers one of the points that are `planned`, nothing is
        made. With `measure`, a snapshot is taken afterwards. The board may be one element, which is pressed as a
        `whole`, whatever it does.
        """
        frames = self._ancestors()
        if isinstance(moves[0], Keys):
            self._on_board(_FOCUS)
        try:
            refused = self._begin(frames, moves, planned, whole=whole)
            if not refused:
                self._make(moves, _sum(frames))
        finally:
            ends, snapshot = self._end(frames), None
            with suppress(PageGone, ReadError):  # as the board has gone
                snapshot = self.take(measure) if measure else None
        if refused:
            return MoveReport([], refused, refused=True, snapshot=snapshot)
        stopped = next((end.stopped for end in ends if end.stopped), "")
        if ends[0].presses is None:
            return MoveReport(moves[:1], stopped or "the board's document has gone", snapshot=snapshot)
        presses = [0, *accumulate(len(move.keys if isinstance(move, Keys) else pressed(move)) for move in moves)]
        made = [move for move, before in zip(moves, presses, strict=False) if before < ends[0].presses]
        if len(made) < len(moves):
            stopped = stopped or f"{'not every' if made else 'no'} input has reached it"
        return MoveReport(made, stopped, snapshot=snapshot)

    def _begin(
        self,
        frames: Sequence[tuple[ElementHandle, Point]],
        moves: Sequence[Move],
        planned: Sequence[Point],
        *,
        whole: bool,
    ) -> str:
        """Let the shield begin a round in every document around the board; return why it must not begin, or ""."""
        points = [point for move in moves for point in pressed(move)]
        order: dict[str, object] = {
            "middles": self.middles,
            "points": points,
            "planned": planned,
            "keys": isinstance(moves[0], Keys),
            "whole": whole,
            "returns": self.RETURNS,
            "frames": len(self.page.frames) > 1 + len(frames),
        }
        stopped: str = self._on_board(_BEGIN, order, RoundState).stopped
        for frame, (left, top) in frames:
            points, planned = ([(x + left, y + top) for x, y in some] for some in (points, planned))
            order |= {"middles": [], "points": points, "planned": planned, "whole": True}
            stopped = stopped or self._ask(frame, _BEGIN, order, RoundState).stopped
        return stopped

    def _make(self, moves: Sequence[Move], offset: Point) -> None:
        """Make moves until a document of the board goes on to another address, each within its own time."""
        gone: list[Frame] = []

        def note(frame: Frame) -> None:
            if frame in {self._frame, self.page.main_frame}:
                gone.append(frame)

        self.page.on("framenavigated", note)
        try:
            for move in moves:
                with self._answering(ANSWER_TIMEOUT * (len(move.through) if isinstance(move, Drag) else 1)):
                    if gone or not self._do(move, offset):
                        break
        finally:
            self.page.remove_listener("framenavigated", note)

    def _end(self, frames: Sequence[tuple[ElementHandle, Point]]) -> list[RoundState]:
        """Let the shield end the round in every document around the board, the board's own first."""
        from playwright.sync_api import Error

        try:
            with self._answering():
                own: RoundState = ask(self._frame or self.page.main_frame, END, None, RoundState)
                return [own, *(ask(frame, END, None, RoundState) for frame, _ in frames)]
        except (Error, ReadError):
            return [RoundState()]  # The frame is gone.

    def _do(self, move: Move, offset: Point) -> bool:
        """Make one move with Playwright's mouse or keyboard; return whether its cell was ready for the second press."""
        mouse, (left, top), ready = self.page.mouse, offset, True
        match Drag((move.at,), move.leaves, button=move.button) if self.hold and isinstance(move, Click) else move:
            case Click(at=(x, y) as point, then=second, once=once, button=button):
                mouse.click(x + left, y + top, button=button)
                ready = not once or self._matches_soon(point, once)
                if second is not None and ready:
                    mouse.click(second[0] + left, second[1] + top)
            case Drag(through=points, button=button):
                for number, (x, y) in enumerate(points):
                    mouse.move(x + left, y + top, steps=3)  # Over the rims of cells, as a hand moves.
                    if number == 0:
                        mouse.down(button=button)
                if self.hold:
                    self.clock.pause(self.hold)
                mouse.up(button=button)
        for key in move.keys if ready and not isinstance(move, Drag) else ():
            self.page.keyboard.press(key)
        return ready

    def _matches_soon(self, point: Point, selector: str) -> bool:
        """Return whether the element at a point matches a selector within `ONCE_TIMEOUT`."""
        looks = Patience(self.clock, ONCE_TIMEOUT).looks(POLL_MS)
        return any(self._on_board(_MATCHES, [point, selector], bool) for _ in looks)

    def _on_board(self, script: str, argument: object = None, expected: Any = Any) -> Any:  # noqa: ANN401
        """Call a function with the board, which is looked up again if the page has replaced it."""
        from playwright.sync_api import Error, Locator

        if self._handle is not None:
            try:
                found = self._ask(self._handle, _WHILE_CONNECTED.format(script=script), argument, list[expected])
                if found:
                    return found[0]
            except Error:
                if not isinstance(self.board, Locator):
                    raise
        self._handle = self._back(self.board) if isinstance(self.board, Locator) else self.board
        return self._ask(self._handle, script, argument, expected)

    def _ask(self, at: ElementHandle, script: str, argument: object = None, expected: Any = Any) -> Any:  # noqa: ANN401
        """Call a function in the page and return its result; raise `PageGone` if the page does not answer at all."""
        with self._answering():
            return ask(at, script, argument, expected)

    def _back(self, board: Locator) -> ElementHandle:
        """Return the element of a board; raise Playwright's error once the page has had its time to show it again."""
        from playwright.sync_api import Error

        for _ in Patience(self.clock, BACK_TIMEOUT).looks(POLL_MS):
            try:
                with self._answering():
                    found = board.element_handles()
            except Error as error:
                if "context was destroyed" not in error.message:
                    raise
                found = []  # The page goes on to another document.
            if found:
                return found[0]
        raise Error(NOT_SHOWN)

    def _answering(self, within: float = ANSWER_TIMEOUT) -> AbstractContextManager[Limit]:
        return limit_time(within, f"the page at {self.page.url} did not answer for {within:g} s")


def _sum(frames: Sequence[tuple[ElementHandle, Point]]) -> Point:
    """Return the sum of the positions of frames."""
    return sum(left for _, (left, _) in frames), sum(top for _, (_, top) in frames)


def pressed(move: Move) -> Sequence[Point]:
    """Return the points of a move's presses: of the mouse button, and of keys after a click; none for keys alone."""
    match move:
        case Click(at=first, then=second, keys=keys):
            return [first, *([] if second is None else [second]), *[first] * len(keys)]
        case Drag(through=points):
            return points[:1]
        case _:
            return []


def answer_dialogs(page: Page) -> list[str]:
    """Answer the page's dialogs from now on; return the growing list of their messages.

    Alerts are acknowledged and leaving the page is allowed. Questions are declined, as the bot provokes none.
    """
    from asyncio import CancelledError

    from playwright.sync_api import Error

    messages: list[str] = []

    def answer(dialog: Dialog) -> None:
        if len(messages) < MAX_DIALOGS:
            messages.append(clean(dialog.message, MAX_WORDS))
        # The code that owns the page may have answered it, or the browser is closed.
        with suppress(Error, CancelledError):
            (dialog.accept if dialog.type in {"alert", "beforeunload"} else dialog.dismiss)()

    page.on("dialog", answer)
    return messages


def press(page: Page, element: Locator | ElementHandle, seen: PressTarget | None = None) -> str:
    """Press an element once, if it still is what was seen; return why it was not pressed, "" if it was."""
    from playwright.sync_api import Error, Locator

    try:
        found = element.element_handles() if isinstance(element, Locator) else [element]
        if not found:
            return NOT_SHOWN
        now: PressTarget = ask(found[0], _PRESS_TARGET, None, PressTarget)
        if seen is not None and not now.is_like(seen):
            return f"it was {seen}, and has become {now}"
        if now.disabled:
            return "it is disabled"
        made = Live(page, lambda: element).perform([Click(now.at, {})], [now.at], whole=True)
    except Error as error:
        return meaning(error)
    return "" if made.moves else made.stopped.replace("the board", "it")


def press_nothing(_: Locator, button: str, __: PressTarget) -> NoReturn:
    """Raise `EnterError` for a site that would press a button where nothing may be pressed."""
    raise EnterError(f"{button} is for a person to press")


def press_named(page: Page, wanted: str, within: float = NAMED_TIMEOUT) -> str:
    """Press what a person names by its text or by a selector, once, and return its name.

    It must be the only visible match, and enabled; symbols and all lines but the first may be left out. Raise
    `UsageError` if nothing or several things match, `NeedsHuman` if it cannot be pressed.
    """
    from playwright.sync_api import Error

    why, last = "", object()
    for spent in Patience(clock_of(page), within).looks(NAMED_POLL_MS):
        loose = spent >= min(within, LOOSE_AFTER)
        found, shown = matching(frames(page, written=True), wanted, loose=loose)
        if len(found) == 1 and (loose or found == last):  # A button that still moves may not answer.
            frame, seen = found[0]
            if seen.leads_from(urlsplit(frame.url).netloc):
                why = f"it leads to another site: {seen}"
                break
            if not (why := press(page, frame.locator(seen.path), seen)):
                with suppress(Error):
                    page.mouse.move(*OFF_BOARD)  # A cell that was under the button looks otherwise as long as it is.
                return str(seen)
        last = found
    words = f"{wanted[:MAX_NAME]!r} of --press"
    if why:
        raise NeedsHuman(
            f"{words} was not pressed at {page.url}, because {why}: open the board yourself with --headed, or take the "
            "open tab with --here"
        )
    if found:
        places = listed([f"{target} at {target.path.removeprefix(':root > ')}" for _, target in found])
        raise UsageError(f"{len(found)} visible elements at {page.url} match {words}: {places}; name one by a selector")
    names = listed(list(dict.fromkeys(map(str, shown)))) or "nothing"
    raise UsageError(f"nothing visible at {page.url} has the text, or matches the selector, {words}; there is {names}")
