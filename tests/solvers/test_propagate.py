"""Propagation: what it settles is what Z3 finds."""

from __future__ import annotations

import json
from functools import reduce
from itertools import product
from operator import and_, mul, or_
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import (
    KINDS,
    Clock,
    GaveUp,
    Grid,
    Mosaic,
    NotUnique,
    OffByOneSums,
    Picture,
    Puzzle,
    ThreeInARow,
    dump,
    explain,
    grade,
    load,
    solutions,
    solve,
)
from solvers._core.model import puzzle
from solvers._core.model.rules import (
    AtMost,
    Balance,
    Clause,
    Constraint,
    Different,
    Exactly,
    InOrder,
    Literal,
    Runs,
    Same,
    Sight,
    Sum,
    Table,
)
from solvers._core.search import propagate
from tests.solvers.test_engine import VOCABULARY, Toy, brute_force
from tests.tiers import examples

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]
BOARDS: dict[str, list[dict[str, Any]]] = {
    kind: [json.loads(line) for line in (ROOT / f"tests/puzzles/{kind}.jsonl").read_text(encoding="utf-8").splitlines()]
    for kind in KINDS
}
SIX = tuple(Literal(f"R1C{col}") for col in range(1, 7))
LINES: list[tuple[InOrder, Callable[[str], bool]]] = [
    (Balance(SIX), lambda line: line.count("1") == 3 and "000" not in line and "111" not in line),
    (Runs((2, 1), SIX), lambda line: [*map(len, line.replace("0", " ").split())] == [2, 1]),
    (Runs((4,), SIX), lambda line: line.strip("0") == "1111"),
    (Sum(4, (1, 2, 1, 3, 1, 2), SIX), lambda line: sum(map(mul, map(int, line), (1, 2, 1, 3, 1, 2))) == 4),
    (Sight(3, (2, 4), SIX), lambda line: sum(len(arm.split("0")[0]) for arm in (line[:2], line[2:])) == 3),
]
"""Lines of six, each with a plain check."""


@pytest.mark.parametrize(("says", "holds"), LINES, ids=[type(says).__name__ for says, _ in LINES])
@examples(300, quick=40)
@given(ones=st.integers(0, 63), zeros=st.integers(0, 63))
def test_lines_force_all_that_follows(says: InOrder, holds: Callable[[str], bool], ones: int, zeros: int) -> None:
    """What a line forces is what all ways to fill it have in common."""
    zeros &= ~ones
    ways = [way for way in range(64) if ones & ~way == way & zeros == 0 and holds(f"{way:06b}"[::-1])]
    must, may = reduce(and_, ways, 63), reduce(or_, ways, 0)

    assert says.forced(ones, zeros) == ((must & ~ones, 63 & ~(may | zeros)) if ways else None)
    assert says.FINDS_ALL


@st.composite
def constraints(draw: st.DrawFn) -> Constraint:
    """Draw a constraint over the booleans of a row of four."""
    literals = st.builds(Literal, st.sampled_from(["R1C1", "R1C2", "R1C3", "R1C4"]), st.booleans())
    some = draw(st.lists(literals, max_size=6).map(tuple))
    half = len(some) // 2
    return draw(
        st.sampled_from(
            [
                Clause(some),
                Exactly(draw(st.integers(0, 4)), some),
                AtMost(draw(st.integers(0, 4)), some),
                Same(some[:half], some[half : 2 * half]),
                Different(some[:half], some[half : 2 * half]),
                Table((some[:half], some[half:])),
                *VOCABULARY,
            ]
        )
    )


@examples(2000, quick=100)
@given(stated=st.lists(constraints(), max_size=5).map(tuple))
def test_settled_answers(stated: tuple[Constraint, ...]) -> None:
    """What propagation settles holds in all solutions, and what it finds contradictory has none."""
    toy = Toy(4, stated)
    state, rows = propagate.network_of(toy, Clock(None)).start(), brute_force(toy)
    if state is None:
        assert not rows
        return
    for number in range(4):
        known = state.known[2 * number]
        possible = {"1"} if known == propagate.HOLDS else {"0"} if known == propagate.FAILS else {"0", "1"}

        assert {row[number] for row in rows} <= possible


@pytest.mark.parametrize("kind", KINDS)
@examples(300, quick=2)
@given(data=st.data())
def test_z3_agrees(kind: str, data: st.DataObject) -> None:
    """With any clues left out, and perhaps a wrong mark, what is settled holds in the solutions that Z3 finds."""
    puzzle = load(data.draw(st.sampled_from(BOARDS[kind]))["puzzle"])
    clues = list(puzzle.clues())
    for clue in data.draw(st.lists(st.sampled_from(clues), max_size=3, unique=True)) if clues else ():
        puzzle = puzzle.without(clue) or puzzle
    puzzle = altered(puzzle, data)
    _, state = propagate.started(puzzle, Clock(None))

    grids = solutions(puzzle, limit=2).grids

    assert state is not None or not grids
    if state is not None:
        settled = puzzle.grid(propagate.known_values(state.known, len(puzzle.answer())))

        for grid in grids:
            assert all(grid[cell] == mark for cell, mark in settled.marked())


def altered(puzzle: Puzzle, data: st.DataObject) -> Puzzle:
    """Return the puzzle, or with another mark in one cell that has one."""
    written = dump(puzzle)
    rows = written.get("givens")
    if not rows or not isinstance(rows[0], str) or not data.draw(st.booleans()):
        return puzzle
    row, col = data.draw(st.sampled_from(list(product(range(len(rows)), range(len(rows[0]))))))
    digits = sorted({digit for row in rows for digit in row} - {"."}) or ["1"]
    rows[row] = rows[row][:col] + data.draw(st.sampled_from(digits)) + rows[row][col + 1 :]
    return load(written)


def test_networks_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of networks that are kept is bounded, and so is their size; the latest is always kept."""
    propagate._networks.clear()
    boards = [load(line["puzzle"]) for line in BOARDS["three_in_a_row"] + BOARDS["sudoku"] + BOARDS["zip"]]
    for board in boards:
        propagate.started(board, Clock(None))
    shapes = list(dict.fromkeys((board.KIND, board.shape) for board in boards))

    assert set(shapes) == set(propagate._networks)
    for module, name, most in ((puzzle, "KEPT", 2), (propagate, "KEPT_LITERALS", 1)):
        monkeypatch.setattr(module, name, most)
        propagate.started(boards[0], Clock(None))

        assert min(2, most) == len(propagate._networks)
        assert (boards[0].KIND, boards[0].shape) in propagate._networks
        monkeypatch.undo()


BLANK = {"three_in_a_row", "tango", "binairo", "n_queens"}


@pytest.mark.parametrize("ask", [solve, solutions, explain, grade])
@pytest.mark.parametrize("kind", sorted(BLANK))
def test_too_many_cells(kind: str, ask: Any) -> None:  # noqa: ANN401 - any function of `solvers`
    """A board of too many cells is refused in one sentence before anything is built."""
    puzzle = KINDS[kind].from_picture(Picture(200, 200, {}))

    with pytest.raises(GaveUp, match=f"200 rows and 200 columns are more than {puzzle.MOST_CELLS:,} cells"):
        ask(puzzle)


def test_too_many_cells_of_sums() -> None:
    """So is a board of off-by-one sums."""
    puzzle = OffByOneSums(((30, 40),) * 51, ((30, 40),) * 51, 35)

    with pytest.raises(GaveUp, match="51 rows and 51 columns are more than 2,500 cells"):
        solve(puzzle)


def test_time_limit_counts() -> None:
    """Building and propagating stop at the time limit."""
    board = ThreeInARow.blank((20, 20))
    propagate._networks.clear()
    with pytest.raises(GaveUp, match="out of time"):
        propagate.started(board, Clock(0.001))

    assert propagate._networks == {}


def test_helping_clues_that_settle_cells() -> None:
    """Consequences of clues that settle cells at once are part of what follows, before the search and Z3."""
    puzzle = Mosaic(Grid.parse(["..3.", "2..4", ".3.2", "..2."]))
    network, state = propagate.started(puzzle, Clock(None))
    assert state is not None
    again = network.start()
    assert again is not None

    assert again.known == state.known
    with pytest.raises(NotUnique) as caught:
        solve(puzzle)

    assert puzzle.is_solved_by(caught.value.first)
    assert puzzle.is_solved_by(caught.value.second)
