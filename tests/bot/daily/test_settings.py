"""Test how settings are written: as a whole or not at all, into the file that holds them, for whom it was made."""

from __future__ import annotations

import errno
import io
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.config import ConfigFile
from bot.daily import settings
from bot.errors import SetupError, UsageError
from bot.record.output import write_output
from bot.record.recorder import write_whole

MINE = '# mine\n[defaults]\npace = 5  # slow\n\n[[daily]]\ntarget = "linkedin_tango"\n# and more\n'
ADDED = '\n[[daily]]\ntarget = "linkedin_queens"\n'


class FullDisk(io.FileIO):
    """A file of which only the first half can be written."""

    def write(self, content: Any) -> int:  # noqa: ANN401 - bytes or text
        """Write half of it, then fail."""
        data = content.encode() if isinstance(content, str) else content
        super().write(data[: len(data) // 2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a file with settings."""
    file = tmp_path / "config.toml"
    monkeypatch.setenv("GIVENS_CONFIG", str(file))
    file.write_text(MINE)
    return file


def add() -> list[str]:
    """Add a puzzle that is not there."""
    return settings.add(["linkedin_queens"])


def test_what_is_there_stays(file: Path) -> None:
    """A puzzle is added at the end, with a message's address in a table of its own; nothing else is changed."""
    add()
    settings.add([], "ntfy://somewhere")

    assert f'{MINE}{ADDED}\n[notify]\nto = ["ntfy://somewhere"]\nwhen = "on_error"\n' == file.read_text()
    assert [file] == [*file.parent.iterdir()]


@pytest.mark.posix("file modes")
def test_new_settings_are_private(file: Path) -> None:
    """They are for the user alone: they may hold the addresses of messages, with their passwords."""
    file.unlink()
    add()

    assert 0o600 == stat.S_IMODE(file.stat().st_mode)
    assert settings.HEAD + ADDED == file.read_text()


@pytest.mark.posix("links, file modes")
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644])
def test_link_and_mode_stay(file: Path, mode: int) -> None:
    """Those who keep their settings elsewhere keep them there, and the mode of the file."""
    real = file.rename(file.parent / "dotfiles.toml")
    file.symlink_to(real)
    real.chmod(mode)
    add()

    assert MINE + ADDED == real.read_text()
    assert (real, mode) == (file.readlink(), stat.S_IMODE(real.stat().st_mode))


@pytest.mark.parametrize("exists", [True, False])
def test_full_disk(file: Path, monkeypatch: pytest.MonkeyPatch, *, exists: bool) -> None:
    """Half a table would be an error of every command from then on, so the settings stay, with nothing beside."""
    if not exists:
        file.unlink()
    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", lambda path, mode="r", **_: FullDisk(path, mode))
        with pytest.raises(SetupError, match="cannot be written: No space left on device"):
            add()

    assert ({file.name: MINE} if exists else {}) == {path.name: path.read_text() for path in file.parent.iterdir()}


def test_flushed_before_it_is_renamed(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written is on the disk before the old file is gone: a computer that stops then has one of both."""
    flushed: list[int] = []
    replace = Path.replace

    def replaced(self: Path, target: Path) -> Path:
        assert [self.stat().st_ino] == flushed
        assert MINE == target.read_text()
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", lambda number: flushed.append(os.fstat(number).st_ino))
    monkeypatch.setattr(Path, "replace", replaced)
    add()

    assert (MINE + ADDED, 1) == (file.read_text(), len(flushed))


def test_changes_of_others_stay(file: Path) -> None:
    """Settings that an editor has saved since they were read are not written over."""
    read = ConfigFile.read()
    file.write_text(f"{MINE}# new\n")

    with pytest.raises(UsageError, match=r"config\.toml has changed meanwhile"):
        settings.write(read, MINE + ADDED)
    assert f"{MINE}# new\n" == file.read_text()


@pytest.mark.posix("file modes")
@pytest.mark.parametrize("write", [write_whole, write_output])
@pytest.mark.parametrize("mode", [0o600, 0o664])
def test_a_file_that_is_replaced_keeps_its_mode(tmp_path: Path, write: Callable[[Path, str], None], mode: int) -> None:
    """What only its user may read stays so when it is written again, and so does what a group may write."""
    file = tmp_path / "file"
    file.touch()
    file.chmod(mode)
    write(file, "new")

    assert (mode, "new") == (stat.S_IMODE(file.stat().st_mode), file.read_text())
