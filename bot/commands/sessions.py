"""The commands on sessions that are kept: a group, whose larger members have files of their own."""

from __future__ import annotations

import shlex
import sys
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from bot.commands._options import JSON
from bot.commands._output import print_json, status
from bot.commands.replay import replay
from bot.commands.report import report

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

ID = Annotated[
    str,
    typer.Argument(
        metavar="ID", help="An id, any unique beginning of one, `last`, or a session's folder.", show_default=False
    ),
]
IDS = Annotated[
    list[str],
    typer.Argument(
        metavar="ID...", help="Ids, unique beginnings of them, `last`, or sessions' folders.", show_default=False
    ),
]


def list_(
    *,
    site: Annotated[
        str | None,
        typer.Option("--site", metavar="NAME", help="Of one site: any clear part of its name.", show_default=False),
    ] = None,
    kind: Annotated[
        str | None, typer.Option("--kind", metavar="NAME", help="Of one puzzle kind.", show_default=False)
    ] = None,
    day: Annotated[
        str | None,
        typer.Option(
            "--day", metavar="DATE", help="Of one day like 2026-11-20, in UTC as the ids.", show_default=False
        ),
    ] = None,
    outcome: Annotated[
        Literal["accepted", "read", "failed", "interrupted", "unfinished", "unreadable"] | None,
        typer.Option("--outcome", help="Of one outcome.", show_default=False),
    ] = None,
    as_json: JSON = False,
) -> int:
    """List the sessions, the newest last.

    \b
    Examples:
      givens sessions list                                all of them
      givens sessions list --site tango --outcome failed  what went wrong there
      givens sessions list --json | jq -r .id             for another program
    """
    from datetime import UTC

    from bot.recorder import sessions_folder
    from bot.retell import brief, table
    from bot.store import sessions
    from bot.targets import site_named

    found = sessions()
    if site is not None:
        # There may be sessions of site modules that are not in the tree.
        name = site if site in {session.site for session in found} else site_named(site).NAME
        found = [session for session in found if session.site == name]
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
        print("\n".join(table(found)))  # noqa: T201
    else:
        like = " like that" if site or kind or day or outcome else ""
        print(f"there is no session{like} in {sessions_folder()}", file=sys.stderr)  # noqa: T201
    return 0


def show(session: ID, *, as_json: JSON = False) -> int:
    """Tell one session: its facts, the board before and after, its phases and inputs, and what went wrong.

    \b
    Examples:
      givens sessions show last
      givens sessions show 2026-11-20T0715 --json         with all events
    """
    from bot.retell import tell, whole
    from bot.store import find

    found = find(session)
    if as_json:
        print_json(whole(found))
    else:
        tell(found)
    return 0


def open_(
    session: ID,
    *,
    trace: Annotated[bool, typer.Option("--trace", help="Open its trace in Playwright's viewer instead.")] = False,
    as_json: JSON = False,
) -> int:
    """Open the report of a session in your browser, or its trace.

    \b
    Examples:
      givens sessions open last
      givens sessions open last --trace                   of what was played with --record full; until Ctrl-C
    """
    from bot.errors import SessionError
    from bot.report import write
    from bot.store import find
    from bot.viewers import open_page, open_trace, place

    found = find(session)
    if trace:
        file = found.path("trace.zip")
        if file is None:
            msg = f"the session {found.id} has no trace: that is recorded with --record full"
            raise SessionError(msg, command=shlex.join(["givens", "play", found.target, "--record", "full"]))
    else:
        file = place(f"{found.id}.html")
        with status() as tell:
            write([found], file, tell)
    if as_json:
        print_json({"v": 1, "target": found.target, "session": str(found.folder), "file": str(file)})
    (open_trace if trace else open_page)(file)
    return 0


def keep(
    ids: IDS,
    *,
    no_more: Annotated[bool, typer.Option("--not", help="Keep them no more.")] = False,
    as_json: JSON = False,
) -> int:
    """Keep sessions: they are never pruned.

    \b
    Examples:
      givens sessions keep last
      givens sessions keep 2026-11-20T0715 --not          it may be pruned again
    """
    from bot.store import find

    for session in [find(one) for one in ids]:
        session.keep(kept=not no_more)
        if as_json:
            print_json({"v": 1, "target": session.target, "session": str(session.folder), "kept": session.kept})
        else:
            print(f"{'kept' if session.kept else 'not kept'}: {session.id}")  # noqa: T201
    return 0


def prune(
    *,
    age: Annotated[
        str | None,
        typer.Option("--keep", metavar="AGE", help="How old one may be: 12h, 30d, 8w.", show_default=False),
    ] = None,
    size: Annotated[
        str | None,
        typer.Option("--max", metavar="SIZE", help="What all may take: 500MB, 2GB.", show_default=False),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Tell what would be removed; remove nothing.")] = False,
    as_json: JSON = False,
) -> int:
    """Remove old sessions: those above an age, then the oldest until the rest takes no more than a size.

    Without either the settings hold. What is kept by hand is never removed and does not count; nor is what has not
    ended and was written to within a day: it may still be running.

    \b
    Examples:
      givens sessions prune --keep 30d --max 2GB --dry-run
      givens sessions prune
    """
    from datetime import UTC, datetime

    from rich.filesize import decimal

    from bot import config, prune
    from bot.store import sessions

    told = prune.Limits(
        None if age is None else prune.age(age),
        None if size is None else prune.size(size),
    )
    limits = config.limits() if age is None and size is None else told
    found = sessions()
    chosen = prune.surplus(found, limits, datetime.now(UTC))
    count = taken = 0
    for one in chosen if dry_run else prune.remove(chosen):
        count, taken = count + 1, taken + one.size
        if as_json:
            facts = {"v": 1, "target": one.session.target, "session": str(one.session.folder)}
            print_json(facts | {"size": one.size, "why": one.why, "removed": not dry_run})
        else:
            print(f"{one.session.id}  {decimal(one.size):>9}  {one.why}")  # noqa: T201
    if not as_json:
        print(f"{'would remove' if dry_run else 'removed'} {count} of {len(found)} sessions, {decimal(taken)}")  # noqa: T201
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
        msg = f"--day {text} is not a day like 2026-11-19"
        raise UsageError(msg) from None


COMMANDS: dict[str, Callable[..., int]] = {
    "list": list_,
    "show": show,
    "open": open_,
    "keep": keep,
    "replay": replay,
    "report": report,
    "prune": prune,
}
"""The group's commands, as they are listed in its help."""

app = typer.Typer(name="sessions", help="Look at what was recorded, keep it, prune it.", no_args_is_help=True)
for _name, _command in COMMANDS.items():
    app.command(_name)(_command)
