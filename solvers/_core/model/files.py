"""Puzzles as JSON objects and as drawn text, by kind."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, replace
from functools import cache
from typing import Any

import msgspec

from solvers._core.model.errors import BadPuzzle, SolveError, ZeroForBlank, explained, quoted
from solvers._core.model.grid import UNKNOWN, UNKNOWN_TEXT, Cell, Grid, check_size, size_of
from solvers._core.model.picture import Parts, Picture, parse_picture, picture_text
from solvers._core.model.puzzle import Puzzle
from solvers._names import nearest_kind

Kinds = Mapping[str, type[Puzzle]]
BOARDS = frozenset({"Grid", "tuple[str | tuple[str, ...], ...]"})
"""The annotations of fields that have a value for each cell."""
ITEMS_PER_CELL = 8
"""JSON values for each cell in another field, at most: every edge of a board is a list of its two cells."""
KIND_LINE = re.compile(r"^[^\w\n]*kind[^\S\n]*[:=][^\w\n]*(\w[^\n\"',]*?)[\s\"',]*$", re.IGNORECASE | re.MULTILINE)
"""What says the kind of a drawing."""
MAX_DRAWING = 1_000_000
"""Characters of the longest drawing that is read."""


def load(value: object, kinds: Kinds) -> Puzzle:
    """Make a puzzle from its JSON object, as `dump` returns it; raises `BadPuzzle` with the name of the field."""
    if not isinstance(value, Mapping):
        raise BadPuzzle(f"a puzzle is a JSON object with a kind, not {quoted(value)}")
    kind = kind_of(value.get("kind"), kinds)
    rest = {key: field for key, field in value.items() if key != "kind"}
    known = names_of_fields(kind)
    if unknown := sorted(map(str, set(rest) - set(known))):
        raise BadPuzzle(f"{kind.KIND}: no field is called {unknown[0]!r}; its fields are {', '.join(known)}")
    try:
        _check_size(kind, {str(key): field for key, field in rest.items() if isinstance(field, list)}, known)
        grids = {field.name for field in fields(kind) if field.type == "Grid"}  # type: ignore[arg-type] # every kind is a dataclass
        listed = kind.UNKNOWN_IN - grids  # A grid reads its own signs.
        read = {known[key]: with_unknown(field) if key in listed else field for key, field in rest.items()}
        return msgspec.convert(read, kind, dec_hook=_decode)
    except ZeroForBlank as error:
        name = error.message.partition(":")[0]
        rows = Grid.parse(rest[name]).values
        if any(None in row for row in rows):
            raise  # 0 is no blank beside others.
        return load({**value, name: [[number or None for number in row] for row in rows]}, kinds)
    except (msgspec.ValidationError, UnicodeEncodeError, RecursionError) as error:
        raise BadPuzzle(explained(error, kind.KIND, {field: name for name, field in known.items()})) from None


def is_object(text: str) -> bool:
    """Return whether a text begins like an object in JSON, and not like a list of numbers in braces."""
    return re.match(r"\s*\{(?!\s*[{\d|])", text) is not None


def parsed(text: str) -> object:
    """Return the value of a JSON text; raises `BadPuzzle`."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadPuzzle(f"the text is not JSON: {error}") from None


def with_unknown(value: Any, before: object = UNKNOWN_TEXT, after: object = UNKNOWN) -> Any:  # noqa: ANN401 - any JSON
    """Return a JSON value with `UNKNOWN` for each `?` in it, or the other way round."""
    if value == before:
        return after
    if isinstance(value, Mapping):
        return {key: with_unknown(item, before, after) for key, item in value.items()}
    return [with_unknown(item, before, after) for item in value] if isinstance(value, list | tuple) else value


def _check_size(kind: type[Puzzle], lists: Mapping[str, list[Any]], known: Mapping[str, str]) -> None:
    """Raise `BadPuzzle` for a board that is too large for the kind, before any of its cells is read."""
    check_size(len(lists.get("rows", ())), len(lists.get("columns", ())), kind.MOST_CELLS, kind.KIND)
    boards = {known[field.name] for field in fields(kind) if field.type in BOARDS}  # type: ignore[arg-type] # every kind is a dataclass
    for name, value in lists.items():
        if known[name] in boards and all(isinstance(row, str | list) for row in value):
            height, width = (side - (name == "points") for side in size_of(value))
            check_size(height, width, kind.MOST_CELLS, kind.KIND)
            if UNKNOWN_TEXT in repr(value) and name not in kind.UNKNOWN_IN:
                words = f"a cell holds {UNKNOWN_TEXT!r}, but this kind tells what its cells hold"
                raise BadPuzzle(f"{kind.KIND}: {name}: {words}")
        elif sum(map(repr(value).count, ",[{")) > (most := ITEMS_PER_CELL * kind.MOST_CELLS):
            raise BadPuzzle(f"{kind.KIND}: {name}: more than {most:,} items, the most for {kind.KIND}")


def dump(puzzle: Puzzle) -> dict[str, Any]:
    """Return the JSON object of a puzzle; equal puzzles have equal objects with keys in equal order.

    >>> givens.dump(givens.Tango(givens.Grid.parse(["1..."] * 4)))
    {'kind': 'tango', 'givens': ['1...', '1...', '1...', '1...'], 'equal': [], 'opposite': []}
    """
    # A field that hardly ever differs from its default is left out unless it does.
    return {"kind": puzzle.KIND} | {
        at.metadata.get("json", at.name): _encode(value, puzzle)
        for at in fields(puzzle)  # type: ignore[arg-type] # every kind is a dataclass
        if (value := getattr(puzzle, at.name)) != at.default or not at.metadata.get("omit")
    }


def dump_grid(grid: Grid, kind: type[Puzzle] | Puzzle) -> list[Any]:
    """Return the JSON form of a grid: a text per row, or a list if a field of the kind has the metadata `lists`.

    >>> grid = givens.Grid.parse([[1, 2], [4, 3]])
    >>> givens.dump_grid(grid, givens.Sudoku), givens.dump_grid(grid, givens.Zip)
    (['12', '43'], [[1, 2], [4, 3]])
    """
    lists = any(field.metadata.get("lists") for field in fields(kind))  # type: ignore[arg-type] # every kind is a dataclass
    return [list(row) for row in grid.values] if lists else grid.rows()


def check_length(drawn: str) -> None:
    """Raise `BadPuzzle` for a drawing of too many characters, before any of its forms is tried."""
    if len(drawn) > MAX_DRAWING:
        raise BadPuzzle(f"the picture has {len(drawn):,} characters, more than the {MAX_DRAWING:,} that are read")


def load_picture(drawn: str | Parts, kind: type[Puzzle]) -> Puzzle:
    """Make a puzzle of a kind from a drawing, or its parts, as `picture_text` makes them; raises `BadPuzzle`."""
    picture = parse_picture(drawn, kind.MOST_CELLS)
    if not kind.UNKNOWN_IN and UNKNOWN_TEXT in repr(drawn):
        where = next((f"{cell} of " for cell, glyph in picture.glyphs.items() if UNKNOWN_TEXT in glyph.text), "")
        raise BadPuzzle(f"{where}the picture holds {UNKNOWN_TEXT!r}, but {kind.KIND} tells all its numbers")
    try:
        return _made(picture, kind)
    except ZeroForBlank:
        if len(picture.glyphs) < picture.height * picture.width:
            raise  # 0 is no blank beside others.
        glyphs = {cell: glyph for cell, glyph in picture.glyphs.items() if glyph.text != "0"}
        return _made(replace(picture, glyphs=glyphs), kind)


def named_kind(drawn: str, kind: str | None) -> tuple[str | None, str]:
    """Return the kind that a drawing names in a line of its own, else `kind`, and its other lines."""
    drawn = drawn.replace("\r\n", "\n").replace("\r", "\n").lstrip("\n")
    found = KIND_LINE.search(drawn)
    return (found[1], drawn[: found.start()] + drawn[found.end() + 1 :]) if found else (kind, drawn)


def _made(picture: Picture, kind: type[Puzzle]) -> Puzzle:
    """Make the puzzle of a picture; raises `BadPuzzle` if the picture has something that the puzzle does not have."""
    puzzle = kind.from_picture(picture)
    flags = {at.name for at in fields(puzzle) if at.type == "bool"} & {*picture.notes}  # type: ignore[arg-type] # every kind is a dataclass
    shown = puzzle.picture()
    # What a picture draws need not be noted, and the other way round.
    if undrawn := flags - {*shown.notes}:
        shown = replace(puzzle, **dict.fromkeys(undrawn, False)).picture()  # type: ignore[type-var] # as above
        flags = undrawn
    for at in fields(picture):
        words, drawn, meant = at.metadata.get("words"), getattr(picture, at.name), getattr(shown, at.name)
        is_meant = meant in (drawn, _bare(drawn)) or (at.name == "fills" and meant)
        if words and not is_meant and (drawn or any(meant)):  # A rim without numbers need not be drawn.
            other = f"but a puzzle of kind {puzzle.KIND} has {'others' if meant else 'none'}"
            raise BadPuzzle(f"the picture has {words}, {other}")
    for note in sorted(set(picture.notes) - set(shown.notes) - flags):
        raise BadPuzzle(f"the picture says {note!r}, which has no meaning for a puzzle of kind {puzzle.KIND}")
    texts = [sorted(glyph.text for glyph in each.glyphs.values()) for each in (picture, shown)]
    is_moved = texts[0] == texts[1]  # As the number of a room may be.
    for cell in () if is_moved else sorted(set(picture.glyphs) - set(shown.glyphs)):
        error = ZeroForBlank if picture.glyphs[cell].text == "0" else BadPuzzle
        raise error(f"{cell} of the picture is marked, but a puzzle of kind {puzzle.KIND} has no given marks")
    for (first, second), sign in picture.signs.items():
        if shown.signs.get((first, second)) != sign and not (shown.outline == "boxes" and sign in "|-"):
            words = f"has the sign {sign!r}, which has no meaning there for a puzzle of kind {puzzle.KIND}"
            raise BadPuzzle(f"the edge between {first} and {second} of the picture {words}")
    return puzzle


def _bare(drawn: Any) -> object:  # noqa: ANN401 - any part of a picture
    """Return the numbers of a rim without 0, if it has no other blank, and those in corners without the + of a sum."""
    if isinstance(drawn, Mapping):
        return {cell: word.rstrip("+") if isinstance(word, str) else word for cell, word in drawn.items()}
    is_full = isinstance(drawn, tuple) and () not in drawn
    return tuple(() if line == (0,) else line for line in drawn) if is_full else drawn


def dump_picture(puzzle: Puzzle) -> str:
    """Draw a puzzle as text that `load_picture` reads back."""
    return f"kind: {puzzle.KIND}\n{picture_text(puzzle.picture())}"


def schema(kind: type[Puzzle]) -> dict[str, Any]:
    """Return the JSON schema of a kind's object.

    >>> [*givens.schema(givens.Tango)["properties"]]
    ['kind', 'givens', 'equal', 'opposite']
    """
    names = names_of_fields(kind).items()
    result = msgspec.json.schema(kind, schema_hook=_schema)
    definition: dict[str, Any] = result["$defs"].pop(kind.__name__)
    properties, required = definition["properties"], definition["required"]
    unknown = (number := {"type": "integer"}), {"anyOf": [number, {"const": UNKNOWN_TEXT}]}
    definition["properties"] = {"kind": {"const": kind.KIND}} | {
        name: with_unknown(properties[field], *unknown) if name in kind.UNKNOWN_IN else properties[field]
        for name, field in names
    }
    definition["required"] = ["kind", *(name for name, field in names if field in required)]
    definition["additionalProperties"] = False
    # The definitions that the fields refer to.
    inner = with_unknown(result["$defs"], *unknown) if kind.UNKNOWN_IN else result["$defs"]
    return definition | ({"$defs": inner} if inner else {})


@cache
def names_of_fields(kind: type[Puzzle]) -> Mapping[str, str]:
    """Return a kind's fields by their names in JSON; a field that would hide a method has another name in Python."""
    return {field.metadata.get("json", field.name): field.name for field in fields(kind)}  # type: ignore[arg-type] # every kind is a dataclass


def kind_of(name: object, kinds: Kinds) -> type[Puzzle]:
    """Return the kind of a name; raises `BadPuzzle`."""
    if isinstance(name, str) and name in kinds:
        return kinds[name]
    if name is None:
        raise BadPuzzle(f"the puzzle has no kind; kinds are {', '.join(kinds)}")
    near = nearest_kind(name) if isinstance(name, str) else ""
    hint = f"; did you mean {near}?" if near else ", which is not known"
    raise BadPuzzle(f"the puzzle is of kind {quoted(name)}{hint}")


def _decode(wanted: type, value: object) -> object:
    """Make a `Grid` or `Cell` from JSON; msgspec adds the path to a `ValueError`."""
    try:
        if wanted is Cell and isinstance(value, str):
            return Cell.parse(value)
        if wanted is Grid and isinstance(value, list):
            return Grid.parse(value)
    except SolveError as error:
        raise ValueError(error.message) from None
    form = "a cell is written like R1C1" if wanted is Cell else "a grid is a list of row strings"
    raise ValueError(f"{form}, not {quoted(value)}")


def _encode(value: object, kind: Puzzle) -> Any:  # noqa: ANN401 - any JSON value
    if isinstance(value, Grid):
        return dump_grid(value, kind)
    if isinstance(value, Cell):
        return str(value)
    if isinstance(value, msgspec.Struct):
        return {name: _encode(item, kind) for name, item in msgspec.structs.asdict(value).items()}
    if isinstance(value, tuple):
        return [_encode(item, kind) for item in value]
    return UNKNOWN_TEXT if value == UNKNOWN else value


def _schema(wanted: type) -> dict[str, Any]:
    if wanted is Cell:
        return {"type": "string", "pattern": "^R[1-9][0-9]*C[1-9][0-9]*$"}
    row = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": ["integer", "null"]}}]}
    return {"type": "array", "items": row, "minItems": 1}
