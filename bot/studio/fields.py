"""What the fields of a kind are, by their JSON schema: a new kind can be entered without a line about it here."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from solvers import schema

if TYPE_CHECKING:
    from solvers import Puzzle

SIDES = {"rows": "left", "left": "left", "columns": "top", "top": "top", "right": "right", "bottom": "bottom"}
"""The side of the board on which the numbers of a field stand, by the field's name."""
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


class Field(NamedTuple):
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
def fields_of(kind: type[Puzzle]) -> tuple[Field, ...]:
    """Return the fields of a kind, in the order of its file format."""
    described = schema(kind)
    return tuple(
        _field(name, spec, name in described["required"], described.get("$defs", {}))
        for name, spec in described["properties"].items()
        if name != "kind"
    )


def _field(name: str, spec: dict[str, Any], required: bool, objects: dict[str, Any]) -> Field:  # noqa: FBT001 - a fact
    """Return a field by its schema."""
    default = spec.get("default")
    reference = spec.get("items") and spec["items"].get("$ref", "") if spec.get("type") == "array" else ""
    if not reference:
        return Field(name, _role(name, spec), required, default)
    inside = objects[reference.rpartition("/")[2]]["properties"]
    cells = inside.get("cells", {})
    role = Role.GROUPS if _is_cell(cells.get("items", {})) else Role.SPOTS if _is_cell(inside.get("cell", {})) else None
    rest = {key: value for key, value in inside.items() if key not in {"cell", "cells"}}
    number = next((key for key, value in rest.items() if _is_integer(value)), "")
    choice = next((key for key, value in rest.items() if "enum" in value), "")
    if role is None or set(rest) - {number, choice} or (role is Role.GROUPS and choice):
        return Field(name, Role.OTHER, required, default)
    return Field(name, role, required, default, number, choice, tuple(rest[choice]["enum"]) if choice else ())


def _role(name: str, spec: dict[str, Any]) -> Role:
    """Return the role of a field that holds no objects."""
    if spec.get("type") == "boolean":
        return Role.SWITCH
    if _is_integer(spec):
        return Role.NUMBER
    if spec.get("type") != "array":
        return Role.OTHER
    items = spec.get("items")
    if not items:
        parts = spec.get("prefixItems", ())
        return Role.PAIR if len(parts) == 2 and all(map(_is_integer, parts)) else Role.OTHER  # noqa: PLR2004 - a pair
    forms = items.get("anyOf", [items])
    inner: dict[str, Any] = next((form.get("items") or {} for form in forms if form.get("type") == "array"), {})
    if {"type": "string"} in forms and inner:
        return Role.GRID if _is_integer(inner) else Role.REGIONS
    ends = items.get("prefixItems", ())
    found = (
        (len(ends) == 2 and all(map(_is_cell, ends)), Role.EDGES),  # noqa: PLR2004 - the two cells of an edge
        (_is_cell(inner), Role.PATHS),
        (_is_integer(inner) and name in SIDES, Role.LINES),
        (_is_integer(items) and name in SIDES, Role.NUMBERS),
    )
    return next((role for fits, role in found if fits), Role.OTHER)


def _is_cell(spec: dict[str, Any]) -> bool:
    return spec.get("type") == "string" and "pattern" in spec


def _is_integer(spec: dict[str, Any]) -> bool:
    """Return whether a value is a whole number, perhaps null."""
    types = [form.get("type") for form in spec.get("anyOf", [spec])]
    return types in (["integer"], ["integer", "null"], [["integer", "null"]])
