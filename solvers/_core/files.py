"""Puzzles as JSON objects and as drawn text, by kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import msgspec

from solvers._core.errors import BadPuzzle, SolveError
from solvers._core.grid import Cell, Grid
from solvers._core.picture import parse, text
from solvers._core.puzzle import Puzzle

Kinds = Mapping[str, type[Puzzle]]


def load(value: object, kinds: Kinds) -> Puzzle:
    """Make a puzzle from its JSON object, as `dump` gives it; raises `BadPuzzle` naming the field."""
    if not isinstance(value, Mapping):
        msg = f"a puzzle is a JSON object with a kind, not {_shown(value)}"
        raise BadPuzzle(msg)
    kind = kind_of(value.get("kind"), kinds)
    rest = {key: field for key, field in value.items() if key != "kind"}
    known = _names(kind)
    if unknown := sorted(map(str, set(rest) - set(known))):
        msg = f"{kind.KIND}: no field is called {unknown[0]!r}; its fields are {', '.join(known)}"
        raise BadPuzzle(msg)
    try:
        return msgspec.convert({known[key]: field for key, field in rest.items()}, kind, dec_hook=_decode)
    except msgspec.ValidationError as error:
        told = str(error)
        for name, field in known.items():
            told = told.replace(f"required field `{field}`", f"required field `{name}`").replace(
                f"$.{field}", f"$.{name}"
            )
        message, _, path = told.partition(" - at `$.")
        where = f"{kind.KIND}: {path.rstrip('`')}" if path else kind.KIND
        if not message.startswith("R"):  # a cell; msgspec's own begin with "Expected", "Object" …
            message = message[:1].lower() + message[1:]
        raise BadPuzzle(f"{where}: {message.replace('`', '')}") from None


def dump(puzzle: Puzzle) -> dict[str, Any]:
    """Give the JSON object of a puzzle; equal puzzles give equal objects, keys in equal order."""
    # What is hardly ever said otherwise is left out where it is not.
    omitted = {
        field.name: field.default
        for field in fields(puzzle)  # type: ignore[arg-type] # every kind is a dataclass
        if field.metadata.get("omit")
    }
    told = _names(type(puzzle))
    return {"kind": puzzle.KIND} | {
        name: _encode(getattr(puzzle, field), puzzle)
        for name, field in told.items()
        if field not in omitted or getattr(puzzle, field) != omitted[field]
    }


def dump_grid(grid: Grid, kind: type[Puzzle] | Puzzle) -> list[Any]:
    """Give the JSON form of a kind's grid: a text a row, or a list if a field of the kind has the metadata `lists`."""
    lists = any(field.metadata.get("lists") for field in fields(kind))  # type: ignore[arg-type] # every kind is a dataclass
    return [list(row) for row in grid.values] if lists else grid.rows()


def load_picture(drawn: str, kinds: Kinds, kind: str | None = None) -> Puzzle:
    """Make a puzzle from its drawn text, whose first line is `kind: NAME` unless `kind` says it."""
    first, _, rest = drawn.lstrip("\r\n").partition("\n")
    if first.startswith("kind:"):
        kind, drawn = first.removeprefix("kind:").strip(), rest
    if kind is None:
        msg = f"a drawn puzzle begins with a line like 'kind: tango', not {_shown(first)}"
        raise BadPuzzle(msg)
    if not drawn.strip():
        msg = "the picture is empty"
        raise BadPuzzle(msg)
    picture = parse(drawn.strip("\r\n"))
    puzzle = kind_of(kind, kinds).from_picture(picture)
    shown = puzzle.picture()
    for part, words in (("fills", "regions"), ("rows", "numbers beside rows"), ("columns", "numbers above columns")):
        if getattr(picture, part) and not getattr(shown, part):
            msg = f"the picture has {words}, but a puzzle of kind {puzzle.KIND} has none"
            raise BadPuzzle(msg)
    if unknown := sorted(set(picture.notes) - set(shown.notes)):
        msg = f"the picture says {unknown[0]!r}, which means nothing to a puzzle of kind {puzzle.KIND}"
        raise BadPuzzle(msg)
    return puzzle


def dump_picture(puzzle: Puzzle) -> str:
    """Draw a puzzle as text that `load_picture` reads back."""
    return f"kind: {puzzle.KIND}\n{text(puzzle.picture())}"


def schema(kind: type[Puzzle]) -> dict[str, Any]:
    """Return the JSON schema of a kind's object."""
    result = msgspec.json.schema(kind, schema_hook=_schema)
    definition: dict[str, Any] = result["$defs"].pop(kind.__name__)
    described = {name: definition["properties"][field] for name, field in _names(kind).items()}
    required = [name for name, field in _names(kind).items() if field in definition["required"]]
    definition["properties"] = {"kind": {"const": kind.KIND}} | described
    definition["required"] = ["kind", *required]
    definition["additionalProperties"] = False
    # What the fields are made of, to which they refer.
    return definition | ({"$defs": result["$defs"]} if result["$defs"] else {})


def _names(kind: type[Puzzle]) -> dict[str, str]:
    """Return a kind's fields by their names in JSON; one that would hide a method has another name in Python."""
    return {field.metadata.get("json", field.name): field.name for field in fields(kind)}  # type: ignore[arg-type] # every kind is a dataclass


def kind_of(name: object, kinds: Kinds) -> type[Puzzle]:
    """Return the kind of a name; raises `BadPuzzle`."""
    if isinstance(name, str) and name in kinds:
        return kinds[name]
    told = "says no kind" if name is None else f"is of kind {_shown(name)}, which is not known"
    msg = f"the puzzle {told}; kinds are {', '.join(kinds)}"
    raise BadPuzzle(msg)


def _decode(wanted: type, value: object) -> object:
    """Make a `Grid` or `Cell` from JSON; msgspec adds the path to what is raised as `ValueError`."""
    try:
        if wanted is Cell and isinstance(value, str):
            return Cell.parse(value)
        if wanted is Grid and isinstance(value, list) and all(isinstance(row, str) or _is_row(row) for row in value):
            return Grid.parse(value)
    except SolveError as error:
        raise ValueError(error.message) from None
    form = "a cell is written like R1C1" if wanted is Cell else "a grid is a list of row strings"
    msg = f"{form}, not {_shown(value)}"
    raise ValueError(msg)


def _is_row(row: object) -> bool:
    return isinstance(row, list) and all(value is None or type(value) is int for value in row)


def _encode(value: object, kind: Puzzle) -> Any:  # noqa: ANN401 - any JSON value
    if isinstance(value, Grid):
        return dump_grid(value, kind)
    if isinstance(value, Cell):
        return str(value)
    if isinstance(value, msgspec.Struct):
        return {name: _encode(item, kind) for name, item in msgspec.structs.asdict(value).items()}
    return [_encode(item, kind) for item in value] if isinstance(value, tuple) else value


def _schema(wanted: type) -> dict[str, Any]:
    if wanted is Cell:
        return {"type": "string", "pattern": "^R[1-9][0-9]*C[1-9][0-9]*$"}
    row = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": ["integer", "null"]}}]}
    return {"type": "array", "items": row, "minItems": 1}


def _shown(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 40 else f"{shown[:37]}…"  # noqa: PLR2004 - enough to recognise it
