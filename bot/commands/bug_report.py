"""The command that packs what a maintainer needs."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import click

from bot.commands._options import JSON, SESSION
from bot.commands._output import print_json, teller


@click.command()
@SESSION
@click.option("-o", "--out", metavar="FILE.zip", type=Path, required=True, help="The archive.")
@click.option("--pictures", is_flag=True, help="Pack the pictures of the page, too: nobody looks into them.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@JSON
def bug_report(*, session: str, out: Path, pictures: bool, yes: bool, as_json: bool) -> int:
    """Pack what a maintainer needs of a session to mend a broken site module, and nothing else.

    All of it is scrubbed once more; it lists what goes in, and asks. What only looks like plain text is not
    recognised: look into the archive before you share it.

    \b
    Examples:
      givens bug-report last -o bug.zip
      givens bug-report 2026-11-20T0715 -o bug.zip --yes  nobody is asked
    """
    from rich.filesize import decimal

    from bot.errors import UsageError
    from bot.sessions.bug_report import gather, pack, write
    from bot.sessions.store import find

    found = find(session)
    files = gather(found, pictures=pictures)
    archive = pack(found, files)
    tell = teller(as_json=as_json)
    for name, content in files.items():
        tell(f"{decimal(len(content)):>9}  {name}")
    tell(f"{decimal(len(archive)):>9}  in all, packed: {out}")
    if not yes:
        if not sys.stdin.isatty():
            msg = "nobody can be asked here whether to write that"
            raise UsageError(msg, command=shlex.join(["givens", "bug-report", found.id, "-o", str(out), "--yes"]))
        if not click.confirm(f"{'Replace' if out.exists() else 'Write'} {out}?", err=True):
            tell("nothing was written")
            return 0
    write(archive, out)
    if as_json:
        sizes = {name: len(content) for name, content in files.items()}
        print_json({"target": found.target, "session": str(found.folder), "file": str(out), "files": sizes})
    else:
        tell(f"written: {out}; look into it before you share it")
    return 0
