"""The tools of the editor: one for each role of a field that stands on the board."""

from __future__ import annotations

from abc import ABC, abstractmethod
from string import ascii_letters
from typing import TYPE_CHECKING, Any, ClassVar

from bot.studio.draft import Draft, Group, Spot, edge_between
from bot.studio.fields import Role
from bot.studio.sketch import signs_of, values_of
from solvers import DIGITS, Cell

if TYPE_CHECKING:
    from bot.studio.cursor import Cursor
    from bot.studio.fields import Field

    Keys = list[tuple[str, str]]
    """Characters, each with the name of its entry."""

FEW = 4
"""A click changes a cell that has no more values than this."""
DECIMAL = 10
MAX_NUMBER = 999
"""The highest number that is typed."""


class Tool(ABC):
    """What enters one field."""

    HINT: ClassVar = ""
    """How the pointer and Shift with an arrow work."""

    @property
    def hint(self) -> str:
        """How they work on this board."""
        return self.HINT

    def __init__(self, draft: Draft, field: Field) -> None:
        """Take the field of a draft."""
        self.draft, self.field = draft, field

    @property
    def value(self) -> Any:  # noqa: ANN401 - of the tool's role
        """The value of the field."""
        return self.draft.values[self.field.name]

    def keys(self) -> Keys:
        """Return the tool's characters, each with the name of its entry."""
        return []

    @abstractmethod
    def type(self, cursor: Cursor, letter: str) -> bool:
        """Take a character at the cursor; return whether the tool knows it."""

    def down(self, cursor: Cursor, cell: Cell, within: tuple[float, float], *, again: bool) -> None:
        """Take a press of the pointer, whose place within the cell is a share of its width and height."""

    def extend(self, cursor: Cursor, cell: Cell, to: Cell, *, drag: bool = False) -> None:
        """Take Shift with an arrow or a stroke of the pointer from one cell to the next."""

    @abstractmethod
    def clear(self, cursor: Cursor, cell: Cell) -> bool:
        """Empty a cell; return whether it was not empty."""

    @abstractmethod
    def words(self, cell: Cell) -> str:
        """Describe the field's content in a cell; "" if there is none."""


class GridTool(Tool):
    """Marks, digits and letters, one in each cell."""

    @property
    def hint(self) -> str:
        return "a second click on a cell changes it" if len(self.values) <= FEW else ""

    def __init__(self, draft: Draft, field: Field) -> None:
        """Look up the values that a cell may hold, and the first letters of marks."""
        super().__init__(draft, field)
        self.values = values_of(draft.kind, field, draft.height, draft.width)
        self.names = {value: DIGITS[value] if value < len(DIGITS) else str(value) for value in self.values}
        if field.name == "givens" and not draft.kind.PATHS:
            self.names |= {value: draft.kind.MARKS[value] for value in self.values}
        first = {value: name.split()[-1][0].lower() for value, name in self.names.items()}
        unique = {letter: value for value, letter in first.items() if [*first.values()].count(letter) == 1}
        self.letters = {letter: value for letter, value in unique.items() if letter.isalpha()}
        self.letters |= {
            DIGITS[value]: value for value in self.values if value < len(DIGITS) and DIGITS[value] not in self.letters
        }
        self.long = DECIMAL in self.values

    def keys(self) -> Keys:
        chosen: dict[int, str] = {}
        for letter, value in self.letters.items():
            if not (self.long and letter.isalpha()):
                chosen.setdefault(value, letter)
        keys = [(letter, self.names[value]) for value, letter in chosen.items() if len(letter) == 1]
        return sorted(keys) if self.names.get(DECIMAL - 1) == "9" else keys

    def type(self, cursor: Cursor, letter: str) -> bool:
        held = self.value.get(cursor.at, 0) if cursor.typing else 0
        if self.long and letter.isdecimal() and held * DECIMAL + int(letter) in self.values:
            self.value[cursor.at] = held * DECIMAL + int(letter)
        elif letter.lower() in self.letters:
            self.value[cursor.at] = self.letters[letter.lower()]
        else:
            return False
        cursor.typing = 1
        if not self.long:
            cursor.advance()
        return True

    def down(self, cursor: Cursor, cell: Cell, within: tuple[float, float], *, again: bool) -> None:
        if again and len(self.values) <= FEW:
            order = [None, *sorted(self.values, reverse=True)]
            after = order[(order.index(self.value.get(cell)) + 1) % len(order)] if cell in self.value else order[1]
            self.value.pop(cell, None)
            if after is not None:
                self.value[cell] = after

    def clear(self, cursor: Cursor, cell: Cell) -> bool:
        return self.value.pop(cell, None) is not None

    def words(self, cell: Cell) -> str:
        held = self.value.get(cell)
        return "" if held is None else self.names.get(held, str(held))


class RegionTool(Tool):
    """Painted regions."""

    HINT = "drag over the cells of a region, or move with Shift to paint on"

    def keys(self) -> Keys:
        return [("a–z", "the region of a cell, with Shift for more than 26")]

    def type(self, cursor: Cursor, letter: str) -> bool:
        if cursor.tool != self.field.name or letter not in ascii_letters:
            return False
        self.value[cursor.at] = letter.swapcase()
        cursor.advance()
        return True

    def down(self, cursor: Cursor, cell: Cell, within: tuple[float, float], *, again: bool) -> None:
        self._own(cell)

    def extend(self, cursor: Cursor, cell: Cell, to: Cell, *, drag: bool = False) -> None:
        self.value[to] = self._own(cell)

    def _own(self, cell: Cell) -> str:
        """Return the region of a cell, a new one if it has none."""
        if cell not in self.value:
            used = set(self.value.values())
            self.value[cell] = next((name for name in ascii_letters.swapcase() if name not in used), "A")
        name: str = self.value[cell]
        return name

    def clear(self, cursor: Cursor, cell: Cell) -> bool:
        return self.value.pop(cell, None) is not None

    def words(self, cell: Cell) -> str:
        return f"region {self.value[cell]}" if cell in self.value else ""


class EdgeTool(Tool):
    """Signs and walls on edges."""

    HINT = "click near an edge, or cross it with Shift"

    def __init__(self, draft: Draft, field: Field) -> None:
        """Find out how the signs look."""
        super().__init__(draft, field)
        self.signs = signs_of(draft.kind, field)

    def keys(self) -> Keys:
        return [("".join(dict.fromkeys(self.signs)), f"{self.field.label}, on the edge just crossed")]

    def type(self, cursor: Cursor, letter: str) -> bool:
        if letter.lower() not in {*self.signs, self.field.name[0]} | ({"×"} if "x" in self.signs else set()):
            return False
        if cursor.back is not None:
            self._toggle(cursor.back, cursor.at)
        return True

    def down(self, cursor: Cursor, cell: Cell, within: tuple[float, float], *, again: bool) -> None:
        x, y = within
        left, above = Cell(cell.row, cell.col - 1), Cell(cell.row - 1, cell.col)
        right, below = cell.neighbours()
        distances = {left: x, right: 1 - x, above: y, below: 1 - y}
        nearest = min((other for other in distances if other in self.draft), key=distances.__getitem__, default=None)
        if nearest is not None:
            self._toggle(cell, nearest)

    def extend(self, cursor: Cursor, cell: Cell, to: Cell, *, drag: bool = False) -> None:
        if not drag:
            self._toggle(cell, to)

    def _toggle(self, cell: Cell, other: Cell) -> None:
        """Put the sign on an edge, instead of any other; take it away if it is there."""
        edge = edge_between(cell, other)
        was = edge in self.value
        for field in self.draft.of_role(Role.EDGES):
            self.draft.values[field.name].discard(edge)
        if not was:
            self.value.add(edge)

    def clear(self, cursor: Cursor, cell: Cell) -> bool:
        edge = cursor.back and edge_between(cell, cursor.back)
        found = edge in self.value
        self.value.discard(edge)
        return found

    def words(self, cell: Cell) -> str:
        others = [str(other) for edge in sorted(self.value) if cell in edge for other in edge if other != cell]
        return f"{self.field.label} {' and '.join(others)}" if others else ""


class PathTool(Tool):
    """Lists of cells, each from its first to its last."""

    HINT = "drag from the first cell to the last, or move with Shift"

    def type(self, cursor: Cursor, letter: str) -> bool:
        return False

    def down(self, cursor: Cursor, cell: Cell, within: tuple[float, float], *, again: bool) -> None:
        if not any(path[-1] == cell for path in self.value):
            self.clear(cursor, cell)
            self.value.append([cell])

    def extend(self, cursor: Cursor, cell: Cell, to: Cell, *, drag: bool = False) -> None:
        path = next((path for path in self.value if path[-1] == cell), None)
        if path is None:
            self.clear(cursor, cell)
            path = [cell]
            self.value.append(path)
        if path[-2:-1] == [to]:
            path.pop()
        elif to not in path:
            self.clear(cursor, to)
            path.append(to)

    def clear(self, cursor: Cursor, cell: Cell) -> bool:
        count = len(self.value)
        self.value[:] = [path for path in self.value if cell not in path]
        return len(self.value) < count

    def words(self, cell: Cell) -> str:
        return next(
            (
                f"{self.field.label} {at}, cell {path.index(cell) + 1}"
                for at, path in enumerate(self.value, 1)
                if cell in path
            ),
            "",
        )


class GroupTool(Tool):
    """Groups of cells, perhaps with a number each."""

    HINT = "drag over the cells of a group, or move with Shift; digits are its number"

    def keys(self) -> Keys:
        return [("0–9", f"the {self.field.number}")] if self.field.number else []

    def _of(self, cell: Cell) -> Group | None:
        return next((group for group in self.value if cell in group.cells), None)

    def type(self, cursor: Cursor, letter: str) -> bool:
        if cursor.tool != self.field.name or not self.field.number or letter not in DIGITS[:DECIMAL]:
            return False
        group = self._own(cell=cursor.at)
        group.number = _typed(group.number if cursor.typing else None, letter)
        cursor.typing = 1
        return True

    def down(self, cursor: Cursor, cell: Cell, within: tuple[float, float], *, again: bool) -> None:
        self._own(cell)

    def extend(self, cursor: Cursor, cell: Cell, to: Cell, *, drag: bool = False) -> None:
        group = self._own(cell)
        if to not in group.cells:
            self._leave(to)
            group.cells.append(to)

    def _own(self, cell: Cell) -> Group:
        """Return the group of a cell, a new one if it has none."""
        group = self._of(cell)
        if group is None:
            group = Group([cell])
            self.value.append(group)
        return group

    def _leave(self, cell: Cell) -> None:
        group = self._of(cell)
        if group is not None:
            group.cells.remove(cell)
            if not group.cells:
                self.value.remove(group)

    def clear(self, cursor: Cursor, cell: Cell) -> bool:
        found = self._of(cell) is not None
        self._leave(cell)
        return found

    def words(self, cell: Cell) -> str:
        group = self._of(cell)
        if group is None:
            return ""
        number = "" if group.number is None else f" with the {self.field.number} {group.number}"
        return f"one of {len(group.cells)} cells{number}"


class SpotTool(Tool):
    """Clues with a shape and a number, one in a cell."""

    HINT = "a second click on a cell changes its clue"

    def keys(self) -> Keys:
        letters = [(choice[0], choice) for choice in self.field.choices]
        return [*letters, *([("0–9", f"the {self.field.number}")] if self.field.number else [])]

    def type(self, cursor: Cursor, letter: str) -> bool:
        spot = self.value.get(cursor.at)
        choice = next((choice for choice in self.field.choices if choice[0] == letter.lower()), None)
        if choice is not None:
            self.value[cursor.at] = Spot(choice, spot.number if spot else None)
            cursor.typing = 0
        elif self.field.number and letter in DIGITS[:DECIMAL]:
            spot = spot or Spot(next(iter(self.field.choices), ""))
            self.value[cursor.at] = Spot(spot.choice, _typed(spot.number if cursor.typing else None, letter))
            cursor.typing = 1
        return choice is not None or bool(self.field.number and letter in DIGITS[:DECIMAL])

    def down(self, cursor: Cursor, cell: Cell, within: tuple[float, float], *, again: bool) -> None:
        if not again:
            return
        spot = self.value.pop(cell, None)
        at = self.field.choices.index(spot.choice) + 1 if spot and spot.choice in self.field.choices else 0
        if spot is None or at < len(self.field.choices):
            self.value[cell] = Spot(self.field.choices[at] if self.field.choices else "", spot.number if spot else None)

    def clear(self, cursor: Cursor, cell: Cell) -> bool:
        return self.value.pop(cell, None) is not None

    def words(self, cell: Cell) -> str:
        spot = self.value.get(cell)
        if spot is None:
            return ""
        number = "" if spot.number is None else f" {self.field.number} {spot.number}"
        return f"{spot.choice}{number}".strip()


def _typed(number: int | None, letter: str) -> int:
    """Return a number after one more digit."""
    longer = (number or 0) * DECIMAL + int(letter)
    return longer if longer <= MAX_NUMBER else int(letter)


TOOLS: dict[Role, type[Tool]] = {
    Role.GRID: GridTool,
    Role.REGIONS: RegionTool,
    Role.EDGES: EdgeTool,
    Role.PATHS: PathTool,
    Role.GROUPS: GroupTool,
    Role.SPOTS: SpotTool,
}
"""The tool of each role on the board; numbers on the rim are typed beside it."""
