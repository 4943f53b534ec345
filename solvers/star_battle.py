"""Star Battle: the same number of stars in every row, column and region, and none touch."""

from __future__ import annotations

from solvers.kind import *

TWO_STARS, THREE_STARS = 8, 14
"""The sides from which on a new puzzle has two or three stars."""
FIELDS, DEAD_ENDS = 500, 200
"""How often a search for stars begins again, and after how many dead ends each time."""


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
        in_rows = cls(tuple(letter * side for letter in regions.LETTERS[:side]), stars)
        grid = next(filter(None, (filled_within(in_rows, rng, DEAD_ENDS) for _ in range(FIELDS))), None)
        if side != max(size) or grid is None:
            raise BadPuzzle(f"no {cls.KIND} has {size[0]} rows and {size[1]} columns")
        return divided(lambda names: cls(names, stars), grid, stars, rng)
