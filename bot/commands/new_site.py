"""`givens new-site`: start a site from its page: a module, a capture, and a playable copy with its cases."""

from __future__ import annotations

from pathlib import Path

import click

from bot.commands._options import (
    BROWSER,
    HEADED,
    JSON,
    PRESS,
    REPEAT,
    TIMEOUT,
    TRUST,
    File,
    PageOptions,
    argument,
    collected,
    option,
)
from bot.commands._output import print_json, say, status
from bot.commands.probe import played_in

NEXT = """\
{todo}try: givens play {target} --site {module} --watch
     givens play {fixtures} --site {module}{trust}
next: settle each TODO in {module}, write there how the markup is known, and play again;
{fixtures}/_page holds a copy of the board; section "Add a site" in CONTRIBUTING.md says more"""


@click.command("new-site")
@argument("target", "URL|FIXTURE", "An address, a fixture's folder, or a saved page.")
@option("--kind NAME", "The kind of its puzzles, if the page does not show it.")
@option("--name NAME", "The name of the module: small letters, digits and _.")
@option("--success TEXT|SELECTOR", "What appears once it is solved.", default="")
@option("--root FOLDER", "The clone of givens to write to.  [default: this folder]", type=File())
@option("-o, --out FOLDER", "Write to a new folder instead of a clone.", "folder", type=File())
@collected(PageOptions, PRESS, REPEAT, BROWSER, HEADED, TRUST, TIMEOUT, JSON)
def new_site(options: PageOptions, *, target: str, name: str | None, root: Path | None, folder: Path | None) -> int:
    """Start a site module from its page, with a playable copy.

    Reads what the page shows, and clicks one empty cell to learn the marks; nothing else is pressed but what --press
    names. With --headed, finish the game in the window and press Enter, to find the sign of success. What is not known
    stands in the module as a TODO, with what was seen. In a clone of givens the site is added to scrapers and
    fixtures; elsewhere name a new folder by -o.

    \b
    Examples:
      givens new-site https://example.com/puzzle -o my-site
      givens new-site https://example.com/puzzle --press '#start' --seed 1 --success '.won'
      givens new-site https://example.com/puzzle --kind queens --name my_queens --headed
    """
    from bot.authoring.capture import save_board
    from bot.authoring.explore import explore, opened, target_of
    from bot.authoring.site import Draft, add_site, files_elsewhere, is_clone, write_files
    from bot.errors import UsageError
    from bot.play.runner import Runner
    from bot.sessions.store import shown_in_the_end
    from scrapers import NeedsHuman

    clone = root or Path()
    if folder is None and not is_clone(clone):
        raise UsageError(
            f"{clone.resolve()} is not a clone of givens, it has no scrapers and fixtures: name one by --root, or a "
            "new folder by -o"
        )
    found = target_of(target, options.kind)
    if folder is not None and folder.exists():
        raise UsageError(f"{folder} exists already")
    with status() as set_status, Runner(options.setup(), set_status) as runner, opened(runner, found) as page:
        set_status("looking for a board")
        seen = explore(page, found, played_in(options))
    if seen.cover:
        buttons = f", with {', '.join(map(repr, seen.buttons))}" if seen.buttons else ""
        raise NeedsHuman(f"{seen.cover} is in front of the page at {seen.url}{buttons}: press it away by --press")
    draft = Draft(
        seen,
        kind=options.kind,
        name=name,
        press=options.press,
        success=options.success,
        candidates=shown_in_the_end(target),
    )
    if folder is None:
        written = add_site(clone, draft)
        module, fixtures = clone / "scrapers" / f"{draft.name}.py", clone / "fixtures" / draft.name
    else:
        module, fixtures = folder / f"{draft.name}.py", folder / "fixtures" / draft.name
        written = write_files(files_elsewhere(draft, folder))
    kept = clone / "captures" / draft.name if folder is None else folder / "capture"
    written += save_board(seen, found.site, kept)
    todo = draft.declared.todo
    if options.as_json:
        print_json({"site": draft.name, "kind": draft.kind, "todo": todo, "files": [str(path) for path in written]})
        return 0
    say("\n".join(f"wrote {path}" for path in written))
    listed = "".join(f"TODO {missing}\n" for missing in todo)
    trust = "" if folder is None else " --trust"
    say(NEXT.format(todo=listed, target=target, module=module, fixtures=fixtures, trust=trust))
    return 0
