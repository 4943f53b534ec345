"""Several targets: played in several processes, in order, printed as a table, and interrupted."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from bot.browser.launch import find
from tests.children import child, finish, until
from tests.conftest import FIXTURES, homes
from tests.tiers import first

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Playwright

    from tests.conftest import Givens

GUEST = FIXTURES / "linkedin_tango" / "guest"
ODD = FIXTURES / "linkedin_tango" / "odd_board"
SMALL = FIXTURES / "brainbashers_three_in_a_row" / "table_2022_6"
DEADLY = """#!/bin/sh
mkdir dead 2>/dev/null && kill -9 $(cut -d ' ' -f 4 /proc/$PPID/stat)
exec {} "$@"
"""
"""A browser whose first start kills the process that started its driver."""


def test_in_their_order(givens: Givens, tmp_path: Path) -> None:
    """Each target has its own line, in order, and its own session; failures do not affect others."""
    done = givens("play", SMALL, "./nowhere", ODD, "--parallel", "2", "--json")
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


@pytest.mark.parametrize("options", first([[], ["--parallel", "2"]]))
def test_table(givens: Givens, options: list[str]) -> None:
    """Many targets are printed as a table with results and seconds, without boards; errors go to stderr."""
    done = givens("play", SMALL, "./nowhere", "./nothing", "--no-record", *options, COLUMNS="300")
    head, *rows = [line.split() for line in done.stdout.splitlines()]

    assert 2 == done.returncode
    assert ["puzzle", "result", "seconds"] == head
    assert [[str(SMALL), "done"], ["./nowhere", "failed"], ["./nothing", "failed"]] == [row[:2] for row in rows]
    assert 0 < float(rows[0][-1])
    assert "there is no file or folder nothing" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([GUEST, "tango"], "--parallel needs fixtures, and tango is not one: a real site gets one page at a time"),
        ([GUEST, "--watch"], "--watch cannot be used with --parallel"),
    ],
)
def test_refused(givens: Givens, tmp_path: Path, arguments: list[str], words: str) -> None:
    """A real site, and --watch, allow one page at a time: nothing is started."""
    done = givens("play", *arguments, "--parallel", "2")

    assert (2, "") == (done.returncode, done.stdout)
    assert words in done.stderr
    assert not (tmp_path / "sessions").exists()


@pytest.mark.posix("file modes, shell scripts")
@pytest.mark.long("of several processes")
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="what kills is found in /proc")
def test_process_that_dies(givens: Givens, playwright: Playwright, tmp_path: Path) -> None:
    """What a process played that dies is played again by another one."""
    browser = tmp_path / "browser"
    browser.write_text(DEADLY.format(find(playwright, os.environ.get("GIVENS_BROWSER")).path))
    browser.chmod(0o755)

    done = givens("play", SMALL, SMALL, SMALL, "--parallel", "2", "--json", "--browser", browser)
    lines = [json.loads(line) for line in done.stdout.splitlines()]

    assert 0 == done.returncode
    assert [True, True, True] == [line["accepted"] for line in lines]


@pytest.mark.posix("signals")
@pytest.mark.long("of several processes")
def test_interrupted(tmp_path: Path) -> None:
    """Ctrl-C ends all processes: finished targets have their lines, and the other sessions are interrupted."""
    command = [sys.executable, "-m", "bot", "play", "./nowhere", GUEST, GUEST, "--parallel", "2", "--pace", "300"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with child([*command, "--json"], **pipes, env=os.environ | homes(tmp_path), cwd=tmp_path) as process:
        until(
            lambda: (
                2 == sum('"event": "input"' in path.read_text() for path in tmp_path.glob("sessions/*/events.jsonl"))
            )
        )
        os.killpg(process.pid, signal.SIGINT)  # As a terminal does.
        out, err = finish(process)
    sessions = [json.loads(path.read_text())["outcome"] for path in tmp_path.glob("sessions/*/session.json")]

    assert (130, ["interrupted", "interrupted"]) == (process.returncode, sessions)
    assert ["./nowhere"] == [json.loads(line)["target"] for line in out.splitlines()]
    assert "Traceback" not in err
