"""What is known of the variables of a puzzle, as masks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Known(NamedTuple):
    """The variables that hold, and those that do not, as masks."""

    ones: int = 0
    zeros: int = 0

    @property
    def mask(self) -> int:
        """The variables that are known."""
        return self.ones | self.zeros

    def also(self, other: Known) -> Known:
        """Return the variables that either side knows."""
        return Known(self.ones | other.ones, self.zeros | other.zeros)

    def within(self, mask: int) -> Known:
        """Return the known variables inside the mask."""
        return Known(self.ones & mask, self.zeros & mask)

    def opposite(self) -> Known:
        """Return the opposite value of each known variable."""
        return Known(self.zeros, self.ones)


NOTHING = Known()


def bits(mask: int) -> Iterator[int]:
    """Iterate over the single bits of a mask, lowest first."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit
