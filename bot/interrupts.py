"""Ctrl-C that strikes in the middle of Z3: Python loses what a finalizer raises, and what is half made complains."""

from __future__ import annotations

import _thread
import sys
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def ended_by_ctrl_c() -> Iterator[None]:
    """Let no Ctrl-C inside be lost, and nothing that it leaves half made complain; for the outermost of a process."""
    sys.unraisablehook = _again
    try:
        yield
    except BaseException:
        # What was under way is dropped with the exception, which is after this.
        sys.unraisablehook = lambda _: None
        raise


def _again(lost: sys.UnraisableHookArgs) -> None:
    """Press Ctrl-C once more where a finalizer was struck by it."""
    if lost.exc_type is KeyboardInterrupt:
        # A moment later: now it would only interrupt this.
        Timer(0.01, _thread.interrupt_main).start()
    else:
        sys.__unraisablehook__(lost)
