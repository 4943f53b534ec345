"""Output of commands: JSON lines for scripts, progress for people, and one exit code for several targets."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import RenderableType

    from bot.batch.resume import Output

NEEDS_HUMAN = 6
DIFFERENT = 8
"""The exit code of several targets with failures of different families."""


def joint_exit_code(codes: Iterable[int]) -> int:
    """Return the exit code of several targets: 6 if any needs a human, the common code of all failures, else 8."""
    failed = {code for code in codes if code}
    if NEEDS_HUMAN in failed:
        return NEEDS_HUMAN
    return next(iter(failed), 0) if len(failed) <= 1 else DIFFERENT


def wait() -> None:
    """Wait for Enter or Ctrl-C."""
    if sys.stdin.isatty():
        with suppress(KeyboardInterrupt):
            sys.stdin.readline()


@contextmanager
def status() -> Iterator[Callable[[str], None]]:
    """Show the current activity on a terminal; yield the function that sets it."""
    if not sys.stderr.isatty():
        yield lambda _message: None
        return
    from rich.spinner import Spinner
    from rich.text import Text

    spinner = Spinner("dots")
    with _below(spinner):
        yield lambda message: spinner.update(text=Text(message))


@contextmanager
def progress(
    activity: str, total: int | None, *, done: int = 0
) -> Iterator[tuple[Callable[[], None], Callable[[str], None]]]:
    """Show a progress bar on a terminal, with rate and remaining time; `done` of the total were done before.

    Yield what counts one more as done, and what sets the current activity.
    """
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text("" if task.speed is None else f"{task.speed:.3g}/s")

    words = TextColumn("{task.description}", markup=False)
    progress = Progress(words, BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    task = progress.add_task(activity, total=total, completed=done)
    with _below(progress):
        yield lambda: progress.advance(task), lambda message: progress.update(task, description=message)


@contextmanager
def _below(shown: RenderableType) -> Iterator[None]:
    """Show a status on a terminal, below other output; show nothing in a pipe."""
    from rich.live import Live

    from bot.draw.terminal import err, out

    if not err.is_terminal:
        yield
        return
    # Output goes through the live display only if both share a screen; else it must reach its pipe or file.
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
def writer(
    out: Path | None, *, as_json: bool, force: bool = False, inputs: Sequence[str] = ()
) -> Iterator[Callable[[dict[str, Any]], None] | None]:
    """Yield a function that writes JSON lines to stdout or a file; None to print for people instead."""
    if out is None:
        yield print_json if as_json else None
        return
    from bot.batch.resume import output
    from bot.json_file import json_line
    from bot.record.output import Replacing

    with output(out, Replacing(force, inputs)) as lines_out:
        yield lambda value: lines_out.write(json_line(value), int("error" in value))
    print_written(out, lines_out)


def print_written(out: Path, written: Output) -> None:
    """Print how many lines are in a new file, and the first error among them."""
    from bot.draw.terminal import note

    lines = written.codes.total()
    errors = lines - written.codes[0]
    count = f"{lines} line{'' if lines == 1 else 's'}"
    failed = f", {errors} error{'' if errors == 1 else 's'}" if errors else ""
    note(f"wrote {out}: {count}{failed}", "dim")
    if written.reason:
        note(f"the first error: {written.reason}", "red")


def tidy_up(recorded: Path | None) -> None:
    """Prune old sessions by the configured limits after a recording; a failure is only a warning."""
    if recorded is None:
        return
    from bot.sessions.prune import tidy
    from solvers import GivensError

    try:
        removed = tidy()
    except GivensError as error:
        from bot.draw.terminal import warning

        warning(str(error))
        return
    if removed:
        from rich.filesize import decimal

        from bot.draw.terminal import note

        size = decimal(sum(surplus.size for surplus in removed))
        note(f"note: old sessions removed: {len(removed)} ({size}); the limits are in [sessions] of config.toml", "dim")


def say(text: str, *, to_stderr: bool = False) -> None:
    """Print lines for people, with the control characters shown that a name or a file may hold."""
    from scrapers import clean

    print(clean(text, lines=True), file=sys.stderr if to_stderr else sys.stdout)


def confirm(question: str, command: str, *, yes: bool) -> bool:
    """Return whether a person agrees, by --yes or now; without a terminal, raise `UsageError` with the command."""
    from bot.errors import UsageError

    if not yes and not sys.stdin.isatty():
        raise UsageError("without a terminal, --yes is required", command=command)
    return yes or click.confirm(question, err=True)


def print_json(value: dict[str, Any]) -> None:
    """Print facts as one JSON line."""
    from bot.json_file import json_line

    print(json_line(value), flush=True)  # noqa: T201


def emit(facts: dict[str, Any], words: str, *, as_json: bool) -> None:
    """Print facts for a script, or words for people."""
    if as_json:
        print_json(facts)
    else:
        say(words)
