"""Saved pages of no known site: every command that takes one."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from tests.bot.play.test_saved_pages import saved

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Givens

__all__ = ["saved"]


def test_plain_page_is_taken(givens: Givens, saved: Path) -> None:
    """A local page is drawn, captured and probed; its draft is tried by reading it, in a command that can be pasted."""
    name = f"./{saved.name}"

    assert 0 == givens("draw", name, "--guess", "-o", "board.svg").returncode
    assert 0 == givens("sites", "capture", name, "--guess", "-o", "captured").returncode
    assert 0 == givens("read", "captured", "--guess").returncode
    assert 0 == givens("sites", "probe", name).returncode
    done = givens("sites", "new", name, "-o", "my site")
    (tried,) = (line.removeprefix("try: ") for line in done.stdout.splitlines() if line.startswith("try: "))
    assert 0 == done.returncode, done.stderr
    assert ["givens", "read", name, "--site", "my site/saved_sudoku.py"] == shlex.split(tried)
