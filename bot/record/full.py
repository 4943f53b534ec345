"""What `--record full` adds to a session: the page's console as it is written, a video, and a trace."""

from __future__ import annotations

from contextlib import contextmanager
from math import inf
from typing import TYPE_CHECKING
from zipfile import BadZipFile

from bot.browser.limits import bounded
from bot.errors import PageGone, SetupError, first_line
from bot.record import trace
from bot.record.video import Video

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Page

    from bot.record.console import Console
    from bot.record.recorder import Recorder

VIDEO, TRACE = "video.webm", "trace.zip"
ANSWER_TIMEOUT = 20.0
"""Seconds in which the browser must begin a trace."""


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
    _begin_video(recorder, page, recorder.folder)
    # After the video, because whichever starts first sets the frame size for both.
    traced = _begin_trace(recorder, page, title)
    try:
        yield
    finally:
        recorder.console = None
        recorder.drain(console)
        _end_video(recorder, remaining)
        if traced:
            _end_trace(recorder, page, recorder.folder, remaining)


def _begin_video(recorder: Recorder, page: Page, folder: Path) -> None:
    try:
        recorder.video = Video(page, folder / VIDEO)
    except SetupError as error:
        recorder.no_video = f"{error.message}; try: {error.command}" if error.command else error.message
        recorder.event("no video", why=error.message)
    except OSError as error:
        recorder.lose(VIDEO, error)


def _end_video(recorder: Recorder, remaining: Callable[[], float]) -> None:
    video, recorder.video = recorder.video, None
    if video is None:
        return
    recorder.update(video=video.end(remaining))
    if video.lost is not None:
        recorder.lose(VIDEO, video.lost)


def _begin_trace(recorder: Recorder, page: Page, title: str) -> bool:
    from playwright.sync_api import Error

    try:
        with bounded(ANSWER_TIMEOUT, "the browser does not answer"):
            trace.begin(page.context, title)
    except (Error, PageGone) as error:
        recorder.event("no trace", why=first_line(error))
        return False
    return True


def _end_trace(recorder: Recorder, page: Page, folder: Path, remaining: Callable[[], float]) -> None:
    from playwright.sync_api import Error

    try:
        trace.end(page.context, folder / TRACE, recorder.scrubber(), remaining)
    except OSError as error:
        recorder.lose(TRACE, error)
    except (Error, PageGone, BadZipFile, RecursionError) as error:
        recorder.event("no trace", why=first_line(error))
