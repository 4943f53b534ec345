"""Install a browser where none is found."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable

from bot.browser import launch
from bot.browser.driver import playwright_started
from bot.errors import SetupError

TIMEOUT = 900
"""Seconds that an installation may take."""


def install(browser: str | None, report: Callable[[str], None]) -> None:
    """Install a browser where none is found; raises `SetupError` if that fails."""
    with playwright_started() as playwright:
        try:
            launch.find(playwright, browser, window=False)
        except SetupError:
            if browser:
                raise
            _install_any(report)
            launch.find(playwright, browser, window=False)


def _install_any(report: Callable[[str], None]) -> None:
    """Install Playwright's browser, else Debian's; raises `SetupError` if both fail."""
    ways = {"Playwright's Chromium": [[sys.executable, "-m", "playwright", "install", "chromium"]]}
    if shutil.which("apt-get"):
        ways["Debian's chromium"] = [_apt("update"), _apt("install", "-y", "chromium")]
    errors = []
    for name, commands in ways.items():
        report(f"installing {name}")
        error = next((error for command in commands if (error := _run(command))), None)
        if error is None:
            return
        errors.append(f"{name}: {error}")
    help_ = "install Chrome, Chromium or Edge by hand, or name one with --browser PATH"
    raise SetupError(f"no browser could be installed ({'; '.join(errors)})", command=help_)


def _apt(*arguments: str) -> list[str]:
    sudo = [] if not hasattr(os, "geteuid") or os.geteuid() == 0 else ["sudo", "-n"]
    return [*sudo, "apt-get", "-qq", *arguments]


def _run(command: list[str]) -> str | None:
    """Run a command; return its error, None if it succeeds."""
    try:
        done = subprocess.run(  # noqa: S603 - one of the commands above
            command,
            check=False,
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    lines = [line.strip() for line in (done.stderr or done.stdout).splitlines() if line.strip()]
    return None if done.returncode == 0 else next((line for line in lines if "rror" in line), f"exit {done.returncode}")
