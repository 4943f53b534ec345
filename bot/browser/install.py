"""Install a browser where none is found."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

from bot.browser import launch
from bot.browser.driver import playwright_started
from bot.errors import SetupError

COMMAND = (sys.executable, "-m", "playwright", "install", "chromium")
TIMEOUT = 900
"""Seconds that an installation may take."""


def install(browser: str | None, report: Callable[[str], None]) -> None:
    """Install Playwright's Chromium where no browser is found; raise `SetupError` if that fails."""
    with playwright_started() as playwright:
        try:
            launch.find(playwright, browser, window=False)
        except SetupError:
            if browser:
                raise
            report("installing Playwright's Chromium")
            _install_chromium()
            launch.find(playwright, browser, window=False)


def _install_chromium() -> None:
    try:
        subprocess.run(COMMAND, check=True, capture_output=True, text=True, timeout=TIMEOUT)  # noqa: S603 - our own command
    except subprocess.TimeoutExpired:
        why = f"it took longer than {TIMEOUT} s"
    except subprocess.CalledProcessError as error:
        lines = (error.stderr or error.stdout).splitlines()
        why = next((line.strip() for line in lines if "rror" in line), f"exit {error.returncode}")
    else:
        return
    help_ = "install Chrome, Chromium or Edge by hand, or name one with --browser PATH"
    raise SetupError(f"Playwright's Chromium could not be installed ({why})", command=help_)
