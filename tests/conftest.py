"""What the tests share: one browser (the one the product finds; none is a failure), and the command as a process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings
from playwright.sync_api import Error

from bot.browser.launch import find, new_context, sandboxed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, Playwright

settings.register_profile("givens", deadline=None)  # No test depends on the speed of a machine.
settings.load_profile("givens")

ROOT = Path(__file__).parent.parent
FIXTURES = ROOT / "fixtures"
SHARED = ROOT.parent / "shared"
"""Real pages and puzzles that belong to their sites: read where they are, if they are there."""


@pytest.fixture(scope="session")
def browser_type_launch_args(playwright: Playwright, browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the browser that the product finds, through pytest-playwright."""
    found = find(playwright, os.environ.get("GIVENS_BROWSER"), window=False)
    return browser_type_launch_args | {"executable_path": found.path, "chromium_sandbox": sandboxed()}


@pytest.fixture(scope="session")
def chromium(browser: Browser) -> Browser:
    """One browser for all tests of this process, as sync Playwright does not nest."""
    return browser


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """Open a fresh guest context, as the product does."""
    context = new_context(chromium)
    yield context
    with suppress(Error):
        context.close()


Givens = Callable[..., subprocess.CompletedProcess[str]]
"""Runs the command with arguments as its own process; `stdin` is its input, other names are environment variables."""


def homes(folder: Path) -> dict[str, str]:
    """Return the environment in which all that a command keeps is kept in a folder."""
    return {"GIVENS_SESSIONS": str(folder / "sessions"), "GIVENS_HISTORY": str(folder / "history.sqlite")}


@pytest.fixture
def givens(tmp_path: Path) -> Givens:
    """Return what runs the command in `tmp_path`; its sessions and its history are there, too."""

    def run(*args: str | Path, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "bot", *map(str, args)],
            check=False,
            capture_output=True,
            text=True,
            input=stdin,
            timeout=120,
            cwd=tmp_path,
            env=os.environ | homes(tmp_path) | environment,
        )

    return run
