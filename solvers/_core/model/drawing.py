"""Draw the fields of a puzzle by their names, and read them back from a picture."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import TYPE_CHECKING, Any

from solvers._core.model import regions
from solvers._core.model.grid import Grid

if TYPE_CHECKING:
    from solvers._core.model.picture import Picture

GRIDS = frozenset({"givens", "numbers", "lengths", "blocks", "circles", "trees"})
"""The fields that hold a grid, drawn as the glyphs of a picture."""
SIDES = {"left": "rows", "top": "columns", "right": "right", "bottom": "bottom"}
"""The fields that hold a number or None for each line, with the attribute of a picture that shows them."""
DOTS = "centres"
"""The field that holds places on the doubled board, drawn as dots."""
POINTS = "points"
"""The field that holds the numbers at the corners of cells: a grid of one more row and column."""
CONNECTED = "connected"
"""The field that is noted only if it is false."""


def drawn_fields(puzzle: Any, coloured: bool) -> dict[str, Any]:  # noqa: ANN401, FBT001 - any dataclass
    """Return the parts of a picture, beside its glyphs, that show the fields of a puzzle."""
    parts: dict[str, Any] = {"notes": {}}
    for field in fields(puzzle):
        name, value = field.name, getattr(puzzle, field.name)
        if name == "regions":
            parts |= {"fills": regions.fills(value), "shaded": coloured}
        elif name in {"rows", "columns"}:
            parts[name] = value
        elif name == DOTS:
            parts["dots"] = frozenset(value)
        elif name == POINTS:
            parts[POINTS] = dict(value.marked())
        elif name in SIDES:
            parts[SIDES[name]] = tuple(() if number is None else (number,) for number in value)
        elif name == CONNECTED:
            parts["notes"] |= {} if value else {CONNECTED: 0}
        elif isinstance(value, int):
            parts["notes"][name] = value
    return parts


def read_fields(kind: Any, picture: Picture) -> dict[str, Any]:  # noqa: ANN401 - any dataclass
    """Return the fields of a kind that a picture shows; raises `BadPuzzle` for a cell in no region."""
    found: dict[str, Any] = {}
    for field in fields(kind):
        name = field.name
        if name in GRIDS:
            found[name] = picture.grid()
        elif name == "regions":
            found[name] = regions.read(picture)
        elif name == "size":
            found[name] = picture.height, picture.width
        elif name == DOTS:
            found[name] = tuple(picture.dots)
        elif name == POINTS:
            found[name] = Grid.make(picture.height + 1, picture.width + 1, picture.points.get)
        elif name in {"rows", "columns"}:
            count = picture.height if name == "rows" else picture.width
            found[name] = getattr(picture, name) or ((),) * count
        elif name in SIDES:
            found[name] = tuple(numbers[0] if numbers else None for numbers in getattr(picture, SIDES[name]))
        elif name in picture.notes:
            found[name] = bool(picture.notes[name]) if name == CONNECTED else picture.notes[name]
        elif field.default is MISSING and str(field.type) == "int":
            found[name] = 0
    return found
