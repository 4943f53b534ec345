"""Find the board of a page: wait for it in any frame of the site, and press the buttons in front of it."""

from __future__ import annotations

import re
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from scrapers._declared import check_sequences
from scrapers._errors import NeedsHuman, ReadError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from playwright.sync_api import Frame, Locator, Page

POLL_MS = 40
"""Milliseconds between two checks of a page."""
PRESS_TIMEOUT_MS = 1000
"""Milliseconds that a press may take once its button is ready."""
RETRY_AFTER = 0.3
"""Seconds after which a press without effect is repeated."""
MAX_PRESSES = 3
"""How often one button is pressed. After that it is ignored, since a saved page without scripts never reacts."""
STAYS_FOR = 2.0
"""Seconds after its last press for which a button may still disappear."""

_VISIBLE = """(element) =>
    element.getClientRects().length > 0 && element.checkVisibility({ visibilityProperty: true })"""
_LOOK = f"""([selectors, buttons]) => {{
    const visible = {_VISIBLE};
    const says = (element, words) =>
        !words || new RegExp(words, "i").test((element.getAttribute("aria-label") || element.textContent).trim());
    const MOVES = /^(transform|translate|scale|rotate|left|right|top|bottom|inset.*|margin.*|width|height)$/;
    const moves = (animation) => animation.playState === "running"
        && Number.isFinite(animation.effect?.getComputedTiming().endTime)
        && animation.effect.getKeyframes().some((frame) => Object.keys(frame).some((name) => MOVES.test(name)));
    const path = (element) => element ? [element, ...path(element.parentElement)] : [];
    const covered = (element) => {{
        const box = element.getClientRects()[0];
        const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return hit !== null && !element.contains(hit) && !hit.contains(element);
    }};
    const obstacle = (element) => element.closest(":disabled, [aria-disabled=true], [inert]") ? "is disabled"
        : path(element).some((node) => node.getAnimations().some(moves)) ? "is moving"
        : covered(element) ? "is covered" : "";
    const opacity = (element) => path(element).reduce((all, node) => all * getComputedStyle(node).opacity, 1);
    const views = ([css, words]) => [...document.querySelectorAll(css)].flatMap((element, index) =>
        visible(element) && says(element, words) ? [[index, obstacle(element), opacity(element)]] : []);
    return [
        selectors.map((css) => [...document.querySelectorAll(css)].findIndex(visible)),
        buttons.map(views).map((found) => found.find(([, words]) => !words) ?? found[0] ?? null),
    ];
}}"""
_TEXTS = f"""(selectors) => {{
    const visible = {_VISIBLE};
    const text = (element) => (element.innerText ?? element.textContent).trim().replace(/\\s+/g, " ");
    return selectors.map((css) => [...document.querySelectorAll(css)].filter(visible).map(text)[0] ?? null);
}}"""


class Button(NamedTuple):
    """A button or link, by its selector and, where the page has no stable code for it, a pattern of its words."""

    css: str
    words: str = ""
    retry_after: float = RETRY_AFTER
    """Seconds after which it is pressed again if it is still there. Longer for a switch, which would switch back."""

    def __str__(self) -> str:
        """Return its selector and pattern."""
        return f"{self.css} {self.words}".strip()


class View(NamedTuple):
    """A button as a page shows it."""

    number: int
    """Which of its selector's matches it is."""
    obstacle: str
    """Why it cannot be pressed now, "" if it can."""
    opacity: float


class AlreadySolved(ReadError):
    """The page says that the puzzle is solved, and shows no board."""


def poll(page: Page, within: float) -> Iterator[None]:
    """Iterate at short intervals until `within` seconds are over."""
    end = time.monotonic() + within
    yield
    while time.monotonic() < end:
        page.wait_for_timeout(POLL_MS)
        yield


def frames(page: Page) -> list[Frame]:
    """Return the page's frames that belong to its own host; others are never looked at."""
    host = urlsplit(page.url).netloc
    return [frame for frame in page.frames if frame == page.main_frame or urlsplit(frame.url).netloc == host]


def is_shown(page: Page, selector: str) -> bool:
    """Return whether any frame of the site shows a match, whatever its text."""
    return any(frame.evaluate(_TEXTS, [selector])[0] is not None for frame in frames(page))


def texts_shown(page: Page, *selectors: str) -> list[str]:
    """Return, for each selector, the text of its first visible match in any frame of the site, "" for none."""
    found = [frame.evaluate(_TEXTS, selectors) for frame in frames(page)]
    return [next((text for text in texts if text is not None), "") for texts in zip(*found, strict=True)]


@dataclass(frozen=True, slots=True)
class Entrance:
    """How to get to a board: the buttons to press, and where a person is needed."""

    board: str
    """The selector of the board, which holds its cells."""
    dismiss: Sequence[Button] = ()
    """Buttons to press wherever they are shown: banners, modals, tooltips."""
    start: Sequence[Button] = ()
    """Buttons to press while there is no board."""
    solved: Sequence[str] = ()
    """Selectors of what replaces the board once the puzzle is solved."""
    walls: Mapping[str, str] = field(default_factory=dict)
    """What only a person can pass, by the pattern of its address."""

    def __post_init__(self) -> None:
        """Raise `TypeError` for a declaration that cannot work."""
        check_sequences(self)

    def enter(self, page: Page, within: float, before_press: Callable[[str], object], *, url: str) -> Locator:
        """Return the board once it is visible and nothing is in front of it.

        `before_press` is called with the name of each button before it is pressed, since what the page shows beside it
        may disappear. `url` is the pattern of the page's addresses. Raises `NeedsHuman`, or `ReadError` after `within`
        seconds.
        """
        attempt = _Attempt(self, page, before_press, url)
        for _ in poll(page, within):
            pressed = -1
            while pressed < attempt.presses.total():  # What a press opens or uncovers usually appears at once.
                pressed = attempt.presses.total()
                if (board := attempt.look()) is not None:
                    return board
        why = attempt.obstacle or f"nothing visible matches {self.board}"
        raise ReadError(f"no board at {page.url} within {within:g} s: {why}", selector=self.board)

    def check_address(self, page: Page, url: str) -> None:
        """Raise `NeedsHuman` if the site has led to a wall, `ReadError` if it has led elsewhere."""
        for pattern, wall in self.walls.items():
            if re.search(pattern, page.url):
                raise NeedsHuman(f"{wall} at {page.url}: only a person can pass it")
        if not re.match(url, page.url):
            raise ReadError(f"the site led to {page.url}, which is not the puzzle's page")


@dataclass(slots=True)
class _Attempt:
    """One attempt to find the board: which buttons were pressed, and what keeps the others from being pressed."""

    entrance: Entrance
    page: Page
    before_press: Callable[[str], object]
    url: str
    presses: Counter[Button] = field(default_factory=Counter)
    pressed_at: dict[Button, float] = field(default_factory=dict)
    opacity: dict[tuple[Frame, Button], float] = field(default_factory=dict)
    """The opacity of each button at the last check."""
    obstacle: str = ""
    """The button that was in front of the board at the last check, and why it cannot be pressed."""

    def look(self) -> Locator | None:
        """Press the first button that can be pressed, if there is one; else return the board, if it is free."""
        from playwright.sync_api import Error

        self.entrance.check_address(self.page, self.url)
        self.obstacle = ""
        for frame in frames(self.page):
            try:
                board, buttons, solved = self._views(frame)
            except Error as error:
                if frame.is_detached() or "context was destroyed" in error.message:
                    continue  # A press may close the frame it was made in, or lead to another page.
                raise
            obstacles = {button: self._obstacle(frame, button, view) for button, view in buttons.items()}
            ready = [button for button in buttons if not obstacles[button] and self.presses[button] < MAX_PRESSES]
            blocked = [button for button in buttons if obstacles[button] and self._may_change(button)]
            if any(map(self._is_recent, buttons)):
                return None
            if ready:
                self._press(frame, ready[0], buttons[ready[0]].number)
                return None
            if blocked:
                self.obstacle = f"{blocked[0]} is in the way and {obstacles[blocked[0]]}"
            elif board >= 0:
                return frame.locator(self.entrance.board).nth(board)
            elif buttons and not any(map(self._may_change, buttons)):
                raise NeedsHuman(
                    f"{next(iter(buttons))} at {frame.url} stays after {MAX_PRESSES} clicks: a person must answer it"
                )
            elif solved and not buttons:
                raise AlreadySolved(f"the puzzle at {self.page.url} is already solved, and the page shows no board")
        return None

    def _views(self, frame: Frame) -> tuple[int, dict[Button, View], bool]:
        """Return the index of the board, the buttons to press, and whether the page shows a solved puzzle."""
        entrance = self.entrance
        buttons = (*entrance.dismiss, *entrance.start)
        found, views = frame.evaluate(
            _LOOK, [[entrance.board, *entrance.solved], [[css, words] for css, words, _ in buttons]]
        )
        board: int = found[0]
        count = len(entrance.dismiss) if board >= 0 else len(buttons)
        shown = {button: View(*view) for button, view in list(zip(buttons, views, strict=True))[:count] if view}
        return board, shown, any(index >= 0 for index in found[1:])

    def _obstacle(self, frame: Frame, button: Button, view: View) -> str:
        """Return why a button cannot be pressed now, "" if it can."""
        before = self.opacity.get((frame, button))
        self.opacity[frame, button] = view.opacity
        fading = view.opacity < 1 and (before is None or view.opacity < before)
        return "is fading out" if fading else view.obstacle

    def _is_recent(self, button: Button) -> bool:
        """Return whether a press may still have its effect, so that nothing else is pressed meanwhile."""
        return button in self.pressed_at and time.monotonic() < self.pressed_at[button] + button.retry_after

    def _may_change(self, button: Button) -> bool:
        """Return whether a button may still disappear, or become ready to be pressed."""
        return button not in self.pressed_at or time.monotonic() < self.pressed_at[button] + STAYS_FOR

    def _press(self, frame: Frame, button: Button, number: int) -> None:
        """Press a button; it does no harm if it disappears at the same moment."""
        from playwright.sync_api import Error
        from playwright.sync_api import TimeoutError as TooLate

        self.before_press(str(button))
        self.presses[button] += 1
        try:
            frame.locator(button.css).nth(number).click(timeout=PRESS_TIMEOUT_MS)
        except TooLate:
            pass
        except Error:
            if not frame.is_detached():
                raise
        self.pressed_at[button] = time.monotonic()
