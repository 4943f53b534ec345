"""Entering for a spectator: in the order of the explanation, with each step printed before its first input."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import pytest

from bot.play.loop import play
from bot.play.reading import Options
from bot.record.recorder import Recorder
from solvers import Cell, Grid, Step, explain
from tests.cases import opened
from tests.tiers import first

if TYPE_CHECKING:
    from typing import Any

    from playwright.sync_api import Page

    from bot.play.result import TargetResult


class Heard(Recorder):
    """Records inputs and printed words in one list."""

    def __init__(self) -> None:
        """Record in memory only."""
        super().__init__(None)
        self.events: list[str | Cell] = []

    def event(self, name: str, **data: Any) -> None:  # noqa: ANN401 - any JSON value
        """Record the cells of an input."""
        if name == "input":
            self.events += map(Cell.parse, data["leaves"])


def watched(page: Page, named: str) -> tuple[TargetResult, Heard, list[Step]]:
    """Play a fixture for a spectator; return the result, the words and inputs, and the steps of its puzzle."""
    opened(page, named)
    heard = Heard()
    played = play(page, options=Options(say=heard.events.append), recorder=heard)
    puzzle = played.loaded_puzzle()
    assert puzzle is not None
    return played, heard, list(explain(puzzle))


@pytest.mark.parametrize(
    "named",
    first(
        [
            "brainbashers_three_in_a_row/table_2022_6",
            "zero_hh1/size_4",
            "linkedin_tango/guest",
            "linkedin_mini_sudoku/guest",
        ]
    ),
)
def test_steps_are_entered_in_order(page: Page, named: str) -> None:
    """Each step is printed, and then only its cells are entered."""
    played, heard, steps = watched(page, named)
    parts = [(is_words, list(part)) for is_words, part in groupby(heard.events, lambda entry: isinstance(entry, str))]
    said = [words for is_words, part in parts for words in part if is_words]
    entered = [set(part) for is_words, part in parts if not is_words]

    assert (True, 0) == (played.accepted, played.repaired)
    assert [step.words for step in steps] == said
    assert [set(step.sets) for step in steps] == entered


def test_entered_steps_are_not_printed(page: Page) -> None:
    """On a begun board, only steps that set a missing mark are printed."""
    played, heard, steps = watched(page, "brainbashers_three_in_a_row/table_2022_begun")
    standing = set(Grid.parse(played.board_before).marked())
    said = [words for words in heard.events if isinstance(words, str)]

    assert played.accepted
    assert [step.words for step in steps if set(step.sets.items()) - standing] == said
    assert 0 < len(said) < len(steps)


def test_without_steps(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """If no steps are found in time, this is printed once, and the page is still played."""
    monkeypatch.setattr("bot.play.entering.EXPLAIN_TIMEOUT", 1e-6)

    played, heard, _ = watched(page, "brainbashers_three_in_a_row/table_2022_6")

    (said,) = [words for words in heard.events if isinstance(words, str)]
    assert played.accepted
    assert "entering in the page's own order, because no steps were found: gave up" in str(said)
