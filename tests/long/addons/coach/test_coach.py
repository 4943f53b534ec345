"""The coach as a command, in a window on a screen that nobody sees."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.children import WITHIN, display
from tests.conftest import FIXTURES, ROOT, homes

if TYPE_CHECKING:
    from pathlib import Path

    from tests.children import Start


@pytest.mark.posix("a virtual screen, signals")
@pytest.mark.parametrize(("how", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 0)])
def test_the_command_ends(start: Start, tmp_path: Path, how: signal.Signals, code: int) -> None:
    """Ctrl-C ends the command well, any other signal with its own exit code; the panel is open until then."""
    with display() as screen:
        command = [sys.executable, "-m", "bot", "coach", FIXTURES / "linkedin_tango" / "guest"]
        environment = os.environ | homes(tmp_path) | {"DISPLAY": screen}
        process = start(command, stdout=subprocess.PIPE, cwd=ROOT, env=environment)
        assert process.stdout is not None
        assert process.stdout.readline().startswith("coaching https://www.linkedin.com/")
        process.send_signal(how)

        assert code == process.wait(WITHIN)
