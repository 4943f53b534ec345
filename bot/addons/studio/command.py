"""`givens studio`: one local page to enter, solve and explain puzzles, and to watch sessions."""

from __future__ import annotations

import os
import webbrowser
from collections.abc import Mapping
from typing import Any

import click

from bot.addon import importing
from bot.commands import _complete
from bot.commands._options import BROWSER, JSON, SITE, argument, option
from bot.commands._output import print_json


@click.command()
@argument(
    "source",
    "[PUZZLE|SESSION]",
    "A puzzle, as for `givens solve`, to open; or a session, as for `givens sessions`, to watch.",
    complete=_complete.sessions,
)
@option("--port N", "The port. Default: 8424, or any free one.", type=click.IntRange(min=1, max=65535))
@option("--no-open", "Only print the address, do not open it.")
@option(
    "--timeout SECONDS",
    "Time limit for each answer of the page.",
    "answer_timeout",
    type=click.FloatRange(min=0.1, max=300),
    default=5.0,
)
@option("--kind NAME", "The kind of the puzzle, if it does not name it.", complete=_complete.kinds)
@SITE
@BROWSER
@JSON
def studio(
    *,
    source: str | None,
    port: int | None,
    no_open: bool,
    answer_timeout: float,
    as_json: bool,
    **reading: Any,  # noqa: ANN401 - the options of `Sources`
) -> int:
    """Enter, play and explain puzzles in your browser.

    The page is served on this machine alone, until Ctrl-C.

    \b
    Examples:
      givens studio                                       what is left today
      givens studio puzzle.json                           a puzzle of a file, to solve or change
      givens studio last                                  the last session, played back
      givens studio --no-open --port 8000                 only the address
    """
    from bot.sessions.show import has_display

    with importing("studio"):
        from bot.addons.studio.app import serve

    fragment = "" if source is None else _fragment(source, reading)

    def on_ready(printed: str, opened: str) -> None:
        if as_json:
            print_json({"url": printed + fragment})
        else:
            print(f"{printed}{fragment}\nCtrl-C ends the studio.", flush=True)  # noqa: T201
        if not no_open and not (has_display() and webbrowser.open(opened + fragment)):
            click.echo("no browser could be opened; open the address yourself", err=True)

    serve(port, timeout=answer_timeout, on_ready=on_ready)
    return 0


def _fragment(source: str, reading: Mapping[str, Any]) -> str:
    """Return the part of the address that opens a session or a puzzle; `reading` says how to read the puzzle."""
    from bot.addons.studio.listing import puzzle_fragment
    from bot.batch.sources import Sources
    from bot.files import sessions_folder
    from bot.sessions.store import find

    # A path that begins with a slash is itself, whatever folder it is joined to: a session is a folder.
    is_session = os.path.exists(f"{source}/session.json") or os.path.isdir(sessions_folder() / source)
    if source == "last" or is_session or (source[:2] == "20" and not os.path.exists(source)):
        return f"#session={find(source).id}"
    return puzzle_fragment(next(Sources(sources=[source], **reading).entries(lambda _: None)).get())
