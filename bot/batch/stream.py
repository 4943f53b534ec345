"""Answer up to millions of puzzles: streamed through workers, in order, in bounded memory.

Puzzles are cut into chunks, and each worker answers one chunk at a time. The number of puzzles that are being answered,
or wait for a slower one before them, is bounded. Workers are processes of this machine (`bot.batch.processes`) or those
of a Dask cluster (`bot.addons.cluster.dask`).
"""

from __future__ import annotations

import threading
import time
import traceback
from collections import deque
from contextlib import nullcontext
from dataclasses import dataclass, field
from itertools import chain, count, islice
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from bot.batch.answer import answering
from bot.batch.lines import Entry, RawEntry
from bot.errors import SetupError
from bot.json_line import json_line
from bot.play.result import error_facts
from solvers import GaveUp

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager

    Answer = Callable[[Entry], tuple[dict[str, Any], int]]
    """Returns a puzzle's line and exit code; workers receive it pickled."""
    Line = tuple[str, int]
    """A line as JSON, and its exit code."""
    Chunk = list[tuple[int, RawEntry]]
    """Puzzles that one worker answers, each with its place among all puzzles."""

FEW_PUZZLES, FEW_SECONDS = 64, 2.0
"""Processes are only started for more puzzles than this, or for those that take longer than this many seconds."""
MAX_CHUNK = 256
"""Puzzles in a chunk, at most."""
HELD_PER_RUNNING = 32
"""Chunks' worth of puzzles held (running, or waiting for one before them) per chunk that can run at once, at most."""
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

        @answering
        def give_up(*_: object) -> None:
            raise GaveUp(reason)

        line, code = give_up(raw.parse(self.kind))
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

    with Processes(processes or cores(), work.begin) as workers:
        yield from spread(entries, work, workers, warn)


def spread(
    entries: Iterable[RawEntry | Entry], work: Work, workers: Workers, warn: Callable[[str], None]
) -> Iterator[Line]:
    """Yield the lines of puzzles, in order, answered by any workers.

    The puzzles of a worker that dies are tried again one by one; a puzzle whose worker dies again gets an error.
    """
    return _Spread(enumerate(entries), work, workers, warn).lines()


@dataclass(eq=False)
class _Spread:
    """The chunks that are sent to workers, and the lines that are finished."""

    entries: Iterator[tuple[int, RawEntry | Entry]]
    work: Work
    workers: Workers
    warn: Callable[[str], None]
    size: int = 1
    """Puzzles in the next chunk: as many as should take a worker `CHUNK_SECONDS`."""
    taken: int = 0
    """How many puzzles were taken from `entries`."""
    yielded: int = 0
    ended: bool = False
    answered: bool = False
    deaths: int = 0
    running: dict[int, Chunk] = field(default_factory=dict)
    retries: deque[Chunk] = field(default_factory=deque)
    """Single puzzles whose worker died; each then runs alone, so that it is never given up because of another one."""
    retrying: Chunk | None = None
    finished: dict[int, Line] = field(default_factory=dict)
    """The lines that wait for one before them, by place."""

    def lines(self) -> Iterator[Line]:
        """Send chunks while there is room, and yield finished lines in the order of their puzzles."""
        numbers = count()
        while not self.ended or self.yielded < self.taken:
            capacity = self.workers.capacity()
            while len(self.running) < capacity and (chunk := self._next(capacity)) is not None:
                if chunk:
                    number = next(numbers)
                    self.running[number] = chunk
                    self.workers.send(number, [raw for _, raw in chunk])
            while self.yielded in self.finished:
                yield self.finished.pop(self.yielded)
                self.yielded += 1
            if self.running:
                self._receive(DEATHS_PER_RUNNING * capacity)

    def _next(self, capacity: int) -> Chunk | None:
        """Return the next chunk; None while too many puzzles wait, or if none are left."""
        if self.retrying is not None:
            return None
        if self.retries:
            if not self.running:
                self.retrying = self.retries.popleft()
            return self.retrying
        if self.taken - self.yielded >= HELD_PER_RUNNING * capacity * self.size:
            return None
        chunk: Chunk = []
        taken = 0
        for place, entry in islice(self.entries, self.size):
            taken += 1
            if isinstance(entry, RawEntry):
                chunk.append((place, entry))
            else:
                self.finished[place] = self.work.line(entry)  # A puzzle read from a page is answered here.
        self.taken += taken
        self.ended = taken == 0
        return None if self.ended else chunk

    def _receive(self, max_deaths: int) -> None:
        """Wait for lines and store them; raises `SetupError` where too many workers die before the first line."""
        for number, done in self.workers.wait():
            chunk = self.running.pop(number)
            retried, self.retrying = chunk is self.retrying, None
            if done is not None:
                self.answered = True
                self.size = max(
                    1, min(MAX_CHUNK, round(len(chunk) * self.workers.CHUNK_SECONDS / max(done.seconds, 1e-9)))
                )
                self.finished |= {place: line for (place, _), line in zip(chunk, done.lines, strict=True)}
            elif retried:
                ((place, raw),) = chunk
                self.warn(f"a worker died again ({CAUSE}): giving up on {raw.name}")
                self.finished[place] = self.work.refused(raw, f"two workers died while answering it ({CAUSE})")
            else:
                self.deaths += 1
                if not self.answered and self.deaths > max_deaths:
                    raise SetupError(f"{self.deaths} workers died ({CAUSE}) before anything was answered")
                self.warn(f"a worker died ({CAUSE}): retrying its {len(chunk)} puzzles")
                self.retries.extend([puzzle] for puzzle in chunk)
