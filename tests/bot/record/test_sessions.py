"""Test the recording of sessions: no secrets, no lost files, and a full disk does not stop a run."""

from __future__ import annotations

import errno
import json
import shutil
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import ZipFile, is_zipfile

import pytest

from bot.browser.launch import new_context
from bot.play.fixture import Fixture, serve
from bot.play.loop import play
from bot.play.reading import Options
from bot.record.recorder import Console, Recorder, write_whole
from scrapers import SITES
from tests.conftest import FIXTURES
from tests.tiers import first

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from playwright.sync_api import Browser, Page

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
USED = ("cookie", "state", "account", "header", "password")
"""Those that a page uses and does not show: a cookie, stored values, a header, and what a person types."""
USE = """async (secrets) => {
    document.cookie = `li_at=${secrets.cookie}; path=/`;
    localStorage.setItem("session", secrets.state);
    sessionStorage.setItem("member", secrets.account);
    await fetch("/me", { headers: { authorization: `Bearer ${secrets.header}` } }).catch(() => 0);
    document.querySelector(".lotka-grid").insertAdjacentHTML("beforebegin", '<input type="password" id="typed">');
}"""


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """Open the guest Tango."""
    context = new_context(chromium)
    fixture = Fixture.load(FIXTURES / "linkedin_tango" / "guest")
    serve(context, fixture)
    page = context.new_page()
    page.goto(fixture.url)
    page.locator("#launch-footer-start-button").click()
    page.locator(".lotka-grid").wait_for()
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


@pytest.mark.parametrize("full", [False, pytest.param(True, marks=pytest.mark.long("of video"))])
def test_no_credential_is_in_a_session(page: Page, tmp_path: Path, *, full: bool) -> None:
    """A session has what the page shows, but no cookie, stored value, header or typed password."""
    recorder, console = Recorder(tmp_path), Console(page)
    with recorder.everything(page, console) if full else nullcontext():
        page.reload()
        page.locator("#launch-footer-start-button").click()
        page.locator(".lotka-grid").wait_for()
        page.evaluate(USE, SECRETS)
        page.locator("#typed").fill(SECRETS["password"])
        result = played(page, recorder)
    recorder.drain(console)
    recorder.finish("accepted", result.line())
    names = {path.name for path in tmp_path.iterdir()}

    assert set(USED) - {"header", "password"} <= {
        name
        for name in USED
        if SECRETS[name] in page.evaluate("document.cookie + JSON.stringify([localStorage, sessionStorage])")
    }
    assert set() == found_in(tmp_path)
    assert {"session.json", "events.jsonl", "before.html", "after.png", "requests.jsonl"} <= names


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


@pytest.mark.parametrize("how", first(["play", "sites capture", "read"]))
def test_no_secret_of_a_page_without_a_board(givens: Givens, tmp_path: Path, how: str) -> None:
    """The session of a page without a board, or of a page that fails at once, has its structure, not its words."""
    case = tmp_path / "case"
    shutil.copytree(FIXTURES / "linkedin_tango" / "not_the_puzzle", case, symlinks=False)
    said = json.loads((case / "fixture.json").read_text())
    base = (FIXTURES / "linkedin_tango" / "not_the_puzzle" / said["extends"]).resolve() if "extends" in said else None
    if base is not None:
        (case / "fixture.json").write_text(json.dumps(said | {"extends": str(base)}))
    secret = SECRETS["cookie"]
    (case / "page.html").write_text(
        f"<html><body><p>{secret}</p><script>document.cookie = 'li_at={secret}; path=/'</script>"
    )
    into = ["-o", tmp_path / "captured"] if how == "sites capture" else []

    givens(*how.split(), case, "--trust", *into)

    kept = [tmp_path / "captured"] if how == "sites capture" else list((tmp_path / "sessions").glob("2*"))
    assert kept
    assert (kept[0] / "page.html").exists()
    assert set() == set.union(*map(found_in, kept))


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
