"""Workers that are processes of this machine: each answers a chunk at a time, and ends with whoever started it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, ClassVar, Self

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.lines import Raw
    from bot.many import Done, Work


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Processes:
    """So many processes; one that dies is replaced."""

    CHUNK: ClassVar[float] = 0.1

    def __init__(self, count: int, work: Work) -> None:
        """They start when it is entered."""
        self._count, self._work = count, work
        self._all: set[_Process] = set()
        self._idle: deque[_Process] = deque()
        self._busy: dict[Connection, tuple[_Process, int]] = {}
        self._lost: list[tuple[int, Done | None]] = []

    def __enter__(self) -> Self:
        """Start them."""
        for _ in range(self._count):
            self._start()
        return self

    def __exit__(self, *_: object) -> None:
        """End them at once."""
        for process in self._all:
            process.kill()
        for process in self._all:
            process.join()

    def room(self) -> int:
        """Return how many there are."""
        return self._count

    def send(self, number: int, raws: Sequence[Raw]) -> None:
        """Let a chunk be answered, under a number of its own, by one that is idle."""
        process = self._idle.popleft()
        try:
            process.connection.send(raws)
        except OSError:
            self._lost.append((number, None))
            self._replace(process)
        else:
            self._busy[process.connection] = process, number

    def wait(self) -> list[tuple[int, Done | None]]:
        """Wait until at least one chunk is done, and return those that are; None where its worker died."""
        if self._lost:
            lost, self._lost = self._lost, []
            return lost
        return [self._result(connection) for connection in wait(self._busy) if isinstance(connection, Connection)]

    def _result(self, connection: Connection) -> tuple[int, Done | None]:
        process, number = self._busy.pop(connection)
        try:
            done = connection.recv()
        except (EOFError, OSError):
            self._replace(process)
            return number, None
        self._idle.append(process)
        return number, done

    def _start(self) -> None:
        process = _Process(self._work)
        self._all.add(process)
        self._idle.append(process)

    def _replace(self, process: _Process) -> None:
        process.kill()
        process.join()
        self._all.remove(process)
        self._start()


class _Process:
    """One process, and our end of the pipe to it: the other end is its alone, so that its death is the pipe's end."""

    def __init__(self, work: Work) -> None:
        # Forked, it would inherit our threads' locks as they happen to be.
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, work), daemon=True)
        with _without_ctrl_c():
            self._process.start()
        theirs.close()

    def kill(self) -> None:
        self._process.kill()

    def join(self) -> None:
        self._process.join()
        self.connection.close()


def _serve(connection: Connection, work: Work) -> None:
    """Answer chunks until whoever sends them is gone."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            connection.send(work.chunk(connection.recv()))


def _end_with_parent() -> None:
    """End even in the middle of a chunk when the parent is gone, whatever ended it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def _without_ctrl_c() -> Iterator[None]:
    """Let what is started inside never hear Ctrl-C, which a terminal sends to all: who started it says when to end."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
