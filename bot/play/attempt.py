"""An attempt: one solution that was entered in one way, and how long the page may take to accept it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapers import Accepted
    from solvers import Grid

ACCEPT_TIMEOUT = 10.0
"""Seconds in which a page must accept a board that shows the solution."""
NEXT_AFTER = 3.0
"""Seconds in which a page must accept one of several attempts; then the next one is made."""


def unchanged(answer: Accepted) -> Accepted:
    """Return the answer."""
    return answer


@dataclass(frozen=True, slots=True)
class Attempt:
    """What was entered, and how to take the page's answer."""

    solution: Grid
    within: float
    """Seconds in which the page must accept it."""
    is_final: bool = True
    """Whether a refusal ends the attempts."""
    answer: Accepted | None = None
    """The page's verdict, if it is known already."""
    confirmed: Callable[[Accepted], Accepted] = unchanged
    """Takes an acceptance back that the board does not confirm."""
