"""Kinds whose rule is that cells are connected: brute force in plain Python, published samples, words."""

from __future__ import annotations

import json
from functools import reduce
from itertools import product
from operator import and_, ne, or_
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import KINDS, BadPuzzle, Cell, Grid, NoSolution, Puzzle, load, load_link, solve
from solvers._core.families.marks import is_one
from solvers._core.families.shaded import Blocks
from solvers._core.model.connected import Connected, OnBoard
from solvers._core.model.edges import edges
from solvers._core.model.grid import UNKNOWN
from solvers._core.model.known import bits
from solvers._core.search import engine
from solvers.yin_yang import TwoArcs, YinYang
from tests import ROOT
from tests.brute import brute_force, check, grids, told
from tests.solvers.test_kinds import PUZZLES
from tests.tiers import examples, first

ON_BOARD = [name for name, kind in KINDS.items() if issubclass(kind, Blocks | YinYang)]
CONNECTED = {1: 1, 2: 13, 3: 218}
"""How many squares of 0 and 1 have at least one 1, and all of them connected (OEIS A059525)."""
NUMBERS = {
    "hitori": (1, 2, 3, 4),
    "kurodoko": (None, None, None, 2, 3, 4, 5),
    "nurikabe": (None, None, None, None, 0, 1, 2, 3, 4),
    "kurotto": (None, None, None, None, 0, 1, 2, 3, 4, UNKNOWN),
    "nurimisaki": (None, None, None, None, 2, 3, 4, UNKNOWN),
    "tapa": (None, None, None, None, 0, 1, 2, 3, 9, 11, 5, 12, 19, 111),
}


@st.composite
def boards(draw: st.DrawFn, kind: str) -> Puzzle:
    """Draw a small puzzle of a kind, with a solution or without."""
    height, width = draw(st.sampled_from([(1, 4), (2, 2), (2, 3), (3, 2), (3, 3), (2, 5)]))

    def rows(*values: Any) -> list[list[Any]]:  # noqa: ANN401 - any values
        line = st.lists(st.sampled_from(values), min_size=width, max_size=width)
        return draw(st.lists(line, min_size=height, max_size=height))

    walls = st.lists(st.sampled_from([[*map(str, edge)] for edge in edges(Grid.make(height, width))]), max_size=3)
    if kind == "yin_yang":
        return load({"kind": kind, "givens": rows(None, None, None, 0, 1)})
    if kind == "slant":
        height, width = height + 1, width + 1
        return load({"kind": kind, "points": rows(None, None, None, None, 0, 1, 2, 3, 4)})
    if kind == "lits":
        return load({"kind": kind, "regions": rows("A", "A", "A", "B"), "walls": draw(walls)})
    if kind == "heyawake":
        regions = load({"kind": "norinori", "regions": rows("A", "B", "C")})
        first = {Cell(*cell) for cell in [(0, 0), draw(st.sampled_from([(0, 1), (height - 1, width - 1)]))]}
        numbers = Grid.make(height, width, lambda cell: draw(st.integers(0, 2)) if cell in first else None)
        fields = {"kind": kind, "regions": regions.regions, "walls": draw(walls)}  # type: ignore[attr-defined] # of Norinori
        try:
            return load({**fields, "numbers": [[*row] for row in numbers.values]})
        except BadPuzzle:  # Both are in one room.
            return load({**fields, "numbers": ["." * width] * height})
    return load({"kind": kind, "lengths" if kind == "tapa" else "numbers": rows(*NUMBERS[kind])})


def small(kind: str) -> st.SearchStrategy[Puzzle]:
    """Return small puzzles of a kind; those of a new one are in `tests/puzzles`."""
    known = [each for each in PUZZLES.values() if each.KIND == kind and each.board.height < 4]
    is_drawn = kind in {*NUMBERS, "heyawake", "lits", "slant", "yin_yang"}
    return boards(kind) if is_drawn else st.sampled_from(known)


@pytest.mark.parametrize("kind", ON_BOARD)
@examples(300, quick=4)
@given(data=st.data())
def test_all_solutions(kind: str, data: st.DataObject) -> None:
    """On any small board, the solvers find what brute force finds."""
    check(data.draw(small(kind)))


def _mask(grid: Grid) -> int:
    return sum(1 << at for at, (_, mark) in enumerate(grid.marked()) if mark)


@pytest.mark.parametrize("kind", ON_BOARD)
@examples(300, quick=4)
@given(data=st.data())
def test_what_constraints_on_a_board_force(kind: str, data: st.DataObject) -> None:
    """What is forced holds in all solutions that agree with the known cells, and each nogood is in none of them."""
    puzzle = data.draw(small(kind))
    solved, every = {_mask(grid) for grid in brute_force(puzzle)}, (1 << len(puzzle.choices())) - 1
    printed = sum(
        1 << clue.cells[0].row * puzzle.board.width + clue.cells[0].col
        for clue in puzzle.clues()
        if kind != "yin_yang" and len(clue.cells) == 1 and clue.constraint.literals == (~is_one(clue.cells[0]),)
    )
    known = data.draw(st.integers(0, every) | st.just(every)) | printed
    marks = data.draw(st.sampled_from(sorted(solved)) | st.integers(0, every) if solved else st.integers(0, every))
    ones, zeros = marks & known & ~printed, known & (~marks | printed)
    fit = {mask for mask in solved if mask & known == ones}
    for constraint in puzzle.lazy_constraints():
        assert isinstance(constraint, OnBoard)
        found = constraint.forced(ones, zeros)
        must, cannot = found or (0, 0)

        assert found is not None or not fit
        assert all(mask & must == must and not mask & cannot for mask in fit)
        # Each cell that is forced has a reason, which is a nogood with the other value.
        tried = [(0, bit) for bit in bits(must & ~ones)] + [(bit, 0) for bit in bits(cannot & ~zeros)]
        for one, zero in tried or ([(0, 0)] if found is None else []):
            nogood = constraint.nogood(ones | one, zeros | zero)

            assert nogood is not None
            assert nogood.ones & ~(ones | one) == nogood.zeros & ~(zeros | zero) == 0
            assert (one | zero) & (nogood.ones | nogood.zeros) == one | zero
            assert not any(mask & nogood.ones == nogood.ones and not mask & nogood.zeros for mask in solved)


@pytest.mark.parametrize(("side", "count"), CONNECTED.items())
def test_connected_boards(side: int, count: int) -> None:
    """As many boards are connected as published."""
    board = Grid.make(side, side)
    constraint = Connected(side, tuple(map(is_one, board.cells())), 1, "others")
    every = (1 << side * side) - 1

    assert count == sum(
        constraint.forced(mask, every & ~mask) is not None for mask in map(_mask, grids(side, side)) if mask
    )


def checks_of(puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return how often Z3 is asked until a puzzle is solved and proven."""
    ask, asked = engine.Structure.check, []

    def check(structure: engine.Structure, *args: Any) -> bool:  # noqa: ANN401 - passed on
        asked.append(structure)
        return ask(structure, *args)

    monkeypatch.setattr(engine.Structure, "check", check)
    assert puzzle.is_solved_by(solve(puzzle).grid)
    return len(asked)


TEN = [load(json.loads(line)) for line in (ROOT / "tests/boards/connected.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("kind", sorted({board.KIND for board in TEN}))
def test_few_lazy_clauses(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Connection is stated well: boards of ten rows take few clauses, where single walls take thousands."""
    for board in first([board for board in TEN if board.KIND == kind]):
        assert checks_of(board, monkeypatch) < 400


def test_large_islands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few large islands are stated by levels of distance (https://puzz.link/p?nurikabe/10/10/p2q8j7m2h7zh4h8m4j2q6p)."""
    board = load_link("https://puzz.link/p?nurikabe/10/10/p2q8j7m2h7zh4h8m4j2q6p")

    assert checks_of(board, monkeypatch) < 250


def test_number_that_has_no_room() -> None:
    """An island that no board has room for is refused at once, however large it is."""
    with pytest.raises(NoSolution, match="the island of R1C1 has 999999999 cells"):
        solve(load({"kind": "nurikabe", "numbers": [[999_999_999, None, None], [None] * 3]}))


def test_words() -> None:
    """Steps say what would be the case otherwise."""
    slant = told("slant", points=[".....", ".332.", "..3..", ".3.1.", "....."])
    nurikabe = told("nurikabe", numbers=[".....", ".3...", "....2", "1....", "..1.1"])

    assert "R3C1 is a rising line: otherwise a loop would close" in {words for _, words in slant}
    assert {
        "otherwise the island of R4C1 would have more than 1 cell",
        "otherwise no number could reach R1C4",
    } <= {words.partition(": ")[2] for _, words in nurikabe}


@pytest.mark.parametrize("size", [4, 7])
def test_two_arcs(size: int) -> None:
    """Along a ring that changes twice at most, all is forced that is equal in every ring, for reasons that suffice."""
    rule = TwoArcs(tuple(is_one(Cell(0, at)) for at in range(size)))
    rings = [ring for ring in product((0, 1), repeat=size) if sum(map(ne, ring, (*ring[1:], ring[0]))) <= 2]

    def expected(ones: int, zeros: int) -> tuple[int, int] | None:
        masks = [sum(mark << at for at, mark in enumerate(ring)) for ring in rings]
        left = [mask for mask in masks if not ones & ~mask and not zeros & mask]
        every, no = reduce(and_, left, (1 << size) - 1), ~reduce(or_, left, 0) & (1 << size) - 1
        return (every & ~ones, no & ~zeros) if left else None

    for marks in product((None, 0, 1), repeat=size):
        ones, zeros = (sum(1 << at for at, held in enumerate(marks) if held == mark) for mark in (1, 0))
        forced = rule.forced(ones, zeros)

        assert expected(ones, zeros) == forced
