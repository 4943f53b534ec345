"""What a request returns: solutions, grades, explanations and new puzzles, or errors; and its time limit.

Nothing here imports Z3.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from solvers._core.model.errors import GaveUp, SolveError, times
from solvers._core.model.grid import Cell, Grid, Place, place_name
from solvers._core.model.picture import Picture, Shown
from solvers._core.model.puzzle import Puzzle, Step
from solvers._core.model.rules import Clue

GRADES = ("trivial", "easy", "normal", "tricky", "hard")
"""The names of the grades, from 1 to 5."""
METHODS = ("one rule", "one line", "short assumption", "assumption", "nested assumptions")
"""What the hardest step of each grade needs; the module `reasoner` defines them."""
PROOF = "z3"
"""What proves every verdict: Z3 gets all rules and clues of a board, and nothing else decides."""
NAMED_CELLS = 3
"""How many uncertain cells a message names."""
SHOWN_CLUES = 5
"""How many clashing clues a message names; a single further one is named, too."""
Settled = Mapping[Place, bool | None]
"""For each place whether its value is equal in all solutions, None if the search ended before that was known."""


OUT_OF_TIME = "out of time"


class Clock:
    """The limits of one request, and how long each part of the work took."""

    def __init__(self, limit: float | None, steps: int | None = None) -> None:
        """`limit` is in seconds; `steps` are Z3's own, which all checks together may take."""
        self.limit, self.steps = limit, steps
        self._start = self._lap = time.perf_counter()
        self._laps: dict[str, float] = {}

    def remaining(self) -> float | None:
        """Return the seconds left, None without a limit."""
        return None if self.limit is None else self.limit - (time.perf_counter() - self._start)

    @contextmanager
    def within(self, steps: int) -> Iterator[None]:
        """Let what is done meanwhile take so many of Z3's steps at most; what is over when they end, ends quietly."""
        before, self.steps = self.steps, steps
        try:
            with suppress(GaveUp):
                yield
        finally:
            self.steps = before

    def tick(self) -> None:
        """Raise `GaveUp` if the time limit is exceeded."""
        remaining = self.remaining()
        if remaining is not None and remaining <= 0:
            raise GaveUp(OUT_OF_TIME, self.limit)

    def lap(self, name: str) -> None:
        """Record the time since the last lap under a name."""
        now = time.perf_counter()
        self._laps[name] = 1000 * (now - self._lap)
        self._lap = now

    def ms(self) -> dict[str, float]:
        """Return the milliseconds of each lap, and in total."""
        total = 1000 * (time.perf_counter() - self._start)
        return {name: round(ms, 3) for name, ms in (*self._laps.items(), ("total", total))}


@dataclass(frozen=True, slots=True)
class Solution(Shown):
    """The grid, whether it was proved to be unique, and the milliseconds that each part of the work took."""

    grid: Grid
    unique: bool
    ms: Mapping[str, float]
    values: tuple[bool, ...] = ()
    """The values of the variables of `Puzzle.answer`."""
    puzzle: Puzzle | None = field(default=None, compare=False, repr=False)

    def _shown(self) -> tuple[str, Picture | None]:
        words = f"the {'only ' * self.unique}solution, {self.ms.get('total', 0):.1f} ms"
        return words, None if self.puzzle is None else self.puzzle.picture(self.grid)


@dataclass(frozen=True, slots=True)
class Solutions:
    """Solutions in the order found; `complete` says that there are no others."""

    grids: tuple[Grid, ...]
    complete: bool
    ms: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Grade:
    """How hard a puzzle is: its level (1 … 5) and a score that orders puzzles of one kind and size.

    `techniques` holds how many places each method assigns, `ms` what the grading took.
    """

    level: int
    score: int
    techniques: Mapping[str, int]
    ms: Mapping[str, float]

    @property
    def name(self) -> str:
        """The word for the level."""
        return GRADES[self.level - 1]

    @property
    def technique(self) -> str:
        """The method that the hardest step needs."""
        return METHODS[self.level - 1]


@dataclass
class Explanation(Iterator[Step]):
    """The one solution of a puzzle, and an iterator over the steps that lead to it, computed one at a time."""

    solution: Grid
    steps: Iterator[Step]

    def __next__(self) -> Step:
        return next(self.steps)


@dataclass(frozen=True, slots=True)
class Generated(Shown):
    """A new puzzle, its one solution, its grade, the seed that makes it again, and the milliseconds it took."""

    puzzle: Puzzle
    solution: Grid
    grade: Grade
    seed: int
    ms: Mapping[str, float]

    def _shown(self) -> tuple[str, Picture]:
        words, picture = self.puzzle._shown()  # noqa: SLF001 - of the same kind
        return f"{words}, {self.grade.name}, seed {self.seed}", picture


@dataclass(frozen=True, slots=True)
class Check:
    """Which marks of a person are right so far.

    `entered` are the places that the marks assign, in order if `in_order`, and `wrong` those that contradict the
    solution; of a puzzle with several, those that clash; `names` are theirs in a sentence. `answers` says how many
    solutions have all of the marks (`one`, `several` or `none`), and `left` how many marks the solution has besides,
    None if there are several.
    """

    entered: Mapping[Place, int]
    wrong: tuple[Place, ...]
    names: tuple[str, ...]
    left: int | None
    answers: str
    in_order: bool = False

    @property
    def after(self) -> int | None:
        """How many marks came after the first wrong one; None if there is none, or no order is known."""
        if not self.wrong or not self.in_order:
            return None
        return len(self.entered) - 1 - [*self.entered].index(self.wrong[0])

    @property
    def words(self) -> str:
        """The result in a sentence."""
        count = times(len(self.entered), "mark")
        if not self.wrong:
            return f"right so far: {count}{'' if self.left is None else f', {self.left} left'}"
        if self.after is not None:
            came = f"{self.after} of {count}" if self.after else "no mark"
            return f"the first wrong mark is {self.names[0]}; {came} came after it"
        return f"wrong: {', '.join(self.names)} ({len(self.wrong)} of {count})"


class NoSolution(SolveError):
    """No grid obeys the rules and all clues; `core` holds the clues that contradict each other.

    None of them can be left out if it is known to be the `smallest` set; finding that can take too long.
    """

    def __init__(self, core: Sequence[Clue], smallest: bool = True) -> None:  # noqa: FBT001, FBT002 - said by its name
        self.core, self.smallest = tuple(core), smallest
        words = [clue.words for clue in self.core]
        if not words:
            super().__init__("no solution: the rules alone allow none on a board of this shape")
        elif len(words) == 1:
            super().__init__(f"no solution: {words[0]}, which the rules forbid")
        else:
            shown = words if len(words) <= SHOWN_CLUES + 1 else words[:SHOWN_CLUES]
            left = len(words) - len(shown)
            more = f", and {left} more clues clash with them" if left else ""
            some = "" if smallest else " (perhaps not all of these are needed)"
            super().__init__(f"no solution: {shown[0]}, but {' and '.join(shown[1:])}{more}{some}")

    def details(self) -> dict[str, object]:
        """Return the words and cells of each contradicting clue, and whether all of them are needed."""
        return {
            "smallest": self.smallest,
            "core": [{"clue": clue.words, "cells": [str(cell) for cell in clue.cells]} for clue in self.core],
        }


class NotUnique(SolveError):
    """Several grids obey the rules and all clues; `forced` holds the values known to be equal in all (blank elsewhere).

    `open` are the places whose values are known to differ.
    """

    def __init__(
        self, first: Grid, second: Grid, forced: Grid, settled: Settled, rows: Callable[[Grid], object] = Grid.rows
    ) -> None:
        """`rows` turns a grid into the JSON form of its kind."""
        self.first, self.second, self.forced, self._rows = first, second, forced, rows
        self.open = tuple(place for place, is_equal in settled.items() if is_equal is False)
        unknown = sum(is_equal is None for is_equal in settled.values())
        shown = ", ".join(map(place_name, self.open[:NAMED_CELLS])) + (" …" if len(self.open) > NAMED_CELLS else "")
        of = times(len(settled), "cell" if {Cell}.issuperset(map(type, settled)) else "edge")
        are, more = "is" if len(self.open) == 1 else "are", f", and {unknown:,} may be" if unknown else ""
        super().__init__(f"several solutions: {len(self.open):,} of {of} {are} in doubt ({shown}){more}")

    def details(self) -> dict[str, object]:
        """Return two solutions and the forced cells, as rows, and the names of the open places."""
        grids = {"first": self.first, "second": self.second, "forced": self.forced}
        return {name: self._rows(grid) for name, grid in grids.items()} | {"open": [*map(place_name, self.open)]}
