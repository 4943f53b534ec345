"""`givens studio`: one local page to enter, solve and explain puzzles, and to watch sessions."""

from __future__ import annotations

import webbrowser
from typing import TYPE_CHECKING

import click

from bot.commands import _complete
from bot.commands._options import BROWSER, JSON, SITE, Count, Number, argument, option
from bot.commands._output import print_json

if TYPE_CHECKING:
    from bot.sessions.store import Session


@click.command()
@argument(
    "source",
    "[PUZZLE|SESSION]",
    "A puzzle, as for `givens solve`, to open; or a session, as for `givens sessions`, to watch.",
    complete=_complete.sessions,
)
@option("--port N", "The port. Default: 8424, or any free one.", type=Count(min=1, max=65535))
@option("--no-open", "Only print the address, do not open it.")
@option("--timeout SECONDS", "Time limit for each answer of the page.", type=Number(min=0.1, max=300), default=5.0)
@option("--kind NAME", "The kind of the puzzle, if it does not name it.", complete=_complete.kinds)
@SITE
@BROWSER
@JSON
def studio(  # noqa: PLR0913 - each is an option
    *,
    source: str | None,
    port: int | None,
    no_open: bool,
    timeout: float,
    kind: str | None,
    site: str | None,
    browser: str | None,
    as_json: bool,
) -> int:
    """Enter, solve and explain puzzles in your browser.

    The page is served on this machine alone, until Ctrl-C.

    \b
    Examples:
      givens studio                                       an empty board
      givens studio puzzle.json                           a puzzle of a file, to solve or change
      givens studio last                                  the last session, played back
      givens studio --no-open --port 8000                 only the address
    """
    from bot.sessions.viewers import has_display
    from bot.studio.serve import serve

    fragment = "" if source is None else _fragment(source, kind, site, browser)

    def on_ready(address: str) -> None:
        address += fragment
        if as_json:
            print_json({"url": address})
        else:
            print(f"{address}\nCtrl-C ends the studio.", flush=True)  # noqa: T201
        if not no_open and not (has_display() and webbrowser.open(address)):
            click.echo("no browser could be opened; open the address yourself", err=True)

    serve(port, timeout=timeout, on_ready=on_ready)
    return 0


def _fragment(source: str, kind: str | None, site: str | None, browser: str | None) -> str:
    """Return the part of the address that opens a session or a puzzle."""
    from bot.batch.sources import Sources
    from bot.sessions.report import puzzle_fragment

    session = _session(source)
    if session is not None:
        return f"#session={session.id}"
    puzzles = Sources(sources=[source], kind=kind, site=site, browser=browser).entries(lambda _: None)
    return puzzle_fragment(next(puzzles).get())


def _session(source: str) -> Session | None:
    """Return the session that a name or a folder means, None if it means none."""
    from pathlib import Path

    from bot.record.place import sessions_folder
    from bot.sessions.store import find

    if source == "last" or Path(source, "session.json").is_file() or (source[:2] == "20" and not Path(source).exists()):
        return find(source)
    return find(source) if (sessions_folder() / source).is_dir() else None
