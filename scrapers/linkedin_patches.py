"""LinkedIn Patches: one markup (`data-testid`, hashed classes) for guests and users who are signed in.

How the markup is known: seven guest pages saved in August 2026; drawn patches, drags and keys from the notes of working
tools, March to July 2026. Only the name of the screen says who it is for. The words of a label count as a look in
another language than English, its numbers and commas in all. The solution in the signed-in page is never read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrapers import _linkedin
from scrapers._errors import OtherLayout, ReadError
from scrapers._reading import Observation, agree, attribute, locate, measuring, once, rectangle_moves, select, tokens
from scrapers._site import Reading
from solvers import Cell, Patch, Patches

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from selectolax.lexbor import LexborNode as Node

    from scrapers._reading import Located
    from scrapers._site import Move, Snapshot
    from solvers import Grid
    from solvers.patches import Shape

BOARD = "[data-testid=patches-game-board]"
CLUE = "[data-shape]"
AREA = "[data-testid^=patches-clue-number]"
SHAPES: Mapping[str, Shape] = {
    "PatchesShapeConstraint_UNKNOWN": "any",
    "PatchesShapeConstraint_SQUARE": "square",
    "PatchesShapeConstraint_VERTICAL_RECT": "tall",
    "PatchesShapeConstraint_HORIZONTAL_RECT": "wide",
}
LABELS: Mapping[str, Shape] = {
    "freeform clue": "any",
    "square clue": "square",
    "tall rectangle clue": "tall",
    "wide rectangle clue": "wide",
}
PLACE = 2
"""The number of parts of a label, and of numbers in it, that are the place of its cell: a row and a column."""


@dataclass(frozen=True, slots=True)
class PatchesLayout:
    """The markup on a screen for guests, or on one for users who are signed in."""

    NAME: str
    MEASURE: str = measuring(screen="document.querySelector('[data-sdui-screen]')?.dataset.sduiScreen ?? ''")

    def read(self, snapshot: Snapshot) -> Reading:
        """Return the puzzle: size, and the clues with shape and area as far as they are shown."""
        seen = self._look(snapshot)
        nodes, places = seen.located.nodes, seen.located.places
        agree(
            [_is_clue(node, seen.labels[cell], cell) for cell, node in nodes.items()],
            {True: "a clue", False: "no clue"},
        )
        shapes = [_shape(nodes[cell], seen.labels[cell], cell, drawn=cell in seen.drawn) for cell in seen.clues]
        areas = [_area(nodes[cell], seen.labels[cell], cell) for cell in seen.clues]
        words = {area: f"{area or 'no'} cells" for observed in areas for area in observed.names.values()}
        clues = list(
            zip(
                seen.clues, agree(shapes, {shape: shape for shape in SHAPES.values()}), agree(areas, words), strict=True
            )
        )
        patches = tuple(Patch(cell, shape.value, area.value or None) for cell, shape, area in clues)
        puzzle = Patches((places.height, places.width), patches)
        sure = {cell: shape.confirmed and area.confirmed for cell, shape, area in clues}
        confirmed = {clue.words: sure[clue.cells[0]] for clue in puzzle.clues()}
        return Reading.of(self, puzzle, confirmed, placed=places.confirmed)

    def marks(self, snapshot: Snapshot) -> Grid:
        """Return the number of the patch that each cell belongs to, blank if none is drawn."""
        return self._look(snapshot).marks()

    def moves(self, snapshot: Snapshot, solution: Grid) -> Sequence[Move]:
        """Return the keys that remove wrong patches; if there are none, a drag for each that is missing."""
        seen = self._look(snapshot)
        return rectangle_moves(seen.located, seen.marks(), solution)

    @once
    def _look(self, snapshot: Snapshot) -> _Seen:
        located = locate(
            snapshot,
            of=self.NAME,
            board=BOARD,
            cell=_linkedin.CELL,
            places_by=_linkedin.PLACES,
            sizes_by=_linkedin.SIZES,
        )
        screen = snapshot.state.get("screen", "")
        if (self.NAME == "guest") != ("Guest" in screen):
            raise OtherLayout(f"{self.NAME}: the screen is {screen!r}", selector="[data-sdui-screen]")
        labels = {cell: _Label.of(attribute(node, "aria-label")) for cell, node in located.nodes.items()}
        clues = sorted(cell for cell, label in labels.items() if label.is_clue)
        homes = {label.home for label in labels.values()} - {None}
        for home in homes - set(clues):
            raise ReadError(f"a cell says that it belongs to the clue in {home}, which is none", selector=CLUE)
        return _Seen(located, labels, clues, {cell for cell in clues if cell in homes or labels[cell].is_drawn})


@dataclass(frozen=True, slots=True)
class _Label:
    """The label of a cell in any language: `Row 1, column 3, freeform clue, 2 cells, in drawn region`."""

    parts: Sequence[str]
    numbers: Sequence[int]

    @classmethod
    def of(cls, text: str) -> _Label:
        """Split a label at its commas."""
        parts = [part.strip() for part in re.split("[,،、]", text)]
        return cls(parts, [int(number) for number in re.findall(r"\d{1,4}", text)])

    @property
    def is_clue(self) -> bool:
        return len(self.parts) > PLACE and len(self.numbers) < 2 * PLACE

    @property
    def area(self) -> int:
        """The number of cells of a clue's patch, 0 if it is not shown."""
        return self.numbers[PLACE] if len(self.numbers) == PLACE + 1 else 0

    @property
    def home(self) -> Cell | None:
        """The cell of the clue whose patch this cell belongs to: the second place in a label with two."""
        return Cell(self.numbers[2] - 1, self.numbers[3] - 1) if len(self.numbers) == 2 * PLACE else None

    @property
    def is_drawn(self) -> bool:
        """Whether a clue's label says that its patch is drawn."""
        return len(self.parts) > PLACE + (2 if self.area else 1)


@dataclass(frozen=True, slots=True)
class _Seen:
    """The cells of a board with their labels."""

    located: Located
    labels: Mapping[Cell, _Label]
    clues: Sequence[Cell]
    """The cells of the clues in reading order, by their labels."""
    drawn: set[Cell]
    """Clues whose patches are drawn."""

    def marks(self) -> Grid:
        numbers = {cell: number for number, cell in enumerate(self.clues, start=1)}
        homes = {cell: cell if cell in self.drawn else label.home for cell, label in self.labels.items()}
        return self.located.grid({cell: numbers[home] for cell, home in homes.items() if home is not None})


def _is_clue(node: Node, label: _Label, cell: Cell) -> Observation[bool]:
    return Observation(str(cell), {CLUE: bool(select(node, CLUE)), "its label": label.is_clue})


def _shape(node: Node, label: _Label, cell: Cell, *, drawn: bool) -> Observation[Shape]:
    (shape, *more) = select(node, CLUE)
    name = attribute(shape, "data-shape")
    if more or name not in SHAPES:
        shapes = f"{1 + len(more)} shapes, the first {name}"
        raise ReadError(f"{cell} has {shapes}, not one of {', '.join(SHAPES)}", selector=CLUE)
    names = {"data-shape": SHAPES[name]}
    state = f"{'drawn' if drawn else 'free'} clue"
    # In another language the words may differ beside a number.
    looks: dict[str, Hashable] = {f"classes as a {state}": frozenset(tokens(shape))}
    if label.parts[PLACE] in LABELS:
        names["its label"] = LABELS[label.parts[PLACE]]
    else:
        words = re.sub(r"\d+", "", label.parts[PLACE])
        looks[f"label as a {state} {'with' if label.area else 'without'} a number"] = words
    return Observation(str(cell), names, looks)


def _area(node: Node, label: _Label, cell: Cell) -> Observation[int]:
    found = select(node, AREA)
    text = found[0].text(strip=True) if found else "0"
    if len(found) > 1 or re.fullmatch(r"\d{1,4}", text, re.ASCII) is None:
        raise ReadError(f"{cell} has {len(found)} numbers, the first {text!r}", selector=AREA)
    return Observation(str(cell), {AREA: int(text), "its label": label.area})


SITE = _linkedin.game(
    "patches",
    kind="patches",
    board=f"{BOARD}:has([data-cell-idx]):not([role=dialog] *)",
    layouts=[PatchesLayout("guest"), PatchesLayout("signed_in")],
    # The shortest time known of any of the site's games: none is known of this one.
    min_elapsed=2.2,
    facts={
        "[role=toolbar] [aria-haspopup=dialog] p": r"(?P<difficulty>\S+)$",
        "[role=toolbar] p": r"(?P<title>.+)",
    },
    guest_page=False,
    # Two boards of the first 41 had several tilings, and which of them the page takes is not known.
    several=True,
)
