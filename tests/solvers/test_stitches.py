"""Stitches against brute force in plain Python."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from solvers import explain, generate, load
from tests.brute import check, clash, refused
from tests.tiers import examples

NUMBER = st.integers(0, 4).map(lambda number: [number] if number else [])
REGIONS = st.lists(st.lists(st.sampled_from("AABC"), min_size=3, max_size=3), min_size=2, max_size=2)


@examples(500, quick=20)
@given(REGIONS, st.lists(NUMBER, min_size=5, max_size=5), st.integers(1, 2))
def test_all_solutions(regions: list[list[str]], numbers: list[list[int]], stitches: int) -> None:
    """With any regions and numbers, the solver finds what brute force finds."""
    fields = {"regions": regions, "rows": numbers[:2], "columns": numbers[2:], "stitches": stitches}
    check(load({"kind": "stitches", **fields}))


def test_words() -> None:
    """A step says which rule or number it follows from."""
    words = {step.words.partition(": ")[2] for step in explain(generate("stitches", (5, 5), seed=2).puzzle)}

    assert any(sentence.endswith(" has 1 end of stitches") for sentence in words)
    assert any("at most one stitch ends at R" in sentence for sentence in words)


def test_errors() -> None:
    """Boards without stitches are refused, and the numbers that clash are named."""
    board: dict[str, Any] = {"kind": "stitches", "regions": ["AB", "AB"], "rows": [[2], []], "columns": [[], [2]]}

    refused("stitches: 0, but at least one joins two regions", **board | {"stitches": 0})
    refused("rows: 3 of them, but the board has 2", **board | {"rows": [[], [], []]})
    clash("no solution: column 2 has 2 ends of stitches, which", **board)
