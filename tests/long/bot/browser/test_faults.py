"""Processes that are killed at any time, pages that hang in real time, and browsers of other makes or elsewhere."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from playwright._impl._driver import compute_driver_executable
from playwright.sync_api import Playwright

from bot.browser.launch import Endpoint, connect, has_sandbox
from bot.errors import SetupError
from scrapers import SITES
from tests.bot.browser.test_browser import INSTALLED_BROWSERS
from tests.bot.browser.test_faults import GUEST, begun, browser_of, driver_of, events, outcomes, remaining
from tests.bot.browser.test_remote import debugged, no_connection, pages, program
from tests.bot.commands.test_cli import SMALL, lines, session_of
from tests.cases import SILENT, UNCOPIED
from tests.children import WITHIN, Start, child, finish, signals, until
from tests.conftest import FIXTURES, Givens, homes
from tests.hostile import hostile_tree

__all__ = ["program"]
SLOWLY = ("--pace", "200")
KILLS = 20
"""How many times each process is killed, at random moments."""


@pytest.mark.parametrize("find", [browser_of, driver_of])
@pytest.mark.parametrize("number", range(KILLS))
def test_killed_at_any_time(
    start: Start, tmp_path: Path, find: Callable[[psutil.Process], psutil.Process | None], number: int
) -> None:
    """A browser or a driver that is killed at any time ends the run with a sentence, or the run had ended before."""
    run, temporary = begun(start, tmp_path, *SLOWLY, "--timeout", "60")
    process = psutil.Process(run.pid)
    until(lambda: find(process) or run.poll() is not None)
    time.sleep(6 * random.Random(number).random() ** 3)  # noqa: S311 - no secret
    if (victim := find(process)) is not None:
        victim.kill()
    out, err = finish(run)

    assert run.returncode in {0, 5, 7}
    assert "Traceback" not in out + err
    assert "Exception" not in err
    assert "unfinished" not in outcomes(tmp_path)
    until(lambda: not remaining(temporary))


@pytest.mark.posix("signals")
@pytest.mark.parametrize("how", signals("SIGTERM", "SIGHUP"))
@pytest.mark.parametrize("number", range(KILLS // 2))
def test_signal_at_any_time(start: Start, tmp_path: Path, how: signal.Signals, number: int) -> None:
    """A run that is asked to end at any time says so in its session, and closes its browser."""
    run, temporary = begun(start, tmp_path, "--pace", "60000")
    time.sleep(random.Random(number).uniform(0, 4))  # noqa: S311 - no secret
    run.send_signal(how)
    out, err = finish(run)

    assert (128 + how, "") == (run.returncode, out)
    assert "Traceback" not in err
    assert set(outcomes(tmp_path)) <= {"interrupted"}
    until(lambda: not remaining(temporary))


@pytest.mark.parametrize("descriptors", [32, 64, 96])
def test_few_file_descriptors(start: Start, tmp_path: Path, descriptors: int) -> None:
    """A browser that cannot open files is given up at the time limit with a sentence."""
    command = f"ulimit -n {descriptors}; exec {sys.executable} -m bot play {GUEST} --timeout 5 --json"
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    run = start(["sh", "-c", command], **pipes, cwd=tmp_path, env=os.environ | homes(tmp_path))
    out, err = finish(run)

    assert run.returncode in {0, 5, 7}
    assert "Traceback" not in out + err


@pytest.mark.parametrize("name", INSTALLED_BROWSERS)
def test_every_browser_plays(givens: Givens, name: str) -> None:
    """Every installed browser, with or without windows, plays a page of each site."""
    sites = [site.NAME for site in SITES if not site.POLICY.read_only and site.NAME not in UNCOPIED | SILENT]
    plain = ("guest", "table_2022_6", "size_4", "fresh", "easy", "size_8", "level")
    cases = [next(filter(Path.exists, (FIXTURES / site / case for case in plain))) for site in sites]
    done = givens("play", *cases, "--browser", name, "--no-record", "--json")

    assert [True] * len(cases) == [line["accepted"] for line in lines(done)]


@pytest.fixture(scope="module")
def server(program: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a Playwright server, and return its address, whose path is a secret."""
    config = tmp_path_factory.mktemp("server") / "config.json"
    options = {"executablePath": program, "chromiumSandbox": has_sandbox(), "host": "127.0.0.1", "headless": True}
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
    words = "{place} did not answer as a Playwright server does: "
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
