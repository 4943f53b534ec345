"""Pages that no module knows: nothing is pressed before a proven puzzle, and nothing entered where it may do harm."""

from __future__ import annotations

import re
from functools import partial
from itertools import count
from typing import TYPE_CHECKING

import pytest

from bot.addons.unknown.guess.site import GuessedSite
from bot.play.live import press_nothing
from solvers import KINDS
from tests.addons.unknown.pages import page as unknown_page
from tests.addons.unknown.pages import played
from tests.addons.unknown.test_unknown import FORM, PANELS
from tests.tiers import chosen

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.command import SharedPlaywright


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
    """What comes over cells with the last input takes nothing back; what is said beside it is left to the person."""
    html = unknown_page().replace(".grid {", ".grid { position: relative;")
    panel = PANELS["several cells"].replace('px"', 'px; background: #fff"')
    shows = f"document.querySelector('.grid').insertAdjacentHTML('beforeend', `{panel}`)"
    said = '"Solved, well done!"'
    outcome = played(shared_playwright, tmp_path, html.replace(said, f"{said}, {shows}"))

    assert (None, True) == (outcome.result.accepted, outcome.result.entered), outcome.message
    assert "'Solved, well done!'" in outcome.result.said
    assert outcome.pressed("cell") == outcome.pressed(), outcome.log


def test_new_lines_are_suggested(shared_playwright: SharedPlaywright, tmp_path: Path) -> None:
    """What has newly appeared may say that the puzzle is solved: the likeliest comes first."""
    html = unknown_page().replace('textContent = "Solved, well done!"', 'innerHTML = "Moves 12<br>Yippee yay!"')
    outcome = played(shared_playwright, tmp_path, html)

    assert (None, True) == (outcome.result.accepted, outcome.result.entered), outcome.message
    assert "it shows 'Yippee yay!'" in outcome.result.said
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


DECIDED = """<style>
    body { margin: 40px; font: 16px serif } p { position: absolute; margin: 0 }
    .grid { display: grid; grid-template-columns: repeat(4, 40px); position: absolute; left: 100px; top: 100px }
    .cell { height: 40px; outline: 1px solid #888; background: #fff }
    .cell.b { background: #357 } .cell.w { background: #db7 }
</style><div class=grid>CELLS</div>CLUES<p id=said style="left: 100px; top: 400px"></p><script>
    const cells = [...document.querySelectorAll(".cell")];
    const shown = () => cells.map((cell) => ({ "cell b": 1, "cell w": 0 })[cell.className] ?? ".").join("");
    const tell = () => navigator.sendBeacon(`https://log.example/?${shown()}`);
    cells.forEach((cell) => {
        const turn = (to) => {
            cell.className = to;
            tell();
            if (shown() === "WON") document.querySelector("#said").textContent = "Solved!";
        };
        const after = { cell: "cell b", "cell b": "cell w", "cell w": "cell" };
        cell.addEventListener("click", () => turn(after[cell.className]));
        cell.addEventListener("contextmenu", (event) => { event.preventDefault(); turn(RIGHT); });
    });
</script>""".replace("CELLS", "<div class=cell></div>" * 16).replace(
    "CLUES",
    "".join(
        f"<p style='left: {112 + 40 * at}px; top: 75px'>{column}</p>"
        f"<p style='left: 70px; top: {110 + 40 * at}px'>{row}</p>"
        for at, (row, column) in enumerate([("1 2", "2 1"), (3, 3), (1, 2), (2, 1)])
    ),
)
"""A nonogram whose cells turn blue, then brown; `WON` is what it wants, `RIGHT` what the right button does."""


BY_RIGHT = DECIDED.replace('"cell b": "cell w", ', '"cell b": "cell", ')
"""The same, whose cells are only blue by a click."""


RING = DECIDED.replace(
    "tell();",
    'tell(); cell.style.boxShadow = "0 0 0 6px #fc0"; setTimeout(() => (cell.style.boxShadow = ""), 250);',
)
"""The first, with a ring around a cell that was pressed, for a moment."""


MARKED = "1011111001001100", "1.11111..1..11.."


DECIDING = {
    "cycle": (DECIDED.replace("WON", MARKED[0]).replace("RIGHT", "cell.className"), MARKED[0], True),
    "cycle, silent": (DECIDED.replace("RIGHT", "cell.className"), MARKED[1], None),
    "ring": (RING.replace("WON", MARKED[1]).replace("RIGHT", "cell.className"), MARKED[1], True),
    "right button": (BY_RIGHT.replace("WON", MARKED[0]).replace("RIGHT", '"cell w"'), MARKED[0], True),
    "right button, silent": (BY_RIGHT.replace("RIGHT", '"cell b"'), MARKED[1], None),
}
"""The pages, what they show in the end, and whether that is accepted."""


@pytest.mark.parametrize("name", chosen(DECIDING, frozenset()))
def test_other_cells_are_decided_too(shared_playwright: SharedPlaywright, tmp_path: Path, name: str) -> None:
    """Where a full board is silent, the other cells are marked as well; what has no effect is taken back."""
    html, last, accepted = DECIDING[name]
    outcome = played(shared_playwright, tmp_path, html, kind="nonogram")

    assert ([last], accepted) == (outcome.log[-1:], outcome.result.accepted), outcome.message


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
    site = GuessedSite({"binairo": KINDS["binairo"]}, waits=True)
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


FOCUSED = unknown_page().replace("<div class='cell", "<div tabindex=0 class='cell")


BY_KEY = """let key;
    addEventListener("keydown", (event) => [..."WANTED"].includes((key = event.key)) && act(event));
    const act = (({ target })"""


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
    "the space bar": FOCUSED.replace(CLICK, BY_KEY.replace("WANTED", " ")),
    "letters": FOCUSED.replace(CLICK, BY_KEY.replace("WANTED", "01")).replace(f"{{ {AFTER_MARK}", "key;"),
    "board moves": unknown_page("<p id=top></p>{board}").replace(
        AFTER_MARK, f'{AFTER_MARK} document.querySelector("#top").append("Marked ");'
    ),
    "rows stretch": unknown_page().replace(
        AFTER_MARK, f'{AFTER_MARK} cell.style.height = "44px"; cell.parentElement.style.alignItems = "start";'
    ),
    "a message over a board that is dead": unknown_page().replace(
        '.textContent = "Solved, well done!"',
        """.innerHTML = `<div style="position: fixed; inset: 10px auto auto 10px; width: 180px; background: white">
            <h3>You win!</h3><p>Time: 12s</p></div>`, all(".grid")[0].style.pointerEvents = "none" """,
    ),
    "a Set of its own": unknown_page("<script>function Set() {}</script>{board}"),
    "cells under the pointer": unknown_page().replace(
        "</style>", ".cell:hover { background: #83c; color: #83c }</style>"
    ),
    "empties its board": unknown_page().replace(
        '.textContent = "Solved, well done!"',
        """.innerHTML = `<div class="over" style="top: 300px">You have solved it in 00 : 02 seconds!</div>`,
        all(".cell:not(.given)").forEach((cell) => { cell.textContent = ""; })""",
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


def test_silent_board_is_left_alone(shared_playwright: SharedPlaywright, tmp_path: Path) -> None:
    """A board that responds neither to a few presses nor to keys is given up, with a sentence that says so."""
    outcome = played(shared_playwright, tmp_path, unknown_page().replace(CLICK, '("copy", ({ target })'))

    assert (5, None) == (outcome.exit_code, outcome.result.accepted)
    assert "do not respond to a click" in outcome.message
    assert 9 >= outcome.pressed()
    assert not any(line.startswith("keydown") for line in outcome.log), outcome.log


def test_control_that_checks_is_named(shared_playwright: SharedPlaywright, tmp_path: Path) -> None:
    """Of a silent page with a control that checks, that is named; it is not pressed, and no cell is pressed again."""
    html = unknown_page("{board}<button id=check type=button>Check solution</button>").replace("Solved, well done!", "")
    outcome = played(shared_playwright, tmp_path, html)

    assert (None, 0) == (outcome.result.accepted, outcome.pressed("check")), outcome.message
    assert outcome.result.said.startswith("press 'Check solution' on the page to be told")
