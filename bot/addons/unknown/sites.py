"""The site of a page that no module knows, and of a page whose module does not find its board any more."""

from __future__ import annotations

from bot.addons.unknown.guess import GuessedSite, seeable
from bot.errors import UsageError, command_line, kind_named
from solvers import KINDS


def guessing(kind: str) -> GuessedSite:
    """Return the site of a page that no module knows; raise `UsageError` for a kind that cannot be seen."""
    if not kind:
        return GuessedSite({name: found for name, found in KINDS.items() if not seeable(found)})
    kind = kind_named(kind)
    if missing := seeable(KINDS[kind]):
        raise UsageError(
            f"--guess cannot read the {' and '.join(missing)} of {kind}, which needs a site module",
            command=command_line("givens sites new", "URL", options=["--kind", kind]),
        )
    return GuessedSite({kind: KINDS[kind]}, KIND=kind)


def seen(kind: str) -> GuessedSite:
    """Return the site of a page that shows a kind, and whose board is found by what it looks like."""
    return GuessedSite({kind: KINDS[kind]}, KIND=kind)
