"""Pages that are slow: fonts that never come, handlers that take their time, keys that get lost."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bot.record.recorder import Recorder
from tests.bot.play.test_loop import run
from tests.cases import CASES, opened

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

CASE = CASES["linkedin_tango/guest"]


@pytest.mark.realtime
def test_font_that_never_arrives(page: Page, tmp_path: Path) -> None:
    """A page that waits for a font is played; only its pictures may be missing."""
    opened(page, CASE)
    page.route("https://fonts.example/*", lambda _: None)
    page.evaluate(
        """() => {
            const font = new FontFace("late", "url(https://fonts.example/late.woff2)");
            document.fonts.add(font);
            font.load();
        }"""
    )

    played = run(page, CASE, recorder=Recorder(tmp_path))
    events = [json.loads(line) for line in (tmp_path / "events.jsonl").read_text().splitlines()]

    assert played.accepted
    assert ["before", "after"] == [event["picture"] for event in events if event["event"] == "no picture"]


@pytest.mark.realtime
def test_page_that_answers_slowly(page: Page) -> None:
    """A round may take long on a slow page, as long as each input is answered in time."""
    busy = "for (const end = performance.now() + 100; performance.now() < end;);"
    page.add_init_script(f"addEventListener('mousedown', () => {{ {busy} }}, true)")
    opened(page, CASE)

    assert run(page, CASE).accepted


def test_a_path_that_went_astray_is_taken_back_at_once(page: Page) -> None:
    """After a lost key, the keys that take the path back are not waited for one by one."""
    case = CASES["linkedin_zip/guest_dropped"]
    opened(page, case)

    played = run(page, case)

    assert played.accepted
    assert played.repaired < len(case.solution or ()) ** 2
