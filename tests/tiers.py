"""The two tiers of the suite: `quick` is what `make test` runs, `long` adds what takes minutes (`make test-long`)."""

from __future__ import annotations

import os
from collections.abc import Callable, Container, Iterable, Sequence
from typing import Any

from hypothesis import settings

QUICK, LONG = "quick", "long"
TIER = os.environ.get("TEST_TIER", QUICK)
"""The tier of this run."""
PLAIN = frozenset({"guest", "signed_in"})
"""The cases without anything special."""
QUICK_EXAMPLES = 5
"""The maximum number of Hypothesis examples of a property in the quick tier."""
NAMED: list[str] = []
"""The words of `-k`, in small letters: the quick tier, too, takes every site, case or kind that is named there."""
MUTANTS = int(os.environ.get("TEST_MUTANTS", "8" if TIER == QUICK else "2000"))
"""The number of mutants of each board."""

if TIER not in {QUICK, LONG}:
    raise ValueError(f"TEST_TIER is {TIER!r}; the tiers are {QUICK} and {LONG}")

# No test depends on the speed of a machine, so Hypothesis has no deadline. The quick tier tries the same examples each
# time; the long one looks for new ones.
settings.register_profile(QUICK, deadline=None, max_examples=QUICK_EXAMPLES, derandomize=True)
settings.register_profile(LONG, deadline=None)
settings.load_profile(TIER)


def examples(number: int, *, quick: int = QUICK_EXAMPLES, **options: Any) -> Callable[[Any], Any]:  # noqa: ANN401
    """Return Hypothesis settings for a property that needs this many examples in the long tier."""
    return settings(max_examples=number if TIER == LONG else min(number, quick), **options)


def long(*cases: Any) -> Sequence[Any]:  # noqa: ANN401
    """Return parameters that only the long tier has."""
    return cases if TIER == LONG else ()


def first(cases: Iterable[Any], *, quick: int = 1) -> Sequence[Any]:
    """Return parameters; the quick tier takes this many, from the start."""
    return [*cases] if TIER == LONG else [*cases][:quick]


def spread(cases: Iterable[Any], name: Callable[[Any], str] = str, *, of: int) -> Sequence[Any]:
    """Return parameters; the quick tier takes one of so many, and those that are named."""
    return [case for at, case in enumerate(cases) if TIER == LONG or at % of == 0 or _is_named(name(case))]


def chosen(cases: Iterable[Any], quick: Container[str], name: Callable[[Any], str] = str) -> Sequence[Any]:
    """Return parameters; the quick tier takes those whose names are in `quick`, and those that are named."""
    return [case for case in cases if TIER == LONG or name(case) in quick or _is_named(name(case))]


def sampled(cases: Iterable[Any], name: Callable[[Any], str] = str, *, of: int) -> Sequence[Any]:
    """Return parameters of cases named `SITE/CASE`; the quick tier takes one of so many, and every plain page.

    The cases are counted in the order of their own names, so that a case that several sites have is taken from some.
    """
    ordered = sorted(cases, key=lambda case: name(case).partition("/")[::-1])
    is_plain = {name(case): name(case).partition("/")[2] in PLAIN for case in ordered}
    special = [case for case in ordered if not is_plain[name(case)]]
    return [*(case for case in ordered if is_plain[name(case)]), *spread(special, name, of=of)]


def _is_named(name: str) -> bool:
    return any(word in name.lower() for word in NAMED)
