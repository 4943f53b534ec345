"""What a page asks a person for: a login or a payment, and forms that would send a board somewhere."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec

from scrapers._ask import DOM, ask, clean

if TYPE_CHECKING:
    from playwright.sync_api import Frame

    from scrapers._site import Point

MOST_LETTERS = 40
"""How much of a field's label a message holds."""
_LOOK = f"({files(__package__).joinpath('fields.js').read_text(encoding='utf-8')})({DOM})"


class _Seen(msgspec.Struct):
    """What a document asks for."""

    sends: list[str]
    """Where the forms send their data that hold the board."""
    asks: list[tuple[str, str]]
    """What the fields for a login or a payment ask for, and their labels."""


def asked_for(frame: Frame, cells: Sequence[Point] = ()) -> tuple[list[str], list[str]]:
    """Return the reasons to enter nothing on a document's board, and those of them that are a login or a payment.

    `cells` are the middles of the cells, if the board is in this document.
    """
    seen: _Seen = ask(frame, _LOOK, cells, _Seen)
    serious = [f"a field asks for {what}: {clean(label, MOST_LETTERS)!r}" for what, label in seen.asks]
    forms = [f"the board is in a form that sends data{f' to {clean(to, 80)}' if to else ''}" for to in seen.sends]
    return list(dict.fromkeys([*forms, *serious])), list(dict.fromkeys(serious))
