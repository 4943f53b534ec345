"""The files of a page besides its markup: style sheets, fonts, pictures, and the frames of its own host."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urldefrag, urlsplit

from bot.browser.limits import bounded, uncancelled
from bot.errors import PageGone
from scrapers import frames

if TYPE_CHECKING:
    from playwright.sync_api import Page, Response

    from bot.record.recorder import Recorder

KINDS = frozenset({"stylesheet", "font", "image"})
"""The types of resources that are kept, in the browser's terms; never scripts or what they load."""
PICTURES = frozenset({"image"})
MAX_TOTAL = 20_000_000
"""Bytes of all files together."""
MAX_FILE = 2_000_000
"""Bytes of one file."""
SAVED_TIMEOUT = 10.0
"""Seconds that saving them may take."""
TEXTS = (".css", ".svg", ".html")
"""The endings of files that are scrubbed."""


class Assets:
    """Collect what a page loads."""

    def __init__(self, *, pictures: bool) -> None:
        """Keep pictures only if `pictures`: those of a signed-in person may show who it is."""
        self._kinds = KINDS if pictures else KINDS - PICTURES
        self._loaded: dict[str, Response] = {}

    def listen(self, page: Page) -> None:
        """Collect what a page loads from now on."""
        page.on("response", uncancelled(self._note))

    def _note(self, response: Response) -> None:
        if response.ok and response.request.resource_type in self._kinds and response.url.startswith("http"):
            self._loaded.setdefault(urldefrag(response.url).url, response)

    def save(self, page: Page, recorder: Recorder) -> dict[str, str]:
        """Write the files and the frames of the page's host; return file names by address, scrubbed."""
        from playwright.sync_api import Error

        saved: dict[str, str] = {}
        left, scrub = MAX_TOTAL, recorder.scrubber()
        try:
            with bounded(SAVED_TIMEOUT, "saving the files of the page"):
                for frame in frames(page)[1:]:
                    saved[scrub(urldefrag(frame.url).url)] = name = f"frame-{len(saved) + 1}.html"
                    recorder.text(name, frame.content())
                for address, response in self._loaded.items():
                    try:
                        body = response.body()
                    except Error:
                        continue  # The browser has dropped the body.
                    if len(body) > min(left, MAX_FILE):
                        continue
                    left -= len(body)
                    saved[scrub(address)] = name = f"asset-{len(saved) + 1}{_ending(response)}"
                    if name.endswith(TEXTS):
                        recorder.text(name, body.decode(errors="replace"))
                    else:
                        recorder.put(name, body)
        except (Error, PageGone) as error:
            recorder.event("no assets", why=str(error))
        return saved


def _ending(response: Response) -> str:
    """Return the ending for a file's type, from its address or else from its content type."""
    ending = re.search(r"\.\w{2,5}$", urlsplit(response.url).path)
    if ending:
        return ending[0].lower()
    kind = response.headers.get("content-type", "").partition(";")[0].rpartition("/")[2]
    return {"css": ".css", "svg+xml": ".svg", "jpeg": ".jpg"}.get(kind, f".{kind}" if kind.isalnum() else "")
