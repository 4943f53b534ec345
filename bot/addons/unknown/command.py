"""Commands for authors of site modules: `sites new` starts one from its page, `sites probe` compares them later."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.commands import _complete
from bot.commands._options import (
    BROWSER,
    HEADED,
    JSON,
    PATH,
    PRESS,
    REPEAT,
    TIMEOUT,
    TRUST,
    PageOptions,
    argument,
    collect_options,
    option,
)
from bot.commands._output import print_json, say, status

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

    from bot.addons.unknown.start.explore import PageFindings
    from bot.play.targets import Target

NEXT = """\
wrote {module}
{todo}try: {try_page}
next: settle each TODO in {module}, write there how the markup is known, and play again;
docs/contributing/site.md says more"""


@click.command()
@argument("target", "URL|FIXTURE", "An address, a fixture's folder, or a saved page.")
@option("--site NAME|FILE.py", "The site module to compare.", complete=_complete.sites, required=True)
@collect_options(PageOptions, PRESS, REPEAT, BROWSER, HEADED, TRUST, TIMEOUT, JSON)
def probe(options: PageOptions, *, target: str) -> int:
    """Show what a site module names that its page lacks.

    For authors of site modules: each selector that finds nothing, and what was found in its place. Clicks nothing but
    the buttons that --press names and one cell of the board. Refuses pages that ask for a login or a payment.

    \b
    Examples:
      givens sites probe https://www.linkedin.com/games/tango/ --site tango
      givens sites probe https://example.com/puzzle --site my_puzzles.py --press '#start' --clock 2026-11-20 --seed 1
    """
    from dataclasses import replace

    from bot.addons.unknown.start.changed import missing
    from bot.addons.unknown.start.explore import target_of
    from bot.play.sites import seen_site, site_chosen

    site = site_chosen(options.site or "")
    found = target_of(target, None)
    with _explored(options, replace(found, site=seen_site(site) or found.site)) as (opened, seen):
        gone = missing(opened, site, seen.board)
    if options.as_json:
        print_json({"target": target, "url": seen.url, "site": site.NAME, "missing": [each._asdict() for each in gone]})
    else:
        say("\n".join(map(str, gone)) or f"the page has all that the module of {site.NAME} names")
    return 0


@click.command()
@argument("target", "URL|FIXTURE", "An address, a fixture's folder, or a saved page.")
@option("--kind NAME", "The kind of its puzzles, if the page does not show it.")
@option("--name NAME", "The name of the module: small letters, digits and _.")
@option("--success TEXT|SELECTOR", "What appears once it is solved.", default="", show_default=False)
@option("-o, --out FOLDER", "Write it there. Default: scrapers, in a clone of givens.", "folder", type=PATH)
@collect_options(PageOptions, PRESS, REPEAT, BROWSER, HEADED, TRUST, TIMEOUT, JSON)
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
    from bot.errors import UsageError, again

    if folder is None:
        folder = Path("scrapers")
        if not (folder / "__init__.py").is_file():
            raise UsageError("this folder is not a clone of givens, it has no scrapers: name a folder by -o")
    found = target_of(target, options.kind)
    check_new(folder, name, found.url)
    with _explored(options, found) as (_, seen):
        draft = ModuleDraft(seen, kind=options.kind, name=name, press=options.press, success=options.success)
    check_new(folder, draft.name, draft.url)
    module = draft.write(folder)
    todo = draft.declared.todo
    if options.as_json:
        print_json({"site": draft.name, "kind": draft.kind, "todo": todo, "module": str(module)})
        return 0
    command = ("givens read", []) if draft.seen.is_inert else ("givens play", ["--watch"])
    try_page = again(command[0], target, options=["--site", str(module), *command[1]])
    say(NEXT.format(todo="".join(f"TODO {missing}\n" for missing in todo), try_page=try_page, module=module))
    return 0


@contextmanager
def _explored(options: PageOptions, target: Target) -> Iterator[tuple[Page, PageFindings]]:
    """Open a page and look for its board; yield the page, and what was seen."""
    from bot.addons.unknown.start.explore import explore
    from bot.play.runner import Runner

    with (
        status() as set_status,
        Runner(options, set_status) as runner,
        runner.opened(target) as opened,
    ):
        set_status("looking for a board")
        yield opened, explore(opened, target)
