"""One fact from several places: they must agree, and how many there are is counted.

A *name* says what a thing is (`class="sun"`). A *look* does not, but tells like from unlike: what is
drawn alike, labelled alike, coloured alike is the same thing. So a look finds out a name that is
wrong in one place, in any language and theme, without being understood.
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
class Seen(Generic[Value]):
    """What the places say of one thing; a place that says nothing is left out."""

    where: str
    names: Mapping[str, Value]
    looks: Mapping[str, Hashable] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Agreed(Generic[Value]):
    """What all places say of one thing, and whether two of them do."""

    value: Value
    confirmed: bool


def agree(
    things: Sequence[Seen[Value]], words: Mapping[Value, str], *, unnamed: Sequence[Value] = ()
) -> list[Agreed[Value]]:
    """Return what each thing is; raises `ReadError` where two places disagree or none says anything.

    A thing without a name is what others with its look are. `words` are what people call the values.
    `unnamed` are values for looks of the first place that no name is known for, in order of appearance.
    """
    told = {at: name for at, thing in enumerate(things) if (name := _name(thing, words)) is not _NOTHING}
    looks = {place: [thing.looks.get(place) for thing in things] for place in _places(things)}
    for place, shown in looks.items():
        known = {shown[at]: value for at, value in told.items() if shown[at] is not None}
        spare = iter([value for value in unnamed if value not in known.values()] if place == next(iter(looks)) else ())
        for at, look in enumerate(shown):
            if at in told or look is None:
                continue
            if look not in known and (value := next(spare, None)) is not None:
                known[look] = value
            if look in known:
                told[at] = known[look]
    for at, thing in enumerate(things):
        if at not in told:
            msg = f"{thing.where}: no place says what it is (looked at {', '.join(thing.looks) or 'nothing'})"
            raise ReadError(msg)
    values = [told[at] for at in range(len(things))]
    backed = Counter[int]()
    for place, shown in looks.items():
        if _is_silent(shown, values):
            continue
        _check_one_to_one(place, things, shown, values, words)
        alike = Counter(shown)
        backed.update(at for at, look in enumerate(shown) if look is not None and alike[look] >= TWO)
    return [Agreed(values[at], len(thing.names) + backed[at] >= TWO) for at, thing in enumerate(things)]


def _name(thing: Seen[Value], words: Mapping[Value, str]) -> Value:
    """Return what all names of a thing say, `_NOTHING` where it has none."""
    said = iter(thing.names.items())
    first, value = next(said, ("", _NOTHING))
    for place, other in said:
        if other != value:
            msg = f"{thing.where}: {first} says {words[value]}, but {place} says {words[other]}"
            raise ReadError(msg)
    return value


def _places(things: Sequence[Seen[Value]]) -> list[str]:
    return list(dict.fromkeys(place for thing in things for place in thing.looks))


def _is_silent(shown: Sequence[Hashable], values: Sequence[Value]) -> bool:
    """Tell whether a place looks the same for everything, though not everything is the same."""
    return len(set(shown) - {None}) <= 1 and len(set(values)) > 1


def _check_one_to_one(
    place: str,
    things: Sequence[Seen[Value]],
    shown: Sequence[Hashable],
    values: Sequence[Value],
    words: Mapping[Value, str],
) -> None:
    by_look: dict[Hashable, int] = {}
    by_value: dict[Value, int] = {}
    for at, (look, value) in enumerate(zip(shown, values, strict=True)):
        if look is None:
            continue
        like, same = by_look.setdefault(look, at), by_value.setdefault(value, at)
        if values[like] != value:
            otherwise = f"{words[values[like]]} like {things[like].where}"
            msg = f"{things[at].where} is called {words[value]}, but by its {place} it is {otherwise}"
            raise ReadError(msg)
        if shown[same] != look:
            both = f"{things[at].where} and {things[same].where} are both called {words[value]}"
            msg = f"{both}, but differ in their {place}"
            raise ReadError(msg)
