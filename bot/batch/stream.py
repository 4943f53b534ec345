"""Answer up to millions of puzzles: streamed through workers, in order, in bounded memory.

Puzzles are cut into chunks, and each worker answers one chunk at a time. The number of chunks that run, or wait for a
slower one before them, is bounded. Workers are processes of this machine (`bot.batch.processes`) or those of a Dask
cluster (`bot.batch.cluster`).
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

from bot.batch.answer import answer_line
from bot.batch.lines import Entry, RawEntry
from bot.errors import SetupError
from bot.json_line import json_line
from bot.play.result import error_facts
from solvers import GaveUp

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from solvers import Puzzle

    Answer = Callable[[Entry], tuple[dict[str, Any], int]]
    """Returns a puzzle's line and exit code; workers receive it pickled."""
    Line = tuple[str, int]
    """A line as JSON, and its exit code."""

FEW_PUZZLES, FEW_SECONDS = 64, 2.0
"""This many puzzles, or as many as are answered in this many seconds, are not worth starting processes for."""
MAX_CHUNK = 256
"""Puzzles in a chunk, at most."""
HELD_PER_RUNNING = 32
"""Chunks held (running, or waiting for one before them) per chunk that can run at once, at most."""
DEATHS_PER_RUNNING = 2
"""Workers that may die, per chunk that can run at once, before anything is answered."""
CAUSE = "killed, or out of memory"

_z3 = threading.Lock()
"""Z3 allows one thread per process; a cluster's worker may have several."""


@dataclass(frozen=True)
class Work:
    """How to answer each puzzle, here or in a worker; `kind` is the default for puzzles that do not name one."""

    answer: Answer
    kind: str | None = None

    def line(self, entry: RawEntry | Entry) -> Line:
        """Answer one puzzle; an unexpected exception is printed and becomes an error line."""
        parsed = entry.parse(self.kind) if isinstance(entry, RawEntry) else entry
        try:
            line, code = self.answer(parsed)
        except Exception as error:  # noqa: BLE001 - one puzzle of a million does not stop the others
            traceback.print_exc()
            line, code = {"line": parsed.name} | parsed.rest | error_facts(error), 1
        return json_line(line), code

    def refused(self, raw: RawEntry, reason: str) -> Line:
        """Return the line of a puzzle that no worker can answer."""

        def give_up(_puzzle: Puzzle, _line: dict[str, Any]) -> None:
            raise GaveUp(reason)

        line, code = answer_line(raw.parse(self.kind), give_up)
        return json_line(line), code

    def begin(self) -> AbstractContextManager[Callable[[Sequence[RawEntry]], ChunkResult]]:
        """Return a context with the function that answers chunks in a process."""
        return nullcontext(self.chunk)

    def chunk(self, raws: Sequence[RawEntry]) -> ChunkResult:
        """Answer a chunk in a worker."""
        with _z3:
            start = time.perf_counter()
            lines = [self.line(raw) for raw in raws]
            return ChunkResult(lines, time.perf_counter() - start)


@dataclass(frozen=True, slots=True)
class ChunkResult:
    """The lines of a chunk, and the seconds they took."""

    lines: list[Line]
    seconds: float


class Workers(Protocol):
    """Workers that answer chunks."""

    CHUNK_SECONDS: ClassVar[float]
    """How long a chunk should take: many times the cost of sending it."""

    def capacity(self) -> int:
        """Return the number of chunks that can run at once, at least 1."""

    def send(self, number: int, raws: Sequence[RawEntry], /) -> None:
        """Start to answer a chunk under a unique number."""

    def wait(self) -> Iterable[tuple[int, ChunkResult | None]]:
        """Wait until a chunk is done, and return those that are; None where the worker died."""


def answers(
    entries: Iterable[RawEntry | Entry], work: Work, processes: int | None, warn: Callable[[str], None]
) -> Generator[Line]:
    """Yield the lines of puzzles, in order, answered by processes of this machine.

    With 1, all run in this process; with None, only the first few do, and the rest get one process per core. `warn` is
    called with a warning when a process dies.
    """
    entries = iter(entries)
    if processes is None:
        end = time.monotonic() + FEW_SECONDS
        for entry in islice(entries, FEW_PUZZLES):
            yield work.line(entry)
            if time.monotonic() > end:
                break
        following = list(islice(entries, 1))
        if not following:
            return
        entries = chain(following, entries)
    if processes == 1:
        yield from map(work.line, entries)
        return
    from bot.batch.processes import Processes, cores

    processes = processes or cores()
    with Processes(processes, work.begin) as workers:
        yield from spread(entries, work, workers, warn)


def spread(
    entries: Iterable[RawEntry | Entry], work: Work, workers: Workers, warn: Callable[[str], None]
) -> Iterator[Line]:
    """Yield the lines of puzzles, in order, answered by any workers.

    The puzzles of a worker that dies are tried again one by one; a puzzle whose worker dies again gets an error.
    """
    return _Spread(_Chunker(entries, work, workers.CHUNK_SECONDS), work, workers, warn).lines()


class _Spread:
    """The chunks that are sent to workers, and their results."""

    def __init__(self, chunker: _Chunker, work: Work, workers: Workers, warn: Callable[[str], None]) -> None:
        self._chunker, self._work, self._workers, self._warn = chunker, work, workers, warn
        self._waiting: deque[_Chunk] = deque()
        self._retries: deque[_Attempt] = deque()
        self._running: dict[int, _Attempt] = {}
        self._numbers = count()
        self._done = self._died = 0

    def lines(self) -> Iterator[Line]:
        """Send chunks while there is room, and yield finished lines in the order of their puzzles."""
        while self._waiting or not self._chunker.ended:
            capacity = self._workers.capacity()
            while len(self._running) < capacity and (attempt := self._next(HELD_PER_RUNNING * capacity)) is not None:
                if attempt.places:
                    number = next(self._numbers)
                    self._running[number] = attempt
                    self._workers.send(number, attempt.raws())
            while self._waiting and not self._waiting[0].missing():
                yield from filter(None, self._waiting.popleft().lines)
            if self._running:
                self._receive(DEATHS_PER_RUNNING * capacity)

    def _next(self, max_held: int) -> _Attempt | None:
        """Return the next attempt; None while too many chunks wait, or if no puzzles are left.

        A last attempt runs alone, so that a puzzle is never given up because of another one.
        """
        if any(attempt.last for attempt in self._running.values()):
            return None
        if self._retries:
            return None if self._running else self._retries.popleft()
        chunk = self._chunker.next() if len(self._waiting) < max_held else None
        if chunk is None:
            return None
        self._waiting.append(chunk)
        return _Attempt(chunk, chunk.missing())

    def _receive(self, max_deaths: int) -> None:
        """Wait for lines and store them; raises `SetupError` where too many workers die before the first line."""
        for number, done in self._workers.wait():
            attempt = self._running.pop(number)
            if done is not None:
                self._done += 1
                self._chunker.learn(len(done.lines), done.seconds)
                attempt.store(done.lines)
            elif attempt.last:
                (raw,) = attempt.raws()
                self._warn(f"a worker died again ({CAUSE}): giving up on {raw.name}")
                attempt.store([self._work.refused(raw, f"two workers died while answering it ({CAUSE})")])
            else:
                self._died += 1
                if not self._done and self._died > max_deaths:
                    raise SetupError(f"{self._died} workers died ({CAUSE}) before anything was answered")
                self._warn(f"a worker died ({CAUSE}): retrying its {len(attempt.places)} puzzles")
                self._retries.extend(_Attempt(attempt.chunk, [place], last=True) for place in attempt.places)


@dataclass(eq=False)
class _Chunk:
    """Consecutive puzzles, and the lines that are finished."""

    entries: list[RawEntry | Entry]
    lines: list[Line | None]

    def missing(self) -> list[int]:
        """Return the places of the puzzles that have no line yet."""
        return [place for place, line in enumerate(self.lines) if line is None]


@dataclass(frozen=True, eq=False)
class _Attempt:
    """Some places of a chunk that are sent to a worker."""

    chunk: _Chunk
    places: list[int]
    last: bool = False

    def raws(self) -> list[RawEntry]:
        entries = (self.chunk.entries[place] for place in self.places)
        return [entry for entry in entries if isinstance(entry, RawEntry)]

    def store(self, lines: Sequence[Line]) -> None:
        for place, line in zip(self.places, lines, strict=True):
            self.chunk.lines[place] = line


class _Chunker:
    """Cuts puzzles into chunks of about equal duration, estimated from finished chunks."""

    def __init__(self, entries: Iterable[RawEntry | Entry], work: Work, seconds: float) -> None:
        self._entries, self._work, self._seconds = iter(entries), work, seconds
        self._size = 1
        self.ended = False

    def next(self) -> _Chunk | None:
        """Return the next chunk, None at the end; a puzzle read from a page is answered here."""
        entries = list(islice(self._entries, self._size))
        if not entries:
            self.ended = True
            return None
        return _Chunk(entries, [None if isinstance(entry, RawEntry) else self._work.line(entry) for entry in entries])

    def learn(self, lines: int, seconds: float) -> None:
        """Adapt the size of the next chunks to the duration of a finished one."""
        self._size = max(1, min(MAX_CHUNK, round(lines * self._seconds / max(seconds, 1e-9))))
