"""The coach as a command, in a window on a screen that nobody sees."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe

from bot.addons.coach.panel import Panel, PanelState
from tests.addons.coach.test_coach import FULL, Person, open_root, panel, play, show
from tests.children import WITHIN, display
from tests.conftest import FIXTURES, ROOT, homes

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.children import Start

__all__ = ["open_root", "panel", "play"]


@pytest.mark.posix("a virtual screen, signals")
@pytest.mark.parametrize(("how", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 0)])
def test_the_command_ends(start: Start, tmp_path: Path, how: signal.Signals, code: int) -> None:
    """Ctrl-C ends the command well, any other signal with its own exit code; the panel is open until then."""
    with display() as screen:
        command = [sys.executable, "-m", "bot", "coach", FIXTURES / "linkedin_tango" / "guest"]
        environment = os.environ | homes(tmp_path) | {"DISPLAY": screen}
        process = start(command, stdout=subprocess.PIPE, cwd=ROOT, env=environment)
        assert process.stdout is not None
        assert process.stdout.readline().startswith("coaching https://www.linkedin.com/")
        process.send_signal(how)

        assert code == process.wait(WITHIN)


def test_a_board_in_a_frame(play: Callable[..., Person]) -> None:
    """The keys work in a frame, and the outlines are where the cells are in the window."""
    person = play("linkedin_mini_sudoku/guest_framed")
    frame = next(frame for frame in person.page.frames if "/games/view/" in frame.url)
    assert frame != person.page.main_frame
    frame.locator("[data-cell-idx]").first.focus()
    person.press("Alt+h", lambda: person.coach.stage == 1)
    cell, _ = person.coach.outlined[0]
    row, col = (int(number) - 1 for number in cell[1:].split("C"))
    drawn = frame.locator(f"[data-cell-idx='{6 * row + col}']").bounding_box()

    assert drawn is not None
    assert person.coach._state().shapes[0].box == pytest.approx(
        (drawn["x"], drawn["y"], drawn["width"], drawn["height"]), abs=1
    )


@pytest.mark.realtime
@pytest.mark.usefixtures("open_root")
def test_axe_finds_nothing(page: Page, panel: Panel) -> None:
    """Shown, at 360 px, and hidden, the panel has no flaw that axe finds in light or dark."""
    html = "<!doctype html><html lang=en><title>a</title><main><h1>b</h1></main>"
    page.route("https://a.example/**", lambda route: route.fulfill(body=html, content_type="text/html"))
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto("https://a.example/")
    hidden = PanelState("Coach", "Hint", hidden=True)
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme, state in ((scheme, state) for state in (FULL, hidden) for scheme in schemes):
        page.emulate_media(color_scheme=scheme)
        show(panel, state)
        found = Axe().run(page).response

        assert [(rule["id"], [node["html"] for node in rule["nodes"]]) for rule in found["violations"]] == []
