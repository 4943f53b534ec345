"""Test the temporary folders: those of dead processes are removed, and nothing that only looks like one."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.browser import driver

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.children import Start

LEAVING = """if True:
    import signal, sys
    from bot.browser import driver
    driver.parent_folder = lambda: sys.argv[1]
    with driver.temporary_folder() as folder:
        (folder / "trace.zip").write_text("raw")
        print(folder, flush=True)
        signal.pause()
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder in which the parent of temporary folders is."""
    monkeypatch.setattr(driver, "parent_folder", lambda: tmp_path / "place")
    (tmp_path / "place").mkdir()
    return tmp_path / "place"


def abandon(place: Path) -> Path:
    """Create a folder as a dead process left it."""
    folder = place / "givens-dead0000"
    folder.mkdir(mode=0o700)
    (folder / "notes.txt").write_text("precious")
    mark(folder).touch()
    return folder


def mark(folder: Path) -> Path:
    """Return the path of a folder's lock."""
    return Path(driver._lock(folder).lock_file)


@pytest.mark.posix("file modes")
def test_temporary_folder(place: Path) -> None:
    """The folder is private and locked before anything else, and it is removed."""
    with driver.temporary_folder() as folder:
        (folder / "profile").mkdir()
        driver.remove_abandoned()

        assert (place, 0o700) == (folder.parent, stat.S_IMODE(folder.stat().st_mode))
        assert mark(folder).is_file()
        assert (folder / "profile").is_dir()

    assert [] == list(place.iterdir())


@pytest.mark.posix("file modes, /tmp")
def test_shortest_parent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The parent has the shortest path of the user's temporary folders that can be written."""
    long, runtime, short = tmp_path / ("x" * 100), tmp_path / "run", Path("/tmp")  # noqa: S108 - nothing is made there
    found = []
    for folder in (long, runtime):
        folder.mkdir()
    for temporary, chosen in [(long, "relative"), (long, str(runtime)), (Path("/"), "")]:
        monkeypatch.setattr(tempfile, "tempdir", str(temporary))
        monkeypatch.setenv("XDG_RUNTIME_DIR", chosen)
        found.append(driver.parent_folder())
    monkeypatch.setattr(os, "access", lambda folder, _: str(short) != folder)
    monkeypatch.setattr(tempfile, "tempdir", str(long))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    found.append(driver.parent_folder())

    assert [short, short, Path("/"), runtime] == found


def test_folders_of_dead_processes(start: Start, place: Path) -> None:
    """A folder stays while its process lives; the next run removes it, with all that is in it."""
    other = start([sys.executable, "-c", LEAVING, place], stdout=subprocess.PIPE)
    assert other.stdout is not None
    folder = place.joinpath(other.stdout.readline().strip())
    driver.remove_abandoned()

    assert (folder / "trace.zip").exists()

    other.kill()
    other.wait()
    driver.remove_abandoned()

    assert not folder.exists()


@pytest.mark.posix("links, named pipes")
def test_content_of_an_abandoned_folder(place: Path, tmp_path: Path) -> None:
    """Folders, files, pipes and links in it are removed, but not what the links lead to."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("precious")
    folder = abandon(place)
    (folder / "profile" / "deep").mkdir(parents=True)
    (folder / "profile" / "deep" / "link").symlink_to(tmp_path / "mine")
    (folder / "link").symlink_to(tmp_path / "mine")
    os.mkfifo(folder / "pipe")
    os.link(tmp_path / "mine" / "notes.txt", folder / "hard")
    driver.remove_abandoned()

    assert [] == list(place.iterdir())
    assert "precious" == (tmp_path / "mine" / "notes.txt").read_text()


def marked_by(make: Callable[[Path], object]) -> Callable[[Path], object]:
    """Return what puts something else in the place of a folder's mark."""

    def change(folder: Path) -> None:
        mark(folder).rename(folder / "real")
        make(mark(folder))

    return change


def linked(folder: Path) -> None:
    """Make the folder a link to an abandoned one elsewhere."""
    folder.rename(folder.parent / "elsewhere")
    folder.symlink_to(folder.parent / "elsewhere")


def nested(folder: Path) -> None:
    """Move the folder into another one that has no mark."""
    (folder.parent / "mine").mkdir(mode=0o700)
    folder.rename(folder.parent / "mine" / folder.name)


def beside(folder: Path) -> None:
    """Put files, links, environments and notes in the place of the folder, however old."""
    folder.rename(folder.with_name("givens-my-notes"))
    for name in ("givens-venv", "givens-abcd1234", "givens"):
        (folder.parent / name).mkdir()
        (folder.parent / name / "notes.txt").touch()
        os.utime(folder.parent / name, (0, 0))
    (folder.parent / "givens-file").touch()
    (folder.parent / "givens-link").symlink_to(folder.parent / "givens-venv")


LOOK_ALIKES: dict[str, Callable[[Path], object]] = {
    "no mark": lambda folder: mark(folder).unlink(),
    "a linked mark": marked_by(lambda path: path.symlink_to("real")),
    "a pipe as mark": marked_by(os.mkfifo),
    "a folder as mark": marked_by(Path.mkdir),
    "a device as mark": marked_by(lambda path: path.symlink_to("/dev/zero")),
    "a folder that others can read": lambda folder: folder.chmod(0o755),
    "a folder that others can write": lambda folder: folder.chmod(0o777),
    "the mark of an unreadable folder": lambda folder: folder.chmod(0o000),
    "another name": lambda folder: folder.rename(folder.with_name("givens-keep")),
    "a link": linked,
    "a nested folder": nested,
    "others": beside,
}


def files(place: Path) -> list[tuple[str, int]]:
    """Return all that is in a folder, with its mode."""
    return [(str(path), path.lstat().st_mode) for path in sorted(place.rglob("*"))]


@pytest.mark.posix("devices, file modes, links, named pipes")
@pytest.mark.parametrize("change", LOOK_ALIKES.values(), ids=LOOK_ALIKES)
def test_look_alikes(place: Path, change: Callable[[Path], object]) -> None:
    """A folder that is not exactly what a process of ours leaves stays with all its content."""
    change(abandon(place))
    before = files(place)
    driver.remove_abandoned()

    assert before == files(place)
    assert before


@pytest.mark.posix("file modes, system locks")
def test_folder_of_another_user_or_in_use(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No folder of another user is touched, nor one whose mark another process has locked."""
    folder, user, fcntl = abandon(place), os.getuid(), import_module("fcntl")
    monkeypatch.setattr(os, "getuid", lambda: user + 1)
    driver.remove_abandoned()
    monkeypatch.setattr(os, "getuid", lambda: user)
    with mark(folder).open("rb") as locked:
        fcntl.flock(locked, fcntl.LOCK_EX)
        driver.remove_abandoned()

        assert (folder / "notes.txt").exists()

    driver.remove_abandoned()

    assert not folder.exists()
