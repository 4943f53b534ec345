"""LinkedIn Queens: the guest page (`queens-*`, readable classes) and the signed-in one (`data-testid`, hashed classes).

How the markup is known: seven guest pages saved in August 2026, on which nobody had played; crosses, and the signed-in
page, from the sources and notes of working tools, October 2025 to August 2026. Labels are in the page's language; if
it is not English, they say nothing. A cross is the player's note, or set by the page beside a queen. The solution
that the signed-in page carries is never read.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from scrapers import Givens, Regions, _linkedin, has_value, label, otherwise, selectors
from solvers import Queens

ADDRESSES = r"linkedin\.com/.*/queens"
QUEEN, CROSS = 1, 0
COLOUR = r"of color (.+), row \d+, column \d+"
OTHER_NAMES = (
    label({"Empty cell": None, "Cross": CROSS, "Queen": QUEEN}, pattern=rf"(.*) {COLOUR}", look=False),
    otherwise(selectors({"svg, img": CROSS, "[data-cell-idx]:not(:has(svg, img))": None})),
)
GUEST = _linkedin.cells(
    "guest",
    kind=Queens,
    board="#queens-grid",
    marks_by=(
        selectors({".cell-input--queen": QUEEN, ".queens-icon-svg": QUEEN, ".cell-input--cross": CROSS}),
        *OTHER_NAMES,
    ),
    givens=Givens(locked=(has_value("aria-disabled", "true"),)),
    clues=(
        Regions(
            classes=r"cell-color-\d+",
            borders=_linkedin.sides(".cell-border.with-{}", "right bottom left top"),
            label=rf"(?:Empty cell|Cross|Queen) {COLOUR}",
        ),
    ),
    cycle=(None, CROSS, QUEEN),
    spare=(None, CROSS),
    words={CROSS: "a cross"},
)
SIGNED_IN = replace(
    GUEST,
    NAME="signed_in",
    board="[data-testid=interactive-grid]",
    marks_by=(selectors({"[data-testid=queen-svg]": QUEEN}), *OTHER_NAMES),
)
SITE = _linkedin.game(
    "queens",
    first=date(2024, 5, 1),
    board="#queens-grid:has([data-cell-idx]), [data-testid=interactive-grid]:has([data-cell-idx])",
    layouts=[GUEST, SIGNED_IN],
    min_elapsed=3.2,
    empty=":not(*)",
)
