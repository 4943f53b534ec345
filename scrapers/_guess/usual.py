"""The words by which pages in many languages say that a solution is accepted, for a site that names none of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrapers._guess.words import SUCCESS
from scrapers._site import Accepted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Page

    from scrapers._signs import Signs


@dataclass(frozen=True, slots=True)
class UsualSuccess:
    """Accept what says in usual words that the puzzle is solved, on the page or in a dialog."""

    @property
    def signs(self) -> Signs:
        """What is watched for while the solution is entered."""
        return SUCCESS

    def __call__(self, page: Page, dialogs: Sequence[str]) -> Accepted:
        """Return what the page says now."""
        lines = {line: number for number, text in enumerate(dialogs, start=1) for line in text.splitlines()}
        heard = SUCCESS.match(page, [*lines]) if lines else []
        found = [*SUCCESS.now(page), *(f"dialog {lines[line]}: {line}" for line in heard)]
        return Accepted(verdict=True, said=found[-1], signs=tuple(found)) if found else Accepted(None)
