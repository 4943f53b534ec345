"""What `--record full` adds to a session: all that the page logs as it comes, a film, and a trace."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING
from zipfile import BadZipFile

from bot import trace
from bot.errors import PageGone, SetupError, first_line
from bot.film import Film
from bot.watch import bounded

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page

    from bot.console import Console
    from bot.recorder import Recorder

FILM, TRACE = "film.webm", "trace.zip"
ANSWER_WITHIN = 20.0
"""Seconds in which the browser must begin a trace, or hand it over."""


@contextmanager
def recorded(recorder: Recorder, page: Page, console: Console, title: str) -> Iterator[None]:
    """Record all there is of a page until the end; what fails of it is noted, and stops nothing else."""
    if recorder.folder is None:
        yield
        return
    recorder.console = console
    _begin_film(recorder, page, recorder.folder)
    # After the film, as the first to ask sets the size of the pictures for both.
    traced = _begin_trace(recorder, page, title)
    try:
        yield
    finally:
        recorder.console = None
        console.write(recorder)
        _end_film(recorder)
        if traced:
            _end_trace(recorder, page, recorder.folder)


def _begin_film(recorder: Recorder, page: Page, folder: Path) -> None:
    try:
        recorder.film = Film(page, folder / FILM)
    except SetupError as error:
        recorder.unfilmed = error
        recorder.event("no film", why=error.message)
    except OSError as error:
        recorder.lose(FILM, error)


def _end_film(recorder: Recorder) -> None:
    film, recorder.film = recorder.film, None
    if film is None:
        return
    recorder.update(film=film.end())
    if film.lost is not None:
        recorder.lose(FILM, film.lost)


def _begin_trace(recorder: Recorder, page: Page, title: str) -> bool:
    from playwright.sync_api import Error

    try:
        with bounded(ANSWER_WITHIN, "the browser does not answer"):
            trace.begin(page.context, title)
    except (Error, PageGone) as error:
        recorder.event("no trace", why=first_line(error))
        return False
    return True


def _end_trace(recorder: Recorder, page: Page, folder: Path) -> None:
    from playwright.sync_api import Error

    try:
        with bounded(ANSWER_WITHIN, "the browser does not answer"):
            trace.end(page.context, folder / TRACE, recorder.scrubber())
    except OSError as error:
        recorder.lose(TRACE, error)
    except (Error, PageGone, BadZipFile, RecursionError) as error:
        recorder.event("no trace", why=first_line(error))
