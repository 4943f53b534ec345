"""The nouns of pages: what a site module is, what it reads and what it asks to be entered."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from solvers import Grid

if TYPE_CHECKING:
    from datetime import date

    from playwright.sync_api import Locator, Page

    from solvers import Cell, Puzzle

Point = tuple[float, float]
"""Left and top in px, from the viewport of the board's frame."""


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
    """The puzzle that a snapshot shows, and its clues by how many places said them."""

    puzzle: Puzzle
    confirmed: frozenset[str]
    """Clues, in words, read from two places that do not derive from each other."""
    single: frozenset[str]
    """Clues, in words, that only one place says."""
    layout: Layout
    """The layout to use from now on; it may have learned the marks of the page's theme from this board."""

    @classmethod
    def of(cls, layout: Layout, puzzle: Puzzle, clues: Mapping[str, bool], *, placed: bool) -> Reading:
        """Split clues into confirmed and single ones; none is confirmed unless two places say where the cells are."""
        confirmed = frozenset(words for words, sure in clues.items() if sure and placed)
        return cls(puzzle, confirmed, frozenset(clues) - confirmed, layout)


Leaves = Mapping["Cell", frozenset[int | None]]
"""By cell, the marks of which a move leaves one."""


@dataclass(frozen=True, slots=True)
class Click:
    """One click with the left button, or two that belong together; `leaves` says what they change."""

    at: Point
    leaves: Leaves
    then: Point | None = None
    """A second point to click right after the first, as a number on its pad after a cell."""
    once: str = ""
    """What must match at the first point before the second is clicked; where nothing does in time it is not clicked."""


@dataclass(frozen=True, slots=True)
class Drag:
    """A press at the first point, moves over the others, a release at the last; order matters."""

    through: tuple[Point, ...]
    leaves: Leaves
    keys: tuple[str, ...] = ()
    """What does the same by keyboard, for a board that takes no drags; () where nothing does."""


@dataclass(frozen=True, slots=True)
class Keys:
    """Keys pressed one after the other, named as Playwright names them; order matters."""

    keys: tuple[str, ...]
    leaves: Leaves
    otherwise: Keys | None = None
    """What to press where these stay without effect, as a board may stand otherwise than it shows."""


Move = Click | Drag | Keys


@dataclass(frozen=True, slots=True)
class About:
    """What a page says of its puzzle beside the board, in its own words."""

    number: int | None = None
    date: str | None = None
    difficulty: str | None = None
    title: str | None = None

    def __or__(self, other: About) -> About:
        """Complete what is missing here with what the other says."""
        return About(
            self.number if self.number is not None else other.number,
            self.date or other.date,
            self.difficulty or other.difficulty,
            self.title or other.title,
        )


@dataclass(frozen=True, slots=True)
class Accepted:
    """Whether the page accepts the solution (None: it has said nothing yet), and its own words."""

    verdict: bool | None
    said: str = ""


@dataclass(frozen=True, slots=True)
class Policy:
    """How the bot behaves on a site."""

    timezone: str | None
    """The time zone in which the site's day begins at midnight; None for a page that goes by the visitor's clock."""
    pace: float = 0.0
    """Seconds from one input to the next, at least."""
    min_elapsed: Mapping[str, float] = field(default_factory=dict)
    """By layout: seconds from the first input to the last, at least; a layout not named here needs none."""
    several: bool = False
    """Whether a puzzle may have several solutions, of which any may be entered."""
    shows_marks: bool = True
    """Whether a board shows which mark a cell holds; if it shows only that there is one, every mark is read as 1."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """By layout: what a user should know once a puzzle is played."""

    def shown(self, solution: Grid) -> Grid:
        """Return what a board shows that holds the solution."""
        return solution if self.shows_marks else Grid.make(solution.height, solution.width, lambda _: 1)


class Layout(Protocol):
    """One generation of a page's markup; everything but `MEASURE` is pure Python on a snapshot."""

    @property
    def NAME(self) -> str:
        """Its name in records."""

    @property
    def MEASURE(self) -> str:
        """JavaScript, run on the board in the call that takes its markup."""

    def read(self, snapshot: Snapshot) -> Reading:
        """Return the puzzle; raises `OtherLayout` or `ReadError`."""

    def marks(self, snapshot: Snapshot) -> Grid:
        """Return what stands in each cell, given or entered."""

    def moves(self, snapshot: Snapshot, solution: Grid) -> Sequence[Move]:
        """Return the next inputs that bring the board nearer to the solution; none when it is there.

        A click is one click: what takes several is finished in the next rounds.
        """


class Site(Protocol):
    """One puzzle page of one site; mostly a `Page`, but any object with these members will do."""

    @property
    def NAME(self) -> str:
        """The name of the site's module."""

    @property
    def KIND(self) -> str:
        """The puzzle kind it shows."""

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
        """What can be chosen on the site, each with words on its values."""

    @property
    def LAYOUTS(self) -> Sequence[Layout]:
        """Every generation of the page's markup."""

    def address(self, day: date, choices: Mapping[str, str], /, *, signed_in: bool) -> str:
        """Return the address of the page for a day and choices; raises `BadChoice` for what is not on offer."""

    def board(self, page: Page, within: float, before_press: Callable[[str], object], /) -> Locator:
        """Find the board, pressing what stands before it, and calling `before_press` with each button's name.

        Raises `NeedsHuman`, `ReadError` after `within` seconds, or `BadChoice` if the address asks for what is not on
        offer.
        """

    def about(self, page: Page, /) -> About:
        """Return what the page says of the puzzle now."""

    def accepted(self, page: Page, heard: Sequence[str], /) -> Accepted:
        """Return what the page says of the solution now; `heard` are the texts of its dialogs so far."""
