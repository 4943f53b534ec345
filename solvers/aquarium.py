"""Aquarium: pour water into regions so that each line has as many cells of water as its number says."""

from __future__ import annotations

from itertools import groupby

from solvers.kind import *

State = tuple[dict[Cell, str], dict[str, int]]
"""The region of each cell, and the row from which each region holds water."""

REGION_SIZE = 5
"""The mean size of a region of a new puzzle."""


class Waters(link_parts.Rooms):
    """What an address holds of the regions, each of which has one level of water if the flag `r` says so."""

    def read(self, text: codes.Text) -> link_parts.Fields:
        """Read the part; raises `BadPuzzle` if a region could have two levels."""
        fields = super().read(text)
        for cells in regions.parts(fields["regions"]) if "r" not in text.flags else ():
            for row in {cell.row for cell in cells}:
                if len(connected_parts([[cell for cell in cells if cell.row >= row]])) > 1:
                    raise BadPuzzle(
                        f"the region of {cells[0]} may have two levels of water by the rules of this address; only the "
                        "rules with one level (r/ before the size) are known"
                    )
        return fields


@dataclass(frozen=True)
class Aquarium(Tubes):
    """An Aquarium of any size, rectangles too; 1 = water, 0 = empty.

    1. Water falls: a row of a region is full if any of it is, and so is every row of the region below.
    2. The number beside a row or above a column says how many cells of it are water.

    Connected cells of `regions` with the same name are one region; parts of it that only meet further up have the same
    level, too. A line without a number may have any number of cells of water (source: the help page of
    puzzle-aquarium.com). A new puzzle has all numbers.
    """

    regions: tuple[str | tuple[str, ...], ...]
    rows: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[int, ...], ...]

    TUBE: ClassVar = "level"
    MARKS: ClassVar = {1: "water", 0: "empty"}
    LOOKS: ClassVar = {1: ("■", "cool"), 0: CROSS}
    SIZES: ClassVar = {4: (15, 15), 5: (15, 15)}
    NO_GRADES: ClassVar = frozenset({2})
    RARE: ClassVar = {5: 1}
    TURNS: ClassVar = 4
    LINK: ClassVar = (Waters(), link_parts.Behind("/", link_parts.lines()))

    def tubes(self) -> Iterator[tuple[str, Sequence[Sequence[Cell]]]]:
        for cells in regions.parts(self.regions):
            rows = [tuple(row) for _, row in groupby(cells, lambda cell: cell.row)]
            yield f"the region of {cells[0]} has one level of water", rows[::-1]

    @staticmethod
    def counted(number: int) -> str:
        return f"{times(number, 'cell')} of water"

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        names = regions.seeded(Grid.make(*size), -(-size[0] * size[1] // REGION_SIZE), rng)

        def of(state: State) -> tuple[Self, Grid]:
            names, levels = state
            grid = Grid.make(*size, lambda cell: int(cell.row >= levels[names[cell]]))
            return cls(regions.rows_of(names), *cls.rims_for(grid)), grid

        def level(name: str) -> int:
            rows = [cell.row for cell, other in names.items() if other == name]
            return rng.randint(min(rows), max(rows) + 1)

        def changed(state: State, doubtful: list[Cell]) -> State:
            names, levels = state
            transfers = regions.transfers(names, doubtful)
            if transfers and rng.random() < 1 / 2:
                return names | dict([rng.choice(transfers)]), levels
            name = names[rng.choice(doubtful)]
            return names, levels | {name: level(name)}

        state = names, {name: level(name) for name in dict.fromkeys(names.values())}
        return corrected(state, changed, of, rng)
