"""Which look is which mark: by what is drawn, or by its colours and its ground."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from math import inf
from typing import NamedTuple

from bot.addons.unknown.guess.looks import Colour, Look, Looks, Shape, distance

TWO = 2
MERGING_DISTANCES = (0.0, 60.0)
"""Distances within which shades count as one, the smallest first."""
MAX_MARK_DISTANCE = 60.0
"""How far the shades of one mark may be from each other if only what is drawn tells it."""


class Shade(NamedTuple):
    """What is drawn, and all colours of it."""

    shapes: tuple[Shape, ...]
    colours: tuple[Colour, ...]

    def away(self, other: Shade) -> float:
        """Return the distance of two shades, infinity if something else is drawn."""
        if self.shapes != other.shapes or len(self.colours) != len(other.colours):
            return inf
        return max(map(distance, self.colours, other.colours))


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
    shades: dict[Shade, Shade] = field(default_factory=dict)
    """The shade that stands for each one that was seen."""

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
        if shade in self.shades:
            return self.shades[shade]
        near = min(self.shades, key=shade.away)
        away, limit = shade.away(near), 0.0
        if len({*self.shades.values()}) > TWO:
            # Once both marks are known, what is much nearer to one look than to the others is that look.
            other = min(shade.away(other) for other in self.shades if self.shades[other] != self.shades[near])
            limit = inf if other == inf else min(MAX_MARK_DISTANCE, other / 2)
        return self.shades[near] if away < inf and away <= max(self.within, limit) else shade

    def settle(self, looks: Sequence[Hashable]) -> list[Hashable]:
        """Return the looks of one cell's cycle, a known mark on another ground, as of a mistake, as that mark.

        Only where something else is drawn for each look: else the ground may be what tells the marks.
        """
        shades = {look for look in looks if isinstance(look, Shade)}
        known = {shade.shapes: shade for shade in self.marks if isinstance(shade, Shade)}
        if len({shade.shapes for shade in shades}) == len(shades) and len(known) == len(self.marks):
            self.shades.update((shade, known.get(shade.shapes, shade)) for shade in shades)
        return list(dict.fromkeys(self.shades.get(look, look) if isinstance(look, Shade) else look for look in looks))

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
        levels = MERGING_DISTANCES if shaded and len(shapes) <= TWO else ()
        merged = [(within, merged_shades(Counter(shades), within)) for within in levels]
        ways: list[tuple[float | None, dict[Shade, Shade], Counter[Hashable]]]
        ways = [(within, names, Counter(names[shade] for shade in shades)) for within, names in merged]
        same = ((one, other) for one, other in combinations({*shades}, 2) if one.shapes == other.shapes)
        if not levels or all(one.away(other) <= MAX_MARK_DISTANCE for one, other in same):
            # Another text or image tells another mark; another mark of the same shape has another colour.
            tells = any(look.drawing.text or "image" in str(look.drawing.shapes) for look in looks.cells.values())
            ways.insert(0 if tells else len(ways), (None, {}, Counter(shapes)))
        for at, (within, names, counts) in enumerate(ways):
            if 1 < len(counts) <= 1 + TWO and all(counts != other for *_, other in ways[:at]):
                yield from cls._named(within, counts, names)

    @classmethod
    def _named(
        cls, within: float | None, counts: Counter[Hashable], names: dict[Shade, Shade]
    ) -> Iterator[tuple[int, Scheme]]:
        """Yield the ways to call one of two or three looks blank and the others marks."""
        usual = [key for key, _ in counts.most_common()]
        if len(usual) == TWO:
            yield 0, cls(within, dict(zip(usual, (1, 0), strict=True)), "all marks stand", names)
        empty = [key for key in usual if not (key.shapes if isinstance(key, Shade) else key)]
        for place, blank in enumerate(empty or usual):
            others: Sequence[Hashable] = sorted((key for key in counts if key != blank), key=repr)
            for swapped, order in enumerate(permutations((1, 0), len(others))):
                marks = {blank: None, **dict(zip(others, order, strict=True))}
                how = "by what is drawn" if within is None else f"by shades up to {within:g} apart"
                words = f"marks {how}{', the other way round' if swapped else ''}"
                yield 2 * place + swapped, cls(within, marks, words, names)


def merged_shades(shades: Counter[Shade], within: float) -> dict[Shade, Shade]:
    """Return, for each shade, the most common one that it is near to."""
    names: dict[Shade, Shade] = {}
    for shade, _ in shades.most_common():
        near = min(set(names.values()), key=shade.away, default=shade)
        names[shade] = near if shade.away(near) <= within else shade
    return names
