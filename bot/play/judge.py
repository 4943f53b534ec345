"""Judging: what a page says of a solution before, while and after it is entered, and whether that is an acceptance."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from bot.browser.limits import ANSWER_TIMEOUT
from bot.errors import EnterError, listed
from bot.play.live import press, press_nothing
from scrapers import GUESSED, Accepted, AlreadySolved, BadChoice, Patience, ReadError, Snapshot, lines_shown

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from bot.browser.limits import Limit
    from bot.play.reading import Task
    from solvers import GivensError

CHECK_AFTER = 0.8
"""Seconds of the page's silence after which the control that checks the board is pressed, if the site has one."""
MAX_APPEARED = 5
"""How many lines that have appeared on the page a message names."""
MAX_CANDIDATES = 3
"""How many signs of success are suggested."""
_PRESSED: tuple[Literal["button"], Literal["link"]] = ("button", "link")
_NUMBER = re.compile(r"\d+")
STILL_SECONDS = 2.0
"""Seconds without a change after which a page that nobody knows is not waited for any more."""
SIGN_TIMEOUT = 10.0
"""Seconds in which a sign of success that is not enough by itself may be confirmed."""
POLL_MS = 50
"""Milliseconds between two checks of a page."""
NOTHING_SAID = Accepted(None)
"""No verdict: the page has said nothing yet."""


@dataclass(slots=True)
class Judge:
    """Asks one page for its verdict on one solution."""

    task: Task
    at_first: Accepted = NOTHING_SAID
    """What the page said before the first input."""
    at_last: Accepted = NOTHING_SAID
    """What the page said before the input that completed the solution."""
    lines: frozenset[str] = frozenset()
    """The lines of text that the page showed before the first input."""
    last_lines: frozenset[str] = frozenset()
    """The lines that it showed before the input that completed the solution."""
    waited: float = 0.0
    """The seconds that the page has had in the last wait."""

    def before_first(self, take: Callable[[], Snapshot]) -> Snapshot:
        """Keep what the page says before the first input, and return the board as it is then."""
        self.lines = self.last_lines = frozenset(self.lines_now())
        snapshot = take()
        self.at_first = self.at_last = self.ask()
        return snapshot

    def before_last(self) -> None:
        """Keep what the page says before the input that completes the solution."""
        self.task.site.begin("last input")
        if not self.task.site.POLICY.judged:
            self.last_lines = frozenset(self.lines_now())
        self.at_last = self.ask()
        self.task.site.begin("verdict")

    def ask(self) -> Accepted:
        """Return the page's verdict on the solution; an address that is not the site's has none."""
        with self._answering("asking whether it is solved"):
            if not re.match(self.task.site.URL, self.task.page.url):
                return NOTHING_SAID
            return self.task.site.accepted(self.task.page, self.task.dialogs)

    def is_weak(self, answer: Accepted) -> bool:
        """Return whether an answer is a sign that a guess has seen, and that is not enough."""
        return answer.verdict is None and bool(answer.said) and not self.task.site.POLICY.judged

    def wait(self, within: float) -> Accepted:
        """Return the page's verdict as soon as it has one, or what it says in the end.

        A sign of acceptance counts if it was missing before the last input. Where a guess has
        seen a sign that is not enough, the page has `SIGN_TIMEOUT` to add another one.
        """
        limit, policy = self.task.limit, self.task.site.POLICY
        within, longest = limit.remaining(within), limit.remaining(max(within, SIGN_TIMEOUT))
        answer, seen, still_since, is_unchecked = NOTHING_SAID, None, 0.0, bool(policy.check)
        with self.task.bounded("waiting until the solution is accepted"):
            for spent in Patience(self.task.clock, longest).looks(POLL_MS):
                self.waited, answer = spent, self.ask().since(self.at_last)
                if answer.verdict is not None or (spent >= within and not self.is_weak(answer)):
                    break
                if answer != seen:
                    still_since, seen = spent, answer
                elif self.task.site.NAME == GUESSED and spent >= still_since + STILL_SECONDS and not answer.said:
                    break
                if is_unchecked and spent >= CHECK_AFTER:
                    is_unchecked = False
                    if press_check(self.task.page, policy.check):
                        self.task.recorder.event("pressed", buttons={"check": 1})
        return answer

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
        than before, or if the page states the number or the date of that very puzzle. A page that no module knows
        must state how long it took, too.
        """
        answer = self.wait(within)
        if not self.task.site.POLICY.judged:
            is_proven = answer.verdict and lacked_one and answer.states_time
            return answer if is_proven or answer.verdict is False else NOTHING_SAID
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
        with self._answering("looking at the page"), suppress(EnterError, ReadError, BadChoice):
            self.task.site.board(self.task.page, 0.0, press_nothing)

    def lines_now(self) -> list[str]:
        """Return the lines of text that the page shows."""
        with self._answering("reading the page"):
            return lines_shown(self.task.page)

    def appeared(self, since: Literal["first", "last"]) -> str:
        """Describe the lines that are new since an input."""
        new = self._new(self.lines if since == "first" else self.last_lines)
        if not new:
            return f"nothing else has appeared on it since the {since} input"
        return f"since the {since} input it shows {listed([*map(repr, new)], MAX_APPEARED)}"

    def has_news(self) -> bool:
        """Return whether a page that nobody knows has said anything since the last input, beside its board."""
        answer = self.ask()
        return bool(answer.verdict is not None or answer.said or answer.signs)

    def candidates(self, said: str) -> list[str]:
        """Return the lines, new since the last input, that may be signs of success, likeliest first: those in `said`.

        A button says nothing.
        """
        new = [*self._new(self.last_lines), *(line for text in self.task.dialogs for line in text.splitlines())]
        with self._answering("looking at its buttons"):
            buttons = {line for line in new for role in _PRESSED if self.task.page.get_by_role(role, name=line).count()}
        likely = sorted(
            (line for line in dict.fromkeys(new) if line not in buttons and re.search(r"[^\W\d_]", line)),
            key=lambda line: (line not in said, "!" not in line, bool(_NUMBER.search(line))),
        )
        return likely[:MAX_CANDIDATES]

    def _new(self, before: frozenset[str]) -> list[str]:
        """Return the lines that are new; one that has only changed its numbers, such as a clock, is not."""
        known = {_NUMBER.sub("#", line) for line in before}
        return list(dict.fromkeys(line for line in self.lines_now() if _NUMBER.sub("#", line) not in known))

    def _states_same(self) -> bool | None:
        """Return whether the page states the number or the date of the puzzle that was read; None if it states none."""
        with self._answering("asking which puzzle it is"):
            about, now = self.task.about, self.task.site.about(self.task.page)
        both = (about.number, now.number), (about.date, now.date)
        stated = [pair for pair in both if None not in pair]
        return all(before == after for before, after in stated) if stated else None

    def _answering(self, doing: str) -> AbstractContextManager[Limit]:
        return self.task.bounded(doing, ANSWER_TIMEOUT)


def press_check(page: Page, name: str) -> bool:
    """Press the only visible button or link with a name on the page, frames aside; return whether that was done."""
    from playwright.sync_api import Error

    pattern = re.compile(name, re.IGNORECASE)
    control = page.get_by_role("button", name=pattern).or_(page.get_by_role("link", name=pattern))
    try:
        return control.count() == 1 and not press(page, control)
    except Error:
        return False
