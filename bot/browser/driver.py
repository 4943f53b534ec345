"""Starting Playwright's driver, and the temporary folders of runs.

It takes the longest of all, so this module imports nothing heavy before it.
"""

from __future__ import annotations

import logging
import os
import re
import tempfile
import threading
import warnings
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, suppress
from importlib import import_module
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from bot.browser.limits import TEMPORARY, folders, kill, limit_time
from bot.interrupts import ended_by_signals

if TYPE_CHECKING:
    from playwright.sync_api import Playwright

START_TIMEOUT = 30.0
"""Seconds in which the driver must start."""
STOP_TIMEOUT = 1.0
"""Seconds in which the driver must close everything and end; then it is killed."""

PREFIX = "givens-"
"""The beginning of a folder's name; short, because a browser may create a socket below, whose path is limited."""


@contextmanager
def start_playwright(meanwhile: Iterable[str] = (), timeout: float = inf) -> Iterator[Playwright]:
    """Start Playwright's driver, and import the modules `meanwhile`; raise `SetupError` if it does not start.

    While it runs, it and its browsers are killed when a time limit has passed (`bot.browser.limits`).
    """
    # What a killed driver leaves unfinished would be written to stderr; every call to it ends with an error anyway.
    for name in ("asyncio", "playwright"):
        logging.getLogger(name).disabled = True
    warnings.filterwarnings("ignore", "coroutine .* was never awaited", RuntimeWarning)
    with ExitStack() as stack:
        stack.enter_context(ended_by_signals())
        folder = stack.enter_context(temporary_folder())
        folders.append(str(folder))
        stack.callback(folders.remove, str(folder))
        playwright = _start(folder, meanwhile, min(timeout, START_TIMEOUT))
        try:
            yield playwright
        finally:
            with limit_time(STOP_TIMEOUT, "the browser does not close", kills=True):
                playwright.stop()
            kill(wait=True)  # A driver that died has left its browsers.


def is_running() -> bool:
    """Return whether the driver still ran when it was last called: it runs in the event loop of this thread."""
    import asyncio

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def _start(folder: Path, meanwhile: Iterable[str], timeout: float) -> Playwright:
    """Start the driver with its files in a folder; what it says is written there, unless the user debugs it."""
    from playwright.sync_api import sync_playwright

    # Not earlier: two simultaneous imports would delay each other, and everything waits for the driver.
    imports = threading.Thread(target=_import, args=(meanwhile,), daemon=True)
    imports.start()
    log = folder / "driver.log"
    with limit_time(timeout, "", kills=True) as limit, log.open("w", encoding="utf-8") as said:
        try:
            with _environment(folder), ExitStack() if "DEBUG" in os.environ else redirect_stderr(said):
                return sync_playwright().start()
        except Exception as error:  # the driver's own error, or that of a driver that dies
            from bot.addon import install_command
            from bot.errors import SetupError, first_line

            last = re.search(r"(?im)^.*\b(?:fatal|error).*$", log.read_text("utf-8", "replace"))
            why = last[0].strip("# ") if last else first_line(error)
            why = f"it did not start within {timeout:.3g} s" if limit.passed else why
            command = None if limit.passed or "memory" in why else install_command("playwright", again=True)
            raise SetupError(f"Playwright cannot be started: {why}", command=command) from error
        finally:
            imports.join()


def _import(names: Iterable[str]) -> None:
    """Import modules in advance."""
    with suppress(Exception):  # It is raised again where the module is used.
        for name in names:
            import_module(name)


@contextmanager
def _environment(folder: Path) -> Iterator[None]:
    """Set the environment of the driver: our folder for its temporary files, and a cache for its compiled code."""
    cache = str(platformdirs.user_cache_path("givens", appauthor=False) / "driver")
    variables = {
        "NODE_COMPILE_CACHE": os.environ.get("NODE_COMPILE_CACHE", cache),
        **dict.fromkeys(TEMPORARY, str(folder)),
    }
    before = {name: os.environ[name] for name in variables if name in os.environ}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name in variables:
            del os.environ[name]
        os.environ.update(before)


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Create a folder that only its owner can open, and remove it at the end; raise `SetupError` if that fails."""
    try:
        made = tempfile.TemporaryDirectory(prefix=PREFIX, dir=parent_folder(), ignore_cleanup_errors=True)
    except OSError as error:
        from bot.errors import SetupError  # Not at the top: the driver is to be started first.

        where = f" at {error.filename}" if error.filename else ""
        raise SetupError(f"no temporary folder can be created{where}: {error.strerror}") from None
    with made as folder:
        yield Path(folder)


def parent_folder() -> Path:
    """Return the folder with the shortest path in which temporary folders can be made.

    Chromium creates a socket below, whose path may have 107 bytes (103 on macOS), and `TMPDIR` alone may have more.
    """
    folders = [tempfile.gettempdir()]
    if os.name == "posix":
        folders += filter(None, ["/tmp", os.environ.get("XDG_RUNTIME_DIR")])  # noqa: S108 - ours are new and private
    usable = [folder for folder in folders if Path(folder).is_absolute() and os.access(folder, os.W_OK | os.X_OK)]
    return Path(min(usable or folders, key=len))
