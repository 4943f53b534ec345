"""A task, one puzzle to play on one open page, which its stages share; an attempt, a solution as it was entered."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING

from bot.browser.limits import Deadline
from bot.play.judge import answering
from bot.play.live import answer_dialogs
from bot.record.recorder import Recorder

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from playwright.sync_api import Page

    from bot.play.result import TargetResult
    from scrapers import Accepted, Site
    from solvers import Grid


ACCEPT_TIMEOUT = 10.0
"""Seconds in which a page must accept a board that shows the solution."""
NEXT_AFTER = 3.0
"""Seconds in which a page must accept one of several attempts; then the next one is made."""


def accept_any(_result: TargetResult) -> None:
    """Accept every reading; a named function, because options are sent to processes."""


@dataclass(frozen=True, slots=True)
class Options:
    """How to play."""

    dry_run: bool = False
    any_solution: bool = False
    pace: float | None = None
    """Seconds from one input to the next; never less than the site's own pace."""
    timeout: float | None = None
    """Seconds for the target, everything included."""
    enter_here: bool = False
    """Whether a page that no module knows may be entered even if it is in a form, or asks for what no puzzle needs."""
    success: str = ""
    """The text by which a page that no module knows says that it accepts the solution, if a person has named it."""
    robot: bool = False
    """Whether to say so in the field that a site asks programs to set."""
    say: Callable[[str], None] | None = None
    """Called with each step of the explanation as it is entered; without it, the layout orders the moves."""
    check: Callable[[TargetResult], None] = accept_any
    """Called with the result before anything is entered; raises an error if the puzzle must not be played."""


def unchanged(answer: Accepted) -> Accepted:
    """Return the answer."""
    return answer


@dataclass(frozen=True, slots=True)
class Attempt:
    """What was entered, and how to take the page's answer."""

    solution: Grid
    within: float
    """Seconds in which the page must accept it."""
    is_final: bool = True
    """Whether a refusal ends the attempts."""
    answer: Accepted | None = None
    """The page's verdict, if it is known already."""
    confirmed: Callable[[Accepted], Accepted] = unchanged
    """Takes an acceptance back that the board does not confirm."""


@dataclass(slots=True)
class Task:
    """One puzzle to play on one open page; the result is filled as its stages go on."""

    page: Page
    site: Site
    result: TargetResult
    options: Options = field(default_factory=Options)
    recorder: Recorder = field(default_factory=lambda: Recorder(None))
    set_status: Callable[[str], None] = lambda _: None
    """Called with the current activity, in a few words."""
    deadline: Deadline | None = None
    """The time limit of the target, if it started before the page was open."""
    limit: Deadline = field(init=False)
    dialogs: list[str] = field(init=False)
    """The messages of the page's dialogs."""

    def __post_init__(self) -> None:
        """Answer the page's dialogs from now on."""
        self.limit = self.deadline or Deadline(self.options.timeout)
        self.dialogs = answer_dialogs(self.page)

    def bounded(self, doing: str, seconds: float = inf) -> AbstractContextManager[None]:
        """Limit the block to the target's time and `seconds`; raise `PageGone` for the browser's own errors."""
        return answering(self.page, self.limit, doing, seconds)

    def chapter(self, title: str, *, marking: bool = False) -> None:
        """Begin a chapter of the video, if there is one; mark inputs in it if `marking`."""
        if self.recorder.video is not None:
            with self.result.timed("record"):
                self.recorder.video.chapter(title, marking=marking)
