"""The engine of puzz.link, as npm has it, served at the addresses of the real site, and boards to play on it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Route

from solvers import (
    BadPuzzle,
    Cell,
    Futoshiki,
    Generated,
    Grid,
    NotUnique,
    Patch,
    Patches,
    Puzzle,
    Skyscrapers,
    dump,
    dump_link,
    generate,
    solve,
)
from tests import ROOT

PAGE = Path(__file__).parent / "page.html"
"""A page of our own around the engine, with the names that puzz.link's page has."""
SCRIPTS = ROOT / ".venv" / "pzpr" / "node_modules" / "pzpr" / "dist"
ABSENT = "npm's pzpr is not installed: `make test` does that where there is npm"


def serve(context: BrowserContext) -> None:
    """Answer every request of a context from the page and the engine, or refuse it."""

    def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path.removeprefix("/pzprv3")
        file = PAGE if path in {"/p", "/p.html", "/", ""} else SCRIPTS / path.removeprefix("/")
        if file == PAGE or (file.is_file() and file.is_relative_to(SCRIPTS)):
            route.fulfill(path=file)
        else:
            route.abort("blockedbyclient")

    context.route("**/*", answer)


MISSING = frozenset({"aquarium", "dbchoco", "mines", "nonogram", "nurimisaki", "tents"})
"""The genres that this version of the engine does not have."""


def samples() -> dict[str, str]:
    """Return the first known board of each genre, as the text behind the question mark of its address."""
    lines = (ROOT / "tests/links.jsonl").read_text(encoding="utf-8").splitlines()
    found: dict[str, str] = {}
    for line in lines:
        query = json.loads(line)["query"]
        found.setdefault(query.partition("/")[0], query)
    return found


def made(kind: str) -> Iterator[str]:
    """Yield the addresses of new boards of a kind that have one solution, each as the text behind its question mark."""
    for seed in count():
        new = generate(kind, seed=seed)
        try:
            puzzle = CHANGES[kind](new) if kind in CHANGES else new.puzzle
            solve(puzzle)
            yield dump_link(puzzle).partition("?")[2]
        except (BadPuzzle, NotUnique):
            continue  # An address cannot hold every puzzle.


def without_givens(new: Generated) -> Puzzle:
    """Return a Futoshiki with all signs of its solution instead of givens, for which addresses have no room."""
    grid = new.solution
    edges = [(cell, near) for cell in grid.cells() for near in cell.neighbours() if near in grid]
    less = tuple(edge for edge in edges if (grid[edge[0]] or 0) < (grid[edge[1]] or 0))
    return Futoshiki(Grid.make(grid.height, grid.width), less, tuple(edge for edge in edges if edge not in less))


def with_areas(new: Generated) -> Puzzle:
    """Return a Shikaku of which each clue says its area, and not its shape, which addresses cannot say."""
    areas = Counter(number for _, number in new.solution.marked())
    cells = enumerate(dump(new.puzzle)["clues"], start=1)
    clues = tuple(Patch(Cell.parse(clue["cell"]), "any", areas[number]) for number, clue in cells)
    return Patches((new.solution.height, new.solution.width), clues)


def without_buildings(new: Generated) -> Puzzle:
    """Return Skyscrapers without givens, which npm's version of the engine does not read."""
    assert isinstance(new.puzzle, Skyscrapers)
    return replace(new.puzzle, givens=Grid.make(new.solution.height, new.solution.width))


CHANGES: Mapping[str, Callable[[Generated], Puzzle]] = {
    "futoshiki": without_givens,
    "patches": with_areas,
    "skyscrapers": without_buildings,
}
"""By kind, what makes a puzzle of it one that an address can hold."""
