"""Starting a browser, without disguise and without a download (only `doctor --fix` downloads), or connecting to one.

One that runs elsewhere, at a Playwright server or with a DevTools address, is never closed.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlsplit

import platformdirs

from bot.browser.limits import limit_time
from bot.errors import PageGone, SetupError, UsageError, first_line, held

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Playwright

FIX = "givens doctor --fix"
FIX_WINDOW = f"{FIX} --headed"
VIEWPORT = {"width": 1280, "height": 900}
LOCALE = "en-US"
NOWHERE = {"server": "http://127.0.0.1:1"}
"""A proxy that does not exist: requests that no route answers, such as name lookups, go nowhere."""
START_TIMEOUT = 30.0
"""Seconds in which a browser must start."""
KILL_AFTER = 0.3
"""Seconds after which the driver should have ended a browser that did not start."""
CLOSE_TIMEOUT = 1.0
"""Seconds in which a guest's browser must close; then it is killed."""
SAVE_TIMEOUT = 5.0
"""Seconds in which a browser must save a person's profile and close."""
GET_DISPLAY = "run this on a desktop, or connect with ssh -X"
"""What helps where there is no display."""
SHELLS = ("chromium-headless-shell", "chrome-headless-shell")
"""Chromium built without windows: it shows the same pages with a third of the CPU time and two thirds of the memory."""
INSTALLED = (
    *("google-chrome", "google-chrome-stable", "chrome", "chromium", "chromium-browser"),
    *("microsoft-edge", "microsoft-edge-stable", "msedge"),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)

# The generator is mulberry32. Each document begins with the seed, so a frame or a reload deals the same again.
_SEEDED = """(() => {{
    let state = {seed} >>> 0;
    Math.random = () => {{
        state = (state + 0x6D2B79F5) >>> 0;
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    }};
}})();"""

PLAYWRIGHT, DEVTOOLS = ("ws", "wss"), ("http", "https")
"""The schemes of Playwright servers, and of browsers with a debugging port."""
CONNECT_TIMEOUT = 30.0
"""Seconds to wait for a connection: a Playwright server may have to start a browser."""
ALLOW_TIMEOUT = 120.0
"""Seconds to wait for a connection to a web socket of a browser, which may ask the person first."""


@dataclass(frozen=True, slots=True)
class FoundBrowser:
    """A browser of this machine: its path, and where the path comes from."""

    path: Path
    source: str

    def __str__(self) -> str:
        return f"{self.path} ({self.source})"

    @property
    def is_shell(self) -> bool:
        """Whether it is Chromium built without windows."""
        return self.path.stem in SHELLS

    def facts(self) -> dict[str, object]:
        """Return the browser's facts for the session."""
        return {"path": str(self.path), "sandbox": has_sandbox()}


def find(playwright: Playwright, browser: str | None, *, window: bool = True) -> FoundBrowser:
    """Return the chosen browser, else Playwright's own, else an installed one; prefer a headless shell if not `window`.

    Raise `SetupError` if none is found, and `UsageError` if `browser` is an endpoint.
    """
    if (endpoint := Endpoint.of(browser)) is not None:
        raise UsageError(
            f"this needs a local browser, but the one at {endpoint} runs elsewhere",
            command="unset GIVENS_BROWSER, and add --browser PATH",
        )
    if browser:
        path = shutil.which(browser)
        if path is None:
            raise SetupError(f"there is no program {browser} (from --browser, GIVENS_BROWSER or config.toml)")
        return FoundBrowser(Path(path).absolute(), "chosen")
    own = Path(playwright.chromium.executable_path)
    for found in [own] if window else [*_shells_beside(own), own]:
        if found.exists():
            return FoundBrowser(found, "Playwright's own")
    for name in INSTALLED if window else (*SHELLS, *INSTALLED):
        path = shutil.which(name)
        if path is not None:
            return FoundBrowser(Path(path), "installed")
    which = "no browser that can show windows" if window else "no browser"
    raise SetupError(
        f"{which} was found: neither Playwright's own nor an installed Chrome, Chromium or Edge",
        command=FIX_WINDOW if window else FIX,
    )


def _shells_beside(own: Path) -> Iterator[Path]:
    """Yield the headless shells that Playwright has installed for its Chromium's revision."""
    for folder in own.parents:
        if re.fullmatch(r"chromium-\d+", folder.name):
            revision = folder.name.removeprefix("chromium-")
            yield from folder.parent.glob(f"chromium_headless_shell-{revision}/*/chrome-headless-shell{own.suffix}")


def has_sandbox() -> bool:
    """Return whether Chromium's sandbox can be on: it does not run as root."""
    return not hasattr(os, "geteuid") or os.geteuid() != 0


def check_display() -> None:
    """Raise `SetupError` where no window can be shown."""
    if why := no_display():
        raise SetupError(f"a visible browser needs a display, and {why}", command=GET_DISPLAY)


def no_display() -> str:
    """Return the reason why no window can be shown, "" if one can."""
    if not sys.platform.startswith("linux"):
        return ""
    is_named = any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    return "" if is_named else "there is none (DISPLAY is not set)"


@contextmanager
def start_browser(
    playwright: Playwright, browser: str | None, *, headed: bool, timeout: float = inf
) -> Iterator[tuple[Browser, FoundBrowser | Endpoint]]:
    """Start the browser that `find` returns, or connect to the one at an endpoint; raise `SetupError` if that fails.

    `timeout` is the limit in seconds, at most `START_TIMEOUT`.
    """
    found = Endpoint.of(browser) or find(playwright, browser, window=headed)
    if isinstance(found, Endpoint):
        started = connect(playwright, found, timeout)
    else:
        with _starting(f"{found} cannot be started", found, timeout, headed=headed) as options:
            started = playwright.chromium.launch(**options)
    try:
        yield started, found
    finally:
        if started.is_connected():
            with close_within(CLOSE_TIMEOUT):
                started.close()


@contextmanager
def close_within(seconds: float) -> Iterator[None]:
    """Close a part of the browser in the block; kill the browser if that takes too long, and ignore that it is dead."""
    from playwright.sync_api import Error

    with suppress(Error, PageGone), limit_time(seconds, "the browser does not close", kills=True):
        yield


def _size(viewport: Mapping[str, int] | None) -> dict[str, Any]:
    """Return the options for the size of pages; without a viewport they have that of their window."""
    return {"viewport": viewport, "no_viewport": viewport is None}


@contextmanager
def _starting(failure: str, found: FoundBrowser, timeout: float, *, headed: bool) -> Iterator[dict[str, Any]]:
    """Yield the options with which a browser starts; raise `SetupError`, which begins with `failure`, if it does not.

    It has `timeout` seconds, at most `START_TIMEOUT`.
    """
    from playwright.sync_api import Error, TimeoutError  # noqa: A004 - Playwright's own

    if headed:
        check_display()
    timeout = min(timeout, START_TIMEOUT)
    late = f"{failure}: it did not answer within {timeout:.3g} s"
    try:
        with limit_time(timeout + KILL_AFTER, late, kills=True):
            yield {
                "executable_path": found.path,
                "headless": not headed,
                "chromium_sandbox": has_sandbox(),
                "handle_sigint": False,  # We handle Ctrl-C, so that the session can be finished.
                "timeout": 1000 * timeout,
            }
    except (TimeoutError, PageGone):
        raise SetupError(late, command=FIX) from None
    except Error as error:
        if "XServer" in str(error):
            raise SetupError(f"{failure}: the display does not answer", command=GET_DISPLAY) from error
        fatal = re.search(r"\[err\].*:FATAL:[^\]]*\] *(.*)", str(error))
        ended = "it ended at once" + (f" ({fatal[1].strip()})" if fatal else "")
        why = ended if "browser has been closed" in str(error) else first_line(error)
        raise SetupError(f"{failure}: {why}", command=FIX) from error


def profiles_folder() -> Path:
    """Return the folder of the profiles: each belongs to a person and is used only when it is named."""
    return platformdirs.user_data_path("givens", appauthor=False) / "profiles"


def profile_folder(name: str) -> Path:
    """Return the folder of a profile, which may not exist; raise `UsageError` for a malformed name."""
    if not re.fullmatch(r"[\w-]{1,60}", name):
        raise UsageError(f"{name!r} is not a profile name: use up to 60 letters, digits, - and _")
    return profiles_folder() / name


@contextmanager
def in_use(folder: Path) -> Iterator[None]:
    """Hold the lock of a profile; raise `SetupError` if another run or another browser has the profile open.

    A headless shell makes no lock of its own, so two would write to one profile.
    """
    with held(folder / "givens.lock", f"the profile {folder.name!r} is in use by another run: wait until it has ended"):
        _check_browser(folder)
        yield


def _check_browser(folder: Path) -> None:
    """Raise `SetupError` if a running browser has the profile open; Chromium's lock names its host and process."""
    try:
        host, _, process = str((folder / "SingletonLock").readlink()).rpartition("-")
        if host == socket.gethostname():
            os.kill(int(process), 0)
    except PermissionError:
        pass  # It runs.
    except (OSError, ValueError):
        return  # Not open. On Windows, where the lock is not a link, Chromium itself refuses.
    raise SetupError(
        f"the profile {folder.name!r} is in use by another browser (process {process} on {host}): close that first"
    )


@contextmanager
def open_profile(  # noqa: PLR0913 - how the window is opened
    playwright: Playwright,
    name: str,
    browser: str | None,
    *,
    headed: bool,
    viewport: Mapping[str, int] | None = VIEWPORT,
    timeout: float = inf,
) -> Iterator[tuple[BrowserContext, FoundBrowser]]:
    """Open a browser on the profile of a person; without a viewport the window has its own size.

    Raise `SetupError` if there is no such profile, or if another browser has it open.
    """
    folder = profile_folder(name)
    if not folder.is_dir():
        raise SetupError(
            f"there is no profile {name!r} in {profiles_folder()}: create it by signing in once",
            command=f"givens sites login SITE --profile {name}",
        )
    found = find(playwright, browser)
    with in_use(folder):
        try:
            with _starting(f"the profile {folder.name!r} cannot be opened", found, timeout, headed=headed) as options:
                context = playwright.chromium.launch_persistent_context(
                    folder, locale=LOCALE, **_size(viewport), **options
                )
        except SetupError:
            _check_browser(folder)  # Another browser may have opened it meanwhile.
            raise
        try:
            yield context, found
        finally:
            with close_within(SAVE_TIMEOUT):
                context.close()


def new_context(
    browser: Browser,
    *,
    scripts: bool = True,
    network: bool = True,
    viewport: Mapping[str, int] | None = VIEWPORT,
) -> BrowserContext:
    """Open a fresh guest context: no cookies, one language; without `network`, no way out.

    Without a viewport, a page has the size of its window.
    """
    return browser.new_context(
        **_size(viewport),
        locale=LOCALE,
        java_script_enabled=scripts,
        service_workers="block",
        proxy=None if network else NOWHERE,  # type: ignore[arg-type] # a TypedDict
    )


def freeze(context: BrowserContext, *, clock: datetime | None = None, seed: int | None = None) -> dict[str, object]:
    """Fix the date and seed the random numbers of all pages of a context; return the facts for the session.

    With `clock`, `Date` always gives this time, even on a later call: a page may also use it as a seed. Timers and
    `performance.now` run as usual. With `seed`, `Math.random` gives the same numbers in every document.
    `crypto.getRandomValues` is not changed.
    """
    facts: dict[str, object] = {}
    if clock is not None:
        context.clock.set_fixed_time(clock)
        facts["clock"] = clock.isoformat()
    if seed is not None:
        context.add_init_script(_SEEDED.format(seed=seed))
        facts["seed"] = seed
    return facts


@dataclass(frozen=True, slots=True)
class Endpoint:
    """The address of a running browser; shown without path, user and query, which may be secrets."""

    address: str

    @classmethod
    def of(cls, browser: str | None) -> Self | None:
        """Return the endpoint of an address, None for a path or None; raise `UsageError` for an incomplete address."""
        scheme, mark, _ = (browser or "").partition("://")
        if browser is None or not mark or scheme.lower() not in PLAYWRIGHT + DEVTOOLS:
            return None
        try:
            parts = urlsplit(browser)
            whole = bool(parts.hostname) and parts.port != 0
        except ValueError:
            whole = False
        if not whole:
            raise UsageError(f"a browser's address needs a host and a port, as in {scheme}://HOST:9222")
        return cls(browser)

    @property
    def devtools(self) -> bool:
        """Whether the address is that of a browser itself, rather than of a Playwright server."""
        return urlsplit(self.address).scheme in DEVTOOLS or self.may_ask

    @property
    def may_ask(self) -> bool:
        """Whether the browser may ask its person whether to allow the connection."""
        return urlsplit(self.address).path.startswith("/devtools/")

    def __str__(self) -> str:
        parts = urlsplit(self.address)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"

    def facts(self) -> dict[str, object]:
        """Return the browser's facts for the session."""
        return {"endpoint": str(self)}

    def check(self, *, headed: bool, profile: str | None) -> None:
        """Raise `UsageError` for options that only a browser of this machine has."""
        if headed:
            raise UsageError(
                f"the browser at {self} is not started here, so it has no window to show (--headed, --watch)",
                command="use --browser PATH",
            )
        if profile is not None:
            raise UsageError(
                f"profile {profile!r} needs a local browser: the one at {self} cannot open it",
                command="use --browser PATH, or leave out --profile",
            )


def connect(playwright: Playwright, endpoint: Endpoint, timeout: float = inf) -> Browser:
    """Connect to a running browser; closing it only disconnects. Raise `SetupError` if that fails."""
    from playwright.sync_api import Error, TimeoutError  # noqa: A004 - Playwright's own

    timeout = min(timeout, ALLOW_TIMEOUT if endpoint.may_ask else CONNECT_TIMEOUT)
    late = f"{endpoint} did not provide a browser within {timeout:.3g} s"
    if endpoint.may_ask:
        late = f"remote debugging was not allowed in the browser at {endpoint} within {timeout:.3g} s"
    try:
        with limit_time(timeout, late):
            if endpoint.devtools:
                # Without defaults, so that the other pages of that browser stay as they are.
                # In a little less time, as Playwright's own error says whether the browser answered.
                return playwright.chromium.connect_over_cdp(endpoint.address, no_defaults=True, timeout=950 * timeout)
            return playwright.chromium.connect(endpoint.address, timeout=1000 * timeout)
    except (TimeoutError, PageGone) as error:
        if endpoint.devtools and "<ws connected>" in str(error):
            wake = "wake the tabs that sleep, which chrome://discards lists, or close them"
            late = f"{endpoint} answers, but one of its tabs did not within {timeout:.3g} s: {wake}"
        raise SetupError(late) from None
    except Error as error:
        if endpoint.may_ask and "403 Forbidden" in str(error):
            raise SetupError(f"remote debugging was not allowed in the browser at {endpoint}") from None
        raise _explained(endpoint, error) from error


def _explained(endpoint: Endpoint, error: Exception) -> SetupError:
    """Return the error for a failed connection, with advice."""
    text = str(error)
    versions = re.search(r"server version: v([\d.]+).*?client version: v([\d.]+)", text, re.DOTALL)
    if versions is not None:
        server, here = versions.groups()
        from bot.addon import install_command

        message = f"{endpoint} runs Playwright {server}, but this machine has {here}: the versions must be equal"
        return SetupError(message, command=install_command(f"playwright=={server}.*"))
    # The rest of the address may be secret.
    words = re.sub(r"\b(?:ws|http)s?://\S+", str(endpoint), first_line(error).partition(": ")[2])
    what = "a browser's DevTools address" if endpoint.devtools else "a Playwright server"
    return SetupError(f"{endpoint} did not answer as {what} does: {words}")
