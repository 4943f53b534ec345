"""Hypotheses about what a board shows: each kind whose fields hold what was seen, and which look is which mark.

Each hypothesis is asked for two solutions. Lost clues are harmless, invented ones are not: a hypothesis that leaves
something unexplained counts only if the kind is known.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from dataclasses import MISSING, dataclass, field, fields
from functools import partial
from itertools import islice, product
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from scrapers._guess.clues import cages_of, clue_rectangles, regions_of, rim_numbers, rim_side, same, walls_of
from scrapers._guess.find import FEWEST, find, seen_of
from scrapers._guess.looks import CROSSES, NEAR, Looks, counts_lines, edges, is_dark, merge
from scrapers._guess.scheme import ALIKE, TWO, Scheme, merged_shades, shade_of
from solvers import BadPuzzle, Cell, GaveUp, Grid, NoSolution, NotUnique, solve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from scrapers._guess.find import Lattice, Seen
    from scrapers._guess.looks import Drawing
    from scrapers._site import Snapshot
    from solvers import Edge, Puzzle

MOST = 24
"""How many hypotheses are solved."""
EACH = 1.0
"""Seconds for one of them."""
WITHIN = 3.0
"""Seconds for all of them."""
PEER = 0.25
"""The share of the largest board's area from which another board counts as much."""
FEWEST_LEFT = 3
"""The fewest rows or columns of a board without its rim."""
LOPSIDED = 6
"""The number of marks from which it means something that all are on one colour of a chequered board."""
LESS, GREATER = "<∧^", ">∨vV"
"""Texts of signs whose point shows the first, or the second, of two cells."""
NEEDLESS = {"opposite", "greater", "mines", "connected"}
"""The fields that are filled with others, or that need not be filled."""
SIDES = {"left", "top", "right", "bottom"}
"""The fields for numbers on the rim, of which there must be half as many as rows."""
RIMS = {"rows", "columns"} | SIDES
"""The fields for numbers around a board."""
LARGE = 100
"""The side, in px, from which a canvas or a frame may hold a board."""
DRAWN = frozenset({"texts", "drawings"})
"""What is seen of marks and numbers in cells."""
BLOCK, TREE = 11, 29
"""In `blocks`, a black cell without a number; in `trees`, a tree."""


class Option(NamedTuple):
    """One way to fill a field."""

    value: Any
    cost: int = 0
    words: str = ""
    uses: frozenset[str] = frozenset()
    scheme: Scheme | None = None
    begun: bool = False
    """Whether some of the marks were taken for the player's."""
    vague: bool = False
    """Whether nothing but their look tells them from the givens."""


@dataclass(slots=True)
class Hypothesis:
    """What a board may show, and what came of it."""

    kind: str
    looks: Looks
    scheme: Scheme
    words: tuple[str, ...]
    """What was assumed."""
    puzzle: Puzzle
    verdict: str = ""
    """`one`, `none`, `several`, or `unknown`."""
    solution: Grid | None = None
    unexplained: tuple[str, ...] = ()
    """What was seen and is not a part of the puzzle."""
    begun: bool = False
    """Whether some of the marks were taken for the player's."""

    @property
    def lattice(self) -> Lattice:
        """The cells of the board."""
        return self.looks.lattice

    def __str__(self) -> str:
        said = {"one": "exactly one solution", "none": "no solution", "several": "several solutions"}
        without = f", leaving out {' and '.join(self.unexplained)}" if self.unexplained else ""
        assumed = f" ({'; '.join(self.words)})" if self.words else ""
        return f"{self.kind}{assumed}{without}: {said.get(self.verdict, 'not settled in time')}"

    @property
    def is_full(self) -> bool:
        """Whether every mark of the solution stands there already, so that there is nothing to enter."""
        given = self.puzzle.given_marks
        fills = set(self.puzzle.MARKS) == {0, 1} and not hasattr(self.puzzle, "regions")
        return (
            self.solution is not None
            and given is not None
            and all(given[cell] for cell, mark in self.solution.marked() if mark)
            and (not fills or all(given[cell] is not None for cell in self.solution.cells()))
        )

    def answer(self) -> frozenset[object]:
        """Return what is to be entered: the cells of each mark and, where marks have names of their own, the names.

        Two marks that only trade their names are the same answer, as givens say which look is which.
        """
        cells: dict[int, set[Cell]] = {}
        for cell, value in self.solution.marked() if self.solution is not None else ():
            cells.setdefault(value, set()).add(cell)
        if set(self.puzzle.MARKS) == {0, 1}:
            return frozenset(map(frozenset, cells.values()))
        return frozenset((value, frozenset(own)) for value, own in cells.items())


@dataclass(slots=True)
class Guess:
    """What was found on a page."""

    boards: list[Lattice] = field(default_factory=list)
    """The largest first."""
    looks: dict[str, int] = field(default_factory=dict)
    """The looks of the cells of the board that was read, or of the first, in words, with how many there are."""
    hypotheses: list[Hypothesis] = field(default_factory=list)
    """Those that were solved, in the order in which they were."""
    answer: Hypothesis | None = None
    """The one to enter."""
    refusal: str = ""
    """Why there is none, as the end of a sentence."""

    def lines(self) -> list[str]:
        """Return what was found, in words."""
        shown = ", ".join(f"{count}× {look}" for look, count in self.looks.items())
        return [*map(str, self.boards), *([f"looks: {shown}"] if shown else []), *map(str, self.hypotheses)]


def guess(snapshot: Snapshot, kinds: Mapping[str, type[Puzzle]], *, known: bool = False) -> Guess:
    """Find the boards of a page and what they show; `known` says that one of `kinds` is what it shows."""
    elements = seen_of(snapshot)
    found = Guess(boards=find(elements))
    end = time.thread_time() + WITHIN
    largest = found.boards[0].area if found.boards else 0.0
    answered: list[Hypothesis] = []
    for lattice in found.boards:
        if lattice.area < (PEER if answered else PEER**0.5) * largest:
            break  # Beside a larger board that cannot be read, it may be an example.
        if lattice.covered or lattice.broken or any(lattice.overlaps(other.lattice) for other in answered):
            continue
        one: list[Hypothesis] = []
        for number, parts in enumerate(_parts(lattice, elements)):
            before = len(found.hypotheses)
            _ask(_hypotheses(parts, elements, kinds, known=known, is_cut=number > 0), found, end)
            one = [made for made in found.hypotheses[before:] if made.verdict == "one"]
            full = [made for made in one if made.is_full]
            # A full board of a known site needs no input, and its site says whether it is solved.
            one = full if known and full else [made for made in one if not full]
            one = [made for made in one if not made.begun or made.looks.lock] or one
            if one:
                break
        else:
            continue
        if any(other.answer() != one[0].answer() for other in one[1:]):
            found.refusal = f"it may be {' or '.join(dict.fromkeys(str(other) for other in one))}"
            return found
        if answered and lattice.area > PEER**0.5 * answered[0].lattice.area:
            found.refusal = f"two boards beside each other can be played: {answered[0].lattice} and {lattice}"
            return found
        answered.append(one[0])
    if answered:
        found.answer = answered[0]
        found.looks = _in_words(answered[0].looks)
    else:
        found.refusal = _why_not(found, elements)
        if found.boards:
            found.looks = _in_words(Looks(found.boards[0], elements))
    return found


def _why_not(found: Guess, elements: Sequence[Seen]) -> str:
    if not found.boards:
        return _why_no_board(elements)
    if all(lattice.covered for lattice in found.boards):
        return f"{found.boards[0]} is covered by something else"
    if found.boards[0].broken:
        return f"a cell is missing in {found.boards[0]}"
    if not found.hypotheses:
        return f"{found.boards[0]} shows nothing of a kind that is known"
    return f"nothing that {found.boards[0]} may show has exactly one solution"


def _why_no_board(elements: Sequence[Seen]) -> str:
    large = [element for element in elements if element.box and min(element.box[2:]) >= LARGE]
    if any(element.tag == "canvas" for element in large):
        return "what it shows is drawn on a canvas, which holds no cells to look at"
    if any(element.opaque for element in large):
        return "what it shows is in a frame of another site, whose own address may be tried"
    return "no board of squares is shown"


def _in_words(looks: Looks) -> dict[str, int]:
    counts = Counter[str]()
    for look in looks.cells.values():
        shapes = " + ".join(" ".join(map(str, shape)) for shape in look.drawing.shapes)
        counts[(look.drawing.text or shapes or "blank")[:40] + " on #{:02x}{:02x}{:02x}".format(*look.ground)] += 1
    return dict(counts.most_common(12))


def _ask(hypotheses: Iterator[Hypothesis], found: Guess, end: float) -> None:
    """Solve hypotheses within the bounds."""
    asked = list(islice(hypotheses, MOST))
    for number, hypothesis in enumerate(asked):
        left = end - time.thread_time()
        if left <= 0:
            return
        found.hypotheses.append(hypothesis)
        try:
            hypothesis.solution = solve(
                hypothesis.puzzle, timeout=max(min(left, EACH), left / (len(asked) - number))
            ).grid
            hypothesis.verdict = "one"
        except NoSolution:
            hypothesis.verdict = "none"
        except NotUnique:
            hypothesis.verdict = "several"
        except GaveUp:
            hypothesis.verdict = "unknown"


def _hypotheses(
    parts: Sequence[Lattice],
    elements: Sequence[Seen],
    kinds: Mapping[str, type[Puzzle]],
    *,
    known: bool,
    is_cut: bool,
) -> Iterator[Hypothesis]:
    """Yield what some parts of a board may show; those with the fewest assumptions first.

    `is_cut` says that numbers in its first or last lines were left out.
    """
    made: list[tuple[int, Hypothesis]] = []
    seen: set[object] = set()
    for looks in (looks for part in parts for looks in _views(part, elements)):
        for name, kind in kinds.items():
            for filled in _filled(kind, looks) if not is_cut or _may_have_rim(kind, looks) else ():
                options = filled.values()
                unexplained = tuple(sorted(_features(looks).difference(*(option.uses for option in options))))
                if not known and (unexplained or any(option.vague for option in options)):
                    continue
                scheme = next((option.scheme for option in options if option.scheme is not None), Scheme.plain(looks))
                try:
                    puzzle = kind(**{key: option.value for key, option in filled.items()})
                except (BadPuzzle, IndexError, ValueError):
                    continue
                if (key := (name, str(puzzle), tuple(scheme.marks.items()))) in seen:
                    continue
                seen.add(key)
                words = tuple(option.words for option in options if option.words)
                begun = any(option.begun for option in options)
                hypothesis = Hypothesis(name, looks, scheme, words, puzzle, unexplained=unexplained, begun=begun)
                made.append((sum(option.cost for option in options) + 3 * len(unexplained), hypothesis))
    yield from (hypothesis for _, hypothesis in sorted(made, key=itemgetter(0)))


def _views(part: Lattice, elements: Sequence[Seen]) -> Iterator[Looks]:
    """Yield what is seen of a board; then without a shape that marks of several colours show, or lack, as locks do."""
    looks = Looks(part, elements)
    yield looks
    drawn = Counter(map(shade_of, looks.cells.values()))
    for lock in dict.fromkeys(shape for shade in drawn for shape in shade.shapes):
        held = [shade for shade in drawn if lock in shade.shapes]
        bare = {tuple(shape for shape in shade.shapes if shape != lock) for shade in held}
        alone = {shade.shapes for shade in drawn if shade not in held and shade.shapes}
        if bare == alone and len({*merged_shades(Counter(held), ALIKE).values()}) > 1:
            yield Looks(part, elements, lock=lock)


def _parts(lattice: Lattice, elements: Sequence[Seen]) -> Iterator[list[Lattice]]:
    """Yield a board, then its parts without one, two … of the first and last lines, if these differ from the rest.

    A line that counts its cells is never a part of the board.
    """
    drawings = {cell: look.drawing for cell, look in Looks(lattice, elements).cells.items()}
    texts = {cell: drawing.text for cell, drawing in drawings.items()}
    if (inner_part := _without_labels(_without_signs(lattice, drawings), texts)) is not lattice:
        yield from _parts(inner_part, elements)
        return
    yield [lattice]
    size = lattice.height, lattice.width
    inner = [text for cell, text in texts.items() if all(0 < cell[axis] < size[axis] - 1 for axis in (0, 1))]

    def differs(axis: int, at: int) -> bool | None:
        """Return whether a line is a rim, which holds numbers alone; None if it is blank."""
        line = [text for cell, text in texts.items() if cell[axis] == at and 0 < cell[1 - axis] < size[1 - axis] - 1]
        usual = sum(map(bool, inner)) / max(1, len(inner))
        if not any(line):
            return None
        is_full = sum(map(bool, line)) > 1.5 * usual * len(line) or len({*line}) > 0.8 * len(line)
        return is_full and all(re.fullmatch(r"[\d\s,·]*", text) for text in line)

    ends: list[bool] = []
    for axis in (0, 1):
        first, last = differs(axis, 0), differs(axis, size[axis] - 1)
        # A rim may be blank on one side.
        ends += [first or (first is None and last is True), last or (last is None and first is True)]
    cuts = sorted(product(*([0, 1] if end else [0] for end in ends)), key=sum)
    for count in range(1, sum(ends) + 1):
        yield [
            lattice.part(top, left, size[0] - top - bottom, size[1] - left - right)
            for top, bottom, left, right in cuts
            if top + bottom + left + right == count
            and min(size[0] - top - bottom, size[1] - left - right) >= FEWEST_LEFT
        ]


def _without_signs(lattice: Lattice, drawings: Mapping[Cell, Drawing]) -> Lattice:
    """Return every other row and column of a board if what is between them are signs, in cells of their own."""
    shown: dict[tuple[int, int], set[object]] = {(0, 0): set(), (0, 1): set(), (1, 0): set(), (1, 1): set()}
    for cell, drawing in drawings.items():
        shown[cell.row % 2, cell.col % 2].add(drawing.shapes)
    height, width = (lattice.height + 1) // 2, (lattice.width + 1) // 2
    is_spread = shown[1, 1] == {()} and not shown[0, 0] & (shown[0, 1] | shown[1, 0] | shown[1, 1])
    return lattice.part(0, 0, height, width, 2) if is_spread and min(height, width) >= FEWEST else lattice


def _without_labels(lattice: Lattice, texts: Mapping[Cell, str]) -> Lattice:
    """Return a board without the first and last lines that only count its rows or columns."""
    height, width = lattice.height, lattice.width
    top, bottom, left, right = (
        counts_lines([text for cell, text in texts.items() if cell[axis] == at])
        for axis, at in ((0, 0), (0, height - 1), (1, 0), (1, width - 1))
    )
    if not (top or bottom or left or right) or min(height - top - bottom, width - left - right) < FEWEST_LEFT:
        return lattice
    return lattice.part(top, left, height - top - bottom, width - left - right)


def _features(looks: Looks) -> set[str]:
    """Return what is seen that a puzzle must explain."""
    found = set[str]()
    drawings = [look.drawing for look in looks.cells.values()]
    if any(drawing.text for drawing in drawings):
        found.add("texts")
    if (
        any(drawing.shapes and not drawing.text for drawing in drawings)
        and len({drawing.shapes for drawing in drawings}) > 1
    ):
        found.add("drawings")
    if looks.signs:
        found.add("signs")
    if looks.corners:
        found.add("corners")
    if regions_of(looks):
        found.add("regions")
    if looks.chequer and _is_lopsided([cell for cell, look in looks.cells.items() if look.drawing.shapes]):
        found.add("ground")
    return found


def _is_lopsided(marked: Sequence[Cell]) -> bool:
    """Return whether all marks stand on one colour of a chequered board, as men do in draughts."""
    return len(marked) >= LOPSIDED and len({is_dark(cell) for cell in marked}) == 1


def _names(kind: type[Puzzle]) -> list[str]:
    """Return the names of the fields of a kind."""
    return [field.name for field in fields(kind)]  # type: ignore[arg-type] # every kind is a dataclass


def _may_have_rim(kind: type[Puzzle], looks: Looks) -> bool:
    """Return whether numbers around a board cannot be in cells of it: it shows none, or its kind has others there."""
    names = {*_names(kind)}
    has_numbers = any(look.drawing.text.isdecimal() for look in looks.cells.values())
    return bool(names & RIMS) or not (has_numbers or names & {"numbers", "blocks"})


def _filled(kind: type[Puzzle], looks: Looks) -> Iterator[dict[str, Option]]:
    """Yield the ways to fill the fields of a kind."""
    names = _names(kind)
    needed = {field.name for field in fields(kind) if field.default is MISSING and field.default_factory is MISSING}  # type: ignore[arg-type]
    choices: list[list[tuple[str, Option]]] = []
    for name in names:
        if name == "opposite":
            continue
        reader = _READERS.get(name)
        options = list(reader(kind, looks)) if reader is not None else []
        if not options and name in needed:
            return
        if options:
            choices.append([(name, option) for option in options])
    on_rim = [number for choice in choices for name, option in choice if name in SIDES for number in option.value]
    if SIDES & {*names} and 2 * sum(number is not None for number in on_rim) < looks.lattice.height:
        return
    for chosen in product(*choices):
        filled = dict(chosen)
        if (both := filled.get("equal")) is not None:
            filled["equal"] = both._replace(value=both.value[0])
            filled["opposite"] = Option(both.value[1])
        yield filled


def _grid(looks: Looks, values: Mapping[Cell, int | None]) -> Grid:
    return Grid.make(looks.lattice.height, looks.lattice.width, values.get)


def _numbers(looks: Looks) -> dict[Cell, int] | None:
    """Return the number in each cell that has a text, None if a text is no number."""
    texts = {cell: look.drawing.text for cell, look in looks.cells.items() if look.drawing.text}
    if not all(text.isdecimal() and len(text) <= 3 for text in texts.values()):
        return None
    return {cell: int(text) for cell, text in texts.items()}


def _givens(kind: type[Puzzle], looks: Looks) -> Iterator[Option]:
    if "regions" in _names(kind) and set(kind.MARKS) == {0, 1}:
        # Regions are enough; marks that stand there may be the player's, as crosses beside queens are.
        yield Option(Grid.make(looks.lattice.height, looks.lattice.width), uses=DRAWN)
        for option in _two_marks(looks, shaded=False) if DRAWN & _features(looks) else ():
            if not option.begun or any(mark == 1 for _, mark in option.value.marked()):
                yield option._replace(cost=option.cost + 1)
    elif set(kind.MARKS) == {0, 1} and "walls" not in _names(kind):
        is_placed = kind.MARKS[0].startswith(("no ", "empty"))
        yield from _two_marks(looks, shaded=not is_placed)
    else:
        numbers = _numbers(looks)
        if numbers is None or not (numbers or SIDES & {*_names(kind)}):
            return
        yield from _some_given(looks, numbers, Option(None, uses=DRAWN), grounds=True)


def _some_given(looks: Looks, values: Mapping[Cell, int], option: Option, *, grounds: bool) -> Iterator[Option]:
    """Yield the marks of a board as givens: all of them, or some.

    Where some are clearly the player's, all of them are givens only if the kind is known, and if that agrees.
    """
    groups, is_clear = _alike(looks, [*values], grounds=grounds)
    yield option._replace(value=_grid(looks, values), begun=is_clear, vague=is_clear)
    for cells in groups if len(values) < len(looks.cells) else ():
        words = "; ".join(filter(None, [option.words, f"the {len(cells)} marks that look alike are the givens"]))
        kept = _grid(looks, {cell: values[cell] for cell in cells})
        yield option._replace(value=kept, cost=option.cost + 2, words=words, begun=True, vague=not is_clear)


def _two_marks(looks: Looks, *, shaded: bool = True) -> Iterator[Option]:
    """Yield the ways in which two looks, or one, are the given marks; of numbers only 0 and 1 are marks.

    Unless they are `shaded`, pieces are placed, of which a cross is none.
    """
    texts = {look.drawing.text for look in looks.cells.values()}
    if any(text.isdecimal() and text not in {"0", "1"} for text in texts):
        return
    for cost, scheme in Scheme.possible(looks, shaded=shaded):
        values = {cell: value for cell, look in looks.cells.items() if (value := scheme.value(look)) is not None}
        if not shaded and any(
            value == 1 and looks.cells[cell].drawing.text in CROSSES for cell, value in values.items()
        ):
            continue
        option = Option(None, cost, scheme.words, DRAWN, scheme)
        yield from _some_given(looks, values, option, grounds=shaded and scheme.within is None)


def _alike(looks: Looks, given: Sequence[Cell], *, grounds: bool) -> tuple[list[list[Cell]], bool]:
    """Return the groups of marks that look alike apart from what they are, any of which may be the givens.

    If some take no input, or lack a name that all blank cells have, these are clearly the givens.
    """
    blank = [look.names for cell, look in looks.cells.items() if cell not in given]
    shared = frozenset.intersection(*blank) if blank else frozenset()
    lacking = [
        [cell for cell in given if name not in looks.cells[cell].names] for name in sorted(shared) if "=" not in name
    ]
    lacking.append([cell for cell in given if "disabled" in looks.cells[cell].style])
    clear = [cells for cells in lacking if 0 < len(cells) < len(given)]
    if clear and all(cells == clear[0] for cells in clear):
        return clear[:1], True
    styles: dict[object, list[Cell]] = {}
    for cell in given:
        look = looks.cells[cell]
        styles.setdefault((look.style, look.ground if grounds else None), []).append(cell)
    return list(styles.values()) if 1 < len(styles) <= 4 else [], False


def _regions(_kind: type[Puzzle], looks: Looks) -> Iterator[Option]:
    for cost, words, part in regions_of(looks):
        if len(set(part.values())) <= 52:
            letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
            order = {number: letters[at] for at, number in enumerate(dict.fromkeys(part.values()))}
            rows = [
                "".join(order[part[Cell(row, col)]] for col in range(looks.lattice.width))
                for row in range(looks.lattice.height)
            ]
            yield Option(tuple(rows), cost, words, frozenset({"regions"}))


def _signs(_kind: type[Puzzle], looks: Looks) -> Iterator[Option]:
    by_look: dict[object, list[Any]] = {}
    for edge, drawing in looks.signs.items():
        by_look.setdefault(drawing.text or drawing.shapes, []).append(edge)
    if len(by_look) > 2:
        return
    uses = frozenset({"signs"})
    if not by_look:
        yield Option(((), ()))
        return
    named = {look: _sign_name(look) for look in by_look}
    for equal in (*by_look, None):
        opposite = [look for look in by_look if look != equal]
        if (
            len(opposite) > 1
            or any(named[look] == "equal" for look in opposite)
            or (equal is not None and named[equal] == "opposite")
        ):
            continue
        unsure = not any(named.values())
        words = f"which sign is = is assumed: {equal}" if unsure else ""
        yield Option(
            (tuple(by_look.get(equal, ())), tuple(by_look[opposite[0]]) if opposite else ()), int(unsure), words, uses
        )


def _less(_kind: type[Puzzle], looks: Looks) -> Iterator[Option]:
    """Yield which cells are less; of pictures, any of the two for each direction may be either sign."""
    uses = frozenset({"signs"})
    texts = {edge: drawing.text for edge, drawing in looks.signs.items()}
    if all(text and text in LESS + GREATER for text in texts.values()):
        yield Option(tuple(edge if text in LESS else edge[::-1] for edge, text in texts.items()), uses=uses)
        return
    for level, upright in product(_pointing(looks, 0), _pointing(looks, 1)):
        yield Option((*level, *upright), 1, "which picture is which sign is assumed", uses)


def _pointing(looks: Looks, down: int) -> list[list[Edge]]:
    """Return the ways in which pictures between neighbours in a row, or column, may point.

    One or two of them are signs; a picture that is on most borders may also be none.
    """
    pictures = {edge: drawing.shapes for edge, drawing in looks.signs.items() if edge[1].row - edge[0].row == down}
    counts = Counter(pictures.values()).most_common()
    borders = sum(second.row - first.row == down for first, second in edges(looks.lattice))
    named = [picture for picture, _ in counts]
    choices = [named[1:], named] if counts and 2 * counts[0][1] >= borders else [named]
    return [
        [edge if picture == less else edge[::-1] for edge, picture in pictures.items() if picture in signs]
        for signs in choices
        if len(signs) <= TWO
        for less in [*signs, None][:TWO]
    ]


def _dots(_kind: type[Puzzle], looks: Looks) -> Iterator[Option]:
    if len({drawing.shapes for drawing in looks.signs.values()}) == 1:
        yield Option(tuple(looks.signs), uses=frozenset({"signs"}))


def _sign_name(look: object) -> str:
    """Return what a sign says by its text, or by its lines: level ones are equal, slanted ones opposite."""
    if isinstance(look, str):
        return "equal" if look in "=＝≡" else "opposite" if look in "xX×✕✖≠⨯╳" else ""
    forms = {shape for shape in look if isinstance(shape, tuple)} if isinstance(look, tuple) else set()
    letters = {
        letter for shape in forms if shape[0] == "shape" for letter in str(shape[1]).split(" ")[0].removeprefix("path")
    }
    if letters and letters <= set("MHVZmhvz"):
        return "equal"
    return (
        "equal"
        if forms and all(shape[-1] == "flat" for shape in forms)
        else "opposite"
        if "L" in letters or "l" in letters
        else ""
    )


def _walls(_kind: type[Puzzle], looks: Looks) -> Iterator[Option]:
    yield Option(walls_of(looks), uses=frozenset({"walls", "regions"}))


def _box(_kind: type[Puzzle], looks: Looks) -> Iterator[Option]:
    side = looks.lattice.height
    if side != looks.lattice.width:
        return
    drawn = [part for _, _, part in regions_of(looks)]
    boxes = [(rows, side // rows) for rows in range(2, side // 2 + 1) if side % rows == 0]
    parts = {box: {cell: cell.row // box[0] * side + cell.col // box[1] for cell in looks.cells} for box in boxes}
    uses = frozenset({"regions", "walls"})
    if shown := [box for box in boxes if any(same(parts[box], part) for part in drawn)]:
        yield Option(shown[0], uses=uses)
        return
    for rows, cols in boxes:
        if abs(rows - cols) <= 2:
            yield Option((rows, cols), int(rows > cols), f"boxes of {rows}×{cols}", uses)


def _cages(_kind: type[Puzzle], looks: Looks) -> Iterator[Option]:
    if cages := cages_of(looks):
        yield Option(tuple(cages), uses=frozenset({"regions", "walls", "corners"}))


def _stars(_kind: type[Puzzle], _looks: Looks) -> Iterator[Option]:
    yield from (Option(count, count, f"{count} in each line and region") for count in (1, 2, 3))


def _number_grid(_kind: type[Puzzle], looks: Looks) -> Iterator[Option]:
    numbers = _numbers(looks)
    if numbers and len({_shade(looks, cell) for cell in looks.cells}) == 1:
        yield Option(_grid(looks, numbers), uses=DRAWN)


def _shade(looks: Looks, cell: Cell) -> int:
    grounds = list(dict.fromkeys(look.ground for look in looks.cells.values()))
    return merge(grounds, NEAR if len(grounds) > 2 else 0)[looks.cells[cell].ground]


def _blocks(_kind: type[Puzzle], looks: Looks) -> Iterator[Option]:
    numbers = _numbers(looks)
    shades = {cell: _shade(looks, cell) for cell in looks.cells}
    if numbers and len(set(shades.values())) == 1:
        shapes = {cell: look.drawing.shapes for cell, look in looks.cells.items()}
        usual, _ = Counter(shapes.values()).most_common(1)[0]
        shades = {cell: int(shape == usual) for cell, shape in shapes.items()}
    if numbers is None or len(set(shades.values())) != 2:
        return
    sides = [{cell for cell in shades if cell[axis] == at} for axis, at in _sides(looks)]
    for black in set(shades.values()):
        if any(all(shades[cell] == black for cell in side) for side in sides):
            continue  # A whole line is a rim.
        if all(shades[cell] == black for cell in numbers) and sum(
            shade == black for shade in shades.values()
        ) < 0.5 * len(shades):
            values = {cell: numbers.get(cell, BLOCK) for cell, shade in shades.items() if shade == black}
            yield Option(_grid(looks, values), uses=frozenset({"texts", "drawings", "regions", "walls"}))


def _sides(looks: Looks) -> list[tuple[int, int]]:
    """Return the axis and the number of the first and last lines."""
    return [(0, 0), (0, looks.lattice.height - 1), (1, 0), (1, looks.lattice.width - 1)]


def _trees(_kind: type[Puzzle], looks: Looks) -> Iterator[Option]:
    kinds = Counter((look.drawing.shapes, _shade(looks, cell)) for cell, look in looks.cells.items())
    if len(kinds) == 2:
        (_, most), (tree, count) = kinds.most_common()
        trees = [cell for cell, look in looks.cells.items() if (look.drawing.shapes, _shade(looks, cell)) == tree]
        if count < most:
            yield Option(_grid(looks, dict.fromkeys(trees, TREE)), uses=frozenset({"texts", "drawings", "regions"}))


def _rim(_kind: type[Puzzle], looks: Looks, *, axis: int) -> Iterator[Option]:
    lines = rim_numbers(looks, axis)
    if lines is not None and any(lines):
        yield Option(lines)


def _side(_kind: type[Puzzle], looks: Looks, *, axis: int, after: bool) -> Iterator[Option]:
    if (numbers := rim_side(looks, axis, after=after)) is not None:
        yield Option(numbers)


def _size(_kind: type[Puzzle], looks: Looks) -> Iterator[Option]:
    yield Option((looks.lattice.height, looks.lattice.width))


def _patches(_kind: type[Puzzle], looks: Looks) -> Iterator[Option]:
    for cost, words, clues in clue_rectangles(looks):
        yield Option(clues, cost, words, frozenset({"texts", "drawings", "regions"}))


_READERS: dict[str, Callable[[type[Puzzle], Looks], Iterator[Option]]] = {
    "givens": _givens,
    "regions": _regions,
    "equal": _signs,
    "less": _less,
    "consecutive": _dots,
    "walls": _walls,
    "box": _box,
    "cages": _cages,
    "stars": _stars,
    "numbers": _number_grid,
    "blocks": _blocks,
    "trees": _trees,
    "columns": partial(_rim, axis=0),
    "rows": partial(_rim, axis=1),
    "top": partial(_side, axis=0, after=False),
    "bottom": partial(_side, axis=0, after=True),
    "left": partial(_side, axis=1, after=False),
    "right": partial(_side, axis=1, after=True),
    "size": _size,
    "patches": _patches,
}
"""By the name of a kind's field, what fills it."""


def seeable(kind: type[Puzzle]) -> list[str]:
    """Return the fields of a kind that nothing seen can fill; none if the kind can be read by looks."""
    return [name for name in _names(kind) if name not in _READERS and name not in NEEDLESS]
