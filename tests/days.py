"""Run a command at a chosen time with fixtures as the pages of sites: `python -m tests.days`.

The first argument is a JSON file with `now`, and for each site the folders of fixtures, used in order; the last one
repeats. A prefix of a folder causes a failure: `killed:` kills the process at the first input, `died:` closes the
browser, `full:` fills the disk. The other arguments are the command.
"""

from __future__ import annotations

import errno
import json
import os
import signal
import sys
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import time_machine

from bot.browser import launch
from bot.cli import main
from bot.play.fixture import Fixture
from bot.play.runner import Runner
from bot.record.recorder import Recorder

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

    from bot.play.result import TargetResult
    from bot.play.targets import Target

KILLED, DIED, FULL = "killed:", "died:", "full:"


def replace_pages(pages: dict[str, list[str]]) -> None:
    """Replace the page of each site with its fixtures."""
    play = Runner.play

    def play_fixture(self: Runner, target: Target) -> TargetResult:
        left = pages[target.site.NAME]
        folder = left.pop(0) if len(left) > 1 else left[0]
        if folder.startswith(KILLED):
            Recorder.move = _die  # type: ignore[assignment,method-assign] # it never returns
        move = Recorder.move
        if folder.startswith(DIED):
            runner = self

            def end_browser(*_: object) -> None:
                Recorder.move = move  # type: ignore[method-assign] # only once
                assert runner._browser is not None
                runner._browser.close()

            Recorder.move = end_browser  # type: ignore[assignment,method-assign] # the browser dies at the first input
        if folder.startswith(FULL):
            Path.write_bytes = _fail  # type: ignore[assignment,method-assign] # it never returns
        fixture = Fixture.load(Path(folder.removeprefix(KILLED).removeprefix(DIED).removeprefix(FULL)))
        return play(self, replace(target, fixture=fixture, url=fixture.url))

    Runner.play = play_fixture  # type: ignore[method-assign] # the replacement


def freeze(now: datetime) -> None:
    """Stop the clock of every page at a time."""
    new_context = launch.new_context

    def frozen(started: Browser, **options: Any) -> BrowserContext:  # noqa: ANN401 - passed on
        context = new_context(started, **options)
        context.clock.set_fixed_time(now)
        return context

    launch.new_context = frozen  # type: ignore[assignment] # the same context, with a clock


def _die(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _fail(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


if __name__ == "__main__":
    scenario = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    moment = datetime.fromisoformat(scenario["now"])
    replace_pages(scenario["pages"])
    freeze(moment)
    sys.argv = ["givens", *sys.argv[2:]]
    with time_machine.travel(moment, tick=True):
        main()
