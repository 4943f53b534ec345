"""What can be pressed on a page, by the names that a person reads, and what is in front of its board."""

from __future__ import annotations

import shlex
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple, TypeAlias
from urllib.parse import urlsplit

import msgspec

from scrapers._ask import DOM, MAX_WORDS, ask, clean

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from playwright.sync_api import Frame, Locator

MOST_NAMED = 6
"""How many buttons a message names."""
MOST_LETTERS = 60
"""How much of a name a message holds."""
_LOOK = f"({files(__package__).joinpath('_pressable.js').read_text(encoding='utf-8')})({DOM})"


class Deed(msgspec.Struct, frozen=True):
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

    def is_like(self, other: Deed) -> bool:
        """Return whether two deeds are the same, wherever they are done."""
        return (self.name, self.does) == (other.name, other.does)

    def leads_from(self, host: str) -> bool:
        """Return whether a press leads, or sends something, to another host."""
        places = [urlsplit(word).netloc for act in self.does for word in act.split() if "://" in word]
        return any(place != host for place in places)

    def __str__(self) -> str:
        does = ", ".join(clean(words, MAX_WORDS) for words in self.does if words.startswith(("link to ", "submit ")))
        return f"{clean(self.name, MOST_LETTERS)!r}{does and f' ({does})'}"


Press: TypeAlias = "Callable[[Locator, str, Deed], bool]"
"""Presses an element, for which a name is recorded, if it still does what was seen; returns whether it was pressed."""


class _PressableView(msgspec.Struct, frozen=True):
    """What can be pressed in one document, and the words of what is in front of the board and whether it is a frame."""

    cover: tuple[str, bool] | None
    shown: list[Deed]
    matches: list[Deed]


class Pressable(NamedTuple):
    """Something that can be pressed, and its document."""

    frame: Frame
    deed: Deed

    @property
    def locator(self) -> Locator:
        """Where it is."""
        return self.frame.locator(self.deed.path)


def matching(frames: Sequence[Frame], wanted: str) -> tuple[list[Pressable], list[Pressable]]:
    """Return the visible elements with a text or, if there are none, of a selector, and all that can be pressed."""
    views = [(frame, _view(frame, wanted, ())) for frame in frames]
    return (
        [Pressable(frame, deed) for frame, view in views for deed in view.matches],
        [Pressable(frame, deed) for frame, view in views for deed in view.shown],
    )


def in_front(frame: Frame, points: Sequence[tuple[float, float]] = ()) -> tuple[str, list[str]]:
    """Return a description of the cover of a board, "" if it has none, and the names of the buttons to press.

    `points` are cells that the pointer does not reach; without them it is what covers the middle of the window.
    """
    view = _view(frame, "", points)
    buttons = [deed for deed in view.shown if deed.front or view.cover is None]
    names = list(dict.fromkeys(clean(deed.name, MOST_LETTERS) for deed in buttons if deed.name))
    if view.cover is None:
        return "", names
    words, is_frame = view.cover
    said = clean(words, MOST_LETTERS)
    return "a frame" if is_frame else repr(said) if said else "something without words", names


def way_past(frame: Frame, points: Sequence[tuple[float, float]]) -> str:
    """Return what covers some points and how its buttons can be pressed, "" if it has none and is no frame."""
    cover, names = in_front(frame, points)
    if names and cover:
        ways = " or ".join(f"--press {shlex.quote(name)}" for name in names[:MOST_NAMED])
        return f"{cover} is in front of it: press one of its buttons with {ways}"
    opened = "open the board in a browser of your own, and take the tab with --here"
    return f"{cover} is in front of it: {opened}" if cover == "a frame" else ""


def _view(frame: Frame, wanted: str, points: Sequence[tuple[float, float]]) -> _PressableView:
    return ask(frame, _LOOK, {"wanted": wanted, "points": points}, _PressableView)
