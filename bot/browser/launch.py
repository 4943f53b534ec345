"""Finding a browser and starting it: no disguise of any kind, no download by any command but `doctor --fix`."""

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
SHELLS = ("chromium-headless-shell", "chrome-headless-shell")
"""Chromium with no windows built in: the same pages in a third of the processor's time and two thirds of the memory."""
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
"""The word for who named a browser that is neither told nor Playwright's own."""


@dataclass(frozen=True, slots=True)
class Found:
    """A browser on this machine: where it is, and who named it."""

    path: Path
    source: str

    def __str__(self) -> str:
        return f"{self.path} ({self.source})"

    def facts(self) -> dict[str, object]:
        """Return what is recorded of where the browser is, and of how it is started."""
        return {"path": str(self.path), "sandbox": sandboxed()}


def find(playwright: Playwright, told: str | None, *, window: bool = True) -> Found:
    """Return the browser told, else Playwright's own, else an installed one; a headless shell first if no window opens.

    Raises `SetupError` where there is none, and `UsageError` where one that runs elsewhere is told.
    """
    if (endpoint := Endpoint.of(told)) is not None:
        msg = f"this needs a browser of this machine, and the one at {endpoint} runs elsewhere"
        raise UsageError(msg, command="the same with --browser PATH, and without GIVENS_BROWSER")
    if told:
        path = shutil.which(told)
        if path is None:
            msg = f"there is no browser at {told} (from --browser or GIVENS_BROWSER)"
            raise SetupError(msg, command=FIX)
        return Found(Path(path), "told")
    own = Path(playwright.chromium.executable_path)
    for found in [own] if window else [*_shells_beside(own), own]:
        if found.exists():
            return Found(found, "Playwright's own")
    for name in INSTALLED if window else (*SHELLS, *INSTALLED):
        path = shutil.which(name)
        if path is not None:
            return Found(Path(path), FOUND_INSTALLED)
    msg = "no browser was found: neither Playwright's own nor an installed Chrome, Chromium or Edge"
    raise SetupError(msg, command=FIX)


def _shells_beside(own: Path) -> Iterator[Path]:
    """Iterate over the headless shells that Playwright has installed with its Chromium, of the same revision."""
    for folder in own.parents:
        if re.fullmatch(r"chromium-\d+", folder.name):
            revision = folder.name.removeprefix("chromium-")
            yield from folder.parent.glob(f"chromium_headless_shell-{revision}/*/chrome-headless-shell{own.suffix}")


def sandboxed() -> bool:
    """Tell whether Chromium's sandbox can be on: it cannot run as root."""
    return not hasattr(os, "geteuid") or os.geteuid() != 0


def check_display() -> None:
    """Raise `SetupError` where a browser could not be seen."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        msg = "a visible browser needs a display, and there is none (DISPLAY is not set)"
        raise SetupError(msg, command="the same on a desktop, or with ssh -X")


@contextmanager
def browser_started(
    playwright: Playwright, *, told: str | None, headed: bool
) -> Iterator[tuple[Browser, Found | Endpoint]]:
    """Start the browser that `find` finds, or have the one lent whose endpoint is told; raises `SetupError`."""
    found = Endpoint.of(told) or find(playwright, told, window=headed)
    browser = connect(playwright, found) if isinstance(found, Endpoint) else _launched(playwright, found, headed=headed)
    try:
        yield browser, found
    finally:
        if browser.is_connected():
            browser.close()


def _launched(playwright: Playwright, found: Found, *, headed: bool) -> Browser:
    """Start a browser of this machine; raises `SetupError` where it does not start."""
    from playwright.sync_api import Error

    if headed:
        check_display()
    try:
        return playwright.chromium.launch(
            executable_path=found.path,
            headless=not headed,
            chromium_sandbox=sandboxed(),
            # Ctrl-C is ours, so that what was recorded can be finished.
            handle_sigint=False,
        )
    except Error as error:
        msg = f"{found} does not start: {first_line(error)}"
        raise SetupError(msg, command=FIX) from error


def profiles_folder() -> Path:
    """Return where profiles are kept: each is a person's, and used only when it is named."""
    return platformdirs.user_data_path("givens", appauthor=False) / "profiles"


def profile_folder(name: str) -> Path:
    """Return the folder of a profile, which need not be there; raises `SetupError` for what is no name of one."""
    if not re.fullmatch(r"[\w-]+", name):
        msg = f"{name!r} is no name of a profile: letters, digits, - and _ are"
        raise SetupError(msg)
    return profiles_folder() / name


def check_free(folder: Path) -> None:
    """Raise `SetupError` where a browser that is alive has this profile open: Chromium writes down who has."""
    lock = folder / "SingletonLock"
    try:
        host, _, process = str(lock.readlink()).rpartition("-")
    except OSError:
        return  # Not open; where links are not used, on Windows, Chromium itself refuses.
    if host == socket.gethostname():
        try:
            os.kill(int(process), 0)
        except (ProcessLookupError, ValueError):
            return
        except PermissionError:
            pass
    where = "" if host == socket.gethostname() else f" on {host}"
    msg = f"the profile {folder.name!r} is in use by another browser (process {process}{where}): close that first"
    raise SetupError(msg)


@contextmanager
def profile_opened(
    playwright: Playwright, name: str, *, told: str | None, headed: bool
) -> Iterator[tuple[BrowserContext, Found]]:
    """Open a browser on a profile that a person has set up; raises `SetupError` where there is none of that name."""
    folder = profile_folder(name)
    if not folder.is_dir():
        msg = f"there is no profile {name!r} in {profiles_folder()}: a person has to set it up and sign in"
        raise SetupError(msg, command=f"givens login SITE --profile {name}")
    with folder_opened(playwright, folder, told=told, headed=headed, viewport=VIEWPORT) as opened:
        yield opened


@contextmanager
def folder_opened(
    playwright: Playwright, folder: Path, *, told: str | None, headed: bool, viewport: Mapping[str, int] | None
) -> Iterator[tuple[BrowserContext, Found]]:
    """Open a browser on a profile's folder, which it makes; without a viewport the window is as large as it likes.

    Raises `SetupError` where that fails, as it does while another browser has the profile open.
    """
    from playwright.sync_api import Error

    found = find(playwright, told)
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
        check_free(folder)  # It may have been opened in the meantime.
        msg = f"the profile {folder.name!r} does not open: {first_line(error)}"
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
