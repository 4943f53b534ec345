"""What a press on an element does, to be compared with what it does when it is pressed."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import urlsplit

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

DOM = files(__package__).joinpath("_dom.js").read_text(encoding="utf-8")
"""A JavaScript expression for the functions that scripts share which look at a document."""
DEED = f"({files(__package__).joinpath('_deed.js').read_text(encoding='utf-8')})({DOM})"
"""A JavaScript function that returns the deed of an element; its member `act` tells what that does by itself."""


class Deed(msgspec.Struct, frozen=True):
    """The name of an element, and what a press on it does."""

    name: str
    does: tuple[str, ...]
    """What acts by itself, from the element that is hit outwards: a link, a submit button, a label."""
    at: tuple[float, float]
    """Its middle in the window of its frame, in px."""
    disabled: bool = False

    def is_like(self, other: Deed) -> bool:
        """Return whether two deeds are the same, wherever they are done."""
        return (self.name, self.does) == (other.name, other.does)

    def __str__(self) -> str:
        return f"{self.name[:60]!r}" + (f" ({', '.join(self.does)})" if self.does else "")

    def leads_from(self, host: str) -> bool:
        """Return whether a press leads, or sends something, to another host."""
        places = [urlsplit(word).netloc for act in self.does for word in act.split() if "://" in word]
        return any(place != host for place in places)


Press: TypeAlias = "Callable[[Locator, str, Deed], bool]"
"""Presses an element, for which a name is recorded, if it still does what was seen.

It returns whether the page left it alone meanwhile. If not, it is pressed again only as what it was.
"""
