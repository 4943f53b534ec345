"""Turn a puzzle and the marks on its board into a hint. Nothing here knows a page or a browser.

`Hints.of(puzzle)` solves the puzzle once; its methods take the marks as a `Grid` and return plain data.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, Self

import msgspec

from solvers import (
    BadPuzzle,
    Cell,
    Clash,
    GaveUp,
    Given,
    Grid,
    NotUnique,
    Place,
    Puzzle,
    Solution,
    Step,
    cells_of,
    explain,
    place_name,
    place_of,
    refute,
    solutions,
    solve,
    spoken,
)
from solvers._core.model.sentences import joined

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence


MOST_SOLUTIONS = 50
"""How many solutions a puzzle may have that still gets hints."""
COMPARED = 6
"""How many wrong marks are compared to find the one with the shortest clash."""
EACH_TIMEOUT, LAST_TIMEOUT = 0.08, 0.5
"""Seconds to find the clash of each of them and, if none was found, that of the first: a person is waiting."""
NAMED = 6
"""How many cells a hint names; the others are only counted."""
TAKEN = 1
"""What each cell of a path holds on a page that does not show the order of its cells."""


class Mark(msgspec.Struct, frozen=True):
    """A value of a place, as data."""

    place: str
    """A cell like `R1C1`, or an edge like `R1C1-R1C2`."""
    value: int
    words: str
    """The word for the value, like `a sun`."""


class Hint(msgspec.Struct, frozen=True, omit_defaults=True):
    """One hint, to be shown bit by bit: first `look` and the cells, then `reason`, then `answer` and the marks."""

    what: Literal["wrong", "step", "rest", "solved"]
    """A wrong mark; the next step; an earlier hint that is not on the board yet; nothing left to do."""
    look: str
    """Where to look, in words."""
    cells: tuple[str, ...] = ()
    """The cells that matter."""
    reason: str = ""
    answer: str = ""
    marks: tuple[Mark, ...] = ()
    """The marks to enter; for a wrong mark, the mark to take back."""
    technique: str = ""
    level: int = 0
    """How hard the step is, from 1 to 5; 0 if there is none."""
    noted: tuple[Mark, ...] = ()
    """Those of the marks that a board need not show, such as an empty cell: pass them with the next request."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What the marks on a board settle, compared with a solution."""

    grid: Grid
    """The solution; of several, the one that the marks contradict least."""
    known: Mapping[Place, int]
    """What is settled and right."""
    wrong: Mapping[Place, int]
    """What contradicts the solution."""


@dataclass(frozen=True, slots=True)
class Hints:
    """A puzzle with its solution, or its few solutions, and the hints on the way there."""

    puzzle: Puzzle
    solution: Solution | None
    """The one solution; None if there are several."""
    grids: tuple[Grid, ...]
    """All solutions."""
    given: frozenset[Place]
    """The places whose values are printed."""

    @classmethod
    def of(cls, puzzle: Puzzle, *, timeout: float | None = None) -> Self:
        """Solve a puzzle; raise the errors of `solve`, but `NotUnique` only for too many solutions."""
        printed = [clue.cells for clue in puzzle.clues() if isinstance(clue, Given)]
        given: set[Place] = {cells[0] for cells in printed if len(cells) == 1}
        given |= {(cells[0], cells[1]) for cells in printed if len(cells) == 2}  # noqa: PLR2004 - an edge
        try:
            solution = solve(puzzle, timeout=timeout)
        except NotUnique:
            found = solutions(puzzle, limit=MOST_SOLUTIONS, timeout=timeout)
            if not found.complete:
                raise
            return cls(puzzle, None, found.grids, frozenset(given))
        return cls(puzzle, solution, (solution.grid,), frozenset(given))

    def next(self, marks: Grid, noted: Iterable[Mark] = (), *, timeout: float | None = None) -> Hint:
        """Return the next hint: a wrong mark if there is one, else the easiest step; raises `GaveUp`.

        `noted` is what earlier hints said that the board need not show.
        """
        seen = self.look(marks)
        if seen.wrong:
            return self._wrong(seen, timeout)
        if not (lacking := dict(self._lacking(seen))):
            return Hint("solved", "The board is solved.")
        known = {place_of(mark.place): mark.value for mark in noted} | dict(seen.known)
        if self.solution is None:
            return self._in_every_solution(seen, known)
        assigned = {place: value for place, value in known.items() if self._value(place, seen.grid) == value}
        step = next(explain(self.puzzle, known=assigned, timeout=timeout, solution=self.solution), None)
        return self._rest(lacking) if step is None else self._step(step)

    def look(self, marks: Grid) -> Seen:
        """Compare the marks on the board with the solution that they contradict least."""
        if (marks.height, marks.width) != self.puzzle.answer_size:
            raise BadPuzzle(f"the marks are {marks.height}×{marks.width} cells, but the board is not")
        return min((self._compare(marks, grid) for grid in self.grids), key=lambda seen: len(seen.wrong))

    def named(self, marks: Grid) -> Grid:
        """Replace numbers of looks that nobody has named by the marks that they most likely mean."""
        values = {value for options in self.puzzle.choices().values() for value in options}
        shown = {mark for _, mark in marks.marked()}
        if self.puzzle.PATHS or self.puzzle.assignment(marks).keys() >= {cell for cell, _ in marks.marked()}:
            return marks
        meant: dict[int, int] = {}
        for look in sorted(shown - values):
            counts = Counter(self.grids[0][cell] for cell, mark in marks.marked() if mark == look)
            free = sorted(values - shown - {*meant.values()}) or sorted(values)
            meant[look] = max(free, key=lambda value: counts[value])
        return Grid.make(marks.height, marks.width, {cell: meant.get(mark, mark) for cell, mark in marks.marked()}.get)

    def _compare(self, marks: Grid, grid: Grid) -> Seen:
        if self.puzzle.PATHS and {mark for _, mark in marks.marked()} == {TAKEN}:
            return self._along_path({cell for cell, _ in marks.marked()}, grid)
        shown = {place: value for place, value in self.puzzle.assignment(marks).items() if place not in self.given}
        right = {place: value for place, value in shown.items() if self._value(place, grid) == value}
        return Seen(grid, right, {place: value for place, value in shown.items() if place not in right})

    def _along_path(self, taken: Collection[Cell], grid: Grid) -> Seen:
        """Compare cells of a path whose order is not shown: it is right as far as it may be the solution's."""
        path = [cell for _, cell in sorted((number, cell) for cell, number in grid.marked())]
        length = next((number for number, cell in enumerate(path) if cell not in taken), len(path))
        known: dict[Place, int] = {(min(step), max(step)): 1 for step in pairwise(path[:length])}
        off = sorted(set(taken) - set(path[:length]))
        wrong: dict[Place, int] = dict.fromkeys(off, TAKEN)
        nearest = [cell for cell in off if length and cell in path[length - 1].around()]
        if len(nearest) == 1:
            last = path[length - 1]
            del wrong[nearest[0]]
            wrong = {(min(last, nearest[0]), max(last, nearest[0])): 1, **wrong}
        return Seen(grid, known, wrong)

    def _value(self, place: Place, grid: Grid) -> int | None:
        if isinstance(place, Cell) and self.puzzle.in_cells:
            return grid[place]
        return self.puzzle.assignment(grid).get(place, 0)

    def _lacking(self, seen: Seen) -> Iterator[tuple[Place, int]]:
        """Yield the marks that the board lacks; the marks of a path in its order."""
        values = self.puzzle.assignment(seen.grid)
        order = {cell: number or 0 for cell, number in seen.grid.marked()} if self.puzzle.PATHS else {}
        for place in sorted(values, key=lambda place: min(order.get(cell, 0) for cell in cells_of(place))):
            if (
                place not in self.given
                and seen.known.get(place) != values[place]
                and self.puzzle.is_needed(values[place])
            ):
                yield place, values[place]

    def _noted(self, marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
        """Return those of some marks that a person cannot enter on their own, so that the board need not show them."""
        if self.puzzle.COVERS:
            return marks
        return tuple(mark for mark in marks if "-" in mark.place or not self.puzzle.is_needed(mark.value))

    def _step(self, step: Step) -> Hint:
        answer, _, reason = step.words.partition(": ")
        names = listed([spoken(self.puzzle, place) for place in step.sets])
        if (failure := reason.removeprefix("otherwise ")) != reason:
            each = " each" if len(step.sets) > 1 else ""
            is_edge = not all(isinstance(place, Cell) for place in step.sets)
            left = f"only one way is left at {names}" if is_edge else f"{names} can have only one mark{each}"
            reason = f"{left}: with any other, {failure}"
        else:
            reason = f"{names} can be settled: {reason}"
        # The cells that matter: the settled and the known ones, and those of a single rule.
        alone = step.because[0].cells if len(step.because) == 1 else ()
        is_short = len(alone) <= max(self.puzzle.board.height, self.puzzle.board.width)
        cells = sorted(cell for cell in step.cells.union(alone if is_short else ()) if cell in self.puzzle.board)
        marks = tuple(self._mark(place, value) for place, value in step.sets.items())
        return Hint(
            "step",
            f"Look at {self._where(cells)}.",
            tuple(map(str, cells)),
            _sentence(reason),
            _sentence(answer),
            marks,
            step.technique,
            step.level,
            self._noted(marks),
        )

    def _where(self, cells: Collection[Cell]) -> str:
        """Name whole lines, and the cells that are left."""
        lines = [(name, line) for name, line in self.puzzle.board.lines() if len(line) > 1 and {*line} <= {*cells}]
        covered = {cell for _, line in lines for cell in line}
        return listed([*(name for name, _ in lines), *(str(cell) for cell in sorted(cells) if cell not in covered)])

    def _rest(self, lacking: Mapping[Place, int]) -> Hint:
        marks = tuple(self._mark(place, value) for place, value in lacking.items())
        words = listed(
            [f"{spoken(self.puzzle, place)} {mark.words}" for place, mark in zip(lacking, marks, strict=True)]
        )
        return Hint(
            "rest",
            "The hints have covered all that is left: it only needs to be entered.",
            self._cells(*lacking),
            "Everything else is settled.",
            _sentence(f"enter {words}"),
            marks,
        )

    def _in_every_solution(self, seen: Seen, known: Mapping[Place, int]) -> Hint:
        """Return a mark that all remaining solutions share, or else a mark of one of them."""
        left = [grid for grid in self.grids if all(self._value(place, grid) == known[place] for place in known)]
        lacking = [(place, value) for place, value in self._lacking(seen) if place not in known]
        if not lacking:
            return self._rest(dict(self._lacking(seen)))
        shared = [(place, value) for place, value in lacking if all(self._value(place, grid) == value for grid in left)]
        place, value = (shared or lacking)[0]
        mark, name = self._mark(place, value), spoken(self.puzzle, place)
        if shared:
            which = "every solution"
            reason = f"this puzzle has several solutions, and {name} is the same in {which}"
        else:
            which = f"one of the {len(left)} solutions that are left"
            reason = f"{len(left)} solutions are left, and the page may accept any of them"
        answer = f"{name} is {mark.words} in {which}"
        noted = self._noted((mark,))
        look, cells = f"Look at {name}.", self._cells(place)
        return Hint("step", look, cells, _sentence(reason), _sentence(answer), (mark,), noted=noted)

    def _wrong(self, seen: Seen, timeout: float | None) -> Hint:
        place, clash = self._shortest(seen, None if timeout is None else EACH_TIMEOUT)
        if clash is None and timeout is not None:
            clash = self._clash(seen, place, seen.wrong[place], min(timeout, LAST_TIMEOUT))
        mark = self._mark(place, seen.wrong[place])
        reason, cells = self._reason(place, clash)
        which = "A mark is" if len(seen.wrong) == 1 else f"{len(seen.wrong)} marks are"
        look = f"{which} wrong. Look at {self._where([*map(Cell.parse, cells)])}."
        name = spoken(self.puzzle, place)
        answer = f"Remove {mark.words} from {name}." if isinstance(place, Cell) else f"Undo {name}."
        return Hint("wrong", look, cells, reason, answer, (mark,), level=0 if clash is None else clash.level)

    def _shortest(self, seen: Seen, timeout: float | None) -> tuple[Place, Clash | None]:
        """Return the wrong mark with the shortest clash, or the first one if no clash is found in time."""
        best: tuple[Place, Clash | None] = next(iter(seen.wrong)), None
        least = (6, 0, 0)
        for place, value in [*seen.wrong.items()][:COMPARED]:
            clash = self._clash(seen, place, value, timeout)
            if clash and (size := (clash.level, len(clash.because), len(clash.known))) < least:
                best, least = (place, clash), size
            if least[:2] == (1, 1):
                break
        return best

    def _clash(self, seen: Seen, place: Place, value: int, timeout: float | None) -> Clash | None:
        """Return the shortest clash of a wrong mark, None if there is no reason but the solution."""
        if self.solution is None or place not in self.puzzle.choices():
            return None
        with suppress(GaveUp):
            return refute(self.puzzle, place, value, known=seen.known, timeout=timeout, solution=self.solution)
        return None

    def _reason(self, place: Place, clash: Clash | None) -> tuple[str, tuple[str, ...]]:
        """Say why the mark in a place is wrong; return the words and the cells that clash."""
        if clash is not None:
            return _sentence(clash.words), self._cells(*clash.cells)
        words = f"{spoken(self.puzzle, place)} contradicts the solution; no short reason was found"
        return _sentence(words), self._cells(place)

    def _cells(self, *places: Place) -> tuple[str, ...]:
        """Return the names of the cells of places, of an edge at the rim only the one on the board."""
        cells = sorted({cell for place in places for cell in cells_of(place)})
        return tuple(str(cell) for cell in cells if cell in self.puzzle.board)

    def _mark(self, place: Place, value: int) -> Mark:
        return Mark(place_name(place), value, self.puzzle.MARKS.get(value, str(value)))


def listed(names: Sequence[str]) -> str:
    """List names, and count those that are too many to list."""
    return joined(names if len(names) <= NAMED else [*names[: NAMED - 1], f"{len(names) - NAMED + 1} more"])


def _sentence(words: str) -> str:
    """Begin words with a capital letter and end them with a full stop."""
    return f"{words[:1].upper()}{words[1:].rstrip('.')}."
