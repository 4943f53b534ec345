"""Boards that are drawn on a canvas: read from pixels, entered, and refused where something is not certain."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from solvers import Tango, generate
from tests import canvas
from tests.addons.unknown.pages import page as unknown_page
from tests.addons.unknown.pages import played
from tests.addons.unknown.test_pixels import SIZES

if TYPE_CHECKING:
    from pathlib import Path

    from tests.command import SharedPlaywright


@pytest.mark.parametrize("place", ["inset: 0", "left: 60px; top: 60px; width: 120px; height: 80px"])
def test_message_over_a_solved_canvas(shared_playwright: SharedPlaywright, tmp_path: Path, place: str) -> None:
    """A board that the message of success hides is read from the canvas itself."""
    made = generate("sudoku", SIZES["sudoku"], seed=2)
    show = f"""<script>new MutationObserver((_, watch) => {{
        if (!/solved/i.test(document.querySelector("#said").textContent)) return;
        watch.disconnect();
        const style = "position: fixed; background: #fff; {place}";
        document.body.insertAdjacentHTML("beforeend", `<div style="${{style}}"><h2>You win!</h2></div>`);
    }}).observe(document.querySelector("#said"), {{ childList: true }});</script>"""
    html = canvas.page("sudoku", made.puzzle, made.solution, "plain") + show

    outcome = played(shared_playwright, tmp_path, html, kind="sudoku")

    assert ("", True) == (outcome.message, outcome.result.accepted)


def test_covered_canvas_is_not_touched(shared_playwright: SharedPlaywright, tmp_path: Path) -> None:
    """A board behind something else is not entered."""
    cover = (
        "document.body.insertAdjacentHTML('beforeend', '<div style=\"position: fixed; inset: 0; z-index: 9\"></div>');"
    )

    message = drawn_in(shared_playwright, tmp_path, cover, reading=False)

    assert "Nothing was pressed" in message


def test_number_that_is_drawn_over(shared_playwright: SharedPlaywright, tmp_path: Path) -> None:
    """A number that covers another is what a person sees: the error names both."""
    cover = (
        "<style>.cell { position: relative } .cover { position: absolute; inset: 1px; background: #fff;"
        " pointer-events: none; font: 24px/38px serif }</style>{board}"
        "<script>document.querySelector('.cell').insertAdjacentHTML('beforeend', '<canvas class=cover width=38"
        " height=38></canvas>'); const g = document.querySelector('canvas').getContext('2d');"
        " g.font = '24px serif'; g.fillText('0', 14, 28);</script>"
    )

    outcome = played(shared_playwright, tmp_path, unknown_page(cover))

    assert "R1C1 says 1, but 0 is drawn there" == outcome.message
    assert 0 == outcome.pressed()


def test_what_is_written_and_drawn_is_confirmed(shared_playwright: SharedPlaywright, tmp_path: Path) -> None:
    """A given whose number is drawn as it is written has two sources."""
    rows = ["1.34", "3412", "2143", "43.1"]
    cells = "".join(f"<i>{mark.strip('.')}</i>" for row in rows for mark in row)
    style = "display: grid; grid-template-columns: repeat(4, 40px); font: 24px/40px serif; text-align: center"
    html = f"<!doctype html><style>i {{ height: 40px }}</style><div style='{style}'>{cells}</div>"

    outcome = played(shared_playwright, tmp_path, html, kind="sudoku", reading=True)

    assert 14 == outcome.result.confirmed


def board_with_signs(style: str) -> str:
    """Return a page with a Tango of small, faint signs on dark lines."""
    made = generate("tango", (6, 6), seed=3)
    assert isinstance(made.puzzle, Tango)
    signs = {**dict.fromkeys(made.puzzle.equal, "="), **dict.fromkeys(made.puzzle.opposite, "×")}
    marks = [made.puzzle.givens[cell] for cell in sorted(made.puzzle.givens.cells())]
    cells = "".join(f"<i>{'' if mark is None else '●○'[mark]}</i>" for mark in marks)
    labels = "".join(
        f"<b style='left: {30 * (one.col + other.col)}px; top: {30 * (one.row + other.row)}px'>{sign}</b>"
        for (one, other), sign in signs.items()
    )
    css = (
        "body { background: #1b1f23 } div { position: relative; display: grid; width: 358px;"
        " grid-template-columns: repeat(6, 58px); gap: 2px; background: #2a2c2f; font: 24px/58px sans-serif;"
        " text-align: center; color: #eee } i { height: 58px; background: #3a3a3a; font-style: normal }"
        " b { position: absolute; width: 16px; height: 16px; margin: 21px; background: #2a2c2f; color: #a0a0a0;"
        f" font: 13px/16px sans-serif; {style} }}"
    )
    return f"<!doctype html><style>{css}</style><div>{cells}{labels}</div>"


def test_small_sign_on_a_line_is_drawn(shared_playwright: SharedPlaywright, tmp_path: Path) -> None:
    """A sign of thin strokes, most of which lie on the line, is drawn as its elements say."""
    outcome = played(shared_playwright, tmp_path, board_with_signs(""), kind="tango", reading=True)

    assert "" == outcome.message


def test_sign_that_nobody_sees(shared_playwright: SharedPlaywright, tmp_path: Path) -> None:
    """A sign of the colour of its ground is refused, however small it would be."""
    hidden = board_with_signs("color: #3a3a3b; background: none")

    outcome = played(shared_playwright, tmp_path, hidden, kind="tango", reading=True)

    assert "but none is drawn there" in outcome.message


BAR = """const old = g.canvas, one = old.cloneNode(), own = one.getContext("2d");
    one.height += 44;
    one.style.height = `${one.height}px`;
    own.drawImage(old, 0, 0);
    own.fillStyle = "#cef2ef";
    own.fillRect(8, 185, 176, 43);
    old.replaceWith(one);"""


def test_bar_below_a_board_is_no_row(shared_playwright: SharedPlaywright, tmp_path: Path) -> None:
    """A bar as high as a cell, which no line crosses, is not part of the board."""
    said = drawn_in(shared_playwright, tmp_path, BAR)

    assert "" == said


def test_thick_lines_in_the_corners_of_a_cell(shared_playwright: SharedPlaywright, tmp_path: Path) -> None:
    """The ground of a blank cell is what its middle shows, even if thick lines reach into three of its corners."""
    thick = "border-top: 7px solid #000; border-left: 7px solid #000; line-height: 32px"
    html = unknown_page().replace("</style>", f".cell:nth-child(5) {{ {thick} }}</style>")

    outcome = played(shared_playwright, tmp_path, html)

    assert outcome.result.accepted is True, outcome.message


def drawn_in(playwright: SharedPlaywright, folder: Path, script: str, *, reading: bool = True) -> str:
    """Return what is said of a Sudoku on a canvas after a script has drawn more on it."""
    made = generate("sudoku", (4, 4), seed=1)
    html = canvas.page("sudoku", made.puzzle, made.solution, "plain")
    more = f"<script>{{ const g = document.querySelector('canvas').getContext('2d'); {script} }}</script>"

    return played(playwright, folder, html + more, kind="sudoku", reading=reading).message


def test_doubtful_figure_is_refused(shared_playwright: SharedPlaywright, tmp_path: Path) -> None:
    """A figure that looks like no number is no blank: nothing is read, and nothing is pressed."""
    smear = "g.fillStyle = '#222'; g.font = '26px sans-serif'; g.fillText('#', 21, 40);"

    message = drawn_in(shared_playwright, tmp_path, smear)

    assert "cannot be read for certain" in message
