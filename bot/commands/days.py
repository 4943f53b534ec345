"""Commands of every day: playing its puzzles, and what was played so far."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from bot.commands._options import BROWSER, HEADED, JSON, NO_RECORD, PACE, PROFILE, RECORD, TIMEOUT
from bot.commands._output import joint, print_json, status, tidy_up
from bot.polite import PAUSE, Polite

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.config import Chosen
    from bot.daily import Task

TIMEOUT_OF_ONE = 300.0
"""Seconds for one puzzle, unless told: nobody looks on who could end it."""


def daily(  # noqa: PLR0913 - each is an option
    context: typer.Context,
    targets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[TARGET...]",
            help="SITE[:key=value,...] (any clear part of its name); what the settings name without.",
            show_default=False,
        ),
    ] = None,
    *,
    init: Annotated[bool, typer.Option("--init", help="Write settings with comments, and end.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Tell what is left of the day; play nothing.")] = False,
    pause: Annotated[
        float,
        typer.Option("--pause", metavar="S", envvar="GIVENS_PAUSE", min=0, help="Seconds between pages of one site."),
    ] = PAUSE,
    tries: Annotated[
        int, typer.Option("--tries", metavar="N", min=1, help="How often to try what may pass, after growing pauses.")
    ] = 4,
    notify: Annotated[
        Literal["always", "on_error", "never"] | None,
        typer.Option("--notify", help="When to send a message to the addresses in the settings."),
    ] = None,
    browser: BROWSER = None,
    headed: HEADED = False,
    profile: PROFILE = None,
    pace: PACE = None,
    timeout: TIMEOUT = None,
    record: RECORD = "light",
    no_record: NO_RECORD = False,
    as_json: JSON = False,
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
    from bot import config

    if init:
        print(f"wrote {config.begin()}: choose there, then type `givens daily`")  # noqa: T201
        return 0
    settings = config.daily()
    chosen = _chosen(targets or [], settings.chosen)
    options = {"profile": profile, "pace": pace, "timeout": timeout, "record": record, "notify": notify}
    # A flag goes before what is set for one puzzle, and that before what is set for all.
    told = {name for name in options if str(context.get_parameter_source(name)) in _TOLD}
    when = notify or settings.notify_when or ("on_error" if settings.notify_to else "never")
    tasks = []
    for one in chosen:
        own = {name: value for name in options if (value := getattr(one, name)) is not None and name not in told}
        mine: dict[str, Any] = options | {"notify": when} | own
        tasks.append(_task(one.target, browser, headed=headed, no_record=no_record, **mine))
    if dry_run:
        return _tell_left(tasks, as_json=as_json)
    return _play(tasks, settings.notify_to, pause=pause, tries=tries, as_json=as_json)


_TOLD = ("ParameterSource.COMMANDLINE", "ParameterSource.ENVIRONMENT")


def _chosen(targets: Sequence[str], settings: Sequence[Chosen]) -> Sequence[Chosen]:
    """Return the puzzles that are named, each as it is set where the settings name it, too; all that are set else."""
    from bot.config import Chosen
    from bot.errors import UsageError

    if not targets and not settings:
        msg = "no puzzle is chosen: name some, or write settings"
        raise UsageError(msg, command="givens daily --init")
    known = {one.target: one for one in settings}
    return [known.get(target, Chosen(target)) for target in targets] or settings


def _task(  # noqa: PLR0913 - what may be set
    target: str,
    browser: str | None,
    *,
    headed: bool,
    no_record: bool,
    profile: str | None,
    pace: float | None,
    timeout: float | None,
    record: str,
    notify: str,
) -> Task:
    from bot.daily import Task
    from bot.play import Options
    from bot.run import Setup

    options = Options(pace=(pace or 0) / 1000, timeout=timeout or TIMEOUT_OF_ONE)
    keep = record != "none" and not no_record
    return Task(target, Setup(browser, headed, profile, keep, options, full=record == "full"), notify)


def _tell_left(tasks: Sequence[Task], *, as_json: bool) -> int:
    """Tell of each puzzle whether it is left."""
    from bot.daily import key
    from bot.history import History, history_file
    from bot.targets import resolve

    with History(history_file()) as history:
        for task in tasks:
            for target in resolve(task.text, signed_in=task.setup.profile is not None):
                day, choices = key(task, target)
                play = history.get(target.site.NAME, choices, day)
                done = play is not None and play.done
                if as_json:
                    print_json({"v": 1, "target": target.name, "day": str(day), "url": target.url, "before": done})
                else:
                    print(f"{'done' if done else 'left'}  {day}  {target.name}  {target.url}")  # noqa: T201
    return 0


def _play(tasks: Sequence[Task], to: Sequence[str], *, pause: float, tries: int, as_json: bool) -> int:
    """Play what is left, tell it, and send the messages that are wanted."""
    from rich.table import Table
    from rich.text import Text

    from bot import show
    from bot.daily import Day, Result, alone
    from bot.errors import SetupError
    from bot.history import History, history_file
    from bot.notify import send, told
    from bot.run import Runner

    results: list[Result] = []
    table = Table(show.folded("puzzle"), "day", "", show.folded("what came of it"), "seconds", box=None, pad_edge=False)

    def tell_all() -> None:
        """Tell what was done, also before an interruption, and send the message; one that fails fails nothing."""
        if not as_json and results:
            show.out.print(table)
        wanted = told(results)
        if wanted and to:
            try:
                problems = list(send(to, wanted))
            except SetupError as error:
                problems = [f"{error}; try: {error.command}"]
            for problem in problems:
                show.err.print(Text(f"warning: {problem}", style="yellow"))

    with alone(history_file()), History(history_file()) as history, status() as tell:
        try:
            with Runner(tasks[0].setup, tell) as runner:
                for result in Day(runner, history, Polite(tell, pause), tries).play(tasks):
                    results.append(result)
                    if as_json:
                        print_json(result.line())
                    if result.problem is not None:
                        show.error(result.problem)
                    if result.lost is not None:
                        show.err.print(Text(f"warning: {result.lost}", style="yellow"))
                    total = result.facts.get("ms", {}).get("total")
                    mark = Text("failed", "red") if result.code else Text("done", "green")
                    seconds = "" if result.before or total is None else f"{total / 1000:.1f}"
                    table.add_row(Text(result.name), str(result.day or ""), mark, Text(result.words), seconds)
        finally:
            tell_all()
    tidy_up(runner.session)
    return joint([result.code for result in results])


def history(
    sites: Annotated[
        list[str] | None,
        typer.Argument(metavar="[SITE...]", help="Any clear part of a site's name; all without.", show_default=False),
    ] = None,
    *,
    days: Annotated[
        int | None, typer.Option("--days", metavar="N", min=1, help="The last N days only.", show_default=False)
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE", help="Draw the times by day: .png, .svg or .pdf.", show_default=False),
    ] = None,
    as_json: JSON = False,
) -> int:
    """Tell what was played: each puzzle with its streak and medians, and the last plays.

    \b
    Examples:
      givens history                                      everything
      givens history tango --days 30                      one puzzle, the last month
      givens history --plot times.svg                     solve time and page time by day
      givens history --json                               a line for each puzzle and day
    """
    from bot import past

    found = past.found(sites or (), days)
    if as_json:
        for play in found:
            print_json(past.line(play))
    elif not found:
        print("nothing was played yet", file=sys.stderr)  # noqa: T201
    else:
        past.tell(found)
    if plot is not None:
        past.plot(found, plot)
        if not as_json:
            print(f"drawn in {plot}")  # noqa: T201
    return 0
