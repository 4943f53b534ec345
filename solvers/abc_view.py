"""ABC View: each letter once in every line, cells that stay empty, and on the rim the first letter from there."""

from __future__ import annotations

from string import ascii_uppercase

from solvers.kind import *

EMPTY = 0


@dataclass(frozen=True)
class AbcView(Sided):
    """ABC View (Easy as ABC) on a square of up to 50 rows; 1 = A, 2 = B …, 0 = empty cell.

    1. Each cell holds one letter or is empty.
    2. Each row and column holds each letter once: A, B, C … as many as `letters` says.
    3. A letter on the rim is the first one that is seen from there; `?` is an unknown letter.

    `left` and `right` hold the number of a letter or null for each row, `top` and `bottom` for each column.
    """

    letters: int
    givens: Grid
    left: tuple[int | None, ...] = ()
    top: tuple[int | None, ...] = ()
    right: tuple[int | None, ...] = ()
    bottom: tuple[int | None, ...] = ()

    MARKS: ClassVar = {EMPTY: "empty"} | dict(enumerate(ascii_uppercase, start=1))
    LOOKS: ClassVar = {value: (name, "plain") for value, name in MARKS.items()} | {EMPTY: ("×", "plain")}
    VALUE: ClassVar = "letter or is empty"
    NOTHING: ClassVar = "nothing"
    SIZE: ClassVar = (5, 5)
    DRAWN: ClassVar = 20
    LARGEST_NEW: ClassVar = 14

    def __post_init__(self) -> None:
        most = min(len(ascii_uppercase), self.givens.height)
        if not 1 <= self.letters <= most:
            raise BadPuzzle(f"letters: {self.letters}, but a line of {self.givens.height} cells holds 1 to {most}")
        super().__post_init__()

    @property
    def values(self) -> range:
        return range(self.letters + 1)

    @property
    def shape(self) -> tuple[int, int]:
        return self.givens.height, self.letters

    def hints(self, *, for_people: bool) -> Iterator[Rule]:
        lines: dict[tuple[Cell, ...], Rule] = {}
        empty = self.givens.height - self.letters
        for name, line in self.givens.lines():
            constraint = Exactly(empty, tuple(holds(cell, EMPTY) for cell in line))
            words = f"{name} has {empty or 'no'} empty cell{'s' * (empty != 1)}"
            yield lines.setdefault(line, Rule(words, line, constraint, "empty cells"))
        for alone, clue in zip(self._firsts(self.givens.height - 1), self._firsts(empty), strict=True):
            because = (alone, lines[tuple(sorted(clue.cells))])
            derived = Derived(clue.words, clue.cells, clue.constraint, clue.name, clue.otherwise, because)
            yield derived if for_people else clue

    def clues(self) -> Iterator[Clue]:
        yield from super().clues()
        yield from self._firsts(self.givens.height - 1)

    def _firsts(self, room: int) -> Iterator[Clue]:
        """Yield the clues on the rim, before whose letters at most so many cells are empty."""
        for side, place, letter, cells in self.views():
            words = f"{self.MARKS[letter]} is the first letter of {line_of(side, place)} from the {side}"
            empty = tuple(holds(cell, EMPTY) for cell in cells)
            constraint = Table(tuple((*empty[:at], holds(cells[at], letter)) for at in range(room + 1)))
            yield Clue(words, cells, constraint, "first letter", words.replace(" is ", " would not be ", 1))

    @staticmethod
    def seen(line: Sequence[int | None]) -> int:
        return next(filter(None, line))

    def words(self, step: Step, broken: Broken | None) -> str:  # not those of digits
        return Puzzle.words(self, step, broken)

    def picture(self, grid: Grid | None = None) -> Picture:
        return replace(super().picture(grid), rim_names=self.MARKS)

    @classmethod
    def blank(cls, size: tuple[int, int]) -> Self:
        return cls(min(size[0], max(3, size[0] // 2 + 1)), Grid.make(*size))
