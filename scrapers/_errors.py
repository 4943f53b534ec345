"""What can go wrong with a page before anything is entered, and with a declaration where it is made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, ClassVar, cast

from solvers import GivensError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


class ReadError(GivensError):
    """The page is not what its site module expects; the message says what was found and what was expected."""

    EXIT = 3

    is_final = False
    """Whether it is of no use to read the board again, or by its looks."""
    is_missing = False
    """Whether nothing on the page matches the selector of a board."""
    is_undeclared = False
    """Whether the board is of no layout that is declared, so that it may be read by its looks instead."""

    def __init__(
        self,
        message: str,
        *,
        selector: str | None = None,
        layouts: Mapping[str, str] | None = None,
        command: str | None = None,
    ) -> None:
        super().__init__(message, command=command)
        self.selector = selector
        self.layouts = dict(layouts or {})
        """For each layout of the site, why it could not read the page."""

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


def check_selectors(owner: str, selectors: Iterable[object]) -> None:
    """Raise `TypeError` for a selector that is empty or invalid; `owner` names the parameter in the message."""
    from selectolax.lexbor import LexborHTMLParser, SelectolaxError  # Not at the top: errors alone do not need it.

    for css in selectors:
        try:
            valid = isinstance(css, str)
            LexborHTMLParser("<i></i>").css(str(css))
        except SelectolaxError:
            valid = False
        if not valid:
            raise TypeError(f"{owner} must be a CSS selector, not {css!r}")


class Declared:
    """A dataclass that a site's author declares; it is checked where it is made, not when a page is read."""

    __slots__ = ()
    SELECTORS: ClassVar[Sequence[str]] = ()
    """The names of fields that hold selectors; a default of "" stands for none."""

    def __post_init__(self) -> None:
        """Raise `TypeError` for a sequence that is a single value, usually as a comma is missing, or a bad selector."""
        for field in filter(lambda field: field.init, fields(cast("DataclassInstance", self))):
            value, name = getattr(self, field.name), f"{type(self).__name__}.{field.name}"
            is_listed = isinstance(value, tuple | list)
            if str(field.type).startswith("Sequence[") and not is_listed:
                raise TypeError(f"{name} must be a tuple or a list, not {value!r}; is a comma missing?")
            if field.name in self.SELECTORS and not value == field.default == "" and not callable(value):
                check_selectors(name, value if is_listed else [value])
