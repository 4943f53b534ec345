"""The two tiers of the suite: `quick` is what `make test` runs, `long` adds what takes minutes (`make test-long`)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

QUICK, LONG = "quick", "long"
TIER = os.environ.get("TEST_TIER", QUICK)
"""The tier of this run."""
SHARED_BY = 3
"""The number of sites that must have a case of one name before the quick tier takes a sample of them."""
PLAIN = frozenset({"guest", "signed_in"})
"""The cases without anything special."""
QUICK_EXAMPLES = 15
"""The maximum number of Hypothesis examples of a property in the quick tier."""
MUTANTS = int(os.environ.get("TEST_MUTANTS", "60" if TIER == QUICK else "2000"))
"""The number of mutants of each board."""

if TIER not in {QUICK, LONG}:
    raise ValueError(f"TEST_TIER is {TIER!r}; the tiers are {QUICK} and {LONG}")

# No test depends on the speed of a machine, so Hypothesis has no deadline.
settings.register_profile(QUICK, deadline=None, max_examples=QUICK_EXAMPLES)
settings.register_profile(LONG, deadline=None)
settings.load_profile(TIER)


def examples(number: int, *, quick: int = QUICK_EXAMPLES, **options: Any) -> Callable[[Any], Any]:  # noqa: ANN401
    """Return Hypothesis settings for a property that needs this many examples in the long tier."""
    return settings(max_examples=number if TIER == LONG else min(number, quick), **options)


def sampled(cases: Iterable[Any], name: Callable[[Any], str] = str) -> Sequence[Any]:
    """Return parameters of cases named `SITE/CASE`; the quick tier takes a third of a case that several sites have.

    The thirds rotate, so that every site keeps some of these cases, and every case some site. The plain pages of a site
    are always taken.
    """
    groups: dict[str, list[Any]] = {}
    for case in sorted(cases, key=name):
        groups.setdefault(name(case).partition("/")[2], []).append(case)
    long = pytest.mark.long("of cases that several sites have")
    return [
        pytest.param(case, marks=[long] if len(group) >= SHARED_BY and common not in PLAIN and (at + turn) % 3 else [])
        for turn, (common, group) in enumerate(sorted(groups.items()))
        for at, case in enumerate(group)
    ]
