"""Showing a file of a session to a person: a page in their browser, a trace in Playwright's viewer."""

from __future__ import annotations

import os
import subprocess
import sys
import webbrowser
from contextlib import suppress
from typing import TYPE_CHECKING

import platformdirs

from bot.errors import SetupError, writing

if TYPE_CHECKING:
    from pathlib import Path

DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
"""What says on Unix that a browser can be seen; the last is how a person names one that needs none."""
TRACE_VIEWER = ("-m", "playwright", "show-trace", "--host", "127.0.0.1", "--port", "0")
"""It serves the trace on this machine, for any browser: its own window would need Playwright's own Chromium."""


def place(name: str) -> Path:
    """Return where a page is written that is only to be looked at; raises `SetupError`."""
    folder = platformdirs.user_cache_path("givens", appauthor=False)
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    return folder / name


def open_page(page: Path) -> None:
    """Open a page in the person's browser; raises `SetupError` where there is no display, or no browser."""
    _need_display(f"{page} is written, but there is no display here to open it on")
    if not webbrowser.open(page.resolve().as_uri()):
        msg = f"{page} is written, but no browser is found that opens it"
        raise SetupError(msg, command="set BROWSER to the browser to use")


def open_trace(trace: Path) -> None:
    """Show a trace in the person's browser until Ctrl-C; raises `SetupError` where there is no display, or it fails."""
    _need_display(
        f"there is no display here to open {trace} on; where there is one, https://trace.playwright.dev shows it, too"
    )
    code = 0
    with suppress(KeyboardInterrupt):
        code = subprocess.run([sys.executable, *TRACE_VIEWER, trace], check=False).returncode  # noqa: S603 - Playwright's own
    if code:
        msg = f"Playwright's viewer does not open {trace}: it ended with {code}"
        raise SetupError(msg)


def _need_display(without: str) -> None:
    if sys.platform not in {"win32", "darwin"} and not any(map(os.environ.get, DISPLAYS)):
        raise SetupError(without)
