"""`givens canary`: check that the sites' pages can still be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from bot.commands._options import BROWSER, HOST_PAUSE, JSON, SITE, TRUST, File, PageOptions, argument, collected, option
from bot.commands._output import joint_exit_code, print_json, status
from bot.play.throttle import Throttle

if TYPE_CHECKING:
    from pathlib import Path

    from bot.play.result import TargetResult


@click.command()
@argument("targets", "[TARGET...]", "As for `givens read`. Default: today's page of every site.")
@option("-o, --out FOLDER", "A new or empty folder for what fails.", "folder", type=File(), required=True)
@HOST_PAUSE
@collected(PageOptions, SITE, BROWSER, TRUST, JSON)
def canary(options: PageOptions, *, folder: Path, pause: float) -> int:
    """Check that the sites' pages can still be read.

    Pages are opened as a guest, and nothing is entered. For each page that cannot be read, FOLDER gets a capture
    (SITE/, as from `givens capture`) and an issue (SITE.md, with its title on the first line). No
    issue is written for a login wall, or if the network fails twice.

    \b
    Examples:
      givens canary -o today                              every site
      givens canary tango -o today --json                 one site, for a script
      givens read today/linkedin_tango                    read the capture again, offline
    """
    from bot.commands import _show
    from bot.daily.canary import Canary
    from bot.play.result import TargetResult
    from bot.play.runner import Runner
    from bot.play.targets import resolve
    from scrapers import SITES
    from solvers import GivensError

    codes = []
    with status() as set_status, Runner(options.setup(), set_status) as runner:
        canary_run = Canary(runner, folder, Throttle(set_status, pause))
        for text in options.targets or SITES.names:
            try:
                found = resolve(text, site=options.site)
            except GivensError as error:
                codes.append(error.EXIT)
                if options.as_json:
                    print_json(TargetResult.refused(text, error).line())
                _show.error(error)
                continue
            for target in found:
                result = canary_run.check(target)
                codes.append(result.exit_code)
                if options.as_json:
                    print_json(result.line())
                _tell(result, quiet=options.as_json)
    return joint_exit_code(codes)


def _tell(result: TargetResult, *, quiet: bool) -> None:
    from rich.text import Text

    from bot.commands import _show
    from bot.draw.terminal import err, out

    if not result.error:
        if not quiet:
            out.print(Text(f"{result.target}: can be read, layout {result.layout}"))
        return
    if result.traceback is not None:
        err.print(Text(result.traceback))
    if not quiet:
        where = f"; see {result.issue} and {result.capture}" if result.issue else ""
        out.print(Text(f"{result.target}: {'cannot be read' if where else 'was not checked'}{where}"))
        _show.failure(result.error)
