"""The group `givens daily`: play the puzzles of the day, show what is left and what was played, schedule that."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, TypeVar

import click
from click.core import ParameterSource

from bot import config
from bot.commands import _complete, _show
from bot.commands import _options as shared
from bot.commands._options import PageOptions, argument, collect_options, option
from bot.commands._output import emit, joint_exit_code, print_json, say, status, tidy_up
from bot.config import DailyPuzzle, Settings
from bot.daily import notify, statistics
from bot.daily import schedule as timer
from bot.daily.daily import NOT_TRIED, Day, DayTask, Throttle, by_site, lock
from bot.daily.history import History, history_file, key
from bot.daily.settings import add, load
from bot.draw.terminal import warning
from bot.errors import SetupError, UsageError, listed
from bot.play.resolve import resolve
from bot.play.runner import Runner
from bot.play.sites import family_of
from scrapers import SITES
from solvers import GivensError

if TYPE_CHECKING:
    from bot.play.result import DayResult

Answer = TypeVar("Answer")
DEFAULT_TIMEOUT = 300.0
"""Seconds for each puzzle if no time limit is given: nobody may be there to interrupt it."""
_EXPLICIT = (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT)
_SETTABLE = {"profile", "pace", "timeout", "record", "notify"}
"""The options that the settings have for each puzzle."""


@dataclass(frozen=True, kw_only=True)
class DailyOptions(PageOptions):
    """The options of `givens daily run`."""

    pause: float = 0
    tries: int = 1
    notify: str | None = None


TARGETS = argument(
    "targets",
    "[TARGET...]",
    "SITE[:key=value,...]; SITE is any unambiguous part of a name. Default: the puzzles in the settings.",
    complete=_complete.targets,
)


@click.command()
@collect_options(
    DailyOptions,
    TARGETS,
    option("--force", "Play even if a later day is in the history, for example because the clock was wrong."),
    shared.HOST_PAUSE,
    option(
        "--tries N",
        "How often to try a puzzle that fails temporarily, with growing pauses.",
        type=click.IntRange(min=1),
        default=4,
    ),
    option(
        "--notify", "When to notify the addresses in the settings.", type=click.Choice(["always", "on_error", "never"])
    ),
    shared.PACE,
    shared.ROBOT,
    shared.SHARE,
    shared.RUN,
    shared.RECORD,
    shared.JSON,
)
def run(options: DailyOptions) -> int:
    """Play the puzzles of the day, each once.

    Run it as often as you like, by hand or from a timer: it plays only what is left. The day of a site begins in the
    site's time zone. Temporary failures are tried again after growing pauses. A failure never stops the other puzzles.
    Each puzzle has 300 s, unless --timeout or the settings say otherwise.

    \b
    Examples:
      givens daily run tango queens                       these two, without settings
      givens daily run                                    the puzzles in the settings
    """
    settings = load()
    tasks = _tasks(options, settings)
    played: list[tuple[DayTask, DayResult]] = []
    tell = partial(say, to_stderr=True)  # Also where no activity is shown.
    with History(history_file()) as history, lock(history.path), status() as set_status:
        try:
            with Runner(tasks[0].options, set_status) as runner:
                day = Day(runner, history, Throttle(set_status, options.pause), options.tries, options.force, tell)
                for task, result in day.play(tasks):
                    played.append((task, result))
                    if options.as_json:
                        print_json(result.line())
                    if result.error and result.error.kind != NOT_TRIED:
                        _show.failure(result.error, result.target)
                    if result.lost is not None:
                        warning(result.lost)
        finally:  # Also after an interruption.
            results = [result for _, result in played]
            if not options.as_json and results:
                _show.summary(results)
            for text in filter(None, [result.share_text() for result in results] if options.share else []):
                say(f"\n{text}", to_stderr=options.as_json)
            if (wanted := notify.to_send(played)) and settings.notify.to:
                _send(settings.notify.to, notify.of_results(wanted), to_stderr=options.as_json)
    tidy_up(runner.session)
    return joint_exit_code(result.exit_code for result in results)


@click.command()
@argument("targets", "[TARGET...]", "The puzzles to add to the settings.", complete=_complete.targets)
@option("--test-message", "Add nothing; send a test to the addresses in the settings.")
def init(*, targets: tuple[str, ...], test_message: bool) -> int:
    """Choose puzzles to play every day: adds them to the settings.

    Without targets it asks which, where failures are to be reported, and when to play.

    \b
    Examples:
      givens daily init                                   asks what you want
      givens daily init tango three_in_a_row:size=14      these two
      givens daily init --test-message                    does a message arrive?
    """
    if test_message:
        to = load().notify.to
        if not to:
            raise UsageError(
                f'{config.path()} names no address for messages. Add to config.toml: [notify] to = ["ntfy://…"]'
            )
        return int(_send(to, notify.TEST))
    if targets:
        _add(targets)
    elif sys.stdin.isatty():
        _init_by_questions()
    else:
        raise UsageError(
            "name the puzzles of your day, as in: givens daily init tango queens", command="givens sites list"
        )
    return 0


def _add(targets: Sequence[str], messages_to: str = "") -> None:
    """Add puzzles to the settings, and say which, and which others are played."""
    new = add(targets, messages_to)
    total = len(load().daily)
    chosen = f"added to your day: {listed(new)}" if new else "your day has these already"
    of = f"; {total} in all" if total > len(new) else ""
    say(f"{chosen}{of} ({config.path()}). Next: givens daily run, or givens daily schedule --now to run it every day")


@click.command()
@collect_options(DailyOptions, TARGETS, shared.PROFILE, shared.JSON)
def today(options: DailyOptions) -> int:
    """Show which puzzles are left today; nothing is played.

    \b
    Examples:
      givens daily today                                  the puzzles in the settings
      givens daily today tango queens                     these two
    """
    with History(history_file()) as history:
        for task, target in by_site(_tasks(options, load())):
            if isinstance(target, GivensError):
                raise target
            day, choices = key(target, task.options.profile)
            play = history.get(target.site.NAME, choices, day)
            word = "left" if play is None or play.state == "failed" else play.state
            facts = {"target": target.name, "day": str(day), "url": target.url, "before": word != "left"}
            emit(facts, f"{word:<5}  {day}  {target.name}  {target.url}", as_json=options.as_json)
    return 0


def _tasks(options: DailyOptions, settings: Settings) -> list[DayTask]:
    """Return the chosen puzzles; an option overrides the settings of a puzzle, and those override those of all."""
    context = click.get_current_context()
    settable = {name for name in _SETTABLE if context.get_parameter_source(name) not in _EXPLICIT}
    when = options.notify or settings.notify.when or ("on_error" if settings.notify.to else "never")
    tasks = []
    for puzzle in _chosen(options.targets, settings.daily):
        own = {name: value for name in settable if (value := getattr(puzzle, name)) is not None}
        if "pace" in own:  # In milliseconds, as on the command line.
            own["pace"] /= 1000
        merged = replace(options, **{"notify": when} | own)
        merged = replace(merged, timeout=merged.timeout or DEFAULT_TIMEOUT)
        tasks.append(DayTask(puzzle.text, merged, merged.notify or when))
    return tasks


def _init_by_questions() -> None:
    """Ask what to play every day, who is to be told of failures, and when; write the settings."""
    for title, names in groupby(SITES.names, family_of):
        say(f"{title}: {', '.join(name.removeprefix(f'{title}_') for name in names)}")
    chosen = _ask(
        "Which puzzles? Names with spaces between, as in: tango queens; Enter to leave",
        lambda answer: [page.site.NAME for name in answer.replace(",", " ").split() for page in resolve(name)],
    )
    if not chosen:
        say("nothing was chosen, and nothing was changed")
        return
    say(f"chosen: {', '.join(chosen)}")
    targets = [_with_choices(name) for name in chosen]
    where = "Where should failures be reported? An Apprise address like ntfy://ntfy.sh/your-own-topic; Enter for none"
    messages_to = "" if load().notify.to else _ask(where, notify.well_formed)
    if messages_to and _send([messages_to], notify.TEST):
        say("The address is written nevertheless.", to_stderr=True)
    _add(targets, messages_to)
    question = "When should they be played? A time like 09:15; Enter for no timer"
    if at := _ask(question, lambda answer: f"{timer.time_of_day(answer):%H:%M}" if answer else ""):
        click.get_current_context().invoke(schedule, at=at, now=True)


def _ask(question: str, take: Callable[[str], Answer]) -> Answer:
    """Return what `take` makes of an answer; ask again if it refuses that."""

    def taken(answer: str) -> Answer:
        try:
            return take(answer)
        except GivensError as error:
            raise click.UsageError(error.message) from None

    answer: Answer = click.prompt(question, default="", show_default=False, err=True, value_proc=taken)
    return answer


def _with_choices(target: str) -> str:
    """Ask for each choice of a site; return the target with the answers that it has."""

    def take(choice: str, wanted: str) -> str:
        chosen = f"{target}{',' if ':' in target else ':'}{choice}={wanted}" if wanted else target
        resolve(chosen)
        return chosen

    for choice, words in SITES.named(target).CHOICES.items():
        if choice != "date":
            target = _ask(f"{target}, {choice}: {words}", partial(take, choice))
    return target


def _chosen(targets: Sequence[str], settings: Sequence[DailyPuzzle]) -> Sequence[DailyPuzzle]:
    """Return the named puzzles with their settings; all puzzles in the settings if none are named."""
    if not targets and not settings:
        where = config.path()
        why = "lists none" if where.exists() else "does not exist"
        raise UsageError(f"no puzzle is chosen, and the settings file {where} {why}", command="givens daily init")
    known = {_in_order(puzzle.text): puzzle for puzzle in settings}
    return [known.get(_in_order(target), DailyPuzzle(target)) for target in targets] or settings


def _in_order(target: str) -> str:
    """Return a target with its choices in order: they may be written in any."""
    name, _, choices = target.partition(":")
    return f"{name}:{','.join(sorted(choices.split(',')))}"


def _send(to: Sequence[str], message: notify.Message, *, to_stderr: bool = False) -> bool:
    """Send a message, and say where to; a failure is a warning. Return whether there was one."""
    try:
        problems = list(notify.send(to, message, partial(say, to_stderr=to_stderr)))
    except SetupError as error:
        problems = [f"{error}; try: {error.command}"]
    for problem in problems:
        warning(problem)
    return bool(problems)


@click.command()
@argument("sites", "[SITE...]", "Any unambiguous part of a site's name. Default: all sites.", complete=_complete.sites)
@option("--days N", "Only the last N days.", type=click.IntRange(min=1))
@option("--forget DATE|all", "Remove the plays of this day, or of the named sites on all days, and exit.")
@option("--last N", "List so many plays.", type=click.IntRange(min=1), default=10)
@shared.JSON
def history(*, sites: tuple[str, ...], days: int | None, forget: str | None, last: int, as_json: bool) -> int:
    """Show streaks, rates, median times and the last plays.

    \b
    Examples:
      givens daily history                                everything
      givens daily history tango --days 30                one puzzle, the last month
      givens daily history --json                         a line for each puzzle and day
      givens daily history tango --forget 2027-01-01      a day that was played while the clock was wrong
      givens daily history brainbashers --forget all      sites that were played by mistake
    """
    if forget is not None:
        lines = statistics.forget(sites, forget)
        for line in lines:
            emit(line | {"forgotten": True}, f"forgotten: {line['target']} on {line['day']}", as_json=as_json)
        if not lines and not as_json:
            say("nothing was played" if forget == statistics.ALL else f"nothing was played on {forget}", to_stderr=True)
        return 0
    found = statistics.recent_plays(sites, days)
    if as_json:
        for line in statistics.lines(found):
            print_json(line)
    elif not found:
        say("nothing has been played yet", to_stderr=True)
    else:
        statistics.print_plays(found, last)
    return 0


@click.command()
@argument(
    "words",
    "[systemd|cron|launchd|windows] [TARGET...]",
    "The scheduler that starts the run, by default that of this machine; then what to play, as for `givens daily run`.",
    required=False,
    nargs=-1,
)
@option("--at HH:MM", "The time of the daily run.", default="09:15")
@option("--now", "Install and start it.")
@option("--remove", "Stop and remove it; without a scheduler, that of each.")
@shared.JSON
def schedule(*, words: tuple[str, ...], at: str, now: bool, remove: bool, as_json: bool) -> int:
    """Run `givens daily run` automatically once a day.

    Prints a timer for systemd (Linux) or launchd (macOS), or a line for your crontab or PowerShell. With --now it is
    installed and started. It shows the next run and when each site has a new puzzle.

    \b
    Examples:
      givens daily schedule --at 09:15 --now              every day from now on
      givens daily schedule cron                          a line for your crontab
      givens daily schedule --remove                      no more
    """
    if now and remove:
        raise UsageError("--now and --remove cannot be used together")
    scheduler = next((word for word in words[:1] if word in timer.SCHEDULERS), None)
    chosen = scheduler or timer.default_scheduler()
    if remove:
        done = timer.remove([scheduler] if scheduler else timer.SCHEDULERS)
    else:
        done = timer.schedule(chosen, timer.time_of_day(at), words[1:] if scheduler else words, now=now)
    if as_json:
        print_json({"scheduler": chosen} | done)
        return 0
    is_printed = done["action"] == "printed"
    if is_printed:
        say("\n".join([f"# {path}\n{text}" for path, text in done.get("files", {}).items()] or [done["line"]]))
    for sentence in timer.sentences(done):
        say(sentence, to_stderr=is_printed)
    if done["type"]:
        say("\n    ".join(["now type:", *done["type"]]), to_stderr=is_printed)
    return 0
