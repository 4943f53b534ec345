"""Many puzzles in several processes that die, are killed or stopped."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from functools import partial
from typing import TYPE_CHECKING

import pytest

from bot.batch.stream import Work, answers
from bot.errors import SetupError
from tests.bot.batch.test_many import (
    NAMES,
    ONE,
    check_interrupted,
    children,
    deadly,
    is_gone,
    jsonl,
    mixed,
    raws,
    started,
    without_ms,
)
from tests.children import child, finish, signals, until

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Givens


@pytest.mark.posix("signals")
def test_worker_that_dies() -> None:
    """The puzzles of a dead worker are tried again; only the one that kills a second worker gets an error."""
    warnings: list[str] = []
    lines = [json.loads(line) for line, _ in answers(raws(*NAMES), Work(deadly), 2, warnings.append)]

    assert NAMES == [line["line"] for line in lines]
    assert ["deadly"] == [line["line"] for line in lines if "error" in line]
    assert ("unknown", "GaveUp") == (lines[300]["verdict"], lines[300]["error"]["kind"])
    assert ["died", "died again"] == [words[9:].partition(" (")[0] for words in warnings]


@pytest.mark.posix("signals")
def test_worker_that_dies_once(tmp_path: Path) -> None:
    """A puzzle that kills one worker only is answered by another."""
    warnings: list[str] = []
    once = Work(partial(deadly, seen=str(tmp_path / "seen")))
    lines = [json.loads(line) for line, _ in answers(raws(*NAMES), once, 2, warnings.append)]

    assert NAMES == [line["line"] for line in lines]
    assert [] == [line for line in lines if "error" in line]
    assert ["died"] == [words[9:].partition(" (")[0] for words in warnings]


@pytest.mark.posix("signals")
def test_workers_that_all_die() -> None:
    """If workers die before any answer, the run ends with an error."""
    with pytest.raises(SetupError, match="before anything was answered"):
        list(answers(raws(*["deadly"] * 100), Work(deadly), 2, lambda _: None))


@pytest.mark.posix("devices, signals")
@pytest.mark.parametrize("times", [1, 2])
def test_ctrl_c(tmp_path: Path, times: int) -> None:
    """Ctrl-C, once or twice, ends with 130 and keeps finished lines, even if the workers receive it, too."""
    with started(tmp_path, "--workers", "2") as process:
        workers = children(process)
        for _ in range(times):
            os.killpg(process.pid, signal.SIGINT)
            time.sleep(0.02)  # One signal that waits to be heard would swallow the next.
        check_interrupted(process, workers, tmp_path)


@pytest.mark.posix("devices, signals")
@pytest.mark.parametrize("how", signals("SIGKILL", "SIGTERM"))
def test_workers_end_with_their_parent(tmp_path: Path, how: signal.Signals) -> None:
    """No worker outlives the command, however that ends."""
    with started(tmp_path, "--workers", "2") as process:
        workers = children(process)
        process.send_signal(how)
        finish(process)

    assert len(workers) >= 2
    until(lambda: all(map(is_gone, workers)))


@pytest.mark.posix("devices")
def test_reader_that_goes_away(tmp_path: Path) -> None:
    """A reader may close the output early; no worker is left behind."""
    (tmp_path / "in.jsonl").write_text(jsonl(*[ONE] * 20_000))
    command = [sys.executable, "-m", "bot", "solve", "in.jsonl", "--workers", "2", "--json"]
    with child(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        workers = children(process)
        process.stdout.close()
        err = process.stderr.read()
        finish(process)

    assert (0, "") == (process.returncode, err)
    until(lambda: all(map(is_gone, workers)))


@pytest.mark.parametrize("command", ["explain --grade", "explain"])
def test_other_commands_have_workers(givens: Givens, command: str) -> None:
    """The other commands also have workers and read standard input."""
    single, double = (
        givens(*command.split(), "-", "--json", "--workers", count, stdin=mixed(10)) for count in ("1", "2")
    )

    assert (4, "") == (double.returncode, double.stderr)
    assert without_ms(single.stdout) == without_ms(double.stdout)
    assert 10 == len(double.stdout.splitlines())
