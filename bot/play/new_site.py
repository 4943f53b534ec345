"""The start of a new site: a module, a playable copy of its page, and the standard cases."""

from __future__ import annotations

import dataclasses
import json
import os
import re
from contextlib import suppress
from datetime import UTC, datetime
from keyword import iskeyword
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from bot.errors import UsageError, writing
from bot.play.new_site_board import RECTANGLES, board_of, crosses, unread
from bot.record.output import write_output
from scrapers import site_of
from solvers import KINDS, BadPuzzle, Grid, dump, generate

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from pathlib import Path

    from bot.play.new_site_board import Board
    from solvers import Cell, Puzzle

SIZE, EVEN_SIZE = (5, 5), (6, 6)
"""The size of the board of the cases, and that for kinds that have only even sizes."""
SEEDS = range(1, 200)
"""Seeds of the board, of which the first one that fits is used; with the first of all, every clue is needed."""
LINE_LENGTH, SHORT = 120, 100
"""Of the module, and of lines in JSON files."""
MODULE = '''\
"""{title}: a grid of cells, behind a start button.

How the markup is known: replace this with what you saw, where and when. `givens probe URL` shows most of it.
"""

from __future__ import annotations

from scrapers._entrance import Button, Entrance
from scrapers._page import Page, Success
{imports}
from scrapers._site import Policy
{solvers}
GRID = {declaration}
SITE = Page(
    name="{name}",
    kind="{kind}",
    home="{url}",
    url=r"{pattern}",
    template="{url}",
    policy=Policy({policy}),
    entrance=Entrance(board="#board", start=(Button("#start"),)),
    layouts=[{layout}],
    title="{title}",
    success=Success(present="#solved", words="#solved"),
)
'''
PAGE = """\
<!doctype html><html lang="en"><head><title>{title}</title><meta charset="utf-8"><style>
  .cells {{ display: grid; gap: 2px }} .given {{ color: #06c }}
  .cell {{ position: relative; box-sizing: border-box; height: 40px; background: #ddd }}
  .cell {{ font: 24px/36px serif; text-align: center; user-select: none }}
{style}</style></head><body><h1>{title}</h1><button id="start">Start</button><div id="game"></div>
<script src="/__replica__/fixture.js"></script><script src="/__replica__/engine.js"></script></body></html>
"""


def write_site(root: Path, name: str, kind: str, url: str) -> list[Path]:
    """Write the start of a site into a clone of givens and return the new files.

    Raises `UsageError` for a name that is taken or invalid, for an address that cannot be its own, for a kind that no
    layout can declare, and for a folder that is not a clone; nothing is written then.
    """
    table = root / "scrapers" / "__init__.py"
    fields = _check(root, table, name, kind, url)
    listed = _listed(table.read_text(encoding="utf-8"), name, _pattern(urlsplit(url).netloc))
    puzzle, solution = _puzzle(kind)
    board = board_of(puzzle, solution, fields)
    module, folder = root / "scrapers" / f"{name}.py", root / "fixtures" / name
    title = name.replace("_", " ").capitalize()
    files = {
        module: _module(board, name=name, kind=kind, url=url, title=title),
        folder / "_page" / "page.html": PAGE.format(title=title, style="".join(f"  {line}\n" for line in board.style)),
        folder / "_page" / "fixture.json": _text(_page(url, board)),
        folder / "_page" / "puzzle.json": _text(dump(puzzle)),
        folder / "_page" / "solution.json": _text(solution.rows()),
    }
    for case, facts in _cases(puzzle, solution, fields):
        files[folder / case / "fixture.json"] = _text({"v": 1, "extends": "../_page", **facts})
    written: list[Path] = []
    try:
        for path, text in files.items():
            with writing(path):
                path.parent.mkdir(parents=True, exist_ok=True)
                with path.open("x", encoding="utf-8") as file:
                    written.append(path)
                    file.write(text)
        with writing(table):
            write_output(table, listed)
    except BaseException:
        for path in written:
            path.unlink(missing_ok=True)
        for path in sorted({path.parent for path in written if path != module} | {folder}, reverse=True):
            with suppress(OSError):
                path.rmdir()
        raise
    return [*files]


def _check(root: Path, table: Path, name: str, kind: str, url: str) -> frozenset[str]:
    """Return the fields of a kind in JSON; raise `UsageError` for what cannot be written."""
    if not table.is_file() or not (root / "fixtures" / "_replica").is_dir():
        lacks = "it has no scrapers and fixtures"
        raise UsageError(
            f"{root.resolve()} is not a clone of givens, {lacks}: run new-site in one, or name it by --root"
        )
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or iskeyword(name):
        raise UsageError(f"{name!r} is not a module's name: use small letters, digits and _")
    if any(map(os.path.lexists, (root / "scrapers" / f"{name}.py", root / "fixtures" / name))):
        raise UsageError(f"the site {name} exists already")
    if re.search(rf"\b{name}\b", table.read_text(encoding="utf-8")):
        raise UsageError(f"a site cannot be called {name}: scrapers/__init__.py uses that name for something else")
    if kind not in KINDS:
        raise UsageError(f"no kind is called {kind!r}; kinds are {', '.join(KINDS)}", command="givens kinds")
    fields = fields_of(KINDS[kind])
    if missing := unread(fields):
        clues = " and ".join(filter(None, [", ".join(missing[:-1]), missing[-1]]))
        way = 'write a layout class; the end of section 3 of "Add a site" in CONTRIBUTING.md says how'
        raise UsageError(f"no declared layout reads the {clues} of {kind}, so new-site cannot start it: {way}")
    if not re.fullmatch(r"https?://[a-z0-9.-]+(:\d+)?/[\w./?=&%-]*", url, re.ASCII):
        raise UsageError(f"{url} is not an address like https://example.com/puzzle")
    if (site := site_of(url)) is not None:
        raise UsageError(f"{url} belongs to the site {site.NAME}, which reads it already")
    return fields


def fields_of(kind: Any) -> frozenset[str]:  # noqa: ANN401 - any dataclass
    """Return the fields of a kind in JSON that every puzzle has."""
    names = (
        field.metadata.get("json", field.name) for field in dataclasses.fields(kind) if not field.metadata.get("omit")
    )
    return frozenset(names)


def _puzzle(kind: str) -> tuple[Puzzle, Grid]:
    """Return a small puzzle and its solution; it gives no crosses, which a page could not tell from the player's."""
    for seed in SEEDS:
        try:
            made = generate(kind, SIZE, seed=seed)
        except BadPuzzle:
            made = generate(kind, EVEN_SIZE, seed=seed)
        if not any(int(glyph.text, 36) in crosses(made.puzzle) for glyph in made.puzzle.picture().glyphs.values()):
            return made.puzzle, made.solution
    raise AssertionError(kind)


def _module(board: Board, *, name: str, kind: str, url: str, title: str) -> str:
    """Return the site's module."""
    return MODULE.format(
        title=title,
        name=name,
        kind=kind,
        url=url,
        pattern=_pattern(url).replace("https://", "https?://", 1),
        imports=_import("scrapers._reading", board.imports),
        solvers=f"{_import('solvers', {board.kind})}\n" if board.kind else "",
        declaration=board.declaration,
        layout=board.layout,
        policy=board.policy,
    )


def _pattern(text: str) -> str:
    """Return a pattern of a text; hyphens need no backslash."""
    return re.escape(text).replace(r"\-", "-")


def _import(module: str, names: Collection[str]) -> str:
    """Return an import in the order that the linter wants: constants, classes, functions."""
    ordered = sorted(names, key=lambda name: (not name.isupper(), name.islower(), name))
    line = f"from {module} import {', '.join(ordered)}"
    if len(line) <= LINE_LENGTH:
        return line
    return f"from {module} import (\n" + "".join(f"    {name},\n" for name in ordered) + ")"


def _page(url: str, board: Board) -> dict[str, Any]:
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
            "input": board.entry,
            "on": {
                "click #start": [{"remove": "#start", "mount": True}],
                "solved": [{"after": 300, "run": "finished"}],
                "finished": [{"append": {"body": "{praise}"}}],
            },
            "snippets": {**board.snippets, "praise": '<p id="solved">Well done!</p>'},
        },
    }


def _cases(puzzle: Puzzle, solution: Grid, fields: frozenset[str]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Iterate over the names of the standard cases and what each adds to the page."""
    given = puzzle.picture().glyphs
    free = [cell for cell in solution.cells() if cell not in given]
    begun: dict[Cell, int | None]
    if fields == RECTANGLES or puzzle.picture(solution).path:
        # A rectangle is there as a whole, and a path from its start.
        third = max(mark for _, mark in solution.marked()) // 3
        begun = {cell: mark for cell, mark in solution.marked() if mark <= third}
    else:
        begun = {cell: solution[cell] for cell in free[::3]}
    refused = {"family": "ReadError", "kind": "ReadError"}
    yield "fresh", {}
    yield "begun", {"replica": {"start": Grid.make(solution.height, solution.width, begun.get).rows()}}
    yield "late", {"replica": {"faults": {"mount_after": 300, "delay": [0, 300]}}}
    yield "dropped", {"replica": {"faults": {"drop": 0.1, "seed": 1}}}
    yield "solved", {"replica": {"start": "solution"}}
    yield "missing_cell", {"expect": refused, "replica": {"odd": {str(free[0]): ""}}}
    yield "never_mounts", {"expect": refused, "replica": {"faults": {"never_mount": True}}}


def _listed(table: str, name: str, address: str) -> str:
    """Return the tables of sites with one more, in the order of the names."""
    entries = {
        r"^    from scrapers import \(\n(.*?)\n    \)": f"        {name},",
        r"^        return \[\n(.*?)\n        \]": f"            {name}.SITE,",
        r"^_MODULES: .*? = \{\n(.*?)\n\}": f'    "{name}": r"{address}",',
    }
    for pattern, line in entries.items():
        found = re.search(pattern, table, re.DOTALL | re.MULTILINE)
        if found is None:
            raise UsageError("scrapers/__init__.py has no table of sites")
        in_order = sorted([*found[1].splitlines(), line], key=lambda entry: entry.lstrip(" *"))
        table = f"{table[: found.start(1)]}{chr(10).join(in_order)}{table[found.end(1) :]}"
    return table


def _text(value: object) -> str:
    return f"{_lines(value)}\n"


def _lines(value: object, indent: str = "") -> str:
    """Return JSON in which what fits on a line is on one line, except the rows of a board."""
    line = json.dumps(value, ensure_ascii=False)
    is_board = isinstance(value, list) and len(value) > 1 and all(isinstance(row, str) for row in value)
    if not (isinstance(value, dict | list) and (is_board or len(indent + line) > SHORT)):
        return line
    inner = f"{indent}  "
    if isinstance(value, dict):
        items = [f"{json.dumps(key)}: {_lines(item, inner)}" for key, item in value.items()]
    else:
        items = [_lines(item, inner) for item in value]
    first, last = "{}" if isinstance(value, dict) else "[]"
    return f"{first}\n{inner}" + f",\n{inner}".join(items) + f"\n{indent}{last}"
