"""The two tiers of the suite: `quick` is what `make test` runs, `long` adds what takes minutes (`make test-long`)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hypothesis import settings

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

QUICK, LONG = "quick", "long"
TIER = os.environ.get("GIVENS_TESTS", QUICK)
"""The tier of this run."""
QUICK_EXAMPLES = 15
"""The maximum number of Hypothesis examples of a property in the quick tier."""
MUTANTS = int(os.environ.get("GIVENS_MUTANTS", "60" if TIER == QUICK else "2000"))
"""The number of mutants of each board."""

if TIER not in {QUICK, LONG}:
    raise ValueError(f"GIVENS_TESTS is {TIER!r}; the tiers are {QUICK} and {LONG}")

# No test depends on the speed of a machine, so Hypothesis has no deadline.
settings.register_profile(QUICK, deadline=None, max_examples=QUICK_EXAMPLES)
settings.register_profile(LONG, deadline=None)
settings.load_profile(TIER)


def examples(number: int, *, quick: int = QUICK_EXAMPLES, **options: Any) -> Callable[[Any], Any]:  # noqa: ANN401
    """Return Hypothesis settings for a property that needs this many examples in the long tier."""
    return settings(max_examples=number if TIER == LONG else min(number, quick), **options)
