"""Child processes and servers of tests: each ends, with its descendants, when the test ends."""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

Start = Callable[..., subprocess.Popen[str]]
"""Takes a command and the options of `subprocess.Popen`."""

PR_SET_PDEATHSIG = 1
WITHIN = 100.0
"""Seconds after which a test stops waiting, even on a slow machine; less than the time limit of a test."""


@contextmanager
def child(command: Sequence[object], **options: Any) -> Iterator[subprocess.Popen[str]]:  # noqa: ANN401 - those of `Popen`
    """Start a process in its own process group; kill the group when the block ends.

    `options` are those of `subprocess.Popen`; its pipes hold text. The process also dies with this one, and hears the
    signals that this one may ignore, as it does under `nohup`.
    """
    process = subprocess.Popen(
        list(map(str, command)),
        start_new_session=True,
        preexec_fn=_prepare if sys.platform == "linux" else None,  # noqa: PLW1509 - no thread holds a lock it needs
        **{"text": True} | options,
    )
    try:
        yield process
    finally:
        kill(process)


@contextmanager
def terminal() -> Iterator[tuple[int, bytearray]]:
    """Open a terminal; yield the end that processes write to, and what they wrote, which is all there at the end.

    It is read all the time: a terminal holds 4 KB, and then whoever writes waits.
    """
    ours, theirs = os.openpty()
    shown = bytearray()

    def read() -> None:
        with suppress(OSError):  # Raised by Linux when the last writer has closed it.
            while part := os.read(ours, 4096):
                shown.extend(part)

    reader = threading.Thread(target=read)
    reader.start()
    try:
        yield theirs, shown
    finally:
        os.close(theirs)
        reader.join(WITHIN)
        os.close(ours)


@contextmanager
def display(*options: object) -> Iterator[str]:
    """Start a screen that nobody sees, with options of Xvfb; return its name for `DISPLAY`."""
    if shutil.which("Xvfb") is None:
        pytest.skip("there is no Xvfb here")
    read, write = os.pipe()
    with child(["Xvfb", "-displayfd", write, *options], pass_fds=[write], stderr=subprocess.DEVNULL):
        yield f":{os.read(read, 9).decode().strip()}"


def kill(process: subprocess.Popen[Any]) -> None:
    """Kill a process and its group, wait for its end, and close its pipes."""
    if sys.platform != "win32":
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()


def run(
    command: Sequence[object],
    *,
    input: str | None = None,  # noqa: A002 - as `subprocess.run` calls it
    timeout: float = WITHIN,
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


def signals(*names: str) -> list[signal.Signals]:
    """Return the signals of some names that this system has."""
    return [signal.Signals[name] for name in names if name in signal.Signals.__members__]


def until(condition: Callable[[], object]) -> None:
    """Wait until a condition is true; fail if it never is."""
    end = time.monotonic() + WITHIN
    while not condition():
        assert time.monotonic() < end, "this never happens"
        time.sleep(0.02)


def finish(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Wait until a process ends, and return its stdout and stderr; fail if it never ends."""
    return process.communicate(timeout=WITHIN)


@contextmanager
def serving(answer: Callable[[BaseHTTPRequestHandler], None]) -> Iterator[str]:
    """Answer requests on this machine; yield the host and the port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answer(self)

        do_POST = do_GET  # noqa: N815 - as the server calls it

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{server.server_port}"
        server.shutdown()


def _prepare() -> None:
    """Hear the signals that end a program, and die with the parent."""
    if sys.platform == "linux":
        for number in (signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
