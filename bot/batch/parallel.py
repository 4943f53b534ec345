"""Play saved pages in several processes, each with its own browser; a real site gets one page at a time.

A process is sent the folder of a fixture, and sends back the `TargetResult`.
"""

from __future__ import annotations

import atexit
import signal
from concurrent.futures import Future
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from bot.batch.pool import ProcessPool, in_order
from bot.errors import PageGone, UsageError
from bot.interrupts import as_ctrl_c
from bot.play.result import TargetResult
from bot.play.runner import Runner
from bot.play.targets import Target, resolve
from solvers import GivensError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from pathlib import Path

    from bot.play.runner import Setup

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

    A target that could not be begun is passed on as it is. A target is played again if its process
    dies, and has failed if that dies, too. At Ctrl-C all processes end. `advance` is
    called for each finished target.
    """
    jobs = [target for target in targets if isinstance(target, Target)]
    pool = ProcessPool(max(1, min(processes, len(jobs))), _begin, setup)

    def submit(target: Target | TargetResult) -> Future[TargetResult]:
        if isinstance(target, Target) and target.fixture is not None:
            return pool.submit(_play, target.name, target.fixture.folder, site)
        begun = Future[TargetResult]()
        begun.set_result(cast("TargetResult", target))
        return begun

    def lost(target: Target | TargetResult) -> TargetResult:
        return _died(cast("Target", target))

    results = in_order(submit, targets, lambda: len(targets), lost=lost)
    try:
        for target, result in results:
            if isinstance(target, Target):
                advance()
            yield result
    finally:
        pool.stop(GRACE)


def _died(target: Target) -> TargetResult:
    """Return the result of a target whose process died."""
    error = PageGone(f"the process that played {target.name} died (killed, or out of memory)")
    return TargetResult.refused(target.name, error, site=target.site.NAME)


_runner: Runner
"""The browser of this process, which plays one fixture after the other."""


def _begin(setup: Setup) -> None:
    """Prepare a process; its browser is closed when it ends."""
    global _runner  # noqa: PLW0603 - a process has one
    _runner = Runner(setup, lambda _: None)
    _runner.__enter__()
    atexit.register(_runner.__exit__, None, None, None)


def _play(name: str, folder: Path, site: str | None) -> TargetResult:
    """Play a fixture in this process; the signal that ends the process is Ctrl-C meanwhile."""
    idle = signal.signal(signal.SIGTERM, as_ctrl_c)
    try:
        (target,) = resolve(f"{folder}/", site=site)
        return _runner.play(replace(target, name=name))
    except GivensError as error:
        return TargetResult.refused(name, error)
    finally:
        signal.signal(signal.SIGTERM, idle)
