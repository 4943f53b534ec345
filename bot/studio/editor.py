"""Edit a draft by keys and by pointer: an editor holds a draft, a cursor and a tool.

The cursor stands on a cell, or on the rim beside a line that may have numbers there. Each field that is not a setting
has a tool, which takes characters, strokes of the pointer, and Shift with an arrow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from bot.studio.draft import Draft
from bot.studio.fields import Field, Role, fields_of
from bot.studio.tools import TOOLS, Tool
from solvers import KINDS, BadPuzzle, Cell

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

ARROWS = {"ArrowUp": (-1, 0), "ArrowDown": (1, 0), "ArrowLeft": (0, -1), "ArrowRight": (0, 1)}
SETTINGS = {Role.PAIR, Role.NUMBER, Role.SWITCH, Role.OTHER}
FRESH, IN_NUMBER, AFTER_SPACE = 0, 1, 2
"""What the last key was to a number: nothing, one of its digits, or the space behind it."""
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
    pen: str | int | None = None
    """The region or the number of the group that the pointer paints."""


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
        self.tool = self.tools.get(state.tool) or next(iter(self.tools.values()), None)
        self.at, self.back = Cell(*state.at), state.back and Cell(*state.back)
        self.typing, self.pen = state.typing, state.pen
        if not self._is_place(self.at):
            self.at, self.back = Cell(0, 0), None

    @classmethod
    def start(cls, kind: str, height: int | None = None, width: int | None = None) -> Editor:
        """Return an editor with an empty board of a kind; raise `BadPuzzle`."""
        if kind not in KINDS:
            raise BadPuzzle(f"no kind is named {kind[:40]!r}")
        rows, columns = KINDS[kind].SIZE
        return cls(State(Draft.blank(KINDS[kind], height or rows, width or columns).json()))

    def state(self) -> State:
        """Return what the next request needs."""
        name = self.tool.field.name if self.tool else ""
        back = None if self.back is None else (self.back.row, self.back.col)
        return State(self.draft.json(), name, (self.at.row, self.at.col), back, self.typing, self.pen)

    def apply(self, events: Iterable[Event]) -> None:
        """Do what a person did, in order; raise `BadPuzzle` for a size or a setting that cannot be."""
        for event in events:
            if event.key is not None:
                self._key(event.key)
            elif event.point is not None:
                self._pointer(event.phase, *event.point)
            elif event.tool in self.tools:
                self.tool, self.typing = self.tools[event.tool], FRESH
            elif event.size is not None:
                self._resize(self.draft.resized(*event.size))
            elif event.set is not None:
                self._set(event.set)

    def _resize(self, draft: Draft) -> None:
        tool = self.tool.field.name if self.tool else ""
        self.__init__(State(draft.json(), tool))  # type: ignore[misc] # everything depends on the size

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
            self._go(Cell(self.at.row, 0 if key == "Home" else self.draft.width - 1))
        elif key == "Enter":
            self._next_line()
        elif key == "/" and self.tool:
            names = [*self.tools]
            self.tool = self.tools[names[(names.index(self.tool.field.name) + 1) % len(names)]]
        elif key in {"Backspace", "Delete"}:
            self._erase(key)
        elif self.at not in self.draft:
            self._type_on_rim(key)
        elif key in {" ", "."}:
            if key == ".":
                self._clear(self.at)
            self.advance()
        elif len(key) == 1:
            self._type(key)

    def _type(self, letter: str) -> None:
        """Let the first tool that knows a character take it, the current one first."""
        for tool in sorted(self.tools.values(), key=lambda tool: tool is not self.tool):
            if tool.type(self, letter):
                return

    def _move(self, step: tuple[int, int], held: str) -> None:
        target = Cell(self.at.row + step[0], self.at.col + step[1])
        if held == "Control":
            rows, columns = self.draft.height - 1, self.draft.width - 1
            row = {-1: 0, 0: self.at.row, 1: rows}[step[0]]
            self._go(Cell(min(max(row, 0), rows), {-1: 0, 0: min(max(self.at.col, 0), columns), 1: columns}[step[1]]))
        elif self._is_place(target):
            crossed = self.at if self.at in self.draft and target in self.draft else None
            if held == "Shift" and crossed is not None and self.tool:
                self.tool.extend(self, crossed, target)
            self._go(target)
            self.back = crossed

    def _go(self, place: Cell) -> None:
        if self._is_place(place):
            self.at, self.back, self.typing = place, None, FRESH

    def _next_line(self) -> None:
        """Go to the beginning of the next row or, on the rim, to the next line."""
        on_side = self.at.row in {-1, self.draft.height}
        self._go(Cell(self.at.row, self.at.col + 1) if on_side else Cell(self.at.row + 1, min(self.at.col, 0)))

    def advance(self) -> None:
        """Go on to the next cell in reading order."""
        after = Cell(self.at.row, self.at.col + 1)
        if after in self.draft:
            self.at, self.back, self.typing = after, self.at, FRESH
        else:
            self._go(Cell(self.at.row + 1, 0) if self.at.row + 1 < self.draft.height else self.at)

    def _erase(self, key: str) -> None:
        if self.at not in self.draft:
            self._erase_on_rim(all_of_it=key == "Delete")
            return
        if not self._clear(self.at) and key == "Backspace":
            before = self.back or Cell(self.at.row, self.at.col - 1)
            self._go(before if before in self.draft else self.at)
            self._clear(self.at)
        self.typing = FRESH

    def _clear(self, cell: Cell) -> bool:
        """Empty a cell: what the current tool made there or, if that is nothing, what any other did."""
        tools = sorted(self.tools.values(), key=lambda tool: tool is not self.tool)
        return any(tool.clear(self, cell) for tool in tools)

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
        found = self._rim(self.at)
        if found is None:
            return
        field, line = found
        values = self.draft.values[field.name]
        if letter in {" ", ","}:
            self.typing = AFTER_SPACE
        elif len(letter) == 1 and letter in "0123456789":
            numbers = _listed(values[line])
            if self.typing == FRESH or (field.role is Role.NUMBERS and self.typing != IN_NUMBER):
                numbers = []
            if self.typing == IN_NUMBER and numbers:
                longer = numbers[-1] * 10 + int(letter)
                numbers[-1] = longer if longer <= MAX_RIM else int(letter)
            else:
                numbers.append(int(letter))
            self.typing = IN_NUMBER
            values[line] = numbers if field.role is Role.LINES else numbers[-1]

    def _erase_on_rim(self, *, all_of_it: bool) -> None:
        found = self._rim(self.at)
        if found is None:
            return
        field, line = found
        values = self.draft.values[field.name]
        *before, last = _listed(values[line]) or [0]
        numbers = [] if all_of_it else before + ([last // 10] if last // 10 else [])
        values[line] = numbers if field.role is Role.LINES else (numbers[-1] if numbers else None)
        self.typing = IN_NUMBER if last // 10 and not all_of_it else AFTER_SPACE if numbers else FRESH

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
        was = self.at
        if phase == "down":
            self._go(place)
            if self.tool:
                self.tool.down(self, place, (x % 1, y % 1), again=was == place)
        elif place != was and self.tool and was in self.draft and _touch(was, place):
            self.tool.extend(self, was, place, drag=True)
            self.at, self.back = place, was

    # What people read

    def words(self) -> str:
        """Say where the cursor stands and what is there."""
        found = self._rim(self.at)
        if found is not None:
            field, line = found
            numbers = _listed(self.draft.values[field.name][line])
            return f"{field.label} {line + 1}: {' '.join(map(str, numbers)) or 'no number'}"
        held = [words for tool in self.tools.values() if (words := tool.words(self.at))]
        return f"{self.at}: {', '.join(held) or 'blank'}"

    def keys(self) -> list[dict[str, Any]]:
        """Return the tools with the keys that each has."""
        return [
            {"name": tool.field.name, "label": tool.field.label, "keys": tool.keys(), "hint": tool.HINT}
            for tool in self.tools.values()
        ]


def _listed(value: list[int] | int | None) -> list[int]:
    return [] if value is None else [value] if isinstance(value, int) else list(value)


def _touch(first: Cell, second: Cell) -> bool:
    return abs(first.row - second.row) + abs(first.col - second.col) == 1
