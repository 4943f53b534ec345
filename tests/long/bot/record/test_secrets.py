"""Secrets: 145 of 105 kinds are planted in a played page, and none is in what is made to be shared."""

from __future__ import annotations

import json
from contextlib import nullcontext
from typing import TYPE_CHECKING

import pytest

from bot.play.loop import Run
from bot.play.reading import Options, Task
from bot.play.result import TargetResult
from bot.play.runner import Visit, save_page
from bot.play.targets import resolve
from bot.record.recorder import Console, Recorder
from bot.record.share import Share
from bot.sessions.bug_report import gather
from bot.sessions.store import Session
from tests.bot.record.test_secrets import NAME, PLANTED, page, plant
from tests.bot.record.test_sessions import found_in

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

__all__ = ["page"]


@pytest.mark.parametrize("full", [False, True])
def test_no_secret_is_in_a_bug_report(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, full: bool
) -> None:
    """A bug report holds no secret, not even of a session with everything that the page says."""
    monkeypatch.setenv("GIVENS_SESSIONS", str(tmp_path))
    (target,) = resolve(page.url)
    recorder = Recorder.start("linkedin_tango", target.name)
    assert recorder.folder is not None
    console = Console(page)
    result = TargetResult.begin(target.name, target.site.NAME, target.url, entering=True)
    run = Run(Task(page, target.site, result, Options(timeout=100, dry_run=not full), recorder))
    with recorder.everything(page, console) if full else nullcontext():
        plant(page)
        run.play()
    recorder.event(
        "error", kind="EnterError", message=f"the page says {NAME!r} at {page.url}", heard=list(run.task.dialogs)
    )
    save_page(recorder, page, Share(target.site, page.url, run.task.seen))
    recorder.drain(console)
    visit = Visit(target, recorder, opened=True)
    visit.result = result
    visit.finish("failed")
    files = gather(Session.load(recorder.folder))
    (tmp_path / "report").mkdir()
    for name, content in files.items():
        (tmp_path / "report" / name).write_bytes(content)

    assert set() == found_in(tmp_path / "report", PLANTED)
    assert {"page.html", "before.html", "console.jsonl", "events.jsonl"} <= set(files)
    assert "video.webm" not in files
    assert json.loads(files["puzzle.json"]) == Session.load(recorder.folder).json("puzzle.json")
