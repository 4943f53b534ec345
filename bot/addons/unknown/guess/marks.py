"""What stands in the cells of a board: marks, numbers, blocks and trees, each as a way to fill a field of a kind."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from statistics import mean

from bot.addons.unknown.guess.clues import DRAWN, REGIONS, SIDES, SIGNS, Option
from bot.addons.unknown.guess.find import centre
from bot.addons.unknown.guess.looks import CROSSES, Looks
from bot.addons.unknown.guess.scheme import TWO, Scheme
from scrapers import BLACK
from solvers import TREE, Cell, Grid, Puzzle

_SUMS = re.compile(r"(?P<alone>\d{1,2})|(?P<down>\d{0,2}) ?[\\/╲⟍] ?(?P<across>\d{0,2})")
"""A sum of a crossword of digits, or two."""
MOST_STYLES = 4
"""How many ways to set marks may each be that of the givens."""


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
        return _given_pieces(looks)
    if set(kind.MARKS) == {0, 1} and "walls" not in names:
        return _given_marks(looks, shaded=not kind.MARKS[0].startswith(("no ", "empty")))
    return _given_numbers(looks, may_lack=bool({*SIDES, "cages", "less"} & {*names}))


def _given_pieces(looks: Looks) -> Iterator[Option]:
    """Yield the given pieces of a board with regions; these alone are enough, and what stands there may be crosses."""
    yield Option(_grid(looks, {}), uses=DRAWN)
    for option in _given_marks(looks, shaded=False, on_regions=True):
        if not option.begun or any(mark == 1 for _, mark in option.value.marked()):
            yield option._replace(cost=option.cost + 1)


def _given_numbers(looks: Looks, *, may_lack: bool) -> Iterator[Option]:
    """Yield the given numbers of a board; it shows none only if these `may_lack`."""
    numbers = _numbers(looks)
    if numbers or (numbers is not None and may_lack):
        yield from _some_given(looks, numbers, Option(None, uses=DRAWN), grounds=True)


def _given_marks(looks: Looks, *, shaded: bool, on_regions: bool = False) -> Iterator[Option]:
    """Yield the ways in which two looks, or one, are the given marks; of numbers only 0 and 1 are marks.

    Unless they are `shaded`, pieces are placed, of which a cross is none.
    """
    texts = {look.drawing.text for look in looks.cells.values()}
    if any(text.isdecimal() and text not in {"0", "1"} for text in texts):
        return
    for cost, scheme in Scheme.possible(looks, shaded=shaded, on_regions=on_regions):
        values = {cell: value for cell, look in looks.cells.items() if (value := scheme.value(look)) is not None}
        pieces = {looks.cells[cell].drawing.text for cell, value in values.items() if value == 1}
        if shaded or not pieces & CROSSES:
            option = Option(None, cost, scheme.words, DRAWN, scheme)
            yield from _some_given(looks, values, option, grounds=shaded and scheme.within is None)


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
    return list(styles.values()) if 1 < len(styles) <= MOST_STYLES else [], False


def number_grid(looks: Looks) -> Iterator[Option]:
    """Yield the numbers of a board whose cells have one ground, or one for all numbers and one for all other cells.

    If they are 0 and 1, they are likelier marks; if they stand in one of the outer lines, they are about the others.
    """
    numbers, shades = _numbers(looks), looks.grounds
    own = {(cell in (numbers or ()), shade) for cell, shade in shades.items()}
    is_rim = any(all(cell[axis] == at for cell in numbers or ()) for axis, at in looks.lattice.ends)
    if numbers and not is_rim and len(own) == 1 + (len(numbers) < len(shades)):
        yield Option(_grid(looks, numbers), uses=DRAWN, vague={*numbers.values()} == {0, 1})


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

    Of two in one cell, that of a run to the right stands after a slash, or on the same side as where it is alone.
    """
    placed, slashed = defaultdict[Cell, list[tuple[float, int]]](list), dict[tuple[Cell, int], int]()
    for element in looks.elements:
        found = _SUMS.fullmatch(element.text) if element.box else None
        if found is None or element.box is None:
            continue
        x, y = looks.lattice.place(centre(element.at or element.box))
        if (cell := Cell(round(y), round(x))) in looks.cells and found["alone"]:
            placed[cell].append(((x - cell.col) - (y - cell.row), int(found["alone"])))
        elif cell in looks.cells:
            slashed |= {(cell, axis): int(found[way]) for axis, way in enumerate(("across", "down")) if found[way]}
    summed = {*placed, *(cell for cell, _ in slashed)}
    others = {cell: (look.ground, look.drawing) for cell, look in looks.cells.items() if cell not in summed}
    shown = {*others.values()} if summed else set()
    for look in sorted(shown, key=repr) if len(shown) <= TWO else ():
        values = {cell: BLACK for cell in looks.cells if others.get(cell) != look}
        starts = [list(_starts(looks.size, values, axis)) for axis in (0, 1)]
        runs = {(cell, axis) for axis, lines in enumerate(starts) for line in lines for cell in line}
        alone = [
            [own[0][0] for cell, own in placed.items() if len(own) == 1 and (cell, axis) in runs] for axis in (0, 1)
        ]
        is_turned, sums = all(alone) and mean(alone[0]) < mean(alone[1]), dict(slashed)
        for cell, own in placed.items():
            axes = [axis for axis in (0, 1) if (cell, axis) in runs]
            ordered = sorted(own, reverse=not is_turned)
            sums |= {(cell, axis): number for axis, (_, number) in zip(axes, ordered, strict=False)}
        if sums.keys() == runs and len(sums) == len(slashed) + sum(map(len, placed.values())):
            across, down = (
                tuple(tuple(sums[cell, axis] for cell in line) for line in lines) for axis, lines in enumerate(starts)
            )
            drawn = frozenset({"corners"}) | DRAWN | REGIONS | SIGNS
            yield {"blocks": Option(_grid(looks, values), uses=drawn), "rows": Option(across), "columns": Option(down)}
            return


def _starts(size: tuple[int, int], black: Collection[Cell], axis: int) -> Iterator[list[Cell]]:
    """Yield the black cells of each row (axis 0) or column that stand before a run of two cells or more."""
    height, width = size if axis == 0 else size[::-1]
    for line in ([Cell(at, step) if axis == 0 else Cell(step, at) for step in range(width)] for at in range(height)):
        threes = zip(line, line[1:], line[2:], strict=False)
        yield [before for before, *run in threes if before in black and not any(cell in black for cell in run)]


def trees(looks: Looks) -> Iterator[Option]:
    """Yield the trees of a board: the rarer of two looks."""
    shades = looks.grounds
    drawn = {cell: (look.drawing.shapes, shades[cell]) for cell, look in looks.cells.items()}
    counts = Counter(drawn.values()).most_common()
    if len(counts) == 2 and counts[1][1] < counts[0][1]:
        rare = [cell for cell, look in drawn.items() if look == counts[1][0]]
        yield Option(_grid(looks, dict.fromkeys(rare, TREE)), uses=DRAWN | REGIONS)
