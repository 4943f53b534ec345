"""`givens sessions`: the group of commands on recorded sessions; the larger ones have files of their own."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import click

from bot.commands import _complete
from bot.commands._group import Commands
from bot.commands._options import JSON, SESSION
from bot.commands._output import print_json, say, status
from bot.commands.replay import replay
from bot.commands.report import picture, report

if TYPE_CHECKING:
    from datetime import date


@click.command("list")
@click.option("--site", metavar="NAME", help="Only this site (any unambiguous part of its name).")
@click.option("--kind", metavar="NAME", help="Only this puzzle kind.")
@click.option("--day", metavar="DATE", help="Only this day, like 2026-11-20, in UTC, as in the ids.")
@click.option(
    "--outcome",
    type=click.Choice(["accepted", "entered", "read", "failed", "interrupted", "unfinished", "unreadable"]),
    help="Only this outcome.",
)
@JSON
def list_(*, site: str | None, kind: str | None, day: str | None, outcome: str | None, as_json: bool) -> int:
    """List the sessions, the newest last.

    \b
    Examples:
      givens sessions list                                all of them
      givens sessions list --site tango --outcome failed  what went wrong there
      givens sessions list --json | jq -r .id             for another program
    """
    from datetime import UTC

    from bot.play.targets import sites_named
    from bot.private import sessions_folder
    from bot.sessions.show import brief, table
    from bot.sessions.store import sessions

    found = sessions()
    if site is not None:
        # Sessions may be of site modules outside the tree.
        names = {site} if site in {session.site for session in found} else {found.NAME for found in sites_named(site)}
        found = [session for session in found if session.site in names]
    if kind is not None:
        known = _kind(kind)
        found = [session for session in found if session.kind == known]
    if day is not None:
        on = _day(day)
        found = [session for session in found if session.started.astimezone(UTC).date() == on]
    if outcome is not None:
        found = [session for session in found if session.outcome == outcome]
    if as_json:
        for session in found:
            print_json(brief(session))
    elif found:
        say("\n".join(table(found)))
    else:
        like = " like that" if site or kind or day or outcome else ""
        say(f"no sessions{like} in {sessions_folder()}", to_stderr=True)
    return 0


@click.command()
@SESSION
@JSON
def show(*, session: str, as_json: bool) -> int:
    """Show a session: facts, boards, times, inputs and errors.

    \b
    Examples:
      givens sessions show last
      givens sessions show 2026-11-20T0715 --json         with all events
    """
    from bot.sessions.show import print_session, whole
    from bot.sessions.store import find

    found = find(session)
    if as_json:
        print_json(whole(found))
    else:
        print_session(found)
    return 0


@click.command("open")
@SESSION
@click.option("--trace", is_flag=True, help="Open the trace in Playwright's viewer instead.")
@JSON
def open_(*, session: str, trace: bool, as_json: bool) -> int:
    """Open the report of a session, or its trace, in a browser.

    \b
    Examples:
      givens sessions open last
      givens sessions open last --trace                   if played with --record full; Ctrl-C ends the viewer
    """
    from bot.errors import SessionError
    from bot.sessions.report import write
    from bot.sessions.store import find
    from bot.sessions.viewers import open_page, open_trace, place

    found = find(session)
    if trace:
        file = found.path("trace.zip")
        if file is None:
            raise SessionError(
                f"the session {found.id} has no trace: that is recorded with --record full",
                command=shlex.join(["givens", "play", found.target, "--record", "full"]),
            )
    else:
        file = place(f"{found.id}.html")
        with status() as set_status:
            write([found], file, set_status)
    if as_json:
        print_json({"target": found.target, "session": str(found.folder), "file": str(file)})
    (open_trace if trace else open_page)(file)
    return 0


@click.command()
@click.argument(
    "ids",
    nargs=-1,
    required=True,
    metavar="ID...",
    shell_complete=_complete.sessions,
    help="Ids of sessions, unambiguous beginnings of them, `last`, or sessions' folders.",
)
@click.option("--undo", is_flag=True, help="Allow pruning again.")
@click.option("--not", "undo_alias", is_flag=True, hidden=True)
@JSON
def keep(*, ids: tuple[str, ...], undo: bool, undo_alias: bool, as_json: bool) -> int:
    """Protect sessions from pruning.

    \b
    Examples:
      givens sessions keep last
      givens sessions keep 2026-11-20T0715 --undo         it may be pruned again
    """
    from bot.sessions.store import find

    for session in [find(id_) for id_ in ids]:
        session.keep(kept=not (undo or undo_alias))
        if as_json:
            print_json({"target": session.target, "session": str(session.folder), "kept": session.kept})
        else:
            say(f"{'kept' if session.kept else 'not kept'}: {session.id}")
    return 0


@click.command()
@click.option("--keep", "age", metavar="AGE", help="Maximum age of a session: 12h, 30d, 8w.")
@click.option("--max", "size", metavar="SIZE", help="Maximum size of all sessions: 500MB, 2GB.")
@click.option("--dry-run", is_flag=True, help="Print what would be removed, but remove nothing.")
@JSON
def prune(*, age: str | None, size: str | None, dry_run: bool, as_json: bool) -> int:
    """Remove old sessions.

    First sessions above an age are removed, then the oldest ones above a total size. Without --keep and --max the
    limits of the settings apply. Protected sessions are never removed and do not count, and neither do unfinished ones
    with a change in the last day, which may still be running.

    \b
    Examples:
      givens sessions prune --keep 30d --max 2GB --dry-run
      givens sessions prune
    """
    from datetime import UTC, datetime

    from rich.filesize import decimal

    from bot import config
    from bot.retention import Limits, parse_age, parse_size
    from bot.sessions import prune
    from bot.sessions.store import sessions

    if age is None and size is None:
        limits = config.load().limits
    else:
        limits = Limits(None if age is None else parse_age(age), None if size is None else parse_size(size))
    found = sessions()
    chosen = prune.surplus(found, limits, datetime.now(UTC))
    count = total = 0
    for surplus in chosen if dry_run else prune.remove(chosen):
        session = surplus.session
        count, total = count + 1, total + surplus.size
        if as_json:
            facts = {"target": session.target, "session": str(session.folder)}
            print_json(facts | {"size": surplus.size, "why": surplus.why, "removed": not dry_run})
        else:
            say(f"{session.id}  {decimal(surplus.size):>9}  {surplus.why}")
    if not as_json:
        say(f"{'would remove' if dry_run else 'removed'} {count} of {len(found)} sessions, {decimal(total)}")
    return 0


def _kind(text: str) -> str:
    from bot.errors import unknown
    from solvers import KINDS

    if text not in KINDS:
        unknown("kind", text, KINDS)
    return text


def _day(text: str) -> date:
    from datetime import date

    from bot.errors import UsageError

    try:
        return date.fromisoformat(text)
    except ValueError:
        raise UsageError(f"--day must be a date like 2026-11-19, not {text!r}") from None


COMMANDS = (list_, show, open_, keep, replay, report, picture, prune)
"""All commands of the group, in the order of its help."""


@click.group(cls=Commands)
def sessions() -> None:
    """Show, protect and prune recorded sessions."""


for _command in COMMANDS:
    sessions.add_command(_command)
