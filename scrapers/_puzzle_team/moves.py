"""How the marks of Puzzle-Team's boards are set: by clicks, in the draw style in force, and by keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from scrapers._errors import ReadError
from scrapers._reading.board import tokens
from scrapers._reading.layout import Entry
from scrapers._reading.moves import CellPress, Mark, in_stretches, key_of, plan

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node

    from scrapers._reading.places import Located
    from scrapers._site import MouseButton, Move
    from solvers import Cell, Grid

BUTTONS: tuple[MouseButton, MouseButton] = ("left", "right")


AFTER = {"rotate": ("120", "201"), "black": ("101", "220"), "cross": ("220", "101"), "white": ("000", "000")}
"""By draw style, what a left and a right click make of a blank, a filled and a crossed cell (0, 1, 2 in the script)."""


def next_state(style: str, state: int, button: MouseButton) -> int:
    """Return the state that a click leaves; in an unknown style, the same."""
    return int(AFTER.get(style, ("012", "012"))[BUTTONS.index(button)][state])


@dataclass(frozen=True, slots=True)
class States(Entry):
    """Cells with three states, by the class that names each, and the mark that each stands for."""

    states: tuple[Mark, Mark, Mark] = (None, 1, 0)
    """The marks of the blank, the filled and the crossed state."""
    classes: tuple[str, str, str] = ("cell-off", "cell-on", "cell-x")
    spare: bool = True
    """Whether a cell without a mark counts as one with the mark 0."""
    paints: bool = False
    """Whether a drag gives all its cells the state of the first one."""

    @property
    def alike(self) -> frozenset[Mark]:
        """The blank and the crossed state, if they count as the same."""
        return frozenset({None, 0} if self.spare else ())

    def mark(self, _located: Located, cell: Cell, node: Node) -> Mark:
        """Return the mark of a cell; one of no state, like a wall, is blank."""
        return mark_named(cell, node, dict(zip(self.classes, self.states, strict=True)))

    def set_mark(self, located: Located, _cell: Cell, stands: Mark, wanted: Mark) -> CellPress:
        """Return the click that leads from a state to the wanted one, or to one like it."""
        said = located.board.state.get("style")
        goals = {at for at, mark in enumerate(self.states) if mark == wanted or {mark, wanted} <= self.alike}
        button, after = _step(said if isinstance(said, str) else "black", self.states.index(stands), goals)
        return CellPress({self.states[after]}, button)

    def moves(self, located: Located, solution: Grid) -> Sequence[Move]:
        """Return a click for each cell that is not right yet, or drags for stretches of them if the board paints."""
        shown = self.marks(located)
        clicks = plan(shown, solution, located.boxes, partial(self.set_mark, located), self.alike)
        return in_stretches(clicks, shown) if self.paints else clicks


def mark_named(cell: Cell, node: Node, marks: Mapping[str, Mark]) -> Mark:
    """Return the mark of a cell by the only class that names one; None if there is none."""
    found = [mark for name, mark in marks.items() if name in tokens(node)]
    if len(found) > 1:
        raise ReadError(f"{cell} has {len(found)} of the classes {', '.join(marks)}", selector=".cell")
    return found[0] if found else None


def _step(style: str, state: int, goals: set[int]) -> tuple[MouseButton, int]:
    """Return the click that leads from a state to one of the goals, and the state that it leaves."""
    for button in BUTTONS:
        if (after := next_state(style, state, button)) in goals:
            return button, after
    raise ReadError(
        f"the draw style of the page is {style!r}, in which no click leads from state {state} to the solution"
    )


@dataclass(frozen=True, slots=True)
class DigitPad(Entry):
    """Cells with digits: a click chooses a cell, a key sets its digit."""

    content: str = ""
    """The selector of the element that holds the digit; by default the cell itself."""

    def mark(self, _located: Located, cell: Cell, node: Node) -> Mark:
        """Return the digit of a cell."""
        part = node.css_first(self.content) if self.content else node
        text = "" if part is None else part.text(strip=True)
        if text and not text.isalnum():
            raise ReadError(f"{cell} holds {text!r}, not a digit", selector=self.content)
        return int(text, 36) if len(text) == 1 else int(text) if text.isdecimal() else None

    def set_mark(self, _located: Located, _cell: Cell, _stands: Mark, wanted: Mark) -> CellPress:
        """Return a click and a key."""
        return CellPress({wanted}, keys=key_of(wanted))
