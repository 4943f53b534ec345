"""Every clue of a fixture's puzzle bears load: a reader that loses or alters one would not pass unseen."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from solvers import BadPuzzle, Grid, Puzzle, Tango, load, solutions, solve
from tests.snapshots import CASES

if TYPE_CHECKING:
    from collections.abc import Iterator

PUZZLES = {
    json.dumps(dict(case.puzzle), sort_keys=True): name
    for name, case in reversed(CASES.items())
    if case.puzzle is not None and case.expect == "accepted"
}
"""Each puzzle of a fixture once, with the first case that shows it."""


def damaged(puzzle: Puzzle) -> Iterator[tuple[str, Puzzle]]:
    """Iterate over the puzzles with one clue removed or altered, each with what was done."""
    kind: Any = puzzle
    givens: Grid = kind.givens
    for cell, mark in givens.marked():
        for instead in (None, *(other for other in puzzle.MARKS if other != mark)):
            marks = dict(givens.marked()) | {cell: instead}
            try:
                changed = replace(kind, givens=Grid.make(givens.height, givens.width, marks.get))
            except BadPuzzle:
                continue  # No board of this size has such a mark.
            yield f"the given {cell} {'removed' if instead is None else 'altered'}", changed
    if isinstance(puzzle, Tango):
        for edge in puzzle.equal:
            less = replace(puzzle, equal=tuple(other for other in puzzle.equal if other != edge))
            yield f"{edge[0]} = {edge[1]} removed", less
            yield f"{edge[0]} = {edge[1]} altered", replace(less, opposite=(*puzzle.opposite, edge))
        for edge in puzzle.opposite:
            less = replace(puzzle, opposite=tuple(other for other in puzzle.opposite if other != edge))
            yield f"{edge[0]} × {edge[1]} removed", less
            yield f"{edge[0]} × {edge[1]} altered", replace(less, equal=(*puzzle.equal, edge))


@pytest.mark.parametrize("text", PUZZLES, ids=PUZZLES.values())
def test_every_clue_bears_load(text: str) -> None:
    """Without any one clue, or with it altered, the answer is not the only solution any more."""
    puzzle = load(json.loads(text))
    expected = CASES[PUZZLES[text]].solution
    answer = solve(puzzle).grid
    idle = [words for words, other in damaged(puzzle) if list(solutions(other, limit=2).grids) == [answer]]

    assert list(expected or ()) == answer.rows()
    assert idle == [], "these changes leave the same answer the only one"
    assert [words.endswith("removed") for words, _ in damaged(puzzle)].count(True) == len(list(puzzle.clues()))
