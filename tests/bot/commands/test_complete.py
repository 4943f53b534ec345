"""What the shell completes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import Givens


def completed(givens: Givens, words: str) -> list[str]:
    """Return what the shell offers for the last of some words."""
    done = givens(_GIVENS_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=str(words.count(" ")))
    return [line.partition(",")[2] for line in done.stdout.splitlines()]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("givens play linkedin_t", ["linkedin_tango"]),
        ("givens play tan", ["linkedin_tango"]),
        ("givens solve Tango", ["linkedin_tango"]),
        ("givens sites list tent", ["brainbashers_tents", "puzzle_team_tents"]),
        ("givens play zero_hh1:", ["zero_hh1:size="]),
        ("givens daily run zero_hh1:si", ["zero_hh1:size="]),
        ("givens daily history zero_hh", ["zero_hh1"]),
        ("givens generate three", ["three_in_a_row"]),
        ("givens solve x --kind tan", ["tango"]),
        ("givens play no_such", ["no_such"]),
        ("givens sessions show la", ["last"]),
        ("givens da", ["daily"]),
        ("givens daily ru", ["run"]),
        ("givens sites n", ["new"]),
        ("givens agent m", ["mcp"]),
    ],
)
def test_words(givens: Givens, words: str, expected: list[str]) -> None:
    """Sites by any part of their names, their choices, kinds and sessions are completed; another target is a file."""
    assert expected == completed(givens, words)
