"""Answer up to millions of puzzles: streamed through workers, in order, in bounded memory.

Each worker answers a chunk at a time. The number of chunks that are being answered, or wait for a slower one before
them, is bounded.
"""

from __future__ import annotations

import threading
import time
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from bot.batch.answer import answering
from bot.batch.pool import Pool, ProcessPool, cores, in_order
from bot.errors import SetupError
from bot.json_file import json_line
from bot.play.result import error_facts
from solvers import GaveUp

if TYPE_CHECKING:
    from bot.batch.lines import InputPuzzle, RawEntry

    Answer = Callable[[InputPuzzle], tuple[dict[str, Any], int]]
    """Returns a puzzle's line and exit code; workers receive it pickled."""
    Line = tuple[str, int]
    """A line as JSON, and its exit code."""
    Chunk = Sequence[RawEntry | InputPuzzle]
    """Puzzles that one worker answers."""

FEW_PUZZLES, FEW_SECONDS = 64, 2.0
"""Processes are only started for more puzzles than this, or for those that take longer than this many seconds."""
MAX_CHUNK = 256
"""Puzzles in a chunk, at most."""
HELD_PER_RUNNING = 32
"""Chunks held (running, or waiting for one before them) per chunk that can run at once, at most."""
DEATHS_PER_RUNNING = 2
"""Deaths of workers, per chunk that can run at once, before anything is answered, that end the run."""
CAUSE = "killed, or out of memory"

_z3 = threading.Lock()
"""Z3 allows one thread per process; a cluster's worker may have several."""


@dataclass(frozen=True)
class Work:
    """How to answer each puzzle, here or in a worker; `kind` is the default for puzzles that do not name one."""

    answer: Answer
    kind: str | None = None

    def line(self, entry: RawEntry | InputPuzzle) -> Line:
        """Answer one puzzle; an unexpected exception is printed and becomes an error line."""
        parsed = entry.parse(self.kind)
        try:
            line, code = self.answer(parsed)
        except Exception as error:  # noqa: BLE001 - one puzzle of a million does not stop the others
            traceback.print_exc()
            line, code = {"line": parsed.name} | parsed.rest | error_facts(error), 1
        return json_line(line), code

    def chunk(self, entries: Chunk) -> tuple[list[Line], float]:
        """Answer a chunk in a worker; return its lines, and the seconds they took."""
        with _z3:
            start = time.perf_counter()
            lines = [self.line(entry) for entry in entries]
            return lines, time.perf_counter() - start


def answers(
    entries: Iterable[RawEntry | InputPuzzle], work: Work, processes: int | None, warn: Callable[[str], None]
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
    if processes == 1:
        yield from map(work.line, entries)
    else:
        with ProcessPool(min(processes or cores(), cores())) as pool:
            yield from spread(entries, work, pool, warn)


def spread(
    entries: Iterable[RawEntry | InputPuzzle], work: Work, pool: Pool, warn: Callable[[str], None]
) -> Iterator[Line]:
    """Yield the lines of puzzles, in order, answered by any workers.

    The puzzles of a worker that dies are tried again one by one; a puzzle whose worker dies again gets an error.
    """
    entries = iter(entries)
    size, answered, deaths = 1, False, 0
    begin = partial(pool.submit, work.chunk)
    chunks = iter(lambda: list(islice(entries, size)), [])
    for chunk, future in in_order(begin, chunks, lambda: HELD_PER_RUNNING * pool.capacity()):
        try:
            lines, seconds = future.result()
            answered, size = True, max(1, min(MAX_CHUNK, round(len(lines) * pool.CHUNK_SECONDS / seconds)))
            yield from lines
        except BrokenExecutor:
            deaths += 1
            if not answered and deaths > DEATHS_PER_RUNNING * pool.capacity():
                raise SetupError(f"{deaths} workers died ({CAUSE}) before anything was answered") from None
            warn(f"a worker died ({CAUSE}): retrying its {len(chunk)} puzzles")
            for entry in chunk:
                try:
                    yield from begin([entry]).result()[0]
                except BrokenExecutor:
                    warn(f"a worker died again ({CAUSE}): giving up on {entry.name}")
                    yield Work(_give_up, work.kind).line(entry)


@answering
def _give_up(*_: object) -> None:
    raise GaveUp(f"two workers died while answering it ({CAUSE})")
