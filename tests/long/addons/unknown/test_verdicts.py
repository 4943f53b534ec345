"""Pages that no module knows, played whole: the board must show the solution where a page says that it is solved."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests import SHARED
from tests.wild import verdicts
from tests.wild.pages import write_case
from tests.wild.play import guessed

if TYPE_CHECKING:
    from pathlib import Path

    from tests.command import SharedPlaywright


PRAISED = ["alert", "en_dialog", "en_fades", "en_half_covered", "en_half_covered_later", "en_screen_later"]


CASES = SHARED / "cases" / "pages"


ENDINGS = ["goodjob", "progress", "server", "submit", "takeback3", "winner"]
"""Pages that end in something else than success."""


@pytest.mark.parametrize("name", [*PRAISED, "en_under_level"])
def test_success_is_accepted(shared_playwright: SharedPlaywright, tmp_path: Path, name: str) -> None:
    """Success is accepted beside the board, over a part of it, and in its place."""
    outcome = guessed(shared_playwright, verdicts.write(tmp_path, name), kind="binairo")

    assert outcome.result.accepted is True, outcome.sentence or outcome.result.said


@pytest.mark.skipif(not CASES.is_dir(), reason=f"the pages are not at {CASES}")
@pytest.mark.parametrize("name", ENDINGS)
def test_ending_that_is_no_success(shared_playwright: SharedPlaywright, tmp_path: Path, name: str) -> None:
    """A page that is solved, but says that something is left to do, is not accepted."""
    case = tmp_path / name
    write_case(case, (CASES / f"{name}.html").read_text(encoding="utf-8"), f"https://endings.example/{name}")
    outcome = guessed(shared_playwright, case, kind="binairo")

    assert outcome.result.entered
    assert outcome.result.accepted is not True, outcome.result.said
