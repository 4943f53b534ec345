"""A command on many puzzles: which part of them, answered by whom, where their lines go, how far it is."""

from __future__ import annotations

import re
import signal
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, fields
from functools import wraps
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bot.commands._options import JSON, OUT, PUZZLES, Count, together
from bot.commands._output import joint, progress, text_writer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from types import FrameType

    from bot.batch.lines import Given, Raw
    from bot.batch.resume import Kept
    from bot.batch.stream import Answer, Line, Work

    Shard = tuple[int, int]


@dataclass(frozen=True)
class Many:
    """What was asked for, beside what is done with each puzzle."""

    sources: Sequence[str]
    kind: str | None
    site: str | None
    browser: str | None
    timeout: float | None
    out: Path | None
    as_json: bool
    workers: int | None
    shard: str | None
    resume: bool
    cluster: str | None

    def drawn(self) -> bool:
        """Tell whether people are to be told, one puzzle after the other; raises `UsageError` where that cannot be."""
        if self.out is not None or self.as_json:
            return False
        asked = {"--workers": self.workers, "--shard": self.shard, "--resume": self.resume, "--cluster": self.cluster}
        for option, value in asked.items():
            _refuse(value, f"{option} is for lines: add --json or -o OUT")
        return True

    def given(self, tell: Callable[[str], None]) -> Iterator[Given]:
        """Iterate over the puzzles, one after the other."""
        from bot.batch.solve import given

        return given(self.sources, kind=self.kind, site=self.site, told=self.browser, timeout=self.timeout, tell=tell)

    def answered(self, command: str, answer: Answer, **options: object) -> int:
        """Write the line of each puzzle, and return the exit code of all; `options` are those of `answer`."""
        from bot.batch.stream import Work

        _refuse(self.cluster and self.workers, "--cluster has workers of its own: leave out --workers")
        shard = None if self.shard is None else _shard(self.shard)
        files = all(Path(source).is_file() for source in self.sources)
        _refuse(shard and not files, "--shard cuts files by their lines: what else comes has no known length")
        made_of = options | {"kind": self.kind, "timeout": self.timeout, "shard": shard}
        with interrupted_once(), self._kept(command, made_of, files=files) as kept, ExitStack() as stack:
            write = stack.enter_context(text_writer(self.out, append=kept.lines > 0))
            shown = stack.enter_context(progress(command, self._length(shard) if files else None, done=kept.lines))
            coming = islice(self._coming(shard, shown.tell), kept.lines, None)
            codes = set(kept.codes)
            for line, code in self._lines(coming, Work(answer, self.kind), stack):
                write(line)
                codes.add(code)
                shown.advance()
        return joint(codes)

    def _coming(self, shard: Shard | None, tell: Callable[[str], None]) -> Iterator[Raw | Given]:
        from bot.batch.solve import coming, part

        if shard is not None:
            return part(self.sources, *shard)
        return coming(self.sources, site=self.site, told=self.browser, timeout=self.timeout, tell=tell)

    def _lines(self, coming: Iterator[Raw | Given], work: Work, stack: ExitStack) -> Iterator[Line]:
        """Start the workers, which end with the stack, and iterate over what they answer."""
        from bot.batch.stream import answers, spread

        if self.cluster is None:
            lines = answers(coming, work, self.workers, _warn)
            stack.callback(lines.close)
            return lines
        from bot.batch.cluster import cluster

        return spread(coming, work, stack.enter_context(cluster(self.cluster, work, _warn)), _warn)

    def _length(self, shard: Shard | None) -> int | None:
        """Return how many lines there are, None where a file is no JSON Lines; counted only if somebody looks on."""
        from bot.batch.lines import count, is_lines
        from bot.draw.show import err

        if not err.is_terminal or not all(map(is_lines, self.sources)):
            return None
        total = sum(map(count, self.sources))
        return total if shard is None else total // shard[1]

    @contextmanager
    def _kept(self, command: str, options: Mapping[str, object], *, files: bool) -> Iterator[Kept]:
        """Yield what a stopped run has kept; tell how to go on when this one is stopped, too."""
        from bot.batch import resume

        if self.out is None or not files or (self.out.exists() and not self.out.is_file()):
            _refuse(self.resume, "--resume goes on with files, and with what they have become in -o OUT")
            yield resume.Kept()
            return
        out = self.out.resolve()
        made = resume.made(command, options, self.sources)
        kept = (resume.resume if self.resume else resume.begin)(out, made)
        try:
            yield kept
        except BaseException:
            if resume.path_of(out).exists():
                _tell(f"what is done is kept in {resume.path_of(self.out)}; the same command with --resume goes on")
            raise
        resume.finish(out)


def many(command: Callable[..., int]) -> Callable[..., int]:
    """Give a command the options of `Many`, and hand them to it as one."""

    @wraps(command)
    def call(**options: Any) -> int:  # noqa: ANN401 - each of its own type
        return command(Many(**{field.name: options.pop(field.name) for field in fields(Many)}), **options)

    return _OPTIONS(call)


_OPTIONS = together(
    PUZZLES,
    click.option(
        "--workers",
        metavar="N",
        type=Count(min=1),
        help="Processes that answer lines; one for each core if there are many lines.",
    ),
    click.option(
        "--shard", metavar="I/N", help="Only the part I of N of the lines; the outputs of all parts concatenate."
    ),
    click.option("--cluster", metavar="ADDRESS", help="Let the Dask cluster at this address answer lines."),
    click.option("--resume", is_flag=True, help="Go on with what a stopped run has left in OUT.resume."),
    OUT,
    JSON,
)


def _shard(text: str) -> Shard:
    """Read `I/N`."""
    from bot.errors import UsageError

    match = re.fullmatch(r"([0-9]{1,9})/([0-9]{1,9})", text)
    if match is None or not 1 <= int(match[1]) <= int(match[2]):
        raise UsageError(f"--shard is I/N, the part I of N, like 1/8 or 8/8, not {text!r}")
    return int(match[1]), int(match[2])


@contextmanager
def interrupted_once() -> Iterator[None]:
    """Let the first Ctrl-C end what is inside, and no other disturb that end: it is a matter of moments."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise KeyboardInterrupt

    previous = signal.getsignal(signal.SIGINT)
    if previous is signal.default_int_handler:
        signal.signal(signal.SIGINT, stop)
    yield
    signal.signal(signal.SIGINT, previous)


def _warn(words: str) -> None:
    from bot.draw import show

    show.warning(words)


def _tell(words: str) -> None:
    from rich.text import Text

    from bot.draw.show import err

    err.print(Text(words, style="yellow"))


def _refuse(asked: object, words: str) -> None:
    """Raise `UsageError` where something was asked for that does not go."""
    from bot.errors import UsageError

    if asked:
        raise UsageError(words)
