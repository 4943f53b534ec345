"""A puzzle while it is entered: its fields in a form that can be changed, whether they are a puzzle already or not."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Self

import msgspec

from bot.addons.studio.fields import POINTS, ROLES, SIZE, KindField, Role, fields_of
from solvers import (
    KINDS,
    UNKNOWN,
    UNKNOWN_TEXT,
    BadPuzzle,
    Cell,
    Edge,
    Grid,
    Picture,
    Puzzle,
    dump,
    dump_grid,
    size_of,
    with_unknown,
)

LARGEST = 60
"""The most rows and columns."""
UNNAMED = "."
"""The region of a cell that is in none yet."""
_EMPTY: dict[Role, type] = {Role.GRID: dict, Role.REGIONS: dict, Role.EDGES: set}
_EMPTY |= dict.fromkeys((Role.PATHS, Role.GROUPS, Role.SPOTS), list)
_FORMS: dict[Role, Any] = {role: form for form, role in ROLES.items()}
_FORMS |= dict.fromkeys((Role.GROUPS, Role.SPOTS), list[dict[str, Any]])
"""What the JSON of a field is read as."""


@dataclass
class ClueGroup:
    """Some cells, such as those of a path, with a number and one of the choices if they have them."""

    cells: list[Cell]
    number: int | None = None
    choice: str = ""


@dataclass
class Draft:
    """A kind, a size, and the value of each field.

    A value is a dictionary by cell (grids, regions), a set of edges, a list of numbers for each line of the rim, or a
    list of groups (paths, groups, spots); anything else is as in JSON.
    """

    kind: type[Puzzle]
    height: int
    width: int
    values: dict[str, Any]

    @classmethod
    def of(cls, puzzle: object) -> Self:
        """Read the JSON object of a puzzle, which may be malformed in parts; raise `BadPuzzle` if it cannot be read."""
        if not isinstance(puzzle, dict) or puzzle.get("kind") not in [*KINDS]:
            raise BadPuzzle("a puzzle is a JSON object with the name of a known kind")
        kind = KINDS[puzzle["kind"]]
        if set(puzzle) == {"kind"}:
            return cls.blank(kind, *kind.SIZE)
        fields = fields_of(kind)
        height, width = _size(fields, puzzle) or kind.SIZE
        check_size(height, width)
        draft = cls(kind, height, width, {})
        for field in fields:
            try:
                found = _parsed(field, puzzle[field.name]) if field.name in puzzle else field.default
            except BadPuzzle as error:
                raise BadPuzzle(f"{field.name}: {error.message}") from None
            except (msgspec.ValidationError, KeyError):
                raise BadPuzzle(f"{field.name}: it has another form in puzzles of kind {kind.KIND}") from None
            draft.values[field.name] = draft.fitted(field, found)
        return draft

    @classmethod
    def blank(cls, kind: type[Puzzle], height: int, width: int) -> Self:
        """Return a board with nothing on it; raise `BadPuzzle` for an impossible size."""
        check_size(height, width)
        with suppress(BadPuzzle):
            # The kind knows what follows from the size, like the boxes of a Sudoku.
            return cls.of(dump(kind.from_picture(Picture(height, width))))
        draft = cls(kind, height, width, {})
        examples = {Role.NUMBER: max(1, min(height, width) - 1), Role.PAIR: (1, width), Role.SWITCH: True}
        for field in fields_of(kind):
            value = field.default if field.default is not None or not field.required else examples.get(field.role)
            draft.values[field.name] = draft.fitted(field, value)
        return draft

    def resized(self, height: int, width: int) -> Draft:
        """Return the draft with another size; raise `BadPuzzle` if it is impossible.

        What does not fit is dropped, and what follows from the size is that of a blank board.
        """
        draft = self.blank(self.kind, height, width)
        for field in fields_of(self.kind):
            if field.role not in {Role.PAIR, Role.SWITCH, Role.OTHER}:
                draft.values[field.name] = draft.fitted(field, self.values[field.name])
        return draft

    def fitted(self, field: KindField, value: Any) -> Any:  # noqa: ANN401 - of the field's role
        """Return a field's value cut to the board, with an entry for each line."""
        if field.role in _EMPTY and not value:
            return _EMPTY[field.role]()
        match field.role:
            case Role.GRID | Role.REGIONS:
                return {cell: held for cell, held in value.items() if cell in self}
            case Role.EDGES:
                return {edge for edge in value if edge[0] in self and edge[1] in self}
            case Role.PATHS | Role.GROUPS | Role.SPOTS:
                return [group for group in value if group.cells and all(cell in self for cell in group.cells)]
            case Role.LINES | Role.NUMBERS:
                count = self.height if field.side in {"left", "right"} else self.width
                lines = list(value or ())[:count]
                return lines + [[] for _ in range(count - len(lines))]
        return (self.height, self.width) if field.name == SIZE and field.role is Role.PAIR else value

    def __contains__(self, cell: Cell) -> bool:
        return 0 <= cell.row < self.height and 0 <= cell.col < self.width

    def of_role(self, *roles: Role) -> list[KindField]:
        """Return the fields of some roles."""
        return [field for field in fields_of(self.kind) if field.role in roles]

    def json(self) -> dict[str, Any]:
        """Return the puzzle's JSON object, without fields that are empty and may be left out."""
        return {"kind": self.kind.KIND} | {
            field.name: with_unknown(self._written(field, self.values[field.name]), UNKNOWN, UNKNOWN_TEXT)
            for field in fields_of(self.kind)
            if field.required or self.values[field.name] != self.fitted(field, field.default)
        }

    def _written(self, field: KindField, value: Any) -> Any:  # noqa: ANN401, PLR0911 - one for each role
        match field.role:
            case Role.GRID:
                return dump_grid(Grid.make(self.height, self.width, value.get), self.kind)
            case Role.REGIONS:
                rows = [[value.get(Cell(row, col), UNNAMED) for col in range(self.width)] for row in range(self.height)]
                return ["".join(row) for row in rows] if all(len(name) == 1 for row in rows for name in row) else rows
            case Role.EDGES:
                return [[*map(str, edge)] for edge in sorted(value)]
            case Role.NUMBERS:
                return [next(iter(line), None) for line in value]
            case Role.PATHS:
                return [[*map(str, path.cells)] for path in value]
            case Role.GROUPS:
                return [{"cells": [*map(str, group.cells)], **_facts(field, group)} for group in value]
            case Role.SPOTS:
                spots = sorted(value, key=lambda spot: spot.cells)
                return [{"cell": str(spot.cells[0]), **_facts(field, spot)} for spot in spots]
        return value


def check_size(height: int, width: int) -> None:
    """Raise `BadPuzzle` for a size that no board of the studio has."""
    if not (1 <= height <= LARGEST and 1 <= width <= LARGEST):
        raise BadPuzzle(f"a board has 1 to {LARGEST} rows and columns here, not {height} and {width}")


def _facts(field: KindField, group: ClueGroup) -> dict[str, Any]:
    choice = {field.choice: group.choice} if field.choice else {}
    return choice if group.number is None else choice | {field.number: group.number}


def _parsed(field: KindField, value: object) -> Any:  # noqa: ANN401, PLR0911 - one for each role
    """Return the value of a field from JSON; raise `BadPuzzle`, `ValidationError` or `KeyError`."""
    plain = _converted(value if field.role is Role.GRID else with_unknown(value), _FORMS.get(field.role, Any))
    match field.role:
        case Role.GRID:
            return dict(plain.marked())
        case Role.REGIONS:
            names = {Cell(row, col): name for row, line in enumerate(plain) for col, name in enumerate(line)}
            return {cell: name for cell, name in names.items() if name != UNNAMED}
        case Role.EDGES:
            return {edge_between(*edge) for edge in plain}
        case Role.LINES:
            return [*map(list, plain)]
        case Role.NUMBERS:
            return [[] if number is None else [number] for number in plain]
        case Role.PATHS:
            return [ClueGroup([*path]) for path in plain]
        case Role.GROUPS | Role.SPOTS:
            return [_group(field, entry) for entry in plain]
    return plain


def _converted(value: object, form: Any) -> Any:  # noqa: ANN401 - of any form
    return msgspec.convert(value, form, dec_hook=lambda kind, text: kind.parse(text))


def _group(field: KindField, entry: Mapping[str, Any]) -> ClueGroup:
    cells = entry["cells"] if field.role is Role.GROUPS else [entry["cell"]]
    choice = msgspec.convert(entry[field.choice], str) if field.choice else ""
    return ClueGroup(_converted(cells, list[Cell]), msgspec.convert(entry.get(field.number), int | None), choice)


def edge_between(first: Cell, second: Cell) -> Edge:
    """Return the edge of two cells as it is stored, the left or upper cell first."""
    return min(first, second), max(first, second)


def _size(fields: tuple[KindField, ...], puzzle: Mapping[str, Any]) -> tuple[int, int] | None:
    """Return rows and columns as the fields of a draft say, None if they do not; no cell is read for that."""
    counts: dict[str, int] = {}
    for field in fields:
        value = puzzle.get(field.name)
        if not isinstance(value, list) or not value:
            continue
        more = field.name == POINTS
        if (more or field.role in {Role.GRID, Role.REGIONS}) and all(isinstance(row, str | list) for row in value):
            height, width = size_of(value)
            return height - more, width - more
        if field.role in {Role.LINES, Role.NUMBERS}:
            counts.setdefault("height" if field.side in {"left", "right"} else "width", len(value))
        elif field.role is Role.PAIR and field.name == SIZE and [*map(type, value)] == [int, int]:
            return value[0], value[1]
    return (counts["height"], counts["width"]) if len(counts) > 1 else None
