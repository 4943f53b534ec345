"""The looks of one cell that come up by clicks, in their order: which one a cell shows, and the way to another.

A page may show mistakes while cells are blank or wrong: stripes, a red ground, a ring. Such looks are compared by what
tells the looks of the cycle apart, so what a page adds to a mark does not make it another one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from math import inf

from bot.addons.unknown.guess.looks import Colour, Look, Shape, distance

MAX_DISTANCE_RATIO = 0.4
"""How far a colour may be from the nearest of a cycle, as a share of that one's distance to its own nearest."""


ANNOTATION_SHAPES = frozenset({"text", "picture"})
"""The kinds of shapes that change the meaning of a mark when a page adds them to it."""

FEEDBACK_SHAPES, FEEDBACK_WEIGHT = frozenset({"image", "shadow", "ring", "box"}), 0.25
"""The kinds of shapes that may only show a mistake, and their weight; any other shape has the weight 1."""


def clicks(cycle: Mapping[Hashable, Look], shown: Hashable, wanted: Hashable) -> Sequence[Hashable]:
    """Return the looks that come up, one a click, on the way from one look to another; none if it is unknown."""
    keys = [*cycle]
    if shown not in keys or wanted not in keys:
        return []
    first, last = keys.index(shown), keys.index(wanted)
    return (keys + keys)[first + 1 : last + 1 + len(keys) * (last <= first)]


def key_in(cycle: Mapping[Hashable, Look], look: Look, before: Look | None) -> Hashable | None:
    """Return the key of the look of a cycle that a cell shows, None if it shows none.

    The first look of the cycle is blank. `before` is what the cell looked like when it was blank, None if it was not.
    """
    shown = _shapes(look)
    if before is not None:
        shown -= _shapes(before) - _shapes(next(iter(cycle.values())))
    near = _by_shapes(cycle, shown)
    if any(shape[0] in ANNOTATION_SHAPES for shape in shown - _shapes(next(iter(near.values()), look))):
        return None
    if len({own.drawing.colours for own in near.values()}) == len(near):
        return _nearest(look.drawing.colours, {key: own.drawing.colours for key, own in near.items()})
    return _nearest((look.ground,), {key: (own.ground,) for key, own in near.items()})


def _by_shapes(cycle: Mapping[Hashable, Look], shown: Counter[Shape]) -> dict[Hashable, Look]:
    """Return the looks that differ least by what is drawn; none if these are different things.

    A mistake may have been shown while the cycle was tried, or may be shown now.
    """
    away = {key: _weight(shown - _shapes(own)) + _weight(_shapes(own) - shown) for key, own in cycle.items()}
    near = {key: cycle[key] for key, far in away.items() if far == min(away.values())}
    return near if len({frozenset(_shapes(own).items()) for own in near.values()}) == 1 else {}


def _weight(shapes: Counter[Shape]) -> float:
    """Return the total weight of some shapes: a ground, a shadow or a ring may only show a mistake."""
    return sum(count * (FEEDBACK_WEIGHT if shape[0] in FEEDBACK_SHAPES else 1.0) for shape, count in shapes.items())


def _shapes(look: Look) -> Counter[Shape]:
    return Counter(look.drawing.shapes)


def _nearest(colours: tuple[Colour, ...], known: Mapping[Hashable, tuple[Colour, ...]]) -> Hashable | None:
    """Return the key of the known colours that `colours` are near to; None if there are none, or several."""

    def away(one: tuple[Colour, ...], other: tuple[Colour, ...]) -> float:
        return sum(map(distance, one, other)) if len(one) == len(other) else inf

    if len(known) <= 1:
        return next(iter(known), None)
    key, near = min(known.items(), key=lambda pair: away(colours, pair[1]))
    apart = min((away(near, other) for other in known.values() if other != near), default=inf)
    return key if away(colours, near) <= MAX_DISTANCE_RATIO * apart else None
