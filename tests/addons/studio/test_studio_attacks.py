"""The server of the studio: who is let in, and an answer in a sentence to requests that are none of its page."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Coroutine, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection
from itertools import product
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, TypeVar
from urllib.parse import urlsplit

import pytest
from hypothesis import given, strategies

from bot.addons.studio import app
from bot.addons.studio.answers import Line
from bot.addons.studio.app import MOST_BYTES, Workers, application
from bot.addons.studio.board import BoardRequest, board, decode
from bot.addons.studio.door import HOW_TO_OPEN, OPENING, Door
from bot.addons.studio.state import WorkerRequest
from bot.daily.history import History, history_file
from solvers import GivensError
from tests.addons.studio.page import COOKIE, FOLDER, Studio, running
from tests.addons.studio.test_today import play_daily
from tests.children import Start
from tests.conftest import homes
from tests.solvers.test_kinds import LINES
from tests.tiers import examples, first, spread

Answered = TypeVar("Answered")

LIMIT = 60.0
"""Seconds after which a test that hangs has failed."""


def opened(studio: Studio, *sent: bytes) -> socket.socket:
    """Return a connection on which something was sent."""
    connection = socket.create_connection(("127.0.0.1", studio.port), timeout=LIMIT)
    for part in sent:
        connection.sendall(part)
    return connection


def head(studio: Studio, path: str = "board.css", method: str = "GET", *more: str) -> bytes:
    """Return the head of a request of the page."""
    lines = [f"{method} {FOLDER}{path} HTTP/1.1", f"Host: 127.0.0.1:{studio.port}", f"Cookie: {COOKIE}", *more]
    return "\r\n".join([*lines, "", ""]).encode("latin-1")


def test_half_open_connections_make_room(studio: Studio) -> None:
    """However many connections send no whole request, the page is answered."""
    with ExitStack() as stack:
        for number in range(128):
            part = head(studio)[: number % 40]
            stack.enter_context(closing(opened(studio, part)))

        statuses = [studio.ask("board.css").status for _ in range(5)]

    assert [200] * 5 == statuses


@pytest.mark.parametrize("path", ["solve", "board", "sessions/events", "board.css"])
def test_those_who_leave_leave_no_traceback(studio: Studio, path: str, capfd: pytest.CaptureFixture[str]) -> None:
    """A connection that is closed in a request, or in its answer, prints nothing."""
    method = "GET" if path in {"sessions/events", "board.css"} else "POST"
    for length in (["Content-Length: 1000"], []):
        with closing(opened(studio, head(studio, path, method, *length), b"{")):
            pass
    assert 200 == studio.ask("board.css").status

    assert ("", "") == capfd.readouterr()


OPENINGS = (b"[", b'{"a":', b'{"state":{"puzzle":', b'{"puzzle":', b'{"puzzle":{"givens":')
PATHS = ("board", "solve", "hint", "read", "generate?kind=tango", "export", "booklet")


@pytest.mark.parametrize(("opening", "path"), spread(product(OPENINGS, PATHS), of=18))
def test_deep_values_are_refused(studio: Studio, path: str, opening: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    """A value in a hundred thousand brackets is refused in a sentence."""
    inner = b"[" if opening == b"[" else b'{"a":'
    answer = studio.ask(path, opening + inner * 100_000)

    assert answer.status in {200, 400}
    assert answer.json().get("error", {}).get("family") != "Bug"
    assert "Traceback" not in capfd.readouterr().err


def stuck_at_first() -> None:
    """Never take a request, like a process that does not start."""
    signal.pause()


def stuck_in_request(_: WorkerRequest) -> Line:
    """Never answer a request, like Z3 when it does not look at its clock."""
    signal.pause()
    return {}


def in_a_thread(asked: Coroutine[Any, Any, Answered]) -> Answered:
    """Run a coroutine in a thread of its own: in that of the tests, Playwright's loop may be running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, asyncio.wait_for(asked, LIMIT)).result()


def test_no_more_is_read_than_a_body_may_have() -> None:
    """Of a body that goes on, little more than that is taken, whatever length its head states."""
    door, taken = Door(), 0

    async def receive() -> dict[str, Any]:
        nonlocal taken
        taken += 1
        return {"type": "http.request", "body": b" " * MOST_BYTES, "more_body": True}

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    sent: list[Any] = []
    headers = [(b"host", b"127.0.0.1:1"), (b"cookie", b"givens=" + door.cookie.encode()), (b"content-length", b"1")]
    scope = {"type": "http", "method": "POST", "path": f"{door.folder}solve", "query_string": b"", "headers": headers}

    async def asked() -> None:
        await application(door, timeout=1, is_ending=bool)(scope, receive, send)

    in_a_thread(asked())

    assert (413, 2) == (sent[0]["status"], taken)


@pytest.mark.posix("signals")
@pytest.mark.parametrize(("name", "stuck"), [("warm_up", stuck_at_first), ("run", stuck_in_request)])
def test_time_limit_is_hard(monkeypatch: pytest.MonkeyPatch, name: str, stuck: object) -> None:
    """A process that does not answer in time is killed, whatever it does."""
    monkeypatch.setattr(f"bot.addons.studio.app.{name}", stuck)
    monkeypatch.setattr("bot.addons.studio.app.GRACE", 0.0)

    async def asked() -> tuple[Line | None, int | None]:
        workers = Workers(1)
        workers.warm_up()
        (pool,) = workers._pools
        line = await workers.ask(WorkerRequest(0.1, "solve", b" " * 1_000_000))
        workers.close()
        (process,) = pool._processes
        return line, process.exitcode

    line, exit_code = in_a_thread(asked())

    assert line is not None
    assert ("unknown", -signal.SIGKILL) == (line["verdict"], exit_code)


@pytest.mark.posix("signals")
def test_request_that_waits_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time limit of a request counts while others are answered, too."""
    monkeypatch.setattr("bot.addons.studio.app.run", stuck_in_request)

    async def asked() -> Line | None:
        workers = Workers(1)
        long = asyncio.ensure_future(workers.ask(WorkerRequest(LIMIT, "solve")))
        await asyncio.sleep(0)
        try:
            return await workers.ask(WorkerRequest(0.1, "solve"))
        finally:
            long.cancel()
            await asyncio.wait({long})
            workers.close()

    line = in_a_thread(asked())

    assert line is not None
    assert "unknown" == line["verdict"]


ODD: list[Any] = [
    *(None, True, -1, 0, 99, 2**31, 2**63, 2**70, 1e308, 1.5, "", "x", "R1C1", "R0C0", "R99C99", "R1C1-R1C2", ". ."),
    *("\x1b[2J", "\u202e", "\u0663", "A" * 70, [], [[]], [None], {}, {"a": 1}, ["R1C1"], ["R1C1", "R9C9"]),
    *([["R1C1", "R1C2"]], [[1] * 61], {"cell": "R1C1"}, {"cells": ["R1C1"], "sum": -5}, {"key": "x"}),
]
"""Values that stand where they do not belong."""
EVENTS: list[Any] = [
    *({"key": key} for key in ("ArrowRight", "1", "s", "=", "Backspace", "Shift+ArrowDown", "Control+ArrowLeft", "/")),
    *({"point": [1e308, -1e308]}, {"size": [61, 3]}, {"size": [3, 3]}, {"tool": "x"}, {"set": {"size": 2**70}}),
    *({"kind": "zip"}, {"do": "drop"}, {"before": "R1C1"}, {"enter": {"R1C1": 1}}),
]
PLAYS: list[Any] = [
    None,
    {},
    {"moves": [{"R1C1": 1, "R1C2": [1]}], "done": 1, "bookmark": 0, "stroke": True},
]


def changed(value: Any, random: Random) -> Any:  # noqa: ANN401 - any JSON value
    """Return a JSON value with one odd part."""
    if not isinstance(value, dict | list) or not value or random.random() < 0.2:
        return random.choice(ODD)
    key = random.choice([*value]) if isinstance(value, dict) else random.randrange(len(value))
    copy: Any = value.copy()
    copy[key] = changed(value[key], random)
    return copy


@examples(200)
@given(strategies.randoms(use_true_random=False))
def test_boards_of_any_form_are_drawn_or_refused(random: Random) -> None:
    """A request for a board with odd parts is an error in a sentence, or a board."""
    puzzle = random.choice([line["puzzle"] for line in LINES.values()])
    state = {"puzzle": puzzle, "play": random.choice(PLAYS)}
    request: Any = {"state": state, "events": random.sample(EVENTS, 3), "lit": ["R1C1"]}
    request["marks"] = [["".join(random.choices(".01x9", k=4))] * 4, puzzle.get("givens"), None][random.randrange(3)]
    for _ in range(random.randrange(4)):
        request = changed(request, random)

    with suppress(GivensError):
        assert board(decode(json.dumps(request).encode(), BoardRequest))["board"]


STRANGE: list[tuple[str, list[str], bytes]] = [
    ("PUT /folder/board.css", [], b""),
    ("FOO /folder/solve", [], b""),
    ("CONNECT example.com:80", [], b""),
    ("GET http://example.com/folder/board.css", ["Host: example.com"], b""),
    ("GET /folder/static/../app.py", [], b""),
    ("GET /folder/static/%2e%2e/app.py", [], b""),
    ("GET /folder/static/..%2fapp.py", [], b""),
    ("GET /folder/static/%00", [], b""),
    ("GET /folder/shared//etc/passwd", [], b""),
    ("GET /folder/sessions/%00/player", [], b""),
    ("GET /folder/sessions/%2e%2e/player", [], b""),
    ("GET /folder/sessions/a%2fb/player", [], b""),
    ("GET /folder/sessions/%ff/player", [], b""),
    ("GET /folder/solve", ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"], b""),
    ("POST /folder/solve", ["Upgrade: h2c", "Connection: Upgrade", "Content-Length: -1"], b""),
    ("POST /folder/solve", ["Content-Length: 3", "Content-Length: 4"], b"{}"),
    ("POST /folder/solve", ["Content-Length: 99999999999999999999999"], b"{}"),
    ("POST /folder/solve", ["Content-Length: 2", "Transfer-Encoding: gzip, chunked"], b"{}"),
    ("POST /folder/board", ["Transfer-Encoding: chunked"], b"no length\r\n"),
    ("POST /folder/board", ["Content-Length: 35"], b'{"state":{"puzzle":{"kind":["x"]}}}'),
    ("POST /folder/board", ["Content-Length: 2"], b"\xff\xfe"),
    ("POST /folder/solve?timeout=%00", ["Content-Length: 2"], b"{}"),
]


@pytest.mark.parametrize(("line", "headers", "body"), STRANGE, ids=[line for line, *_ in STRANGE])
def test_strange_requests_are_refused(
    studio: Studio, line: str, headers: list[str], body: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    """A request that the page never makes gets a status of 400 to 499, and prints nothing."""
    named = any(header.startswith("Host:") for header in headers)
    host = [] if named else [f"Host: 127.0.0.1:{studio.port}"]
    sent = "\r\n".join([f"{line} HTTP/1.1", *host, f"Cookie: {COOKIE}", *headers, "", ""]).encode()

    with closing(opened(studio, sent + body)) as connection:
        status = connection.recv(12)

    assert b"HTTP/1.1 4" == status[:10]
    assert ("", "") == capfd.readouterr()


STRANGER = 65534
"""The user nobody."""
ATTACK = """
import encodings.idna, http.client, json, os, sys
from pathlib import Path
from urllib.parse import urlsplit

port, user = map(int, sys.argv[1:])
os.setgroups([]), os.setgid(user), os.setuid(user)

def words():
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            yield from file.read_bytes().decode(errors="replace").split("\\0")
        except OSError:
            pass

def answer(path, cookie=""):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path, headers={"Cookie": cookie} if cookie else {})
    response = connection.getresponse()
    return response.status, response.headers.get("Set-Cookie")

found = set()
while not found:
    found = {word for word in words() if word.startswith(f"http://127.0.0.1:{port}/")}
secrets = [urlsplit(address).path.strip("/") for address in found]
tried = [answer(f"/{secret}{end}", f"givens={secret}") for secret in secrets for end in ("", "/", "/sessions/page")]
print(json.dumps([sorted(found), tried]))
"""
"""What another user of the machine does: take all secrets of command lines, and try each as address and as cookie."""


def asked(port: int, path: str, **headers: str) -> tuple[int, str]:
    """Return the status of a request without a cookie, and the cookie that the answer sets."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        return response.status, response.headers.get("set-cookie", "")


def test_an_address_is_exchanged_for_a_cookie(studio: Studio) -> None:
    """That of the terminal is, as often as it is opened; only the page's folder gets the cookie, and no script."""
    with closing(HTTPConnection("127.0.0.1", studio.port, timeout=60)) as connection:
        connection.request("GET", f"/{studio.door.token}")
        response = connection.getresponse()
        answers = response.status, response.headers["location"], response.headers["set-cookie"], response.read()

    assert (303, FOLDER, f"{COOKIE}; HttpOnly; Path={FOLDER}; SameSite=strict", b"") == answers
    assert (303, 200) == (asked(studio.port, f"/{studio.door.token}")[0], studio.ask("").status)


@pytest.mark.parametrize("path", ["/", FOLDER, f"{FOLDER}board.css", "/other/", "/other/board.css"])
@pytest.mark.parametrize("cookie", ["", "givens=", "givens=other", "other=cookie", f"{COOKIE}x"])
def test_nobody_else_is_answered(studio: Studio, path: str, cookie: str) -> None:
    """Without the cookie there is a sentence that says how to open the page, and nothing of this studio."""
    answer = studio.ask("", headers={"Cookie": cookie}, at=path)

    assert (403, HOW_TO_OPEN) == (answer.status, answer.text)
    assert "its studio has ended" in HOW_TO_OPEN


def test_what_a_browser_is_started_with_works_once() -> None:
    """Whoever comes second with it gets nothing; the cookie and the address in the terminal stay."""
    with running() as studio:
        code = f"/{studio.door.code}"
        statuses = [asked(studio.port, path)[0] for path in (code, code, f"/{studio.door.token}", code)]

        assert [303, 403, 303, 403] == statuses
        assert 200 == studio.ask("").status


@pytest.mark.parametrize(("seconds", "status"), first([(OPENING, 403), (OPENING - 0.1, 303), (1e9, 403)]))
def test_what_a_browser_is_started_with_is_soon_too_old(seconds: float, status: int) -> None:
    """It works for half a minute; the address in the terminal as long as the studio runs."""
    now = [5.0]
    with running(clock=lambda: now[0]) as studio:
        now[0] += seconds

        assert status == asked(studio.port, f"/{studio.door.code}")[0]
        assert 303 == asked(studio.port, f"/{studio.door.token}")[0]
    assert 30 == OPENING


@pytest.mark.parametrize(
    "host",
    ["example.com", "example.com:{port}", "127.0.0.1.example.com:{port}", "localhost.example.com", "[", "", "a:b"],
)
def test_names_that_lead_here_are_refused(studio: Studio, host: str) -> None:
    """A page of another name, which its owner lets lead to this machine, may open and ask nothing."""
    name = {"Host": host.format(port=studio.port)}

    assert 403 == studio.ask("board.css", headers=name).status
    assert (403, "") == asked(studio.port, f"/{studio.door.token}", **name)
    assert (403, "") == asked(studio.port, f"/{studio.door.code}", **name)


def test_pages_of_others_change_nothing(studio: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request of a page of another origin is refused although the browser adds the cookie; nothing is done."""
    play_daily(tmp_path, monkeypatch)
    port = studio.port
    others = [
        "http://example.com",
        "null",
        f"http://127.0.0.1:{port + 1}",
        f"https://127.0.0.1:{port}",
        "http://127.0.0.1",
    ]

    def removed(origin: str) -> int:
        return studio.ask("today/remove?target=linkedin_tango", b"", headers={"Origin": origin}).status

    assert {403} == {*map(removed, others)}
    with History(history_file()) as history:
        assert 5 < len([*history.plays()])
    assert 204 == removed(f"http://127.0.0.1:{port}")


def test_each_run_has_secrets_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """None is used twice, for two things, or written to a file."""
    monkeypatch.setenv("GIVENS_SESSIONS", str(tmp_path))
    served = SimpleNamespace(run=lambda sockets: None, should_exit=False)  # noqa: ARG005 - uvicorn names it
    monkeypatch.setattr(app, "server_of", lambda _: served)
    addresses: list[str] = []
    doors = [Door(), Door()]
    for _ in range(2):
        app.serve(0, timeout=1, on_ready=lambda *both: addresses.extend(both))
    secrets = [urlsplit(address).path for address in addresses]
    secrets += [secret for door in doors for secret in (door.token, door.code, door.cookie, door.folder)]

    assert 4 + 8 == len({*secrets})
    assert all(len(secret) >= 43 for secret in secrets)
    assert [] == list(tmp_path.rglob("*"))


@pytest.mark.posix("users")
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can be another user")
def test_another_user_finds_nothing_in_command_lines(start: Start, tmp_path: Path) -> None:
    """Whoever reads the command line of the browser before that has asked gets nothing, and the browser comes in."""
    browser = tmp_path / "browser"
    browser.write_text("#!/bin/sh\nwhile kill -0 $PPID 2>/dev/null; do sleep 0.1; done\n")
    browser.chmod(0o755)
    environment = os.environ | homes(tmp_path) | {"BROWSER": f"{browser} %s &"}
    studio = start([sys.executable, "-m", "bot", "studio", "--json"], stdout=subprocess.PIPE, env=environment)
    assert studio.stdout is not None
    printed = urlsplit(json.loads(studio.stdout.readline())["url"])
    attack = start([sys.executable, "-c", ATTACK, printed.port, STRANGER], stdout=subprocess.PIPE)
    assert attack.stdout is not None
    found: Any
    found, tried = json.loads(attack.stdout.read())

    (opened,) = map(urlsplit, found)
    assert [[403, None]] * 3 == tried
    assert opened.path != printed.path
    assert [303, 403, 303] == [asked(printed.port or 0, path)[0] for path in (opened.path, opened.path, printed.path)]
