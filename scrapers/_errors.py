"""What can go wrong with a page before anything is entered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers import GivensError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class ReadError(GivensError):
    """The page is not what its site module expects; the message says what was found and what was expected."""

    EXIT = 3

    is_final = False
    """Whether it is of no use to read the board again."""
    is_missing = False
    """Whether nothing on the page matches the selector of a board."""

    def __init__(
        self,
        message: str,
        *,
        selector: str | None = None,
        layouts: Mapping[str, str] | None = None,
        kinds: Sequence[str] = (),
        command: str | None = None,
    ) -> None:
        super().__init__(message, command=command)
        self.selector = selector
        self.layouts = dict(layouts or {})
        """For each layout of the site, why it could not read the page."""
        self.kinds = tuple(kinds)
        """The names of their errors."""

    def details(self) -> dict[str, object]:
        """Return the selector and the error of each layout."""
        return {"selector": self.selector, "layouts": self.layouts}


class OtherLayout(ReadError):
    """The board does not have this layout's markup at all."""


class NotYet(ReadError):
    """The page does not show the day's puzzle yet."""

    RETRY = True


class NeedsHuman(GivensError):
    """A login wall, a challenge, or a question that only a person may answer."""

    EXIT = 6


class BadChoice(GivensError):
    """The site does not offer what was asked for: a usage error."""

    EXIT = 2
