"""Random solutions of a blank board: random marks and what they force, until the board is full."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers._core.deduce import spread
from solvers._core.errors import BadPuzzle
from solvers._core.reasoner import Reasoner

if TYPE_CHECKING:
    from random import Random

    from solvers._core.deduce import Known
    from solvers._core.grid import Grid
    from solvers._core.puzzle import Puzzle

PATIENCE = 200
"""Dead ends after which filling starts again: early marks can spoil a board late."""
ATTEMPTS = 50
"""How often filling starts before a board counts as impossible to fill."""


def filled(puzzle: Puzzle, rng: Random) -> Grid:
    """Return a random solution of a puzzle; raises `BadPuzzle` where none is found."""
    reasoner = Reasoner(puzzle)
    answer = list(puzzle.answer())
    for _ in range(ATTEMPTS):
        known = _fill(reasoner, reasoner.base, rng, [PATIENCE])
        if known is not None:
            return puzzle.grid([bool(known.ones & reasoner.bits[name]) for name in answer])
    msg = f"no {puzzle.KIND} of this size was found"
    raise BadPuzzle(msg)


def _fill(reasoner: Reasoner, known: Known, rng: Random, patience: list[int]) -> Known | None:
    """Settle one place after another at random; go back after a contradiction."""
    found = spread([*reasoner.single, *reasoner.lines], known, fresh=-1)
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
        if (full := _fill(reasoner, known.also(meaning), rng, patience)) is not None:
            return full
        if patience[0] <= 0:
            return None
    return None
