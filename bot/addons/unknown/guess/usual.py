"""The words by which pages in many languages say that a solution is accepted, for a draft that names none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.addons.unknown.guess.endings import shown_in
from bot.addons.unknown.guess.words import claim
from scrapers import Accepted, frames

if TYPE_CHECKING:
    from playwright.sync_api import Page


@dataclass(frozen=True, slots=True)
class UsualSuccess:
    """Accept a line of the usual words of success, on the page or in a dialog."""

    def __call__(self, page: Page, dialogs: Sequence[str]) -> Accepted:
        """Return the verdict that the page shows now."""
        looks = [shown_in(frame) for frame in frames(page)]
        lines = {line.text: line.text for one in looks for line in one.lines if line.front and not one.is_apart(line)}
        lines |= {
            f"dialog {number}: {line}": line
            for number, text in enumerate(dialogs, start=1)
            for line in text.splitlines()
        }
        found = [sign for sign, line in lines.items() if (said := claim([line], 0)) and said.is_strong]
        return Accepted(verdict=True, said=found[-1], signs=tuple(found)) if found else Accepted(None)
