"""Thousands to millions of puzzles: streamed through workers, answered in their order, in bounded memory.

What comes is cut into chunks, each answered by one worker, and only so many chunks are under way, or wait for a slower
one before them. The workers are processes of this machine (`bot.batch.processes`) or those of a cluster
(`bot.batch.cluster`).
"""

from __future__ import annotations

import threading
import time
import traceback
from collections import deque
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import chain, count, islice
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from bot.batch.lines import Given, Raw
from bot.batch.solve import answered
from bot.errors import SetupError
from bot.json_line import json_line
from bot.play.result import error_facts
from solvers import GaveUp

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from solvers import Puzzle

    Answer = Callable[[Given], tuple[dict[str, Any], int]]
    """Gives a puzzle's line and exit code; it is sent to workers."""
    Line = tuple[str, int]
    """A line as JSON, and its exit code."""

FEW, SOON = 64, 2.0
"""So many puzzles, or as many as are answered in so many seconds, are not worth the start of processes."""
MOST = 256
"""Puzzles in a chunk, at most."""
HELD = 32
"""Chunks that are under way or wait for one before them, for each that can be under way."""
HOPELESS = 2
"""So many workers, for each chunk that can be under way, may die before anything is answered."""
CAUSE = "killed, or out of memory"

_z3 = threading.Lock()
"""Z3 takes one thread a process; a worker of a cluster may have several."""


@dataclass(frozen=True)
class Work:
    """What is to be done with each puzzle, here or in a worker; `kind` is that of a puzzle that does not say it."""

    answer: Answer
    kind: str | None = None

    def line(self, one: Raw | Given) -> Line:
        """Answer one puzzle; a bug of ours is told, and is an error among the lines."""
        given = one.given(self.kind) if isinstance(one, Raw) else one
        try:
            line, code = self.answer(given)
        except Exception as error:  # noqa: BLE001 - one of a million does not stop the others
            traceback.print_exc()
            line, code = {"line": given.name} | given.rest | error_facts(error), 1
        return json_line(line), code

    def refused(self, raw: Raw, why: str) -> Line:
        """Give the line of a puzzle that no worker can answer."""

        def give_up(_puzzle: Puzzle, _line: dict[str, Any]) -> None:
            raise GaveUp(why)

        line, code = answered(raw.given(self.kind), give_up, draw=False)
        return json_line(line), code

    def begin(self) -> AbstractContextManager[Callable[[Sequence[Raw]], Done]]:
        """Return what answers chunks in a process of its own, and has nothing to begin or to end there."""
        return nullcontext(self.chunk)

    def chunk(self, raws: Sequence[Raw]) -> Done:
        """Answer a chunk: what a worker does, wherever it runs."""
        with _z3:
            start = time.perf_counter()
            lines = [self.line(raw) for raw in raws]
            return Done(lines, time.perf_counter() - start)


@dataclass(frozen=True, slots=True)
class Done:
    """The lines of a chunk, and the seconds they took."""

    lines: list[Line]
    seconds: float


class Workers(Protocol):
    """Where chunks are answered."""

    CHUNK: ClassVar[float]
    """Seconds that a chunk should take: many times what it costs to send it."""

    def room(self) -> int:
        """Return how many chunks may be under way together, 1 or more."""

    def send(self, number: int, raws: Sequence[Raw], /) -> None:
        """Let a chunk be answered, under a number of its own."""

    def wait(self) -> Iterable[tuple[int, Done | None]]:
        """Wait until at least one chunk is done, and return those that are; None where its worker died."""


def answers(
    coming: Iterable[Raw | Given], work: Work, processes: int | None, tell: Callable[[str], None]
) -> Generator[Line]:
    """Iterate over the lines of puzzles, in their order, answered by so many processes of this machine.

    1 starts none; None starts none for a few puzzles, else one for each core. `tell` is told of those that died.
    """
    ones = iter(coming)
    if processes is None:
        end = time.monotonic() + SOON
        for one in islice(ones, FEW):
            yield work.line(one)
            if time.monotonic() > end:
                break
        more = list(islice(ones, 1))
        if not more:
            return
        ones = chain(more, ones)
    if processes == 1:
        yield from map(work.line, ones)
        return
    from bot.batch.processes import Processes, cores

    processes = processes or cores()
    with Processes(processes, work.begin) as workers:
        yield from spread(ones, work, workers, tell)


def spread(coming: Iterable[Raw | Given], work: Work, workers: Workers, tell: Callable[[str], None]) -> Iterator[Line]:
    """Iterate over the lines of puzzles, in their order, answered by workers of any sort.

    Where a worker dies its puzzles are done again, each by itself; one whose worker dies again gets an error.
    """
    return _Spread(_Cutter(coming, work, workers.CHUNK), work, workers, tell).lines()


class _Spread:
    """What is on its way to workers, and back."""

    def __init__(self, cutter: _Cutter, work: Work, workers: Workers, tell: Callable[[str], None]) -> None:
        self._cutter, self._work, self._workers, self._tell = cutter, work, workers, tell
        self._waiting: deque[_Chunk] = deque()
        self._again: deque[_Try] = deque()
        self._running: dict[int, _Try] = {}
        self._numbers = count()
        self._done = self._died = 0

    def lines(self) -> Iterator[Line]:
        """Send chunks while there is room, and yield what is done in the order in which it came."""
        while self._waiting or not self._cutter.ended:
            room = self._workers.room()
            while len(self._running) < room and (trial := self._next(HELD * room)) is not None:
                if trial.places:
                    number = next(self._numbers)
                    self._running[number] = trial
                    self._workers.send(number, trial.raws())
            while self._waiting and not self._waiting[0].missing():
                yield from filter(None, self._waiting.popleft().lines)
            if self._running:
                self._receive(HOPELESS * room)

    def _next(self, held: int) -> _Try | None:
        """Return what is to be sent next, None while too much waits, or where nothing comes any more.

        What is tried a last time is alone, so that nothing is given up for what its neighbour has done.
        """
        if any(trial.last for trial in self._running.values()):
            return None
        if self._again:
            return None if self._running else self._again.popleft()
        chunk = self._cutter.next() if len(self._waiting) < held else None
        if chunk is None:
            return None
        self._waiting.append(chunk)
        return _Try(chunk, chunk.missing())

    def _receive(self, hopeless: int) -> None:
        """Wait for lines, and take them; raises `SetupError` where so many workers die that nothing is to be hoped."""
        for number, done in self._workers.wait():
            trial = self._running.pop(number)
            if done is not None:
                self._done += 1
                self._cutter.learn(len(done.lines), done.seconds)
                trial.take(done.lines)
            elif trial.last:
                (raw,) = trial.raws()
                self._tell(f"a worker died again ({CAUSE}): {raw.name} is given up")
                trial.take([self._work.refused(raw, f"two workers died of it ({CAUSE})")])
            else:
                self._died += 1
                if not self._done and self._died > hopeless:
                    raise SetupError(f"{self._died} workers died ({CAUSE}) before anything was answered")
                self._tell(f"a worker died ({CAUSE}): what it had ({len(trial.places)}) is done again")
                self._again.extend(_Try(trial.chunk, [place], last=True) for place in trial.places)


@dataclass(eq=False)
class _Chunk:
    """Puzzles that follow one another, and their lines as far as there are any."""

    ones: list[Raw | Given]
    lines: list[Line | None]

    def missing(self) -> list[int]:
        """Return the places of the puzzles that have no line yet."""
        return [place for place, line in enumerate(self.lines) if line is None]


@dataclass(frozen=True, eq=False)
class _Try:
    """Some places of a chunk on their way to a worker."""

    chunk: _Chunk
    places: list[int]
    last: bool = False

    def raws(self) -> list[Raw]:
        ones = (self.chunk.ones[place] for place in self.places)
        return [one for one in ones if isinstance(one, Raw)]

    def take(self, lines: Sequence[Line]) -> None:
        for place, line in zip(self.places, lines, strict=True):
            self.chunk.lines[place] = line


class _Cutter:
    """Cuts what comes into chunks that take about so many seconds, as those took that are done."""

    def __init__(self, coming: Iterable[Raw | Given], work: Work, seconds: float) -> None:
        self._coming, self._work, self._seconds = iter(coming), work, seconds
        self._size = 1
        self.ended = False

    def next(self) -> _Chunk | None:
        """Return a chunk, None where nothing comes any more; what is no text (a page's puzzle) is answered here."""
        ones = list(islice(self._coming, self._size))
        if not ones:
            self.ended = True
            return None
        return _Chunk(ones, [None if isinstance(one, Raw) else self._work.line(one) for one in ones])

    def learn(self, lines: int, seconds: float) -> None:
        """Let the next chunks be as large as this one should have been."""
        self._size = max(1, min(MOST, round(lines * self._seconds / max(seconds, 1e-9))))
