"""Numberlink: join equal numbers by lines that neither cross nor touch themselves."""

# Long: lines that do not touch themselves are stated, drawn and made here.

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise, product
from typing import Any

from solvers.kind import *

Way = list[Cell]
"""The cells that a line passes, in order; those of a loop end where they begin."""

RINGS = ((1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2))
"""Rows and columns of the faces around which all edges but one would make a line that touches itself."""


@dataclass(frozen=True)
class Numberlink(Lined):
    """Numberlink (Arukone) of any size, rectangles too; cells may stay empty.

    1. Lines go from centre to centre of neighbours; they do not meet, and each ends at two numbers.
    2. One line ends at each number.
    3. It ends at the equal number.
    4. No line touches itself: neighbours that it passes follow each other.
    5. If `full`, lines pass all cells.

    In a solution, the doubled board, each border between two cells holds 1 (a line crosses it) or 0. Source: the rules
    of Nikoli, in which 4 follows from there being one solution; boards of Flow Free and janko.at are `full`.
    """

    numbers: Grid
    full: bool = False

    ALONE: ClassVar = True
    PHASE: ClassVar = "always_true"
    SIZES: ClassVar = dict.fromkeys((3, 4, 5), (8, 8))
    LARGEST_NEW: ClassVar = 8

    def __post_init__(self) -> None:
        first = 0 if any(self.numbers.blanks()) else 1  # Without other blanks, 0 is one.
        check_values("numbers", self.numbers, range(first, MOST_CELLS), f"a number from {first} to {MOST_CELLS - 1}")
        for number, count in Counter(number for _, number in self.numbers.marked()).items():
            if count != TWO:
                raise BadPuzzle(f"numbers: {number} stands there {times(count, 'time')}, but a line joins two of it")

    @classmethod
    def in_rows(cls, rows: Sequence[Sequence[str]], *, named: bool) -> dict[str, Any] | None:  # noqa: ARG003 - as it is called
        """Read labels that are neither numbers nor letters, or differ in case alone, as numbers in reading order."""
        labels = dict.fromkeys(word for row in rows for word in row if word not in BLANK_WORDS)
        are_known = all(map(str.isalnum, labels)) and len({label.lower() for label in labels}) == len(labels)
        if are_known or any(len(label) > 1 for label in labels):
            return None
        numbers = {label: number for number, label in enumerate(labels, start=1)}
        return {"numbers": [[numbers.get(word) for word in row] for row in rows]}

    def rules(self) -> Iterator[Rule]:
        for cell, ways in by_cell(self.ways()).items():
            constraint, forks = AtMost(TWO, tuple(map(used, ways))), f"three lines would meet at {cell}"
            yield Rule(f"at most two lines meet at {cell}", (cell,), constraint, "fork", forks)

    def clues(self) -> Iterator[Clue]:
        for cell, ways in by_cell(self.ways()).items():
            lines = tuple(map(used, ways))
            if self.numbers[cell] is not None:
                yield Clue(f"one line ends at {cell}", (cell,), Exactly(1, lines), "end")
                continue
            if self.full:
                yield Clue(f"a line passes {cell}", (cell,), Exactly(TWO, lines), "passed")
                continue
            for line in lines:
                constraint = Clause((~line, *(other for other in lines if other != line)))
                yield Clue(f"a line goes on at {cell}", (cell,), constraint, "dead end", f"a line would end at {cell}")

    def hints(self, *, for_people: bool) -> Iterator[Rule]:
        """Tell Z3 which number each cell has, in bits, and where lines would touch themselves at once."""
        if not for_people:
            yield from (Rule("a line has one number", (), Clause(tuple(clause))) for clause in self._passed())
            yield from (Rule("no line touches itself", (), Clause(tuple(clause))) for clause in self._bent())

    def _passed(self) -> Iterator[list[Literal]]:
        """Yield that cells of a line have equal bits, and others beside each other do not unless one is empty."""
        numbers = sorted({number for _, number in self.numbers.marked()})
        count = max(1, len(numbers))  # A board may have none.
        size = (count - 1).bit_length()
        bits = {cell: [Literal(f"{cell}_bit{at}") for at in range(size)] for cell in self.numbers.cells()}
        empty = {cell: Literal(f"{cell}_empty") for cell in self.numbers.blanks()}
        for cell, number in self.numbers.marked():
            yield from ([bit if numbers.index(number) >> at & 1 else ~bit] for at, bit in enumerate(bits[cell]))
        for cell, code in product(empty, range(count, 2**size)):
            yield [~bit if code >> at & 1 else bit for at, bit in enumerate(bits[cell])]
        for edge in self.ways():
            line, unlike = used(edge), [empty[cell] for cell in edge if cell in empty]
            yield from ([~line, ~one] for one in unlike)
            for at, (one, other) in enumerate(zip(*map(bits.get, edge), strict=True)):
                differ = Literal(f"{edge[0]}_{edge[1]}_bit{at}")
                yield from ([~line, one, ~other], [~line, ~one, other], [~differ, one, other], [~differ, ~one, ~other])
                unlike.append(differ)
            yield [line, *unlike]

    def _bent(self) -> Iterator[list[Literal]]:
        """Yield that of the edges around up to three faces in a row, or four in a square, two are not used."""
        for (height, width), cell in product(RINGS, self.numbers.cells()):
            rows, columns = (range(start, start + size + 1) for start, size in zip(cell, (height, width), strict=True))
            far = Cell(rows[-1], columns[-1])
            if far in self.numbers:
                across = (border(Cell(row, one), Cell(row, one + 1)) for row in rows[::height] for one in columns[:-1])
                down = (border(Cell(one, col), Cell(one + 1, col)) for col in columns[::width] for one in rows[:-1])
                yield from (
                    [*part]
                    for part in combinations([~used(edge) for edge in (*across, *down)], 2 * (height + width) - 1)
                )

    def lazy_constraints(self) -> list[Links]:
        return [Links(self)]

    def is_solved_by(self, grid: Grid) -> bool:
        if not self.has_lines(grid):
            return False
        left = {cell for cell in self.numbers.cells() if self.full or linked(grid, cell)}
        for start, number in self.numbers.marked():
            way, near = [start], linked(grid, start)
            while len(near) == 1:
                way.append(near[0])
                near = [other for other in linked(grid, way[-1]) if other != way[-2]]
            if len(way) < TWO or near or self.numbers[way[-1]] != number:
                return False
            left.difference_update(way)
            if self_touch(way):
                return False
        return not left

    def clue_glyphs(self) -> dict[Cell, Glyph]:
        return {cell: Glyph(str(number), tone="disc", given=False) for cell, number in self.numbers.marked()}

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        board = Grid.make(*size)
        if size[0] * size[1] < TWO:
            raise BadPuzzle("a new numberlink has at least two cells")

        def puzzle_of(ways: tuple[Way, ...]) -> tuple[Self, Grid]:
            ends = {cell: number for number, way in enumerate(sorted(ways), start=1) for cell in (way[0], way[-1])}
            puzzle, passed = cls(Grid.make(*size, ends.get)), {border(*pair) for way in ways for pair in pairwise(way)}
            return puzzle, puzzle.grid([edge in passed for edge in puzzle.ways()])

        def changed(ways: tuple[Way, ...], wrong: list[Cell]) -> tuple[Way, ...] | None:
            cuts = [
                (way, at)
                for way in ways
                for at in range(TWO, len(way) - 1)
                if spot((way[at - 1], way[at])) in wrong or spot(way[at]) in wrong
            ]
            if not cuts:
                return None
            way, at = rng.choice(cuts)
            return (*(other for other in ways if other != way), way[:at], way[at:])

        return corrected(_covering(board, rng), changed, puzzle_of, rng)


def self_touch(way: Way) -> tuple[int, int] | None:
    """Return two places of a line whose cells are neighbours but do not follow each other; None if there are none."""
    places = {cell: at for at, cell in enumerate(way)}
    found = ((at, places[near]) for cell, at in places.items() for near in cell.around() if near in places)
    return next(((one, other) for one, other in found if other > one + 1), None)


def end_to_end(first: Way, second: Way, edge: Edge) -> Way:
    """Return the line that an edge makes of the lines at its ends, a loop of one line; empty if it joins no ends."""
    if edge[0] not in (first[0], first[-1]) or edge[1] not in (second[0], second[-1]):
        return []
    if first is second:
        return [*first, first[0]] if len(first) > TWO else []
    return (first if first[-1] == edge[0] else first[::-1]) + (second if second[0] == edge[1] else second[::-1])


def _covering(board: Grid, rng: Random) -> tuple[Way, ...]:
    """Return lines that pass all cells, each at least two, and do not touch themselves."""
    cells = [*board.cells()]
    while True:
        way_of = {cell: [cell] for cell in cells}
        for one, other in rng.sample(edges(board), len(edges(board))):
            whole = end_to_end(way_of[one], way_of[other], (one, other))
            if whole and whole[0] != whole[-1] and self_touch(whole) is None:
                way_of.update(dict.fromkeys(whole, whole))
        for cell in cells:  # One that is left alone takes an end of a line beside it.
            for near in cell.around() if len(way_of[cell]) == 1 else ():
                way = way_of.get(near, [near])
                at = way.index(near)
                for longer, rest in (([*way[: at + 1], cell], way[at + 1 :]), ([cell, *way[at:]], way[:at])):
                    if near in way_of and len(way_of[cell]) == 1 and len(rest) != 1 and self_touch(longer) is None:
                        way_of.update(dict.fromkeys(longer, longer) | dict.fromkeys(rest, rest))
        ways = tuple({tuple(way): way for way in way_of.values()}.values())
        if min(map(len, ways)) > 1:
            return ways


class Links(Lazy):
    """No line joins different numbers, closes a loop, or touches itself."""

    def __init__(self, puzzle: Numberlink) -> None:
        """Take the numbers; the literals are those of all edges."""
        self._numbers, self._ways = puzzle.numbers, puzzle.ways()
        self.literals = tuple(map(used, self._ways))

    def _lines(self, ones: int) -> dict[Cell, Way]:
        """Return for each cell the line that it is on, if no three meet."""
        near: dict[Cell, Way] = {cell: [] for cell in self._numbers.cells()}
        for at, (one, other) in enumerate(self._ways):
            if ones >> at & 1:
                near[one].append(other)
                near[other].append(one)
        found: dict[Cell, Way] = {}
        if any(len(others) > TWO for others in near.values()):
            return found
        # Those that end somewhere come first; what is left are loops.
        for start in sorted(near, key=lambda cell: len(near[cell])):
            way = [start]
            while start not in found and (on := [cell for cell in near[way[-1]] if cell not in way[-2:-1]]):
                way.append(on[0])
                if on[0] == start:
                    break
            found |= {} if start in found else dict.fromkeys(way, way)
        return found

    def _fault(self, way: Way) -> tuple[Way, str, str] | None:
        """Return the part of a line that no line has, the name of the rule, and its words; None if there is none."""
        if way[0] == way[-1] and len(way) > 1:
            return way, "loop", "a loop would close"
        numbers = [at for at, cell in enumerate(way) if self._numbers[cell] is not None]
        for one, other in pairwise(numbers):
            first, second = self._numbers[way[one]], self._numbers[way[other]]
            if first != second:
                return way[one : other + 1], "other number", f"{first} and {second} would be joined"
        if found := self_touch(way):
            return way[found[0] : found[1] + 1], "touching line", f"a line would touch itself at {way[found[0]]}"
        return None

    def _stated(self, part: Way, name: str, otherwise: str) -> Rule:
        constraint = Clause(tuple(~used(border(*pair)) for pair in pairwise(part)))
        return Rule(otherwise, tuple(dict.fromkeys(part)), constraint, name, otherwise)

    def _faults(self, lines: dict[Cell, Way]) -> Iterator[Rule]:
        for way in {id(way): way for way in lines.values()}.values():
            if fault := self._fault(way):
                yield self._stated(*fault)

    def broken(self, values: Sequence[bool]) -> Iterator[Rule]:
        yield from self._faults(self._lines(mask_where(values[: len(self._ways)])))

    def _joined(self, lines: dict[Cell, Way], at: int) -> Way:
        one, other = self._ways[at]
        return end_to_end(lines[one], lines[other], (one, other))

    def forced(self, ones: int, zeros: int) -> Forced:
        lines = self._lines(ones)
        if not lines:
            return 0, 0
        if any(self._faults(lines)):
            return None
        open_ = [at for at in range(len(self._ways)) if not (ones | zeros) >> at & 1]
        wholes = ((at, self._joined(lines, at)) for at in open_)
        return 0, mask_of(at for at, whole in wholes if whole and self._fault(whole))

    def rule(self, ones: int, zeros: int, forced: int) -> Rule:  # noqa: ARG002 - what is there says enough
        lines = self._lines(ones)
        if not forced:
            return next(self._faults(lines))
        whole = self._joined(lines, positions(forced)[0])
        fault = self._fault(whole)
        assert fault is not None  # noqa: S101 - it was forced
        return self._stated(*fault)
