"""Make new puzzles, each from a seed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from secrets import randbelow
from typing import TYPE_CHECKING, Any

from bot.batch.explain import grade_facts
from bot.errors import UsageError, unknown
from bot.play.result import error_facts
from solvers import GRADES, KINDS, GaveUp, dump, dump_grid, generate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from solvers import Generated

RANDOM_SEEDS = 1_000_000
"""How many seeds a random one is chosen from: few enough that it is quick to type."""

GRADE_TIMEOUT = 60.0
"""Seconds in which a puzzle of a wanted grade is searched for if no time limit is given: some grades are very rare."""


@dataclass(frozen=True, slots=True)
class NewPuzzle:
    """A puzzle that was made from a seed, or the error where the time ran out."""

    kind: str
    seed: int
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
    """Make puzzles from as many seeds in a row; raises `UsageError` for an impossible request."""
    if kind not in KINDS:
        unknown("kind", kind, KINDS)
    shape, level = None if size is None else _size(size), None if grade is None else _level(grade)
    if timeout is None and level is not None:
        timeout = GRADE_TIMEOUT
    first = randbelow(RANDOM_SEEDS) if seed is None else seed
    for number in range(first, first + count):
        try:
            made = generate(kind, shape, grade=level, seed=number, timeout=timeout, on_attempt=on_attempt)
            yield NewPuzzle(kind, number, made)
        except GaveUp as error:
            yield NewPuzzle(kind, number, error)


def _size(text: str) -> tuple[int, int]:
    """Parse `6` or `6x8`."""
    match = re.fullmatch(r"(\d{1,3})(?:[xX×](\d{1,3}))?", text, re.ASCII)
    if match is None:
        raise UsageError(f"--size must be a number or ROWSxCOLUMNS, not {text!r}")
    return int(match[1]), int(match[2] or match[1])


def _level(text: str) -> int:
    """Parse the number or the name of a grade."""
    levels = {name: level for level, name in enumerate(GRADES, start=1)}
    levels |= {str(level): level for level in levels.values()}
    if text not in levels:
        names = ", ".join(f"{level} {name}" for level, name in enumerate(GRADES, start=1))
        raise UsageError(f"--grade must be one of {names}, not {text!r}")
    return levels[text]
