"""Install a browser where none is found: Chromium's headless shell, which costs a third of the processor time."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable

from bot.browser import launch
from bot.browser.driver import start_playwright
from bot.errors import SetupError

TIMEOUT = 900
"""Seconds that an installation may take."""


SHELL, WINDOW = ("--only-shell", "chromium-headless-shell"), ("--no-shell", "chromium")
"""Options of `playwright install chromium`, and Debian's packages: Chromium without and with windows."""


def install(browser: str | None, report: Callable[[str], None], *, window: bool = False) -> None:
    """Install Chromium's headless shell and, with `window`, a browser that can show windows, where they are missing.

    Without the shell, any other browser will do. Raise `SetupError` if there is none in the end.
    """
    with start_playwright() as playwright:

        def found(*, window: bool) -> launch.FoundBrowser | None:
            try:
                return launch.find(playwright, browser, window=window)
            except SetupError:
                if browser:
                    raise
                return None

        any_browser = found(window=False)
        if not (any_browser and (browser or any_browser.is_shell)) and (error := _install(SHELL, report)):
            if any_browser is None:
                raise error
            report(f"using {any_browser}, because {error.message}")
        if window and not found(window=True) and (error := _install(WINDOW, report)):
            raise error


def _install(chromium: tuple[str, str], report: Callable[[str], None]) -> SetupError | None:
    """Install Playwright's browser, else Debian's; return the error if both fail."""
    option, package = chromium
    ways = {f"Playwright's {package}": [[sys.executable, "-m", "playwright", "install", option, "chromium"]]}
    if shutil.which("apt-get"):
        ways[f"Debian's {package}"] = [_apt("update"), _apt("install", "-y", package)]
    errors = []
    for name, commands in ways.items():
        report(f"installing {name}")
        error = next((error for command in commands if (error := _run(command))), None)
        if error is None:
            return None
        errors.append(f"{name}: {error}")
    help_ = "install Chrome, Chromium or Edge by hand, or name one with --browser PATH"
    return SetupError(f"no {package} could be installed ({'; '.join(errors)})", command=help_)


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
