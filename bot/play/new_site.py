"""The start of a new site: a module, a playable copy of its page, and the standard cases."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from bot.errors import UsageError, writing
from scrapers import SITES
from solvers import KINDS, dump, generate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from solvers import Grid, Puzzle

MARKED = ("three_in_a_row", "binairo")
"""The kinds whose boards show marks and nothing else, which the start can declare."""
SEEDS = range(1, 200)
MODULE = '''\
"""{title}: a grid of cells, behind a start button.

How the markup is known: replace this with what you saw, where and when. `givens probe URL` shows most of it.
"""

from __future__ import annotations

from scrapers._entrance import Button, Entrance
from scrapers._page import Page, Success
from scrapers._reading import Cells, Givens, classes, colour, has_class, place_in
from scrapers._site import Policy
from solvers import {kind_class}

GRID = Cells(
    "grid",
    kind={kind_class},
    cell=".cell",
    places_by=(place_in("data-place", pattern=r"^(?P<row>\\d{{1,3}})-(?P<col>\\d{{1,3}})$", required=True),),
    marks_by=(classes({{"mark-": None, "mark-0": 0, "mark-1": 1}}, prefix="mark-"), colour()),
    givens=Givens(locked=(has_class("given"),)),
    cycle=(None, 0, 1),
)
SITE = Page(
    name="{name}",
    kind="{kind}",
    home="{url}",
    url=r"{pattern}",
    template="{url}",
    policy=Policy(timezone=None),
    entrance=Entrance(board="#board", start=(Button("#start"),)),
    layouts=[GRID],
    title="{title}",
    success=Success(present="#solved", words="#solved"),
)
'''
PAGE = """\
<!doctype html><html lang="en"><head><title>{title}</title><meta charset="utf-8"><style>
  #board {{ display: grid; width: max-content; gap: 2px }} .cell {{ width: 40px; height: 40px; background: #ddd }}
  .mark-0 {{ background: #fff }} .mark-1 {{ background: #06c }} .given {{ outline: 1px solid #000 }}
</style></head><body><h1>{title}</h1><button id="start">Start</button><div id="game"></div>
<script src="/__replica__/fixture.js"></script><script src="/__replica__/engine.js"></script></body></html>
"""


def write_site(root: Path, name: str, kind: str, url: str) -> list[Path]:
    """Write the start of a site into a clone of givens and return the new files.

    Raises `UsageError` for a name that is taken or invalid, for a kind that the start cannot declare, and for a folder
    that is not a clone.
    """
    _check(root, name, kind, url)
    title = name.replace("_", " ").capitalize()
    pattern = re.escape(url).replace(r"\-", "-").replace("https://", "https?://", 1)
    kind_class = KINDS[kind].__name__
    module = MODULE.format(title=title, name=name, kind=kind, kind_class=kind_class, url=url, pattern=pattern)
    puzzle, solution = _board(kind)
    folder = root / "fixtures" / name
    files = {
        root / "scrapers" / f"{name}.py": module,
        folder / "_page" / "page.html": PAGE.format(title=title),
        folder / "_page" / "fixture.json": _text(_page(url)),
    }
    for case, facts in _cases(puzzle, solution):
        files[folder / case / "fixture.json"] = _text({"v": 1, "extends": "../_page", **facts})
        files[folder / case / "puzzle.json"] = _text(dump(puzzle))
        files[folder / case / "solution.json"] = _text(solution.rows())
    table = root / "scrapers" / "__init__.py"
    listed = _listed(table.read_text(encoding="utf-8"), name)
    for path, text in (files | {table: listed}).items():
        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return [*files]


def _check(root: Path, name: str, kind: str, url: str) -> None:
    """Raise `UsageError` for what cannot be written."""
    if not (root / "scrapers" / "__init__.py").is_file() or not (root / "fixtures").is_dir():
        raise UsageError(f"{root} is not a clone of givens: it has no scrapers and fixtures")
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise UsageError(f"{name!r} is not a module's name: use small letters, digits and _")
    if (root / "scrapers" / f"{name}.py").exists() or (root / "fixtures" / name).exists():
        raise UsageError(f"the site {name} exists already")
    if kind not in KINDS:
        raise UsageError(f"no kind is called {kind!r}; kinds are {', '.join(KINDS)}", command="givens kinds")
    if kind not in MARKED:
        examples = [site.NAME for site in SITES if kind == site.KIND]
        start = f"copy scrapers/{examples[0]}.py and its fixtures" if examples else "see scrapers/_reading"
        raise UsageError(f"boards of {kind} show more than marks: {start}; new-site starts {' and '.join(MARKED)}")
    if not re.fullmatch(r"https?://[\w.-]+(:\d+)?/[\w./?=&%-]*", url):
        raise UsageError(f"{url} is not an address like https://example.com/puzzle")


def _board(kind: str) -> tuple[Puzzle, Grid]:
    """Return a puzzle and its solution; each mark is given at least twice, so that its looks can be compared."""
    for seed in SEEDS:
        generated = generate(kind, (6, 6), seed=seed)
        marks = [glyph.text for glyph in generated.puzzle.picture().glyphs.values()]
        if all(marks.count(mark) > 1 for mark in ("0", "1")):
            return generated.puzzle, generated.solution
    raise AssertionError(kind)


def _page(url: str) -> dict[str, Any]:
    """Return `fixture.json` of the page that all cases extend."""
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    return {
        "v": 1,
        "url": url,
        "made": today,
        "how": "Written by `givens new-site`: replace it with markup of your own that is built like the real page's.",
        "evidence": {"grade": "inferred", "date": today, "what": "nothing yet: say how the real markup is known"},
        "scripts": True,
        "layout": "grid",
        "twice": True,
        "expect": "accepted",
        "replica": {
            "board": {"into": "#game", "html": "{board}"},
            "input": {"event": "click", "cell": ".cell", "cycle": [None, 0, 1]},
            "on": {
                "click #start": [{"remove": "#start", "mount": True}],
                "solved": [{"after": 300, "run": "finished"}],
                "finished": [{"append": {"body": "{praise}"}}],
            },
            "snippets": {
                "board": '<div id="board" style="grid-template-columns: repeat({cols}, auto)">{cells*cell}</div>',
                "cell": '<div class="cell mark-{mark}{lock}" data-place="{row}-{col}"></div>',
                "mark": {"0": "0", "1": "1", "blank": ""},
                "lock": {"given": " given", "else": ""},
                "praise": '<p id="solved">Well done!</p>',
            },
        },
    }


def _cases(puzzle: Puzzle, solution: Grid) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Iterate over the names of the standard cases and what each adds to the page."""
    given = puzzle.picture().glyphs
    free = [cell for cell in solution.cells() if cell not in given]
    begun = set(free[::3])
    start = [
        "".join(str(solution[cell]) if cell in begun else "." for cell in solution.cells() if cell.row == row)
        for row in range(solution.height)
    ]
    refused = {"family": "ReadError", "kind": "ReadError"}
    yield "fresh", {}
    yield "begun", {"replica": {"start": start}}
    yield "late", {"replica": {"faults": {"mount_after": 300, "delay": [0, 300]}}}
    yield "dropped", {"replica": {"faults": {"drop": 0.1, "seed": 1}}}
    yield "solved", {"replica": {"start": "solution"}}
    yield "missing_cell", {"expect": refused, "replica": {"odd": {str(free[0]): ""}}}
    yield "never_mounts", {"expect": refused, "replica": {"faults": {"never_mount": True}}}


def _listed(table: str, name: str) -> str:
    """Return the table of sites with one more, in the order of the names."""
    modules = re.search(r"from scrapers import \(\n(.*?)\n\)", table, re.DOTALL)
    sites = re.search(r"^SITES: .*? = \[\n(.*?)\n\]", table, re.DOTALL | re.MULTILINE)
    if modules is None or sites is None:
        raise UsageError("scrapers/__init__.py has no table of sites")
    for lines, line in ((sites, f"    {name}.SITE,"), (modules, f"    {name},")):
        table = (
            f"{table[: lines.start(1)]}{chr(10).join(sorted([*lines[1].splitlines(), line]))}{table[lines.end(1) :]}"
        )
    return table


def _text(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
