"""Make new puzzles, each from a seed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import count as iter_count
from secrets import randbelow
from typing import TYPE_CHECKING, Any

from bot.batch.explain import grade_facts
from bot.errors import UsageError, unknown
from bot.play.result import error_facts
from solvers import GRADES, KINDS, GaveUp, dump, dump_grid, generate, shared_form

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from solvers import Generated

RANDOM_SEEDS = 1_000_000
"""How many seeds a random one is chosen from: few enough that it is quick to type."""

MOST_EQUAL = 50
"""How many puzzles in a row that equal earlier ones, as on tiny boards, are thrown away."""
GRADE_TIMEOUT = 60.0
"""Seconds in which a puzzle of a wanted grade is searched for if no time limit is given: some grades are very rare."""


@dataclass(frozen=True, slots=True)
class NewPuzzle:
    """A puzzle that was made from a seed, or the error where the time ran out."""

    kind: str
    seed: int
    level: int | None
    """The grade that was wanted."""
    result: Generated | GaveUp

    @property
    def name(self) -> str:
        """The name of the puzzle, like `tango:7`."""
        return f"{self.kind}:{self.seed}"

    @property
    def exit_code(self) -> int:
        """The exit code of a command that makes only this puzzle."""
        return self.result.EXIT if isinstance(self.result, GaveUp) else 0

    def line(self) -> dict[str, Any]:
        """Return the line for a script."""
        line: dict[str, Any] = {"line": self.name}
        if isinstance(self.result, GaveUp):
            return line | {"seed": self.seed} | error_facts(self.result)
        return line | {
            "puzzle": dump(self.result.puzzle),
            "solution": dump_grid(self.result.solution, self.result.puzzle),
            "grade": grade_facts(self.result.grade),
            "seed": self.seed,
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
    on_attempt: Callable[[int], None] = lambda _number: None,
) -> Iterator[NewPuzzle]:
    """Make puzzles of some grades, as many of each; raises `UsageError` for an impossible request.

    Seeds are taken in a row, without those whose puzzles equal earlier ones, also turned or mirrored.
    """
    if kind not in KINDS:
        unknown("kind", kind, KINDS)
    shape, levels = None if size is None else _size(size), [None] if grade is None else _levels(grade)
    if timeout is None and grade is not None:
        timeout = GRADE_TIMEOUT
    numbers = iter_count(randbelow(RANDOM_SEEDS) if seed is None else seed)
    seen: set[str] = set()
    for at in range(count):
        level, equal = levels[at * len(levels) // count], 0
        for number in numbers:
            result: Generated | GaveUp
            try:
                result = generate(kind, shape, grade=level, seed=number, timeout=timeout, on_attempt=on_attempt)
                form = shared_form(result.puzzle) if count > 1 else ""
                if form in seen and equal < MOST_EQUAL:
                    equal += 1
                    continue
                if form in seen:
                    result = GaveUp(f"{MOST_EQUAL} puzzles in a row equal earlier ones: there may be no others")
                seen.add(form)
            except GaveUp as error:
                result = error
            yield NewPuzzle(kind, number, level, result)
            break


def _size(text: str) -> tuple[int, int]:
    """Parse `6` or `6x8`."""
    match = re.fullmatch(r"(\d{1,3})(?:[xX×](\d{1,3}))?", text, re.ASCII)
    if match is None:
        raise UsageError(f"--size must be a number or ROWSxCOLUMNS, not {text!r}")
    return int(match[1]), int(match[2] or match[1])


def _levels(text: str) -> Sequence[int]:
    """Parse the number or the name of a grade, or a range of them like `1-3`."""
    levels = {name: level for level, name in enumerate(GRADES, start=1)}
    levels |= {str(level): level for level in levels.values()}
    first, is_range, last = text.partition("-")
    last = last if is_range else first
    if not {first, last} <= levels.keys() or levels[first] > levels[last]:
        names = ", ".join(f"{level} {name}" for level, name in enumerate(GRADES, start=1))
        raise UsageError(f"--grade must be one of {names}, or a range like 1-5, not {text!r}")
    return range(levels[first], levels[last] + 1)
