"""Child processes of tests: each is killed, with all that it has started, when the test ends."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

PR_SET_PDEATHSIG = 1


@contextmanager
def child(command: Sequence[str | Path], **options: Any) -> Iterator[subprocess.Popen[str]]:  # noqa: ANN401 - those of `Popen`
    """Start a process that leads a process group of its own; kill the group when the block ends.

    `options` are those of `subprocess.Popen`; its pipes hold text. The process also dies with this one.
    """
    process = subprocess.Popen(
        [str(word) for word in command],
        start_new_session=True,
        preexec_fn=_die_with_parent if sys.platform == "linux" else None,  # noqa: PLW1509 - no thread holds a lock it needs
        **{"text": True} | options,
    )
    try:
        yield process
    finally:
        kill(process)


def kill(process: subprocess.Popen[Any]) -> None:
    """Kill a process and its group, wait for its end, and close its pipes."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()


def run(
    command: Sequence[str | Path],
    *,
    input: str | None = None,  # noqa: A002 - as `subprocess.run` calls it
    timeout: float = 100,
    check: bool = False,
    **options: Any,  # noqa: ANN401 - those of `Popen`
) -> subprocess.CompletedProcess[str]:
    """Run a process to its end and capture its output; on any failure kill it with its group."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with child(command, **pipes | options) as process:
        out, err = process.communicate(input, timeout)
    done = subprocess.CompletedProcess(process.args, process.returncode, out, err)
    if check:
        done.check_returncode()
    return done


def _die_with_parent() -> None:
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
