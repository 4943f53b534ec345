"""The capture that goes with the draft of a module: the board alone."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

from bot.errors import SetupError, writing
from bot.files import make_folder
from bot.record.recorder import Recorder
from bot.record.share import Share
from bot.sessions.capture import new_facts
from scrapers import ReadError, read_saved
from solvers import dump

if TYPE_CHECKING:
    from pathlib import Path

    from bot.addons.unknown.start.explore import PageFindings
    from scrapers import Site


def save_board(seen: PageFindings, site: Site, folder: Path) -> None:
    """Write what may be shared of a board that was seen into a new folder, if there is one and the folder is new."""
    if seen.snapshot is None or os.path.lexists(folder):
        return
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
