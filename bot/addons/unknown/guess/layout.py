"""The layout of a board that was guessed, and how it is entered: what comes up meanwhile is learned."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from itertools import filterfalse, pairwise, starmap
from typing import TYPE_CHECKING, Any

import msgspec

from bot.addons.unknown.guess.find import Lattice, SeenElement, centre, contains, find, seen_of, standing
from bot.addons.unknown.guess.looks import CROSSES, DRAWN_CROSS, Look, Looks, distance, written
from bot.addons.unknown.guess.scheme import Scheme, clicks, is_ground, key_in, nearest, shade_of, without_feedback
from bot.addons.unknown.pixels.eye import Strip
from scrapers._ask import DOM
from scrapers._errors import ReadError
from scrapers._reading.board import cache_last
from scrapers._reading.layout import EntryOn, StatedLayout
from scrapers._reading.moves import along, path_moves, rectangle_moves
from scrapers._reading.statements import Facts, Statement
from scrapers._site import GUESSED, Click, Drag, Keys, MouseButton, Move, Point, Snapshot
from solvers import Cell, Grid, Puzzle

if TYPE_CHECKING:
    from bot.addons.unknown.guess.hypotheses import Hypothesis
    from bot.addons.unknown.pixels.eye import StripPlace

MAX_SCALE = 1.5
"""How much larger or smaller a board may become that is still the same one, and no example of it."""
UNKNOWN, LEARNED = 99_999, 100_000
"""The number of a look that nothing is known of, and of the first one that came up while a cell was tried."""
NOTE_WORDS = frozenset({"cross", "dot", "flag", "mark", "marked", "marker", "note", "x"})
"""Words in markup for what is no mark of a solution but a note that there is none."""
ERASERS = frozenset({"×", "✕", "✖", "❌", "⌫", "x", "c", "erase", "clear", "delete"})
"""What the key of a keypad says that takes a digit back."""
LOOK = f"({files(__package__).joinpath('look.js').read_text(encoding='utf-8')})({DOM})"


@dataclass(frozen=True, kw_only=True)
class SeenLayout(StatedLayout[Looks]):
    """The layout of a board that was guessed: its cells are found by what they look like."""

    entry: Learned
    MEASURE: str = LOOK

    @cache_last
    def look(self, snapshot: Snapshot) -> Looks:
        """Return the looks of the board that was guessed; raise `ReadError` if it is not there any more."""
        elements, size = seen_of(snapshot), self.entry.start.lattice
        if (part := like(size, elements)) is not None:
            strips = msgspec.convert(snapshot.state.get("strips", []), list[tuple[tuple[int, int], Strip]])
            return Looks(part, elements, self.entry.start, {Cell(*place): strip for place, strip in strips})
        raise ReadError(f"the board of {size.height}×{size.width} cells is not shown at {snapshot.url} any more")

    def is_shown(self, snapshot: Snapshot) -> bool:
        """Return whether a snapshot is that of the board."""
        with suppress(ReadError):
            return bool(self.look(snapshot))
        return False


def layout_of(entry: Learned, first: Snapshot) -> SeenLayout:
    """Return the layout of a board for which a hypothesis was accepted; `first` is the board as it was read."""
    hypothesis = entry.hypothesis

    def givens(_looks: Looks) -> Iterator[Statement]:
        """Say the givens by what is drawn there."""
        for cell in starmap(Cell, first.state.get("confirmed", ()) if entry.is_digits else ()):
            if cell in entry.given:
                yield Statement("givens", cell, "its picture", entry.given[cell])

    def confirms(facts: Facts, puzzle: Puzzle) -> dict[str, bool]:
        if hypothesis.told:
            return dict.fromkeys((clue.words for clue in puzzle.clues()), True)
        sure = [[cell] for cell, fact in facts.cells("givens") if fact.confirmed]
        return {clue.words: [*clue.cells] in sure for clue in puzzle.clues()}

    return SeenLayout(
        NAME=GUESSED,
        kind=type(hypothesis.puzzle),
        readers=(lambda _: hypothesis.says(), givens),
        puzzle=lambda _: hypothesis.puzzle,
        entry=entry,
        words={"drawing": lambda drawn: "nothing" if drawn is None else str(drawn)},
        confirms=confirms,
    )


@dataclass
class Learned(EntryOn[Looks]):
    """How a guessed board is entered; it learns the looks that come up while the solution is entered."""

    hypothesis: Hypothesis
    means: dict[int, Hashable] = field(default_factory=dict)
    """The look that is taken for each value of the solution."""
    way: str = "click"
    """How a mark is entered: `click`, `pad`, `pad first` (a key before its cell), `pad anew` (a given first),
    `pad drag`, or `keys`; what is drawn also by `drag`, a path in one go (`stroke`) or from number to number (`legs`),
    a rectangle by a press on its clue and on its cells (`pick`)."""
    came_up: list[tuple[Hashable, Look]] = field(default_factory=list)
    """The looks that the tried cell has shown, in order, each with its key."""
    order: dict[Hashable, Look] = field(default_factory=dict)
    """The looks that come up as a cell is clicked, from blank on, by their keys; nothing if they are not known."""
    otherwise: dict[Hashable, MouseButton] = field(default_factory=dict)
    """The looks that come up in another way alone, each with that way."""

    def __post_init__(self) -> None:
        """Remember how the clues look."""
        self.start = self.hypothesis.looks
        puzzle, scheme = self.hypothesis.puzzle, self.hypothesis.scheme
        self.is_path = puzzle.PATHS
        self.is_cover = puzzle.COVERS
        self.is_drawn = self.is_path or self.is_cover
        self.is_digits = not self.is_drawn and set(puzzle.MARKS) != {0, 1}
        self.numbers = {} if puzzle.given_marks is None else dict(puzzle.given_marks.marked())
        self.given = {} if self.is_path else self.numbers  # A path leads through them.
        self.means |= {value: key for key, value in scheme.marks.items() if value is not None}
        self.blank: Hashable = next((key for key, value in scheme.marks.items() if value is None), ())
        # Whether each cell must be marked, as 0 is a mark like 1 and no cross.
        symbol = puzzle.LOOKS.get(0, ("x", ""))[0]
        self.needs_both = {*puzzle.MARKS} == {0, 1} and not self.is_path and symbol not in CROSSES
        self.ways = ["click", "keys", "drag", "legs"] if self.is_path else ["drag", "ends", "pick"]
        self.way = self.ways[0] if self.is_drawn else self.way
        texts = {mark: written(getattr(key, "shapes", key)) for key, mark in scheme.marks.items()}  # type: ignore[arg-type]
        self.is_written = self.is_digits or (texts.get(0), texts.get(1)) == ("0", "1")  # Keys may write these.

    def begin(self, looks: Looks) -> None:
        """Take what the board looks like before the first input for blank: its page may have faded in until then."""
        self.start = Looks(looks.lattice, looks.elements)
        self.blank = next(iter(Scheme.plain(self.start).marks))

    def strips(self, _looks: Looks) -> Iterable[tuple[Cell, StripPlace]]:
        """Return each place of the doubled board where something may be drawn, and the strip where it is looked at."""
        return ()

    def cells_of(self, place: Cell) -> list[Cell]:
        """Return the cells that a mark stands in, or between."""
        return [place]

    def press_on(self, place: Cell, looks: Looks, leaves: frozenset[int | None] = frozenset()) -> Move:
        """Return the press that changes a mark."""
        return Click(centre(looks.boxes[place]), {place: leaves})

    def reads(self, looks: Looks) -> Iterator[Statement]:
        """Say the drawing of each clue, and where signs are, as they were at first and as they are now."""
        for source, shown in (("its first look", self.start), ("its look", looks)):
            for cell in filterfalse(self.is_open, looks.cells):
                yield Statement("drawing", cell, source, self._clue(cell, shown))
            for edge in {**self.start.signs, **looks.signs}:
                yield Statement("drawing", edge, source, "a sign" if edge in shown.signs else None)

    def is_open(self, cell: Cell) -> bool:
        """Return whether a cell takes a mark: it is no given, and no clue of a board whose clues all stay unmarked."""
        return cell not in self.given and cell not in self._clues

    @cached_property
    def _clues(self) -> frozenset[Cell]:
        """The cells that the rules leave unmarked, those of trees, and all with a text if none of these is marked."""
        solution, trees = self.hypothesis.solution, getattr(self.hypothesis.puzzle, "trees", None)
        texts = {at for at, look in self.start.cells.items() if look.drawing.text and at not in self.given}
        if solution is None or (self.is_drawn and not self.is_cover):
            return frozenset(texts)
        clues = {cell for cell in solution.cells() if solution[cell] is None}
        clues |= {cell for cell, _ in trees.marked()} if isinstance(trees, Grid) else set()
        return frozenset(clues if self.needs_both or any(solution[cell] for cell in texts) else clues | texts)

    def _clue(self, cell: Cell, looks: Looks) -> Hashable:
        """Return the text of a cell, or its shapes if it had no text at first."""
        drawing = looks.cells[cell].drawing
        return drawing.text if self.start.cells[cell].drawing.text else drawing.shapes

    def key(self, cell: Cell, looks: Looks) -> Hashable:
        """Return the key of a cell's look: its key in the scheme, or the change since the beginning."""
        look, before, scheme = looks.cells[cell], self.start.cells[cell], self.hypothesis.scheme
        if self.is_digits:
            # The text of a clue beside it may reach into a cell.
            text, clue = look.drawing.text, before.drawing.text
            return text.removeprefix(f"{clue} ") if clue and self.is_open(cell) else text
        if self.order and self.is_open(cell):
            known = key_in(self.order, look, before if scheme.value(before) is None else None)
            if known is not None:
                return known
        if len(scheme.marks) > 1:
            key = scheme.key(look)
            if scheme.within is None and scheme.value(before) is None and look.drawing.shapes == before.drawing.shapes:
                key = ("ground", look.ground) if look.ground != before.ground else key
            return key
        drawn = tuple(shape for shape in look.drawing.shapes if shape not in before.drawing.shapes)
        if drawn and (look.ground == before.ground or {shape[0] for shape in drawn} != {"shadow"}):
            return "drawn", drawn
        return ("ground", look.ground) if look.ground != before.ground else self.blank

    @property
    def known(self) -> set[Hashable]:
        """The looks that mean something, or have come up."""
        return {self.blank, *self.means.values(), *dict(self.came_up)}

    @property
    def toggles(self) -> bool:
        """Whether clicks lead back to the first mark of a cell, so that the look between is blank, too."""
        keys = [key for key, _ in self.came_up]
        return not self.needs_both and keys[3:] == keys[1:2] != []

    def follow(self) -> None:
        """Keep in which order looks came up as a cell was clicked, if it was blank at first."""
        order = dict(self.came_up) | dict(self.came_up[:1])  # It was blank at first, and may be selected now.
        if next(iter(order)) == self.blank and len(order) > 1:
            self.order = without_feedback(order)

    def likeness(self, look: Hashable, value: int) -> float:
        """Return a score for a look being a mark, by names and colours of given ones, the mark's name, and its form."""
        value_of, came_up, cells = self.hypothesis.scheme.value, dict(self.came_up), self.start.cells.values()
        if (shown := came_up.get(look)) is None:
            return 0.0
        own = [{value_of(one) for one in cells if name in one.names} for name in shown.names]
        known: dict[Hashable, Any] = {value_of(one): one.drawing.colours for one in cells}
        is_near = len({*known.values()}) > len(self.means) > 1 and nearest(shown.drawing.colours, known) == value
        blank = came_up.get(self.blank, shown)
        words = r"\b(?!mark)[a-z]+" if is_ground(look) else "[a-z]+"  # A ground that is "marked" may be filled.
        said = {word for name in shown.names - blank.names for word in re.findall(words, name.lower())}
        is_named = not said.isdisjoint(self.hypothesis.puzzle.MARKS.get(value, "").split()[-1:])
        score = own.count({value}) + is_near + is_named - (not is_named and not said.isdisjoint(NOTE_WORDS)) / 2
        if is_ground(look):  # A cell that is to be filled is, but a piece is drawn.
            # Of two grounds, the one that comes first or differs more from a blank cell is the mark, on dark pages too.
            is_first = look == self.came_up[1][0] and not self.needs_both
            away = distance(shown.ground, blank.ground) / 2000 + 0.1 * is_first
            score += 0.1 + away if self.hypothesis.puzzle.LOOKS.get(value, ("",))[0] == "■" else -0.5
        # A cross is often paler than a piece, which only tells what is tried first.
        inks = [distance(ink, shown.ground) for ink in shown.drawing.colours]
        drawn = " ".join(str(shape[1]) for shape in shown.drawing.shapes if shape not in blank.drawing.shapes)
        is_cross = {*shown.drawing.text} & CROSSES or re.fullmatch(DRAWN_CROSS, drawn)
        return score - (0.5 if is_cross else 0) + max(inks, default=0.0) / 1e6

    def marks(self, looks: Looks) -> Grid:
        """Return the mark in each cell; a look that means nothing yet has a number of its own."""
        if self.is_path:
            values = self._path_cells(looks)
        elif self.is_cover:
            values = self._rectangles(looks)
        else:
            values = {cell: self._mark(cell, looks) for cell in looks.cells}
        return Grid.make(looks.lattice.height, looks.lattice.width, values.get)

    def _mark(self, cell: Cell, looks: Looks) -> int | None:
        if cell in self.given:
            return self.given[cell]
        key = self.key(cell, looks)
        if self.is_digits:
            return int(key) if isinstance(key, str) and key.isdecimal() else None
        return self._value(key)

    def _value(self, key: Hashable) -> int | None:
        """Return the mark that a look means."""
        values = {look: value for value, look in self.means.items()}
        numbers = {look: LEARNED + at for at, look in enumerate(dict(self.came_up))}
        other = 0 if not self.needs_both and 1 in self.means else numbers.get(key, UNKNOWN)
        return None if key == self.blank else values.get(key, other)

    def _path_cells(self, looks: Looks) -> dict[Cell, int | None]:
        """Return 1 for each cell of the path: the first, and each that has changed, as its head may look otherwise."""
        before = self.start.cells
        first = min(self.numbers, key=self.numbers.__getitem__, default=Cell(0, 0))
        stood = {cell for cell, look in before.items() if look.ground == before[first].ground}
        beside = {at for at in stood - self.numbers.keys() if abs(at.row - first.row) + abs(at.col - first.col) == 1}
        if stood < before.keys() and beside:  # A path stood there already.
            return {cell: 1 for cell, look in looks.cells.items() if look.ground == looks.cells[first].ground}
        changed = {cell for cell, look in looks.cells.items() if shade_of(look) != shade_of(before[cell])}
        path = [] if self.hypothesis.solution is None else along(self.hypothesis.solution)
        done = 1 + max((at for at, cell in enumerate(path) if cell in changed), default=0) + (self.way == "legs")
        changed |= self.numbers.keys() & path[:done]  # A number may look the same on a path that leads through it.
        return dict.fromkeys({first} | changed, 1)

    def _rectangles(self, looks: Looks) -> dict[Cell, int | None]:
        """Return the number of each rectangle of the solution that something new lies over, or that has one colour.

        A clue may have the colour of its rectangle from the first, unless several have it.
        """
        before, laid = Counter(element.box for element in self.start.elements), list[set[Cell]]()
        for element in looks.elements:
            before[element.box] -= 1
            if element.box is not None and before[element.box] < 0 and element.is_painted:
                boxes = looks.lattice.boxes.items()
                laid.append({cell for cell, box in boxes if contains(element.box, centre(box))})
        clues = [self.start.cells[patch.cell].ground for patch in self.hypothesis.puzzle.patches]  # type: ignore[attr-defined]
        blank, most = Counter(clues).most_common(1)[0]
        wanted, values = defaultdict[int, set[Cell]](set), dict[Cell, int | None]()
        for cell, number in self.hypothesis.solution.marked() if self.hypothesis.solution is not None else ():
            wanted[number].add(cell)
        for number, cells in wanted.items():
            grounds = {looks.cells[cell].ground for cell in cells}
            if cells in laid or (len(grounds) == 1 and not (most > 1 and blank in grounds)):
                values |= dict.fromkeys(cells, number)
        return values

    def left_wrong(self, looks: Looks, solution: Grid) -> list[Cell]:
        """Return the cells that show neither their marks nor their first looks."""
        shown = {cell: self.key(cell, looks) for cell in self._wrong(self.marks(looks), solution)}
        marked = {cell: key for cell, key in shown.items() if key not in {self.key(cell, self.start), self.blank}}
        known, by_ground = self.known, self.is_cover or any(map(is_ground, self.means.values()))
        return [at for at, key in marked.items() if by_ground or key in known or not is_ground(key)]  # else a highlight

    def wanted(self, solution: Grid) -> dict[Cell, int]:
        """Return the marks to enter; those that need not be are left out."""
        return {
            cell: mark
            for cell, mark in solution.marked()
            if self.is_open(cell) and (mark or self.needs_both or self.is_digits)
        }

    def shows_no_other(self, snapshot: Snapshot, solution: Grid) -> bool:
        """Return whether a line's worth of cells are seen, and none shows another clue or mark than it should.

        What no input has ever left in a cell is none, as a star for success; nor is a cell that something replaces.
        """
        lattice = like(self.start.lattice, seen_of(snapshot), whole=False)
        if self.is_drawn or lattice is None:
            return False
        looks, wanted, seen = Looks(lattice, seen_of(snapshot), self.start), self.wanted(solution), 0
        for cell in looks.cells:
            key, is_covered = self.key(cell, looks), looks.is_covered(cell)
            if not self.is_open(cell):
                if self._clue(cell, looks) != self._clue(cell, self.start) and not is_covered:
                    return False
                continue
            is_right = self._fits(self._mark(cell, looks), wanted.get(cell))
            is_other = key in self.known or str(key).isdecimal()
            was, now = (own.elements[own.lattice.cells[cell]].is_painted for own in (self.start, looks))
            if is_other and not is_right and not (is_covered and was and not now):
                return False
            seen += is_right or not is_covered
        return seen >= lattice.width

    def is_repainted(self, looks: Looks, solution: Grid) -> bool:
        """Return whether each mark has looks of its own, and no wrong cell its first one, as in a picture of a win."""
        if self.is_drawn or self.is_digits:
            return False
        shown = {cell: shade_of(look) for cell, look in looks.cells.items() if self.is_open(cell)}
        pairs = {(shade, solution[cell] or None) for cell, shade in shown.items()}
        is_told = len({mark for _, mark in pairs}) > 1 and len(pairs) == len({*shown.values()})
        wrong = self._wrong(self.marks(looks), solution)
        return is_told and not any(shown[cell] == shade_of(self.start.cells[cell]) for cell in wrong)

    def is_blank(self, looks: Looks) -> bool:
        """Return whether a board that is to show several marks shows none, as the next one of a game."""
        solution, marks = self.hypothesis.solution, self.marks(looks).marked()
        return solution is not None and len(self.wanted(solution)) > 1 and {*dict(marks)} <= self.given.keys()

    def is_drawn_anew(self, looks: Looks) -> bool:
        """Return whether most cells look as none ever did, as at the end of a game."""
        new = [cell for cell in looks.cells if self.is_open(cell) and self.key(cell, looks) not in self.known]
        return not (self.is_drawn or self.is_digits) and 2 * len(new) > len(looks.cells)

    def _wrong(self, marks: Grid, solution: Grid) -> list[Cell]:
        """Return the cells that do not show the marks of a solution."""
        wanted = self.wanted(solution)
        return [
            cell for cell in solution.cells() if self.is_open(cell) and not self._fits(marks[cell], wanted.get(cell))
        ]

    def moves(self, looks: Looks, solution: Grid) -> Sequence[Move]:
        """Return the next inputs towards the solution."""
        marks = self.marks(looks)
        if self.is_path:
            return self._path_moves(looks, {cell for cell, _ in marks.marked()}, solution)
        if self.is_cover:
            return self._cover_moves(looks, marks, solution)
        wanted = self.wanted(solution)
        wrong = self._wrong(marks, solution)
        if self.is_digits:
            return self.digits(looks, {cell: wanted[cell] for cell in wrong if cell in wanted})
        ways = [self._clicks(cell, wanted.get(cell), looks, marks) for cell in wrong]
        # A page may forbid what breaks a rule, also on the way to a mark: what shows others meanwhile comes first.
        ways.sort(key=lambda way: sum(frozenset({None}) not in click.leaves.values() for click in way), reverse=True)
        return [click for clicks in ways for click in clicks]

    def _path_moves(self, looks: Looks, taken: Collection[Cell], solution: Grid) -> Sequence[Move]:
        """Return the inputs that draw what is missing of a path, from its start if a wrong one is drawn."""
        places = {cell: centre(box) for cell, box in looks.lattice.boxes.items()}
        if self.way == "keys":
            return path_moves(taken, solution, places.__getitem__)
        path = along(solution)
        done = len(taken) if {*taken} == {*path[: len(taken)]} else 1
        stops = self.numbers.keys() if self.way == "legs" else {path[0]}
        if self.way == "legs":
            done = max(at for at, cell in enumerate(path[:done], start=1) if cell in stops)
        rest = path if self.way == "stroke" and done < len(path) else path[done - 1 :]
        if self.way == "click":
            return [Click(places[cell], {cell: frozenset({1})}) for cell in rest[done > 1 :] if len(rest) > 1]
        ends = [at for at, cell in enumerate(rest) if not at or cell in stops or cell == path[-1]]
        legs = [rest[start : end + 1] for start, end in pairwise(ends)]
        return [Drag(tuple(places[cell] for cell in leg), dict.fromkeys(leg[1:], frozenset({1}))) for leg in legs]

    def _cover_moves(self, looks: Looks, marks: Grid, solution: Grid) -> Sequence[Move]:
        """Return the inputs that draw missing rectangles, from corner to corner, or by all cells, its clue first."""
        boxes, clues = looks.lattice.boxes, {patch.cell for patch in self.hypothesis.puzzle.patches}  # type: ignore[attr-defined]
        drags = [one for one in rectangle_moves(boxes, marks, solution) if isinstance(one, Drag)]

        def outward(cells: Collection[Cell]) -> list[Cell]:
            clue = next(cell for cell in cells if cell in clues)
            lacking = [at for at in cells if at == clue or looks.cells[at].ground != looks.cells[clue].ground]
            return sorted(lacking, key=lambda at: abs(at.row - clue.row) + abs(at.col - clue.col))

        if self.way == "ends":
            return [Click(one.through[0], one.leaves, then=one.through[-1]) for one in drags]
        if self.way == "pick":
            return [Click(centre(boxes[at]), one.leaves) for one in drags for at in outward(one.leaves)]
        return drags

    def trial(self, looks: Looks, solution: Grid) -> Sequence[Move]:
        """Return the inputs that draw a first part of a path, or one of several rectangles, in this way."""
        if self.is_cover:
            moves = sorted(self._cover_moves(looks, self.marks(self.start), solution), key=lambda one: len(one.leaves))
            return [one for one in moves if one.leaves == moves[-1].leaves] if len(moves) > 1 else []
        first, *others = self.moves(looks, solution)
        if self.way == "keys":
            return [Click(centre(looks.boxes[along(solution)[0]]), {}), first]
        if self.way == "drag" and isinstance(first, Drag):  # A path must also go on where it ends.
            steps = [*zip(pairwise(first.through), first.leaves.items(), strict=True)][:2]
            return [Drag(step, dict([left])) for step, left in steps]
        return [first, *others[: self.way in {"click", "legs"}]]

    def _clicks(self, cell: Cell, wanted: int | None, looks: Looks, marks: Grid) -> list[Move]:
        """Return the clicks that lead a cell to its mark; one if it is not known what comes up."""
        target = self.blank if wanted is None else self.means.get(wanted)
        if target in self.otherwise:
            return [Click(centre(looks.boxes[cell]), {cell: self._any_but(marks[cell])}, button=self.otherwise[target])]
        way = clicks(self.order, self.key(cell, looks), target)
        last = frozenset({wanted} if wanted is not None else {None, 0}) if way else self._any_but(marks[cell])
        left = [frozenset({self._value(look)}) for look in way[:-1]]
        return [self.press_on(cell, looks, leaves) for leaves in [*left, last]]

    def _any_but(self, mark: int | None) -> frozenset[int | None]:
        """Return the marks that a click may leave in a cell that shows one of them."""
        others = {*map(self._value, self.known), *([] if self.needs_both else [0])}
        return frozenset(others - {mark})

    def _fits(self, mark: int | None, wanted: int | None) -> bool:
        return mark == wanted or (wanted is None and mark != 1 and (not self.needs_both or mark is None))

    def pad(self, looks: Looks) -> dict[int, Point]:
        """Return the middle of each key of the keypad; 0 is the one beside them that erases, if there is any."""
        parents = {looks.elements[key].parent for key in looks.keys.values()}
        beside = (element for element in looks.elements if element.parent in parents)
        keys = [(0, element) for element in beside if element.text.lower() in ERASERS]
        keys += [(digit, looks.elements[key]) for digit, key in looks.keys.items()]
        return {digit: centre(element.box) for digit, element in keys if element.box}

    def digits(self, looks: Looks, wanted: Mapping[Cell, int]) -> list[Move]:
        """Return the inputs that enter a digit in each cell, or that erase it, for 0."""
        pad = self.pad(looks) if (has_pad := self.way.startswith("pad")) else {}
        moves: list[Move] = []
        if has_pad and wanted and pad.keys().isdisjoint(wanted.values()):
            raise ReadError("the keypad has no key for what is left to enter")
        for cell, digit in wanted.items():
            at, leaves = centre(looks.boxes[cell]), {cell: frozenset({digit})}
            if digit in pad:
                first, then = (at, pad[digit]) if self.way == "pad" else (pad[digit], at)
                moves += [Click(centre(looks.boxes[one]), leaves) for one in [*self.given][: self.way == "pad anew"]]
                moves.append(Drag((first, then), leaves) if "drag" in self.way else Click(first, leaves, then=then))
            elif self.way == "click":
                moves += self._count_up(cell, digit, looks)
            elif not has_pad:
                tags = {looks.elements[number].tag for number in (looks.lattice.cells[cell], *looks.inside[cell])}
                keys = (*["Escape"] * ("select" in tags), str(digit))  # It shuts the list of the cell.
                moves += [Click(at, leaves), Keys(keys, leaves)]
        return moves

    def _count_up(self, cell: Cell, digit: int, looks: Looks) -> list[Click]:
        """Return the clicks that lead a cell to a digit, each of which adds one; after the last digit comes none."""
        at, shown = centre(looks.boxes[cell]), looks.cells[cell].drawing.text
        first = int(shown) if shown.isdecimal() else 0
        solution = self.hypothesis.solution
        number = 1 + max(value for _, value in solution.marked()) if solution is not None else 10
        digits = [(first + step) % number for step in range(1, (digit - first) % number + 1)]
        return [Click(at, {cell: frozenset({value or None})}) for value in digits]


def like(size: Lattice, elements: Sequence[SeenElement], *, whole: bool = True) -> Lattice | None:
    """Return the board that matches one seen earlier, None if the page does not show it.

    What stands around a board may have moved all of it, and marks may have stretched some of its lines. Unless the
    `whole` board is to be seen, something may cover a part of it.
    """
    own = (size.height, size.width)
    found = find(elements, uneven=size.uneven)
    for lattice in found:
        shape, scale = (lattice.height, lattice.width), lattice.pitch[0] / size.pitch[0]
        if (lattice.broken and (whole or size.whole != own)) or not 1 / MAX_SCALE < scale < MAX_SCALE:
            continue
        if shape == size.whole != own:
            lines = (slice(kept.start, kept.stop, kept.step) for kept in (size.rows, size.cols))
            return lattice.part(*lines)
        if shape == own:
            return lattice
    kept, (height, width) = standing(size, elements), size.whole
    larger = [{*one.cells.values()} for one in found if one.height > height and one.width > width and not one.broken]
    return None if kept and any(map({*kept.cells.values()}.__lt__, larger)) else kept  # It is a part of another board.
