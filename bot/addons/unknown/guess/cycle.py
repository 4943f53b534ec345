"""The looks of one cell that come up by clicks, in their order: which one a cell shows, and the way to another.

A page may show mistakes while cells are blank or wrong: stripes, a red ground, a ring. Such looks are compared by what
tells the looks of the cycle apart, so what a page adds to a mark does not make it another one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from bot.addons.unknown.guess.looks import Colour, Look, Shape, distance

MAX_DISTANCE_RATIO = 0.4
"""How far a colour may be from the nearest of a cycle, as a share of that one's distance to its own nearest."""


ANNOTATION_SHAPES = frozenset({"text", "picture"})
"""The kinds of shapes that change the meaning of a mark when a page adds them to it."""

FEEDBACK_SHAPES, FEEDBACK_WEIGHT = frozenset({"image", "shadow", "ring", "box"}), 0.25
"""The kinds of shapes that may only show a mistake, and their weight; any other shape has the weight 1."""


class CycleStep(NamedTuple):
    """One look of a cycle."""

    key: Hashable
    """Identifies the look."""
    look: Look


@dataclass(frozen=True)
class Cycle:
    """The looks that came up while one cell was clicked, the first one being what it showed before."""

    steps: tuple[CycleStep, ...]

    @classmethod
    def of(cls, steps: Sequence[CycleStep], named: Callable[[Hashable], Hashable]) -> Cycle:
        """Return the cycle of the looks that came up, each once, by the keys that `named` gives them."""
        kept: dict[Hashable, CycleStep] = {}
        for step in steps:
            kept.setdefault(named(step.key), CycleStep(named(step.key), step.look))
        return cls(tuple(kept.values()))

    def clicks(self, shown: Hashable, wanted: Hashable) -> Sequence[Hashable]:
        """Return the looks that come up, one a click, on the way from one look to another; none if it is unknown."""
        keys = [step.key for step in self.steps]
        if shown not in keys or wanted not in keys:
            return []
        first, last = keys.index(shown), keys.index(wanted)
        return (keys + keys)[first + 1 : last + 1 + len(keys) * (last <= first)]

    def key(self, look: Look, before: Look | None) -> Hashable | None:
        """Return the key of the look of this cycle that a cell shows, None if it shows none.

        `before` is what the cell looked like when it was blank, None if it was not.
        """
        shown = _shapes(look)
        if before is not None:
            shown -= _shapes(before) - _shapes(self.steps[0].look)
        near = self._by_shapes(shown)
        if any(shape[0] in ANNOTATION_SHAPES for step in near[:1] for shape in shown - _shapes(step.look)):
            return None
        if len({step.look.drawing.colours for step in near}) == len(near):
            return _nearest(look.drawing.colours, [(step.key, step.look.drawing.colours) for step in near])
        return _nearest((look.ground,), [(step.key, (step.look.ground,)) for step in near])

    def _by_shapes(self, shown: Counter[Shape]) -> list[CycleStep]:
        """Return the looks that differ least by what is drawn; none if these are different things.

        A mistake may have been shown while the cycle was tried, or may be shown now.
        """
        own = [_shapes(step.look) for step in self.steps]
        away = [_weight(shown - shapes) + _weight(shapes - shown) for shapes in own]
        near = [step for step, far in zip(self.steps, away, strict=True) if far == min(away)]
        return near if all(_shapes(step.look) == _shapes(near[0].look) for step in near) else []


def _weight(shapes: Counter[Shape]) -> float:
    """Return the total weight of some shapes: a ground, a shadow or a ring may only show a mistake."""
    return sum(count * (FEEDBACK_WEIGHT if shape[0] in FEEDBACK_SHAPES else 1.0) for shape, count in shapes.items())


def _shapes(look: Look) -> Counter[Shape]:
    return Counter(look.drawing.shapes)


def _nearest(colours: tuple[Colour, ...], known: Sequence[tuple[Hashable, tuple[Colour, ...]]]) -> Hashable | None:
    """Return the key of the known colours that `colours` are near to; None if there are none, or several."""

    def away(one: tuple[Colour, ...], other: tuple[Colour, ...]) -> float:
        return sum(map(distance, one, other)) if len(one) == len(other) else inf

    if len(known) <= 1:
        return known[0][0] if known else None
    key, near = min(known, key=lambda pair: away(colours, pair[1]))
    apart = min((away(near, other) for _, other in known if other != near), default=inf)
    return key if away(colours, near) <= MAX_DISTANCE_RATIO * apart else None
