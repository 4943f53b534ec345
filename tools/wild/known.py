"""The fixtures of known sites, played as if their modules could no longer read them, or were not there at all."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from bot.play.resolve import resolve
from bot.play.sites import guessing
from tests.wild.play import Outcome, played, without_layouts

if TYPE_CHECKING:
    from pathlib import Path

    from bot.play.runner import Runner
    from bot.play.targets import Target

FIXTURES = "fixtures"


@cache
def targets() -> dict[str, Target]:
    """Return the fixtures that a run must end by accepting, by their names."""
    found = {target.fixture.name: target for target in resolve(FIXTURES) if target.fixture}
    return {
        name: target
        for name, target in sorted(found.items())
        if target.fixture is not None and target.fixture.expect == "accepted"
    }


def play(run: Runner, folder: Path, name: str, *, site_known: bool) -> Outcome:
    """Play a fixture; its site is unknown, or known but for its layouts."""
    target = targets()[name]
    fixture = target.fixture
    site = without_layouts(target.site) if site_known else guessing("")
    # The boards of Puzzle-Team are in a form.
    run.options = replace(run.options, enter_here=True)
    outcome = played(run, replace(target, site=site), folder)
    puzzle, solution = (fixture.puzzle, fixture.solution) if fixture is not None else (None, None)
    own = {"kind": target.site.KIND, **(puzzle or {})}
    return replace(outcome, name=name, puzzle=own, solution=list(solution or ()) or None)
