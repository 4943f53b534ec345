"""Test files that were found: pipes, devices, links, huge and deep ones end in a sentence, never in a wait."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from bot.errors import UsageError
from bot.files import MAX_BYTES, is_within, read_bytes, read_start, read_text
from bot.json_file import MAX_DEPTH, parse, read_json
from bot.play.fixture import Fixture
from bot.sessions.store import MAX_FILE, Session
from tests.bot.sessions.test_capture import SQUARE
from tests.bot.sessions.test_store import days, make
from tests.conftest import Givens
from tests.tiers import long, spread

HUGE = 30 * 2**30
"""Bytes of a file that takes no space on the disk."""
SAVED = "<!-- saved from url=(0041)https://www.linkedin.com/games/view/tango/ --><p>"


def pipe(path: Path) -> None:
    """Put a pipe at a path, on which a reader waits."""
    path.unlink(missing_ok=True)
    os.mkfifo(path)


def device(path: Path) -> None:
    """Put a link to a device without an end at a path."""
    path.unlink(missing_ok=True)
    path.symlink_to("/dev/zero")


def huge(path: Path) -> None:
    """Put a file at a path that fits into no memory."""
    path.unlink(missing_ok=True)
    with path.open("wb") as file:
        file.truncate(HUGE)


def folder_there(path: Path) -> None:
    """Put a folder at a path."""
    path.unlink(missing_ok=True)
    path.mkdir()


def loop(path: Path) -> None:
    """Put a link to itself at a path."""
    path.unlink(missing_ok=True)
    path.symlink_to(path.name)


def deep(path: Path) -> None:
    """Put JSON at a path that is nested too deeply."""
    path.write_text("[" * 100_000)


ODD = [pipe, device, huge, folder_there, loop]
odd = pytest.mark.parametrize("odd", ODD)


@pytest.mark.posix("devices, links, named pipes")
@odd
def test_odd_files_are_not_read(tmp_path: Path, odd: Callable[[Path], None]) -> None:
    """Only a regular file is read, up to a limit."""
    odd(tmp_path / "file")

    for read in (read_bytes, read_text):
        with pytest.raises(OSError, match=r"regular|larger|directory|links"):
            read(tmp_path / "file")
    with pytest.raises(UsageError, match="cannot be read: "):
        read_json(tmp_path / "file")


def test_limits(tmp_path: Path) -> None:
    """A file of the limit is read, one byte more is too many, and the start of any file is read."""
    (tmp_path / "file").write_bytes(b"12345")

    assert b"12345" == read_bytes(tmp_path / "file", 5)
    assert b"123" == read_start(tmp_path / "file", 3)
    with pytest.raises(OSError, match="larger than"):
        read_bytes(tmp_path / "file", 4)


def test_deep_json() -> None:
    """JSON is read up to a depth, whether it has few or many brackets."""
    fits = "[" * MAX_DEPTH + "]" * MAX_DEPTH

    assert json.loads(fits) == parse(fits)
    assert [[]] * 1000 == parse("[" + ",".join(["[]"] * 1000) + "]")
    for text in (f"[{fits}]", f'{{"x": [{fits}]}}', "[" * 100_000, '{"x":' * 2000, f"[{fits}]".encode()):
        with pytest.raises(ValueError, match=r"nested too deeply|Expecting"):
            parse(text)


@pytest.mark.posix("links")
def test_folder_that_is_a_link(tmp_path: Path) -> None:
    """What is in a folder that is itself a link is not within it."""
    (tmp_path / "private").mkdir()
    (tmp_path / "private" / "file").touch()
    (tmp_path / "link").symlink_to("private")

    assert is_within(tmp_path / "private" / "file", tmp_path / "private")
    assert not is_within(tmp_path / "link" / "file", tmp_path / "link")
    assert not is_within(tmp_path / "private" / ".." / "x", tmp_path / "private")


PARTS = ("events.jsonl", "puzzle.json", "solution.json", "before.html", "before.state.json", "before.png", "kept")
FILES = ("page.html", "frame.html", "puzzle.json", "before.html", "before.state.json", "fixture.json")


@pytest.mark.posix("devices, links, named pipes")
@pytest.mark.parametrize("odd", [*ODD, deep])
def test_odd_session_file(givens: Givens, tmp_path: Path, odd: Callable[[Path], None]) -> None:
    """A session whose `session.json` is odd is listed as unreadable, refused by name, and never pruned."""
    (tmp_path / "sessions").mkdir()
    fine, broken = (make(tmp_path / "sessions", days(ago)).folder for ago in (400, 300))
    odd(broken / "session.json")

    listed = givens("sessions", "list", "--json")
    shown = givens("sessions", "show", broken.name)
    pruned = givens("sessions", "prune", "--keep", "1d", "--json")

    found = {line["id"]: line["outcome"] for line in map(json.loads, listed.stdout.splitlines())}
    assert (0, {fine.name: "accepted", broken.name: "unreadable"}) == (listed.returncode, found)
    assert 2 == shown.returncode
    assert "Traceback" not in shown.stderr
    assert [str(fine)] == [json.loads(line)["session"] for line in pruned.stdout.splitlines()]
    assert broken.is_dir()


@pytest.mark.posix("devices, links, named pipes")
@pytest.mark.parametrize(("name", "odd"), spread(product(PARTS, [*ODD, deep]), of=24))
def test_odd_file_in_a_session(givens: Givens, tmp_path: Path, name: str, odd: Callable[[Path], None]) -> None:
    """A file of a session that is odd is left out by whatever shows the session."""
    (tmp_path / "sessions").mkdir()
    session = make(tmp_path / "sessions").folder
    for needed in ("before.html", "before.state.json"):
        (session / needed).write_text("{}")
    odd(session / name)

    for command in (
        ["sessions", "show", "last"],
        ["sessions", "show", "last", "--json"],
        ["sessions", "report", "last", "-o", "report.html"],
        ["sessions", "share", "last", "-o", "bug.zip", "--yes"],
        ["sessions", "replay", "last"],
        ["sessions", "prune", "--dry-run"],
    ):
        done = givens(*command)

        assert done.returncode in {0, 3}, done.stderr
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize("year", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"])
@pytest.mark.parametrize("key", ["started", "ended"])
def test_session_of_no_year(givens: Givens, tmp_path: Path, key: str, year: str) -> None:
    """A time that other time zones do not have is a mistake of the session, not of the program."""
    (tmp_path / "sessions").mkdir()
    session = make(tmp_path / "sessions").folder
    facts = json.loads((session / "session.json").read_text())
    (session / "session.json").write_text(json.dumps(facts | {key: year}))

    listed = givens("sessions", "list", TZ="America/New_York")
    shown = givens("sessions", "show", "last")

    assert 0 == listed.returncode
    assert f"`{key}` is in the year {int(year[:4])}" in listed.stdout
    assert 2 == shown.returncode
    assert 0 == givens("sessions", "prune").returncode


def case_with(folder: Path, **facts: object) -> Path:
    """Write a fixture with a page; return its folder."""
    folder.mkdir(parents=True)
    said = {"v": 1, "url": "https://www.linkedin.com/games/view/tango/", "scripts": False, "expect": "read"}
    (folder / "fixture.json").write_text(json.dumps(said | {"made": "", "how": "", "evidence": {}} | facts))
    (folder / "page.html").write_text("<p>")
    return folder


@pytest.mark.posix("devices, links, named pipes")
@odd
@pytest.mark.parametrize("name", spread(FILES, of=3))
def test_odd_file_of_a_fixture(givens: Givens, tmp_path: Path, name: str, odd: Callable[[Path], None]) -> None:
    """A file of a fixture that is odd is a sentence before a browser starts, for the folder alone and among others."""
    case = case_with(tmp_path / "site" / "case", pages={"https://www.linkedin.com/frame": "frame.html"})
    (case / "frame.html").write_text("<p>")
    if name.startswith("before"):
        (case / "before.html").write_text("<p>")
        (case / "before.state.json").write_text('{"v": 1, "url": "https://www.linkedin.com/games/view/tango/"}')
    odd(case / name)

    for target in (case, case.parent):
        done = givens("read", target, "--browser", "/nothing")

        # What is not served is not needed: a link to itself is no file.
        assert done.returncode in ({2, 7} if name.endswith(".json") else {2}), done.stderr
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "state",
    [
        {"elements": [None]},
        {"elements": [{"tag": "p", "box": "1234"}]},
        {"elements": [{"tag": "p", "box": [0, 0, float("nan"), 1e308]}]},
        {"elements": [{"tag": "p", "after": {"borders": "1px"}}]},
        {"elements": {"p": 1}},
        {"fields": [1]},
        {"screen": 1},
    ],
    ids=str,
)
def test_state_of_other_types(givens: Givens, tmp_path: Path, state: dict[str, object]) -> None:
    """What was measured of a saved board is a sentence where it has another type than on a page."""
    (tmp_path / "case").mkdir()
    (tmp_path / "case" / "before.html").write_text("<p>")
    saved = {"v": 1, "url": "https://www.linkedin.com/games/view/tango/", "state": state}
    (tmp_path / "case" / "before.state.json").write_text(json.dumps(saved))

    done = givens("read", tmp_path / "case")

    assert 2 == done.returncode, done.stderr
    assert f"`state.{next(iter(state))}" in done.stderr


@pytest.mark.parametrize("length", [20, *long(1200)])
def test_chained_cases(tmp_path: Path, length: int) -> None:
    """A case extends others through others, however many."""
    case_with(tmp_path / "case-0")
    for number in range(1, length + 1):
        case_with(tmp_path / f"case-{number}", extends=f"../case-{number - 1}")

    assert length == len(Fixture.load(tmp_path / f"case-{length}").bases)


@pytest.mark.posix("links")
@pytest.mark.parametrize("name", ["x" * 5000, "a\0b", "../loop", "../case"])
def test_names_that_no_folder_has(tmp_path: Path, name: str) -> None:
    """A case that extends what cannot be a folder is refused."""
    case = case_with(tmp_path / "case", extends=name)
    (tmp_path / "loop").symlink_to("loop")

    with pytest.raises(UsageError):
        Fixture.load(case)


def test_page_that_asks_for_any_name(givens: Givens, tmp_path: Path) -> None:
    """A page that asks for names that no file can have is read like any other, and they are not served."""
    case = tmp_path / SQUARE.parent.name / "odd"
    case.mkdir(parents=True)
    (case / "fixture.json").write_text(json.dumps({"v": 1, "extends": str(SQUARE)}))
    page = Fixture.load(SQUARE).file("page.html")
    assert page is not None
    links = "".join(f'<link rel="stylesheet" href="{name}">' for name in ("x" * 3000, "a%00b", "%2e%2e/x", "a%FFb"))
    (case / "page.html").write_text(page.read_text().replace("</head>", f"{links}</head>"))

    done = givens("read", case, "--trust")

    assert 0 == done.returncode, done.stderr
    assert "Error occurred" not in done.stderr


@pytest.mark.posix("devices, links, named pipes")
@pytest.mark.parametrize(
    ("command", "name", "words", "odd"),
    spread(
        [
            *(("read tango.html --site linkedin_tango", "tango.html", "tango.html", odd) for odd in ODD),
            *(("sites list", "config.toml", "config.toml cannot be read: ", odd) for odd in ODD),
            *(
                (
                    f"{command} puzzle.json",
                    "puzzle.json",
                    "cannot be read: (it is not a regular file|a puzzle in it)",
                    odd,
                )
                for command in ("solve", "draw -o out.txt", "draw --to puzzlink", "explain --grade --json")
                for odd in (pipe, device, huge)
            ),
        ],
        of=6,
    ),
)
def test_odd_files_that_are_named(
    givens: Givens, tmp_path: Path, command: str, name: str, words: str, odd: Callable[[Path], None]
) -> None:
    """A saved page, settings or a puzzle in a file that is no regular one, or fits into no memory, is one sentence."""
    odd(tmp_path / name)

    done = givens(*command.split(), **({"GIVENS_CONFIG": str(tmp_path / name)} if name == "config.toml" else {}))
    said = " ".join((done.stdout + done.stderr).split())

    assert (2, False) == (done.returncode, "Traceback" in said), said
    assert re.search(words, said)


@pytest.mark.posix("links")
def test_saved_page_that_is_a_link(givens: Givens, tmp_path: Path) -> None:
    """A saved page that is a link out of its folder is refused; through a linked folder, it is read."""
    (tmp_path / "private").mkdir()
    (tmp_path / "private" / "tango.html").write_text(SAVED)
    (tmp_path / "sent").mkdir()
    (tmp_path / "sent" / "tango.html").symlink_to(tmp_path / "private" / "tango.html")
    (tmp_path / "linked").symlink_to("private")

    for command, options in ((["read"], []), (["sites", "capture"], ["-o", "out"])):
        done = givens(*command, "sent/tango.html", *options)

        assert 2 == done.returncode
        assert "is a link that leads out of its folder" in done.stderr
    assert "is a link" not in givens("read", "linked/tango.html", "--browser", "/nothing").stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.posix("devices")
def test_pipe_by_choice(givens: Givens) -> None:
    """A pipe that the user names is read, up to a limit, and the null device is an empty file."""
    puzzle = json.dumps({"kind": "three_in_a_row", "givens": ["1010", "0101", "1010", "0101"]})
    read, write = os.pipe()
    os.write(write, puzzle.encode())
    os.close(write)

    assert 0 == givens("explain", "--grade", f"/dev/fd/{read}", "--json").returncode
    assert 0 == givens("explain", "--grade", "-", "--json", stdin=puzzle).returncode
    endless = givens("explain", "--grade", "-", "--json", stdin=" " * (MAX_BYTES + 1))
    assert "- cannot be read: a puzzle in it is larger than 64 MB" in endless.stdout
    assert 0 == givens("sites", "list", GIVENS_CONFIG=os.devnull).returncode
    os.close(read)


def test_start_of_many_events(tmp_path: Path) -> None:
    """Of a file of lines that is too large, the beginning is read."""
    session = make(tmp_path)
    line = json.dumps({"t": 0.1, "event": "x" * 1000}) + "\n"
    (session.folder / "events.jsonl").write_text(line * 3)
    with (session.folder / "events.jsonl").open("a") as file:
        file.truncate(HUGE)

    assert 3 == len(session.events())
    assert MAX_FILE == len(session.content("events.jsonl") or b"")
    assert None is Session.load(session.folder).json("puzzle.json")
