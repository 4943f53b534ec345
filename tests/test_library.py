"""`import givens`: what it exports, and how puzzles, solutions and steps show themselves, in a notebook as drawings."""

from __future__ import annotations

import inspect
import json
import pickle
import pydoc
import sys
from doctest import DocTestFinder, DocTestRunner
from typing import Any

import pytest

import givens
from bot.draw.svg import svg
from bot.errors import UsageError
from bot.play.sites import site_of_page
from scrapers import linkedin_tango
from solvers import KINDS, explain, load, picture_text
from tests.children import run
from tests.conftest import ROOT
from tests.tiers import first

NAMES = dir(givens)
FUNCTIONS = [name for name in NAMES if inspect.isroutine(getattr(givens, name))]
SCREENS = 2 * 24
"""The lines of two screens."""


def test_every_name_exists() -> None:
    """Each name that `dir` lists resolves, is public, and is in the overview of the module, or a kind."""
    assert givens.__doc__
    assert len(pydoc.render_doc(givens).splitlines()) <= SCREENS
    assert set(KINDS.values()) == {getattr(givens, kind.__name__) for kind in KINDS.values()}
    assert {kind.__name__ for kind in KINDS.values()} <= set(NAMES)
    for name in NAMES:
        assert not name.startswith("_")
        assert getattr(givens, name) is not None
        assert name in givens.__doc__ or getattr(givens, name) in KINDS.values(), name


def test_examples() -> None:
    """Each function, and the module, has an example, which does what it says."""
    check_examples(givens, {})
    for name in FUNCTIONS:
        if name != "play":
            check_examples(getattr(givens, name), {"givens": givens})


@pytest.mark.parametrize("name", first(["tango", "slitherlink", "zip", "killer_sudoku"]))
def test_values_can_be_pickled(name: str) -> None:
    """Puzzles, solutions and steps can be sent to other processes, and so can the error of a time limit."""
    puzzle = load(json.loads((ROOT / "tests" / "puzzles" / f"{name}.jsonl").read_text().splitlines()[0])["puzzle"])
    values = puzzle, givens.solve(puzzle), list(givens.explain(puzzle))
    gave_up = pickle.loads(pickle.dumps(givens.GaveUp("too hard", 3.0)))  # noqa: S301 - our own

    assert values == pickle.loads(pickle.dumps(values))  # noqa: S301 - our own
    assert ("gave up after 3 s: too hard", 3.0) == (gave_up.message, gave_up.limit)


def test_site_of_a_page() -> None:
    """A site is named by a part of its name, by its module, or by the address; what is none is said."""
    site = linkedin_tango.SITE

    for given in ("tango", linkedin_tango, site):
        assert site is site_of_page("", given, guess=False)
    assert site is site_of_page("https://www.linkedin.com/games/tango/", None, guess=False)
    with pytest.raises(UsageError, match="guess cannot be used with"):
        site_of_page("", "tango", guess=True)
    with pytest.raises(UsageError, match="pydoc does not define SITE"):
        site_of_page("", pydoc, guess=False)


def check_examples(of: Any, names: dict[str, Any]) -> None:  # noqa: ANN401 - a function or a module
    """Run the examples of a docstring; fail if there are none."""
    (test,) = DocTestFinder(recurse=False).find(of, globs=names)
    output: list[str] = []

    assert test.examples
    assert 0 == DocTestRunner().run(test, out=output.append).failed, output


def test_other_names_do_not_exist() -> None:
    """What is not exported raises the usual error."""
    for name in ("Tangoo", "_FROM_NOWHERE", "tango", "__all__"):
        with pytest.raises(AttributeError, match=f"module 'givens' has no attribute '{name}'"):
            getattr(givens, name)


def test_import_is_light() -> None:
    """Importing givens, and asking for a puzzle, imports neither Z3 nor Playwright."""
    code = "import sys, givens; givens.load({'kind': 'tango', 'givens': ['..', '..']}); print(*sys.modules)"

    done = run([sys.executable, "-c", code], check=True, cwd=ROOT)

    assert {"z3", "playwright", "bot"} & set(done.stdout.split()) == set()


PUZZLE = givens.load({"kind": "three_in_a_row", "givens": ["....", ".11.", ".1..", "0..."]})


def test_puzzle_shows_itself() -> None:
    """A puzzle prints its board, and shows it as the renderer draws it."""
    shown: Any = PUZZLE

    assert picture_text(PUZZLE.picture()) == f"{PUZZLE}\n"
    assert svg(PUZZLE.picture()) == shown._repr_svg_()
    assert shown._repr_html_().startswith("<p>three in a row, 4 × 4</p>\n<svg ")


def test_solution_shows_itself() -> None:
    """A solution shows the solved board."""
    solution = givens.solve(PUZZLE)
    shown: Any = solution

    assert "1 0 0 1\n0 1 1 0\n1 1 0 0\n0 0 1 1" == str(solution)
    assert svg(PUZZLE.picture(solution.grid)) == shown._repr_svg_()
    assert shown._repr_html_().startswith("<p>the only solution, ")


def test_steps_show_themselves() -> None:
    """A step prints its sentence and shows the board after it, also where some marks were known before."""
    steps = list(explain(PUZZLE))
    later = next(explain(PUZZLE, known=steps[0].sets))
    shown: Any = steps[-1]

    assert steps[0].words == str(steps[0])
    assert {cell for cell, _ in givens.solve(PUZZLE).grid.marked()} == steps[-1].picture(PUZZLE).glyphs.keys()
    assert steps[-1].cells == steps[-1].picture(PUZZLE).lit
    assert steps[0].sets.items() <= later.before.items()
    assert shown._repr_html_().startswith(f"<p>{steps[-1].words}</p>\n<svg ")


def test_new_puzzle_shows_itself() -> None:
    """A new puzzle shows its board, with its grade and its seed."""
    made = givens.generate("three_in_a_row", (4, 4), seed=1)
    shown: Any = made

    assert str(made.puzzle) == str(made)
    assert svg(made.puzzle.picture()) == shown._repr_svg_()
    words = f"<p>three in a row, 4 × 4, {made.grade.name}, seed {made.seed}</p>"
    assert shown._repr_html_().startswith(f"{words}\n<svg ")
