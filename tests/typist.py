"""Enter any puzzle in the studio by keys alone, knowing only what its fields hold."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from bot.addons.studio.draft import Draft
from bot.addons.studio.fields import KindField, Role
from bot.addons.studio.sketch import signs_of, values_of
from solvers import DIGITS, UNKNOWN, Cell, number_text

Event = dict[str, Any]

ARROWS = {(-1, 0): "ArrowUp", (1, 0): "ArrowDown", (0, -1): "ArrowLeft", (0, 1): "ArrowRight"}


def events(puzzle: dict[str, Any]) -> Iterator[Event]:
    """Yield what enters a puzzle on an empty board of its kind."""
    draft = Draft.of(puzzle)
    if (draft.height, draft.width) != draft.kind.SIZE:
        yield {"size": [draft.height, draft.width]}
    for field in draft.of_role(Role.PAIR, Role.NUMBER, Role.SWITCH, Role.OTHER):
        yield {"set": {field.name: draft.json().get(field.name, field.default)}}
    for field in draft.of_role(*Role):
        yield {"tool": field.name}
        for key in _keys(draft, field):
            yield {"key": key}


def _keys(draft: Draft, field: KindField) -> Iterator[str]:  # noqa: C901, PLR0912 - a case for each role
    value = draft.values[field.name]
    match field.role:
        case Role.GRID:
            is_long = 10 in values_of(draft.kind, field, draft.height, draft.width)
            for cell, held in value.items():
                yield from _to(cell)
                yield from number_text(held) if is_long or held == UNKNOWN else DIGITS[held]
        case Role.REGIONS:
            for cell, name in value.items():
                yield from _to(cell)
                yield name.swapcase()
        case Role.EDGES:
            for first, second in value:
                yield from _to(first)
                yield _step(first, second)
                yield signs_of(draft.kind, field)[first.row != second.row]
        case Role.PATHS:
            for path in value:
                yield from _along(path.cells)
        case Role.GROUPS:
            for group in value:
                yield from _grown(group.cells)
                yield from _to(group.cells[0])
                yield from "" if group.number is None else number_text(group.number)
        case Role.SPOTS:
            for spot in value:
                yield from _to(spot.cells[0])
                yield from spot.choice[:1]
                yield from "" if spot.number is None else number_text(spot.number)
        case Role.LINES | Role.NUMBERS:
            yield from _rim(draft, field)


def _to(cell: Cell) -> Iterator[str]:
    """Yield the keys that lead to a cell from anywhere."""
    yield from ["Control+ArrowUp", "Control+ArrowLeft"]
    yield from ["ArrowDown"] * cell.row + ["ArrowRight"] * cell.col


def _step(cell: Cell, other: Cell) -> str:
    return ARROWS[other.row - cell.row, other.col - cell.col]


def _along(path: list[Cell]) -> Iterator[str]:
    yield from _to(path[0])
    for cell, other in pairwise(path):
        yield f"Shift+{_step(cell, other)}"


def _grown(cells: list[Cell]) -> Iterator[str]:
    """Yield the keys that paint a group cell by cell, each from a neighbour that is painted already."""
    if len(cells) == 1:
        # Moving on from it and back would take the neighbour along.
        yield from _to(cells[0])
        return
    done = {cells[0]}
    while left := [cell for cell in cells if cell not in done]:
        cell = next(cell for cell in left if done & {*cell.around()})
        beside = min(done & {*cell.around()})
        yield from _to(beside)
        yield f"Shift+{_step(beside, cell)}"
        done.add(cell)


def _rim(draft: Draft, field: KindField) -> Iterator[str]:
    ends = {"left": "ArrowLeft", "right": "ArrowRight", "top": "ArrowUp", "bottom": "ArrowDown"}
    upright = field.side in {"left", "right"}
    for line, numbers in enumerate(draft.values[field.name]):
        if numbers:
            yield from _to(Cell(line, 0) if upright else Cell(0, line))
            yield from [f"Control+{ends[field.side]}", ends[field.side]]
            yield from " ".join(map(number_text, numbers))
