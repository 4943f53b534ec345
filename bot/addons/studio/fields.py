"""What the fields of a kind are, by their types: a new kind can be entered without a line about it here."""

from __future__ import annotations

import dataclasses
from enum import StrEnum
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import NODEFAULT
from msgspec.inspect import Field, LiteralType, StructType, VarTupleType, type_info

from solvers import Cell, Edge, Grid, Puzzle

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
    choices: tuple[Any, ...] = ()
    """The name of the choice in each object, and its values."""

    @property
    def side(self) -> str:
        """The side of the board on which the numbers stand."""
        return SIDES[self.name]

    @property
    def label(self) -> str:
        """The name in words."""
        return self.name.replace("_", " ")


ROLES = {
    Grid: Role.GRID,
    tuple[str | tuple[str, ...], ...]: Role.REGIONS,
    tuple[Edge, ...]: Role.EDGES,
    tuple[tuple[int, ...], ...]: Role.LINES,
    tuple[int | None, ...]: Role.NUMBERS,
    tuple[tuple[Cell, ...], ...]: Role.PATHS,
    tuple[int, int]: Role.PAIR,
    int: Role.NUMBER,
    int | None: Role.NUMBER,
    bool: Role.SWITCH,
}
"""The role of a field by its type, unless it holds objects."""


@lru_cache(maxsize=128)
def fields_of(kind: type[Puzzle]) -> tuple[KindField, ...]:
    """Return the fields of a kind, in the order of its file format."""
    names = [field.metadata.get("json", field.name) for field in dataclasses.fields(kind)]  # type: ignore[arg-type] # every kind is a dataclass
    return tuple(_field(name, field) for name, field in zip(names, type_info(kind).fields, strict=True))  # type: ignore[attr-defined] # of a dataclass


def _field(name: str, field: Field) -> KindField:
    found = KindField(name, _role(field.type), field.required, None if field.default is NODEFAULT else field.default)
    match field.type:
        case VarTupleType(item_type=StructType(fields=entries)):
            inside = {entry.name: entry.type for entry in entries}
            is_group = inside.pop("cells", None) is not None
            is_spot = inside.pop("cell", None) is not None
            number = next((key for key, form in inside.items() if _role(form) is Role.NUMBER), "")
            choices = {key: form.values for key, form in inside.items() if isinstance(form, LiteralType)}
            choice = next(iter(choices), "")
            if is_group != is_spot and not inside.keys() - {number, choice} and not (is_group and choice):
                role = Role.GROUPS if is_group else Role.SPOTS
                return found._replace(role=role, number=number, choice=choice, choices=choices.get(choice, ()))
    return found._replace(role=Role.OTHER) if name == POINTS else found


def _role(form: object) -> Role:
    return next((role for known, role in ROLES.items() if type_info(known) == form), Role.OTHER)
