"""Judging: what a page says of a solution before, while and after it is entered, and whether that is an acceptance."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from bot.errors import EnterError, listed
from bot.play.live import press, press_nothing
from bot.play.reading import limit_looks
from scrapers import Accepted, AlreadySolved, BadChoice, Patience, ReadError, lines_shown

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from bot.play.reading import Task
    from solvers import GivensError

CHECK_AFTER = 0.8
"""Seconds of the page's silence after which the control that checks the board is pressed, if the site has one."""
MAX_APPEARED = 5
"""How many lines that have appeared on the page a message names."""
_NUMBER = re.compile(r"\d+")
POLL_MS = 50
"""Milliseconds between two checks of a page."""
NOTHING_SAID = Accepted(None)
"""No verdict: the page has said nothing yet."""


@dataclass(slots=True)
class Judge:
    """Asks one page for its verdict on one solution."""

    LONGEST: ClassVar = 0.0
    """Seconds that the page has at least, if what it has said may be confirmed."""

    task: Task
    at_first: Accepted = NOTHING_SAID
    """What the page said before the first input."""
    at_last: Accepted = NOTHING_SAID
    """What the page said before the input that completed the solution."""
    lines: frozenset[str] = frozenset()
    """The lines of text that the page showed before the first input."""

    def before_first(self) -> None:
        """Keep what the page says before the first input."""
        self.lines = frozenset(self.lines_now())
        self.at_first = self.at_last = self.ask()

    def before_last(self) -> None:
        """Keep what the page says before the input that completes the solution."""
        self.at_last = self.ask()

    def ask(self) -> Accepted:
        """Return the page's verdict on the solution; an address that is not the site's has none."""
        with self.answering("asking whether it is solved"):
            if not re.match(self.task.site.URL, self.task.page.url):
                return NOTHING_SAID
            return self.task.site.accepted(self.task.page, self.task.dialogs)

    def wait(self, within: float) -> Accepted:
        """Return the page's verdict as soon as it has one, or what it says in the end.

        A sign of acceptance counts if it was missing before the last input.
        """
        policy, answer = self.task.site.POLICY, NOTHING_SAID
        is_unchecked, is_over = bool(policy.check), self._patience(within)
        with self.task.limit_time("waiting until the solution is accepted"):
            for spent in Patience(self.task.clock, self.task.limit.remaining(max(within, self.LONGEST))).looks(POLL_MS):
                answer = self.ask().since(self.at_last)
                if answer.verdict is not None or is_over(answer, spent):
                    break
                if is_unchecked and spent >= CHECK_AFTER:
                    is_unchecked = False
                    if press_check(self.task.page, policy.check):
                        self.task.recorder.event("pressed", buttons={"check": 1})
        return answer

    def _patience(self, within: float) -> Callable[[Accepted, float], bool]:
        """Return what tells, by an answer and the seconds that the page has had, whether to wait no longer."""
        within = self.task.limit.remaining(within)
        return lambda _, spent: spent >= within

    def without_board(self, today: int | None) -> Accepted:
        """Return the verdict of a page that shows no board, if it states the number of today's puzzle.

        Raise `AlreadySolved` if nothing proves that it is the result of today's puzzle.
        """
        answer, number = self.ask(), self.task.about.number
        if answer.verdict and number is not None and number == today:
            return answer
        stated = "no number" if number is None else f"the number {number}"
        raise AlreadySolved(
            f"the page at {self.task.page.url} seems to say that a puzzle is solved, but it shows no board and "
            f"{stated}: nothing proves that this is today's puzzle"
        )

    def without_last_look(self, error: GivensError, within: float, *, lacked_one: bool) -> Accepted:
        """Return the verdict of a page whose board disappeared with the last input; raise an error without proof.

        It counts if the board lacked only the mark of that input (`lacked_one`) and the page states no other puzzle
        than before, or if the page states the number or the date of that very puzzle.
        """
        answer = self.wait(within)
        if answer.verdict is None:
            raise error
        same = self._states_same()
        if not answer.verdict or same or (lacked_one and same is None):
            return answer
        raise self.unproven(answer, error)

    def unproven(self, answer: Accepted, error: GivensError) -> EnterError:
        """Return the error of a page that accepts a solution which its board never showed."""
        unproven = EnterError(
            f"the page at {self.task.page.url} says {answer.said!r}, but its board never showed the whole solution, "
            f"and nothing proves that this is the result of this puzzle ({error.message})"
        )
        unproven.__cause__ = error
        return unproven

    def check_wall(self) -> None:
        """Raise `NeedsHuman` if the site has led to a login page or a challenge; press nothing."""
        with self.answering("looking at the page"), suppress(EnterError, ReadError, BadChoice):
            self.task.site.board(self.task.page, 0.0, press_nothing)

    def lines_now(self) -> list[str]:
        """Return the lines of text that the page shows."""
        with self.answering("reading the page"):
            return lines_shown(self.task.page)

    def appeared(self) -> str:
        """Describe the lines that are new since the first input; a line with other numbers, such as a clock, is not."""
        known = {_NUMBER.sub("#", line) for line in self.lines}
        new = dict.fromkeys(line for line in self.lines_now() if _NUMBER.sub("#", line) not in known)
        return appeared([*new], "first")

    def _states_same(self) -> bool | None:
        """Return whether the page states the number or the date of the puzzle that was read; None if it states none."""
        with self.answering("asking which puzzle it is"):
            about, now = self.task.about, self.task.site.about(self.task.page)
        both = (about.number, now.number), (about.date, now.date)
        stated = [pair for pair in both if None not in pair]
        return all(before == after for before, after in stated) if stated else None

    @contextmanager
    def answering(self, doing: str) -> Iterator[None]:
        """Limit each look of the block to the time that a page has to answer."""
        with self.task.limit_time(doing), limit_looks(self.task.page):
            yield


def appeared(new: Sequence[str], since: Literal["first", "last"]) -> str:
    """Describe the lines that are new since an input."""
    if not new:
        return f"nothing else has appeared on it since the {since} input"
    return f"since the {since} input it shows {listed([*map(repr, new)], MAX_APPEARED)}"


def press_check(page: Page, name: str) -> bool:
    """Press the only visible button or link with a name on the page, frames aside; return whether that was done."""
    from playwright.sync_api import Error

    pattern = re.compile(name, re.IGNORECASE)
    control = page.get_by_role("button", name=pattern).or_(page.get_by_role("link", name=pattern))
    try:
        return control.count() == 1 and not press(page, control)
    except Error:
        return False
