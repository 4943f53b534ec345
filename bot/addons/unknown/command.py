"""The command for authors of site modules: `sites new` starts one from its page."""

from __future__ import annotations

from pathlib import Path

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
    PageOptions,
    argument,
    collect_options,
    option,
)
from bot.commands._output import print_json, say, status

NEXT = """\
wrote {module}
{todo}try: {try_page}
next: settle each TODO in {module}, write there how the markup is known, and play again;
docs/contributing/site.md says more"""


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
    from bot.addons.unknown.start.explore import explore, target_of
    from bot.addons.unknown.start.module import ModuleDraft, check_new
    from bot.errors import UsageError, again
    from bot.play.runner import Runner

    if folder is None:
        folder = Path("scrapers")
        if not (folder / "__init__.py").is_file():
            raise UsageError("this folder is not a clone of givens, it has no scrapers: name a folder by -o")
    found = target_of(target, options.kind)
    check_new(folder, name, found.url)
    with status() as set_status, Runner(options, set_status) as runner, runner.opened(found) as page:
        set_status("looking for a board")
        seen = explore(page, found)
        draft = ModuleDraft(seen, kind=options.kind, name=name, press=options.press, success=options.success)
    check_new(folder, draft.name, draft.url)
    module = draft.write(folder)
    todo = draft.declared.todo
    if options.as_json:
        print_json({"site": draft.name, "kind": draft.kind, "todo": todo, "module": str(module)})
        return 0
    command = ("givens read", []) if found.is_inert else ("givens play", ["--watch"])
    try_page = again(command[0], target, options=["--site", str(module), *command[1]])
    say(NEXT.format(todo="".join(f"TODO {missing}\n" for missing in todo), try_page=try_page, module=module))
    return 0
