"""The learned search: its verdicts are those of trying every row, whatever it forgets and however often it restarts."""

from __future__ import annotations

from random import Random

import pytest

from solvers import Clock, GaveUp, Grid, Nonogram
from solvers._core.model.rules import AtMost, Cage, Clause, Constraint, Exactly, Literal, Runs, Sum, Table
from solvers._core.search import learn, propagate
from tests.solvers.test_engine import Toy, brute_force, holds, pigeonhole
from tests.tiers import TIER

WIDTH = 8
BOARDS = 120 if TIER == "quick" else 5_000


def toy_of(seed: int) -> Toy:
    """Return a board of a few booleans, most of them without any line that is settled at once."""
    rng = Random(seed)  # noqa: S311 - for boards
    names = [f"R1C{number + 1}" for number in range(WIDTH)]

    def some(least: int, most: int) -> tuple[Literal, ...]:
        return tuple(Literal(name, rng.random() < 0.5) for name in rng.sample(names, rng.randint(least, most)))

    def constraint() -> Constraint:
        literals = some(3, WIDTH)
        size = len(literals)
        weights = tuple(rng.randint(1, 4) for _ in literals)
        choices: list[Constraint] = [
            Exactly(rng.randint(1, size - 1), literals),
            AtMost(rng.randint(1, size - 1), literals),
            Table((some(2, 4), some(2, 4), some(2, 4))),
            Sum(rng.randint(1, sum(weights) - 1), weights, literals),
            Runs((rng.randint(1, 2), 1)[: rng.randint(1, 2)], literals),
            Cage(rng.choice([3, 4, None]), 2, some(6, 6)),
        ]
        return rng.choice(choices)

    clauses = [Clause(some(2, 3)) for _ in range(rng.randint(4, 20))]
    if rng.random() < 0.4:  # One row is left for sure, and most often no other.
        row = [rng.random() < 0.5 for _ in names]
        clauses = [clause for clause in (Clause(some(2, 4)) for _ in range(80)) if holds(clause, row)]
    hidden = (Clause(some(2, 4)),) if rng.random() < 0.3 else ()
    return Toy(WIDTH, (*clauses, *(constraint() for _ in range(rng.randint(0, 2)))), hidden=hidden)


def settled(toy: Toy, patience: int = 100_000, clock: Clock | None = None) -> learn.Left | None:
    """Return what the search leaves."""
    clock = clock or Clock(None)
    network = propagate.network_of(toy, clock)
    return learn.settled(
        (network, network.start()), toy.width, patience, clock, lambda values: toy.is_solved_by(toy.grid(values))
    )


@pytest.mark.parametrize("forgetful", [False, True])
def test_verdicts(forgetful: bool, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: FBT001 - a parameter
    """No row, one, or several: the search exhausts every case, and what it settles holds in every solution."""
    if forgetful:
        for name, value in {"RESTART": 1, "KEPT": 4, "MOST_ACTIVE": 3.0}.items():
            monkeypatch.setattr(learn, name, value)
    verdicts = [0, 0, 0]
    for seed in range(BOARDS):
        propagate._networks.clear()
        toy = toy_of(seed)
        rows, left = brute_force(toy), settled(toy)
        values = None if left is None else left.values
        assert left is None or not left.several or len(rows) > 1, (seed, toy)
        verdicts[min(len(rows), 2)] += 1
        columns = [{row[number] for row in rows} for number in range(WIDTH)]
        if len(rows) == 1:
            assert [{str(int(value))} for value in values or () if value is not None] == columns, (seed, toy)
        elif values is not None and None not in values:
            # All that follows without an assumption breaks a rule that propagation does not know.
            assert not rows, (seed, toy)
            assert toy.hidden, (seed, toy)
        for settled_value, possible in zip(values or (), columns, strict=False):
            assert settled_value is None or possible <= {str(int(settled_value))}, (seed, toy)
        assert values is not None or not rows, (seed, toy)
        assert rows or values is None or toy.hidden, (seed, toy)

    assert min(verdicts) > BOARDS // 20


def test_patience_and_time_end() -> None:
    """A search that takes too long stops: after so much work, with what it knows, or at the time limit."""
    toy = pigeonhole(9, ~Literal("R1C1"))

    left = settled(toy, patience=500)

    assert left is not None
    assert [False] + [None] * 90 == left.values
    with pytest.raises(GaveUp, match="out of time"):
        settled(toy, patience=10**9, clock=Clock(0.3))


def test_same_search_every_time() -> None:
    """A search depends on its puzzle alone."""
    rng = Random(1)  # noqa: S311 - for a board
    puzzle = Nonogram.of(Grid.make(12, 12, lambda _: int(rng.random() < 0.4)))

    def work() -> tuple[int, list[tuple[int, list[int]]]]:
        network = propagate.network_of(puzzle, Clock(None))
        state = network.start()
        assert state is not None
        search = learn.Search(network, state, 144, 20_000)
        search.find(Clock(None), lambda _: True)
        return search.patience, search._clauses

    assert work() == work()


def test_what_is_left_is_complete() -> None:
    """Whenever patience ends, the values hold all that follows: Z3 gets no line without an open cell."""
    rng, clock = Random(2), Clock(None)  # noqa: S311 - for a board
    puzzle = Nonogram.of(Grid.make(8, 8, lambda _: int(rng.random() < 0.5)))
    network = propagate.network_of(puzzle, clock)
    for patience in range(1, 400, 20):
        left = learn.settled((network, network.start()), 64, patience, clock, lambda _: True)
        state = network.start()

        assert left is not None
        assert state is not None
        assert network.assume(state, left.facts)
        assert [propagate.VALUES[known] for known in state.known[: 2 * 64 : 2]] == left.values
