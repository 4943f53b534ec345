"""Browsers that run elsewhere, with a real Playwright server: what they give, and what ends a connection."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import threading
from typing import TYPE_CHECKING

import pytest
from playwright._impl._driver import compute_driver_executable

from bot.browser.launch import Endpoint, connect, sandboxed
from bot.errors import SetupError
from tests.bot.browser.test_faults import begun, events
from tests.bot.browser.test_remote import debugged, no_connection, pages, program
from tests.bot.commands.test_cli import SMALL, lines, session_of
from tests.children import WITHIN, child, finish, until
from tests.hostile import hostile_tree

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Playwright

    from tests.children import Start
    from tests.conftest import Givens

__all__ = ["program"]


@pytest.fixture(scope="module")
def server(program: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a Playwright server, and return its address, whose path is a secret."""
    config = tmp_path_factory.mktemp("server") / "config.json"
    options = {"executablePath": program, "chromiumSandbox": sandboxed(), "host": "127.0.0.1", "headless": True}
    config.write_text(json.dumps(options))
    command = [*compute_driver_executable(), "launch-server", "--browser", "chromium", "--config", str(config)]
    with child(command, stdout=subprocess.PIPE) as running:
        assert running.stdout is not None
        yield running.stdout.readline().strip()


@pytest.fixture
def older(server: str) -> Iterator[str]:
    """Return the address of a proxy to the Playwright server that reports an older client version."""
    place, path = server.removeprefix("ws://").split("/")
    host, port = place.split(":")

    def pass_on() -> None:
        ours, _ = listening.accept()
        with ours, socket.create_connection((host, int(port))) as theirs:
            asked = b""
            while not asked.endswith(b"\r\n\r\n"):
                asked += ours.recv(4096)
            theirs.sendall(re.sub(rb"Playwright/[\d.]+", b"Playwright/1.40.0", asked))
            while answer := theirs.recv(4096):
                ours.sendall(answer)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        passing = threading.Thread(target=pass_on, daemon=True)
        passing.start()
        yield f"ws://127.0.0.1:{listening.getsockname()[1]}/{path}"
        passing.join(WITHIN)


def test_playwright_server(givens: Givens, server: str) -> None:
    """A fixture is played and recorded in full through a Playwright server, without the secret of its address."""
    done = givens("play", SMALL, "--browser", server, "--record", "full", "--json")

    (line,) = lines(done)
    folder = session_of(givens.folder)
    session = json.loads((folder / "session.json").read_text())
    place, _, secret = server.rpartition("/")

    assert (0, True, []) == (done.returncode, line["accepted"], session["refused"])
    assert place == session["browser"]["endpoint"]
    assert {"version", "endpoint"} == session["browser"].keys()
    assert [] == [path.name for path in folder.iterdir() if secret.encode() in path.read_bytes()]


def test_wrong_path(playwright: Playwright, server: str) -> None:
    """A path that is not the server's is refused."""
    place = server.rpartition("/")[0]
    words = "{place} is not a Playwright server, or has another path (400 Bad Request)"
    no_connection(playwright, "{server}wrong", words, None, server=server, place=place)


def test_other_version(playwright: Playwright, older: str) -> None:
    """The versions of both ends must be equal."""
    words, command = "runs Playwright {version}, but this machine has 1.40", "'playwright=={version}.*'"
    no_connection(playwright, "{older}", words, command, older=older)


@pytest.mark.parametrize("scheme", ["ws", "http"])
def test_silence(playwright: Playwright, scheme: str) -> None:
    """A server that accepts a connection and never answers is an error after a while."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        place = f"{scheme}://127.0.0.1:{listening.getsockname()[1]}"

        with pytest.raises(SetupError, match=rf"^{place} did not provide a browser within 30 s$"):
            connect(playwright, Endpoint(place))


@pytest.mark.posix("signals")
def test_browser_dies(start: Start, program: str, tmp_path: Path) -> None:
    """A browser that dies during a run is an error in the line and in the session."""
    with debugged(program, tmp_path / "person") as (address, browser):
        process, _ = begun(start, tmp_path, "--browser", address, "--pace", "60000", case=SMALL)
        until(lambda: '"event": "input"' in events(tmp_path) or process.poll() is not None)
        assert process.poll() is None, process.communicate()
        os.killpg(browser.pid, signal.SIGKILL)
        out, err = finish(process)
    error = json.loads(out)["error"]
    session = json.loads((session_of(tmp_path) / "session.json").read_text())

    assert (5, "PageGone", True) == (process.returncode, error["kind"], error["retry"])
    assert ("failed", error) == (session["outcome"], session["error"])
    assert "Traceback" not in err


@pytest.mark.parametrize("attack", ["floods/busy_at_once", "floods/console"])
def test_flood_costs_only_the_connection(givens: Givens, program: str, tmp_path: Path, attack: str) -> None:
    """A page that never answers is given up at the time limit: the lent browser and its own page stay, ours goes."""
    page = hostile_tree(tmp_path / "fixtures", attack, "linkedin_tango/guest")
    with debugged(program, tmp_path / "person") as (address, browser):
        before = pages(address)
        done = givens.process("play", page, "--trust", "--browser", address, "--timeout", "6", "--json")
        until(lambda: pages(address) == before)

        assert browser.poll() is None
    assert (5, "PageGone") == (done.returncode, lines(done)[0]["error"]["kind"])
    assert "" == done.stderr
