"""Test the recording of sessions: no secrets, no lost files, and a full disk does not stop a run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.bot.record.test_sessions import SECRETS, found_in
from tests.conftest import FIXTURES

if TYPE_CHECKING:
    from tests.conftest import Givens


@pytest.mark.parametrize("how", ["play", "sites capture", "read"])
def test_no_secret_of_a_page_without_a_board(givens: Givens, tmp_path: Path, how: str) -> None:
    """The session of a page without a board, or of a page that fails at once, has its structure, not its words."""
    case = tmp_path / "case"
    case.mkdir()
    base = FIXTURES / "linkedin_tango" / "not_the_puzzle"
    (case / "fixture.json").write_text(json.dumps({"v": 1, "extends": str(base)}))
    secret = SECRETS["cookie"]
    (case / "page.html").write_text(
        f"<html><body><p>{secret}</p><script>document.cookie = 'li_at={secret}; path=/'</script>"
    )
    into = ["-o", tmp_path / "captured"] if how == "sites capture" else []

    givens(*how.split(), case, "--trust", *into)

    kept = [tmp_path / "captured"] if how == "sites capture" else list((tmp_path / "sessions").glob("2*"))
    assert (kept[0] / "page.html").exists()
    assert set() == set.union(*map(found_in, kept))
