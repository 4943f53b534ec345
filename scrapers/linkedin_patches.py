"""LinkedIn Patches: one markup (`data-testid`, hashed classes) for guests and those signed in, on screens of two names.

How the markup is known: seven guest pages saved in August 2026; patches that are drawn, drags and keys from
the notes of working tools, March to July 2026. Words of a label are a look in another language than English;
its numbers and its commas count in all of them. The solution that the signed-in page carries is never read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrapers import _linkedin
from scrapers._board import attribute, once, select, tokens
from scrapers._cells import centre
from scrapers._errors import OtherLayout, ReadError
from scrapers._measure import measuring
from scrapers._site import Drag, Keys, Reading
from scrapers._sources import Seen, agree
from solvers import Cell, Grid, Patch, Patches

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

    from selectolax.lexbor import LexborNode as Node

    from scrapers._site import Layout, Move, Snapshot
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
SHAPE_WORDS: Mapping[Shape, str] = {"any": "of any shape", "square": "square", "tall": "tall", "wide": "wide"}
CLUE_WORDS = {True: "a clue", False: "no clue"}
PLACE = 2
"""Parts, and numbers, that say where a cell is in its label: a row and a column."""


@dataclass(frozen=True, slots=True)
class PatchesLayout:
    """One generation of the markup, told from the other by the name of its screen."""

    NAME: str
    guest: bool

    MEASURE: str = measuring(screen="document.querySelector('[data-sdui-screen]')?.dataset.sduiScreen ?? ''")

    def read(self, snapshot: Snapshot) -> Reading:
        """Return the puzzle: size, and the clues with shape and area as far as they are told."""
        board = self._look(snapshot)
        nodes, labels, places = board.found.nodes, board.labels, board.found.places
        agree([_is_clue(nodes[cell], label, cell) for cell, label in labels.items()], CLUE_WORDS)
        seen = [_shape(nodes[cell], labels[cell], cell, drawn=cell in board.drawn) for cell in board.clues]
        numbers = [_area(nodes[cell], labels[cell], cell) for cell in board.clues]
        words = {area: f"{area or 'no'} cells" for number in numbers for area in number.names.values()}
        clues = list(zip(board.clues, agree(seen, SHAPE_WORDS), agree(numbers, words), strict=True))
        patches = tuple(Patch(cell, shape.value, area.value or None) for cell, shape, area in clues)
        puzzle = Patches((places.height, places.width), patches)
        sure = {cell: shape.confirmed and area.confirmed for cell, shape, area in clues}
        told = {clue.words: sure[clue.cells[0]] for clue in puzzle.clues()}
        return Reading.of(self, puzzle, told, placed=places.confirmed)

    def marks(self, snapshot: Snapshot) -> Grid:
        """Return the number of the patch that each cell belongs to, blank where none is drawn."""
        return self._look(snapshot).marks()

    def moves(self, snapshot: Snapshot, solution: Grid) -> Sequence[Move]:
        """Return the keys that take wrong patches away; once there are none, a drag for each that is missing."""
        board = self._look(snapshot)
        size, shown, wanted = (solution.height, solution.width), _patches(board.marks()), _patches(solution)
        wrong = [cells for number, cells in shown.items() if wanted[number] != cells]
        if wrong:
            # Nothing can be drawn over a patch.
            gone: frozenset[int | None] = frozenset({None})
            return [Keys(_keys(size, cells[0], "Backspace"), dict.fromkeys(cells, gone)) for cells in wrong]
        boxes = dict(zip(board.found.places.cells, board.found.boxes, strict=True))
        return [
            Drag(
                tuple(centre(cell, boxes[cell]) for cell in _way(cells[0], cells[-1])),
                dict.fromkeys(cells, frozenset({number})),
                _keys(size, cells[0], "Enter", *_arrows(cells[0], cells[-1]), "Enter"),
            )
            for number, cells in wanted.items()
            if number not in shown
        ]

    @once
    def _look(self, snapshot: Snapshot) -> _Seen:
        found = _linkedin.cells_of(snapshot, BOARD, of=self.NAME)
        screen = snapshot.state.get("screen", "")
        if self.guest != ("Guest" in screen):
            msg = f"{self.NAME}: the screen is {screen!r}"
            raise OtherLayout(msg, selector="[data-sdui-screen]")
        labels = {cell: _Label.of(attribute(node, "aria-label")) for cell, node in found.nodes.items()}
        clues = sorted(cell for cell, label in labels.items() if label.is_clue)
        homes = {label.home for label in labels.values()} - {None}
        for home in homes - set(clues):
            msg = f"a cell says that it belongs to the clue in {home}, which is none"
            raise ReadError(msg, selector=CLUE)
        return _Seen(found, labels, clues, {cell for cell in clues if cell in homes or labels[cell].is_drawn})


@dataclass(frozen=True, slots=True)
class _Label:
    """What a cell's label says in any language: `Row 1, column 3, freeform clue, 2 cells, in drawn region`."""

    parts: Sequence[str]
    numbers: Sequence[int]

    @classmethod
    def of(cls, text: str) -> _Label:
        """Part a label at its commas."""
        parts = [part.strip() for part in re.split("[,،、]", text)]
        return cls(parts, [int(number) for number in re.findall(r"\d{1,4}", text)])

    @property
    def is_clue(self) -> bool:
        return len(self.parts) > PLACE and len(self.numbers) < 2 * PLACE

    @property
    def area(self) -> int:
        """The number of cells that a clue tells, 0 for none."""
        return self.numbers[PLACE] if len(self.numbers) == PLACE + 1 else 0

    @property
    def home(self) -> Cell | None:
        """Where the clue of the cell's patch is: a label with two places says the second one of it."""
        return Cell(self.numbers[2] - 1, self.numbers[3] - 1) if len(self.numbers) == 2 * PLACE else None

    @property
    def is_drawn(self) -> bool:
        """Whether a clue's label says that its patch is drawn."""
        return len(self.parts) > PLACE + (2 if self.area else 1)


@dataclass(frozen=True, slots=True)
class _Seen:
    """What a layout sees on a board."""

    found: _linkedin.Cells
    labels: Mapping[Cell, _Label]
    clues: Sequence[Cell]
    """In reading order, by their labels."""
    drawn: set[Cell]
    """Clues whose patches are drawn."""

    def marks(self) -> Grid:
        numbers = {cell: number for number, cell in enumerate(self.clues, start=1)}
        homes = {cell: cell if cell in self.drawn else label.home for cell, label in self.labels.items()}
        shown = {cell: numbers[home] for cell, home in homes.items() if home is not None}
        return Grid.make(self.found.places.height, self.found.places.width, shown.get)


def _is_clue(node: Node, label: _Label, cell: Cell) -> Seen[bool]:
    return Seen(str(cell), {CLUE: bool(select(node, CLUE)), "its label": label.is_clue})


def _shape(node: Node, label: _Label, cell: Cell, *, drawn: bool) -> Seen[Shape]:
    (shape, *more) = select(node, CLUE)
    told = attribute(shape, "data-shape")
    if more or told not in SHAPES:
        msg = f"{cell} bears {1 + len(more)} shapes, the first {told}, not one of {', '.join(SHAPES)}"
        raise ReadError(msg, selector=CLUE)
    names = {"data-shape": SHAPES[told]}
    state = f"{'drawn' if drawn else 'free'} clue"
    # The words of other languages may be others beside a number.
    looks: dict[str, Hashable] = {f"classes as a {state}": frozenset(tokens(shape))}
    if label.parts[PLACE] in LABELS:
        names["its label"] = LABELS[label.parts[PLACE]]
    else:
        looks[f"label as a {state} {'with' if label.area else 'without'} a number"] = re.sub(
            r"\d+", "", label.parts[PLACE]
        )
    return Seen(str(cell), names, looks)


def _area(node: Node, label: _Label, cell: Cell) -> Seen[int]:
    found = select(node, AREA)
    text = found[0].text(strip=True) if found else "0"
    if len(found) > 1 or re.fullmatch(r"\d{1,4}", text, re.ASCII) is None:
        msg = f"{cell} bears {len(found)} numbers, the first {text!r}"
        raise ReadError(msg, selector=AREA)
    return Seen(str(cell), {AREA: int(text), "its label": label.area})


def _patches(grid: Grid) -> dict[int, list[Cell]]:
    """Return the cells of each patch in reading order."""
    found: dict[int, list[Cell]] = {}
    for cell, number in grid.marked():
        found.setdefault(number, []).append(cell)
    return found


def _way(first: Cell, last: Cell) -> Iterable[Cell]:
    """Iterate over the cells from one corner of a rectangle to the opposite one, along its rim."""
    yield from (Cell(first.row, col) for col in range(first.col, last.col + 1))
    yield from (Cell(row, last.col) for row in range(first.row + 1, last.row + 1))


def _arrows(first: Cell, last: Cell) -> tuple[str, ...]:
    return ("ArrowDown",) * (last.row - first.row) + ("ArrowRight",) * (last.col - first.col)


def _keys(size: tuple[int, int], cell: Cell, *keys: str) -> tuple[str, ...]:
    """Return keys for a cell: onto the board, to its first cell wherever that leads, to the cell, and off again."""
    home = ("ArrowUp",) * (size[0] - 1) + ("ArrowLeft",) * (size[1] - 1)
    return ("Escape", "Enter", *home, *_arrows(Cell(0, 0), cell), *keys, "Escape")


LAYOUTS: Sequence[Layout] = [PatchesLayout("guest", guest=True), PatchesLayout("signed_in", guest=False)]

SITE = _linkedin.game(
    "patches",
    kind="patches",
    board=f"{BOARD}:has([data-cell-idx]):not([role=dialog] *)",
    layouts=LAYOUTS,
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
