"""Finding a browser and starting it: no disguise of any kind, no download by any command but `doctor --fix`."""

from __future__ import annotations

import os
import re
import shutil
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from bot.errors import SetupError, first_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, Playwright

FIX = "givens doctor --fix"
VIEWPORT = {"width": 1280, "height": 900}
LOCALE = "en-US"
INSTALLED = (
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "chromium",
    "chromium-browser",
    "microsoft-edge",
    "microsoft-edge-stable",
    "msedge",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)


@dataclass(frozen=True, slots=True)
class Found:
    """A browser on this machine: where it is, and who named it."""

    path: Path
    source: str


def find(playwright: Playwright, told: str | None) -> Found:
    """Return the browser told, else Playwright's own, else an installed one; raises `SetupError`."""
    if told:
        path = shutil.which(told)
        if path is None:
            msg = f"there is no browser at {told} (from --browser or GIVENS_BROWSER)"
            raise SetupError(msg, command=FIX)
        return Found(Path(path), "told")
    own = Path(playwright.chromium.executable_path)
    if own.exists():
        return Found(own, "Playwright's own")
    for name in INSTALLED:
        path = shutil.which(name)
        if path is not None:
            return Found(Path(path), "installed")
    msg = "no browser was found: neither Playwright's own nor an installed Chrome, Chromium or Edge"
    raise SetupError(msg, command=FIX)


def sandboxed() -> bool:
    """Tell whether Chromium's sandbox can be on: it cannot run as root."""
    return not hasattr(os, "geteuid") or os.geteuid() != 0


@contextmanager
def playwright_started() -> Iterator[Playwright]:
    """Start Playwright's driver; raises `SetupError` where it cannot run."""
    from playwright.sync_api import Error, sync_playwright

    try:
        manager = sync_playwright()
        playwright = manager.start()
    except (Error, OSError) as error:
        msg = f"Playwright does not start: {first_line(error)}"
        raise SetupError(msg, command="pip install --force-reinstall playwright") from error
    try:
        yield playwright
    finally:
        playwright.stop()


@contextmanager
def browser_started(playwright: Playwright, *, told: str | None, headed: bool) -> Iterator[tuple[Browser, Found]]:
    """Start the browser that `find` finds; raises `SetupError` where it does not start."""
    from playwright.sync_api import Error

    found = find(playwright, told)
    if (
        headed
        and sys.platform.startswith("linux")
        and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    ):
        msg = "a visible browser needs a display, and there is none (DISPLAY is not set)"
        raise SetupError(msg)
    try:
        browser = playwright.chromium.launch(
            executable_path=found.path,
            headless=not headed,
            chromium_sandbox=sandboxed(),
            # Ctrl-C is ours, so that what was recorded can be finished.
            handle_sigint=False,
        )
    except Error as error:
        msg = f"{found.path} ({found.source}) does not start: {first_line(error)}"
        raise SetupError(msg, command=FIX) from error
    try:
        yield browser, found
    finally:
        if browser.is_connected():
            browser.close()


def profiles_folder() -> Path:
    """Return where profiles are kept: each is a person's, and used only when it is named."""
    return platformdirs.user_data_path("givens", appauthor=False) / "profiles"


@contextmanager
def profile_opened(
    playwright: Playwright, name: str, *, told: str | None, headed: bool
) -> Iterator[tuple[BrowserContext, Found]]:
    """Open a browser on a profile that a person has set up; raises `SetupError` where there is none of that name."""
    from playwright.sync_api import Error

    folder = profiles_folder() / name
    if not re.fullmatch(r"[\w-]+", name) or not folder.is_dir():
        msg = f"there is no profile {name!r} in {profiles_folder()}: a person has to set it up and sign in"
        raise SetupError(msg)
    found = find(playwright, told)
    try:
        context = playwright.chromium.launch_persistent_context(
            folder,
            executable_path=found.path,
            headless=not headed,
            chromium_sandbox=sandboxed(),
            handle_sigint=False,
            viewport=VIEWPORT,  # type: ignore[arg-type] # a TypedDict of the same keys
            locale=LOCALE,
        )
    except Error as error:
        msg = f"the profile {name!r} does not open: {first_line(error)}"
        raise SetupError(msg) from error
    try:
        yield context, found
    finally:
        context.close()


def new_context(browser: Browser, *, scripts: bool = True) -> BrowserContext:
    """Open a fresh guest context: no cookies, one window size, one language."""
    return browser.new_context(
        viewport=VIEWPORT,  # type: ignore[arg-type] # a TypedDict of the same keys
        locale=LOCALE,
        java_script_enabled=scripts,
        service_workers="block",
    )
