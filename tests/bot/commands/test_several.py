"""Several targets: played in order, and printed as a table."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.conftest import FIXTURES

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Givens

ODD = FIXTURES / "linkedin_tango" / "odd_board"
SMALL = FIXTURES / "brainbashers_three_in_a_row" / "table_2022_6"


def test_in_their_order(givens: Givens, tmp_path: Path) -> None:
    """Each target has its own line, in order, and its own session; failures do not affect others."""
    done = givens("play", SMALL, "./nowhere", ODD, "--json")
    lines = [json.loads(line) for line in done.stdout.splitlines()]

    assert 8 == done.returncode
    assert [(str(SMALL), True), ("./nowhere", None), (str(ODD), None)] == [
        (line["target"], line.get("accepted")) for line in lines
    ]
    assert [None, "UsageError", "ReadError"] == [line.get("error", {}).get("kind") for line in lines]
    assert {line["session"] for line in lines if "session" in line} == {
        str(path) for path in (tmp_path / "sessions").iterdir() if path.is_dir()
    }
    assert "error: there is no file or folder nowhere" == done.stderr.strip()


def test_table(givens: Givens) -> None:
    """Many targets are printed as a table with results and seconds, without boards; errors go to stderr."""
    done = givens("play", SMALL, "./nowhere", "./nothing", "--no-record", COLUMNS="300")
    head, *rows = [line.split() for line in done.stdout.splitlines()]

    assert 2 == done.returncode
    assert ["puzzle", "result", "seconds"] == head
    assert [[str(SMALL), "done"], ["./nowhere", "failed"], ["./nothing", "failed"]] == [row[:2] for row in rows]
    assert 0 < float(rows[0][-1])
    assert "there is no file or folder nothing" in done.stderr
