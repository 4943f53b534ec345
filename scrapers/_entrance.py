"""Find the board of a page: wait for it in any frame of the site, and press or name the buttons in front of it."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar
from urllib.parse import urlsplit
from weakref import WeakSet

import msgspec

from scrapers._ask import DOM, MAX_WORDS, ask, clean
from scrapers._clock import Patience, clock_of
from scrapers._errors import Declared, NeedsHuman, ReadError

if TYPE_CHECKING:
    from playwright.sync_api import Frame, Locator, Page


T = TypeVar("T")

POLL_MS = 40
"""Milliseconds between two checks of a page."""
RETRY_AFTER = 0.3
"""Seconds after which a press without effect is repeated."""
MAX_PRESSES = 2
"""How often one button is pressed. After that it is ignored."""
OTHERWISE_AFTER = 0.5
"""Seconds after which the board may be what matches only the second selector."""
MAX_LINES = 2000
"""How many lines of a page's text are looked at."""
MAX_LINE = 100
"""How much of a line of a page's text is kept."""
COVERED_FOR = 2.0
"""Seconds for which the same thing must cover a button until a person is asked for help."""
STAYS_FOR = 5.0
"""Seconds after its last press for which a button may still disappear."""

VISIBLE = """(element) =>
    element.getClientRects().length > 0 && element.checkVisibility({ visibilityProperty: true })"""
_LOOK = f"""([selectors, buttons]) => {{
    const visible = {VISIBLE};
    const {{ target, hit, isDisabled, reach }} = {DOM};
    const hasWords = (element, words) =>
        !words || new RegExp(words, "i").test((element.getAttribute("aria-label") || element.textContent).trim());
    const MOVES = /^(transform|translate|scale|rotate|left|right|top|bottom|inset.*|margin.*|width|height)$/;
    const moves = (animation) => animation.playState === "running"
        && Number.isFinite(animation.effect?.getComputedTiming().endTime)
        && animation.effect.getKeyframes().some((frame) => Object.keys(frame).some((name) => MOVES.test(name)));
    const path = (element) => element ? [element, ...path(element.parentElement)] : [];
    const obstacle = (element) => isDisabled(element) ? "is disabled"
        : path(element).some((node) => node.getAnimations().some(moves)) ? "is moving"
        : hit(target(element).at) && !reach(element) ? "is covered" : "";
    const opacity = (element) => path(element).reduce((all, node) => all * getComputedStyle(node).opacity, 1);
    const views = ([css, words]) => [...document.querySelectorAll(css)].flatMap((element, index) =>
        visible(element) && hasWords(element, words)
            ? [[index, obstacle(element), opacity(element), target(element)]] : []);
    const outermost = (element, _, all) => !all.some((other) => other !== element && other.contains(element));
    const shown = (css) => {{
        const all = [...document.querySelectorAll(css)];
        const found = all.filter(visible);
        return [all.indexOf(found[0]), found.slice(0, 99).filter(outermost).length];
    }};
    return [
        selectors.map(shown),
        buttons.map(views).map((found) => found.find(([, words]) => !words) ?? found[0] ?? null),
    ];
}}"""
_TEXTS = f"""(selectors) => {{
    const visible = {VISIBLE};
    const text = (element) => (element.innerText ?? element.textContent).trim().replace(/\\s+/g, " ");
    return selectors.map((css) => [...document.querySelectorAll(css)].filter(visible).map(text)[0] ?? null);
}}"""


_LINES = f"""() => (document.body?.innerText ?? "").split("\\n", {MAX_LINES}).map(
    (line) => line.trim().replace(/\\s+/g, " ").slice(0, {MAX_LINE})).filter((line) => line)"""

MOST_NAMED = 6
"""How many buttons a message names."""
MOST_LETTERS = 60
"""How much of a name a message holds."""
_PRESSABLE = f"({files(__package__).joinpath('_pressable.js').read_text(encoding='utf-8')})({DOM})"


class Button(NamedTuple):
    """A button or link, by its selector and, where the page has no stable code for it, a pattern of its words."""

    css: str
    words: str = ""
    retry_after: float = RETRY_AFTER
    """Seconds after which it is pressed again if it is still there. Longer for a switch, which would switch back."""

    def __str__(self) -> str:
        """Return its selector and pattern."""
        return f"{self.css} {self.words}".strip()


class _Shown(NamedTuple):
    """What a page shows of a selector."""

    first: int
    """Which of its matches is the first that is visible; -1 if none is."""
    total: int
    """How many of its matches are visible, without those inside of another."""


class _ButtonView(NamedTuple):
    """A visible button on a page."""

    number: int
    """Which of its selector's matches it is."""
    obstacle: str
    """Why it cannot be pressed now, "" if it can."""
    opacity: float
    target: PressTarget


class AlreadySolved(ReadError):
    """The page says that the puzzle is solved, and shows no board."""


_INERT = WeakSet["Page"]()
"""Pages whose scripts have failed or do not run: no board will come, and a press has no effect."""


def stop_waiting(page: Page) -> None:
    """Let nothing wait for the board of a page any more, and press nothing to get to it."""
    _INERT.add(page)


def poll(page: Page, within: float) -> Iterator[float]:
    """Iterate until a page has had `within` seconds, once if nothing on it will change; yield what it has had."""
    return Patience(clock_of(page), 0.0 if page in _INERT else within).looks(POLL_MS)


def frames(page: Page, *, written: bool = False) -> list[Frame]:
    """Return the page's frames that belong to its own host; others are never looked at.

    With `written` also those whose markup the page wrote. A board may stand in one, but advertisements do, too: on a
    known site these prove nothing.
    """
    host = urlsplit(page.url).netloc
    found: list[Frame] = []
    for frame in page.frames:  # Those around a frame come before it.
        own = written and frame.url == "about:srcdoc" and frame.parent_frame in found
        if own or frame == page.main_frame or urlsplit(frame.url).netloc == host:
            found.append(frame)
    return found


def look_at(frame: Frame, script: str, argument: object, result: type[T]) -> T:
    """Return the result of a script in a frame; raise `ReadError` if it is not of the type of `result`."""
    return ask(frame, f"(_, argument) => ({script})(argument)", argument, result)


def texts_shown(page: Page, *selectors: str) -> list[str]:
    """Return, for each selector, the text of its first visible match in any frame of the site, "" for none."""
    found = [look_at(frame, _TEXTS, selectors, list[str | None]) for frame in frames(page)]
    return [next((text for text in texts if text is not None), "") for texts in zip(*found, strict=True)]


def lines_shown(page: Page) -> list[str]:
    """Return the lines of text that the frames of the site show, each cut to `MAX_LINE`."""
    return [line for frame in frames(page) for line in look_at(frame, _LINES, None, list[str])]


@dataclass(frozen=True, slots=True)
class Entrance(Declared):
    """How to get to a board: the buttons to press, and where a person is needed."""

    board: str
    """The selector of the board, which holds its cells."""
    dismiss: Sequence[Button] = ()
    """Buttons to press wherever they are shown: banners, modals, tooltips."""
    start: Sequence[Button] = ()
    """Buttons to press while there is no board."""
    otherwise: str = ""
    """A selector whose first visible match is the board if nothing matches `board`."""
    solved: Sequence[str] = ()
    """Selectors of what replaces the board once the puzzle is solved."""
    walls: Mapping[str, str] = field(default_factory=dict)
    """What only a person can pass, by the pattern of its address."""
    asks: Mapping[str, str] = field(default_factory=dict)
    """What only a person can answer, such as new terms of use, by the selector of what asks it."""

    def enter(self, page: Page, within: float, press: Press, *, url: str) -> Locator:
        """Return the board once it is visible and nothing is in front of it.

        `press` is called with each button that is to be pressed. `url` is the pattern of the page's addresses. Raises
        `NeedsHuman`, or `ReadError` after `within` seconds.
        """
        attempt = _Attempt(self, page, press, url)
        for attempt.now in poll(page, within):
            pressed = -1
            while pressed < attempt.presses.total():  # What a press opens or uncovers usually appears at once.
                pressed = attempt.presses.total()
                if (board := attempt.look()) is not None:
                    return board
        if attempt.solved:
            raise AlreadySolved(f"the puzzle at {page.url} is already solved, and the page shows no board")
        why = attempt.obstacle or f"nothing visible matches {self.board}"
        waited = "" if page in _INERT else f" within {within:g} s"
        error = ReadError(f"no board at {page.url}{waited}: {why}", selector=self.board)
        error.is_missing = not attempt.obstacle
        raise error

    def find(self, page: Page, *, url: str) -> Locator | None:
        """Return the board if a page with such an address shows exactly one now, whatever is in front of it."""
        if not re.match(url, page.url):
            return None
        shown = [
            (frame, look_at(frame, _LOOK, [[self.board], []], tuple[list[_Shown], list[Any]])) for frame in frames(page)
        ]
        boards = [(frame, board) for frame, ((board,), _) in shown if board.total]
        if [board.total for _, board in boards] != [1]:
            return None
        ((frame, board),) = boards
        return frame.locator(self.board).nth(board.first)

    def check_address(self, page: Page, url: str) -> None:
        """Raise `NeedsHuman` if the site has led to a wall, `ReadError` if it has led elsewhere."""
        for pattern, wall in self.walls.items():
            for frame in frames(page):
                if re.search(pattern, frame.url) and (frame == page.main_frame or frame.frame_element().is_visible()):
                    raise NeedsHuman(f"{wall} at {frame.url}: only a person can pass it")
        if not re.match(url, page.url):
            raise ReadError(f"the site led to {page.url}, which is not the puzzle's page")


@dataclass(slots=True)
class _Attempt:
    """One attempt to find the board: which buttons were pressed, and what keeps the others from being pressed."""

    entrance: Entrance
    page: Page
    press: Press
    url: str
    now: float = 0.0
    """The seconds that the page has had."""
    presses: Counter[Button] = field(default_factory=Counter)
    pressed_at: dict[Button, float] = field(default_factory=dict)
    opacity: dict[tuple[Frame, Button], float] = field(default_factory=dict)
    """The opacity of each button at the last check."""
    obstacle: str = ""
    """What kept the board from being used at the last check, and why."""
    cover: str = ""
    """What covered a button at the last check, and how a person can press its buttons."""
    covered_at: float = 0.0
    """Since when."""
    solved: bool = False
    """Whether, at the last check, the page showed what replaces the board of a solved puzzle."""

    def look(self) -> Locator | None:
        """Press the first button that can be pressed, if there is one; else return the board, if it is free."""
        from playwright.sync_api import Error

        self.entrance.check_address(self.page, self.url)
        self.obstacle, self.solved = "", False
        boards: list[Locator] = []
        count = 0
        for frame in frames(self.page):
            try:
                board, other, buttons, solved, asked = self._views(frame)
            except Error as error:
                if frame.is_detached() or "context was destroyed" in error.message:
                    continue  # A press may close the frame it was made in, or lead to another page.
                raise
            if asked:
                raise NeedsHuman(f"{asked} at {frame.url}: a person must answer it")
            css = self.entrance.board
            if not board.total and other.total and (self.now > OTHERWISE_AFTER or self.page in _INERT):
                css, board = self.entrance.otherwise, _Shown(other.first, 1)
            obstacles = {button: self._obstacle(frame, button, view) for button, view in buttons.items()}
            ready = [button for button in buttons if not obstacles[button] and self.presses[button] < MAX_PRESSES]
            blocked = [button for button in buttons if obstacles[button] and self._may_change(button)]
            if any(
                self.now < self.pressed_at[button] + button.retry_after
                for button in buttons
                if button in self.pressed_at
            ):
                return None  # A press may still have its effect, so nothing else is pressed meanwhile.
            if ready:
                self._press(frame, ready[0], buttons[ready[0]])
                return None
            if blocked:
                self.obstacle = f"{blocked[0]} is in the way and {obstacles[blocked[0]]}"
                self._check_cover(frame, blocked[0], buttons[blocked[0]])
            elif board.total:
                boards.append(frame.locator(css).nth(board.first))
                count += board.total
            elif buttons and not any(map(self._may_change, buttons)):
                raise NeedsHuman(
                    f"{next(iter(buttons))} at {frame.url} stays after {MAX_PRESSES} clicks: a person must answer it"
                )
            elif solved and not buttons:
                self.solved = True
        if count > 1:
            self.obstacle = f"{count} visible elements match {self.entrance.board}, and only one can be the board"
            return None
        self.solved = self.solved and not boards
        return boards[0] if boards else None

    def _views(self, frame: Frame) -> tuple[_Shown, _Shown, dict[Button, _ButtonView], bool, str]:
        """Return the matches of both selectors of the board, the buttons to press, and two more facts.

        These are whether the puzzle is solved, and what only a person can answer.
        """
        entrance = self.entrance
        buttons = (*entrance.dismiss, *entrance.start)
        selectors = [entrance.board, entrance.otherwise or ":not(*)", *entrance.asks, *entrance.solved]
        (board, other, *signs), views = look_at(
            frame,
            _LOOK,
            [selectors, [[css, words] for css, words, _ in buttons]],
            tuple[list[_Shown], list[_ButtonView | None]],
        )
        asked = next((words for words, sign in zip(entrance.asks.values(), signs, strict=False) if sign.total), "")
        solved = any(sign.total for sign in signs[len(entrance.asks) :])
        count = 0 if self.page in _INERT else len(entrance.dismiss) if board.total else len(buttons)
        shown = {button: view for button, view in list(zip(buttons, views, strict=True))[:count] if view}
        return board, other, shown, solved, asked

    def _obstacle(self, frame: Frame, button: Button, view: _ButtonView) -> str:
        """Return the reason why a button cannot be pressed now, "" if it can."""
        before = self.opacity.get((frame, button))
        self.opacity[frame, button] = view.opacity
        fading = view.opacity < 1 and (before is None or view.opacity < before)
        if view.target.leads_from(urlsplit(frame.url).netloc):
            return f"leads to another site: {view.target}"
        return "is fading out" if fading else view.obstacle

    def _check_cover(self, frame: Frame, button: Button, view: _ButtonView) -> None:
        """Raise `NeedsHuman` if the same thing has covered a button for a while, and a person can press its buttons."""
        cover = way_past(frame, [view.target.at]) if view.obstacle == "is covered" else ""
        if cover != self.cover:
            self.cover, self.covered_at = cover, self.now
        elif cover and self.now > self.covered_at + COVERED_FOR:
            raise NeedsHuman(f"{button} at {frame.url} cannot be pressed, as {cover}")

    def _may_change(self, button: Button) -> bool:
        """Return whether a button may still disappear, or become ready to be pressed."""
        return button not in self.pressed_at or self.now < self.pressed_at[button] + STAYS_FOR

    def _press(self, frame: Frame, button: Button, view: _ButtonView) -> None:
        """Press a button; it does no harm if it disappears at the same moment."""
        self.presses[button] += 1
        self.press(frame.locator(button.css).nth(view.number), str(button), view.target)
        self.pressed_at[button] = self.now


class PressTarget(msgspec.Struct, frozen=True):
    """The name of an element, and what a press on it does."""

    name: str
    does: tuple[str, ...]
    """What acts by itself, from the element that is hit outwards: a link, a submit button, a label."""
    at: tuple[float, float]
    """Its middle in the window of its frame, in px."""
    disabled: bool = False
    path: str = ""
    """Its selector, if it was found by `matching`."""
    front: bool = False
    """Whether it is in what covers the board."""

    def is_like(self, other: PressTarget) -> bool:
        """Return whether two targets are the same, wherever they are done."""
        return (self.name, self.does) == (other.name, other.does)

    def leads_from(self, host: str) -> bool:
        """Return whether a press leads, or sends something, to another host."""
        places = [urlsplit(word).netloc for act in self.does for word in act.split() if "://" in word]
        return any(place != host for place in places)

    def __str__(self) -> str:
        does = ", ".join(clean(words, MAX_WORDS) for words in self.does if words.startswith(("link to ", "submit ")))
        return f"{clean(self.name, MOST_LETTERS)!r}{does and f' ({does})'}"


Press: TypeAlias = "Callable[[Locator, str, PressTarget], bool]"
"""Presses an element, for which a name is recorded, if it still does what was seen; returns whether it was pressed."""


WITHOUT_WORDS = "something without words"
"""What a cover without words is called."""


class _PressableView(msgspec.Struct, frozen=True):
    """What can be pressed in one document, and the words of what is in front of the board and whether it is a frame."""

    cover: tuple[str, bool] | None
    shown: list[PressTarget]
    matches: list[PressTarget]


def matching(
    frames: Sequence[Frame], wanted: str, *, loose: bool = False
) -> tuple[list[tuple[Frame, PressTarget]], list[PressTarget]]:
    """Return the visible elements with a text or, if there are none, of a selector, and all that can be pressed.

    With `loose`, if nothing matches, also those whose name has the text as its first line, or beside symbols.
    """
    views = [(frame, _view(frame, wanted, ())) for frame in frames]
    if loose and not any(view.matches for _, view in views):
        views = [(frame, _view(frame, wanted, (), loose=True)) for frame in frames]
    found = [(frame, target) for frame, view in views for target in view.matches]
    return found, [target for _, view in views for target in view.shown]


def in_front(frame: Frame, points: Sequence[tuple[float, float]] = ()) -> tuple[str, list[str]]:
    """Return a description of the cover of a board, "" if it has none, and the names of the buttons to press.

    `points` are cells that the pointer does not reach; without them it is what covers the middle of the window.
    """
    view = _view(frame, "", points)
    buttons = [target for target in view.shown if target.front or view.cover is None]
    names = list(dict.fromkeys(clean(target.name, MOST_LETTERS) for target in buttons if target.name))
    if view.cover is None:
        return "", names
    words, is_frame = view.cover
    said = clean(words, MOST_LETTERS)
    return "a frame" if is_frame else repr(said) if said else WITHOUT_WORDS, names


def way_past(frame: Frame, points: Sequence[tuple[float, float]]) -> str:
    """Return what covers some points and how its buttons can be pressed, "" if it has none and is no frame."""
    cover, names = in_front(frame, points)
    if names and cover:
        ways = " or ".join(f"--press {shlex.quote(name)}" for name in names[:MOST_NAMED])
        return f"{cover} is in front of it: press one of its buttons with {ways}"
    opened = "open the board in a browser of your own, and take the tab with --here"
    return f"{cover} is in front of it: {opened}" if cover == "a frame" else ""


def _view(frame: Frame, wanted: str, points: Sequence[tuple[float, float]], *, loose: bool = False) -> _PressableView:
    return ask(frame, _PRESSABLE, {"wanted": wanted, "points": points, "loose": loose}, _PressableView)
