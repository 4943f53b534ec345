"""Find hints in a process of its own, so that the panel answers while a hard board is thought about."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Future
from functools import lru_cache
from typing import Any, Literal, Self

import msgspec

from bot.batch.pool import ProcessPool
from solvers import GivensError, Grid, Hint, Hints, Mark, Reason, load

SOLVE_TIMEOUT = 30.0
"""Seconds that solving the board may take."""
HINT_TIMEOUT = 5.0
"""Seconds that finding one hint may take."""

What = Literal["hint", "check", "cell", "why", "grade"]
"""What can be asked about."""
Rows = tuple[tuple[int | None, ...], ...]
"""The marks on a board."""


class Question(msgspec.Struct, frozen=True):
    """A question about the marks on a board."""

    what: What
    puzzle: dict[str, Any]
    marks: Rows
    noted: tuple[Mark, ...] = ()
    place: str = ""
    """The cell of a mark, for `why`."""


class Answer(msgspec.Struct, frozen=True):
    """The result for a question; which field is set depends on the question."""

    hint: Hint | None = None
    reason: Reason | None = None
    marks: tuple[Mark, ...] = ()
    """The wrong marks, or the revealed one."""
    grade: tuple[int, str] | None = None
    """The level and its name."""
    error: str = ""


class Thinker:
    """Answers questions one at a time, in order; neither asking nor collecting answers blocks."""

    def __init__(self) -> None:
        """Start no process yet."""
        self._pool = ProcessPool(1)
        self._asked: list[tuple[Question, Future[Answer]]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.stop()

    def ask(self, question: Question) -> None:
        """Ask a question; one of the same sort that is still waiting is dropped."""
        for other, future in self._asked:
            if other.what == question.what:
                future.cancel()
        self._asked.append((question, self._pool.submit(answer_to, question)))

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
                yield question, Answer(error="the process that finds hints has ended; ask again")


def answer_to(question: Question) -> Answer:
    """Answer a question in the process of the pool."""
    try:
        return _answer(_hints(msgspec.json.encode(question.puzzle)), question)
    except GivensError as error:
        return Answer(error=error.message)


@lru_cache(maxsize=1)
def _hints(puzzle: bytes) -> Hints:
    """Solve a puzzle; the last one is remembered."""
    return Hints.of(load(msgspec.json.decode(puzzle)), timeout=SOLVE_TIMEOUT)


def _answer(hints: Hints, question: Question) -> Answer:
    marks = hints.named(Grid(question.marks))
    match question.what:
        case "hint":
            return Answer(hint=hints.next(marks, question.noted, timeout=HINT_TIMEOUT))
        case "check":
            return Answer(marks=hints.wrong(marks))
        case "cell":
            revealed = hints.reveal(marks)
            return Answer(marks=() if revealed is None else (revealed,))
        case "why":
            return Answer(reason=hints.why_not(marks, question.place, timeout=HINT_TIMEOUT))
        case "grade":
            grade = hints.grade(timeout=HINT_TIMEOUT)
            return Answer(grade=None if grade is None else (grade.level, grade.name))
