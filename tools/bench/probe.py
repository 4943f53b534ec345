"""`givens` itself, with the times at which its stages begin and end: `python -m tools.bench.probe play …`.

They are written to stderr at the end, as one line of JSON: name and seconds of `time.perf_counter`, which all processes
of a machine share.
"""

from __future__ import annotations

import atexit
import json
import sys
import time
from contextlib import contextmanager
from functools import wraps
from math import inf
from typing import TYPE_CHECKING, Any

from bot.browser import driver
from bot.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOMENTS: list[tuple[str, float]] = []


def note(name: str) -> None:
    """Record that a stage begins or ends now."""
    MOMENTS.append((name, time.perf_counter()))


def noted(owner: type, method: str, name: str) -> None:
    """Make a method record when it begins and ends."""
    original = getattr(owner, method)

    @wraps(original)
    def call(*args: Any, **options: Any) -> Any:  # noqa: ANN401 - whatever the method takes
        note(name)
        try:
            return original(*args, **options)
        finally:
            note(f"{name} end")

    setattr(owner, method, call)


_started = driver.playwright_started


@contextmanager
def _noted_start(meanwhile: Iterable[str] = (), timeout: float = inf) -> Iterator[Any]:
    """Start Playwright like the program, and record what is imported meanwhile."""
    from playwright.sync_api import BrowserType
    from playwright.sync_api._context_manager import PlaywrightContextManager

    noted(PlaywrightContextManager, "start", "driver")
    noted(BrowserType, "launch", "launch")
    with _started(meanwhile, timeout) as playwright:
        note("imported")

        from bot.play import loop, runner

        noted(runner.Runner, "play", "target")
        noted(runner.Runner, "_open", "open")
        noted(loop.Run, "play", "run")
        noted(loop.Run, "record_verdict", "accepted")
        yield playwright


if __name__ == "__main__":
    driver.playwright_started = _noted_start
    atexit.register(lambda: sys.stderr.write(f"{json.dumps(MOMENTS)}\n"))
    main()
