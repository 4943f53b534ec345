"""Capturing: a page becomes a fixture that can be read, also and above all one that cannot be read yet."""

from __future__ import annotations

import os
import shutil
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from bot.errors import SetupError, UsageError
from bot.page import Live
from bot.recorder import Recorder
from bot.scrub import Scrubber
from scrapers import NeedsHuman, ReadError, read
from solvers import dump

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from bot.targets import Target

WITHIN = 20.0
"""Seconds in which the page must show its board, if it does at all."""


def capture(page: Page, target: Target, folder: Path) -> dict[str, Any]:
    """Write a page into a new folder, scrubbed: markup, picture, board with its measured state, and what it reads as.

    Returns `fixture.json`'s content. Raises `NeedsHuman` at a wall; a page that cannot be read is written all the same.
    """
    beside = folder.with_name(f".{folder.name}.{os.getpid()}")
    try:
        beside.mkdir(parents=True)
    except OSError as error:
        msg = f"{folder} cannot be written: {error.strerror}"
        raise SetupError(msg) from None
    try:
        facts = _write(page, target, Recorder(beside))
        beside.rename(folder)
    except OSError as error:
        msg = f"{folder} cannot be written: {error.strerror}"
        raise SetupError(msg) from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return facts


def check_free(folder: Path) -> None:
    """Raise `UsageError` if something is there already: a capture is never written over."""
    if folder.exists():
        msg = f"{folder} is there already"
        raise UsageError(msg)


def _write(page: Page, target: Target, recorder: Recorder) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "v": 1,
        "url": target.url,
        "made": f"{datetime.now(UTC):%Y-%m-%d}",
        "how": "captured by givens from the page as it was; identifying values are scrubbed",
        "evidence": {"grade": "captured", "date": f"{datetime.now(UTC):%Y-%m-%d}", "what": target.url},
        "scripts": False,
        "expect": "read",
    }
    try:
        live = Live(page, lambda: target.site.board(page, WITHIN, lambda: None))
        recorder.scrub = Scrubber.of(page.context)
        snapshots = {layout.MEASURE: live.take(layout.MEASURE) for layout in target.site.LAYOUTS}
        recorder.snapshot("before", next(iter(snapshots.values())))
        reading = read(target.site, snapshots)
    except NeedsHuman:
        raise
    except ReadError as error:
        facts["expect"] = {"family": error.family, "kind": type(error).__name__, "message": error.message}
    else:
        facts["layout"] = reading.layout.NAME
        recorder.snapshot("before", snapshots[reading.layout.MEASURE])
        recorder.puzzle(dump(reading.puzzle))
    recorder.write("page.html", recorder.scrub(page.content(include_shadow=True)))
    recorder.picture("page", page)
    facts["url"] = page.url
    facts = recorder.scrub.deep(facts)
    recorder.json("fixture.json", facts)
    if recorder.lost is not None:
        raise SetupError(recorder.lost)
    return facts
