"""A step of an explanation, and the names of its places. Nothing here imports Z3."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple, Protocol

from solvers._core.model.errors import BadPuzzle
from solvers._core.model.grid import Cell
from solvers._core.model.shown import Shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from solvers._core.model.grid import Place
    from solvers._core.model.picture import Picture
    from solvers._core.model.rules import Rule


class StepPuzzle(Protocol):
    """What a step needs of its puzzle."""

    def after(self, settled: Mapping[Place, int]) -> Picture:
        """Return the picture of the puzzle with values of some places."""


@dataclass(frozen=True, slots=True)
class Step(Shown):
    """Places that are settled together, and a set of rules, clues and known places that forces them.

    No member of the set can be left out.
    """

    sets: Mapping[Place, int]
    because: tuple[Rule, ...]
    known: Mapping[Place, int]
    technique: str
    level: int
    words: str
    puzzle: StepPuzzle | None = field(default=None, compare=False, repr=False)
    before: Mapping[Place, int] = field(default_factory=dict, compare=False, repr=False)
    """What earlier steps have settled."""

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells to highlight: those of the known places and of the settled ones."""
        return frozenset(cell for place in (*self.known, *self.sets) for cell in cells_of(place))

    def _shown(self) -> tuple[str, Picture | None]:
        """Return its sentence, and the board after it."""
        return self.words, None if self.puzzle is None else self.picture(self.puzzle)

    def __str__(self) -> str:
        return self.words

    def picture(self, puzzle: StepPuzzle) -> Picture:
        """Return the board after this step and those before, with the cells of this step lit."""
        return replace(puzzle.after({**self.before, **self.sets}), lit=self.cells)


@dataclass(frozen=True, slots=True)
class Clash:
    """Why a place cannot have a value: rules, clues and known places that forbid it, none of which can be left out."""

    place: Place
    value: int
    because: tuple[Rule, ...]
    known: Mapping[Place, int]
    level: int
    words: str

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells to highlight: those of the place, of the known places and of a single broken rule."""
        ruled = self.because[0].cells if len(self.because) == 1 else ()
        return frozenset(cell for place in (self.place, *self.known) for cell in cells_of(place)).union(ruled)


class Broken(NamedTuple):
    """The rule that another value of a settled place would break, and what it would settle on the way."""

    rule: Rule
    too_many: bool
    """Whether too many of what the rule counts would hold, not too few."""
    leads_to: Mapping[Place, int]


def place_name(place: Place) -> str:
    """Return the name of a place: a cell is `R1C1`, an edge `R1C1-R1C2`."""
    return str(place) if isinstance(place, Cell) else "-".join(map(str, place))


def place_of(name: str) -> Place:
    """Return the place of a name; raises `BadPuzzle` for anything else.

    An edge at the rim of a board has a cell beside it, such as `R0C1`.
    """
    first, *others = name.split("-")
    if not others:
        return Cell.parse(first)
    if len(others) > 1:
        raise BadPuzzle(f"an edge is written like R1C1-R1C2, not {name!r}")
    return Cell.parse(first, least=0), Cell.parse(others[0], least=0)


def cells_of(place: Place) -> tuple[Cell, ...]:
    """Return the cells of a place."""
    return (place,) if isinstance(place, Cell) else place
