"""Signals that end a command: SIGTERM and SIGHUP are handled like Ctrl-C."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED = 128 + signal.SIGINT
"""The exit code after Ctrl-C."""
ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that end a command like Ctrl-C; Windows has only the first."""

_received: list[int] = []
"""The signals of `ENDING` that have arrived."""


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Handle SIGTERM and SIGHUP like Ctrl-C during the block, unless they are handled or ignored already."""
    handled = []
    if threading.current_thread() is threading.main_thread():
        handled = [number for number in ENDING if signal.getsignal(number) is signal.SIG_DFL]
    for number in handled:
        signal.signal(number, _as_ctrl_c)
    try:
        yield
    finally:
        for number in handled:
            signal.signal(number, signal.SIG_DFL)


def _as_ctrl_c(number: int, frame: FrameType | None) -> None:
    """Run the handler of Ctrl-C; raise `KeyboardInterrupt` if it has none."""
    _received.append(number)
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler):
        raise KeyboardInterrupt
    handler(signal.SIGINT, frame)


def ended_by_signal() -> bool:
    """Return whether a signal other than Ctrl-C has arrived."""
    return bool(_received)


def exit_code() -> int:
    """Return the exit code of a command that was interrupted: 128 and the number of the signal."""
    return 128 + _received.pop() if _received else INTERRUPTED
