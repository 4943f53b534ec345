"""Entering: the product's clicker beside Playwright's per-cell way, on replicas of real pages in one Chromium.

`ours` is compared with a build without the shield, too. Sides take turns, each round on its own page (A B A B …), so
that other load on the machine affects all equally.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections import defaultdict
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from msgspec import structs

from bot.browser.driver import playwright_started
from bot.browser.launch import browser_started, new_context
from bot.play.clicker import Clicker
from bot.play.fixture import Fixture, bundled, serve
from bot.play.live import Live, RoundState, press
from bot.play.loop import play
from bot.play.options import Options as Playing
from bot.record.recorder import Console, Recorder
from scrapers import SITES
from scrapers._reading.layout import MEASURE
from solvers import Grid
from tools.bench.report import Options, Report, Target, factor, milliseconds, say, table, targets, typical

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from playwright.sync_api import Browser, Page

    from scrapers import Layout, Site

TITLE = "Entering"
ABOUT = """\
Replicas of real pages in one headless Chromium. *Per cell* is `locator.click()` for each click.
*Own time* is reading, solving, entering and the verdict.
"""

LARGE, TANGO = "brainbashers_three_in_a_row/table_2022_14", "linkedin_tango/guest"
CASES = {LARGE: ("14×14 3-in-a-row", "#square{}"), TANGO: ("6×6 Tango", "[data-cell-idx='{}']")}
"""For each fixture its name in tables, and the selector of a cell by its number from zero, in reading order."""

AT_MOST = 2000.0
"""Milliseconds for the 14×14."""
SHIELD_AT_MOST = 1.05
"""The maximum ratio of our time to that without the shield."""
AHEAD = 12.0
"""The minimum ratio of the per-cell way's time to ours on the 14×14."""
OWN_AT_MOST = 300.0
"""Milliseconds of our own time for a Tango."""
RECORDING_AT_MOST = 300.0
"""Milliseconds that recording may add, except full recording."""
MEASURE_AT_MOST = 40.0
"""Milliseconds to measure a board of `ELEMENTS` elements."""
ELEMENTS = 800

RECORDS = ("none", "light", "full")
FULL = 5
"""How often a run is recorded in full, which takes ten seconds."""
OWN = ("read", "solve", "enter", "accept")
"""The phases that count as our own time, without the start of the browser and the page, and without recording."""


@dataclass(frozen=True)
class Opened:
    """A fixture on a fresh page, with its board."""

    case: Fixture
    page: Page
    site: Site
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


def run(options: Options) -> Report:
    """Time entering, our own time for a Tango, recording, and measuring a large board."""
    rounds, more = (1, 2) if options.quick else (5, 15)
    cases = [TANGO] if options.quick else [*CASES]  # Cell by cell the large board takes ten seconds.
    records = RECORDS[:2] if options.quick else RECORDS
    with playwright_started() as playwright:
        with opened_browser(playwright) as browser:
            report = Report({"rounds": rounds, "chromium": browser.version}, "")
            entering = {name: _entering(browser, name, rounds, report.wrong) for name in cases}
        with opened_browser(playwright) as browser:  # Another one, as a run has: a thousand clicks make it slower.
            own = _own(browser, more, records, report.wrong)
            measuring = _measuring(browser, more)
    rows = []
    for name, sides in entering.items():
        ours, theirs, bare = sides["ours"], sides["per cell"], sides["without shield"]
        words = f"enter a {CASES[name][0]}, {sides['inputs'][0]:.0f} clicks"
        rows.append([words, typical(ours), factor(median(theirs) / median(ours)), _added(ours, bare)])
    recording = median(own["light"]) - median(own["none"])
    wanted = [
        *_verdicts(entering),
        *(
            Target(
                f"the shield adds ≤ 5 % to a {CASES[name][0]}",
                _added(sides["ours"], sides["without shield"]),
                median(sides["ours"]) / median(sides["without shield"]) <= SHIELD_AT_MOST,
            )
            for name, sides in entering.items()
        ),
        Target(
            "our own time for a Tango ≤ 300 ms", milliseconds(median(own["none"])), median(own["none"]) <= OWN_AT_MOST
        ),
        Target("recording adds ≤ 300 ms", milliseconds(recording), recording <= RECORDING_AT_MOST),
        Target(
            f"measuring {ELEMENTS} elements ≤ 40 ms",
            milliseconds(median(measuring["in the page"])),
            median(measuring["in the page"]) <= MEASURE_AT_MOST,
        ),
    ]
    report.data |= {"entering_ms": entering, "own_ms": own, "measuring_ms": measuring}
    report.data["targets"], reached = targets(wanted)
    rows += [
        ["own time of a 6×6 Tango", typical(own["none"]), "", ""],
        *(
            [f"`--record {record}` adds", milliseconds(median(own[record]) - median(own["none"])), "", ""]
            for record in records[1:]
        ),
        [f"a snapshot of {ELEMENTS} elements", typical(measuring["the whole snapshot"]), "", ""],
    ]
    report.markdown = f"{table(['what', '**ours**', 'per cell', 'the shield adds'], rows)}\n{reached}"
    return report


@contextmanager
def opened_browser(playwright: Any) -> Iterator[Browser]:  # noqa: ANN401 - Playwright, imported where it is used
    """Start the browser of the benchmark."""
    with browser_started(playwright, os.environ.get("GIVENS_BROWSER"), headed=False) as (browser, _):
        yield browser


@contextmanager
def _opened(browser: Browser, case: Fixture) -> Iterator[Page]:
    context = new_context(browser)
    serve(context, case)
    page = context.new_page()
    page.goto(case.url, wait_until="domcontentloaded")
    yield page
    context.close()


@contextmanager
def opened_board(browser: Browser, case: Fixture) -> Iterator[Opened]:
    """Open a fixture and find its board."""
    site = _site(case)
    with _opened(browser, case) as page:
        live = Live(page, lambda: site.board(page, 10, lambda element, _, seen: not press(page, element, seen)))
        layout = next(layout for layout in site.LAYOUTS if layout.NAME == case.layout)
        boxes = layout.boxes(live.take(layout.MEASURE)).values()
        live.middles = [(x + width / 2, y + height / 2) for x, y, width, height in filter(None, boxes)]
        yield Opened(case, page, site, live, layout, Grid.parse(case.solution or ()))


def _site(case: Fixture) -> Site:
    return next(site for site in SITES if case.site == site.NAME)


def _entering(browser: Browser, name: str, rounds: int, wrong: list[str]) -> dict[str, list[float]]:
    """Let both sides enter a fixture's solution in turn; return milliseconds from first snapshot to last check."""
    say(f"entering: {CASES[name][0]}")
    case = Fixture.load(bundled() / name)
    sides: dict[str, Callable[[Opened, Sequence[int]], None]] = {
        "ours": _ours,
        "without shield": _without_shield,
        "per cell": _per_cell,
    }
    times: dict[str, list[float]] = defaultdict(list)
    for warming_up in (True, *(False for _ in range(rounds))):
        for side, enter in sides.items():
            if warming_up and side == "per cell":
                continue  # It takes long, and has nothing of its own to warm up.
            with _bare() if side == "without shield" else nullcontext(), opened_board(browser, case) as opened:
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


def _ours(opened: Opened, _needed: Sequence[int]) -> None:
    """Enter like the program: take a snapshot, click, take another snapshot."""
    clicker = Clicker(opened.live, opened.layout, lambda _: None, pace=0, min_elapsed=0)
    clicker.enter(opened.live.take(opened.layout.MEASURE), opened.solution)


def _without_shield(opened: Opened, needed: Sequence[int]) -> None:
    """Enter like the program, in a build whose shield has been taken out (`_bare`)."""
    _ours(opened, needed)


@contextmanager
def _bare() -> Iterator[None]:
    """Take the shield out: nothing is asked before or after a round, and no document has listeners."""
    with (
        patch("bot.play.live.shield", lambda _: None),
        patch.object(Live, "_begin", lambda *_, **__: ""),
        patch.object(Live, "_end", lambda *_: [RoundState(presses=1000)]),
    ):
        yield


def _added(ours: Sequence[float], bare: Sequence[float]) -> str:
    """Return how much longer we take than without the shield, in percent."""
    return f"{100 * (median(ours) / median(bare) - 1):+.1f} %"


def _per_cell(opened: Opened, needed: Sequence[int]) -> None:
    """Enter as in Playwright's guide: find each cell by its selector and click it; read the board at the end."""
    css = CASES[opened.case.name][1]
    for number in needed:
        opened.page.locator(css.format(number)).click()
    opened.layout.marks(opened.live.take(opened.layout.MEASURE))


def _own(browser: Browser, rounds: int, records: Sequence[str], wrong: list[str]) -> dict[str, list[float]]:
    """Play a Tango whose page accepts at once, first without recording: pictures and videos slow later runs down."""
    say("entering: our own time for a Tango, and recording")
    case = _at_once(Fixture.load(bundled() / TANGO))
    times: dict[str, list[float]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        before, os.environ["GIVENS_SESSIONS"] = os.environ.get("GIVENS_SESSIONS"), folder
        try:
            for record in records:
                for number in range(1 + (FULL if record == "full" else rounds)):
                    took = _played(browser, case, wrong, record)
                    for phase, ms in took.items() if number else ():  # The first time is for warming up.
                        times[phase].append(round(ms, 1))
        finally:
            if before is None:
                del os.environ["GIVENS_SESSIONS"]
            else:
                os.environ["GIVENS_SESSIONS"] = before
    return dict(times)


def _played(browser: Browser, case: Fixture, wrong: list[str], record: str) -> Mapping[str, float]:
    """Return the milliseconds of each phase of a run that is not recorded, or of all but the opening of one that is.

    With them what comes after the run, and the bytes that the session takes.
    """
    site = _site(case)
    with _opened(browser, case) as page, ExitStack() as stack:
        start = time.perf_counter()
        recorder = Recorder(None) if record == "none" else Recorder.start(site.NAME, case.name)
        console = Console(page)
        if record == "full":
            stack.enter_context(recorder.everything(page, console))
        played = play(page, site, options=Playing(), recorder=recorder)
        ran = time.perf_counter()
        stack.close()
        recorder.finish("accepted", played.line())
        end = time.perf_counter()
    if not played.accepted or played.solution != list(case.solution or ()):
        wrong.append(f"{case.name} is not played as it should be")
    if recorder.folder is None:
        return {phase: played.ms[phase] for phase in OWN} | {"none": sum(played.ms[phase] for phase in OWN)}
    if recorder.lost is not None or recorder.no_video is not None:
        wrong.append(f"{case.name} is not recorded as it should be: {recorder.lost or recorder.no_video}")
    return {
        record: 1000 * (ran - start) - played.ms["open"],
        f"{record}, end": 1000 * (end - ran),
        f"{record}, bytes": sum(file.stat().st_size for file in recorder.folder.iterdir()),
    }


def _at_once(case: Fixture) -> Fixture:
    """Return the fixture with a page that reports success at once."""
    return structs.replace(case, replica={**case.replica, "waits": False})


def _measuring(browser: Browser, rounds: int) -> dict[str, list[float]]:
    """Measure a board of `ELEMENTS` elements whose style and layout the browser must compute each time."""
    say(f"entering: measuring {ELEMENTS} elements")
    timed = f"""(board) => {{
        board.style.width = board.style.width === "700px" ? "701px" : "700px";
        const start = performance.now();
        const {{ elements }} = ({MEASURE})(board);
        return [elements.length, performance.now() - start];
    }}"""
    times: dict[str, list[float]] = {"in the page": [], "the whole snapshot": []}
    context = new_context(browser)
    page = context.new_page()
    page.set_content(_large_board())
    live = Live(page, lambda: page.locator("#board"))
    for warming_up in (True, *(False for _ in range(rounds))):
        count, in_page = live.board.evaluate(timed)
        assert count == ELEMENTS
        live.board.evaluate("(board) => { board.style.width = '702px' }")
        start = time.perf_counter()
        live.take(MEASURE)
        whole = 1000 * (time.perf_counter() - start)
        if not warming_up:
            times["in the page"].append(round(in_page, 1))
            times["the whole snapshot"].append(round(whole, 1))
    context.close()
    return times


def _large_board() -> str:
    """Return a page with a 20×20 board: backgrounds, borders, pseudo-elements, and a mark in every cell but one."""
    cells = "".join(f"<div class='cell c{at % 4}'>{'<b>1</b>' if at else ''}</div>" for at in range(ELEMENTS // 2))
    return f"""<style>
        #board {{ display: grid; grid-template-columns: repeat(20, 1fr); width: 700px }}
        .cell {{ border: 1px solid #444; background: #eee; height: 30px; position: relative }}
        .c0 {{ border-right-width: 3px; background: #cdf }} .c1::before {{ content: "="; color: #900 }}
        .c2::after {{ content: "×"; position: absolute; right: -4px }} .c3 b {{ color: #00c }}
    </style><div id=board>{cells}</div>"""


def _verdicts(entering: Mapping[str, Mapping[str, Sequence[float]]]) -> Iterator[Target]:
    """Compare the large board's times, if it was entered, with the targets."""
    if LARGE in entering:
        ours, theirs = (median(entering[LARGE][side]) for side in ("ours", "per cell"))
        yield Target("14×14 entered and read back ≤ 2 s", milliseconds(ours), ours <= AT_MOST)
        yield Target(f"14×14, ≥ {AHEAD:g} × ahead of clicking per cell", factor(theirs / ours), theirs / ours >= AHEAD)
