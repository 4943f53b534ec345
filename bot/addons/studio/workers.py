"""Worker processes behind the server: a few, each with one request at a time, and ended when one takes too long."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import BrokenExecutor
from typing import TYPE_CHECKING, Any

from bot.batch.pool import ProcessPool, cores
from bot.play.result import error_facts
from solvers import OUT_OF_TIME, GaveUp

if TYPE_CHECKING:
    from bot.addons.studio.answers import Line
    from bot.addons.studio.state import WorkerRequest

MOST_PROCESSES = 4
GRACE = 2.0
"""Seconds after its time limit in which a process may answer by itself; one that is still starting needs them, too."""


class Workers:
    """At most as many processes as cores; the first starts with the server, the others when they are needed."""

    def __init__(self, count: int = min(MOST_PROCESSES, max(2, cores()))) -> None:
        """Prepare the processes: each is a pool of its own, so that it alone is ended when it takes too long."""
        self._pools = {ProcessPool(1) for _ in range(count)}
        self._idle = asyncio.LifoQueue[ProcessPool]()
        for pool in self._pools:
            self._idle.put_nowait(pool)
        self._cold = {*[*self._pools][-2:]}
        """Those that are taken first, until they are started."""

    def warm_up(self) -> None:
        """Start the processes that the first requests need, which takes them half a second."""
        while self._cold:
            self._cold.pop().submit(warm_up)

    def close(self) -> None:
        """End all processes."""
        for pool in self._pools:
            pool.stop()

    async def ask(self, request: WorkerRequest, gone: Callable[[], Awaitable[object]]) -> Line | None:
        """Return the answer to a request, None if `gone` returns before."""
        answering, leaving = asyncio.ensure_future(self._answer(request)), asyncio.ensure_future(gone())
        either: set[asyncio.Future[Any]] = {answering, leaving}
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            return answering.result() if answering.done() else None
        finally:
            for future in either:
                future.cancel()
            await asyncio.wait({answering})

    async def _answer(self, request: WorkerRequest) -> Line:
        end = asyncio.get_running_loop().time() + request.timeout
        try:
            async with asyncio.timeout_at(end) as limit:
                pool = await self._idle.get()
                limit.reschedule(end + GRACE)
                try:
                    return await asyncio.wrap_future(pool.submit(answer_to, request))
                except BaseException:  # It died, is late, or nobody waits for it.
                    pool.stop()
                    self._pools.remove(pool)
                    self._cold.discard(pool)
                    pool = ProcessPool(1)
                    self._pools.add(pool)
                    pool.submit(warm_up)
                    raise
                finally:
                    self._idle.put_nowait(pool)
        except (TimeoutError, BrokenExecutor):
            return error_facts(GaveUp(OUT_OF_TIME, request.timeout))


def warm_up() -> None:
    """Import everything that a process needs, so that its first request does not wait."""
    from bot.addons.studio.answers import warm_up as prepare

    prepare()


def answer_to(request: WorkerRequest) -> Line:
    """Answer a request in the process of a pool."""
    from bot.addons.studio.answers import run

    return run(request)
