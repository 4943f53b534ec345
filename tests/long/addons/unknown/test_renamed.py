"""A redesign of every site that is played."""

from __future__ import annotations

from typing import Any, cast

import pytest

from bot.play.runner import Runner
from tests.command import SharedPlaywright
from tests.wild.play import setup
from tests.wild.renamed import play, targets, wrong_marks


@pytest.mark.parametrize("names", [1, 2])
def test_most_redesigned_pages_are_played(shared_playwright: SharedPlaywright, names: int) -> None:
    """As many of the played sites are still won as ever; nothing is accepted falsely, and no wrong mark is left."""
    with Runner(setup(), lambda _: None, cast("Any", shared_playwright)) as run:
        found = {name: play(run, name, names) for name in targets()}
    won = [name for name, (outcome, solved) in found.items() if outcome.verdict == "accepted" and solved]

    assert [] == [name for name, (outcome, solved) in found.items() if outcome.result.accepted and not solved]
    assert [] == [name for name, (outcome, _) in found.items() if wrong_marks(outcome)]
    assert len(won) >= 48, found.keys() - {*won}
