"""Star Battle: the same number of stars in every row, column and region, and none touch."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

from solvers.kind import *

TWO_STARS, THREE_STARS = 8, 14
"""The sides from which on a new puzzle has two or three stars."""
FIELDS = 20
"""How often a search for stars begins again, because it may end in too many dead ends."""
DEAD_ENDS = 20_000
"""How many dead ends are met before a search for stars ends."""


@dataclass(frozen=True)
class StarBattle(Regioned):
    """Star Battle on a board of any size up to 52, with `stars` in each unit; 1 = a star, 0 = no star.

    1. Each row holds that many stars.
    2. Each column holds that many stars.
    3. Each region holds that many stars.
    4. No two stars touch, not even at a corner.

    With one star it is LinkedIn's Queens. `regions` names the region of each cell by a letter: A, B … in reading order,
    then a, b … A region is connected unless `connected` is false.
    """

    regions: tuple[str | tuple[str, ...], ...]
    stars: int = 1
    givens: Grid = field(default_factory=lambda: NO_GIVENS)
    connected: bool = field(default=True, metadata={"omit": True})

    LOGIC: ClassVar = "QF_UF"
    SPELLED: ClassVar = dict.fromkeys("⭐☆", "1")
    MARKS: ClassVar = {1: "a star", 0: "empty"}
    LOOKS: ClassVar = {1: ("★", "plain"), 0: ("×", "plain")}

    def __post_init__(self) -> None:
        if self.stars < 1:
            raise BadPuzzle(f"stars: {self.stars}, but each line holds one at least")
        super().__post_init__()

    @property
    def count(self) -> int:
        return self.stars

    @property
    def in_words(self) -> str:
        return "one star" if self.stars == 1 else f"{self.stars} stars"

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.regions), self.stars

    def rules(self) -> Iterator[Rule]:
        yield from super().rules()
        yield from none_touch(self.givens, "star", self.givens)

    def words(self, step: Step, broken: Broken | None) -> str:
        return Puzzle.words(self, step, broken)

    def failure(self, broken: Broken) -> str:
        return Puzzle.failure(self, broken)

    def is_solved_by(self, grid: Grid) -> bool:
        return super().is_solved_by(grid) and not has_touching(grid)

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        side = min(size)
        stars = 1 + (side >= TWO_STARS) + (side >= THREE_STARS)
        placed = next((found for _ in range(FIELDS) for found in star_fields(side, stars, rng)), set[Cell]())
        if side != max(size) or not placed:
            raise BadPuzzle(f"no {cls.KIND} has {size[0]} rows and {size[1]} columns")
        grid = Grid.make(*size, lambda cell: int(cell in placed))

        def changed(names: dict[Cell, str], doubtful: list[Cell]) -> dict[Cell, str] | None:
            return regions.moved(names, [cell for cell in doubtful if cell not in placed], rng)

        names = regions.uneven(regions.grown_groups(sorted(placed), stars, grid, rng), placed, rng)
        return corrected(names, changed, lambda names: (cls(regions.rows_of(names), stars), grid), rng)


def star_fields(side: int, count: int, rng: Random) -> Iterator[set[Cell]]:
    """Iterate over ways to place `count` stars in each line of a square, none touching, in random order.

    It ends after too many dead ends.
    """
    rows = [row for row in combinations(range(side), count) if all(right - left > 1 for left, right in pairwise(row))]
    masks = [sum(1 << col for col in row) for row in rows]
    budget = [DEAD_ENDS]

    def place(stars: list[tuple[int, ...]], columns: Counter[int]) -> Iterator[set[Cell]]:
        row = len(stars)
        if row == side:
            yield {Cell(at, col) for at, line in enumerate(stars) for col in line}
            return
        most = (side - row) // 2
        must = sum(1 << col for col in range(side) if count - columns[col] > most)
        above = sum(1 << col for col in stars[-1]) if stars else 0
        taken = above | above << 1 | above >> 1 | sum(1 << col for col in range(side) if columns[col] >= count)
        fits = [line for line, mask in zip(rows, masks, strict=True) if not must & ~mask and not taken & mask]
        budget[0] -= not fits
        for line in rng.sample(fits, len(fits)):
            if budget[0] < 0:
                return
            yield from place([*stars, line], columns + Counter(line))

    return place([], Counter())
