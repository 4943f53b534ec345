"""Making new puzzles on the command line, each from a seed that makes it again."""

from __future__ import annotations

import re
from secrets import randbelow
from typing import TYPE_CHECKING, Any

from rich.text import Text

from bot.batch.explain import facts, words_of
from bot.draw import show
from bot.errors import UsageError, unknown
from bot.play.result import error_facts
from solvers import KINDS, GaveUp, dump, dump_grid, generate
from solvers._core.grade import NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

SEEDS = 1_000_000
"""From how many seeds one is drawn where none is told: few enough to be typed again."""


def generated(  # noqa: PLR0913 - each is an option of the command
    kind: str, *, size: str | None, grade: str | None, seed: int | None, count: int, timeout: float | None, draw: bool
) -> Iterator[tuple[dict[str, Any], int]]:
    """Make puzzles, tell each to people if wanted, and iterate over their lines and exit codes.

    Raises `UsageError` for what is not to be had at all; a puzzle for which time is out does not stop the others.
    """
    if kind not in KINDS:
        unknown("kind", kind, KINDS)
    wanted_size, wanted_grade = None if size is None else _size(size), None if grade is None else _grade(grade)
    told = "".join(f" --{name} {value}" for name, value in (("size", size), ("grade", grade)) if value is not None)
    first = randbelow(SEEDS) if seed is None else seed
    for number in range(first, first + count):
        name = f"{kind}:{number}"
        line: dict[str, Any] = {"line": name}
        try:
            made = generate(kind, wanted_size, grade=wanted_grade, seed=number, timeout=timeout)
        except GaveUp as error:
            if draw:
                show.failed(name, None, error)
            yield line | {"seed": number} | error_facts(error), error.EXIT
            continue
        puzzle, graded = made.puzzle, made.grade
        if draw:
            show.out.print(Text(name, style="bold"))
            show.out.print(show.boards(puzzle, [("givens", None)]))
            show.out.print(f"{words_of(graded, puzzle)} · {made.ms['total']:.1f} ms")
            show.out.print(Text(f"again: givens generate {kind}{told} --seed {number}", style="dim"))
        yield (
            line
            | {
                "puzzle": dump(puzzle),
                "solution": dump_grid(made.solution, puzzle),
                "grade": facts(graded),
                "seed": number,
                "ms": dict(made.ms),
            },
            0,
        )


def _size(text: str) -> tuple[int, int]:
    """Read `6` or `6x8`."""
    match = re.fullmatch(r"(\d{1,3})(?:[xX×](\d{1,3}))?", text, re.ASCII)
    if match is None:
        msg = f"--size is a number or ROWSxCOLUMNS, not {text!r}"
        raise UsageError(msg)
    return int(match[1]), int(match[2] or match[1])


def _grade(text: str) -> int:
    """Read a grade, its number or its name."""
    levels = {str(level): level for level in range(1, len(NAMES) + 1)} | {
        name: level for level, name in enumerate(NAMES, start=1)
    }
    if text not in levels:
        names = ", ".join(f"{level} {name}" for level, name in enumerate(NAMES, start=1))
        msg = f"--grade is one of {names}, not {text!r}"
        raise UsageError(msg)
    return levels[text]
