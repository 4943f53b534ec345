"""A text that a page shows once it accepts a solution."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrapers._signs import SuccessSigns
from scrapers._site import Accepted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Page

MAX_LINE_LENGTH = 200
"""Characters of a line in which a text is looked for."""


@dataclass(frozen=True, slots=True)
class Says:
    """Accept a line that holds a certain text, on the page or in a dialog."""

    text: str

    @property
    def signs(self) -> SuccessSigns:
        """The text, as a sign."""
        text = re.sub(r"[.*+?^${}()|\[\]\\/]", r"\\\g<0>", " ".join(self.text.split()))
        return SuccessSigns(lines=((text, f"^.{{1,{MAX_LINE_LENGTH}}}$"),))

    def __call__(self, page: Page, dialogs: Sequence[str]) -> Accepted:
        """Return the verdict that the page shows now."""
        lines = {line: number for number, text in enumerate(dialogs, start=1) for line in text.splitlines()}
        heard = self.signs.match(page, [*lines]) if lines else []
        found = [*self.signs.now(page), *(f"dialog {lines[line]}: {line}" for line in heard)]
        return Accepted(verdict=True, said=found[-1], signs=tuple(found)) if found else Accepted(None)
