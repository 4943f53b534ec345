"""What the sources of a board say of its clues, place by place, and whether they agree."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from scrapers._errors import ReadError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scrapers._facts import Groups, Place
    from scrapers._reading.places import Located

TWO = 2


class Statement(NamedTuple):
    """What one source says of one place: a value, or None for no clue."""

    group: str
    place: Place
    source: str
    value: object


Reader = Callable[["Located"], Iterator[Statement]]
"""Reads some clues from one or more sources; what a source does not say is left out."""


def settle(statements: Iterable[Statement], wanted: Mapping[str, Iterable[Place]]) -> tuple[Groups, bool]:
    """Return the clues by group and place, and whether each is said by two sources.

    `wanted` are the places of which something must be said, a clue or none. Raise `ReadError` if sources disagree, if
    one says two things of a place, or if nothing is said of a wanted one.
    """
    said: dict[tuple[str, Place], dict[str, object]] = {}
    for group, place, source, value in statements:
        here = said.setdefault((group, place), {})
        if source in here:
            raise ReadError(f"{_name(place)}: {source} says the {group} twice")
        here[source] = value
    for group, places in wanted.items():
        for place in places:
            if (group, place) not in said:
                raise ReadError(f"{_name(place)}: nothing says the {group}")
    groups: Groups = {group: {} for group in wanted}
    confirmed = True
    for (group, place), sources in said.items():
        (first, value), *others = sources.items()
        for source, other in others:
            if other != value:
                raise ReadError(
                    f"{_name(place)}: {first} says the {group} {_words(value)}, but {source} says {_words(other)}"
                )
        if value is not None:
            groups.setdefault(group, {})[place] = value
            confirmed = confirmed and len(sources) >= TWO
    return groups, confirmed


def _name(place: Any) -> str:  # noqa: ANN401 - a cell, an edge or a line
    return " and ".join(map(str, place)) if type(place) is tuple else str(place)


def _words(value: object) -> str:
    if value is None:
        return "none"
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
