"""Check declarations where they are made, so that a mistake is reported in one sentence that names the field."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from selectolax.lexbor import LexborHTMLParser, SelectolaxError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _typeshed import DataclassInstance


def check_sequences(declared: DataclassInstance) -> None:
    """Raise `TypeError` if a field declared as a sequence holds a single value, usually because of a missing comma."""
    for field in filter(lambda field: field.init, fields(declared)):
        value = getattr(declared, field.name)
        if str(field.type).startswith("Sequence[") and not isinstance(value, tuple | list):
            name = f"{type(declared).__name__}.{field.name}"
            raise TypeError(f"{name} must be a tuple or a list, not {value!r}; is a comma missing?")


def check_selectors(owner: str, selectors: Iterable[object]) -> None:
    """Raise `TypeError` for a selector that is empty or invalid; `owner` names the parameter in the message."""
    for css in selectors:
        try:
            valid = isinstance(css, str)
            LexborHTMLParser("<i></i>").css(str(css))
        except SelectolaxError:
            valid = False
        if not valid:
            raise TypeError(f"{owner} must be a CSS selector, not {css!r}")


def check_fields(declared: DataclassInstance, *names: str) -> None:
    """Raise `TypeError` for fields that hold an invalid selector, or none where one is needed."""
    for field in filter(lambda field: field.name in names, fields(declared)):
        value = getattr(declared, field.name)
        given = value if isinstance(value, tuple | list) else [] if value == field.default == "" else [value]
        check_selectors(f"{type(declared).__name__}.{field.name}", given)
