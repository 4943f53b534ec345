"""What can go wrong around the browser; the whole tree is drawn in `solvers/_errors.py`."""

from __future__ import annotations

from solvers import GivensError


class SetupError(GivensError):
    """Something that a run needs is missing on this machine; `command` says what to type."""

    EXIT = 7


class Busy(SetupError):
    """Another run holds what only one may have."""

    RETRY = True


class EnterError(GivensError):
    """The page did not end up showing, or accepting, the solution."""

    EXIT = 5


class PageGone(EnterError):
    """The page, its network or its browser stopped answering."""

    RETRY = True


class UsageError(GivensError):
    """What was asked for does not exist or does not go together."""

    EXIT = 2


class SessionError(UsageError):
    """A session that was asked for is missing, damaged, foreign or of a newer version."""


def first_line(error: Exception) -> str:
    """Return the first line of an error's text: the call logs below it do not help a reader."""
    return str(error).strip().partition("\n")[0]
