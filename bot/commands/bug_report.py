"""`givens bug-report`: pack what a maintainer needs from a session."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import click

from bot.commands._options import JSON, SESSION, File, option
from bot.commands._output import print_json, printer


@click.command()
@SESSION
@option("-o, --out FILE.zip", "The archive to write.", type=File(), required=True)
@option("--pictures", "Include a drawing of the board.")
@option("--yes", "Do not ask before writing.")
@JSON
def bug_report(*, session: str, out: Path, pictures: bool, yes: bool, as_json: bool) -> int:
    """Pack what a maintainer needs to fix a site module.

    The archive holds the board and the structure of the page around it, the puzzle, the events and errors, and the
    versions. Texts of the page are replaced by filler; traces, videos and screenshots stay with you. The command lists
    the files and asks before it writes them.

    \b
    Examples:
      givens bug-report last -o bug.zip
      givens bug-report 2026-11-20T0715 -o bug.zip --yes  without asking
    """
    from rich.filesize import decimal

    from bot.errors import UsageError
    from bot.play.fixture import check_shareable
    from bot.sessions.bug_report import gather, pack, write
    from bot.sessions.store import find

    check_shareable(Path(session))
    found = find(session)
    files = gather(found, pictures=pictures)
    archive = pack(found, files)
    show = printer(as_json=as_json)
    for sentence in found.shortened:
        show(sentence)
    for name, content in files.items():
        show(f"{decimal(len(content)):>9}  {name}")
    show(f"{decimal(len(archive)):>9}  in total, packed: {out}")
    if not yes:
        if not sys.stdin.isatty():
            raise UsageError(
                "without a terminal, --yes is required",
                command=shlex.join(["givens", "bug-report", found.id, "-o", str(out), "--yes"]),
            )
        if not click.confirm(f"{'Replace' if out.exists() else 'Write'} {out}?", err=True):
            show("nothing was written")
            return 0
    write(archive, out)
    if as_json:
        sizes = {name: len(content) for name, content in files.items()}
        print_json({"target": found.record.target, "session": str(found.folder), "file": str(out), "files": sizes})
    else:
        show(f"wrote {out}")
    return 0
