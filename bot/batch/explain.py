"""Explain and grade puzzles for scripts: the solution in steps, and how hard it is to find."""

from __future__ import annotations

from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any

from bot.batch.answer import answering
from solvers import Cell, Clock, Clue, GaveUp, dump_grid, explain, grade, place_name

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping

    from bot.batch.answer import Facts
    from bot.batch.lines import InputPuzzle
    from solvers import Edge, Grade, Puzzle, Rule, Step


@answering
def explain_line(_entry: InputPuzzle, puzzle: Puzzle, line: Facts, *, steps: int | None, timeout: float | None) -> None:
    """Explain a puzzle's solution, or its first steps."""
    with shared_limit(timeout) as clock:
        explanation = explain(puzzle, timeout=clock.remaining())
        line |= {"solution": dump_grid(explanation.solution, puzzle), "steps": []}
        clock.lap("solve")
        values = _values(puzzle)
        line["steps"] += (step_facts(step, values) for step in islice(explanation, steps))
        clock.lap("explain")
        difficulty = grade(puzzle, timeout=clock.remaining())
        clock.lap("grade")
    line |= {"grade": grade_facts(difficulty), "ms": clock.ms()}


@answering
def grade_line(_entry: InputPuzzle, puzzle: Puzzle, line: Facts, *, timeout: float | None) -> None:
    """Grade a puzzle."""
    result = grade(puzzle, timeout=timeout)
    line |= {"grade": grade_facts(result), "techniques": dict(result.techniques), "ms": dict(result.ms)}


@contextmanager
def shared_limit(timeout: float | None) -> Iterator[Clock]:
    """Yield the clock of a time limit that several calls share."""
    clock = Clock(timeout)
    try:
        yield clock
    except GaveUp as error:
        raise GaveUp(error.reason, None if error.limit is None else timeout) from error


def grade_facts(grade: Grade) -> dict[str, Any]:
    """Return a grade as JSON."""
    return {"level": grade.level, "name": grade.name, "score": grade.score, "technique": grade.technique}


def step_facts(step: Step, values: Mapping[Hashable, tuple[str, int]]) -> dict[str, Any]:
    """Return a step as JSON; `values` has the literals that say that a place has a value."""
    return {
        "sets": _by_name(step.sets),
        "because": [
            {"clue" if isinstance(rule, Clue) else "rule": rule.words, "cells": list(map(str, rule.cells))}
            | _counted(rule, values)
            for rule in step.because
        ],
        "known": _by_name(step.known),
        "technique": step.technique,
        "level": step.level,
        "words": step.words,
    }


def _counted(rule: Rule, values: Mapping[Hashable, tuple[str, int]]) -> dict[str, Any]:
    """Return a rule that counts as data: so many of these places have these values, at least and at most."""
    literals, least, most = rule.counted() or ((), 0, 0)
    if not literals or not {*literals} <= values.keys():
        return {}
    places = dict(values[literal] for literal in literals)
    return {"says": {"of": places, "least": least, "most": most}} if len(places) == len(literals) else {}


def _values(puzzle: Puzzle) -> dict[Hashable, tuple[str, int]]:
    """Return the literals that say that a place has a value, for places with a boolean of their own."""
    return {
        literals[0]: (place_name(place), value)
        for place, options in puzzle.choices().items()
        for value, literals in options.items()
        if len(literals) == 1
    }


def unit_of(puzzle: Puzzle) -> str:
    """Return the places that steps settle in puzzles of this kind: `cells` or `edges`."""
    return "cells" if all(isinstance(place, Cell) for place in puzzle.choices()) else "edges"


def _by_name(places: Mapping[Cell | Edge, int]) -> dict[str, int]:
    return {place_name(place): value for place, value in places.items()}
