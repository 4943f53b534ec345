"""Ctrl-C during native calls: Python drops an exception that is raised inside a finalizer or a callback."""

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
    """Repeat a Ctrl-C that Python drops, and hide what half-finished objects report afterwards.

    For the outermost block of a process.
    """
    sys.unraisablehook = _repeat
    try:
        yield
    except BaseException:
        # Half-finished objects are destroyed with the exception, after this block.
        sys.unraisablehook = lambda _: None
        raise


def _repeat(unraisable: sys.UnraisableHookArgs) -> None:
    """Interrupt the main thread again if a finalizer swallowed a Ctrl-C."""
    if unraisable.exc_type is KeyboardInterrupt:
        # Not at once: that would interrupt this hook.
        Timer(0.01, _thread.interrupt_main).start()
    else:
        sys.__unraisablehook__(unraisable)
