"""Repeating a page that deals its board by date or at random: a fixed `Date` and a seeded `Math.random`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from playwright.sync_api import BrowserContext

# The generator is mulberry32. Each document begins with the seed, so a frame or a reload deals the same again.
_SEEDED = """(() => {{
    let state = {seed} >>> 0;
    Math.random = () => {{
        state = (state + 0x6D2B79F5) >>> 0;
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    }};
}})();"""


def freeze(context: BrowserContext, *, clock: datetime | None = None, seed: int | None = None) -> dict[str, object]:
    """Fix the date and seed the random numbers of all pages of a context; return the facts for the session.

    With `clock`, `Date` always gives this time, even on a later call: a page may also use it as a seed. Timers and
    `performance.now` run as usual. With `seed`, `Math.random` gives the same numbers in every document.
    `crypto.getRandomValues` is not changed.
    """
    facts: dict[str, object] = {}
    if clock is not None:
        context.clock.set_fixed_time(clock)
        facts["clock"] = clock.isoformat()
    if seed is not None:
        context.add_init_script(_SEEDED.format(seed=seed))
        facts["seed"] = seed
    return facts
