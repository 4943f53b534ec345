"""Kakuro: a crossword of digits, whose runs hold different ones with a sum."""

# Long: boards are made, and read as papers print them, here.

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection
from functools import lru_cache
from itertools import chain
from typing import Any

from solvers.kind import *

VALUES = range(1, 10)
SHORTEST = 2
"""The fewest cells of a run with a sum."""
BLACK_SHARE, MORE_SHARE, LEAST_SHARE = 0.25, 0.3, 0.5
"""The share of a random board that is black, of changed cells that become so, and the least that is open in the end."""
CHANGED = 4
"""How many of the cells in doubt are changed at a time, at most."""
BUDGET = 40
"""After so many changes that bring no more known cells, another board is drawn."""
CORNER = Cell(-1, -1)
"""The black cell outside of every board, which has no sums."""


PRINTED = re.compile(r"(\d{0,9})[\\/|:](\d{0,9})")
SUM = codes.fixed({sign: total for total, sign in enumerate(f"{DIGITS[:20]}{DIGITS[10:].upper()}")} | {"-": 0}, "a sum")
"""The sums of an address: 0 … 9, a … j, A … Z; `-` for none."""


class Crossword:
    """What an address holds: the black cells with the sums below and to the right; then those of the rim."""

    CODES = (
        codes.fixed({".": BLOCK}),
        codes.Matched(
            "[0-9a-jA-Z-]{2}",
            lambda found: tuple(SUM.by_sign[sign][0] for sign in found),
            lambda pair: codes.write_values([SUM], pair),
            "a pair of sums",
        ),
        codes.gap(20, 16),
    )

    def read(self, text: codes.Text) -> link_parts.Fields:
        """Read the part."""
        values = codes.read_values(text, self.CODES, [*text.board.cells()])
        blocks = Grid(link_parts.in_rows([None if value is None else BLOCK for value in values], text.board))
        rim = self._rim(blocks)
        sums = dict(zip(rim, codes.read_values(text, [SUM], rim), strict=True))
        for cell, value in zip(blocks.cells(), values, strict=True):
            if isinstance(value, tuple):
                sums["columns", cell], sums["rows", cell] = value
        return {"blocks": [list(row) for row in blocks.values]} | summed(blocks, sums)

    def write(self, fields: link_parts.Fields, board: Grid) -> str:  # noqa: ARG002 - the grid knows it
        """Write the part."""
        blocks, lines = Grid.parse(fields["blocks"]), {name: with_unknown(fields[name]) for name in ("rows", "columns")}
        places = sums_at(blocks, lines["rows"] + lines["columns"])
        sums = {(name, before): lines[name][line][at] for name, line, at, before in places}
        sums = {place: 0 if total == UNKNOWN else total for place, total in sums.items()}
        pairs = {cell: tuple(sums.get((name, cell), 0) for name in ("columns", "rows")) for cell in blocks.cells()}
        values = (
            None if blocks[cell] is None else pairs[cell] if any(pairs[cell]) else BLOCK for cell in blocks.cells()
        )
        rim = (sums.get(place, 0) for place in self._rim(blocks))
        return codes.write_values(self.CODES, values) + codes.write_values([SUM], rim)

    def _rim(self, blocks: Grid) -> list[tuple[str, Cell]]:
        """Return the places beside the board before each column, then each row, that begins with an open cell."""
        columns = [("columns", Cell(-1, col)) for col in range(blocks.width) if blocks[Cell(0, col)] is None]
        return columns + [("rows", Cell(row, -1)) for row in range(blocks.height) if blocks[Cell(row, 0)] is None]


@dataclass(frozen=True)
class Kakuro(Puzzle):
    """Kakuro (Cross Sums) of any size, rectangles too; blank = a black cell.

    1. Each open cell holds a digit from 1 to 9.
    2. Open cells beside or above each other, up to the next black cell, are a run. Its digits differ.
    3. The digits of a run add up to its sum; `?` is an unknown sum.
    4. Given digits keep their place (`givens`).

    In `blocks`, `b` is a black cell. `rows` and `columns` hold the sums of the runs of each line, in order; on a page
    they stand in the black cell before the run (source: the help page of puzzle-kakuro.com). Runs of one cell are left
    out, but in lines with a sum for each run.
    """

    blocks: Grid
    rows: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[int, ...], ...]
    givens: Grid = field(default_factory=lambda: NO_GIVENS)

    MARKS: ClassVar = {digit: str(digit) for digit in VALUES}
    SPELLED: ClassVar = dict.fromkeys("■⬛#X█🔲", "b")
    LOGIC: ClassVar = "QF_UF"
    NO_GRADES: ClassVar = frozenset({1})
    HELD: ClassVar = {"blocks": ({BLOCK}, "b, a black cell"), "givens": (VALUES, "a digit from 1 to 9")}
    LINK: ClassVar = (Crossword(),)
    SEVERAL: ClassVar = True
    UNKNOWN_IN: ClassVar = frozenset({"rows", "columns"})
    LARGEST_NEW: ClassVar = 7

    def __post_init__(self) -> None:
        if self.givens is NO_GIVENS:
            object.__setattr__(self, "givens", Grid.make(self.blocks.height, self.blocks.width))
        if not self.givens.same_shape(self.blocks):
            size = f"{times(self.givens.height, 'row')} and {times(self.givens.width, 'column')}"
            board = f"{times(self.blocks.height, 'row')} and {times(self.blocks.width, 'column')}"
            raise BadPuzzle(f"givens: {size}, but the board has {board}")
        super().__post_init__()
        for cell, digit in self.givens.marked():
            if self.blocks[cell] is not None:
                raise BadPuzzle(f"givens: {cell} holds {digit}, but it is black")
        if any(UNKNOWN in sums for sums in self.rows + self.columns):
            lines = zip(runs(self.blocks).values(), self.rows + self.columns, strict=True)
            usual = tuple(_usual(found, sums) if len(found) == len(sums) else sums for found, sums in lines)
            object.__setattr__(self, "rows", usual[: self.blocks.height])
            object.__setattr__(self, "columns", usual[self.blocks.height :])
        for name, line_runs, sums in self._lines():
            if len(sums) != len(line_runs):
                words = (
                    f"{name}: {times(len(sums), 'sum')}, but it has {times(len(line_runs), 'run')} of two cells or more"
                )
                raise BadPuzzle(words)
            for run, total in zip(line_runs, sums, strict=True):
                if not digit_sets(None if total == UNKNOWN else total, len(run), VALUES[-1]):
                    digits = times(len(run), "digit")
                    raise BadPuzzle(f"{name}: the sum {number_text(total)}, which {digits} cannot have")

    def _lines(self) -> Iterator[tuple[str, list[tuple[Cell, ...]], tuple[int, ...]]]:
        """Iterate over the lines: the name, the runs that have a sum, and their sums."""
        for (name, found), sums in zip(runs(self.blocks).items(), self.rows + self.columns, strict=True):
            yield name, _summed_runs(found, len(sums)), sums

    def _sums(self) -> Iterator[tuple[tuple[Cell, ...], int]]:
        """Iterate over the runs with their sums."""
        for _, line_runs, sums in self._lines():
            yield from zip(line_runs, sums, strict=True)

    @property
    def shape(self) -> Grid:
        return self.blocks

    def choices(self) -> Choices:
        return {cell: _one_digit(cell) for cell in self.blocks.blanks()}

    def rules(self) -> Iterator[Rule]:
        for cell in self.blocks.blanks():
            constraint = Exactly(1, tuple(holds(cell, digit) for digit in VALUES))
            yield Rule(f"{cell} holds one digit", (cell,), constraint, CELL, f"no digit would fit in {cell}")

    @classmethod
    def in_rows(cls, rows: Sequence[Sequence[str]], *, named: bool) -> dict[str, Any] | None:  # noqa: ARG003 - as it is called
        r"""Read cells as they are printed, like `17\\13`: black ones hold the sum below them and that to their right.

        Where the first row and the first column are black, they stand beside the board.
        """
        sums: dict[tuple[str, Cell], int] = {}
        blanks = {"0"} if any("0" in row for row in rows) else BLANK_WORDS
        cells = [[word in blanks for word in row] for row in rows]
        beside = -1 if not any(cells[0]) and not any(row[0] for row in cells) else 0
        for row, words in enumerate(rows, start=beside):
            for col, word in enumerate(words, start=beside):
                if pair := PRINTED.fullmatch(word):
                    for name, total in zip(("columns", "rows"), pair.groups(), strict=True):
                        sums[name, Cell(row, col)] = int(total or 0)
                elif word not in {"0", *BLANK_WORDS} and word not in "xXbB" and word not in cls.SPELLED:
                    return None
        if not sums:
            return None
        blocks = Grid([None if is_open else BLOCK for is_open in row[-beside:]] for row in cells[-beside:])
        return {"blocks": [[*row] for row in blocks.values]} | summed(blocks, sums)

    def clues(self) -> Iterator[Clue]:
        for cell, digit in self.givens.marked():
            yield Given(f"{cell} is {digit}", (cell,), Clause((holds(cell, digit),)))
        for run, total in self._sums():
            known = None if total == UNKNOWN else total
            words = f"the digits from {run[0]} to {run[-1]} differ{'' if known is None else f' and add up to {known}'}"
            words = words if len(run) > 1 else f"the sum of {run[0]} alone is {number_text(total)}"
            yield Clue(words, run, CageSum(known, len(run), digits_in(run, VALUES)), "sum of a run" if known else "run")

    def is_solved_by(self, grid: Grid) -> bool:
        if not grid.same_shape(self.blocks):
            return False
        open_cells = {*self.blocks.blanks()}
        fits = all(grid[cell] in VALUES if cell in open_cells else grid[cell] is None for cell in grid.cells())
        return (fits and self.givens.agrees_with(grid)) and all(
            len({*digits}) == len(digits) and total in {UNKNOWN, sum(digits)}
            for run, total in self._sums()
            for digits in [[grid[cell] or 0 for cell in run]]
        )

    def glyphs(self, grid: Grid | None) -> dict[Cell, Glyph]:
        marks = {cell: Glyph(str(digit), given=False) for cell, digit in (() if grid is None else grid.marked())}
        marks |= {cell: Glyph(str(digit)) for cell, digit in self.givens.marked()}
        return marks | {cell: Glyph("b", "■", "block") for cell, _ in self.blocks.marked()}

    def picture(self, grid: Grid | None = None) -> Picture:
        return replace(super().picture(grid), sums=self.sums_in(self.blocks, self.rows, self.columns))

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        found = read_fields(cls, picture)
        digits = {cell: value for cell, value in picture.grid().marked() if value in VALUES}
        givens = Grid.make(picture.height, picture.width, digits.get)
        return cls(**found | {"blocks": found["blocks"].with_value(digits, None), "givens": givens})

    @classmethod
    def sums_in(
        cls, blocks: Grid, rows: Sequence[Sequence[int]], columns: Sequence[Sequence[int]]
    ) -> dict[Cell, tuple[int, int]]:
        """Return the sums in black cells, to the right and below, of a puzzle that need not be finished; 0 for none."""

        def total(lines: Sequence[Sequence[int]], place: tuple[int, int] | None) -> int:
            return lines[place[0]][place[1]] if place is not None and place[1] < len(lines[place[0]]) else 0

        places = cls.sum_places(blocks, (*rows, *columns)).items()
        return {cell: (total(rows, at.get("rows")), total(columns, at.get("columns"))) for cell, at in places}

    @classmethod
    def sum_places(cls, blocks: Grid, lines: Sequence[Sequence[int]] = ()) -> dict[Cell, dict[str, tuple[int, int]]]:
        """Return the black cells that hold sums: for each of `rows` and `columns` the line, and the place in it."""
        places: dict[Cell, dict[str, tuple[int, int]]] = {CORNER: {}}
        for name, line, at, before in sums_at(blocks, lines):
            places.setdefault(before, {})[name] = line, at
        return places

    @classmethod
    def of_digits(cls, digits: Mapping[Cell, int], size: tuple[int, int]) -> tuple[Self, Grid]:
        """Return the puzzle of some digits, and the solution."""
        grid = Grid.make(*size, digits.get)
        blocks = Grid.make(*size, lambda cell: None if cell in digits else BLOCK)
        sums = [
            tuple(sum(digits[cell] for cell in run) for run in found if len(run) >= SHORTEST)
            for found in runs(blocks).values()
        ]
        return cls(blocks, tuple(sums[: size[0]]), tuple(sums[size[0] :])), grid

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        if min(size) < SHORTEST:
            raise BadPuzzle(f"a new {cls.KIND} has 2 rows and columns at least, not {size[0]} and {size[1]}")
        cells = {*Grid.make(*size).cells()}

        def changed(digits: Mapping[Cell, int], doubtful: Sequence[Cell]) -> dict[Cell, int] | None:
            gone = {*rng.sample(doubtful, min(len(doubtful), rng.randint(1, CHANGED)))}
            left = {cell: digit for cell, digit in digits.items() if cell not in gone}
            black = {cell for cell in sorted(gone) if rng.random() < MORE_SHARE}
            dealt = _dealt(left, cells - {*digits} | black, size, rng)
            return dealt if len(dealt) >= LEAST_SHARE * len(cells) else None

        def near(digits: dict[Cell, int], puzzle: Self) -> tuple[dict[Cell, int], Self, Grid, bool] | None:
            if (other := changed(digits, [*puzzle.blocks.blanks()])) is None:
                return None
            puzzle, grid = cls.of_digits(other, size)
            return other, puzzle, grid, not open_cells_of(puzzle)

        best: dict[Cell, int] = {}
        while True:
            if not best:
                best = _dealt({}, {cell for cell in sorted(cells) if rng.random() < BLACK_SHARE}, size, rng)
                puzzle, grid = cls.of_digits(best, size)
                open_, tries = open_cells_of(puzzle), 0
            if not open_:
                return climbed((best, puzzle, grid, True), near, rng)
            tries += 1
            digits = changed(best, open_)
            if digits and len(its_open := open_cells_of((of := cls.of_digits(digits, size))[0])) <= len(open_):
                tries = tries if len(its_open) == len(open_) else 0
                best, (puzzle, grid), open_ = digits, of, its_open
            elif tries > BUDGET:
                best = {}


# Making a puzzle asks for the choices of a hundred boards.
@lru_cache(maxsize=512)
def _one_digit(cell: Cell) -> Mapping[int, tuple[Literal, ...]]:
    """Return for each digit the literals that hold if the cell has it."""
    return one_of(cell, VALUES)


def _dealt(digits: Mapping[Cell, int], black: Collection[Cell], size: tuple[int, int], rng: Random) -> dict[Cell, int]:
    """Add random digits, different in each run, to the other cells that are not black.

    Cells in which no digit fits, and those that are in no run of two or more, become black.
    """
    near, ends = defaultdict[Cell, list[Cell]](list), defaultdict[Cell, list[int]](list)
    for run in chain.from_iterable(runs(Grid.make(*size, dict.fromkeys(black, 0).get)).values()):
        if len(run) > VALUES[-1]:
            return _dealt(digits, {*black, rng.choice(run[1:-1])}, size, rng)
        end = rng.choice((0, -1))  # Sums of the lowest or of the highest digits have the fewest ways.
        for cell in run if len(run) >= SHORTEST else ():
            near[cell] += run
            ends[cell].append(end)
    held = {cell: digit for cell, digit in digits.items() if cell in near}
    open_ = sorted({*near} - {*held})
    for cell in rng.sample(open_, len(open_)):
        free = [digit for digit in VALUES if all(held.get(other) != digit for other in near[cell])]
        if not free:
            return _dealt(held, {*black, cell}, size, rng)
        held[cell] = free[rng.choice(ends[cell])]
    return held or _dealt({}, rng.sample(sorted(black), len(black) // 4), size, rng)


def _summed_runs(found: Sequence[tuple[Cell, ...]], sums: int) -> list[tuple[Cell, ...]]:
    """Return the runs of a line with so many sums that these belong to: those of one cell have none, or each has."""
    return [run for run in found if sums == len(found) or len(run) >= SHORTEST]


def _usual(found: Sequence[tuple[Cell, ...]], sums: Sequence[int]) -> tuple[int, ...]:
    """Return the sums of all runs of a line, without those of one cell if all of these are unknown."""
    told = any(total != UNKNOWN for run, total in zip(found, sums, strict=True) if len(run) < SHORTEST)
    return tuple(total for run, total in zip(found, sums, strict=True) if told or len(run) >= SHORTEST)


def sums_at(blocks: Grid, lines: Sequence[Sequence[int]] = ()) -> Iterator[tuple[str, int, int, Cell]]:
    """Yield where each sum of some lines stands: `rows` or `columns`, the line, the place in it, and the cell before.

    At the rim this cell is beside the board. Without lines, runs of one cell have no sum.
    """
    for number, (name, found) in enumerate(_named_runs(blocks)):
        line = number if name == "rows" else number - blocks.height
        for at, run in enumerate(_summed_runs(found, len(lines[number]) if lines else -1)):
            yield name, line, at, _before(name, run)


def _named_runs(blocks: Grid) -> Iterator[tuple[str, Sequence[tuple[Cell, ...]]]]:
    """Yield `rows` or `columns` and the runs of each line, first the rows."""
    for number, found in enumerate(runs(blocks).values()):
        yield "rows" if number < blocks.height else "columns", found


def _before(name: str, run: Sequence[Cell]) -> Cell:
    row, col = run[0]
    return Cell(row, col - 1) if name == "rows" else Cell(row - 1, col)


def befores(blocks: Grid) -> Iterator[tuple[tuple[str, Cell], tuple[Cell, ...]]]:
    """Yield each run, those of one cell too, behind `rows` or `columns` and the cell before it."""
    for name, found in _named_runs(blocks):
        yield from (((name, _before(name, run)), run) for run in found)


def summed(blocks: Grid, sums: Mapping[tuple[str, Cell], int]) -> dict[str, list[list[int]]]:
    """Return the sums of each line, from those before runs (0 or none = unknown); raises `BadPuzzle` for any other."""
    lines: dict[str, list[list[int]]] = {"rows": [], "columns": []}
    left = {place: total for place, total in sums.items() if total}
    for name, found in _named_runs(blocks):
        lines[name].append([*_usual(found, [left.pop((name, _before(name, run)), UNKNOWN) for run in found])])
    for (name, before), total in left.items():
        first = before.around()[0 if name == "rows" else 1]
        raise BadPuzzle(f"the sum {total} stands before {first}, where no run begins")
    return lines
