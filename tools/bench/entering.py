"""What entering costs: ours beside Playwright's way cell by cell, and without the shield, on replicas of real pages.

Sides take turns, each round on its own page (A B A B …), so that other load on the machine affects all equally.
"""

from __future__ import annotations

import os
import time
from collections import defaultdict
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING
from unittest.mock import patch

from bot.browser.driver import start_playwright
from bot.browser.launch import new_context, start_browser
from bot.play.clicker import Clicker
from bot.play.fixture import Fixture, bundled, serve
from bot.play.live import Live, RoundState, press
from scrapers import SITES
from solvers import Grid
from tools.bench.report import Report, ratio, say, typical

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from playwright.sync_api import Browser, Page

    from scrapers import Layout

TITLE = "What entering costs"
ABOUT = """\
Replicas of real pages in one headless Chromium, from the first snapshot to the last. *Per cell* is
`locator.click()` for each click, and how many times as long it takes.
"""

LARGE, TANGO = "brainbashers_three_in_a_row/table_2022_14", "linkedin_tango/guest"
CASES = {TANGO: ("6×6 Tango", "[data-cell-idx='{}']"), LARGE: ("14×14 3-in-a-row", "#square{}")}
"""For each fixture its name in tables, and the selector of a cell by its number from zero, in reading order."""


@dataclass(frozen=True)
class Opened:
    """A fixture on a fresh page, with its board."""

    case: Fixture
    page: Page
    live: Live
    layout: Layout
    solution: Grid

    def needed(self) -> list[int]:
        """Return the numbers of the cells that need clicks, repeated for each click."""
        cycle = self.case.replica["input"]["cycle"]
        shown = self.page.evaluate("__board")
        steps = [
            (cycle.index(self.solution[cell]) - cycle.index(mark)) % len(cycle)
            for cell, mark in zip(self.solution.cells(), shown, strict=True)
        ]
        return [number for number, clicks in enumerate(steps) for _ in range(clicks)]

    def clicked(self) -> list[int]:
        """Return the numbers of the cells that received trusted clicks, repeated for each click."""
        log = self.page.evaluate("__log.filter((event) => event.input && event.index !== null)")
        return sorted(event["index"] for event in log if event["trusted"])


def run(*, quick: bool) -> Report:
    """Time entering with each side."""
    report = Report(["what", "**ours**, ms", "per cell", "the shield adds"])
    with start_playwright() as playwright:
        for name in [TANGO] if quick else CASES:  # Cell by cell the large board takes ten seconds.
            with start_browser(playwright, os.environ.get("GIVENS_BROWSER"), headed=False) as (browser, _):
                say(f"entering: {CASES[name][0]}")
                times = _times(browser, name, 1 if quick else 5, report.wrong)
            ours, bare = times["ours"], times["without shield"]
            words = f"enter a {CASES[name][0]}, {times['inputs'][0]:.0f} clicks"
            added = f"{100 * (median(ours) / median(bare) - 1):+.1f} %"
            report.rows.append([words, typical(ours), ratio(times["per cell"], ours), added])
            report.data[name] = times
    return report


def _times(browser: Browser, name: str, rounds: int, wrong: list[str]) -> dict[str, list[float]]:
    """Let all sides enter a fixture's solution in turn; return milliseconds from first snapshot to last check."""
    case = Fixture.load(bundled() / name)
    sides: dict[str, Callable[[Opened, Sequence[int]], None]] = {
        "ours": _ours,
        "without shield": _ours,
        "per cell": _per_cell,
    }
    times: defaultdict[str, list[float]] = defaultdict(list)
    for warming_up in (True, *(False for _ in range(rounds))):
        for side, enter in sides.items():
            if warming_up and side == "per cell":
                continue  # It takes long, and has nothing of its own to warm up.
            with _bare() if side == "without shield" else nullcontext(), _opened(browser, case) as opened:
                needed = opened.needed()
                start = time.perf_counter()
                enter(opened, needed)
                took = 1000 * (time.perf_counter() - start)
                if not opened.page.evaluate("__solved") or opened.clicked() != needed:
                    wrong.append(f"{side}: {name} is not solved, or not by the clicks it needs")
            if not warming_up:
                times[side].append(round(took, 1))
                times["inputs"].append(len(needed))
    return dict(times)


@contextmanager
def _opened(browser: Browser, case: Fixture) -> Iterator[Opened]:
    """Open a fixture and find its board."""
    site = next(site for site in SITES if case.site == site.NAME)
    context = new_context(browser)
    serve(context, case)
    page = context.new_page()
    page.goto(case.url, wait_until="domcontentloaded")
    live = Live(page, lambda: site.board(page, 10, lambda element, _, seen: not press(page, element, seen)))
    layout = next(layout for layout in site.LAYOUTS if layout.NAME == case.layout)
    boxes = layout.boxes(live.take(layout.MEASURE)).values()
    live.middles = [(x + width / 2, y + height / 2) for x, y, width, height in filter(None, boxes)]
    yield Opened(case, page, live, layout, Grid.parse(case.solution or ()))
    context.close()


def _ours(opened: Opened, _needed: Sequence[int]) -> None:
    """Enter like the program: take a snapshot, click, take another snapshot."""
    clicker = Clicker(opened.live, opened.layout, lambda _: None, pace=0, min_elapsed=0)
    clicker.enter(opened.live.take(opened.layout.MEASURE), opened.solution)


@contextmanager
def _bare() -> Iterator[None]:
    """Take the shield out: nothing is asked before or after a round, and no document has listeners."""
    with (
        patch("bot.play.live.shield", lambda _: None),
        patch.object(Live, "_begin", lambda *_, **__: ""),
        patch.object(Live, "_end", lambda *_: [RoundState(presses=1000)]),
    ):
        yield


def _per_cell(opened: Opened, needed: Sequence[int]) -> None:
    """Enter as in Playwright's guide: find each cell by its selector and click it; read the board at the end."""
    css = CASES[opened.case.name][1]
    for number in needed:
        opened.page.locator(css.format(number)).click()
    opened.layout.marks(opened.live.take(opened.layout.MEASURE))
