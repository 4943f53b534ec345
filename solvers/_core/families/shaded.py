"""The families of kinds that shade cells: with numbers on the rim or in cells, or so that some are connected."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, groupby, takewhile
from operator import itemgetter
from random import Random
from typing import ClassVar, Self

from solvers._core.families.marks import is_one, two_choices
from solvers._core.families.placed import squares
from solvers._core.generate.fill import repaired
from solvers._core.model.connected import CONNECTION, Connected
from solvers._core.model.edges import edges
from solvers._core.model.errors import times
from solvers._core.model.grid import DIGITS, Cell, Grid
from solvers._core.model.picture import Glyph
from solvers._core.model.puzzle import Broken, Choices, Puzzle, Step
from solvers._core.model.regions import connected_part
from solvers._core.model.rules import AtMost, Clause, Clue, Derived, Exactly, Literal, Rule, Sight, Sum, Table
from solvers._core.model.sentences import assigned

Rim = tuple[tuple[int, ...], ...]
"""The numbers beside each row, or above each column."""
BLOCK = DIGITS.index("b")
"""In a grid, a black cell without a number."""
FILLED, CROSS = ("■", "plain"), ("×", "plain")
"""The symbol and the tone of a shaded cell, and of one that is not."""
SQUARE = 4
"""How many cells two rows and two columns share."""


class Shaded(Puzzle):
    """Kinds whose open cells hold 1 or 0, with one variable per cell; their clues are not marks."""

    LOGIC: ClassVar = "QF_UF"
    MARKS: ClassVar[Mapping[int, str]] = {1: "filled", 0: "empty"}
    LOOKS: ClassVar[Mapping[int, tuple[str, str]]] = {1: FILLED, 0: CROSS}
    TEXTS: ClassVar[Mapping[int, str]] = {1: "1", 0: "0"}
    """How a drawing in plain text shows a mark; numbers in cells are clues."""

    def rules(self) -> Iterable[Rule]:
        """Return nothing: most of these kinds have only clues."""
        return ()

    def open_cells(self) -> Iterable[Cell]:
        """Return the cells to fill in, by default those without a clue; the others are blank in a solution."""
        return self.board.blanks()

    def choices(self) -> Choices:
        return two_choices(self.open_cells())

    def has_marks(self, grid: Grid) -> bool:
        """Return whether a grid of this board's shape holds 0 or 1 in each open cell, and nothing elsewhere."""
        open_cells, blanks = [*self.open_cells()], {*grid.blanks()}
        return (
            grid.same_shape(self.board)
            and len(open_cells) + len(blanks) == grid.height * grid.width
            and blanks.isdisjoint(open_cells)
            and {None, 0, 1}.issuperset(chain.from_iterable(grid.values))
        )

    def glyphs(self, grid: Grid | None) -> Mapping[Cell, Glyph]:
        """Return what is printed and the marks of a grid; a mark makes what is printed in its cell black if it is."""
        clues = self.clue_glyphs()
        marks = {
            cell: Glyph(self.TEXTS[mark], symbol, tone, given=False)
            for cell, mark in (() if grid is None else grid.marked())
            for symbol, tone in [self.LOOKS[mark]]
        }
        both = {
            cell: Glyph(
                glyph.text + marks[cell].text,
                (glyph.symbol or glyph.text) + "■" * is_black,
                "block" if is_black else glyph.tone,
                given=False,
            )
            for cell, glyph in clues.items()
            if cell in marks
            for is_black in [marks[cell].tone == "block" != glyph.tone]
        }
        return {**marks, **clues, **both}


class Repaired(Shaded):
    """Kinds whose clues follow from a solution: new puzzles are random marks, changed where clues leave them open."""

    SHARE: ClassVar = 0.5
    """The share of a random board that holds 1 at first."""

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        """Change the marks that the clues do not force until there is one solution."""
        return repaired(cls.of, size, rng, cls.SHARE)

    def is_solved_by(self, grid: Grid) -> bool:
        """Return whether each open cell holds a mark, and each clue is right."""
        return self.has_marks(grid) and self.keeps_clues(grid)


class Blocked(Shaded):
    """Kinds with black cells, which may have a number that counts marks beside them.

    In `blocks`, `0` to `4` is a black cell with that number, `b` one without.
    """

    REMOVABLE: ClassVar = frozenset({"number"})
    BARE: ClassVar = BLOCK
    CLUED: ClassVar = True
    HELD: ClassVar = {"blocks": ((*range(5), BLOCK), "a number from 0 to 4 or b")}
    PRINTED: ClassVar = {number: Glyph(str(number), str(number), "block") for number in range(5)} | {
        BLOCK: Glyph("b", "■", "block")
    }

    blocks: Grid

    def beside(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the open cells beside one."""
        return tuple(other for other in cell.around() if other in self.blocks and self.blocks[other] is None)

    def counts(self, mark: str, literal: Callable[[Cell], Literal]) -> Iterator[Clue]:
        """Yield for each number how many cells beside it have a mark, given the word and the literals for it."""
        for cell, number in self.blocks.marked():
            if number != BLOCK:
                constraint = Exactly(number, tuple(map(literal, self.beside(cell))))
                yield Clue(f"{cell} has {times(number, mark)} beside it", (cell,), constraint, "number")


class Rimmed(Shaded):
    """Kinds with numbers beside the rows and above the columns, by default nothing else."""

    rows: Rim
    columns: Rim

    def rims(self) -> Iterator[tuple[str, tuple[Cell, ...], tuple[int, ...]]]:
        """Iterate over the rows, then the columns: the name, the cells and the numbers of each."""
        for (name, line), numbers in zip(self.board.lines(), self.rows + self.columns, strict=True):
            yield name, line, numbers

    def counts(self, mark: str) -> Iterator[Clue]:
        """Yield for each number how many open cells of its line hold 1, with a word for the mark."""
        open_cells = set(self.open_cells())
        for name, line, numbers in self.rims():
            cells = tuple(cell for cell in line if cell in open_cells)
            for number in numbers:
                constraint = Exactly(number, tuple(map(is_one, cells)))
                yield Clue(f"{name} has {times(number, mark)}", cells, constraint, "count")

    @staticmethod
    def numbers_of(line: Sequence[int | None]) -> tuple[int, ...]:
        """Return the numbers of a line with these marks: by default how many of them are 1."""
        return (line.count(1),)

    @classmethod
    def of(cls, grid: Grid) -> Self:
        """Return the puzzle of a solution, with the numbers of all lines."""
        rows, columns = cls.rims_for(grid)
        return cls(rows=rows, columns=columns)  # type: ignore[call-arg] # every kind is a dataclass

    @classmethod
    def rims_for(cls, grid: Grid) -> tuple[Rim, Rim]:
        """Return the numbers of each row and each column of a solution."""
        numbers = tuple(map(cls.numbers_of, grid.line_values()))
        return numbers[: grid.height], numbers[grid.height :]

    def is_solved_by(self, grid: Grid) -> bool:
        """Return whether each open cell holds a mark, and each line with a number as many as it asks for."""
        if not self.has_marks(grid):
            return False
        rows, columns = self.rims_for(grid)
        pairs = zip(self.rows + self.columns, rows + columns, strict=True)
        return all(wanted in {(), found} for wanted, found in pairs)


class Tubes(Rimmed):
    """Kinds with numbers beside lines that count the filled cells of tubes, each of which fills in order."""

    TUBE: ClassVar[str]
    """The name of a step that one tube forces."""

    @abstractmethod
    def tubes(self) -> Iterable[tuple[str, Sequence[Sequence[Cell]]]]:
        """Return the words for each tube, and its cells level by level, in the order in which they fill."""

    @staticmethod
    @abstractmethod
    def counted(number: int) -> str:
        """Return the words for what a line with this number has."""

    def clues(self) -> Iterator[Clue]:
        tubes = [*self.tubes()]
        for name, line, numbers in self.rims():
            inside = {*line}
            chains = [[[is_one(cell) for cell in some if cell in inside] for some in parts] for _, parts in tubes]
            for number in numbers:
                yield Clue(f"{name} has {self.counted(number)}", line, Sum.of_chains(number, chains), "count")
        for words, parts in tubes:
            cells = tuple(chain.from_iterable(parts))
            if len(cells) > 1:
                levels = accumulate(map(len, parts), initial=0)
                ways = ((*map(is_one, cells[:at]), *(~is_one(cell) for cell in cells[at:])) for at in levels)
                yield Clue(words, cells, Table(tuple(ways)), self.TUBE)

    def hints(self, *, for_people: bool) -> Iterator[Rule]:
        """Yield for people the counts of lines together with the clues by which their cells fill in order."""
        clues = [*self.clues()] if for_people else []
        tubes = [clue for clue in clues if isinstance(clue.constraint, Table)]
        for clue in clues:
            if isinstance(clue.constraint, Sum) and any(clue.constraint.links):
                line = {*clue.cells}
                fills = (tube for tube in tubes if len(line.intersection(tube.cells)) > 1)
                yield Derived(clue.words, clue.cells, clue.constraint, clue.name, because=(clue, *fills))

    def is_solved_by(self, grid: Grid) -> bool:
        if not super().is_solved_by(grid):
            return False
        held = [[{grid[cell] or 0 for cell in some} for some in parts] for _, parts in self.tubes()]
        return all(max(map(len, marks)) == 1 and marks == sorted(marks, key=max, reverse=True) for marks in held)


class Numbered(Repaired):
    """Kinds in which a number says how many cells hold 1 among those around it, perhaps its own among them."""

    LOOKS: ClassVar[Mapping[int, tuple[str, str]]] = {1: ("■", "block"), 0: CROSS}
    TEXTS: ClassVar = {1: "o", 0: "x"}
    SIZE: ClassVar = (7, 7)

    numbers: Grid

    def open_cells(self) -> Iterable[Cell]:
        """Return all cells: one with a number holds a mark, too."""
        return self.numbers.cells()


def refuted(puzzle: Puzzle, step: Step, broken: Broken | None) -> str:  # noqa: ARG001 - the rule says it
    """Say what would be the case otherwise if a step follows from one rule that has words for it."""
    rule = step.because[0]
    return f"{assigned(puzzle, step)}: otherwise {rule.otherwise}" if len(step.because) == 1 and rule.otherwise else ""


class Blocks(Shaded):
    """Kinds that shade any cells of a board, with and without a clue."""

    LOGIC: ClassVar[str] = "QF_FD"
    LOOKS: ClassVar[Mapping[int, tuple[str, str]]] = {1: ("■", "block"), 0: CROSS}
    TEXTS: ClassVar[Mapping[int, str]] = {1: "o", 0: "x"}
    LARGEST_NEW: ClassVar[int] = 20

    def open_cells(self) -> Iterable[Cell]:
        return self.board.cells()

    words = refuted


class Apart(Blocks):
    """Kinds whose black cells do not share edges, and whose white cells are connected.

    Their first rules are these two; `super().is_solved_by` says whether a grid obeys them.
    """

    MARKS: ClassVar[Mapping[int, str]] = {1: "black", 0: "white"}

    def rules(self) -> Iterator[Rule]:
        for cell, other in edges(self.board):
            constraint = AtMost(1, (is_one(cell), is_one(other)))
            yield Rule(f"{cell} and {other} are not both black", (cell, other), constraint, "neighbours")
        yield connected(self.board, "white cells", 0, apart=True)

    def is_solved_by(self, grid: Grid) -> bool:
        black = {cell for cell, held in grid.marked() if held == 1}
        return (
            self.has_marks(grid)
            and black.isdisjoint(near for cell in black for near in cell.around())
            and is_one_part(grid, 0)
        )


def runs(blocks: Grid) -> dict[str, list[tuple[Cell, ...]]]:
    """Return by the name of each line its runs: the blank cells up to the next that is not blank."""
    return {
        name: [
            tuple(cell for cell, _ in cells)
            for value, cells in groupby(zip(line, values, strict=True), itemgetter(1))
            if value is None
        ]
        for (name, line), values in zip(blocks.lines(), blocks.line_values(), strict=True)
    }


def count_near(grid: Grid, cell: Cell) -> int:
    """Return the number of cells that hold 1 among a cell and those around it."""
    row, col = cell
    columns = slice(max(col - 1, 0), col + 2)
    return sum(line[columns].count(1) for line in grid.values[max(row - 1, 0) : row + 2])


def sight(board: Grid, cell: Cell, number: int, literal: Callable[[Cell], Literal]) -> Sight:
    """Return that a cell sees so many others whose literals hold, up to one whose does not, in all four directions."""
    arms = [*board.arms(cell).values()]
    return Sight(number, tuple(map(len, arms)), tuple(map(literal, chain.from_iterable(arms))))


def seen(grid: Grid, cell: Cell, mark: int) -> int:
    """Return how many other cells with a mark a cell sees."""
    return sum(len([*takewhile(lambda other: grid[other] == mark, arm)]) for arm in grid.arms(cell).values())


def connected(board: Grid, words: str, mark: int = 1, others: str = "", *, apart: bool = False) -> Rule:
    """Return the rule that all cells with a mark are connected, with the words for them; see `Connected`."""
    cells = tuple(board.cells())
    constraint = Connected(board.width, tuple(map(is_one, cells)), mark, others or f"other {words}", apart)
    return Rule(f"the {words} are connected", cells, constraint, CONNECTION)


def no_squares(board: Grid, words: str, mark: int = 1) -> Iterator[Rule]:
    """Yield that no four cells in a square all have a mark, with the words for such cells."""
    for cells in squares(board):
        if len(cells) == SQUARE:
            constraint = Clause(tuple(~is_one(cell) if mark else is_one(cell) for cell in cells))
            ends = f"from {cells[0]} to {cells[-1]}"
            yield Rule(
                f"not all cells {ends} are {words}", cells, constraint, "square", f"all cells {ends} would be {words}"
            )


def has_square(grid: Grid, mark: int | None = 1) -> bool:
    """Return whether four cells in a square all have a mark."""
    return any([grid[cell] for cell in cells].count(mark) == SQUARE for cells in squares(grid))


def is_one_part(grid: Grid, mark: int = 1) -> bool:
    """Return whether the cells with a mark, if there are any, are connected."""
    return is_connected([cell for cell, held in grid.marked() if held == mark])


def is_connected(cells: Sequence[Cell]) -> bool:
    """Return whether some cells, if there are any, are connected."""
    return not cells or len(connected_part(cells)) == len(cells)
