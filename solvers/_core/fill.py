"""Random solutions of a blank board: random marks and what they force, until the board is full."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, TypeVar

from solvers._core.deduce import NOTHING, inferences, known_of, spread
from solvers._core.errors import BadPuzzle
from solvers._core.grid import Cell, Grid
from solvers._core.reasoner import Reasoner

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from solvers._core.deduce import Known
    from solvers._core.puzzle import OtherSolution, Puzzle
    from solvers._core.rules import Literal

    P = TypeVar("P", bound=Puzzle)

PATIENCE = 200
"""Dead ends after which filling starts again: early marks can spoil a board late."""
CHANGED = 8
"""Of so many open cells about one is changed at a time."""
ATTEMPTS = 50
"""How often filling starts before a board counts as impossible to fill."""


def filled(puzzle: Puzzle, rng: Random) -> Grid:
    """Return a random solution of a puzzle; raises `BadPuzzle` where none is found."""
    reasoner = Reasoner(puzzle)
    answer = list(puzzle.answer())
    for _ in range(ATTEMPTS):
        known = _fill(reasoner, reasoner.base, -1, rng, [PATIENCE])
        if known is not None:
            return puzzle.grid([bool(known.ones & reasoner.bits[name]) for name in answer])
    msg = f"no {puzzle.KIND} of this size was found"
    raise BadPuzzle(msg)


def _fill(reasoner: Reasoner, known: Known, fresh: int, rng: Random, patience: list[int]) -> Known | None:
    """Settle one place after another at random; go back after a contradiction. `fresh` is what was assumed last."""
    found = spread([*reasoner.single, *reasoner.lines], known, fresh=fresh)
    if found.clash is not None:
        patience[0] -= 1
        return None
    known = found.known
    settled = reasoner.places(known)
    open_ = [place for place in reasoner.open() if place not in settled]
    if not open_:
        return known
    place = rng.choice(open_)
    values = reasoner.values(place)
    rng.shuffle(values)
    for value in values:
        meaning = reasoner.meaning({place: value})
        if meaning.ones & known.zeros or meaning.zeros & known.ones:
            continue
        if (full := _fill(reasoner, known.also(meaning), meaning.mask, rng, patience)) is not None:
            return full
        if patience[0] <= 0:
            return None
    return None


def open_cells_of(puzzle: Puzzle) -> list[Cell]:
    """Return the cells that rules and clues, each by itself and again and again, do not settle."""
    numbers: dict[str, int] = {}

    def bit(literal: Literal) -> tuple[int, bool]:
        return numbers.setdefault(literal.name, 1 << len(numbers)), literal.holds

    single = [found for rule in chain(puzzle.rules(), puzzle.clues()) for found in inferences(rule.says, 1, bit)]
    known = spread(single, NOTHING, fresh=-1).known
    return [
        place
        for place, values in puzzle.choices().items()
        if isinstance(place, Cell)
        and all(known_of(map(bit, literals)).mask & ~known.mask for literals in values.values())
    ]


def repaired(
    puzzle_of: Callable[[Grid], P], size: tuple[int, int], rng: Random, other_solution: OtherSolution[P], share: float
) -> tuple[P, Grid]:
    """Return a puzzle whose clues follow from its solution, and the solution: random marks, then changed where needed.

    At first this share of the cells holds 1. While there are several solutions, a few cells that deduction leaves open
    are changed.
    """
    marks = {cell: int(rng.random() < share) for cell in Grid.make(*size).cells()}
    while True:
        grid = Grid.make(*size, marks.get)
        puzzle = puzzle_of(grid)
        open_ = open_cells_of(puzzle)
        if not open_ or other_solution(puzzle, grid) is None:
            return puzzle, grid
        for cell in rng.sample(open_, min(len(open_), 1 + len(open_) // CHANGED)):
            marks[cell] = 1 - marks[cell]
