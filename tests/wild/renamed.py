"""Playing fixtures of known sites whose pages have been redesigned: all names in their markup are other ones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from unittest.mock import patch

from playwright.sync_api import BrowserContext

from bot.play import runner
from bot.play.fixture import Fixture, serve
from bot.play.resolve import resolve
from bot.play.runner import Runner
from bot.play.targets import Target
from solvers import Cell, Grid
from tests.wild import play as playing
from tests.wild.play import Outcome, played

SCRIPT = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
ROUNDS = {0: "classes and ids with a hyphen", 1: "classes and ids", 2: "data attributes and test ids, too"}


@cache
def targets() -> dict[str, Target]:
    """Return the first fixture of each site that a run must end by accepting, by the site's name."""
    found: dict[str, Target] = {}
    for target in resolve("fixtures"):
        if target.fixture is not None and target.fixture.expect == "accepted":
            found.setdefault(target.site.NAME, target)
    return found


@contextmanager
def renamed(names: int, solved: list[bool]) -> Iterator[None]:
    """Rename what stands in the markup of each page that is served, in the rounds up to a number.

    Whether a page counts itself as solved when it is closed is added to `solved`.
    """
    close = runner._close

    def served(context: BrowserContext, fixture: Fixture) -> list[str]:
        context.add_init_script(f"({SCRIPT})({names})")
        return serve(context, fixture)

    def closed(context: BrowserContext) -> None:
        frames = [frame for page in context.pages for frame in page.frames]
        solved.append(any(frame.evaluate("() => window.__solved === true") for frame in frames))
        close(context)

    with patch.object(playing, "serve", served), patch.object(runner, "_close", closed):
        yield


def play(run: Runner, name: str, names: int) -> tuple[Outcome, bool]:
    """Play the first fixture of a site whose names are renamed; return also whether the page counts it as solved."""
    target = targets()[name]
    fixture = target.fixture
    puzzle, solution = (fixture.puzzle, fixture.solution) if fixture is not None else (None, None)
    solved: list[bool] = []
    with renamed(names, solved):
        outcome = played(run, target, Path())
    own = {"kind": target.site.KIND, **(puzzle or {})}
    return replace(outcome, name=name, puzzle=own, solution=list(solution or ()) or None), any(solved)


def wrong_marks(outcome: Outcome) -> list[Cell]:
    """Return the cells in which a run that the page did not accept has left other marks than those of the solution."""
    result = outcome.result
    if result.accepted or not (isinstance(result.board_after, list) and isinstance(result.solution, list)):
        return []
    board, solution = Grid.parse(result.board_after), Grid.parse(result.solution)
    return [cell for cell, mark in board.marked() if mark and mark != solution[cell]]
