"""LinkedIn Tango: the guest page (`lotka-*`, readable classes) and the signed-in one (`data-testid`, hashed classes).

How the markup is known: seven guest pages saved in August 2026; the signed-in page from the sources of working tools,
October 2025 to August 2026. Labels are in the page's language; if it is not English, they count as looks. The
solution that the signed-in page carries is never read.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from scrapers import EQUAL, OPPOSITE, Givens, Signs, _linkedin, drawing, has, has_value, label, selectors
from solvers import Tango

ADDRESSES = r"linkedin\.com/.*/tango"
SUN, MOON = 1, 0
MARK_LABEL = label({"Sun": SUN, "Moon": MOON, "Empty": None})
SIGN_LABEL = label({"Equal": EQUAL, "Cross": OPPOSITE}, part="svg, img")
GUEST = _linkedin.cells(
    "guest",
    kind=Tango,
    board=".lotka-grid",
    content=".lotka-cell-content > svg, .lotka-cell-content > img",
    marks_by=(
        selectors(
            {
                ".lotka-cell-zero-path": SUN,
                ".lotka-cell-one-path": MOON,
                ".lotka-cell-empty": None,
                "#Sun": SUN,
                "#Moon": MOON,
            }
        ),
        drawing,
        MARK_LABEL,
    ),
    givens=Givens(locked=(has_value("aria-disabled", "true"), has(".lotka-cell--locked"))),
    clues=(
        Signs(
            ".lotka-cell-edge",
            signs_by=(
                selectors({'[id="="]': EQUAL, '.lotka-cell-edge:not(:has([id="="]))': OPPOSITE}),
                drawing,
                SIGN_LABEL,
            ),
            sides=_linkedin.sides("lotka-cell-edge--{}"),
        ),
    ),
    cycle=(None, SUN, MOON),
    # The drawings of a theme have no names, so the first one counts as a sun.
    unnamed=(SUN, MOON),
)
SIGNED_IN = replace(
    GUEST,
    NAME="signed_in",
    board="[data-testid=interactive-grid]",
    content="[data-testid=cell-empty], [data-testid=cell-zero], [data-testid=cell-one]",
    marks_by=(
        selectors({"[data-testid=cell-zero]": SUN, "[data-testid=cell-one]": MOON, "[data-testid=cell-empty]": None}),
        drawing,
        MARK_LABEL,
    ),
    givens=Givens(locked=(has_value("aria-disabled", "true"),)),
    clues=(
        Signs(
            ":has(> [data-testid=edge-equal]), :has(> [data-testid=edge-cross])",
            signs_by=(
                selectors({"[data-testid=edge-equal]": EQUAL, "[data-testid=edge-cross]": OPPOSITE}),
                drawing,
                SIGN_LABEL,
            ),
        ),
    ),
)
SITE = _linkedin.game(
    "tango",
    first=date(2024, 10, 8),
    board=".lotka-grid:has([data-cell-idx]), [data-testid=interactive-grid]:has([data-cell-idx])",
    layouts=[GUEST, SIGNED_IN],
    min_elapsed=3.2,
    empty=".lotka-cell-empty, [data-testid=cell-empty]",
)
