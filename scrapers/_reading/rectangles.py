"""Read clues of rectangles, and enter the rectangles from corner to corner, by mouse or by keyboard."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import solvers
from scrapers._errors import OtherLayout, ReadError
from scrapers._reading.agreement import Observation, agree
from scrapers._reading.board import attribute, cache_last, select, tokens
from scrapers._reading.clicks import centre
from scrapers._reading.measure import MEASURE, measuring
from scrapers._reading.places import locate
from scrapers._site import Drag, Keys, Reading
from solvers import Cell

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

    from selectolax.lexbor import LexborNode as Node

    from scrapers._reading.board import Box
    from scrapers._reading.places import Located, PlaceSource, SizeSource
    from scrapers._site import Move, Snapshot
    from solvers import Grid, Shape


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


def label_in(pattern: str) -> Callable[[str], CellLabel]:
    """Return what reads a cell's label by a pattern of the whole label.

    Its groups are `shape` (only a clue has one), `area`, and `row` and `col`, counted from one, of the clue whose drawn
    rectangle the cell belongs to.
    """

    def label(text: str) -> CellLabel:
        match = re.fullmatch(pattern, text)
        if match is None:
            msg = f"a cell is labelled {text!r}, which does not match {pattern}"
            raise ReadError(msg, selector="[aria-label]")
        found = match.groupdict()
        home = Cell(int(found["row"]) - 1, int(found["col"]) - 1) if found["row"] else None
        return CellLabel(found["shape"] is not None, found["shape"] or "", int(found["area"] or 0), home)

    return label


@dataclass(frozen=True, slots=True, kw_only=True)
class RectangleLayout:
    """A layout of clues for rectangles, each stated by elements in its cell and by the label of the cell."""

    NAME: str
    board: str
    cell: str
    places_by: Sequence[PlaceSource]
    sizes_by: Sequence[SizeSource] = ()
    applies: Callable[[Mapping[str, Any]], bool] = lambda _: True
    """Whether the measured state is that of this layout."""
    state: Mapping[str, str] = field(default_factory=dict)
    """Additional keys of the measured state, each a JavaScript expression."""
    label: Callable[[str], CellLabel]
    """What a cell's label says."""
    clue: str
    """The selector of a clue in its cell."""
    shape: str
    """The attribute of a clue that names its shape."""
    shapes: Mapping[str, Shape]
    """By the value of that attribute, the shape."""
    words: Mapping[str, Shape]
    """By the words of a label, the shape; other words, like those of another language, are a look."""
    area: str
    """The selector of the number of a clue's cells."""

    @property
    def MEASURE(self) -> str:  # noqa: N802 - the protocol's name
        """JavaScript that measures the board."""
        return measuring(**self.state) if self.state else MEASURE

    def read(self, snapshot: Snapshot) -> Reading:
        """Return the puzzle: its size, and the clues with the shapes and areas that are shown."""
        seen = self._look(snapshot)
        nodes, places = seen.located.nodes, seen.located.places
        holds = [self._holds_clue(node, seen.labels[cell], cell) for cell, node in nodes.items()]
        agree(holds, {True: "a clue", False: "no clue"})
        shapes = [self._shape(nodes[cell], seen.labels[cell], cell, is_drawn=cell in seen.drawn) for cell in seen.clues]
        areas = [self._area(nodes[cell], seen.labels[cell], cell) for cell in seen.clues]
        words = {area: f"{area or 'no'} cells" for observed in areas for area in observed.names.values()}
        names = {shape: str(shape) for shape in self.shapes.values()}
        clues = list(zip(seen.clues, agree(shapes, names), agree(areas, words), strict=True))
        patches = tuple(solvers.Patch(cell, shape.value, area.value or None) for cell, shape, area in clues)
        puzzle = solvers.Patches((places.height, places.width), patches)
        sure = {cell: shape.confirmed and area.confirmed for cell, shape, area in clues}
        confirmed = {clue.words: sure[clue.cells[0]] for clue in puzzle.clues()}
        return Reading.of(self, puzzle, confirmed, placed=places.confirmed)

    def marks(self, snapshot: Snapshot) -> Grid:
        """Return the number of the rectangle that each cell belongs to, blank if none is drawn."""
        return self._look(snapshot).marks()

    def boxes(self, snapshot: Snapshot) -> Mapping[Cell, Box | None]:
        """Return where each cell is drawn, None for one that is not."""
        return self._look(snapshot).located.boxes

    def moves(self, snapshot: Snapshot, solution: Grid) -> Sequence[Move]:
        """Return the keys that remove wrong rectangles; if there are none, a drag for each one that is missing."""
        seen = self._look(snapshot)
        return rectangle_moves(seen.located.boxes, seen.marks(), solution)

    @cache_last
    def _look(self, snapshot: Snapshot) -> _Seen:
        located = locate(
            snapshot,
            of=self.NAME,
            board=self.board,
            cell=self.cell,
            places_by=self.places_by,
            sizes_by=self.sizes_by,
        )
        if not self.applies(snapshot.state):
            said = ", ".join(f"{key} is {snapshot.state.get(key)!r}" for key in self.state)
            raise OtherLayout(f"{self.NAME}: the page is for other users: {said}")
        labels = {cell: self.label(attribute(node, "aria-label")) for cell, node in located.nodes.items()}
        clues = sorted(cell for cell, label in labels.items() if label.is_clue)
        homes = {label.home for label in labels.values()} - {None}
        for home in homes - set(clues):
            raise ReadError(
                f"a cell says that it belongs to the clue in {home}, but there is no clue", selector=self.clue
            )
        return _Seen(located, labels, clues, {cell for cell in clues if cell in homes or labels[cell].is_drawn})

    def _holds_clue(self, node: Node, label: CellLabel, cell: Cell) -> Observation[bool]:
        return Observation(str(cell), {self.clue: bool(select(node, self.clue)), "its label": label.is_clue})

    def _shape(self, node: Node, label: CellLabel, cell: Cell, *, is_drawn: bool) -> Observation[Shape]:
        (clue, *more) = select(node, self.clue)
        name = attribute(clue, self.shape)
        if more or name not in self.shapes:
            shapes = f"{1 + len(more)} shapes, the first {name}"
            raise ReadError(f"{cell} has {shapes}, not one of {', '.join(self.shapes)}", selector=self.clue)
        names = {self.shape: self.shapes[name]}
        state = f"{'drawn' if is_drawn else 'free'} clue"
        looks: dict[str, Hashable] = {f"classes as a {state}": frozenset(tokens(clue))}
        if label.shape in self.words:
            names["its label"] = self.words[label.shape]
        else:
            # In another language the words may differ beside a number.
            source = f"label as a {state} {'with' if label.area else 'without'} a number"
            looks[source] = re.sub(r"\d+", "", label.shape)
        return Observation(str(cell), names, looks)

    def _area(self, node: Node, label: CellLabel, cell: Cell) -> Observation[int]:
        found = select(node, self.area)
        text = found[0].text(strip=True) if found else "0"
        if len(found) > 1 or re.fullmatch(r"\d{1,4}", text, re.ASCII) is None:
            raise ReadError(f"{cell} has {len(found)} numbers, the first {text!r}", selector=self.area)
        return Observation(str(cell), {self.area: int(text), "its label": label.area})


@dataclass(frozen=True, slots=True)
class _Seen:
    """The cells of a board with their labels."""

    located: Located
    labels: Mapping[Cell, CellLabel]
    clues: Sequence[Cell]
    """The cells of the clues in reading order, by their labels."""
    drawn: set[Cell]
    """Clues whose rectangles are drawn."""

    def marks(self) -> Grid:
        numbers = {cell: number for number, cell in enumerate(self.clues, start=1)}
        homes = {cell: cell if cell in self.drawn else label.home for cell, label in self.labels.items()}
        return self.located.grid({cell: numbers[home] for cell, home in homes.items() if home is not None})


def rectangle_moves(boxes: Mapping[Cell, Box | None], shown: Grid, solution: Grid) -> Sequence[Move]:
    """Return the keys that remove wrong rectangles; if there are none, a drag for each one that is missing.

    Both grids hold the number of the rectangle that each cell belongs to.
    """
    size, drawn, wanted = (solution.height, solution.width), _by_number(shown), _by_number(solution)
    wrong = [cells for number, cells in drawn.items() if wanted.get(number) != cells]
    if wrong:
        # Nothing can be drawn over a rectangle.
        gone: frozenset[int | None] = frozenset({None})
        return [Keys(_keys(size, cells[0], "Backspace"), dict.fromkeys(cells, gone)) for cells in wrong]
    return [
        Drag(
            tuple(centre(cell, boxes[cell]) for cell in _way(cells[0], cells[-1])),
            dict.fromkeys(cells, frozenset({number})),
            _keys(size, cells[0], "Enter", *_arrows(cells[0], cells[-1]), "Enter"),
        )
        for number, cells in wanted.items()
        if number not in drawn
    ]


def _by_number(grid: Grid) -> dict[int, list[Cell]]:
    """Return the cells of each rectangle in reading order."""
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
    """Return keys for a cell: onto the board, to the first cell from any cell, to the cell, and off the board again."""
    home = ("ArrowUp",) * (size[0] - 1) + ("ArrowLeft",) * (size[1] - 1)
    return ("Escape", "Enter", *home, *_arrows(Cell(0, 0), cell), *keys, "Escape")
