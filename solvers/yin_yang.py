"""Yin-Yang: black cells and white cells, each connected, without a square of one colour."""

from __future__ import annotations

from functools import lru_cache

from solvers.kind import *


@dataclass(frozen=True)
class YinYang(TwoMarks):
    """Yin-Yang of any size, rectangles too; 1 = black, 0 = white.

    1. No four cells in a square have the same colour.
    2. The black cells are connected by their edges.
    3. The white cells are connected by their edges.

    Source: the rules of puzz.link and of puzzle-yin-yang.com.
    """

    givens: Grid

    MARKS: ClassVar = {1: "black", 0: "white"}
    SPELLED: ClassVar = dict.fromkeys("bB#⚫", "1") | dict.fromkeys("wWoO⚪", "0")
    LOOKS: ClassVar = {1: ("●", "plain"), 0: ("○", "light")}
    SIZES: ClassVar = {5: (10, 10)}
    NO_GRADES: ClassVar = frozenset({2})
    LARGEST_NEW: ClassVar = 14
    words = refuted

    def rules(self) -> Iterator[Rule]:
        for mark in (1, 0):
            yield from no_squares(self.givens, self.MARKS[mark], mark)
        for mark in (1, 0):
            yield connected(self.givens, f"{self.MARKS[mark]} cells", mark)
        # Neither colour could be connected around such a square.
        for cells in squares(self.givens):
            for one, *others, last in (cells, cells[1::-1] + cells[:1:-1]) if len(cells) == SQUARE else ():
                constraint = Clause((~is_one(one), *map(is_one, others), ~is_one(last)))
                otherwise = f"{one} and {last} would be black, and the others beside them white"
                words = f"black and white do not cross from {cells[0]} to {cells[-1]}"
                yield Rule(words, cells, constraint, "crossing", otherwise)

        # Two arcs of the rim of one colour could not be connected inside without parting those of the other.
        rows, columns = self.givens.height, self.givens.width
        if min(rows, columns) > 1:
            top, bottom = ([Cell(row, col) for col in range(columns)] for row in (0, rows - 1))
            right, left = ([Cell(row, col) for row in range(1, rows - 1)] for col in (columns - 1, 0))
            rim = (*top, *right, *bottom[::-1], *left[::-1])
            words = "along the rim, the cells of each colour stand side by side"
            yield Rule(words, rim, TwoArcs(tuple(map(is_one, rim))), "rim", "the colours would alternate along the rim")

    def is_solved_by(self, grid: Grid) -> bool:
        return self.keeps_givens(grid) and all(
            not has_square(grid, mark) and is_one_part(grid, mark) for mark in (1, 0)
        )


@dataclass(frozen=True, slots=True)
class TwoArcs(Line):
    """Along a ring, the literals that hold stand side by side, and so do the others."""

    literals: tuple[Literal, ...]

    def __str__(self) -> str:
        following = (*self.literals[1:], self.literals[0])
        changes = (f"(xor {one} {other})" for one, other in zip(self.literals, following, strict=True))
        return f"((_ at-most 2) false {' '.join(changes)})"

    def automaton(self) -> Automaton:
        return _automaton(len(self.literals))


@lru_cache(maxsize=2**8)
def _automaton(size: int) -> Automaton:
    """Accept rings with two changes at most; states 1 to 3 are a ring that begins so, 4 to 6 one that begins otherwise.

    Behind its first place each state is followed by those after one change and two.
    """
    same = {True: 1 << 1 | 1 << 3 | 1 << 5, False: 1 << 2 | 1 << 4 | 1 << 6}
    change = {True: 1 << 2 | 1 << 4, False: 1 << 1 | 1 << 5}
    start = {True: (1, 1), False: (1, 4)}
    moves = {holds: (start[holds], (same[holds], 0), (change[holds], 1)) for holds in (True, False)}
    return Automaton(tuple(((1 << at, 0, moves[True]), (0, 1 << at, moves[False])) for at in range(size)), ALL)
