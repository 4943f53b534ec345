"""ABC View: each letter once in every line, cells that stay empty, and on the rim the first letter from there."""

from __future__ import annotations

from string import ascii_uppercase

from solvers.kind import *

EMPTY = 0
DRAWN = 20
"""How many boards are drawn in search of one that its rim alone assigns."""


@dataclass(frozen=True)
class AbcView(Sided):
    """ABC View (Easy as ABC) on a square of up to 50 rows; 1 = A, 2 = B …, 0 = empty cell.

    1. Each cell holds one letter or is empty.
    2. Each row and column holds each letter once: A, B, C … as many as `letters` says.
    3. A letter on the rim is the first one that is seen from there; `?` does not tell it.

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
    SIZE: ClassVar = (5, 5)
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

    def rules(self) -> Iterator[Rule]:
        for cell in self.givens.cells():
            one_value = Exactly(1, tuple(holds(cell, value) for value in self.values))
            yield Rule(f"{cell} holds one letter or is empty", (cell,), one_value, CELL, f"nothing would fit in {cell}")
        for name, line in self.givens.lines():
            for letter in self.values[1:]:
                once, words = Exactly(1, tuple(holds(cell, letter) for cell in line)), f"hold one {self.MARKS[letter]}"
                yield Rule(f"{name} holds{words[4:]}", line, once, UNIT, f"{name} would not {words}")

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

    def is_solved_by(self, grid: Grid) -> bool:
        return (
            self.keeps_givens(grid)
            and all(sorted(filter(None, line)) == [*self.values[1:]] for line in grid.line_values())
            and all(letter == next(filter(None, map(grid.__getitem__, cells))) for *_, letter, cells in self.views())
        )

    def words(self, step: Step, broken: Broken | None) -> str:  # not those of digits
        return Puzzle.words(self, step, broken)

    def picture(self, grid: Grid | None = None) -> Picture:
        return replace(super().picture(grid), rim_names=self.MARKS)

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        blank = cls(min(size[0], max(3, size[0] // 2 + 1)), Grid.make(*size))
        for _ in range(DRAWN):
            grid = filled(blank, rng)
            lines = grid.line_values()
            ahead, behind = ([next(filter(None, line[::step])) for line in lines] for step in (1, -1))
            puzzle = blank.with_fields(**seen_from(ahead, behind, size[0]))
            if is_only(puzzle, grid, rng):
                break
        return puzzle.with_fields(givens=grid), grid
