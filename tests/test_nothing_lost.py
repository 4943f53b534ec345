"""Test that whatever writes or removes touches no file that it did not make, and follows no link of others."""

from __future__ import annotations

import errno
import json
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import chdir
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from bot.addons.unknown.start import check_new
from bot.batch import resume
from bot.daily import schedule as schedulers
from bot.daily.daily import lock
from bot.daily.history import History
from bot.errors import SetupError, UsageError
from bot.files import marked
from bot.record import output
from bot.record.output import OURS_ONLY, write_output
from bot.record.recorder import write_whole
from tests import children
from tests.bot.sessions.test_store import make
from tests.conftest import FIXTURES, Givens
from tests.tiers import first, long, spread

PUZZLE = {"kind": "three_in_a_row", "givens": ["1010", "0101", "1010", "0101"]}
CASE = FIXTURES / "linkedin_tango" / "guest"
PRECIOUS = "precious"
SHARED = Path("/dev/shm")  # noqa: S108 - it is the place of this test
WRITERS = {
    "report": ["sessions", "report", "last", "-o"],
    "share": ["sessions", "share", "last", "--yes", "-o"],
    "draw": ["draw", "puzzle.json", "-o"],
    "solve": ["solve", "puzzle.json", "-o"],
    "generate": ["generate", "three_in_a_row", "--size", "4x4", "-o"],
    "export": ["draw", "--to", "puzzlink", "--json", "sudoku.json", "-o"],
}
"""The commands that write the file that a user names."""


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Return a folder with a session and puzzles."""
    (tmp_path / "sessions").mkdir()
    session = make(tmp_path / "sessions")
    (session.folder / "puzzle.json").write_text(json.dumps(PUZZLE))
    (tmp_path / "puzzle.json").write_text(json.dumps(PUZZLE))
    sudoku = {"kind": "sudoku", "box": [2, 2], "givens": ["1...", "..2.", ".3..", "...4"]}
    (tmp_path / "sudoku.json").write_text(json.dumps(sudoku))
    return tmp_path


def draws(command: list[str]) -> bool:
    """Return whether a command draws into files, for which a folder may be named."""
    return "draw" in command and "--to" not in command


def everything(folder: Path) -> dict[str, str]:
    """Return all that is in a folder: the text of files, where links lead, and what is none of both."""

    def content(path: Path) -> str:
        if path.is_symlink():
            return f"→ {path.readlink()}"
        return path.read_text(errors="replace") if path.is_file() else "other"

    return {str(path.relative_to(folder)): content(path) for path in folder.rglob("*")}


@pytest.fixture
def precious(tmp_path: Path) -> Iterator[Path]:
    """Return a file of the user that is there, unchanged, when the test ends."""
    path = tmp_path / "mine" / "precious.txt"
    path.parent.mkdir()
    path.write_text(PRECIOUS)
    yield path

    assert [PRECIOUS] == [each.read_text() for each in path.parent.iterdir()]


@pytest.mark.posix("links")
@pytest.mark.parametrize("command", WRITERS.values(), ids=WRITERS)
def test_output_that_is_a_folder(givens: Givens, files: Path, command: list[str]) -> None:
    """A folder is never replaced, whether it is empty or not."""
    for name in ("empty.svg", "full.svg"):
        (files / name).mkdir()
    (files / "full.svg" / "1.svg").write_text(PRECIOUS)
    before = everything(files)

    assert givens(*command, "full.svg").returncode in {2, 7}
    if not draws(command):
        assert givens(*command, "empty.svg").returncode in {2, 7}
    assert before == everything(files)


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("command", spread(WRITERS.values(), of=3))
def test_output_with_an_odd_name(givens: Givens, command: list[str]) -> None:
    """The root of all folders is a sentence, and a name with control characters is shown without them."""
    done = givens(*command, "a\x1b]0;x\x07\u202e.svg")

    assert 0 == done.returncode, done.stderr
    assert not set(done.stdout + done.stderr) & set("\x1b\x07\u202e")
    if not draws(command):  # There, it is a folder for pictures.
        assert 7 == givens(*command, "/").returncode


@pytest.mark.posix("devices, links, named pipes")
@pytest.mark.parametrize("command", spread(WRITERS.values(), of=3))
def test_output_that_is_a_device(givens: Givens, files: Path, command: list[str]) -> None:
    """A device or a pipe that is read is written to; a renamed file in its place would destroy it."""
    before = everything(files)
    (files / "null.svg").symlink_to("/dev/null")
    os.mkfifo(files / "pipe.svg")
    refused = givens(*command, "pipe.svg")
    assert 7 == refused.returncode
    assert "pipe.svg cannot be written: no program reads it" in " ".join(refused.stderr.split())
    reader = os.open(files / "pipe.svg", os.O_RDWR | os.O_NONBLOCK)
    for name in ("/dev/null", "null.svg", "pipe.svg"):
        if name.endswith(".svg") or not draws(command):
            assert 0 == givens(*command, name).returncode

    assert os.read(reader, 100)
    assert Path("/dev/null").is_char_device()
    assert (files / "null.svg").is_symlink()
    assert (files / "pipe.svg").is_fifo()
    assert set(before) | {"null.svg", "pipe.svg"} == set(everything(files))
    os.close(reader)


@pytest.mark.posix("file modes, links")
@pytest.mark.parametrize("command", spread(WRITERS.values(), of=3))
def test_output_that_is_a_link(
    givens: Givens, files: Path, precious: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    """A link of the user is followed; one of somebody else, who would choose what is replaced, is refused."""
    (files / "own.svg").symlink_to("real.svg")
    (files / "loop.svg").symlink_to("loop.svg")
    (files / "foreign.svg").symlink_to(precious)

    assert 0 == givens(*command, "own.svg").returncode
    assert (files / "own.svg").is_symlink()
    assert (files / "real.svg").is_file()
    assert 7 == givens(*command, "loop.svg").returncode
    user = os.getuid() + 1
    monkeypatch.setattr(output, "ROOT", user)
    monkeypatch.setattr(os, "getuid", lambda: user)
    refused = givens(*command, "foreign.svg")

    assert 7 == refused.returncode
    assert "it is a link of another user" in refused.stderr.replace("\n", " ")


@pytest.mark.posix("links")
def test_files_beside_what_is_written(tmp_path: Path) -> None:
    """A file that is written leaves alone whatever has a name like that of its temporary file."""
    for name in (f".a.json.{os.getpid()}", ".a.json", "a.json.tmp"):
        (tmp_path / name).write_text(PRECIOUS)
    write_whole(tmp_path / "a.json", "new")
    write_output(tmp_path / "b.json", "new")

    assert 3 == list(everything(tmp_path).values()).count(PRECIOUS)
    assert 5 == len(everything(tmp_path))


@pytest.mark.posix("devices")
@pytest.mark.skipif(not SHARED.is_dir(), reason="needs a folder of shared memory")
def test_file_in_shared_memory(givens: Givens, files: Path) -> None:
    """A file among the devices is replaced like any other, not written to at its end."""
    with TemporaryDirectory(dir=SHARED) as folder:
        for _ in range(2):
            assert 0 == givens("draw", files / "puzzle.json", "-o", f"{folder}/p.svg").returncode

        assert 1 == Path(folder, "p.svg").read_text().count("<svg")


@pytest.mark.posix("links")
@pytest.mark.parametrize("name", ["1.svg", "2.svg"])
@pytest.mark.parametrize("link", [False, True])
def test_numbered_pictures(givens: Givens, files: Path, name: str, *, link: bool) -> None:
    """A picture whose name the user did not write never replaces a file."""
    (files / "made").mkdir()
    (files / "two.jsonl").write_text(f"{json.dumps(PUZZLE)}\n" * 2)
    (files / "mine.svg").write_text(PRECIOUS)
    for path in (files / "made" / name, files / f"day-{name}"):
        if link:
            path.symlink_to(files / "mine.svg")
        else:
            path.write_text(PRECIOUS)
    before = everything(files)

    for out in ("made/", "day.svg"):
        done = givens("draw", "two.jsonl", "-o", out)

        assert 2 == done.returncode
        assert "--force replaces it" in " ".join(done.stderr.split())
    assert before.items() <= everything(files).items()


@pytest.mark.posix("links")
def test_capture_beside_other_folders(givens: Givens, tmp_path: Path) -> None:
    """A capture replaces nothing and removes nothing, not even a folder named like its temporary one."""
    for name in (f".out.{os.getpid()}", "full", "empty"):
        (tmp_path / name).mkdir()
    for name in (f".out.{os.getpid()}", "full"):
        (tmp_path / name / "notes.txt").write_text(PRECIOUS)
    (tmp_path / "file").write_text(PRECIOUS)
    (tmp_path / "dangling").symlink_to("nowhere")
    before = everything(tmp_path)

    for name in ("full", "empty", "file", "dangling"):
        assert 2 == givens("sites", "capture", CASE, "-o", name).returncode
    assert 2 == givens("sites", "check", CASE, "-o", "full").returncode
    assert 0 == givens("sites", "capture", CASE, "-o", "out").returncode
    assert before.items() <= everything(tmp_path).items()
    assert {"out", "out.zip"} == {name.partition("/")[0] for name in set(everything(tmp_path)) - set(before)}


@pytest.mark.posix("links")
@pytest.mark.parametrize(
    ("name", "code"),
    [("out.jsonl.partial", 2), ("out.jsonl.partial.json", 2), ("out.jsonl.partial.lock", 7), ("out.jsonl.tmp", 0)],
)
def test_files_of_the_user_beside_lines(givens: Givens, files: Path, name: str, code: int) -> None:
    """Files and pipes of the user with the names that a run uses beside its output stay; no pipe is waited for."""
    (files / name).write_text(PRECIOUS)
    done = givens("solve", "puzzle.json", "-o", "out.jsonl")

    assert code == done.returncode, done.stderr
    assert PRECIOUS == (files / name).read_text()
    (files / name).unlink()
    (files / "out.jsonl").unlink(missing_ok=True)
    os.mkfifo(files / name)
    codes = {givens("solve", "puzzle.json", "-o", "out.jsonl", *options).returncode for options in ([], ["--resume"])}
    assert codes <= ({2, 7} if code else {0})
    assert (files / name).is_fifo()


@pytest.mark.posix("links")
def test_doctor_removes_nothing(givens: Givens, tmp_path: Path) -> None:
    """The check of the folder of sessions writes no file that somebody could have there."""
    (tmp_path / "sessions").mkdir()
    (tmp_path / "sessions" / ".doctor").write_text(PRECIOUS)
    before = everything(tmp_path)
    givens("doctor")

    assert before == everything(tmp_path)


@pytest.mark.posix("links, named pipes")
@pytest.mark.parametrize("remove", [False, True])
@pytest.mark.parametrize("kind", ["link", "pipe", "folder", "empty", "edited"])
def test_units_of_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, *, remove: bool) -> None:
    """A unit that is not exactly ours is neither replaced nor removed, even if it leads to one of ours."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    unit = schedulers.units() / schedulers.TIMER_FILE
    unit.parent.mkdir(parents=True)
    (tmp_path / "mine.timer").write_bytes(marked(schedulers.TIMER, "# ", "\n"))
    match kind:
        case "link":
            unit.symlink_to(tmp_path / "mine.timer")
        case "pipe":
            os.mkfifo(unit)
        case "folder":
            unit.mkdir()
        case "empty":
            unit.touch()
        case "edited":
            unit.write_bytes(marked(schedulers.TIMER, "# ", "\n").replace(b"5min", b"1min"))
    before = everything(tmp_path)

    with pytest.raises(UsageError, match="was not written by givens daily schedule"):
        _ = schedulers.remove(["systemd"]) if remove else schedulers.write({unit: "new"})  # type: ignore[func-returns-value]
    assert before == everything(tmp_path)


@pytest.mark.posix("links")
def test_new_site_through_links(tmp_path: Path) -> None:
    """A site is not written through a link, and the link stays."""
    (tmp_path / "scrapers").mkdir()
    shutil.copy(FIXTURES.parent / "scrapers" / "__init__.py", tmp_path / "scrapers")
    (tmp_path / "scrapers" / "my_own.py").symlink_to(tmp_path / "elsewhere")
    before = everything(tmp_path)

    with pytest.raises(UsageError, match="exists already"):
        check_new(tmp_path / "scrapers", "my_own", "https://my-own.example/")
    assert before == everything(tmp_path)


@pytest.mark.posix("links, named pipes")
def test_pipe_in_place_of_the_history(tmp_path: Path) -> None:
    """A pipe does not become a history."""
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(SetupError):
        History(tmp_path / "pipe")

    assert (tmp_path / "pipe").is_fifo()


def test_lock_of_the_day(tmp_path: Path) -> None:
    """A file of the user with the name of the lock is neither emptied nor removed."""
    (tmp_path / "daily.lock").write_text(PRECIOUS)
    with pytest.raises(SetupError, match="is not a lock of givens"), lock(tmp_path / "history.sqlite"):
        pass

    assert PRECIOUS == (tmp_path / "daily.lock").read_text()


@pytest.mark.posix("links")
def test_forgotten_profile_that_is_a_link(givens: Givens, tmp_path: Path, precious: Path) -> None:
    """A profile that is a link is not removed with what it leads to."""
    profiles = tmp_path / "data" / "givens" / "profiles"
    profiles.mkdir(parents=True)
    (profiles / "mine").symlink_to(precious.parent)

    done = givens("sites", "login", "--forget", "mine", "--yes", XDG_DATA_HOME=str(tmp_path / "data"))

    assert 2 == done.returncode
    assert "is a link" in done.stderr
    assert (profiles / "mine").is_symlink()


KEPT: dict[str, list[Any]] = {
    **WRITERS,
    "explain": ["explain", "puzzle.json", "-o"],
    "grade": ["explain", "--grade", "puzzle.json", "-o"],
    "read": ["read", CASE, "-o"],
    "booklet": ["draw", "puzzle.json", "--booklet", "-o"],
    "skill": ["agent", "skill", "-o"],
}
"""More commands that write the file that a user names."""


@pytest.mark.parametrize("command", spread(KEPT.values(), of=3))
def test_a_file_of_the_user_is_kept(givens: Givens, files: Path, command: list[str]) -> None:
    """What givens has not written is replaced only with --force, and then it is a file that givens has written."""
    name = "day.pdf" if "--booklet" in command else "day" if "skill" in command else "day.svg"
    path = files / name / "SKILL.md" if "skill" in command else files / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(PRECIOUS)
    refused = givens(*command, name)

    assert 2 == refused.returncode
    words = "exists and was not written by givens, or was changed since; --force replaces it"
    assert words in " ".join(refused.stderr.split())
    assert PRECIOUS == path.read_text()
    assert [0, 0] == [givens(*command, name, *force).returncode for force in (["--force"], [])]


@pytest.mark.parametrize("name", [*spread(KEPT, of=3), *long("png")])
def test_an_edited_file_is_kept(givens: Givens, files: Path, name: str) -> None:
    """A file that givens has written and somebody has changed since is kept, wherever the change is."""
    command = {**KEPT, "png": KEPT["draw"]}[name]
    out = {"booklet": "day.pdf", "png": "day.png", "skill": "day"}.get(name, "day.svg")
    path = files / out / "SKILL.md" if name == "skill" else files / out

    assert [0, 0] == [givens(*command, out).returncode for _ in range(2)]
    content = path.read_bytes()
    middle = len(content) // 2
    for edited in (
        b" " + content,
        content[:middle] + b"\n" + content[middle:],
        content + b"\n",
        content + b"precious\n",
        content[:-1],
        content.replace(b"written-by: givens", b"written-by: givens ", 1),
    ):
        path.write_bytes(edited)

        assert 2 == givens(*command, out).returncode
        assert edited == path.read_bytes()


def test_an_output_that_is_edited_meanwhile(files: Path) -> None:
    """An output that somebody has changed while lines were written is kept, and so are the lines."""
    out = files / "out.jsonl"

    def edited() -> None:
        with resume.output(out) as lines:
            lines.write("{}")
            out.write_text(PRECIOUS)

    with pytest.raises(UsageError, match="was changed since"):
        edited()

    assert [PRECIOUS, "{}\n"] == [path.read_text() for path in (out, files / "out.jsonl.partial")]


@pytest.mark.usefixtures("files")
def test_lines_that_are_read_again(givens: Givens) -> None:
    """The mark in the last line is not passed on by the command that reads it."""
    assert 0 == givens("solve", "puzzle.json", "-o", "solved.jsonl").returncode
    again = givens("explain", "--grade", "solved.jsonl", "--json")

    assert "puzzle" in again.stdout
    assert "written-by" not in again.stdout


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("form", first([".pdf", ".svg", ".png", ".txt"]))
def test_pictures_of_givens_are_replaced(givens: Givens, form: str) -> None:
    """A picture says who wrote it; a text does not, since it is for people to edit."""
    render = [("draw", "puzzle.json", *solution, "-o", f"a{form}") for solution in ([], ["--solution"])]
    booklet = ("draw", "puzzle.json", "--booklet", "-o", f"b{form}")

    assert [0, 2 if form == ".txt" else 0] == [givens(*each).returncode for each in render]
    if form == ".pdf":
        assert [0, 0] == [givens(*booklet).returncode for _ in range(2)]


@pytest.mark.parametrize("command", ["solve puzzle.json -o", "draw puzzle.json -o"])
@pytest.mark.parametrize(
    "text",
    [
        *('{"v": 1, "mine": 2}\n', '{"line": "1", "v": 1}\n', "# my notes on givens\n"),
        *("about the mark written-by: givens\n", f"written-by: givens {'0' * 64}\n"),
    ],
)
def test_what_resembles_a_file_of_givens(givens: Givens, files: Path, command: str, text: str) -> None:
    """Only the whole mark counts, with the digest of the file."""
    (files / "notes.svg").write_text(text)

    assert 2 == givens(*command.split(), "notes.svg").returncode
    assert text == (files / "notes.svg").read_text()


@pytest.mark.posix("links")
@pytest.mark.parametrize(
    ("force", "out", "command"),
    spread(
        product(
            ([], ["--force"]),
            ("puzzle.svg", "made/../puzzle.svg", "link.svg", "hard.svg"),
            ("solve", "explain", "explain --grade", "draw --to puzzlink", "draw"),
        ),
        of=3,
    ),
)
def test_the_input_is_never_replaced(givens: Givens, files: Path, command: str, out: str, force: list[str]) -> None:
    """The input stays, by whatever name the output has, and even if givens has written it."""
    text = json.dumps({"v": 1, "line": "a", "puzzle": PUZZLE}) + "\n"
    path = files / "puzzle.svg"
    path.write_text(text)
    (files / "made").mkdir()
    (files / "link.svg").symlink_to(path)
    (files / "hard.svg").hardlink_to(path)
    refused = givens(*command.split(), "puzzle.svg", "-o", out, *force)

    assert 2 == refused.returncode
    assert "belongs to the input puzzle.svg, which is never replaced" in " ".join(refused.stderr.split())
    assert text == path.read_text()


@pytest.mark.usefixtures("files")
def test_lines_of_a_stopped_run_as_the_input(givens: Givens, tmp_path: Path) -> None:
    """The lines of a stopped run are not moved away while they are read."""
    (tmp_path / "out.jsonl.partial").write_text(json.dumps(PUZZLE))

    assert 2 == givens("solve", "out.jsonl.partial", "-o", "out.jsonl").returncode
    assert 0 == givens("solve", "out.jsonl.partial", "-o", "other.jsonl").returncode


def test_an_input_from_a_stream_is_never_replaced(files: Path) -> None:
    """The standard input may be the file of the output, too."""
    command = [sys.executable, "-m", "bot", "solve", "-", "-o", "puzzle.json", "--force"]
    with (files / "puzzle.json").open() as stdin:
        refused = children.run(command, stdin=stdin, cwd=files)

    assert 2 == refused.returncode
    assert "puzzle.json belongs to the input -, which is never replaced" in refused.stderr
    assert PUZZLE == json.loads((files / "puzzle.json").read_text())


@pytest.mark.parametrize("command", ["read", "report", "share"])
def test_a_folder_that_is_read_keeps_its_files(givens: Givens, files: Path, command: str) -> None:
    """No file of a session or of a saved page is replaced by what is made of it."""
    folder = next((files / "sessions").iterdir())
    if command == "read":
        folder = shutil.copytree(CASE.parent / "_guest", files / "saved")
    before = everything(files)
    for path in filter(Path.is_file, folder.iterdir()):
        words = ["read", folder, "-o"] if command == "read" else WRITERS[command]
        refused = givens(*words, path, "--force")

        assert 2 == refused.returncode
        assert "is never replaced" in " ".join(refused.stderr.split())
    assert before == everything(files)


def test_resumed_run_replaces_only_its_own(givens: Givens, files: Path) -> None:
    """A stopped run goes on, but not into a file of the user."""
    (files / "two.jsonl").write_text(f"{json.dumps(PUZZLE)}\n" * 2)
    assert 0 == givens("solve", "two.jsonl", "-o", "out.jsonl").returncode
    lines = (files / "out.jsonl").read_text().splitlines(keepends=True)
    origin = resume.origin_of("solve", {"limit": None, "kind": None, "timeout": None}, ["two.jsonl"])
    for text, code in ((PRECIOUS, 2), ("".join(lines), 0)):
        with chdir(files):
            resume._record(
                Path("out.jsonl.partial"), resume.origin_of("solve", origin["options"], ["two.jsonl"]), OURS_ONLY
            )
        (files / "out.jsonl.partial").write_text(lines[0])
        (files / "out.jsonl").write_text(text)

        assert code == givens("solve", "two.jsonl", "-o", "out.jsonl", "--resume").returncode
        assert code or lines[0] == (files / "out.jsonl").read_text().splitlines(keepends=True)[0]
    assert not (files / "out.jsonl.partial").exists()


CLOSED: dict[str, list[Any]] = {
    **KEPT,
    "capture": ["sites", "capture", CASE, "-o"],
    "canary": ["sites", "check", CASE, "-o"],
    "folder": ["draw", "puzzle.json", "-o"],
}


@pytest.mark.parametrize("name", CLOSED)
def test_output_in_a_folder_without_rights(
    givens: Givens, files: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """A folder that may be neither read nor written is one sentence, whichever call finds it out first."""
    closed = files / "closed"
    closed.mkdir()

    def guarded(function: Any) -> Any:  # noqa: ANN401 - any function of `os`
        def call(path: Any, *args: Any, **more: Any) -> Any:  # noqa: ANN401 - as it is called
            if isinstance(path, str | os.PathLike) and Path(os.path.abspath(path)).is_relative_to(closed / "x"):  # noqa: PTH100
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
            return function(path, *args, **more)

        return call

    for function in ("stat", "lstat", "open", "mkdir", "readlink", "scandir"):
        monkeypatch.setattr(os, function, guarded(getattr(os, function)))
    out = {"folder": "closed/x/", "skill": "closed/x", "booklet": "closed/x/a.pdf"}.get(name, "closed/x/a.svg")
    refused = givens(*CLOSED[name], out)

    assert 7 == refused.returncode, refused.stderr
    assert 1 == refused.stderr.count("error: ")
    assert "Permission denied" in refused.stderr
    assert "Traceback" not in refused.stderr
