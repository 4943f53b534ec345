"""The simplest bot, for the Tango fixture only: `python -m tools.bench.naive FIXTURE BROWSER`.

Plain Playwright, an attribute a call, `locator.click()` for each click; a Z3 `Int` a cell and the default solver, which
takes the first solution. It records nothing. When the page praises it, it prints a line with what it has entered.
"""

from __future__ import annotations

import json
import sys
from itertools import pairwise
from pathlib import Path

import z3
from playwright.sync_api import Page, sync_playwright

from bot.play.fixture import Fixture, serve

SIDE = 6
MOON, SUN = 0, 1
CLICKS = {SUN: 1, MOON: 2}


def main(folder: str, browser: str) -> None:
    """Play the fixture."""
    fixture = Fixture.load(Path(folder))
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser)
        context = chromium.new_context()
        serve(context, fixture)
        page = context.new_page()
        page.goto(fixture.url)
        page.locator("#launch-footer-start-button").click()
        page.locator(".artdeco-hoverable-content__close-btn").click()
        givens, signs = read(page)
        solution = solve(givens, signs)
        for at, mark in enumerate(solution):
            for _ in range(0 if at in givens else CLICKS[mark]):
                page.locator(f"[data-cell-idx='{at}']").click()
        page.locator(".pr-top__heading").wait_for()
        rows = ["".join(map(str, solution[at : at + SIDE])) for at in range(0, SIDE**2, SIDE)]
        sys.stdout.write(f"{json.dumps({'solution': rows, 'accepted': True})}\n")
        sys.stdout.flush()
        chromium.close()


def read(page: Page) -> tuple[dict[int, int], list[tuple[int, int, bool]]]:
    """Return the givens by cell number, and the two cells of each sign with whether it is `=`."""
    givens: dict[int, int] = {}
    signs: list[tuple[int, int, bool]] = []
    for at in range(SIDE**2):
        cell = page.locator(f"[data-cell-idx='{at}']")
        label = cell.locator(".lotka-cell-content svg").get_attribute("aria-label")
        if label != "Empty":
            givens[at] = SUN if label == "Sun" else MOON
        for edge in cell.locator(".lotka-cell-edge").all():
            other = at + (1 if "--right" in (edge.get_attribute("class") or "") else SIDE)
            signs.append((at, other, edge.locator("svg").get_attribute("aria-label") == "Equal"))
    return givens, signs


def solve(givens: dict[int, int], signs: list[tuple[int, int, bool]]) -> list[int]:
    """Return the first solution as rows."""
    cells = [z3.Int(f"cell{at}") for at in range(SIDE**2)]
    solver = z3.Solver()
    solver.add(*(z3.And(cell >= 0, cell <= 1) for cell in cells))
    rows = [cells[at : at + SIDE] for at in range(0, SIDE**2, SIDE)]
    for line in [*rows, *zip(*rows, strict=True)]:
        solver.add(z3.Sum(*line) == SIDE // 2)
        for (first, second), (_, third) in pairwise(pairwise(line)):
            solver.add(z3.Or(first != second, second != third))
    solver.add(*(cells[at] == mark for at, mark in givens.items()))
    solver.add(*(cells[at] == cells[other] if same else cells[at] != cells[other] for at, other, same in signs))
    if solver.check() != z3.sat:
        sys.exit("no solution")
    model = solver.model()
    return [model[cell].as_long() for cell in cells]


if __name__ == "__main__":
    main(*sys.argv[1:])
