"""Capturing: a page becomes a fixture, even and especially a page that cannot be read yet."""

from __future__ import annotations

import os
import shutil
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from bot.errors import EnterError, SetupError, UsageError, writing
from bot.play.assets import Assets
from bot.play.loop import Options, Run
from bot.play.result import TargetResult
from bot.play.runner import save_page
from bot.record.recorder import Recorder
from scrapers import ReadError
from solvers import dump

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from bot.play.runner import Runner
    from bot.play.targets import Target


def capture(runner: Runner, target: Target, folder: Path, *, board_only: bool = False) -> dict[str, Any]:
    """Write a page into a new folder, scrubbed: markup, files, screenshot, board and puzzle; return `fixture.json`.

    Raise `NeedsHuman` at a wall. A page that cannot be read is written too, unless `board_only` finds no board.
    """
    if folder.exists():
        raise UsageError(f"{folder} exists already")
    beside = folder.with_name(f".{folder.name}.{os.getpid()}")
    recorder = Recorder(beside)
    try:
        with writing(folder):
            beside.mkdir(parents=True)
            assets = None if board_only else Assets(pictures=runner.setup.profile is None)
            with runner.opened(target, recorder, assets) as page:
                facts = write_page(page, target, recorder, assets)
            if recorder.lost is not None:
                raise SetupError(recorder.lost)
            (beside / "session.json").unlink(missing_ok=True)
            beside.rename(folder)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return facts


def write_page(page: Page, target: Target, recorder: Recorder, assets: Assets | None) -> dict[str, Any]:
    """Write an open page, or its board alone without `assets`; return the content of `fixture.json`."""
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    result = TargetResult.begin(target.name, target.site.NAME, target.url, entering=False)
    run = Run(page, target.site, result, Options(), Recorder(None))
    facts: dict[str, Any] = {
        "v": 1,
        "url": target.url,
        "made": today,
        "how": "captured by givens from the page as it was; identifying values are scrubbed",
        "evidence": {"grade": "captured", "date": today, "what": target.url},
        "scripts": False,
        "expect": "read",
    }
    try:
        board, puzzle = run.read_settled()
    except (ReadError, EnterError) as error:
        facts["expect"] = {
            "family": error.family,
            "kind": type(error).__name__,
            "message": error.message,
            "details": error.details(),
        }
        if run.unread is not None:
            recorder.snapshot("before", run.unread)
        elif assets is None:
            raise
    else:
        facts["layout"] = result.layout
        recorder.snapshot("before", board)
        recorder.puzzle(dump(puzzle))
    facts["url"] = page.url
    if assets is not None:
        save_page(recorder, page, "page")
        facts["pages"] = assets.save(page, recorder)
    recorder.json("fixture.json", facts)
    return facts
