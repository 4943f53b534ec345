"""Requirements on every kind, checked with the puzzles of all fixtures and of `tests/puzzles`."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import KINDS, BadPuzzle, Grid, Puzzle, SolveError, dump, load, load_picture, solve
from solvers._core.model.files import dump_picture
from tests.brute import wrong_grids
from tests.cases import CASES
from tests.tiers import LONG, TIER, chosen, examples

PUZZLES = {name: load(dict(case.puzzle)) for name, case in CASES.items() if case.puzzle is not None}
LINES = {
    f"{file.stem}:{number}": json.loads(line)
    for file in sorted((Path(__file__).parents[1] / "puzzles").glob("*.jsonl"))
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
}
"""Puzzles of our own with their solutions, one file per kind: `{"puzzle": …, "solution": [row, …]}`.

One line per kind has `"generate": true`: tests make new puzzles of that size.
"""
PUZZLES |= {name: load(line["puzzle"]) for name, line in LINES.items()}
SMALL = {
    PUZZLES[name].KIND: (PUZZLES[name].board.height, PUZZLES[name].board.width)
    for name, line in LINES.items()
    if line.get("generate")
}
"""The size of each kind's new puzzles in tests: rows and columns."""

JUNK: list[Any] = [None, True, -1, 0, 1, 7, 99, 10**12, 1.5, "", ".", "1", "zz", "R1C1", "R99C99", "🌞"]
JUNK += [[], [[]], [None], {}, {"cell": "R1C1"}]
"""Values that a file may contain by mistake."""
SOME_JUNK = st.sampled_from(JUNK).map(deepcopy)
"""A fresh copy of one of these, because parts of it may be changed, too."""
FIRST = {name: line["puzzle"]["kind"] for name, line in LINES.items() if line.get("generate")}
"""One puzzle of each kind, a small one."""
OF_KIND = {kind: [name for name, line in LINES.items() if line["puzzle"]["kind"] == kind] for kind in SMALL}
"""The puzzles of each kind."""
FAMILIES = defaultdict[str, list[str]](list)
"""The kinds by the module of their family; those without one count as a family."""
for kind_name, each in KINDS.items():
    FAMILIES[next((base.__module__ for base in each.__mro__ if "families" in base.__module__), "")].append(kind_name)


def of_families(turn: int) -> Sequence[str]:
    """Return all kinds as parameters; the quick tier takes one of each family, in each turn another one."""
    return chosen(KINDS, {kinds[turn % len(kinds)] for kinds in FAMILIES.values()})


@pytest.mark.parametrize("name", chosen(LINES, FIRST))
def test_solution_is_the_only_one(name: str) -> None:
    """Z3 finds the recorded solution, and no other; the check in plain Python rejects it with any change."""
    puzzle, solution = PUZZLES[name], Grid.parse(LINES[name]["solution"])

    assert solution == solve(puzzle).grid
    assert puzzle.is_solved_by(solution)
    assert not any(map(puzzle.is_solved_by, wrong_grids(solution)))


@pytest.mark.parametrize("name", chosen(PUZZLES, FIRST))
def test_files_are_read_back(name: str) -> None:
    """A puzzle can be read back from JSON and from its drawing, and both give the same JSON."""
    puzzle = PUZZLES[name]
    drawn = load_picture(dump_picture(puzzle))
    of_a_mac = load_picture(dump_picture(puzzle).replace("\n", "\r"))

    assert puzzle == load(json.loads(json.dumps(dump(puzzle))))
    assert puzzle == drawn == of_a_mac
    assert json.dumps(dump(puzzle)) == json.dumps(dump(drawn))


@pytest.mark.parametrize("name", chosen(LINES, FIRST))
def test_places(name: str) -> None:
    """In a solution exactly one value of each place has only true literals, and these alone tell the solution."""
    puzzle, solution = PUZZLES[name], Grid.parse(LINES[name]["solution"])
    places, choices = puzzle.assignment(solution), puzzle.choices()
    true = {literal.name for place, value in places.items() for literal in choices[place][value] if literal.holds}

    assert solution == puzzle.grid([name in true for name in puzzle.answer()])
    assert puzzle.grid([name in true or None for name in puzzle.answer()]).agrees_with(solution)
    assert puzzle.grid([None] * len(puzzle.answer())).agrees_with(solution)
    for place, values in choices.items():
        assert [places.get(place, puzzle.EMPTY)] == [
            value
            for value, literals in values.items()
            if all((literal.name in true) == literal.holds for literal in literals)
        ]


def test_rules_follow_from_shape() -> None:
    """Puzzles of one kind and shape have the same rules and booleans, because they share a structure."""
    alike = defaultdict[object, list["Puzzle"]](list)
    for puzzle in PUZZLES.values():
        alike[puzzle.KIND, puzzle.shape].append(puzzle)
    assert any(len(puzzles) > 1 for puzzles in alike.values())
    for first, *others in alike.values():
        for other in others if TIER == LONG else others[:1]:
            assert list(first.rules()) == list(other.rules())
            assert list(first.answer()) == list(other.answer())


def test_rules_are_numbered() -> None:
    """The docstring of each kind numbers the rules from 1."""
    for kind in KINDS.values():
        numbers = re.findall(r"^ *(\d+)\. ", kind.__doc__ or "", flags=re.MULTILINE)

        assert [str(number) for number in range(1, len(numbers) + 1)] == numbers != [], kind


@examples(150)
@given(st.sampled_from(sorted(LINES)), st.data())
def test_malformed_puzzles(name: str, data: st.DataObject) -> None:
    """With any part of its JSON replaced, a puzzle is read, or refused in one sentence."""
    value = json.loads(json.dumps(LINES[name]["puzzle"]))
    for _ in range(data.draw(st.integers(1, 3))):
        at, parent = value, None
        while isinstance(at, dict | list) and at and (parent is None or data.draw(st.booleans())):
            parent = at
            key = data.draw(st.sampled_from(sorted(at) if isinstance(at, dict) else range(len(at))))
            at = parent[key]
        if data.draw(st.booleans()) or parent is None:
            value[data.draw(st.sampled_from([*sorted(value), "other"]))] = data.draw(SOME_JUNK)
        elif data.draw(st.booleans()):
            parent[key] = data.draw(SOME_JUNK)
        else:
            del parent[key]
    try:
        puzzle = load(value)
    except BadPuzzle as error:
        words = error.message
    else:
        words = "read"
        if puzzle.KIND == LINES[name]["puzzle"]["kind"] and len(puzzle.choices()) < 200:
            with suppress(SolveError):
                solve(puzzle, timeout=5)

    assert words
    assert "\n" not in words


@examples(150)
@given(st.sampled_from(sorted(LINES)), st.data())
def test_malformed_pictures(name: str, data: st.DataObject) -> None:
    """With any change in its drawing, a puzzle is read, or refused in one sentence."""
    drawn = dump_picture(PUZZLES[name])
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(drawn)))
        new = data.draw(st.sampled_from(["", " ", "\n", "x", "=", ".", "9", "z", ":", "regions:", "A", "🌞"]))
        drawn = drawn[:at] + new + drawn[at + data.draw(st.integers(0, 2)) :]
    words = "read"
    try:
        load_picture(drawn)
    except BadPuzzle as error:
        words = error.message

    assert words
