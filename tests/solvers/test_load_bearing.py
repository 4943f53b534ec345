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
from solvers._core.families.latin import LatinSquare
from solvers._core.families.lined import Lined
from solvers._core.families.shaded import Shaded
from tests.cases import CASES
from tests.tiers import LONG, TIER, sampled

if TYPE_CHECKING:
    from collections.abc import Iterator

OF_NUMBERS = (Shaded, LatinSquare, Lined)
"""The families of kinds whose clues are numbers, or are like them."""
OVERLAPPING = frozenset({"hitori", "kakuro", "killer_sudoku", "pips"})
"""Kinds some of whose clues often follow from others: their pages are read from two sources, which must agree."""
PUZZLES = {
    json.dumps(dict(case.puzzle), sort_keys=True): name
    for name, case in reversed(CASES.items())
    if case.puzzle is not None
    and case.expect == "accepted"
    and "/several_" not in name
    and case.puzzle["kind"] not in OVERLAPPING
}
"""Each puzzle of the fixtures once, with the first case that shows it; puzzles with several solutions are left out."""

CHECKED = 5
"""The quick tier checks about so many changes of a puzzle, evenly spread."""


def damaged(puzzle: Puzzle) -> Iterator[tuple[str, Puzzle]]:
    """Iterate over the puzzles with one clue removed or altered, each with a description of the change."""
    if isinstance(puzzle, Zip):
        yield from damaged_zip(puzzle)
        return
    if isinstance(puzzle, Patches):
        yield from damaged_patches(puzzle)
        return
    if isinstance(puzzle, StarBattle):
        yield from damaged_regions(puzzle)
        return
    kind: Any = puzzle
    if isinstance(puzzle, OF_NUMBERS):
        yield from damaged_numbers(puzzle)
        return
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
    if isinstance(puzzle, Queens):
        yield from damaged_regions(puzzle)


def damaged_numbers(puzzle: Puzzle) -> Iterator[tuple[str, Puzzle]]:
    """Iterate over puzzles of numbers with one of them removed, if it may be missing, or altered."""
    for clue in puzzle.clues():
        if (less := puzzle.without(clue)) is not None:
            yield f"the clue {clue.words} removed", less
    made = dict(dump(puzzle))
    for field in ("numbers", "points", "blocks", "rows", "columns", "givens"):
        for at, line in enumerate(made.get(field, ())):
            for place, old in enumerate(line):
                changed = made[field][at] if isinstance(line, str) else list(line)
                new = str(int(old) + 1) if isinstance(old, str) and old in "01234567" else old
                new = old + 1 if isinstance(old, int) else new
                other = [*changed[:place], new, *changed[place + 1 :]]
                if new == old:
                    continue
                lines = [*made[field]]
                lines[at] = "".join(other) if isinstance(line, str) else other
                with suppress(BadPuzzle):
                    yield f"{field} {at + 1}, {place + 1} altered", load(made | {field: lines})


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
    """Iterate over Zips with one wall removed, one number removed, or two consecutive numbers swapped."""
    for edge in puzzle.walls:
        yield f"the wall {edge} removed", replace(puzzle, walls=tuple(other for other in puzzle.walls if other != edge))
    cells = [cell for _, cell in sorted((number, cell) for cell, number in puzzle.givens.marked())]

    def numbered(order: list[Cell]) -> Zip:
        numbers = {cell: number for number, cell in enumerate(order, start=1)}
        return replace(puzzle, givens=Grid.make(puzzle.givens.height, puzzle.givens.width, numbers.get))

    for at, cell in enumerate(cells):
        yield f"the number {cell} removed", numbered([*cells[:at], *cells[at + 1 :]])
        if at > 0:
            yield f"the number {cell} altered", numbered([*cells[: at - 1], cell, cells[at - 1], *cells[at + 1 :]])


def damaged_patches(puzzle: Patches) -> Iterator[tuple[str, Puzzle]]:
    """Iterate over Patches in which one clue loses its shape, its area or both, or has one of them altered."""
    other: dict[str, Any] = {"any": "any", "square": "tall", "tall": "wide", "wide": "tall"}

    def instead(clue: Patch, shape: Any, area: int | None) -> Patches:  # noqa: ANN401 - one of four words
        kept = (patch for patch in puzzle.patches if patch != clue)
        return Patches(puzzle.size, (*kept, Patch(clue.cell, shape, area)))

    for clue in puzzle.patches:
        if clue.shape == "any" and clue.area is None:
            continue
        yield f"the clue {clue.cell} removed", instead(clue, "any", None)
        if clue.shape == "any":
            yield f"the clue {clue.cell} altered", instead(clue, "any", 1)
        else:
            yield f"the clue {clue.cell} altered", instead(clue, other[clue.shape], clue.area)
        if clue.shape != "any" and clue.area is not None:
            yield f"the shape of {clue.cell} lost", instead(clue, "any", clue.area)
            yield f"the area of {clue.cell} lost", instead(clue, clue.shape, None)


@pytest.mark.parametrize("text", sampled(PUZZLES, PUZZLES.__getitem__, of=12), ids=PUZZLES.get)
def test_every_clue_is_needed(text: str) -> None:
    """With any clue removed or altered, the answer is no longer the only solution."""
    puzzle = load(json.loads(text))
    expected = CASES[PUZZLES[text]].solution
    answer = solve(puzzle).grid
    changes = list(damaged(puzzle))
    checked = changes if TIER == LONG else changes[:: max(1, len(changes) // CHECKED)]
    idle = [words for words, other in checked if list(solutions(other, limit=2).grids) == [answer]]

    assert list(expected or ()) == answer.rows()
    assert idle == [], "these changes leave the same answer the only one"
    dropped = isinstance(puzzle, OF_NUMBERS)  # Some of their clues cannot be missing.
    needed = [clue for clue in puzzle.clues() if not dropped or puzzle.without(clue) is not None]
    assert [words.endswith("removed") for words, _ in changes].count(True) == len(needed)
