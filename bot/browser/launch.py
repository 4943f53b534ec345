"""Finding and starting a browser: without any disguise, and without a download (only `doctor --fix` downloads)."""

from __future__ import annotations

import os
import re
import shutil
import socket
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from bot.browser.remote import Endpoint, connect
from bot.errors import SetupError, UsageError, first_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from playwright.sync_api import Browser, BrowserContext, Playwright

FIX = "givens doctor --fix"
VIEWPORT = {"width": 1280, "height": 900}
LOCALE = "en-US"
NOWHERE = {"server": "http://127.0.0.1:1"}
"""A proxy that does not exist: what is not answered by a route, such as a lookup of names, goes nowhere."""
SHELLS = ("chromium-headless-shell", "chrome-headless-shell")
"""Chromium built without windows: it shows the same pages with a third of the CPU time and two thirds of the memory."""
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

FOUND_INSTALLED = "installed"
"""The source of a browser that is installed, rather than chosen by the user or Playwright's own."""


@dataclass(frozen=True, slots=True)
class Found:
    """A browser of this machine: its path, and where the path comes from."""

    path: Path
    source: str

    def __str__(self) -> str:
        return f"{self.path} ({self.source})"

    def facts(self) -> dict[str, object]:
        """Return what a session records about the browser."""
        return {"path": str(self.path), "sandbox": sandboxed()}


def find(playwright: Playwright, browser: str | None, *, window: bool = True) -> Found:
    """Return the chosen browser, else Playwright's own, else an installed one; prefer a headless shell if not `window`.

    Raise `SetupError` if none is found, and `UsageError` if `browser` is an endpoint.
    """
    if (endpoint := Endpoint.of(browser)) is not None:
        raise UsageError(
            f"this needs a local browser, but the one at {endpoint} runs elsewhere",
            command="the same with --browser PATH, and without GIVENS_BROWSER",
        )
    if browser:
        path = shutil.which(browser)
        if path is None:
            raise SetupError(f"there is no program {browser} (from --browser, GIVENS_BROWSER or config.toml)")
        return Found(Path(path).absolute(), "chosen")
    own = Path(playwright.chromium.executable_path)
    for found in [own] if window else [*_shells_beside(own), own]:
        if found.exists():
            return Found(found, "Playwright's own")
    for name in INSTALLED if window else (*SHELLS, *INSTALLED):
        path = shutil.which(name)
        if path is not None:
            return Found(Path(path), FOUND_INSTALLED)
    raise SetupError(
        "no browser was found: neither Playwright's own nor an installed Chrome, Chromium or Edge", command=FIX
    )


def _shells_beside(own: Path) -> Iterator[Path]:
    """Yield the headless shells that Playwright has installed for its Chromium's revision."""
    for folder in own.parents:
        if re.fullmatch(r"chromium-\d+", folder.name):
            revision = folder.name.removeprefix("chromium-")
            yield from folder.parent.glob(f"chromium_headless_shell-{revision}/*/chrome-headless-shell{own.suffix}")


def sandboxed() -> bool:
    """Return whether Chromium's sandbox can be on: it does not run as root."""
    return not hasattr(os, "geteuid") or os.geteuid() != 0


def check_display() -> None:
    """Raise `SetupError` where no window can be shown."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise SetupError(
            "a visible browser needs a display, and there is none (DISPLAY is not set)",
            command="the same on a desktop, or with ssh -X",
        )


@contextmanager
def browser_started(
    playwright: Playwright, browser: str | None, *, headed: bool
) -> Iterator[tuple[Browser, Found | Endpoint]]:
    """Start the browser that `find` returns, or connect to the one at an endpoint; raise `SetupError` if that fails."""
    found = Endpoint.of(browser) or find(playwright, browser, window=headed)
    started = connect(playwright, found) if isinstance(found, Endpoint) else _launched(playwright, found, headed=headed)
    try:
        yield started, found
    finally:
        if started.is_connected():
            started.close()


def _launched(playwright: Playwright, found: Found, *, headed: bool) -> Browser:
    """Start a browser of this machine; raise `SetupError` if it does not start."""
    from playwright.sync_api import Error

    if headed:
        check_display()
    try:
        return playwright.chromium.launch(
            executable_path=found.path,
            headless=not headed,
            chromium_sandbox=sandboxed(),
            # We handle Ctrl-C, so that the session can be finished.
            handle_sigint=False,
        )
    except Error as error:
        raise SetupError(f"{found} cannot be started: {first_line(error)}", command=FIX) from error


def profiles_folder() -> Path:
    """Return the folder of the profiles: each belongs to a person and is used only when it is named."""
    return platformdirs.user_data_path("givens", appauthor=False) / "profiles"


def profile_folder(name: str) -> Path:
    """Return the folder of a profile, which may not exist; raise `UsageError` for a malformed name."""
    if not re.fullmatch(r"[\w-]+", name):
        raise UsageError(f"{name!r} is not a profile name: use letters, digits, - and _")
    return profiles_folder() / name


def check_free(folder: Path) -> None:
    """Raise `SetupError` if a running browser has the profile open; Chromium's lock names its process."""
    lock = folder / "SingletonLock"
    try:
        host, _, process = str(lock.readlink()).rpartition("-")
    except OSError:
        return  # Not open. On Windows, where the lock is not a link, Chromium itself refuses.
    if host == socket.gethostname():
        try:
            os.kill(int(process), 0)
        except (ProcessLookupError, ValueError):
            return
        except PermissionError:
            pass
    where = "" if host == socket.gethostname() else f" on {host}"
    raise SetupError(
        f"the profile {folder.name!r} is in use by another browser (process {process}{where}): close that first"
    )


@contextmanager
def profile_opened(
    playwright: Playwright, name: str, browser: str | None, *, headed: bool
) -> Iterator[tuple[BrowserContext, Found]]:
    """Open a browser on the profile of a person; raise `SetupError` if there is no such profile."""
    folder = profile_folder(name)
    if not folder.is_dir():
        raise SetupError(
            f"there is no profile {name!r} in {profiles_folder()}: create it by signing in once",
            command=f"givens login SITE --profile {name}",
        )
    with folder_opened(playwright, folder, browser, headed=headed, viewport=VIEWPORT) as opened:
        yield opened


@contextmanager
def folder_opened(
    playwright: Playwright, folder: Path, browser: str | None, *, headed: bool, viewport: Mapping[str, int] | None
) -> Iterator[tuple[BrowserContext, Found]]:
    """Open a browser on the folder of a profile, which is created; without a viewport the window has its own size.

    Raise `SetupError` if that fails, for example while another browser has the profile open.
    """
    from playwright.sync_api import Error

    found = find(playwright, browser)
    if headed:
        check_display()
    check_free(folder)
    try:
        context = playwright.chromium.launch_persistent_context(
            folder,
            executable_path=found.path,
            headless=not headed,
            chromium_sandbox=sandboxed(),
            handle_sigint=False,
            viewport=viewport,  # type: ignore[arg-type] # a TypedDict of the same keys
            no_viewport=viewport is None,
            locale=LOCALE,
        )
    except Error as error:
        check_free(folder)  # Another browser may have opened it meanwhile.
        raise SetupError(f"the profile {folder.name!r} cannot be opened: {first_line(error)}") from error
    try:
        yield context, found
    finally:
        context.close()


def new_context(browser: Browser, *, scripts: bool = True, network: bool = True) -> BrowserContext:
    """Open a fresh guest context: no cookies, one window size, one language; without `network`, no way out."""
    return browser.new_context(
        viewport=VIEWPORT,  # type: ignore[arg-type] # a TypedDict of the same keys
        locale=LOCALE,
        java_script_enabled=scripts,
        service_workers="block",
        proxy=None if network else NOWHERE,  # type: ignore[arg-type] # a TypedDict
    )
