"""Browsers that run elsewhere: a Playwright server's, or one with a DevTools address; lent, and never ours to close."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self
from urllib.parse import urlsplit

from bot.browser.limits import bounded
from bot.errors import PageGone, SetupError, UsageError, first_line

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

PLAYWRIGHT, DEVTOOLS = ("ws", "wss"), ("http", "https")
"""How the addresses of Playwright servers begin, and how those of browsers with a debugging port."""
OWN_PATH = "/devtools/"
"""Where a browser itself speaks through a web socket, too."""
CONNECT_WITHIN = 30.0
"""Seconds in which a browser must be lent: a Playwright server may have to start one."""
NO_HOST = ("ENOTFOUND", "EAI_AGAIN")
NO_BROWSER = ("Unexpected status", "is not valid JSON", "WebSocket error: ws")
"""What Playwright says of an answer that no browser gives; where a port is closed, or a name unknown, it says that."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a browser is lent; shown without path, user and query, which may be what lets somebody in."""

    address: str

    @classmethod
    def of(cls, told: str | None) -> Self | None:
        """Return the endpoint that is told, None for a path or nothing; raises `UsageError` for half an address."""
        scheme, mark, _ = (told or "").partition("://")
        if told is None or not mark or scheme.lower() not in PLAYWRIGHT + DEVTOOLS:
            return None
        try:
            parts = urlsplit(told)
            whole = bool(parts.hostname) and parts.port != 0
        except ValueError:
            whole = False
        if not whole:
            msg = (
                f"what begins with {scheme}:// and names a browser needs a host and a port, as in {scheme}://HOST:9222"
            )
            raise UsageError(msg)
        return cls(told)

    @property
    def devtools(self) -> bool:
        """Whether a browser itself answers there, rather than a Playwright server."""
        parts = urlsplit(self.address)
        return parts.scheme in DEVTOOLS or parts.path.startswith(OWN_PATH)

    def __str__(self) -> str:
        parts = urlsplit(self.address)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"

    def facts(self) -> dict[str, object]:
        """Return what is recorded of where a browser is."""
        return {"endpoint": str(self)}

    def check(self, *, headed: bool, profile: str | None) -> None:
        """Raise `UsageError` for what only a browser of this machine can do."""
        if headed:
            msg = f"the browser at {self} is not started here, so it has no window to show (--headed, --watch)"
            raise UsageError(msg, command="the same with --browser PATH")
        if profile is not None:
            msg = f"a profile is for a browser of this machine: {profile!r} cannot be opened by the one at {self}"
            raise UsageError(msg, command="the same with --browser PATH, or without --profile")


def connect(playwright: Playwright, endpoint: Endpoint) -> Browser:
    """Have a browser lent; closing what is returned disconnects. Raises `SetupError` where none is lent."""
    from playwright.sync_api import Error, TimeoutError  # noqa: A004 - Playwright's own

    late = f"{endpoint} lends no browser within {CONNECT_WITHIN:g} s"
    try:
        with bounded(CONNECT_WITHIN, late):
            if endpoint.devtools:
                # Without defaults, so that the pages of whoever lends it stay as they are.
                return playwright.chromium.connect_over_cdp(
                    endpoint.address, no_defaults=True, timeout=1000 * CONNECT_WITHIN
                )
            return playwright.chromium.connect(endpoint.address, timeout=1000 * CONNECT_WITHIN)
    except (TimeoutError, PageGone):
        raise SetupError(late) from None
    except Error as error:
        raise _refused(endpoint, error) from error


def _refused(endpoint: Endpoint, error: Exception) -> SetupError:
    """Say in our words why no browser is lent."""
    from importlib.metadata import version

    text = str(error)
    parts = urlsplit(endpoint.address)
    told = re.search(r"server version: v([\d.]+).*?client version: v([\d.]+)", text, re.DOTALL)
    if told is not None:
        server, here = told.groups()
        msg = f"{endpoint} is a Playwright server of version {server}, and here is {here}: they must be the same"
        return SetupError(msg, command=f"pip install 'playwright=={server}.*'")
    # As given in an address of ours: what else stands in it may be secret.
    words = re.sub(r"\b(?:ws|http)s?://\S+", str(endpoint), first_line(error).partition(": ")[2])
    words = words.removeprefix(f"WebSocket error: {endpoint} ")
    same = " (there)" if endpoint.devtools else f" (there, with playwright {version('playwright')})"
    if "ECONNREFUSED" in text:
        there = (
            f"chromium --remote-debugging-port={parts.port or 80}"
            if endpoint.devtools
            else f"python -m playwright run-server --port {parts.port or 80}"
        )
        return SetupError(f"nothing listens at {endpoint}", command=f"{there}{same}")
    if any(sign in text for sign in NO_HOST):
        return SetupError(f"there is no host {parts.hostname!r}, or no network: {words}")
    if any(sign in text for sign in NO_BROWSER):
        if endpoint.devtools:
            msg = (
                f"what answers at {endpoint} is no browser's DevTools ({words}); a Playwright server begins with ws://"
            )
        else:
            msg = (
                f"what answers at {endpoint} is no Playwright server, or it has another path ({words}); "
                "a browser's DevTools address begins with http://"
            )
        return SetupError(msg)
    if "Executable doesn't exist" in text:
        msg = f"the Playwright server at {endpoint} has no browser to start"
        return SetupError(msg, command=f"python -m playwright install chromium{same}")
    return SetupError(f"{endpoint} lends no browser: {words}")
