"""What the kinds of two marks share: lines half of each, no three in a row, checks of their givens."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from solvers._core.errors import BadPuzzle
from solvers._core.grid import Cell, Grid
from solvers._core.picture import Glyph, Picture
from solvers._core.rules import Clause, Clue, Exactly, Literal, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from solvers._core.puzzle import Place

TWO = 2
PAIR, GAP = "pair", "gap"


@lru_cache(maxsize=4096)
def literal(cell: Cell) -> Literal:
    """Return the boolean that tells whether the cell holds 1."""
    return Literal(f"R{cell.row + 1}C{cell.col + 1}")


def check_givens(givens: Grid) -> None:
    """Raise `BadPuzzle` unless the board has even sides and no values but 0 and 1."""
    for side, length in (("rows", givens.height), ("columns", givens.width)):
        if length % TWO:
            msg = f"givens: {length} {side}, but half of each line holds each mark, so the number must be even"
            raise BadPuzzle(msg)
    for cell, value in givens.marked():
        if value >= TWO:
            msg = f"givens: {cell} holds {value}, but a cell holds 0 or 1"
            raise BadPuzzle(msg)


def answer(givens: Grid) -> list[str]:
    """Name one boolean a cell, in reading order."""
    return [literal(cell).name for cell in givens.cells()]


def grid(givens: Grid, values: Sequence[bool | None]) -> Grid:
    """Turn the values of `answer` into a grid."""
    width, marks = givens.width, [None if value is None else int(value) for value in values]
    return Grid(marks[start : start + width] for start in range(0, len(marks), width))


def choices(givens: Grid) -> dict[Place, dict[int, tuple[Literal, ...]]]:
    """Each cell holds 0 or 1."""
    return {cell: {0: (~literal(cell),), 1: (literal(cell),)} for cell in givens.cells()}


def technique(because: Sequence[Rule], sets: Sequence[Place]) -> str:
    """Tell a pair (two neighbours are equal) from a gap (the cells on both sides are); two rules bear both names."""
    if len(because) == 1 and because[0].name == PAIR:
        return GAP if because[0].cells[1] in sets else PAIR
    names = dict.fromkeys(rule.name for rule in because)
    return " and ".join(names) if len(names) <= TWO else ""


def balanced(givens: Grid) -> Iterator[Rule]:
    """Half of each line holds each mark."""
    for name, line in givens.lines():
        literals = tuple(map(literal, line))
        yield Rule(f"{name} holds as many of each", line, Exactly(len(line) // TWO, literals), "balanced line")


def no_three(givens: Grid) -> Iterator[Rule]:
    """No three neighbours in a line are equal."""
    for _, line in givens.lines():
        for three in zip(line, line[1:], line[2:], strict=False):
            literals = tuple(map(literal, three))
            words = f"{', '.join(map(str, three))} are not all equal"
            yield Rule(words, three, Clause(literals), PAIR)
            yield Rule(words, three, Clause(tuple(~literal for literal in literals)), PAIR)


def marks(givens: Grid, words: Mapping[int, str]) -> Iterator[Clue]:
    """Each given mark stands where it is printed."""
    for cell, value in givens.marked():
        unit = literal(cell)
        yield Clue(f"{cell} is {words[value]}", (cell,), Clause((unit if value else ~unit,)))


def without(givens: Grid, clue: Clue) -> Grid:
    """Return the givens without the one that a clue tells."""
    return Grid.make(givens.height, givens.width, lambda cell: None if cell in clue.cells else givens[cell])


def is_balanced(grid: Grid) -> bool:
    """Tell whether half of each line holds each mark."""
    return all(line.count(mark) == len(line) // TWO for line in grid.line_values() for mark in (0, 1))


def has_no_three(grid: Grid) -> bool:
    """Tell whether no three neighbours in a line are equal."""
    return not any(
        one == two == three
        for line in grid.line_values()
        for one, two, three in zip(line, line[1:], line[2:], strict=False)
    )


def keeps(givens: Grid, grid: Grid) -> bool:
    """Tell whether the grid has the shape of the givens, no blank, and every given mark."""
    return givens.agrees_with(grid) and all(value in {0, 1} for row in grid.values for value in row)


def picture(givens: Grid, grid: Grid | None, looks: Mapping[int, tuple[str, str]]) -> Picture:
    """Draw the marks; `looks` gives each mark's symbol and tone."""
    shown = givens if grid is None else grid
    return Picture(
        givens.height,
        givens.width,
        {cell: Glyph(str(value), *looks[value], given=givens[cell] is not None) for cell, value in shown.marked()},
    )


def givens_of(picture: Picture, signs: str = "") -> Grid:
    """Read the givens back from a picture that bears no signs but these; raises `BadPuzzle`."""
    for (one, other), sign in picture.signs.items():
        if sign not in signs:
            between = f"the edge between {one} and {other} of the picture"
            msg = f"{between} bears {sign!r}: this kind knows {' and '.join(signs) or 'no signs'}"
            raise BadPuzzle(msg)
    return Grid.make(picture.height, picture.width, picture.value)
