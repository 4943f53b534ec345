"""LinkedIn Zip: the guest page (`trail-*`, readable classes) and the signed-in one (`data-testid`, hashed classes).

How the markup is known: seven guest pages saved in August 2026; the signed-in page from one that was saved solved,
July 2026, and from the sources of working tools. A wall is drawn as the one thick border of a pseudo-element that
spans its cell. No page shows the order in which its path passes the cells. The solution in the signed-in
page is never read.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from scrapers import Givens, PathLayout, Walls, _linkedin, number, number_in_label, selectors
from solvers import Zip

ADDRESSES = r"linkedin\.com/.*/zip"
GUEST = _linkedin.cells(
    "guest",
    kind=Zip,
    board=".trail-grid",
    marks_by=(number(digits=3, part=".trail-cell-content"), selectors({".trail-cell-segment--circle-start": 1})),
    givens=Givens(always=True),
    clues=(Walls("[data-cell-idx] .trail-cell-wall", _linkedin.sides("trail-cell-wall--{}")),),
    words={1: "1", None: "no number"},
)
SIGNED_IN = replace(
    GUEST,
    NAME="signed_in",
    board="[data-testid=interactive-grid]",
    marks_by=(
        number(digits=3, part="[data-cell-content]"),
        number_in_label("[data-cell-idx]", "[data-cell-content]"),
    ),
    clues=(Walls("[data-cell-idx] > div:not([data-testid], [data-cell-content])"),),
)
SITE = _linkedin.game(
    "zip",
    first=date(2025, 3, 18),
    board=".trail-grid:has([data-cell-idx]), [data-testid=interactive-grid]:has([data-cell-idx])",
    layouts=[PathLayout(GUEST, taken=".trail-cell--filled"), PathLayout(SIGNED_IN, taken="[data-testid=filled-cell]")],
    min_elapsed=2.8,
    shows_marks=False,
)
