"""What a board says about its puzzle, in groups: numbers of cells, regions, numbers on the rim."""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_letters
from typing import TYPE_CHECKING, Any

from scrapers._errors import ReadError
from solvers import Cage, Cell, Grid

if TYPE_CHECKING:
    from collections.abc import Mapping

    from solvers import Edge

    Place = Cell | Edge | str
    """A cell, an edge, or the name of a line or of the whole board."""
    Groups = dict[str, dict[Place, Any]]
    """By the name of a group, the fact of each place that has one."""

BLACK = 11
"""In grids, a black cell without a number (`b`)."""
ROW, COLUMN, BOARD = "row", "column", "the board"


def line(name: str, number: int) -> str:
    """Return the name of a row or column, counted from zero."""
    return f"{name} {number + 1}"


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of one board, from one of the two places that state them or from both."""

    height: int
    width: int
    groups: Mapping[str, Mapping[Place, Any]]

    def grid(self, name: str = "number") -> Grid:
        """Return the numbers of a group as a grid."""
        found = self.groups.get(name, {})
        return Grid.make(self.height, self.width, found.get)

    def rims(self) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
        """Return the numbers beside the rows, and above the columns."""
        found = self.groups["rim"]
        return (
            tuple(found[line(ROW, number)] for number in range(self.height)),
            tuple(found[line(COLUMN, number)] for number in range(self.width)),
        )

    def one(self, name: str) -> Any:  # noqa: ANN401 - what the group holds
        """Return the fact of a group that is about the whole board; raise `ReadError` if the page does not say it."""
        found = self.groups.get(name, {})
        if BOARD not in found:
            raise ReadError(f"nothing on the page says the number of {name}", selector=".puzzleInfo")
        return found[BOARD]

    def side(self, name: str, group: str = "rim") -> tuple[int | None, ...]:
        """Return the number on one side of the board for each of its lines."""
        found = [self.groups[group].get(line(name, number)) for number in range(self.height)]
        return tuple(numbers[0] if numbers else None for numbers in found)

    def edges(self, sign: str) -> tuple[Any, ...]:
        """Return the edges that have a sign."""
        return tuple(edge for edge, drawn in self.groups["sign"].items() if drawn == sign)

    def thermometers(self) -> tuple[tuple[Any, ...], ...]:
        """Return the cells of each thermometer, from the bulb on."""
        found: dict[str, list[tuple[int, Any]]] = {}
        for cell, (bulb, place) in self.groups["thermometer"].items():
            found.setdefault(bulb, []).append((place, cell))
        return tuple(tuple(cell for _, cell in sorted(cells)) for cells in found.values())

    def sums(self) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
        """Return the sums of the runs in each row, and in each column."""
        across, down = self.groups["across"], self.groups["down"]
        places = [[Cell(row, col) for col in range(self.width)] for row in range(self.height)]
        return (
            tuple(tuple(across[cell] for cell in row if cell in across) for row in places),
            tuple(tuple(down[cell] for cell in column if cell in down) for column in zip(*places, strict=True)),
        )

    def cages(self) -> tuple[Cage, ...]:
        """Return the cages with their sums; raise `ReadError` if one has two sums."""
        cages: dict[int, list[Any]] = {}
        stated = self.groups.get("sum", {})
        for cell, number in self.groups["cage"].items():
            cages.setdefault(number, []).append(cell)
        found: list[Cage] = []
        for cells in cages.values():
            sums = [stated[cell] for cell in cells if cell in stated]
            if len(sums) > 1:
                raise ReadError(f"the cage of {cells[0]} has {len(sums)} sums", selector=".killer")
            if sums or len(cells) > 1:
                found.append(Cage(tuple(cells), *sums))
        return tuple(found)

    def regions(self) -> tuple[tuple[str, ...], ...]:
        """Return the region of each cell by its number."""
        found = self.groups["region"]
        return tuple(tuple(str(found[Cell(row, col)]) for col in range(self.width)) for row in range(self.height))

    def letters(self) -> tuple[tuple[str, ...], ...]:
        """Return the region of each cell by a letter; beyond the letters there is no name, which the puzzle refuses."""
        return tuple(tuple(ascii_letters[int(name) : int(name) + 1] for name in row) for row in self.regions())


def in_order(keys: Mapping[Cell, object]) -> dict[Place, int]:
    """Return numbers instead of keys, from zero, in the order in which they appear."""
    numbers: dict[object, int] = {}
    return {cell: numbers.setdefault(keys[cell], len(numbers)) for cell in sorted(keys)}
