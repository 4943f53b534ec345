"""Puzzles, solutions and steps show themselves: as text where they are printed, as drawings in a notebook."""

from __future__ import annotations

from typing import Any

import givens
from bot.draw.svg import svg
from solvers import explain, picture_text

PUZZLE = givens.load({"kind": "three_in_a_row", "givens": ["....", ".11.", ".1..", "0..."]})


def test_puzzle() -> None:
    """A puzzle prints its board, and shows it as the renderer draws it."""
    shown: Any = PUZZLE

    assert picture_text(PUZZLE.picture()) == f"{PUZZLE}\n"
    assert svg(PUZZLE.picture()) == shown._repr_svg_()
    assert shown._repr_html_().startswith("<p>three in a row, 4 × 4</p>\n<svg ")


def test_solution() -> None:
    """A solution shows the solved board."""
    solution = givens.solve(PUZZLE)
    shown: Any = solution

    assert "1 0 0 1\n0 1 1 0\n1 1 0 0\n0 0 1 1" == str(solution)
    assert svg(PUZZLE.picture(solution.grid)) == shown._repr_svg_()
    assert shown._repr_html_().startswith("<p>the only solution, ")


def test_steps() -> None:
    """A step prints its sentence and shows the board after it, also where some marks were known before."""
    steps = list(explain(PUZZLE))
    later = next(explain(PUZZLE, known=steps[0].sets))
    shown: Any = steps[-1]

    assert steps[0].words == str(steps[0])
    assert {cell for cell, _ in givens.solve(PUZZLE).grid.marked()} == steps[-1].picture(PUZZLE).glyphs.keys()
    assert steps[-1].cells == steps[-1].picture(PUZZLE).lit
    assert steps[0].sets.items() <= later.before.items()
    assert shown._repr_html_().startswith(f"<p>{steps[-1].words}</p>\n<svg ")


def test_generated() -> None:
    """A new puzzle shows its board, with its grade and its seed."""
    made = givens.generate("three_in_a_row", (4, 4), seed=1)
    shown: Any = made

    assert str(made.puzzle) == str(made)
    assert svg(made.puzzle.picture()) == shown._repr_svg_()
    words = f"<p>three in a row, 4 × 4, {made.grade.name}, seed {made.seed}</p>"
    assert shown._repr_html_().startswith(f"{words}\n<svg ")
