"""3-In-A-Row: fill the board with two marks."""

from __future__ import annotations

from solvers.kind import *


@dataclass(frozen=True)
class ThreeInARow(Balanced):
    """A 3-In-A-Row of any even size, rectangles too; 1 = blue, 0 = white.

    1. Half of each line holds each mark.
    2. No three neighbours in a line are equal.

    Equal lines are allowed (source: the help page of BrainBashers); where they are not, the kind is `Binairo`.
    """

    givens: Grid

    MARKS: ClassVar = {1: "blue", 0: "white"}
    SPELLED: ClassVar = dict.fromkeys("xXbB#●🟦🔵", "1") | dict.fromkeys("oOwW□⚪⬜", "0")
    LOOKS: ClassVar = {1: ("■", "cool"), 0: ("○", "light")}
    SIZE: ClassVar = (14, 14)
