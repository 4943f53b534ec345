"""Processes that are killed at any time, browsers that never answer, and pages that hang, in real time."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import psutil
import pytest

from tests.bot.browser.test_faults import GUEST, begun, browser_of, driver_of, outcomes, remaining
from tests.children import finish, signals, until
from tests.conftest import homes

if TYPE_CHECKING:
    import signal
    from collections.abc import Callable
    from pathlib import Path

    from tests.children import Start

SLOWLY = ("--pace", "200")
KILLS = 20
"""How many times each process is killed, at random moments."""


@pytest.mark.parametrize("find", [browser_of, driver_of])
@pytest.mark.parametrize("number", range(KILLS))
def test_killed_at_any_time(
    start: Start, tmp_path: Path, find: Callable[[psutil.Process], psutil.Process | None], number: int
) -> None:
    """A browser or a driver that is killed at any time ends the run with a sentence, or the run had ended before."""
    run, temporary = begun(start, tmp_path, *SLOWLY, "--timeout", "60")
    process = psutil.Process(run.pid)
    until(lambda: find(process) or run.poll() is not None)
    time.sleep(random.Random(number).uniform(0, 6))  # noqa: S311 - no secret
    if (victim := find(process)) is not None:
        victim.kill()
    out, err = finish(run)

    assert run.returncode in {0, 5, 7}
    assert "Traceback" not in out + err
    assert "Exception" not in err
    assert "unfinished" not in outcomes(tmp_path)
    until(lambda: not remaining(temporary))


@pytest.mark.posix("signals")
@pytest.mark.parametrize("how", signals("SIGTERM", "SIGHUP"))
@pytest.mark.parametrize("number", range(KILLS // 2))
def test_signal_at_any_time(start: Start, tmp_path: Path, how: signal.Signals, number: int) -> None:
    """A run that is asked to end at any time says so in its session, and closes its browser."""
    run, temporary = begun(start, tmp_path, "--pace", "60000")
    time.sleep(random.Random(number).uniform(0, 4))  # noqa: S311 - no secret
    run.send_signal(how)
    out, err = finish(run)

    assert (128 + how, "") == (run.returncode, out)
    assert "Traceback" not in err
    assert set(outcomes(tmp_path)) <= {"interrupted"}
    until(lambda: not remaining(temporary))


@pytest.mark.parametrize("descriptors", [32, 64, 96])
def test_few_file_descriptors(start: Start, tmp_path: Path, descriptors: int) -> None:
    """A browser that cannot open files is given up at the time limit with a sentence."""
    command = f"ulimit -n {descriptors}; exec {sys.executable} -m bot play {GUEST} --timeout 5 --json"
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    run = start(["sh", "-c", command], **pipes, cwd=tmp_path, env=os.environ | homes(tmp_path))
    out, err = finish(run)

    assert run.returncode in {0, 5, 7}
    assert "Traceback" not in out + err
