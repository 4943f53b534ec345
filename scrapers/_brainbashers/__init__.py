"""The engine of BrainBashers: one frame for all its daily puzzles, boards by their ids or by their grid alone."""

from __future__ import annotations

from scrapers._brainbashers.drawn import (
    NUMBER,
    cages,
    check_stated,
    counts,
    fields,
    listed,
    listed_counts,
    listed_views,
    numbers,
    pictures,
    signs,
    views,
)
from scrapers._brainbashers.enter import Clicked, Typed
from scrapers._brainbashers.layout import SIZES, SQUARE, squares
from scrapers._brainbashers.page import daily
from scrapers._brainbashers.plain import COUNTERS, HEAD, NO_RIM, RING, in_rims, state
from scrapers._brainbashers.words import named

__all__ = [
    "COUNTERS",
    "HEAD",
    "NO_RIM",
    "NUMBER",
    "RING",
    "SIZES",
    "SQUARE",
    "Clicked",
    "Typed",
    "cages",
    "check_stated",
    "counts",
    "daily",
    "fields",
    "in_rims",
    "listed",
    "listed_counts",
    "listed_views",
    "named",
    "numbers",
    "pictures",
    "signs",
    "squares",
    "state",
    "views",
]
