"""The animated picture of a session: what it shows at each moment, in a real Chromium, and that it can be repeated."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING, Any, Literal

import pytest

from bot.browser.launch import new_context
from bot.errors import SessionError
from bot.sessions.animation import READ, animation, timeline
from bot.sessions.playback import Film, inputs, puzzle_of
from tests.bot.draw.test_render import elements
from tests.bot.sessions.test_report import DRAWN, KINDS, MARKUP, TANGO, entered, made

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from playwright.sync_api import Browser

    from bot.sessions.store import Session
    from tests.conftest import Givens

VISIBLE = """time => {
    for (const animation of document.getAnimations()) { animation.pause(); animation.currentTime = time }
    const visible = [...document.querySelectorAll("[data-cell], text")]
        .filter(element => getComputedStyle(element).visibility === "visible")
    const contents = cell => [...cell.querySelectorAll("use, text")]
        .map(element => element.getAttribute("href") ?? element.textContent)
    return {
        cells: Object.fromEntries(visible.filter(it => it.dataset.cell).map(it => [it.dataset.cell, contents(it)])),
        lines: visible.filter(it => !it.closest("[data-cell], [class^=givens-ruler]")).map(it => it.textContent),
    }
}"""
MOMENT = 0.01
"""Seconds after a change, so that no rounding matters."""


def shown(
    chromium: Browser, document: str, seconds: Iterable[float], reduced_motion: Literal["reduce"] | None = None
) -> list[dict[str, Any]]:
    """Return the contents of the visible cells, and the visible lines, of an SVG at several moments."""
    context = new_context(chromium)
    try:
        page = context.new_page()
        page.emulate_media(reduced_motion=reduced_motion)
        page.set_content(document)
        return [page.evaluate(VISIBLE, 1000 * (second + MOMENT)) for second in seconds]
    finally:
        context.close()


def film_of(session: Session) -> Film:
    """Play a session back."""
    puzzle = puzzle_of(session)
    assert puzzle is not None
    return inputs(session, puzzle)


def contents(film: Film) -> list[dict[str, list[str]]]:
    """Return the contents of every cell in every frame of a film."""
    cells: dict[str, list[str]] = {}
    found = []
    for frame in film.data["frames"]:
        for part, number in frame["parts"].items():
            if part in film.first.cells:
                matches = re.findall(r'href="(.*?)"|<text.*?>(.*?)<', film.data["strings"][number])
                cells = cells | {part: [href or unescape(text) for href, text in matches]}
        found.append(cells)
    return found


@pytest.mark.parametrize("kind", DRAWN)
def test_every_input_is_shown(kind: str, chromium: Browser, tmp_path: Path) -> None:
    """At each moment every cell shows what the playback says."""
    session = made(tmp_path, KINDS[kind])
    film = film_of(session)

    seen = shown(chromium, animation(session), timeline(film.frames).frames)

    assert contents(film) == [moment["cells"] for moment in seen]


def test_lines_appear_when_they_are_due(chromium: Browser, tmp_path: Path) -> None:
    """The command stands first, the verdict comes last, and each input has a caption while it is the latest."""
    session = made(tmp_path)
    times = timeline(film_of(session).frames)

    start, read, entering, end = shown(chromium, animation(session), [0, READ, times.frames[3], times.verdict])

    assert ["$ givens play tango"] == start["lines"]
    assert [
        *start["lines"],
        "linkedin_tango: Tango #774, layout guest",
        "4 clues read, each from two sources that agree.",
    ] == (read["lines"])
    assert [line for line in entering["lines"] if line.startswith("3/15 R1C3: ")]
    assert "accepted: Well done!" in end["lines"]
    assert "15 inputs, 0 of them repeated" in end["lines"]
    assert not [line for line in end["lines"] if "/15" in line]


def test_without_motion_the_end_is_shown(chromium: Browser, tmp_path: Path) -> None:
    """Somebody who prefers less motion sees the solution and the verdict, and nothing moves."""
    session = made(tmp_path)

    first, last = shown(chromium, animation(session), [0, 20], reduced_motion="reduce")

    assert first == last
    assert contents(film_of(session))[-1] == first["cells"]
    assert "accepted: Well done!" in first["lines"]


def test_a_failed_session_says_why(tmp_path: Path) -> None:
    """The error stands where the verdict would; without any input the board stays as it was found."""
    error = {"family": "EnterError", "kind": "EnterError", "message": "R1C1 did not change"}
    document = animation(made(tmp_path, outcome="failed", error=error, events=[]))

    assert "R1C1 did not change" in document
    assert "accepted" not in document


def test_markup_of_a_page_is_text(tmp_path: Path) -> None:
    """What a page said cannot become an element, and nothing can be loaded."""
    document = animation(made(tmp_path, said=MARKUP, about={"title": MARKUP, "number": MARKUP}))

    assert not {"script", "img", "image", "a"} & {element["name"] for element in elements(document)}


def test_no_puzzle_is_an_error(tmp_path: Path) -> None:
    """A session without a puzzle cannot be drawn."""
    with pytest.raises(SessionError, match="has no puzzle to draw"):
        animation(made(tmp_path, None))


def test_equal_sessions_give_equal_files(givens: Givens, tmp_path: Path) -> None:
    """The command writes the same bytes in every process, on the ground that is asked for."""
    session = made(tmp_path, TANGO, events=entered(TANGO))

    for seed in ("1", "2"):
        done = givens("sessions", "report", session.folder, "-o", f"{seed}.svg", PYTHONHASHSEED=seed)
        assert 0 == done.returncode, done.stderr
    light, dark = (
        givens("sessions", "report", session.folder, flag, "-o", f"{flag}.svg") for flag in ("--light", "--dark")
    )

    assert (tmp_path / "1.svg").read_bytes() == (tmp_path / "2.svg").read_bytes()
    assert "prefers-color-scheme" in (tmp_path / "1.svg").read_text()
    assert [0, 0] == [light.returncode, dark.returncode]
    assert (tmp_path / "--light.svg").read_text() != (tmp_path / "--dark.svg").read_text()
    assert "prefers-color-scheme" not in (tmp_path / "--dark.svg").read_text()
