"""Play saved pages in several processes, each with its own browser; a real site gets one page at a time.

A process is sent the folder of a fixture, and sends back the `TargetResult`.
"""

from __future__ import annotations

from collections import deque
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bot.errors import PageGone, UsageError
from bot.play.result import TargetResult
from bot.play.runner import Runner
from bot.play.targets import Target, resolve
from solvers import GivensError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence
    from pathlib import Path

    from bot.play.runner import Setup

    Job = tuple[str, Path]
    """The name of a target, and the folder of its fixture."""

GRACE = 15.0
"""Seconds that a process has to finish its session and close its browser."""


def check(targets: Sequence[Target | TargetResult], setup: Setup) -> None:
    """Raise `UsageError` if these targets cannot be played at the same time."""
    for target in targets:
        if isinstance(target, Target) and target.fixture is None:
            raise UsageError(
                f"--parallel needs fixtures, and {target.name} is not one: a real site gets one page at a time"
            )
    if setup.hold is not None:
        raise UsageError("--watch cannot be used with --parallel")


def at_once(
    targets: Sequence[Target | TargetResult],
    setup: Setup,
    site: str | None,
    processes: int,
    advance: Callable[[], None],
) -> Generator[TargetResult]:
    """Play fixtures in several processes and yield their results in the order of the targets.

    A target that could not be begun is passed on as it is. A process that dies is an error of the target it played. At
    Ctrl-C all processes end, and the finished results are yielded before `KeyboardInterrupt` is raised. `advance` is
    called for each finished target.
    """
    from bot.batch.processes import Processes

    done = {place: target for place, target in enumerate(targets) if isinstance(target, TargetResult)}
    waiting = {place: target for place, target in enumerate(targets) if isinstance(target, Target)}
    folders = {place: target.fixture.folder for place, target in waiting.items() if target.fixture is not None}
    unsent = deque(waiting)
    place = running = 0
    try:
        with Processes(min(processes, len(unsent)), partial(_player, setup, site), grace=GRACE) as workers:
            while place < len(targets):
                while unsent and running < workers.capacity():
                    number = unsent.popleft()
                    workers.send(number, (waiting[number].name, folders[number]))
                    running += 1
                while place in done:
                    yield done.pop(place)
                    place += 1
                for number, result in workers.wait() if running else ():
                    running -= 1
                    advance()
                    done[number] = result or _died(waiting[number])
    except KeyboardInterrupt:
        yield from (done[number] for number in sorted(done))
        raise


def _died(target: Target) -> TargetResult:
    """Return the result of a target whose process died."""
    error = PageGone(f"the process that played {target.name} died (killed, or out of memory)")
    return TargetResult.refused(target.name, error, site=target.site.NAME)


@contextmanager
def _player(setup: Setup, site: str | None) -> Iterator[Callable[[Job], TargetResult]]:
    """Yield a function that plays fixtures in this process, one after the other in one browser."""
    with Runner(setup, lambda _: None) as runner:

        def play(job: Job) -> TargetResult:
            name, folder = job
            try:
                (target,) = resolve(f"{folder}/", site=site)
                return runner.play(replace(target, name=name))
            except GivensError as error:
                return TargetResult.refused(name, error)

        yield play
