"""A studio that runs in a thread of the test's process."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from bot.addons.studio.app import application, server_of
from bot.addons.studio.door import Door

FOLDER, COOKIE = "/folder/", "givens=cookie"
"""Where the page of a test is, and what its browser holds."""


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
    """A server, by its port and its secrets."""

    port: int
    door: Door

    @property
    def address(self) -> str:
        """The address that the terminal shows."""
        return f"http://127.0.0.1:{self.port}/{self.door.token}"

    def ask(
        self, path: str, body: object = None, headers: Mapping[str, str] | None = None, *, at: str = FOLDER
    ) -> Answer:
        """Send a request of the page, POST if there is a body: bytes, chunks of them, or a JSON value."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        content: Any = json.dumps(body).encode() if isinstance(body, dict | list) else body
        method = "GET" if body is None else "POST"
        connection.request(method, at + path, content, {"Cookie": COOKIE} | dict(headers or {}))
        response = connection.getresponse()
        try:
            return Answer(response.status, dict(response.headers.items()), response.read().decode())
        finally:
            connection.close()


@contextmanager
def running(port: int = 0, timeout: float = 60, clock: Callable[[], float] = time.monotonic) -> Iterator[Studio]:
    """Run a studio during the block."""
    listener = socket.create_server(("127.0.0.1", port))
    number: int = listener.getsockname()[1]
    door = Door(clock)
    door.folder, door.cookie = FOLDER, COOKIE.partition("=")[2]
    app = application(door, timeout=timeout, is_ending=lambda: server.should_exit)
    server = server_of(app)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        yield Studio(number, door)
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


def puzzle_of(page: Page) -> dict[str, Any]:
    """Return the puzzle in the page's address."""
    puzzle: dict[str, Any] = page.evaluate("JSON.parse(decodeURIComponent(location.hash.split('=')[1]))")
    return puzzle


def violations(page: Page) -> list[str]:
    """Return what axe-core finds."""
    return [
        f"{found['id']}: {node['html']}" for found in Axe().run(page).response["violations"] for node in found["nodes"]
    ]
