"""What `--record full` adds to a session: the page's console as it is written, a video, and a trace."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import BadZipFile

from bot.browser.limits import answered
from bot.browser.temporary import current_folder
from bot.errors import PageGone, SetupError, first_line
from bot.record.trace import rewrite
from bot.record.video import Video

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page

    from bot.record.console import Console
    from bot.record.recorder import Recorder

VIDEO, TRACE = "video.webm", "trace.zip"
ANSWER_TIMEOUT = 20.0
"""Seconds in which the browser must begin or return a trace."""


@contextmanager
def recorded(
    recorder: Recorder, page: Page, console: Console, title: str, remaining: Callable[[], float] = lambda: inf
) -> Iterator[None]:
    """Record the console, a video and a trace of a page; a recording that fails is noted and stops nothing else.

    At the end, what cannot be written in the seconds that `remaining` returns is left out.
    """
    if recorder.folder is None:
        yield
        return
    recorder.console = console
    try:
        recorder.video = Video(page, recorder.folder / VIDEO)
    except SetupError as error:
        recorder.no_video = f"{error.message}; try: {error.command}" if error.command else error.message
        recorder.event("no video", why=error.message)
    except OSError as error:
        recorder.lose(VIDEO, error)
    # After the video, because whichever starts first sets the frame size for both.
    traced = _begin_trace(recorder, page, title)
    try:
        yield
    finally:
        recorder.console = None
        recorder.drain(console)
        video, recorder.video = recorder.video, None
        if video is not None:
            recorder.update(video=video.end(remaining))
            if video.lost is not None:
                recorder.lose(VIDEO, video.lost)
        if traced:
            _end_trace(recorder, page, recorder.folder, remaining)


def _begin_trace(recorder: Recorder, page: Page, title: str) -> bool:
    """Start tracing the pages of a context; return whether it is traced."""
    try:
        with answered(ANSWER_TIMEOUT, "the browser does not answer"):
            page.context.tracing.start(title=title, screenshots=True, snapshots=True)
    except PageGone as error:
        recorder.event("no trace", why=first_line(error))
        return False
    return True


def _end_trace(recorder: Recorder, page: Page, folder: Path, remaining: Callable[[], float]) -> None:
    """Stop tracing, and write the trace without secrets if the remaining seconds suffice."""
    try:
        # If this process is killed, a later one removes its folder.
        with tempfile.TemporaryDirectory(prefix="trace-", dir=current_folder()) as private:
            raw = Path(private) / TRACE
            with answered(min(ANSWER_TIMEOUT, remaining()), "the browser does not answer"):
                page.context.tracing.stop(path=raw)
            if raw.exists():
                rewrite(raw, folder / TRACE, recorder.scrubber(), remaining)
    except OSError as error:
        recorder.lose(TRACE, error)
    except (PageGone, BadZipFile, RecursionError) as error:
        recorder.event("no trace", why=first_line(error))
