"""`givens schedule`: run `givens daily` automatically."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from bot.commands._options import JSON, argument, option
from bot.commands._output import print_json, printer, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.daily.schedule import Plan

ENABLE = (
    "systemctl --user daemon-reload",
    "systemctl --user enable --now givens-daily.timer",
    "loginctl enable-linger",
)
"""The commands that start a new timer; the last one lets it run while the user is not logged in."""
DISABLE = ("systemctl --user stop givens-daily.timer", "systemctl --user daemon-reload")


@click.command()
@argument(
    "scheduler",
    "systemd|cron|github",
    "The scheduler that starts the run.",
    type=click.Choice(["systemd", "cron", "github"]),
)
@argument(
    "targets",
    "[TARGET...]",
    "What to play, as for `givens daily`. Default: the puzzles in the settings; on GitHub every site.",
)
@option("--at HH:MM", "The time of the daily run.", default="09:15")
@option("--timezone ZONE", "The time zone of --at. Default: that of this machine.")
@option("--print", "Print the timer, but write nothing.", "printed")
@option("--remove", "Remove the timer.")
@JSON
def schedule(  # noqa: PLR0913 - each is an option
    *,
    scheduler: str,
    targets: tuple[str, ...],
    at: str,
    timezone: str | None,
    printed: bool,
    remove: bool,
    as_json: bool,
) -> int:
    """Run `givens daily` automatically once a day.

    Writes a systemd timer, or prints a line for your crontab or a GitHub workflow (which plays as a guest). Says what
    to type next, and shows the next run and when each site has a new puzzle.

    \b
    Examples:
      givens schedule systemd --at 09:15                  a timer
      givens schedule cron --timezone Europe/Berlin       a line for your crontab
      givens schedule github tango --at 10:15             a workflow for your fork
      givens schedule systemd --remove                    remove the timer
    """
    from bot.daily import schedule as timer
    from bot.errors import UsageError

    if printed and remove:
        raise UsageError("--print and --remove cannot be used together")
    if remove and scheduler != "systemd":
        raise UsageError(f"--remove needs systemd: givens writes nothing for {scheduler}")
    plan = _plan(scheduler, targets, at, timezone)
    if remove:
        removed = [str(path) for path in timer.remove(timer.installed())]
        done: dict[str, Any] = {"action": "removed", "removed": removed, "type": [*DISABLE] * bool(removed)}
        sentences = [f"removed: {path}" for path in removed] or ["nothing to remove"]
    else:
        done = _made(scheduler, plan, printed=printed)
        sentences = _sentences(plan, done)
    if as_json:
        print_json({"scheduler": scheduler} | done)
        return 0
    only_printed = done["action"] == "printed"
    if only_printed:
        for path, text in done.get("files", {}).items():
            say(f"# {path}\n{text}")
        if "line" in done:
            say(done["line"])
    show = printer(as_json=only_printed)
    for sentence in sentences:
        show(sentence)
    if done["type"]:
        show("\n    ".join(["now type:", *done["type"]]))
    return 0


def _made(scheduler: str, plan: Plan, *, printed: bool) -> dict[str, Any]:
    """Write the timer, or build the text to print; return the command's facts."""
    from datetime import UTC, datetime

    from bot.daily import schedule as timer

    notes: list[str] = []
    made: dict[str, Any]
    if scheduler == "cron":
        made = {"action": "printed", "line": timer.line(plan), "type": ["crontab -e"]}
        notes.append(f"add this line to your crontab, in place of one that ends with {timer.MARK}")
    elif scheduler == "github":
        file = timer.WORKFLOW_FILE
        to_type = [f"git add {file}", f"git commit -m 'givens daily' -- {file}", "git push"]
        made = {"action": "printed", "files": {file: timer.workflow(plan)}, "type": to_type}
        notes += [
            f"write this to {file} in a clone of your fork of givens",
            "GitHub may start the run some minutes late; minute 0, the busiest, is avoided",
        ]
    else:
        files = timer.units(plan)
        if not printed:
            timer.write(files)
        contents = {str(path): text for path, text in files.items()}
        made = {"action": "printed", "files": contents, "type": []}
        if not printed:
            made |= {"action": "written", "type": [*ENABLE]}
    warnings = plan.warnings()
    if not plan.sites:
        warnings.append("no puzzle is chosen, so nothing will be played: name targets, or type givens daily --init")
    notes += plan.notes()
    names = sorted(name for name in os.environ if name.startswith("GIVENS_"))
    if names and scheduler != "github":
        notes.append(f"{', '.join(names)} of this shell will not be set in scheduled runs; use config.toml instead")
    new = {
        site: [{"at": f"{new:%H:%M}", "from": f"{day}"} for new, day in when.items()]
        for site, when in plan.new(plan.zone).items()
    }
    return made | {
        "notes": notes,
        "warnings": warnings,
        "at": f"{plan.at:%H:%M}",
        "timezone": None if plan.zone is None else str(plan.zone),
        "next": plan.following(datetime.now(UTC)).isoformat(),
        "new": new,
    }


def _sentences(plan: Plan, done: dict[str, Any]) -> list[str]:
    """Return sentences on the result, the next run, each site's next puzzle, and the notes and warnings."""
    from datetime import datetime

    from bot.daily.schedule import name

    sentences = [f"{done['action']}: {file_or_line}" for file_or_line in done.get("files", [done.get("line")])]
    sentences.append(f"next run: {datetime.fromisoformat(done['next']):%A %Y-%m-%d %H:%M} {name(plan.zone)}")
    for site, when in plan.new(plan.zone).items():
        (new, _), *changes = when.items()
        later = "".join(f", sometimes at {at:%H:%M} (next on {day})" for at, day in changes)
        sentences.append(f"new puzzle of {site}: at {new:%H:%M} {name(plan.zone)}{later}")
    return [*sentences, *done["notes"], *(f"warning: {warning}" for warning in done["warnings"])]


def _plan(scheduler: str, targets: Sequence[str], at: str, timezone: str | None) -> Plan:
    from datetime import UTC, datetime

    from bot.daily import settings
    from bot.daily.schedule import Plan, time_of_day, time_zone
    from bot.play.targets import resolve
    from scrapers import SITES

    zone = None if timezone is None else time_zone(timezone)
    # Only systemd knows time zones. The machines of GitHub use UTC.
    machine = UTC if scheduler == "github" else None
    clock = zone if scheduler == "systemd" else machine
    if scheduler == "github":
        targets = targets or SITES.names
    played = targets or [puzzle.text for puzzle in settings.load().daily]
    sites = {target.site.NAME: target.site for text in played for target in resolve(text)}
    today = datetime.now(UTC).astimezone(zone).date()
    plan = Plan(time_of_day(at), zone, clock, machine, today, [*sites.values()], targets)
    return plan.off_the_hour() if scheduler == "github" else plan
