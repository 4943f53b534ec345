"""The replicas: their faults happen, what they embed is false, and their hashed names are never the same."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from scrapers import clock_of
from tests.bot.play.test_loop import marks, replica
from tests.cases import CASES, opened
from tests.snapshots import presses, site_named

if TYPE_CHECKING:
    from playwright.sync_api import Frame, Page


def entered(page: Page, case: str) -> Frame:
    """Open a case and its board; return the frame of the replica."""
    opened(page, case)
    site_named(CASES[case].url).board(page, 10, presses(page))
    return replica(page)


@pytest.mark.parametrize(
    ("case", "is_shown", "is_kept", "has_lost"),
    [
        ("guest", True, True, False),
        ("guest_late", False, True, False),
        ("guest_replaced", False, False, False),
        ("guest_dropped", True, True, True),
    ],
)
def test_faults_happen(page: Page, case: str, *, is_shown: bool, is_kept: bool, has_lost: bool) -> None:
    """A mark is late, an element is replaced, and clicks are lost only where a case says so."""
    frame = entered(page, f"linkedin_tango/{case}")
    index = frame.evaluate("__board").index(None)
    cell = frame.query_selector(f"#lotka-cell-{index}")
    assert cell is not None
    place = frame.evaluate("__cells()")[index]
    page.mouse.click(*place)
    at_once = frame.evaluate("__shown")[index] is not None
    clock_of(page).pause(2000)
    later = frame.evaluate("__shown")[index] is not None
    kept = cell.evaluate("cell => cell.isConnected")
    for _ in range(24):
        page.mouse.click(*place)
    lost = frame.evaluate("__log.filter(({ dropped }) => dropped).length")

    assert (is_shown, True, is_kept, has_lost) == (at_once, later, kept, 1 <= lost <= 5)


COMO = "JSON.parse(__como_rehydration__[0].slice(2))"
EMBEDDED = {
    "linkedin_tango/signed_in": f"""{COMO}.lotkaGamePuzzle.solution
        .map((mark) => ({{ LotkaCellValue_ZERO: 1, LotkaCellValue_ONE: 0 }})[mark])""",
    "linkedin_mini_sudoku/signed_in": """JSON.parse(document.querySelector("code[id^=bpr-guid]").textContent)
        .included[0].gamePuzzle.miniSudokuGamePuzzle.solution""",
    "linkedin_queens/signed_in_poison": f"""{COMO}.queensGamePuzzle.solution.reduce((marks, {{ row, col }}, _, all) =>
        (marks[row * all.length + col] = 1, marks), Array(all.length ** 2).fill(0))""",
    "linkedin_patches/signed_in_poison": f"""{COMO}.patchesGamePuzzle.solution.reduce((marks, {{ cellIdxes }}, at) =>
        (cellIdxes.forEach((cell) => (marks[cell] = at + 1)), marks), [])""",
    "linkedin_zip/signed_in_poison": f"""{COMO}.trailGamePuzzle.solution.reduce((marks, cell, at) =>
        (marks[cell] = at + 1, marks), [])""",
}
"""Scripts that return the solution embedded in a signed-in page, like that of a real one: a mark for each cell."""


@pytest.mark.parametrize("case", EMBEDDED)
def test_embedded_solution_is_false(page: Page, case: str) -> None:
    """A signed-in page embeds a whole solution like the real ones, but a wrong one, so that nobody can rely on it."""
    frame = entered(page, case)
    embedded = frame.evaluate(EMBEDDED[case])
    answer = marks(list(CASES[case].solution or ()))

    if "patches" in case:  # It does not matter which patch comes first.
        embedded, answer = ([each.index(mark) for mark in each] for each in (embedded, answer))

    assert len(embedded) == len(answer)
    assert embedded != answer


def test_hashed_names_change_with_every_load(page: Page) -> None:
    """Two loads of a signed-in page have no class and no custom property in common."""
    loads = []
    for _ in range(2):
        frame = entered(page, "linkedin_tango/signed_in")
        style = frame.locator("[data-testid=interactive-grid]").get_attribute("style") or ""
        classes = "[...document.querySelectorAll('#workspace [class]')].flatMap((element) => [...element.classList])"
        loads.append({*frame.evaluate(classes), *re.findall(r"--\w+", style)})

    assert set() == set.intersection(*loads)
