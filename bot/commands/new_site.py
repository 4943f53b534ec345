"""`givens new-site`: start a site module, with a playable copy of its page and the standard cases."""

from __future__ import annotations

from pathlib import Path

import click

from bot.commands._options import JSON, File
from bot.commands._output import print_json, say

NEXT = """\
listed in {table}
try: givens play {fixtures} --site {module}
next: write down in {module} how the real markup is known, replace the selectors there and the markup in
{fixtures}/_page, and run `make test`; section "Add a site" in CONTRIBUTING.md says more
undo: delete {module} and {fixtures}, and remove the lines with {name} from {table}"""


@click.command("new-site")
@click.argument("name", help="The name of the module: small letters, digits and _.")
@click.option("--kind", metavar="NAME", required=True, help="The kind of its puzzles, one of `givens kinds`.")
@click.option("--url", metavar="URL", help="The address of the page.  [default: https://NAME.example/]")
@click.option("--root", metavar="FOLDER", type=File(), default=Path(), help="The clone of givens to write to.")
@JSON
def new_site(*, name: str, kind: str, url: str | None, root: Path, as_json: bool) -> int:
    """Start a site module, with a fixture and its cases.

    Run it in a clone of givens, for any kind whose clues a declared layout can read. Everything passes `make test` as
    it is written. Then replace the markup in fixtures/NAME/_page by markup built like the real page's (`givens probe
    URL` shows it), and the selectors in scrapers/NAME.py until all cases pass again.

    \b
    Examples:
      givens new-site my_puzzles --kind binairo
      givens new-site my_puzzles --kind sudoku --url https://example.com/puzzle
    """
    from bot.play.new_site import write_site

    files = write_site(root, name, kind, url or f"https://{name.replace('_', '-')}.example/")
    if as_json:
        print_json({"site": name, "files": [str(path) for path in files]})
    else:
        say("\n".join(f"wrote {path}" for path in files))
        scrapers, fixtures = root / "scrapers", root / "fixtures" / name
        places = {"module": scrapers / f"{name}.py", "fixtures": fixtures, "table": scrapers / "__init__.py"}
        say(NEXT.format(name=name, **places))
    return 0
