"""`import givens`: what it exports, and what a user's type checker knows of it."""

from __future__ import annotations

import inspect
import json
import pickle
import pydoc
import sys
from doctest import DocTestFinder, DocTestRunner
from typing import TYPE_CHECKING, Any

import pytest

import givens
from bot.errors import UsageError
from bot.play.fixture import serve
from bot.play.targets import site_of_page
from scrapers import linkedin_tango
from solvers import KINDS, load
from tests.cases import CASES
from tests.children import run
from tests.conftest import ROOT
from tests.tiers import first

if TYPE_CHECKING:
    from playwright.sync_api import Page

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


def test_example_of_playing(page: Page) -> None:
    """The example of `play` plays a page of the site."""
    serve(page.context, CASES["linkedin_tango/guest"])
    check_examples(givens.play, {"givens": givens, "page": page})


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
