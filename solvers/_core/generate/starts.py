"""Random starts from which puzzles of rare grades are found."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

STARTS: Mapping[tuple[str, int | None], Sequence[int]] = {
    ("aquarium", 3): (4, 15, 19, 24),
    ("binairo", 5): (22,),
    ("galaxies", 2): (23, 28, 49, 56),
    ("hashi", 4): (0, 6, 11, 17, 18, 31, 33, 36),
    ("hitori", 4): (5, 7, 25, 29),
    ("kurodoko", 5): (25, 27, 64, 72),
    ("lits", 1): (60,),
    ("lits", 3): (27, 40, 42, 47),
    ("mosaic", 2): (1, 25),
    ("norinori", 2): (330, 370, 447),
    ("patches", 4): (7, 20, 33),
    ("pips", 1): (23, 39, 68, 110, 285, 288, 300, 330, 337, 380, 392, 433, 469, 509, 513, 565, 570, 634, 680, 732),
    ("pips", 5): (4, 29, 39, 56, 61, 67, 76, 84, 106, 150),
    ("queens", 5): (10, 17),
    ("shakashaka", 2): (2, 3, 8, 9, 10),
    ("shakashaka", 4): (38,),
    ("shingoki", 2): (6, 71, 113, 163),
    ("slitherlink", 2): (5, 7),
    ("star_battle", 5): (10, 13, 17, 18),
    ("tapa", 4): (270, 570),
    ("thermometers", 4): (21, 67, 94),
}
"""For a kind and a grade that is rare at the size of its new puzzles: what the random numbers begin with."""
