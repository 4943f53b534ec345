"""LinkedIn Patches: one markup (`data-testid`, hashed classes) for guests and users who are signed in.

How the markup is known: seven guest pages saved in August 2026; drawn patches, drags and keys from the notes of working
tools, March to July 2026. Only the name of the screen says who it is for. If a label is not in
English, its words say nothing; its numbers and commas are read in any language. The solution in the signed-in
page is never read.
"""

# Long: rectangles that are drawn by drags, which no part of a layout describes.

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from scrapers import (
    BoardLayout,
    Entry,
    Facts,
    Located,
    Move,
    OtherLayout,
    ReadError,
    Statement,
    _linkedin,
    attribute,
    rectangle_moves,
    said_of,
    select,
    tokens,
)
from solvers import Cell, Grid, Patch, Patches, Puzzle, Shape

ADDRESSES = r"linkedin\.com/.*/patches"
BOARD = "[data-testid=patches-game-board]"
CLUE, AREA = "[data-shape]", "[data-testid^=patches-clue-number]"
SHAPES: Mapping[str, Shape] = {
    "PatchesShapeConstraint_UNKNOWN": "any",
    "PatchesShapeConstraint_SQUARE": "square",
    "PatchesShapeConstraint_VERTICAL_RECT": "tall",
    "PatchesShapeConstraint_HORIZONTAL_RECT": "wide",
}
WORDS: Mapping[str, Shape] = {
    "freeform clue": "any",
    "square clue": "square",
    "tall rectangle clue": "tall",
    "wide rectangle clue": "wide",
}
"""By the words of a label, the shape; those of another language say nothing of it."""
PLACE = 2
"""The number of parts of a label, and of numbers in it, that say a place: a row and a column."""


@dataclass(frozen=True, slots=True)
class CellLabel:
    """What the label of a cell says."""

    is_clue: bool = False
    shape: str = ""
    """The words for the shape of a clue, in any language."""
    area: int = 0
    """The number of cells of a clue's rectangle, 0 if it is not shown."""
    home: Cell | None = None
    """The clue of the drawn rectangle that the cell belongs to."""
    is_drawn: bool = False
    """Whether a clue's rectangle is drawn."""


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


def labels_of(located: Located) -> tuple[Mapping[Cell, CellLabel], Mapping[Cell, bool]]:
    """Return the label of each cell, and in reading order of each clue whether its rectangle is drawn."""
    labels = {cell: label_of(attribute(node, "aria-label")) for cell, node in located.nodes.items()}
    clues = sorted(cell for cell, label in labels.items() if label.is_clue)
    homes = {label.home for label in labels.values() if label.home is not None}
    for home in homes - set(clues):
        raise ReadError(f"a cell says that it belongs to the clue in {home}, but there is no clue", selector=CLUE)
    return labels, {cell: cell in homes or labels[cell].is_drawn for cell in clues}


def clues(located: Located) -> Iterator[Statement]:
    """Say which cells hold a clue, its shape, and the number of cells of its rectangle, 0 if it is not shown."""
    labels, drawn = labels_of(located)
    for cell, node in located.nodes.items():
        label, shapes, areas = labels[cell], select(node, CLUE), select(node, AREA)
        yield from said_of("clue", cell, {CLUE: bool(shapes), "its label": label.is_clue})
        if not (shapes and label.is_clue):
            continue
        name = attribute(shapes[0], "data-shape")
        if len(shapes) > 1 or name not in SHAPES:
            known = ", ".join(SHAPES)
            raise ReadError(f"{cell} has {len(shapes)} shapes, the first {name}, not one of {known}", selector=CLUE)
        named = {"data-shape": SHAPES[name]} | ({"its label": WORDS[label.shape]} if label.shape in WORDS else {})
        classes = f"classes as a {'drawn' if drawn[cell] else 'free'} clue"
        yield from said_of("shape", cell, named, {classes: frozenset(tokens(shapes[0]))})
        text = areas[0].text(strip=True) if areas else "0"
        if len(areas) > 1 or re.fullmatch(r"\d{1,4}", text, re.ASCII) is None:
            raise ReadError(f"{cell} has {len(areas)} numbers, the first {text!r}", selector=AREA)
        yield from said_of("area", cell, {AREA: int(text), "its label": label.area})


def puzzle(facts: Facts) -> Puzzle:
    """Return the puzzle of the size and of the clues with the shapes and areas that are shown."""
    shapes, areas = facts.groups.get("shape", {}), facts.groups.get("area", {})
    cells = sorted(cell for cell, _ in facts.cells("shape"))
    return Patches((facts.height, facts.width), tuple(Patch(cell, shapes[cell], areas[cell] or None) for cell in cells))


def confirms(facts: Facts, found: Puzzle) -> dict[str, bool]:
    """Return whether both the shape and the area of each clue are confirmed."""
    shapes, areas = dict(facts.cells("shape")), dict(facts.cells("area"))
    return {clue.words: shapes[clue.cells[0]].confirmed and areas[clue.cells[0]].confirmed for clue in found.clues()}


class Labels(Entry):
    """Cells whose labels say where clues are, and which cells the drawn rectangles have."""

    def marks(self, located: Located) -> Grid:
        """Return the number of the rectangle that each cell belongs to, blank if none is drawn."""
        labels, drawn = labels_of(located)
        numbers = {cell: number for number, cell in enumerate(drawn, start=1)}
        homes = {cell: cell if drawn.get(cell) else label.home for cell, label in labels.items()}
        return located.grid({cell: numbers[home] for cell, home in homes.items() if home is not None})

    def moves(self, located: Located, solution: Grid) -> Sequence[Move]:
        """Return the keys that remove wrong rectangles; if there are none, a drag for each one that is missing."""
        return rectangle_moves(located.boxes, self.marks(located), solution)


def check_screen(located: Located, of: str) -> str:
    """Raise `OtherLayout` if the page is not for the users of this layout."""
    screen = located.board.state.get("screen", "")
    if ("Guest" in screen) != (of == "guest"):
        raise OtherLayout(f"{of}: the page is for other users: screen is {screen!r}")
    return ""


GUEST = BoardLayout(
    NAME="guest",
    kind=Patches,
    board=BOARD,
    cell=_linkedin.CELL,
    places_by=_linkedin.PLACES,
    sizes_by=_linkedin.SIZES,
    state={"screen": "document.querySelector('[data-sdui-screen]')?.dataset.sduiScreen ?? ''"},
    checks={"the screen": lambda located: check_screen(located, "guest")},
    quoted=_linkedin.QUOTED | {"the screen": _linkedin.SAVED},
    readers=(clues,),
    puzzle=puzzle,
    confirms=confirms,
    entry=Labels(),
)
SIGNED_IN = replace(GUEST, NAME="signed_in", checks={"the screen": lambda located: check_screen(located, "signed_in")})
SITE = _linkedin.game(
    "patches",
    first=date(2026, 3, 18),
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
