"""Edit a draft by keys and by pointer: an editor holds a draft, a cursor and a tool.

The cursor stands on a cell, or on the rim beside a line that may have numbers there. Each field that is not a setting
has a tool, which takes characters, strokes of the pointer, and Shift with an arrow.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bot.addons.studio.draft import Draft
from bot.addons.studio.fields import SIZE, Role
from bot.addons.studio.state import FRESH, EditorState, Event
from bot.addons.studio.tools import TOOLS, RimTool, SumTool, Tool
from solvers import Cell, Kakuro

ARROWS = {"ArrowUp": (-1, 0), "ArrowDown": (1, 0), "ArrowLeft": (0, -1), "ArrowRight": (0, 1)}
SETTINGS = {Role.PAIR, Role.NUMBER, Role.SWITCH, Role.OTHER}


class Editor:
    """A draft with a cursor and a tool."""

    def __init__(self, state: EditorState) -> None:
        """Continue from a state; raise `BadPuzzle` if its puzzle cannot be read as a draft."""
        self.draft = Draft.of(state.puzzle)
        self.tools: dict[str, Tool] = {
            field.name: TOOLS[field.role](self.draft, field) for field in self.draft.of_role(*TOOLS)
        }
        if issubclass(self.draft.kind, Kakuro):
            self.tools |= {field.name: SumTool(self.draft, field) for field in self.draft.of_role(Role.LINES)}
            self.tools["givens"] = self.tools.pop("givens")  # A digit in a black cell is a sum.
        self.rims = [RimTool(self.draft, field) for field in self.draft.of_role(Role.LINES, Role.NUMBERS)]
        self.tool = self.tools.get(state.tool) or next(iter(self.tools.values()), None)
        self.at = Cell(*state.at) if self._is_place(Cell(*state.at)) else Cell(0, 0)
        self.back = state.back and Cell(*state.back)
        """The cell that the cursor came from; a sign stands on the edge that was crossed."""
        self.typing = state.typing

    def state(self) -> EditorState:
        """Return the state that the next request starts from."""
        tool = self.tool.field.name if self.tool else ""
        return EditorState(self.draft.json(), tool, self.at, self.back, self.typing)

    def apply(self, events: Iterable[Event]) -> None:
        """Apply a person's actions in order; raise `BadPuzzle` for an impossible size or setting."""
        for event in events:
            if event.key is not None:
                self._key(event.key)
            elif event.point is not None:
                self._pointer(event.phase, *event.point)
            elif event.tool is not None and event.tool in self.tools:
                self.tool, self.typing = self.tools[event.tool], FRESH
            elif event.size is not None:
                self._resize(self.draft.resized(*event.size))
            elif event.set is not None:
                known = {field.name for field in self.draft.of_role(*SETTINGS)}
                changed = {name: value for name, value in event.set.items() if name in known}
                self._resize(Draft.of(self.draft.json() | changed))

    def _resize(self, draft: Draft) -> None:
        self.__init__(EditorState(draft.json(), self.state().tool))  # type: ignore[misc] # everything depends on the size

    def settings(self) -> list[dict[str, Any]]:
        """Return the fields that are entered beside the board, with their values."""
        return [
            {"name": field.name, "label": field.label, "role": field.role, "value": self.draft.values[field.name]}
            for field in self.draft.of_role(*SETTINGS)
            if field.name != SIZE
        ]

    # Keys

    def _key(self, key: str) -> None:
        held, _, arrow = key.rpartition("+")
        if arrow in ARROWS:
            self._move(*ARROWS[arrow], held)
        elif key == "/" and self.tool:
            tools = [*self.tools.values()]
            self.tool = tools[(tools.index(self.tool) + 1) % len(tools)]
        elif any(tool.type(self, key) for tool in self._tools()):
            pass  # The first tool that knows a character takes it.
        elif key in {"Backspace", "Delete"}:
            self._erase(key)
        elif key in {" ", "."}:
            if key == ".":
                self._clear()
            self.advance()

    def _here(self) -> list[Tool]:
        """Return the tools for where the cursor is."""
        return [rim for rim in self.rims if rim.line(self.at) is not None] or [*self.tools.values()]

    def _tools(self) -> list[Tool]:
        """Return the tools for where the cursor is, the one in use first."""
        return sorted(self._here(), key=lambda tool: tool is not self.tool)

    def _is_place(self, place: Cell) -> bool:
        """Return whether the cursor may stand somewhere: on the board, or beside a line with numbers."""
        return place in self.draft or any(rim.line(place) is not None for rim in self.rims)

    def _move(self, down: int, right: int, held: str) -> None:
        at = self.at
        target = Cell(at.row + down, at.col + right)
        if held == "Control":
            self._go(self._nearest(at.row + down * self.draft.height, at.col + right * self.draft.width))
        elif self._is_place(target):
            crossed = at if at in self.draft and target in self.draft else None
            if held == "Shift" and crossed is not None and self.tool:
                self.tool.extend(crossed, target)
            self._go(target, crossed)

    def _nearest(self, row: int, col: int, beyond: int = 0) -> Cell:
        """Return the nearest cell of the board, or of the board with a margin of some cells."""
        rows, columns = self.draft.height - 1 + beyond, self.draft.width - 1 + beyond
        return Cell(min(max(row, -beyond), rows), min(max(col, -beyond), columns))

    def _go(self, place: Cell, back: Cell | None = None) -> None:
        """Go to a place if there is one; from a cell beside it, cross the edge."""
        if self._is_place(place):
            self.at, self.back, self.typing = place, back, FRESH

    def advance(self) -> None:
        """Go on to the next cell in reading order."""
        after = self.at.neighbours()[0]
        if after in self.draft:
            self._go(after, self.at)
        elif self.at.row + 1 < self.draft.height:
            self._go(Cell(self.at.row + 1, 0))

    def _erase(self, key: str) -> None:
        if not self._clear() and key == "Backspace":
            before = self.back or Cell(self.at.row, self.at.col - 1)
            self._go(before if before in self.draft else self.at)
            self._clear()
        self.typing = FRESH

    def _clear(self) -> bool:
        """Remove the entry of the first tool that has one where the cursor is; return whether there was one."""
        return any(tool.clear(self.at, self.back) for tool in self._tools())

    # The pointer

    def _pointer(self, phase: str, x: float, y: float) -> None:
        place, was = Cell(int(y // 1), int(x // 1)), self.at
        if place not in self.draft:
            if phase == "down":
                # A rim may be several numbers wide.
                self._go(self._nearest(*place, beyond=1))
        elif phase == "down":
            self._go(place)
            if self.tool:
                self.tool.down(place, (x % 1, y % 1), again=was == place)
        elif self.tool and was in self.draft and place in was.around():
            self.tool.extend(was, place, drag=True)
            self.at, self.back = place, was

    # What people read

    def words(self) -> str:
        """Describe the cursor's place and its content."""
        held = ", ".join(words for tool in self._here() if (words := tool.words(self.at)))
        return held if self.at not in self.draft else f"{self.at}: {held or 'blank'}"

    def keys(self) -> list[dict[str, Any]]:
        """Return the tools with the keys that each has, first of all that of the rim if the cursor is there."""
        tools = dict.fromkeys([*self._here(), *self.tools.values()])
        return [
            {"name": tool.field.name, "label": tool.field.label, "keys": tool.keys(), "hint": tool.hint}
            for tool in tools
        ]
