"""The board of the editor page: apply a person's actions to it, and draw it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import ceil, sqrt
from typing import Any, TypeVar

import msgspec

from bot.addons.studio.draft import Draft
from bot.addons.studio.editor import Editor
from bot.addons.studio.player import Player
from bot.addons.studio.sketch import places_in, sketch
from bot.addons.studio.state import EditorState, Event, Progress  # noqa: TC001 - msgspec evaluates the annotations
from bot.draw.looks import CELL
from bot.draw.svg import Layers, label, layers
from solvers import LINKED_KINDS, BadPuzzle, Cell, Place, cells_of, place_name, place_of

Box = tuple[float, float, float, float]
Form = TypeVar("Form")


class BoardRequest(msgspec.Struct):
    """A board to edit and to draw."""

    state: EditorState
    events: list[Event] = []
    marks: list[str | list[int | None]] | None = None
    """A grid to draw as entered marks."""
    lit: list[str] = []
    """The cells and edges to highlight; what is off the board is not."""


def decode(body: bytes, form: type[Form]) -> Form:
    """Return the JSON of a request; raise `BadPuzzle` if it has another form."""
    try:
        return msgspec.json.decode(body, type=form)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadPuzzle(f"the request has another form: {error}") from None


def board(request: BoardRequest) -> dict[str, Any]:
    """Return the board after some events: its state, its drawing, its tools, and its problem.

    Raise `BadPuzzle` if the puzzle cannot be read, or an event asks for what cannot be.
    """
    return _edited(request) if request.state.play is None else _played(request, request.state.play)


def _edited(request: BoardRequest) -> dict[str, Any]:
    editor = Editor(request.state)
    before = editor.draft.json()
    editor.apply(request.events)
    draft = editor.draft
    # What is drawn over a puzzle says nothing about another one.
    puzzle = draft.json()
    same = puzzle == before
    lit = [cell for place in map(place_of, request.lit) if same for cell in cells_of(place)]
    picture, problem = sketch(draft, request.marks if same else None, lit)
    drawn = layers(picture)
    wrong = [] if problem is None else places_in(problem.message, draft)
    return _answer(editor, editor.state(), drawn, editor.at) | {
        "size": [draft.height, draft.width],
        "empty": puzzle == Draft.blank(draft.kind, draft.height, draft.width).json(),
        "settings": editor.settings(),
        "problem": problem and {"message": problem.message, "boxes": [_box(place, drawn) for place in wrong]},
    }


def _played(request: BoardRequest, play: Progress) -> dict[str, Any]:
    player = Player(request.state, play)
    player.apply(request.events)
    board, lit, held = player.puzzle.board, [*map(place_of, request.lit)], player.held()
    drawn = layers(replace(player.picture(), lit=frozenset(place for place in lit if isinstance(place, Cell))))
    left, top = drawn.corner
    crosses = (f"M{left + x * CELL - 3.5:g} {top + y * CELL - 3.5:g}l7 7m0-7l-7 7" for x, y in player.crosses())
    more = f'<path class="givens-cross" d="{"".join(crosses)}"/>', *_pencilled(player, drawn)
    return _answer(player, player.state(request.state), drawn, player.at, *more) | {
        "size": [board.height, board.width],
        "play": {
            "solved": player.is_solved(),
            "digits": bool(player.units),
            "same": [_box(cell, drawn) for cell in player.same()],
            "noted": player.noted(),
            "branch": [_box(cell, drawn) for place in player.branch() for cell in cells_of(place) if cell in board],
            "wrong": [_box(place, drawn) for place in lit if not isinstance(place, Cell)],
            "clash": [_box(place, drawn) for place in sorted(player.clashes(), key=place_name)],
            "held": [(left + held[0] - 3, top + held[1] - 3, held[2] + 6, held[3] + 6)] if held else [],
        },
    }


def _answer(on: Editor | Player, state: EditorState, drawn: Layers, at: Cell, *more: str) -> dict[str, Any]:
    """Return what an edited board and a played one have in common, with more elements above the drawing."""
    return {
        "state": msgspec.to_builtins(state),
        "link": state.puzzle["kind"] in LINKED_KINDS,
        "board": {
            "width": drawn.width,
            "height": drawn.height,
            "svg": "".join((drawn.below, *drawn.cells.values(), drawn.above, *more)),
            "corner": drawn.corner,
            "cell": CELL,
        },
        "cursor": _box(at, drawn),
        "words": on.words(),
        "tools": on.keys(),
    }


def _pencilled(player: Player, drawn: Layers) -> Iterator[str]:
    """Yield the marks that are noted in pencil, small and each in its own part of the cell, and those not seen else."""
    left, top = drawn.corner
    for cell, symbol in player.unseen().items():
        yield label(symbol, left + (cell.col + 0.84) * CELL, top + (cell.row + 0.18) * CELL, 13, "word-mark")
    for cell, values in player.notes().items():
        order = [*player.choices[cell]]
        side = max(2, ceil(sqrt(len(order))))
        x, y = (start + at * CELL for start, at in zip(drawn.corner, (cell.col, cell.row), strict=True))
        for value in values:
            row, col = divmod(order.index(value), side)
            glyph, size = player.glyph(value), CELL / side
            place = f'x="{x + (col + 0.5) * size:g}" y="{y + (row + 0.8) * size:g}" font-size="{0.8 * size:g}"'
            yield f'<text class="givens-note" {place}>{glyph.symbol or glyph.text}</text>'


def _box(place: Place, drawn: Layers) -> Box:
    """Return the box of a place in units of the drawing; on the rim it covers all numbers of the line."""
    left, top = drawn.corner
    if not isinstance(place, Cell):
        first, second = place
        wide, high = (CELL, CELL / 5) if first.col == second.col else (CELL / 5, CELL)
        x, y = (left + (first.col + second.col + 1) * CELL / 2, top + (first.row + second.row + 1) * CELL / 2)
        return x - wide / 2, y - high / 2, wide, high
    x, y = left + place.col * CELL, top + place.row * CELL
    if place.col < 0:
        return 0, y, left, CELL
    if place.row < 0:
        return x, 0, CELL, top
    return x, y, min(CELL, drawn.width - x), min(CELL, drawn.height - y)
