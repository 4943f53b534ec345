"""Test the store of sessions: finding, refusing, listing, keeping and pruning."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot import config
from bot.commands._output import tidy_up
from bot.config import Limits, parse_age, parse_size
from bot.errors import SessionError, SetupError
from bot.record.recorder import Recorder, as_data
from bot.sessions import prune
from bot.sessions.prune import surplus, tidy
from bot.sessions.show import boards
from bot.sessions.store import Session, find, sessions
from scrapers import Click, Snapshot
from solvers import Cell
from tests.conftest import FIXTURES, Givens

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
TANGO = {"kind": "tango", "givens": ["1...", "....", "....", "..0."], "equal": [], "opposite": []}
SOLUTION = ["1010", "0101", "1010", "0101"]
READ = '{"v": 1, "outcome": "read", "target": "tango"'
"""The beginning of a session's facts."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder for the sessions of this test and of the commands that it runs."""
    monkeypatch.setenv("GIVENS_SESSIONS", str(tmp_path / "sessions"))
    monkeypatch.setenv("GIVENS_CONFIG", str(tmp_path / "config.toml"))
    (tmp_path / "sessions").mkdir()
    return tmp_path / "sessions"


def make(folder: Path, ago: timedelta = timedelta(), *, site: str = "linkedin_tango", **facts: object) -> Session:
    """Create a session that started a while ago, as the recorder writes it."""
    started = NOW - ago
    at = folder / f"{started:%Y-%m-%dT%H%M%S}-{site}-{len(list(folder.iterdir())):04x}"
    at.mkdir()
    content = {"v": 1, "outcome": "accepted", "target": "tango", "site": site, "started": started.isoformat()}
    (at / "session.json").write_text(json.dumps(content | facts))
    return Session.load(at)


def age(folder: Path) -> None:
    """Make everything in a folder as old as if nothing had changed for two days."""
    before = time.time() - 180_000
    for path in sorted(folder.rglob("*"), reverse=True):
        os.utime(path, (before, before), follow_symlinks=False)


def failing(why: int) -> Callable[..., None]:
    """Return what fails with an error of the system."""

    def fail(*_: object, **__: object) -> None:
        raise OSError(why, os.strerror(why))

    return fail


def days(count: float) -> timedelta:
    """Return a number of days."""
    return timedelta(days=count)


def test_recorded_session_is_found(folder: Path) -> None:
    """A session that the recorder wrote is read back completely."""
    written = Recorder.start("linkedin_tango", "tango")
    written.event("read", layout="guest")
    written.json("puzzle.json", TANGO)
    written.finish("accepted", {"layout": "guest"})
    session = find("last")
    facts = session.record

    assert written.folder == session.folder
    assert ("accepted", "linkedin_tango", "tango") == (facts.outcome, facts.site, facts.target)
    assert ("tango", ["read"]) == (session.kind, [event["event"] for event in session.events()])
    assert TANGO == session.json("puzzle.json")
    assert (None, None, None) == (session.json("solution.json"), session.text("page.html"), session.path("x"))
    assert sum(path.stat().st_size for path in session.folder.iterdir()) == session.size
    assert [session] == sessions(folder)


def test_sessions_are_sorted(folder: Path) -> None:
    """Sessions are sorted by start, also those of the same second."""
    late = make(folder, started=NOW.isoformat())
    early = make(folder, started=(NOW - timedelta(milliseconds=3)).isoformat())
    oldest = make(folder, days(3))

    assert [oldest.id, early.id, late.id] == [session.id for session in sessions()]
    assert late.id == find("last").id


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "is not a session that can be read: there is no file /"),
        ("", "session.json is not JSON"),
        (b"\xff\xfe\x00", "session.json is not UTF-8"),
        ("[" * 100_000, "session.json is not JSON: it is nested too deeply"),
        ('{"v": 2}', "session.json is of version 2; this program reads versions up to 1"),
        (f"{READ}}}", "session.json: `site` is missing"),
        (f'{READ}, "site": "/x.py"}}', "session.json: `site`: Expected `str` matching regex"),
        (f'{READ}, "site": "x", "started": "soon"}}', "session.json: `started`: Invalid RFC3339 encoded datetime"),
        (
            f'{READ}, "site": "x", "started": "2026-11-20T07:15:02"}}',
            "session.json: `started`: Expected `datetime` with a timezone component",
        ),
        (f'{READ}, "site": "x", "ms": "\\ud800"}}', r"a text contains '\ud800', which is half of a character"),
    ],
)
def test_unreadable_session(folder: Path, content: str | bytes | None, words: str) -> None:
    """A damaged or newer session is refused in a sentence, and listed with it."""
    session = make(folder)
    file = session.folder / "session.json"
    if content is None:
        file.unlink()
    else:
        file.write_bytes(content if isinstance(content, bytes) else content.encode())

    with pytest.raises(SessionError) as error:
        find(session.id)

    assert words in error.value.message
    assert error.value.command is not None
    assert [(session.id, "unreadable", "linkedin_tango", error.value.message, session.record.started)] == [
        (session.id, session.record.outcome, session.record.site, session.problem, session.record.started)
        for session in sessions()
    ]


HALF = b'{"event": "input", "t": "\\ud800"}'
"""A line with half of a character where a number should be."""


def test_truncated_events(folder: Path) -> None:
    """Truncated and damaged lines are left out, the others are read."""
    session = make(folder)
    lines = [json.dumps({"t": at, "event": "input"}) for at in range(3)]
    (session.folder / "events.jsonl").write_text("\n".join([*lines, '{"t": 3, "event": "inp']), encoding="utf-8")

    assert [0, 1, 2] == [event["t"] for event in session.events()]

    odd = ('{"t": 1, "event": "accepted", "said": "a\u2028b"}'.encode(), b"\xff\xfe", b"[1]", b'{"t": 2}', HALF)
    (session.folder / "events.jsonl").write_bytes(b"\n".join(odd))

    assert [1] == [event["t"] for event in session.events()]


@pytest.mark.posix("links")
def test_find(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A session is found by its id, by the start of its id, and by its path, not by its name alone; links are not."""
    first, second = make(folder, days(2)), make(folder)
    stray = make(tmp_path).folder.rename(tmp_path / "stray")
    monkeypatch.chdir(tmp_path)
    (folder / "notes").mkdir()
    (folder / "2026-11-20T071502-linkedin_tango-3f2a").touch()
    (folder / "2026-99-20T071502-linkedin_tango-3f2a").mkdir()
    (folder / "2026-11-20T071503-linkedin_tango-3f2b").symlink_to(stray)
    (stray / "page.html").symlink_to(tmp_path / "private")
    (tmp_path / "private").write_text("private")

    assert [first, second] == sessions()
    assert first.folder == find(first.id).folder == find(first.id[:10]).folder
    assert second.folder == find(str(second.folder)).folder == find(os.path.relpath(second.folder)).folder
    assert stray == find("./stray").folder
    assert (None, None) == (find("./stray").path("page.html"), find("./stray").text("page.html"))
    with pytest.raises(SessionError, match="no session starts with"):
        find("stray")


@pytest.mark.posix("devices")
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2026", "2 sessions start with 2026, from 2026-11-18T"),
        ("2025", "no session starts with '2025'"),
        ("", "name a session by its id"),
        ("./", "is not a session that can be read"),
        ("/etc", "there is no file /etc/session.json"),
        ("/etc/passwd", "/etc/passwd/session.json cannot be read: Not a directory"),
        ("..\\..", "there is no file"),
        ("x" * 5000, "no session starts with"),
        ("/" + "x" * 5000, "cannot be read: File name too long"),
    ],
)
def test_not_found(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, words: str) -> None:
    """A name of no session, of several sessions, or of another file is refused in a sentence."""
    make(folder, days(2))
    make(folder)
    monkeypatch.chdir(tmp_path)

    with pytest.raises(SessionError) as error:
        find(text)

    assert words in error.value.message


def test_no_sessions(givens: Givens, folder: Path, tmp_path: Path) -> None:
    """Without sessions, without their folder, or with a file in its place, the error says so; a list is just empty."""
    done = givens("sessions", "list")
    assert (0, "", f"no sessions in {folder}\n") == (done.returncode, done.stdout, done.stderr)
    for _ in range(2):
        with pytest.raises(SessionError, match="no sessions exist in") as error:
            find("last")

        assert "givens play TARGET" == error.value.command
        shutil.rmtree(folder, ignore_errors=True)

    assert [] == sessions()
    (tmp_path / "file").touch()
    with pytest.raises(SessionError, match=r"the sessions in .* cannot be read: Not a directory"):
        sessions(tmp_path / "file")


PHOTOGRAPHED: Any = SimpleNamespace(screenshot=lambda **_: b"picture")
"""A page that takes screenshots."""
SEEN = Snapshot("https://example.org", "<p>", {})
ARTEFACTS: dict[str, Callable[[Recorder], None]] = {
    "session.json": lambda recording: recording.finish("accepted", {}),
    "events.jsonl": lambda recording: recording.event("read", layout="guest"),
    "puzzle.json": lambda recording: recording.json("puzzle.json", TANGO),
    "solution.json": lambda recording: recording.json("solution.json", SOLUTION),
    "before.html": lambda recording: recording.snapshot("before", SEEN),
    "before.state.json": lambda recording: recording.snapshot("before", SEEN),
    "after.png": lambda recording: recording.picture("after", PHOTOGRAPHED),
    "page.html": lambda recording: recording.put("page.html", "<p>"),
    "traceback.txt": lambda recording: recording.put("traceback.txt", "Traceback"),
}


@pytest.mark.posix("devices, links")
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("name", ARTEFACTS)
def test_full_disk(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """A file that cannot be written is reported without an exception, and the others are written."""
    recording = Recorder.start("linkedin_tango", "tango")
    assert recording.folder is not None
    begun = (recording.folder / "session.json").read_bytes()
    # All that is written to /dev/full fails as on a full disk; other files are written beside their places first.
    (recording.folder / "events.jsonl").symlink_to("/dev/full" if name == "events.jsonl" else os.devnull)
    real = Path.write_bytes

    def write_bytes(path: Path, data: bytes) -> int:
        return real(Path("/dev/full") if path.name.startswith(f".{name}.") else path, data)

    monkeypatch.setattr(Path, "write_bytes", write_bytes)

    ARTEFACTS[name](recording)

    assert f"{name} of the session could not be written: No space left on device" == recording.lost
    for other, write in ARTEFACTS.items():
        if other != name:
            write(recording)
    assert set(ARTEFACTS) - {name} <= {path.name for path in recording.folder.iterdir()}
    if name == "session.json":
        assert begun == (recording.folder / name).read_bytes()
        assert "unfinished" == find("last").record.outcome
    assert [recording.folder.name] == [session.id for session in sessions(folder)]


@pytest.mark.parametrize("why", [errno.ENOSPC, errno.EDQUOT])
def test_disk_is_full_from_the_start(folder: Path, monkeypatch: pytest.MonkeyPatch, why: int) -> None:
    """Without space for a session, the run continues without one, and reports it."""
    monkeypatch.setattr(Path, "mkdir", failing(why))
    recording = Recorder.start("linkedin_tango", "tango")
    for write in ARTEFACTS.values():
        write(recording)

    lost = f"the session cannot be recorded in {folder}: {os.strerror(why)}"
    assert (None, lost) == (recording.folder, recording.lost)


def test_marks(folder: Path) -> None:
    """The boards are shown as found and as in the end; without a puzzle, nothing."""
    session = make(folder)
    found = [boards(session)]
    for name, content in (("puzzle", TANGO), ("solution", SOLUTION), ("solution", 7)):
        (session.folder / f"{name}.json").write_text(json.dumps(content))
        found.append(boards(session))

    assert [[], ["before"], ["before", "after"], ["before"]] == [[title for title, _ in each] for each in found]
    assert 16 == len(found[2][1][1].glyphs)


def test_ages_and_sizes() -> None:
    """An age is in hours, days or weeks, a size in powers of a thousand bytes; else the error has examples."""
    ages = {"30d": 720, "12h": 12, "8w": 1344, "1.5 d": 36, "0d": 0}
    sizes = {"2GB": 2 * 10**9, "500 mb": 5 * 10**8, "1.5kB": 1500, "0B": 0, "1TB": 10**12}
    assert [timedelta(hours=hours) for hours in ages.values()] == [*map(parse_age, ages)]
    assert [*sizes.values()] == [*map(parse_size, sizes)]
    assert (None, None) == (parse_age("forever"), parse_size("any"))
    for text in ("", "30", "d", "30m", "-3d", "3d4h", "1e9d", "٣d", "2GB", "nan d"):
        with pytest.raises(ValueError, match=r"is not an age: write 12h, 30d or 8w \(hours, days, weeks\), or forever"):
            parse_age(text)
    for text in ("", "2", "GB", "2 apples", "-2GB", "2GBs", "30d", "infGB"):
        with pytest.raises(ValueError, match="is not a size: write 500MB or 2GB"):
            parse_size(text)


def test_surplus(folder: Path) -> None:
    """Those too old are surplus, then the oldest until the rest is small enough; sessions kept by hand do not count."""
    for ago in range(5, 0, -1):
        session = make(folder, days(ago))
        (session.folder / "page.html").write_bytes(bytes(1000 * ago))
    kept, *rest = sessions()
    kept.keep(kept=True)
    enough = sum(session.size for session in rest[-2:])

    for limit, left in ((enough, 2), (enough - 1, 1), (10**6, 4), (0, 0)):
        chosen = surplus(sessions(), Limits(size=limit), NOW)

        assert rest[: len(rest) - left] == [choice.session for choice in chosen]
    assert [] == surplus(sessions(), Limits(), NOW)
    old = surplus(sessions(), Limits(age=days(2)), NOW)  # One is exactly at the limit.
    assert [(session.id, "too old") for session in rest[:2]] == [(choice.session.id, choice.why) for choice in old]


def test_running_session_is_not_pruned(folder: Path) -> None:
    """An unfinished session stays until it has not changed for a day."""
    session = make(folder, days(50), outcome="unfinished")
    now = datetime.now(UTC)

    assert [] == surplus(sessions(), Limits(age=days(1), size=0), now)

    age(folder)

    assert [session.id] == [choice.session.id for choice in surplus(sessions(), Limits(age=days(1)), now)]


@pytest.mark.parametrize(
    "content",
    [
        *(None, "", "{}", "[]", "7", '{"v"', '{"v": 2, "outcome": "read"}', '{"v": 1, "outcome": "read"}'),
        *('{"version": 3, "cookies": []}', '{"v": "1", "outcome": "x"}', "a folder"),
    ],
)
def test_unreadable_session_is_not_pruned(folder: Path, content: str | None) -> None:
    """A folder whose name is a session's, but that no `session.json` of ours makes one, stays and does not count."""
    session = make(folder, days(50))
    file = session.folder / "session.json"
    file.unlink()
    (session.folder / "page.html").write_bytes(bytes(5000))
    if content == "a folder":
        file.mkdir()
    elif content is not None:
        file.write_text(content)
    fine = make(folder, days(40))
    age(folder)

    assert [] == surplus(sessions(), Limits(size=fine.size), NOW)
    assert [fine.id] == [choice.session.id for choice in surplus(sessions(), Limits(age=days(1)), NOW)]


ADDED: dict[str, Callable[[Path], object]] = {
    "a note": lambda session: (session / "notes.txt").write_text("precious"),
    "a copied file": lambda session: shutil.copy(session / "session.json", session / "session.json.bak"),
    "a folder with the name of a file": lambda session: (session / "video.webm").mkdir(),
    "a link with the name of a file": lambda session: (session / "page.html").symlink_to("/etc/passwd"),
    "a copy of the session": lambda session: shutil.copytree(session, session / "copy"),
    "a pipe with the name of a file": lambda session: os.mkfifo(session / "events.jsonl"),
}


@pytest.mark.posix("devices, links, named pipes")
@pytest.mark.parametrize("add", ADDED.values(), ids=ADDED)
def test_session_with_files_of_others_is_not_pruned(folder: Path, add: Callable[[Path], object]) -> None:
    """A session in which somebody has put something stays, also if that happens while others are removed."""
    session = make(folder, days(50))
    chosen = surplus(sessions(), Limits(age=days(1)), NOW)
    add(session.folder)
    age(folder)

    assert [session.id] == [choice.session.id for choice in chosen]
    assert [] == list(prune.remove(chosen))
    assert [] == surplus(sessions(), Limits(age=days(1), size=0), NOW)
    assert [session.folder] == list(folder.iterdir())


@pytest.mark.posix("links")
def test_what_is_beside_sessions_stays(folder: Path, tmp_path: Path) -> None:
    """Neither pruning nor tidying touches folders, links and files of others, whatever their names and age."""
    (tmp_path / "config.toml").write_text('[sessions]\nkeep = "1h"\nmax = "0B"\n')
    elsewhere = make(tmp_path, days(4000)).folder
    name = "2016-11-20T071502-linkedin_tango-3f2a"
    mine = [folder / at for at in ("notes", f"{name}.bak", "2016", f".{name}")]
    for at in mine:
        at.mkdir()
        (at / "notes.txt").write_text("precious")
    (folder / "2016-11-20T071504-linkedin_tango-3f2a").symlink_to(elsewhere)
    (folder / "2016-11-20T071505-linkedin_tango-3f2a").touch()
    (folder / prune.MARK).symlink_to(elsewhere / "session.json")
    age(folder)
    changed = (elsewhere / "session.json").stat().st_mtime_ns
    before = sorted(folder.rglob("*"))
    tidy()
    list(prune.remove(surplus(sessions(), Limits(age=days(0), size=0), datetime.now(UTC))))

    assert before == sorted(folder.rglob("*"))
    assert changed == (elsewhere / "session.json").stat().st_mtime_ns


def test_rest_of_a_killed_process(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a killed process has left of a session is removed by the next one: what says that it is one goes last."""
    session = make(folder)
    (session.folder / "page.html").touch()

    def prune_all() -> list[str]:
        return [choice.session.id for choice in prune.remove(surplus(sessions(), Limits(size=0), NOW))]

    def unlink(path: Path, **_: object) -> None:
        if path.name == "session.json":
            raise KeyboardInterrupt
        os.remove(path)  # noqa: PTH107 - what it stands for

    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", unlink)
        with pytest.raises(KeyboardInterrupt):
            prune_all()

    assert ["session.json"] == [path.name for path in session.folder.iterdir()]
    assert [session.id] == prune_all()
    assert not session.folder.exists()


@pytest.mark.posix("links")
def test_mark_that_is_a_link(folder: Path, tmp_path: Path) -> None:
    """A session is not marked through a link, which would create a file elsewhere."""
    session = make(folder)
    (session.folder / "kept").symlink_to(tmp_path / "elsewhere")

    for kept in (True, False):
        with pytest.raises(SetupError, match="kept is a link"):
            session.keep(kept=kept)
    assert session.kept
    assert not (tmp_path / "elsewhere").exists()


def test_two_processes_prune(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes remove each session once, and none that is kept meanwhile; one that stays is an error."""
    both, kept = make(folder, days(3)), make(folder, days(2))
    chosen = [surplus(sessions(), Limits(size=0), NOW) for _ in range(2)]
    kept.keep(kept=True)

    removed = [[choice.session.id for choice in prune.remove(choice)] for choice in chosen]

    assert [[both.id], []] == removed
    assert [kept.id] == [path.name for path in folder.iterdir()]

    make(folder)
    monkeypatch.setattr(Path, "unlink", failing(errno.EACCES))
    with pytest.raises(SetupError, match=r"the session .* cannot be removed: Permission denied"):
        list(prune.remove(surplus(sessions(), Limits(size=0), NOW)))


def test_tidy_once_a_day(folder: Path, tmp_path: Path) -> None:
    """The settings are applied once a day, never to kept sessions or those of the last day."""
    now = datetime.now(UTC)
    (tmp_path / "config.toml").write_text('[sessions]\nkeep = "30d"\nmax = "1kB"\n')
    old, kept, recent, today = (make(folder, NOW - now + days(ago)) for ago in (40, 50, 3, 0.5))
    kept.keep(kept=True)
    (today.folder / "page.html").write_bytes(bytes(5000))

    assert [(old.id, "too old"), (recent.id, "over the size")] == [(choice.session.id, choice.why) for choice in tidy()]
    assert [kept.id, today.id] == [session.id for session in sessions()]

    again = make(folder, NOW - now + days(40))

    assert [] == tidy()

    before = time.time() - 90_000
    os.utime(folder / prune.MARK, (before, before))

    assert [again.id] == [choice.session.id for choice in tidy()]


@pytest.mark.parametrize(
    ("text", "words"), [("", "note: old sessions removed: 1 ("), ("[sessions]\nmax = 5", "warning:")]
)
def test_tidy_after_a_run(
    folder: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str], text: str, words: str
) -> None:
    """After a recorded run, a note says how many sessions were removed; a mistake in the settings is a warning."""
    make(folder, days(4000))
    (tmp_path / "config.toml").write_text(text)
    tidy_up(None)

    assert 1 == len(sessions())

    tidy_up(folder)

    assert words in capfd.readouterr().err
    assert (text != "") == bool(sessions())


def test_play_prunes(givens: Givens, folder: Path) -> None:
    """A recorded run removes old sessions, but not itself."""
    make(folder, days(4000))
    done = givens("play", FIXTURES / "zero_hh1" / "size_4", "--dry-run")

    assert (0, True) == (done.returncode, "old sessions removed: 1 (" in done.stderr)
    assert ["read"] == [session.record.outcome for session in sessions()]


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("", Limits(days(90), 5 * 10**9)),
        ('[sessions]\nkeep = "30d"', Limits(days(30), 5 * 10**9)),
        ('[sessions]\nkeep = "forever"\nmax = "any"', Limits()),
    ],
)
def test_settings(folder: Path, tmp_path: Path, text: str, limits: Limits) -> None:
    """Missing settings have defaults."""
    (tmp_path / "config.toml").write_text(text)

    assert limits == config.load().sessions.limits
    assert folder.exists()


def test_list_command(givens: Givens, folder: Path) -> None:
    """The list can be filtered by site, kind, day and outcome; the newest are shown, the last one last."""
    make(folder, days(2), outcome="failed")
    make(folder, days(1), site="zero_hh1", target="zero_hh1:size=10", ms={"total": 1234.5})
    make(folder).keep(kept=True)
    make(folder, days(4), site="my_own")
    (make(folder, days(3)).folder / "session.json").write_text('{"v": 9}')

    rows = givens("sessions", "list").stdout.splitlines()
    asked = {
        "--site tango --outcome accepted": 1,
        "--kind binairo": 1,
        "--site my_own": 1,
        "--day 2026-11-18": 1,
        "--outcome unreadable": 1,
        "--outcome read": 0,
        "": 5,
    }
    listed = {options: givens("sessions", "list", "--json", *options.split()).stdout.splitlines() for options in asked}

    assert [f"2026-11-{day}" for day in range(16, 21)] == [line.partition("T")[0] for line in rows[1:6]]
    assert "unreadable" in rows[2]
    assert "is of version 9" in rows[6]
    assert max(map(len, rows[:6])) <= 80
    for row, words in ((4, "1.2"), (4, "zero_hh1:size=10"), (5, "kept")):
        assert words in rows[row]
    assert asked == {options: len(lines) for options, lines in listed.items()}
    few = givens("sessions", "list", "--limit", "2").stdout.splitlines()
    assert [line.split() for line in rows[4:6]] == [line.split() for line in few[1:3]]
    assert "the newest 2 of 5 sessions; --limit N shows more" == few[3]
    assert [False, False, False, False, True] == [json.loads(line)["kept"] for line in listed[""]]


@pytest.mark.parametrize("width", [50, 60, 80])
def test_list_in_a_narrow_terminal(givens: Givens, folder: Path, width: int) -> None:
    """No word of a target and no date is broken, and what a session holds cannot control the terminal."""
    make(folder, days(2), target="brainbashers_three_in_a_row:date=2026-11-19,size=14")
    make(folder, days(1), target="/home/me/puzzles of mine/saved_pages/linkedin_tango_of_yesterday.html")
    make(folder, target="\x1b]0;title\x07tango\nlast")
    shown = givens("sessions", "list", COLUMNS=str(width)).stdout
    words = set(re.split(r"[\s_:,/.]+", shown))

    assert {"brainbashers", "three", "date=2026-11-19", "size=14", "tango", "of", "yesterday", "html"} <= words
    assert width >= max(map(len, shown.splitlines()))
    assert all(line.isprintable() for line in shown.splitlines())


def test_show_keep_and_prune_commands(givens: Givens, folder: Path, tmp_path: Path) -> None:
    """`show` prints boards and the error; a kept session stays when the others are pruned."""
    error = {"family": "ReadError", "kind": "OtherLayout", "message": "no board", "try": "givens sites capture x -o Y"}
    session = make(folder, days(1), outcome="failed", error=error, ms={"open": 20.0, "total": 20.0}, puzzle=TANGO)
    recording = Recorder(session.folder)
    recording.event("input", **as_data(Click((1.0, 2.0), {Cell(0, 0): frozenset({1})})))
    recording.event("no picture", picture="failed", why="it hangs")
    recording.event("pressed", buttons={"start": 1, "next": 2})
    make(folder)

    none = givens("sessions", "keep", "2026", "2025")
    assert (2, False) == (none.returncode, any(each.kept for each in sessions()))
    assert "no session starts with '2025'" in none.stderr or "2 sessions start with 2026" in none.stderr
    shown = givens("sessions", "show", session.id[:10])
    line = json.loads(givens("sessions", "show", session.id, "--json").stdout)
    kept = givens("sessions", "keep", session.id)
    pruned = givens("sessions", "prune", "--keep", "0d", "--dry-run", "--json")
    left = len(sessions())
    givens("sessions", "prune", "--max", "0B")
    after = [session.id for session in sessions()]
    last = givens("sessions", "keep", "last", "--undo", "--json")
    (tmp_path / "config.toml").write_text('[sessions]\nmax = "0B"\n')
    by_settings = givens("sessions", "prune")

    assert 0 == shown.returncode
    assert "pressed: buttons start and 2 × next\n" in shown.stdout
    for words in ("☀", "before", "open 20 ms", "no picture", "no board", "givens sites capture x -o Y"):
        assert words in shown.stdout
    assert f"givens sessions share {session.id} -o FILE.zip" in shown.stdout
    assert ["input", "no picture", "pressed"] == [event["event"] for event in line["events"]]
    assert {"session.json", "events.jsonl"} == set(line["files"])
    assert f"kept: {session.id}\n" == kept.stdout
    assert (1, False, 2) == (len(pruned.stdout.splitlines()), json.loads(pruned.stdout)["removed"], left)
    assert [session.id] == after
    assert json.loads(last.stdout)["kept"] is False
    assert "removed 1 of 1 sessions" in by_settings.stdout


@pytest.mark.posix("file modes, links, shell scripts")
def test_open_command(givens: Givens, folder: Path, tmp_path: Path) -> None:
    """The report is opened in the user's browser, and goes with its session; without a display, it is named.

    A file of somebody else, or a link, that lies where the report belongs is left alone.
    """
    session = make(folder, puzzle=TANGO)
    opener = tmp_path / "browser"
    opener.write_text(f'#!/bin/sh\necho "$1" >> {tmp_path}/opened\n')
    opener.chmod(0o755)
    nothing = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": "", "XDG_CACHE_HOME": str(tmp_path / "cache")}
    opened = givens("sessions", "report", session.id, **nothing | {"BROWSER": str(opener)})
    page = session.folder / "report.html"
    shown = page.read_text()
    unseen = givens("sessions", "report", session.id, **nothing)

    assert [0, 7] == [opened.returncode, unseen.returncode], opened.stderr
    assert page.as_uri() == (tmp_path / "opened").read_text().strip()
    assert session.id in shown
    assert shown == page.read_text()
    assert f"{page} was written, but there is no display to open it on" in unseen.stderr
    assert 0o600 == page.stat().st_mode & 0o777
    assert not (tmp_path / "cache" / "givens").exists()
    assert [] == prune.foreign(session.folder)

    page.write_text("mine")
    for path in (page, tmp_path / "elsewhere.html"):
        done = givens("sessions", "report", session.id, **nothing)

        assert (7, f"error: {page} was not written by givens\n") == (done.returncode, done.stderr)
        assert path != page or page.read_text() == "mine"
        page.unlink()
        page.symlink_to(tmp_path / "elsewhere.html")
    assert not (tmp_path / "elsewhere.html").exists()
