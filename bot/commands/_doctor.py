"""The doctor: what a run needs on this machine, whether it is there, and how to get it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.browser import launch
from bot.browser.driver import playwright_started
from bot.errors import SetupError, first_line
from bot.record.recorder import sessions_folder, versions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

INSTALL_WITHIN = 900
"""Seconds that an installation may take."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that a run needs."""

    name: str
    ok: bool
    words: str
    command: str | None = None


def checks(told: str | None) -> Iterator[Check]:
    """Look at the versions, the browser (which is started, or lent, once), and the folder of sessions."""
    from playwright.sync_api import Error

    for name, version in versions().items():
        yield Check(name, ok=True, words=version)
    try:
        with (
            playwright_started() as playwright,
            launch.browser_started(playwright, told=told, headed=False) as (opened, found),
        ):
            page = launch.new_context(opened).new_page()
            page.goto("data:text/html,<title>givens</title>")
            works = page.title() == "givens"
            page.context.close()
            off = found.facts().get("sandbox") is False
            sandbox = "; you are root, so Chromium's sandbox is off" if off else ""
            yield Check("browser", works, f"{opened.version} at {found}{sandbox}")
    except Error as error:
        yield Check("browser", ok=False, words=f"the browser opens no page: {first_line(error)}")
    except SetupError as error:
        yield Check("browser", ok=False, words=error.message, command=error.command)
    folder = sessions_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / ".doctor").touch()
        (folder / ".doctor").unlink()
    except OSError as error:
        yield Check(
            "sessions", ok=False, words=f"{folder} cannot be written: {error.strerror}", command="set GIVENS_SESSIONS"
        )
    else:
        yield Check("sessions", ok=True, words=str(folder))


def fix(told: str | None, tell: Callable[[str], None]) -> None:
    """Install a browser where none is found; raises `SetupError` if it cannot.

    Where Debian has a headless shell, and none is found that starts as fast, that is installed, too, if it can be.
    """
    with playwright_started() as playwright:
        try:
            found = launch.find(playwright, told, window=False)
        except SetupError:
            if told:
                raise
            _install(tell)
            found = launch.find(playwright, told, window=False)
    shell = launch.SHELLS[0]
    if found.source == launch.FOUND_INSTALLED and found.path.stem not in launch.SHELLS and _debian_has(shell):
        tell(f"installing Debian's {shell}")
        if why := _run(_apt("install", "-y", shell)):
            tell(f"{shell}, which starts faster, is not installed: {why}")


def _install(tell: Callable[[str], None]) -> None:
    """Install Playwright's browser, else Debian's; raises `SetupError` if it cannot."""
    ways = {"Playwright's Chromium": [[sys.executable, "-m", "playwright", "install", "chromium"]]}
    if shutil.which("apt-get"):
        ways["Debian's chromium"] = [_apt("update"), _apt("install", "-y", "chromium")]
    failed = []
    for name, commands in ways.items():
        tell(f"installing {name}")
        why = next((why for command in commands if (why := _run(command))), None)
        if why is None:
            return
        failed.append(f"{name}: {why}")
    msg = f"no browser could be installed ({'; '.join(failed)})"
    raise SetupError(msg, command="install Chrome, Chromium or Edge by hand, or name one with --browser PATH")


def _debian_has(package: str) -> bool:
    return shutil.which("apt-cache") is not None and _run(["apt-cache", "show", package]) is None


def _apt(*what: str) -> list[str]:
    sudo = [] if not hasattr(os, "geteuid") or os.geteuid() == 0 else ["sudo", "-n"]
    return [*sudo, "apt-get", "-qq", *what]


def _run(command: list[str]) -> str | None:
    """Run a command; return why it failed, None if it did not."""
    try:
        done = subprocess.run(  # noqa: S603 - the commands are those above
            command,
            check=False,
            capture_output=True,
            text=True,
            timeout=INSTALL_WITHIN,
            env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    lines = [line.strip() for line in (done.stderr or done.stdout).splitlines() if line.strip()]
    return None if done.returncode == 0 else next((line for line in lines if "rror" in line), f"exit {done.returncode}")
