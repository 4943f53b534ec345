"""Answer one puzzle with a line for a script and an exit code: solve, explain or grade it, or check marks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec

from bot.batch.sources import is_file
from bot.errors import UsageError
from bot.files import read_text
from bot.play.result import error_facts
from solvers import (
    PROOF,
    Cell,
    Clock,
    Clue,
    Edge,
    GaveUp,
    GivensError,
    Grade,
    Place,
    Puzzle,
    Rule,
    Solutions,
    Step,
    check,
    dump,
    dump_grid,
    explain,
    grade,
    load_marks,
    place_name,
    solutions,
    solve,
)

if TYPE_CHECKING:
    from bot.batch.lines import InputPuzzle

Facts = dict[str, Any]

Options = ParamSpec("Options")


def answering(
    fill: Callable[Concatenate[InputPuzzle, Puzzle, Facts, Options], None],
) -> Callable[Concatenate[InputPuzzle, Options], tuple[Facts, int]]:
    """Turn a function that fills in the line of a puzzle into one that returns an entry's line and exit code."""

    @wraps(fill)
    def answer(entry: InputPuzzle, /, *args: Options.args, **options: Options.kwargs) -> tuple[Facts, int]:
        line: Facts = ({} if "target" in entry.rest else {"line": entry.name}) | entry.rest
        try:
            puzzle = entry.get()
            line["puzzle"] = dump(puzzle)
            fill(entry, puzzle, line, *args, **options)
        except GivensError as error:
            return line | error_facts(error), error.EXIT
        return line, 0

    return answer


@answering
def solve_line(_entry: InputPuzzle, puzzle: Puzzle, line: Facts, *, limit: int | None, timeout: float | None) -> None:
    """Solve a puzzle; with a limit, find up to that many solutions."""
    if limit is None:
        solution = solve(puzzle, timeout=timeout)
        line |= {
            "verdict": "one",
            "solution": dump_grid(solution.grid, puzzle),
            "proof": PROOF,
            "ms": dict(solution.ms),
        }
        return
    found = some_solutions(puzzle, limit, timeout)
    grids = [dump_grid(grid, puzzle) for grid in found.grids]
    line |= {
        "verdict": "several" if len(grids) > 1 else "one" if found.complete else "unknown",
        "solution": grids[0],
        "solutions": grids,
        "complete": found.complete,
        "proof": PROOF,
        "ms": dict(found.ms),
    }


def some_solutions(puzzle: Puzzle, limit: int, timeout: float | None) -> Solutions:
    """Return 1 to `limit` solutions; raises `NoSolution` where there is none."""
    found = solutions(puzzle, limit=limit, timeout=timeout)
    if not found.grids:
        solve(puzzle, timeout=timeout)  # Raises an error that names the clashing clues.
    return found


@answering
def check_line(
    _entry: InputPuzzle,
    puzzle: Puzzle,
    line: Facts,
    marks: str | Sequence[Any],
    *,
    order: Sequence[Place],
    timeout: float | None,
) -> None:
    """Check marks of a puzzle."""
    grid = load_marks(marks, puzzle)
    found = check(puzzle, grid, order=order, timeout=timeout)
    line |= {
        "marks": dump_grid(grid, puzzle),
        "verdict": found.answers,
        "right": len(found.entered) - len(found.wrong),
        "wrong": [place_name(place) for place in found.wrong],
        "after": found.after,
        "left": found.left,
        "words": found.words,
    }


def marks_of(text: str) -> str:
    """Return what a file holds, or the text itself if it names none; raise `UsageError` for an unreadable file."""
    try:
        return (sys.stdin.read() if text == "-" else read_text(Path(text))) if is_file(text) else text
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(f"--marks {text} cannot be read: {why}") from None


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
