"""The layout of all puzzles but 3-In-A-Row: what the board draws and what the script says, which must agree."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol, Self

from scrapers._brainbashers.drawn import FIELDS, edges_of, lines_of
from scrapers._brainbashers.plain import NO_RIM, Plain, state
from scrapers._brainbashers.said import settle
from scrapers._errors import OtherLayout
from scrapers._facts import COLUMN, ROW, Facts
from scrapers._reading.board import cache_last
from scrapers._reading.measure import measuring
from scrapers._reading.places import in_table, locate, place_in, size_stated
from scrapers._site import Reading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from scrapers._brainbashers.plain import Rim
    from scrapers._brainbashers.said import Reader
    from scrapers._facts import Place
    from scrapers._reading.places import Located, PlaceSource
    from scrapers._site import Box, Layout, Move, Snapshot
    from solvers import Cell, Grid, Puzzle

SIZES = (size_stated("inline", "lnsize"), size_stated("asked"))
WANTED: Mapping[str, Callable[[Located], Iterable[Place]]] = {
    "number": lambda located: located.nodes,
    "rim": lambda located: lines_of(located, ROW, COLUMN),
    "sign": edges_of,
    "view": lambda located: lines_of(located, "left", "right", "top", "bottom"),
    "cage": lambda located: located.nodes,
}
"""By group, the places of which something must be said: a clue, or that there is none."""
SQUARE = place_in("id", inside="[id^=square]", pattern=r"^square(?P<number>\d{1,4})$")


class Entering(Protocol):
    """How the marks of cells are read and entered."""

    def begun(self, located: Located, /) -> Self:
        """Return what remembers how this board looked before it was played."""

    def marks(self, located: Located, /) -> Grid:
        """Return the mark of each cell."""

    def moves(self, located: Located, solution: Grid, /) -> Sequence[Move]:
        """Return the next inputs towards the solution."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyLayout:
    """The board of one puzzle."""

    kind: type[Puzzle]
    board: str
    """The selector of a board whose cells have ids."""
    cell: str
    """The selector of all cells, by their ids."""
    place: PlaceSource
    """Where ids state the place of a cell."""
    reads: Sequence[Reader]
    """What the board draws, and what the script lists."""
    puzzle: Callable[[Facts], Puzzle]
    enter: Entering
    says: Sequence[str] = ("number",)
    """The groups of clues of which every place must say something."""
    variables: Sequence[str] = ()
    """The variables of the page's script that are read; none may hold an answer."""
    answers: str = ""
    """The characters of `lcpuzzle` that belong to an answer: they are not read."""
    rim: Rim = NO_RIM
    """Where the table has clues around its cells."""
    step: int = 1
    """2 if signs stand between the cells."""
    alone: bool = False
    """Whether nothing but the grid tells where cells are: then no clue is confirmed."""
    NAME: str = "squares"

    @property
    def MEASURE(self) -> str:  # noqa: N802 - the protocol's name
        """JavaScript that measures the board."""
        return measuring(**state("lnsize", *self.variables, answers=self.answers), fields=FIELDS)

    def both(self) -> Sequence[Layout]:
        """Return this layout, and the same without ids."""
        return self, Plain(replace(self, place=in_table, alone=True), self.cell, (self.rim,), SIZES, self.step)

    def read(self, snapshot: Snapshot) -> Reading:
        """Return the puzzle, whose clues are confirmed if each is said twice; raise `OtherLayout` if none is known."""
        located = self._locate(snapshot)
        statements = [said for read in self.reads for said in read(located)]
        if not any(said.value is not None for said in statements):
            raise OtherLayout(f"{self.NAME}: nothing says a clue of {self.kind.KIND}", selector=self.cell)
        groups, confirmed = settle(statements, {group: WANTED[group](located) for group in self.says})
        puzzle = self.puzzle(Facts(located.places.height, located.places.width, groups))
        layout = replace(self, enter=self.enter.begun(located))
        placed = located.places.confirmed and not self.alone
        return Reading.of(layout, puzzle, {clue.words: confirmed for clue in puzzle.clues()}, placed=placed)

    def marks(self, snapshot: Snapshot) -> Grid:
        """Return the mark of each cell, given or entered."""
        return self.enter.marks(self._locate(snapshot))

    def boxes(self, snapshot: Snapshot) -> Mapping[Cell, Box | None]:
        """Return where each cell is drawn, None for one that is not."""
        return self._locate(snapshot).boxes

    def moves(self, snapshot: Snapshot, solution: Grid) -> Sequence[Move]:
        """Return the next inputs towards the solution."""
        return self.enter.moves(self._locate(snapshot), solution)

    @cache_last
    def _locate(self, snapshot: Snapshot) -> Located:
        return locate(snapshot, of=self.NAME, cell=self.cell, places_by=(in_table, self.place), sizes_by=SIZES)
