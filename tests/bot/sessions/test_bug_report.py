"""Test bug reports: their content, what they never contain, and the question before they are written."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from bot.record.recorder import Recorder
from bot.sessions.bug_report import gather
from bot.sessions.store import Session
from scrapers import Snapshot
from tests.bot.record.test_sessions import SECRETS
from tests.conftest import Givens
from tests.tiers import first

PUZZLE = {"kind": "tango", "givens": ["1...", "....", "....", "..0."], "equal": [], "opposite": []}
PRIVATE = {name: secret for name, secret in SECRETS.items() if name != "cookie"}
"""The secrets that can be recognised without the browser."""
PAGE = f"""<html><body>
<code>{{"csrfToken": "{PRIVATE["script"]}", "sessionId":"{PRIVATE["script"]}"}}</code>
<input type="hidden" name="csrf_token" value="{PRIVATE["input"]}"><meta name="session-id" content="{PRIVATE["meta"]}">
<a href="https://example.org/?a=1&authToken={PRIVATE["address"]}&b=2">link</a>
<pre>Authorization: Bearer {PRIVATE["header"]}</pre><pre>{PRIVATE["web token"]}</pre>
<p>urn:li:fsd_profile:{PRIVATE["member"]} {PRIVATE["mail"]}</p><input type="password" value="{PRIVATE["password"]}">
"""
ALWAYS = {"session.json", "puzzle.json", "events.jsonl", "failed.html", "failed.state.json", "page.html"}


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    """Return a session of a failed run with secrets that were added after the recording."""
    monkeypatch.setenv("GIVENS_SESSIONS", str(tmp_path / "sessions"))
    recorder = Recorder.start("linkedin_tango", f"{Path.home()}/pages/tango.html")
    assert recorder.folder is not None
    recorder.snapshot("failed", Snapshot("https://www.linkedin.com/games/tango/", "<div>", {"v": 1, "elements": []}))
    recorder.json("puzzle.json", PUZZLE)
    recorder.event("error", kind="ReadError")
    recorder.finish("failed", {"error": {"family": "ReadError", "kind": "ReadError", "message": "no board"}})
    folder = recorder.folder
    (folder / "page.html").write_text(PAGE)
    (folder / "traceback.txt").write_text(
        f'File "{Path.home()}/givens/bot/play/runner.py"\nValueError: {PRIVATE["mail"]}'
    )
    event = {"t": 1, "event": "accepted", "said": f"mail {PRIVATE['mail']} ?token={PRIVATE['state']}"}
    with (folder / "events.jsonl").open("a") as file:
        file.write(json.dumps(event) + '\n{"t": 2, "event": "inp')
    for name in ("failed.png", "kept", "trace.zip", "film.webm", "notes.txt"):
        (folder / name).write_bytes(b"nobody's")
    return Session.load(folder)


def unpacked(archive: Path, into: Path) -> Path:
    """Unpack a report and return its only folder."""
    with zipfile.ZipFile(archive) as found:
        found.extractall(into)
    (folder,) = into.iterdir()
    return folder


def test_content(givens: Givens, session: Session, tmp_path: Path) -> None:
    """A report has the files needed to fix a site module, lists them with sizes, and is a session itself."""
    done = givens("sessions", "share", session.id, "-o", "bug.zip", "--yes")
    folder = unpacked(tmp_path / "bug.zip", tmp_path / "unpacked")

    assert 0 == done.returncode, done.stderr
    assert ALWAYS | {"traceback.txt"} == {path.name for path in folder.iterdir()}
    for path in folder.iterdir():
        assert path.name in done.stdout
    assert (session.id, "failed", PUZZLE) == (
        Session.load(folder).id,
        Session.load(folder).record.outcome,
        Session.load(folder).json("puzzle.json"),
    )
    assert ["error", "accepted"] == [event["event"] for event in Session.load(folder).events()]


@pytest.mark.parametrize("content", [None, "{", "[]"])
def test_board_without_its_state(session: Session, content: str | None) -> None:
    """A board without a complete state is in the report; the state is not."""
    file = session.folder / "failed.state.json"
    file.unlink()
    if content is not None:
        file.write_text(content)

    files = gather(session)

    assert {"failed.html"} == {"failed.html", "failed.state.json"} & {*files}


@pytest.mark.parametrize("name", first(["failed.html", "after.html", "page.html"]))
@pytest.mark.parametrize("tag", ["<div>", "<span>"])
def test_deep_markup(givens: Givens, session: Session, name: str, tag: str) -> None:
    """A session with elements that are nested without end gets one sentence, not minutes."""
    (session.folder / name).write_text(tag * 100_000)
    done = givens("sessions", "share", session.id, "-o", "bug.zip", "--yes")

    assert 2 == done.returncode
    assert f"{session.folder} cannot be reported: the markup has more than 1,000 elements within each" in done.stderr
    assert 1 == done.stderr.count("\n")


def test_removed_site(session: Session) -> None:
    """A report can be made on a session of an unknown site."""
    facts = json.loads((session.folder / "session.json").read_text()) | {"site": "gone"}
    (session.folder / "session.json").write_text(json.dumps(facts))

    files = gather(Session.load(session.folder))

    assert ALWAYS <= {*files}


def test_no_private_data(givens: Givens, session: Session, tmp_path: Path) -> None:
    """The archive has no secret, no path of the user and no screenshot."""
    assert any(secret.encode() in path.read_bytes() for secret in PRIVATE.values() for path in session.folder.iterdir())

    givens("sessions", "share", "last", "-o", "bug.zip", "--yes")
    folder = unpacked(tmp_path / "bug.zip", tmp_path / "unpacked")
    content = b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())

    assert [] == [name for name, secret in PRIVATE.items() if secret.encode() in content]
    assert f"{Path.home()}/".encode() not in content
    assert b"~/pages/tango.html" in content
    assert not (folder / "failed.png").exists()
    assert b"nobody's" not in content


@pytest.mark.posix("links")
def test_links_are_not_followed(session: Session, tmp_path: Path) -> None:
    """A file of the session that is a link is left out, so that no file of the user is packed."""
    (tmp_path / "private").write_text("private")
    for name in ("before.html", "before.png", "after.state.json", "console.jsonl"):
        (session.folder / name).symlink_to(tmp_path / "private")

    files = gather(session)

    assert set() == {"before.html", "before.png", "after.state.json", "console.jsonl"} & set(files)
    assert b"private" not in b"".join(files.values())


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (["last", "-o", "bug.zip"], 2, "without a terminal, --yes is required"),
        (["nothing", "-o", "bug.zip", "--yes"], 2, "no session starts with 'nothing'"),
        (["../../etc", "-o", "bug.zip", "--yes"], 2, "there is no file"),
        (["last", "--yes"], 2, "missing option '-o'"),
        (["last", "-o", ".", "--yes"], 7, "cannot be written"),
        (["last", "-o", "there/is/none.zip", "--yes"], 7, "cannot be written: No such file or directory"),
    ],
)
def test_errors(givens: Givens, session: Session, tmp_path: Path, args: list[str], code: int, words: str) -> None:
    """An error is one sentence, and nothing is written."""
    done = givens("sessions", "share", *args)

    assert (code, True) == (done.returncode, words in done.stderr), done.stderr
    assert session.folder.exists()
    assert [] == list(tmp_path.glob("**/*.zip.*"))
    assert not (tmp_path / "bug.zip").exists()


def test_json(givens: Givens, session: Session, tmp_path: Path) -> None:
    """With --json, one line has the name and the content of the archive."""
    done = givens("sessions", "share", "last", "-o", "bug.zip", "--yes", "--json")
    line = json.loads(done.stdout)

    assert (1, "bug.zip", str(session.folder)) == (line["v"], line["file"], line["session"])
    assert {path.name: path.stat().st_size for path in unpacked(tmp_path / "bug.zip", tmp_path / "a").iterdir()} == (
        line["files"]
    )
