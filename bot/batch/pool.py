"""Worker processes: each is a `ProcessPoolExecutor` of its own, so that one that dies takes no work of the others."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing.process import BaseProcess
from typing import Any, ClassVar, Protocol, Self, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

_starting = threading.Lock()
"""Held while a process starts, so that it is known which one that is."""


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

    Each is asked by a thread of its own: threads do not hear Ctrl-C, which would leave an executor locked.
    """

    CHUNK_SECONDS: ClassVar[float] = 0.1

    def __init__(self, count: int) -> None:
        """Prepare the processes."""
        self._count = count
        self._threads = ThreadPoolExecutor(count, initializer=_block_ctrl_c)
        self._own = threading.local()
        """The process of each thread."""
        self._processes: set[BaseProcess] = set()
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
        with _starting:
            self._stopped = True
        for process in self._processes:
            process.kill()
            while process.is_alive():  # The executor's own thread may be the first to hear of its end.
                process.join(0.01)

    def _run(self, function: Callable[..., Result], *arguments: object) -> Result:
        """Let the process of this thread do some work, and wait for the result."""
        try:
            if not hasattr(self._own, "process"):
                self._own.process = self._start()
            process: ProcessPoolExecutor = self._own.process
            return process.submit(function, *arguments).result()
        except BrokenExecutor:
            vars(self._own).clear()
            raise

    def _start(self) -> ProcessPoolExecutor:
        """Start a process."""
        # A forked process would inherit the locks of our threads in any state.
        process = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _end_with_parent)
        with _starting:
            if self._stopped:
                raise BrokenExecutor("the pool has ended")
            others = multiprocessing.active_children()
            process.submit(int)
            # While this end is open, a result that a killed process has begun to write is waited for without end.
            process._result_queue._writer.close()  # type: ignore[attr-defined]  # noqa: SLF001
            self._processes |= {*multiprocessing.active_children()} - {*others}
        return process


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


def _end_with_parent() -> None:
    """Let this process end as soon as its parent has ended, however that happened."""

    def wait() -> None:
        if parent := multiprocessing.parent_process():
            parent.join()
            os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
