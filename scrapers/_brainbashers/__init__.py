"""The engine of BrainBashers: one frame for all its daily puzzles, boards by their ids or by their grid alone."""

from __future__ import annotations

from scrapers._brainbashers.page import daily
from scrapers._brainbashers.plain import COUNTERS, NO_RIM, RING, Plain, state
from scrapers._brainbashers.words import named

__all__ = ["COUNTERS", "NO_RIM", "RING", "Plain", "daily", "named", "state"]
