"""Check declarations where they are made, so that a mistake is reported in one sentence that names the field."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def check_sequences(declared: DataclassInstance) -> None:
    """Raise `TypeError` for a field declared as a sequence that holds a single value: mostly a comma is missing."""
    for field in filter(lambda field: field.init, fields(declared)):
        value = getattr(declared, field.name)
        if str(field.type).startswith("Sequence[") and not isinstance(value, tuple | list):
            name = f"{type(declared).__name__}.{field.name}"
            raise TypeError(f"{name} must be a tuple or a list, not {value!r}; is a comma missing?")
