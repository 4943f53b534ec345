"""Commands for authors of site modules: `sites probe` reports on a page, `sites new` begins its module."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.commands._options import (
    BROWSER,
    HEADED,
    JSON,
    PATH,
    PRESS,
    REPEAT,
    TIMEOUT,
    TRUST,
    Command,
    PageOptions,
    argument,
    collected,
    option,
)
from bot.commands._output import print_json, say, status

if TYPE_CHECKING:
    from bot.addons.unknown.start.explore import PageFindings
    from bot.play.targets import Target

MAX_WIDTH = 100
"""The longest text that is printed whole; JSON has all of it."""
NEXT = """\
wrote {module}
{todo}try: {try_page}
next: settle each TODO in {module}, write there how the markup is known, and play again;
docs/contributing/site.md says more"""


@click.command(cls=Command)
@argument("target", "URL|FIXTURE", "An address, a fixture's folder, or a saved page.")
@option("--kind NAME", "The kind of puzzle that the page shows.")
@collected(PageOptions, PRESS, REPEAT, BROWSER, HEADED, TRUST, TIMEOUT, JSON)
def probe(options: PageOptions, *, target: str) -> int:
    """Click one cell of a page and report what changes.

    For authors of site modules. Reports selectors of the board and its cells, the attributes that state a cell's
    place, the looks of the cells, and the click cycle. Clicks nothing but the buttons that --press names and one cell
    of the board. Refuses pages that ask for a login or a payment. `givens sites new` writes the same as
    a module.

    \b
    Examples:
      givens sites probe https://example.com/puzzle
      givens sites probe https://example.com/puzzle --press '#start' --clock 2026-11-20 --seed 1
      givens sites probe fixtures/zero_hh1/size_8 --press '[data-action=play-daily]' --press '[data-gridsize="8"]'
    """
    from rich.pretty import pretty_repr

    from bot.addons.unknown.start.explore import target_of

    seen = _seen(options, target_of(target, options.kind)).line()
    if options.as_json:
        print_json({"target": target, **seen})
    else:
        known = {name: value for name, value in seen.items() if value}
        say(pretty_repr(known, max_width=MAX_WIDTH, max_string=MAX_WIDTH))
    return 0


@click.command()
@argument("target", "URL|FIXTURE", "An address, a fixture's folder, or a saved page.")
@option("--kind NAME", "The kind of its puzzles, if the page does not show it.")
@option("--name NAME", "The name of the module: small letters, digits and _.")
@option("--success TEXT|SELECTOR", "What appears once it is solved.", default="")
@option("-o, --out FOLDER", "Write it there. Default: scrapers, in a clone of givens.", "folder", type=PATH)
@collected(PageOptions, PRESS, REPEAT, BROWSER, HEADED, TRUST, TIMEOUT, JSON)
def new_site(options: PageOptions, *, target: str, name: str | None, folder: Path | None) -> int:
    """Start a site module from its page.

    Reads what the page shows, and clicks one empty cell to learn the marks; nothing else is pressed but what --press
    names. What is not known stands in the module as a TODO, with what was seen. Outside of a clone of givens, name a
    folder by -o.

    \b
    Examples:
      givens sites new https://example.com/puzzle -o my-site
      givens sites new https://example.com/puzzle --press '#start' --seed 1 --success '.won'
      givens sites new https://example.com/puzzle --kind queens --name my_queens
    """
    from bot.addons.unknown.start.explore import target_of
    from bot.addons.unknown.start.module import ModuleDraft, check_new
    from bot.errors import UsageError, command_line
    from scrapers import NeedsHuman

    if folder is None:
        folder = Path("scrapers")
        if not (folder / "__init__.py").is_file():
            raise UsageError("this folder is not a clone of givens, it has no scrapers: name a folder by -o")
    found = target_of(target, options.kind)
    check_new(folder, name, found.url)
    seen = _seen(options, found)
    if seen.cover:
        buttons = f", with {', '.join(map(repr, seen.buttons))}" if seen.buttons else ""
        raise NeedsHuman(f"{seen.cover} is in front of the page at {seen.url}{buttons}: press it away by --press")
    draft = ModuleDraft(seen, kind=options.kind, name=name, press=options.press, success=options.success)
    check_new(folder, draft.name, draft.url)
    module = draft.write(folder)
    todo = draft.declared.todo
    if options.as_json:
        print_json({"site": draft.name, "kind": draft.kind, "todo": todo, "module": str(module)})
        return 0
    command = ("givens read", []) if found.is_inert else ("givens play", ["--watch"])
    try_page = command_line(command[0], target, options=["--site", str(module), *command[1]])
    say(NEXT.format(todo="".join(f"TODO {missing}\n" for missing in todo), try_page=try_page, module=module))
    return 0


def _seen(options: PageOptions, found: Target) -> PageFindings:
    """Open a page, and return what it shows and what a click changes."""
    from bot.addons.unknown.start.explore import explore
    from bot.play.runner import Runner
    from bot.record.recorder import Recorder

    with (
        status() as set_status,
        Runner(options.setup(), set_status) as runner,
        runner.opened(found, Recorder(None)) as page,
    ):
        set_status("looking for a board")
        return explore(page, found)
