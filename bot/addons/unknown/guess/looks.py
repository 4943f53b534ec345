"""What a person sees in each cell of a board, on its borders and on its rim."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from operator import add, itemgetter
from typing import TYPE_CHECKING, NamedTuple

from bot.addons.unknown.guess.find import FEWEST, ROUND, Box, Lattice, SeenElement, ancestors, centre, contains, grouped
from scrapers._errors import ReadError
from solvers import Cell, Edge

if TYPE_CHECKING:
    from bot.addons.unknown.pixels.eye import Strip

Colour = tuple[int, int, int]
Shape = tuple["Hashable", ...]
"""What is drawn: what kind of thing it is, and what tells it from others of that kind."""
Item = tuple[Shape, tuple[Colour, ...]]
"""A shape with its colours."""
WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)
ROUND_SHAPES = ("circle", "ellipse", "path", "poly", "line")
"""The shapes that leave the corners of a cell free."""
FULL = 0.88
"""The share of a cell's width and height that its background covers at least."""
LARGEST = 1.5
"""The largest size of something that belongs to a cell, in cells."""
BORDER = 1.0
"""How far, in px, what belongs to a cell may reach out of its box."""
BESIDE = 0.25
"""The largest distance of a sign from the middle of its edge, in cells."""
SEPARATORS = r"\s,·|\-–—"
NUMBER_LABEL = re.compile(r"aria-label=([1-9]\d?)")
"""The label of a cell whose number is drawn."""
WORD = re.compile(r"[^\W\d_]{3}|[^\W\d_\x00-\xff]|[\u23e9-\u23fa\u2600-\u27bf\U0001f000-\U0001faff]")
"""What tells that a number beside it is no clue: letters, a Chinese one alone, or a picture of a clock or a cross."""
NUMBERS = re.compile(rf"[{SEPARATORS}]*\d[\d{SEPARATORS}]*")
"""The text of one clue on the rim."""
FARTHEST = 8.0
"""The largest distance of a number on the rim from the board, in cells."""
THIN, LONG = 0.25, 0.6
"""The largest width and the least length of a line, in cells."""
MIN_DARKER = 60.0
"""By how much the colour of a wall's line is farther from its ground than twice as far as that of most lines."""
THICK = 1.5
"""How many times as thick as a thin line, and half a px, a thick one is."""
LESS, GREATER = "<∧^‹＜⌃˄︿〈⟨❮◀◄◂⯇▲▴△⏶", ">∨vV›＞⌄˅﹀〉⟩❯▶►▸⯈▼▾▽⏷"
"""Texts of signs whose point shows the first, or the second, of two cells."""
CROSSES = frozenset("xX×✕✖✗✘·•.╳⨯")
"""Texts of marks that mean "not here"."""
DRAWN_CROSS = r"line line|path(?:[Mm][Ll][Zz]?){2} (?:[234]|[123]\.9\d*)"
"""What two lines from corner to corner are, that mean the same."""
TINY = 4.0
"""The smallest size of a drawing, in px."""
NOTE, READABLE = 0.19, 13.0
"""The letters of a note are smaller than this, in cells and in px."""
CORNER, LETTER = 0.15, 0.45
"""How far before and above the middle a text in the corner is, and the height of its letters, in cells."""


class CellDrawing(NamedTuple):
    """What is drawn in a cell or on a border: the shapes, and with what colours."""

    shapes: tuple[Shape, ...] = ()
    colours: tuple[Colour, ...] = ()
    text: str = ""

    def named(self, kind: str) -> str:
        """Return the address of its image or picture, if it has one."""
        return next((str(shape[1]) for shape in self.shapes if shape[0] == kind), "")


class Look(NamedTuple):
    """What a cell looks like."""

    drawing: CellDrawing
    ground: Colour
    disabled: bool
    """Whether something in it takes no input."""
    clue_box: Box | None
    """The largest thing drawn in it that does not fill it."""
    vague: bool
    """Whether that is dashed, or drawn twice."""
    names: frozenset[str]
    """What the markup says of it."""


def colour_of(text: str, under: Colour = WHITE) -> Colour:
    """Return a colour as `look.js` writes it, over another one."""
    if not text:
        return under
    match = re.fullmatch(r"rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)", text)
    if match is None:
        raise ReadError(f"the colour {text} is not in sRGB")
    opacity = float(match[4]) if match[4] else 1.0
    red, green, blue = (round(opacity * float(match[at]) + (1 - opacity) * under[at - 1]) for at in (1, 2, 3))
    return red, green, blue


def distance(one: Colour, other: Colour) -> float:
    """Return how different two colours look."""
    return sum(weight * abs(mine - theirs) for weight, mine, theirs in zip((0.9, 1.2, 0.6), one, other, strict=True))


@dataclass(eq=False)
class Looks:
    """What is seen of one board."""

    lattice: Lattice
    elements: Sequence[SeenElement]
    first: Looks | None = None
    """What was seen of the board at first: what all cells show means nothing."""
    strips: Mapping[Cell, Strip] = field(default_factory=dict)
    """What is drawn between cells, by places of the doubled board, if that was looked at."""
    odd: set[Shape] = field(init=False)
    """The shapes that one cell or border alone shows, as of a cursor or an ornament, and neither letters nor digits."""
    usual: set[Shape] = field(init=False)
    """The shapes that mean nothing, as all cells show them."""
    inside: dict[Cell, list[int]] = field(init=False)
    """The elements in each cell."""
    on_edge: dict[Edge, list[int]] = field(init=False)
    """The elements on the middles of borders."""

    def __post_init__(self) -> None:
        """Sort what is seen by cells and borders."""
        self.inside, self.on_edge, edges = defaultdict(list), defaultdict(list), dict[int, Edge]()
        pitch, cells = self.lattice.pitch, self.lattice.cells
        around = {outer for number in cells.values() for outer in ancestors(number, self.elements)} - {*cells.values()}
        is_fixed = any(self.elements[number].fixed for number in cells.values())
        for number, element in enumerate(self.elements):
            if element.box is None or number in around or element.fixed != is_fixed:  # It lies over or under it.
                continue
            size = [length / step for length, step in zip(element.box[2:], pitch, strict=True)]
            is_beside = max(size) > LARGEST or not contains(self.lattice.box, centre(element.box))
            if is_beside and number not in cells.values():
                continue
            x, y = self.lattice.place(centre(element.box))
            cell = Cell(round(y), round(x))
            front = cells.get(cell, -1)
            is_under = number < front and contains(self.lattice.boxes[cell], centre(element.box))
            over = {*ancestors(front, self.elements)} - {*ancestors(number, self.elements)} if is_under else ()
            is_behind = any(self.elements[at].ground.startswith("rgb(") for at in over if number < at)
            is_behind &= element.hit in {None, front}
            is_behind &= not element.drawn and element.tag != "text"  # A drawing may let presses through.
            is_small = max(size) < FULL
            clears = is_small and element.acts and _plain(element.text) in CROSSES
            if is_behind or (clears and max(abs(x - cell.col), abs(y - cell.row)) > BESIDE):
                continue
            # What lies inside of a cell is that cell's, however near to a border it stands, unless it points over it.
            outer, own = self.lattice.boxes.get(cell, (inf, inf, 0.0, 0.0)), element.at or element.box
            is_in = all(-BORDER <= own[at] - outer[at] <= outer[2 + at] - own[2 + at] + BORDER for at in (0, 1))
            is_own = is_small and is_in and element.text not in {*LESS, *GREATER}
            edge = edges.get(element.parent) or (_edge_at(x, y) if is_small and not is_own else None)
            if edge is not None and {*edge} <= cells.keys():
                edges[number] = edge
                self.on_edge[edge].append(number)
            elif cell in cells:
                self.inside[cell].append(number)
        self._items = {cell: self._items_in(numbers, cell) for cell, numbers in self.inside.items()}
        self._between = {edge: self._items_in(numbers, None) for edge, numbers in sorted(self.on_edge.items())}
        counts = Counter(shape for items in self._items.values() for shape in {shape for shape, _ in items})
        self.usual = {shape for shape, count in counts.items() if count == len(cells)}
        # Where each cell has a text, the most usual sign is one for none.
        texts = Counter(written(shape for shape, _ in self._items.get(cell, ())) for cell in cells)
        blank = {text for text in texts if text in CROSSES or not any(map(str.isalnum, text))}
        blank |= {text for text in texts if text == "0" and 2 * texts[text] > len(cells)}
        self.usual |= set() if texts[""] else {("text", text) for text in sorted(blank, key=texts.__getitem__)[-1:]}
        counts += Counter(shape for items in self._between.values() for shape in {shape for shape, _ in items})
        self.odd = {one for one, count in counts.items() if count == 1 and not any(map(str.isalnum, written([one])))}
        self.usual |= {one for one in self.odd if "inset" in str(one[1:])}
        self.usual = self.usual if self.first is None else self.first.usual

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.lattice.height, self.lattice.width

    @property
    def boxes(self) -> Mapping[Cell, Box]:
        """Where each cell is drawn."""
        return self.lattice.boxes

    def spot(self, place: tuple[float, float]) -> tuple[float, float]:
        """Return where a place of the doubled board is drawn."""
        (left, top, *_), (across, down) = self.lattice.span, self.lattice.pitch
        return left + across * (place[1] - 1) / 2, top + down * (place[0] - 1) / 2

    def is_covered(self, cell: Cell) -> bool:
        """Return whether the pointer would hit something else than a cell that is in view."""
        number = self.lattice.cells[cell]
        hit = self.elements[number].hit
        return hit is not None and (hit < 0 or number not in ancestors(hit, self.elements))

    def is_locked(self, cell: Cell) -> bool:
        """Return whether a cell takes no press: it is disabled, or the pointer would only hit what is around it."""
        number = self.lattice.cells[cell]
        hits_around = self.is_covered(cell) and self.elements[number].hit in [*ancestors(number, self.elements)]
        return hits_around or self.cells[cell].disabled

    def has_focus(self, cell: Cell) -> bool:
        """Return whether a cell, something in it or around it has the focus, or a field outside of all cells."""
        cells, focused = self.lattice.cells, [at for at, element in enumerate(self.elements) if element.focused]
        at = next((number for number in focused if self.elements[number].tag not in {"html", "body"}), -1)
        around = {*ancestors(at, self.elements)}
        is_field = self.elements[at].tag in {"input", "textarea"} and around.isdisjoint(cells.values())
        return at >= 0 and (is_field or at in ancestors(cells[cell], self.elements) or cells[cell] in around)

    @cached_property
    def keys(self) -> dict[int, int]:
        """Return the element of each key of a pad of digits outside the board, at first none if it is not complete."""
        holders = (ancestors(number, self.elements) for number in self.lattice.cells.values())
        outside = {*range(len(self.elements))}.difference(*self.inside.values(), *holders)
        known = () if self.first is None else self.first.keys.keys()
        return self._pad(outside, known) or self._pad(outside, known, "is_painted")

    @cached_property
    def pad(self) -> dict[int, int]:
        """Return the keys, but none where they may be clues, as they are a few painted digits."""
        is_sure = len(self.keys) >= 9 or any(self.elements[key].acts for key in self.keys.values())
        return self.keys if is_sure else {}

    def _pad(self, places: Collection[int], known: Collection[int] = (), told: str = "acts") -> dict[int, int]:
        """Return the keys of a pad whose digits are among some elements, if these are told as keys, or are painted."""
        # A key whose digit is used up may not act, or be gone.
        alike = {(element.tag, element.parent) for element in self.elements if getattr(element, told)}
        written = defaultdict[int, list[tuple[float, str]]](list)
        for number, element in enumerate(self.elements):
            around = [(own, self.elements[own]) for own in (number, element.parent) if own in places]
            outer = next((own for own, key in around if (key.tag, key.parent) in alike and key.box), None)
            if outer is not None and number in places and element.text:
                written[outer].append((element.size, element.text))
        # A smaller one of two texts on a key counts what is left; clues that can be pressed say one several times.
        said = [(outer, *max(own, key=itemgetter(0))) for outer, own in written.items()]
        numbers = ((size, int(text), outer) for outer, size, text in said if text.isdecimal())
        found = [each for each in numbers if (0 if told == "acts" else 1) <= each[1] < 100]
        # What is painted may also be a clock, or a smaller pad for notes; a field may hold the puzzle's number.
        for least, tag in sorted({(size, self.elements[outer].tag) for size, _, outer in found}, reverse=True):
            like = sorted(each for each in found if self.elements[each[2]].tag == tag)
            largest = {digit: size if told == "acts" else least for size, digit, _ in like}  # Others count hints.
            keys = sorted((digit, outer) for size, digit, outer in like if size == largest[digit])
            digits = [digit for digit, _ in keys]
            is_whole = digits == [0, 1] or (len(keys) >= FEWEST and digits == [*range(digits[0] > 0, 1 + digits[-1])])
            if is_whole or (len({*digits}) == len(digits) and known and {*digits} <= {*known}):
                return dict(keys)
        return {}

    @cached_property
    def signs(self) -> dict[Edge, CellDrawing]:
        """Return the signs on the middles of borders."""
        drawn = {edge: _drawing(items, self.odd & self.usual) for edge, items in self._between.items()}
        lines = {(), (("box", "flat"),), (("box", "tall"),), (("ring", True),), (("ring", False),)}
        return {edge: drawing for edge, drawing in drawn.items() if drawing.shapes not in lines}

    @cached_property
    def cells(self) -> dict[Cell, Look]:
        """Return the look of each cell."""
        return {cell: self._look(cell) for cell in self.lattice.cells}

    def _look(self, cell: Cell) -> Look:
        numbers = self.inside.get(cell, [])
        items = self._items.get(cell, [])
        ground, clue, vague = WHITE, None, False
        names, disabled = set[str](), any(self.elements[number].disabled for number in numbers)
        for outer in reversed([*ancestors(self.lattice.cells[cell], self.elements)]):
            ground = colour_of(self.elements[outer].ground, ground)
        for number in sorted(numbers):
            element = self.elements[number]
            names.update(name for name in element.names if not name.startswith(("id=", "aria-describedby=")))
            if self._fills(number, cell):
                if number != self.lattice.cells[cell]:
                    ground = colour_of(element.ground, ground)
            elif (element.ground or any(element.borders)) and element.drawn[:4] in {"", "rect"} and element.box:
                tells = self.usual.isdisjoint(shape for shape, _ in self._items_of(number, cell))
                vague = vague or any(element.dashed) or clue is not None
                if tells and (clue is None or element.box[2] * element.box[3] > clue[2] * clue[3]):
                    clue = element.box
        drawing, said = _drawing(items, self.usual), self.elements[self.lattice.cells[cell]].names
        if not drawing.text and (label := next(filter(None, map(NUMBER_LABEL.fullmatch, said)), None)):
            drawing = drawing._replace(text=label[1])  # A digit that is drawn is no text, but for those who hear it.
        return Look(drawing, ground, disabled, clue, vague, frozenset(names))

    def _fills(self, number: int, cell: Cell) -> bool:
        element, outer = self.elements[number], self.lattice.boxes[cell]
        if element.box is None or element.radius >= ROUND or element.drawn.startswith(ROUND_SHAPES):
            return False
        sides = map(min, outer[2:], self.lattice.pitch)  # Cells may overlap by their borders.
        return all(own >= FULL * side for own, side in zip(element.box[2:], sides, strict=True))

    def _items_in(self, numbers: Sequence[int], cell: Cell | None) -> list[Item]:
        """Return the items that elements show in a cell or on a border, apart from grounds that fill the cell."""
        return [item for number in numbers for item in self._items_of(number, cell)]

    def _items_of(self, number: int, cell: Cell | None) -> Iterator[Item]:
        element = self.elements[number]
        if element.box is None or max(element.box[2:]) < TINY:
            return
        if element.text and (cell is None or not self._is_note(element, cell)):
            yield ("text", _plain(element.text)), (colour_of(element.ink, BLACK),)
        if element.source:
            yield ("picture", element.source), ()
        if element.image:
            yield ("image", element.image), ()
        # Any other shadow is cast by the cell, or by the board, unless nothing but a shadow is there, as of a moon.
        if cell is not None and ("inset" in element.shadow or (element.shadow and not element.ground)):
            yield ("shadow", element.shadow), ()
        if cell is not None and (self._fills(number, cell) or (element.text and self._is_note(element, cell))):
            return
        if element.drawn:
            paints = tuple(colour_of(text) for text in (element.ground, element.ink) if text)
            yield ("shape", element.drawn, bool(element.ground), _form(element.box)), paints
        elif element.ground:
            yield ("disc" if element.radius >= ROUND else "box", _form(element.box)), (colour_of(element.ground),)
        elif any(element.borders):
            yield ("ring", element.radius >= ROUND), tuple(dict.fromkeys(map(colour_of, element.inks)))

    def _is_note(self, element: SeenElement, cell: Cell) -> bool:
        """Return whether a text is tiny, or small and in the corner of its cell, or was at first, before lines grew."""
        pitch, middle = self.lattice.pitch, centre(self.lattice.boxes[cell])
        left, top, width, height = element.at or element.box or self.lattice.boxes[cell]
        if self.first is not None and (cell, element.text, element.size, left < middle[0]) in self.first.notes:
            return True
        at = left + min(width, height) / 2, top + height / 2  # its first letter, however wide it is
        right, down = ((own - inner) / step for own, inner, step in zip(at, middle, pitch, strict=True))
        is_label = element.ground and element.box and element.box[3] < pitch[1] / 2  # It has a margin of its own.
        last = right + (width - min(width, height)) / pitch[0]
        is_corner = down < -CORNER and (right < (0 if is_label else -CORNER) or last > CORNER)
        is_middle = max(abs(right), abs(down)) < CORNER
        return not is_middle and element.size < (LETTER * pitch[1] if is_corner else min(NOTE * pitch[1], READABLE))

    @cached_property
    def notes(self) -> list[tuple[Cell, str, float, bool]]:
        """Return each small text of a cell, the size of its letters, and whether it begins in the cell's left half."""
        every = ((cell, self.elements[number]) for cell, numbers in sorted(self.inside.items()) for number in numbers)
        found = [(at, one, one.at or one.box or (inf,)) for at, one in every if one.text and self._is_note(one, at)]
        return [(at, one.text, one.size, box[0] < centre(self.boxes[at])[0]) for at, one, box in found]

    @property
    def corners(self) -> dict[Cell, str]:
        """Return the text in the corner of each cell that has one, none where these only count the cells, or point."""
        found = {cell: text for cell, text, *_ in self.notes}
        is_cursor = len(found) == 1 and not any(map(str.isalnum, "".join(found.values())))
        is_count = found.keys() == self.lattice.cells.keys() and counts_lines([*found.values()])
        return {} if is_cursor or is_count else found

    @cached_property
    def lines(self) -> dict[Edge, tuple[float, bool, float]]:
        """Return how thick the line on each border is, in px, whether it is dashed, and how far from its ground."""
        pitch, cells = self.lattice.pitch, self.lattice.cells
        # Round cells may have walls, but borders that are all alike are rings.
        full = FULL if any(one.radius >= ROUND and len({*one.borders}) > 1 for one in self.elements) else inf
        found = {(cell, other): (0.0, True, 0.0) for cell in cells for other in cell.neighbours() if other in cells}
        # A ring of a colour that nothing else has, and as thick as any border, is a cursor.
        inks = Counter(ink for one in self.elements for ink in {*one.inks})
        most = max(width for number in cells.values() for width in self.elements[number].borders)
        seen = (one for one in self.elements if min(one.borders) < most or [inks[ink] for ink in {*one.inks}] != [1])
        for middle, size, dashed, ink in (bar for element in seen for bar in _bars(element, *pitch, full)):
            place = self.lattice.place(middle)
            along = int(size[1] > size[0])
            across, half = 1 - along, size[along] / 2 / pitch[along]
            line = round(place[across] - 0.5)
            if abs(place[across] - 0.5 - line) > BESIDE:
                continue
            for at in range(max(0, round(place[along] - half + 0.2)), round(place[along] + half - 0.2) + 1):
                cell = Cell(at, line) if along else Cell(line, at)
                edge = cell, cell.neighbours()[across]
                if edge in found:
                    (width, is_dashed, away), ground = found[edge], self.cells[cell].ground
                    away = max(away, distance(colour_of(ink, ground), ground))
                    found[edge] = width + min(size), is_dashed and dashed, away
        return found

    @cached_property
    def thick(self) -> frozenset[Edge]:
        """Return the borders with a line that is clearly thicker than the thinnest ones."""
        usual = sorted(width for width, *_ in self.lines.values())[4]  # A ring has four.
        return frozenset(edge for edge, (width, *_) in self.lines.items() if width >= THICK * usual + 0.5)

    @cached_property
    def dark(self) -> set[Edge]:
        """Return the borders whose lines differ much more from their grounds than most do."""
        (usual, _), *_ = Counter(round(away) for *_, away in self.lines.values()).most_common(1)
        return {edge for edge, (*_, away) in self.lines.items() if away > 2 * usual + MIN_DARKER}

    @cached_property
    def grounds(self) -> dict[Cell, int]:
        """The number of each cell's ground."""
        numbers = {ground: at for at, ground in enumerate(dict.fromkeys(look.ground for look in self.cells.values()))}
        return {cell: numbers[look.ground] for cell, look in self.cells.items()}

    def connected_regions(self, are_joined: Callable[[Cell, Cell], bool]) -> dict[Cell, int]:
        """Return the number of each cell's connected region; `are_joined` tells whether two neighbours share one."""

        def near(cell: Cell) -> list[Cell]:
            others = [other for other in cell.around() if other in self.lattice.cells]
            return [other for other in others if are_joined(min(cell, other), max(cell, other))]

        return grouped(self.lattice.cells, near)

    @cached_property
    def rims(self) -> dict[tuple[int, bool], list[list[str]]]:
        """Return the numbers on each side, for each row or column those in reading order.

        The keys are 0 for columns and 1 for rows, and whether the side is the one below or to the right. Numbers that
        only count the lines are left out.
        """
        rims: dict[tuple[int, bool], list[list[str]]] = {}
        for key, lines in self.beside.items():
            texts = [[self._number_in(number) for number in line] for line in lines]
            rims[key] = [[] for _ in lines] if counts_lines([" ".join(line) for line in texts]) else texts
        return rims

    @cached_property
    def beside(self) -> dict[tuple[int, bool], list[list[int]]]:
        """Return the elements of the numbers on each side, by the same keys and in the same order."""
        pitch, size = self.lattice.pitch, (self.lattice.width, self.lattice.height)
        found: dict[tuple[int, bool], list[list[int]]] = {
            (axis, after): [[] for _ in range(size[axis])] for axis in (0, 1) for after in (False, True)
        }
        within = {number for numbers in self.inside.values() for number in numbers}
        keys = {*self.pad.values()}
        for number, element in enumerate(self.elements):
            is_field = element.tag in {"input", "select", "textarea"} and not element.disabled
            if is_field or not keys.isdisjoint((number, element.parent)):
                continue
            own = element.at or element.box
            if number in within or own is None or not NUMBERS.fullmatch(self._number_in(number)):
                continue
            beside = [self.elements[part].text for part in self._written[element.parent] if part != number]
            if WORD.search(self.elements[element.parent].text) or (len(beside) == 1 and WORD.search(beside[0])):
                continue  # It is part of a sentence, or has a label, such as "Solved", so it is no clue.
            for axis, place in enumerate(self.lattice.place(centre(own))):
                before, after = (self._away(centre(own), axis, is_after=is_after) for is_after in (False, True))
                if 0 <= round(place) < size[axis] and 0 < max(before, after) < FARTHEST * pitch[1 - axis]:
                    found[axis, after > 0][round(place)].append(number)
        for axis in (0, 1):
            sides = (axis, False), (axis, True)
            held = self._held([*map(add, *map(found.__getitem__, sides))])
            found |= {key: [self._in_order(held.intersection(line), axis) for line in found[key]] for key in sides}
        return found

    def _held(self, lines: Sequence[list[int]]) -> set[int]:
        """Return the numbers in the smallest element with the board that holds some of half of the lines, else all."""
        for outer in ancestors(self.lattice.cells[Cell(0, 0)], self.elements):
            held = [{number for number in line if outer in ancestors(number, self.elements)} for line in lines]
            if 2 * sum(map(bool, held)) >= len(lines):
                return set.union(*held)
        return {number for line in lines for number in line}

    def _away(self, point: tuple[float, float], axis: int, *, is_after: bool) -> float:
        """Return how far a point is from the board, above or below its columns, or beside its rows."""
        box, at = self.lattice.box, point[1 - axis]
        return at - box[1 - axis] - box[3 - axis] if is_after else box[1 - axis] - at

    def _in_order(self, numbers: Iterable[int], axis: int) -> list[int]:
        """Return the numbers of one line in reading order, which in a column is from above."""
        own = ((number, self.elements[number]) for number in numbers)
        places = {number: centre(one.at or one.box or self.lattice.box) for number, one in own}
        return sorted(places, key=lambda number: places[number][:: 1 if axis else -1])

    @cached_property
    def _written(self) -> dict[int, list[int]]:
        """The elements with a text in each element."""
        found = defaultdict[int, list[int]](list)
        for number, element in enumerate(self.elements):
            if element.text:
                found[element.parent].append(number)
        return found

    def _number_in(self, number: int) -> str:
        return _plain(self.elements[number].text) or number_in(self.elements[number].source)


def _drawing(items: Iterable[Item], without: Collection[Shape]) -> CellDrawing:
    """Return the drawing that some items make up, without certain shapes."""
    found = [item for item in items if item[0] not in without]
    shapes = tuple(shape for shape, _ in found)
    return CellDrawing(shapes, tuple(colour for _, colours in found for colour in colours), written(shapes))


def written(shapes: Iterable[Shape]) -> str:
    """Return the text that shapes hold, or the number in the name of a picture's file."""
    read: Mapping[str, Callable[[str], str]] = {"text": str, "picture": number_in}
    return " ".join(filter(None, (read[str(shape[0])](str(shape[1])) for shape in shapes if shape[0] in read)))


def number_in(name: str) -> str:
    """Return the number at the end of a picture's name."""
    return "".join(re.findall(r"(?<![\d.])\d{1,2}(?=\.\w+$)", name.rstrip("\"')"), re.IGNORECASE))


def counts_lines(line: Sequence[str]) -> bool:
    """Return whether a line is 1, 2, 3 …, A, B, C … or, if long, 0, 1, 2 … either way, perhaps between blanks."""
    words = [text for text in line if text]
    counts = [[str(first + at) for at in range(len(words))] for first in (1, 0)[: 1 + (len(words) > FEWEST)]]
    counts.append([chr(ord("A") + at) for at in range(len(words))])
    return all(line[1:-1]) and len(words) >= FEWEST and any(words[::way] in counts for way in (1, -1))


def _edge_at(x: float, y: float) -> Edge | None:
    """Return the border whose middle is near a point, which is given in cells from the middle of the first."""
    for down, right in ((0, 1), (1, 0)):
        row, col = y - down / 2, x - right / 2
        if max(abs(row - round(row)), abs(col - round(col))) <= BESIDE:
            return Cell(round(row), round(col)), Cell(round(row) + down, round(col) + right)
    return None


def _bars(
    element: SeenElement, across: float, down: float, full: float
) -> Iterator[tuple[tuple[float, float], tuple[float, float], bool, str]]:
    """Yield the middle, size and colour of each line, and if it is dashed: the element itself if thin, or its sides."""
    if element.box is None:
        return
    left, top, width, height = element.box
    (x, y), (least, most) = centre(element.box), sorted((width / across, height / down))
    if (element.ground or element.drawn) and least <= THIN and most >= LONG:
        yield (x, y), (max(width, element.stroke), max(height, element.stroke)), False, element.ground or element.ink
    if least >= (LONG if element.radius < ROUND else full):
        above, right, below, before = element.borders
        middles = [(x, top + above / 2), (left + width - right / 2, y)]
        middles += [(x, top + height - below / 2), (left + before / 2, y)]
        sizes = (width, above), (right, height), (width, below), (before, height)
        sides = zip(middles, sizes, element.dashed or (False,) * 4, element.inks or ("",) * 4, strict=True)
        yield from (side for side in sides if all(side[1]))


def _form(box: Box) -> str:
    return "flat" if box[2] > 2 * box[3] else "tall" if box[3] > 2 * box[2] else "even"


def _plain(text: str) -> str:
    """Return a text without what selects its style; of how many there are and how many are wanted, the latter."""
    plain = re.sub("[\ufe0e\ufe0f\u20e3]", "", unicodedata.normalize("NFC", text)).replace("\U0001f51f", "10").strip()
    return re.sub(r"^(?:\d+ ?)?(?:/|of) ?(\d+)$", r"\1", plain)
