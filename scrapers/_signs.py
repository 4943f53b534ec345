"""The signs by which a page says that it accepts a solution: those it shows now, and those it has shown."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from scrapers._ask import ask
from scrapers._deed import DOM
from scrapers._entrance import frames

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from playwright.sync_api import Frame, Page

SEEN = f"({files(__package__).joinpath('_seen.js').read_text(encoding='utf-8')})({DOM})"
"""An expression for the functions that tell what a person can see of a document's text."""
_SIGNS = files(__package__).joinpath("_signs.js").read_text(encoding="utf-8")
_ASK = f"((seen, look) => (root, argument) => look(seen, root, argument))({SEEN}, {_SIGNS})"
OTHERS_WORDS = r"chat|comments?|adverts?|advertisement|ads?|sponsor\w*|promo\w*"
"""A pattern for the names of elements whose words are not the page's own, such as chats and adverts."""
Order = Literal["now", "listen", "heard", "match"]


class _Found(msgspec.Struct, frozen=True):
    """The answer of a document to one order."""

    signs: list[str] = []
    refusal: str = ""
    """The line that refuses the solution, "" for none."""
    times: dict[str, list[float]] = {}
    """When each sign was seen; its key begins with its number among equal ones."""
    presses: list[float] = []
    """When the first input and the last one came, if any did."""


@dataclass(frozen=True)
class Signs:
    """The signs that a page accepts a solution, as data for a script; a sign is a text or an element on the page.

    A text is seen if it is large enough, opaque, not struck out, and in front where a hit test looks.
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

    @cached_property
    def _data(self) -> dict[str, Any]:
        data = asdict(self)
        return data | {"apartNames": data.pop("apart_names") or "(?!)"}

    def now(self, page: Page, places: Iterable[Frame] | None = None) -> list[str]:
        """Return the signs that a page shows now, in some of its frames or in all of the site's."""
        return self.look(page, places)[0]

    def look(self, page: Page, places: Iterable[Frame] | None = None) -> tuple[list[str], str]:
        """Return the signs that a page shows now, and the line that refuses the solution, "" for none."""
        found = self._ask(page, "now", places)
        return [sign for one in found for sign in one.signs], next((one.refusal for one in found if one.refusal), "")

    def match(self, page: Page, texts: Sequence[str]) -> list[str]:
        """Return the texts that match the patterns of lines."""
        (found,) = self._ask(page, "match", [page.main_frame], texts)
        return found.signs

    def listen(self, page: Page) -> None:
        """Keep from now on which signs the page shows at each input and at each of its changes."""
        self._ask(page, "listen")

    def heard(self, page: Page) -> Counter[str]:
        """Return how often each sign was seen from after the first input up to the last one."""
        found = self._ask(page, "heard")
        presses = [at for one in found for at in one.presses]
        heard = Counter[str]()
        for one in found:
            counts = Counter[str]()
            for key, times in one.times.items():
                number, _, sign = key.partition(" ")
                if any(min(presses, default=0) < at <= max(presses, default=0) for at in times):
                    counts[sign] = max(counts[sign], int(number))
            heard += counts
        return heard

    def _ask(
        self, page: Page, order: Order, places: Iterable[Frame] | None = None, texts: Sequence[str] = ()
    ) -> list[_Found]:
        argument = {"of": self._data, "order": order, "texts": texts}
        return [ask(frame, _ASK, argument, _Found) for frame in (frames(page) if places is None else places)]
