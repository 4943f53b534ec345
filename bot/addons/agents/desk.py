"""One thread does all work with the browser and with Z3, while the server's event loop runs in another."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar

Result = TypeVar("Result")


class Desk:
    """Work that waits for the thread that does it."""

    def __init__(self) -> None:
        """Begin with no work."""
        self._waiting: SimpleQueue[Callable[[], None] | None] = SimpleQueue()

    async def ask(self, work: Callable[[], Result]) -> Result:
        """Return the result of some work; if the caller is cancelled before it begins, it is not done."""
        future = Future[Result]()
        self._waiting.put(lambda: _do(work, future))
        return await asyncio.wrap_future(future)

    def serve(self, server: Callable[[], None]) -> None:
        """Do the work in this thread until a server, which runs in another, ends."""
        ended = Future[None]()

        def run() -> None:
            try:
                _do(server, ended)
            finally:
                self._waiting.put(None)

        Thread(target=run, daemon=True, name="server").start()
        for work in iter(self._waiting.get, None):
            work()
        ended.result()


def _do(work: Callable[[], Result], future: Future[Result]) -> None:
    """Do some work unless nobody waits for it any more; what it raises is raised where it is waited for."""
    if future.set_running_or_notify_cancel():
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)
            if not isinstance(error, Exception):  # Ctrl-C ends the thread that works, too.
                raise
