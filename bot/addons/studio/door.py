"""Who is let in: a browser that has exchanged an address of this run for its cookie.

The address in the terminal works as long as the studio runs. The one that a browser is started with stands in a
command line, which others can read: it works once, for some seconds, and on Linux for this user alone.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from hmac import compare_digest
from math import inf
from pathlib import Path
from secrets import token_urlsafe
from time import monotonic
from typing import TYPE_CHECKING

from starlette.responses import PlainTextResponse, RedirectResponse, Response

if TYPE_CHECKING:
    from starlette.requests import Request

HOST = "127.0.0.1"
OPENING = 30.0
"""Seconds in which the address that a browser is started with works."""
CONNECTIONS = Path("/proc/net/tcp"), Path("/proc/net/tcp6")
"""Where Linux lists connections; on macOS and Windows, others cannot read how a browser is started."""
ROOT = 0
HOW_TO_OPEN = """This address has been used, or its studio has ended. Open the one that givens studio prints.
If somebody sent you a link to a puzzle, paste it there: the puzzle is in the link."""


class Door:
    """The secrets of one run."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """Make new secrets; `clock` returns the time in seconds."""
        self.token, self.code, self.cookie = token_urlsafe(), token_urlsafe(), token_urlsafe()
        """What the address in the terminal ends with, and that for a browser; what they are exchanged for."""
        self.folder = f"/{token_urlsafe()}/"
        """Where the page is: a browser would send a cookie for `/` to every other server of this machine, too."""
        self._clock, self._end = clock, clock() + OPENING

    def answer(self, request: Request) -> Response | None:
        """Return what a request is answered before it reaches the page, None for one that may reach it."""
        host, origin = (request.headers.get(name, "") for name in ("host", "origin"))
        # Neither another name of this machine nor the page of another server may ask for anything.
        if host.partition(":")[0] == HOST and origin in {"", f"http://{host}"}:
            key, cookie = request.scope["path"][1:].encode(), request.cookies.get("givens", "").encode()
            if compare_digest(cookie, self.cookie.encode()):
                return None
            is_code = compare_digest(key, self.code.encode()) and self._clock() < self._end and _is_of_user(request)
            if is_code or compare_digest(key, self.token.encode()):
                self._end = -inf if is_code else self._end
                response = RedirectResponse(self.folder, 303)
                response.set_cookie("givens", self.cookie, path=self.folder, httponly=True, samesite="strict")
                return response
        return PlainTextResponse(HOW_TO_OPEN, 403)


def _is_of_user(request: Request) -> bool:
    """Return whether a connection is not known to come from another user of this machine."""
    ends = [f":{port:04X}" for _, port in (request.scope["client"], request.scope["server"])]
    files = (file.read_text().splitlines() for file in CONNECTIONS if os.access(file, os.R_OK))
    lines = [line.split() for lines in files for line in lines]
    users = {int(line[7]) for line in lines if [line[1][-5:], line[2][-5:]] == ends}
    return not users or users <= {os.getuid(), ROOT}
