"""Which browser is found, also a person's own, and where its files lie; pages that are repeated by date and seed."""

from __future__ import annotations

import json
import os
import shutil
import socket
import stat
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import platformdirs
import pytest
from playwright.sync_api import BrowserContext, Playwright

from bot.browser import driver, launch
from bot.browser.here import own_browser
from bot.browser.launch import INSTALLED, SHELLS, find, freeze
from bot.errors import SetupError, UsageError
from tests.bot.commands.test_cli import SMALL, session_of
from tests.conftest import Givens

INSTALLED_BROWSERS = [name for name in (*SHELLS, *INSTALLED) if shutil.which(name)]
"""The browsers that are installed on this machine."""


def program(path: Path, script: str = "") -> Path:
    """Create an executable script."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def test_driver_compile_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The driver caches its compiled code in the user's cache folder, or where the environment says."""
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name, **_: tmp_path / name)
    monkeypatch.delenv("NODE_COMPILE_CACHE", raising=False)
    found = []
    for _ in range(2):
        with driver._environment(tmp_path):
            found.append(os.environ["NODE_COMPILE_CACHE"])
        monkeypatch.setenv("NODE_COMPILE_CACHE", "mine")

    assert [str(tmp_path / "givens" / "driver"), "mine"] == found


@pytest.mark.posix("file modes, shell scripts")
def test_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The order is: chosen, Playwright's own, installed; without a window a headless shell comes before each."""
    monkeypatch.setenv("PATH", "bin")
    monkeypatch.chdir(tmp_path)
    full, shell = "ms/chromium-1255/chrome-linux64/chrome", "chrome-headless-shell-linux64/chrome-headless-shell"
    older, same = (f"ms/chromium_headless_shell-{revision}/{shell}" for revision in (1200, 1255))
    own = SimpleNamespace(chromium=SimpleNamespace(executable_path=str(tmp_path / full)))
    found: list[list[str]] = []
    for new in ("bin/chromium", "bin/chromium-headless-shell", full, older, same, "mine"):
        program(tmp_path / new)
        chosen = "./mine" if new == "mine" else None
        paths = [find(cast("Playwright", own), chosen, window=window).path for window in (True, False)]
        found.append([str(path.absolute().relative_to(tmp_path)) for path in paths])

    assert [
        ["bin/chromium", "bin/chromium"],
        ["bin/chromium", "bin/chromium-headless-shell"],
        [full, full],
        [full, full],
        [full, same],
        ["mine", "mine"],
    ] == found


CLOCK = datetime(2026, 11, 19, 8, 30, tzinfo=UTC)
DEALING = """<iframe srcdoc="<script>parent.inner = Math.random()</script>"></iframe><script>
    const deal = () => [new Date().toISOString(), Date.now(), Math.random(), Math.random()];
    const dealt = deal();
    let later;
    setTimeout(() => { later = deal() }, 20);
</script>"""
"""A page that deals by date and at random when it opens, and again a moment later."""


@pytest.mark.realtime
def test_dealing(context: BrowserContext) -> None:
    """By default a page deals anew each time; with a seed alike in all documents, with a clock at one time."""
    page = context.new_page()
    page.route("**/*", lambda route: route.fulfill(body=DEALING, content_type="text/html"))

    def deal() -> Any:  # noqa: ANN401 - JSON
        page.goto("https://dealing.example/")
        page.wait_for_function("later && window.inner")
        return page.evaluate("({ dealt, later, inner })")

    assert {} == freeze(context)
    free = [deal() for _ in range(2)]
    assert {"seed": 8} == freeze(context, seed=8)
    seeded = deal()
    assert {"clock": "2026-11-19T08:30:00+00:00", "seed": 7} == freeze(context, clock=CLOCK, seed=7)
    first, second = deal(), deal()
    numbers = [*first["dealt"][2:], *first["later"][2:]]

    assert first == second
    assert ["2026-11-19T08:30:00.000Z", 1000 * CLOCK.timestamp()] == first["dealt"][:2] == first["later"][:2]
    assert first["inner"] == numbers[0]
    assert 4 == len({number for number in numbers if 0 <= number < 1})
    assert 4 == len({tuple(dealt["dealt"][2:]) for dealt in (*free, seeded, first)})
    assert seeded["dealt"][1] < seeded["later"][1]


def test_commands(givens: Givens, monkeypatch: pytest.MonkeyPatch) -> None:
    """`play` and `read` freeze their pages, and the session says how."""
    frozen = []

    def note(context: BrowserContext, **options: Any) -> dict[str, object]:  # noqa: ANN401 - passed on
        frozen.append(options)
        return freeze(context, **options)

    monkeypatch.setattr(launch, "freeze", note)
    options = ("--clock", "2026-11-19T08:30Z", "--seed", "7")
    done = givens("play", SMALL, "--dry-run", *options), givens("read", SMALL, *options)
    session = json.loads((session_of(givens.folder) / "session.json").read_text())

    assert [0, 0] == [each.returncode for each in done]
    assert [{"clock": CLOCK, "seed": 7}] * 2 == frozen
    assert (CLOCK, 7) == (datetime.fromisoformat(session["clock"]), session["seed"])


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


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder in which the parent of temporary folders is."""
    monkeypatch.setattr(driver, "parent_folder", lambda: tmp_path / "place")
    (tmp_path / "place").mkdir()
    return tmp_path / "place"


@pytest.mark.posix("file modes")
def test_temporary_folder(place: Path) -> None:
    """The folder is private, and it is removed."""
    with driver.temporary_folder() as folder:
        (folder / "profile").mkdir()

        assert (place, 0o700) == (folder.parent, stat.S_IMODE(folder.stat().st_mode))

    assert [] == list(place.iterdir())


@pytest.mark.posix("file modes, /tmp")
def test_shortest_parent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The parent has the shortest path of the user's temporary folders that can be written."""
    long, runtime, short = tmp_path / ("x" * 100), tmp_path / "run", Path("/tmp")  # noqa: S108 - nothing is made there
    found = []
    for folder in (long, runtime):
        folder.mkdir()
    for temporary, chosen in [(long, "relative"), (long, str(runtime)), (Path("/"), "")]:
        monkeypatch.setattr(tempfile, "tempdir", str(temporary))
        monkeypatch.setenv("XDG_RUNTIME_DIR", chosen)
        found.append(driver.parent_folder())
    monkeypatch.setattr(os, "access", lambda folder, _: str(short) != folder)
    monkeypatch.setattr(tempfile, "tempdir", str(long))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    found.append(driver.parent_folder())

    assert [short, short, Path("/"), runtime] == found
