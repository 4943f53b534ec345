"""What stands on a board: marks, numbers, regions, signs and cages, each as a way to fill a field of a kind."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from itertools import chain, product
from statistics import mean
from typing import Any, NamedTuple

from bot.addons.unknown.guess.find import FEWEST, OPERATIONS, centre
from bot.addons.unknown.guess.looks import (
    BESIDE,
    CROSSES,
    GREATER,
    LESS,
    SEPARATORS,
    CellDrawing,
    Looks,
    distance,
    number_in,
)
from bot.addons.unknown.guess.scheme import MAX_MARK_DISTANCE, Scheme, shade_of
from scrapers import BLACK
from solvers import TREE, Cage, Cell, Edge, Grid, Patch, Puzzle

GUIDE_SPACING = range(3, 11)
"""The possible numbers of cells between two lines that only help to count."""
MIN_OBLONG_RATIO = 1.2
"""The least ratio of the sides of a clue whose form means a wide or tall rectangle."""
EQUAL, OPPOSITE = "=＝≡🟰", "xX×✕✖✗✘≠⨯╳❌"
"""Texts of signs between two cells that hold the same mark, or different ones."""
DOTS = "●•○◦⚫⚪∙·"
"""Texts of signs that are dots."""
EQUAL_OR_NOT = {
    "equal": re.compile(r"(?i)(?<![a-z])(equals?|eq|same|identical|alike|[=＝])(?![a-z=])"),
    "opposite": re.compile(
        r"(?i)(?<![a-z])(opp(osites?)?|diff(ers?|erent)?|unequal|neq|cross|times|[×≠✕])(?![a-z])|(?<![^\s=])x(?!\S)"
    ),
}
"""Names of these signs in the markup."""
LESS_OR_GREATER = {
    "less": re.compile(r"(?i)(?<![a-z])(less(er)?|lt|smaller|<|(angle|caret|chevron)-(left|up))(?![a-z])"),
    "greater": re.compile(r"(?i)(?<![a-z])((great|larg|bigg)er|gt|more|>|(angle|caret|chevron)-(right|down))(?![a-z])"),
}
"""Names in the markup of signs that point to the first, or the second, of two cells."""
CALCULATED = re.compile("([{0}=]?)(\\d+) ?([{0}=]?)".format(re.escape("".join(OPERATIONS))))
"""The text of such a cage."""
SIDES = {"left", "top", "right", "bottom"}
"""The fields for numbers on the rim, of which there must be half as many as rows."""
DRAWN, REGIONS = frozenset({"texts", "drawings"}), frozenset({"regions"})
SIGNS, RIM, CORNERS = frozenset({"signs"}), frozenset({"rim"}), frozenset({"corners"})
"""What marks and numbers in cells, regions, signs between cells, and numbers beside the board or in corners explain."""

_SUMS = re.compile(
    r"(?P<alone>\d{1,2})|(?P<down>\d{0,2}) ?[\\/╲⟍] ?(?P<across>\d{0,2})|→ ?(?P<right>\d{1,2})|↓ ?(?P<below>\d{1,2})"
)
"""A sum of a crossword of digits, or two."""
FORMS = dict.fromkeys("▬▭", "wide") | dict.fromkeys("▮▯", "tall") | dict.fromkeys("■□◼◻", "square")
"""What is written for the form of a rectangle, below its area."""
AREAS = "numbers alone"
"""The words for rectangles of which only the areas are seen."""


class Option(NamedTuple):
    """One way to fill a field."""

    value: Any
    cost: int = 0
    words: str = ""
    uses: frozenset[str] = frozenset()
    scheme: Scheme | None = None
    vague: bool = False
    """Whether what it takes for clues may as well be something else."""


@lru_cache(maxsize=4)
def partition(looks: Looks) -> dict[Cell, int] | None:
    """Return the partition into connected regions, by grounds, else by lines; if any, one into as many as rows."""
    by_ground, counts = dict(looks.grounds), Counter(looks.grounds.values())
    for cell, look in looks.cells.items():
        beside = ((distance(look.ground, looks.cells[at].ground), at) for at in cell.around() if at in by_ground)
        is_marked = look.drawing.shapes and not look.drawing.text.isdecimal()
        if is_marked and counts[by_ground[cell]] == 1:  # A mark may shade its ground.
            by_ground[cell] = by_ground[min([(MAX_MARK_DISTANCE, cell), *beside])[1]]
    by_lines = [looks.connected_regions(lambda *edge, of=of: edge not in of) for of in (looks.dark, looks.thick)]
    # Regions that are far from each other may share a colour, but then hardly any is one cell alone.
    pieces = looks.connected_regions(lambda cell, other: by_ground[cell] == by_ground[other])
    sizes = [*Counter(pieces.values()).values()]
    are_reused = len({*by_ground.values()}) >= FEWEST and 3 * sizes.count(1) <= len(sizes)
    ways = [by_ground, *by_lines, pieces][: 3 + are_reused]
    parts = (part for part in ways if _is_partition(part, looks))
    return min(parts, key=lambda part: len({*part.values()}) not in looks.size, default=None)


def _is_partition(part: dict[Cell, int], looks: Looks) -> bool:
    """Return whether a partition has several regions, each connected and not all tiny, nor just all rows or columns."""
    regions, connected = {*part.values()}, looks.connected_regions(lambda cell, other: part[cell] == part[other])
    are_regions = 2 < len(regions) <= len(part) / 2 and len({*connected.values()}) == len(regions)
    return are_regions and not any(_same(part, {cell: cell[axis] for cell in part}) for axis in (0, 1))


def _same(part: Mapping[Cell, int], other: Mapping[Cell, object]) -> bool:
    pairs = {(part[cell], other[cell]) for cell in part}
    return len(pairs) == len(set(part.values())) == len(set(other.values()))


def is_ruled(looks: Looks) -> bool:
    """Return whether the only regions are blocks of equal height and width, as lines that help to count draw them."""
    found = partition(looks)
    return found is None or any(
        _same(found, {cell: (cell.row // size) * len(looks.cells) + cell.col // size for cell in looks.cells})
        for size in GUIDE_SPACING
    )


def regions(looks: Looks) -> Iterator[Option]:
    """Yield the regions of a board."""
    if (part := partition(looks)) is not None:
        rows = tuple(tuple(map(str, row)) for row in _grid(looks, part).values)
        # Where the regions are the boxes of a Sudoku, that is simpler.
        is_boxes = any(not option.words for option in box(looks))
        named = CORNERS if looks.corners.keys() == part.keys() and _same(part, looks.corners) else frozenset[str]()
        yield Option(rows, int(is_boxes or is_ruled(looks)), uses=REGIONS | named)
    if scattered(looks):
        yield Option(tuple(tuple(map(str, row)) for row in _grid(looks, looks.grounds).values), 1, uses=REGIONS)


def scattered(looks: Looks) -> list[Option]:
    """Return that regions are not connected, where there are as many colours as rows, and lines part their pieces."""
    grounds, is_one_a_row = looks.grounds, {len({*looks.grounds.values()})} == {*looks.size}
    pieces = looks.connected_regions(lambda cell, other: grounds[cell] == grounds[other]) if is_one_a_row else {}
    is_lined = is_one_a_row and _same(pieces, looks.connected_regions(lambda *edge: edge not in looks.thick))
    return [Option(value=False)] if is_lined and not _same(pieces, grounds) else []


def box(looks: Looks) -> Iterator[Option]:
    """Yield the sizes that the boxes of a Sudoku may have: those that are drawn, else all that are nearly square."""
    side = looks.lattice.height
    drawn, sizes = partition(looks), [(rows, side // rows) for rows in range(2, side // 2 + 1) if side % rows == 0]
    boxes = [{cell: cell.row // rows * side + cell.col // cols for cell in looks.cells} for rows, cols in sizes]
    fits = [size for size, own in zip(sizes, boxes, strict=True) if drawn is not None and _same(own, drawn)]
    yield from (Option(size, uses=REGIONS) for size in fits)
    near = [(rows, cols) for rows, cols in sizes if abs(rows - cols) <= 2 and not fits]
    yield from (Option((rows, cols), int(rows > cols), f"boxes of {rows}×{cols}", REGIONS) for rows, cols in near)


def _caged(looks: Looks) -> list[tuple[tuple[Cell, ...], list[str]]]:
    """Return the cells of each cage, by grounds and lines, with the texts in its corners or names of pictures.

    The lines are thick, or thicker than those of boxes, or dashed, or all others are.
    """
    images = {cell: look.drawing.named("image") for cell, look in looks.cells.items()}
    usual, _ = Counter(images.values()).most_common(1)[0]
    drawn = {cell: look.drawing.text for cell, look in looks.cells.items() if look.drawing.text}
    texts = {cell: number_in(image) for cell, image in images.items() if image != usual} | looks.corners or drawn
    lines = looks.lines
    dashed = {edge for edge, (_, is_dashed, _) in lines.items() if is_dashed}
    made = list[dict[tuple[Cell, ...], list[str]]]()
    same = {edge for edge in lines if looks.grounds[edge[0]] == looks.grounds[edge[1]]}
    widths = sorted({width for width, *_ in lines.values()}, reverse=True) if texts else []
    thicker = ({edge for edge, (width, *_) in lines.items() if width > least} for least in widths)
    ways = (looks.thick, dashed, lines.keys() - dashed, *thicker)
    wholes = (frozenset(like - parting) for like, parting in product((same, {*lines}), ways))
    for whole in dict.fromkeys(wholes):
        groups = defaultdict[int, list[str]](list)
        numbers = looks.connected_regions(lambda *edge, whole=whole: edge in whole)
        for cell, text in texts.items():
            groups[numbers[cell]] += [text] if text else []
        if len(groups) > 1 and all(groups[number] for number in numbers.values()):
            made.append({tuple(cell for cell in sorted(numbers) if numbers[cell] == at): groups[at] for at in groups})
    return [*min(made, key=lambda caged: max(map(len, caged.values())), default={}).items()]


def cages(looks: Looks) -> Iterator[Option]:
    """Yield the cages of a board with their sums."""
    caged = _caged(looks)
    if caged and all(len(texts) == 1 and texts[0].isdecimal() for _, texts in caged):
        yield Option(tuple(Cage(cells, int(text)) for cells, (text,) in caged), uses=REGIONS | CORNERS | DRAWN)


def calculated(looks: Looks) -> Iterator[Option]:
    """Yield the cages of a board with the numbers that their digits make, and the signs of how."""
    from solvers.calcudoku import Calculated

    caged = _caged(looks)
    said = [CALCULATED.fullmatch(" ".join(texts)) for _, texts in caged]
    made = [
        Calculated(cells, int(text[2]), sign)  # type: ignore[arg-type]
        for (cells, _), text in zip(caged, said, strict=True)
        if text is not None and ((sign := OPERATIONS.get(text[1] or text[3])) or len(cells) == 1)
    ]
    if made and len(made) == len(caged):
        yield Option(tuple(made), uses=REGIONS | CORNERS | DRAWN)


def rim(looks: Looks, axis: int) -> Iterator[Option]:
    """Yield the numbers beside each row, or at each column; those that stand on both sides alike count once."""
    lines = zip(looks.rims[axis, False], looks.rims[axis, True], strict=True)
    words = [re.split(f"[{SEPARATORS}]+", " ".join(before + after * (after != before))) for before, after in lines]
    if any(map(any, words)):
        yield Option(tuple(tuple(int(word) for word in line if word) for line in words), uses=RIM)


def side(looks: Looks, axis: int, *, after: bool) -> Iterator[Option]:
    """Yield the number at each line on one side, unless there are several in one place."""
    lines = looks.rims[axis, after]
    if any(lines) and all(len(line) == 1 and line[0].isdecimal() for line in lines if line):
        yield Option(tuple(int(line[0]) or None if line else None for line in lines), uses=RIM)  # 0 says nothing.


def equal(looks: Looks, wanted: str) -> Iterator[Option]:
    """Yield the borders of two cells that are equal, or those of two that are opposite, unless a sign has no name.

    What a sign means is told by its look or its markup, never by what the solution would be.
    """
    signs = _named(looks, _equal_or_not, EQUAL_OR_NOT)
    if all(signs.values()):
        yield Option(tuple(edge for edge, name in signs.items() if name == wanted), uses=SIGNS)


def _named(
    looks: Looks, name_of: Callable[[CellDrawing], str], patterns: Mapping[str, re.Pattern[str]]
) -> dict[Edge, str]:
    """Return the name of each sign, by its look or in the markup; "" for one that has none, or several."""
    found = dict[Edge, str]()
    for edge, sign in looks.signs.items():
        words = (name for number in looks.on_edge[edge] for name in looks.elements[number].names)
        said = " ".join(name for name in words if not name.startswith("style="))
        names = [name for name, pattern in patterns.items() if pattern.search(said)]
        found[edge] = name_of(sign) or (names[0] if len(names) == 1 else "")
    return found


def _equal_or_not(sign: CellDrawing) -> str:
    """Return the meaning of a sign by its text, or by its lines: level ones are equal, slanted ones opposite."""
    if sign.text:
        return "equal" if sign.text in EQUAL else "opposite" if sign.text in OPPOSITE else ""
    shapes = [shape for shape in sign.shapes if shape[0] in {"shape", "box"}]
    shapes = shapes[len(shapes) > 2 and shapes[0] == ("box", "even") :]  # The first may be what it stands on.
    letters = {letter for form in shapes for letter in str(form[1]).split(" ")[0].removeprefix("path")}
    forms = {str(form[-1]) for form in shapes}
    if forms in ({"flat"}, {"tall"}) or (letters <= {*"MHVZmhvz"} and letters & {*"HVhv"}):
        return "equal"
    are_strokes = len(shapes) == 2 and not any(True in shape for shape in shapes)
    return "opposite" if forms == {"even"} and (letters & {*"Ll"} or are_strokes) else ""


def less(looks: Looks) -> Iterator[Option]:
    """Yield the pairs of a lesser and a greater cell, unless a sign tells by neither text nor markup which is which."""
    names = dict.fromkeys(LESS, "less") | dict.fromkeys(GREATER, "greater")
    signs = _named(looks, lambda sign: names.get(sign.text, ""), LESS_OR_GREATER)
    if all(signs.values()):
        yield Option(tuple(edge if name == "less" else edge[::-1] for edge, name in signs.items()), uses=SIGNS)


def dots(looks: Looks) -> Iterator[Option]:
    """Yield the borders with signs if all of these look alike, and none is written with a letter or another sign."""
    texts = {drawing.text for drawing in looks.signs.values()}
    if len({drawing.shapes for drawing in looks.signs.values()}) == 1 and texts <= {"", *DOTS}:
        yield Option(tuple(looks.signs), uses=SIGNS)


def rectangles(looks: Looks) -> Iterator[Option]:
    """Yield the clues of a board to be cut into rectangles: numbers alone, or with the form of what holds them."""
    numbers = _numbers(looks)
    boxes = {cell: look.clue_box for cell, look in looks.cells.items() if look.clue_box is not None}
    boxes = boxes if 2 * len(boxes) <= len(looks.cells) else {}  # What most cells show, as a dot, is no clue.
    cells, uses = sorted({*(numbers or ()), *boxes}), DRAWN | REGIONS
    if numbers is None or 0 in numbers.values() or not 0 < 2 * len(cells) <= len(looks.cells):
        return  # Hardly any rectangle is one cell alone.
    areas = {cell: numbers.get(cell) for cell in cells}
    said = {cell: FORMS.get(text, "") for cell, text in looks.corners.items()}
    if said and all(said.values()) and said.keys() <= areas.keys():
        clues = (Patch(cell, said.get(cell, "any"), areas[cell]) for cell in cells)  # type: ignore[arg-type]
        yield Option(tuple(clues), words="forms that are written", uses=uses | CORNERS)
    if all(areas.values()):
        yield Option(tuple(Patch(cell, "any", areas[cell]) for cell in cells), words=AREAS, uses=uses)
    if boxes.keys() != areas.keys() or not (numbers or len({looks.cells[cell].drawing.shapes for cell in cells}) > 1):
        return
    forms = {
        cell: "wide" if width > MIN_OBLONG_RATIO * height else "tall" if height > MIN_OBLONG_RATIO * width else "square"
        for cell, (_, _, width, height) in boxes.items()
    }
    if {*forms.values()} == {"square"} and (all(areas.values()) or not numbers):
        return
    forms |= {cell: "any" for cell in cells if looks.cells[cell].vague}
    yield Option(tuple(Patch(cell, forms[cell], areas[cell]) for cell in cells), 1, "forms of clues", uses)  # type: ignore[arg-type]


def _grid(looks: Looks, values: Mapping[Cell, int | None]) -> Grid:
    return Grid.make(looks.lattice.height, looks.lattice.width, values.get)


def _numbers(looks: Looks) -> dict[Cell, int] | None:
    """Return the number in each cell that has a text, None if a text is no number."""
    texts = {cell: look.drawing.text for cell, look in looks.cells.items() if look.drawing.text}
    if not all(text.isdecimal() and len(text) <= 3 for text in texts.values()):
        return None
    return {cell: int(text) for cell, text in texts.items()}


def givens(kind: type[Puzzle], looks: Looks, names: Collection[str]) -> Iterator[Option]:
    """Return the ways to fill the givens of a kind whose fields have these names."""
    if set(kind.MARKS) == {0, 1} and "regions" in names:
        # It needs no givens: what stands there may be crosses.
        pieces = (one._replace(cost=one.cost + 1) for one in _given_marks(looks, shaded=False, on_regions=True))
        return chain([Option(_grid(looks, {}), uses=DRAWN)], pieces)
    if set(kind.MARKS) == {0, 1} and "walls" not in names:
        return _given_marks(looks, shaded=not kind.MARKS[0].startswith(("no ", "empty")))
    numbers, may_lack = _numbers(looks), {*SIDES, "cages", "less"} & {*names}
    none = [Option(_grid(looks, {}))] * ("cages" in names)  # All texts may be those of cages.
    if numbers is None or not (numbers or may_lack):
        return iter(none)
    numbers = {cell: said for cell, said in numbers.items() if said or 0 in kind.MARKS}
    if "walls" in names and {1, len(looks.cells)} <= {*numbers.values()}:  # They count the cells of the path.
        steps = sorted(numbers.values())
        numbers = {cell: steps.index(said) + 1 for cell, said in numbers.items()}
    return iter([Option(_grid(looks, numbers), uses=DRAWN), *none])


def _given_marks(looks: Looks, *, shaded: bool, on_regions: bool = False) -> Iterator[Option]:
    """Yield the ways in which two looks, or one, are the given marks; of numbers only 0 and 1 are marks.

    Unless they are `shaded`, pieces are placed, of which a cross is none.
    """
    if any((text := look.drawing.text).isdecimal() and text not in {"0", "1"} for look in looks.cells.values()):
        return
    for cost, scheme in Scheme.possible(looks, shaded=shaded, on_regions=on_regions):
        values = {cell: value for cell, look in looks.cells.items() if (value := scheme.value(look)) is not None}
        pieces = {looks.cells[cell].drawing.text for cell, value in values.items() if value == 1}
        if shaded or not pieces & CROSSES:
            yield Option(_grid(looks, values), cost, scheme.words, DRAWN, scheme)


def number_grid(looks: Looks) -> Iterator[Option]:
    """Yield the numbers of a board, likely if its cells have one ground, or one for all numbers and one for all others.

    If they are 0 and 1, they are likelier marks; if they stand in one of the outer lines, they are about the others.
    """
    numbers, shades = _numbers(looks), looks.grounds
    is_rim = any(all(cell[axis] == at for cell in numbers or ()) for axis, at in looks.lattice.ends)
    if numbers and not is_rim:
        is_even = len({(cell in numbers, shades[cell]) for cell in shades}) == 1 + (len(numbers) < len(shades))
        yield Option(_grid(looks, numbers), uses=DRAWN, vague={*numbers.values()} == {0, 1} or not is_even)
    if looks.corners and all(map(str.isdecimal, looks.corners.values())):
        yield Option(_grid(looks, {cell: int(text) for cell, text in looks.corners.items()}), uses=CORNERS)


def pairs(looks: Looks) -> Iterator[Option]:
    """Yield the numbers of a board, or a number for each two cells that look alike, as dots of one colour do."""
    yield from number_grid(looks)
    for tells in (shade_of, lambda look: look.drawing.colours):  # The two ends may differ by their form.
        shades = {cell: tells(look) for cell, look in looks.cells.items()}
        known, counts = zip(*Counter(shades.values()).most_common(), strict=True)
        if len(known) > FEWEST and {*counts[1:]} == {2}:
            drawn = {cell: known.index(shade) for cell, shade in shades.items() if shade != known[0]}
            yield Option(_grid(looks, drawn), uses=DRAWN, words="pairs that look alike")


def blocks(looks: Looks) -> Iterator[Option]:
    """Yield the black cells of a board, on which all numbers stand: those of one ground, or of an unusual drawing."""
    numbers, shades = _numbers(looks), looks.grounds
    if numbers and len({*shades.values()}) == 1:
        shapes = {cell: look.drawing.shapes for cell, look in looks.cells.items()}
        usual, _ = Counter(shapes.values()).most_common(1)[0]
        shades = {cell: int(shape == usual) for cell, shape in shapes.items()}
    if numbers is None or len({*shades.values()}) != 2:
        return
    for shade in {*shades.values()}:
        black = {cell for cell in shades if shades[cell] == shade}
        has_rim = any(all(cell in black for cell in shades if cell[axis] == at) for axis, at in looks.lattice.ends)
        if not has_rim and black >= numbers.keys() and 2 * len(black) < len(shades):
            values = {cell: numbers.get(cell, BLACK) for cell in black}
            yield Option(_grid(looks, values), uses=DRAWN | REGIONS)


def crossing(looks: Looks) -> Iterator[dict[str, Option]]:
    """Yield the black cells and the sums of a crossword of digits: in the black cell before each run stands its sum.

    Of two in one cell, that of a run to the right stands after a slash or an arrow, or where it does when it is alone.
    Runs of one cell have sums, too, or none has; digits in the middle of cells that look otherwise may be given.
    """
    from solvers.kakuro import befores, summed

    placed, sums, middle = defaultdict[Cell, list[tuple[float, int]]](list), dict[tuple[str, Cell], int](), set[Cell]()
    for element in looks.elements:
        if element.box is None or (found := _SUMS.fullmatch(element.text)) is None:
            continue
        x, y = looks.lattice.place(centre(element.at or element.box))
        if (cell := Cell(round(y), round(x))) in looks.cells and found["alone"]:
            placed[cell].append(((x - cell.col) - (y - cell.row), int(found["alone"])))
            middle |= {cell} if max(abs(x - cell.col), abs(y - cell.row)) < BESIDE / 2 else set()
        elif cell in looks.cells:
            ways = {"rows": found["across"] or found["right"], "columns": found["down"] or found["below"]}
            sums |= {(name, cell): int(number) for name, number in ways.items() if number}
    written = {*placed, *(cell for _, cell in sums)}
    shades = {looks.grounds[cell] for cell in written - middle}
    digits = {cell: placed[cell][0][1] for cell in middle if looks.grounds[cell] not in shades}
    drawn = {cell: (look.ground, look.drawing) for cell, look in looks.cells.items() if cell not in written}
    kinds = {*drawn.values()}
    ways_open = [kinds, *({one} for one in kinds), *(kinds - {one} for one in kinds)]
    for given, are_open, shortest in product(({}, digits), ways_open, (2, 1)):
        black = {cell for cell in looks.cells if cell not in given and drawn.get(cell) not in are_open}
        blocks, own = _grid(looks, dict.fromkeys(black, BLACK)), {cell: placed[cell] for cell in placed - given.keys()}
        lines = {place for place, run in befores(blocks) if len(run) >= shortest}
        axes = {cell: [name for name in ("rows", "columns") if (name, cell) in lines] for cell in own}
        alone = [[own[cell][0][0] for cell in own if axes[cell] == [name]] for name in ("rows", "columns")]
        is_turned = all(alone) and mean(alone[0]) < mean(alone[1])
        ordered = {cell: zip(axes[cell], sorted(own[cell], reverse=not is_turned), strict=False) for cell in own}
        held = sums | {(name, cell): number for cell, pairs in ordered.items() for name, (_, number) in pairs}
        if set() != held.keys() == lines and len(held) == len(sums) + sum(map(len, own.values())):
            uses = CORNERS | DRAWN | REGIONS | SIGNS
            told = {name: Option(lines, uses=uses) for name, lines in summed(blocks, held).items()}
            yield {"blocks": Option(blocks), **told, "givens": Option(_grid(looks, given))}


def trees(looks: Looks) -> Iterator[Option]:
    """Yield the trees of a board: all but what most cells look like."""
    for among in (slice(None), slice(1)):  # A cell that is selected may have a ground of its own.
        drawn = {cell: (look.drawing.shapes, look.ground)[among] for cell, look in looks.cells.items()}
        usual, _ = Counter(drawn.values()).most_common(1)[0]
        rare = [cell for cell, look in drawn.items() if look != usual]
        if 0 < 2 * len(rare) < len(drawn) and not any(looks.cells[cell].drawing.text.isdecimal() for cell in rare):
            yield Option(_grid(looks, dict.fromkeys(rare, TREE)), uses=DRAWN | REGIONS)
