"""How long looking at a page takes beside a known site's snapshot, and how much longer a run is that has to guess."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.addons.unknown.guess.find import find, seen_of
from bot.addons.unknown.guess.hypotheses import guess
from bot.addons.unknown.guess.layout import LOOK
from bot.addons.unknown.guess.looks import Looks
from scrapers import Snapshot, ask
from scrapers._reading.layout import MEASURE
from solvers import KINDS
from tests.wild.play import without_layouts
from tools.wild import known

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Frame, Page

    from bot.play.runner import Runner

ROWS, TIMES = 10, 40
PLAYED = ("puzzle_team_kakurasu/fresh", "puzzle_team_light_up/fresh", "puzzle_team_star_battle/fresh")
PLAYED_TIMES = 4
CELL = "<td><div><b>{}</b><i></i></div><span></span><u></u><s></s><em></em><q></q><p></p></td>"
PAGE = (
    "<style>td {{ width: 40px; height: 40px; padding: 0; border: 1px solid }} td * {{ margin: 0 }}</style>"
    "<table><tbody>{}</tbody></table>"
)


def page() -> str:
    """Return a page whose board is a table of about 1,000 elements."""
    cells = [CELL.format("XO"[at // 7 % 2] if at % 7 == 0 else "") for at in range(ROWS * ROWS)]
    return PAGE.format("".join(f"<tr>{''.join(cells[at : at + ROWS])}</tr>" for at in range(0, len(cells), ROWS)))


def measured(open_page: Page) -> str:
    """Return the times in words: the shortest of many, measured in turns, as both are asked in a run."""
    open_page.set_content(page())
    table, frame = open_page.locator("table").element_handle(), open_page.main_frame
    snapshot = look(frame)
    work: dict[str, Callable[[], object]] = {
        "known": lambda: ask(table, f"(board) => ({{ html: board.outerHTML, state: ({MEASURE})(board) }})"),
        "looking": lambda: look(frame),
        "finding": lambda: cells(snapshot),
        "guessing": lambda: guess(snapshot, {"binairo": KINDS["binairo"]}, known=True),
    }
    times: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(TIMES):
        for name, do in work.items():
            start = time.perf_counter()
            do()
            times[name].append(1000 * (time.perf_counter() - start))
    known, looking, finding, guessing = (min(times[name]) for name in work)
    return (
        f"{len(seen_of(snapshot))} elements: looking {looking:.0f} ms, finding {finding:.0f} ms, "
        f"together {looking + finding:.0f} ms, {(looking + finding) / known:.1f} times "
        f"the snapshot of a known site ({known:.0f} ms); the whole guess of one kind {looking + guessing:.0f} ms"
    )


def added(run: Runner) -> Iterator[str]:
    """Yield for some fixtures how many seconds a guess adds: the shortest of several runs with and without layouts."""
    for name in PLAYED:
        target = known.targets()[name]
        sides = [target, replace(target, site=without_layouts(target.site))]
        seconds: list[list[float]] = [[], []]
        for _ in range(PLAYED_TIMES):
            for side, times in zip(sides, seconds, strict=True):
                start = time.perf_counter()
                if not run.play(side).accepted:
                    raise AssertionError(f"{name} is not accepted: {run.error}")
                times.append(time.perf_counter() - start)
        read, guessed = map(min, seconds)
        yield f"{name}: {read:.2f} s with its layouts, {guessed:.2f} s without: a guess adds {guessed - read:.2f} s"


def look(frame: Frame) -> Snapshot:
    """Return what is seen of a document."""
    state: dict[str, Any] = ask(frame, LOOK, None, dict[str, Any])
    return Snapshot(frame.url, "", state)


def cells(snapshot: Snapshot) -> object:
    """Find the board, and what its cells look like."""
    elements = seen_of(snapshot)
    return Looks(find(elements)[0], elements).cells
