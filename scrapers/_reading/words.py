"""List the texts that the readers of a layout name: selectors, attributes, words, variables of scripts."""

from __future__ import annotations

import re
import sys
from dataclasses import fields, is_dataclass
from functools import partial
from types import CodeType, FunctionType, MethodType
from typing import TYPE_CHECKING

from scrapers._reading.board import Configured

if TYPE_CHECKING:
    from collections.abc import Iterator

FOREIGN = frozenset({*sys.stdlib_module_names, "msgspec", "playwright", "selectolax", "solvers"})
"""The packages whose code does not know pages; a site's own module may have any other name."""


def words_of(part: object) -> frozenset[str]:
    """Return every text that a layout or a whole site declares, or that the code which reads its boards names.

    What is kept of a page can be read again if it keeps what these texts match.
    """
    texts: set[str] = set()
    seen: set[int] = set()
    waiting: list[object] = [part]
    while waiting:
        thing = waiting.pop()
        if isinstance(thing, str):
            texts.add(thing)
        elif id(thing) not in seen:
            seen.add(id(thing))
            waiting += _parts(thing)
    return frozenset(texts)


def _parts(thing: object) -> Iterator[object]:
    """Yield what a part of a layout consists of, and what its code uses."""
    match thing:
        case dict():
            yield from (*thing, *thing.values())
        case list() | tuple() | set() | frozenset():
            yield from thing
        case re.Pattern():
            yield thing.pattern
        case Configured():
            yield from (thing.read, *thing.args, *thing.options.values())
        case partial():
            yield from (thing.func, thing.args, thing.keywords)
        case MethodType():
            yield from (thing.__self__, thing.__func__)
        case FunctionType() if hasattr(thing, "__wrapped__"):
            yield thing.__wrapped__  # What is around it may remember a page.
        case FunctionType() if _knows_pages(thing.__module__):
            yield from (cell.cell_contents for cell in thing.__closure__ or ())
            yield from (thing.__defaults__, thing.__dict__, *(thing.__kwdefaults__ or {}).values())
            yield from (part for part in _used(thing.__code__, thing.__globals__) if part != thing.__doc__)
        case property():
            yield thing.fget
        case type() if _knows_pages(thing.__module__):
            yield thing.__bases__
            yield from (part for name, part in vars(thing).items() if not name.startswith("__") or name == "__call__")
        case _ if is_dataclass(thing) and not isinstance(thing, type):
            yield from (type(thing), *(getattr(thing, field.name) for field in fields(thing)))


def _used(code: CodeType, names: dict[str, object]) -> Iterator[object]:
    """Yield the constants of some code, and what it uses by a global name."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _used(constant, names)
        else:
            yield constant
    yield from (names[name] for name in code.co_names if name in names)


def _knows_pages(module: str | None) -> bool:
    return (module or "").partition(".")[0] not in FOREIGN
