"""The coach as a command, in a window on a screen that nobody sees."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from bot.addons.coach.coach import _first
from bot.addons.coach.panel import Panel, PanelState
from solvers import Cell, Hint
from tests.addons.coach.test_coach import FULL, Person, open_root, panel, play, show
from tests.children import WITHIN, Start, display
from tests.conftest import FIXTURES, ROOT, homes

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


BEGUN = "brainbashers_three_in_a_row/table_2022_begun"


@pytest.mark.usefixtures("open_root")
def test_wrong_marks(play: Callable[..., Person]) -> None:
    """A wrong mark is said first; Check outlines it, but only then; Why not? says the clash, One cell the mark."""
    person = play(BEGUN)
    coach = person.coach
    right = coach.ready
    assert isinstance(right, Hint)
    assert right.what == "step"
    (mark, *_) = right.marks
    while coach.marks is not None and coach.marks[Cell.parse(mark.place)] in {None, mark.value}:
        person.click(mark.place)

    assert coach.outlined == ()

    person.press("Alt+c", lambda: coach.outlined)

    assert person.text == f"One mark contradicts the solution: {mark.place}."
    assert dict(coach.outlined) == {mark.place: "wrong"}

    assert _first((mark,), {Cell.parse(mark.place): 2, Cell(8, 8): 3, Cell(8, 9): 1}) == (
        f" {mark.place} was the first; to go back to before it, remove {mark.place} and R9C9."
    )

    person.page.get_by_role("button", name="Number the rows").click()
    person.until(lambda: person.page.locator(".ruler").count())

    assert coach.puzzle is not None
    assert coach.puzzle.board.height + coach.puzzle.board.width == person.page.locator(".ruler").count()

    person.press("Alt+h", lambda: coach.stage == 1)

    assert person.text.startswith("A mark is wrong. Look at ")

    person.press("Alt+s", lambda: person.text.startswith("Solution"))

    assert person.text == f"Solution {mark.place} is {mark.words}."

    page = person.page
    page.get_by_role("button", name="Why not?").click()
    person.until(lambda: coach.picking)
    left, top, width, height = next(choice.box for choice in coach._state().pick if choice.cell == mark.place)
    person.until(lambda: page.get_by_role("group", name="Which mark?").get_by_role("button").count())
    before = len(person.log())
    page.mouse.click(left + width / 2, top + height / 2)
    person.until(lambda: person.text.startswith("Why not"))

    assert f"{mark.place} cannot be" in person.text
    assert len(person.log()) == before, "the click went to the panel, not to the board"


@pytest.mark.usefixtures("open_root")
def test_by_keyboard(play: Callable[..., Person]) -> None:
    """The panel is reached, moved, used and hidden by keyboard alone; the focus goes back to where it was."""
    person = play("linkedin_tango/guest")
    page, coach = person.page, person.coach
    page.evaluate("document.querySelector('main button').focus()")
    before = page.evaluate("document.activeElement.textContent")
    focused = "document.activeElement.shadowRoot?.activeElement?.textContent ?? ''"
    person.press("Alt+g", lambda: "Hint" in page.evaluate(focused))
    for words in ("Check", "One cell", "Why not?"):
        page.keyboard.press("Tab")

        assert words in page.evaluate(focused)

    person.press("Enter", lambda: person.text == "No mark of yours is on the board yet.")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    person.press("Enter", lambda: "No mark contradicts" in person.text)
    for _ in range(4):
        page.keyboard.press("Shift+Tab")
    person.press("ArrowDown", lambda: coach.at is not None)
    at = coach.at
    person.press("ArrowLeft", lambda: coach.at != at)

    assert at is not None
    assert coach.at == (at[0] - 24, at[1])

    person.press("Escape", lambda: coach.hidden)
    person.until(lambda: page.evaluate("document.activeElement.textContent") == before)
    person.press("Alt+h", lambda: coach.stage == 1)

    assert not coach.hidden
    assert [event for event in person.page.evaluate("__log") if event["key"] in {"Escape", "ArrowDown"}] == []
