"""Options and machinery of commands that answer many puzzles: workers, output and progress."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import click

from bot import addon
from bot.batch.lines import raw_entries
from bot.batch.resume import origin_of, output
from bot.batch.sources import Sources
from bot.batch.stream import Work, answers, spread
from bot.commands import _show
from bot.commands._options import JSON, OUT, PUZZLES, collect_options, option
from bot.commands._output import joint_exit_code, print_written, progress
from bot.draw.terminal import err, warning
from bot.record.output import Replacing, is_special

if TYPE_CHECKING:
    from bot.batch.lines import InputPuzzle, RawEntry
    from bot.batch.stream import Answer, Line
    from solvers import Puzzle


@dataclass(frozen=True, kw_only=True)
class Many(Sources):
    """The options that commands on many puzzles share."""

    out: Path | None
    force: bool
    as_json: bool
    workers: int | None
    resume: bool
    cluster: str | None
    cluster_tls: Path | None

    def for_people(self) -> bool:
        """Return whether to print for people, not lines; raises `UsageError` for an option that needs lines."""
        if self.out is not None or self.as_json:
            return False
        for name in ("workers", "resume", "cluster"):
            _refuse(getattr(self, name), f"--{name} needs JSON output: add --json or -o OUT")
        return True

    def write_lines(self, command: str, answer: Answer, **options: object) -> int:
        """Write the line of each puzzle and return the joint exit code; `options` are those of `answer`."""
        _refuse(self.cluster_tls and not self.cluster, "--cluster-tls needs --cluster")
        _refuse(self.cluster and self.workers, "--workers cannot be used with --cluster, which has its own workers")
        files = all(map(os.path.isfile, self.sources))
        origin = None
        if self.out is not None and files and not is_special(self.out):
            origin = origin_of(command, options | {"kind": self.kind, "timeout": self.timeout}, self.sources)
        _refuse(self.resume and origin is None, "--resume needs input files and an output file: -o OUT")
        with interrupt_once(), ExitStack() as stack:
            lines_out = stack.enter_context(
                output(self.out, Replacing(self.force, self.sources), origin, resume=self.resume)
            )
            done, is_counted = lines_out.codes.total(), files and err.is_terminal
            length = sum(1 for source in self.sources for _ in raw_entries(source)) if is_counted else None
            advance, set_status = stack.enter_context(progress(command, length, done=done))
            entries = islice(self.raw_entries(set_status), done, None)
            for line, code in self._lines(entries, Work(answer, self.kind), stack):
                lines_out.write(line, code)
                advance()
        if self.out is not None:
            print_written(self.out, lines_out)
        return joint_exit_code(lines_out.codes)

    def _lines(self, entries: Iterator[RawEntry | InputPuzzle], work: Work, stack: ExitStack) -> Iterator[Line]:
        """Start the workers, which end with the stack, and yield their lines."""
        if self.cluster is None:
            lines = answers(entries, work, self.workers, warning)
            stack.callback(lines.close)
            return lines
        workers = stack.enter_context(addon.needed("cluster", "--cluster")(self.cluster, warning, tls=self.cluster_tls))
        return spread(entries, work, workers, warning)


many = collect_options(
    Many,
    PUZZLES,
    option(
        "--workers N",
        "Number of processes. Default: one, or one for each core if there are many lines.",
        type=click.IntRange(min=1),
    ),
    option("--cluster ADDRESS", "Use the workers of the Dask cluster at this address."),
    option(
        "--cluster-tls FOLDER",
        "Connect to the cluster with the certificates in this folder: ca.pem, cert.pem, key.pem.",
        type=click.Path(path_type=Path),
    ),
    option("--resume", "Continue a stopped run from OUT.partial."),
    OUT,
    JSON,
)
"""The options of `Many`, which a command takes as one argument."""


def show_each(sources: Sources, show: Callable[[InputPuzzle, Puzzle], None], set_status: Callable[[str], None]) -> int:
    """Show each puzzle, or print its error, and return the joint exit code."""
    return joint_exit_code(_show.answer(entry, show) for entry in sources.entries(set_status))


@contextmanager
def interrupt_once() -> Iterator[None]:
    """Raise `KeyboardInterrupt` on the first Ctrl-C and ignore any other while the command ends."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise KeyboardInterrupt

    previous = signal.getsignal(signal.SIGINT)
    if previous is signal.default_int_handler:
        signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)


def _refuse(condition: object, message: str) -> None:
    """Raise `UsageError` if a condition holds."""
    if condition:
        raise click.UsageError(message)
