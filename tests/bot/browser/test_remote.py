"""Browsers that run elsewhere: a person's real Chromium with a debugging port, on 127.0.0.1, and what is none."""

from __future__ import annotations

import json
import os
import re
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from importlib import metadata
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Playwright

from bot.browser.launch import Endpoint, connect, find, has_sandbox
from bot.errors import SetupError, UsageError
from bot.play.options import Options
from tests import tiers
from tests.bot.commands.test_cli import SMALL, lines, session_of
from tests.children import child, serving, until
from tests.conftest import Givens
from tests.tiers import TIER


@pytest.fixture(scope="module")
def program(playwright: Playwright) -> str:
    """Return the browser that the product finds when it needs no window."""
    return str(find(playwright, os.environ.get("GIVENS_BROWSER"), window=False).path)


@contextmanager
def debugged(program: str, profile: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run a person's browser with one page and a debugging port; yield its DevTools address and its process."""
    sandbox = [] if has_sandbox() else ["--no-sandbox"]
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


@pytest.fixture(scope="module")
def other() -> Iterator[str]:
    """Serve something that is not a browser, and return its host and port."""

    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.end_headers()
        request.wfile.write(b"hello")

    with serving(answer) as place:
        yield place


def test_person(givens: Givens, person: str) -> None:
    """In a person's browser only our own page is opened and closed, as a guest; the browser keeps running."""
    before = pages(person)

    done = givens("play", SMALL, "--dry-run", "--json", GIVENS_BROWSER=person)

    assert (0, "") == (done.returncode, done.stderr), done.stdout
    assert "one" == lines(done)[0]["verdict"]
    assert person == json.loads((session_of(givens.folder) / "session.json").read_text())["browser"]["endpoint"]
    assert ["about:blank"] == [page["url"] for page in before]
    until(lambda: before == pages(person))


def test_doctor(givens: Givens, person: str) -> None:
    """The doctor checks a remote browser, and does not report its sandbox, which is unknown."""
    done = givens("doctor", "--browser", person, "--json")

    (check,) = (line for line in lines(done) if line["check"] == "browser")

    assert (0, True) == (done.returncode, check["ok"])
    assert re.fullmatch(rf"[\d.]+ at {person}", check["words"])


def no_connection(playwright: Playwright, address: str, words: str, command: str | None, **known: str) -> None:
    """Fail to connect: the error says why and what to type, without the secrets of the address."""
    secrets = "secret", known.get("server", "/secret").rpartition("/")[2]
    known["version"] = ".".join(metadata.version("playwright").split(".")[:2])
    with pytest.raises(SetupError) as caught:
        connect(playwright, Endpoint(address.format(**known)))

    assert words.format(**known) in str(caught.value)
    assert (command or "").format(**known) in (caught.value.command or "")
    assert [] == [secret for secret in secrets if secret in str(caught.value)]


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("ws://127.0.0.1:1/secret", "ws://127.0.0.1:1 did not answer as a Playwright server does: "),
        ("http://127.0.0.1:1", "http://127.0.0.1:1 did not answer as a browser's DevTools address does: "),
        ("ws://me:secret@browser.invalid:1/", "ENOTFOUND browser.invalid"),
        ("http://browser.invalid:1/?key=secret", "ENOTFOUND browser.invalid"),
        ("ws://{other}/secret", "ws://{other} did not answer as a Playwright server does: "),
        ("http://{other}/secret", "http://{other} did not answer as a browser's DevTools address does: "),
    ],
)
def test_no_connection(playwright: Playwright, other: str, address: str, words: str) -> None:
    """An address at which no browser is gives an error without its secrets."""
    no_connection(playwright, address, words, None, other=other)


def test_run_without_connection(givens: Givens) -> None:
    """A run without a connection states the error, and stores nothing, as no page was opened."""
    done = givens("play", SMALL, "--browser", "ws://127.0.0.1:1/secret", "--json")

    (line,) = lines(done)

    assert (7, "SetupError", None) == (done.returncode, line["error"]["kind"], line["session"])
    assert [] == [*(givens.folder / "sessions").iterdir()]


@pytest.mark.parametrize(
    ("browser", "devtools"),
    [
        *((browser, None) for browser in (None, "chromium", "/opt/chrome://odd")),
        *((browser, False) for browser in ("ws://a:1/token", "wss://a")),
        *((browser, True) for browser in ("http://a:1", "https://a", "ws://a:1/devtools/browser/3f")),
        *((browser, "error") for browser in ("ws://", "http://[", "http://127.0.0.1:99999", "wss://:80")),
    ],
)
def test_endpoint(browser: str | None, devtools: object) -> None:
    """An address differs from a path by its scheme, a browser from a server by scheme or path; it has host and port."""
    if devtools == "error":
        with pytest.raises(UsageError, match="needs a host and a port"):
            Options(browser=browser)
        return
    endpoint = Endpoint.of(browser)

    assert devtools == (None if endpoint is None else endpoint.devtools)
