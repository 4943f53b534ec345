"""Queens: published levels."""

from __future__ import annotations

from solvers import BadPuzzle, load, solutions
from tests.solvers.test_solvers import real


def test_community_levels() -> None:
    """Each level has the stated number of solutions; disconnected regions are refused unless they are intended."""
    levels, refused = {line["source"]: line for line in real("queens.jsonl")}, 0
    for line in levels.values():
        fields = line["puzzle"] | {"connected": False}
        try:
            load(line["puzzle"])
        except BadPuzzle as error:
            refused += 1
            assert "is cut off from the rest of region" in error.message  # noqa: PT017 - most are connected

        assert min(500, line["solutions"]) == len(solutions(load(fields), limit=500).grids), line["source"]
    assert (200, 47) == (len(levels), refused)
