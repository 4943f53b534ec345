"""The command for whoever keeps the site modules: it tells whether the pages still read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.commands._options import BROWSER, JSON, SITE, Number
from bot.commands._output import joint, print_json, status
from bot.play.politeness import PAUSE, Polite

if TYPE_CHECKING:
    from bot.play.result import TargetResult


@click.command()
@click.argument(
    "targets", nargs=-1, metavar="[TARGET...]", help="As for `givens read`; every site's page of today without."
)
@click.option("-o", "--out", "folder", metavar="FOLDER", type=Path, required=True, help="A new or empty folder.")
@click.option("--pause", metavar="S", type=Number(min=0), default=PAUSE, help="Seconds between pages of one host.")
@SITE
@BROWSER
@JSON
def canary(  # noqa: PLR0913 - each is an option
    *, targets: tuple[str, ...], folder: Path, pause: float, site: str | None, browser: str | None, as_json: bool
) -> int:
    """Look whether pages still read, as a guest; nothing is entered.

    For each that does not, FOLDER holds a capture (SITE/, as `givens capture` makes it) and an issue (SITE.md, its
    title on the first line). A wall is a person's matter, a network that fails twice is nobody's: neither is an issue.

    \b
    Examples:
      givens canary -o today                              every site
      givens canary tango -o today --json                 one, for a script
      givens read today/linkedin_tango                    what was seen, again and without a network
    """
    from bot.commands import _show
    from bot.daily.canary import Canary
    from bot.play.result import TargetResult
    from bot.play.runner import Runner, Setup
    from bot.play.targets import resolve
    from scrapers import SITES
    from solvers import GivensError

    codes = []
    with status() as tell, Runner(Setup(record=False, told=browser), tell) as runner:
        round_ = Canary(runner, folder, Polite(tell, pause))
        for text in targets or [one.NAME for one in SITES]:
            try:
                found = resolve(text, site=site)
            except GivensError as error:
                codes.append(error.EXIT)
                if as_json:
                    print_json(TargetResult.refused(text, error).line())
                _show.error(error)
                continue
            for target in found:
                result = round_.look(target)
                codes.append(result.exit_code)
                if as_json:
                    print_json(result.line())
                _tell(result, quiet=as_json)
    return joint(codes)


def _tell(result: TargetResult, *, quiet: bool) -> None:
    from rich.text import Text

    from bot.commands import _show
    from bot.draw.terminal import err, out

    if not result.error:
        if not quiet:
            out.print(Text(f"{result.target}: reads, layout {result.layout}"))
        return
    if result.traceback is not None:
        err.print(Text(result.traceback))
    if not quiet:
        where = f"; see {result.issue} and {result.capture}" if result.issue else ""
        out.print(Text(f"{result.target}: {'does not read' if where else 'was not looked at'}{where}"))
        _show.failure(result.error)
