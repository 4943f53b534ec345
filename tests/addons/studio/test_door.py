"""Who is let in to the studio: how an address is exchanged, and who is turned away."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import closing
from http.client import HTTPConnection
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from bot.addons.studio import app
from bot.addons.studio.door import HOW_TO_OPEN, OPENING, Door
from bot.daily.history import History, history_file
from tests.addons.studio.page import COOKIE, FOLDER, Studio, running
from tests.addons.studio.test_today import play_daily
from tests.conftest import homes

if TYPE_CHECKING:
    from pathlib import Path

    from tests.children import Start

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


@pytest.mark.parametrize(("seconds", "status"), [(OPENING - 0.1, 303), (OPENING, 403), (1e9, 403)])
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
