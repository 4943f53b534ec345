"""Commands of every day: playing its puzzles, and what was played so far."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from bot.commands._options import BROWSER, HEADED, JSON, PACE, PROFILE, RECORD, TIMEOUT, Count, Number
from bot.commands._output import joint, print_json, status, tidy_up
from bot.play.politeness import PAUSE, Polite

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.config import DailyPuzzle
    from bot.daily.daily import Task
    from bot.play.result import TargetResult

TIMEOUT_OF_ONE = 300.0
"""Seconds for one puzzle, unless told: nobody looks on who could end it."""


@click.command()
@click.argument(
    "targets",
    nargs=-1,
    metavar="[TARGET...]",
    help="SITE[:key=value,...] (any clear part of its name); what the settings name without.",
)
@click.option("--init", is_flag=True, help="Write settings with comments, and end.")
@click.option("--dry-run", is_flag=True, help="Tell what is left of the day; play nothing.")
@click.option(
    "--pause",
    metavar="S",
    type=Number(min=0),
    default=PAUSE,
    envvar="GIVENS_PAUSE",
    show_envvar=True,
    help="Seconds between pages of one site.",
)
@click.option(
    "--tries",
    metavar="N",
    type=Count(min=1),
    default=4,
    help="How often to try what may pass, after growing pauses.",
)
@click.option(
    "--notify",
    type=click.Choice(["always", "on_error", "never"]),
    help="When to send a message to the addresses in the settings.",
)
@BROWSER
@HEADED
@PROFILE
@PACE
@TIMEOUT
@RECORD
@JSON
@click.pass_context
def daily(  # noqa: PLR0913 - each is an option
    context: click.Context,
    *,
    targets: tuple[str, ...],
    init: bool,
    dry_run: bool,
    pause: float,
    tries: int,
    notify: str | None,
    browser: str | None,
    headed: bool,
    profile: str | None,
    pace: float | None,
    timeout: float | None,
    record: str,
    as_json: bool,
) -> int:
    """Play the puzzles of the day, each at most once in its site's own day.

    It may be run any number of times, by hand, cron or timer: it does what is left. What fails for a cause that may
    pass is tried again after growing pauses; one puzzle's failure never stops the others.

    \b
    Examples:
      givens daily tango queens                           these two, without any file
      givens daily --init                                 settings to choose from, with comments
      givens daily                                        what the settings name
      givens daily --dry-run                              what is left of the day
    """
    from bot.daily.settings import load, write_template

    if init:
        print(f"wrote {write_template()}: choose there, then type `givens daily`")  # noqa: T201
        return 0
    settings = load()
    chosen = _chosen(targets, settings.daily)
    options = {"profile": profile, "pace": pace, "timeout": timeout, "record": record, "notify": notify}
    # A flag goes before what is set for one puzzle, and that before what is set for all.
    told = {name for name in options if context.get_parameter_source(name) in _TOLD}
    when = notify or settings.notify.when or ("on_error" if settings.notify.to else "never")
    tasks = []
    for one in chosen:
        own = {name: value for name in options if (value := getattr(one, name)) is not None and name not in told}
        mine: dict[str, Any] = options | {"notify": when} | own
        tasks.append(_task(one.text, browser, headed=headed, **mine))
    if dry_run:
        return _tell_left(tasks, as_json=as_json)
    return _play(tasks, settings.notify.to, pause=pause, tries=tries, as_json=as_json)


_TOLD = (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT)


def _chosen(targets: Sequence[str], settings: Sequence[DailyPuzzle]) -> Sequence[DailyPuzzle]:
    """Return the puzzles that are named, each as it is set where the settings name it, too; all that are set else."""
    from bot.config import DailyPuzzle
    from bot.errors import UsageError

    if not targets and not settings:
        msg = "no puzzle is chosen: name some, or write settings"
        raise UsageError(msg, command="givens daily --init")
    known = {puzzle.text: puzzle for puzzle in settings}
    return [known.get(target, DailyPuzzle(target)) for target in targets] or settings


def _task(  # noqa: PLR0913 - what may be set
    target: str,
    browser: str | None,
    *,
    headed: bool,
    profile: str | None,
    pace: float | None,
    timeout: float | None,
    record: str,
    notify: str,
) -> Task:
    from bot.daily.daily import Task
    from bot.play.loop import Options
    from bot.play.runner import Setup

    options = Options(pace=(pace or 0) / 1000, timeout=timeout or TIMEOUT_OF_ONE)
    setup = Setup(browser, headed, profile, record != "none", options, full=record == "full")
    return Task(target, setup, notify)


def _tell_left(tasks: Sequence[Task], *, as_json: bool) -> int:
    """Tell of each puzzle whether it is left."""
    from bot.daily.daily import key
    from bot.daily.history import History, history_file
    from bot.play.targets import resolve

    with History(history_file()) as history:
        for task in tasks:
            for target in resolve(task.text, signed_in=task.setup.profile is not None):
                day, choices = key(task, target)
                play = history.get(target.site.NAME, choices, day)
                done = play is not None and play.done
                if as_json:
                    print_json({"target": target.name, "day": str(day), "url": target.url, "before": done})
                else:
                    print(f"{'done' if done else 'left'}  {day}  {target.name}  {target.url}")  # noqa: T201
    return 0


def _play(tasks: Sequence[Task], to: Sequence[str], *, pause: float, tries: int, as_json: bool) -> int:
    """Play what is left, tell it, and send the messages that are wanted."""
    from rich.table import Table
    from rich.text import Text

    from bot.commands import _show
    from bot.daily.daily import Day, alone
    from bot.daily.history import History, history_file
    from bot.daily.notify import send, to_send
    from bot.draw.terminal import folded, out, warning
    from bot.errors import SetupError
    from bot.play.runner import Runner

    results: list[tuple[Task, TargetResult]] = []
    table = Table(folded("puzzle"), "day", "", folded("what came of it"), "seconds", box=None, pad_edge=False)

    def tell_all() -> None:
        """Tell what was done, also before an interruption, and send the message; one that fails fails nothing."""
        if not as_json and results:
            out.print(table)
        wanted = to_send(results)
        if wanted and to:
            try:
                problems = list(send(to, wanted))
            except SetupError as error:
                problems = [f"{error}; try: {error.command}"]
            for problem in problems:
                warning(problem)

    with alone(history_file()), History(history_file()) as history, status() as tell:
        try:
            with Runner(tasks[0].setup, tell) as runner:
                for task, result in Day(runner, history, Polite(tell, pause), tries).play(tasks):
                    results.append((task, result))
                    if as_json:
                        print_json(result.line())
                    if result.error:
                        _show.failure(result.error)
                    if result.lost is not None:
                        warning(result.lost)
                    mark = Text("failed", "red") if result.error else Text("done", "green")
                    seconds = f"{result.ms['total'] / 1000:.1f}" if result.ms and not result.done_before else ""
                    table.add_row(Text(result.target), result.day or "", mark, Text(result.words), seconds)
        finally:
            tell_all()
    tidy_up(runner.session)
    return joint(result.exit_code for _, result in results)


@click.command()
@click.argument("sites", nargs=-1, metavar="[SITE...]", help="Any clear part of a site's name; all without.")
@click.option("--days", metavar="N", type=Count(min=1), help="The last N days only.")
@click.option("--plot", metavar="FILE", type=Path, help="Draw the times by day: .png, .svg or .pdf.")
@JSON
def history(*, sites: tuple[str, ...], days: int | None, plot: Path | None, as_json: bool) -> int:
    """Tell what was played: each puzzle with its streak and medians, and the last plays.

    \b
    Examples:
      givens history                                      everything
      givens history tango --days 30                      one puzzle, the last month
      givens history --plot times.svg                     solve time and page time by day
      givens history --json                               a line for each puzzle and day
    """
    from bot.daily import statistics

    found = statistics.found(sites, days)
    if as_json:
        for play in found:
            print_json(statistics.line(play))
    elif not found:
        print("nothing was played yet", file=sys.stderr)  # noqa: T201
    else:
        statistics.tell(found)
    if plot is not None:
        statistics.plot(found, plot)
        if not as_json:
            print(f"drawn in {plot}")  # noqa: T201
    return 0
