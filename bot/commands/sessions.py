"""The group `givens sessions`: list, show, replay, share and prune recorded sessions."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import click
from rich.filesize import decimal
from rich.text import Text

from bot import config
from bot.commands import _complete
from bot.commands._options import FORCE, JSON, PATH, SESSION, SESSIONS, argument, option, to_time
from bot.commands._output import confirm, emit, joint_exit_code, print_json, progress, say, status
from bot.config import Limits, parse_age, parse_size
from bot.draw.terminal import out as terminal
from bot.errors import UsageError, again, kind_named, writing
from bot.files import sessions_folder
from bot.play.sites import sites_named
from bot.record.output import Replacing, write_output
from bot.sessions import prune as pruning
from bot.sessions.replay import ReplayResult
from bot.sessions.replay import replay as replay_session
from bot.sessions.report import write
from bot.sessions.show import brief, open_page, print_session, print_table, whole
from bot.sessions.store import find, sessions


@click.command("list")
@option("--site NAME", "Only this site (any unambiguous part of its name).")
@option("--kind NAME", "Only this puzzle kind.")
@option("--day DATE", "Only this day, like 2026-11-20, in UTC, as in the ids.", type=to_time)
@option(
    "--outcome",
    "Only this outcome.",
    type=click.Choice(["accepted", "entered", "read", "failed", "interrupted", "unfinished", "unreadable"]),
)
@option("--limit N", "List so many of the newest. Default: 20, and all with --json.", type=click.IntRange(min=1))
@JSON
def list_(  # noqa: PLR0913 - each is an option
    *, site: str | None, kind: str | None, day: datetime | None, outcome: str | None, limit: int | None, as_json: bool
) -> int:
    """List the sessions, the newest last.

    \b
    Examples:
      givens sessions list                                the newest
      givens sessions list --limit 1000                   all of them
      givens sessions list --site tango --outcome failed  what went wrong there
      givens sessions list --json | jq -r .id             for another program
    """
    found = sessions()
    names = {session.record.site for session in found} & {site}  # They may be of site modules outside the tree.
    if site is not None and not names:
        names = {known.NAME for known in sites_named(site)}
    found = [
        session
        for session in found
        if (site is None or session.record.site in names)
        and (kind is None or session.kind == kind_named(kind))
        and (day is None or session.record.started.astimezone(UTC).date() == day.date())
        and outcome in {None, session.record.outcome}
    ]
    shown = found[-(limit or (len(found) if as_json else 20)) :]
    if as_json:
        for session in shown:
            print_json(brief(session))
    elif found:
        print_table(shown, len(found))
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
    found = find(session)
    if as_json:
        print_json(whole(found))
    else:
        print_session(found)
    return 0


@click.command()
@argument(
    "ids",
    "ID...",
    "Ids of sessions, unambiguous beginnings of them, `last`, or sessions' folders.",
    complete=_complete.sessions,
)
@option("--undo", "Allow pruning again.")
@JSON
def keep(*, ids: tuple[str, ...], undo: bool, as_json: bool) -> int:
    """Protect sessions from pruning.

    \b
    Examples:
      givens sessions keep last
      givens sessions keep 2026-11-20T0715 --undo         it may be pruned again
    """
    for session in [find(id_) for id_ in ids]:
        session.keep(kept=not undo)
        facts = {"target": session.record.target, "session": str(session.folder), "kept": session.kept}
        emit(facts, f"{'kept' if session.kept else 'not kept'}: {session.id}", as_json=as_json)
    return 0


@click.command()
@SESSIONS
@option("--all", "Replay all sessions.", "everything")
@JSON
def replay(*, ids: tuple[str, ...], everything: bool, as_json: bool) -> int:
    """Check recorded sessions against the current code.

    Reads and solves the recorded boards, plans the inputs, and prints what differs, without network or browser.
    Exits with code 0 if everything that was played can still be played.

    \b
    Examples:
      givens sessions replay last                         the newest session
      givens sessions replay --all                        all sessions, after an upgrade
    """
    if bool(ids) == everything:
        raise UsageError("name the sessions to replay, or use --all", command="givens sessions list")
    chosen = [session for session in sessions() if not session.problem] if everything else [*map(find, ids)]
    codes: list[int] = []
    with progress("replaying", len(chosen)) as (advance, _):
        for session in chosen:
            result = replay_session(session)
            codes.append(result.code)
            if as_json:
                print_json(result.line())
            else:
                _tell_replay(result, quiet=everything)
            advance()
    if not as_json:
        differ = sum(code != 0 for code in codes)
        say(f"{len(codes)} replayed, {differ} of them {'differs' if differ == 1 else 'differ'}")
    return joint_exit_code(codes)


def _tell_replay(result: ReplayResult, *, quiet: bool) -> None:
    """Print how a session replays; quietly, only the differences."""
    if quiet and not result.differences:
        return
    done = ", ".join(result.done) or "nothing done"
    end = f"; {result.why_not}" if result.why_not else ""
    terminal.print(Text(result.session.id, "bold"), Text(f"{done}{end}"))
    for difference in result.differences:
        terminal.print(Text(f"  {difference.words}", "red" if difference.code else ""))


@click.command()
@SESSION
@option("-o, --out FILE", "Write the page to this file instead of opening it.", type=PATH)
@FORCE
@JSON
def report(*, session: str, out: Path | None, force: bool, as_json: bool) -> int:
    """Open the page of a session, which plays it back.

    It also explains each step and shows the times. The page is a file of the session, and goes with it; with -o it is
    written elsewhere, a single file that works offline. It holds the screenshots, addresses and words of the session:
    `givens sessions share` packs what others may see.

    \b
    Examples:
      givens sessions report last                         the newest session
      givens sessions report 2026-11-20T0715              one by the beginning of its id
      givens sessions report last -o report.html          only written
    """
    found = find(session)
    with status() as set_status:
        set_status("drawing")
        file = write(found, out, Replacing(force, [found.folder]))
    facts = {"target": found.record.target, "session": str(found.folder), "file": str(file)}
    emit(facts, f"wrote {file}", as_json=as_json)
    if out is None:
        open_page(file)
    return 0


@click.command()
@option("--keep AGE", "Maximum age of a session: 12h, 30d, 8w.", "age")
@option("--max SIZE", "Maximum size of all sessions: 500MB, 2GB.", "size")
@option("--dry-run", "Print what would be removed, but remove nothing.")
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
    limits = config.load().sessions.limits
    if age is not None or size is not None:
        try:
            limits = Limits(parse_age(age or "forever"), parse_size(size or "any"))
        except ValueError as error:
            raise click.UsageError(str(error)) from None
    found = sessions()
    chosen = pruning.surplus(found, limits, datetime.now(UTC))
    count = total = 0
    for surplus in chosen if dry_run else pruning.remove(chosen):
        session = surplus.session
        count, total = count + 1, total + surplus.size
        facts = {
            "target": session.record.target,
            "session": str(session.folder),
            "size": surplus.size,
            "why": surplus.why,
        }
        words = f"{session.id}  {decimal(surplus.size):>9}  {surplus.why}"
        emit(facts | {"removed": not dry_run}, words, as_json=as_json)
    if not as_json:
        say(f"{'would remove' if dry_run else 'removed'} {count} of {len(found)} sessions, {decimal(total)}")
    return 0


@click.command()
@SESSION
@option("-o, --out FILE.zip", "The archive to write.", type=PATH, required=True)
@option("--yes", "Do not ask before writing.")
@FORCE
@JSON
def share(*, session: str, out: Path, yes: bool, force: bool, as_json: bool) -> int:
    """Pack a session to share, so that a site module can be fixed.

    The archive holds the board and the structure of the page around it, the puzzle, the events and errors, and the
    versions. Texts of the page are replaced by filler; traces, videos and screenshots stay with you. The command lists
    the files and asks before it writes them.

    \b
    Examples:
      givens sessions share last -o bug.zip
      givens sessions share 2026-11-20T0715 -o bug.zip --yes
    """
    from bot.sessions.bug_report import gather, pack

    found = find(session)
    replacing = Replacing(force, [found.folder])
    replacing.check(out)
    files = gather(found)
    archive = pack(found, files)
    show = partial(say, to_stderr=as_json)
    for sentence in found.shortened:
        show(sentence)
    for name, content in files.items():
        show(f"{decimal(len(content)):>9}  {name}")
    show(f"{decimal(len(archive)):>9}  in total, packed: {out}")
    command = again("givens sessions share", found.id, options=["-o", str(out), "--yes"])
    if not confirm(f"{'Replace' if out.exists() else 'Write'} {out}?", command, yes=yes):
        show("nothing was written")
        return 0
    with writing(out):
        write_output(out, archive, replacing, private=True)
    if as_json:
        sizes = {name: len(content) for name, content in files.items()}
        print_json({"target": found.record.target, "session": str(found.folder), "file": str(out), "files": sizes})
    else:
        show(f"wrote {out}")
    return 0
