"""Connections that wait for little: a request must be whole in time, and one that waits makes room for a new one.

uvicorn limits only the idle time between two requests. Its protocol is the one place that sees a connection before its
first request is whole, so the limits are set here, and not in the application.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio

REQUEST_SECONDS = 10.0
"""Seconds from a connection's start, or from a request's first byte, until the request must be whole."""
MOST_CONNECTIONS = 64
"""The most connections; for another, the one that has waited longest for a request is closed."""


class Impatient(H11Protocol):
    """A connection with a limit on the time that a request takes to arrive."""

    seconds: ClassVar[float] = REQUEST_SECONDS
    _limit: asyncio.TimerHandle | None = None
    waits_since = 0.0
    """When it began to wait for a request, by the clock of the event loop."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as in uvicorn
        """Start the clock; close another connection if there are too many."""
        waiting = [other for other in self.connections if isinstance(other, Impatient) and other.is_waiting]
        if len(self.connections) >= MOST_CONNECTIONS - 1 and waiting:
            longest = min(waiting, key=lambda other: other.waits_since)
            self.connections.discard(longest)
            longest.transport.abort()
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Take a part of a request, and stop the clock once the request is whole."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Go on to the next request of the connection."""
        super().on_response_complete()
        self.waits_since = self.loop.time()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clock."""
        self._stop()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Refuse data that is not HTTP, and stop an application that was about to answer the start of the request."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
            super().send_400_response(msg)
        else:
            self.transport.close()

    @property
    def is_waiting(self) -> bool:
        """Whether no whole request is being answered."""
        return self.cycle is None or self.cycle.more_body or self.cycle.response_complete

    def _watch(self) -> None:
        if not self.is_waiting:
            self._stop()
        elif self._limit is None:
            self.waits_since = self.loop.time()
            self._limit = self.loop.call_later(self.seconds, self._give_up)

    def _stop(self) -> None:
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None

    def _give_up(self) -> None:
        """Say that the request took too long if an answer may still begin, and close the connection."""
        self._limit = None
        if not self.is_waiting or self.transport.is_closing():
            return
        if self.conn.their_state is not h11.IDLE and self.conn.our_state is h11.SEND_RESPONSE:
            headers = [(b"connection", b"close"), (b"content-length", b"0")]
            response = h11.Response(status_code=408, headers=headers, reason=b"Request Timeout")
            self.transport.write(self.conn.send(response) or b"")
        self.transport.close()
