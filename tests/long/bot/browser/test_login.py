"""`givens sites login`: a profile keeps a site's cookies for later runs, and nothing else is kept."""

from __future__ import annotations

import os
import re
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.browser import launch
from bot.browser.profiles import sign_in
from tests.bot.browser.test_login import profiles
from tests.bot.commands.test_cli import BEGUN, lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Playwright

    from tests.conftest import Givens
    from tests.recordings import Recordings

__all__ = ["profiles"]


@dataclass
class Local:
    """A local site that shows its puzzle only to browsers with its cookie."""

    folder: Path
    port: int = 0
    board: bytes = b""
    cookies: list[str] = field(default_factory=list)
    """The cookies of each request for the puzzle."""
    shown: threading.Event = field(default_factory=threading.Event)

    @property
    def address(self) -> str:
        """The address of the puzzle."""
        return f"http://127.0.0.1:{self.port}/show3inarow.asp"

    @property
    def done(self) -> Path:
        """The file that exists once the page was shown with its cookie."""
        return self.folder / "done"

    @property
    def module(self) -> Path:
        """The site module: that of BrainBashers with another address."""
        path = self.folder / "local.py"
        path.write_text(f"""
from dataclasses import replace
from scrapers.brainbashers_three_in_a_row import SITE as REAL
SITE = replace(REAL, URL={re.escape(self.address)!r}, template={self.address!r})
""")
        return path

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        """Answer a request with the puzzle, or with a page that sets the cookie and reports that it is shown."""
        if request.path == "/done":
            self.done.touch()
            self.shown.set()
        cookie = request.headers.get("Cookie", "")
        known = "who=somebody" in cookie
        if "show3inarow" in request.path:
            self.cookies.append(cookie)
        body = self.board if known else b"<title>sign in</title><script>fetch('/done')</script>"
        request.send_response(200 if known or request.path == "/done" else 401)
        request.send_header("Content-Type", "text/html; charset=utf-8")
        request.send_header("Content-Length", str(len(body)))
        if not known:
            request.send_header("Set-Cookie", "who=somebody-7391; Max-Age=86400; Path=/")
        request.end_headers()
        request.wfile.write(body)


@pytest.fixture
def local(tmp_path: Path) -> Iterator[Local]:
    """Serve the local site on 127.0.0.1."""
    site = Local(tmp_path)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            site.answer(self)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        site.port = server.server_address[1]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield site
        server.shutdown()


@pytest.fixture
def shell(playwright: Playwright) -> str:
    """Return the browser that the product finds when it needs no window: it starts in half the time."""
    return str(launch.find(playwright, os.environ.get("GIVENS_BROWSER"), window=False).path)


def files_in(folder: Path) -> set[str]:
    """Return the relative paths of all files below a folder."""
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir()}


def test_cookie_is_used_later(
    givens: Givens, playwright: Playwright, recordings: Recordings, tmp_path: Path, local: Local, profiles: Path
) -> None:
    """A sign-in cookie is sent only if the profile is named, and only the profile remains on disk."""
    local.board = (recordings.copy(BEGUN, tmp_path) / "before.html").read_bytes()
    before = files_in(tmp_path)
    shell = str(launch.find(playwright, os.environ.get("GIVENS_BROWSER"), window=False).path)

    profile = sign_in(playwright, local.address, "mine", browser=shell, headed=False, ended=local.done.exists)
    kept = files_in(tmp_path) - before - {"done"}

    assert [0o700, 0o700] == [path.stat().st_mode & 0o777 for path in (profile, profiles)]
    # Caches of the system's graphics libraries do not count.
    beside = ("home/.pki/", "cache/", "config/")
    assert {"data/givens/profiles/mine"} == {path[:25] for path in kept if not path.startswith(beside)}

    reads = ["read", local.address, "--site", local.module, "--json"]
    local.cookies.clear()
    member = givens(*reads, "--profile", "mine", "--browser", shell)

    assert (0, "three_in_a_row") == (member.returncode, lines(member)[0]["puzzle"]["kind"])
    assert ["who=somebody-7391"] == local.cookies
    assert 6 == givens(*reads, "--no-record").returncode
