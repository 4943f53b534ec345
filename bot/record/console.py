"""What a page tells its developers, and which of its requests failed: heard all the time, written when it is wanted."""

from __future__ import annotations

import time
from collections import deque
from typing import TYPE_CHECKING, Any, Final

from bot.browser.limits import uncancelled

if TYPE_CHECKING:
    from playwright.sync_api import ConsoleMessage, Error, Page, Request, Response

    from bot.record.recorder import Recorder

KEPT = 500
"""How many lines of each kind wait to be written; the oldest go first."""
LONGEST = 20_000
"""Characters of one message."""
REFUSED: Final = 400
"""The first of the answers that are failures."""
CONSOLE, REQUESTS = "console.jsonl", "requests.jsonl"


class Console:
    """The ears at one page."""

    def __init__(self, page: Page) -> None:
        """Listen from now on."""
        self._lines: dict[str, deque[dict[str, Any]]] = {
            CONSOLE: deque(maxlen=KEPT),
            REQUESTS: deque(maxlen=KEPT),
        }
        page.on("console", uncancelled(self._said))
        page.on("pageerror", uncancelled(self._thrown))
        page.on("requestfailed", uncancelled(self._failed))
        page.on("response", uncancelled(self._answered))

    def write(self, recorder: Recorder) -> None:
        """Write into a session what was heard since the last time."""
        for name, lines in self._lines.items():
            if lines:
                recorder.lines(name, list(lines))
                lines.clear()

    def _said(self, message: ConsoleMessage) -> None:
        at = message.location
        place = f"{at['url']}:{at['lineNumber'] + 1}" if at["url"] else ""
        self._hear(CONSOLE, type=message.type, text=_short(message.text), at=place)

    def _thrown(self, error: Error) -> None:
        self._hear(CONSOLE, type="uncaught", text=_short(error.stack or error.message), at="")

    def _failed(self, request: Request) -> None:
        self._hear(REQUESTS, **_named(request), failure=request.failure)

    def _answered(self, response: Response) -> None:
        if response.status >= REFUSED:
            self._hear(REQUESTS, **_named(response.request), status=response.status)

    def _hear(self, name: str, **line: Any) -> None:  # noqa: ANN401 - any JSON value
        self._lines[name].append({"t": time.monotonic(), **line})


def _short(text: str) -> str:
    """Cut a long text between two words, as half a token would not be known for one."""
    return text if len(text) <= LONGEST else text[:LONGEST].rpartition(" ")[0]


def _named(request: Request) -> dict[str, str]:
    return {"method": request.method, "url": request.url, "resource": request.resource_type}
