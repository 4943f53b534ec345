"""Bridges, whose looks are learned on the board: no program quotes them.

A press beside an island, toward the next one, is said to draw one bridge, another press the second one, and a third to
remove both. So the first bridge that the solution wants is pressed until nothing stands there again, which shows
what one and two look like: in rows and in columns, as they may have classes of their own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from scrapers._puzzle_team.drawn import island_nodes
from scrapers._reading.board import Box, select, tokens
from scrapers._reading.layout import Entry, unplayable
from scrapers._site import Click, Move
from solvers import Cell, Grid

if TYPE_CHECKING:
    from scrapers._reading.places import Located

    Pair = tuple[Cell, Cell]
    Look = tuple[tuple[str, tuple[str, ...], int], ...]
    """The tag, the classes and the thickness of each element between two islands."""

COUNTS = 3
"""Nothing, one bridge, and two."""
MOST_LOOKS = 6
"""How many looks may follow each other before it is clear that pressing does not lead back."""
BESIDE = 0.3
"""How far from its edge an island is pressed, in widths of the island: programs press 5 to 10 px beside one of 24."""


@dataclass(frozen=True, slots=True)
class LearnedBridges(Entry):
    """Bridges between islands: the looks of none, one and two are learned by pressing."""

    looks: Mapping[bool, list[Look]] = field(default_factory=lambda: {False: [], True: []})
    """What came up in rows and in columns, in the order of presses; the first is that of no bridge."""
    closed: set[bool] = field(default_factory=set)
    """Which of them are learned: the presses have led back to the first."""

    def begun(self, located: Located) -> LearnedBridges:
        """Return an entry that remembers how nothing looks: the same everywhere on a board that is not begun."""
        shown = _looks(located)
        seen = {way: {look for pair, look in shown.items() if _is_upright(pair) == way} for way in (False, True)}
        return LearnedBridges({way: [*looks] if len(looks) == 1 else [] for way, looks in seen.items()})

    def marks(self, located: Located) -> Grid:
        """Return how many bridges cross each border; None where what is drawn is neither one bridge nor two."""
        height, width = (2 * side + 1 for side in located.size)
        marks: dict[Cell, int | None] = {
            Cell(row, col): 0 for row in range(1, height - 1) for col in range(1, width - 1) if (row + col) % 2
        }
        for pair, look in _looks(located).items():
            looks = self.looks[_is_upright(pair)]
            # What has not come up before is what the last press led to.
            new = len(looks) if len(looks) < COUNTS else None
            marks |= dict.fromkeys(_borders(pair), looks.index(look) if look in looks else new)
        return Grid.make(height, width, marks.get)

    def moves(self, located: Located, solution: Grid) -> Sequence[Move]:
        """Return the press that teaches more or, once all is known, one for each pair with too few or many bridges."""
        marks, boxes = self.marks(located), _pairs(located)
        presses: list[Move] = []
        for pair, look in _looks(located).items():
            upright, place = _is_upright(pair), _borders(pair)[0]
            mark, wanted = marks[place], solution[place]
            if wanted and upright not in self.closed and not self._is_learned(pair, look):
                return [_press(pair, boxes[pair], {0, len(self.looks[upright])})]
            if mark is None:
                raise unplayable(f"what is drawn between {pair[0]} and {pair[1]} is neither one bridge nor two")
            if mark != wanted:
                presses.append(_press(pair, boxes[pair], {(mark + 1) % COUNTS}))
        return presses

    def _is_learned(self, pair: Pair, look: Look) -> bool:
        """Take in what stands between two islands; return whether the presses have led back to nothing."""
        looks, between = self.looks[_is_upright(pair)], f"between {pair[0]} and {pair[1]}"
        if not looks:
            raise unplayable("the board has bridges already, and how these look is not known: start it anew")
        if look == looks[0] and len(looks) == COUNTS:
            self.closed.add(_is_upright(pair))
        elif look == looks[0] and len(looks) > 1:
            why = f"{len(looks)} presses {between} lead back to nothing, not {COUNTS}"
            raise unplayable(f"{why}, so it is not known how bridges look; the board is as it was")
        elif look not in looks and len(looks) < MOST_LOOKS:
            looks.append(look)
        elif look != looks[-1]:
            raise unplayable(f"presses {between} do not lead back to nothing, so it is not known how bridges look")
        return _is_upright(pair) in self.closed


def _is_upright(pair: Pair) -> bool:
    return pair[0].col == pair[1].col


def _borders(pair: Pair) -> list[Cell]:
    """Return the places of the doubled board where bridges cross a border of two cells."""
    (top, left), (bottom, right) = pair
    if _is_upright(pair):
        return [Cell(2 * row, 2 * left + 1) for row in range(top + 1, bottom + 1)]
    return [Cell(2 * top + 1, 2 * col) for col in range(left + 1, right + 1)]


def _pairs(located: Located) -> dict[Pair, tuple[Box, Box]]:
    """Return the boxes of two islands with no other between them, in reading order; those of columns are turned."""
    boxes = {cell: located.board.box(node) for cell, node in island_nodes(located).items()}
    pairs = [
        *(pair for pair in pairwise(sorted(boxes)) if pair[0].row == pair[1].row),
        *filter(_is_upright, pairwise(sorted(boxes, key=lambda cell: (cell.col, cell.row)))),
    ]
    ends = {
        pair: [_turned(box, upright=_is_upright(pair)) for cell in pair if (box := boxes[cell])]
        for pair in sorted(pairs)
    }
    return {pair: (one, other) for pair, (one, other) in ends.items()}


def _turned(box: Box, *, upright: bool) -> Box:
    """Return a box with its axes swapped if it is of a column, so that all bridges lead to the right."""
    return Box(box.top, box.left, box.height, box.width) if upright else box


def _looks(located: Located) -> dict[Pair, Look]:
    """Return what is drawn between two islands, without what belongs to bridges that may cross there."""
    shown = [(node, box) for node in located.board.root.css("*") if (box := located.board.box(node)) is not None]
    parts: dict[bool, list[tuple[Box, tuple[str, tuple[str, ...], int]]]] = {}
    for upright, across in ((False, ".bridges-bridge-down"), (True, ".bridges-bridge-right")):
        others = {node.mem_id for node in select(located.board.root, f".bridges-task-cell, {across}, {across} *")}
        turned = [(node, _turned(box, upright=upright)) for node, box in shown if node.mem_id not in others]
        parts[upright] = [
            (box, (node.tag or "", tuple(sorted(tokens(node))), round(box.height))) for node, box in turned
        ]

    def between(pair: Pair, one: Box, other: Box) -> Look:
        (start, level), (end, _) = one.centre, other.centre
        return tuple(
            sorted(
                look
                for box, look in parts[_is_upright(pair)]
                if start < box.left and box.left + box.width < end and abs(box.centre[1] - level) < one.height / 2
            )
        )

    return {pair: between(pair, *ends) for pair, ends in _pairs(located).items()}


def _press(pair: Pair, ends: tuple[Box, Box], leaves: set[int]) -> Click:
    """Return a press beside the first of two islands, toward the other."""
    (x, y), (end, _) = (box.centre for box in ends)
    x = min(x + (1 / 2 + BESIDE) * ends[0].width, (x + end) / 2)
    return Click((y, x) if _is_upright(pair) else (x, y), dict.fromkeys(_borders(pair), frozenset(leaves)))
