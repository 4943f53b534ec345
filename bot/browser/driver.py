"""Playwright's driver: started before anything else, as it takes the longest; so nothing heavy is imported here."""

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

SOLVING = ("solvers._core.engine",)
"""What a run needs that has a browser already, and heavy: Z3."""
PLAYING = ("bot.play.targets", "bot.batch.parallel", "bot.daily.history", "importlib.metadata", *SOLVING)
"""All that playing needs beside the browser."""


@contextmanager
def playwright_started(meanwhile: Iterable[str] = ()) -> Iterator[Playwright]:
    """Start Playwright's driver, and import modules meanwhile; raises `SetupError` where it cannot run."""
    from playwright.sync_api import Error, sync_playwright

    # Only now: two imports at a time would hold each other up, and the driver's start is what all wait for.
    imports = threading.Thread(target=_import, args=(meanwhile,), daemon=True)
    imports.start()
    try:
        with _compiled_once():
            playwright = sync_playwright().start()
    except (Error, OSError) as error:
        from bot.errors import SetupError, first_line

        msg = f"Playwright does not start: {first_line(error)}"
        raise SetupError(msg, command="pip install --force-reinstall playwright") from error
    finally:
        imports.join()
    try:
        yield playwright
    finally:
        playwright.stop()


def _import(names: Iterable[str]) -> None:
    with suppress(Exception):  # Whoever uses it is told.
        for name in names:
            import_module(name)


@contextmanager
def _compiled_once() -> Iterator[None]:
    """Let the driver, a program of Node's, keep what it compiles: the next time it starts a fifth sooner."""
    name = "NODE_COMPILE_CACHE"
    if name in os.environ:
        yield
        return
    os.environ[name] = str(platformdirs.user_cache_path("givens", appauthor=False) / "driver")
    try:
        yield
    finally:
        del os.environ[name]
