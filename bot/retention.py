"""How long sessions are kept and how much disk space they may take, as people write it: `30d`, `2GB`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta

FOREVER, ANY = "forever", "any"
"""The words for no limit of age, and for no limit of size."""

_HOURS = {"h": 1, "d": 24, "w": 7 * 24}
_BYTES = {"B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}
_AMOUNT = re.compile(r"(\d{1,9}(?:\.\d{1,9})?) ?([A-Za-z]+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of all sessions together; None means no limit."""

    age: timedelta | None = None
    size: int | None = None
    """In bytes."""


def parse_age(text: str) -> timedelta | None:
    """Return an age such as `30d`, `12h` or `8w`, None for `forever`; raise `UsageError`."""
    if text == FOREVER:
        return None
    amount = _AMOUNT.fullmatch(text)
    if amount is None or amount[2] not in _HOURS:
        from bot.errors import UsageError  # Slow to import, and most texts are valid.

        raise UsageError(f"{text!r} is not an age: write 12h, 30d or 8w (hours, days, weeks), or {FOREVER}")
    try:
        return timedelta(hours=float(amount[1]) * _HOURS[amount[2]])
    except OverflowError:
        return None


def parse_size(text: str) -> int | None:
    """Return a size such as `500MB` or `2GB` in bytes, None for `any`; raise `UsageError`."""
    if text == ANY:
        return None
    amount = _AMOUNT.fullmatch(text)
    if amount is None or amount[2].upper() not in _BYTES:
        from bot.errors import UsageError

        raise UsageError(f"{text!r} is not a size: write 500MB or 2GB (kB, MB, GB, TB), or {ANY}")
    return int(float(amount[1]) * _BYTES[amount[2].upper()])
