"""How long a page still has for something: only its own time counts, not that of our looks."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from scrapers import Patience
from tests.fake_board import FakeClock

if TYPE_CHECKING:
    from collections.abc import Iterable


def pauses(seconds: float, ms: float, costs: Iterable[float] = ()) -> list[float]:
    """Return the pauses between looks at a page, each of which takes some seconds."""
    clock, cost = FakeClock(), iter(costs)
    had = []
    for spent in Patience(clock, seconds).looks(ms):
        had.append(spent)
        clock.time += next(cost, 0.0)
    assert abs(had[-1] - clock.paused) <= 1e-6 * seconds
    return [after - before for before, after in pairwise(had)]


@given(costs=st.lists(st.floats(0, 1000)))
def test_slow_looks_use_nothing_up(costs: list[float]) -> None:
    """However long each look takes, the page has its whole time, in pauses that are as long as the looks."""
    made = pauses(2.0, 50, costs)

    assert abs(sum(made) - 2.0) <= 1e-6
    assert all(pause >= cost - 1e-6 for pause, cost in zip(made[:-1], costs, strict=False))


@given(seconds=st.floats(0, 1e4), ms=st.floats(1, 1e3))
def test_pauses_grow_and_end(seconds: float, ms: float) -> None:
    """Pauses are never shorter than was asked for but the last, grow with the time, and add up to it."""
    made = pauses(seconds, ms)

    assert abs(sum(made) - seconds) <= 1e-6 * seconds
    assert all(earlier <= later * (1 + 1e-6) for earlier, later in pairwise(made[:-1]))
    assert len(made) < 250 + 20_000 / ms


def test_time_that_is_given_again() -> None:
    """A page that does something has its whole time again; without any, it is looked at once."""
    patience = Patience(FakeClock(), 1.0)
    while patience.wait(100):
        pass
    assert (0.0, False) == (patience.left, patience.wait(100))
    patience.renew()

    assert (1.0, True) == (patience.left, patience.wait(100))
    assert [] == pauses(0.0, 100)
