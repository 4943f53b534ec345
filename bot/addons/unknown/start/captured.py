"""What goes with a capture of a page that no module knows: the draft of its module, or its board alone."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

from bot.addons.unknown.guess import MEASURE_ALL
from bot.addons.unknown.start.explore import explore
from bot.addons.unknown.start.module import ModuleDraft, files_elsewhere, write_files
from bot.errors import SetupError, writing
from bot.files import make_folder
from bot.record.recorder import Recorder
from bot.record.share import Share
from bot.sessions.capture import new_facts
from bot.sessions.store import sessions
from scrapers import ReadError, read_saved
from solvers import dump

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from playwright.sync_api import Page

    from bot.addons.unknown.start.explore import PageFindings
    from bot.play.targets import Target
    from scrapers import Site


class CapturedDraft:
    """The draft of a module for one page that is captured."""

    MEASURE = MEASURE_ALL

    def __init__(self, target: Target, *, kind: str | None, press: Sequence[str], success: str) -> None:
        """Take what the person has named."""
        self.target, self.kind, self.press, self.success = target, kind, press, success
        self.seen: PageFindings | None = None

    def look(self, page: Page) -> None:
        """Look at the open page; press nothing."""
        self.seen = explore(page, self.target, tries=False)

    def write(self, folder: Path) -> Path | None:
        """Write the module into the folder of the capture; return its file, None if the page could not be read."""
        if self.seen is None:
            return None
        draft = ModuleDraft(
            self.seen,
            kind=self.kind,
            name=None,
            press=self.press,
            success=self.success,
            candidates=shown_in_the_end(self.target.name),
        )
        write_files(files_elsewhere(draft, folder))
        return folder / f"{draft.name}.py"


def save_board(seen: PageFindings, site: Site, folder: Path) -> list[Path]:
    """Write what may be shared of a board that was seen into a new folder, if there is one and the folder is new."""
    if seen.snapshot is None or os.path.lexists(folder):
        return []
    with writing(folder):
        make_folder(folder, exist_ok=False)
    recorder = Recorder(folder)
    share = Share(site, seen.url, seen.snapshot.html)
    shared = share.snapshot(seen.snapshot)
    facts, answer = new_facts(), seen.answer
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


def shown_in_the_end(url: str) -> list[str]:
    """Return what had appeared on a page when its solution was last entered without a verdict, likeliest first."""
    for session in reversed(sessions()):
        for event in session.events() if session.record.target == url else []:
            texts = event.get("candidates")
            if isinstance(texts, list) and all(isinstance(text, str) for text in texts):
                return texts
    return []
