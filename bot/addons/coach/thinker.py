"""Find hints in a process of its own, so that the panel answers while a hard board is thought about."""

from __future__ import annotations

from collections import deque
from concurrent.futures import BrokenExecutor
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, Self

import msgspec

from bot.batch.pool import ProcessPool
from solvers import GivensError, Grid, Hint, Hints, Mark, Reason, load

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Future

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
        self._waiting: deque[Question] = deque()
        self._asked: tuple[Question, Future[Answer]] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.stop()

    def ask(self, question: Question) -> None:
        """Ask a question; one of the same sort that is still waiting is dropped."""
        self._waiting = deque(other for other in self._waiting if other.what != question.what)
        self._waiting.append(question)
        self._send()

    def answers(self, seconds: float = 0.0) -> Iterator[tuple[Question, Answer]]:
        """Yield the question that is answered by now, or within some seconds, with its answer."""
        if self._asked is None:
            return
        question, future = self._asked
        try:
            answer = future.result(seconds)
        except TimeoutError:
            return
        except BrokenExecutor:
            answer = Answer(error="the process that finds hints has ended; ask again")
        self._asked = None
        self._send()
        yield question, answer

    def _send(self) -> None:
        if self._asked is None and self._waiting:
            question = self._waiting.popleft()
            self._asked = question, self._pool.submit(answer_to, question)


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
