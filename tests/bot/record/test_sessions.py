"""Test the recording of sessions: no secrets, no lost files, and a full disk does not stop a run."""

from __future__ import annotations

import errno
import json
import shutil
import time
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import ZipFile, is_zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.browser.launch import new_context
from bot.play.fixture import Fixture, serve
from bot.play.loop import play
from bot.play.targets import resolve
from bot.play.task import Options
from bot.record.recorder import Recorder, write_whole
from bot.record.scrub import SCRUBBED, Scrubber
from bot.record.secrets import NAMES, PREFIXES
from bot.sessions.assets import Assets
from bot.sessions.capture import write_page
from scrapers import SITES, Snapshot
from tests.conftest import FIXTURES
from tests.tiers import first

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from playwright.sync_api import Browser, BrowserContext, Page

    from bot.play.result import TargetResult
    from tests.conftest import Givens

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
PLANT = """(secrets) => {
    const add = (html) => document.body.insertAdjacentHTML("beforeend", html);
    document.cookie = `li_at=${secrets.cookie}; path=/`;
    add(`<p>${secrets.cookie}</p>`);
    add(`<code style="display: none">{"csrfToken": "${secrets.script}", "sessionId":"${secrets.script}"}</code>`);
    add(`<form><input type="hidden" name="csrf_token" value="${secrets.input}"></form>`);
    add(`<meta name="session-id" content="${secrets.meta}"><meta content="${secrets.meta}" name="session-id">`);
    add(`<a href="https://example.org/?a=1&authToken=${secrets.address}&b=2">link</a>`);
    add(`<pre>Authorization: Bearer ${secrets.header}</pre><pre>${secrets["web token"]}</pre>`);
    add(`<p>urn:li:fsd_profile:${secrets.member} ${secrets.mail}</p>`);
    add(`<input type="password" value="${secrets.password}"><img alt="Photo of ${secrets.account}">`);
    const cell = document.querySelector("[data-cell-idx]");
    cell.setAttribute("data-x", JSON.stringify({ accessToken: secrets.state }));
    cell.style.backgroundImage = `url("https://example.org/?sessiontoken=${secrets.state}")`;
}"""


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """Open the guest Tango with secrets in many places, as on the page of a signed-in user."""
    context = new_context(chromium)
    fixture = Fixture.load(FIXTURES / "linkedin_tango" / "guest")
    serve(context, fixture)
    page = context.new_page()
    page.goto(fixture.url)
    page.locator("#launch-footer-start-button").click()
    page.locator(".lotka-grid").wait_for()
    page.evaluate(PLANT, SECRETS)
    yield page
    context.close()


def found_in(folder: Path, secrets: Mapping[str, str] = SECRETS) -> set[str]:
    """Return the names of the secrets in the files of a folder, including archives."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    content = [path.read_bytes() for path in files]
    for path in files:
        if is_zipfile(path):
            with ZipFile(path) as archive:
                content += [archive.read(name) for name in archive.namelist()]
    return {name for name, secret in secrets.items() if any(secret.encode() in data for data in content)}


def played(page: Page, recorder: Recorder, *, dry_run: bool = False) -> TargetResult:
    """Play the page with a recorder."""
    (site,) = [site for site in SITES if site.NAME == "linkedin_tango"]
    return play(page, site, options=Options(timeout=100, dry_run=dry_run), recorder=recorder)


@pytest.mark.long("of secrets like those of this tier")
def test_no_secret_is_captured(page: Page, tmp_path: Path) -> None:
    """The capture of a page contains none of the secrets."""
    (target,) = resolve(page.url)
    assert set(SECRETS) == {
        name for name in SECRETS if SECRETS[name] in page.content() + page.evaluate("document.cookie")
    }

    recorder = Recorder(tmp_path)
    with recorder.scrubbing_cookies(page.context):
        facts = write_page(page, target, recorder, Assets(pictures=True))

    assert set() == found_in(tmp_path)
    assert SCRUBBED in (tmp_path / "page.html").read_text()
    assert "read" == facts["expect"]


def test_no_secret_is_in_a_session(page: Page, tmp_path: Path) -> None:
    """The session of a page contains none of the secrets."""
    recorder = Recorder(tmp_path)
    with recorder.scrubbing_cookies(page.context):
        result = played(page, recorder)
    recorder.finish("accepted", result.line() | {"url": f"{page.url}?sessionToken={SECRETS['address']}"})

    assert set() == found_in(tmp_path)
    assert (tmp_path / "after.png").exists()


def test_nothing_is_asked_where_nothing_is_recorded(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run without a session costs no look at the page's cookies."""
    asked: list[BrowserContext] = []

    def cookies(context: BrowserContext) -> list[object]:
        asked.append(context)
        return []

    monkeypatch.setattr(type(page.context), "cookies", cookies)
    recorder = Recorder(None)
    with recorder.scrubbing_cookies(page.context):
        recorder.snapshot("before", Snapshot(page.url, "<p>", {}))
        recorder.event("read", layout="guest")
        recorder.puzzle({"kind": "tango"})

    assert [] == asked


@given(st.text())
def test_scrubbing_twice_is_scrubbing_once(text: str) -> None:
    """Scrubbing a text twice changes nothing more."""
    scrub = Scrubber(["some-cookie-value"])

    assert scrub(text) == scrub(scrub(text))


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text() | st.sampled_from(['{"token": "abc"}', "a@b.example"]),
        lambda values: (
            st.lists(values)
            | st.dictionaries(st.text() | st.sampled_from(["name", "value", "k", "v", "token"]), values)
        ),
    )
)
def test_scrubbing_values_twice_is_scrubbing_them_once(value: object) -> None:
    """Scrubbing a JSON value twice changes nothing more."""
    scrub = Scrubber(["some-cookie-value"])

    assert scrub.deep(value) == scrub.deep(scrub.deep(value))


PIECES = [
    *SECRETS.values(),
    *NAMES,
    *PREFIXES,
    *("<input name=", "<meta content=", "type=", " value=", "alt=", "&", '"', "'", "=", ": ", " ", ">", "12345", "a.b"),
    *(
        "JSESSIONID",
        "bSCookie=",
        "author",
        "Profile Photo of ",
        "urn:li:member:",
        "page@" + "0" * 32,
        ".example",
        "me@",
    ),
]


@given(st.lists(st.sampled_from(PIECES)).map("".join) | st.text(st.characters(codec="ascii")))
def test_scrubbing_pieces_twice(text: str) -> None:
    """Scrubbing pieces of secrets twice changes nothing more."""
    scrub = Scrubber()

    assert scrub(text) == scrub(scrub(text))


@pytest.mark.parametrize(
    "piece",
    [
        '<input name="token" ',
        'name="token" ',
        "token",
        "token ",
        'token="',
        "a@",
        "a" * 64 + "@",
        "eyJ",
        "eyJaaaaaaaa.",
        "-----begin x-----",
        "://a:",
        "basic a",
        "akia",
        "sk-",
        "type=password <",
        "token=\\",
        "session=a&",
        "<p class='a'>text</p>",
    ],
)
def test_scrubbing_is_linear(piece: str) -> None:
    """A text of four times the length takes four times the time, not sixteen times, whatever it is made of."""
    times = []
    for size in (25_000, 100_000):
        text = piece * (size // len(piece))
        start = time.process_time()
        Scrubber()(text)
        times.append(time.process_time() - start)

    assert times[1] < 9 * times[0] + 0.05


def test_cookies_in_other_forms() -> None:
    """The value of a cookie is recognised without its quotes, in an address, and in markup."""
    scrub = Scrubber(['"ajax:7483927&483"', "a%20b%20c%201234"])

    assert f"{SCRUBBED} {SCRUBBED} {SCRUBBED}" == scrub("ajax:7483927&483 ajax%3A7483927%26483 ajax:7483927&amp;483")
    assert SCRUBBED == scrub("a b c 1234")


def test_names_of_secrets() -> None:
    """A value with the name of a secret is removed, also if the name is beside it or in a text; flags stay."""
    scrub = Scrubber()

    assert {"token": SCRUBBED, "session": {"id": SCRUBBED, "open": True}} == scrub.deep(
        {"token": "x1", "session": {"id": "y2", "open": True}}
    )
    assert {"name": "Set-Cookie", "value": SCRUBBED} == scrub.deep({"name": "Set-Cookie", "value": "a=b"})
    assert {"type": "password", "value": SCRUBBED} == scrub.deep({"type": "password", "value": "short"})
    assert f'{{"a": [{{"k": "apiKey", "v": "{SCRUBBED}"}}]}}' == scrub.deep('{"a": [{"k": "apiKey", "v": "z3"}]}')
    assert {"name": "size", "value": "6"} == scrub.deep({"name": "size", "value": "6"})
    # In these names the beginning of a key comes before the name of a secret.
    assert f"task-token={SCRUBBED} desk-session={SCRUBBED}" == scrub("task-token=abc123 desk-session=xyz789")


def test_scrubbing_leaves_the_rest() -> None:
    """Short cookies, words that only resemble names of secrets, and the puzzle stay."""
    text = '<div class="lotka-cell" data-cell-idx="1">token of love, a session of play, author="me"</div>'

    assert text == Scrubber(["1", "en"])(text)


def test_full_disk_while_recording(page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a full disk the run continues and reports the loss."""
    recorder = Recorder(tmp_path)

    def full(*_: object, **__: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    monkeypatch.setattr(Path, "open", full)

    assert played(page, recorder, dry_run=True).solution is not None
    assert recorder.lost is not None
    assert "No space left on device" in recorder.lost


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("how", first(["play", "capture", "read"]))
def test_no_secret_of_a_page_without_a_board(givens: Givens, tmp_path: Path, how: str) -> None:
    """The session of a page without a board, or of a page that fails at once, is scrubbed as well."""
    case = tmp_path / "case"
    shutil.copytree(FIXTURES / "linkedin_tango" / "not_the_puzzle", case, symlinks=False)
    said = json.loads((case / "fixture.json").read_text())
    base = (FIXTURES / "linkedin_tango" / "not_the_puzzle" / said["extends"]).resolve() if "extends" in said else None
    if base is not None:
        (case / "fixture.json").write_text(json.dumps(said | {"extends": str(base)}))
    secret = SECRETS["cookie"]
    (case / "page.html").write_text(
        f"<html><body><p>{secret}</p><script>document.cookie = 'li_at={secret}; path=/'; alert('{secret}')</script>"
    )
    into = ["-o", tmp_path / "captured"] if how == "capture" else []

    givens(how, case, "--trust", *into)

    kept = [tmp_path / "captured"] if how == "capture" else list((tmp_path / "sessions").glob("2*"))
    assert kept
    assert (kept[0] / "page.html").exists()
    assert set() == set.union(*map(found_in, kept))


def test_late_cookies(page: Page, tmp_path: Path) -> None:
    """A cookie that the page sets at the end is scrubbed as well."""
    recorder = Recorder(tmp_path)
    with recorder.scrubbing_cookies(page.context):
        recorder.event("first", words="nothing yet")
        page.evaluate("document.cookie = 'late=9f86d081884c7d65; path=/'")
        recorder.text("page.html", "<p>9f86d081884c7d65</p>")
    recorder.finish("accepted", {"url": "https://example.org/#9f86d081884c7d65"})

    assert b"9f86d081" not in b"".join(path.read_bytes() for path in tmp_path.iterdir())


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
