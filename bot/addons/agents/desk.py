"""One thread does all work with the browser and with Z3, while the server's event loop runs in another."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    Work = tuple[Future[Any], Callable[[], Any]]
    """A piece of work, and where its result goes."""

Result = TypeVar("Result")


class Desk:
    """Work that waits for the thread that does it."""

    def __init__(self) -> None:
        """Begin with no work."""
        self._waiting: SimpleQueue[Work | None] = SimpleQueue()

    async def ask(self, work: Callable[[], Result]) -> Result:
        """Return the result of some work; if the caller is cancelled before it begins, it is not done."""
        future = Future[Result]()
        self._waiting.put((future, work))
        return await asyncio.wrap_future(future)

    def serve(self, server: Callable[[], None]) -> None:
        """Do the work in this thread until a server, which runs in another, ends."""
        ended = Future[None]()

        def run() -> None:
            try:
                server()
                ended.set_result(None)
            except BaseException as error:  # noqa: BLE001 - raised in the other thread
                ended.set_exception(error)
            finally:
                self._waiting.put(None)

        Thread(target=run, daemon=True, name="server").start()
        while (asked := self._waiting.get()) is not None:
            future, work = asked
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(work())
            except Exception as error:  # noqa: BLE001 - raised where it was asked for
                future.set_exception(error)
        ended.result()
