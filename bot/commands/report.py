"""`givens sessions report` and `picture`: recorded sessions as one page, or as an animated picture."""

from __future__ import annotations

from pathlib import Path

import click

from bot.commands._options import JSON, SESSION, SESSIONS, File
from bot.commands._output import print_json, say, status


@click.command()
@SESSIONS
@click.option("-o", "--out", metavar="FILE", type=File(), default=Path("report.html"), help="The page to write.")
@JSON
def report(*, ids: tuple[str, ...], out: Path, as_json: bool) -> int:
    """Write a page that plays sessions back, by default all.

    It also explains each step and shows the times. The page is a single file that works offline and can be sent to
    others. It contains all data of the sessions, including pictures of the web page. Several sessions get an overview,
    too.

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
        else {session.folder: session for session in store.sessions()}
    )
    if not chosen:
        raise SessionError("no sessions exist", command="givens play TARGET")
    ordered = sorted(chosen.values(), key=lambda session: (session.started, session.id))
    with status() as set_status:
        size = write(ordered, out, set_status)
    if as_json:
        print_json({"file": str(out), "sessions": [session.id for session in ordered], "size": size})
    else:
        say(f"{out}: {len(ordered)} session{'s' if len(ordered) > 1 else ''}")
    return 0


@click.command()
@SESSION
@click.option("-o", "--out", metavar="FILE.svg", type=File(), default=Path("session.svg"), help="The picture to write.")
@click.option("--dark/--light", default=None, help="Dark or light background. Default: the viewer's preference.")
@JSON
def picture(*, session: str, out: Path, dark: bool | None, as_json: bool) -> int:
    """Draw a session as an animated SVG.

    It shows the board after each input, and the output of the run beside it. Inputs are spread evenly over a few
    seconds. Equal sessions give equal files.

    \b
    Examples:
      givens sessions picture last -o run.svg
      givens sessions picture last --dark -o dark.svg
    """
    from bot.errors import writing
    from bot.record.output import write_output
    from bot.sessions.animation import animation
    from bot.sessions.store import find

    found = find(session)
    data = animation(found, dark=dark).encode()
    with writing(out):
        write_output(out, data)
    if as_json:
        print_json({"target": found.target, "session": str(found.folder), "file": str(out), "size": len(data)})
    else:
        say(f"wrote {out}")
    return 0
