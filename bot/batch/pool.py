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
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from traceback import format_exc
from typing import Any, ClassVar, Protocol, Self, TypeVar

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

    Each has a thread of its own, which asks it through a pipe. `ProcessPoolExecutor` loses the work of all when one
    dies, and waits forever if Ctrl-C comes while the main thread notes the end of one; threads do not hear Ctrl-C.
    """

    CHUNK_SECONDS: ClassVar[float] = 0.1

    def __init__(self, count: int) -> None:
        """Prepare the processes."""
        self._count = count
        self._threads = ThreadPoolExecutor(count, initializer=_block_ctrl_c)
        self._own = threading.local()
        """The connection of each thread to its process."""
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
        """Let the process of this thread do some work, and wait for the result."""
        try:
            if not hasattr(self._own, "connection"):
                self._own.connection = self._start()
            self._own.connection.send((function, arguments))
            answer: tuple[Result, Exception | None] = self._own.connection.recv()
        except (EOFError, OSError) as broken:
            vars(self._own).clear()
            raise BrokenExecutor("a process has ended") from broken
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


def in_order(
    submit: Callable[[Sequence[Item]], Future[Result]],
    pieces: Iterable[Sequence[Item]],
    most: Callable[[], int],
    lost: Callable[[Item], Result],
    warn: Callable[[Sequence[Item]], object] = lambda _: None,
) -> Iterator[Result]:
    """Yield the results of pieces of work, in order; at most `most()` of them are begun ahead.

    What was running when a worker died is tried again, each item alone, after a call of `warn`. For an item whose
    worker dies again, `lost` gives the result.
    """
    waiting = deque[tuple[Sequence[Item], Future[Result]]]()

    def first() -> Iterator[Result]:
        piece, future = waiting.popleft()
        try:
            yield future.result()
        except BrokenExecutor:
            warn(piece)
            for item in piece:
                try:
                    yield submit([item]).result()
                except BrokenExecutor:
                    yield lost(item)

    for piece in pieces:
        waiting.append((piece, submit(piece)))
        while waiting and (len(waiting) >= most() or waiting[0][1].done()):
            yield from first()
    while waiting:
        yield from first()


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
