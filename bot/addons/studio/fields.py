"""What the fields of a kind are, by their JSON schema: a new kind can be entered without a line about it here."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Any, NamedTuple

from solvers import Puzzle, schema

SIDES = {"rows": "left", "left": "left", "columns": "top", "top": "top", "right": "right", "bottom": "bottom"}
"""The side of the board on which the numbers of a field stand, by the field's name."""
POINTS = "points"
"""The field that holds numbers at the corners of cells: a grid with one more row and column."""
SIZE = "size"
"""The field that holds rows and columns, in kinds without a grid."""


class Role(StrEnum):
    """What a field holds."""

    GRID = "grid"
    """A value in each cell, or none."""
    REGIONS = "regions"
    """The name of each cell's region."""
    EDGES = "edges"
    LINES = "lines"
    """A list of numbers on the rim for each line."""
    NUMBERS = "numbers"
    """A number on the rim for each line, or none."""
    PATHS = "paths"
    """Lists of cells, in order."""
    GROUPS = "groups"
    """Objects with `cells`, perhaps with a number."""
    SPOTS = "spots"
    """Objects with a `cell`, perhaps with a choice and a number."""
    PAIR = "pair"
    NUMBER = "number"
    SWITCH = "switch"
    OTHER = "other"
    """Anything else, which is entered as JSON."""


class KindField(NamedTuple):
    """A field of a kind."""

    name: str
    role: Role
    required: bool
    default: Any = None
    number: str = ""
    """The name of the number in each object."""
    choice: str = ""
    choices: tuple[str, ...] = ()
    """The name of the choice in each object, and its values."""

    @property
    def side(self) -> str:
        """The side of the board on which the numbers stand."""
        return SIDES[self.name]

    @property
    def label(self) -> str:
        """The name in words."""
        return self.name.replace("_", " ")


@lru_cache(maxsize=128)
def fields_of(kind: type[Puzzle]) -> tuple[KindField, ...]:
    """Return the fields of a kind, in the order of its file format."""
    described = schema(kind)
    return tuple(
        _field(name, spec, name in described["required"], described.get("$defs", {}))
        for name, spec in described["properties"].items()
        if name != "kind"
    )


def _field(name: str, spec: dict[str, Any], required: bool, objects: dict[str, Any]) -> KindField:  # noqa: FBT001 - a fact
    """Return a field by its schema."""
    default, reference = spec.get("default"), (spec.get("items") or {}).get("$ref", "")
    if spec.get("type") != "array" or not reference:
        return KindField(name, _role(name, spec), required, default)
    inside = dict(objects[reference.rpartition("/")[2]]["properties"])
    cell, cells = inside.pop("cell", {}), inside.pop("cells", {})
    number = next((key for key, value in inside.items() if _is_integer(value)), "")
    choice = next((key for key, value in inside.items() if "enum" in value), "")
    is_group = _is_cell(cells.get("items", {})) and not choice
    if not (is_group or _is_cell(cell)) or set(inside) - {number, choice}:
        return KindField(name, Role.OTHER, required, default)
    choices = tuple(inside[choice]["enum"]) if choice else ()
    return KindField(name, Role.GROUPS if is_group else Role.SPOTS, required, default, number, choice, choices)


def _role(name: str, spec: dict[str, Any]) -> Role:
    """Return the role of a field that holds no objects."""
    items = spec.get("items") or {}
    forms = items.get("anyOf", [items])
    inner: dict[str, Any] = next((form.get("items") or {} for form in forms if form.get("type") == "array"), {})
    is_list = spec.get("type") == "array"
    pair, ends = spec.get("prefixItems", ()) if not items else (), items.get("prefixItems", ())
    found = {
        Role.SWITCH: spec.get("type") == "boolean",
        Role.NUMBER: _is_integer(spec),
        Role.PAIR: is_list and [*map(_is_integer, pair)] == [True, True],
        Role.GRID: is_list and {"type": "string"} in forms and _is_integer(inner),
        Role.REGIONS: is_list and {"type": "string"} in forms and inner,
        Role.EDGES: is_list and [*map(_is_cell, ends)] == [True, True],
        Role.PATHS: is_list and _is_cell(inner),
        Role.LINES: is_list and _is_integer(inner) and name in SIDES,
        Role.NUMBERS: is_list and _is_integer(items) and name in SIDES,
    }
    return Role.OTHER if name == POINTS else next((role for role, fits in found.items() if fits), Role.OTHER)


def _is_cell(spec: dict[str, Any]) -> bool:
    return spec.get("type") == "string" and "pattern" in spec


def _is_integer(spec: dict[str, Any]) -> bool:
    """Return whether a value is a whole number, perhaps null."""
    types = [form.get("type") for form in spec.get("anyOf", [spec]) if "const" not in form]
    return types in (["integer"], ["integer", "null"], [["integer", "null"]])
