"""Browsers that run elsewhere: at a Playwright server, or with a DevTools address; they are never closed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Self
from urllib.parse import urlsplit

from bot.browser.limits import bounded
from bot.errors import PageGone, SetupError, UsageError, first_line

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

PLAYWRIGHT, DEVTOOLS = ("ws", "wss"), ("http", "https")
"""The schemes of Playwright servers, and of browsers with a debugging port."""
OWN_PATH = "/devtools/"
"""The path of a web socket that a browser itself serves."""
CONNECT_TIMEOUT = 30.0
"""Seconds to wait for a connection: a Playwright server may have to start a browser."""
NO_HOST = ("ENOTFOUND", "EAI_AGAIN")
"""What Playwright's error contains if the host is unknown."""
NO_BROWSER = ("Unexpected status", "is not valid JSON", "WebSocket error: ws")
"""What Playwright's error contains if something other than a browser answers."""


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
        parts = urlsplit(self.address)
        return parts.scheme in DEVTOOLS or parts.path.startswith(OWN_PATH)

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

    timeout = min(timeout, CONNECT_TIMEOUT)
    late = f"{endpoint} did not provide a browser within {timeout:.3g} s"
    try:
        with bounded(timeout, late):
            if endpoint.devtools:
                # Without defaults, so that the other pages of that browser stay as they are.
                return playwright.chromium.connect_over_cdp(endpoint.address, no_defaults=True, timeout=1000 * timeout)
            return playwright.chromium.connect(endpoint.address, timeout=1000 * timeout)
    except (TimeoutError, PageGone):
        raise SetupError(late) from None
    except Error as error:
        raise _explained(endpoint, error) from error


def _explained(endpoint: Endpoint, error: Exception) -> SetupError:
    """Return the error for a failed connection, with advice."""
    from importlib.metadata import version

    text = str(error)
    parts = urlsplit(endpoint.address)
    versions = re.search(r"server version: v([\d.]+).*?client version: v([\d.]+)", text, re.DOTALL)
    if versions is not None:
        server, here = versions.groups()
        from bot.extras import install_command

        message = f"{endpoint} runs Playwright {server}, but this machine has {here}: the versions must be equal"
        return SetupError(message, command=install_command(f"playwright=={server}.*"))
    # The rest of the address may be secret.
    words = re.sub(r"\b(?:ws|http)s?://\S+", str(endpoint), first_line(error).partition(": ")[2])
    words = words.removeprefix(f"WebSocket error: {endpoint} ")
    there = " (on that machine)"
    if not endpoint.devtools:
        there = f" (on that machine, with playwright {version('playwright')})"
    if "ECONNREFUSED" in text:
        start = "python -m playwright run-server --port {}"
        if endpoint.devtools:
            start = "chromium --remote-debugging-port={} --user-data-dir=FOLDER"
        return SetupError(f"nothing listens at {endpoint}", command=start.format(parts.port or 80) + there)
    if any(sign in text for sign in NO_HOST):
        return SetupError(f"there is no host {parts.hostname!r}, or no network: {words}")
    if any(sign in text for sign in NO_BROWSER):
        wrong = f"is not a Playwright server, or has another path ({words}); a browser's DevTools address has http://"
        if endpoint.devtools:
            wrong = f"is not a browser's DevTools address ({words}); a Playwright server's address begins with ws://"
        return SetupError(f"{endpoint} {wrong}")
    if "Executable doesn't exist" in text:
        command = f"python -m playwright install chromium{there}"
        return SetupError(f"the Playwright server at {endpoint} has no browser to start", command=command)
    return SetupError(f"{endpoint} did not provide a browser: {words}")
