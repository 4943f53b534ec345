"""Solving and entering: from a board that was read to one that shows the solution, whatever the page changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar

from bot.errors import PageGone, PuzzleChanged
from bot.play.clicker import Clicker
from bot.play.reading import BoardReading, Task, is_another
from bot.play.result import is_mark, known_marks
from bot.record.recorder import as_data
from scrapers import Move, ReadError, Snapshot
from solvers import PROOF, BadPuzzle, GivensError, Grid, NoSolution, NotUnique, dump_grid, solutions, solve

if TYPE_CHECKING:
    from bot.play.judge import Judge
    from solvers import Puzzle, Step

MAX_SOLUTIONS = 12
"""How many solutions are entered at most."""
SOLUTIONS_TIMEOUT = 10.0
"""Seconds that finding the other solutions may take."""
EXPLAIN_TIMEOUT = 5.0
"""Seconds that finding the steps may take: a person is watching."""


def solve_board(task: Task, board: BoardReading) -> tuple[BoardReading, Grid]:
    """Return a board and its solution; without a unique one, read and solve the board again a moment later.

    The page may still have been drawing when the board was read.
    """
    failed: NotUnique | NoSolution | None = None
    try:
        solution = _solution(task, board.puzzle)
    except (NotUnique, NoSolution) as error:
        failed = error
    if failed is None and task.result.unique:
        return board, solution
    again = task.read_again(board)
    if again.puzzle != board.puzzle:
        return again, _solution(task, again.puzzle)
    if failed is not None:
        raise failed
    return again, solution


def _solution(task: Task, puzzle: Puzzle) -> Grid:
    """Find a solution; raise `NotUnique` if there are several, unless any may be entered.

    Where a page judges rules, any is right if each clue was read in two places.
    """
    task.set_status("solving")
    result, policy, unique = task.result, task.site.POLICY.solutions, True
    with result.time_phase("solve"):
        limit = None if task.options.timeout is None else task.limit.remaining(task.options.timeout)
        try:
            solution = solve(puzzle, timeout=limit).grid
        except NotUnique as error:
            if policy == "any" and result.single:
                error.add(
                    f"any is right, but only if every clue stands in two places of the page; {result.single} in one"
                )
            if not (task.options.any_solution or policy == "several" or (policy == "any" and not result.single)):
                raise
            solution, unique = error.first, False
    record_solution(task, solution, puzzle, unique=unique)
    return solution


def record_solution(task: Task, solution: Grid, puzzle: Puzzle, *, unique: bool) -> None:
    """Record the solution to enter."""
    rows = dump_grid(solution, puzzle)
    result = task.result
    result.verdict, result.proof, result.solution = "one" if unique else "several", PROOF, rows
    task.recorder.json("solution.json", rows)
    task.recorder.event("solved", unique=unique)


def others(task: Task, puzzle: Puzzle, first: Grid) -> Iterator[Grid]:
    """Yield the other solutions of a puzzle, if its site allows several."""
    if task.site.POLICY.solutions == "several" and not task.result.unique:
        with task.result.time_phase("solve"):
            found = solutions(puzzle, limit=MAX_SOLUTIONS, timeout=task.limit.remaining(SOLUTIONS_TIMEOUT))
        yield from (grid for grid in found.grids if grid != first)


def explanation_of(task: Task, board: BoardReading) -> list[Step]:
    """Return the steps to say and to enter, if a person is watching; none if finding them takes too long."""
    say = task.options.say
    if say is None:
        return []
    from solvers import explain

    task.set_status("explaining")
    with task.result.time_phase("explain"):
        try:
            steps = list(explain(board.puzzle, timeout=task.limit.remaining(EXPLAIN_TIMEOUT)))
        except GivensError as error:  # The page can be played without reasons.
            say(f"entering in the page's own order, because no steps were found: {error.message}")
            return []
    # A step whose marks are already on the board needs no explanation.
    standing = dict(board.marks.marked())
    return [step for step in steps if not step.sets.items() <= standing.items()]


@dataclass(slots=True)
class BoardEntry:
    """Enters solutions on one board, and records what it enters."""

    MAX_CHANGES: ClassVar = 3
    """How often a page may change its puzzle while the solution is entered."""
    CLICKER: ClassVar = Clicker

    task: Task
    judge: Judge
    board: BoardReading
    """The board that is entered, as it was read last."""
    clicker: Clicker = field(init=False)
    after: Grid | None = None
    """The board when it was last seen."""

    def __post_init__(self) -> None:
        """Make the clicker for this board."""
        task, layout, live = self.task, self.board.layout, self.task.live
        policy = task.site.POLICY
        boxes = layout.boxes(self.board.snapshot).values()
        live.middles = [(x + width / 2, y + height / 2) for x, y, width, height in filter(None, boxes)]
        self.clicker = self.CLICKER(
            live,
            layout,
            note=self._record_move,
            check=self.check_puzzle,
            before_first=self._before_first,
            before_last=self._before_last,
            is_accepted=self._is_accepted,
            pace=task.options.pace or 0.0,
            min_elapsed=policy.min_elapsed.get(layout.NAME, 0.0),
            shown=policy.shown,
            steps=explanation_of(task, self.board),
            say=task.options.say or (lambda _: None),
        )

    def take(self) -> Snapshot:
        """Return the board as it is now."""
        return self.task.live.take(self.board.layout.MEASURE)

    def enter(self, snapshot: Snapshot, solution: Grid) -> Grid:
        """Enter what the board still lacks; where the page changes its puzzle, read and solve again.

        Return the solution that the board shows in the end.
        """
        task = self.task
        task.set_status("entering")
        for left in reversed(range(self.MAX_CHANGES + 1)):
            try:
                with task.result.time_phase("enter"), task.limit_time("entering"):
                    try:
                        self.clicker.enter(snapshot, solution)
                    finally:
                        self.record()
            except (PuzzleChanged, ReadError, BadPuzzle) as error:  # What cannot be read may be about to change.
                if not left or (isinstance(error, ReadError) and error.is_final):
                    raise
                task.recorder.event("changed")
                board = self.board = task.read_again(self.board)
                task.check_result()
                self.board, solution = solve_board(task, board)
                snapshot = self.board.snapshot
                self.clicker.layout, self.clicker.steps, self.clicker.answers = self.board.layout, (), False
            else:
                break
        return solution

    def record(self) -> None:
        """Record what was entered so far."""
        clicker, result = self.clicker, self.task.result
        result.inputs, result.repaired, result.entered = clicker.inputs, clicker.repaired, clicker.inputs > 0
        self.set_last_board(clicker.seen)
        self.task.recorder.event("entered", inputs=clicker.inputs, repaired=clicker.repaired, rounds=clicker.rounds)

    def look(self) -> Snapshot | None:
        """Return the board once more, None if the page has removed it."""
        try:
            snapshot = self.take()
            self.set_last_board(self.board.layout.marks(snapshot))
        except (PageGone, ReadError):
            return None
        return snapshot

    def set_last_board(self, marks: Grid | None) -> None:
        """Store the marks of the board as they were last seen."""
        if marks is not None:
            self.after = known_marks(marks, self.board.puzzle)
            self.task.result.board_after = dump_grid(self.after, self.board.puzzle)

    def check_puzzle(self, snapshot: Snapshot) -> None:
        """Raise `PuzzleChanged` if the board no longer shows the puzzle that is being entered."""
        if is_another(self.board, snapshot):
            raise PuzzleChanged(f"the puzzle at {self.task.page.url} has changed while its solution was entered")

    def _before_first(self) -> None:
        """Keep what the page says before the first input, and check that it still shows the puzzle that was read."""
        self._declare_robot()
        self.judge.before_first()
        if self.board.layout.read(self.take()).puzzle != self.board.puzzle:
            raise PuzzleChanged(f"the puzzle at {self.task.page.url} has changed since it was read")

    def _before_last(self) -> None:
        """Keep what the page says before the last input."""
        self._declare_robot()
        self.judge.before_last()

    def _is_accepted(self) -> bool:
        """Return whether the page says that it is solved."""
        return self.judge.wait(0.0).verdict is True

    def _declare_robot(self) -> None:
        """Set the field in which the site asks programs to say what they are; raise `ReadError` if it is missing."""
        field = self.task.site.POLICY.robot_field
        if self.task.options.robot and not self.task.live.set_field(field, "1"):
            raise ReadError(f"the page at {self.task.page.url} has no field {field}", selector=field)

    def _record_move(self, move: Move) -> None:
        """Record an input, with the marks that it may leave."""
        puzzle = self.board.puzzle
        leaves = {
            cell: frozenset(mark for mark in marks if is_mark(mark, puzzle)) for cell, marks in move.leaves.items()
        }
        self.task.recorder.event("input", **as_data(replace(move, leaves=leaves)))
