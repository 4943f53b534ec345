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
    from bot.record.share import Share

KINDS = frozenset({"stylesheet", "font", "image"})
"""The types of resources that are kept, in the browser's terms; never scripts or what they load."""
PICTURES = frozenset({"image"})
STYLES = frozenset({"stylesheet"})
MAX_TOTAL = 20_000_000
"""Bytes of all files together."""
MAX_FILE = 2_000_000
"""Bytes of one file."""
SAVED_TIMEOUT = 10.0
"""Seconds that saving them may take."""


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

    def save(self, page: Page, recorder: Recorder, share: Share, *, frame: str = "") -> dict[str, str]:
        """Write the files that may be shared, and the frame of the board if it has one; return file names by address.

        `frame` is the address of the document that holds the board.
        """
        from playwright.sync_api import Error

        saved: dict[str, str] = {}
        styles: dict[str, str] = {}
        left, pictures = MAX_TOTAL, share.pictures()
        try:
            with bounded(SAVED_TIMEOUT, "saving the files of the page"):
                for address, response in self._loaded.items():
                    kind = response.request.resource_type
                    if kind in PICTURES and address not in pictures:
                        continue
                    try:
                        body = response.body()
                    except Error:
                        continue  # The browser has dropped the body.
                    if len(body) > min(left, MAX_FILE):
                        continue
                    left -= len(body)
                    shared = share.file_address(address)
                    saved[shared] = name = f"asset-{len(saved) + 1}{_ending(response)}"
                    share.files.add(shared)
                    if kind in STYLES:
                        styles[name] = body.decode(errors="replace")
                    elif name.endswith(".svg"):
                        recorder.text(name, share.board_html(body.decode(errors="replace")))
                    else:
                        recorder.put(name, body)
                for inner in frames(page)[1:]:
                    if inner.url == frame:
                        shared = share.address(inner.url)
                        saved[shared] = name = f"frame-{len(saved) + 1}.html"
                        share.files.add(shared)
                        recorder.text(name, share.page(inner.content(), url=inner.url))
                for name, style in styles.items():
                    recorder.text(name, share.css(style))
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
