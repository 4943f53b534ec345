"""Press the control that checks a finished board, on a page that says nothing before."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

PRESS_TIMEOUT_MS = 1000
"""Milliseconds that the press may take."""


def press_check(page: Page, name: str) -> bool:
    """Press the only visible button or link with a name on the page, frames aside; return whether there was one."""
    from playwright.sync_api import TimeoutError as TooLate

    pattern = re.compile(name, re.IGNORECASE)
    found = page.get_by_role("button", name=pattern).or_(page.get_by_role("link", name=pattern)).all()
    if len(found) != 1:
        return False
    with suppress(TooLate):  # Something is in front of it.
        found[0].click(timeout=PRESS_TIMEOUT_MS)
        return True
    return False
