"""The form of what is measured of a board, on a page or in a file: what reads it relies on these types."""

from __future__ import annotations

from typing import Annotated

import msgspec

Px = Annotated[float, msgspec.Meta(ge=-1e6, le=1e6)]
Sides = tuple[Px, Px, Px, Px]


class Pseudo(msgspec.Struct):
    """A pseudo-element."""

    borders: Sides | msgspec.UnsetType = msgspec.UNSET


class Element(msgspec.Struct):
    """An element of the board."""

    tag: str
    box: Sides | msgspec.UnsetType = msgspec.UNSET
    borders: Sides | msgspec.UnsetType = msgspec.UNSET
    ground: str = ""
    ink: str = ""
    image: str = ""
    before: Pseudo | msgspec.UnsetType = msgspec.UNSET
    after: Pseudo | msgspec.UnsetType = msgspec.UNSET


class Measured(msgspec.Struct):
    """The keys of a state that readers take apart; they compare all others with what they expect."""

    elements: list[Element] = []
    fields: list[tuple[str, bool]] | None = None
    """What each field holds, and whether it is locked."""
    screen: str = ""
