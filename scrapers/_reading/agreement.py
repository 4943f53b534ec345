"""Compare what several parts of a page say about the same thing, and count how many agree.

A *name* says what a thing is (`class="sun"`). A *look* (a drawing, a colour, a label in an unknown language) does not,
but things of the same value share it. So a look exposes a wrong name, in any language and theme, without being
understood.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from scrapers._errors import ReadError

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

Value = TypeVar("Value")

TWO = 2
_NOTHING: Any = object()


@dataclass(frozen=True, slots=True)
class Observation(Generic[Value]):
    """The names and looks of one thing, each by its source; a source that says nothing is left out."""

    where: str
    names: Mapping[str, Value]
    looks: Mapping[str, Hashable] = field(default_factory=dict)
    group: str = ""
    """Things of one value may look different if they are in different groups, like squares of a chessboard."""


@dataclass(frozen=True, slots=True)
class Fact(Generic[Value]):
    """What a thing is, and whether two independent sources say so."""

    value: Value
    confirmed: bool


def agree(
    things: Sequence[Observation[Value]], words: Mapping[Value, str], *, unnamed: Sequence[Value] = ()
) -> list[Fact[Value]]:
    """Return the value of each thing; raise `ReadError` if two sources disagree or no source says anything.

    A thing without a name has the value of the things that look like it. `words` are the values in people's words.
    `unnamed` are the values to give, in order of appearance, to looks of the first source that no name explains.
    """
    values = {at: name for at, thing in enumerate(things) if (name := _name(thing, words)) is not _NOTHING}
    looks = {source: [thing.looks.get(source) for thing in things] for source in _sources(things)}
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
    for at, thing in enumerate(things):
        if at not in values:
            raise ReadError(f"{thing.where}: nothing says what it is (checked: {', '.join(thing.looks) or 'nothing'})")
    ordered = [values[at] for at in range(len(things))]
    backed = Counter[int]()
    for source, seen in looks.items():
        if _is_uniform(seen, ordered):
            continue
        _check_one_to_one(source, things, seen, ordered, words)
        alike = Counter(seen)
        backed.update(at for at, look in enumerate(seen) if look is not None and alike[look] >= TWO)
    return [Fact(ordered[at], len(thing.names) + backed[at] >= TWO) for at, thing in enumerate(things)]


def _name(thing: Observation[Value], words: Mapping[Value, str]) -> Value:
    """Return the value that all names of a thing give, `_NOTHING` if it has no name."""
    names = iter(thing.names.items())
    first, value = next(names, ("", _NOTHING))
    for source, other in names:
        if other != value:
            raise ReadError(f"{thing.where}: {first} says {words[value]}, but {source} says {words[other]}")
    return value


def _sources(things: Sequence[Observation[Value]]) -> list[str]:
    """Return the sources of looks in order of appearance."""
    return list(dict.fromkeys(source for thing in things for source in thing.looks))


def _is_uniform(looks: Sequence[Hashable], values: Sequence[Value]) -> bool:
    """Return whether everything looks the same though the values differ, so that the look says nothing."""
    return len(set(looks) - {None}) <= 1 and len(set(values)) > 1


def _check_one_to_one(
    source: str,
    things: Sequence[Observation[Value]],
    looks: Sequence[Hashable],
    values: Sequence[Value],
    words: Mapping[Value, str],
) -> None:
    """Raise `ReadError` unless each look has one value, and each value one look within its group."""
    by_look: dict[Hashable, int] = {}
    by_value: dict[tuple[str, Value], int] = {}
    for at, (look, value) in enumerate(zip(looks, values, strict=True)):
        if look is None:
            continue
        like, same = by_look.setdefault(look, at), by_value.setdefault((things[at].group, value), at)
        if values[like] != value:
            otherwise = f"{words[values[like]]} like {things[like].where}"
            raise ReadError(f"{things[at].where} is called {words[value]}, but by its {source} it is {otherwise}")
        if looks[same] != look:
            both = f"{things[at].where} and {things[same].where} are both called {words[value]}"
            raise ReadError(f"{both}, but differ in their {source}")
