"""The shield: real input to a board, of which nothing reaches anything else on the page (see `shield.js`)."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING
from weakref import WeakSet

import msgspec

from scrapers import DOM

if TYPE_CHECKING:
    from playwright.sync_api import Page

SHIELD = f"({files(__package__).joinpath('shield.js').read_text(encoding='utf-8')})({DOM})"
"""A JavaScript expression for the shield of a document, which is installed if the document has none."""
END = "() => window[Symbol.for('givens shield')]?.end() ?? {}"
"""A JavaScript function that ends the round of a document, and returns its state."""
_installed: WeakSet[Page] = WeakSet()


class RoundState(msgspec.Struct):
    """What the shield of a document says about a round."""

    presses: int | None = None
    """How many presses of the mouse or of keys it let through; None if the document is a new one."""
    stopped: str = ""
    """Why it stopped the round, "" if it did not."""


def install(page: Page) -> None:
    """Let all documents to come of a page swallow what was meant for the one before."""
    if page not in _installed:
        _installed.add(page)
        page.add_init_script(SHIELD)
