"""Test the temporary folders: those of dead processes are removed, and nothing that only looks like one."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest

from bot.browser import temporary

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.children import Start

LEAVING = """if True:
    import signal, sys
    from bot.browser import temporary
    temporary.PLACE = sys.argv[1]
    with temporary.temporary_folder() as folder:
        (folder / "trace.zip").write_text("not scrubbed")
        print(folder, flush=True)
        signal.pause()
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder in which the parent of temporary folders is."""
    monkeypatch.setattr(temporary, "PLACE", str(tmp_path / "place"))
    (tmp_path / "place").mkdir()
    return tmp_path / "place"


@pytest.fixture
def parent(place: Path) -> Path:
    """Return the parent of temporary folders."""
    parent = temporary._parents(place)[0]
    parent.mkdir(mode=0o700)
    return parent


def abandon(parent: Path, name: str = "dead", **changes: object) -> Path:
    """Create a folder as a dead process left it; `changes` are made to what its mark says."""
    folder = parent / name
    folder.mkdir(mode=0o700)
    (folder / "notes.txt").write_text("precious")
    content = json.loads(temporary._content(folder, 1, "2026-11-20T07:15:02Z"))
    mark(folder).write_text(json.dumps(content | changes))
    return folder


def mark(folder: Path) -> Path:
    """Return the path of a folder's mark."""
    return folder / temporary.MARK


@pytest.mark.posix("file modes")
def test_temporary_folder(place: Path) -> None:
    """The folder and its parent are private, the folder is marked before anything else, and it is removed."""
    with temporary.temporary_folder() as folder:
        stated = json.loads(mark(folder).read_bytes())
        (folder / "profile").mkdir()
        temporary.remove_abandoned()

        assert place == folder.parent.parent
        assert [0o700, 0o700] == [stat.S_IMODE(path.stat().st_mode) for path in (folder.parent, folder)]
        assert (os.getpid(), os.getuid(), folder.name) == (stated["process"], stated["user"], stated["folder"])
        assert folder == temporary.current_folder()
        assert (folder / "profile").is_dir()

    assert [] == list(folder.parent.iterdir())


def test_folders_of_dead_processes(start: Start, place: Path) -> None:
    """A folder stays while its process lives; the next run removes it, with a trace that was not scrubbed yet."""
    other = start([sys.executable, "-c", LEAVING, place], stdout=subprocess.PIPE)
    assert other.stdout is not None
    folder = place.joinpath(other.stdout.readline().strip())
    temporary.remove_abandoned()

    assert (folder / "trace.zip").exists()

    other.kill()
    other.wait()
    temporary.remove_abandoned()

    assert not folder.exists()
    assert folder.parent.is_dir()


@pytest.mark.posix("links, named pipes")
def test_content_of_an_abandoned_folder(parent: Path, tmp_path: Path) -> None:
    """Folders, files, pipes and links in it are removed, but not what the links lead to."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("precious")
    folder = abandon(parent)
    (folder / "profile" / "deep").mkdir(parents=True)
    (folder / "profile" / "deep" / "link").symlink_to(tmp_path / "mine")
    (folder / "link").symlink_to(tmp_path / "mine")
    os.mkfifo(folder / "pipe")
    os.link(tmp_path / "mine" / "notes.txt", folder / "hard")
    temporary.remove_abandoned()

    assert [] == list(parent.iterdir())
    assert "precious" == (tmp_path / "mine" / "notes.txt").read_text()


def linked_mark(folder: Path) -> None:
    """Make the mark a link to a true mark."""
    mark(folder).rename(folder / "real")
    mark(folder).symlink_to("real")


def twice_linked_mark(folder: Path) -> None:
    """Make the mark a second name of a file elsewhere."""
    os.link(mark(folder), folder.parent.parent / "real")


def pipe_as_mark(folder: Path) -> None:
    """Make the mark a pipe."""
    mark(folder).unlink()
    os.mkfifo(mark(folder))


def folder_as_mark(folder: Path) -> None:
    """Make the mark a folder."""
    mark(folder).unlink()
    mark(folder).mkdir()


def device_as_mark(folder: Path) -> None:
    """Make the mark a link to a device without an end."""
    mark(folder).unlink()
    mark(folder).symlink_to("/dev/zero")


def copied(folder: Path) -> None:
    """Make the folder a copy of an abandoned one."""
    shutil.copytree(folder, folder.with_name("original"))
    shutil.rmtree(folder)
    folder.with_name("original").rename(folder)


def renamed(folder: Path) -> None:
    """Give the folder another name, as someone does who wants to keep it."""
    folder.rename(folder.with_name("keep"))


def linked(folder: Path) -> None:
    """Make the folder a link to an abandoned one elsewhere."""
    folder.rename(folder.parent.parent / "elsewhere")
    folder.symlink_to(folder.parent.parent / "elsewhere")


def nested(folder: Path) -> None:
    """Move the folder into another one that has no mark."""
    (folder.parent / "mine").mkdir(mode=0o700)
    folder.rename(folder.parent / "mine" / folder.name)


def written(content: bytes) -> Callable[[Path], object]:
    """Return what gives the mark another content."""
    return lambda folder: mark(folder).write_bytes(content)


LOOK_ALIKES: dict[str, Callable[[Path], object]] = {
    "no mark": lambda folder: mark(folder).unlink(),
    "an empty mark": written(b""),
    "garbage": written(b"\xff\x00\x1b"),
    "a list": written(b"[]"),
    "nested too deeply": written(b"[" * 999),
    "a large mark": lambda folder: mark(folder).write_text(mark(folder).read_text() + " " * temporary.MAX_MARK),
    "more in the mark": lambda folder: mark(folder).write_text(mark(folder).read_text() + "\n"),
    "a linked mark": linked_mark,
    "a mark with two names": twice_linked_mark,
    "a pipe as mark": pipe_as_mark,
    "a folder as mark": folder_as_mark,
    "a device as mark": device_as_mark,
    "a folder that others can read": lambda folder: folder.chmod(0o755),
    "a folder that others can write": lambda folder: folder.chmod(0o777),
    "a copy": copied,
    "another name": renamed,
    "a link": linked,
    "a nested folder": nested,
    "the mark of an unreadable folder": lambda folder: folder.chmod(0o000),
}
CHANGES: dict[str, dict[str, Any]] = {
    "another format": {"format": "givens session"},
    "a newer version": {"v": 2},
    "a version that is true": {"v": True},
    "another user": {"user": getattr(os, "getuid", int)() + 1},
    "another process": {"process": 0},
    "a process that is a text": {"process": "1"},
    "no time": {"started": "yesterday"},
    "a time that is a number": {"started": 1},
    "another folder": {"folder": "other"},
    "another inode": {"inode": 1},
    "more keys": {"more": 1},
}


def files(place: Path) -> list[tuple[str, int]]:
    """Return all that is in a folder, with its mode."""
    return [(str(path), path.lstat().st_mode) for path in sorted(place.rglob("*"))]


@pytest.mark.posix("devices, file modes, links, named pipes")
@pytest.mark.parametrize("change", LOOK_ALIKES.values(), ids=LOOK_ALIKES)
def test_look_alikes(place: Path, parent: Path, change: Callable[[Path], object]) -> None:
    """A folder that is not exactly what a process of ours leaves stays with all its content."""
    change(abandon(parent))
    before = files(place)
    temporary.remove_abandoned()

    assert before == files(place)
    assert before


@pytest.mark.posix("file modes")
@pytest.mark.parametrize("changes", CHANGES.values(), ids=CHANGES)
def test_marks_that_say_something_else(place: Path, parent: Path, changes: dict[str, Any]) -> None:
    """A folder whose mark differs in one key stays."""
    abandon(parent, **changes)
    before = files(place)
    temporary.remove_abandoned()

    assert before == files(place)


@pytest.mark.posix("file modes")
def test_folder_of_another_user(place: Path, parent: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a folder nor a parent of another user is touched."""
    abandon(parent)
    before = files(place)
    user = os.getuid() + 1
    monkeypatch.setattr(os, "getuid", lambda: user)
    monkeypatch.setattr(temporary, "_parents", lambda _: [parent])
    temporary.remove_abandoned()

    assert before == files(place)


@pytest.mark.posix("links")
def test_folders_beside_the_parent(place: Path, parent: Path) -> None:
    """Only folders in the parent are looked at: files, links, environments and notes beside it stay, however old."""
    for name in ("givens-my-notes", "givens-venv", "givens-abcd1234", "givens"):
        (place / name).mkdir()
        (place / name / "notes.txt").touch()
        os.utime(place / name, (0, 0))
    abandon(place, "givens-dead0000")
    (place / "givens-file").touch()
    (place / "givens-link").symlink_to(place / "givens-venv")
    (parent / "file").touch()
    before = files(place)
    temporary.remove_abandoned()

    assert before == files(place)


@pytest.mark.posix("system locks")
def test_folder_in_use(parent: Path) -> None:
    """A folder whose mark another process has locked stays, whatever the number of the process."""
    folder = abandon(parent)
    with mark(folder).open("rb") as locked:
        fcntl = import_module("fcntl")
        fcntl.flock(locked, fcntl.LOCK_EX)
        temporary.remove_abandoned()

        assert (folder / "notes.txt").exists()

    temporary.remove_abandoned()

    assert not folder.exists()


def squat_link(parent: Path) -> None:
    """Take the name of the parent with a link to a folder with a look-alike."""
    mine = parent.with_name("mine")
    mine.mkdir(mode=0o700)
    abandon(mine)
    parent.symlink_to(mine)


def squat_open(parent: Path) -> None:
    """Take the name of the parent with a folder that everybody can open."""
    parent.mkdir()
    parent.chmod(0o777)
    abandon(parent)


def squat_file(parent: Path) -> None:
    """Take the name of the parent with a file."""
    parent.write_text("precious")


@pytest.mark.posix("file modes, links")
@pytest.mark.parametrize("squat", [squat_link, squat_open, squat_file])
@pytest.mark.parametrize("taken", [1, temporary.PARENTS])
def test_parent_whose_name_is_taken(place: Path, squat: Callable[[Path], None], taken: int) -> None:
    """A parent that is not private is neither used nor tidied: the next name is, or else a new folder beside it."""
    names = temporary._parents(place)
    squat(names[0])
    for name in names[1:taken]:
        name.touch()
    before = files(place)
    with temporary.temporary_folder() as folder:
        temporary.remove_abandoned()

        assert (place if taken == len(names) else names[1]) == folder.parent
        assert 0o700 == stat.S_IMODE(folder.stat().st_mode)

    assert before == [file for file in files(place) if file[0] != str(names[1]) or taken > 1]


@pytest.mark.posix("system locks")
def test_system_without_locks(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing can be locked, the mark stays empty, so that only the process itself removes its folder."""

    def no_locks(*_: object) -> None:
        raise OSError

    monkeypatch.setattr("fcntl.flock", no_locks)
    with temporary.temporary_folder() as folder:
        assert place == folder.parent.parent
        assert b"" == mark(folder).read_bytes()

    assert not folder.exists()
