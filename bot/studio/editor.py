"""Edit a draft by keys and by pointer: an editor holds a draft, a cursor and a tool.

The cursor stands on a cell, or on the rim beside a line that may have numbers there. Each field that is not a setting
has a tool, which takes characters, strokes of the pointer, and Shift with an arrow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from bot.studio.draft import AFTER_SPACE, FRESH, IN_NUMBER, Cursor, Draft
from bot.studio.fields import Field, Role, fields_of
from bot.studio.tools import TOOLS, Tool
from solvers import Cell

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

ARROWS = {"ArrowUp": (-1, 0), "ArrowDown": (1, 0), "ArrowLeft": (0, -1), "ArrowRight": (0, 1)}
SETTINGS = {Role.PAIR, Role.NUMBER, Role.SWITCH, Role.OTHER}
MAX_RIM = 999
"""The highest number on the rim."""


class State(msgspec.Struct):
    """An editor between two requests; all but the puzzle may be left out."""

    puzzle: dict[str, Any]
    tool: str = ""
    at: tuple[int, int] = (0, 0)
    back: tuple[int, int] | None = None
    """The cell that the cursor came from; a sign stands on the edge that was crossed."""
    typing: int = FRESH


class Event(msgspec.Struct):
    """One thing that a person did: a key, the pointer at a place, or another tool, size, kind or setting."""

    key: str | None = None
    """As in the browser's events, after `Shift+` for an arrow with Shift, and `Control+` with Control."""
    phase: Literal["down", "move"] = "down"
    point: tuple[float, float] | None = None
    """Column and row, from zero, with the place within the cell as a fraction."""
    tool: str | None = None
    size: tuple[int, int] | None = None
    set: dict[str, Any] | None = None


class Editor:
    """A draft with a cursor and a tool."""

    def __init__(self, state: State) -> None:
        """Take up the work; raise `BadPuzzle` if the puzzle cannot be read as a draft."""
        self.draft = Draft.of(state.puzzle)
        self.tools: dict[str, Tool] = {
            field.name: TOOLS[field.role](self.draft, field) for field in self.draft.of_role(*TOOLS)
        }
        self.cursor = Cursor(self.draft, Cell(*state.at), state.back and Cell(*state.back), state.typing)
        self.cursor.tool = state.tool if state.tool in self.tools else next(iter(self.tools), "")
        if not self._is_place(self.cursor.at):
            self.cursor.go(Cell(0, 0))

    @property
    def tool(self) -> Tool | None:
        """The tool in use, None for a kind without any."""
        return self.tools.get(self.cursor.tool)

    def state(self) -> State:
        """Return the state that the next request starts from."""
        cursor = self.cursor
        back = None if cursor.back is None else (cursor.back.row, cursor.back.col)
        return State(self.draft.json(), cursor.tool, (cursor.at.row, cursor.at.col), back, cursor.typing)

    def apply(self, events: Iterable[Event]) -> None:
        """Apply a person's actions in order; raise `BadPuzzle` for an impossible size or setting."""
        for event in events:
            if event.key is not None:
                self._key(event.key)
            elif event.point is not None:
                self._pointer(event.phase, *event.point)
            elif event.tool in self.tools:
                self.cursor.tool, self.cursor.typing = event.tool or "", FRESH
            elif event.size is not None:
                self._resize(self.draft.resized(*event.size))
            elif event.set is not None:
                self._set(event.set)

    def _resize(self, draft: Draft) -> None:
        self.__init__(State(draft.json(), self.cursor.tool))  # type: ignore[misc] # everything depends on the size

    def _set(self, values: Mapping[str, Any]) -> None:
        """Give settings other values."""
        known = {field.name for field in fields_of(self.draft.kind) if field.role in SETTINGS}
        changed = {name: value for name, value in values.items() if name in known}
        self._resize(Draft.of(self.draft.json() | changed))

    def settings(self) -> list[tuple[Field, Any]]:
        """Return the fields that are entered beside the board, with their values."""
        return [
            (field, self.draft.values[field.name])
            for field in fields_of(self.draft.kind)
            if field.role in SETTINGS and field.name != "size"
        ]

    # Keys

    def _key(self, key: str) -> None:
        held, _, arrow = key.rpartition("+")
        if arrow in ARROWS:
            self._move(ARROWS[arrow], held)
        elif key in {"Home", "End"}:
            self._go(Cell(self.cursor.at.row, 0 if key == "Home" else self.draft.width - 1))
        elif key == "Enter":
            self._next_line()
        elif key == "/" and self.tools:
            names = [*self.tools]
            self.cursor.tool = names[(names.index(self.cursor.tool) + 1) % len(names)]
        elif key in {"Backspace", "Delete"}:
            self._erase(key)
        elif self.cursor.at not in self.draft:
            self._type_on_rim(key)
        elif key in {" ", "."}:
            if key == ".":
                self._clear(self.cursor.at)
            self.cursor.advance()
        elif len(key) == 1:
            self._type(key)

    def _type(self, letter: str) -> None:
        """Let the first tool that knows a character take it, the current one first."""
        for tool in sorted(self.tools.values(), key=lambda tool: tool is not self.tool):
            if tool.type(self.cursor, letter):
                return

    def _move(self, step: tuple[int, int], held: str) -> None:
        target = Cell(self.cursor.at.row + step[0], self.cursor.at.col + step[1])
        if held == "Control":
            rows, columns = self.draft.height - 1, self.draft.width - 1
            row = {-1: 0, 0: self.cursor.at.row, 1: rows}[step[0]]
            self._go(
                Cell(min(max(row, 0), rows), {-1: 0, 0: min(max(self.cursor.at.col, 0), columns), 1: columns}[step[1]])
            )
        elif self._is_place(target):
            crossed = self.cursor.at if self.cursor.at in self.draft and target in self.draft else None
            if held == "Shift" and crossed is not None and self.tool:
                self.tool.extend(crossed, target)
            self._go(target)
            self.cursor.back = crossed

    def _go(self, place: Cell) -> None:
        if self._is_place(place):
            self.cursor.go(place)

    def _next_line(self) -> None:
        """Go to the beginning of the next row or, on the rim, to the next line."""
        on_side = self.cursor.at.row in {-1, self.draft.height}
        self._go(
            Cell(self.cursor.at.row, self.cursor.at.col + 1)
            if on_side
            else Cell(self.cursor.at.row + 1, min(self.cursor.at.col, 0))
        )

    def _erase(self, key: str) -> None:
        if self.cursor.at not in self.draft:
            self._erase_on_rim(all_of_it=key == "Delete")
            return
        if not self._clear(self.cursor.at) and key == "Backspace":
            before = self.cursor.back or Cell(self.cursor.at.row, self.cursor.at.col - 1)
            self._go(before if before in self.draft else self.cursor.at)
            self._clear(self.cursor.at)
        self.cursor.typing = FRESH

    def _clear(self, cell: Cell) -> bool:
        """Empty a cell: remove the current tool's entry or, if there is none, the entries of all other tools."""
        tools = sorted(self.tools.values(), key=lambda tool: tool is not self.tool)
        return any(tool.clear(self.cursor, cell) for tool in tools)

    # The rim

    def _is_place(self, place: Cell) -> bool:
        """Return whether the cursor may stand somewhere: on the board, or beside a line with numbers."""
        return place in self.draft or self._rim(place) is not None

    def _rim(self, place: Cell) -> tuple[Field, int] | None:
        """Return the field whose numbers stand at a place beside the board, and the line; None for any other place."""
        inside = 0 <= place.row < self.draft.height, 0 <= place.col < self.draft.width
        if inside[0] == inside[1]:
            return None
        ends = {"left": -1, "right": self.draft.width} if inside[0] else {"top": -1, "bottom": self.draft.height}
        away, line = (place.col, place.row) if inside[0] else (place.row, place.col)
        for field in self.draft.of_role(Role.LINES, Role.NUMBERS):
            if ends.get(field.side) == away:
                return field, line
        return None

    def _type_on_rim(self, letter: str) -> None:
        """Write a digit; a space begins the next number, where a line has several."""
        found = self._rim(self.cursor.at)
        if found is None:
            return
        field, line = found
        values = self.draft.values[field.name]
        if letter in {" ", ","}:
            self.cursor.typing = AFTER_SPACE
        elif len(letter) == 1 and letter in "0123456789":
            numbers = _listed(values[line])
            if self.cursor.typing == FRESH or (field.role is Role.NUMBERS and self.cursor.typing != IN_NUMBER):
                numbers = []
            if self.cursor.typing == IN_NUMBER and numbers:
                longer = numbers[-1] * 10 + int(letter)
                numbers[-1] = longer if longer <= MAX_RIM else int(letter)
            else:
                numbers.append(int(letter))
            self.cursor.typing = IN_NUMBER
            values[line] = numbers if field.role is Role.LINES else numbers[-1]

    def _erase_on_rim(self, *, all_of_it: bool) -> None:
        found = self._rim(self.cursor.at)
        if found is None:
            return
        field, line = found
        values = self.draft.values[field.name]
        *before, last = _listed(values[line]) or [0]
        numbers = [] if all_of_it else before + ([last // 10] if last // 10 else [])
        values[line] = numbers if field.role is Role.LINES else (numbers[-1] if numbers else None)
        self.cursor.typing = IN_NUMBER if last // 10 and not all_of_it else AFTER_SPACE if numbers else FRESH

    # The pointer

    def _pointer(self, phase: str, x: float, y: float) -> None:
        place = Cell(int(y // 1), int(x // 1))
        if place not in self.draft:
            # A rim may be several numbers wide.
            rows, columns = self.draft.height, self.draft.width
            place = Cell(min(max(place.row, -1), rows), min(max(place.col, -1), columns))
            if phase == "down":
                self._go(place)
            return
        was = self.cursor.at
        if phase == "down":
            self._go(place)
            if self.tool:
                self.tool.down(place, (x % 1, y % 1), again=was == place)
        elif place != was and self.tool and was in self.draft and _touch(was, place):
            self.tool.extend(was, place, drag=True)
            self.cursor.at, self.cursor.back = place, was

    # What people read

    def words(self) -> str:
        """Describe the cursor's place and its content."""
        found = self._rim(self.cursor.at)
        if found is not None:
            field, line = found
            numbers = _listed(self.draft.values[field.name][line])
            return f"{field.label} {line + 1}: {' '.join(map(str, numbers)) or 'no number'}"
        held = [words for tool in self.tools.values() if (words := tool.words(self.cursor.at))]
        return f"{self.cursor.at}: {', '.join(held) or 'blank'}"

    def keys(self) -> list[dict[str, Any]]:
        """Return the tools with the keys that each has, and first of all the digits if the cursor is on the rim."""
        found = self._rim(self.cursor.at)
        digits = [(digit, digit) for digit in "0123456789"] + [(" ", "another number")]
        rim = [] if found is None else [{"name": "", "label": found[0].label, "keys": digits, "hint": ""}]
        return rim + [
            {"name": tool.field.name, "label": tool.field.label, "keys": tool.keys(), "hint": tool.hint}
            for tool in self.tools.values()
        ]


def _listed(value: list[int] | int | None) -> list[int]:
    return [] if value is None else [value] if isinstance(value, int) else list(value)


def _touch(first: Cell, second: Cell) -> bool:
    return abs(first.row - second.row) + abs(first.col - second.col) == 1
