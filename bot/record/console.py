"""A page's console messages and failed requests, buffered until they are written."""

from __future__ import annotations

import time
from collections import deque
from typing import TYPE_CHECKING, Any, Final

from bot.browser.limits import uncancelled
from scrapers import clean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import ConsoleMessage, Error, Page, Request, Response

MAX_LINES = 500
"""How many lines of each file are buffered; the oldest are dropped first."""
MAX_MESSAGE = 20_000
"""Characters of one message."""
MAX_TEXT = 2_000_000
"""Characters of all messages of a page together; later ones are dropped."""
MAX_WORDS = 300
"""Characters of the first uncaught error in the error of a run."""
MAX_ADDRESS = 2_000
"""Characters of one address."""
MAX_EVENTS = 2_000
"""How many events of one sort are heard: a page that floods its console would slow down everything else."""
MIN_ERROR_STATUS: Final = 400
"""The lowest status code of a failed request."""
CONSOLE, REQUESTS = "console.jsonl", "requests.jsonl"


class Console:
    """Buffer console messages and failed requests of one page."""

    def __init__(self, page: Page) -> None:
        """Listen from now on."""
        self.uncaught: str | None = None
        """The first error that the page's scripts did not catch."""
        self._text = 0
        self._lines: dict[str, deque[dict[str, Any]]] = {name: deque(maxlen=MAX_LINES) for name in (CONSOLE, REQUESTS)}
        self._listen(page, "console", self._on_message)
        self._listen(page, "pageerror", self._on_error)
        self._listen(page, "requestfailed", self._on_failure)
        self._listen(page, "response", self._on_response)

    def _listen(self, page: Page, name: str, handler: Callable[[Any], None]) -> None:
        """Handle the first `MAX_EVENTS` events of a sort, then tell the browser not to send more."""
        heard = 0

        def count(event: object) -> None:
            nonlocal heard
            heard += 1
            if heard <= MAX_EVENTS:
                handler(event)
            if heard == MAX_EVENTS:
                words = f"{MAX_EVENTS} events named {name}: no more are recorded"
                self._buffer(CONSOLE, type="givens", text=words, at="")
                page.remove_listener(name, listener)

        listener = uncancelled(count)
        page.on(name, listener)  # type: ignore[call-overload] # each name has an overload of its own

    def drain(self) -> Iterator[tuple[str, list[dict[str, Any]]]]:
        """Yield each file's name with its buffered lines, and remove them from the buffer."""
        for name, lines in self._lines.items():
            if lines:
                drained = list(lines)
                lines.clear()
                yield name, drained

    def _on_message(self, message: ConsoleMessage) -> None:
        place = message.location
        at = f"{place['url'][:MAX_ADDRESS]}:{place['lineNumber'] + 1}" if place["url"] else ""
        self._buffer(CONSOLE, type=message.type, text=_short(message.text), at=at)

    def _on_error(self, error: Error) -> None:
        self.uncaught = self.uncaught or error.message[:MAX_WORDS]
        self._buffer(CONSOLE, type="uncaught", text=_short(error.stack or error.message), at="")

    def _on_failure(self, request: Request) -> None:
        self._on_request(request, failure=request.failure)

    def _on_response(self, response: Response) -> None:
        if response.status >= MIN_ERROR_STATUS:
            self._on_request(response.request, status=response.status)

    def _on_request(self, request: Request, **facts: str | int | None) -> None:
        address, resource = request.url[:MAX_ADDRESS], request.resource_type
        self._buffer(REQUESTS, method=request.method, url=address, resource=resource, **facts)

    def _buffer(self, name: str, **line: Any) -> None:  # noqa: ANN401 - any JSON value
        self._text += len(line.get("text", ""))
        if self._text <= MAX_TEXT:
            self._lines[name].append({"t": time.monotonic(), **line})


def _short(text: str) -> str:
    """Clean a text, and cut a long one between two words."""
    return clean(text if len(text) <= MAX_MESSAGE else text[:MAX_MESSAGE].rpartition(" ")[0], lines=True)
