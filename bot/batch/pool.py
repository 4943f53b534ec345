"""Worker processes, each with a connection of its own, so that one that dies takes no work of the others."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, ClassVar, Protocol, Self, TypeVar, cast

Item = TypeVar("Item")
Result = TypeVar("Result")


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Pool(Protocol):
    """Workers, here or elsewhere, each of which is replaced when it dies."""

    CHUNK_SECONDS: ClassVar[float]
    """How long a piece of work should take: many times the cost of sending it."""

    def capacity(self) -> int:
        """Return the number of pieces of work that can run at once, at least 1."""

    def submit(self, function: Callable[..., Result], /, *arguments: Any) -> Future[Result]:  # noqa: ANN401 - any arguments
        """Begin some work; its future raises `BrokenExecutor` if the worker died."""


class ProcessPool:
    """Processes of this machine, each started when it is first needed; all end with this process.

    Each is asked by a thread of its own, which does not hear Ctrl-C.
    """

    CHUNK_SECONDS: ClassVar[float] = 0.1

    def __init__(self, count: int) -> None:
        """Prepare the processes."""
        self._count = count
        self._threads = ThreadPoolExecutor(count, initializer=_block_ctrl_c)
        self._own = threading.local()
        """The connection of each thread to its process."""
        self._processes: list[BaseProcess] = []
        self._starting = threading.Lock()
        self._stopped = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def capacity(self) -> int:
        """Return the number of processes."""
        return self._count

    def submit(self, function: Callable[..., Result], /, *arguments: Any) -> Future[Result]:  # noqa: ANN401 - any arguments
        """Begin some work; its future raises `BrokenExecutor` if its process died."""
        return self._threads.submit(self._run, function, *arguments)

    def stop(self) -> None:
        """End the processes."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        with self._starting:
            self._stopped = True
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.join()

    def _run(self, function: Callable[..., Result], *arguments: object) -> Result:
        """Let the process of this thread do some work, and wait for the result."""
        if not hasattr(self._own, "connection"):
            self._own.connection = self._start()
        try:
            self._own.connection.send((function, arguments))
            result, error = self._own.connection.recv()
        except (EOFError, OSError) as broken:
            del self._own.connection
            raise BrokenExecutor("the worker has died") from broken
        if error:
            raise error
        return cast("Result", result)

    def _start(self) -> Connection:
        """Start a process."""
        # A forked process would inherit the locks of our threads in any state.
        spawn = multiprocessing.get_context("spawn")
        ours, other = spawn.Pipe()
        process = spawn.Process(target=_work, args=(other,), daemon=True)
        with self._starting, other:
            if self._stopped:
                raise BrokenExecutor("the pool has ended")
            process.start()
            self._processes.append(process)
        return ours


def in_order(
    begin: Callable[[Item], Future[Result]], items: Iterable[Item], most: Callable[[], int]
) -> Iterator[tuple[Item, Future[Result]]]:
    """Begin some work for each item, at most `most()` of them ahead, and yield the items, each with its future."""
    waiting = deque[tuple[Item, Future[Result]]]()
    for item in items:
        waiting.append((item, begin(item)))
        while waiting and (len(waiting) >= most() or waiting[0][1].done()):
            yield waiting.popleft()
    yield from waiting


def _block_ctrl_c() -> None:
    """Block Ctrl-C in processes that this thread starts: a terminal sends it to all, but the parent ends them."""
    if sys.platform != "win32":  # It has no signal masks.
        from multiprocessing.resource_tracker import ensure_running

        ensure_running()  # Its start would unblock the signal.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def _work(requests: Connection) -> None:
    """Do what is asked for, one thing at a time, until the parent has ended, however that happened."""

    def end_with_parent() -> None:
        if parent := multiprocessing.parent_process():
            parent.join()
            os._exit(1)

    threading.Thread(target=end_with_parent, daemon=True).start()
    with suppress(EOFError, BrokenPipeError):
        while True:
            function, arguments = requests.recv()
            result = error = None
            try:
                result = function(*arguments)
            except Exception as raised:  # noqa: BLE001 - it is raised where the result is waited for
                error = raised
            requests.send((result, error))
