"""Capturing: a page becomes a fixture, even and especially a page that cannot be read yet."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from bot.errors import EnterError, SetupError, UsageError, writing
from bot.files import make_folder
from bot.play.reading import Task
from bot.play.runner import Runner, save_page
from bot.record.recorder import Recorder
from bot.record.share import Share
from scrapers import ReadError, Snapshot
from solvers import GivensError, dump

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from bot.play.targets import Target


def capture(runner: Runner, target: Target, folder: Path) -> dict[str, Any]:
    """Write what may be shared of a page into a new folder: its structure, board and puzzle; return `fixture.json`.

    Raise `NeedsHuman` at a wall. A page that cannot be read is written, too.
    """
    if os.path.lexists(folder):
        raise UsageError(f"{folder} exists already")
    with writing(folder):
        make_folder(folder.parent)
    with (
        writing(folder),
        TemporaryDirectory(prefix=f".{folder.name}.", dir=folder.parent, ignore_cleanup_errors=True) as beside,
    ):
        recorder = Recorder(Path(beside))
        with runner.opened(target) as page:
            facts = write_page(page, target, recorder)
        if recorder.lost is not None:
            raise SetupError(recorder.lost)
        Path(beside).rename(folder)
    return facts


def write_page(page: Page, target: Target, recorder: Recorder) -> dict[str, Any]:
    """Write an open page; return the content of `fixture.json`."""
    task = Task(target).attach(page)
    failure: GivensError | None = None
    board: Snapshot | None
    try:
        read = task.read_settled()
        board = read.snapshot
    except (ReadError, EnterError) as error:
        failure, board = error, task.unread
    share = Share(target.site, page.url, board)
    if share.board is not None:
        recorder.snapshot("before", share.board)
    failure = failure or share.unread
    address, today = share.address(page.url), f"{datetime.now(UTC):%Y-%m-%d}"
    facts: dict[str, Any] = {
        "v": 1,
        "url": address,
        "made": today,
        "how": "captured by givens: the board, and the structure of the page around it",
        "evidence": {"grade": "captured", "date": today, "what": address},
        "scripts": False,
        "expect": "read",
    }
    if failure is None:
        facts["layout"] = task.result.layout
        recorder.json("puzzle.json", dump(read.puzzle))
    if (failure := failure or share.lost) is not None:
        facts["expect"] = {
            "family": failure.family,
            "kind": type(failure).__name__,
            "message": share.message(failure.message),
            "details": share.details(failure.details()),
        }
    save_page(recorder, page, share)
    recorder.json("fixture.json", facts)
    return facts
