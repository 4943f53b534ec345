"""Which look is which mark: by what is drawn, or by its colours and its ground; and the looks that come up by clicks.

A page may show mistakes while cells are blank or wrong: stripes, a red ground, a ring. Looks of a cycle are compared by
what tells them apart, so what a page adds to a mark does not make it another one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from math import inf
from typing import NamedTuple

from bot.addons.unknown.guess.looks import Colour, Look, Looks, Shape, distance, written

TWO = 2
MAX_MARK_DISTANCE = 60.0
"""How far the shades of one mark may be from each other."""
MAX_DISTANCE_RATIO = 0.4
"""How far a colour may be from the nearest of a cycle, as a share of that one's distance to its own nearest."""
WRITTEN = {"1": 1, "0": 0, "X": 1, "O": 0}
"""The values of marks that are written like this."""
FEEDBACK_SHAPES = frozenset({"image", "shadow"})
"""The kinds of shapes that may only show a press or a mistake; they have no colours."""


class Shade(NamedTuple):
    """What is drawn, and all colours of it."""

    shapes: tuple[Shape, ...]
    colours: tuple[Colour, ...]

    def away(self, other: Shade) -> float:
        """Return the distance of two shades, infinity if something else is drawn."""
        if self.shapes != other.shapes or len(self.colours) != len(other.colours):
            return inf
        return max(map(distance, self.colours, other.colours), default=0.0)


def shade_of(look: Look) -> Shade:
    """Return the shade of a cell."""
    return Shade(look.drawing.shapes, (look.ground, *look.drawing.colours))


@dataclass(frozen=True, slots=True)
class Scheme:
    """What tells the marks of a board apart, and the mark of each look; None is blank."""

    within: float | None
    """How far shades of one mark may be from each other; None if only what is drawn counts."""
    marks: Mapping[Hashable, int | None]
    words: str = ""

    def swapped(self) -> Scheme:
        """Return the scheme with the marks 0 and 1 swapped."""
        return replace(self, marks={look: mark if mark is None else 1 - mark for look, mark in self.marks.items()})

    @classmethod
    def plain(cls, looks: Looks) -> Scheme:
        """Return the scheme of a board that shows no marks: what most cells without a text look like is blank."""
        shapes = Counter(look.drawing.shapes for look in looks.cells.values() if not look.drawing.text)
        return cls(None, {shapes.most_common(1)[0][0] if shapes else (): None})

    def value(self, look: Look) -> int | None:
        """Return the mark of a look, None also if it is unknown."""
        return self.marks.get(self.key(look))

    def key(self, look: Look) -> Hashable:
        """Return the key by which this look differs from others."""
        if self.within is None:
            return look.drawing.shapes
        shade = shade_of(look)
        near = min((key for key in self.marks if isinstance(key, Shade)), key=shade.away)
        return near if shade.away(near) <= self.within else shade

    @classmethod
    def possible(cls, looks: Looks, *, shaded: bool = True, on_regions: bool = False) -> Iterator[tuple[int, Scheme]]:
        """Yield each way in which one or two looks are marks beside blanks, with the number of assumptions.

        Unless they are `shaded`, only what is drawn tells marks, and what is drawn alike has one colour and, unless it
        stands `on_regions`, one ground.
        """
        shades = [shade_of(look) for look in looks.cells.values()]
        inks = [shade._replace(colours=shade.colours[on_regions:]) for shade in {*shades} if shade.shapes]
        if not shaded and any(MAX_MARK_DISTANCE < one.away(other) < inf for one, other in combinations(inks, 2)):
            return
        shapes = Counter(shade.shapes for shade in shades)
        levels = (0.0, MAX_MARK_DISTANCE) if shaded and len(shapes) <= TWO else ()
        ways: list[tuple[float | None, Counter[Hashable]]]
        ways = [(within, merged_shades(Counter(shades), within)) for within in levels]
        same = ((one, other) for one, other in combinations({*shades}, 2) if one.shapes == other.shapes)
        if not levels or all(one.away(other) <= MAX_MARK_DISTANCE for one, other in same):
            # Another text or image tells another mark; another mark of the same shape has another colour.
            tells = any(look.drawing.text or "image" in str(look.drawing.shapes) for look in looks.cells.values())
            ways.insert(0 if tells else len(ways), (None, Counter(shapes)))
        for at, (within, counts) in enumerate(ways):
            if 1 < len(counts) <= 1 + TWO and all(counts != other for _, other in ways[:at]):
                yield from cls._named(within, counts)

    @classmethod
    def _named(cls, within: float | None, counts: Counter[Hashable]) -> Iterator[tuple[int, Scheme]]:
        """Yield the ways to call one of two or three looks blank and the others marks."""
        usual = [key for key, _ in counts.most_common()]
        if len(usual) == TWO:
            yield 0, cls(within, _valued(usual)[0], "all marks stand")
        empty = [key for key in usual if not (key.shapes if isinstance(key, Shade) else key)]
        for place, blank in enumerate(empty or usual):
            for swapped, values in enumerate(_valued(sorted((key for key in counts if key != blank), key=repr))):
                marks = {blank: None, **values}
                how = "by what is drawn" if within is None else f"by shades up to {within:g} apart"
                words = f"marks {how}{', the other way round' if swapped else ''}"
                yield 2 * place + swapped, cls(within, marks, words)


def _valued(keys: Sequence[Hashable]) -> list[dict[Hashable, int]]:
    """Return the ways to call looks 1 and 0, first the one that fits what is written there."""
    texts = [written(key.shapes if isinstance(key, Shade) else key) for key in keys]  # type: ignore[arg-type]
    orders = sorted(
        permutations((1, 0), len(keys)),
        key=lambda order: sum(WRITTEN.get(text, value) != value for text, value in zip(texts, order, strict=True)),
    )
    return [dict(zip(keys, order, strict=True)) for order in orders]


def merged_shades(shades: Counter[Shade], within: float) -> Counter[Hashable]:
    """Return how often the most common shades are there, each with those that are near to it."""
    counts = Counter[Shade]()
    for shade, count in shades.most_common():
        near = min(counts, key=shade.away, default=shade)
        counts[near if shade.away(near) <= within else shade] += count
    return Counter(counts)


def clicks(cycle: Mapping[Hashable, Look], shown: Hashable, wanted: Hashable) -> Sequence[Hashable]:
    """Return the looks that come up, one a click, on the way from one look to another; none if it is unknown."""
    keys = [*cycle]
    if shown not in keys or wanted not in keys:
        return []
    first, last = keys.index(shown), keys.index(wanted)
    return (keys + keys)[first + 1 : last + 1 + len(keys) * (last <= first)]


def is_ground(key: Hashable) -> bool:
    """Return whether a look is a ground, on which nothing is drawn."""
    return isinstance(key, tuple) and (not key.shapes if isinstance(key, Shade) else key[:1] == ("ground",))


def without_feedback(cycle: dict[Hashable, Look]) -> dict[Hashable, Look]:
    """Return the looks of a cycle without what may only show a press or a mistake, if they still differ."""
    ways = [{key: _plain(look, kinds) for key, look in cycle.items()} for kinds in (FEEDBACK_SHAPES, {"shadow"})]
    return next((found for found in ways if len({*map(shade_of, found.values())}) == len(found)), cycle)


def _plain(look: Look, kinds: Collection[str]) -> Look:
    shapes = tuple(shape for shape in look.drawing.shapes if shape[0] not in kinds)
    return look._replace(drawing=look.drawing._replace(shapes=shapes))


def key_in(cycle: Mapping[Hashable, Look], look: Look, before: Look | None) -> Hashable | None:
    """Return the key of the look of a cycle that a cell shows, None if it shows none.

    The first look of the cycle is blank. `before` is what the cell looked like when it was blank, None if it was not.
    """
    feedback = FEEDBACK_SHAPES.difference(shape[0] for own in cycle.values() for shape in own.drawing.shapes)
    look, before = _plain(look, feedback), before and _plain(before, feedback)
    shapes = {key: Counter(own.drawing.shapes) for key, own in cycle.items()}
    blank, shown = next(iter(shapes.values())), Counter(look.drawing.shapes)
    own = blank if before is None else Counter(before.drawing.shapes)
    shown = shown - (own - blank) + (blank - own) if own - blank <= shown else shown  # Clues may differ, or be hidden.
    near = {key: own for key, own in cycle.items() if shapes[key] == shown}
    if len({own.drawing.colours for own in near.values()}) == len(near):
        return nearest(look.drawing.colours, {key: own.drawing.colours for key, own in near.items()})
    return nearest((look.ground,), {key: (own.ground,) for key, own in near.items()})


def nearest(colours: tuple[Colour, ...], known: Mapping[Hashable, tuple[Colour, ...]]) -> Hashable | None:
    """Return the key of the known colours that `colours` are near to; None if there are none, or several."""

    def away(one: tuple[Colour, ...], other: tuple[Colour, ...]) -> float:
        return sum(map(distance, one, other)) if len(one) == len(other) else inf

    if len(known) <= 1:
        return next(iter(known), None)
    key, near = min(known.items(), key=lambda pair: away(colours, pair[1]))
    apart = min((away(near, other) for other in known.values() if other != near), default=inf)
    return key if inf > away(colours, near) <= MAX_DISTANCE_RATIO * apart else None
