"""What is known of the booleans of a puzzle, as masks."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solvers._core.model.rules import Rule


class Known(NamedTuple):
    """The booleans that hold, and those that do not, as masks."""

    ones: int = 0
    zeros: int = 0

    @property
    def mask(self) -> int:
        """The booleans that are known."""
        return self.ones | self.zeros

    def also(self, other: Known) -> Known:
        """Return what both know together."""
        return Known(self.ones | other.ones, self.zeros | other.zeros)

    def within(self, mask: int) -> Known:
        """Return what is known inside the mask."""
        return Known(self.ones & mask, self.zeros & mask)

    def opposite(self) -> Known:
        """Return the opposite value of each known boolean."""
        return Known(self.zeros, self.ones)


NOTHING = Known()


def bits(mask: int) -> Iterator[int]:
    """Iterate over the single bits of a mask, lowest first."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


class Tracer(Protocol):
    """Finds what a kind's rules force that are too many to state in advance, as closed loops are."""

    mask: int
    """The booleans that it looks at."""

    def infer(self, ones: int, zeros: int) -> Known | None:
        """Return what is forced beyond what is known; None if a rule is broken."""

    def rule(self, ones: int, zeros: int, forced: int) -> Rule:
        """State the rule that forces one of these booleans, or the one that is broken: a clause or a count."""

    def ways(self, known: Known) -> Iterator[tuple[Known, Rule]]:
        """Yield what follows by a look at the whole board, each with the rule that forces it."""
