"""Pages that no module knows, played whole: the board must show the solution where a page says that it is solved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pytest

from bot.play.runner import Runner
from tests import SHARED
from tests.wild import verdicts
from tests.wild.pages import write_case
from tests.wild.play import Outcome, play, setup

if TYPE_CHECKING:
    from pathlib import Path

    from tests.command import SharedPlaywright

QUICK = frozenset({"en_half_covered", "goodjob", "mark_changed"})
"""The pages that the quick tier plays."""
PRAISED = [
    "alert",
    "en",
    "en_dialog",
    "en_fades",
    "en_half_covered",
    "en_half_covered_later",
    "en_screen_later",
    "en_under_level",
]
SILENT = ["fails_ja", "hidden_from_the_start", "other_cookies", "other_taken_back_panel"]
CASES = SHARED / "cases" / "pages"
ENDINGS = ["goodjob", "progress", "server", "submit", "takeback3", "winner"]
"""Pages that end in something else than success."""
CHANGED = frozenset({"mark_changed"})
"""The pages whose board does not show the solution in the end."""


def some(names: Any) -> list[Any]:  # noqa: ANN401 - a mapping's keys
    """Return pages as parameters, of which the quick tier plays some."""
    return [pytest.param(name, marks=[] if name in QUICK else pytest.mark.long("of wild pages")) for name in names]


@pytest.fixture
def guessed(shared_playwright: SharedPlaywright) -> Any:  # noqa: ANN401 - a function
    """Return a function that plays a page by looks alone, with less patience."""

    def outcome(case: Path) -> Outcome:
        with Runner(setup(), lambda _: None, cast("Any", shared_playwright)) as run:
            return play(run, case, kind="binairo")

    return outcome


@pytest.mark.parametrize("name", some(PRAISED))
def test_success_is_accepted(guessed: Any, tmp_path: Path, name: str) -> None:  # noqa: ANN401 - a function
    """Success is accepted beside the board, over a part of it, and in its place."""
    outcome = guessed(verdicts.write(tmp_path, name))

    assert outcome.result.accepted is True, outcome.sentence or outcome.result.said


@pytest.mark.parametrize("name", some([*SILENT, *verdicts.BOARDS]))
def test_nothing_else_is_accepted(
    guessed: Any,  # noqa: ANN401 - a function
    tmp_path: Path,
    name: str,
) -> None:
    """Words of failure, or another board, are an error; anything else is left to check, with exit code 0."""
    outcome = guessed(verdicts.write(tmp_path, name))

    assert outcome.result.accepted is not True, outcome.result.said
    assert (5 if name in verdicts.FAILS | CHANGED else 0) == outcome.exit_code, outcome.sentence
    assert outcome.result.to_check is (name not in verdicts.FAILS | CHANGED)


@pytest.mark.skipif(not CASES.is_dir(), reason=f"the pages are not at {CASES}")
@pytest.mark.parametrize("name", some(ENDINGS))
def test_ending_that_is_no_success(guessed: Any, tmp_path: Path, name: str) -> None:  # noqa: ANN401 - a function
    """A page that is solved, but says that something is left to do, is not accepted."""
    case = tmp_path / name
    write_case(case, (CASES / f"{name}.html").read_text(encoding="utf-8"), f"https://endings.example/{name}")
    outcome = guessed(case)

    assert outcome.result.entered
    assert outcome.result.accepted is not True, outcome.result.said
