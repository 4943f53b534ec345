"""Starting Playwright's driver: it takes the longest of all, so this module imports nothing heavy before it."""

from __future__ import annotations

import os
import threading
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING

import platformdirs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from playwright.sync_api import Playwright


@contextmanager
def playwright_started(meanwhile: Iterable[str] = ()) -> Iterator[Playwright]:
    """Start Playwright's driver, and import the modules `meanwhile`; raise `SetupError` if it does not start."""
    from playwright.sync_api import Error, sync_playwright

    # Not earlier: two simultaneous imports would delay each other, and everything waits for the driver.
    imports = threading.Thread(target=_import, args=(meanwhile,), daemon=True)
    imports.start()
    try:
        with _compile_cache():
            playwright = sync_playwright().start()
    except (Error, OSError) as error:
        from bot.errors import SetupError, first_line

        command = "pip install --force-reinstall playwright"
        raise SetupError(f"Playwright cannot be started: {first_line(error)}", command=command) from error
    finally:
        imports.join()
    try:
        yield playwright
    finally:
        playwright.stop()


def _import(names: Iterable[str]) -> None:
    """Import modules in advance; an error is raised again where the module is used."""
    with suppress(Exception):
        for name in names:
            import_module(name)


@contextmanager
def _compile_cache() -> Iterator[None]:
    """Let Node.js, which runs the driver, cache its compiled code: later starts take a fifth less time."""
    name = "NODE_COMPILE_CACHE"
    if name in os.environ:
        yield
        return
    os.environ[name] = str(platformdirs.user_cache_path("givens", appauthor=False) / "driver")
    try:
        yield
    finally:
        del os.environ[name]
