"""Browsers with windows on a screen that nobody sees: signing in, and a person's own browser."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from bot.browser import launch
from bot.browser.launch import find, has_sandbox
from bot.browser.profiles import sign_in
from tests.bot.browser.test_login import profiles
from tests.bot.commands.test_cli import BEGUN, lines
from tests.children import WITHIN, Start, child, display, finish, serving, until
from tests.conftest import ROOT, Givens, homes
from tests.recordings import Recordings

__all__ = ["profiles"]

HIDDEN = """
import sys
from pathlib import Path
from bot.browser.driver import start_playwright
from bot.browser.profiles import sign_in
address, name = sys.argv[1:]
with start_playwright() as playwright:
    sign_in(playwright, address, name, browser=None, headed=False)
"""
"""Sign in with a hidden window of the browser that has windows, until that is closed."""
SUDOKU = """<!doctype html><title>My page</title><style>
td { border: 1px solid #000; width: 40px; height: 40px; text-align: center }
td:nth-child(2) { border-right: 3px solid #000 } tr:nth-child(2) td { border-bottom: 3px solid #000 }</style>
<table><tr><td>1<td>2<td><td>4<tr><td><td>4<td>1<td><tr><td><td>1<td>4<td><tr><td>4<td><td><td>1</table>"""
WIDTH, HEIGHT = 1280, 900
BLANK = 500, 800
"""A place of the screen where the page is white, and grey while the browser asks."""


@pytest.mark.posix("links, signals")
def test_ends_with_the_browser(local: Local, profiles: Path) -> None:
    """The command ends when the user closes the browser, and a stale lock does not block the profile."""
    with child([sys.executable, "-c", HIDDEN, local.address, "mine"], cwd=ROOT) as process:
        assert local.shown.wait(WITHIN)
        lock = profiles / "mine" / "SingletonLock"
        os.kill(int(str(lock.readlink()).rpartition("-")[2]), signal.SIGTERM)
        finish(process)

    assert 0 == process.returncode
    with launch.in_use(lock.parent):
        pass


@pytest.mark.posix("a virtual screen, pseudo-terminals")
def test_visible_window(local: Local, profiles: Path) -> None:
    """With a display, the command opens a window with the site's page, until the person closes it."""
    with display() as screen:
        command = [sys.executable, "-m", "bot", "sites", "login", local.module, "--profile", "mine", "--json"]
        environment = os.environ | {"DISPLAY": screen}
        with child(command, env=environment, cwd=ROOT, stdout=subprocess.PIPE) as process:
            assert local.shown.wait(WITHIN)
            close = ["xdotool", "key", "ctrl+shift+w"]
            subprocess.run(close, env=environment, check=True)
            line = json.loads(finish(process)[0])

    assert (0, str(profiles / "mine")) == (process.returncode, line["folder"])
    assert ("brainbashers_three_in_a_row", "mine") == (line["site"], line["profile"])
    assert (profiles / "mine" / "Default").is_dir()


class Screen:
    """A screen that nobody sees, with the keyboard of a person."""

    def __init__(self, name: str, file: Path) -> None:
        """Take the name of the screen, and the file that holds its pixels."""
        self._file, self.environment = file, {"DISPLAY": name}

    def is_blank(self) -> bool:
        """Return whether the page can be seen, and is not dimmed by a question of the browser's."""
        pixels = self._file.read_bytes()[-4 * WIDTH * HEIGHT :]
        start = 4 * (BLANK[1] * WIDTH + BLANK[0])
        return pixels[start : start + 3] == b"\xff\xff\xff"

    def press(self, key: str) -> None:
        """Press a key, with others held."""
        subprocess.run(["xdotool", "key", key], env=os.environ | self.environment, check=True)  # noqa: S607

    def answer(self, *keys: str) -> None:
        """Answer the question of the browser with Enter, after keys that choose a button; at first it takes none."""
        until(lambda: not self.is_blank())
        for key in keys:
            self.press(key)

        def answered() -> bool:
            self.press("Return")
            return self.is_blank()

        until(answered)


@pytest.mark.posix("a virtual screen")
def test_the_browser_of_a_person(tmp_path: Path, playwright: Playwright, start: Start) -> None:
    """A browser with windows, whose switch is on, asks; the coach then works in its tab, and a refusal is an error."""
    if shutil.which("xdotool") is None:
        pytest.skip("there is no xdotool here")
    tabs = [tmp_path / "page.html", tmp_path / "other.html"]
    for tab in tabs:
        tab.write_text(SUDOKU)
    profiles = tmp_path / "config" / "chromium"
    profiles.mkdir(parents=True)
    # As the switch has left it.
    (profiles / "Local State").write_text('{"devtools": {"remote_debugging": {"user-enabled": true}}}')
    program = find(playwright, os.environ.get("GIVENS_BROWSER")).path
    with display("-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-fbdir", tmp_path) as name:
        screen = Screen(name, tmp_path / "Xvfb_screen0")
        environment = os.environ | homes(tmp_path) | {"XDG_CONFIG_HOME": str(tmp_path / "config")} | screen.environment
        options = [f"--user-data-dir={profiles}", "--no-first-run", *([] if has_sandbox() else ["--no-sandbox"])]
        with child([program, *options, *tabs], env=environment, stderr=subprocess.DEVNULL) as running:
            until(lambda: screen.is_blank() and (profiles / "DevToolsActivePort").exists())

            def here(*words: str) -> subprocess.Popen[str]:
                command = [sys.executable, "-m", "bot", *words, "--here", "--guess"]
                return start(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, env=environment)

            refused = here("read")
            screen.answer()

            assert "remote debugging was not allowed in the browser at ws://127.0.0.1:" in finish(refused)[1]

            def allowed(*words: str) -> tuple[subprocess.Popen[str], str]:
                # A slow browser may not yet take the key that chooses "allow".
                line = ""
                while not line or "was not allowed" in line:
                    process = here(*words)
                    screen.answer("Tab")
                    assert process.stdout is not None
                    line = process.stdout.readline()
                return process, line

            _, read = allowed("read", "--json")

            assert ["12.4", ".41.", ".14.", "4..1"] == json.loads(read)["puzzle"]["givens"]

            # The tab that is named comes to the front, where the coach's panel can be seen.
            coach, said = allowed("coach", "other")

            assert f"coaching file://{tmp_path}/other.html" in said
            assert running.poll() is None

            screen.press("ctrl+w")

            assert 0 == coach.wait(WITHIN)


@dataclass
class Local:
    """A local site that shows its puzzle only to browsers with its cookie."""

    folder: Path
    place: str = ""
    """Its host and port."""
    board: bytes = b""
    cookies: list[str] = field(default_factory=list)
    """The cookies of each request for the puzzle."""
    shown: threading.Event = field(default_factory=threading.Event)

    @property
    def address(self) -> str:
        """The address of the puzzle."""
        return f"http://{self.place}/show3inarow.asp"

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
    with serving(site.answer) as site.place:
        yield site


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
