"""Solutions between cells, as loops and bridges: where lines may be, what is seen there, and how they are drawn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, product
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from bot.addons.unknown.guess.layout import UNKNOWN, Learned
from bot.addons.unknown.guess.looks import Looks, distance
from bot.addons.unknown.pixels.eye import Strip, StripPlace
from scrapers._site import Click, Drag, Move
from solvers import Cell, Grid, Puzzle

if TYPE_CHECKING:
    from bot.addons.unknown.guess.hypotheses import Hypothesis

LENGTH, SHORT, WIDTH, THICK = 0.15, 0.07, 0.22, 0.44
"""Half of the length and of the width of a strip, in cells; it is short between neighbours, wide if lines have ends."""
OFF, BESIDE = 0.1, 0.75
"""How far from its middle a border, or from its first island a bridge, is pressed: others meet or cross there."""
LEAST_INK, DARKER = 60, 1.25
"""By how much, and by what factor, a line has more ink than none at least, and a double line than a single one."""
OTHER_COLOUR = 60.0
"""The distance of two colours from which on a line has changed."""
STROKE = 0.5
"""What one line more or less counts, where the ink of the learned line counts 1."""
SURE = 0.8
"""How near a look must be to a known one, as a share of its distance from the next one."""


class Link(NamedTuple):
    """A place where a line, or two bridges, may be drawn, by places of the doubled board."""

    place: Cell
    """Where the solution says what is drawn."""
    ends: tuple[Cell, Cell]
    at: tuple[float, float]
    """Where it is pressed and looked at."""
    places: tuple[Cell, ...]
    """All places on it."""
    half_length: float = LENGTH


def links_of(puzzle: Puzzle, solution: Grid) -> Iterator[Link]:
    """Yield where a solution between cells may have a line."""
    spans = list(puzzle.spans().values()) if hasattr(puzzle, "spans") else []
    for span in spans:
        cells = [Cell(2 * cell.row + 1, 2 * cell.col + 1) for cell in span]
        places = tuple(Cell((one.row + other.row) // 2, (one.col + other.col) // 2) for one, other in pairwise(cells))
        (row, col), by = cells[0], 2 * BESIDE if len(places) > 1 else 1.0
        at = (row, col + by) if span[0].row == span[1].row else (row + by, col)
        yield Link(places[0], (cells[0], cells[-1]), at, places, LENGTH if by > 1 else SHORT)
    for place, _ in () if spans else solution.marked():
        # Along borders it leads along its own one; through the middles of cells, across it.
        off = 2 * OFF * bool(getattr(puzzle, "ON_BORDERS", False))
        down, right = (int((off > 0) == (part % 2 == 0)) for part in (place.col, place.row))
        ends = Cell(place.row - down, place.col - right), Cell(place.row + down, place.col + right)
        yield Link(place, ends, (place.row - off * down, place.col - off * right), (place,))


def strokes_of(links: Iterable[Link]) -> dict[Cell, tuple[Cell, ...]]:
    """Return, for each link of a line that has two ends, the places from one end to the other."""
    at, strokes = defaultdict[Cell, list[Link]](list), dict[Cell, tuple[Cell, ...]]()
    for link in links:
        for end in link.ends:
            at[end].append(link)
    for start in [end for end, own in at.items() if len(own) == 1]:
        way, on = [start], at[start]
        while on:
            way += [on[0].place, *({*on[0].ends} - {way[-1]})]
            on = [link for link in at[way[-1]] if link.place not in way]
        strokes |= dict.fromkeys(way[1::2], tuple(way))
    return strokes


@dataclass(kw_only=True)
class Between(Learned):
    """How a solution between cells is entered; what a line looks like is learned on one of its links."""

    before: Mapping[Cell, Strip] = field(default_factory=dict)
    """What was seen at each link at first."""
    lines: dict[int, Strip] = field(default_factory=dict)
    """What a line, or a double bridge, looks like."""
    presses: int = 1
    """After how many presses the last of them has come up."""
    cross: float = inf
    """How much what is no line, such as a cross, has changed the rest of a strip at least."""

    def __post_init__(self) -> None:
        """Keep where lines may be."""
        super().__post_init__()
        self.is_drawn, self.is_digits = True, False
        solution = self.hypothesis.solution
        found = [*links_of(self.hypothesis.puzzle, solution)] if solution is not None else []
        self.links = {link.place: link for link in found}
        is_whole = not hasattr(self.hypothesis.puzzle, "spans")
        self.strokes = strokes_of(link for link in found if is_whole and solution is not None and solution[link.place])
        # A press on a link, a drag from end to end, a press on each end; what has ends is dragged first, and whole.
        self.ways = ["drag", "ends", "click"] if self.strokes else ["click", "drag", "ends"]

    def strips(self, looks: Looks) -> Iterator[tuple[Cell, StripPlace]]:
        """Yield each link, and where it is looked at."""
        (across, down), width = looks.lattice.pitch, THICK if self.strokes else WIDTH
        for link in self.links.values():
            is_upright = link.ends[0].col == link.ends[1].col
            along, wide = (down, across) if is_upright else (across, down)
            yield link.place, (*looks.spot(link.at), is_upright, link.half_length * along, width * wide)

    def cells_of(self, place: Cell) -> list[Cell]:
        """Return the cells beside a link."""
        sides = [((at - 1) / 2, size - 1) for at, size in zip(self.links[place].at, self.start.size, strict=True)]
        rows, cols = (sorted({max(0, round(at - 0.3)), min(round(at + 0.3), last)}) for at, last in sides)
        return [Cell(row, col) for row in rows for col in cols]

    def key(self, cell: Cell, looks: Looks) -> Hashable:
        """Return what is seen of a link, and of a line with ends also whether the cells beside it have one colour."""
        strip = looks.strips.get(cell)
        return strip and (strip, self._is_painted(cell, looks))

    def _is_painted(self, place: Cell, looks: Looks) -> bool:
        """Return whether the cells beside a link of a path have one colour, of which one was painted."""
        cells = [Cell(row // 2, col // 2) for row, col in self.links[place].ends if self.strokes]
        pairs = [(looks.cells[cell], self.start.cells[cell].ground) for cell in cells]
        own = [look.drawing.colours if look.ground == before else {look.ground} for look, before in pairs]
        is_new = any(look.ground != before for look, before in pairs)
        return is_new and any(distance(*colours) < OTHER_COLOUR for colours in product(*own))

    def marks(self, looks: Looks) -> Grid:
        """Return the mark at each place: how many lines were drawn there, 0 for a cross."""
        marks = {link.places: self._shown(link.place, looks) for link in self.links.values()}
        shown = {place: mark for places, mark in marks.items() for place in places}
        return Grid.make(2 * self.start.size[0] + 1, 2 * self.start.size[1] + 1, shown.get)

    def _shown(self, place: Cell, looks: Looks) -> int | None:
        now, before, solution = looks.strips.get(place), self.before.get(place), self.hypothesis.solution
        if now is None and looks.strips:
            return UNKNOWN
        if self.lines and not self.lines[1].lines and solution is not None:  # Cells are painted.
            is_one = any({*self.links[place].ends} <= {*stroke} for stroke in self.strokes.values())
            return (solution[place] or None if is_one else 1) if self._is_painted(place, looks) else None
        if now is None or before is None or now == before or not self.lines:
            return None

        def away(other: Strip) -> float:
            has_hue = now.lines and other.lines and not self.strokes  # Lines with ends may be of many colours.
            hue = distance(now.colour, other.colour) / 255 if has_hue else 0.0
            return abs(now.ink - other.ink) / self.lines[1].ink + STROKE * abs(now.lines - other.lines) + hue

        (near, mark), (far, _), *_ = sorted((away(look), mark) for mark, look in [(0, before), *self.lines.items()])
        if near > SURE * far:
            return UNKNOWN
        return mark or (0 if abs(now.rest - before.rest) > self.cross / 2 else None)

    def learn_line(self, looks: Looks, place: Cell, presses: int) -> int:
        """Keep what a link shows after some presses; return how many lines are known by now."""
        count, look = len(self.lines), looks.strips[place]
        last = self.lines[count] if count else self.before[place]
        is_darker = look.ink >= max(last.ink + LEAST_INK, DARKER * last.ink)
        if look.lines and (is_darker or look.lines > last.lines or distance(look.colour, last.colour) > OTHER_COLOUR):
            self.lines[count + 1], self.presses = look, presses
        elif self._is_painted(place, looks):
            self.lines[1] = look
        else:
            self.cross = min(self.cross, abs(look.rest - last.rest))
        return len(self.lines)

    def wanted(self, solution: Grid) -> dict[Cell, int]:
        """Return how many lines are to be drawn at each link that needs any."""
        return {place: mark for place in self.links if (mark := solution[place])}

    def left_wrong(self, looks: Looks, solution: Grid) -> list[Cell]:
        """Return the links that show neither their lines nor what they did at first."""
        marks = self.marks(looks)
        return [place for place in self.links if marks[place] not in {None, solution[place]}]

    def moves(self, looks: Looks, solution: Grid) -> Sequence[Move]:
        """Return the next press on each link that lacks lines, or has too many."""
        marks, any_mark, moves = self.marks(looks), {None, 0, UNKNOWN, *self.lines}, list[Move]()
        for place in self.links:
            shown, lines, wanted = marks[place], marks[place] or 0, solution[place] or 0
            if lines != wanted and not (self.strokes and any(place in move.leaves for move in moves)):
                is_known = lines < wanted and self.presses == len(self.lines)
                leaves = frozenset({lines + 1} if is_known else any_mark - {shown})
                moves.append(self.press_on(place, looks, leaves))
        return moves

    def press_on(self, place: Cell, looks: Looks, leaves: frozenset[int | None] = frozenset()) -> Move:
        """Return the input that changes a link in the way that was learned."""
        link, left = self.links[place], {place: leaves}
        if self.way == "drag":
            stroke = self.strokes.get(place, (link.ends[0], *link.places, link.ends[1]))
            return Drag(tuple(map(looks.spot, stroke)), left | {at: leaves for at in stroke if at in self.strokes})
        if self.way == "ends":
            return Click(looks.spot(link.ends[0]), left, then=looks.spot(link.ends[1]))
        return Click(looks.spot(link.at), left)

    def is_repainted(self, looks: Looks, solution: Grid) -> bool:
        """Return whether links with more lines are darker than those with fewer, if a veil or a colour lies over all.

        What something hides is left out, but not more than half of the lines.
        """
        inks = defaultdict[tuple[Strip, int], list[int]](list)
        for place in looks.strips.keys() & self.before.keys():
            now, before, mark = looks.strips[place], self.before[place], solution[place] or 0
            inks[before, mark].append(now.ink)
            if (now.ink > (before.ink if mark else DARKER * before.ink + LEAST_INK)) != (mark > 0):
                return False
        pairs = [(inks[one], inks[other]) for one in inks for other in inks if one[0] == other[0] and one[1] < other[1]]
        seen = sum(len(own) for (_, mark), own in inks.items() if mark)
        is_told = all(DARKER * max(fewer) < min(more) for fewer, more in pairs)
        return bool(pairs) and is_told and 2 * seen >= len(self.wanted(solution))


def entry_of(hypothesis: Hypothesis) -> Learned:
    """Return how a puzzle is entered; a solution that is not about cells is about lines between them."""
    solution = hypothesis.solution
    is_between = solution is not None and (solution.height, solution.width) != hypothesis.looks.size
    return Between(hypothesis) if is_between else Learned(hypothesis)
