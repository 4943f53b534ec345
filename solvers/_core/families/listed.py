"""Kinds of one loop with a list of clues, each of a cell, a number and perhaps a colour or a direction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Self

import msgspec

from solvers._core.families.loops import Loop
from solvers._core.model.errors import BadPuzzle
from solvers._core.model.grid import UNKNOWN, Cell, Direction, Edge, Grid, number_text
from solvers._core.model.picture import Glyph, Picture, printed

ARROWS: dict[Direction, str] = {"up": "↑", "down": "↓", "left": "←", "right": "→", "none": ""}


class ListedLoop(Loop):
    """Kinds whose field `LISTED` has clues of a cell, a word and a number each, drawn as a letter and the number."""

    CLUE: ClassVar[Callable[..., Any]]
    """The class of a clue."""
    DRAWN: ClassVar[Mapping[str, str]]
    """How a clue with each word is drawn, with `{}` for its number."""
    FORM: ClassVar[str]
    """How a clue is written in a picture, as an error says it."""
    LEAST: ClassVar[int] = 0
    """The lowest number."""

    size: tuple[int, int]

    def __post_init__(self) -> None:
        super().__post_init__()
        for clue in self.listed:
            if clue.number < self.LEAST:
                raise BadPuzzle(f"{self.LISTED}: {clue.cell} says {clue.number}, but a number is {self.LEAST} or more")

    @property
    def listed(self) -> tuple[Any, ...]:
        """The clues."""
        return tuple(getattr(self, self.LISTED))

    def clue_glyphs(self) -> Mapping[Cell, Glyph]:
        drawn = (msgspec.structs.astuple(clue) for clue in self.listed)
        return {
            cell: printed(f"{word[0]}{number_text(number)}", self.DRAWN[word].format(number_text(number)))
            for cell, word, number in drawn
        }

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        clues = (cls.CLUE(*clue) for clue in picture.lettered(cls.DRAWN, cls.FORM))
        return cls((picture.height, picture.width), tuple(clues))  # type: ignore[call-arg] # every kind is a dataclass

    @classmethod
    def blank(cls, size: tuple[int, int]) -> Self:
        return cls(size, ())  # type: ignore[call-arg] # every kind is a dataclass

    @classmethod
    def of(cls, grid: Grid) -> Self:
        size = cls.board_size(grid)
        clues = (cls.clue_at(grid, cell) for cell in Grid.make(*size).cells())
        return cls(size, tuple(filter(None, clues)))  # type: ignore[call-arg] # every kind is a dataclass


class Around(ListedLoop):
    """Kinds whose loop passes no clue; each clue may have a direction."""

    TURNS: ClassVar = 1
    TURNED: ClassVar = {"u": "l", "l": "u", "d": "r", "r": "d"}

    def __post_init__(self) -> None:
        super().__post_init__()
        for clue in self.listed:
            if clue.direction == "none" and clue.number != UNKNOWN:
                raise BadPuzzle(f"{self.LISTED}: {clue.cell} says {clue.number}, but has no direction")
        if not self.ways():
            raise BadPuzzle(f"{self.LISTED}: no two neighbours are left for the loop")

    @cached_property
    def clued(self) -> frozenset[Cell]:
        """The cells with a clue."""
        return frozenset(clue.cell for clue in self.listed)

    @property
    def shape(self) -> tuple[object, ...]:
        return self.size, self.clued

    def ways(self) -> Sequence[Edge]:
        return [edge for edge in super().ways() if self.clued.isdisjoint(edge)]
