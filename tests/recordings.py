"""Sessions of played cases for tests that need one and do not care how it was made: each is recorded once per run."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from filelock import FileLock

from tests import FIXTURES
from tests.command import Givens, SharedPlaywright


class Recordings:
    """The sessions of cases, in a folder that all workers of a run share."""

    def __init__(self, folder: Path, driver: Callable[[], SharedPlaywright]) -> None:
        """`driver` returns the Playwright driver that plays the cases."""
        self._folder, self._driver = folder, driver
        folder.mkdir(exist_ok=True)

    def copy(self, case: str, into: Path) -> Path:
        """Copy the session of a case into a folder of sessions, and return the copy."""
        home = self._folder / case.replace("/", " ")
        with FileLock(home.with_suffix(".lock")):
            if not home.exists():
                home.mkdir()
                Givens(home, self._driver)("play", FIXTURES / case)
        (session,) = (path for path in (home / "sessions").iterdir() if path.is_dir())
        return shutil.copytree(session, into / session.name)
