"""The shield: real input to a board, of which nothing reaches anything else on the page (see `shield.js`).

In Chromium the shield is in every document before the page's own scripts, and the inputs of a round are sent one after
the other without waiting for each answer. In other browsers it is installed with the first round, and inputs are made
one by one.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from functools import partial
from importlib.resources import files
from string import ascii_lowercase, digits
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import msgspec

from bot.browser.together import together
from scrapers import DEED, Click, Keys, ask, unshadowed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from playwright.sync_api import CDPSession, ElementHandle, Frame, Locator, Page

    from scrapers import Gesture, Move, Point

_SHIELD = files(__package__).joinpath("shield.js").read_text(encoding="utf-8")
_SOURCE = unshadowed(f"(token) => ({_SHIELD})(token, {DEED})")
_WORLD = "givens"
_TELL = """(root, [token, order, source]) => {
    let answer = null;
    const listen = (event) => { answer = event.detail };
    addEventListener(`${token}!`, listen, true);
    const speak = () => root.dispatchEvent(new CustomEvent(token, { detail: JSON.stringify(order), composed: true }));
    speak();
    if (answer === null && source) {
        (0, eval)(`(${source})`)(token);
        speak();
    }
    removeEventListener(`${token}!`, listen, true);
    return JSON.parse(answer);
}"""
_HOLD = """(frame, token) => {
    const fight = () => dispatchEvent(new CustomEvent(token, { detail: '{"order": "fight"}' }));
    const held = new MutationObserver(() => frame.inert || fight());
    const release = ({ detail }) => {
        if (JSON.parse(detail).order !== "end") return;
        held.disconnect();
        frame.inert = false;
        removeEventListener(token, release, true);
    };
    if (frame.inert) return;
    frame.inert = true;
    held.observe(frame, { attributes: true });
    addEventListener(token, release, true);
}"""
TIMEOUT_MS = 2000
"""Milliseconds in which a document must answer."""
_WAITING = {"waitForDebuggerOnStart": True, "flatten": True, "filter": [{"type": "iframe"}]}
"""Frames that run in processes of their own do not begin before the round ends."""
_TYPED = {digit: f"Digit{digit}" for digit in digits} | {letter: f"Key{letter.upper()}" for letter in ascii_lowercase}
_KEYS = {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Backspace": 8, "Escape": 27} | {
    key: ord(key.upper()) for key in _TYPED
}
"""Codes of the keys that are sent without waiting; others are pressed by Playwright."""
_shields: WeakKeyDictionary[Page, Shield] = WeakKeyDictionary()


class State(msgspec.Struct):
    """What the shield of a document says about a round."""

    presses: int | None = None
    """How many presses of the mouse or of keys it let through; None if the document is a new one."""
    stopped: str = ""
    """Why it stopped the round, "" if it did not."""
    inert: int = 0
    """How many frames get no input during the round."""
    drawn: int = 0
    """How often the document was drawn since the round began."""
    frames: int = 0
    """How many frames the document shows to the shield."""
    deeds: list[str] = []
    """What the cells do by themselves when they are pressed, or what the focus does for keys."""
    covers: list[str] = []
    """For each point it was to look at, the element that covers it, "" for none."""


class Shield:
    """The shield of one page."""

    def __init__(self, page: Page) -> None:
        """Install the shield in the documents of a page, those to come included, where the browser allows that."""
        from playwright.sync_api import Error

        self.page = page
        self._token = secrets.token_hex(16)
        self._closes = f"""dispatchEvent(new CustomEvent("{self._token}", {{ detail: '{{"order": "close"}}' }}))"""
        self._session: CDPSession | None = None
        self._closers: list[str] = []
        """The scripts that close documents."""
        with suppress(Error):  # Only Chromium has such a session.
            self._session = page.context.new_cdp_session(page)
            self._session.send("Page.enable")
            self._session.send("Page.addScriptToEvaluateOnNewDocument", _script(f"({_SOURCE})('{self._token}')"))

    @classmethod
    def of(cls, page: Page) -> Shield:
        """Return the shield of a page, which is installed if it has none."""
        if page not in _shields:
            _shields[page] = cls(page)
        return _shields[page]

    @property
    def fast(self) -> bool:
        """Whether inputs can be sent without waiting for each answer."""
        return self._session is not None

    def tell(self, at: Frame | Locator | ElementHandle, order: str, **more: object) -> State:
        """Give the shield of a document an order; install it if there is none."""
        message = {"order": order, **more}
        state: State | None = ask(at, _TELL, [self._token, message, ""], State | None, timeout_ms=TIMEOUT_MS)
        if state is not None:
            return state
        return ask(at, _TELL, [self._token, message, _SOURCE], State, timeout_ms=TIMEOUT_MS)

    def hold(self, frame: ElementHandle) -> None:
        """Let no input into a frame that the shield of its document does not see, until the round ends."""
        ask(frame, _HOLD, self._token, timeout_ms=TIMEOUT_MS)

    def close_new(self) -> None:
        """Swallow all input in documents that appear from now on, where the browser allows that."""
        if self._session is not None:
            session, source = self._session, _script(self._closes, now=False)
            closer, _ = together(
                self.page,
                partial(session.send, "Page.addScriptToEvaluateOnNewDocument", source),
                partial(session.send, "Target.setAutoAttach", _WAITING | {"autoAttach": True}),
            )
            self._closers.append(closer["identifier"])

    def open_new(self) -> None:
        """Let input through again in documents that appear from now on."""
        from playwright.sync_api import Error

        while self._session is not None and self._closers:
            with suppress(Error):  # A page that goes on to another document may take the script with it.
                closer = {"identifier": self._closers.pop()}
                self._session.send("Target.setAutoAttach", _WAITING | {"autoAttach": False})
                self._session.send("Page.removeScriptToEvaluateOnNewDocument", closer)

    def send(self, moves: Sequence[Move], offset: Point) -> None:
        """Send the inputs of moves in order, without waiting for the page in between."""
        if (session := self._session) is None:
            raise TypeError("this browser has no protocol to send inputs by")
        calls: list[Callable[[], object]]
        if all(isinstance(move, Click) and not move.keys and move.button != "tap" for move in moves):
            # The driver makes three inputs of a click, so there are fewer messages.
            calls = [
                partial(self.page.mouse.dblclick, *at)
                if button == "double"
                else partial(self.page.mouse.click, *at, button="right" if button == "right" else "left")
                for at, button in _clicks(moves, offset)
            ]
        else:
            calls = [partial(session.send, *event) for move in moves for event in _events(move, offset)]
        together(self.page, *calls, ordered=True)


def sendable(move: Move, *, selects_at_once: bool) -> bool:
    """Return whether the inputs of a move can be sent without waiting for the page in between.

    Those of a drag cannot: the browser merges the moves of the mouse that a page has not handled yet. Two clicks that
    belong together can only if the page `selects_at_once`.
    """
    match move:
        case Click(once=once, keys=keys):
            return (selects_at_once or not once) and all(key in _KEYS for key in keys)
        case Keys(keys=keys):
            return all(key in _KEYS for key in keys)
        case _:
            return False


def _script(source: str, *, now: bool = True) -> dict[str, object]:
    return {"source": source, "worldName": _WORLD, "runImmediately": now}


def _clicks(moves: Sequence[Move], offset: Point) -> Iterator[tuple[Point, Gesture]]:
    """Yield where in the window the mouse clicks, and with which button."""
    left, top = offset
    for move in moves:
        if isinstance(move, Click):
            for x, y in [move.at] if move.then is None else [move.at, move.then]:
                yield (x + left, y + top), move.button


def _events(move: Move, offset: Point) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield the inputs of a move as messages to the browser."""
    left, top = offset

    def mouse(kind: str, point: Point, buttons: int, **more: object) -> tuple[str, dict[str, object]]:
        at = {"x": point[0] + left, "y": point[1] + top}
        return "Input.dispatchMouseEvent", {"type": kind, **at, "buttons": buttons, **more}

    match move:
        case Click(at=first, button="tap"):
            touch = {"x": first[0] + left, "y": first[1] + top}
            yield "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [touch]}
            yield "Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []}
        case Click(at=first, then=second, button=button, keys=keys):
            for point in [first] if second is None else [first, second]:
                yield mouse("mouseMoved", point, 0)
                yield mouse("mousePressed", point, 1 if button == "left" else 2, button=button, clickCount=1)
                yield mouse("mouseReleased", point, 0, button=button, clickCount=1)
            yield from _pressed(keys)
        case Keys(keys=keys):
            yield from _pressed(keys)


def _pressed(keys: Sequence[str]) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield the messages that press keys, each with the text that it types."""
    for key in keys:
        names = {"key": key, "code": _TYPED.get(key, key), "windowsVirtualKeyCode": _KEYS[key]}
        yield (
            "Input.dispatchKeyEvent",
            names | ({"type": "keyDown", "text": key} if key in _TYPED else {"type": "rawKeyDown"}),
        )
        yield "Input.dispatchKeyEvent", {"type": "keyUp", **names}
