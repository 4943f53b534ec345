"""What can be pressed on a page, by the names that a person reads, and what is in front of its board."""

from __future__ import annotations

import shlex
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from scrapers._ask import ask
from scrapers._deed import DEED, DOM, Deed
from scrapers._text import MAX_WORDS, clean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Frame, Locator

MOST_NAMED = 6
"""How many buttons a message names."""
MOST_LETTERS = 60
"""How much of a name a message holds."""
A_FRAME = "a frame"
"""What a cover is called that is another document."""
OPENED = "open the board in a browser of your own, and take the tab with --here"
"""What a person can do where there is no button to name."""
_LOOK = f"({files(__package__).joinpath('_pressable.js').read_text(encoding='utf-8')})({DOM}, {DEED})"


class Shown(msgspec.Struct, frozen=True):
    """Something that can be pressed, as its document shows it."""

    path: str
    deed: Deed
    front: bool
    """Whether it is in front of the board."""


class Cover(msgspec.Struct, frozen=True):
    """What is in front of the board."""

    words: str
    """Its heading, or its first words."""
    frame: bool
    """Whether it is another document."""


class View(msgspec.Struct, frozen=True):
    """What can be pressed in one document."""

    cover: Cover | None
    shown: list[Shown]
    matches: list[Shown]


class Pressable(NamedTuple):
    """Something that can be pressed, and its document."""

    frame: Frame
    shown: Shown

    @property
    def locator(self) -> Locator:
        """Where it is."""
        return self.frame.locator(self.shown.path)

    def __str__(self) -> str:
        return named(self.shown.deed)


def named(deed: Deed) -> str:
    """Return the name of something to press, and where it leads, in words for a message."""
    does = deed.does[0].split(" ")[0] if deed.does else ""
    told = f" ({clean(deed.does[0], MAX_WORDS)})" if does in {"link", "submit"} else ""
    return f"{clean(deed.name, MOST_LETTERS)!r}{told}"


def matching(frames: Sequence[Frame], wanted: str) -> tuple[list[Pressable], list[Pressable]]:
    """Return the visible elements with a text or, if there are none, of a selector, and all that can be pressed."""
    views = [(frame, _view(frame, wanted, ())) for frame in frames]
    return (
        [Pressable(frame, one) for frame, view in views for one in view.matches],
        [Pressable(frame, one) for frame, view in views for one in view.shown],
    )


def in_front(frame: Frame, points: Sequence[tuple[float, float]] = ()) -> tuple[str, list[str]]:
    """Return a description of the cover of a board, "" if it has none, and the names of the buttons to press.

    `points` are cells that the pointer does not reach; without them it is what covers the middle of the window.
    """
    view = _view(frame, "", points)
    buttons = [one for one in view.shown if one.front or view.cover is None]
    names = list(dict.fromkeys(clean(one.deed.name, MOST_LETTERS) for one in buttons if one.deed.name))
    if view.cover is None:
        return "", names
    words = clean(view.cover.words, MOST_LETTERS)
    return A_FRAME if view.cover.frame else repr(words) if words else "something without words", names


def way_past(frame: Frame, points: Sequence[tuple[float, float]]) -> str:
    """Return what covers some points and how its buttons can be pressed, "" if it has none and is no frame."""
    cover, names = in_front(frame, points)
    ways = [f"--press {shlex.quote(name)}" for name in names[:MOST_NAMED]]
    if not cover or not (ways or cover == A_FRAME):
        return ""
    what = f"{cover} is in front of it"
    return f"{what}: press one of its buttons with {' or '.join(ways)}" if ways else f"{what}: {OPENED}"


def _view(frame: Frame, wanted: str, points: Sequence[tuple[float, float]]) -> View:
    return ask(frame, _LOOK, {"wanted": wanted, "points": points}, View)
