"""What can go wrong around the browser; the whole tree is drawn in `solvers/_core/errors.py`."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

from solvers import GivensError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


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


@contextmanager
def writing(place: object) -> Iterator[None]:
    """Turn what the disk refuses inside into a `SetupError` that names what cannot be written."""
    try:
        yield
    except OSError as error:
        msg = f"{place} cannot be written: {error.strerror}"
        raise SetupError(msg) from None


def unknown(what: str, name: str, known: Iterable[str], also: Iterable[str] = ()) -> NoReturn:
    """Raise the error of a name that nothing has: with the nearest, of these or of other words for them, and all."""
    from difflib import get_close_matches

    names = list(known)
    near = get_close_matches(name, [*names, *also], n=1)
    meant = f"is it {near[0]}? " if near else ""
    msg = f"no {what} is called {name!r}; {meant}{what}s are {', '.join(names)}"
    raise UsageError(msg, command=f"givens {what}s")


def first_line(error: Exception) -> str:
    """Return the first line of an error's text: the call logs below it do not help a reader."""
    return str(error).strip().partition("\n")[0]
