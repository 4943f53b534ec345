"""The family of kinds with signs on edges: one field of edges per sign."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar, Self

from solvers._core.families.marks import Marks
from solvers._core.model.edges import canonical, edges
from solvers._core.model.errors import BadPuzzle

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from solvers._core.model.grid import Edge, Grid
    from solvers._core.model.picture import Picture
    from solvers._core.model.rules import Clue

EDGES_PER_SIGN = 4
"""A new puzzle begins with a sign on one edge in four, about as many as the daily Tangos have."""


class Signed(Marks):
    """Kinds of marks with signs between neighbours; list it after the family that says which marks there are."""

    SIGNS: ClassVar[Mapping[str, str]]
    """The fields that hold edges, and the sign that a picture has on them."""

    @staticmethod
    @abstractmethod
    def sign_on(edge: Edge, solution: Grid) -> str | None:
        """Return the field that an edge of a solution belongs to, None if it may have no sign."""

    def __post_init__(self) -> None:
        super().__post_init__()
        for field in self.SIGNS:
            object.__setattr__(self, field, canonical(field, getattr(self, field), self.givens))
        for first, second in combinations(self.SIGNS, 2):
            for edge in set(getattr(self, first)) & set(getattr(self, second)):
                raise BadPuzzle(f"{first} and {second}: the edge between {edge[0]} and {edge[1]} has both signs")

    def picture(self, grid: Grid | None = None) -> Picture:
        """Draw the marks and the signs."""
        signs = {edge: sign for field, sign in self.SIGNS.items() for edge in getattr(self, field)}
        return replace(super().picture(grid), signs=signs)

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        """Read the marks and the signs."""
        fields = {field: picture.edges(sign) for field, sign in cls.SIGNS.items()}
        return super().from_picture(picture).with_fields(**fields)

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        """Fill a blank board at random, give all of it, and put signs on some edges."""
        puzzle, grid = super().random(size, rng)
        all_edges = edges(grid)
        chosen = rng.sample(all_edges, len(all_edges) // EDGES_PER_SIGN)
        fields = {field: tuple(edge for edge in chosen if cls.sign_on(edge, grid) == field) for field in cls.SIGNS}
        return puzzle.with_fields(**fields), grid

    def without(self, clue: Clue) -> Self | None:
        """Return the puzzle without a given mark or a sign."""
        for field in self.SIGNS:
            drawn = getattr(self, field)
            if clue.cells in drawn:
                return self.with_fields(**{field: tuple(edge for edge in drawn if edge != clue.cells)})
        return super().without(clue)
