"""Press the control that checks a finished board, on a page that says nothing before."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.play.press import look, press

if TYPE_CHECKING:
    from playwright.sync_api import Page


def press_check(page: Page, name: str) -> bool:
    """Press the only visible button or link with a name on the page, frames aside; return whether that was done."""
    from playwright.sync_api import Error

    pattern = re.compile(name, re.IGNORECASE)
    control = page.get_by_role("button", name=pattern).or_(page.get_by_role("link", name=pattern))
    try:
        if control.count() != 1:
            return False
        seen = look(control)
        if control.count() != 1:  # What was looked at is what has the name.
            return False
    except Error:
        return False
    return press(page, control, seen).made
