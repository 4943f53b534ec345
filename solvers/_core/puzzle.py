"""What every puzzle kind is: the `Puzzle` protocol, and the `Solution` the engine hands out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Protocol, Self, TypeVar, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
    from random import Random

    from solvers._core.grid import Cell, Grid
    from solvers._core.picture import Edge, Picture
    from solvers._core.rules import Clue, Literal, Rule

    Place = Cell | Edge
    """What is settled: the mark of a cell, or whether an answer that lives on edges takes one."""

    P = TypeVar("P")
    Another = Callable[[P, Grid], Grid | None]
    """Finds a solution of a puzzle other than the one it was made for, if there is any."""


@runtime_checkable
class Puzzle(Protocol):
    """A frozen dataclass of one kind: its givens and clues, checked when it is made (`BadPuzzle`).

    The rules are numbered in the kind's docstring and kept in that order in `rules` (for Z3) and in
    `is_solved_by` (plain Python).
    """

    KIND: ClassVar[str]
    """The kind's name in files and on the command line."""
    LOGIC: ClassVar[str]
    """The Z3 solver that measures best for this kind."""
    MARKS: ClassVar[Mapping[int, str]]
    """What may stand in a cell, with the word people use."""
    SIZE: ClassVar[tuple[int, int]]
    """Rows and columns of a new puzzle, unless another size is wanted."""

    @property
    def shape(self) -> Hashable:
        """All that `rules` and `answer` depend on; boards of one shape share one warm structure."""

    def rules(self) -> Iterable[Rule]:
        """Return what follows from kind and shape alone."""

    def clues(self) -> Iterable[Clue]:
        """Return what this puzzle adds: its given marks, then its clues."""

    def answer(self) -> Sequence[str]:
        """Return the names of the booleans asked for; uniqueness is over these."""

    def grid(self, values: Sequence[bool | None]) -> Grid:
        """Turn the answer's values, in the order of `answer`, into a grid: blank where None, an unknown, leaves it."""

    def choices(self) -> Mapping[Place, Mapping[int, tuple[Literal, ...]]]:
        """Return what there is to settle, in reading order, and for each value the literals that hold if it is chosen.

        A place is a cell and its values marks, or an edge where the answer lives on edges (1 = taken, 0 = not).
        The literals are of the answer; exactly one value of each place has all of its literals true in a solution.
        """

    def cuts(self, values: Sequence[bool]) -> Iterable[Rule]:
        """Return rules, true in every solution, that these values break and `rules` left out."""

    def is_solved_by(self, grid: Grid) -> bool:
        """Tell, without any search, whether the grid obeys every rule and clue."""

    def technique(self, because: Sequence[Rule], sets: Sequence[Place]) -> str:
        """Return the name people have for settling these places by these rules and clues, empty if they have none."""

    def picture(self, grid: Grid | None = None) -> Picture:
        """Draw the puzzle, with the marks of `grid` in the cells that are not given."""

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        """Read the puzzle back from its picture; raises `BadPuzzle`."""

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random, another: Another[Self]) -> tuple[Self, Grid]:
        """Make a random puzzle with as many clues as there can be, and the solution it was made for.

        `another` finds a second solution, for kinds whose clues have to be changed until there is none; which one it
        finds depends on what Z3 was asked before, so only whether there is one may count: nothing but `rng` is random.
        Raises `BadPuzzle` for a size that the kind does not have.
        """

    def without(self, clue: Clue) -> Self | None:
        """Return the puzzle without one of its clues; None for one that cannot be left out."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The grid, whether it was proved the only one, and what finding it cost in milliseconds."""

    grid: Grid
    unique: bool
    ms: Mapping[str, float]
    values: tuple[bool, ...] = ()
    """What the booleans of `Puzzle.answer` are in it."""
