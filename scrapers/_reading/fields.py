"""Boards of fields with digits: read what was printed into them, and type what is missing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrapers._errors import ReadError
from scrapers._reading.layout import Entry
from scrapers._reading.moves import CellPress, Mark
from scrapers._reading.statements import Statement

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node

    from scrapers._reading.board import Board
    from scrapers._reading.places import Located
    from solvers import Cell

FIELDS = """[...board.querySelectorAll("input")].map(
    (field) => [field.value.slice(0, 20), field.readOnly || field.disabled])"""
"""The state of all fields, which a layout with them measures as `fields`."""


def field_of(board: Board, node: Node) -> tuple[str, bool, Node]:
    """Return the value of the only field of a cell, whether it is locked, and its element."""
    fields = board.root.css("input")
    states = board.state.get("fields")
    if not isinstance(states, list) or len(states) != len(fields):
        raise ReadError("the fields of the board were not measured", selector="input")
    inside = {field.mem_id for field in node.css("input")}
    found = [(field, state) for field, state in zip(fields, states, strict=True) if field.mem_id in inside]
    if len(found) != 1:
        raise ReadError(f"a cell holds {len(found)} fields, not one", selector="input")
    (field, (value, locked)) = found[0]
    return str(value).strip(), bool(locked), field


def fields(located: Located) -> Iterator[Statement]:
    """Read the digits that were printed into fields; a locked one must hold what was printed, and the others nothing.

    A page that locks none of its fields says only by its markup which digits were printed.
    """
    found = {cell: field_of(located.board, node) for cell, node in located.nodes.items()}
    locks = any(locked for _, locked, _ in found.values())
    for cell, (value, locked, field) in found.items():
        printed = (field.attributes.get("value") or "").strip()
        if printed and re.fullmatch(r"[1-9]", printed) is None:
            raise ReadError(f"{cell} holds {printed!r}, not a digit", selector="input")
        if locks and locked != bool(printed):
            raise ReadError(f"{cell} is {'locked' if locked else 'free'}, but {printed or 'nothing'} is printed in it")
        if printed and value != printed:
            raise ReadError(f"{cell} holds {value!r}, but {printed} is printed in it", selector="input")
        yield Statement("number", cell, "its field", int(printed) if printed else None)


@dataclass(frozen=True, slots=True)
class Typed(Entry):
    """Cells with a field each; several digits in one are a player's notes."""

    signs: str = "0123456789"
    """What is typed for each mark; a space stands for nothing."""

    @property
    def alike(self) -> frozenset[Mark]:
        """A blank field, and the mark that is nothing."""
        return frozenset({None, 0} if self.signs.startswith(" ") else {None})

    def mark(self, located: Located, _cell: Cell, node: Node) -> Mark:
        """Return the mark in the field of a cell, one that no cell should hold for a player's notes."""
        value = field_of(located.board, node)[0].upper()
        if len(value) > 1:
            return len(self.signs)
        return self.signs.index(value) if value in self.signs and value else None

    def set_mark(self, located: Located, cell: Cell, _stands: Mark, wanted: Mark) -> CellPress:
        """Type what a field should hold, instead of what it holds."""
        value = field_of(located.board, located.nodes[cell])[0]
        sign = "" if wanted is None else self.signs[wanted].strip()
        erasing = ("End", *["Backspace"] * len(value)) if value else ()
        return CellPress({wanted if sign else None}, keys=(*erasing, *sign))
