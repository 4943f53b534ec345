"""Random solutions of a blank board: random marks and what they force, until the board is full."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, TypeVar

from solvers._core.model import regions
from solvers._core.model.errors import BadPuzzle
from solvers._core.model.grid import Cell, Grid, cells_of, spot
from solvers._core.model.known import Known
from solvers._core.model.puzzle import Puzzle
from solvers._core.model.results import Clock

if TYPE_CHECKING:
    from solvers._core.explain.reasoner import Reasoner

K = TypeVar("K")
V = TypeVar("V")
P = TypeVar("P", bound=Puzzle)
S = TypeVar("S")
Board = tuple[S, P, Grid, bool]
"""A state, the puzzle that it makes, a solution, and whether that is the only one."""
FILL_BUDGET = 200
"""Dead ends after which filling starts again: early marks can spoil a board late."""
CHANGED = 8
"""Of so many open cells about one is changed at a time."""
CORRECTIONS = 60
"""How many other solutions of a board are ruled out before another board is drawn."""
FEW = 6
"""How many for a board that is like one of which the grade is known."""
MISSES = 60
"""How many boards in turn may be no closer to the wanted grade than the one they come from."""
SEARCH_BUDGET = 41
"""Dead ends after which a search for another solution ends."""
ATTEMPTS = 50
"""How often filling starts before a board counts as impossible to fill."""


def is_only(puzzle: Puzzle, solution: Grid, rng: Random) -> bool:
    """Return whether a puzzle has no solution but this one, within the time limit of `rng`."""
    clock = getattr(rng, "clock", None) or Clock(None)
    from solvers._core.search.engine import solutions  # It imports Z3.

    return all(grid == solution for grid in solutions(puzzle, clock, limit=2).grids)


def filled(puzzle: Puzzle, rng: Random) -> Grid:
    """Return a random solution of a puzzle; raises `BadPuzzle` where none is found."""
    for _ in range(ATTEMPTS):
        grid = filled_within(puzzle, rng, FILL_BUDGET)
        if grid is not None:
            return grid
    raise BadPuzzle(f"no {puzzle.KIND} of this size was found")


def filled_within(puzzle: Puzzle, rng: Random, most: int) -> Grid | None:
    """Return a random solution of a puzzle; None if so many dead ends come first."""
    from solvers._core.explain.reasoner import ASSUMPTION, Reasoner  # Not needed to solve a puzzle.

    reasoner = Reasoner(puzzle)

    def with_values(known: Known) -> Iterator[Known | None] | None:
        assigned = reasoner.places(known)
        open_ = [place for place in reasoner.open() if place not in assigned]
        if not open_:
            return None
        place = rng.choice(open_)
        values = [*reasoner.choices[place]]
        rng.shuffle(values)
        meanings = (reasoner.meaning({place: value}) for value in values)
        fit = (one for one in meanings if not (one.ones & known.zeros or one.zeros & known.ones))
        return (reasoner.consequences(known.also(one), ASSUMPTION, one.mask) for one in fit)

    known, _ = _searched(reasoner.consequences(reasoner.base, ASSUMPTION), with_values, most)
    return None if known is None else puzzle.grid(reasoner.answers(known))


def _searched(
    begun: Known | None, branches: Callable[[Known], Iterator[Known | None] | None], most: int
) -> tuple[Known | None, bool]:
    """Return the first known variables that have no branches, if any, and whether the search was complete.

    `branches` yields what is known after each of several assumptions, None for a dead end. It goes no further after
    `most` of these.
    """
    stack, dead_ends = [iter([begun])], 0
    while stack:
        for known in stack[-1]:
            if known is None:
                dead_ends += 1
            elif dead_ends >= most:
                return None, False
            elif (further := branches(known)) is None:
                return known, True
            else:
                stack.append(further)
            break
        else:
            stack.pop()
    return None, True


def open_cells_of(puzzle: Puzzle) -> list[Cell]:
    """Return the cells that deduction without assumptions does not assign, with those of the edges that it does not."""
    reasoner, known = _begun(puzzle)
    grid = puzzle.grid(reasoner.answers(known))
    return [cell for cell in _cells(puzzle) if grid[cell] is None]


def _cells(puzzle: Puzzle) -> list[Cell]:
    """Return the cells that are assigned, or whose edges are."""
    return [*dict.fromkeys(cell for place in puzzle.choices() for cell in cells_of(place))]


def _some(puzzle: Puzzle, rng: Random) -> list[Cell]:
    """Return a few cells of a puzzle at random; if its answer is a doubled board, a place there beside each."""
    cells = _cells(puzzle)
    some = rng.sample(cells, min(len(cells), CHANGED))
    return some if puzzle.in_cells else [rng.choice(spot(cell).around()) for cell in some]


def _begun(puzzle: Puzzle) -> tuple[Reasoner, Known]:
    """Return the deduction of a puzzle that has a solution, and what follows without assumptions."""
    from solvers._core.explain.reasoner import SHORT_ASSUMPTION, Reasoner  # Not needed to solve a puzzle.

    reasoner = Reasoner(puzzle)
    known = reasoner.consequences(reasoner.base, SHORT_ASSUMPTION)
    if known is None:
        raise AssertionError(f"a puzzle made from a solution contradicts itself:\n{puzzle!r}")
    return reasoner, known


def drawn(kind: type[P], solution: Callable[[], Grid], rng: Random) -> tuple[P, Grid]:
    """Make the puzzles of random solutions until one has no other."""
    while True:
        grid = solution()
        puzzle = kind.of(grid)
        if not open_cells_of(puzzle) or is_only(puzzle, grid, rng):
            return puzzle, grid


def repaired(puzzle_of: Callable[[Grid], P], size: tuple[int, int], rng: Random, share: float) -> tuple[P, Grid]:
    """Return a puzzle whose clues follow from its solution, and the solution: random marks, then changed where needed.

    At first this share of the cells holds 1. While there are several solutions, a few cells that deduction leaves open
    are changed.
    """

    def made_unique(marks: dict[Cell, int], most: int) -> Board[dict[Cell, int], P]:
        tried = 0
        while True:
            grid = Grid.make(*size, marks.get)
            puzzle = puzzle_of(grid)
            open_ = open_cells_of(puzzle)
            is_sure = not open_ or is_only(puzzle, grid, rng)
            tried += 1
            if is_sure or tried == most:
                return marks, puzzle, grid, is_sure
            marks = flipped(marks, open_)

    def flipped(marks: dict[Cell, int], open_: list[Cell]) -> dict[Cell, int]:
        some = rng.sample(open_, min(len(open_), 1 + len(open_) // CHANGED))
        return marks | {cell: 1 - marks[cell] for cell in some}

    marks = {cell: int(rng.random() < share) for cell in Grid.make(*size).cells()}
    return climbed(
        made_unique(marks, 0), lambda marks, puzzle: made_unique(flipped(marks, _some(puzzle, rng)), FEW), rng
    )


def corrected(
    state: S,
    changed: Callable[[S, list[Cell]], S | None],
    puzzle_of: Callable[[S], tuple[P, Grid]],
    rng: Random,
    most: int = CORRECTIONS,
) -> tuple[P, Grid]:
    """Change a board so that one solution after another is lost, until there is one left; stop after `most` changes.

    `changed` returns another state, given the cells in which another solution differs, or None if there is no way.
    If a grade is wanted, the board is changed further while that brings it closer.
    """

    def made_unique(state: S, most: int) -> Board[S, P]:
        for _ in range(most):
            puzzle, grid = puzzle_of(state)
            wrong = _differing(puzzle, grid, rng)
            after = changed(state, wrong) if wrong else None
            if after is None:
                break
            state = after
        return state, puzzle, grid, not wrong

    def near(state: S, puzzle: P) -> Board[S, P] | None:
        after = changed(state, _some(puzzle, rng))
        return None if after is None else made_unique(after, FEW)

    return climbed(made_unique(state, most), near, rng)


def toggled(puzzle_of: Callable[[Grid], P], grid: Grid, obeys: Callable[[Grid], bool], rng: Random) -> tuple[P, Grid]:
    """Change single marks of a solution, which still obeys the rules, until its puzzle has no other solution."""

    def changed(grid: Grid, doubtful: list[Cell]) -> Grid | None:
        ways = (grid.with_value([cell], 1 - (grid[cell] or 0)) for cell in rng.sample(doubtful, len(doubtful)))
        return next(filter(obeys, ways), None)

    return corrected(grid, changed, lambda grid: (puzzle_of(grid), grid), rng)


def divided(puzzle_of: Callable[[regions.Regions], P], grid: Grid, count: int, rng: Random) -> tuple[P, Grid]:
    """Divide a board into regions with so many marks of a solution each; return the puzzle and the solution.

    Cells without a mark join other regions until there is no other solution.
    """
    marks = {cell for cell, mark in grid.marked() if mark}

    def changed(names: dict[Cell, str], doubtful: list[Cell]) -> dict[Cell, str] | None:
        return regions.moved(names, [cell for cell in doubtful if cell not in marks], rng)

    names = regions.uneven(regions.grown_groups(sorted(marks), count, grid, rng), marks, rng)
    return corrected(names, changed, lambda names: (puzzle_of(regions.rows_of(names)), grid), rng)


def climbed(begun: Board[S, P], near: Callable[[S, P], Board[S, P] | None], rng: Random) -> tuple[P, Grid]:
    """Return a board and its solution, or one like it that is closer to the wanted grade, if one is wanted.

    `near` changes a board, given its state and the puzzle; None if it finds no way.
    """
    from solvers._core.generate.attempts import Attempts  # It needs grades, which no other use of this module does.

    if not (isinstance(rng, Attempts) and rng.wanted is not None and begun[-1]):
        return begun[1:3]

    def neighbour(board: Board[S, P]) -> Board[S, P] | None:
        other = near(*board[:2])
        return other if other and other[-1] else None

    board = rng.climb(
        begun, neighbour, lambda board: rng.judged(board[1])[:2], lambda board: rng.is_reached(board[1]), MISSES
    )
    return board[1:3]


def wanted_of(rng: Random) -> int:
    """Return the grade that is wanted, 0 for any."""
    return getattr(rng, "wanted", None) or 0


def _differing(puzzle: Puzzle, solution: Grid, rng: Random) -> list[Cell]:
    """Return the cells in which another solution differs, none if there is no other.

    If the search ends before it finds one, return all cells that deduction leaves open.
    """
    from solvers._core.explain.reasoner import SHORT_ASSUMPTION

    reasoner, known = _begun(puzzle)

    def with_values(known: Known) -> Iterator[Known | None] | None:
        open_ = next((bit for bit in reasoner.answer if not known.mask & bit), None)
        if open_ is None:
            return None
        sides = rng.sample((Known(0, open_), Known(open_, 0)), 2)
        found = [reasoner.consequences(known.also(side), SHORT_ASSUMPTION, open_) for side in sides]
        return iter(sorted(found, key=lambda known: known is not None))  # Dead ends count before the search goes on.

    def cells(found: Known) -> list[Cell]:
        grid = puzzle.grid(reasoner.answers(found))
        return [cell for cell in grid.cells() if grid[cell] != solution[cell]]

    first, _ = _searched(known, with_values, SEARCH_BUDGET)
    if first is None or (wrong := cells(first)):
        return cells(known) if first is None else wrong
    for bit in rng.sample(reasoner.answer, len(reasoner.answer)):
        if not known.mask & bit:
            right = first.within(bit)
            other = reasoner.consequences(known.also(right.opposite()), SHORT_ASSUMPTION, bit)
            if other is not None:
                found, complete = _searched(other, with_values, SEARCH_BUDGET)
                if found is not None or not complete:
                    return cells(found or known)
            known = reasoner.consequences(known.also(right), SHORT_ASSUMPTION, bit) or known
    return []


def latin_square(side: int, rng: Random) -> Grid:
    """Return a random grid that holds each digit once in every row and column."""
    digits, rows = range(1, side + 1), list[list[int]]()
    for _ in range(side):
        left = [[digit for digit in digits if all(row[col] != digit for row in rows)] for col in range(side)]
        open_ = {col: rng.sample(free, len(free)) for col, free in enumerate(left)}
        owner = matched(open_, digits)
        rows.append(sorted(digits, key=owner.__getitem__))
    return Grid(rows)


def matched(places: Mapping[K, Sequence[V]], free: Collection[V]) -> dict[V, K]:
    """Give as many owners as possible a free place of their own; return the owner of each place."""
    owner: dict[V, K] = {}

    def find(mine: K, tried: set[V]) -> bool:
        for place in places[mine]:
            if place in free and place not in tried:
                tried.add(place)
                if place not in owner or find(owner[place], tried):
                    owner[place] = mine
                    return True
        return False

    for mine in places:
        find(mine, set())
    return owner
