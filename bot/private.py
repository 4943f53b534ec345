"""Files and folders that only the user may read, whatever the umask says: sessions, captures, history, settings."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

FOLDER, FILE = 0o700, 0o600
"""The modes of new files and folders; existing ones keep theirs."""


def make_folder(path: Path, *, exist_ok: bool = True) -> None:
    """Create a folder and the missing ones above it; raise `OSError`."""
    if not path.parent.exists():
        make_folder(path.parent)
    try:
        path.mkdir(mode=FOLDER)
    except FileExistsError:
        if not exist_ok or not path.is_dir():
            raise
    else:
        path.chmod(FOLDER)


def make_file(path: Path) -> None:
    """Create an empty file if there is none; raise `OSError`."""
    path.touch(mode=FILE)


def sessions_folder() -> Path:
    """Return the folder of all sessions: `GIVENS_SESSIONS`, else one in the user's data folder."""
    chosen = os.environ.get("GIVENS_SESSIONS")
    return Path(chosen) if chosen else platformdirs.user_data_path("givens", appauthor=False) / "sessions"
