"""Worker processes behind the server: a few, each with one request at a time, and ended when one takes too long."""

from __future__ import annotations

import asyncio
from concurrent.futures import BrokenExecutor
from typing import TYPE_CHECKING

from bot.addons.studio.answers import Line, run, warm_up
from bot.batch.pool import ProcessPool, cores
from bot.play.result import error_facts
from solvers import OUT_OF_TIME, GaveUp

if TYPE_CHECKING:
    from bot.addons.studio.state import WorkerRequest

MOST_PROCESSES = 4
GRACE = 2.0
"""Seconds after its time limit in which a process may answer by itself; one that is still starting needs them, too."""


class Workers:
    """At most as many processes as cores; the first two start early, the others when they are needed."""

    def __init__(self, count: int = min(MOST_PROCESSES, max(2, cores()))) -> None:
        """Prepare the processes: each is a pool of its own, so that it alone is ended when it takes too long."""
        self._pools = [ProcessPool(1) for _ in range(count)]
        self._idle = asyncio.LifoQueue[int]()
        """The places of those that wait for a request; the last one in is the next to get one."""
        for place in range(count):
            self._idle.put_nowait(place)
        self._cold = True

    def warm_up(self) -> None:
        """Start the processes that the first requests need, which takes them half a second."""
        for pool in self._pools[-2:] if self._cold else ():
            pool.submit(warm_up)
        self._cold = False

    def close(self) -> None:
        """End all processes."""
        for pool in self._pools:
            pool.stop()

    async def ask(self, request: WorkerRequest) -> Line:
        """Return the answer to a request; when this is cancelled, its process ends."""
        end = asyncio.get_running_loop().time() + request.timeout
        try:
            async with asyncio.timeout_at(end) as limit:
                place = await self._idle.get()
                limit.reschedule(end + GRACE)
                try:
                    return await asyncio.wrap_future(self._pools[place].submit(run, request))
                except BaseException:  # It died, is late, or nobody waits for it.
                    self._pools[place].stop()
                    self._pools[place] = ProcessPool(1)
                    self._pools[place].submit(warm_up)
                    raise
                finally:
                    self._idle.put_nowait(place)
        except (TimeoutError, BrokenExecutor):
            return error_facts(GaveUp(OUT_OF_TIME, request.timeout))
