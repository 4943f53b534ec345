"""What commands write: lines for scripts, what is being done for people, one exit code for several targets."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from rich.console import RenderableType

    from solvers import GivensError

NEEDS_HUMAN = 6
DIFFERENT = 8
"""The code of several targets that failed in different families."""
SHOW_EVERY = 0.2
"""Seconds between two looks at how much is done: more would cost more than a small puzzle."""


def joint(codes: Iterable[int]) -> int:
    """Return the code of several targets: 6 if any needs a human, else the one on which all failures agree, else 8."""
    failed = {code for code in codes if code}
    if NEEDS_HUMAN in failed:
        return NEEDS_HUMAN
    return next(iter(failed), 0) if len(failed) <= 1 else DIFFERENT


def wait() -> None:
    """Wait for Enter, or for Ctrl-C, which is as good here."""
    if sys.stdin.isatty():
        with suppress(KeyboardInterrupt):
            sys.stdin.readline()


def teller(*, as_json: bool) -> Callable[[str], None]:
    """Return what tells people a sentence, on stderr where stdout is for a script."""
    from rich.text import Text

    from bot.draw.show import err, out

    return lambda words: (err if as_json else out).print(Text(words))


@contextmanager
def status() -> Iterator[Callable[[str], None]]:
    """Show on a terminal what is being done; yield the function that is told."""
    if not sys.stderr.isatty():
        yield lambda _words: None
        return
    from rich.spinner import Spinner

    spinner = Spinner("dots")
    with _below(spinner):
        yield lambda words: spinner.update(text=words)


@dataclass(frozen=True)
class Shown:
    """What shows how much is done: told when one more is, and what is being done now."""

    advance: Callable[[], None]
    tell: Callable[[str], None]


@contextmanager
def progress(doing: str, total: int | None, *, done: int = 0) -> Iterator[Shown]:
    """Show on a terminal how much is done, how fast, and how long the rest takes; `done` was done before."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    task = progress.add_task(doing, total=total, completed=done, rate="")

    due = 0.0

    def advance() -> None:
        nonlocal done, due
        done += 1
        if time.monotonic() >= due:
            due = time.monotonic() + SHOW_EVERY
            speed = progress.tasks[task].speed
            progress.update(task, completed=done, rate="" if speed is None else f"{speed:.3g}/s")

    with _below(progress):
        yield Shown(advance, lambda words: progress.update(task, description=words))


@contextmanager
def _below(shown: RenderableType) -> Iterator[None]:
    """Show something on a terminal, below whatever is printed meanwhile; nothing in a pipe."""
    from rich.live import Live

    from bot.draw.show import err, out

    if not err.is_terminal:
        yield
        return
    # What is printed goes through the display only if both share a screen: it must reach its pipe or file.
    same = sys.stdout.isatty()
    with Live(shown, console=err, refresh_per_second=10, transient=True, redirect_stdout=same) as live:
        if same:
            out.push_render_hook(live)
        try:
            yield
        finally:
            if same:
                out.pop_render_hook()


@contextmanager
def writer(out: Path | None, *, as_json: bool) -> Iterator[Callable[[dict[str, Any]], None] | None]:
    """Yield what writes lines, to stdout or to a file that is there once it is whole; None if people are to be told."""
    if out is None:
        yield print_json if as_json else None
        return
    from bot.json_line import json_line

    with text_writer(out) as write:
        yield lambda value: write(json_line(value))


@contextmanager
def text_writer(out: Path | None, *, append: bool = False) -> Iterator[Callable[[str], None]]:
    """Yield what writes lines that are JSON already, to stdout or to a file that is there once it is whole.

    Until then they stand in `OUT.partial`, so that what was done before an end of any kind is not lost, and does not
    pass for the whole; `append` goes on with it.
    """
    if out is None:
        yield lambda line: print(line, flush=True)  # noqa: T201
        return
    import os

    from bot.errors import SetupError, writing

    out = out.resolve()
    special = out.exists() and not out.is_file()
    if out.is_dir() or not os.access(out if out.exists() else out.parent, os.W_OK):
        msg = f"{out} cannot be written"
        raise SetupError(msg)
    to = out if special else out.with_name(f"{out.name}.partial")
    with writing(out):
        file = to.open("a" if append else "w", encoding="utf-8", errors="backslashreplace", buffering=1)

    def write(line: str) -> None:
        with writing(out):
            print(line, file=file)

    try:
        yield write
    finally:
        with writing(out):
            file.close()
    if not special:
        with writing(out):
            to.replace(out)


def tidy_up(recorded: Path | None) -> None:
    """Apply the limits of the settings once something was recorded, and tell it; what hinders that fails nothing."""
    if recorded is None:
        return
    from bot.sessions.prune import tidy
    from solvers import GivensError

    try:
        removed = tidy()
    except GivensError as error:
        from bot.draw import show

        show.warning(str(error))
        return
    if removed:
        from rich.filesize import decimal
        from rich.text import Text

        from bot.draw.show import err

        many = "session was" if len(removed) == 1 else "sessions were"
        words = f"{len(removed)} old {many} removed ({decimal(sum(one.size for one in removed))})"
        err.print(Text(f"note: {words}; what to keep is set in [sessions] of config.toml", "dim"))


def print_json(value: dict[str, Any]) -> None:
    """Print facts as one JSON line."""
    from bot.json_line import json_line

    print(json_line(value), flush=True)  # noqa: T201


def tell_error(error: GivensError, *, as_json: bool) -> None:
    from bot.draw import show
    from bot.play.result import error_facts

    if as_json:
        print_json(error_facts(error))
    show.error(error)
