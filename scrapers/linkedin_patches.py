"""LinkedIn Patches: one markup (`data-testid`, hashed classes) for guests and users who are signed in.

How the markup is known: seven guest pages saved in August 2026; drawn patches, drags and keys from the notes of working
tools, March to July 2026. Only the name of the screen says who it is for. If a label is not in
English, its words count as a look; its numbers and commas are read in any language. The solution in the signed-in
page is never read.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

from scrapers import CellLabel, KnownBy, RectangleLayout, _linkedin
from solvers import Cell

ADDRESSES = r"linkedin\.com/.*/patches"
BOARD = "[data-testid=patches-game-board]"
PLACE = 2
"""The number of parts of a label, and of numbers in it, that say a place: a row and a column."""


def label_of(text: str) -> CellLabel:
    """Return the content of a label in any language: `Row 1, column 3, freeform clue, 2 cells, in drawn region`.

    It begins with the place of the cell. A second place is that of the clue whose patch the cell belongs to.
    """
    parts = [part.strip() for part in re.split("[,،、]", text)][PLACE:]
    numbers = [int(number) for number in re.findall(r"\d{1,4}", text)][PLACE:]
    if len(numbers) == PLACE:
        return CellLabel(home=Cell(numbers[0] - 1, numbers[1] - 1))
    area = numbers[0] if len(numbers) == 1 else 0
    if not parts or len(numbers) > PLACE:
        return CellLabel(area=area)
    return CellLabel(is_clue=True, shape=parts[0], area=area, is_drawn=len(parts) > (2 if area else 1))


GUEST = RectangleLayout(
    NAME="guest",
    board=BOARD,
    cell=_linkedin.CELL,
    places_by=_linkedin.PLACES,
    sizes_by=_linkedin.SIZES,
    state={"screen": "document.querySelector('[data-sdui-screen]')?.dataset.sduiScreen ?? ''"},
    applies=lambda state: "Guest" in state.get("screen", ""),
    label=label_of,
    clue="[data-shape]",
    shape="data-shape",
    shapes={
        "PatchesShapeConstraint_UNKNOWN": "any",
        "PatchesShapeConstraint_SQUARE": "square",
        "PatchesShapeConstraint_VERTICAL_RECT": "tall",
        "PatchesShapeConstraint_HORIZONTAL_RECT": "wide",
    },
    words={
        "freeform clue": "any",
        "square clue": "square",
        "tall rectangle clue": "tall",
        "wide rectangle clue": "wide",
    },
    area="[data-testid^=patches-clue-number]",
)
SIGNED_IN = replace(GUEST, NAME="signed_in", applies=lambda state: "Guest" not in state.get("screen", ""))
SITE = _linkedin.game(
    "patches",
    kind="patches",
    first=date(2026, 3, 18),
    evidence=KnownBy("captured", "2026-10-10"),
    board=f"{BOARD}:has([data-cell-idx]):not([role=dialog] *)",
    layouts=[GUEST, SIGNED_IN],
    # The shortest time known for any game of the site; none is known for this one.
    min_elapsed=2.2,
    facts={
        "[role=toolbar] [aria-haspopup=dialog] p": r"(?P<difficulty>\S+)$",
        "[role=toolbar] p": r"(?P<title>.+)",
    },
    guest_page=False,
    # Two of the first 41 boards had several solutions, and it is unknown which of them the page accepts.
    solutions="several",
)
