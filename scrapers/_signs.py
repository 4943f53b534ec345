"""The signs by which a page says that it accepts a solution."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec

from scrapers._ask import DOM, ask
from scrapers._entrance import frames
from scrapers._site import Accepted

if TYPE_CHECKING:
    from playwright.sync_api import Page

SEEN = f"({files(__package__).joinpath('_seen.js').read_text(encoding='utf-8')})({DOM})"
"""An expression for the functions that tell what a person can see of a document's text."""
_SIGNS = files(__package__).joinpath("_signs.js").read_text(encoding="utf-8")
_ASK = f"(_, argument) => ({_SIGNS})({SEEN}, argument)"
OTHERS_WORDS = r"chat|comments?|adverts?|advertisement|ads?|sponsor\w*|promo\w*"
"""A pattern for the names of elements whose words are not the page's own, such as chats and adverts."""
MAX_LINE_LENGTH = 200
"""Characters of a line in which a text is looked for."""


class _FoundSigns(msgspec.Struct, frozen=True):
    """The signs of a document, and the line that refuses the solution, "" for none."""

    signs: list[str] = []
    refusal: str = ""


@dataclass(frozen=True)
class SuccessSigns:
    """The signs that a page accepts a solution, as data for a script; a sign is a text or an element on the page.

    A text is seen if it has a size, differs from what is behind it, and is in front where a hit test looks.
    """

    lines: Sequence[Sequence[str]] = ()
    """Patterns of a whole line of text: for each kind of line several, all of which it must match."""
    words: str = ""
    """A selector; the text of its first match is a sign."""
    shown: str = ""
    """A selector of elements that are a sign if any part of them is visible."""
    present: str = ""
    """A selector of elements that are a sign even if nobody sees them."""
    locked: tuple[str, str] | None = None
    """Selectors of the cells, which are all locked once the solution is accepted, and of an empty cell's content."""
    apart: str = ""
    """A selector of elements whose lines are no sign."""
    apart_names: str = ""
    """A pattern of the names of such elements."""
    refusal: str = ""
    """A pattern of a line that refuses the solution, whether or not it is seen."""

    def now(self, page: Page) -> list[str]:
        """Return the signs that a page shows now in the frames of the site."""
        return self.look(page)[0]

    def look(self, page: Page) -> tuple[list[str], str]:
        """Return the signs that a page shows now, and the line that refuses the solution, "" for none."""
        found: list[_FoundSigns] = [ask(frame, _ASK, asdict(self), _FoundSigns) for frame in frames(page)]
        return [sign for one in found for sign in one.signs], next((one.refusal for one in found if one.refusal), "")


@dataclass(frozen=True, slots=True)
class SuccessText:
    """Accept a line that holds a certain text, on the page or in a dialog."""

    text: str

    def __call__(self, page: Page, dialogs: Sequence[str]) -> Accepted:
        """Return the verdict that the page shows now."""
        wanted = " ".join(self.text.split())
        signs = SuccessSigns(lines=((re.sub(r"[.*+?^${}()|\[\]\\/]", r"\\\g<0>", wanted),),))
        lines = {line: number for number, text in enumerate(dialogs, start=1) for line in text.splitlines()}
        heard = [line for line in lines if wanted.casefold() in line.casefold() and len(line) < MAX_LINE_LENGTH]
        found = [*signs.now(page), *(f"dialog {lines[line]}: {line}" for line in heard)]
        return Accepted(verdict=True, said=found[-1], signs=tuple(found)) if found else Accepted(None)
