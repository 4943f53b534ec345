"""Pages that take the mouse or the board away, or cannot be reached: one sentence each, in words of our own."""

from __future__ import annotations

import json
import re
import socket
import time
from contextlib import closing, nullcontext
from pathlib import Path

import pytest
from playwright.sync_api import Error, Page

from bot.addons.unknown.guess.site import GuessedSite
from bot.browser.limits import Deadline
from bot.errors import PageGone, meaning
from bot.play.live import Live, press_nothing
from bot.play.loop import play
from bot.play.runner import _opening, network_error
from scrapers import NeedsHuman, ReadError
from solvers import KINDS
from tests.cases import opened
from tests.children import serving
from tests.conftest import Givens
from tests.fake_board import Strip
from tests.tiers import first, spread

RAW = re.compile(r"\b(Locator|Page|Frame|Execution|Target|Timeout|net::|ERR_|Error)\b")
"""What only Playwright and the browser say."""


@pytest.mark.parametrize(
    ("leaves", "words"),
    spread(
        [
            ("location.href = '/other'", "its tab went on to https://plain.example/other"),
            ("location.href = 'https://elsewhere.example/'", "its tab went on to https://elsewhere.example/"),
            ("board.remove()", "the page does not show it any more"),
            ("close", "its tab or the browser was closed"),
        ],
        of=4,
    ),
)
def test_board_that_goes(page: Page, leaves: str, words: str) -> None:
    """A page that goes elsewhere, is closed or removes its board is told from the others."""
    page.route("**", lambda route: route.fulfill(body="<p>other", content_type="text/html"))
    page.goto("https://plain.example/")
    page.set_content("<div id=board>board</div>")
    live = Live(page, lambda: page.locator("#board"))
    if leaves == "close":
        page.close()
    else:
        with page.expect_navigation() if "href" in leaves else nullcontext():
            page.evaluate(leaves)

    with pytest.raises(PageGone, match=f"^the board at https://plain.example/ is gone: {re.escape(words)}$"):
        live.take(Strip.MEASURE)


def test_page_of_many_elements(page: Page) -> None:
    """A page with more elements than are looked at is refused in a sentence."""
    page.evaluate("for (let at = 0; at < 20_001; at++) document.body.append(document.createElement('i'))")
    site = GuessedSite({"binairo": KINDS["binairo"]})

    with pytest.raises(ReadError, match=r"has more than 20,000 elements, which is too many") as raised:
        site.board(page, 5, press_nothing)

    assert not RAW.search(str(raised.value))


@pytest.mark.parametrize(
    ("codes", "words"),
    [
        ("INTERNET_DISCONNECTED", "there is no network"),
        ("NAME_NOT_RESOLVED NAME_RESOLUTION_FAILED", "the host name cannot be resolved"),
        ("CONNECTION_REFUSED", "the host refuses the connection"),
        ("CONNECTION_TIMED_OUT TIMED_OUT", "the host does not answer"),
        ("CERT_DATE_INVALID CERT_AUTHORITY_INVALID", "the certificate of the host is not valid"),
        ("SSL_PROTOCOL_ERROR", "the host offers no secure connection"),
        ("NETWORK_CHANGED", "the host cannot be reached"),
        ("PROXY_CONNECTION_FAILED", "the proxy does not let it through"),
        ("CONNECTION_ABORTED", "the connection was cut"),
    ],
)
def test_network_errors(codes: str, words: str) -> None:
    """What the browser says of the network is said in words."""
    for code in codes.split():
        said = network_error(Error(f"Page.goto: net::ERR_{code} at https://plain.example/\nCall log:\n"))

        assert said.startswith(words)
        assert not RAW.search(said)


@pytest.mark.parametrize("command", ["read", "play"])
def test_page_that_cannot_be_reached(givens: Givens, tmp_path: Path, command: str) -> None:
    """The message says that the page could not be reached; nothing is stored, as nothing was opened."""
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))  # Nobody listens there.
        address = f"http://127.0.0.1:{free.getsockname()[1]}/"
        done = givens(command, address, "--guess", "--json")
    line = json.loads(done.stdout)

    assert (5, None) == (done.returncode, line["session"])
    assert f"the host refuses the connection: {address} could not be reached" == line["error"]["message"]
    assert [] == [*tmp_path.glob("sessions/*")]


@pytest.mark.parametrize("command", first(["play", "read"]))
def test_page_that_answers_with_an_error(givens: Givens, tmp_path: Path, command: str) -> None:
    """What a host answers is kept, even if it is an error."""
    with serving(lambda request: request.send_error(503)) as place:
        done = givens(command, f"http://{place}/", "--guess", "--json")
    line = json.loads(done.stdout)

    assert [line["session"]] == [str(path) for path in tmp_path.glob("sessions/2*")]
    assert {"page.html", "failed.png"} <= {path.name for path in Path(line["session"]).iterdir()}


@pytest.mark.parametrize(
    "said",
    [
        "Locator.text_content: Target page, context or browser has been closed",
        "Locator.text_content: Target crashed",
        "Page.evaluate: Execution context was destroyed, most likely because of a navigation",
        "Locator.text_content: Frame was detached",
        "Locator.text_content: Timeout 2000ms exceeded.\nCall log:",
    ],
)
def test_errors_of_playwright(said: str) -> None:
    """What Playwright says of a page that has gone is said in words."""
    assert not RAW.search(meaning(Error(said)))


def test_time_that_is_up_before_the_page_opens(page: Page) -> None:
    """A time limit that has passed is named, and not the nothing that remains of it."""
    deadline = Deadline(2.5, since=time.monotonic() - 9)

    with pytest.raises(PageGone, match=r"did not open a page within the time limit of 2\.5 s$"), _opening(deadline):
        page.wait_for_timeout(60_000)


BANNER = """document.body.insertAdjacentHTML("beforeend", `<div role=dialog aria-label="We value your privacy"
    style="position: fixed; inset: 0; background: #fff; z-index: 99">
    <button onclick="bought = 1">Accept all</button><button onclick="bought = 1">Reject all</button></div>`)"""


def test_banner_over_the_board_of_a_known_site(page: Page) -> None:
    """What covers the board and has buttons is for a person to press, who is told how."""
    opened(page, "brainbashers_three_in_a_row/table_2022_6")
    page.evaluate(BANNER)

    words = "'We value your privacy' is in front of it: press one of its buttons with --press 'Accept all' or --press"
    with pytest.raises(NeedsHuman, match=words):
        play(page)

    assert not page.evaluate("window.bought ?? 0")
