"""New puzzles that cost much, and commands that are interrupted while they make them."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from solvers import generate, load, shared_form
from solvers._core.model.turns import turned
from tests.bot.commands.test_cli import lines
from tests.children import child, finish, until

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Givens


@pytest.mark.posix("signals")
def test_interrupted(tmp_path: Path) -> None:
    """Ctrl-C ends with 130 and keeps the puzzles made before."""
    command = [sys.executable, "-m", "bot", "generate", "tango", "--count", "100000", "-o", "many.jsonl"]
    partial = tmp_path / "many.jsonl.partial"
    with child(command, stderr=subprocess.PIPE, cwd=tmp_path) as process:
        until(lambda: partial.exists() and "\n" in partial.read_text())
        process.send_signal(signal.SIGINT)
        _, err = finish(process)

    assert (130, "interrupted\n") == (process.returncode, err)
    made = [json.loads(line) for line in partial.read_text().splitlines()]
    assert [made[0]["seed"] + at for at in range(len(made))] == [line["seed"] for line in made]


def test_no_two_new_puzzles_are_equal(givens: Givens) -> None:
    """A board of 2×2 has two puzzles that are not the same if turned; a third one is given up."""
    done = givens("generate", "three_in_a_row", "--size", "2", "--count", "3", "--seed", "1", "--json")
    first, second, third = lines(done)

    assert 4 == done.returncode
    assert shared_form(load(first["puzzle"])) != shared_form(load(second["puzzle"]))
    assert "puzzles in a row equal earlier ones" in third["error"]["message"]


@pytest.mark.parametrize("kind", ["tango", "skyscrapers", "nonogram", "queens", "patches"])
def test_shared_form(kind: str) -> None:
    """A puzzle has the same form however it is turned, and another one has not."""
    first, second = (generate(kind, (4, 4), seed=seed).puzzle for seed in (1, 2))

    assert 1 == len({shared_form(turned(first, turn)) for turn in range(8)})
    assert shared_form(first) != shared_form(second)


@pytest.mark.parametrize(
    "wanted",
    [
        "tango --size 4 --grades 1-2 --count 4",
        "three_in_a_row --size 2 --count 3",
        "tango --count 1",
    ],
)
def test_workers_make_the_same_puzzles(givens: Givens, wanted: str) -> None:
    """Several workers make what one makes, in the same order; what is impossible is said as by one."""
    alone, together = (
        [line | {"ms": {}} for line in lines(givens("generate", *wanted.split(), "--seed", "3", "--json", *more))]
        for more in ([], ["--workers", "2"])
    )
    impossible = givens("generate", "tango", "--size", "99", "--workers", "2")

    assert alone == together
    assert "error: a new tango has 1 to 16 rows and columns, not 99 and 99\n" == impossible.stderr
