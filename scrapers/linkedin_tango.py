"""LinkedIn Tango: the guest page (`lotka-*`, readable classes) and the signed-in one (`data-testid`, hashed classes).

How the markup is known: seven guest pages saved in August 2026; the signed-in page from the sources
of working tools, October 2025 to August 2026. Labels are in the page's language: in another than
English they count as looks. The solution that the signed-in page carries is never read.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from scrapers import _linkedin
from scrapers._board import DOWN, LEFT, RIGHT, SIDE_WORDS, SIDES, UP, attribute, drawing, once, select, tokens
from scrapers._cells import Marked
from scrapers._errors import ReadError
from scrapers._measure import MEASURE
from scrapers._shapes import EQUAL, OPPOSITE, sign
from scrapers._site import Reading
from scrapers._sources import Agreed, Seen, agree
from solvers import Cell, Grid, Tango

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from selectolax.lexbor import LexborNode as Node

    from scrapers._board import Board, Box
    from scrapers._site import Click, Layout, Snapshot

Value = TypeVar("Value")

SUN, MOON = 1, 0
CYCLE = (None, SUN, MOON)
MARK_LABELS = {"Sun": SUN, "Moon": MOON, "Empty": None}
SIGN_LABELS = {"Equal": EQUAL, "Cross": OPPOSITE}
MARK_WORDS = {SUN: Tango.MARKS[SUN], MOON: Tango.MARKS[MOON], None: "empty"}
LOCK_WORDS = {True: "a given", False: "free"}
SIGN_WORDS = {EQUAL: EQUAL, OPPOSITE: OPPOSITE}
NEAR = 0.25
"""How far from the middle of its side, and from its cell, a sign may be drawn, in cells."""


@dataclass(frozen=True, slots=True)
class TangoLayout:
    """One generation of the markup, as the selectors that differ between them."""

    NAME: str
    board: str
    mark: str
    """What a cell holds exactly one of."""
    names: Mapping[str, int | None]
    """By selectors that a mark or something in it matches, what it is."""
    edge: str
    signs: Mapping[str, str]
    """By selectors that an edge or something in it matches, its sign."""
    sides: Mapping[str, tuple[int, int]]
    """By the class of an edge, the side of the cell on which it is."""
    locked: str
    """A second place that tells a given: a class of the cell, or "" where there is none."""
    theme: Mapping[str, int] = field(default_factory=dict)
    """What the drawings of a theme were called on this board before; in what order clicks lead to them is not known."""

    MEASURE: str = MEASURE

    def read(self, snapshot: Snapshot) -> Reading:
        """Return the puzzle: the locked marks and the edge signs."""
        board = self._look(snapshot)
        told: dict[str, bool] = {}
        given = {cell for cell, locked in board.locked.items() if locked.value}
        for cell, mark in board.marked.by_cell().items():
            if cell not in given:
                continue
            if mark.value is None:
                msg = f"{cell} is locked, but empty"
                raise ReadError(msg, selector=self.mark)
            told[f"{cell} is {Tango.MARKS[mark.value]}"] = mark.confirmed and board.locked[cell].confirmed
        signs: dict[str, list[tuple[Cell, Cell]]] = {EQUAL: [], OPPOSITE: []}
        for cell, kind, side in board.edges:
            edge = cell, Cell(cell.row + side.value[0], cell.col + side.value[1])
            signs[kind.value].append(edge)
            told[f"{min(edge)} {kind.value} {max(edge)}"] = kind.confirmed and side.confirmed
        puzzle = Tango(board.marked.grid(given), tuple(signs[EQUAL]), tuple(signs[OPPOSITE]))
        layout = replace(self, theme=board.theme) if board.theme else self
        return Reading.of(layout, puzzle, told, placed=board.marked.places.confirmed)

    def marks(self, snapshot: Snapshot) -> Grid:
        """Return what stands in each cell, given or entered."""
        return self._look(snapshot).marked.grid()

    def moves(self, snapshot: Snapshot, solution: Grid) -> list[Click]:
        """Return one click for each cell that is not right yet."""
        board = self._look(snapshot)
        return board.marked.clicks(solution, None if board.theme else CYCLE)

    @once
    def _look(self, snapshot: Snapshot) -> _Seen:
        found = _linkedin.cells_of(snapshot, self.board, of=self.NAME)
        locked = {place: self._lock(cell, place) for place, cell in found.nodes.items()}
        seen = [self._mark(cell, place) for place, cell in found.nodes.items()]
        # The drawings of a theme have no names: the first one is then called a sun.
        marks = dict(zip(found.nodes, agree(seen, MARK_WORDS, unnamed=(SUN, MOON)), strict=True))
        theme = {
            str(mark.looks["drawing"]): value
            for mark, place in zip(seen, found.nodes, strict=True)
            if not mark.names and (value := marks[place].value) is not None
        }
        if all(lock.value for lock in locked.values()):
            # A solved board locks every cell: that no longer tells which were given.
            locked = {place: Agreed(lock.value, confirmed=False) for place, lock in locked.items()}
        elif not any(mark.value is not None and not locked[place].value for place, mark in marks.items()):
            # On a board that nobody has touched every mark is a given: that says it a second time.
            locked = {place: Agreed(lock.value, confirmed=True) for place, lock in locked.items()}
        sure = found.places.confirmed
        edges = [
            (place, self._sign(edge, place), self._side(found.board, edge, box if sure else None, place))
            for (place, cell), box in zip(found.nodes.items(), found.boxes, strict=True)
            for edge in select(cell, self.edge)
        ]
        kinds = agree([kind for _, kind, _ in edges], SIGN_WORDS)
        sides = agree([side for _, _, side in edges], SIDE_WORDS)
        return _Seen(
            Marked(found.places, found.boxes, list(marks.values())),
            locked,
            [(place, kind, side) for (place, _, _), kind, side in zip(edges, kinds, sides, strict=True)],
            self.theme or theme,
        )

    def _mark(self, cell: Node, place: Cell) -> Seen[int | None]:
        found = select(cell, self.mark)
        if len(found) != 1:
            msg = f"{place} holds {len(found)} marks, not one ({self.mark})"
            raise ReadError(msg, selector=self.mark)
        names: dict[str, int | None] = {f"its {css}": value for css, value in self.names.items() if found[0].css(css)}
        drawn = drawing(found[0])
        if drawn in self.theme:
            names["the theme"] = self.theme[drawn]
        looks: dict[str, Hashable] = {"drawing": drawn or None}
        return Seen(str(place), *_labelled(found[0], MARK_LABELS, names, looks))

    def _lock(self, cell: Node, place: Cell) -> Agreed[bool]:
        names = {"aria-disabled": attribute(cell, "aria-disabled") == "true"}
        if self.locked:
            names[self.locked] = self.locked in tokens(cell)
        return agree([Seen(str(place), names)], LOCK_WORDS)[0]

    def _sign(self, edge: Node, place: Cell) -> Seen[str]:
        drawn = {sign(path.attributes.get("d") or "") for path in edge.css("path")} - {None}
        names = {f"its {css}": value for css, value in self.signs.items() if edge.css(css)}
        if len(drawn) == 1 and (shape := drawn.pop()) is not None:
            names["its shape"] = shape
        picture = select(edge, "svg, img")
        if len(picture) != 1:
            msg = f"an edge of {place} bears {len(picture)} signs, not one"
            raise ReadError(msg, selector=self.edge)
        return Seen(f"the sign at {place}", *_labelled(picture[0], SIGN_LABELS, names, {}))

    def _side(self, board: Board, edge: Node, cell: Box | None, place: Cell) -> Seen[tuple[int, int]]:
        names = {f"its {css}": side for css, side in self.sides.items() if css in tokens(edge)}
        drawn = board.box(select(edge, "svg, img")[0])
        if cell is not None and drawn is not None:
            right, down = drawn.within(cell)
            if not (-NEAR < right < 1 + NEAR and -NEAR < down < 1 + NEAR):
                msg = f"{place} holds a sign that is drawn away from it: {right:.1f}, {down:.1f} cells from its corner"
                raise ReadError(msg, selector=self.edge)
            near = [side for side, (x, y) in SIDES.items() if abs(right - x) < NEAR and abs(down - y) < NEAR]
            if near:
                names["where it is drawn"] = near[0]
        # Classes that name the side would only say the same again.
        looks: dict[str, Hashable] = {} if self.sides else {"classes": frozenset(tokens(edge)) or None}
        return Seen(f"the side of the sign at {place}", names, looks)


@dataclass(frozen=True, slots=True)
class _Seen:
    """What a layout sees on a board."""

    marked: Marked
    locked: Mapping[Cell, Agreed[bool]]
    edges: Sequence[tuple[Cell, Agreed[str], Agreed[tuple[int, int]]]]
    """The cell that bears a sign, the sign, and on which of its sides."""
    theme: Mapping[str, int]
    """What marks without a name are called, by their drawings."""


def _labelled(
    node: Node, known: Mapping[str, Value], names: dict[str, Value], looks: dict[str, Hashable]
) -> tuple[dict[str, Value], dict[str, Hashable]]:
    """Add what an element's label says: a name in English, a look in any other language."""
    label = node.attributes.get("aria-label") or node.attributes.get("alt")
    if label is not None and label in known:
        return names | {"its label": known[label]}, looks
    return names, looks | {"label": label}


LAYOUTS: Sequence[Layout] = [
    TangoLayout(
        NAME="guest",
        board=".lotka-grid",
        mark=".lotka-cell-content > svg, .lotka-cell-content > img",
        names={
            ".lotka-cell-zero-path": SUN,
            ".lotka-cell-one-path": MOON,
            ".lotka-cell-empty": None,
            "#Sun": SUN,
            "#Moon": MOON,
        },
        edge=".lotka-cell-edge",
        signs={'[id="="]': EQUAL},
        sides={
            "lotka-cell-edge--right": RIGHT,
            "lotka-cell-edge--down": DOWN,
            "lotka-cell-edge--left": LEFT,
            "lotka-cell-edge--up": UP,
        },
        locked="lotka-cell--locked",
    ),
    TangoLayout(
        NAME="signed_in",
        board="[data-testid=interactive-grid]",
        mark="[data-testid=cell-empty], [data-testid=cell-zero], [data-testid=cell-one]",
        names={"[data-testid=cell-zero]": SUN, "[data-testid=cell-one]": MOON, "[data-testid=cell-empty]": None},
        edge=":has(> [data-testid=edge-equal]), :has(> [data-testid=edge-cross])",
        signs={"[data-testid=edge-equal]": EQUAL, "[data-testid=edge-cross]": OPPOSITE},
        sides={},
        locked="",
    ),
]

SITE = _linkedin.game(
    "tango",
    kind="tango",
    board=".lotka-grid:has([data-cell-idx]), [data-testid=interactive-grid]:has([data-cell-idx])",
    layouts=LAYOUTS,
    min_elapsed=3.2,
    empty=".lotka-cell-empty, [data-testid=cell-empty]",
)
