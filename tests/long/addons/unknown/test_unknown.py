"""Pages that no module knows: nothing is pressed before a proven puzzle, and nothing entered where it may do harm."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import Page

from bot.addons.unknown.guess.site import GuessedSite
from bot.play.live import press_nothing
from solvers import KINDS, generate
from tests import FIXTURES, SHARED, canvas
from tests.addons.unknown.pages import page as unknown_page
from tests.addons.unknown.pages import played
from tests.addons.unknown.test_new_site import elsewhere
from tests.addons.unknown.test_probe import BLANK, own, probed
from tests.addons.unknown.test_unknown import FORM, SIZES, SWAP
from tests.bot.play.test_saved_pages import SOLVED, SUDOKU, saved
from tests.command import Givens, SharedPlaywright
from tests.long.addons.unknown.test_new_site import lines
from tests.tiers import long
from tests.wild import verdicts
from tests.wild.pages import write_case
from tests.wild.play import guessed

__all__ = ["own", "saved"]

PLACES = {
    "several cells": "left: 0; top: 30px; width: 130px; height: 100px",
    "one cell": "left: 40px; top: 40px; width: 40px; height: 40px",
    "most of two cells": "left: 40px; top: 40px; width: 30px; height: 80px",
}


PANELS = {
    **{name: f'<div id="panel" style="position: absolute; {place}">Hello</div>' for name, place in PLACES.items()},
    "a picture": f'<svg id="panel" style="position: absolute; {PLACES["several cells"]}"></svg>',
    "a text of the board": "<style>.grid::after { content: 'Hello'; position: absolute; inset: 30px 0 0 }</style>",
    "a text of a cell": "<style>.cell:last-of-type::after { content: ''; position: absolute; inset: 30px 0 0 }</style>",
}
"""What comes to lie over cells, inside the board's own element."""


PANEL = '<div id="panel">'


COVERS = {
    "a picture": '<svg id="panel">',
    "a text of the board": '<div class="grid">',
    "a text of a cell": '<div class="cell given">',
}
"""What is named as the cover, where it is not the panel."""


def test_person_wants_it_entered(shared_playwright: SharedPlaywright, tmp_path: Path) -> None:
    """With --yes-enter-here the solution is entered in a form."""
    html = unknown_page(FORM.format(attributes="", more="<button>Send</button>"))
    outcome = played(shared_playwright, tmp_path, html, enter_here=True)

    assert (0, True) == (outcome.exit_code, outcome.result.entered), outcome.message
    assert not outcome.elsewhere


def test_open_board_is_read_beside_a_banner(shared_playwright: SharedPlaywright, tmp_path: Path) -> None:
    """A readable board is not opened by pressing a banner that stands over a part of the page."""
    html = unknown_page(
        "{board}<div style='position: fixed; bottom: 0; height: 60px; width: 100%'><button>Accept all</button></div>"
    )
    outcome = played(shared_playwright, tmp_path, html)

    assert (0, True) == (outcome.exit_code, outcome.result.entered), outcome.message
    assert 0 == outcome.pressed("button")


def test_board_of_fields_in_a_form(shared_playwright: SharedPlaywright, tmp_path: Path) -> None:
    """A board whose cells are the fields of a form is read and solved, and nothing is typed into it."""
    cells = "".join(
        f"<input class=cell name=c{at} size=1 inputmode=numeric value='{digit.strip('.')}'>"
        for at, digit in enumerate("1.34341221.343.1")
    )
    html = unknown_page(f"<form action='/check' method=post><div class=grid>{cells}</div><button>Check</button></form>")
    outcome = played(shared_playwright, tmp_path, html, kind="sudoku")

    assert (6, []) == (outcome.exit_code, outcome.log)
    assert ["1234", "3412", "2143", "4321"] == outcome.result.solution
    assert "the board is in a form that sends data to /check" in outcome.message


def test_cell_that_stays_covered(shared_playwright: SharedPlaywright, tmp_path: Path) -> None:
    """If something that nobody sees covers the first cell to be pressed, a person is needed; nothing is pressed."""
    style = "position: fixed; left: 60px; top: 20px; width: 40px; height: 40px; opacity: 0"
    outcome = played(shared_playwright, tmp_path, unknown_page(f"{{board}}<button id=b style='{style}'></button>"))

    assert (6, []) == (outcome.exit_code, outcome.log)
    assert "covered by <button" in outcome.message


def test_panel_over_the_solved_board_is_no_failure(shared_playwright: SharedPlaywright, tmp_path: Path) -> None:
    """What comes over cells with the last input takes nothing back of what is said beside it."""
    html = unknown_page().replace(".grid {", ".grid { position: relative;")
    panel = PANELS["several cells"].replace('px"', 'px; background: #fff"')
    shows = f"document.querySelector('.grid').insertAdjacentHTML('beforeend', `{panel}`)"
    said = '"Solved, well done!"'
    outcome = played(shared_playwright, tmp_path, html.replace(said, f"{said}, {shows}"))

    assert (True, True) == (outcome.result.accepted, outcome.result.entered), outcome.message
    assert "Solved, well done!" in outcome.result.said
    assert outcome.pressed("cell") == outcome.pressed(), outcome.log


def test_new_lines_are_suggested(shared_playwright: SharedPlaywright, tmp_path: Path) -> None:
    """What has newly appeared may say that the puzzle is solved: the likeliest comes first."""
    html = unknown_page().replace('textContent = "Solved, well done!"', 'innerHTML = "Moves 12<br>Yippee yay!"')
    outcome = played(shared_playwright, tmp_path, html)

    assert (None, True) == (outcome.result.accepted, outcome.result.entered), outcome.message
    assert "it shows 'Moves 12', 'Yippee yay!'" in outcome.result.said
    assert outcome.result.said.endswith("add --success 'Yippee yay!'")


MOVED = unknown_page().replace(
    "const marks =",
    'if (!all(".banner").length) document.body.prepend(Object.assign(document.createElement("div"), '
    '{ className: "banner", textContent: "Good start" })), document.body.prepend(document.createElement("div"));\n'
    "const marks =",
)
"""A page that puts something before its board at the first input."""


def test_board_is_found_again(shared_playwright: SharedPlaywright, tmp_path: Path) -> None:
    """A board that has another place in the document is found again."""
    outcome = played(shared_playwright, tmp_path, MOVED)

    assert (0, True) == (outcome.exit_code, outcome.result.accepted), outcome.message


ELSEWHERE = {
    "https://elsewhere.example/**": """<script>
        for (const type of ["mousedown", "mouseup", "click"])
            addEventListener(type, () => navigator.sendBeacon("https://log.example/?elsewhere"));
    </script>"""
}


def test_press_not_in_a_frame_of_another_site(shared_playwright: SharedPlaywright, tmp_path: Path) -> None:
    """What is in a frame of another origin is no match."""
    html = unknown_page("{board}<iframe src='https://elsewhere.example/'></iframe>")
    others = {"https://elsewhere.example/**": "<button>OK</button>"}
    outcome = played(shared_playwright, tmp_path, html, press=["OK"], others=others)

    assert (2, []) == (outcome.exit_code, outcome.log)


def test_frame_over_the_board(shared_playwright: SharedPlaywright, tmp_path: Path) -> None:
    """A frame over the board is named, and not pressed."""
    html = unknown_page("{board}<iframe class=over src='https://elsewhere.example/'></iframe>")
    outcome = played(shared_playwright, tmp_path, html, others=ELSEWHERE)

    assert (6, []) == (outcome.exit_code, outcome.log)
    assert "a frame is in front of it" in outcome.message


@pytest.mark.usefixtures("shared_playwright")  # Its driver has the engines.
def test_person_opens_the_board_in_the_window(page: Page) -> None:
    """With a window, the board is waited for while something is in front of it."""
    html = unknown_page("{board}<div class=over role=dialog><h2>Rules</h2><button>OK</button></div>")
    page.set_content(html.replace("<script>", "<script>if (0) ", 1))
    site = GuessedSite({"binairo": KINDS["binairo"]})
    looks = 0
    in_front = site.front

    def look(seen: Page) -> tuple[str, list[str]]:
        nonlocal looks
        looks += 1
        if looks > 2:
            page.evaluate("document.querySelector('.over')?.remove()")
        return in_front(seen)

    site.front = look  # type: ignore[assignment, method-assign]

    assert site.board(page, 60, press_nothing).is_visible()
    assert looks > 2


COVERED = unknown_page().replace(
    '"Solved, well done!"',
    '"Solved, well done!", Object.assign(document.body.appendChild(document.createElement("h2")), { textContent: '
    '"Level done", style: "position: fixed; left: 110px; top: 60px; width: 60px; height: 60px; margin: 0; '
    'background: #fff" })',
)
"""A page that lays a message over a part of its board."""


@pytest.mark.parametrize(("success", "end"), [("Level done", True), ("", True), ("Never said", None)])
def test_message_over_a_part_of_the_board(
    shared_playwright: SharedPlaywright, tmp_path: Path, success: str, *, end: bool | None
) -> None:
    """The rest of the board still shows the solution; a text that a person has named must be newly seen."""
    outcome = played(shared_playwright, tmp_path, COVERED, success=success)

    assert (end, True) == (outcome.result.accepted, outcome.result.entered), outcome.message
    assert (end is None) == bool(outcome.message)
    assert (end is None) == ("'Never said', the text of --success" in outcome.message)


STUCK = (
    unknown_page()
    .replace('{ "": "0", 0: "1", 1: "" }', "own(cell)[cell.textContent]")
    .replace(
        "const check = ()",
        """let answered = 0;
    const own = (cell) => (++answered > 9 ? { "": "1", 0: "1", 1: "1" } : { "": "0", 0: "1", 1: "" });
    const check = ()""",
    )
)
"""A page whose cells are stuck at one mark after some inputs."""


def test_no_more_wrong_marks_than_before(shared_playwright: SharedPlaywright, tmp_path: Path) -> None:
    """Where entering fails, wrong marks are clicked on; those that do not answer are left, and the run ends."""
    outcome = played(shared_playwright, tmp_path, STUCK)

    assert 5 == outcome.exit_code, outcome.message
    assert outcome.pressed("cell") < 60


AFTER_MARK = '"": "0", 0: "1", 1: "" }[cell.textContent];'
NEXT = """<script>addEventListener("click", () => {
    const all = document.querySelectorAll(".cell"), crowns = [...all].filter((cell) => cell.textContent === "Q").length;
    if (crowns !== 4 || document.querySelector(".next")) return;
    const next = document.querySelector(".grid").appendChild(document.createElement("div"));
    next.className = "next";
    next.innerHTML = "<h2>Yippee</h2><button id=next type=button>Next level</button>";
});</script>"""
WITH_NEXT = unknown_page(f"{{board}}{NEXT}").replace(
    "</style>",
    ".grid { position: relative } .next { position: absolute; inset: 0; background: #fffe } #next { width: 100%; "
    "height: 60% } .cell:nth-child(-n+5) { background: #fcc } .cell:nth-child(n+6) { background: #cfc } "
    ".cell:nth-child(n+9) { background: #ccf } .cell:nth-child(n+13) { background: #ffc }</style>",
)


def test_message_with_buttons_is_not_pressed(shared_playwright: SharedPlaywright, tmp_path: Path) -> None:
    """Where a message inside the board covers it, no other way to enter the solution is tried."""
    html = re.sub(r"class='cell given'>[01]", "class='cell'>", WITH_NEXT)
    html = html.replace(AFTER_MARK, '"": "x", x: "Q", Q: "" }[cell.textContent];')
    outcome = played(shared_playwright, tmp_path, html, kind="queens")

    assert None is outcome.result.accepted
    assert outcome.result.entered, outcome.message
    assert 0 == outcome.pressed("next")


CLICK = 'addEventListener("click", ({ target })'


def _numbered(numbers: Iterator[int], found: re.Match[str]) -> str:
    """Return the start of a link whose address holds the number of its cell."""
    return found[0].replace("<a", f"<a href='/cell/{next(numbers)}'")


ANSWERS = {
    "pointerdown": unknown_page().replace(CLICK, 'addEventListener("pointerdown", ({ target })'),
    "mouseup": unknown_page().replace(CLICK, 'addEventListener("mouseup", ({ target })'),
    "pointerup": unknown_page().replace(CLICK, 'addEventListener("pointerup", ({ target })'),
    "cancels pointerdown": unknown_page().replace(
        CLICK, f'addEventListener("pointerdown", (event) => event.preventDefault());\n{CLICK}'
    ),
    "links": unknown_page(tag="a").replace("<a class='cell'", "<a class='cell' href='#'"),
    "numbered links": re.sub("<a class='cell", partial(_numbered, count()), unknown_page(tag="a")).replace(
        CLICK, f'addEventListener("click", (event) => event.preventDefault());\n{CLICK}'
    ),
    "board moves": unknown_page("<p id=top></p>{board}").replace(
        AFTER_MARK, f'{AFTER_MARK} document.querySelector("#top").append("Marked ");'
    ),
    "rows stretch": unknown_page().replace(
        AFTER_MARK, f'{AFTER_MARK} cell.style.height = "44px"; cell.parentElement.style.alignItems = "start";'
    ),
    "rows stretch threefold": unknown_page()
    .replace("</style>", ".cell { height: auto; min-height: 40px }</style>")
    .replace(AFTER_MARK, f'{AFTER_MARK} cell.style.minHeight = "120px";'),
    "a message over a board that is dead": unknown_page().replace(
        '.textContent = "Solved, well done!"',
        """.innerHTML = `<div style="position: fixed; inset: 10px auto auto 10px; width: 180px; background: white">
            <h3>You win!</h3><p>Time: 12s</p></div>`, all(".grid")[0].style.pointerEvents = "none" """,
    ),
    "a message over a board that begins anew": unknown_page().replace(
        '.textContent = "Solved, well done!"',
        """.innerHTML = `<div style="position: fixed; inset: 0; background: white">
            You have solved the puzzle in 00:05 seconds!</div>`,
            all(".cell:not(.given)").forEach((cell) => { cell.textContent = ""; })""",
    ),
    "a press soon after another is ignored": unknown_page().replace(
        CLICK,
        """let last = 0;
        addEventListener("click", (event) => {
            if (event.timeStamp < last + 300) event.stopImmediatePropagation(); else last = event.timeStamp;
        });
        addEventListener("click", ({ target })""",
    ),
    "a Set of its own": unknown_page("<script>function Set() {}</script>{board}"),
    "cells under the pointer": unknown_page().replace(
        "</style>", ".cell:hover { background: #83c; color: #83c }</style>"
    ),
    "small marks": unknown_page()
    .replace("</style>", ".cell { width: 90px; height: 90px; font: 15px/88px serif }</style>")
    .replace("repeat(4, 40px); width: 160px", "repeat(4, 90px); width: 360px"),
}
"""Pages that take the mouse in several ways, or change their layout or looks with a mark."""


@pytest.mark.parametrize("name", ANSWERS)
def test_pages_answer_in_many_ways(shared_playwright: SharedPlaywright, tmp_path: Path, name: str) -> None:
    """A board is entered whatever event of the mouse it takes, and wherever it moves."""
    outcome = played(shared_playwright, tmp_path, ANSWERS[name])

    assert (0, True) == (outcome.exit_code, outcome.result.accepted), outcome.message or outcome.result.said


PAD_FIRST = """<style>i { float: left; width: 40px; height: 40px; outline: 1px solid; font: 20px serif }
    i:nth-child(4n + 1) { clear: left } button { width: 30px; margin: 20px 9px }</style><div>CELLS</div>
    <p style="clear: left">KEYS</p><p id=said></p><script>
    let digit = "", cells = document.querySelectorAll("i");
    document.querySelector("p").onclick = ({ target }) => (digit = target.textContent);
    document.querySelector("div").onclick = ({ target }) => {
        if (!target.matches(".given")) target.textContent = digit;
        if ([...cells].map((cell) => cell.textContent).join("") === "SOLVED") said.textContent = "Puzzle solved!";
    };</script>""".replace("KEYS", "".join(f"<button>{digit}</button>" for digit in range(1, 5)))


def test_key_comes_before_its_cell(shared_playwright: SharedPlaywright, tmp_path: Path) -> None:
    """Where a cell is not selected by a click, the digit is chosen first, on the keypad."""
    given, solved = "1..2..4..1..3..4", "1432234141233214"
    cells = "".join(f"<i{' class=given' * (one != '.')}>{one.strip('.')}</i>" for one in given)
    html = PAD_FIRST.replace("CELLS", cells).replace("SOLVED", solved)
    outcome = played(shared_playwright, tmp_path, html, kind="sudoku")

    assert outcome.result.accepted, outcome.message or outcome.result.said


def test_silent_board_is_left_alone(shared_playwright: SharedPlaywright, tmp_path: Path) -> None:
    """A board that responds neither to a few presses nor to keys is given up, with a sentence that says so."""
    outcome = played(shared_playwright, tmp_path, unknown_page().replace(CLICK, '("copy", ({ target })'))

    assert (5, None) == (outcome.exit_code, outcome.result.accepted)
    assert "neither selects it nor sets the focus, so no key is pressed" in outcome.message
    assert 9 >= outcome.pressed()
    assert not any(line.startswith("keydown") for line in outcome.log), outcome.log


CHECK = "<button id=check type=button onclick='said.textContent = \"{}\"'>Check solution</button>"
GREEN = """<script>{
    const control = document.querySelector("#check"), cells = [...document.querySelectorAll(".cell")];
    const offer = () => { control.hidden = !cells.every((cell) => cell.textContent); };
    addEventListener("click", () => setTimeout(offer));
    control.onclick = () => cells.forEach((cell) => { cell.style.background = "#cfc"; });
    offer();
}</script>"""
"""Lets all cells turn green once it checks, which it offers with the last input only."""
CHECKS = [
    (CHECK.format("Correct"), 1, True),
    (CHECK.format("Perfect!"), 1, True),
    (CHECK.format("").replace("button", "input", 1).replace("type", "value=Check type"), 1, None),
    (CHECK.replace("said", "this").format("Solved!"), 1, True),
    (CHECK.replace("said", "this").format("Done"), 1, None),
    (
        CHECK.format("Correct").replace(
            "Content =", "Content = document.getElementsByClassName(`cell`)[0].textContent ="
        ),
        1,
        True,
    ),
    (CHECK.format("No mistakes so far."), 1, None),
    (CHECK.format("Perfect so far!"), 1, None),
    (CHECK.format("Not quite. Keep trying!"), 1, False),
    (CHECK.format("Correct").replace("Check solution", "Submit"), 1, True),
    (CHECK.format("Correct").replace("Check solution", "Check (3 left)"), 0, None),
    (CHECK.format("Correct") + "<button>Check</button>", 0, None),
    (f"<form><input name=name>{CHECK.format('Correct')}</form>", 0, None),
    ("<form onsubmit='return false'><button id=check>Check</button></form>", 0, None),
    ("<a id=check href=/check>Check</a>", 0, None),
    ("<label id=check><input type=checkbox> Check errors</label>", 0, None),
    (CHECK.format("win"), 1, True),
    (f"{CHECK.format('')}{GREEN}", 1, True),
    (CHECK.replace("textContent", "innerHTML").format("Correct! <button>Verify</button>"), 1, True),
]
"""Controls beside a silent board, how often each is pressed, and the verdict."""


@pytest.mark.parametrize(("control", "presses", "accepted"), CHECKS)
def test_control_that_checks(
    shared_playwright: SharedPlaywright, tmp_path: Path, control: str, presses: int, *, accepted: bool | None
) -> None:
    """On a silent page the control that checks, or sends to nobody, is pressed once; others are named, cells left."""
    html = unknown_page(f"{{board}}{control}").replace("Solved, well done!", "")
    outcome = played(shared_playwright, tmp_path, html)

    verdict = False if "refuses the solution" in outcome.message else outcome.result.accepted
    assert (accepted, presses) == (verdict, outcome.pressed("check")), outcome.message or outcome.result.said
    assert presses or "label" in control or outcome.result.said.startswith("press ")


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


CUT = "} div { box-sizing: content-box; width: 146px; overflow: hidden; border-right: 2px solid"


@pytest.mark.parametrize(("look", "confirmed"), [("", 14), ("color: #f1f5f9; background: #f0f0f0", 0), (CUT, 11)])
def test_what_is_written_and_drawn_is_confirmed(
    shared_playwright: SharedPlaywright, tmp_path: Path, look: str, confirmed: int
) -> None:
    """A given whose number is drawn as it is written has two sources, but not one that can hardly be seen."""
    rows = ["143.", "3214", "4123", "23.1"]
    cells = "".join(f"<i>{mark.strip('.')}</i>" for row in rows for mark in row)
    style = "display: grid; grid-template-columns: repeat(4, 40px); font: 24px/40px serif; text-align: center"
    html = f"<!doctype html><style>i {{ height: 40px; {look} }}</style><div style='{style}'>{cells}</div>"

    outcome = played(shared_playwright, tmp_path, html, kind="sudoku", reading=True)

    assert confirmed == outcome.result.confirmed, outcome.message


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


def test_buttons_are_named_where_there_is_no_board(givens: Givens, own: Callable[..., Path]) -> None:
    """Without a board nothing is clicked; the buttons are listed, and one of them leads to the board."""
    folder = own(start='document.querySelector("#start").addEventListener("click", mount);')

    without = givens("sites", "new", folder, "-o", "own", "--trust")
    line = probed(givens, folder, "--press", "#start", *BLANK)

    assert 2 == without.returncode
    assert "no board of squares is shown; the page shows the button 'Start'" in " ".join(without.stderr.split())
    assert 'board="#board:has(.cell)"' in line["draft"]


@pytest.mark.parametrize(
    ("case", "press", "place"),
    [
        ("brainbashers_three_in_a_row/table_2022_6", [], "id"),
        *long(
            ("linkedin_tango/guest_replaced", ["#launch-footer-start-button"], "aria-describedby"),
            ("linkedin_tango/guest", ["#launch-footer-start-button"], "aria-describedby"),
            ("zero_hh1/size_6", ["[data-action=play-daily]", '[data-gridsize="6"]'], "data-x"),
        ),
    ],
)
def test_fixtures(case: str, press: list[str], place: str, givens: Givens) -> None:
    """Replicas of real pages: place, and a cycle of three."""
    line = probed(givens, FIXTURES / case, *(word for selector in press for word in ("--press", selector)))

    assert f'place_in("{place}"' in line["draft"]
    assert re.search(r"cycle=\(None, (0, 1|1, 0)\)", line["draft"])


PAGES = [
    ("linkedin_queens/guest", ["--press", "#launch-footer-start-button", "--press", "Dismiss"]),
    ("brainbashers_three_in_a_row/table_2022_6", []),
    pytest.param(
        "zero_hh1/size_6",
        ["--press", "[data-action=play-daily]", "--press", '[data-gridsize="6"]'],
        marks=pytest.mark.realtime,  # Its style sheet moves the board in.
    ),
]
"""Replicas of pages, as if no module knew them, and how their boards are opened."""


@pytest.mark.parametrize(("case", "press"), PAGES)
def test_a_page_is_read_and_played(case: str, press: list[str], givens: Givens, tmp_path: Path) -> None:
    """The module that is written reads its page as the page's own site does."""
    done = givens("sites", "new", FIXTURES / case, *press, "-o", "site", "--name", "my_own", "--success", ".won")

    assert (0, False) == (done.returncode, "--success" in done.stdout + done.stderr), done.stderr
    folder = tmp_path / "site"
    module = folder / "my_own.py"
    assert not re.search(r"import _|scrapers[.]", module.read_text())
    assert "layouts=[GRID]" in module.read_text(), module.read_text()
    assert not re.search(r"cycle=.*\b(\d)\b.*\b\1\b", module.read_text()), "two states of a cell have one mark"
    name = case.rpartition("/")[2]
    read = lines(givens, "read", FIXTURES / case, "--site", module)[name]
    assert "grid" == read["layout"]
    expected = lines(givens, "read", FIXTURES / case)[name]["puzzle"]
    # Which of two marks is 1 follows from nothing that a person sees.
    swapped = expected | {"givens": [row.translate(SWAP) for row in expected["givens"]]}
    assert read["puzzle"] in (expected, swapped)


def test_boxes_without_a_class_are_fixed(givens: Givens, tmp_path: Path) -> None:
    """The boxes of a Sudoku are declared as they were seen."""
    (tmp_path / "page.html").write_text(SUDOKU)

    done = givens("sites", "new", "page.html", "-o", "site", "--name", "own")

    assert 0 == done.returncode, done.stderr
    assert 'fixed={"box": (2, 2)}' in (tmp_path / "site" / "own.py").read_text()
    assert (
        SOLVED[0] == json.loads(givens("solve", "page.html", "--site", "site/own.py", "--json").stdout)["solution"][0]
    )


def test_a_dialog_in_front_is_named(givens: Givens, tmp_path: Path) -> None:
    """A board behind a dialog is not drafted; its buttons are named."""
    style = "position: fixed; inset: 0; z-index: 9; background: #fff"
    dialog = f'<div role="dialog" style="{style}">Welcome!<button>Got it</button></div>'
    folder = elsewhere(tmp_path, replica={"on": {"mounted": [{"append": {"body": dialog}}]}})
    done = givens("sites", "new", folder, "--trust", "-o", "site")

    assert 6 == done.returncode
    assert "with the button 'Got it'" in " ".join(done.stderr.split())
    assert not (tmp_path / "site").exists()


def test_plain_page_is_taken(givens: Givens, saved: Path) -> None:
    """A local page is drawn, captured and started; the module is tried in a command that can be pasted."""
    name = f"./{saved.name}"

    assert 0 == givens("draw", name, "--guess", "-o", "board.svg").returncode
    assert 0 == givens("sites", "capture", name, "--guess", "-o", "captured").returncode
    assert 0 == givens("read", "captured", "--guess").returncode
    done = givens("sites", "new", name, "-o", "my site")
    (tried,) = (line.removeprefix("try: ") for line in done.stdout.splitlines() if line.startswith("try: "))
    assert 0 == done.returncode, done.stderr
    assert ["givens", "read", name, "--site", "my site/saved_sudoku.py"] == shlex.split(tried)


REGIONS = ["AABCC", "AABDD", "AABBD", "BBBBB", "EEBBB"]
QUEENS = """<title>Queens</title><style>td { width: 40px; height: 40px; text-align: center; border: 1px solid #555 }
#tip { position: fixed; inset: 0; background: #fff } [hidden] { display: none }</style>
<p><button id="start">Start</button>
<table id="board" hidden></table><div id="tip" hidden>Click a cell<p><button>Got it!</button></div>
<script>
  const hues = { A: "#fcc", B: "#cfc", C: "#ccf", D: "#ffc", E: "#cff" };
  const board = document.getElementById("board"), tip = document.getElementById("tip");
  const cell = (name) => `<td class="cell" style="background: ${hues[name]}"></td>`;
  board.innerHTML = REGIONS.map((row) => `<tr>${[...row].map(cell).join("")}</tr>`).join("");
  board.onclick = ({ target }) => { target.textContent = target.classList.toggle("queen") ? "♛" : ""; };
  document.getElementById("start").onclick = ({ target }) => { target.remove(); board.hidden = tip.hidden = false; };
  tip.querySelector("button").onclick = () => { tip.hidden = true; };
</script>"""


def test_buttons_and_crosses_are_declared(givens: Givens, tmp_path: Path) -> None:
    """Buttons before the board start it; a cell that stays empty needs no mark."""
    folder = tmp_path / "own" / "case"
    folder.mkdir(parents=True)
    facts = {"v": 1, "url": "https://own.example/", "scripts": True, "expect": "read", "made": "", "how": ""}
    (folder / "fixture.json").write_text(json.dumps(facts | {"evidence": {}}))
    (folder / "page.html").write_text(QUEENS.replace("REGIONS", json.dumps(REGIONS)))

    done = givens(
        "sites", "new", folder, "--press", "Start", "--press", "Got it!", "--trust", "-o", "site", "--name", "own"
    )
    module = tmp_path / "site" / "own.py"
    text = " ".join(module.read_text().split()) if module.exists() else done.stderr

    assert "cycle=(None, 1), spare=(None, 0)" in text
    assert re.search(r"start=\(Button\([^)]*Start[^)]*\), Button\([^)]*Got", text), text
    played = lines(givens, "play", folder, "--site", module, "--dry-run")["case"]
    assert REGIONS == played["puzzle"]["regions"], played


PRAISED = [
    "alert_before_empty_board",
    "alert_before_next_puzzle",
    "alert",
    "en_board_gone",
    "en_dialog",
    "en_fades",
    "en_half_covered",
    "en_half_covered_later",
    "en_screen_later",
]
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


WON = [
    "cage_sums_in_small_cells",
    "clues_in_two_rows",
    "first_cell_selected",
    "one_more_sentence",
    "picture_clues",
    "size_field_beside_board",
    "status_in_aside",
    "zip_by_drag",
    "zip_head_in_another_colour",
]
"""Pages that are won and say so; with one thing changed, each was so before."""


@pytest.mark.skipif(not CASES.is_dir(), reason=f"the pages are not at {CASES}")
@pytest.mark.parametrize("name", WON)
def test_page_is_won(shared_playwright: SharedPlaywright, tmp_path: Path, name: str) -> None:
    """A page is read without its kind, and its success is seen."""
    case = tmp_path / name
    write_case(case, (CASES / f"{name}.html").read_text(encoding="utf-8"), f"https://pages.example/{name}")
    outcome = guessed(shared_playwright, case)

    assert outcome.result.accepted is True, outcome.sentence or outcome.result.said


@pytest.mark.parametrize("panel", PANELS)
def test_panel_inside_the_board_is_not_pressed(shared_playwright: SharedPlaywright, tmp_path: Path, panel: str) -> None:
    """What comes to lie over cells is none of them, even if the board contains it and it is built like a cell."""
    html = unknown_page().replace(".grid {", ".grid { position: relative;")
    shows = f"document.querySelector('.grid').insertAdjacentHTML('beforeend', `{PANELS[panel]}`)"
    html = html.replace("check();\n    });", f"check();\n if (++presses === 3) {shows}; }});\n let presses = 0;")
    outcome = played(shared_playwright, tmp_path, html)

    assert 3 <= outcome.pressed("cell") == outcome.pressed() <= 5, outcome.log
    assert f"covered by {COVERS.get(panel, PANEL)}" in outcome.message


LAID = """<style>
    .cell:hover { background: #eef }
    .laid { position: fixed; box-sizing: border-box; border: 2px solid #06c; background: #06c2; pointer-events: none }
</style>{board}<script>
    const cells = [...document.querySelectorAll(".cell")], owners = {};
    let from = -1, at = -1, way = 0;
    addEventListener("mousedown", ({ target }) => { from = at = cells.indexOf(target), way = 0; });
    addEventListener("mousemove", ({ target }) => {
        const to = cells.indexOf(target), step = to - at;
        if (to < 0 || !step) return;
        if (way && way < 5 && step < 5 && step !== way) from = at;
        way = Math.max(way, step), at = to;
    });
    addEventListener("mouseup", ({ target }) => {
        const to = cells.indexOf(target);
        if (from < 0 || to < 0) return;
        const first = cells[from].getBoundingClientRect(), last = target.getBoundingClientRect();
        const laid = cells[0].parentElement.appendChild(document.createElement("div"));
        const [width, height] = [last.right - first.left, last.bottom - first.top];
        laid.className = "laid";
        laid.style = `left: ${first.left}px; top: ${first.top}px; width: ${width}px; height: ${height}px`;
        owners[`${from} ${to}`] = true;
        const whole = ["0 3", "4 9", "6 11", "12 14", "15 15"];
        if (whole.every((key) => owners[key])) said.textContent = "Solved, well done!";
    });
</script>"""
"""A page that draws the rectangles that are dragged over its cells, one over a single cell; a turn begins another."""


PAINTED = """laid.remove(); for (const cell of cells) {
    const { left, top } = cell.getBoundingClientRect();
    const isIn = first.left <= left && left < last.right && first.top <= top && top < last.bottom;
    if (isIn) cell.style.background = "#9cf";
}"""
"""Instead of this, its cells get one colour, which is that of all rectangles."""


@pytest.mark.parametrize("lays", ['laid.className = "laid";', PAINTED])
def test_rectangles_drawn_over_the_cells(shared_playwright: SharedPlaywright, tmp_path: Path, lays: str) -> None:
    """A rectangle is seen by what has come to lie over its cells or by their colour, whatever the pointer does."""
    clues = "".join(f"<div class='cell given'>{clue.strip('.')}</div>" for clue in ".4..4..4.....3.1")
    html = unknown_page(LAID.replace("{board}", f"<div class=grid>{clues}</div>"))
    html = html.replace('laid.className = "laid";', lays)
    outcome = played(shared_playwright, tmp_path, html, kind="patches")

    assert (0, True) == (outcome.exit_code, outcome.result.accepted), outcome.message
    assert 5 == outcome.result.inputs


DRAGGED = """{board}<script>
    const cells = [...document.querySelectorAll(".cell")], colours = ["#fbb", "#bfb", "#bbf", "#fe9", "#9ee"];
    let last = cells[0], leg = [], colour = "";
    const fill = (cell) => { if (!cell.textContent) cell.style.background = colour; };
    addEventListener("mousedown", ({ target }) => { colour = target.style.background; begins(target); });
    addEventListener("mousemove", ({ target }) => {
        if (leg.at(-1) !== target && cells.includes(target)) goes(target);
    });
    addEventListener("mouseup", () => {
        leg = [], colour = "";
        if (cells.every((cell, at) => !want[at] || (cell.style.background || 0) === cells[want[at]].style.background))
            said.textContent = "Solved, well done!";
    });
"""
"""A page that is played by drags from a clue through cells."""
LEGS = """
    const want = cells.map((cell) => cell.textContent ? 0 : 1);
    const begins = (cell) => { leg = cell === last ? [cell] : []; colour = "#fbb"; };
    const goes = (cell) => {
        if (leg.push(cell) > 1 && +cell.textContent === 1 + +last.textContent) leg.splice(0).map(fill), last = cell;
        else if (cell.textContent) leg = [];
    };
</script>"""
"""A drag of a path ends at the next number, which looks the same on the path."""
STROKE = """
    const want = cells.map(() => 1);
    const begins = (cell) => { if (cell === last) colour = cell.style.background = "#fbb"; };
    const goes = (cell) => { cell.style.background = colour; };
    addEventListener("mouseup", () => said.textContent || cells.forEach((cell) => { cell.style.background = ""; }));
</script>"""
"""A path goes unless it is drawn at once."""
ANEW = """
    const want = cells.map(() => 1), wipe = (cell) => { cell.style.background = ""; };
    const begins = (cell) => { colour = cell === last ? "#fbb" : ""; if (colour) cells.forEach(wipe), goes(cell); };
    const goes = (cell) => { if (colour) cell.style.background = colour; };
</script>"""
"""A path is drawn from its first cell on only, and what was drawn goes."""
CHESS = f"<style>.cell:is({','.join(f':nth-child(8n + {at})' for at in (1, 3, 6, 8))}) {{ background: #eef }}</style>"
"""The cells have two grounds by turns, which is no path."""
UNSEEN = "<style>.cell { background: #fff !important }</style>"
"""What is drawn cannot be seen: only the page says that it is right."""
CORNERS = """
    const want = [0, 0, 0, 0, 8, 8, 6, 6, 8, 8, 6, 6, 14, 14, 14, 15].map((at) => at || 3);
    cells.filter((cell) => cell.textContent).map((cell, at) => cell.style.background = colours[at]);
    const begins = () => {}, goes = begins;
    let one = -1;
    const way = [(n) => n >> 2, (n) => n % 4];
    addEventListener("click", ({ target }) => {
        const at = cells.indexOf(target);
        if (at < 0 || one < 0) return void (one = at);
        const area = cells.filter((_, n) => way.every((of) => (of(n) - of(at)) * (of(n) - of(one)) <= 0));
        colour = area.find((cell) => cell.textContent)?.style.background;
        area.map(fill), one = -1, dispatchEvent(new Event("mouseup"));
    });
</script>"""
"""A rectangle is laid by clicks on two of its corners."""
PICKED = f"""{CORNERS.partition("let one")[0]}
    let chosen;
    addEventListener("click", ({{ target }}) => {{
        colour = chosen = target.textContent ? target.style.background : chosen;
        fill(target), dispatchEvent(new Event("mouseup"));
    }});
</script>"""
"""A click on a clue chooses it, and clicks on cells fill them."""


@pytest.mark.parametrize(
    ("kind", "clues", "script", "inputs"),
    [
        ("zip", "1.2..4.3..5.6...", LEGS, 10),
        ("zip", "1.2..4.3..5.6...", STROKE, 9),
        ("zip", "1.2..4.3..5.6...", STROKE + CHESS, 9),
        ("zip", "1.2..4.3..5.6...", ANEW, 9),
        ("zip", "1.2..4.3..5.6...", STROKE + UNSEEN, 9),
        ("patches", "...44.4.......31", CORNERS, 5),
        ("patches", "...44.4.......31", PICKED, 16),
    ],
)
def test_drags_from_clues(
    shared_playwright: SharedPlaywright, tmp_path: Path, kind: str, clues: str, script: str, inputs: int
) -> None:
    """A path is drawn from number to number, a rectangle by its corners, if nothing else changes the board."""
    board = "".join(f"<div class='cell given'>{clue.strip('.')}</div>" for clue in clues)
    html = unknown_page(DRAGGED.replace("{board}", f"<div class=grid>{board}</div>") + script)
    outcome = played(shared_playwright, tmp_path, html, kind=kind)

    assert (0, True) == (outcome.exit_code, outcome.result.accepted), outcome.message
    assert inputs == outcome.result.inputs


DARK = """<style>
    .cell { background: #334155; color: #fff } .a { background: #6366f1 } .b { background: #1e293b }
    .inks .cell { background: #334155; position: relative } .inks .b { --ink: #f44 }
    .inks .a::after, .inks .b::after { content: ""; position: absolute; inset: 3px; border: 3px solid var(--ink, #4f4) }
</style>{board}<script>
    const cells = [...document.querySelectorAll(".cell")], looks = ["given cell", "given cell a", "given cell b"];
    const black = "0110100111100001", { className: how } = cells[0].parentElement, touched = +how.endsWith("touched");
    const pressed = ({ target, type }) => {
        const at = cells.indexOf(target), last = looks.indexOf(target.className), isRight = type === "contextmenu";
        if (at < 0) return;
        target.className = looks[how.includes("right") ? (last ? 0 : 1 + isRight) : (last + 1) % 3 || touched];
        if (how.includes("locks") && black[at] === "1") target.style.pointerEvents = "none";
        const off = how.includes("both") ? / b$/ : / (b|cell)$/;
        if (cells.every(({ className }, at) => (black[at] === "1" ? / a$/ : off).test(className)))
            said.textContent = "Solved, well done!";
    };
    addEventListener("click", pressed);
    if (how.includes("right")) addEventListener("contextmenu", pressed);
</script>"""
"""A dark Mosaic, whose crosses are darker than its blank cells, and which may lock what is right, or want crosses."""
LINES = """.lines .b { background: #334155 } .lines .cell { position: relative } .lines .b svg { display: block }
    .lines svg { display: none; pointer-events: none; position: absolute; inset: 0; stroke: #99a }</style><script>
    const crossed = "<svg viewBox='0 0 40 40'><line x2=40 y2=40 /><line x1=40 y2=40 /></svg>";
    onload = () => cells.forEach((cell) => { cell.innerHTML += crossed; });</script>"""
"""Crosses whose lines go from corner to corner."""
HELD = """let since;
    addEventListener("mousedown", ({ timeStamp }) => { since = timeStamp; });
    addEventListener("mouseup", (event) => event.timeStamp - since > 16 && pressed(event))"""
"""Notices a button only if it is held for as long as a frame."""


@pytest.mark.parametrize(
    ("how", "changes"),
    [
        ("locks", {}),
        ("", {}),
        ("", {'addEventListener("click", pressed)': HELD}),
        ("", {"#334155": "#404040", "#6366f1": "#606060", "#1e293b": "#202020"}),
        ("", {"#334155": "#ffffff", "#6366f1": "#86efac", "#1e293b": "#ef4444", "color: #fff": "color: #000"}),
        ("", {'cell a"': 'cell marked"', ".a {": ".marked {", "/ a$/": "/ marked$/"}),
        ("both", {}),
        ("both right", {}),
        ("circled right", {".b {": ".b { border-radius: 50%;", "(last ? 0 : 1 + isRight)": "2 - isRight"}),
        ("both inks", {}),
        ("both lines", {"</style>": LINES}),
        ("own", {"/ (b|cell)$/": "/never/", "</style>": ".cell:nth-child(6).b::after { content: '?' }</style>"}),
        ("touched", {"/ (b|cell)$/": "/never/"}),
    ],
    ids=["lock", "plain", "held", "alike", "red", "marked", "off", "right", "disc", "ink", "line", "silent", "touched"],
)
def test_dark_page_and_cells_that_lock(
    shared_playwright: SharedPlaywright, tmp_path: Path, how: str, changes: dict[str, str]
) -> None:
    """The mark is what differs more from a blank cell; what takes no press any more keeps the first mark.

    Of two that differ alike, each is tried, and a press is held where none is noticed. Where a page wants the other
    cells marked off, too, that is a click's other look, or the right button's.
    """
    board = "".join(f"<div class='given cell'>{clue}</div>" for clue in "2332465334432332")
    html = unknown_page(DARK.replace("{board}", f"<div class='grid {how}'>{board}</div>"))
    for old, new in changes.items():
        html = html.replace(old, new)
    outcome = played(shared_playwright, tmp_path, html, kind="mosaic")

    is_silent = how in {"own", "touched"}
    assert (0, None if is_silent else True) == (outcome.exit_code, outcome.result.accepted), outcome.message
    assert how != "touched" or outcome.result.inputs < 16
