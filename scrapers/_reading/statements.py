"""Compare what several sources of a page say about the same place, and count how many agree.

A *name* says what a thing is (`class="sun"`). A *look* (a drawing, a colour, a label in an unknown language) does not,
but things of the same value share it. So a look exposes a wrong name, in any language and theme, without being
understood.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from scrapers._errors import ReadError
from solvers import Cell

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

TWO = 2
UNNAMED: Any = object()
"""Instead of a value: the source only says what the place looks like."""


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
class _Thing:
    """The names and looks of one place, each by its source."""

    place: Place
    names: dict[str, Any] = field(default_factory=dict)
    looks: dict[str, Hashable] = field(default_factory=dict)
    kind: str = ""

    def hear(self, said: Statement) -> None:
        """Add a statement; raise `ReadError` if its source has spoken before."""
        if said.source in self.names or said.source in self.looks:
            raise ReadError(f"{name_of(self.place)}: {said.source} says the {said.group} twice")
        if said.value is UNNAMED:
            self.looks[said.source] = said.look
            self.kind = said.kind
        else:
            self.names[said.source] = said.value


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
    groups: dict[str, dict[Place, _Thing]] = {}
    for said in statements:
        group = groups.setdefault(said.group, {})
        group.setdefault(said.place, _Thing(said.place)).hear(said)
    for name, places in (everywhere or {}).items():
        group = groups.setdefault(name, {})
        for place in places:
            group.setdefault(place, _Thing(place))
    return {
        name: _Group(name, list(group.values()), (words or {}).get(name), hint).facts((unnamed or {}).get(name, ()))
        for name, group in groups.items()
    }


def name_of(place: Place) -> str:
    """Return a place in words."""
    return " and ".join(map(str, place)) if type(place) is tuple else str(place)


@dataclass(frozen=True, slots=True)
class _Group:
    """The statements of one group, by place."""

    name: str
    things: Sequence[_Thing]
    words: Callable[[Any], str] | None
    hint: str

    def facts(self, unnamed: Sequence[Any]) -> dict[Place, Fact]:
        """Return the fact of each place."""
        values = {at: name for at, thing in enumerate(self.things) if (name := self._name(thing)) is not UNNAMED}
        sources = dict.fromkeys(source for thing in self.things for source in thing.looks)
        looks = {source: [thing.looks.get(source) for thing in self.things] for source in sources}
        for source, seen in looks.items():
            known = {seen[at]: value for at, value in values.items() if seen[at] is not None}
            is_first = source == next(iter(looks))
            spare = iter([value for value in unnamed if value not in known.values()] if is_first else ())
            for at, look in enumerate(seen):
                if at in values or look is None:
                    continue
                if look not in known and (value := next(spare, None)) is not None:
                    known[look] = value
                if look in known:
                    values[at] = known[look]
        for at, thing in enumerate(self.things):
            if at not in values:
                what = "what it is" if self.words is not None else f"the {self.name}"
                checked = ", ".join(thing.looks) or "nothing"
                raise ReadError(f"{self._where(at)}: nothing says {what} (checked: {checked})")
        ordered = [values[at] for at in range(len(self.things))]
        backed = Counter[int]()
        for source, seen in looks.items():
            # Where everything looks the same though the values differ, the look says nothing.
            if len(set(seen) - {None}) <= 1 and len(set(ordered)) > 1:
                continue
            self._check_one_to_one(source, seen, ordered)
            alike = Counter(seen)
            backed.update(at for at, look in enumerate(seen) if look is not None and alike[look] >= TWO)
        return {
            thing.place: Fact(ordered[at], len(thing.names) + backed[at] >= TWO) for at, thing in enumerate(self.things)
        }

    def _name(self, thing: _Thing) -> Any:  # noqa: ANN401 - the value of any group
        """Return the value that all names of a thing give, `UNNAMED` if it has no name."""
        names = iter(thing.names.items())
        first, value = next(names, ("", UNNAMED))
        for source, other in names:
            if other != value:
                says, but = self._words(value), self._words(other)
                raise ReadError(f"{name_of(thing.place)}: {first} says {says}, but {source} says {but}{self.hint}")
        return value

    def _check_one_to_one(self, source: str, looks: Sequence[Hashable], values: Sequence[Any]) -> None:
        """Raise `ReadError` unless each look has one value, and each value one look within its kind."""
        by_look: dict[Hashable, int] = {}
        by_value: dict[tuple[str, Any], int] = {}
        for at, (look, value) in enumerate(zip(looks, values, strict=True)):
            if look is None:
                continue
            like, same = by_look.setdefault(look, at), by_value.setdefault((self.things[at].kind, value), at)
            if values[like] != value:
                otherwise = f"{self._words(values[like])} like {self._where(like)}"
                called = f"{self._where(at)} is called {self._words(value)}"
                raise ReadError(f"{called}, but by its {source} it is {otherwise}")
            if looks[same] != look:
                both = f"{self._where(at)} and {self._where(same)} are both called {self._words(value)}"
                raise ReadError(f"{both}, but differ in their {source}")

    def _where(self, at: int) -> str:
        return name_of(self.things[at].place)

    def _words(self, value: Any) -> str:  # noqa: ANN401 - the value of any group
        if self.words is not None:
            return self.words(value)
        if value is None or value == ():
            return f"no {self.name}"
        return f"the {self.name} {' '.join(map(str, value)) if isinstance(value, tuple) else value}"
