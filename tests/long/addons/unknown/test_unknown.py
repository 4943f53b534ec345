"""Pages that no module knows: nothing is pressed before a proven puzzle, and nothing entered where it may do harm."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.addons.unknown.pages import page as unknown_page
from tests.addons.unknown.pages import played
from tests.addons.unknown.test_unknown import FORM, PANELS
from tests.tiers import chosen

if TYPE_CHECKING:
    from pathlib import Path

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
