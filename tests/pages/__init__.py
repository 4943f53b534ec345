"""Pages that other people wrote, served from the folder that `GIVENS_PAGES` names, one folder a page.

Nothing of this is known to `givens`: how a page deals its boards, and how it says that it is won.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests import SHARED


def page_folder(name: str) -> Path | None:
    """Return the folder of a page, None if `GIVENS_PAGES` names no folder that holds it."""
    folder = Path(os.environ.get("GIVENS_PAGES", "/nowhere"), name)
    return folder if (folder / "index.html").is_file() else None


def why_absent(name: str) -> str:
    """Return why a page cannot be played."""
    return f"{name}/index.html, a page of other people, is not in a folder that GIVENS_PAGES names"


@dataclass(frozen=True)
class Deal:
    """How to make a page show one certain board."""

    path: str = ""
    """What is added to the address that the page is served at."""
    seed: int | None = None
    clock: datetime | None = None
    storage: Mapping[str, str] = field(default_factory=dict)
    """What lies in the page's storage before its scripts."""
    opens: Callable[[Page], None] = lambda _: None
    """What a person does on the page before there is a board."""


@dataclass(frozen=True)
class StrangersPage:
    """A page, how it deals its boards, and what it looks like when it is won."""

    kind: str
    deal: Callable[[int], Deal]
    """Returns how to get the board of a number."""
    cells: str
    """The selector of the cells that take input."""
    won: str
    """An expression that is true where the page is won; `dialogs` are the messages of its dialogs."""
    marks: str
    """A function from a cell to its mark: "" for none, "x" for a note, else the digit of its value."""
    boards: int = 1000
    """How many boards it deals."""


def seeded(number: int) -> Deal:
    """Return a deal of a page whose board follows from random numbers."""
    return Deal(seed=number)


def _sized(sizes: tuple[int, ...]) -> Callable[[int], Deal]:
    """Return the deals of a page with a choice of sizes, each in turn."""

    def deal(number: int) -> Deal:
        size = sizes[number % len(sizes)]
        return Deal(seed=number, opens=lambda page: _choose(page, size))

    return deal


def _choose(page: Page, size: int) -> None:
    if (last := page.locator("select").last).input_value() != str(size):
        last.select_option(str(size))
        if (new := page.get_by_role("button", name="New Game")).count() and page.locator("select").count() > 1:
            new.click()
    page.wait_for_timeout(500)


def _button_sized(number: int) -> Deal:
    def opens(page: Page) -> None:
        if number % 2:
            page.get_by_role("button", name="6x6").click()
            page.wait_for_timeout(500)

    return Deal(seed=number, opens=opens)


def _daily(first: datetime, days: int) -> Callable[[int], Deal]:
    return lambda number: Deal(clock=first + timedelta(days=number % days))


@cache
def _puzzles(name: str) -> list[dict[str, Any]]:
    """Return puzzles for pages that have none of their own."""
    lines = (SHARED / "puzzles" / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def _binairo_saved(number: int) -> Deal:
    """Return a saved game of a page that makes its puzzles by itself, but slowly."""
    fitting = [one for one in _puzzles("binairo.jsonl") if len(one["solution"]) <= 14]
    chosen = fitting[number * 7 % len(fitting)]
    rows, solution = chosen["puzzle"]["givens"], chosen["solution"]
    size = f"{len(rows[0])}x{len(rows)}"
    given = f"{size};{''.join(rows)}"
    game = {
        "board": given,
        "initialBoard": given,
        "solution": f"{size};{''.join(solution)}",
        "moveList": [],
        "timeElapsed": 5000,
        "width": len(rows[0]),
        "height": len(rows),
        "difficulty": 1,
        "bookmarks": [],
        "hints": {"cache": []},
    }
    return Deal(storage={"takuzu_saved-game": json.dumps(game)})


def _imported(number: int) -> Deal:
    """Return a Tango that is pasted into a page, locked and started."""
    chosen = _puzzles("tango_cc0.jsonl")[number]["puzzle"]
    size = len(chosen["givens"])
    across = [[""] * (size - 1) for _ in range(size)]
    down = [[""] * size for _ in range(size - 1)]
    for sign, edges in (("=", chosen["equal"]), ("×", chosen["opposite"])):
        for one, other in edges:
            (row, col), (other_row, _) = ([int(part) - 1 for part in cell[1:].split("C")] for cell in (one, other))
            (across if row == other_row else down)[row][col] = sign
    prefills = [[{"1": "S", "0": "M"}.get(mark, "") for mark in row] for row in chosen["givens"]]
    setup = json.dumps({"size": size, "prefills": prefills, "h": across, "v": down})

    def opens(page: Page) -> None:
        page.locator("textarea").fill(setup)
        for name in ("Import Setup", "Lock Map", "Start Game"):
            page.get_by_role("button", name=name).click()
            page.wait_for_timeout(150)

    return Deal(opens=opens)


def _menu(number: int) -> Deal:
    """Return a board behind a title and a menu."""
    size = number % 4 + 1

    def opens(page: Page) -> None:
        page.wait_for_timeout(2000)
        page.get_by_text("Free play").click()
        page.wait_for_timeout(1000)
        page.locator(f"#menugrid [data-size='{size}']").click()
        page.wait_for_timeout(2500)

    clock = datetime(2026, 4, 1, 12, tzinfo=UTC) + timedelta(days=number)
    return Deal(seed=number, clock=clock, storage={"tutorialPlayed": "true"}, opens=opens)


PAGES: dict[str, StrangersPage] = {
    "samimsu_queens": StrangersPage(
        "queens",
        lambda number: Deal(path=f"level/{number * 20 % 616 + 1}"),
        ".square",
        "/You Win!/i.test(document.body.innerText)",
        "cell => cell.querySelector('[aria-label=queen]') ? '1' : cell.querySelector('.cell-input--cross') ? 'x' : ''",
        boards=154,
    ),
    "malik_queens": StrangersPage(
        "queens",
        _sized((5, 6, 7, 8, 9, 10)),
        ".child",
        "dialogs.some((said) => said.includes('Victory'))",
        "cell => cell.querySelector('svg') ? '1' : cell.querySelector('.dot') ? 'x' : ''",
    ),
    "purushots_queens": StrangersPage(
        "queens",
        lambda number: Deal(storage={"queens.level": str(number * 16 % 500 + 1), "queens.maxLevel": "500"}),
        "#board .cell",
        "!document.querySelector('#winOverlay').hidden",
        "cell => cell.matches('.cell-queen') ? '1' : cell.matches('.cell-x') ? 'x' : ''",
        boards=125,
    ),
    "abbas_queens": StrangersPage(
        "queens",
        _daily(datetime(2026, 4, 18, 12, tzinfo=UTC), 300),
        ".queens-cell",
        "/Solved!/.test(document.body.innerText)",
        "cell => cell.querySelector('.queens-symbol--queen') ? '1' : cell.firstElementChild ? 'x' : ''",
    ),
    "abbas_tango": StrangersPage(
        "tango",
        _daily(datetime(2026, 4, 18, 12, tzinfo=UTC), 20),
        ".tango-cell",
        "/Solved!/.test(document.body.innerText)",
        "cell => cell.querySelector('.tango-symbol--sun') ? '1' : cell.firstElementChild ? '0' : ''",
        boards=20,
    ),
    "purushots_tango": StrangersPage(
        "tango",
        seeded,
        "#board .cell, .board .cell",
        "!document.querySelector('#winOverlay').hidden",
        "cell => /sun/.test(cell.ariaLabel) ? '1' : /moon/.test(cell.ariaLabel) ? '0' : ''",
    ),
    "jasonzzeng_tango": StrangersPage(
        "tango",
        _sized((4, 6, 8, 10, 12)),
        "[class*=_grid_] > [class*=_cell_]",
        "/Solved in/i.test(document.body.innerText)",
        "cell => cell.querySelector('circle') ? '1' : cell.querySelector('path') ? '0' : ''",
    ),
    "ceejay_tango": StrangersPage(
        "tango",
        _button_sized,
        ".select-none",
        "/Complete!/.test(document.body.innerText)",
        "cell => /🌞/u.test(cell.innerText) ? '1' : /🌛/u.test(cell.innerText) ? '0' : ''",
    ),
    "txheng_tango": StrangersPage(
        "tango",
        _imported,
        ".inline-grid button.border",
        "/Solved!/.test(document.body.innerText)",
        "cell => /🌝/u.test(cell.innerText) ? '1' : /🌚/u.test(cell.innerText) ? '0' : ''",
        boards=150,
    ),
    "takuzuvue": StrangersPage(
        "binairo",
        _binairo_saved,
        ".cell-wrapper",
        "/Progress:\\s*100\\s*%/.test(document.body.innerText)"
        " && /solved|congrat|well done|great/i.test(document.body.innerText)",
        "cell => cell.querySelector('.zero') ? '0' : cell.querySelector('.one') ? '1' : ''",
        boards=300,
    ),
    "zero_hh1": StrangersPage(
        "binairo",
        _menu,
        "#grid .tile",
        "!!document.querySelector('#grid.completed')",
        "cell => cell.matches('.tile-1') ? '1' : cell.matches('.tile-2') ? '0' : ''",
    ),
    "smartie_tents": StrangersPage(
        "tents",
        seeded,
        ".divTableCell",
        "dialogs.some((said) => said.includes('YOU GOT IT'))",
        "cell => cell.innerText.includes('🏕') ? '1' : cell.innerText.trim() === 'x' ? 'x' : ''",
    ),
    "smartie_skyscraper": StrangersPage(
        "skyscrapers",
        seeded,
        ".divTableCell[onmousedown]",
        "dialogs.some((said) => said.includes('YOU GOT IT'))",
        "cell => cell.innerText.trim().replace(/^0$/, '')",
    ),
}
"""By the name of its folder."""
