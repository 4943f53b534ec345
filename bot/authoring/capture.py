"""Capturing: a page becomes a fixture, even and especially a page that cannot be read yet."""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from bot.authoring.assets import Assets
from bot.authoring.explore import explore
from bot.browser.temporary import growing_folder
from bot.errors import EnterError, SetupError, UsageError, writing
from bot.play.fixture import PRIVATE
from bot.play.reading import Reader
from bot.play.result import TargetResult
from bot.play.runner import save_page
from bot.play.task import Task
from bot.private import make_folder
from bot.record.recorder import Recorder
from bot.record.share import Share
from scrapers import MEASURE_ALL, ReadError, read_saved
from solvers import dump

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from bot.authoring.explore import Seen
    from bot.play.runner import Runner
    from bot.play.targets import Target
    from scrapers import Site, Snapshot
    from solvers import GivensError

PRIVATE_HOW = "captured by givens with the words of the page, for work on one's own machine: not to be shared"


def capture(  # noqa: PLR0913 - what is captured, and how
    runner: Runner,
    target: Target,
    folder: Path,
    *,
    board_only: bool = False,
    private: bool = False,
    seen: list[Seen] | None = None,
) -> dict[str, Any]:
    """Write what may be shared of a page into a new folder: markup, files, board and puzzle; return `fixture.json`.

    With `seen`, what was seen of a page that no module knows is added to it, for the draft of its module. With
    `private`, the words of the page stay, and the folder says that it is not to be shared. Raise `NeedsHuman` at
    a wall. A page that cannot be read is written too, unless `board_only` finds no board.
    """
    if os.path.lexists(folder):
        raise UsageError(f"{folder} exists already")
    with writing(folder), growing_folder(folder) as beside:
        recorder = Recorder(beside)
        assets = None if board_only else Assets(pictures=runner.setup.profile is None)
        listen = (lambda _: None) if assets is None else assets.listen
        with runner.opened(target, recorder, listen) as page:
            facts = write_page(page, target, recorder, assets, private=private)
            if seen is not None and facts["expect"] == "read" and target.by_looks:
                seen.append(explore(page, target, tries=False))
        if recorder.lost is not None:
            raise SetupError(recorder.lost)
        (beside / "session.json").unlink(missing_ok=True)
    return facts


def write_page(
    page: Page, target: Target, recorder: Recorder, assets: Assets | None, *, private: bool = False
) -> dict[str, Any]:
    """Write an open page, or its board alone without `assets`; return the content of `fixture.json`."""
    result = TargetResult.begin(target.name, target.site.NAME, target.url, entering=False)
    reader = Reader(Task(page, target.site, result))
    facts = _facts(private=private)
    failure: GivensError | None = None
    board: Snapshot | None
    try:
        read = reader.read_settled()
        board = read.snapshot
        if target.by_looks:
            board = reader.live.take(MEASURE_ALL)  # So that the layout that is declared later can read it, too.
    except (ReadError, EnterError) as error:
        failure, board = error, reader.unread
        if board is None and assets is None:
            raise
    html, state = (board.html, board.state) if board else ("", {})
    share = Share(target.site, page.url, html, state, private=private)
    if board is not None:
        shared = share.snapshot(board)
        recorder.snapshot("before", shared)
        if failure is None:
            try:
                read_saved(target.site, shared)
            except ReadError as error:
                failure = error
    if failure is None:
        facts["layout"] = result.layout
        recorder.puzzle(dump(read.puzzle))
    else:
        facts["expect"] = {
            "family": failure.family,
            "kind": type(failure).__name__,
            "message": share.message(failure.message),
            "details": share.details(failure.details()),
        }
    facts["url"] = facts["evidence"]["what"] = share.address(page.url)
    if assets is not None:
        facts["pages"] = assets.save(page, recorder, share, frame=board.url if board else "")
        save_page(recorder, page, share)
        if board is not None:
            recorder.picture("board", reader.live.board)
    recorder.json("fixture.json", facts)
    return facts


def save_board(seen: Seen, site: Site, folder: Path) -> list[Path]:
    """Write what may be shared of a board that was seen into a new folder, if there is one and the folder is new."""
    if seen.snapshot is None or os.path.lexists(folder):
        return []
    with writing(folder):
        make_folder(folder, exist_ok=False)
    recorder = Recorder(folder)
    share = Share(site, seen.url, seen.snapshot.html, seen.snapshot.state)
    shared = share.snapshot(seen.snapshot)
    facts, answer = _facts(), seen.answer
    facts["url"] = facts["evidence"]["what"] = share.address(seen.url)
    recorder.snapshot("before", shared)
    if answer is not None:
        with suppress(ReadError):
            facts["layout"] = read_saved(site, shared).layout.NAME
            recorder.puzzle(dump(answer.puzzle))
    recorder.json("fixture.json", facts)
    if recorder.lost is not None:
        raise SetupError(recorder.lost)
    return sorted(folder.iterdir())


def _facts(*, private: bool = False) -> dict[str, Any]:
    """Return the beginning of a capture's `fixture.json`."""
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    return {
        "v": 1,
        "url": "",
        "made": today,
        "how": PRIVATE_HOW if private else "captured by givens: the board, and the structure of the page around it",
        "evidence": {"grade": "captured", "date": today, "what": ""},
        "scripts": False,
        "expect": "read",
    } | ({PRIVATE: True} if private else {})
