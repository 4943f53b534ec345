"""Politeness: a pause between two pages of one host."""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bot.play.targets import Target

PAUSE = 5.0
"""Seconds between two pages of one host."""


@dataclass(slots=True)
class Throttle:
    """Remember when a page of each host was closed."""

    set_status: Callable[[str], None]
    pause: float = PAUSE
    left: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def page(self, target: Target) -> Iterator[None]:
        """Wait until the target's page may be opened, and note when it is closed."""
        wait = self.free_at(target) - time.monotonic()
        if wait > 0:
            self.set_status(f"{target.name}: waiting {wait:.0f} s")
            time.sleep(wait)
        try:
            yield
        finally:
            self.left[urlsplit(target.url).netloc] = time.monotonic()

    def free_at(self, target: Target) -> float:
        """Return the monotonic time from which the target's page may be opened."""
        host = urlsplit(target.url).netloc
        return self.left[host] + self.pause_of(target) if host in self.left else 0.0

    def pause_of(self, target: Target) -> float:
        """Return the seconds between two pages of the target's host; a saved page needs no pause."""
        return self.pause if target.is_live else 0.0
