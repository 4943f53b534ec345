"""The tools of the editor: one for each role of a field that stands on the board."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Container, Iterable, Mapping
from string import ascii_letters
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from bot.addons.studio.draft import ClueGroup, Draft, edge_between
from bot.addons.studio.fields import KindField, Role
from bot.addons.studio.sketch import glyph_icon, glyph_of, sign_icon, signs_of, values_of
from bot.addons.studio.state import AFTER_SPACE, FRESH, IN_NUMBER
from solvers import DIGITS, UNKNOWN, UNKNOWN_TEXT, Cell, Grid, Kakuro, number_text

if TYPE_CHECKING:
    Keys = list[tuple[str, str, str]]
    """Characters, each with the name of its entry, and how that looks as elements of SVG; "" for what has no look."""

Entry = TypeVar("Entry")

FEW = 4
"""A click changes a cell that has no more values than this."""
DECIMAL = 10
MAX_NUMBER = 999
"""The highest number that is typed."""


class Cursor(Protocol):
    """Where a person is, and how they came there."""

    at: Cell
    back: Cell | None
    typing: int
    tool: Tool | None

    def advance(self) -> None:
        """Go on to the next cell in reading order."""


class Tool(ABC):
    """What enters one field."""

    hint = ""
    """How the pointer and Shift with an arrow work."""

    def __init__(self, draft: Draft, field: KindField) -> None:
        """Take the field of a draft."""
        self.draft, self.field = draft, field

    @property
    def value(self) -> Any:  # noqa: ANN401 - of the tool's role
        """The value of the field."""
        return self.draft.values[self.field.name]

    def keys(self) -> Keys:
        """Return the tool's characters, each with the name of its entry."""
        return [("0–9", f"the {self.field.number}", "")] if self.field.number else []

    def type(self, cursor: Cursor, letter: str) -> bool:
        """Take a character at the cursor; return whether the tool knows it."""
        return False

    def is_number(self, letter: str) -> bool:
        """Return whether a character is part of a number, or says that the number is not told."""
        return letter in DIGITS[:DECIMAL] or (letter == UNKNOWN_TEXT and self.field.name in self.draft.kind.UNKNOWN_IN)

    def down(self, cell: Cell, within: tuple[float, float], *, again: bool) -> None:
        """Take a press of the pointer, whose place within the cell is a share of its width and height."""
        self.extend(cell, cell)

    def extend(self, cell: Cell, to: Cell, *, drag: bool = False) -> None:
        """Take Shift with an arrow or a stroke of the pointer from one cell to the next."""

    def clear(self, cell: Cell, back: Cell | None = None) -> bool:
        """Empty a cell, or its edge to the cell that the cursor came from; return whether it was not empty."""
        return self.value.pop(cell, None) is not None

    @abstractmethod
    def words(self, cell: Cell) -> str:
        """Describe the field's content in a cell; "" if there is none."""


class GridTool(Tool):
    """Marks, digits and letters, one in each cell."""

    def __init__(self, draft: Draft, field: KindField) -> None:
        """Look up the values that a cell may hold, and the first letters of marks."""
        super().__init__(draft, field)
        self.values = values_of(draft.kind, field, draft.height, draft.width)
        self.names = {value: DIGITS[value] if value < len(DIGITS) else number_text(value) for value in self.values}
        if field.name == "givens" and not draft.kind.PATHS:
            self.names |= {value: draft.kind.MARKS[value] for value in self.values}
        self.letters = letters_of(self.names)
        self.long = DECIMAL in self.values
        self.hint = "a second click on a cell changes it" if len(self.values) <= FEW else ""

    def keys(self) -> Keys:
        chosen: dict[int, str] = {}
        for letter, value in self.letters.items():
            if not (self.long and letter.isalpha()):
                chosen.setdefault(value, letter)
        glyphs = {value: glyph_of(self.draft.kind, self.field, value) for value in chosen}
        keys = [(letter, self.names[value], glyph_icon(glyphs[value])) for value, letter in chosen.items()]
        return sorted(keys) if self.names.get(DECIMAL - 1) == "9" else keys

    def type(self, cursor: Cursor, letter: str) -> bool:
        value = typed(letter, self.value.get(cursor.at) if cursor.typing else None, self.letters, self.values)
        if value is None:
            return False
        self.value[cursor.at] = value
        cursor.typing = 1
        if not self.long:
            cursor.advance()
        return True

    def down(self, cell: Cell, within: tuple[float, float], *, again: bool) -> None:
        if again and len(self.values) <= FEW:
            after = next_of(sorted(self.values, reverse=True), self.value.pop(cell, None))
            if after is not None:
                self.value[cell] = after

    def words(self, cell: Cell) -> str:
        held = self.value.get(cell)
        return "" if held is None else self.names.get(held, str(held))


class RegionTool(Tool):
    """Painted regions."""

    hint = "drag over the cells of a region, or move with Shift to paint on"

    def keys(self) -> Keys:
        return [("a–z", "the region of a cell, with Shift for more than 26", "")]

    def type(self, cursor: Cursor, letter: str) -> bool:
        if cursor.tool is not self or letter not in ascii_letters:
            return False
        self.value[cursor.at] = letter.swapcase()
        cursor.advance()
        return True

    def extend(self, cell: Cell, to: Cell, *, drag: bool = False) -> None:
        self.value[to] = self._own(cell)

    def _own(self, cell: Cell) -> str:
        """Return the region of a cell, a new one if it has none."""
        used = set(self.value.values())
        unused = next((name for name in ascii_letters.swapcase() if name not in used), "A")
        name: str = self.value.setdefault(cell, unused)
        return name

    def words(self, cell: Cell) -> str:
        return f"region {self.value[cell]}" if cell in self.value else ""


class EdgeTool(Tool):
    """Signs and walls on edges."""

    hint = "click near an edge, or cross it with Shift"

    def __init__(self, draft: Draft, field: KindField) -> None:
        """Find out how the signs look."""
        super().__init__(draft, field)
        self.signs = signs_of(draft.kind, field)

    def keys(self) -> Keys:
        return [(self.signs[0], f"{self.field.label}, on the edge just crossed", sign_icon(self.signs[0]))]

    def type(self, cursor: Cursor, letter: str) -> bool:
        if letter.lower() not in {*self.signs, self.field.name[0]} | ({"×"} if "x" in self.signs else set()):
            return False
        if cursor.back is not None:
            self.extend(cursor.back, cursor.at)
        return True

    def down(self, cell: Cell, within: tuple[float, float], *, again: bool) -> None:
        x, y = within
        right, below, left, above = cell.around()
        distances = {left: x, right: 1 - x, above: y, below: 1 - y}
        nearest = min((other for other in distances if other in self.draft), key=distances.__getitem__, default=None)
        if nearest is not None:
            self.extend(cell, nearest)

    def extend(self, cell: Cell, to: Cell, *, drag: bool = False) -> None:
        """Put the sign on an edge, instead of any other; take it away if it is there."""
        if drag:
            return
        edge = edge_between(cell, to)
        was = edge in self.value
        for field in self.draft.of_role(Role.EDGES):
            self.draft.values[field.name].discard(edge)
        if not was:
            self.value.add(edge)

    def clear(self, cell: Cell, back: Cell | None = None) -> bool:
        edge = back and edge_between(cell, back)
        found = edge in self.value
        self.value.discard(edge)
        return found

    def words(self, cell: Cell) -> str:
        others = [str(other) for edge in sorted(self.value) if cell in edge for other in edge if other != cell]
        return f"{self.field.label} {' and '.join(others)}" if others else ""


class GroupTool(Tool):
    """Groups of cells, perhaps with a number each."""

    hint = "drag over the cells of a group, or move with Shift; digits are its number"

    def type(self, cursor: Cursor, letter: str) -> bool:
        if cursor.tool is not self or not self.field.number or letter not in DIGITS[:DECIMAL]:
            return False
        group = self._own(cursor.at)
        group.number = longer(group.number if cursor.typing else None, letter)
        cursor.typing = 1
        return True

    def extend(self, cell: Cell, to: Cell, *, drag: bool = False) -> None:
        group = self._own(cell)
        if to not in group.cells:
            self.clear(to)
            group.cells.append(to)

    def _of(self, cell: Cell) -> ClueGroup | None:
        return next((group for group in self.value if cell in group.cells), None)

    def _own(self, cell: Cell) -> ClueGroup:
        """Return the group that a stroke from a cell goes on with, a new one if there is none."""
        group = self._of(cell)
        if group is None:
            group = ClueGroup([cell], choice=next(iter(self.field.choices), ""))
            self.value.append(group)
        return group

    def clear(self, cell: Cell, back: Cell | None = None) -> bool:
        group = self._of(cell)
        if group is not None:
            group.cells.remove(cell)
            self.value[:] = [group for group in self.value if group.cells]
        return group is not None

    def words(self, cell: Cell) -> str:
        group = self._of(cell)
        if group is None:
            return ""
        number = "" if group.number is None else f" with the {self.field.number} {group.number}"
        return f"one of {len(group.cells)} cells{number}"


class PathTool(GroupTool):
    """Lists of cells, each from its first to its last."""

    hint = "drag from the first cell to the last, or move with Shift"

    def extend(self, cell: Cell, to: Cell, *, drag: bool = False) -> None:
        if (path := self._own(cell)).cells[-2:-1] == [to]:
            path.cells.pop()
        else:
            super().extend(cell, to)

    def _own(self, cell: Cell) -> ClueGroup:
        path = next((path for path in self.value if path.cells[-1] == cell), None)
        if path is None:
            self.clear(cell)
        return path or super()._own(cell)

    def clear(self, cell: Cell, back: Cell | None = None) -> bool:
        kept = [path for path in self.value if cell not in path.cells]
        was = len(kept) < len(self.value)
        self.value[:] = kept
        return was

    def words(self, cell: Cell) -> str:
        found = ((at, path.cells.index(cell)) for at, path in enumerate(self.value, 1) if cell in path.cells)
        return next((f"{self.field.label} {number}, cell {at + 1}" for number, at in found), "")


class SpotTool(GroupTool):
    """Clues with a shape and a number, one in a cell."""

    hint = "a second click on a cell changes its clue"

    def keys(self) -> Keys:
        return [*((choice[0], choice, "") for choice in self.field.choices), *super().keys()]

    def type(self, cursor: Cursor, letter: str) -> bool:
        choice = next((choice for choice in self.field.choices if choice[0] == letter.lower()), None)
        if choice is not None:
            self._own(cursor.at).choice = choice
        elif self.field.number and self.is_number(letter):
            spot = self._own(cursor.at)
            spot.number = longer(spot.number if cursor.typing else None, letter)
        else:
            return False
        cursor.typing = int(choice is None)
        return True

    def down(self, cell: Cell, within: tuple[float, float], *, again: bool) -> None:
        if again:
            spot = self._of(cell)
            choice = next_of(self.field.choices or ("",), spot.choice if spot else None)
            self.clear(cell)
            if choice is not None:
                self.value.append(ClueGroup([cell], spot.number if spot else None, choice))

    def extend(self, cell: Cell, to: Cell, *, drag: bool = False) -> None:
        """Leave the other cell alone: a clue stands in one."""

    def words(self, cell: Cell) -> str:
        spot = self._of(cell)
        if spot is None:
            return ""
        number = "" if spot.number is None else f" {self.field.number} {number_text(spot.number)}"
        return f"{spot.choice}{number}".strip()


class SumTool(Tool):
    """Sums in the black cells before runs: those of rows, or those of columns."""

    hint = "in the black cell before a run"

    @property
    def places(self) -> dict[Cell, tuple[int, int]]:
        """The cells that hold sums of the field, each with the line and the place in it."""
        blocks = Grid.make(self.draft.height, self.draft.width, self.draft.values["blocks"].get)
        lines = [*self.draft.values["rows"], *self.draft.values["columns"]]
        places = Kakuro.sum_places(blocks, lines).items()
        return {cell: where[self.field.name] for cell, where in places if self.field.name in where}

    def keys(self) -> Keys:
        return [("0–9", f"the sum {'across' if self.field.name == 'rows' else 'down'}", "")]

    def type(self, cursor: Cursor, letter: str) -> bool:
        if cursor.at not in self.places or not self.is_number(letter):
            return False
        self._set(cursor.at, longer(self._sum(cursor.at) if cursor.typing else None, letter))
        cursor.typing = 1
        return True

    def clear(self, cell: Cell, back: Cell | None = None) -> bool:
        had = self._sum(cell) > 0
        if had:
            self._set(cell, 0)
        return had

    def words(self, cell: Cell) -> str:
        found = self._sum(cell)
        return f"{number_text(found)} {'across' if self.field.name == 'rows' else 'down'}" if found else ""

    def _sum(self, cell: Cell) -> int:
        """Return the sum in a cell, 0 if there is none."""
        line, at = self.places.get(cell, (0, MAX_NUMBER))
        return self.value[line][at] if at < len(self.value[line]) else 0

    def _set(self, cell: Cell, number: int) -> None:
        """Write a sum; those before it that are not known yet are 0."""
        line, at = self.places[cell]
        self.value[line] += [0] * (at + 1 - len(self.value[line]))
        self.value[line][at] = number


class RimTool(Tool):
    """Numbers beside a line, which are typed on the rim."""

    def line(self, place: Cell) -> int | None:
        """Return the line that a place is beside, on the side of the field; None for any other place."""
        line, away = place if self.field.side in {"left", "right"} else place[::-1]
        edge = {"right": self.draft.width, "bottom": self.draft.height}.get(self.field.side, -1)
        return line if away == edge and 0 <= line < len(self.value) else None

    def keys(self) -> Keys:
        return [*((digit, digit, "") for digit in DIGITS[:DECIMAL]), (" ", "another number", "")]

    def type(self, cursor: Cursor, letter: str) -> bool:
        numbers = [*self.value[self.line(cursor.at)]]
        if letter == " ":
            cursor.typing = AFTER_SPACE
        elif letter == "Backspace":
            self._write(cursor.at, numbers[:-1])
            cursor.typing = AFTER_SPACE
        elif self.is_number(letter):
            last = numbers.pop() if cursor.typing == IN_NUMBER and numbers else None
            before = [] if cursor.typing == FRESH else numbers
            self._write(cursor.at, [*before, longer(last, letter)])
            cursor.typing = IN_NUMBER
        else:
            return False
        return True

    def clear(self, cell: Cell, back: Cell | None = None) -> bool:
        self._write(cell, [])
        return True

    def words(self, cell: Cell) -> str:
        line = self.line(cell) or 0
        return f"{self.field.label} {line + 1}: {' '.join(map(number_text, self.value[line])) or 'no number'}"

    def _write(self, place: Cell, numbers: list[int]) -> None:
        self.value[self.line(place)] = numbers if self.field.role is Role.LINES else numbers[-1:]


def letters_of(names: Mapping[int, str]) -> dict[str, int]:
    """Return the keys of values: the first letters of their names that are unique, and digits."""
    first = {value: name.split()[-1][0].lower() for value, name in names.items()}
    counts = Counter(first.values())
    letters = {letter: value for value, letter in first.items() if letter.isalpha() and counts[letter] == 1}
    digits = {DIGITS[value]: value for value in names if value < len(DIGITS)}
    digits |= {UNKNOWN_TEXT: UNKNOWN} if UNKNOWN in names else {}
    return letters | {digit: value for digit, value in digits.items() if digit not in letters}


def typed(letter: str, held: int | None, letters: Mapping[str, int], values: Container[int]) -> int | None:
    """Return what a character makes of a value: the number that it goes on with, or the value whose key it is."""
    if DECIMAL in values and letter.isdecimal() and (number := (held or 0) * DECIMAL + int(letter)) in values:
        return number
    return letters.get(letter.lower())


def next_of(values: Iterable[Entry], held: Entry | None) -> Entry | None:
    """Return what a click makes of a held value: the next one, and none after the last."""
    order = [None, *values]
    at = order.index(held) if held in order else 0
    return order[(at + 1) % len(order)]


def longer(number: int | None, letter: str) -> int:
    """Return a number after one more digit, or `?`."""
    if letter == UNKNOWN_TEXT:
        return UNKNOWN
    found = (number or 0) * DECIMAL + int(letter)
    return found if found <= MAX_NUMBER else int(letter)


TOOLS: dict[Role, type[Tool]] = {
    Role.GRID: GridTool,
    Role.REGIONS: RegionTool,
    Role.EDGES: EdgeTool,
    Role.PATHS: PathTool,
    Role.GROUPS: GroupTool,
    Role.SPOTS: SpotTool,
}
"""The tool of each role on the board."""
