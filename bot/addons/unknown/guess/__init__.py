"""The reader of pages never seen before: it knows no markup, only what a person sees.

`LOOK` is the JavaScript that looks at a document or at one element; its result is the state of a snapshot. `guess`
finds the boards of such a snapshot, makes hypotheses about what they show, and has each solved. If exactly one answer
is left over all hypotheses with exactly one solution, that is the `answer`. `GuessedLayout` makes a layout of
it, whose entry is `Learned`, and `GuessedSite` a site for pages that no module knows.
"""

from __future__ import annotations

from bot.addons.unknown.guess.find import Lattice, SeenElement, find, seen_of
from bot.addons.unknown.guess.hypotheses import Guess, Hypothesis, guess, seeable
from bot.addons.unknown.guess.layout import LOOK, NAME, UNKNOWN, GuessedLayout, Learned, SeenLayout, layout_of
from bot.addons.unknown.guess.looks import Looks
from bot.addons.unknown.guess.site import WAYS, GuessedSite
from bot.addons.unknown.guess.usual import UsualSuccess

__all__ = [
    "LOOK",
    "NAME",
    "UNKNOWN",
    "WAYS",
    "Guess",
    "GuessedLayout",
    "GuessedSite",
    "Hypothesis",
    "Lattice",
    "Learned",
    "Looks",
    "SeenElement",
    "SeenLayout",
    "UsualSuccess",
    "find",
    "guess",
    "layout_of",
    "seeable",
    "seen_of",
]
