"""Read clues of rectangles, and enter the rectangles from corner to corner, by mouse or by keyboard."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import solvers
from scrapers._errors import OtherLayout, ReadError
from scrapers._reading.board import attribute, select, tokens
from scrapers._reading.clicks import centre
from scrapers._reading.layout import BoardLayout, Declared, Entry
from scrapers._reading.statements import said_of
from scrapers._site import Drag, Keys
from solvers import Cell

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

    from selectolax.lexbor import LexborNode as Node

    from scrapers._reading.board import Box
    from scrapers._reading.places import Located
    from scrapers._reading.statements import Facts, Statement
    from scrapers._site import Move
    from solvers import Grid, Puzzle, Shape


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


@dataclass(frozen=True, slots=True, kw_only=True)
class RectangleLayout(Declared):
    """A layout of clues for rectangles, each stated by elements in its cell and by the label of the cell."""

    applies: Callable[[Mapping[str, Any]], bool] = lambda _: True
    """Whether the measured state is that of this layout."""
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

    def build(self, markup: Mapping[str, Any]) -> BoardLayout:
        """Return the layout of this markup."""
        return BoardLayout(
            **markup,
            kind=solvers.Patches,
            check=self._check,
            readers=(self._clues,),
            puzzle=_puzzle,
            confirms=_confirms,
            entry=Labels(self.label, self.clue),
        )

    def _check(self, located: Located) -> None:
        """Raise `OtherLayout` if the page is for other users."""
        state = located.board.state
        if not self.applies(state):
            said = ", ".join(f"{key} is {state.get(key)!r}" for key in self.state)
            raise OtherLayout(f"{self.NAME}: the page is for other users: {said}")

    def _clues(self, located: Located) -> Iterator[Statement]:
        """Say which cells hold a clue, and its shape and area."""
        labels, drawn = Labels(self.label, self.clue).of(located)
        for cell, node in located.nodes.items():
            holds = bool(select(node, self.clue))
            yield from said_of("clue", cell, {self.clue: holds, "its label": labels[cell].is_clue})
            if holds and labels[cell].is_clue:
                yield from self._shape(node, labels[cell], cell, is_drawn=drawn[cell])
                yield from self._area(node, labels[cell], cell)

    def _shape(self, node: Node, label: CellLabel, cell: Cell, *, is_drawn: bool) -> list[Statement]:
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
        return said_of("shape", cell, names, looks)

    def _area(self, node: Node, label: CellLabel, cell: Cell) -> list[Statement]:
        found = select(node, self.area)
        text = found[0].text(strip=True) if found else "0"
        if len(found) > 1 or re.fullmatch(r"\d{1,4}", text, re.ASCII) is None:
            raise ReadError(f"{cell} has {len(found)} numbers, the first {text!r}", selector=self.area)
        return said_of("area", cell, {self.area: int(text), "its label": label.area})


def _puzzle(facts: Facts) -> Puzzle:
    """Return the puzzle of the size and of the clues with the shapes and areas that are shown."""
    shapes, areas = facts.groups.get("shape", {}), facts.groups.get("area", {})
    cells = sorted(cell for cell, _ in facts.cells("shape"))
    return solvers.Patches(
        (facts.height, facts.width), tuple(solvers.Patch(cell, shapes[cell], areas[cell] or None) for cell in cells)
    )


def _confirms(facts: Facts, puzzle: Puzzle) -> dict[str, bool]:
    """Return whether both the shape and the area of each clue are confirmed."""
    shapes, areas = dict(facts.cells("shape")), dict(facts.cells("area"))
    return {clue.words: shapes[clue.cells[0]].confirmed and areas[clue.cells[0]].confirmed for clue in puzzle.clues()}


@dataclass(frozen=True, slots=True)
class Labels(Entry):
    """Cells whose labels say where clues are, and which cells the drawn rectangles have."""

    label: Callable[[str], CellLabel]
    clue: str

    def marks(self, located: Located) -> Grid:
        """Return the number of the rectangle that each cell belongs to, blank if none is drawn."""
        labels, drawn = self.of(located)
        numbers = {cell: number for number, cell in enumerate(drawn, start=1)}
        homes = {cell: cell if drawn.get(cell) else label.home for cell, label in labels.items()}
        return located.grid({cell: numbers[home] for cell, home in homes.items() if home is not None})

    def moves(self, located: Located, solution: Grid) -> Sequence[Move]:
        """Return the keys that remove wrong rectangles; if there are none, a drag for each one that is missing."""
        return rectangle_moves(located.boxes, self.marks(located), solution)

    def of(self, located: Located) -> tuple[Mapping[Cell, CellLabel], Mapping[Cell, bool]]:
        """Return the label of each cell, and in reading order of each clue whether its rectangle is drawn."""
        labels = {cell: self.label(attribute(node, "aria-label")) for cell, node in located.nodes.items()}
        clues = sorted(cell for cell, label in labels.items() if label.is_clue)
        homes = {label.home for label in labels.values() if label.home is not None}
        for home in homes - set(clues):
            raise ReadError(
                f"a cell says that it belongs to the clue in {home}, but there is no clue", selector=self.clue
            )
        return labels, {cell: cell in homes or labels[cell].is_drawn for cell in clues}


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
