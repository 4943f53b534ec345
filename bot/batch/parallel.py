"""Saved pages played by several processes at once, each with a browser of its own; a real site gets one page at a time.

Between processes goes what can be sent: the folder of a fixture to one, what came of it back.
"""

from __future__ import annotations

import traceback
from collections import deque
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.errors import PageGone, UsageError
from bot.play.runner import VERSION, Outcome, Runner, error_line
from bot.play.targets import Target, resolve
from solvers import GivensError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence
    from pathlib import Path

    from bot.play.runner import Setup

    Job = tuple[str, Path]
    """The name of a target, and the folder of its fixture."""

ENDS_WITHIN = 15.0
"""Seconds in which a process may finish its session and close its browser."""


@dataclass(frozen=True, slots=True)
class Came:
    """What came of one target."""

    name: str
    line: dict[str, Any]
    """The line of `givens play`, or of `givens read`."""
    code: int
    begun: bool = True
    """Whether a page was opened for it."""
    sandbox: bool | None = None
    """Whether its browser had its sandbox; None where there was no browser."""
    lost: str | None = None
    """Why something of the session could not be written, if so."""
    bug: str | None = None
    """The traceback of an error that is ours."""
    outcome: Outcome | None = None
    """All that is known of it, if this process has played it."""

    @classmethod
    def of(cls, outcome: Outcome, runner: Runner, *, entering: bool) -> Came:
        """Take over what a runner has made of a target."""
        bug = None
        if outcome.exit_code == 1 and outcome.error is not None:
            bug = "".join(traceback.format_exception(outcome.error))
        return cls(
            outcome.target.name,
            outcome.line(entering=entering),
            outcome.exit_code,
            sandbox=runner.browser.get("sandbox"),
            lost=outcome.recorder.lost,
            bug=bug,
            outcome=outcome,
        )

    @classmethod
    def refused(cls, name: str, error: GivensError) -> Came:
        """Take over why a target could not be begun."""
        return cls(name, {"v": VERSION, "target": name} | error_line(error), error.EXIT, begun=False)

    @property
    def ms(self) -> float | None:
        """The milliseconds it took, if it came so far."""
        total: float | None = self.line.get("ms", {}).get("total")
        return total

    @property
    def words(self) -> str:
        """What came of it, in a sentence."""
        if "error" in self.line:
            return f"{self.line['error']['kind']}: {self.line['error']['message']}"
        if self.line["accepted"] is None:
            return "solved, nothing was entered"
        return str(self.line["said"] or "accepted")


def check(targets: Sequence[Target | Came], setup: Setup) -> None:
    """Raise `UsageError` where these cannot be played at once."""
    real = next((one.name for one in targets if isinstance(one, Target) and one.fixture is None), None)
    if real is not None:
        raise UsageError(f"--parallel is for fixtures: {real} is none, and a real site gets one page at a time")
    if setup.hold is not None:
        msg = "nobody can look on at several pages at once: leave out --watch or --parallel"
        raise UsageError(msg)


def at_once(
    targets: Sequence[Target | Came], setup: Setup, site: str | None, processes: int, advance: Callable[[], None]
) -> Generator[Came]:
    """Play fixtures by so many processes and iterate over what came of them, in their order.

    What could not be begun stays in its place. A process that dies is an error of what it played. At Ctrl-C all end,
    and what is done is given before `KeyboardInterrupt` is raised. `advance` is told when one more is done.
    """
    from bot.batch.processes import Processes

    done = {at: one for at, one in enumerate(targets) if isinstance(one, Came)}
    left = deque((at, one) for at, one in enumerate(targets) if isinstance(one, Target))
    at = running = 0
    try:
        with Processes(min(processes, len(left)), partial(_player, setup, site), within=ENDS_WITHIN) as workers:
            while at < len(targets):
                while left and running < workers.room():
                    number, target = left.popleft()
                    workers.send(number, _job(target))
                    running += 1
                while at in done:
                    yield done.pop(at)
                    at += 1
                for number, came in workers.wait() if running else ():
                    running -= 1
                    advance()
                    done[number] = came or _died(targets[number].name)
    except KeyboardInterrupt:
        yield from (done[number] for number in sorted(done))
        raise


def _job(target: Target) -> Job:
    assert target.fixture is not None  # noqa: S101 - `check` has seen to it
    return target.name, target.fixture.folder


def _died(name: str) -> Came:
    error = PageGone(f"the process that played {name} died (killed, or out of memory)")
    return replace(Came.refused(name, error), begun=True)


@contextmanager
def _player(setup: Setup, site: str | None) -> Iterator[Callable[[Job], Came]]:
    """Yield what plays fixtures in this process, one after the other in one browser."""
    with Runner(setup, lambda _: None) as runner:
        yield partial(_play, runner, site)


def _play(runner: Runner, site: str | None, job: Job) -> Came:
    name, folder = job
    try:
        (target,) = resolve(f"{folder}/", site=site)
        outcome = runner.play(replace(target, name=name))
        return replace(Came.of(outcome, runner, entering=True), outcome=None)
    except GivensError as error:
        return Came.refused(name, error)
