"""`givens schedule`: run `givens daily` automatically."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bot.commands._options import JSON, File
from bot.commands._output import print_json, printer, say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.daily.schedule import Plan

ENABLE = (
    "systemctl --user daemon-reload",
    "systemctl --user enable --now givens-daily.timer",
    "loginctl enable-linger",
)
"""The commands that start a new timer; the last one lets it run while the user is not logged in."""
DISABLE = ("systemctl --user stop givens-daily.timer", "systemctl --user daemon-reload")


@click.command()
@click.argument(
    "scheduler",
    type=click.Choice(["systemd", "cron", "github"]),
    metavar="systemd|cron|github",
    help="The scheduler that starts the run.",
)
@click.argument(
    "targets",
    nargs=-1,
    metavar="[TARGET...]",
    help="What to play, as for `givens daily`. Default: the puzzles in the settings; on GitHub every site.",
)
@click.option("--at", metavar="HH:MM", default="09:15", help="The time of the daily run.")
@click.option("--timezone", metavar="ZONE", help="The time zone of --at. Default: that of this machine.")
@click.option(
    "-o",
    "--out",
    "folder",
    metavar="FOLDER",
    type=File(),
    help="With github: a folder of the repository. Default: the current folder.",
)
@click.option("--print", "printed", is_flag=True, help="Print what would be written, but write nothing.")
@click.option("--remove", is_flag=True, help="Remove what was written.")
@JSON
def schedule(  # noqa: PLR0913 - each is an option
    *,
    scheduler: str,
    targets: tuple[str, ...],
    at: str,
    timezone: str | None,
    folder: Path | None,
    printed: bool,
    remove: bool,
    as_json: bool,
) -> int:
    """Run `givens daily` automatically once a day.

    Writes a systemd timer, a crontab line, or a GitHub workflow (which plays as a guest), and prints the commands that
    start it, the next run, and when each site has a new puzzle.

    \b
    Examples:
      givens schedule systemd --at 09:15                  a timer
      givens schedule cron --timezone Europe/Berlin       a line in your crontab
      givens schedule github tango --at 10:15 -o my-fork  a workflow in a repository
      givens schedule systemd --remove                    remove the timer
    """
    from bot.errors import UsageError

    if printed and remove:
        raise UsageError("--print and --remove cannot be used together")
    if folder is not None and scheduler != "github":
        raise UsageError(f"-o needs github: {scheduler} has a fixed place for its files")
    plan = _plan(scheduler, targets, at, timezone)
    act = {"systemd": _systemd, "cron": _cron, "github": _github}[scheduler]
    done = act(plan, folder or Path(), printed=printed, remove=remove)
    if not remove:
        here = [] if scheduler == "github" else _environment()
        notes, warnings = [*done["notes"], *plan.notes(), *here], [*plan.warnings(), *done["warnings"]]
        if not plan.sites:
            warnings.append("no puzzle is chosen, so nothing will be played: name targets, or type givens daily --init")
        done |= _facts(plan) | {"notes": notes, "warnings": warnings}
    if as_json:
        print_json({"scheduler": scheduler} | done)
        return 0
    if printed:
        for path, text in done.get("files", {}).items():
            say(f"# {path}\n{text}")
        if "line" in done:
            say(done["line"])
    show = printer(as_json=printed)
    for sentence in _removed(done) if remove else _written(plan, done):
        show(sentence)
    if done["type"]:
        show("\n    ".join(["now type:", *done["type"]]))
    return 0


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
    plan = Plan(
        time_of_day(at),
        zone,
        clock,
        machine,
        datetime.now(UTC).astimezone(zone).date(),
        [*sites.values()],
        targets,
    )
    return plan.off_the_hour() if scheduler == "github" else plan


def _facts(plan: Plan) -> dict[str, Any]:
    from datetime import UTC, datetime

    return {
        "at": f"{plan.at:%H:%M}",
        "timezone": None if plan.zone is None else str(plan.zone),
        "next": plan.following(datetime.now(UTC)).isoformat(),
        "new": {
            site: [{"at": f"{new:%H:%M}", "from": f"{day}"} for new, day in when.items()]
            for site, when in plan.new.items()
        },
    }


def _written(plan: Plan, done: dict[str, Any]) -> list[str]:
    """Return what was written, the next run, when each site has a new puzzle, and notes and warnings."""
    from datetime import UTC, datetime

    from bot.daily.schedule import name

    sentences = [f"{done['action']}: {file_or_line}" for file_or_line in done.get("files", [done.get("line")])]
    sentences.append(f"next run: {plan.following(datetime.now(UTC)):%A %Y-%m-%d %H:%M} {name(plan.zone)}")
    for site, when in plan.new.items():
        (new, _), *changes = when.items()
        later = "".join(f", sometimes at {at:%H:%M} (next on {day})" for at, day in changes)
        sentences.append(f"new puzzle of {site}: at {new:%H:%M} {name(plan.zone)}{later}")
    return [*sentences, *done["notes"], *(f"warning: {warning}" for warning in done["warnings"])]


def _removed(done: dict[str, Any]) -> list[str]:
    return [f"removed: {removed}" for removed in done["removed"]] or ["nothing to remove"]


def _environment() -> list[str]:
    names = sorted(name for name in os.environ if name.startswith("GIVENS_"))
    return (
        [f"{', '.join(names)} of this shell will not be set in scheduled runs; use config.toml instead"]
        if names
        else []
    )


def _systemd(plan: Plan, _folder: Path, *, printed: bool, remove: bool) -> dict[str, Any]:
    from bot.daily import schedulers

    files = schedulers.units(plan)
    if remove:
        removed = schedulers.remove([*schedulers.enabled(files), *files])
        return {"action": "removed", "removed": [*map(str, removed)], "type": [*DISABLE] * bool(removed)}
    checked = schedulers.checked(files)
    if not printed:
        schedulers.write(files)
    note = "systemd-analyze found no errors" if checked else "systemd-analyze is not installed, so nothing was checked"
    return _made(files, printed=printed, to_type=[*ENABLE]) | {"checked": checked, "notes": [note]}


def _cron(plan: Plan, _folder: Path, *, printed: bool, remove: bool) -> dict[str, Any]:
    from bot.daily import schedulers

    new_line = schedulers.line(plan)
    if printed:
        return {"action": "printed", "line": new_line, "type": [], "notes": [], "warnings": []}
    before = schedulers.crontab("" if remove else f"; the line for it is: {new_line}")
    after = schedulers.crontab_with(before, None if remove else new_line)
    if after != before:
        schedulers.set_crontab(after)
    if remove:
        kept = set(after.splitlines())
        removed = [line.decode(errors="replace") for line in before.splitlines() if line not in kept]
        return {"action": "removed", "removed": removed, "type": []}
    return {"action": "written", "line": new_line, "type": [], "notes": [], "warnings": []}


def _github(plan: Plan, folder: Path, *, printed: bool, remove: bool) -> dict[str, Any]:
    from bot.daily import schedulers

    files = schedulers.workflow(plan, folder)
    (path,) = files
    git = ["git", "-C", str(schedulers.repository(folder))]
    to_type = [
        shlex.join([*git, *rest])
        for rest in (["add", str(path)], ["commit", "-m", "givens daily", "--", str(path)], ["push"])
    ]
    if remove:
        removed = schedulers.remove(files)
        return {"action": "removed", "removed": [*map(str, removed)], "type": to_type * bool(removed)}
    if not printed:
        schedulers.write(files)
    made = _made(files, printed=printed, to_type=to_type)
    made["notes"].append("GitHub may start the run some minutes late; minute 0, the busiest, is avoided")
    if not schedulers.holds_givens(schedulers.repository(folder)):
        made["warnings"].append("the workflow needs givens in its own repository, and this one does not contain it")
    return made


def _made(files: Mapping[Path, str], *, printed: bool, to_type: list[str]) -> dict[str, Any]:
    return {
        "action": "printed" if printed else "written",
        "files": {str(path): text for path, text in files.items()},
        "type": [] if printed else to_type,
        "notes": [],
        "warnings": [],
    }
