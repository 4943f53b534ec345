"""Errors around the browser and the command line; `solvers/_core/model/errors.py` shows the whole tree."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import click

from bot.files import is_own
from solvers import GivensError, kind_like, nearest, nearest_kind

MAX_NAME = 60
"""Characters of an unknown name in a message."""
MAX_LISTED = 10
"""How many of many names a message lists."""
NOT_SHOWN = "the page does not show it any more"
"""What has become of an element that a page has removed, as the end of a sentence."""
MEANINGS = {
    "has been closed": "its tab or the browser was closed",
    "crashed": "its tab has crashed",
    "context was destroyed": "its tab went on to another page",
    "etached": "the page has removed the frame it stood in",
    "not attached": "the page has removed it",
    "Timeout": NOT_SHOWN,
}
"""What Playwright's errors say of a page, by a part of their text."""


class SetupError(GivensError):
    """Something that a run needs is missing on this machine; `command` is the command that helps."""

    EXIT = 7


class Busy(SetupError):
    """Another run holds a resource that only one run may use."""

    RETRY = True


class EnterError(GivensError):
    """The page did not end up showing, or accepting, the solution."""

    EXIT = 5


class PuzzleChanged(EnterError):
    """The page has changed its puzzle since it was read."""


class PageGone(EnterError):
    """The page, its network or its browser stopped answering; or the site answered with a status such as 404."""

    RETRY = True

    def __init__(self, message: str, *, command: str | None = None, status: int | None = None) -> None:
        """Make the error; `status` is that of the site's answer, if it gave one."""
        super().__init__(message, command=command)
        self.status = status

    def details(self) -> dict[str, object]:
        """Return the status of the site's answer, if it gave one."""
        return {} if self.status is None else {"status": self.status}


class UsageError(GivensError):
    """The user asked for something that does not exist, or for options that exclude each other."""

    EXIT = 2


class SessionError(UsageError):
    """The session is missing, damaged, of another program, or of a newer version."""


@contextmanager
def writing(place: object, done: str = "written") -> Iterator[None]:
    """Raise `SetupError` for an `OSError` in the block; `place` is what cannot be written, or `done` otherwise."""
    try:
        yield
    except OSError as error:
        raise SetupError(f"{place} cannot be {done}: {error.strerror}") from None


@contextmanager
def reading(place: object) -> Iterator[None]:
    """Raise `UsageError` for an `OSError` or a wrong character in the block; `place` is what cannot be read."""
    try:
        yield
    except FileNotFoundError as error:
        raise UsageError(f"there is no file {error.filename or place}") from None
    except OSError as error:
        raise UsageError(f"{error.filename or place} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{place} is not UTF-8") from None


@contextmanager
def held(path: Path, busy: str) -> Iterator[None]:
    """Hold the lock on a file, which ends with its process; raise `Busy` with these words if another process holds it.

    Raise `SetupError` if the file cannot be made, or if another one is there, which locking would empty.
    """
    from filelock import FileLock, Timeout

    if os.path.lexists(path) and not (is_own(path) and not path.stat().st_size):
        command = shlex.join(["mv", str(path), f"{path}.mine"])
        raise SetupError(f"{path} is not a lock of givens, so it stays unchanged", command=command)
    lock = FileLock(path, timeout=0)
    with writing(path):
        try:
            lock.acquire()
        except Timeout:  # Which is an `OSError`, too.
            raise Busy(busy) from None
    try:
        yield
    finally:
        lock.release()


def kind_named(name: str) -> str:
    """Return the puzzle kind that people call by a name; raise `UsageError` with the nearest one."""
    return kind_like(name) or unknown("kind", name, [], "givens kinds", near=nearest_kind(name))


def unknown(what: str, name: str, known: Iterable[str], command: str, *, near: str = "") -> NoReturn:
    """Raise `UsageError` for an unknown name: suggest the nearest, and the command that lists them."""
    near = near or nearest(name, known)
    hint = f"; did you mean {near}?" if near else ""
    name = name if len(name) <= MAX_NAME else f"{name[:MAX_NAME]}…"
    raise UsageError(f"no {what} is named {name!r}{hint}", command=command)


def listed(names: Sequence[str], most: int = MAX_LISTED) -> str:
    """Return names as a list in words; a long list is cut to its first names."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return f"{', '.join(names[:most])}{more}"


def meaning(error: Exception) -> str:
    """Return what an error of Playwright's says of a page, as the end of a sentence, or its first line."""
    line = first_line(error)
    return next((words for part, words in MEANINGS.items() if part in line), line)


def command_line(program: str, *arguments: object, options: Iterable[str] = ()) -> str:
    """Return a command as a user can paste it into a shell; arguments that begin with a dash come last.

    >>> command_line("givens read", "https://example.com/p?a=1&b=2", options=["--guess"])
    "givens read 'https://example.com/p?a=1&b=2' --guess"
    """
    words = [str(argument) for argument in arguments]
    ends = ["--"] if any(word.startswith("-") for word in words) else []
    return shlex.join([*program.split(), *([*options, *ends, *words] if ends else [*words, *options])])


def again(program: str, *arguments: object, options: Sequence[str] = ()) -> str:
    """Return a command that also repeats the options of the running command, as far as it has them.

    The caller says how the site is chosen.
    """
    given: list[str] = []
    if context := click.get_current_context(silent=True):
        other: Any = context.find_root().command
        for word in program.split()[1:]:
            other = other.get_command(context, word)
        names = {each.name for each in other.params} - {"site", "guess"}
        names -= set() if "--guess" in options else {"kind", "success"}
        names -= {"" if any(Path(str(each)).is_dir() for each in arguments) else "trust"}
        words = sys.argv[len(context.command_path.split()) :]
        values, _, order = context.command.make_parser(context).parse_args(words)
        for option in dict.fromkeys(order):
            if isinstance(option, click.Option) and option.name in names and not {*option.opts} & {*options}:
                value = values[option.name]
                name = (option.opts if value else option.secondary_opts)[-1]
                for each in value if option.multiple else [value]:
                    given += [name] if option.is_flag else [name, each]
    return command_line(program, *arguments, options=[*options, *given])


def first_line(error: Exception) -> str:
    """Return the first line of an error's message, without Playwright's call log below it."""
    return str(error).strip().partition("\n")[0]
