"""Worker processes behind `concurrent.futures`, and results in the order of what was asked, even if workers die."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

Item = TypeVar("Item")
Result = TypeVar("Result")


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Pool(Protocol):
    """Workers, here or elsewhere."""

    CHUNK_SECONDS: ClassVar[float]
    """How long a piece of work should take: many times the cost of sending it."""

    def capacity(self) -> int:
        """Return the number of pieces of work that can run at once, at least 1."""

    def submit(self, function: Callable[..., Result], /, *arguments: Any) -> Future[Result]:  # noqa: ANN401 - any arguments
        """Begin some work; its future raises `BrokenExecutor` if the worker died."""

    def renew(self) -> bool:
        """Replace workers that died; return whether the work of the others was lost with them."""


class ProcessPool:
    """Processes of this machine, each started when it is first needed; all end with this process."""

    CHUNK_SECONDS: ClassVar[float] = 0.1

    def __init__(self, count: int, begin: Callable[..., object] | None = None, *arguments: object) -> None:
        """Prepare the processes; each calls `begin` with the arguments when it starts."""
        self._count, self._initial = count, (begin, arguments)
        self._executor = self._new()
        self._children: set[Any] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def capacity(self) -> int:
        """Return the number of processes."""
        return self._count

    def submit(self, function: Callable[..., Result], /, *arguments: Any) -> Future[Result]:  # noqa: ANN401 - any arguments
        """Begin some work; its future raises `BrokenExecutor` if a process died."""
        before = set(multiprocessing.active_children())
        try:
            with _without_ctrl_c():
                return self._executor.submit(function, *arguments)
        except BrokenExecutor as error:
            failed = Future[Result]()
            failed.set_exception(error)
            return failed
        finally:
            self._children |= set(multiprocessing.active_children()) - before

    def renew(self) -> bool:
        """Start anew: when one process dies, the pool ends all of them."""
        self.stop()
        self._executor, self._children = self._new(), set()
        return True

    def stop(self, grace: float = 0.0) -> None:
        """End the processes; with a grace period they hear of it, and have so many seconds to end by themselves."""
        self._executor.shutdown(wait=False, cancel_futures=True)
        end = time.monotonic() + grace
        for child in self._children if grace else ():
            child.terminate()
        for child in self._children:
            child.join(max(0.0, end - time.monotonic()))
        for child in self._children:
            child.kill()
            child.join()

    def _new(self) -> ProcessPoolExecutor:
        # A forked process would inherit the locks of our threads in any state.
        spawn = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._count, spawn, initializer=_begin, initargs=self._initial)


def in_order(  # noqa: PLR0913 - the two things to do when a worker dies are the caller's
    pool: Pool,
    submit: Callable[[Item], Future[Result]],
    items: Iterable[Item],
    most: Callable[[], int],
    *,
    split: Callable[[Item], Sequence[Item]] = lambda item: [item],
    lost: Callable[[Item], Result],
    warn: Callable[[Item], object] = lambda _: None,
) -> Iterator[tuple[Item, Result]]:
    """Yield items with their results, in order; at most `most()` of them are begun ahead.

    What was running when a worker died is split and tried again, each part alone, so that none is given up because of
    another one. For a part whose worker dies again, `lost` gives the result. `warn` is called at the first death.
    """
    coming, waiting = iter(items), deque[tuple[Item, Future[Result] | None]]()
    suspects = 0
    while True:
        if not suspects:
            waiting = deque((item, submit(item) if future is None else future) for item, future in waiting)
            while len(waiting) < most() and not (waiting and waiting[0][1] and waiting[0][1].done()):
                begun = [(item, submit(item)) for item in islice(coming, 1)]
                if not begun:
                    break
                waiting += begun
        if not waiting:
            return
        item, future = waiting.popleft()
        if future is None:
            suspects -= 1
            for part in split(item):
                try:
                    result = submit(part).result()
                except BrokenExecutor:
                    pool.renew()
                    result = lost(part)
                yield part, result
            continue
        try:
            result = future.result()
        except BrokenExecutor:
            warn(item)
            if pool.renew():
                waiting = deque((other, begun if _is_there(begun) else None) for other, begun in waiting)
            waiting.appendleft((item, None))
            suspects = min(pool.capacity(), sum(begun is None for _, begun in waiting))
            continue
        yield item, result


def _is_there(future: Future[Any] | None) -> bool:
    """Return whether some work was finished before the workers were lost."""
    return future is not None and future.done() and not future.cancelled() and future.exception() is None


def _begin(begin: Callable[..., object] | None, arguments: Sequence[object]) -> None:
    """Prepare a process: it ends with its parent, and without a traceback when it is terminated."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    if begin is not None:
        begin(*arguments)


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
