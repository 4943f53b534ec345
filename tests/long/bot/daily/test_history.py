"""Test the history: its rows, damaged files, and several processes."""

from __future__ import annotations

import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from bot.daily.history import History
from tests.bot.daily.test_history import DAY, DONE, file
from tests.children import finish
from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.children import Start

__all__ = ["file"]


WRITER = """
import sys
from datetime import date, timedelta
from pathlib import Path
from bot.daily.history import History
with History(Path(sys.argv[1])) as history:
    for number in range(int(sys.argv[3])):
        history.note(sys.argv[2], "", date(2020, 1, 1) + timedelta(days=number), {"accepted": True})
        print(number, flush=True)
"""


@pytest.mark.posix("signals")
def test_two_processes(start: Start, file: Path) -> None:
    """Two processes that create a history together and write to it lose nothing, not even where one is killed."""

    def writer(site: str, rows: int) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", WRITER, file, site, str(rows)]
        return start(command, stdout=subprocess.PIPE, cwd=ROOT)

    killed, other = writer("tango", 100_000), writer("queens", 50)
    assert killed.stdout is not None
    days = [killed.stdout.readline() for _ in range(20)]
    killed.send_signal(signal.SIGKILL)
    days += killed.stdout.readlines()
    finish(other)

    with History(file) as history:
        kept = len(history.plays(["tango"]))
        history.note("tango", "", DAY, DONE)

        assert len(days) <= kept <= len(days) + 1
        assert [0, 50, kept + 1] == [other.returncode, *(len(history.plays([site])) for site in ("queens", "tango"))]
