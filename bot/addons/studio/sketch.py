"""Draw a draft: as the kind draws its puzzles or, while it is malformed, from its fields."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import cycle
from string import ascii_letters
from typing import Any

from bot.addons.studio.draft import Draft
from bot.addons.studio.fields import KindField, Role
from bot.draw.looks import BLOCK, CELL, MIDDLE, SIGNS, stroke
from bot.draw.svg import content, path, stamp
from solvers import (
    DIGITS,
    UNKNOWN,
    BadPuzzle,
    Cell,
    Edge,
    Glyph,
    Grid,
    Kakuro,
    Picture,
    Puzzle,
    load,
    load_marks,
    number_text,
)

TWO_DIGITS = range(100)
RIMS = {"left": "rows", "top": "columns", "right": "right", "bottom": "bottom"}
"""The part of a picture that holds the numbers on a side."""


def sketch(
    draft: Draft, marks: Sequence[Any] | None = None, lit: Collection[Cell] = ()
) -> tuple[Picture, BadPuzzle | None]:
    """Return the picture of a draft, and the error if it is not a valid puzzle.

    `marks` are drawn as entered, if it is a puzzle; `lit` are the cells to highlight. Raise `BadPuzzle` for marks that
    the puzzle cannot have.
    """
    problem = None
    try:
        puzzle = load(draft.json())
    except BadPuzzle as error:
        picture, problem = _plain(draft), error
    else:
        picture = puzzle.picture(None if marks is None else load_marks(marks, puzzle))
    return replace(picture, lit=frozenset(cell for cell in lit if cell in draft)), problem


def places_in(message: str, draft: Draft) -> list[Cell]:
    """Return the cells that a message names; a line of numbers on the rim is the place beside its first cell."""
    cells = [Cell.parse(name) for name in re.findall(r"R[1-9]\d{0,3}C[1-9]\d{0,3}", message)]
    sides = {field.side for field in draft.of_role(Role.LINES, Role.NUMBERS)}
    for word, number in re.findall(r"\b(row|column) ([1-9]\d{0,3})", message):
        if ("left" if word == "row" else "top") in sides:
            cells.append(Cell(int(number) - 1, -1) if word == "row" else Cell(-1, int(number) - 1))
    ends = {"left": (None, -1), "top": (-1, None), "right": (None, draft.width), "bottom": (draft.height, None)}
    for side, number in re.findall(r"\b(left|top|right|bottom): .* in place ([1-9]\d{0,3})", message):
        row, col = ends[side]
        cells.append(Cell(int(number) - 1 if row is None else row, int(number) - 1 if col is None else col))
    return [cell for cell in cells if -1 <= cell.row <= draft.height and -1 <= cell.col <= draft.width]


@lru_cache(maxsize=256)
def values_of(kind: type[Puzzle], field: KindField, height: int, width: int) -> tuple[int, ...]:
    """Return the values up to two digits that a cell of a grid may hold: those that the kind does not object to."""
    blank = Draft.blank(kind, height, width)

    def is_held(value: int) -> bool:
        blank.values[field.name] = {Cell(0, 0): value}
        try:
            load(blank.json())
        except BadPuzzle as error:
            return not error.message.startswith(f"{field.name}: {Cell(0, 0)} ")
        return True

    known = kind.MARKS if field.name == "givens" and not kind.PATHS else TWO_DIGITS
    unknown = (UNKNOWN,) if field.name in kind.UNKNOWN_IN else ()
    return (*(value for value in TWO_DIGITS if value in known and is_held(value)), *unknown)


@lru_cache(maxsize=256)
def signs_of(kind: type[Puzzle], field: KindField) -> tuple[str, str]:
    """Return the signs that a field of edges draws: between two cells of a row, and of a column."""
    blank, first = Draft.blank(kind, *kind.SIZE), Cell(0, 0)

    def sign(edge: Edge, otherwise: str) -> str:
        blank.values[field.name] = {edge}
        try:
            return load(blank.json()).picture().signs.get(edge, otherwise)
        except BadPuzzle:
            return otherwise

    right, below = first.neighbours()
    return sign((first, right), "|"), sign((first, below), "-")


def _plain(draft: Draft) -> Picture:
    """Draw the fields of a draft that is no puzzle."""
    glyphs: dict[Cell, Glyph] = {}
    fills: dict[Cell, str] = {}
    corners: dict[Cell, str] = {}
    signs: dict[Edge, str] = {}
    rims: dict[str, Any] = {}
    notes: dict[str, int] = {}
    for field in draft.of_role(*Role):
        value: Any = draft.values[field.name]
        match field.role:
            case Role.GRID:
                glyphs |= {cell: glyph_of(draft.kind, field, held) for cell, held in value.items()}
            case Role.REGIONS:
                letters = dict(zip(sorted(set(value.values())), cycle(ascii_letters), strict=False))
                letters |= {name: name for name in letters if name in ascii_letters}
                fills |= {cell: letters[name] for cell, name in value.items()}
            case Role.EDGES:
                level, upright = signs_of(draft.kind, field)
                signs |= {edge: level if edge[0].row == edge[1].row else upright for edge in value}
            case Role.PATHS | Role.GROUPS:
                for group, letter in zip(value, cycle(ascii_letters), strict=False):
                    fills |= dict.fromkeys(group.cells, letter)
                    if field.role is Role.PATHS:
                        glyphs |= {cell: Glyph(str(place)) for place, cell in enumerate(group.cells, start=1)}
                corners |= {min(group.cells): str(group.number) for group in value if group.number is not None}
            case Role.SPOTS:
                numbers = ["" if spot.number is None else number_text(spot.number) for spot in value]
                texts = zip(value, numbers, strict=True)
                glyphs |= {spot.cells[0]: Glyph(spot.choice[:1] + number) for spot, number in texts}
            case Role.LINES | Role.NUMBERS:
                rims[RIMS[field.side]] = tuple(map(tuple, value))
            case Role.NUMBER if value is not None:
                notes[field.name] = value
    blocks = Grid.make(draft.height, draft.width, draft.values.get("blocks", {}).get)
    return Picture(
        draft.height,
        draft.width,
        dict(sorted(glyphs.items())),
        signs,
        dict(sorted(fills.items())),
        sums=Kakuro.sums_in(blocks, rims["rows"], rims["columns"]) if issubclass(draft.kind, Kakuro) else {},
        corners=corners,
        notes=notes,
        **rims,
    )


def glyph_of(kind: type[Puzzle], field: KindField, value: int) -> Glyph:
    """Return the glyph of a value: the kind's symbol for a mark, a black cell for a letter, else the number."""
    if field.name == "givens":
        symbol, tone = kind.LOOKS.get(value, (number_text(value), "plain"))
        return Glyph(number_text(value), symbol, tone)
    black = len(DIGITS) > value > 9 and value + 1 not in values_of(kind, field, *kind.SIZE)  # noqa: PLR2004 - digits
    return Glyph(str(value), "■", BLOCK) if black else Glyph(number_text(value))


def glyph_icon(glyph: Glyph) -> str:
    """Return what a cell with a glyph shows, in the square of one cell."""
    corner = Cell(0, 0)
    return "".join(content(Picture(1, 1, {corner: glyph}), corner, 0, 0))


def sign_icon(sign: str) -> str:
    """Return a sign or a wall between two cells of a row, in the square of one cell."""
    if sign in SIGNS:
        return stamp(SIGNS[sign], 0, 0)
    return path(stroke((MIDDLE, 5), (MIDDLE, CELL - 5)), "wall")
