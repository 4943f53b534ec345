"""Wild pages: `--guess` reads, solves and enters them, or refuses them untouched."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command import SharedPlaywright
from tests.tiers import chosen, long
from tests.wild import edges, strangers
from tests.wild.pages import wild
from tests.wild.play import guessed

PLAYED = 31
"""A page that the quick tier plays."""
CROSSES, MISTAKES = 90, 88
"""Queens whose givens are crosses alone; mistakes that are shown."""
ENDS: dict[str, tuple[str, str]] = {
    "canvas": ("refused", "drawn on a canvas"),
    "scrolled": ("refused", "is covered by something else"),
    "scaled": ("accepted", ""),
    "other_origin": ("refused", "in a frame of another site"),
    "changes": ("refused", ""),
    "large": ("accepted", ""),
    "moves_on": ("stopped", "is gone"),
    "takes_back": ("stopped", "takes back the mark of"),
    "two_boards": ("refused", "2 boards in frames"),
    "restless": ("accepted", ""),
    "elements": ("refused", "has more than"),
}
"""How the pages at the edge end: the verdict, and a part of the sentence."""


@pytest.mark.parametrize("seed", long(PLAYED, CROSSES, MISTAKES, *range(0, 60, 6)))
def test_wild_page_is_played_or_left_alone(shared_playwright: SharedPlaywright, tmp_path: Path, seed: int) -> None:
    """No page is entered against a wrong reading, and none that is refused is touched."""
    outcome = guessed(shared_playwright, wild(seed).write(tmp_path))

    assert outcome.verdict not in {"wrong", "bug"}, outcome.sentence
    assert outcome.verdict != "refused" or outcome.inputs == 0
    assert seed not in {PLAYED, CROSSES, MISTAKES} or outcome.verdict == "accepted", outcome.sentence


@pytest.mark.parametrize("name", chosen(strangers.STRANGERS, {"calendar"}))
def test_stranger_is_never_touched(shared_playwright: SharedPlaywright, tmp_path: Path, name: str) -> None:
    """A page that is no puzzle of ours is refused in a sentence, and no input reaches anything on it."""
    outcome = guessed(shared_playwright, strangers.write(tmp_path, name))

    assert outcome.verdict == "refused"
    assert outcome.sentence
    assert (0, 0) == (outcome.inputs, outcome.presses(cells=False))


@pytest.mark.parametrize("name", long(*ENDS))
def test_page_at_the_edge_ends_in_a_sentence(shared_playwright: SharedPlaywright, tmp_path: Path, name: str) -> None:
    """A page at the edge is played, or ends in a sentence that says why not."""
    outcome = guessed(shared_playwright, edges.write(tmp_path, name))
    verdict, words = ENDS[name]

    assert verdict == outcome.verdict, outcome.sentence
    assert words in outcome.sentence
    assert outcome.inputs == 1 or name != "takes_back"
