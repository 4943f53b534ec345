"""`givens draw`: puzzles as text, files, booklets, and addresses of other sites."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.batch.sources import Sources
from bot.commands._options import FORCE, JSON, PUZZLES, Command, FileName, collected, grouped, option
from bot.commands._output import emit, joint_exit_code, status, text_writer

if TYPE_CHECKING:
    from bot.batch.render import RenderOptions
    from bot.draw.booklet import Booklet


@click.command(cls=Command)
@option(
    "-o, --out OUT",
    "The file to write: .txt, .svg, .png or .pdf, numbered for several puzzles; or a folder/ for SVG files. "
    "Default: text on stdout.",
    type=FileName(),
)
@option(
    "--to HOST",
    "Write addresses that hold the puzzles instead: of puzzlink (puzz.link), pzprxs (pzprxs.vercel.app) or pzv "
    "(pzv.jp), one a line.",
    "host",
    type=click.Choice(["puzzlink", "pzprxs", "pzv"]),
)
@option("--solution", "Draw the solution.")
@option("--dark/--light", "Dark or light background. Default: light; in an SVG, the viewer's preference.", default=None)
@option("--rulers/--no-rulers", "Number the rows and columns.", default=True)
@FORCE
@grouped(
    "A booklet",
    option("--booklet", "Make OUT (.pdf, or pages of .svg) a booklet: puzzles, and their solutions at the end."),
    option("--per-page", "Boards on a page.", type=click.Choice(["1", "2", "3", "4", "6"]), default="2"),
    option("--paper", "The size of the pages.", type=click.Choice(["a4", "letter"]), default="a4"),
    option("--title TEXT", "The line above each page.", default="Puzzles"),
)
@collected(Sources, PUZZLES)
@JSON
def draw(  # noqa: PLR0913 - each is an option
    sources: Sources,
    *,
    out: str | None,
    host: str | None,
    solution: bool,
    dark: bool | None,
    rulers: bool,
    booklet: bool,
    force: bool,
    as_json: bool,
    title: str,
    paper: str,
    per_page: str,
) -> int:
    """Draw puzzles as text, as files, or as addresses.

    With --solution, if a puzzle does not have exactly one solution, the cells that show why are highlighted.

    \b
    Examples:
      givens draw puzzle.json                                    as text
      givens draw puzzle.json --solution -o solved.png           the board solved
      givens draw puzzles.jsonl --dark -o boards/day.pdf         boards/day-1.pdf, boards/day-2.pdf, ...
      givens draw puzzle.json --to puzzlink                      https://puzz.link/p?...
      givens draw puzzles.jsonl -o week.pdf --booklet --per-page 4
    """
    import msgspec

    from bot.batch.partial import locked
    from bot.batch.render import RenderOptions, draw_line, file_names
    from bot.commands import _show
    from bot.draw.booklet import Booklet
    from bot.json_line import json_line
    from bot.play.result import Failure
    from bot.record.output import Replacing
    from scrapers import clean

    if host is not None and (solution or booklet):
        raise click.UsageError("--to writes addresses, which hold no solution and no booklet.")
    if booklet and out is None:
        raise click.UsageError("--booklet needs -o OUT.")
    how = RenderOptions(solution, dark, rulers, sources.timeout, Replacing(force, sources.sources), host)
    if booklet:
        made = Booklet(title, paper, int(per_page), rulers)
        return _draw_booklet(sources, Path(out or ""), how, made, as_json=as_json)
    named = file_names(out if host is None else None)
    addresses = None if out is None or host is None else Path(out)
    codes = []
    with locked(addresses, how.replacing), text_writer(addresses) as write, status() as set_status:
        for entry, path in named(sources.entries(set_status)):
            line, code = draw_line(entry, path, how)
            codes.append(code)
            if as_json:
                write(json_line(line))
                continue
            for made in (line[key] for key in ("file", "address", "drawing") if key in line):
                write(clean(made if path is None else f"{entry.name}: {made}", lines=True))
            if "error" in line:
                failure = msgspec.convert(line["error"], Failure)
                _show.failure(failure, entry.name if failure.family == "SetupError" else "")
    return joint_exit_code(codes)


def _draw_booklet(sources: Sources, out: Path, how: RenderOptions, booklet: Booklet, *, as_json: bool) -> int:
    """Write a booklet, print the errors of puzzles that are not in it, and return the exit code."""
    from bot.batch.render import write_booklet
    from bot.commands import _show
    from bot.errors import UsageError

    if out.suffix.lower() not in {".pdf", ".svg"}:
        raise UsageError(f"the booklet {out} must end in .pdf or .svg")
    codes = list[int]()
    with status() as set_status:
        for error in write_booklet(sources.entries(set_status), out, booklet, how.timeout, how.replacing):
            _show.error(error)
            codes.append(error.EXIT)
    emit({"file": str(out)}, f"wrote {out}", as_json=as_json)
    return joint_exit_code(codes)
