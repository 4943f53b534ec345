"""`--here` without an address: the browser in which a person has allowed remote debugging is found, and asks them."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs
import pytest

from bot.browser.here import own_browser
from bot.errors import SetupError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

PATH = "/devtools/browser/b15b034e"


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
