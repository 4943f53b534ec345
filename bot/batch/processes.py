"""Worker processes: each answers one request at a time, and ends with its parent."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from contextlib import contextmanager, suppress
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, ClassVar, Generic, Self, TypeVar

from bot.interrupts import as_ctrl_c, ended_by_ctrl_c

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from multiprocessing.connection import Connection

    Begin = Callable[[], AbstractContextManager[Callable[["Request"], "Answer"]]]
    """Called in each process; its context yields the function that answers, and is left when the process ends."""

Request = TypeVar("Request")
Answer = TypeVar("Answer")


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Processes(Generic[Request, Answer]):
    """Up to a number of processes, each started when it is first needed; one that dies is replaced."""

    CHUNK_SECONDS: ClassVar[float] = 0.1

    def __init__(self, count: int, begin: Begin[Request, Answer], *, grace: float = 0) -> None:
        """Prepare the processes; at the end they have `grace` seconds to end by themselves."""
        self._count, self._begin, self._grace = count, begin, grace
        self._allowed = min(count, cores())
        self._processes: set[WorkerProcess] = set()
        self._idle: deque[WorkerProcess] = deque()
        self._busy: dict[WorkerProcess, int] = {}
        self._lost: list[tuple[int, Answer | None]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """End the processes, at once without a grace period."""
        end = time.monotonic() + self._grace
        if self._grace:
            for process in self._processes:
                process.process.terminate()
            for process in self._processes:
                process.process.join(max(0, end - time.monotonic()))
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.join()

    def capacity(self) -> int:
        """Return the number of requests that may run now: one for each core, and one more for each answer.

        By then the chunks have grown, so that few of them are left for a number of processes far above the cores.
        """
        return self._allowed

    def send(self, number: int, request: Request) -> None:
        """Send a request under a unique number to an idle process, or to a new one."""
        process = self._idle.popleft() if self._idle else WorkerProcess(self._begin)
        self._processes.add(process)
        try:
            process.connection.send(request)
        except OSError:
            self._lost.append((number, None))
            self._replace(process)
        else:
            self._busy[process] = number

    def wait(self, seconds: float | None = None) -> list[tuple[int, Answer | None]]:
        """Return all answers as soon as there is one, or after some seconds; None where the process died."""
        if self._lost:
            lost, self._lost = self._lost, []
            return lost
        ready = wait([process.connection for process in self._busy], seconds)
        return [self._result(process) for process in tuple(self._busy) if process.connection in ready]

    def _result(self, process: WorkerProcess) -> tuple[int, Answer | None]:
        number = self._busy.pop(process)
        try:
            answer = process.connection.recv()
        except (EOFError, OSError):
            self._replace(process)
            return number, None
        self._idle.append(process)
        self._allowed = min(self._count, self._allowed + 1)
        return number, answer

    def _replace(self, process: WorkerProcess) -> None:
        process.kill()
        process.join()
        self._processes.remove(process)


class WorkerProcess:
    """A process and our end of its pipe; it alone holds the other end, so its death closes the pipe."""

    def __init__(self, begin: Begin[Request, Answer]) -> None:
        """Start a process that answers the requests sent through `connection`, in order."""
        # A forked process would inherit the locks of our threads in any state.
        context = multiprocessing.get_context("spawn")
        self.connection, remote_end = context.Pipe()
        self.process = context.Process(target=_serve, args=(remote_end, begin), daemon=True)
        with _without_ctrl_c():
            self.process.start()
        remote_end.close()

    def kill(self) -> None:
        """End the process at once."""
        self.process.kill()

    def join(self) -> None:
        """Wait until the process has ended, and close the pipe."""
        self.process.join()
        self.connection.close()


def _serve(connection: Connection, begin: Begin[Request, Answer]) -> None:
    """Answer requests until the parent closes the pipe or asks this process to end."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    signal.signal(signal.SIGTERM, as_ctrl_c)
    with suppress(EOFError, OSError, KeyboardInterrupt), ended_by_ctrl_c(), begin() as answer:
        while True:
            connection.send(answer(connection.recv()))


def _end_with_parent() -> None:
    """End this process as soon as its parent has ended, however that happened."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def _without_ctrl_c() -> Iterator[None]:
    """Block Ctrl-C in processes started inside: a terminal sends it to all, but the parent decides when they end."""
    if sys.platform == "win32":  # It has no signal masks.
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
