"""Compare what several sources of a page say about the same place; keep in groups what they agree on.

A *name* says what a thing is (`class="sun"`). A *look* (a drawing, a colour, a label in an unknown language) does not,
but things of the same value share it. So a look exposes a wrong name, in any language and theme, without being
understood.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from scrapers._errors import ReadError
from scrapers._reading.board import SIDE_WORDS
from solvers import Cell, Grid, Puzzle

if TYPE_CHECKING:
    from scrapers._reading.places import FoundCells, Located
    from solvers import Cage

TWO = 2
UNNAMED: Any = object()
"""Instead of a value: the source only says what the place looks like."""

BLACK = 11
"""In grids, a black cell without a number (`b`), or a black circle."""
WHITE = 32
"""In grids, a white circle (`w`)."""
ROW, COLUMN, BOARD = "row", "column", "the board"
ACROSS = frozenset({COLUMN, "top", "bottom"})
"""The names of lines of which there are as many as columns."""
SIDES = ("left", "top", "right", "bottom")
LINES = {"rim": (COLUMN, ROW), "view": SIDES}
"""By the name of a group whose places are lines, the names of these lines."""

WORDS: Mapping[str, Callable[[Any], str]] = {
    "area": lambda area: f"{area or 'no'} cells",
    "centre": lambda is_there: "a centre" if is_there else "no centre",
    "clue": lambda is_clue: "a clue" if is_clue else "no clue",
    "lock": lambda is_given: "a given" if is_given else "free",
    "region": lambda number: f"region {number + 1}",
    "shape": str,
    "side of a sign": SIDE_WORDS.__getitem__,
    "sign of an edge": str,
    "wall": lambda side: "no wall" if side is None else f"a wall {SIDE_WORDS[side]}",
}
"""By group, a function that puts its values into words; those of other groups are written as they are."""


class Part(NamedTuple):
    """An element in or beside a cell; on which side of the cell it is, is one of the things that its sources say."""

    name: str
    """What errors call it; others may have the same name."""
    cell: Cell
    number: int

    def __str__(self) -> str:
        return self.name


Place = Cell | tuple[Cell, Cell] | Part | str
"""A cell, an edge, an element, or the name of a line or of the whole board."""
Groups = dict[str, dict[Place, Any]]
"""By the name of a group, the value of each place that has one."""


class Statement(NamedTuple):
    """What one source says of one place: its value, where None is no clue, or only what it looks like."""

    group: str
    place: Place
    source: str
    value: Any = UNNAMED
    look: Hashable = None
    """Things of one value share it; None is a source that shows nothing of this place."""
    kind: str = ""
    """Things of one value may look different if they are of different kinds, like squares of a chessboard."""


def said_of(
    group: str, place: Place, names: Mapping[str, Any], looks: Mapping[str, Hashable] | None = None, kind: str = ""
) -> list[Statement]:
    """Return the statements of sources about a place; if there are none, one says that nothing says anything of it."""
    seen = looks or ({} if names else {"nothing": None})
    return [
        *(Statement(group, place, source, value) for source, value in names.items()),
        *(Statement(group, place, source, look=look, kind=kind) for source, look in seen.items()),
    ]


class Fact(NamedTuple):
    """What a place holds, and whether two independent sources say so."""

    value: Any
    confirmed: bool


Settled = dict[str, dict[Place, Fact]]
"""The facts by group and place."""


@dataclass(slots=True)
class _Said:
    """The names and looks of one place, each by its source."""

    names: dict[str, Any] = field(default_factory=dict)
    looks: dict[str, Hashable] = field(default_factory=dict)
    kind: str = ""


def settle(
    statements: Iterable[Statement],
    *,
    everywhere: Mapping[str, Iterable[Place]] | None = None,
    words: Mapping[str, Callable[[Any], str]] | None = None,
    unnamed: Mapping[str, Sequence[Any]] | None = None,
    hint: str = "",
) -> Settled:
    """Return the settled fact of each place; raise `ReadError` if two sources disagree, or if none names a place.

    A place without a name has the value of the places that look like it. `everywhere` are, by group, the places of
    which something must be said, `words` are values in people's words. `unnamed` are the values to give, in order of
    appearance, to looks of a group's first source that no name explains. `hint` ends the error of two names.
    """
    groups: dict[str, dict[Place, _Said]] = {}
    for statement in statements:
        said = groups.setdefault(statement.group, {}).setdefault(statement.place, _Said())
        if statement.source in said.names or statement.source in said.looks:
            where = name_of(statement.place)
            raise ReadError(f"{where}: {statement.source} says the {statement.group} twice")
        if statement.value is UNNAMED:
            said.looks[statement.source] = statement.look
            said.kind = statement.kind
        else:
            said.names[statement.source] = statement.value
    for group, places in (everywhere or {}).items():
        for place in places:
            groups.setdefault(group, {}).setdefault(place, _Said())
    return {
        group: _Group(group, said, (words or {}).get(group)).facts((unnamed or {}).get(group, ()), hint)
        for group, said in groups.items()
    }


def name_of(place: Place) -> str:
    """Return a place in words."""
    return " and ".join(map(str, place)) if type(place) is tuple else str(place)


@dataclass(frozen=True, slots=True)
class _Group:
    """The statements of one group, by place."""

    name: str
    said: Mapping[Place, _Said]
    words: Callable[[Any], str] | None

    def facts(self, unnamed: Sequence[Any], hint: str) -> dict[Place, Fact]:
        """Return the fact of each place."""
        values: dict[Place, Any] = {}
        for place, said in self.said.items():
            for source, value in said.names.items():
                if values.setdefault(place, value) != value:
                    first, but = next(iter(said.names)), f"{source} says {self._words(value)}{hint}"
                    raise ReadError(f"{name_of(place)}: {first} says {self._words(values[place])}, but {but}")
        sources = dict.fromkeys(source for said in self.said.values() for source in said.looks)
        looks = {source: {place: said.looks.get(source) for place, said in self.said.items()} for source in sources}
        spare = [*unnamed]
        for seen in looks.values():
            known = {seen[place]: value for place, value in values.items() if seen[place] is not None}
            new = [look for look in dict.fromkeys(seen.values()) if look is not None and look not in known]
            known |= zip(new, (value for value in spare if value not in known.values()), strict=False)
            values = {place: known[look] for place, look in seen.items() if look in known} | values
            spare = []  # Only looks of the first source are named in order.
        for place, said in self.said.items():
            if place not in values:
                what = "what it is" if self.words is not None else f"the {self.name}"
                checked = ", ".join(said.looks) or "nothing"
                raise ReadError(f"{name_of(place)}: nothing says {what} (checked: {checked})")
        backed = Counter[Place]()
        for source, seen in looks.items():
            # Where everything looks the same though the values differ, the look says nothing.
            if len({*seen.values()} - {None}) <= 1 and len({*values.values()}) > 1:
                continue
            self._check_one_to_one(source, seen, values)
            alike = Counter(seen.values())
            backed.update(place for place, look in seen.items() if look is not None and alike[look] >= TWO)
        return {place: Fact(values[place], len(said.names) + backed[place] >= TWO) for place, said in self.said.items()}

    def _check_one_to_one(self, source: str, looks: Mapping[Place, Hashable], values: Mapping[Place, Any]) -> None:
        """Raise `ReadError` unless each look has one value, and each value one look within its kind."""
        by_look: dict[Hashable, Place] = {}
        by_value: dict[tuple[str, Any], Place] = {}
        for place, look in looks.items():
            if look is None:
                continue
            value = values[place]
            like = by_look.setdefault(look, place)
            same = by_value.setdefault((self.said[place].kind, value), place)
            if values[like] != value:
                otherwise = f"{self._words(values[like])} like {name_of(like)}"
                called = f"{name_of(place)} is called {self._words(value)}"
                raise ReadError(f"{called}, but by its {source} it is {otherwise}")
            if looks[same] != look:
                both = f"{name_of(place)} and {name_of(same)} are both called {self._words(value)}"
                raise ReadError(f"{both}, but differ in their {source}")

    def _words(self, value: Any) -> str:  # noqa: ANN401 - the value of any group
        if self.words is not None:
            return self.words(value)
        if value is None or value == ():
            return f"no {self.name}"
        return f"the {self.name} {' '.join(map(str, value)) if isinstance(value, tuple) else value}"


def line(name: str, number: int) -> str:
    """Return the name of a row or column, counted from zero."""
    return f"{name} {number + 1}"


def spot(row: int, col: int) -> str:
    """Return the name of a place of the doubled board, where a place between two rows has half a number."""
    return f"row {(row + 1) / 2:g}, column {(col + 1) / 2:g}"


def places_of(group: str, height: int, width: int) -> Iterable[Place]:
    """Return every place of which a group may say something on a board of this size."""
    if group in LINES:
        return [line(name, at) for name in LINES[group] for at in range(width if name in ACROSS else height)]
    if group == "centre":
        return [spot(row, col) for row in range(1, 2 * height) for col in range(1, 2 * width)]
    if group == "corner":
        return [spot(2 * row, 2 * col) for row in range(height + 1) for col in range(width + 1)]
    cells = [Cell(row, col) for row in range(height) for col in range(width)]
    if group == "sign":
        return [(cell, near) for cell in cells for near in cell.neighbours() if near.row < height and near.col < width]
    return cells


def everywhere(located: FoundCells, group: str, source: str, values: Mapping[Any, Any]) -> Iterator[Statement]:
    """Yield the statements of a source about every place of a group: these values, and none elsewhere."""
    places = dict.fromkeys(places_of(group, *located.size))
    for place in values:
        if place not in places:
            height, width = located.size
            raise ReadError(f"{name_of(place)}: {source} says the {group}, but the board is {height}×{width}")
    yield from (Statement(group, place, source, values.get(place)) for place in {**dict.fromkeys(values), **places})


@dataclass(frozen=True, slots=True)
class Facts:
    """What the sources of a board agree on."""

    height: int
    width: int
    groups: Mapping[str, Mapping[Place, Any]]
    """By group, the value of each place that has one."""
    settled: Settled = field(default_factory=dict)
    """By group and place, the value, None included, and whether two sources say it."""

    @classmethod
    def of(cls, size: tuple[int, int], settled: Settled) -> Facts:
        """Return the facts of a board of this size."""
        groups = {
            name: {place: fact.value for place, fact in facts.items() if fact.value is not None}
            for name, facts in settled.items()
        }
        return cls(*size, groups, settled)

    def cells(self, group: str) -> list[tuple[Cell, Fact]]:
        """Return the facts of the cells of a group."""
        return [(cell, fact) for cell, fact in self.settled.get(group, {}).items() if isinstance(cell, Cell)]

    def parts(self, group: str) -> list[tuple[Part, Fact]]:
        """Return the facts of the elements of a group."""
        return [(part, fact) for part, fact in self.settled.get(group, {}).items() if isinstance(part, Part)]

    def is_confirmed(self) -> bool:
        """Return whether two sources say every value of a cell, an edge or a line."""
        return all(
            fact.confirmed or fact.value is None or place == BOARD
            for facts in self.settled.values()
            for place, fact in facts.items()
        )

    def grid(self, name: str = "number", among: Collection[Cell] | None = None) -> Grid:
        """Return the numbers of a group as a grid; of these cells only, if any are given."""
        found = self.groups.get(name, {})
        if among is not None:
            found = {cell: found[cell] for cell in among if cell in found}
        return Grid.make(self.height, self.width, found.get)

    def rims(self) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
        """Return the numbers beside the rows, and above the columns."""
        found = self.groups["rim"]
        return (
            tuple(found[line(ROW, number)] for number in range(self.height)),
            tuple(found[line(COLUMN, number)] for number in range(self.width)),
        )

    def one(self, name: str) -> Any:  # noqa: ANN401 - what the group holds
        """Return the fact of a group that is about the whole board; raise `ReadError` if the page does not say it."""
        found = self.groups.get(name, {})
        if BOARD not in found:
            raise ReadError(f"nothing on the page says the number of {name}", selector=".puzzleInfo")
        return found[BOARD]

    def side(self, name: str) -> tuple[int | None, ...]:
        """Return the number on one side of the board for each of its lines."""
        return tuple(self.groups["view"].get(line(name, number)) for number in range(self.height))

    def edges(self, sign: str) -> tuple[Any, ...]:
        """Return the edges that have a sign."""
        return tuple(edge for edge, drawn in self.groups["sign"].items() if drawn == sign)

    def cages(self) -> tuple[Cage, ...]:
        """Return the cages with their sums; raise `ReadError` if one has two sums."""
        from solvers import Cage

        cages: dict[int, list[Any]] = {}
        stated = self.groups.get("sum", {})
        for cell, number in self.groups["cage"].items():
            cages.setdefault(number, []).append(cell)
        found: list[Cage] = []
        for cells in cages.values():
            sums = [stated[cell] for cell in cells if cell in stated]
            if len(sums) > 1:
                raise ReadError(f"the cage of {cells[0]} has {len(sums)} sums", selector=".killer")
            if sums or len(cells) > 1:
                found.append(Cage(tuple(cells), *sums))
        return tuple(found)

    def regions(self) -> tuple[tuple[str, ...], ...]:
        """Return the region of each cell by its number, counted from one."""
        found, columns = self.groups["region"], range(self.width)
        return tuple(tuple(str(found[Cell(row, col)] + 1) for col in columns) for row in range(self.height))


def of_numbers(kind: Callable[..., Puzzle]) -> Callable[[Facts], Puzzle]:
    """Return a function that makes a puzzle of a kind whose only clues are numbers in cells."""
    return lambda facts: kind(facts.grid())


def in_order(keys: Mapping[Cell, object]) -> dict[Place, int]:
    """Return numbers instead of keys, from zero, in the order in which they appear."""
    numbers: dict[object, int] = {}
    return {cell: numbers.setdefault(keys[cell], len(numbers)) for cell in sorted(keys)}


class PartReading(NamedTuple):
    """The fields that a part of a layout gives to its puzzle, and which cells' clues are confirmed."""

    fields: Mapping[str, object]
    confirmed: Mapping[frozenset[Cell], bool]


class CluePart(Protocol):
    """A kind of clue besides the marks: regions, edge signs, walls, boxes."""

    def read(self, located: Located, /) -> Iterable[Statement]:
        """Return statements about the board."""

    def result(self, facts: Facts, /) -> PartReading:
        """Return the puzzle's fields that follow from the facts, and which clues are confirmed."""
