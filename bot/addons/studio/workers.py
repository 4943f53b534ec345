"""Worker processes behind the server: a few, each with one request at a time, and ended when one takes too long."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from bot.batch.processes import WorkerProcess, cores
from bot.play.result import error_facts
from solvers import OUT_OF_TIME, GaveUp

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from bot.addons.studio.answers import Line, Request

MOST_PROCESSES = 4
MOST_WAITING = 16
"""The most requests that wait for a process; another is refused."""
GRACE = 2.0
"""Seconds after its time limit in which a process may answer by itself; one that is still starting needs them, too."""


class TooMany(Exception):
    """Too many requests are waiting, or one has waited too long."""


class Workers:
    """At most as many processes as cores; the first starts with the server, the others when they are needed."""

    def __init__(self, count: int = min(MOST_PROCESSES, max(2, cores()))) -> None:
        """Prepare the processes."""
        self._count = count
        self._idle: list[WorkerProcess] = []
        self._all: set[WorkerProcess] = set()
        self._seats = asyncio.Semaphore(count)
        self._waiting = 0

    def warm_up(self) -> None:
        """Start the processes that the first requests need, which takes them half a second."""
        while len(self._all) < min(2, self._count):
            self._idle.append(self._start())

    def close(self) -> None:
        """End all processes."""
        for process in self._all:
            process.kill()
        for process in self._all:
            process.join()
        self._all.clear()

    async def ask(self, request: Request, gone: Callable[[], Awaitable[object]]) -> Line | None:
        """Return the answer to a request, None if `gone` returns before; raise `TooMany`."""
        if self._waiting >= MOST_WAITING:
            raise TooMany
        end = asyncio.get_running_loop().time() + request[3]
        self._waiting += 1
        leaving = asyncio.ensure_future(gone())
        try:
            try:
                await asyncio.wait_for(self._seats.acquire(), request[3])
            except TimeoutError:
                raise TooMany from None
            try:
                return None if leaving.done() else await self._run(request, leaving, end + GRACE)
            finally:
                self._seats.release()
        finally:
            self._waiting -= 1
            leaving.cancel()

    async def _run(self, request: Request, leaving: asyncio.Future[object], end: float) -> Line | None:
        process = self._idle.pop() if self._idle else self._start()
        answering = asyncio.ensure_future(asyncio.to_thread(_exchange, process, request))
        try:
            # The process is ended on time even if it never receives the request.
            left = max(0.0, end - asyncio.get_running_loop().time())
            either: set[asyncio.Future[Any]] = {answering, leaving}
            await asyncio.wait(either, timeout=left, return_when=asyncio.FIRST_COMPLETED)
            answer: Line | None = answering.result() if answering.done() else None
        finally:
            if answering.done() and answering.exception() is None and answering.result() is not None:
                self._idle.append(process)
            else:
                process.kill()
                await asyncio.wait({answering})
                process.join()
                self._all.discard(process)
                self._idle.append(self._start())
        if answer is None and not leaving.done():
            return error_facts(GaveUp(OUT_OF_TIME, request[3]))
        return answer

    def _start(self) -> WorkerProcess:
        process: WorkerProcess = WorkerProcess(begin)
        self._all.add(process)
        return process


@contextmanager
def begin() -> Iterator[Callable[[Request], Line]]:
    """Import everything that a worker process needs, so that its first request does not wait."""
    from bot.addons.studio.answers import run, warm_up

    warm_up()
    yield run


def _exchange(process: WorkerProcess, request: Request) -> Line | None:
    """Send a request and return its answer, None if the process is ended before."""
    with suppress(EOFError, OSError):
        process.connection.send(request)
        answer: Line = process.connection.recv()
        return answer
    return None
