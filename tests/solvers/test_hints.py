"""Hints: they lead from any board to the solution, say wrong marks first, and give reasons that hold."""

from __future__ import annotations

from random import Random

import pytest

from solvers import KINDS, BadPuzzle, Cell, Grid, Hint, Hints, Mark, NotUnique, cells_of, load, place_of, refute
from solvers._hints import TAKEN
from tests.solvers.test_explain import Judge, meaning, without
from tests.solvers.test_kinds import OF_KIND, PUZZLES
from tests.tiers import LONG, TIER, spread

BOARDS = 200 if TIER == LONG else 5
"""How many random boards are played to the end by hints."""
SMALL = [
    name for name, puzzle in PUZZLES.items() if ":" in name and len(puzzle.choices()) <= (150 if TIER == LONG else 64)
]
IN_CELLS = [
    name for name in SMALL if PUZZLES[name].answer_size == (PUZZLES[name].board.height, PUZZLES[name].board.width)
]
"""Puzzles whose marks stand in the cells of their board."""


class Board:
    """A board that is played as a page would show it."""

    def __init__(self, hints: Hints, rng: Random) -> None:
        """Enter a part of the solution, and some wrong marks."""
        self.hints, self.puzzle, self.solution = hints, hints.puzzle, hints.grids[0]
        self.path = [cell for _, cell in sorted((number, cell) for cell, number in self.solution.marked())]
        self.marks: dict[Cell, int | None] = {}
        share = rng.random()
        if self.puzzle.PATHS:
            self.marks = dict.fromkeys([*self.path[: int(share * len(self.path))], rng.choice(self.path)], TAKEN)
            return
        for cell in self.puzzle.board.cells():
            values = list(self.puzzle.choices().get(cell, ()))
            if cell in hints.given:
                self.marks[cell] = self.solution[cell]
            elif rng.random() < share:
                self.marks[cell] = rng.choice(values) if values and rng.random() < 1 / 5 else self.solution[cell]

    def grid(self) -> Grid:
        """Return the marks."""
        return Grid.make(self.puzzle.board.height, self.puzzle.board.width, self.marks.get)

    def follow(self, hint: Hint) -> None:
        """Do what a hint says."""
        for mark in hint.marks:
            place = place_of(mark.place)
            if hint.what == "wrong":
                for cell in cells_of(place):
                    if not self.puzzle.PATHS or cell not in self.reached():
                        self.marks.pop(cell, None)
            elif isinstance(place, Cell):
                self.marks[place] = mark.value
            elif hint.what == "rest":
                for cell in place:
                    self.marks[cell] = TAKEN if self.puzzle.PATHS else self.solution[cell]

    def reached(self) -> list[Cell]:
        """Return the cells of the path up to the first that is missing."""
        length = next((at for at, cell in enumerate(self.path) if cell not in self.marks), len(self.path))
        return self.path[:length]


@pytest.mark.parametrize("seed", range(BOARDS))
def test_hints_end_in_the_solution(seed: int) -> None:
    """From any board, with wrong marks or not, each hint brings it closer to the solution; wrong marks come first."""
    rng = Random(seed)  # noqa: S311 - the seed is intended
    board = Board(Hints.of(PUZZLES[rng.choice(IN_CELLS)]), rng)
    noted: list[Mark] = []
    seen: set[tuple[Grid, int]] = set()
    while (hint := board.hints.next(board.grid(), noted)).what != "solved":
        assert (hint.what == "wrong") == bool(board.hints.look(board.grid()).wrong)
        assert all((hint.look, hint.reason, hint.answer, hint.marks))

        noted += hint.noted
        board.follow(hint)
        state = board.grid(), len(noted)

        assert state not in seen, hint
        seen.add(state)


@pytest.mark.parametrize("name", spread([name for name in SMALL if name not in IN_CELLS], of=6))
def test_the_solution_is_right(name: str) -> None:
    """On boards whose answer is lines, too, also where some of it is in cells, no mark of the solution is wrong."""
    hints = Hints.of(PUZZLES[name])

    assert {} == hints.look(hints.grids[0]).wrong


@pytest.mark.parametrize("kind", spread(sorted(KINDS), of=13))
def test_clashes_are_minimal(kind: str) -> None:
    """What a clash names forbids the wrong value, and without any part of it the value would be allowed."""
    rng = Random(kind)  # noqa: S311 - the seed is intended
    puzzle = PUZZLES[[name for name in SMALL if name in OF_KIND[kind]][-1]]
    hints = Hints.of(puzzle)
    marks = puzzle.assignment(hints.grids[0])
    solution = {place: marks.get(place, 0) for place in puzzle.choices()}
    for place in rng.sample(sorted(set(solution) - hints.given, key=str), min(4, len(solution) - len(hints.given))):
        wrong = [value for value in puzzle.choices()[place] if value != solution[place]]
        known = {other: value for other, value in solution.items() if rng.random() < 1 / 3}
        clash = refute(puzzle, place, rng.choice(wrong or [0]), known=known, solution=hints.solution)

        assert clash.words.startswith(("R", "the "))
        assert place not in clash.known
        judge, choices, named = Judge(clash.because), puzzle.choices(), {**clash.known, place: clash.value}
        assert not judge.allows(clash.because, meaning(choices, named))
        for part in (*clash.because, *clash.known):
            fewer = meaning(choices, {other: value for other, value in named.items() if other != part})

            assert judge.allows(without(clash.because, part), fewer), f"{part} is not needed: {clash.words}"


def test_three_parts_of_a_hint() -> None:
    """A hint says where to look, then why, then what; only the last part names the mark."""
    puzzle = PUZZLES["tango:2"]

    assert Hints.of(puzzle).next(puzzle.board) == Hint(
        "step",
        "Look at R2C2 and R3C2.",
        ("R2C2", "R3C2"),
        "R2C2 can be settled: R3C2 is a moon, and R2C2 = R3C2.",
        "R2C2 is a moon.",
        (Mark("R2C2", 0, "a moon"),),
        "edge",
        1,
    )


def test_a_wrong_mark_is_said_first() -> None:
    """A wrong mark is named with its shortest clash, and the board is not told to be complete."""
    puzzle = PUZZLES["tango:2"]
    hints = Hints.of(puzzle)
    wrong = next(cell for cell in puzzle.board.cells() if cell not in hints.given)
    marks = Grid.make(4, 4, lambda cell: 1 - (hints.grids[0][cell] or 0) if cell == wrong else hints.grids[0][cell])
    hint = hints.next(marks)

    assert hint.what == "wrong"
    assert [mark.place for mark in hint.marks] == [str(wrong)] == [*map(str, hints.look(marks).wrong)]
    assert hint.look.startswith("A mark is wrong. Look at ")
    assert str(wrong) in hint.cells
    assert hint.reason.startswith(f"{wrong} cannot be ")


def blank_and_given(hints: Hints) -> tuple[Cell, Cell]:
    """Return the first cell that is not printed, and the first that is."""
    cells = [*hints.puzzle.board.cells()]
    return next(cell for cell in cells if cell not in hints.given), next(cell for cell in cells if cell in hints.given)


def test_printed_marks() -> None:
    """A mark that contradicts a printed one needs no other reason, and one that is right has none."""
    puzzle = PUZZLES["sudoku:1"]
    hints = Hints.of(puzzle)
    blank, given = blank_and_given(hints)
    right = hints.grids[0]

    with pytest.raises(BadPuzzle, match="cells, but the board is not"):
        hints.next(Grid.make(1, 1))
    other = next(value for value in puzzle.choices()[given] if value != puzzle.board[given])
    assert f"{given} cannot be {other}: {given} is {puzzle.board[given]}" == refute(puzzle, given, other).words
    for value in (right[blank] or 0, 99):
        with pytest.raises(BadPuzzle):
            refute(puzzle, blank, value, solution=hints.solution)


def test_several_solutions() -> None:
    """With several solutions a mark is wrong only if it contradicts all; too many solutions get no hints."""
    puzzle = load({"kind": "tango", "givens": ["11..", "1.0.", "....", "...."]})
    with pytest.raises(NotUnique):
        Hints.of(load({"kind": "tango", "givens": ["......"] * 6}))
    hints = Hints.of(puzzle)
    marks = {cell: puzzle.board[cell] for cell in puzzle.board.cells()}
    noted: list[Mark] = []
    while (hint := hints.next(Grid.make(4, 4, marks.get), noted)).what != "solved":
        assert hint.what == "step"
        marks |= {Cell.parse(mark.place): mark.value for mark in hint.marks}

    assert len(hints.grids) > 1
    assert Grid.make(4, 4, marks.get) in hints.grids


def test_a_mark_of_zero_is_a_cross_or_a_mark() -> None:
    """Kinds whose 0 is no cross need it on the board; this names them, as a new kind must choose."""
    needed = sorted(
        name
        for name, kind in KINDS.items()
        if {*kind.MARKS} == {0, 1} and getattr(kind, "LOOKS", {}).get(0, ("×", ""))[0] != "×"
    )

    assert needed == ["binairo", "slant", "tango", "three_in_a_row", "yin_yang", "zero_hn0"]
