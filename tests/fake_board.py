"""A board in memory, on a clock that needs no page: what is asked of the clicker costs no browser here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

from bot.errors import PageGone
from bot.play.clicker import Clicker
from bot.play.live import MoveReport
from scrapers import Click, Drag, Keys, Move, PageClock, Point, Snapshot
from solvers import Cell, Grid

CENTRES = ((100, 110), (200, 110), (300, 110))
"""Points in the cells of a board."""
Moves: TypeAlias = "Callable[[Grid], list[Move]]"


def click(marks: Grid, *points: Point) -> list[Move]:
    """Return clicks at points, one for each column, on the blank cells."""
    at = points or CENTRES
    return [Click(at[cell.col], {cell: frozenset({1})}) for cell in marks.cells() if marks[cell] is None]


def every(marks: Grid, mark: int) -> dict[Cell, frozenset[int | None]]:
    """Return the effect of a move that leaves one mark in all cells."""
    return {cell: frozenset({mark}) for cell in marks.cells()}


class Strip:
    """A toy layout of cells in a row, with marks in attributes; it makes whatever moves it is given."""

    NAME, MEASURE = "strip", "(board) => ({ marks: [...board.children].map((cell) => cell.dataset.mark ?? null) })"

    def __init__(self, moves: Moves) -> None:
        """Take a function from the marks shown to the next moves."""
        self._moves = moves

    def marks(self, snapshot: Snapshot) -> Grid:
        """Return the marks in the attributes."""
        return Grid([[None if mark is None else int(mark) for mark in snapshot.state["marks"]]])

    def moves(self, snapshot: Snapshot, solution: Grid) -> list[Move]:
        """Return the moves for the marks shown, none when they are the solution."""
        return [] if self.marks(snapshot) == solution else self._moves(self.marks(snapshot))


def enter(board: Any, moves: Moves = click, solution: str = "111", **options: Any) -> Clicker:  # noqa: ANN401 - a `Live`
    """Enter a solution on a fake or a live board with a clicker with these options, and return it."""
    made = Clicker(board, Strip(moves), **{"note": lambda _: None, "pace": 0, "min_elapsed": 0} | options)  # type: ignore[arg-type]
    made.enter(board.take(Strip.MEASURE), Grid.parse(solution))
    return made


class FakeClock(PageClock):
    """A clock whose pauses let a board go on; what takes its time otherwise moves the clock alone."""

    def __init__(self) -> None:
        """Begin at some time."""
        self.time, self.paused = 1000.0, 0.0
        self._later: list[tuple[float, Callable[[], object]]] = []

    def now(self) -> float:
        """Return the time in seconds."""
        return self.time

    def pause(self, ms: float) -> None:
        """Let time pass for the board, too."""
        self.time += ms / 1000
        self.paused += ms / 1000
        due = [do for at, do in self._later if at <= self.paused]
        self._later = [(at, do) for at, do in self._later if at > self.paused]
        for do in due:
            do()

    def later(self, seconds: float, do: Callable[[], object]) -> None:
        """Do something once there were pauses of so many seconds."""
        self._later.append((self.paused + seconds, do))
        self.pause(0)


def mark(board: FakeBoard, cells: Sequence[int], _key: str = "") -> list[int | None]:
    """Mark cells, as most boards do; return all marks."""
    for at in cells:
        board.marks[at] = 1
    return board.marks


@dataclass
class FakeBoard:
    """A row of cells that stands in for a `Live`: a test says what an input does, and when."""

    react: Callable[[FakeBoard, Sequence[int], str], object] = mark
    """Called with the columns that the mouse was pressed in, or with a key."""
    late: float = 0.0
    """The seconds of its own time after which the board reacts."""
    costs: float = 0.0
    """The seconds that each look and each input takes."""
    lost: frozenset[int] = frozenset()
    """The numbers of the inputs that come to nothing, from 1."""
    covered: dict[int, str] = field(default_factory=dict)
    """What lies over columns."""
    deaf: str = ""
    """Why inputs do not reach the board."""
    marks: list[int | None] = field(default_factory=lambda: [None] * 3)
    gone: bool = False
    inputs: list[float] = field(default_factory=list)
    """When each input was made."""
    clock: FakeClock = field(default_factory=FakeClock)
    address: str = "https://fake.example/"

    def take(self, _measure: str) -> Snapshot:
        """Return the board as it is."""
        self.clock.time += self.costs
        if self.gone:
            raise PageGone(f"the board at {self.address} is gone")
        return Snapshot(self.address, str(self.marks), {"marks": [*self.marks]})

    def covers(self, points: Sequence[Point]) -> list[str]:
        """Return what covers each point, "" for nothing."""
        return [self.covered.get(int(x // 100 - 1), "") for x, _ in points]

    def perform(self, moves: Sequence[Move], planned: Sequence[Point] = (), measure: str = "") -> MoveReport:
        """Make moves, unless a point that is planned is covered."""
        if any(self.covers(planned)):
            return MoveReport([], "the board is covered", refused=True)
        made = [] if self.deaf else moves
        for move in made:
            points = [move.at] if isinstance(move, Click) else move.through if isinstance(move, Drag) else []
            cells = range(int(points[0][0] // 100 - 1), int(points[-1][0] // 100)) if points else ()
            for key in move.keys if isinstance(move, Keys) else [""]:
                self.clock.time += self.costs
                self.inputs.append(self.clock.time)
                if len(self.inputs) not in self.lost:
                    self.clock.later(self.late, partial(self.react, self, cells, key))
        return MoveReport(made, self.deaf, snapshot=self.take(measure) if measure else None)

    def do_nothing(self, *_: object) -> bool:
        """Do nothing: there is no window."""
        return False

    find_board = show = widen = move_away = do_nothing
