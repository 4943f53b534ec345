"""The time limit of one request, and how long each part of the work took."""

from __future__ import annotations

import time

from solvers._core.model.errors import GaveUp

OUT_OF_TIME = "out of time"


class Clock:
    """The time limit of one request, and how long each part of the work took."""

    def __init__(self, limit: float | None) -> None:
        """`limit` is in seconds."""
        self.limit = limit
        self._start = self._lap = time.perf_counter()
        self._laps: dict[str, float] = {}

    def remaining(self) -> float | None:
        """Return the seconds left, None without a limit."""
        return None if self.limit is None else self.limit - (time.perf_counter() - self._start)

    def tick(self) -> None:
        """Raise `GaveUp` if the time limit is exceeded."""
        remaining = self.remaining()
        if remaining is not None and remaining <= 0:
            raise GaveUp(OUT_OF_TIME, self.limit)

    def lap(self, name: str) -> None:
        """Record the time since the last lap under a name."""
        now = time.perf_counter()
        self._laps[name] = 1000 * (now - self._lap)
        self._lap = now

    def ms(self) -> dict[str, float]:
        """Return the milliseconds of each lap, and in total."""
        total = 1000 * (time.perf_counter() - self._start)
        return {name: round(ms, 3) for name, ms in (*self._laps.items(), ("total", total))}
