"""Show a file of a session: a report in the user's browser, a trace in Playwright's viewer."""

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
"""The variables that, on Unix, show that a browser can be opened; the last may name one that needs no display."""
TRACE_VIEWER = ("-m", "playwright", "show-trace", "--host", "127.0.0.1", "--port", "0")
"""Serve the trace to any browser of this machine: the viewer's own window needs Playwright's own Chromium."""


def place(name: str) -> Path:
    """Return the path for a page that is written only to be shown; raise `SetupError`."""
    folder = platformdirs.user_cache_path("givens", appauthor=False)
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    return folder / name


def open_page(page: Path) -> None:
    """Open a page in the user's browser; raise `SetupError` if there is no display or no browser."""
    if not has_display():
        raise SetupError(f"{page} was written, but there is no display to open it on")
    if not webbrowser.open(page.resolve().as_uri()):
        raise SetupError(
            f"{page} was written, but no browser was found to open it", command="set BROWSER to the browser to use"
        )


def open_trace(trace: Path) -> None:
    """Show a trace in the user's browser until Ctrl-C; raise `SetupError` without a display or if the viewer fails."""
    if not has_display():
        raise SetupError(f"there is no display to open {trace} on; https://trace.playwright.dev can also show it")
    code = 0
    with suppress(KeyboardInterrupt):
        code = subprocess.run([sys.executable, *TRACE_VIEWER, trace], check=False).returncode  # noqa: S603 - Playwright's viewer
    if code:
        raise SetupError(f"Playwright's viewer cannot open {trace}: exit code {code}")


def has_display() -> bool:
    """Return whether a browser can be opened; without a display, one in the terminal would take it over."""
    return sys.platform in {"win32", "darwin"} or any(map(os.environ.get, DISPLAYS))
