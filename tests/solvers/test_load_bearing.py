"""Every clue of a fixture's puzzle is needed, so a reader that loses or alters a clue is noticed."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from solvers import (
    BadPuzzle,
    Cell,
    Grid,
    Patch,
    Patches,
    Puzzle,
    Queens,
    StarBattle,
    Tango,
    Zip,
    dump,
    load,
    solutions,
    solve,
)
from tests.cases import CASES
from tests.tiers import LONG, TIER, sampled

if TYPE_CHECKING:
    from collections.abc import Iterator

OTHERS = frozenset({"hitori", "kakuro", "killer_sudoku", "pips", "galaxies", "lits", "norinori"})
"""Kinds whose clues often follow from others, so that their pages are read from two sources, or are all regions."""
PUZZLES = {
    json.dumps(dict(case.puzzle), sort_keys=True): name
    for name, case in reversed(CASES.items())
    if case.puzzle is not None
    and case.expect == "accepted"
    and "/several_" not in name
    and case.puzzle["kind"] not in OTHERS
}
"""Each puzzle of the fixtures once, with the first case that shows it; puzzles with several solutions are left out."""

CHECKED = 4
"""The quick tier checks about so many changes of a puzzle, evenly spread."""


def damaged(puzzle: Puzzle) -> Iterator[tuple[str, Puzzle]]:
    """Iterate over the puzzles with one clue removed or altered, each with a description of the change."""
    for clue in puzzle.clues():
        if (less := puzzle.without(clue)) is not None:
            yield f"{clue.words} removed", less
    match puzzle:
        case Zip():
            yield from damaged_zip(puzzle)
        case Patches():
            yield from damaged_patches(puzzle)
        case Queens() | StarBattle():
            yield from damaged_regions(puzzle)
        case Tango():
            for edge in (*puzzle.equal, *puzzle.opposite):
                equal, opposite = (tuple({*edges} ^ {edge}) for edges in (puzzle.equal, puzzle.opposite))
                yield f"the sign of {edge} altered", replace(puzzle, equal=equal, opposite=opposite)
    yield from damaged_numbers(puzzle)


def damaged_numbers(puzzle: Puzzle) -> Iterator[tuple[str, Puzzle]]:
    """Iterate over puzzles in which a given is another mark, or a number is one more."""
    made: dict[str, Any] = {} if isinstance(puzzle, Zip) else dict(dump(puzzle))
    for field in ("numbers", "points", "blocks", "rows", "columns", "givens"):
        marks = puzzle.MARKS if field == "givens" else ()
        for at, line in enumerate(made.get(field, ())):
            for place, old in enumerate(line):
                number = int(old) if str(old).isdecimal() else None
                for new in () if number is None else [mark for mark in marks if mark != number] or [number + 1]:
                    other = [*line[:place], str(new) if isinstance(line, str) else new, *line[place + 1 :]]
                    lines = [*made[field]]
                    lines[at] = "".join(other) if isinstance(line, str) and new < 10 else other
                    with suppress(BadPuzzle):  # No board of this size has such a mark.
                        yield f"{field} {at + 1}, {place + 1} altered to {new}", load(made | {field: lines})


def damaged_regions(puzzle: Queens | StarBattle) -> Iterator[tuple[str, Puzzle]]:
    """Iterate over puzzles in which one cell of a region, with a queen or a star, is exchanged for one of another."""
    grid = solve(puzzle).grid
    regions = {cell: puzzle.regions[cell.row][cell.col] for cell in grid.cells()}
    marked = {regions[cell]: cell for cell, mark in grid.marked() if mark}
    for cell in marked.values():
        other = next(other for other in grid.cells() if regions[other] != regions[cell] and not grid[other])
        names = regions | {cell: regions[other], other: regions[cell]}
        rows = tuple("".join(names[Cell(row, col)] for col in range(grid.width)) for row in range(grid.height))
        # Disconnected regions do not break any rule that a reader could check.
        yield f"{cell} of region {regions[cell]} removed", replace(puzzle, regions=rows, connected=False)


def damaged_zip(puzzle: Zip) -> Iterator[tuple[str, Puzzle]]:
    """Iterate over Zips with one number removed, or two consecutive numbers swapped."""
    cells = [cell for _, cell in sorted((number, cell) for cell, number in puzzle.givens.marked())]

    def numbered(order: list[Cell]) -> Zip:
        numbers = {cell: number for number, cell in enumerate(order, start=1)}
        return replace(puzzle, givens=Grid.make(puzzle.givens.height, puzzle.givens.width, numbers.get))

    for at, cell in enumerate(cells):
        yield f"the number {cell} removed", numbered([*cells[:at], *cells[at + 1 :]])
        if at > 0:
            yield f"the number {cell} altered", numbered([*cells[: at - 1], cell, cells[at - 1], *cells[at + 1 :]])


def damaged_patches(puzzle: Patches) -> Iterator[tuple[str, Puzzle]]:
    """Iterate over Patches in which one clue has its shape or area lost or altered."""
    other: dict[str, Any] = {"square": "tall", "tall": "wide", "wide": "tall"}
    for clue in puzzle.patches:
        changed = [] if clue.shape == "any" else [Patch(clue.cell, other[clue.shape], clue.area)]
        if clue.shape == "any" and clue.area is not None:
            changed += [Patch(clue.cell, "any", 1)]
        elif clue.area is not None:
            changed += [Patch(clue.cell, "any", clue.area), Patch(clue.cell, clue.shape)]
        for patch in changed:
            yield f"{clue} altered to {patch}", replace(puzzle, patches=tuple({*puzzle.patches} - {clue} | {patch}))


@pytest.mark.parametrize("text", sampled(PUZZLES, PUZZLES.__getitem__, of=24), ids=PUZZLES.get)
def test_every_clue_is_needed(text: str) -> None:
    """With any clue removed or altered, the answer is no longer the only solution."""
    puzzle = load(json.loads(text))
    answer = solve(puzzle).grid
    changes = list(damaged(puzzle))
    checked = changes if TIER == LONG else changes[:: max(1, len(changes) // CHECKED)]

    assert list(CASES[PUZZLES[text]].solution or ()) == answer.rows()
    assert changes
    assert [] == [words for words, other in checked if [*solutions(other, limit=2).grids] == [answer]]
