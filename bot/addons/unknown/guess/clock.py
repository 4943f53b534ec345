"""The clocks of a page: the last input has stopped a clock if it ran until then and stands still afterwards."""

from __future__ import annotations

import re
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

CLOCK = re.compile(r"(?<![\d:])(?:\d{1,2}h? ?: ?)?\d{1,2}m? ?: ?\d{2}(?![\d:])")
MIN_TICKS = 2
"""How often a clock must have changed before the last input."""
MAX_TICK_SECONDS = 1.5
"""Seconds in which a clock that runs changes."""
MIN_STILL_SECONDS = 2.0
"""Seconds for which a clock must stand still."""


def clocks(lines: Iterable[str]) -> dict[str, str]:
    """Return the time in each line that shows one, by the line without it."""
    return {CLOCK.sub("#", line): found[0] for line in lines if (found := CLOCK.search(line))}


@dataclass
class Clocks:
    """What the clocks of a page show, and when they were seen to change."""

    shown: dict[str, str] = field(default_factory=dict)
    ticks: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """When each clock was first seen, and then each time that it had changed."""
    noted: float = 0.0
    """When the clocks were last looked at before the last input."""

    def note(self, now: Mapping[str, str]) -> None:
        """Keep what the clocks show before the last input."""
        self._look(now)
        self.noted = time.monotonic()

    def stopped(self, now: Mapping[str, str]) -> str:
        """Return the time at which a clock was stopped, "" if none was; a clock that has run down was not."""
        self._look(now)
        for line, shown in now.items():
            before = [at for at in self.ticks[line] if at <= self.noted]
            ran = len(before) > MIN_TICKS and self.noted - before[-1] <= 2 * MAX_TICK_SECONDS
            if ran and time.monotonic() - self.ticks[line][-1] >= MIN_STILL_SECONDS and re.search("[1-9]", shown):
                return shown
        return ""

    def _look(self, now: Mapping[str, str]) -> None:
        for line, shown in now.items():
            if self.shown.get(line) != shown:
                self.ticks[line].append(time.monotonic())
        self.shown |= now
