"""How long it takes to look at a page of 1,000 elements and to find its board, beside a known site's snapshot of it."""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING

from scrapers import Snapshot
from scrapers._guess import LOOK, find, guess, seen_of
from scrapers._guess.looks import Looks
from scrapers._reading.measure import MEASURE
from solvers import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

ROWS, TIMES = 10, 11
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
    """Return the times in words; each is the median of several."""
    open_page.set_content(page())
    table = open_page.locator("table")
    snapshot = Snapshot("https://example.com/", "", {})

    def look() -> None:
        nonlocal snapshot
        snapshot = Snapshot(snapshot.url, "", open_page.evaluate(f"({LOOK})(document)"))

    def find_and_look() -> None:
        elements = seen_of(snapshot)
        _ = Looks(find(elements)[0], elements).cells

    known = _median(lambda: table.evaluate(f"(board) => ({{ html: board.outerHTML, state: ({MEASURE})(board) }})"))
    looking, finding = _median(look), _median(find_and_look)
    guessing = _median(lambda: guess(snapshot, {"binairo": KINDS["binairo"]}, known=True))
    elements = snapshot.state["looked"]
    both = looking + finding
    return (
        f"{len(elements)} elements: looking {looking:.0f} ms, finding {finding:.0f} ms, "
        f"together {both / known:.1f} times "
        f"the snapshot of a known site ({known:.0f} ms); the whole guess of one kind {looking + guessing:.0f} ms"
    )


def _median(work: Callable[[], object]) -> float:
    """Return the median time of some work, in ms."""
    times = []
    for _ in range(TIMES):
        start = time.perf_counter()
        work()
        times.append(1000 * (time.perf_counter() - start))
    return statistics.median(times)
