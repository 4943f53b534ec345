"""LinkedIn Queens: the guest page (`queens-*`, readable classes) and the signed-in one (`data-testid`, hashed classes).

How the markup is known: seven guest pages saved in August 2026, on which nobody had played; crosses, and the
signed-in page, from the sources and notes of working tools, October 2025 to August 2026. Labels are in the page's
language: in another than English they only tell like from unlike. The solution that the signed-in page carries is
never read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from string import ascii_letters
from typing import TYPE_CHECKING

from scrapers import _linkedin
from scrapers._board import DOWN, LEFT, RIGHT, UP, attribute, once, tokens
from scrapers._cells import Marked
from scrapers._errors import ReadError
from scrapers._measure import MEASURE
from scrapers._site import Reading
from scrapers._sources import Agreed, Seen, agree
from solvers import Cell, Grid, Queens

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from selectolax.lexbor import LexborNode as Node

    from scrapers._site import Click, Layout, Snapshot

QUEEN, CROSS = 1, 0
CYCLE = (None, CROSS, QUEEN)
SPARE = (None, CROSS)
"""A cross is the player's own note, or set by the page beside a queen: it need not be cleared."""
LABELS = {"Empty cell": None, "Cross": CROSS, "Queen": QUEEN}
MARK_WORDS = {QUEEN: Queens.MARKS[QUEEN], CROSS: "a cross", None: "empty"}
BORDERS = {"with-right": RIGHT, "with-bottom": DOWN, "with-left": LEFT, "with-top": UP}


@dataclass(frozen=True, slots=True)
class QueensLayout:
    """One generation of the markup, as the selectors that differ between them."""

    NAME: str
    board: str
    names: Mapping[str, int]
    """By selectors that something in a cell matches, its mark; a cell in which nothing is drawn is empty."""

    MEASURE: str = MEASURE

    def read(self, snapshot: Snapshot) -> Reading:
        """Return the puzzle: the regions and the locked queens."""
        found, marked = self._look(snapshot)
        given = _givens(found, marked)
        regions = _regions(found, marked)
        # Beyond the letters there is no name, which the puzzle refuses.
        names = {cell: ascii_letters[region.value : region.value + 1] for cell, region in regions.items()}
        height, width = range(marked.places.height), range(marked.places.width)
        puzzle = Queens(tuple(tuple(names[Cell(row, col)] for col in width) for row in height), marked.grid(given))
        told = {f"{cell} is {Queens.MARKS[QUEEN]}": sure for cell, sure in given.items()}
        for cell, region in regions.items():
            clue = f"region {puzzle.regions[cell.row][cell.col]} holds one queen"
            told[clue] = told.get(clue, True) and region.confirmed
        return Reading.of(self, puzzle, told, placed=marked.places.confirmed)

    def marks(self, snapshot: Snapshot) -> Grid:
        """Return what stands in each cell, crosses too."""
        return self._look(snapshot)[1].grid()

    def moves(self, snapshot: Snapshot, solution: Grid) -> list[Click]:
        """Return one click for each queen that is missing, or first for each that is too many."""
        return self._look(snapshot)[1].clicks(solution, CYCLE, SPARE)

    @once
    def _look(self, snapshot: Snapshot) -> tuple[_linkedin.Cells, Marked]:
        found = _linkedin.cells_of(snapshot, self.board, of=self.NAME)
        marks = agree([self._mark(cell, place) for place, cell in found.nodes.items()], MARK_WORDS)
        return found, Marked(found.places, found.boxes, marks)

    def _mark(self, cell: Node, place: Cell) -> Seen[int | None]:
        names: dict[str, int | None] = {f"its {css}": value for css, value in self.names.items() if cell.css(css)}
        kind, _ = _label(cell)
        if kind in LABELS:
            names["its label"] = LABELS[kind]
        if not names:
            names["what is drawn in it"] = CROSS if cell.css("svg, img") else None
        return Seen(str(place), names)


def _givens(found: _linkedin.Cells, marked: Marked) -> dict[Cell, bool]:
    """Return the locked queens, and whether two places say of each that it is there and locked."""
    marks = marked.by_cell()
    locked = {cell for cell, node in found.nodes.items() if attribute(node, "aria-disabled") == "true"}
    solved = len(locked) == len(marks)
    for cell in locked:
        if marks[cell].value != QUEEN and not solved:
            msg = f"{cell} is locked, but {MARK_WORDS[marks[cell].value]}"
            raise ReadError(msg, selector="[aria-disabled=true]")
    # On a board that nobody has touched every queen is a given: that says it a second time. A solved one locks all.
    fresh = not solved and all(mark.value is None for cell, mark in marks.items() if cell not in locked)
    return {cell: fresh and marks[cell].confirmed for cell in sorted(locked) if marks[cell].value == QUEEN}


def _regions(found: _linkedin.Cells, marked: Marked) -> dict[Cell, Agreed[int]]:
    """Return the region of each cell, numbered from zero in the order of the page.

    Places that tell all cells apart name the regions alike if they agree; others are looks.
    """
    said = {"its colour": [_colour(node) for node in found.nodes.values()], "its border": _pieces(found)}
    if not any(said["its colour"]):
        said["its ground"] = [found.board.measured(node).get("ground") for node in found.nodes.values()]
    labels = [_label(node) for node in found.nodes.values()]
    if all(kind in LABELS for kind, _ in labels):
        said["its label"] = [rest for _, rest in labels]
    else:
        for value, words in MARK_WORDS.items():
            # In another language a label is the same only for the same colour and the same mark.
            alike = zip(labels, marked.marks, strict=True)
            said[f"its label as {words}"] = [rest if mark.value == value else None for (_, rest), mark in alike]
    names = {place: _numbered(keys) for place, keys in said.items() if None not in keys and len(set(keys)) > 1}
    seen = [
        Seen(
            str(cell),
            {place: numbers[at] for place, numbers in names.items()},
            {place: keys[at] for place, keys in said.items() if place not in names},
        )
        for at, cell in enumerate(found.nodes)
    ]
    called = {number: f"region {number + 1}" for number in range(len(seen))}
    return dict(zip(found.nodes, agree(seen, called), strict=True))


def _numbered(keys: Sequence[Hashable]) -> list[int]:
    """Return numbers instead of keys, from zero in the order of their first appearance."""
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(key, len(numbers)) for key in keys]


def _colour(cell: Node) -> Hashable:
    """Return the classes that name a cell's colour."""
    return frozenset(name for name in tokens(cell) if re.fullmatch(r"cell-color-\d+", name)) or None


def _pieces(found: _linkedin.Cells) -> list[Hashable]:
    """Return for each cell the first one that is reached from it without crossing a border."""
    walls = {
        (cell, side)
        for cell, node in found.nodes.items()
        for name, side in BORDERS.items()
        if node.css(f".cell-border.{name}")
    }
    first: dict[Cell, Cell] = {}
    for start in found.nodes:
        reached = [start]
        while reached:
            cell = reached.pop()
            if cell in first:
                continue
            first[cell] = start
            for side in BORDERS.values():
                near = Cell(cell.row + side[0], cell.col + side[1])
                if near not in found.nodes:
                    continue
                here, there = (cell, side) in walls, (near, (-side[0], -side[1])) in walls
                if here != there:
                    msg = f"a border between {cell} and {near} is drawn in one of them only"
                    raise ReadError(msg, selector=".cell-border")
                if not here:
                    reached.append(near)
    return [first[cell] for cell in found.nodes]


def _label(cell: Node) -> tuple[str, str | None]:
    """Return what a cell's label calls its mark and its colour; in another language than English "" and the label."""
    label = cell.attributes.get("aria-label")
    if label is None:
        return "", None
    known = re.fullmatch(r"(Empty cell|Cross|Queen) of color (.+), row \d+, column \d+", label)
    return (known[1], known[2]) if known else ("", re.sub(r"\d+", "", label))


LAYOUTS: Sequence[Layout] = [
    QueensLayout(
        NAME="guest",
        board="#queens-grid",
        names={".cell-input--queen": QUEEN, ".queens-icon-svg": QUEEN, ".cell-input--cross": CROSS},
    ),
    QueensLayout(NAME="signed_in", board="[data-testid=interactive-grid]", names={"[data-testid=queen-svg]": QUEEN}),
]

SITE = _linkedin.game(
    "queens",
    kind="queens",
    board="#queens-grid:has([data-cell-idx]), [data-testid=interactive-grid]:has([data-cell-idx])",
    layouts=LAYOUTS,
    min_elapsed=3.2,
    empty=":not(*)",
)
