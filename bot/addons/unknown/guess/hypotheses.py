"""Hypotheses about what a board shows: each kind whose fields hold what was seen, and which look is which mark.

Each hypothesis is asked for two solutions. Lost clues are harmless, invented ones are not: a hypothesis that leaves
something unexplained counts only if the kind is known.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from functools import partial
from itertools import product
from math import inf
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from bot.addons.unknown.guess import clues
from bot.addons.unknown.guess.clues import SIDES, Option
from bot.addons.unknown.guess.find import FEWEST, Lattice, SeenElement, centre, contains, find, seen_of
from bot.addons.unknown.guess.looks import BESIDE, NUMBERS, Looks, counts_lines, written
from bot.addons.unknown.guess.scheme import Scheme
from bot.addons.unknown.pixels.eye import MIN_SIDE
from bot.errors import listed
from scrapers._errors import ReadError
from scrapers._puzzle_team.layout import TASK, TeamLayout, inline_of
from scrapers._reading.board import Board
from scrapers._reading.places import Located
from scrapers._reading.statements import BLACK, BOARD, WHITE, Facts, Statement, everywhere, settle
from solvers import BadPuzzle, Cell, GaveUp, Grid, Puzzle, solutions

if TYPE_CHECKING:
    from scrapers._site import Layout, Snapshot

STATED = frozenset({"number", "across", "down", "sum", "rim", "view", "corner"})
"""The groups whose values are numbers that a board shows."""
MAX_HYPOTHESES = 24
"""The most hypotheses that are solved about a board, or about one set of its parts."""
MAX_STEPS = 1_000_000
"""How many of Z3's steps solving one hypothesis may take; most take less than 10,000."""
MIN_RIVAL_SHARE = 0.25
"""The share of the largest board's area below which a second board is ignored; from its root on, it is a rival."""
RIM_FIELDS = {"rows", "columns"} | SIDES
"""The fields for numbers around a board."""
RIM, MAX_CUTS = 5, 60
"""How many cells around a board may hold its numbers, and the most ways to cut these off."""


Stated = tuple[Puzzle, Mapping[Any, Sequence[int]]]
"""The puzzle that the script of a page states, and the numbers that it shows, by cell or another place."""
Told = Callable[[tuple[int, int]], Stated | None]


@dataclass(slots=True)
class Hypothesis:
    """One interpretation of a board, and the result of solving it."""

    kind: str
    looks: Looks = field(repr=False)
    scheme: Scheme = field(repr=False)
    words: tuple[str, ...]
    """The assumptions behind it."""
    puzzle: Puzzle
    verdict: str = ""
    """`one`, `none`, `several`, or `unknown`."""
    solution: Grid | None = None
    unexplained: tuple[str, ...] = ()
    """Features of the board that the puzzle leaves out."""
    told: bool = False
    """Whether the script of the page says the same."""

    @property
    def is_answer(self) -> bool:
        """Whether it has one solution, which marks a cell: where none is to be marked, the clues were not seen.

        Numbers in cells that it leaves out stand in none of these.
        """
        marked = [*self.solution.marked()] if self.solution is not None and self.verdict == "one" else []
        left_out = self.looks.cells.items() if "texts" in self.unexplained else ()
        numbers = {cell for cell, look in left_out if look.drawing.text.isdecimal()}
        return any(mark for _, mark in marked) and not any(mark for at, mark in marked if at in numbers)

    @property
    def is_full(self) -> bool:
        """Whether every mark of the solution stands there already, so that there is nothing to enter."""
        given = self.puzzle.given_marks
        fills = set(self.puzzle.MARKS) == {0, 1} and not hasattr(self.puzzle, "regions")
        marked = [] if self.solution is None else [cell for cell, mark in self.solution.marked() if mark or fills]
        return bool(marked) and given is not None and all(given[cell] is not None for cell in marked)

    def solve(self) -> None:
        """Ask Z3 for two solutions; how far it gets does not depend on the machine."""
        try:
            found = solutions(self.puzzle, limit=2, steps=MAX_STEPS).grids
        except GaveUp:
            self.verdict = "unknown"
        else:
            self.verdict = ("none", "one", "several")[len(found)]
            self.solution = found[0] if found else None

    def says(self) -> Iterator[Statement]:
        """Say each field of the puzzle, a grid of the board's cells cell by cell."""
        for name in field_names(self.puzzle):
            value = getattr(self.puzzle, name)
            is_of_cells = isinstance(value, Grid) and (value.height, value.width) == self.looks.size
            places = {cell: value[cell] for cell in value.cells()} if is_of_cells else {BOARD: value}
            yield from (Statement(name, place, "its look", said) for place, said in places.items())

    def answer(self) -> frozenset[object]:
        """Return the cells of each mark, with the mark's value unless the only marks are 0 and 1.

        Two answers that only swap 0 and 1 are equal, because the givens show which look is which.
        """
        return self._alike(self.solution)

    @property
    def asked(self) -> tuple[object, ...]:
        """What the puzzle tells, with its givens as `answer` has marks."""
        others = [getattr(self.puzzle, name) for name in field_names(self.puzzle) if name != "givens"]
        return self._alike(self.puzzle.given_marks), *others

    def _alike(self, marks: Grid | None) -> frozenset[object]:
        cells: dict[int, set[Cell]] = {}
        for cell, value in marks.marked() if marks is not None else ():
            cells.setdefault(value, set()).add(cell)
        if set(self.puzzle.MARKS) == {0, 1}:
            return frozenset(map(frozenset, cells.values()))
        return frozenset((value, frozenset(own)) for value, own in cells.items())


@dataclass(slots=True)
class Guess:
    """What was found on a page."""

    boards: list[Lattice] = field(default_factory=list)
    """The largest first."""
    hypotheses: list[Hypothesis] = field(default_factory=list)
    """Those that were solved, in the order in which they were."""
    answer: Hypothesis | None = None
    """The one to enter."""
    refusal: str = ""
    """Why there is none, as the end of a sentence."""
    is_ambiguous: bool = False
    """Whether several kinds, or several ways to read one, explain all that is shown."""


def guess(
    snapshot: Snapshot,
    kinds: Mapping[str, type[Puzzle]],
    *,
    known: bool = False,
    any_right: bool = False,
    told: Told = lambda _: None,
) -> Guess:
    """Find the boards of a page and what they show; `known` says that one of `kinds` is what it shows.

    With `any_right`, the one board of a known kind may have several solutions, if nothing there has exactly one.
    `told` returns the puzzle that the script of the page states for a board of some size, which must be the one shown.
    """
    elements = seen_of(snapshot)
    question, even = _Question(elements, kinds, known, told), find(elements)
    uneven = [each for each in find(elements, uneven=True) if not any(map(each.is_like, even))]
    # Of a known kind, what leaves something out comes after all that does not.
    for question.plain, question.vague in product((False, True), (False, True)[: 1 + known]):
        found = _guess(question, even)
        if found.answer is None and not found.is_ambiguous and uneven:
            other = _guess(question, uneven)
            found = other if other.answer is not None or not even else found
        if found.answer is not None or found.is_ambiguous:
            return found
    several = [one for one in found.hypotheses if one.verdict == "several" and not one.unexplained]
    is_one = len(found.boards) == 1 and all(one.asked == several[0].asked for one in several)
    found.answer = several[0] if several and is_one and any_right and known else None
    return found


def _guess(question: _Question, boards: list[Lattice]) -> Guess:
    """Return the guess about some boards of a page."""
    found = Guess(boards, hypotheses=question.asked)
    answered: list[Hypothesis] = []
    largest = max((lattice.area for lattice in found.boards), default=0.0)
    for lattice in found.boards:
        if lattice.area < (MIN_RIVAL_SHARE if answered else MIN_RIVAL_SHARE**0.5) * largest:
            break  # Beside a larger board that cannot be read, it may be an example.
        around = [other.looks.lattice.box for other in answered]
        if lattice.covered or lattice.broken or any(contains(box, centre(lattice.box)) for box in around):
            continue
        one = question.answers(lattice)
        if any(other.answer() != one[0].answer() for other in one):
            found.refusal, found.is_ambiguous = _ambiguity(one), True
            return found
        if one and answered and lattice.area > MIN_RIVAL_SHARE**0.5 * answered[0].looks.lattice.area:
            found.refusal = f"two boards beside each other can be played: {answered[0].looks.lattice} and {lattice}"
            return found
        answered += one[:1]
    found.answer, found.refusal = (answered[0], "") if answered else (None, _why_not(found, question))
    return found


@dataclass(slots=True)
class _Question:
    """The search for the puzzle of one page."""

    elements: Sequence[SeenElement]
    kinds: Mapping[str, type[Puzzle]]
    known: bool
    """Whether one of the kinds is what the page shows."""
    told: Told = lambda _: None
    """Returns the puzzle that the script of the page states for a board of some size."""
    vague: bool = False
    """Whether those are asked that leave something out, or whose clues may be something else, or all others."""
    plain: bool = False
    """Whether what one cell alone shows may be a cursor, or an ornament."""
    asked: list[Hypothesis] = field(default_factory=list)
    """Those that were solved."""

    def answers(self, lattice: Lattice) -> list[Hypothesis]:
        """Return the hypotheses with exactly one solution about a board or, if it has none, its largest parts."""
        for parts in _parts(lattice, self.elements):
            asked = self._hypotheses(parts)[:MAX_HYPOTHESES]
            for hypothesis in asked:
                hypothesis.solve()
            self.asked += asked
            one = [hypothesis for hypothesis in asked if hypothesis.is_answer]
            # The page may have a keypad for the digits of some.
            typed = [each for each in one if each.puzzle.MARKS.get(3) == "3" and each.looks.pad]
            one, areas = typed or one, {other.verdict for other in asked if other.words == (clues.AREAS,) and not typed}
            if "several" in areas:
                return []  # That numbers are areas that fill the whole board is no accident.
            one = [hypothesis for hypothesis in one if "one" not in areas or set(hypothesis.puzzle.MARKS) != {0, 1}]
            one = self._as_stated(parts, one)
            if full := [hypothesis for hypothesis in one if hypothesis.is_full]:
                one = full if self.known else []  # On a known site that needs no input, and it says if it is solved.
            if one:
                return one
        return []

    def _as_stated(self, parts: Sequence[Lattice], one: list[Hypothesis]) -> list[Hypothesis]:
        """Return those of some answers that the script of the page states, too; all if it states no puzzle.

        Where it alone says what the puzzle is, all its numbers must be seen on the board and around it, and no others.
        """
        told = [
            (self._missing(stated[1], looks), stated[0], looks)
            for part in parts
            if (stated := self.told((part.height, part.width))) is not None
            for looks in [Looks(part, self.elements)]
        ]
        for wrong, puzzle, looks in sorted(told, key=itemgetter(0)):
            words = ("as the script of the page says",)
            hypothesis = Hypothesis(puzzle.KIND, looks, Scheme.plain(looks), words, puzzle, told=True)
            hypothesis.solve()
            for other in one:
                if hypothesis.is_answer and other.answer() == hypothesis.answer():
                    if other.solution != hypothesis.solution:  # The looks do not say which of two marks is which.
                        other.puzzle, other.solution, other.scheme = puzzle, hypothesis.solution, other.scheme.swapped()
                    other.told = True
                    return [other]
            if hypothesis.is_answer and not one and wrong < inf:
                return [hypothesis]
        return [] if told else one

    def _missing(self, stated: Mapping[Any, Sequence[int]], looks: Looks) -> float:
        """Return how many cells of a board do not show their numbers; infinity if not all that is stated is seen."""
        said = {cell: _digits(*stated.get(cell, ())) for cell in looks.cells}
        seen = {cell: _digits(*re.findall(r"\d+", look.drawing.text)) for cell, look in looks.cells.items()}
        # A wall or a circle without a number is said by one.
        walls = map(_digits, (BLACK, WHITE))
        things = {wall: [cell for cell in said if not seen[cell] and said[cell] == wall] for wall in walls}
        said |= {cell: "" for cells in things.values() for cell in cells}
        rest = [_digits(*own) for place, own in stated.items() if place not in said]
        texts = "".join(_texts(looks.lattice, self.elements))
        spots = [[Cell(2 * row + 1, 2 * col + 1) for row, col in cells] for cells in things.values() if cells]
        drawn = [_drawn_at(places, looks) for places in spots]
        is_shown = texts or any(alone for _, alone in drawn)
        if Counter("".join([*said.values(), *rest])) != Counter(texts) or not is_shown or not all(map(any, drawn)):
            return inf
        return sum(said[cell] != seen[cell] for cell in said)

    def _hypotheses(self, parts: Sequence[Lattice]) -> list[Hypothesis]:
        """Return the hypotheses about parts of a board, those with the fewest assumptions and simplest kinds first."""
        made: dict[object, tuple[tuple[int, int], Hypothesis]] = {}
        for looks in (Looks(part, self.elements) for part in parts):
            if self.plain and not looks.odd:
                continue
            looks.usual |= looks.odd if self.plain else set()
            features, is_ruled = _features(looks), clues.is_ruled(looks)
            for name, kind in self.kinds.items():
                for filled in _filled(kind, looks):
                    options = filled.values()
                    may_count = bool(RIM_FIELDS & filled.keys()) or set(kind.MARKS) == {0, 1}
                    ruled = {"regions"} if is_ruled and may_count else set[str]()
                    ruled |= {"signs"} if getattr(kind, "ON_BORDERS", False) else set()  # They may be places of lines.
                    unexplained = tuple(sorted(features.difference(ruled, *(option.uses for option in options))))
                    is_vague = bool(unexplained) or any(option.vague for option in options)
                    if is_vague != self.vague or ("rim" in unexplained and looks.size != looks.lattice.whole):
                        continue  # What was cut off is the rim.
                    try:
                        puzzle = kind(**{field: option.value for field, option in filled.items()})
                    except (BadPuzzle, IndexError, ValueError):
                        continue
                    scheme = next((option.scheme for option in options if option.scheme), Scheme.plain(looks))
                    words = tuple(option.words for option in options if option.words)
                    cost = (sum(option.cost for option in options) + 3 * len(unexplained), len(field_names(kind)))
                    hypothesis = Hypothesis(name, looks, scheme, words, puzzle, unexplained=unexplained)
                    made.setdefault((name, repr(puzzle), tuple(scheme.marks.items())), (cost, hypothesis))
        return [hypothesis for _, hypothesis in sorted(made.values(), key=itemgetter(0))]


def stated_by(layout: Layout, snapshot: Snapshot, size: tuple[int, int]) -> Stated | None:
    """Return the puzzle of a page's script for a board of some size; None if it states none of that size."""
    if not isinstance(layout, TeamLayout):
        return None
    located = Located(Board(snapshot), size, {}, {})
    try:
        listed = layout.task(inline_of(located.board).get("task", ""), size)
        said = [each for group, found in listed.items() for each in everywhere(located, group, TASK, found)]
        said += [each for reader in layout.readers[1:] for each in reader(located)]
        puzzle = layout.puzzle(Facts.of(size, settle(said)))
    except (ReadError, BadPuzzle, KeyError):
        return None
    numbers: dict[Any, list[int]] = {}
    for group in STATED & listed.keys():
        for place, value in listed[group].items():
            numbers.setdefault(place, []).extend(value if isinstance(value, tuple) else [value])
    return puzzle, numbers


def _digits(*numbers: object) -> str:
    """Return the digits of some numbers in order of size."""
    return "".join(sorted("".join(map(str, numbers))))


def _texts(part: Lattice, elements: Sequence[SeenElement]) -> Iterator[str]:
    """Yield the numbers that are written on a board, or not far from it."""
    (left, top, width, height), (_, _, right, below) = part.box, part.boxes[Cell(0, 0)]
    area = (left - RIM * right, top - RIM * below, width + 2 * RIM * right, height + 2 * RIM * below)
    for element in elements:
        if element.text.isdecimal() and element.box is not None and contains(area, centre(element.at or element.box)):
            yield element.text


def _drawn_at(places: Collection[Cell], looks: Looks) -> tuple[bool, bool]:
    """Return whether the same is drawn at all of some places of the doubled board, and whether it is nowhere else."""
    found = defaultdict[object, set[Cell]](set)
    for element in looks.elements:
        x, y = (2 * at + 1 for at in looks.lattice.place(centre(element.box or looks.lattice.box)))
        if element.box is not None and max(abs(x - round(x)), abs(y - round(y))) < BESIDE:
            form = tuple(round(side) for side in element.box[2:])
            found[form, element.ground, element.image, element.source, element.ink].add(Cell(round(y), round(x)))
    return any({*places} <= each for each in found.values()), {*places} in found.values()


def _ambiguity(one: Sequence[Hypothesis]) -> str:
    """Return the refusal of a board that several hypotheses explain, with the options that choose between them."""
    simplest = {hypothesis.answer(): hypothesis.kind for hypothesis in reversed(one)}
    kinds = list(dict.fromkeys(reversed(simplest.values())))
    if len(kinds) == 1:
        ways = dict.fromkeys("; ".join(hypothesis.words) for hypothesis in one)
        return f"it may be {kinds[0]} in {len(ways)} ways, whose solutions differ: {', or '.join(ways)}"
    options = " or ".join(f"--kind {kind}" for kind in kinds)
    return f"it may be {' or '.join(kinds)}, whose solutions differ;\nsay what it is with {options}"


def _why_not(found: Guess, question: _Question) -> str:
    """Return why a page shows no puzzle: what was seen, what is missing, and the one thing to try."""
    if not found.boards:
        return _why_no_board(question.elements)
    board, several = found.boards[0], [one.kind for one in found.hypotheses if one.verdict == "several"]
    if all(lattice.covered for lattice in found.boards):
        return f"{board} is covered by something else"
    if board.broken:
        return f"a cell is missing in {board}"
    end = "" if question.known else "; if you know what it is, add --kind"
    if several:
        end = end or "; --any enters one of them, if it is the one board"
        return f"{board} has several solutions as {listed([*dict.fromkeys(several)])}, a clue may be overlooked{end}"
    if found.hypotheses:
        return f"nothing that {board} may show has exactly one solution{end}"
    return f"{board} shows nothing of a known kind{end}"


def _why_no_board(elements: Sequence[SeenElement]) -> str:
    large = [element for element in elements if element.box and min(element.box[2:]) >= MIN_SIDE]
    if any(element.tag == "canvas" for element in large):
        return "its content is drawn on a canvas"
    if any(element.opaque for element in large):
        return "its content is in a frame of another site; try the address of that frame"
    return "no board of squares is shown"


def _parts(lattice: Lattice, elements: Sequence[SeenElement]) -> Iterator[list[Lattice]]:
    """Yield a board, then its parts without one, two … of the first and last lines, if these may be a rim of numbers.

    Outer lines that only count the rows or columns are hardly a part of it.
    """
    looks = Looks(lattice, elements)
    # Small numbers in the corners of the first row and column alone are a rim, too.
    notes = looks.corners if all(0 in cell for cell in looks.corners) else {}
    texts = {cell: look.drawing.text or notes.get(cell, "") for cell, look in looks.cells.items()}
    labels = [counts_lines([text for cell, text in texts.items() if cell[axis] == at]) for axis, at in lattice.ends]
    if any(labels):
        inner = lattice.without(*labels)
        yield from _parts(inner, elements) if min(inner.height, inner.width) >= FEWEST else ()
        if sum(labels) == 1 and lattice.height == lattice.width:
            yield [lattice]  # It may be a row of givens.
        return
    yield [lattice]
    # A cell without a text that takes input is none of a rim.
    own = {at: texts[cell] or "input" * elements[at].acts for cell, at in lattice.cells.items()}
    depths = [min(RIM, _depth(lattice, end, own)) for end in range(4)]
    # Most rims are above and before the board.
    cuts = sorted(product(*(range(depth + 1) for depth in depths)), key=lambda cut: sum(cut + 2 * cut[1::2]))[:MAX_CUTS]
    numbers = {(lattice.rows[row], lattice.cols[col]) for (row, col), text in texts.items() if text.isdecimal()}
    for count in range(1, sum(depths) + 1):
        parts = [lattice.without(*cut) for cut in cuts if sum(cut) == count]
        large = (part for part in parts if min(part.height, part.width) >= FEWEST)  # A rim has no number in a corner.
        yield [part for part in large if all(row in part.rows or col in part.cols for row, col in numbers)]


def _depth(lattice: Lattice, end: int, written: Mapping[int, str]) -> int:
    """Return how many lines at one end may be a rim, by the texts of the cells' elements."""
    is_rim = min(lattice.height, lattice.width) > FEWEST and _is_rim(lattice, end, written)
    return 1 + _depth(lattice.without(*(int(at == end) for at in range(4))), end, written) if is_rim else 0


def _is_rim(lattice: Lattice, end: int, written: Mapping[int, str]) -> bool:
    """Return whether an outer line may be a rim: only numbers, or blank opposite such a line or around a full one."""
    (axis, first), (_, last), step = lattice.ends[end], lattice.ends[end ^ 1], (-1) ** end
    corners = {0, (lattice.width, lattice.height)[axis] - 1}
    line = {written.get(own, "") for cell, own in lattice.cells.items() if cell[axis] == first}
    if "input" in {*written.values()} - line:  # It takes none, where others do.
        return all(not text or NUMBERS.fullmatch(text) for text in line)
    for at in (first, last, *(first + step * depth for depth in range(1, RIM))):
        inner = [own for cell, own in lattice.cells.items() if cell[axis] == at and cell[1 - axis] not in corners]
        texts = [*filter(None, map(written.get, inner))]
        if texts and (at in {first, last} or len(texts) == len(inner)):
            return all(map(NUMBERS.fullmatch, texts))
    return False


def _features(looks: Looks) -> set[str]:
    """Return the names of the features that a puzzle must explain."""
    shapes = {look.drawing.shapes for look in looks.cells.values()}
    sides = [sum(cell) % 2 for cell, look in looks.cells.items() if look.drawing.shapes]
    shades = {(sum(cell) % 2, ground) for cell, ground in looks.grounds.items()}
    share = 2 if looks.size == looks.lattice.whole else len(looks.cells)
    seen = {
        "texts": any(look.drawing.text for look in looks.cells.values()),
        "drawings": len(shapes) > 1 and any(own and not written(own) for own in shapes),
        "signs": looks.signs,
        "corners": looks.corners,
        # Numbers beside a board are no accident if they were cut off, or if half of the lines have one.
        "rim": any(share * sum(map(bool, lines)) >= len(lines) for lines in looks.rims.values()),
        "regions": clues.partition(looks),
        # All of many marks stand on one colour of a chequered board, as men do in draughts.
        "ground": len(sides) > 2 * FEWEST and len({*sides}) == 1 < len(shades) == len({ground for _, ground in shades}),
    }
    return {name for name, is_seen in seen.items() if is_seen}


def field_names(kind: type[Puzzle] | Puzzle) -> list[str]:
    """Return the names of the fields of a kind, without those that few of its puzzles have, or of such a puzzle."""
    every = fields(kind)  # type: ignore[arg-type] # every kind is a dataclass
    return [at.name for at in every if not at.metadata.get("omit") or getattr(kind, at.name) != at.default]


def _filled(kind: type[Puzzle], looks: Looks) -> Iterator[dict[str, Option]]:
    """Yield the ways to fill the fields of a kind."""
    names = [*field_names(kind), *(["thermometers"] if kind.KIND == "sudoku" else [])]
    names += {"connected"} & {field.name for field in fields(kind)}  # type: ignore[arg-type]
    if "blocks" in names and RIM_FIELDS & {*names}:
        yield from clues.crossing(looks)
        return
    needed = {field.name for field in fields(kind) if field.default is MISSING and field.default_factory is MISSING}  # type: ignore[arg-type]
    choices: dict[str, list[Option]] = {}
    for name in names:
        if name == "givens":
            choices[name] = [*clues.givens(kind, looks, names)]
        elif reader := _READERS.get(f"{kind.KIND}.{name}") or _READERS.get(name):
            choices[name] = [*reader(looks)]
        if name in needed | {"cages"} and not choices.get(name):
            return
    on_rim = [number for name in SIDES for option in choices.get(name, ()) for number in option.value]
    if SIDES & {*names} and 2 * sum(number is not None for number in on_rim) < looks.lattice.height:
        return
    some = {name: options for name, options in choices.items() if options}
    yield from (dict(zip(some, chosen, strict=True)) for chosen in product(*some.values()))


_READERS: dict[str, Callable[[Looks], Iterable[Option]]] = {
    "regions": clues.regions,
    "connected": clues.scattered,
    "equal": partial(clues.equal, wanted="equal"),
    "opposite": partial(clues.equal, wanted="opposite"),
    "less": clues.less,
    # Signs in a Sudoku are thermometers of two cells each.
    "thermometers": lambda looks: clues.less(looks) if clues.partition(looks) is not None else [],
    "consecutive": clues.dots,
    "walls": lambda looks: [Option(tuple(sorted(looks.thick)), uses=clues.REGIONS)],
    "box": clues.box,
    "cages": clues.cages,
    "calcudoku.cages": clues.calculated,
    "stars": lambda _: [Option(count, count, f"{count} in each line and region") for count in (1, 2, 3)],
    "numbers": clues.number_grid,
    "numberlink.numbers": clues.pairs,
    "full": lambda _: [Option(value=False), Option(value=True, cost=1, words="lines pass all cells")],
    "blocks": clues.blocks,
    "trees": clues.trees,
    "columns": partial(clues.rim, axis=0),
    "rows": partial(clues.rim, axis=1),
    "top": partial(clues.side, axis=0, after=False),
    "bottom": partial(clues.side, axis=0, after=True),
    "left": partial(clues.side, axis=1, after=False),
    "right": partial(clues.side, axis=1, after=True),
    "size": lambda looks: [Option(looks.size)],
    "patches": clues.rectangles,
}
"""The reader of each field, by its name, some by that of a kind, too; the reader of givens depends on the kind."""


def seeable(kind: type[Puzzle]) -> list[str]:
    """Return the fields of a kind that cannot be read by looks; none if the whole kind can."""
    return [name for name in field_names(kind) if name not in {"givens", "greater", *_READERS}]
