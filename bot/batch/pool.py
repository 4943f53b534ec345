"""Worker processes behind `concurrent.futures`, and results in the order of what was asked, even if workers die."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from contextlib import suppress
from itertools import islice
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from traceback import format_exc
from typing import Any, ClassVar, Protocol, Self, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


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

    Each is asked by a thread of its own, through its own pipe. `ProcessPoolExecutor` loses the work of all when one
    dies, and waits forever if Ctrl-C comes while the main thread notes the end of one; threads do not hear Ctrl-C.
    """

    CHUNK_SECONDS: ClassVar[float] = 0.1

    def __init__(self, count: int) -> None:
        """Prepare the processes."""
        self._count = count
        self._threads = ThreadPoolExecutor(count, initializer=_block_ctrl_c)
        self._idle: list[Connection] = []
        self._processes: set[SpawnProcess] = set()
        self._starting, self._stopped = threading.Lock(), False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def capacity(self) -> int:
        """Return the number of processes."""
        return self._count

    def submit(self, function: Callable[..., Result], /, *arguments: Any) -> Future[Result]:  # noqa: ANN401 - any arguments
        """Begin some work; its future raises `BrokenExecutor` if its process died."""
        return self._threads.submit(self._run, function, arguments)

    def stop(self) -> None:
        """End the processes."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        with self._starting:
            self._stopped = True
        for process in self._processes:
            process.kill()
            process.join()

    def _run(self, function: Callable[..., Result], arguments: Sequence[object]) -> Result:
        """Let a process do some work, and wait for the result."""
        try:
            try:
                connection = self._idle.pop()
            except IndexError:
                connection = self._start()
            connection.send((function, arguments))
            answer: tuple[Result, Exception | None] = connection.recv()
        except (EOFError, OSError) as broken:
            raise BrokenExecutor("a process has ended") from broken
        self._idle.append(connection)
        result, error = answer
        if error is not None:
            raise error
        return result

    def _start(self) -> Connection:
        """Start a process, and return the connection to it."""
        # A forked process would inherit the locks of our threads in any state.
        spawn = multiprocessing.get_context("spawn")
        pipe: tuple[Connection, Any] = spawn.Pipe()  # type: ignore[assignment, unused-ignore] # of another class on Windows
        ours, its = pipe
        with its, self._starting:
            if self._stopped:
                raise BrokenExecutor("the pool has ended")
            process = spawn.Process(target=_serve, args=(its,), daemon=True)
            process.start()
            self._processes.add(process)
        return ours


def in_order(  # noqa: PLR0913 - the two things to do when a worker dies are the caller's
    submit: Callable[[Item], Future[Result]],
    items: Iterable[Item],
    most: Callable[[], int],
    *,
    split: Callable[[Item], Sequence[Item]] = lambda item: [item],
    lost: Callable[[Item], Result],
    warn: Callable[[Item], object] = lambda _: None,
) -> Iterator[tuple[Item, Result]]:
    """Yield items with their results, in order; at most `most()` of them are begun ahead.

    What was running when a worker died is split and tried again, each part alone. For a part whose worker dies again,
    `lost` gives the result. `warn` is called at the first death.
    """
    coming, waiting = iter(items), deque[tuple[Item, Future[Result]]]()
    while True:
        while len(waiting) < most() and not (waiting and waiting[0][1].done()):
            begun = [(item, submit(item)) for item in islice(coming, 1)]
            if not begun:
                break
            waiting += begun
        if not waiting:
            return
        item, future = waiting.popleft()
        try:
            result = future.result()
        except BrokenExecutor:
            warn(item)
            for part in split(item):
                try:
                    again = submit(part).result()
                except BrokenExecutor:
                    again = lost(part)
                yield part, again
        else:
            yield item, result


def _block_ctrl_c() -> None:
    """Block Ctrl-C in processes that this thread starts: a terminal sends it to all, but the parent ends them."""
    if sys.platform != "win32":  # It has no signal masks.
        from multiprocessing.resource_tracker import ensure_running

        ensure_running()  # Its start would unblock the signal.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def _serve(connection: Connection) -> None:
    """Do the work that comes through a connection; end with the parent."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            function, given = connection.recv()
            try:
                connection.send((function(*given), None))
            except Exception as error:  # noqa: BLE001 - the parent raises it
                error.add_note(f"in a worker: {format_exc()}")
                connection.send((None, error))


def _end_with_parent() -> None:
    """End this process as soon as its parent has ended, however that happened."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
