"""Workers that are processes of this machine: each answers one thing at a time, and ends with whoever started it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, ClassVar, Generic, Self, TypeVar

from bot.interrupts import ended_by_ctrl_c

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from types import FrameType

    Begin = Callable[[], AbstractContextManager[Callable[["Asked"], "Answer"]]]
    """Is called in each process for what answers there, which is left when the process is to end."""

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Processes(Generic[Asked, Answer]):
    """So many processes; one that dies is replaced."""

    CHUNK: ClassVar[float] = 0.1

    def __init__(self, count: int, begin: Begin[Asked, Answer], *, within: float = 0) -> None:
        """They start when it is entered; at the end they have so many seconds to end by themselves."""
        self._count, self._begin, self._within = count, begin, within
        self._all: set[_Process] = set()
        self._idle: deque[_Process] = deque()
        self._busy: dict[Connection, tuple[_Process, int]] = {}
        self._lost: list[tuple[int, Answer | None]] = []

    def __enter__(self) -> Self:
        """Start them."""
        for _ in range(self._count):
            self._start()
        return self

    def __exit__(self, *_: object) -> None:
        """End them, at once if they have no time to do so."""
        end = time.monotonic() + self._within
        if self._within:
            for process in self._all:
                process.interrupt()
            for process in self._all:
                process.wait(max(0, end - time.monotonic()))
        for process in self._all:
            process.kill()
        for process in self._all:
            process.join()

    def room(self) -> int:
        """Return how many there are."""
        return self._count

    def send(self, number: int, asked: Asked) -> None:
        """Let something be answered, under a number of its own, by one that is idle."""
        process = self._idle.popleft()
        try:
            process.connection.send(asked)
        except OSError:
            self._lost.append((number, None))
            self._replace(process)
        else:
            self._busy[process.connection] = process, number

    def wait(self) -> list[tuple[int, Answer | None]]:
        """Wait until at least one answer is there, and return those that are; None where its worker died."""
        if self._lost:
            lost, self._lost = self._lost, []
            return lost
        return [self._result(connection) for connection in wait(self._busy) if isinstance(connection, Connection)]

    def _result(self, connection: Connection) -> tuple[int, Answer | None]:
        process, number = self._busy.pop(connection)
        try:
            answer = connection.recv()
        except (EOFError, OSError):
            self._replace(process)
            return number, None
        self._idle.append(process)
        return number, answer

    def _start(self) -> None:
        process = _Process(self._begin)
        self._all.add(process)
        self._idle.append(process)

    def _replace(self, process: _Process) -> None:
        process.kill()
        process.join()
        self._all.remove(process)
        self._start()


class _Process:
    """One process, and our end of the pipe to it: the other end is its alone, so that its death is the pipe's end."""

    def __init__(self, begin: Begin[Asked, Answer]) -> None:
        # Forked, it would inherit our threads' locks as they happen to be.
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, begin), daemon=True)
        with _without_ctrl_c():
            self._process.start()
        theirs.close()

    def interrupt(self) -> None:
        self._process.terminate()

    def wait(self, seconds: float) -> None:
        self._process.join(seconds)

    def kill(self) -> None:
        self._process.kill()

    def join(self) -> None:
        self._process.join()
        self.connection.close()


def _serve(connection: Connection, begin: Begin[Asked, Answer]) -> None:
    """Answer what is sent until whoever sends it is gone, or wants an end."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    signal.signal(signal.SIGTERM, _as_ctrl_c)
    with suppress(EOFError, OSError, KeyboardInterrupt), ended_by_ctrl_c(), begin() as answer:
        while True:
            connection.send(answer(connection.recv()))


def _as_ctrl_c(_signal: int, frame: FrameType | None) -> None:
    """Do what Ctrl-C would do just now: this process never hears that."""
    stop = signal.getsignal(signal.SIGINT)
    if not callable(stop):
        raise KeyboardInterrupt
    stop(signal.SIGINT, frame)


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
