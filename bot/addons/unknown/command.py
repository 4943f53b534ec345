"""The command for authors of site modules: `sites new` starts one from its page."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from bot.commands._options import JSON, PATH, PRESS, REPEAT, RUN, PageOptions, argument, collect_options, option
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
@collect_options(PageOptions, PRESS, REPEAT, RUN, JSON)
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
    from bot.addons.unknown.guess.hypotheses import seeable
    from bot.addons.unknown.guess.site import guessing
    from bot.addons.unknown.start import ModuleDraft, check_new, explore
    from bot.errors import UsageError, again, writing
    from bot.play.options import BY_LOOKS
    from bot.play.resolve import resolve
    from bot.play.runner import Runner
    from solvers import KINDS

    if folder is None:
        folder = Path("scrapers")
        if not (folder / "__init__.py").is_file():
            raise UsageError("this folder is not a clone of givens, it has no scrapers: name a folder by -o")
    kind = options.kind
    site = guessing(kind if kind and not (kind in KINDS and seeable(KINDS[kind])) else "")
    found, *others = resolve(target, site=BY_LOOKS)
    if others:
        raise UsageError(f"{target} contains {1 + len(others)} pages: name one")
    check_new(folder, name, found.url)
    with (
        status() as set_status,
        Runner(options, set_status) as runner,
        runner.opened(replace(found, site=site)) as page,
    ):
        set_status("looking for a board")
        seen = explore(page, site)
    draft = ModuleDraft(seen, found.url, options, name)
    check_new(folder, draft.name, found.url)
    module, todo = folder / f"{draft.name}.py", draft.todo
    with writing(module):
        folder.mkdir(parents=True, exist_ok=True)
        with module.open("x", encoding="utf-8") as file:
            file.write(draft.text)
    if options.as_json:
        print_json({"site": draft.name, "kind": draft.kind, "todo": todo, "module": str(module)})
        return 0
    command = ("givens read", []) if found.is_inert else ("givens play", ["--watch"])
    try_page = again(command[0], target, options=["--site", str(module), *command[1]])
    say(NEXT.format(todo="".join(f"TODO {missing}\n" for missing in todo), try_page=try_page, module=module))
    return 0
