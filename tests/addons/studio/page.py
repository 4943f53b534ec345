"""A studio that runs in a thread of the test's process."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.addons.studio.app import application, server_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

TOKEN = "token"  # noqa: S105 - of a test


@dataclass(frozen=True)
class Answer:
    """What the server answers."""

    status: int
    headers: Mapping[str, str]
    text: str

    def json(self) -> Any:  # noqa: ANN401 - any JSON value
        """Return the body as a JSON value."""
        return json.loads(self.text)


@dataclass(frozen=True)
class Studio:
    """A server, by its port."""

    port: int

    @property
    def address(self) -> str:
        """The address of the page."""
        return f"http://127.0.0.1:{self.port}/{TOKEN}/"

    def ask(
        self, path: str, body: object = None, headers: Mapping[str, str] | None = None, *, at: str = f"/{TOKEN}/"
    ) -> Answer:
        """Send a request, POST if there is a body: bytes, chunks of them, or a JSON value."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        content: Any = json.dumps(body).encode() if isinstance(body, dict | list) else body
        connection.request("GET" if body is None else "POST", at + path, content, dict(headers or {}))
        response = connection.getresponse()
        try:
            return Answer(response.status, dict(response.headers.items()), response.read().decode())
        finally:
            connection.close()


@contextmanager
def running(port: int = 0, timeout: float = 60) -> Iterator[Studio]:
    """Run a studio during the block."""
    listener = socket.create_server(("127.0.0.1", port))
    number: int = listener.getsockname()[1]
    app = application(TOKEN, timeout=timeout, is_ending=lambda: server.should_exit)
    server = server_of(app)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        yield Studio(number)
    finally:
        server.should_exit = True
        thread.join()
        listener.close()
