"""BrainBashers: squares that no layout knows."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests import FIXTURES

if TYPE_CHECKING:
    from pathlib import Path

    from tests.command import Givens


@pytest.mark.posix("links")
def test_unknown_squares_are_read_by_their_looks(givens: Givens, tmp_path: Path) -> None:
    """Where no layout knows the squares, they are guessed: kind, address and the words of success are known."""
    folder = tmp_path / "brainbashers_three_in_a_row" / "varied"
    folder.mkdir(parents=True)
    (tmp_path / "_replica").symlink_to(FIXTURES / "_replica")
    base = str(FIXTURES / "brainbashers_three_in_a_row" / "2026_plain")
    looks = {"snippets": {"letter": {"1": "●", "0": "○", "blank": ""}}}
    (folder / "fixture.json").write_text(json.dumps({"v": 1, "extends": base, "replica": looks}))

    done = givens("play", folder, "--no-record", "--trust", "--json")
    line = json.loads(done.stdout)
    assert "error" not in line, line

    assert ("guessed", True) == (line["layout"], line["accepted"])
    assert line["said"].startswith("Puzzle Solved")
