"""Explaining and grading what is given on the command line: the solution in steps, and how hard it is to find."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from bot.batch.solve import answered
from bot.draw import show
from solvers import Cell, Clue, GaveUp, dump_grid, explain, grade
from solvers._core.clock import Clock
from solvers._core.explain import name_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from bot.batch.lines import Given
    from solvers import Picture, Puzzle
    from solvers._core.explain import Step
    from solvers._core.grade import Grade
    from solvers._core.puzzle import Place

    Graded = tuple[str, Puzzle, Grade]


def explained(
    one: Given, *, steps: int | None, timeout: float | None, tell: Callable[[str], None] | None = None
) -> tuple[dict[str, Any], int]:
    """Explain a puzzle's solution, or its first steps, and return line and exit code.

    With `tell`, which is told what is being done, people see each step as it is found.
    """
    draw = tell is not None
    say = tell or (lambda _words: None)

    def explain_it(puzzle: Puzzle, line: dict[str, Any]) -> None:
        found: list[Step] = []
        unit = unit_of(puzzle)
        with within(timeout) as clock:
            coming = explain(
                puzzle,
                timeout=clock.remaining(),
                tell=lambda done, places: say(f"explaining {one.name}: {done} of {places} {unit} settled"),
            )
            line |= {"solution": dump_grid(coming.solution, puzzle), "steps": []}
            clock.lap("solve")
            if draw:
                show.out.print(Text(one.name, style="bold"))
                show.out.print(show.boards(puzzle, [("givens", None)]))
            for step in islice(coming, steps):
                found.append(step)
                line["steps"].append(line_of(step))
                if draw:
                    show.out.print(_numbered(len(found), step))
            clock.lap("explain")
            if draw and steps is None:
                show.out.print(show.boards(puzzle, [("solution", coming.solution)]))
            elif draw and found:
                show.out.print(show.pictures([(f"after step {len(found)}", after(puzzle, found))]))
            difficulty = grade(puzzle, timeout=clock.remaining())
            clock.lap("grade")
        line |= {"grade": facts(difficulty), "ms": clock.ms()}
        if draw:
            show.out.print(f"{words_of(difficulty, puzzle)} · {clock.ms()['total']:.1f} ms")

    return answered(one, explain_it, draw=draw)


def graded(one: Given, *, timeout: float | None, done: list[Graded] | None = None) -> tuple[dict[str, Any], int]:
    """Grade a puzzle and return its line and exit code; people are told errors, and the rest from the list `done`."""

    def grade_it(puzzle: Puzzle, line: dict[str, Any]) -> None:
        found = grade(puzzle, timeout=timeout)
        line |= {"grade": facts(found), "techniques": dict(found.techniques), "ms": dict(found.ms)}
        if done is not None:
            done.append((one.name, puzzle, found))

    return answered(one, grade_it, draw=done is not None)


def drawn(done: Sequence[Graded], *, alone: bool) -> None:
    """Tell people what was graded: a puzzle that came alone in words, several in a table."""
    if alone and done:
        ((name, puzzle, found),) = done
        show.out.print(Text(name, style="bold"))
        show.out.print(show.boards(puzzle, [("givens", None)]))
        show.out.print(f"{words_of(found, puzzle)} · {found.ms['total']:.1f} ms")
    elif done:
        show.out.print(_table(done))


@contextmanager
def within(timeout: float | None) -> Iterator[Clock]:
    """Yield the clock of one time limit for several questions, each of which may take what is left."""
    clock = Clock(timeout)
    try:
        yield clock
    except GaveUp as error:
        raise GaveUp(error.reason, None if error.limit is None else timeout) from error


def facts(found: Grade) -> dict[str, Any]:
    """Return what a line says of a grade."""
    return {"level": found.level, "name": found.name, "score": found.score, "technique": found.technique}


def line_of(step: Step) -> dict[str, Any]:
    """Return what a line says of a step."""
    return {
        "sets": _named(step.sets),
        "because": [
            {"clue" if isinstance(rule, Clue) else "rule": rule.words, "cells": list(map(str, rule.cells))}
            for rule in step.because
        ],
        "known": _named(step.known),
        "technique": step.technique,
        "level": step.level,
        "words": step.words,
    }


def words_of(found: Grade, puzzle: Puzzle) -> str:
    """Say in one line how hard a puzzle is, and what makes it so, the hardest first."""
    told = f"{found.level} {found.name} (score {found.score})"
    if not found.techniques:
        return told
    (hardest, count), *others = reversed([*found.techniques.items()])
    unit = unit_of(puzzle) if count > 1 else unit_of(puzzle)[:-1]
    settles = "settle" if hardest.endswith("s") else "settles"
    return ", ".join([f"{told}: {hardest} {settles} {count} {unit}", *(f"{name} {number}" for name, number in others)])


def _numbered(number: int, step: Step) -> Text:
    return Text.assemble((f"{number:3}. ", "dim"), step.words, (f"  ({step.technique})", "dim"))


def _table(results: Sequence[Graded]) -> Table:
    table = Table("puzzle", "grade", "score", box=None, header_style="dim")
    table.columns[-1].justify = "right"
    methods = dict.fromkeys(method for _, _, found in results for method in found.techniques)
    for method in methods:
        table.add_column(method, justify="right")
    for name, _, found in results:
        counts = (str(found.techniques.get(method, "")) for method in methods)
        table.add_row(Text(name), f"{found.level} {found.name}", str(found.score), *counts)
    return table


def after(puzzle: Puzzle, steps: Sequence[Step]) -> Picture:
    """Draw what is known after some steps, the cells of the last one lit."""
    choices = puzzle.choices()
    settled = [choices[place][value] for step in steps for place, value in step.sets.items()]
    known = {literal.name: literal.holds for literals in settled for literal in literals}
    picture = puzzle.picture(puzzle.grid([known.get(name) for name in puzzle.answer()]))
    return replace(picture, glyphs={**picture.glyphs, **puzzle.picture().glyphs}, lit=steps[-1].cells)


def unit_of(puzzle: Puzzle) -> str:
    """Return what is settled in puzzles of this kind."""
    return "cells" if all(isinstance(place, Cell) for place in puzzle.choices()) else "edges"


def _named(places: Mapping[Place, int]) -> dict[str, int]:
    return {name_of(place): value for place, value in places.items()}
