"""Make new puzzles, each from a seed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from functools import partial
from itertools import count as iter_count
from itertools import groupby
from secrets import randbelow
from typing import Any, NamedTuple

from bot.batch.answer import grade_facts
from bot.batch.pool import ProcessPool, in_order
from bot.errors import UsageError, kind_named
from bot.play.result import error_facts
from solvers import GRADES, KINDS, GaveUp, Generated, Puzzle, dump, dump_grid, generate, shared_form

RANDOM_SEEDS = 1_000_000
"""How many seeds a random one is chosen from: few enough that it is quick to type."""

MOST_EQUAL = 50
"""How many puzzles in a row that equal earlier ones, as on tiny boards, are thrown away."""
GRADE_TIMEOUT = 60.0
"""Seconds in which a puzzle of a wanted grade is searched for if no time limit is given: some grades are very rare."""


class Wish(NamedTuple):
    """What a puzzle is made from."""

    kind: str
    size: tuple[int, int] | None
    level: int | None
    seed: int
    timeout: float | None


class NewPuzzle(NamedTuple):
    """A puzzle that was made, or the error where the time ran out."""

    wish: Wish
    result: Generated | GaveUp

    @property
    def name(self) -> str:
        """The name of the puzzle, like `tango:7`."""
        return f"{self.wish.kind}:{self.wish.seed}"

    def line(self) -> dict[str, Any]:
        """Return the line for a script."""
        line: dict[str, Any] = {"line": self.name}
        if isinstance(self.result, GaveUp):
            return line | {"seed": self.wish.seed} | error_facts(self.result)
        return line | {
            "puzzle": dump(self.result.puzzle),
            "solution": dump_grid(self.result.solution, self.result.puzzle),
            "grade": grade_facts(self.result.grade),
            "seed": self.wish.seed,
            "ms": dict(self.result.ms),
        }


def generate_puzzles(  # noqa: PLR0913 - each is an option of the command
    kind: str,
    *,
    size: str | None,
    grade: str | None,
    seed: int | None,
    count: int,
    timeout: float | None,
    workers: int = 1,
    on_attempt: Callable[[int], None] = lambda _number: None,
) -> Iterator[NewPuzzle]:
    """Make puzzles of some grades, as many of each; raises `UsageError` for an impossible request.

    Seeds are taken in a row, without those whose puzzles equal earlier ones, also turned or mirrored. Several workers
    make the same puzzles as one; `on_attempt` is then not called.
    """
    kind = kind_named(kind)
    shape, levels = None if size is None else _size(size), [None] if grade is None else _levels(grade, KINDS[kind])
    if timeout is None and grade is not None:
        timeout = GRADE_TIMEOUT
    first = randbelow(RANDOM_SEEDS) if seed is None else seed
    seen: set[str] = set()
    for level, group in groupby(levels[at * len(levels) // count] for at in range(count)):
        wishes = (Wish(kind, shape, level, number, timeout) for number in iter_count(first))
        # What processes have begun in advance ends with them: it may be of another grade than the next.
        with ProcessPool(workers) as pool:
            made = (_make(wish, on_attempt) for wish in wishes) if workers == 1 else _made(pool, wishes)
            for _ in group:
                puzzle = _unequal(made, seen) if count > 1 else next(made)
                first = puzzle.wish.seed + 1
                yield puzzle


def _unequal(made: Iterator[NewPuzzle], seen: set[str]) -> NewPuzzle:
    """Return the next puzzle that does not equal one that was seen, or the error after too many that do."""
    for equal, puzzle in enumerate(made):
        form = "" if isinstance(puzzle.result, GaveUp) else shared_form(puzzle.result.puzzle)
        if form not in seen:
            seen.update([form] if form else [])
            return puzzle
        if equal == MOST_EQUAL:
            error = GaveUp(f"{MOST_EQUAL} puzzles in a row equal earlier ones: there may be no others")
            return NewPuzzle(puzzle.wish, error)
    raise AssertionError("seeds never end")


def _make(wish: Wish, on_attempt: Callable[[int], None] = lambda _number: None) -> NewPuzzle:
    result: Generated | GaveUp
    try:
        result = generate(
            wish.kind, wish.size, grade=wish.level, seed=wish.seed, timeout=wish.timeout, on_attempt=on_attempt
        )
    except GaveUp as error:
        result = error
    return NewPuzzle(wish, result)


def _made(pool: ProcessPool, wishes: Iterator[Wish]) -> Iterator[NewPuzzle]:
    """Make puzzles in processes, some of which nobody may ask for, and yield them in order."""
    for wish, future in in_order(partial(pool.submit, _make), wishes, pool.capacity):
        try:
            yield future.result()
        except BrokenExecutor:
            yield NewPuzzle(wish, GaveUp("its process has ended"))


def _size(text: str) -> tuple[int, int]:
    """Parse `6` or `6x8`."""
    match = re.fullmatch(r"(\d{1,3})(?:[xX×](\d{1,3}))?", text, re.ASCII)
    if match is None:
        raise UsageError(f"--size must be a number or ROWSxCOLUMNS, not {text!r}")
    return int(match[1]), int(match[2] or match[1])


def _levels(text: str, kind: type[Puzzle]) -> Sequence[int]:
    """Parse the number or the name of a grade, or a range of those that puzzles of a kind have, like `1-3`."""
    levels = {name: level for level, name in enumerate(GRADES, start=1)}
    levels |= {str(level): level for level in levels.values()}
    first, is_range, last = text.partition("-")
    last = last if is_range else first
    if not {first, last} <= levels.keys() or levels[first] > levels[last]:
        names = ", ".join(f"{level} {name}" for level, name in enumerate(GRADES, start=1))
        raise UsageError(f"--grade must be one of {names}, or a range like 1-5, not {text!r}")
    wanted = range(levels[first], levels[last] + 1)
    return [level for level in wanted if level not in kind.NO_GRADES] or wanted
