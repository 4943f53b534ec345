"""`--here` without an address: the browser in which a person has allowed remote debugging is found, and asks them."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs
import pytest

from bot.browser.here import own_browser
from bot.browser.launch import find, sandboxed
from bot.errors import SetupError, UsageError
from tests.children import WITHIN, child, display, finish, until
from tests.conftest import ROOT, homes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Playwright

    from tests.children import Start

PATH = "/devtools/browser/b15b034e"
SUDOKU = """<!doctype html><title>My page</title><style>
td { border: 1px solid #000; width: 40px; height: 40px; text-align: center }
td:nth-child(2) { border-right: 3px solid #000 } tr:nth-child(2) td { border-bottom: 3px solid #000 }</style>
<table><tr><td>1<td>2<td><td>4<tr><td><td>4<td>1<td><tr><td><td>1<td>4<td><tr><td>4<td><td><td>1</table>"""
WIDTH, HEIGHT = 1280, 900
BLANK = 500, 800
"""A place of the screen where the page is white, and grey while the browser asks."""


@pytest.fixture
def listening() -> Iterator[Callable[[], int]]:
    """Return a function that listens at a new port of this machine."""
    servers: list[socket.socket] = []

    def listen() -> int:
        servers.append(socket.create_server(("127.0.0.1", 0)))
        port: int = servers[-1].getsockname()[1]
        return port

    yield listen
    for server in servers:
        server.close()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty home, in which programs have their settings in `settings`."""
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(platformdirs, "user_config_path", lambda: tmp_path / "settings")
    return tmp_path


def allow(folder: Path, port: int) -> None:
    """Write what a browser writes into the folder of its profiles."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "DevToolsActivePort").write_text(f"{port}\n{PATH}")


@pytest.mark.parametrize(
    ("folder", "name"),
    [
        ("settings/google-chrome", "Chrome"),
        ("settings/google-chrome-beta", "Chrome"),
        ("settings/chromium", "Chromium"),
        ("settings/microsoft-edge", "Edge"),
        ("settings/BraveSoftware/Brave-Browser", "Brave"),
        ("snap/chromium/common/chromium", "Chromium"),
        (".var/app/com.brave.Browser/config/BraveSoftware/Brave-Browser", "Brave"),
        ("settings/Google/Chrome", "Chrome"),
        ("settings/Microsoft Edge", "Edge"),
        ("settings/Google/Chrome/User Data", "Chrome"),
        ("settings/Microsoft/Edge/User Data", "Edge"),
        ("settings/BraveSoftware/Brave-Browser/User Data", "Brave"),
    ],
)
def test_where_browsers_write_it(
    home: Path, listening: Callable[[], int], folder: str, name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """Each browser has its folder on Linux, macOS and Windows; its person is told to look there."""
    port = listening()
    allow(home / folder, port)

    assert f"ws://127.0.0.1:{port}{PATH}" == own_browser(None) == own_browser("/usr/bin/chromium")
    assert f"connecting to {name}: " in capfd.readouterr().err


def test_none_and_several(home: Path, listening: Callable[[], int]) -> None:
    """Where no browser answers, the switch is named; where several do, their addresses are; the newest has a port."""
    closed = socket.create_server(("127.0.0.1", 0))
    gone, port, other = closed.getsockname()[1], listening(), listening()
    closed.close()
    allow(home / "settings/chromium", gone)
    (home / "settings/microsoft-edge").mkdir()
    (home / "settings/microsoft-edge/DevToolsActivePort").write_text("\n")
    with pytest.raises(SetupError, match=r"turn on .Allow remote debugging.* at chrome://inspect/#remote-debugging"):
        own_browser(None)

    allow(home / "settings/chromium", port)
    os.utime(home / "settings/chromium/DevToolsActivePort", (0, 0))
    allow(home / "settings/google-chrome", port)
    allow(home / "settings/microsoft-edge", other)
    with pytest.raises(UsageError, match=rf"Chrome \(--browser http://127.0.0.1:{port}\), Edge \(--browser .*{other}"):
        own_browser(None)

    assert f"ws://127.0.0.1:{port}{PATH}" == own_browser(f"http://localhost:{port}")
    assert f"http://127.0.0.1:{gone}" == own_browser(f"http://127.0.0.1:{gone}")
    with pytest.raises(UsageError, match="is a Playwright server: leave out --browser"):
        own_browser("ws://127.0.0.1:1/secret")


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


@pytest.mark.long("of a person's browser")
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
        options = [f"--user-data-dir={profiles}", "--no-first-run", *([] if sandboxed() else ["--no-sandbox"])]
        with child([program, *options, *tabs], env=environment, stderr=subprocess.DEVNULL) as running:
            until(lambda: screen.is_blank() and (profiles / "DevToolsActivePort").exists())

            def here(*words: str) -> subprocess.Popen[str]:
                command = [sys.executable, "-m", "bot", *words, "--here", "--guess"]
                return start(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, env=environment)

            refused = here("read")
            screen.answer()

            assert "remote debugging was not allowed in the browser at ws://127.0.0.1:" in finish(refused)[1]

            read = here("read", "--json")
            screen.answer("Tab")

            assert ["12.4", ".41.", ".14.", "4..1"] == json.loads(finish(read)[0])["puzzle"]["givens"]

            # The tab that is named comes to the front, where the coach's panel can be seen.
            coach = here("coach", "other")
            screen.answer("Tab")
            assert coach.stdout is not None

            assert f"coaching file://{tmp_path}/other.html" in coach.stdout.readline()
            assert running.poll() is None

            screen.press("ctrl+w")

            assert 0 == coach.wait(WITHIN)
