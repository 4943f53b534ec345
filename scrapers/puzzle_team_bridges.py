"""Bridges at puzzle-bridges.com, whose looks are learned on the board: no program quotes them.

A press beside an island, toward the next one, is said to draw one bridge, another press the second one, and a third to
remove both. So the first bridge that the solution wants is pressed until nothing stands there again, which shows
what one and two look like: in rows and in columns, as they may have classes of their own.
"""

# Long: how bridges look is learned from the board.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import floor
from typing import TYPE_CHECKING

from scrapers import Box, Click, Entry, KnownBy, OtherLayout, ReadError, select, tokens, unplayable
from scrapers._puzzle_team import task
from scrapers._puzzle_team.drawn import number_of
from scrapers._puzzle_team.layout import stated_sizes, team
from scrapers._puzzle_team.page import Menu, TeamPage, sized, specials
from solvers import Cell, Grid, Hashi

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node

    from scrapers import Board, Groups, Located, Move

    Pair = tuple[Cell, Cell]
    Look = tuple[tuple[str, tuple[str, ...], int], ...]
    """The tag, the classes and the thickness of each element between two islands."""

ADDRESSES = r"puzzle-bridges\.com"
ISLAND = ".bridges-task-cell"
ACROSS = {False: ".bridges-bridge-down", True: ".bridges-bridge-right"}
"""The selector of bridges that may cross those in a row, and those in a column."""
COUNTS = 3
"""Nothing, one bridge, and two."""
MOST_LOOKS = 6
"""How many looks may follow each other before it is clear that pressing does not lead back."""
BESIDE = 0.3
"""How far from its edge an island is pressed, in widths of the island: programs press 5 to 10 px beside one of 24."""


def size_alone(board: Board) -> tuple[int, int]:
    """Return the size that the script states, as only the islands are elements."""
    for size in stated_sizes(board):
        return size
    raise OtherLayout("the script states no size", selector="script")


def islands(located: Located) -> dict[Cell, tuple[Node, Box]]:
    """Return the island in each cell in which one is drawn, and where it is."""
    height, width = located.size
    found: dict[Cell, tuple[Node, Box]] = {}
    for whole in select(located.board.root, ".board-tasks"):
        board = located.board.box(whole)
        for node in select(whole, ISLAND):
            box = located.board.box(node)
            if board is None or box is None:
                raise ReadError("an island is not visible", selector=ISLAND)
            x, y = box.within(board)
            cell = Cell(floor(y * height), floor(x * width))
            if cell in found:
                raise ReadError(f"{cell} has two islands", selector=ISLAND)
            found[cell] = node, box
    return found


def numbers(located: Located) -> Groups:
    """Read the numbers of islands."""
    return {"number": {cell: number_of(node, cell) for cell, (node, _) in islands(located).items()}}


@dataclass(frozen=True, slots=True)
class LearnedBridges(Entry):
    """Bridges between islands: the looks of none, one and two are learned by pressing."""

    looks: Mapping[bool, list[Look]] = field(default_factory=lambda: {False: [], True: []})
    """What came up in rows and in columns, in the order of presses; once learned, the last is the first again."""

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
        marks, ends = self.marks(located), _pairs(located)
        presses: list[Move] = []
        for pair, look in _looks(located).items():
            place = _borders(pair)[0]
            mark, wanted = marks[place], solution[place]
            if wanted and not self._is_learned(pair, look):
                return [_press(pair, ends[pair], {0, len(self.looks[_is_upright(pair)])})]
            if mark is None:
                raise unplayable(f"what is drawn between {pair[0]} and {pair[1]} is neither one bridge nor two")
            if mark != wanted:
                presses.append(_press(pair, ends[pair], {(mark + 1) % COUNTS}))
        return presses

    def _is_learned(self, pair: Pair, look: Look) -> bool:
        """Take in what stands between two islands; return whether the presses have led back to nothing."""
        looks, between = self.looks[_is_upright(pair)], f"between {pair[0]} and {pair[1]}"
        if not looks:
            raise unplayable("the board has bridges already, and how these look is not known: start it anew")
        if _has_closed(looks):
            return True
        if look == looks[0] and len(looks) > 1:
            if len(looks) != COUNTS:
                why = f"{len(looks)} presses {between} lead back to nothing, not {COUNTS}"
                raise unplayable(f"{why}, so it is not known how bridges look; the board is as it was")
            looks.append(look)
        elif look not in looks and len(looks) < MOST_LOOKS:
            looks.append(look)
        elif look != looks[-1]:
            raise unplayable(f"presses {between} do not lead back to nothing, so it is not known how bridges look")
        return _has_closed(looks)


def _has_closed(looks: list[Look]) -> bool:
    return len(looks) > 1 and looks[-1] == looks[0]


def _is_upright(pair: Pair) -> bool:
    return pair[0].col == pair[1].col


def _borders(pair: Pair) -> list[Cell]:
    """Return the places of the doubled board where bridges cross a border of two cells."""
    (top, left), (bottom, right) = pair
    if _is_upright(pair):
        return [Cell(2 * row, 2 * left + 1) for row in range(top + 1, bottom + 1)]
    return [Cell(2 * top + 1, 2 * col) for col in range(left + 1, right + 1)]


def _pairs(located: Located) -> dict[Pair, tuple[Box, Box]]:
    """Return the boxes of two islands with no other between them, in reading order."""
    boxes = {cell: box for cell, (_, box) in islands(located).items()}
    in_rows = (pair for pair in pairwise(sorted(boxes)) if pair[0].row == pair[1].row)
    in_columns = filter(_is_upright, pairwise(sorted(boxes, key=lambda cell: (cell.col, cell.row))))
    return {pair: (boxes[pair[0]], boxes[pair[1]]) for pair in sorted([*in_rows, *in_columns])}


def _looks(located: Located) -> dict[Pair, Look]:
    """Return what is drawn between two islands, without what belongs to bridges that may cross there."""
    root = located.board.root
    shown = [(node, box) for node in root.css("*") if (box := located.board.box(node)) is not None]
    others = {way: {node.mem_id for node in select(root, f"{ISLAND}, {css}, {css} *")} for way, css in ACROSS.items()}
    looks: dict[Pair, Look] = {}
    for pair, (one, other) in _pairs(located).items():
        way = _is_upright(pair)  # The number of the axis: a box is its left, top, width and height.
        start, end, level = one.centre[way], other.centre[way], one.centre[1 - way]
        between = [
            (node.tag or "", tuple(sorted(tokens(node))), round(box[3 - way]))
            for node, box in shown
            if start < box[way] and box[way] + box[2 + way] < end
            if abs(box.centre[1 - way] - level) < one[3 - way] / 2 and node.mem_id not in others[way]
        ]
        looks[pair] = tuple(sorted(between))
    return looks


def _press(pair: Pair, ends: tuple[Box, Box], leaves: set[int]) -> Click:
    """Return a press beside the first of two islands, toward the other."""
    way, (one, other) = _is_upright(pair), (end.centre for end in ends)
    along = min(one[way] + (1 / 2 + BESIDE) * ends[0][2 + way], (one[way] + other[way]) / 2)
    return Click((one[0], along) if way else (along, one[1]), dict.fromkeys(_borders(pair), frozenset(leaves)))


BRIDGES = team(
    slug="bridges",
    word="hashi",
    kind=Hashi,
    cell=size_alone,
    drawn=(numbers,),
    task=task.cells(),
    enter=LearnedBridges(),
)
SIZES = dict(zip(sized("7 10 15 25", "easy", "normal", "hard"), range(12), strict=True))
SIZES |= dict(zip(sized("7 10 15 25", "dense"), range(15, 19), strict=True))
SITE = TeamPage.of(BRIDGES, Menu(SIZES, specials(13, 12, 14)), known=KnownBy("inferred", "2026-05-25"))
