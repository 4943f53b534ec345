"""Browsers that run elsewhere: a real Playwright server, and a real Chromium with a debugging port, on 127.0.0.1."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import metadata
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

import pytest
from playwright._impl._driver import compute_driver_executable

from bot.browser import launch
from bot.browser.launch import Endpoint, connect, find, sandboxed
from bot.errors import SetupError, UsageError
from bot.play.runner import Setup
from tests import tiers
from tests.bot.commands.test_cli import lines, session_of, started
from tests.children import WITHIN, child, finish, until
from tests.conftest import FIXTURES
from tests.hostile import hostile_tree
from tests.tiers import TIER

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Playwright

    from tests.children import Start
    from tests.conftest import Givens

SMALL = FIXTURES / "brainbashers_three_in_a_row" / "table_2022_6"
LONG = pytest.mark.long("of floods and large pages")
LARGE = FIXTURES / "brainbashers_three_in_a_row" / "table_2022_14"


@pytest.fixture(scope="module")
def program(playwright: Playwright) -> str:
    """Return the browser that the product finds when it needs no window."""
    return str(find(playwright, os.environ.get("GIVENS_BROWSER"), window=False).path)


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


@contextmanager
def debugged(program: str, profile: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run a person's browser with one page and a debugging port; yield its DevTools address and its process."""
    sandbox = [] if sandboxed() else ["--no-sandbox"]
    options = ["--headless", *sandbox, "--remote-debugging-port=0", f"--user-data-dir={profile}"]
    with child([program, *options, "about:blank"], stderr=subprocess.PIPE) as running:
        assert running.stderr is not None
        address = next(found[1] for line in running.stderr if (found := re.search(r"listening on ws://([^/]+)", line)))
        # Its later output must not fill the pipe.
        threading.Thread(target=running.stderr.read, daemon=True).start()
        yield f"http://{address}", running


@pytest.fixture(scope="module")
def person(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a person's browser and return its DevTools address; in the long tier, one that has windows."""
    program = str(find(playwright, os.environ.get("GIVENS_BROWSER"), window=TIER == tiers.LONG).path)
    with debugged(program, tmp_path_factory.mktemp("person")) as (address, _):
        yield address


def pages(address: str) -> list[dict[str, Any]]:
    """Return all pages of a person's browser."""
    with urlopen(f"{address}/json/list") as answer:  # noqa: S310 - http, on 127.0.0.1
        targets: list[dict[str, Any]] = json.load(answer)
    return [{key: page[key] for key in ("id", "url")} for page in targets if page["type"] == "page"]


@pytest.fixture
def other() -> Iterator[str]:
    """Serve something that is not a browser, and return its host and port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"hello")

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{serving.server_port}"
        serving.shutdown()


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


@pytest.mark.long("of video")
def test_playwright_server(givens: Givens, tmp_path: Path, server: str) -> None:
    """A fixture is played and recorded in full through a Playwright server, without the secret of its address."""
    done = givens("play", SMALL, "--browser", server, "--record", "full", "--json")

    (line,) = lines(done)
    folder = session_of(tmp_path)
    session = json.loads((folder / "session.json").read_text())
    place, _, secret = server.rpartition("/")

    assert (0, True, []) == (done.returncode, line["accepted"], session["refused"])
    assert place == session["browser"]["endpoint"]
    assert {"version", "endpoint"} == session["browser"].keys()
    assert [] == [path.name for path in folder.iterdir() if secret.encode() in path.read_bytes()]


def test_person(givens: Givens, tmp_path: Path, person: str) -> None:
    """In a person's browser only our own page is opened and closed, as a guest; the browser keeps running."""
    before = pages(person)

    done = givens("play", SMALL, "--dry-run", "--json", GIVENS_BROWSER=person)

    (line,) = lines(done)

    assert (0, "one") == (done.returncode, line["verdict"])
    assert person == json.loads((session_of(tmp_path) / "session.json").read_text())["browser"]["endpoint"]
    assert ["about:blank"] == [page["url"] for page in before]
    assert before == pages(person)


def test_doctor(givens: Givens, person: str) -> None:
    """The doctor checks a remote browser, and does not report its sandbox, which is unknown."""
    done = givens("doctor", "--browser", person, "--json")

    (check,) = (line for line in lines(done) if line["check"] == "browser")

    assert (0, True) == (done.returncode, check["ok"])
    assert re.fullmatch(rf"[\d.]+ at {person}", check["words"])


@pytest.mark.posix("signals")
@pytest.mark.long("of browsers that die")
def test_browser_dies(start: Start, program: str, tmp_path: Path) -> None:
    """A browser that dies during a run is an error in the line and in the session."""
    with debugged(program, tmp_path / "person") as (address, browser):
        process = started(start, tmp_path, "play", LARGE, "--browser", address, "--pace", "200", "--json")
        os.killpg(browser.pid, signal.SIGKILL)
        out, err = finish(process)
    error = json.loads(out)["error"]
    session = json.loads((session_of(tmp_path) / "session.json").read_text())

    assert (5, "PageGone", True) == (process.returncode, error["kind"], error["retry"])
    assert ("failed", error) == (session["outcome"], session["error"])
    assert "Traceback" not in err


@LONG
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


@pytest.mark.parametrize(
    ("address", "words", "command"),
    [
        (
            "ws://127.0.0.1:1/secret",
            "nothing listens at ws://127.0.0.1:1",
            "run-server --port 1 (on that machine, with playwright {version}",
        ),
        (
            "http://127.0.0.1:1",
            "nothing listens at http://127.0.0.1:1",
            "chromium --remote-debugging-port=1 --user-data-dir=FOLDER (on that machine)",
        ),
        ("ws://me:secret@browser.invalid:1/", "there is no host 'browser.invalid'", None),
        ("http://browser.invalid:1/?key=secret", "there is no host 'browser.invalid'", None),
        ("ws://{other}/secret", "ws://{other} is not a Playwright server, or has another path", None),
        ("http://{other}/secret", "http://{other} is not a browser's DevTools address", None),
        ("{server}wrong", "{place} is not a Playwright server, or has another path (400 Bad Request)", None),
        ("{older}", "runs Playwright {version}, but this machine has 1.40", "'playwright=={version}.*'"),
    ],
)
def test_no_connection(
    playwright: Playwright,
    request: pytest.FixtureRequest,
    server: str,
    other: str,
    address: str,
    words: str,
    command: str | None,
) -> None:
    """The error says why there is no connection and what to type, without the secrets of the address."""
    older = request.getfixturevalue("older") if address == "{older}" else ""
    place, _, secret = server.rpartition("/")
    version = ".".join(metadata.version("playwright").split(".")[:2])
    known = {"server": server, "other": other, "older": older, "place": place, "version": version}

    with pytest.raises(SetupError) as caught:
        connect(playwright, Endpoint(address.format(**known)))

    assert words.format(**known) in str(caught.value)
    assert (command or "").format(**known) in (caught.value.command or "")
    assert [] == [word for word in ("secret", secret) if word in str(caught.value)]


@pytest.mark.parametrize("scheme", ["ws", "http"])
def test_silence(playwright: Playwright, monkeypatch: pytest.MonkeyPatch, scheme: str) -> None:
    """A server that accepts a connection and never answers is an error after a while."""
    monkeypatch.setattr(launch, "CONNECT_TIMEOUT", 0.3)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        place = f"{scheme}://127.0.0.1:{listening.getsockname()[1]}"

        with pytest.raises(SetupError, match=rf"^{place} did not provide a browser within 0.3 s$"):
            connect(playwright, Endpoint(place))


def test_run_without_connection(givens: Givens, tmp_path: Path) -> None:
    """A run without a connection states the error, and stores nothing, as no page was opened."""
    done = givens("play", SMALL, "--browser", "ws://127.0.0.1:1/secret", "--json")

    (line,) = lines(done)

    assert (7, "SetupError", None) == (done.returncode, line["error"]["kind"], line["session"])
    assert [] == [*(tmp_path / "sessions").iterdir()]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["play", SMALL, "--headed"], "it has no window to show"),
        (["play", SMALL, "--profile", "mine"], "needs a local browser"),
        (["sites", "login", "tango"], "runs elsewhere"),
        (["doctor", "--fix"], "runs elsewhere"),
    ],
)
def test_what_does_not_go_together(givens: Givens, arguments: list[str], words: str) -> None:
    """Options that need a browser of this machine are refused before any connection."""
    done = givens(*arguments, GIVENS_BROWSER="ws://127.0.0.1:1")

    assert 2 == done.returncode
    assert words in done.stderr.replace("\n", " ")


@pytest.mark.parametrize("address", ["ws://", "http://[", "http://127.0.0.1:99999", "wss://:80"])
def test_incomplete_address(address: str) -> None:
    """An address without a host or a possible port is refused before any connection."""
    with pytest.raises(UsageError, match="needs a host and a port"):
        Setup(address)


@pytest.mark.parametrize(
    ("browser", "devtools"),
    [
        (None, None),
        ("chromium", None),
        ("/opt/chrome://odd", None),
        ("ws://a:1/token", False),
        ("wss://a", False),
        ("http://a:1", True),
        ("https://a", True),
        ("ws://a:1/devtools/browser/3f", True),
    ],
)
def test_endpoint(browser: str | None, *, devtools: bool | None) -> None:
    """An address differs from a path by its scheme, and a browser from a server by its scheme or path."""
    endpoint = Endpoint.of(browser)

    assert devtools == (None if endpoint is None else endpoint.devtools)
