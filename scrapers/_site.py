"""The data types of pages: what a site module is, what it reads, and what it asks to be entered."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, Protocol

import msgspec

from scrapers._ask import MAX_WORDS, clean
from solvers import Cell, Grid, Puzzle

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from scrapers._entrance import Press

Point = tuple[float, float]
"""Left and top in px, from the viewport of the board's frame."""
BoundingBox = tuple[float, float, float, float]
"""Left, top, width and height in px, from the viewport of the board's frame."""
Px = Annotated[float, msgspec.Meta(ge=-1e6, le=1e6)]
Sides = tuple[Px, Px, Px, Px]
MouseButton = Literal["left", "right"]

DAY_FORMATS = "%Y-%m-%d", "%B %d %Y", "%d %B %Y"
LEAP_YEAR = 2000
"""Completes a date without a year, which may be the 29th of February."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The board as the browser held it at one moment.

    `html` is the outer HTML of the board, `state` what the layout's `MEASURE` found, both taken in one call.
    """

    url: str
    html: str
    state: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Reading:
    """The puzzle that a snapshot shows, and its clues by how many sources gave them."""

    puzzle: Puzzle
    confirmed: frozenset[str]
    """Clues, in words, that two independent sources give."""
    single: frozenset[str]
    """Clues, in words, that only one source gives."""
    layout: Layout
    """The layout to use from now on; it may have learned the marks of the page's theme from this board."""
    why_single: str = "the page states each once"
    """Why clues are single, in words."""
    left_aside: tuple[str, ...] = ()
    """What the page says beside the board that disagrees with it and that nobody has quoted, in words."""

    @classmethod
    def of(cls, layout: Layout, puzzle: Puzzle, clues: Mapping[str, bool], *, placed: bool) -> Reading:
        """Split clues into confirmed and single ones; none is confirmed unless two sources give the cells' places."""
        if not placed:
            return cls(puzzle, frozenset(), frozenset(clues), layout, "only one source says where the cells are")
        confirmed = frozenset(words for words, sure in clues.items() if sure)
        return cls(puzzle, confirmed, frozenset(clues) - confirmed, layout)


Leaves = Mapping["Cell", frozenset[int | None]]
"""For each cell that a move changes, the marks that it may leave there."""


@dataclass(frozen=True, slots=True)
class Click:
    """One click, two that belong together, or one that keys follow."""

    at: Point
    leaves: Leaves
    then: Point | None = None
    """A second point to click right after the first, such as a number on the pad after a cell."""
    once: str = ""
    """A selector that must match at the first point before the second is clicked or keys are pressed.

    If it never does, these are skipped.
    """
    button: MouseButton = "left"
    keys: tuple[str, ...] = ()
    """Keys to press after the click, with Playwright's names, such as the digit of a cell that was clicked."""


@dataclass(frozen=True, slots=True)
class Drag:
    """A press at the first point, moves over the others, a release at the last; order matters."""

    through: tuple[Point, ...]
    leaves: Leaves
    keys: tuple[str, ...] = ()
    """Keys with the same effect, for a board that ignores drags; () if there are none."""
    button: MouseButton = "left"


@dataclass(frozen=True, slots=True)
class Keys:
    """Keys pressed one after the other, with Playwright's names; order matters."""

    keys: tuple[str, ...]
    leaves: Leaves
    otherwise: Keys | None = None
    """What to press if these have no effect, because the board's state may differ from what it shows."""


Move = Click | Drag | Keys


@dataclass(frozen=True, slots=True)
class About:
    """What a page says about its puzzle outside the board, in the page's words."""

    number: int | None = None
    date: str | None = None
    difficulty: str | None = None
    title: str | None = None

    def __post_init__(self) -> None:
        """Clean the page's words."""
        for name in ("date", "difficulty", "title"):
            if (words := getattr(self, name)) is not None:
                object.__setattr__(self, name, clean(words, MAX_WORDS))

    def __or__(self, other: About) -> About:
        """Fill in missing values from `other`."""
        return About(
            self.number if self.number is not None else other.number,
            self.date or other.date,
            self.difficulty or other.difficulty,
            self.title or other.title,
        )


def stated_day(text: str) -> tuple[int, ...] | None:
    """Return the month and the day that a text states, after the year if it states one; None if that is not sure.

    Sure are dates like 2026-11-19, and those with the full English name of the month.
    """
    words = re.sub(r"^[a-z]+day\b|(?<=\d)(st|nd|rd|th)\b|,", " ", text.strip(), flags=re.IGNORECASE).strip()
    for completed in (words, f"{words} {LEAP_YEAR}") if words.isascii() else ():
        for form in DAY_FORMATS:
            with suppress(ValueError):
                day = datetime.strptime(completed, form)  # noqa: DTZ007 - only its day counts
                return (day.year, day.month, day.day) if completed == words else (day.month, day.day)
    return None


@dataclass(frozen=True, slots=True)
class Accepted:
    """Whether the page accepts the solution (None: it has not said yet), and the page's words."""

    verdict: bool | None
    said: str = ""
    signs: tuple[str, ...] = ()
    """What says that it accepts the solution, one text for each sign on the page; `said` alone if it is empty."""

    def since(self, *before: Accepted) -> Accepted:
        """Return the answer, without a verdict if every sign of acceptance was there at any of the moments before."""
        seen = reduce(or_, (moment.count_signs() for moment in before), Counter[str]())
        return self if not self.verdict or self.count_signs() - seen else Accepted(None, self.said)

    def count_signs(self) -> Counter[str]:
        """Return the count of each sign of acceptance on the page."""
        return Counter((self.signs or (self.said,)) if self.verdict else ())

    def __post_init__(self) -> None:
        """Clean the page's words."""
        object.__setattr__(self, "said", clean(self.said, MAX_WORDS))


@dataclass(frozen=True, slots=True)
class Policy:
    """How the bot behaves on a site."""

    timezone: str | None
    """The time zone in which the site's day begins at midnight; None for a page that uses the visitor's clock."""
    dated: Quote | None = None
    """Who has quoted the number or the date that a page states; without, neither refuses the page."""
    first: date | None = None
    """The day of puzzle number 1, if each day's puzzle has the next number."""
    min_elapsed: Mapping[str, float] = field(default_factory=dict)
    """The minimum number of seconds from the first input to the last, by layout; 0 for a layout that is missing."""
    solutions: Literal["one", "several", "any"] = "one"
    """How many solutions a puzzle may have: one; several, of which the page may accept only its own; or several, any of
    which the page accepts, since it judges rules."""
    shows_marks: bool = True
    """Whether a board shows which mark a cell holds; if it shows only that there is one, every mark is read as 1."""
    daily: bool = True
    """Whether the site has puzzles of its own, so that one can be played every day; if not, addresses hold them."""
    read_only: bool = False
    """Whether nothing can be entered, because it is not known how the board shows it."""
    robot_field: str = ""
    """The selector of the field that the site asks programs to set to 1, if it does."""
    check: str = ""
    """The pattern of the accessible name of the button or link that checks a finished board, if the site has one."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """What a user should know after a puzzle was played, by layout."""

    def number(self, day: date) -> int | None:
        """Return the number of a day's puzzle, None if it does not follow from the day."""
        return None if self.first is None else 1 + (day - self.first).days

    def of_another_day(self, about: About, day: date) -> str:
        """Describe a number or date on the page that is not the day's; "" if there is none."""
        number = self.number(day)
        if self.dated is None:
            return ""
        if None not in {about.number, number} and about.number != number:
            return f"number {about.number} instead of {number}"
        if stated_day(about.date or "") not in {None, (day.month, day.day), (day.year, day.month, day.day)}:
            return f"the puzzle of {about.date!r} instead of {day}"
        return ""

    def shown(self, solution: Grid) -> Grid:
        """Return the marks that a board shows once this solution is entered."""
        return solution if self.shows_marks else Grid.make(solution.height, solution.width, lambda _: 1)


class KnownBy(NamedTuple):
    """How the markup of a site's boards is known: by the best that is known of any of them."""

    grade: Literal["real code", "captured", "described", "inferred"]
    """The site's own code, a saved page, what programs of others do, or what a similar page is like."""
    date: str
    """The day, or the month, of which the page is known, in ISO form."""


class Quote(NamedTuple):
    """Who has quoted from the real page what a module compares with a board: what nobody has quoted refuses none."""

    source: str
    date: str
    """The day, the month or the year of which the page is known, in ISO form."""


GUESSED = "guessed"
"""The name of the layout and of the site of a page that is read by what it looks like."""


class Layout(Protocol):
    """One generation of a page's markup; all but `MEASURE` is Python on a snapshot, by default read anew."""

    @property
    def NAME(self) -> str:
        """The layout's name in records."""

    @property
    def MEASURE(self) -> str:
        """JavaScript that runs on the board in the same call that takes its markup."""

    def read(self, snapshot: Snapshot) -> Reading:
        """Return the puzzle; raises `OtherLayout` or `ReadError`."""

    def marks(self, snapshot: Snapshot) -> Grid:
        """Return the mark of each cell, given or entered."""
        return self.read(snapshot).layout.marks(snapshot)

    def boxes(self, snapshot: Snapshot) -> Mapping[Cell, BoundingBox | None]:
        """Return where each cell is drawn, None for one that is not."""
        return self.read(snapshot).layout.boxes(snapshot)

    def moves(self, snapshot: Snapshot, solution: Grid) -> Sequence[Move]:
        """Return the next inputs towards the solution, none once the board shows it.

        A move is a single click: if a cell needs several, later rounds add them.
        """
        return self.read(snapshot).layout.moves(snapshot, solution)


class Site(Protocol):
    """One puzzle page of one site; mostly a `Page`. The last members have defaults for a page that a module knows."""

    @property
    def NAME(self) -> str:
        """The name of the site's module."""

    @property
    def KIND(self) -> str:
        """The puzzle kind that the page shows; "" for a page whose address says it."""

    @property
    def HOME(self) -> str:
        """The address of the site for people."""

    @property
    def URL(self) -> str:
        """A regular expression that matches the page's addresses from their beginning."""

    @property
    def POLICY(self) -> Policy:
        """How the bot behaves on the site."""

    @property
    def CHOICES(self) -> Mapping[str, str]:
        """The choices that the site offers, each with a description of its values."""

    @property
    def LAYOUTS(self) -> Sequence[Layout]:
        """Every generation of the page's markup."""

    def address(self, day: date, choices: Mapping[str, str], /, *, signed_in: bool) -> str:
        """Return the address of the page for a day and choices; raise `BadChoice` for anything not on offer."""

    def board(self, page: Page, within: float, press: Press, /) -> Locator:
        """Find the board; `press` is called with each button that stands before it, and makes the only input.

        Raise `NeedsHuman`, `ReadError` after `within` seconds, or `BadChoice` if the address asks for something that is
        not on offer.
        """

    def find(self, page: Page, /) -> Locator | None:
        """Return the board if the page shows exactly one now; press nothing, and wait for nothing."""

    def about(self, page: Page, /) -> About:
        """Return the page's current facts about its puzzle."""

    def accepted(self, page: Page, dialogs: Sequence[str], /) -> Accepted:
        """Return whether the page accepts the solution now; `dialogs` are the texts of its dialogs so far.

        Name every sign of acceptance in `signs`: one that was on the page before the first input does not count.
        """

    @property
    def EVIDENCE(self) -> KnownBy | None:
        """How the markup is known; None if the module does not say."""
        return None

    @property
    def BOARD(self) -> str:
        """A selector by which a saved page is recognized; "" if there is none that other pages do not match."""
        return ""

    @property
    def PLAYED_BY(self) -> str:
        """The `module:name` of the run that plays the page, "" for the usual one."""
        return ""


class Pseudo(msgspec.Struct):
    """A pseudo-element."""

    borders: Sides | msgspec.UnsetType = msgspec.UNSET


class Element(msgspec.Struct):
    """An element of the board."""

    tag: str
    box: Sides | msgspec.UnsetType = msgspec.UNSET
    ground: str = ""
    image: str = ""
    after: Pseudo | msgspec.UnsetType = msgspec.UNSET


class Measured(msgspec.Struct):
    """The keys of a state that readers take apart, on a page or in a file; they compare all others."""

    elements: list[Element] = []
    fields: list[tuple[str, bool]] | None = None
    """What each field holds, and whether it is locked."""
    screen: str = ""
