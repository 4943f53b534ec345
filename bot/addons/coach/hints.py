"""What a person asks about the marks on the board besides the next hint."""

from __future__ import annotations

from contextlib import suppress
from typing import Literal

import msgspec

from solvers import GaveUp, Grade, Grid, Hints, Mark, cells_of, grade, place_of, spoken


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a mark is wrong, or that it is not."""

    verdict: Literal["wrong", "right", "given", "blank"]
    words: str
    cells: tuple[str, ...] = ()
    """The cells that clash."""


class CoachHints(Hints):
    """The hints of a puzzle, and answers to the other questions."""

    __slots__ = ()

    def grade(self, *, timeout: float | None = None) -> Grade | None:
        """Return the puzzle's grade; None if it has several solutions or grading takes too long."""
        with suppress(GaveUp):
            return grade(self.puzzle, timeout=timeout) if self.solution is not None else None
        return None

    def wrong(self, marks: Grid) -> tuple[Mark, ...]:
        """Return the marks that contradict the solution, in reading order."""
        return tuple(self._mark(place, value) for place, value in self.look(marks).wrong.items())

    def reveal(self, marks: Grid) -> Mark | None:
        """Return one mark of the solution that the board lacks, of a wrong cell first; None if it lacks none."""
        seen = self.look(marks)
        lacking = dict(self._lacking(seen))
        place = next((place for place in lacking if place in seen.wrong), next(iter(lacking), None))
        return None if place is None else self._mark(place, lacking[place])

    def why_not(self, marks: Grid, place: str, *, timeout: float | None = None) -> Reason:
        """Return the shortest clash that the mark in a place makes; raises `BadPuzzle` for a malformed name, `GaveUp`.

        A cell of a board whose answer is on its edges stands for the wrong edge there, if there is one.
        """
        seen, asked = self.look(marks), place_of(place)
        name, cells = spoken(self.puzzle, asked), self._cells(asked)
        name = f"{name[:1].upper()}{name[1:]}"
        if asked in self.given:
            return Reason("given", f"{name} is printed on the board.", cells)
        for wrong, value in seen.wrong.items():
            if asked == wrong or asked in cells_of(wrong):
                return Reason("wrong", *self._reason(wrong, self._clash(seen, wrong, value, timeout)))
        if any(asked == right or asked in cells_of(right) for right in seen.known):
            return Reason("right", f"{name} is right.", cells)
        return Reason("blank", f"{name} has no mark yet.", cells)
