"""The commands that show recorded sessions to others: a report of them, an animation of one."""

from __future__ import annotations

from pathlib import Path

import click

from bot.commands._options import JSON, SESSION
from bot.commands._output import print_json, status


@click.command()
@click.argument(
    "ids", nargs=-1, metavar="[ID...]", help="Any unique beginning of an id, or `last`; all sessions without."
)
@click.option("-o", "--out", metavar="FILE", type=Path, default=Path("report.html"), help="The page to write.")
@JSON
def report(*, ids: tuple[str, ...], out: Path, as_json: bool) -> int:
    """Make one page of sessions: each played back, explained step by step and timed; of several an overview, too.

    The page is one file that needs nothing else: it can be sent, and opened offline. It holds what the sessions hold,
    pictures of the page among it.

    \b
    Examples:
      givens sessions report last -o report.html          the newest session
      givens sessions report -o all.html                  all of them
    """
    from bot.errors import SessionError
    from bot.sessions import store
    from bot.sessions.report import write

    chosen = (
        {found.folder: found for found in map(store.find, ids)}
        if ids
        else {one.folder: one for one in store.sessions()}
    )
    if not chosen:
        msg = "there is no session to report on"
        raise SessionError(msg, command="givens play TARGET")
    its = sorted(chosen.values(), key=lambda session: (session.started, session.id))
    with status() as tell:
        size = write(its, out, tell)
    if as_json:
        print_json({"file": str(out), "sessions": [session.id for session in its], "size": size})
    else:
        print(f"{out}: {len(its)} session{'s' if len(its) > 1 else ''}")  # noqa: T201
    return 0


@click.command()
@SESSION
@click.option("-o", "--out", metavar="FILE.svg", type=Path, default=Path("session.svg"), help="The picture to write.")
@click.option("--dark/--light", default=None, help="The ground; by default the reader's preference.")
@JSON
def picture(*, session: str, out: Path, dark: bool | None, as_json: bool) -> int:
    """Draw a session as an animated SVG: the board input by input, and beside it the lines of the run.

    Inputs are spread evenly over a few seconds. Equal sessions give equal files.

    \b
    Examples:
      givens sessions picture last -o run.svg
      givens sessions picture last --dark -o dark.svg
    """
    from bot.errors import writing
    from bot.record.recorder import write_whole
    from bot.sessions.animation import animation
    from bot.sessions.store import find

    found = find(session)
    data = animation(found, dark=dark).encode()
    with writing(out):
        write_whole(out, data)
    if as_json:
        print_json({"target": found.target, "session": str(found.folder), "file": str(out), "size": len(data)})
    else:
        print(f"wrote {out}")  # noqa: T201
    return 0
