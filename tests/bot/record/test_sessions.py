"""The recording of sessions, without secrets and on a full disk, and what may be shared of a page: known names."""

from __future__ import annotations

import errno
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import cast
from zipfile import ZipFile, is_zipfile

import pytest
from playwright.sync_api import BrowserContext, Error, Page

from bot.play.fixture import Fixture, serve
from bot.play.loop import play
from bot.play.options import Options
from bot.play.result import TargetResult
from bot.play.sites import guessing
from bot.record.recorder import Recorder, write_whole
from bot.record.share import Share
from scrapers import SITES
from tests.clock import run_until
from tests.conftest import FIXTURES

SECRETS = {
    "cookie": "AQEDATc0ZmI2NzYtY29va2ll",
    "script": "ajax:7483927483927483927",
    "input": "hidden-csrf-value-58231",
    "meta": "meta-session-value-93417",
    "address": "address-token-41890",
    "header": "dXNlcjpwYXNzd29yZC1oZWFkZXI",
    "web token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJzb21lYm9keSJ9.c2lnbmF0dXJlLWhlcmU",
    "member": "ACoAAB1x2y3zMEMBERNUMBER",
    "mail": "somebody.private@example.org",
    "password": "correct-horse-battery",
    "state": "state-bearing-token-7731",
    "account": "Wilhelmina Privatperson",
}
USE = """async (secrets) => {
    document.cookie = `li_at=${secrets.cookie}; path=/`;
    localStorage.setItem("session", secrets.state);
    sessionStorage.setItem("member", secrets.account);
    await fetch("/me", { headers: { authorization: `Bearer ${secrets.header}` } }).catch(() => 0);
    document.querySelector(".lotka-grid").insertAdjacentHTML("beforebegin", '<input type="password" id="typed">');
}"""


def open_tango(page: Page) -> None:
    """Open the guest Tango."""
    fixture = Fixture.load(FIXTURES / "linkedin_tango" / "guest")
    serve(page.context, fixture)
    page.goto(fixture.url)
    start(page)


def start(page: Page) -> None:
    """Start the game on the page."""
    run_until(page, "document.querySelector('#launch-footer-start-button')")
    page.click("#launch-footer-start-button")
    run_until(page, "document.querySelector('.lotka-grid')")


def found_in(folder: Path, secrets: Mapping[str, str] = SECRETS) -> set[str]:
    """Return the names of the secrets in the files of a folder, including archives."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    content = [path.read_bytes() for path in files]
    for path in files:
        if is_zipfile(path):
            with ZipFile(path) as archive:
                content += [archive.read(name) for name in archive.namelist()]
    return {name for name, secret in secrets.items() if any(secret.encode() in data for data in content)}


def played(page: Page, recorder: Recorder) -> TargetResult:
    """Play the page with a recorder."""
    (site,) = [site for site in SITES if site.NAME == "linkedin_tango"]
    return play(page, site, options=Options(timeout=100), recorder=recorder)


def test_no_credential_is_in_a_session(context: BrowserContext, tmp_path: Path) -> None:
    """A session has what the page shows, but no cookie, stored value, header or typed password."""
    page = context.new_page()
    open_tango(page)
    recorder = Recorder(tmp_path)
    page.reload()
    start(page)
    page.evaluate(USE, SECRETS)
    page.locator("#typed").fill(SECRETS["password"])
    result = played(page, recorder)
    recorder.log(page)
    recorder.finish("accepted", result.line())
    names = {path.name for path in tmp_path.iterdir()}
    stored = page.evaluate("document.cookie + JSON.stringify([localStorage, sessionStorage])")

    assert all(SECRETS[name] in stored for name in ("cookie", "state", "account"))
    assert set() == found_in(tmp_path)
    assert {"session.json", "events.jsonl", "before.html", "after.png", "requests.jsonl"} <= names


def test_files_are_complete_or_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is written next to its place and renamed; if that fails, the old file stays."""
    write_whole(tmp_path / "a.json", "old")
    replace = Path.replace

    def fail(self: Path, target: Path) -> Path:
        assert self.read_text() == "new"
        assert target.read_text() == "old"
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="Input/output"):
        write_whole(tmp_path / "a.json", "new")
    monkeypatch.setattr(Path, "replace", replace)

    assert [("a.json", "old")] == [(path.name, path.read_text()) for path in tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("message", "why", "command"),
    [
        (
            "Screencast.start: Executable doesn't exist at /home/a/.cache/ms-playwright/ffmpeg-1/ffmpeg\n╔═══╗",
            "Playwright's ffmpeg is not installed",
            f"; try: {sys.executable} -m playwright install ffmpeg",
        ),
        ("it is not supported", "this browser does not provide one: it is not supported", ""),
    ],
)
def test_without_video(tmp_path: Path, message: str, why: str, command: str) -> None:
    """A browser without video, and a missing ffmpeg, are reported in a sentence, with a command to try."""

    def refuse(**_: object) -> None:
        raise Error(message)

    page = SimpleNamespace(screencast=SimpleNamespace(start=refuse), console_messages=refuse)
    recorder = Recorder(tmp_path)
    with recorder.everything(cast("Page", page)):
        pass

    (event, *_) = (tmp_path / "events.jsonl").read_text().splitlines()

    assert f"no video is recorded, because {why}{command}" == recorder.lost
    assert ("no video", why) == (json.loads(event)["event"], json.loads(event)["why"])


def test_video_of_a_browser_that_dies(tmp_path: Path) -> None:
    """A video that cannot be ended is noted, and not said to be one that the browser does not provide."""

    def refuse() -> None:
        raise Error("the browser has been closed")

    page = SimpleNamespace(screencast=SimpleNamespace(start=lambda **_: None, stop=refuse))
    recorder = Recorder(tmp_path)
    with pytest.raises(KeyError), recorder.everything(cast("Page", page)):
        raise KeyError
    (event,) = (tmp_path / "events.jsonl").read_text().splitlines()

    assert ("no video", "the browser has been closed") == (json.loads(event)["event"], json.loads(event)["why"])
    assert recorder.lost is None


ADDRESS = "https://www.linkedin.com/games/tango/"
SHARE = Share(SITES.named("linkedin_tango"), ADDRESS)
AROUND = """<x-anna-schmidt class="anna-schmidt launch-footer" id="u-anna" for="anna" data-testid="anna-cell"
 role="anna" type="schmidt" data-anna-schmidt="1" d-491701234567="4" aria-anna="true" colspan="anna" width="anna"
 lang="an-na" style="--anna: 1" part="anna" name="anna" value="anna" aria-valuetext="anna 49170" is="anna">
<anna></anna><schmidt-anna></schmidt-anna><svg viewbox="49 170 12 345"><path d="M49 17 01 23 45"/></svg>
<label for="u-anna">Anna</label></x-anna-schmidt>"""


def test_names_around_the_board() -> None:
    """Of the names around the board only those in the selectors of the readers stay; others become letters, alike."""
    shared = SHARE.page(AROUND)
    ids = [part.partition('"')[0] for key in (' id="', '<label for="') for part in shared.split(key)[1:2]]

    assert [] == [secret for secret in ("anna", "schmidt", "49170", "4917", "170") if secret in shared.casefold()]
    assert "launch-footer" in shared
    assert ids[0] == ids[1]
    assert "<svg " in shared


def test_elements_stay() -> None:
    """The elements of HTML keep their names, so that the structure of a page can be seen."""
    html = "<nav></nav><table><caption></caption><tbody><tr><td></td></tr></tbody></table><h2></h2><dialog></dialog>"

    assert html in SHARE.page(html)


@pytest.mark.parametrize(
    ("address", "shared"),
    [
        ("https://www.linkedin.com/games/view/tango/desktop?size=6&x=1#me", "/games/view/tango/desktop"),
        ("https://www.linkedin.com/in/anna-schmidt-4711/", "/x/x/"),
        ("https://www.linkedin.com/voyager/api/anna-schmidt", "/x/x/x"),
        ("https://www.linkedin.com/games/tango/anna", "/games/tango/x"),
        ("https://www.linkedin.com/games/tango-anna/4711", "/games/tango-x/x"),
        ("https://www.linkedin.com/~anna/@anna/%41nna/.anna", "/~x/@x/x/.x"),
        ("https://www.linkedin.com/mark/may/rose", "/x/x/x"),
    ],
)
def test_paths(address: str, shared: str) -> None:
    """The parts of a path stay that a site module names."""
    found = SHARE.address(address)

    assert found.startswith("https://www.linkedin.com/")
    assert shared == "/".join(
        part[: part.rindex("x") + 1] if part.rpartition("x")[2].isdigit() else part
        for part in found.removeprefix("https://www.linkedin.com").split("/")
    )


@pytest.mark.parametrize(
    "address", ["https://anna.schmidt.example/a", "https://anna:pw@schmidt.example/", "anna:schmidt", "/in/anna"]
)
def test_other_addresses(address: str) -> None:
    """Neither the host of another site nor a scheme that a page has made up stays."""
    shared = SHARE.address(address)

    assert shared
    assert [] == [secret for secret in ("anna", "schmidt", "pw") if secret in shared]


def test_address_of_an_unknown_page() -> None:
    """No module names a part of the path of an unknown page, whose own pattern fits any address."""
    share = Share(guessing(""), "https://puzzles.example/u/anna/7")

    assert "https://puzzles.example/x0/x1/x2" == share.address("https://puzzles.example/u/anna/7?id=anna")


@pytest.mark.parametrize("value", ["Annabell", "anna", "12345678"])
def test_choices(value: str) -> None:
    """The choices of a site stay in an address if they are numbers or words of its readers."""
    share = Share(SITES.named("brainbashers_tents"), "https://www.brainbashers.com/showtents.asp")
    address = "https://www.brainbashers.com/showtents.asp?size=8&diff=Easy"

    assert address == share.address(address)
    assert address == share.address(f"{address}&date={value}")
