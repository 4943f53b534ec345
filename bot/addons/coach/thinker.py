"""Find hints in a process of its own, so that the panel answers while a hard board is thought about."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Future
from functools import lru_cache
from typing import Literal

import msgspec

from bot.addons.coach.hints import CoachHints, Reason
from bot.batch.pool import ProcessPool
from solvers import GivensError, Grade, Grid, Hint, Mark, Puzzle

SOLVE_TIMEOUT = 30.0
"""Seconds that solving the board may take."""
HINT_TIMEOUT = 5.0
"""Seconds that finding one hint may take."""

What = Literal["hint", "check", "cell", "why", "grade"]
"""What can be asked about."""
Answer = Hint | tuple[Mark, ...] | Mark | Reason | Grade | str | None
"""A hint, the wrong marks, one mark of the solution, why a mark is wrong, the grade, or why there is none of these."""


class Question(msgspec.Struct, frozen=True):
    """A question about the marks on a board."""

    what: What
    puzzle: Puzzle
    marks: Grid
    noted: tuple[Mark, ...] = ()
    place: str = ""
    """The cell of a mark, for `why`."""


class Thinker(ProcessPool):
    """Answers questions one at a time, in order; neither asking nor collecting answers blocks."""

    def __init__(self) -> None:
        """Start no process yet."""
        super().__init__(1)
        self._asked: list[tuple[Question, Future[Answer]]] = []

    def ask(self, question: Question) -> None:
        """Ask a question; one of the same sort that is still waiting is dropped."""
        for other, future in self._asked:
            if other.what == question.what:
                future.cancel()
        self._asked.append((question, self.submit(answer_to, question)))

    def answers(self) -> Iterator[tuple[Question, Answer]]:
        """Yield the questions that are answered by now, each with its answer."""
        done = [asked for asked in self._asked if asked[1].done()]
        self._asked = [asked for asked in self._asked if asked not in done]
        for question, future in done:
            try:
                yield question, future.result()
            except CancelledError:
                continue
            except BrokenExecutor:
                yield question, "the process that finds hints has ended; ask again"


def answer_to(question: Question) -> Answer:
    """Answer a question in the process of the pool."""
    try:
        hints = _hints(question.puzzle)
        marks = hints.named(question.marks)
        match question.what:
            case "hint":
                return hints.next(marks, question.noted, timeout=HINT_TIMEOUT)
            case "check":
                return hints.wrong(marks)
            case "cell":
                return hints.reveal(marks)
            case "why":
                return hints.why_not(marks, question.place, timeout=HINT_TIMEOUT)
            case "grade":
                return hints.grade(timeout=HINT_TIMEOUT)
    except GivensError as error:
        return error.message


@lru_cache(maxsize=1)
def _hints(puzzle: Puzzle) -> CoachHints:
    """Solve a puzzle; the last one is remembered."""
    return CoachHints.of(puzzle, timeout=SOLVE_TIMEOUT)
