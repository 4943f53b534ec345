"""Play a puzzle by keys and by pointer: a person's own marks beside the clues, each of which can be taken back.

Marks stand in the places of the kind, cells or edges, so that every kind is played by the same few rules. All of it is
a list of moves, of which some may be undone, with a bookmark where a branch of trial begins.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from itertools import product
from math import dist, hypot
from typing import Any

from bot.addons.studio.editor import ARROWS
from bot.addons.studio.sketch import glyph_icon
from bot.addons.studio.state import Command, EditorState, Event, Move, Progress
from bot.addons.studio.tools import DECIMAL, FEW, letters_of, next_of, typed
from bot.draw.looks import CELL, HALF, tray_places
from bot.draw.svg import content
from solvers import Cell, Clock, Edge, GaveUp, Glyph, Picture, Place, Puzzle, Reasoner, load, place_name, place_of

NEAR = 0.25
"""How near to a border a press is meant for the edge there, in cells."""
ALONG = 0.36
"""How near to the middle of an edge a stroke takes it, in cells."""
PATIENCE = 1.0
"""Seconds to prepare a board for lighting clashes; a larger one lights none."""
CROSS = "×"
"""The symbol of a mark that need not be entered."""


class Player:
    """A puzzle with the marks on it."""

    def __init__(self, state: EditorState, play: Progress) -> None:
        """Continue from a state; raise `BadPuzzle` if its puzzle is none, or the moves are none of its board."""
        self.puzzle, options = _puzzle(json.dumps(state.puzzle))
        givens = self.puzzle.given_marks
        self.printed: dict[Place, int] = {} if givens is None else dict(givens.marked())
        self.given = {cell: mark for cell, mark in self.printed.items() if cell in options}
        self.choices = {place: values for place, values in options.items() if place not in self.printed}
        self.play = play
        self.at, self.origin = Cell(*state.at), Cell(*(state.back or state.at))
        self.typing = state.typing
        play.done = min(play.done, len(play.moves))
        play.stroke = play.stroke and play.done > 0
        if play.bookmark is not None and play.bookmark > play.done:
            play.bookmark = None
        self.edges: list[Edge] = [place for place in self.choices if not isinstance(place, Cell)]
        self.on_borders: bool = getattr(self.puzzle, "ON_BORDERS", False)
        self.empty = self.puzzle.EMPTY
        self.units = [{*cells} for _, cells in getattr(self.puzzle, "units", tuple)()]
        """The cells that hold different digits."""
        self.clean = self.puzzle.picture()
        self.tray = self.clean.tray
        if self.at not in self.puzzle.board or not self.clean.has(self.at):
            self.at = self.origin = next(filter(self.clean.has, self.clean.cells()))
        if play.held is not None and play.held >= len(self.tray):
            play.held = None

    def state(self, state: EditorState) -> EditorState:
        """Return the state that the next request starts from."""
        return EditorState(state.puzzle, state.tool, self.at, self.origin, self.typing, self.play)

    # What stands on the board

    def marks(self) -> dict[Place, int]:
        """Return the marks by place, those that were set last at the end."""
        marks: dict[Place, int] = {}
        for place, value in self._replayed():
            if not isinstance(value, list):
                marks.pop(place, None)
            if isinstance(value, int):
                marks[place] = value
        return marks

    def _replayed(self, start: int = 0) -> Iterator[tuple[Place, int | list[int] | None]]:
        """Yield what the moves that stand have set, from some move on; what the board cannot hold is left out."""
        for move in self.play.moves[start : self.play.done]:
            for name, value in move.items():
                place = _place(name)
                options = self.choices.get(place, {})
                if options.keys() >= {*value} if isinstance(value, list) else value in {None, *options}:
                    yield place, value

    def notes(self) -> dict[Cell, list[int]]:
        """Return what is noted in pencil, by cell; a cell with a mark has no notes."""
        marks = self.marks()
        replayed = self._replayed()
        notes = {place: value for place, value in replayed if isinstance(place, Cell) and isinstance(value, list)}
        return {cell: values for cell, values in notes.items() if values and cell not in marks}

    def branch(self) -> set[Place]:
        """Return the places that the branch has marked."""
        start = self.play.bookmark
        return set() if start is None else {place for place, value in self._replayed(start) if isinstance(value, int)}

    def is_solved(self) -> bool:
        """Return whether the marks solve the puzzle; where 0 means nothing or a cross, it need not be marked."""
        optional = self.puzzle.LOOKS.get(0, (CROSS, ""))[0] == CROSS
        rest = {place: self.empty for place, options in self.choices.items() if optional and self.empty in options}
        marks = rest | self.given | self.marks()
        grid = self.puzzle.grid_of(marks)
        # Two parts of a path may fill the board although the step between them is missing.
        is_whole = all(marks.get(place) == value for place, value in self.puzzle.assignment(grid).items())
        return is_whole and self.puzzle.is_solved_by(grid)

    def picture(self) -> Picture:
        """Draw the puzzle with the marks."""
        marks = self.marks()
        picture = self.puzzle.picture(self.puzzle.grid_of(marks))
        if self.puzzle.PATHS:
            # Parts of a path that its beginning does not reach yet.
            lines = {edge: 1 for edge, value in marks.items() if not isinstance(edge, Cell) and value}
            picture = replace(picture, lines=lines)
        return picture

    def unseen(self) -> dict[Cell, str]:
        """Return the symbols of the marks without which their cells would look the same, like a cross on a number."""
        picture, clean, marks = self.picture(), self.clean, self.marks()
        alike = (
            cell
            for cell in marks
            if isinstance(cell, Cell) and clean.fills.get(cell) == picture.fills.get(cell)
            if [*content(clean, cell, 0, 0)] == [*content(picture, cell, 0, 0)]
        )
        return {cell: self.glyph(marks[cell]).symbol for cell in alike}

    def noted(self) -> list[dict[str, Any]]:
        """Return the marks in their order, as the requests for hints and checks take them."""
        return [{"place": place_name(place), "value": value, "words": ""} for place, value in self.marks().items()]

    def crosses(self) -> list[tuple[float, float]]:
        """Return the middles of the edges that are marked as empty, as column and row from zero."""
        empty = (place for place, value in self.marks().items() if value == self.empty)
        return [_middle(place) for place in empty if not isinstance(place, Cell)]

    def same(self) -> list[Cell]:
        """Return the cells that hold the digit under the cursor."""
        held = self._held() if self.units else {}
        return [place for place, value in held.items() if isinstance(place, Cell) and value == held.get(self.at)]

    def clashes(self) -> set[Place]:
        """Return the marks that break a rule as they stand, and the dominoes that the tray has not so often."""
        marks, reasoner = self.marks(), _reasoner(self.puzzle)
        found = set() if reasoner is None else reasoner.clashing(marks)
        laid = {tile: tuple(sorted(marks[end] for end in tile)) for tile in self._tiles() if marks.keys() >= {*tile}}
        over = Counter(laid.values()) - Counter((low, high) for low, high, _ in self.tray)
        return found | {end for tile, pair in laid.items() if over[pair] for end in tile}

    def held(self) -> tuple[float, float, float, float] | None:
        """Return the box of the domino in hand, from the corner of the board; None for an empty hand."""
        return None if self.play.held is None else (*tray_places(self.clean)[self.play.held], 2 * HALF, HALF)

    # What a person does

    def apply(self, events: Sequence[Event]) -> None:
        """Apply a person's actions in order."""
        for event in events:
            if event.key is not None:
                self._key(event.key)
            elif event.point is not None:
                self._pointer(event.phase, *event.point, cross=event.cross)
            elif event.do is not None:
                self._do(event.do)
            elif event.before is not None:
                self._go_before(event.before)
            elif event.enter is not None:
                self._set({place_of(name): value for name, value in event.enter.items()})

    def _do(self, command: Command) -> None:
        play = self.play
        play.stroke = False
        match command:
            case "undo":
                play.done = max(0, play.done - 1)
            case "redo":
                play.done = min(len(play.moves), play.done + 1)
            case "branch":
                play.bookmark = play.done
            case "keep":
                play.bookmark = None
            case "drop":
                play.done, play.bookmark = min(play.done, play.bookmark or 0), None
            case "pencil":
                play.pencil = not play.pencil
            case "notes":
                self._note_all()
        if play.bookmark is not None and play.done < play.bookmark:
            play.bookmark = None

    def _note_all(self) -> None:
        """Note in each blank cell the digits that stand in none of its units."""
        held = self._held()
        near = {
            cell: {held.get(other) for unit in self.units if cell in unit for other in unit} for cell in self._cells()
        }
        noted = {str(cell): [*self.choices[cell].keys() - near[cell]] for cell in near if cell not in held}
        self._append({name: sorted(values) for name, values in noted.items()})

    def _held(self) -> dict[Place, int]:
        """Return what is printed or marked, by place."""
        return self.printed | self.marks()

    def _cells(self) -> list[Cell]:
        return [place for place in self.choices if isinstance(place, Cell)]

    def _go_before(self, place: str) -> None:
        """Undo the move that set the mark in a place, and all after it."""
        setting = [at for at, move in enumerate(self.play.moves[: self.play.done]) if isinstance(move.get(place), int)]
        if setting:
            self.play.done = setting[-1] + 1
            self._do("undo")

    def _set(self, sets: Mapping[Place, int | None], *, stroke: bool = False, again: bool = False) -> None:
        """Make a move, or with `again` add to the last one, which belongs to the same stroke."""
        marks = self.marks()
        changed: Move = {
            place_name(place): value
            for place, value in sets.items()
            if place in self.choices and marks.get(place) != value
        }
        if changed and again and self.play.stroke:
            self.play.moves[self.play.done - 1] |= changed
        elif changed:
            self._append(changed)
        self.play.stroke = stroke and (bool(changed) or self.play.stroke)

    def _append(self, move: Move) -> None:
        self.play.moves[self.play.done :] = [move]
        self.play.done += 1

    def _take_back(self) -> None:
        """Forget the move with which a stroke began, as the stroke means something else."""
        if self.play.stroke:
            self.play.done -= 1
            del self.play.moves[self.play.done :]
        self.play.stroke = False

    def _after(self, place: Place) -> int | None:
        """Return what a press makes of a place: its next value, those that need not be marked last, then blank."""
        if turned := getattr(self.puzzle, "turned", None):  # A tile is turned on, and never blank.
            value: int = turned(place, self.marks().get(place))
            return value
        return next_of(self._values(place), self.marks().get(place))

    def _crossed(self, place: Place) -> int | None:
        """Return what the right button makes of a place: its last value, a cross where it has one, then blank."""
        last = self._values(place)[-1]
        return None if self.marks().get(place) == last else last

    def _values(self, place: Place) -> list[int]:
        """Return the values of a place, that of nothing last."""
        return sorted(self.choices[place], key=lambda value: (value == self.empty, value))

    def _is_cycled(self, cell: Cell) -> bool:
        return 0 < len(self.choices.get(cell, ())) <= FEW

    # Keys

    def _key(self, key: str) -> None:
        held, _, arrow = key.rpartition("+")
        self.play.stroke = False
        if arrow in ARROWS:
            self._move(*ARROWS[arrow], held)
        elif key == "/":
            self._do("pencil")
        elif key in {"Backspace", "Delete", "."}:
            if key == "Backspace" and self.at not in self.marks():
                self._advance(-1)
            tile = self._tile(self.at) if self.at not in self.marks() else None
            self._set({tile or self.at: None})
            self.typing = 0
        elif key == " ":
            self._advance()
        elif key == "x" and self.empty in self.choices.get(self.at, ()):
            self._set({self.at: self._crossed(self.at)})
            self._advance()
        elif self.at in self.choices:
            self._type(key)

    def _advance(self, by: int = 1) -> None:
        """Go on to the next cell that can be marked by typing; where edges are marked, too, stay."""
        cells = [cell for cell in self.puzzle.board.cells() if cell == self.at or cell in self.choices]
        at = cells.index(self.at) + by
        if not self.edges and 0 <= at < len(cells):
            self._go(cells[at])

    def _go(self, cell: Cell) -> None:
        if cell in self.puzzle.board and self.clean.has(cell):
            self.at = self.origin = cell
            self.typing = 0

    def _move(self, down: int, right: int, held: str) -> None:
        beside = Cell(self.at.row + down, self.at.col + right)
        while beside in self.puzzle.board and not self.clean.has(beside):
            beside = Cell(beside.row + down, beside.col + right)
        edge = self._edge_towards(down, right) if held else None
        if edge is not None and self.tray and self._tile(self.at) != edge:
            self._lay(self.at, beside)
            self._go(beside)
        elif edge is not None and self.tray:
            self._set({edge: None})
        elif edge is not None:
            self._set({edge: self._crossed(edge) if held == "Control" else self._after(edge)})
            if not self.on_borders:
                self._go(edge[self.at == edge[0]])
        else:
            value = self._value(self.at)
            if held == "Shift" and self.puzzle.COVERS and value is not None and value in self.choices.get(beside, ()):
                self._set({beside: value})
            self._go(beside)

    def _edge_towards(self, down: int, right: int) -> Edge | None:
        """Return the nearest edge that leads from the cursor in a direction."""
        ends = [(edge, edge[edge[0] == self.at]) for edge in self.edges if self.at in edge]
        away = {edge: (end.row - self.at.row) * down + (end.col - self.at.col) * right for edge, end in ends}
        return min((edge for edge in away if away[edge] > 0), key=away.__getitem__, default=None)

    def _value(self, cell: Cell) -> int | None:
        """Return the mark of a cell, or the only one that it can have."""
        options = self.choices.get(cell, {})
        return next(iter(options)) if len(options) == 1 else self.marks().get(cell)

    def _type(self, letter: str) -> None:
        options = self.choices[self.at]
        value = typed(letter, self.marks().get(self.at) if self.typing else None, self.letters(self.at), options)
        if value is None:
            return
        if self.play.pencil:
            noted = set(self.notes().get(self.at, ())) ^ {value}
            self._append({str(self.at): sorted(noted)})
        else:
            self._set({self.at: value})
            self.typing = 1
            if DECIMAL not in options:
                self._advance()

    def letters(self, cell: Cell) -> dict[str, int]:
        """Return the keys of the marks that a cell can have."""
        return letters_of({value: self.puzzle.MARKS.get(value, str(value)) for value in self.choices.get(cell, ())})

    # The pointer

    def _pointer(self, phase: str, x: float, y: float, *, cross: bool = False) -> None:
        cell = Cell(int(y // 1), int(x // 1))
        if phase == "move":
            if self.on_borders and self.play.stroke:
                self._draw_along(x, y)
            elif cell != self.at and cell in self.puzzle.board:
                self._draw_to(cell)
            return
        self.play.stroke = False
        edge, after = self._edge_near(x, y), self._crossed if cross else self._after
        self._go(cell)
        if self.tray:
            self._press_tile(cell, x, y, cross=cross)
        elif edge is not None:
            self._set({edge: after(edge)}, stroke=True)
        elif cell in self.puzzle.board and self._is_cycled(cell) and not self.puzzle.COVERS:
            self._set({cell: after(cell)}, stroke=True)

    def _draw_along(self, x: float, y: float) -> None:
        """Go on with a stroke along borders: each that it passes becomes what the first one has become."""
        value = self.marks().get(place_of(next(iter(self.play.moves[self.play.done - 1]))))
        near = min(self.edges, key=lambda edge: dist((x, y), _middle(edge)))
        if dist((x, y), _middle(near)) < ALONG:
            self._set({near: value}, stroke=True, again=True)

    # Dominoes

    def _tiles(self) -> list[Edge]:
        """Return the edges that dominoes lie across."""
        marks = self.marks()
        return [edge for edge in self.edges if self.tray and marks.get(edge, self.empty) != self.empty]

    def _tile(self, cell: Cell) -> Edge | None:
        """Return the edge of the domino on a cell."""
        return next((edge for edge in self._tiles() if cell in edge), None)

    def _lay(self, *cells: Cell, halves: Sequence[int | None] = ()) -> None:
        """Lay a domino on two cells, with the pips of its halves or those that stand there, instead of any other."""
        sets: dict[Place, int | None] = {}
        for tile in filter(None, map(self._tile, cells)):
            sets |= {tile: None} | {end: None for end in tile if end not in cells}
        edge = (min(cells), max(cells))
        sets |= {edge: self._values(edge)[0]}
        sets |= {cell: half for cell, half in zip(cells, halves, strict=False) if half is not None}
        self._set(sets, stroke=True)

    def _press_tile(self, cell: Cell, x: float, y: float, *, cross: bool) -> None:
        """Take a domino of the tray, lay the one in hand, turn the one that lies there, or with `cross` remove it."""
        marks, tile = self.marks(), self._tile(cell)
        if not self.clean.has(cell):
            places = [(x * CELL - left, y * CELL - top) for left, top in tray_places(self.clean)]
            found = [at for at, (right, down) in enumerate(places) if 0 <= right <= 2 * HALF and 0 <= down <= HALF]
            self.play.held = next((at for at in found if at != self.play.held), None)
        elif self.play.held is not None:
            free = [other for other in cell.around() if self.clean.has(other)]
            other = next((other for other in free if self._tile(other) is None), free[0])
            self._lay(cell, other, halves=self.tray[self.play.held][:2])
            self.play.held = None
        elif tile is not None and cross:
            self._set({tile: None} | dict.fromkeys(tile))
        elif tile is not None:
            self._set({end: marks.get(other) for end, other in zip(tile, tile[::-1], strict=True)}, stroke=True)

    def _drag_tile(self, cell: Cell) -> None:
        """Lay the domino of a stroke, or an empty one, from where the stroke began to a cell beside it."""
        if cell not in self.origin.around() or not self.clean.has(cell):
            return
        last = self.play.moves[self.play.done - 1] if self.play.stroke else {}
        laid: dict[Place, int | None] = {place_of(name): half for name, half in last.items() if isinstance(half, int)}
        self._take_back()
        marks, tile = self.marks(), self._tile(self.origin)
        if tile is not None and all(isinstance(place, Cell) for place in laid):  # It was only turned.
            laid = {end: marks.get(end) for end in tile}
        first = laid.pop(self.origin, marks.get(self.origin))
        rest = next((half for place, half in laid.items() if isinstance(place, Cell)), None)
        self._lay(self.origin, cell, halves=[first, rest])

    def _edge_near(self, x: float, y: float) -> Edge | None:
        """Return the edge that a press is meant for, if it is near one."""
        across, along = abs(x - round(x)), abs(y - round(y))
        if not self.edges or min(across, along) > NEAR:
            return None
        nearest = min(self.edges, key=lambda edge: _distance((x, y), edge, self.on_borders))
        return nearest if _distance((x, y), nearest, self.on_borders) < 2 * NEAR else None

    def _draw_to(self, cell: Cell) -> None:
        """Go on with a stroke: along edges, over the cells of a piece, or with the mark that it began with."""
        if self.tray:
            self._drag_tile(cell)
        elif self.puzzle.COVERS:
            self._cover(cell)
        elif self.edges and not self.on_borders:
            edge = next((edge for edge in self.edges if self.at in edge and _is_on(cell, edge)), None)
            if edge is None:
                self.at = cell
            elif cell in edge:
                if self.play.stroke and str(self.origin) in self.play.moves[self.play.done - 1]:
                    self._take_back()  # The press was no mark in the cell, but the beginning of a line.
                self._set({edge: None if self.marks().get(edge) else 1}, stroke=True, again=True)
                self.at = cell
        elif self.play.stroke:
            value = self.marks().get(self.origin)
            self._set({cell: value} if self._is_cycled(cell) else {}, stroke=True, again=True)
            self.at = cell

    def _cover(self, cell: Cell) -> None:
        """Fill the rectangle from the start of a stroke with the piece of a cell in it."""
        sides = (range(min(ends), max(ends) + 1) for ends in zip(self.origin, cell, strict=True))
        within = [Cell(row, col) for row, col in product(*sides)]
        alone = [next(iter(self.choices[each])) for each in within if len(self.choices.get(each, ())) == 1]
        value = next(iter(alone), self.marks().get(self.origin))
        self._take_back()
        if value is not None:
            self._set({each: value for each in within if value in self.choices.get(each, ())}, stroke=True)
        self.at = cell

    # What people read

    def words(self) -> str:
        """Describe the cursor's place and its mark."""
        value = self.printed.get(self.at, self.marks().get(self.at))
        if self.play.held is not None:
            return "{}-{} in hand: press a cell, or drag over two".format(*self.tray[self.play.held])
        return f"{self.at}: {'blank' if value is None else self.puzzle.MARKS.get(value, value)}"

    def keys(self) -> list[dict[str, Any]]:
        """Return the marks that cells have, as tools of the editor."""
        cell = next(iter(self._cells()), None)
        if cell is None or self.puzzle.COVERS:
            return []
        letters = {value: letter for letter, value in reversed(self.letters(cell).items())}
        counts = Counter(self._held().values())
        side = self.puzzle.board.height
        is_latin = self.units and {*map(len, self.units)} == {side}
        left = {value: side - counts[value] for value in self.choices[cell] if is_latin}
        keys = [
            (letters[value], self.puzzle.MARKS.get(value, str(value)), glyph_icon(self.glyph(value)), left.get(value))
            for value in self._values(cell)
            if value in letters
        ]
        return [{"name": "", "label": "marks", "keys": keys, "hint": ""}]

    def glyph(self, value: int) -> Glyph:
        """Return how a mark looks."""
        symbol, tone = self.puzzle.LOOKS.get(value, (str(value), "plain"))
        return Glyph(str(value), symbol, tone, given=False)


_place = lru_cache(maxsize=20_000)(place_of)
"""The place of a name: those of a board are asked for again and again."""


@lru_cache(maxsize=8)
def _reasoner(puzzle: Puzzle) -> Reasoner | None:
    """Return what finds clashes on a board, None where it would take long."""
    with suppress(GaveUp):
        return Reasoner(puzzle, Clock(PATIENCE).tick)
    return None


@lru_cache(maxsize=8)
def _puzzle(text: str) -> tuple[Puzzle, Mapping[Place, Mapping[int, Any]]]:
    puzzle = load(json.loads(text))
    return puzzle, puzzle.choices()


def _middle(edge: Edge) -> tuple[float, float]:
    """Return the middle of an edge, as column and row from zero."""
    (first, second) = edge
    return (first.col + second.col + 1) / 2, (first.row + second.row + 1) / 2


def _distance(point: tuple[float, float], edge: Edge, on_borders: bool) -> float:  # noqa: FBT001 - a fact
    """Return how far a point is from an edge: from its line, or from its middle across the line."""
    x, y = _middle(edge)
    level = edge[0].row == edge[1].row
    reach = 0.5 if on_borders else abs(edge[1].row - edge[0].row + edge[1].col - edge[0].col) / 2
    is_level = level != on_borders
    left = max(0.0, abs(point[0] - x) - reach * is_level)
    above = max(0.0, abs(point[1] - y) - reach * (not is_level))
    return hypot(left, above)


def _is_on(cell: Cell, edge: Edge) -> bool:
    """Return whether a cell lies on the line between two others, ends included."""
    (first, second) = sorted(edge)
    return first.row <= cell.row <= second.row and first.col <= cell.col <= second.col
