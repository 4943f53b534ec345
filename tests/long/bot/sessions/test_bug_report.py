"""Test bug reports: their content, what they never contain, and the question before they are written."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.bot.sessions.test_bug_report import session
from tests.children import run
from tests.conftest import ROOT, homes

if TYPE_CHECKING:
    from bot.sessions.store import Session

__all__ = ["session"]


@pytest.mark.posix("pseudo-terminals")
@pytest.mark.parametrize(("answer", "written"), [("\n", False), ("y\n", True)])
def test_question(session: Session, tmp_path: Path, answer: str, *, written: bool) -> None:
    """Nothing is written without the answer yes."""
    out, (master, terminal) = tmp_path / "bug.zip", os.openpty()
    os.write(master, answer.encode())
    command = [sys.executable, "-m", "bot", "sessions", "share", session.id, "-o", out]
    done = run(command, cwd=ROOT, stdin=terminal, env=os.environ | homes(tmp_path))

    assert (0, written) == (done.returncode, out.exists())
    assert f"Write {out}? [y/N]" in done.stderr
