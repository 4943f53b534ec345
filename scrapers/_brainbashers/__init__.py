"""The engine of BrainBashers: one frame for all its daily puzzles, boards by their ids or by their grid alone."""

from __future__ import annotations

from scrapers._brainbashers.drawn import (
    NUMBER,
    cages,
    counts,
    fields,
    listed,
    listed_counts,
    numbers,
    pictures,
    signs,
    views,
)
from scrapers._brainbashers.enter import Clicked, Typed
from scrapers._brainbashers.layout import SQUARE, DailyLayout
from scrapers._brainbashers.page import daily
from scrapers._brainbashers.plain import COUNTERS, HEAD, NO_RIM, RING, Plain, state
from scrapers._brainbashers.script import Scripted
from scrapers._brainbashers.words import named

__all__ = [
    "COUNTERS",
    "HEAD",
    "NO_RIM",
    "NUMBER",
    "RING",
    "SQUARE",
    "Clicked",
    "DailyLayout",
    "Plain",
    "Scripted",
    "Typed",
    "cages",
    "counts",
    "daily",
    "fields",
    "listed",
    "listed_counts",
    "named",
    "numbers",
    "pictures",
    "signs",
    "state",
    "views",
]
