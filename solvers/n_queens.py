"""N-queens: place as many queens as there are rows, so that none attacks another."""

from __future__ import annotations

from collections import defaultdict

from solvers.kind import *


@dataclass(frozen=True)
class NQueens(Placed):
    """The n-queens puzzle on a board of any size; 1 = a queen, 0 = no queen allowed.

    1. Each row holds one queen.
    2. Each column holds one queen.
    3. Each diagonal holds at most one queen.

    Completing a board with some given queens is the hard part (source: I. Gent, C. Jefferson and P. Nightingale,
    "Complexity of n-Queens Completion", 2017).
    """

    givens: Grid

    NO_GRADES: ClassVar = frozenset({2})
    LOGIC: ClassVar = "QF_UF"  # QF_FD finds nothing on an empty board of 50 in 20 s
    SPELLED: ClassVar = dict.fromkeys("👑♕Q", "1")

    def rules(self) -> Iterator[Rule]:
        yield from super().rules()
        for line in _diagonals(self.givens):
            words = f"the diagonal {line[0]}–{line[-1]} holds at most one queen"
            otherwise = f"two queens would stand on the diagonal {line[0]}–{line[-1]}"
            yield Rule(words, line, AtMost(1, tuple(map(is_one, line))), "diagonal", otherwise)

    def is_solved_by(self, grid: Grid) -> bool:
        diagonals = ([grid[cell] for cell in line] for line in _diagonals(self.givens))
        return super().is_solved_by(grid) and all(line.count(1) <= 1 for line in diagonals)


def _diagonals(board: Grid) -> list[tuple[Cell, ...]]:
    """Return the diagonals of two cells or more: first those that fall to the right, then those that rise."""
    falling, rising = defaultdict[int, list[Cell]](list), defaultdict[int, list[Cell]](list)
    for cell in board.cells():
        falling[cell.col - cell.row].append(cell)
        rising[cell.col + cell.row].append(cell)
    return [tuple(line) for line in (*falling.values(), *rising.values()) if len(line) > 1]
