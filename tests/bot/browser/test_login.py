"""`givens sites login`: a profile keeps a site's cookies for later runs, and nothing else is kept."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bot.browser import launch
from bot.browser.profiles import default_name
from bot.commands import sites as command
from scrapers import SITES
from tests.children import child, display, finish, run
from tests.conftest import FIXTURES, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Playwright

    from tests.conftest import Givens

SMALL = FIXTURES / "brainbashers_three_in_a_row" / "table_2022_6"
WITHIN = 60
HIDDEN = """
import sys
from pathlib import Path
from bot.browser.driver import playwright_started
from bot.browser.profiles import sign_in
address, name, browser, done = sys.argv[1:]
with playwright_started() as playwright:
    sign_in(playwright, address, name, browser=browser, headed=False, ended=Path(done).exists)
"""
"""Sign in with a hidden window until a file exists; without a browser's path, with the one that has windows."""


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


@pytest.fixture
def homes(tmp_path: Path) -> dict[str, str]:
    """Return environment variables that put all files of the user into `tmp_path`."""
    names = {"HOME": "home", "XDG_DATA_HOME": "data", "XDG_CONFIG_HOME": "config", "XDG_CACHE_HOME": "cache"}
    return {name: str(tmp_path / folder) for name, folder in names.items()}


def files_in(folder: Path) -> set[str]:
    """Return the relative paths of all files below a folder."""
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir()}


def lines(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    """Return the JSON lines of stdout."""
    return [json.loads(line) for line in done.stdout.splitlines()]


def made(folder: Path, name: str) -> Path:
    """Create a folder that looks like a profile."""
    profile = folder / "data" / "givens" / "profiles" / name
    (profile / "Default").mkdir(parents=True)
    (profile / "Default" / "Cookies").write_bytes(b"x" * 2048)
    return profile


def test_cookie_is_used_later(givens: Givens, tmp_path: Path, local: Local, homes: dict[str, str], shell: str) -> None:
    """A sign-in cookie is sent only if the profile is named, and only the profile remains on disk."""
    assert 0 == givens("sites", "capture", SMALL, "-o", "captured").returncode
    local.board = (tmp_path / "captured" / "page.html").read_bytes()
    before = files_in(tmp_path)

    command = [sys.executable, "-c", HIDDEN, local.address, "mine", shell, local.done]
    run(command, check=True, env=os.environ | homes, cwd=ROOT)
    profile = tmp_path / "data" / "givens" / "profiles" / "mine"
    kept = files_in(tmp_path) - before - {"done"}

    assert [0o700, 0o700] == [path.stat().st_mode & 0o777 for path in (profile, profile.parent)]
    assert kept
    # Caches of the system's graphics libraries do not count.
    assert set() == {
        path for path in kept if not path.startswith(("data/givens/profiles/mine/", "home/.pki/", "cache/", "config/"))
    }

    reads = ["read", local.address, "--site", local.module, "--json"]
    local.cookies.clear()
    member = givens(*reads, "--profile", "mine", "--browser", shell, **homes)

    assert 0 == member.returncode
    assert json.loads((SMALL / "puzzle.json").read_text()) == lines(member)[0]["puzzle"]
    assert ["who=somebody-7391"] == local.cookies
    assert 6 == givens(*reads, "--no-record", **homes).returncode


@pytest.mark.posix("links, signals")
@pytest.mark.long("of browsers with windows")
def test_ends_with_the_browser(tmp_path: Path, local: Local, homes: dict[str, str]) -> None:
    """The command ends when the user closes the browser, and a stale lock does not block the profile."""
    never = tmp_path / "never"
    command = [sys.executable, "-c", HIDDEN, local.address, "mine", "", never]
    with child(command, env=os.environ | homes, cwd=ROOT) as process:
        assert local.shown.wait(WITHIN)
        lock = tmp_path / "data" / "givens" / "profiles" / "mine" / "SingletonLock"
        os.kill(int(str(lock.readlink()).rpartition("-")[2]), signal.SIGTERM)
        finish(process)

    assert 0 == process.returncode
    with launch.in_use(lock.parent):
        pass


@pytest.mark.long("of browsers with windows")
@pytest.mark.posix("a virtual screen, pseudo-terminals")
def test_visible_window(tmp_path: Path, local: Local, homes: dict[str, str]) -> None:
    """With a display, the command opens a window with the site's page, and Enter in the terminal closes it."""
    with contextlib.ExitStack() as stack:
        screen = stack.enter_context(display())
        master, terminal = os.openpty()
        command = [sys.executable, "-m", "bot", "sites", "login", local.module, "--profile", "mine", "--json"]
        environment = os.environ | homes | {"DISPLAY": screen}
        pipes = {"stdin": terminal, "stdout": subprocess.PIPE}
        process = stack.enter_context(child(command, env=environment, cwd=ROOT, **pipes))
        assert local.shown.wait(WITHIN)
        os.write(master, b"\n")
        output, _ = finish(process)

    profile = tmp_path / "data" / "givens" / "profiles" / "mine"
    assert 0 == process.returncode
    assert {"v": 1, "site": "brainbashers_three_in_a_row", "profile": "mine", "folder": str(profile)}.items() <= (
        json.loads(output).items()
    )
    assert (profile / "Default").is_dir()


@pytest.fixture
def screen() -> Iterator[str]:
    """Return the name of a display on which something listens that shows no windows."""
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(f"\0/tmp/.X11-unix/X{os.getpid()}")
        listening.listen()
        yield f":{os.getpid()}"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="DISPLAY exists on Linux only")
@pytest.mark.parametrize(("name", "value"), [("DISPLAY", ":4711"), ("WAYLAND_DISPLAY", "wayland-4711")])
@pytest.mark.parametrize("arguments", [["sites", "login", "tango"], ["play", SMALL, "--watch"]])
def test_dead_display(
    givens: Givens, tmp_path: Path, homes: dict[str, str], name: str, value: str, arguments: list[object]
) -> None:
    """A display that does not answer is named, and no profile remains."""
    done = givens(*arguments, **homes | {"DISPLAY": "", "WAYLAND_DISPLAY": "", name: value})

    assert 7 == done.returncode
    assert ": the display does not answer\n" in done.stderr
    assert [] == [*tmp_path.glob("data/givens/profiles/*")]


def test_no_display(givens: Givens, tmp_path: Path, homes: dict[str, str]) -> None:
    """Without a display, the error says so, and no profile is created."""
    done = givens("sites", "login", "tango", DISPLAY="", WAYLAND_DISPLAY="", **homes)

    assert 7 == done.returncode
    assert "a visible browser needs a display, and there is none (DISPLAY is not set)\n" in done.stderr
    assert "try: " in done.stderr
    assert not (tmp_path / "data").exists()


@pytest.mark.posix("file modes, shell scripts")
def test_browser_that_is_none(givens: Givens, tmp_path: Path, homes: dict[str, str], screen: str) -> None:
    """If no window opens, no new profile remains."""
    (tmp_path / "false").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "false").chmod(0o755)
    old = made(tmp_path, "old")
    for name in ("new", "old"):
        done = givens(
            "sites", "login", "tango", "--profile", name, "--browser", tmp_path / "false", DISPLAY=screen, **homes
        )

        assert 7 == done.returncode
        assert f"the profile {name!r} cannot be opened: " in done.stderr
    assert [old] == list(old.parent.iterdir())
    assert (old / "Default" / "Cookies").exists()


def test_in_use_by_another_run(givens: Givens, tmp_path: Path, homes: dict[str, str]) -> None:
    """A profile that another run has open is refused: a headless shell would write to it, too."""
    profile = made(tmp_path, "mine")
    url = "https://www.brainbashers.com/show3inarow.asp"
    with launch.in_use(profile):
        done = givens("play", url, "--profile", "mine", "--no-record", **homes)

    words = "the profile 'mine' is in use by another run: wait until it has ended"
    assert (7, f"error: {words}\n") == (done.returncode, done.stderr)
    with launch.in_use(profile):
        pass


@pytest.mark.posix("links")
def test_in_use(givens: Givens, tmp_path: Path, homes: dict[str, str], screen: str) -> None:
    """A profile that a running browser has open is refused in one sentence by every command."""
    lock = made(tmp_path, "mine") / "SingletonLock"
    lock.symlink_to(f"{socket.gethostname()}-{os.getpid()}")
    words = f"error: the profile 'mine' is in use by another browser (process {os.getpid()}): close that first\n"
    url = "https://www.brainbashers.com/show3inarow.asp"

    for arguments in (
        ["sites", "login", "three_in_a_row", "--profile", "mine"],
        ["sites", "login", "--forget", "mine", "--yes"],
        ["play", url, "--profile", "mine", "--no-record"],
        ["read", url, "--profile", "mine"],
        ["sites", "capture", url, "--profile", "mine", "-o", "captured"],
    ):
        done = givens(*arguments, DISPLAY=screen, **homes)

        assert (7, words) == (done.returncode, done.stderr)
    assert (lock.parent / "Default" / "Cookies").exists()

    lock.unlink()
    lock.symlink_to("elsewhere-1")

    assert "(process 1 on elsewhere)" in givens("sites", "login", "--forget", "mine", "--yes", **homes).stderr


@pytest.mark.posix("links")
def test_lock_of_a_dead_browser(givens: Givens, tmp_path: Path, homes: dict[str, str]) -> None:
    """The lock of a dead browser does not block a profile."""
    with child([sys.executable, "-c", ""]) as dead:
        dead.wait()
    profile = made(tmp_path, "mine")
    (profile / "SingletonLock").symlink_to(f"{socket.gethostname()}-{dead.pid}")

    assert 0 == givens("sites", "login", "--forget", "mine", "--yes", **homes).returncode
    assert not profile.exists()


def test_list(givens: Givens, tmp_path: Path, homes: dict[str, str]) -> None:
    """The list shows each profile with its last use and its size."""
    assert "no profiles exist" in givens("sites", "login", "--list", **homes).stdout

    profile = made(tmp_path, "mine")
    os.utime(profile, (1_790_000_000, 1_790_000_000))
    (line,) = lines(givens("sites", "login", "--list", "--json", **homes))
    listed = givens("sites", "login", "--list", TZ="UTC", **homes)

    assert {
        "v": 1,
        "profile": "mine",
        "folder": str(profile),
        "used": "2026-09-21T14:13:20+00:00",
        "bytes": 2048,
    } == line
    assert re.search(r"^mine +2026-09-21 14:13 +2\.0 kB", listed.stdout, re.MULTILINE)


def test_forget(givens: Givens, tmp_path: Path, homes: dict[str, str]) -> None:
    """Only the named profile is removed."""
    profile, other = made(tmp_path, "mine"), made(tmp_path, "other")
    asked = givens("sites", "login", "--forget", "mine", **homes)

    assert 2 == asked.returncode
    assert "try: givens sites login --forget mine --yes" in asked.stderr
    assert profile.exists()

    (line,) = lines(givens("sites", "login", "--forget", "mine", "--yes", "--json", **homes))

    assert ("mine", True) == (line["profile"], line["removed"])
    assert [other] == list(profile.parent.iterdir())


@pytest.mark.posix("pseudo-terminals")
@pytest.mark.parametrize(("answer", "there"), [(b"n\n", True), (b"\n", True), (b"y\n", False)])
def test_forget_asks(tmp_path: Path, homes: dict[str, str], answer: bytes, *, there: bool) -> None:
    """On a terminal, the command asks before it removes a profile."""
    profile = made(tmp_path, "mine")
    master, terminal = os.openpty()
    os.write(master, answer)
    command = [sys.executable, "-m", "bot", "sites", "login", "--forget", "mine"]
    done = run(command, env=os.environ | homes, cwd=ROOT, stdin=terminal)

    assert (0, there) == (done.returncode, profile.exists())
    assert f"remove {profile} (2.0 kB) and its sign-ins?" in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ([], 2, "name a site, or use --list or --forget NAME"),
        (["tango", "--list"], 2, "name a site, or use --list"),
        (["tangoo"], 2, "no site is named 'tangoo'"),
        (
            ["tango", "--profile", "../mine"],
            2,
            "'../mine' is not a profile name: use up to 60 letters, digits, - and _",
        ),
        (["--forget", "../mine", "--yes"], 2, "'../mine' is not a profile name"),
        (["--forget", "mine"], 2, "there is no profile 'mine'; no profiles exist"),
    ],
)
def test_bad_input(givens: Givens, homes: dict[str, str], arguments: list[str], code: int, words: str) -> None:
    """Wrong arguments cause an error in one sentence."""
    done = givens("sites", "login", *arguments, DISPLAY=":7", **homes)

    assert code == done.returncode
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_default_names() -> None:
    """By default, a profile has the name of the site's host."""
    names = {site.NAME: default_name(site) for site in SITES}

    assert {
        "linkedin_tango": "linkedin",
        "brainbashers_three_in_a_row": "brainbashers",
        "zero_hh1": "0hh1",
    }.items() <= names.items()


@pytest.mark.posix("pseudo-terminals")
def test_enter_ends_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enter in a terminal ends the waiting; without a terminal, there is no waiting for input."""
    master, terminal = os.openpty()
    with os.fdopen(terminal, "rb", buffering=0) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        pressed = command.enter_pressed()

        (thread,) = [thread for thread in threading.enumerate() if thread.name.endswith("(wait)")]

        assert not pressed()

        os.write(master, b"\n")
        thread.join(WITHIN)

        assert pressed()
