"""Starting Playwright's driver: it takes the longest of all, so this module imports nothing heavy before it."""

from __future__ import annotations

import logging
import os
import re
import threading
import warnings
from contextlib import ExitStack, contextmanager, redirect_stderr, suppress
from importlib import import_module
from math import inf
from typing import TYPE_CHECKING

import platformdirs

from bot.browser.temporary import VARIABLES, remove_abandoned, temporary_folder
from bot.browser.watchdog import OWNER, killed_after, watchdog
from bot.interrupts import ended_by_signals

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from playwright.sync_api import Playwright


START_TIMEOUT = 30.0
"""Seconds in which the driver must start."""
STOP_TIMEOUT = 1.0
"""Seconds in which the driver must close everything and end; then it is killed."""


@contextmanager
def playwright_started(meanwhile: Iterable[str] = (), timeout: float = inf) -> Iterator[Playwright]:
    """Start Playwright's driver, and import the modules `meanwhile`; raise `SetupError` if it does not start.

    While it runs, a watchdog kills it and its browsers when a time limit has passed (`bot.browser.watchdog`).
    """
    # What a killed driver leaves unfinished would be written to stderr; every call to it ends with an error anyway.
    logging.getLogger("asyncio").disabled = True
    warnings.filterwarnings("ignore", "coroutine .* was never awaited", RuntimeWarning)
    with ExitStack() as stack:
        stack.enter_context(ended_by_signals())
        folder = stack.enter_context(temporary_folder())
        guard = stack.enter_context(watchdog(str(folder)))
        playwright = _start(folder, meanwhile, min(timeout, START_TIMEOUT))
        try:
            yield playwright
        finally:
            died = not is_running()
            with killed_after(STOP_TIMEOUT) as limit:
                playwright.stop()
            if died or limit.passed:
                guard.kill_all()


def is_running() -> bool:
    """Return whether the driver still ran when it was last called: it runs in the event loop of this thread."""
    import asyncio

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def _start(folder: Path, meanwhile: Iterable[str], timeout: float) -> Playwright:
    """Start the driver with its files in a folder."""
    from playwright.sync_api import sync_playwright

    # Not earlier: two simultaneous imports would delay each other, and everything waits for the driver.
    imports = threading.Thread(target=_prepare, args=(meanwhile,), daemon=True)
    imports.start()
    log = folder / "driver.log"
    try:
        with _environment(folder), _errors_to(log), killed_after(timeout) as limit:
            return sync_playwright().start()
    except Exception as error:  # the driver's own error, or that of a driver that dies
        from bot.errors import SetupError, first_line
        from bot.extras import install_command

        is_short = limit.passed and timeout < START_TIMEOUT
        late = f"it did not start within {timeout:.3g} s{', the time limit' * is_short}"
        why = late if limit.passed else _last_words(log) or first_line(error)
        command = None if is_short or "memory" in why else install_command("playwright", again=True)
        raise SetupError(f"Playwright cannot be started: {why}", command=command) from error
    finally:
        imports.join()


@contextmanager
def _errors_to(log: Path) -> Iterator[None]:
    """Redirect the driver's stderr to a file, unless the user debugs it: a driver that dies writes a lot."""
    if "DEBUG" in os.environ:
        yield
        return
    with log.open("w", encoding="utf-8", errors="backslashreplace") as file, redirect_stderr(file):
        yield


def _last_words(log: Path) -> str | None:
    """Return the error line that a dead driver has written, None if there is none."""
    with suppress(OSError):
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
        return next((line.strip("# ") for line in lines if re.search(r"(?i)\b(fatal|error)", line)), None)
    return None


def _prepare(names: Iterable[str]) -> None:
    """Import modules in advance, and remove the files of killed runs."""
    with suppress(Exception):  # It is raised again where the module is used.
        for name in names:
            import_module(name)
    remove_abandoned()


@contextmanager
def _environment(folder: Path) -> Iterator[None]:
    """Set the environment of the driver: our folder for its temporary files, a cache, and no waiting for fonts.

    Node.js, which runs the driver, caches its compiled code: later starts take a fifth less time. A screenshot would
    wait for every font of the page.
    """
    variables = {
        OWNER: str(folder),
        **dict.fromkeys(VARIABLES, str(folder)),
        "PW_TEST_SCREENSHOT_NO_FONTS_READY": "1",
        "NODE_COMPILE_CACHE": str(platformdirs.user_cache_path("givens", appauthor=False) / "driver"),
    }
    if "NODE_COMPILE_CACHE" in os.environ:
        del variables["NODE_COMPILE_CACHE"]
    before = {name: os.environ[name] for name in variables if name in os.environ}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name in variables:
            os.environ.pop(name, None)
        os.environ.update(before)
