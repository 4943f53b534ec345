"""The video of `--record full`: Playwright's own recording."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from bot.browser.limits import bounded
from bot.errors import PageGone, SetupError
from bot.files import FILE

if TYPE_CHECKING:
    from playwright.sync_api import Page

VIDEO = "video.webm"
ANSWER_TIMEOUT = 20.0
"""Seconds in which the browser must begin or save a video."""
MAX_VIDEO_SIZE = {"width": 1024, "height": 720}
"""The largest size of a frame: the window of a guest, scaled."""
INSTALL_FFMPEG = ("-m", "playwright", "install", "ffmpeg")


class Video:
    """The recording of one page, which is saved when it ends."""

    def __init__(self, page: Page, file: Path) -> None:
        """Start; raise `SetupError` if this browser or installation gives no video."""
        self.page, self.file = page, file
        try:
            with bounded(ANSWER_TIMEOUT, "the page does not answer", failed=""):
                page.screencast.start(path=file, size=MAX_VIDEO_SIZE)  # type: ignore[arg-type] # a TypedDict
        except PageGone as error:
            missing = "ffmpeg" in str(error)
            why = "Playwright's ffmpeg is not installed" if missing else f"this browser does not provide one: {error}"
            command = shlex.join([sys.executable, *INSTALL_FFMPEG]) if missing else None
            raise SetupError(f"no video is recorded, because {why}", command=command) from error

    def end(self) -> None:
        """Stop and save; raise `PageGone` or `OSError`."""
        with bounded(ANSWER_TIMEOUT, "the browser does not answer", failed=""):
            self.page.screencast.stop()
        self.file.chmod(FILE)
