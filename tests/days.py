"""Run a command at a chosen time with fixtures as the pages of sites; `python -m tests.days` does it in a process.

Each site has the folders of its fixtures, used in order; the last one repeats. A prefix of a folder causes a failure:
`killed:` kills the process at the first input, `died:` closes the browser, `full:` fills the disk. The first argument
of the process is a JSON file with `now` and `pages`, the others are the command.
"""

from __future__ import annotations

import errno
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import datetime
from functools import partial, partialmethod
from pathlib import Path
from typing import Any
from unittest.mock import patch

import time_machine
from playwright.sync_api import Browser, BrowserContext

from bot.browser import launch
from bot.cli import main
from bot.play.entering import BoardEntry
from bot.play.fixture import Fixture
from bot.play.result import TargetResult
from bot.play.runner import Runner
from bot.play.targets import Target

KILLED, DIED, FULL = "killed:", "died:", "full:"


@contextmanager
def day(now: str, pages: dict[str, list[str]]) -> Iterator[None]:
    """Make it a time in ISO form, for this process and the pages it opens, and replace the pages of sites."""
    moment = datetime.fromisoformat(now)
    new_context = launch.new_context
    with ExitStack() as stack:

        def with_fixture(
            visit: Callable[..., TargetResult], self: Runner, target: Target, *check: object
        ) -> TargetResult:
            left = pages[target.site.NAME]
            folder = left.pop(0) if len(left) > 1 else left[0]
            failure, _, path = folder.rpartition(":")
            if f"{failure}:" == KILLED:
                stack.enter_context(patch.object(BoardEntry, "_record_move", _die))
            if f"{failure}:" == DIED:
                only_once = stack.enter_context(ExitStack())

                def end_browser(*_: object) -> None:
                    only_once.close()
                    assert self._browser is not None
                    self._browser.close()

                only_once.enter_context(patch.object(BoardEntry, "_record_move", end_browser))
            if f"{failure}:" == FULL:
                stack.enter_context(patch.object(Path, "write_bytes", _fail))
            fixture = Fixture.load(Path(path))
            return visit(self, replace(target, fixture=fixture, url=fixture.url), *check)

        def frozen(started: Browser, **options: Any) -> BrowserContext:  # noqa: ANN401 - passed on
            context = new_context(started, **options)
            context.clock.set_fixed_time(moment)
            return context

        for visit in (Runner.play, Runner.read):
            stack.enter_context(patch.object(Runner, visit.__name__, partialmethod(partial(with_fixture, visit))))
        stack.enter_context(patch.object(Fixture, "is_bundled", new=True))  # The test wrote what is not.
        stack.enter_context(patch.object(launch, "new_context", frozen))
        stack.enter_context(time_machine.travel(moment, tick=True))
        yield


def _die(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _fail(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


if __name__ == "__main__":
    scenario = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    sys.argv = ["givens", *sys.argv[2:]]
    with day(**scenario):
        main()
