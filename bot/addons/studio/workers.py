"""Worker processes behind the server: a few, each with one request at a time, and ended when one takes too long."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from bot.batch.pool import ProcessPool, cores
from bot.play.result import error_facts
from solvers import OUT_OF_TIME, GaveUp

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

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
        """Prepare the processes: each is a pool of its own, so that it alone is ended when it takes too long."""
        self._idle = [ProcessPool(1) for _ in range(count)]
        self._pools = {*self._idle}
        self._seats = asyncio.Semaphore(count)
        self._waiting = 0

    def warm_up(self) -> None:
        """Start the processes that the first requests need, which takes them half a second."""
        for pool in self._idle[-2:]:
            pool.submit(warm_up)

    def close(self) -> None:
        """End all processes."""
        for pool in self._pools:
            pool.stop()

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
        pool = self._idle.pop()
        answering = asyncio.wrap_future(pool.submit(answer_to, request))
        try:
            # The process is ended on time even if it never receives the request.
            left = max(0.0, end - asyncio.get_running_loop().time())
            either: set[asyncio.Future[Any]] = {answering, leaving}
            await asyncio.wait(either, timeout=left, return_when=asyncio.FIRST_COMPLETED)
            answer: Line | None = answering.result() if answering.done() and answering.exception() is None else None
        finally:
            if not answering.done() or answering.cancelled() or answering.exception() is not None:
                answering.cancel()
                pool.stop()
                self._pools.remove(pool)
                pool = ProcessPool(1)
                self._pools.add(pool)
                pool.submit(warm_up)
            self._idle.append(pool)
        if answer is None and not leaving.done():
            return error_facts(GaveUp(OUT_OF_TIME, request[3]))
        return answer


def warm_up() -> None:
    """Import everything that a process needs, so that its first request does not wait."""
    from bot.addons.studio.answers import warm_up as prepare

    prepare()


def answer_to(request: Request) -> Line:
    """Answer a request in the process of a pool."""
    from bot.addons.studio.answers import run

    return run(request)
