"""Pages that are read by what they look like."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import nullcontext
from itertools import product
from typing import cast

import pytest
from playwright.sync_api import Page

from bot.addons.unknown.guess.between import entry_of
from bot.addons.unknown.guess.find import find, seen_of
from bot.addons.unknown.guess.hypotheses import guess
from bot.addons.unknown.guess.layout import LOOK, UNKNOWN, SeenLayout, layout_of
from bot.addons.unknown.guess.looks import CellDrawing, Look
from bot.addons.unknown.guess.site import guessing
from bot.errors import EnterError
from bot.play.clicker import Clicker
from bot.play.live import Live, press_nothing
from scrapers import ReadError
from scrapers._site import Snapshot
from solvers import KINDS, Cell, Grid, KillerSudoku, dump
from tests.command import Givens

BEGUN, SOLVED = ["1.0.", "....", "11..", ".0.1"], ["1001", "0110", "1100", "0011"]
"""A Binairo and its solution."""


def looked(page: Page, body: str) -> Snapshot:
    """Return what is seen of a page."""
    page.set_content(body)
    return Snapshot("https://example.com/", "", page.evaluate(f"({LOOK})(document)"))


def board(rows: list[str], looks: dict[str, str]) -> str:
    """Return a board of plain squares."""
    cells = "".join(f"<i>{looks[mark]}</i>" for row in rows for mark in row)
    style = "display: grid; grid-template-columns: repeat(4, 40px); font: 24px/40px serif"
    return f"<style>i {{ height: 40px; text-align: center }}</style><div style='{style}'>{cells}</div>"


ROWS = (["1.0.", ".1..", "11..", ".0.1"], [".00.", "0...", "....", "00.."])
GROUNDS = ("", "<style>.g1 { background: #cdf } .g0 { background: #fdc }</style>")


@pytest.mark.parametrize("kind", ["binairo", "tango", "three_in_a_row"])
def test_marks_are_what_the_page_writes(page: Page, kind: str) -> None:
    """A cell that shows 0 holds 0, and one that shows 1 holds 1; X is 1 and O is 0, as everywhere."""
    for rows, shown, grounds in product(ROWS, ("01", "OX"), GROUNDS):
        marks = {mark: f"<b class=g{mark}>{shown[int(mark)]}</b>" for mark in "01"}
        answer = guess(looked(page, grounds + board(rows, {**marks, ".": ""})), {kind: KINDS[kind]}, known=True).answer

        assert answer is not None
        assert answer.solution is not None
        assert (rows, SOLVED) == (dump(answer.puzzle)["givens"], answer.solution.rows())


@pytest.mark.parametrize("body", ["<p>no board</p>", "<canvas width=400 height=400></canvas>"])
def test_page_without_board(page: Page, body: str) -> None:
    """A page without squares has no board, and no answer."""
    snapshot = looked(page, body)

    found = guess(snapshot, KINDS)

    assert find(seen_of(snapshot)) == []
    assert found.answer is None
    assert ("canvas" in found.refusal) == ("canvas" in body)


PAD = """<style>i.on { background: gold }</style>
    <p>1 2 3 4</p><div>""" + "".join(f'<button data-key="{key}">{key}</button>' for key in range(1, 5))
SUDOKU = ["1.34", "3412", "2143", "43.1"]


def entered(page: Page, *, script: str = "") -> SeenLayout:
    """Return the layout of a guessed Sudoku that has a keypad."""
    body = board(SUDOKU, {".": "", **{str(digit): str(digit) for digit in range(1, 5)}})
    found = guess(looked(page, f"{body}{PAD}</div><script>{script}</script>"), {"sudoku": KINDS["sudoku"]})
    assert found.answer is not None
    return layout_of(entry_of(found.answer), looked_again(page))


def test_keypad_is_for_digits(page: Page) -> None:
    """Numbers whose sum is the area of the board may be those of rectangles, but not beside a keypad."""
    body = board(["12..", "3..2", "..4.", ".3.1"], {".": "", **{digit: digit for digit in "1234"}})
    kinds = {name: KINDS[name] for name in ("patches", "sudoku")}

    assert guess(looked(page, body), kinds).is_ambiguous
    assert guess(looked(page, f"{body}{PAD}</div>"), kinds).answer is not None


def test_cells_as_wide_as_a_window(page: Page) -> None:
    """A board of four columns may take a whole window."""
    page.set_viewport_size({"width": 1280, "height": 900})
    body = board(SUDOKU, {".": "", **{digit: digit for digit in "1234"}}).replace("40px", "300px")

    assert guess(looked(page, body), {"sudoku": KINDS["sudoku"]}).answer is not None


def looked_again(page: Page) -> Snapshot:
    """Return what is seen of a page now."""
    return Snapshot("https://example.com/", "", page.evaluate(f"({LOOK})(document)"))


@pytest.mark.parametrize("zoom", [1, 0.5])
def test_small_copy_is_another_board(page: Page, zoom: float) -> None:
    """A board may stand elsewhere, but an example of half its size is none."""
    layout = entered(page)
    copied = "const copy = document.createElement('p'); copy.append(board.cloneNode(true)); copy.style.zoom = ZOOM;"
    copied = f"() => {{ const board = document.querySelector('div'); {copied} board.replaceWith(copy) }}"
    page.evaluate(copied.replace("ZOOM", str(zoom)))

    assert (zoom == 1) == layout.is_shown(looked_again(page))


def test_changed_clue_is_a_disagreement(page: Page) -> None:
    """A guessed board is read like a declared one: a clue that has changed disagrees with what was seen at first."""
    layout = entered(page)
    reading = layout.read(looked_again(page))
    page.evaluate("document.querySelector('i:nth-child(3)').textContent = 4")

    assert reading.puzzle == layout.entry.hypothesis.puzzle
    with pytest.raises(ReadError, match="R1C3: its first look says 3, but its look says 4"):
        layout.read(looked_again(page))


def test_selected_cell_in_a_shadow_root(page: Page) -> None:
    """A key of a pad waits for the cell at a point, also if that is in a shadow root."""
    page.set_content("<div id=host><template shadowrootmode=open><p class=on>1</p><p>2</p></template></div>")
    live = Live(page, lambda: page.locator("#host p").first)
    boxes = [locator.bounding_box() for locator in page.locator("#host p").all()]
    first, second = [(box["x"] + 2, box["y"] + 2) for box in boxes if box is not None]

    found = [live._matches_soon(point, ".on") for point in (first, second)]

    assert [True, False] == found


def test_inputs_are_bounded(page: Page) -> None:
    """No more inputs are made than can be needed."""
    layout = entered(page, script="onclick = (event) => { event.target.dataset.clicks = 1 }")
    solution = layout.entry.hypothesis.solution
    assert solution is not None
    live = Live(page, lambda: page.locator("html"))
    clicker = Clicker(live, layout, lambda _: None, pace=0, min_elapsed=0, most_inputs=1)

    with pytest.raises(EnterError, match="after 1 inputs; it should need 1 at most"):
        clicker.enter(live.take(LOOK), solution)

    assert clicker.inputs == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--guess", "--site", "tango"], "--guess cannot be used with --site"),
        (["--kind", "tango"], "--kind can only be used with --guess"),
        (["--guess", "--kind", "off_by_one_sums"], "of off_by_one_sums, which needs a site module"),
        (["--guess", "--kind", "g"], "no kind is named 'g'"),
    ],
)
def test_usage(givens: Givens, options: list[str], words: str) -> None:
    """Options that exclude each other, and kinds that cannot be seen, are usage errors."""
    done = givens("read", "https://example.com/", *options)

    assert done.returncode == 2
    assert words in done.stderr


GOES = """<b id=b style="position: absolute; left: 62px; top: 62px; pointer-events: none">Go</b>
    <script>setTimeout(() => b.remove(), 400)</script>"""
"""What still lies over a board that has been opened, but takes no press."""


@pytest.mark.parametrize(
    ("title", "kind", "rows", "beside"),
    [
        ("Skyscrapers 4", "skyscrapers", ["    4 ", " .... ", " .... ", " .... ", "4.... ", "  3   "], ""),
        ("Heyawake", None, ["    4 ", " .... ", " .... ", " .... ", "4.... ", "  3   "], ""),
        ("Sudoku", "sudoku", ["1.34", "3412", "2143", "43.1"], "<div style='font: 20px/46px serif'>3<br>2</div>"),
        ("Sudoku", "sudoku", ["1.34", "3412", "2143", "43.1"], GOES),
        ("Fluid Flow", "zip", ["..45", ".132", "....", "...."], ""),
    ],
)
def test_kind_that_the_title_names(page: Page, title: str, kind: str | None, rows: list[str], beside: str) -> None:
    """What fits the kind that the title names is that kind, whatever else may be read, and what does not is none."""
    style = "<style>td { width: 44px; height: 44px; padding: 0; text-align: center } .in { border: 2px solid }"
    style += "table { border-collapse: collapse; float: left }</style>"
    cells = {" ": "<td>", ".": "<td class=in>"} | {
        digit: f"<td class=in>{digit}" for digit in "12345" * (len(rows) == 4)
    }
    table = "".join(f"<tr>{''.join(cells.get(mark, f'<td>{mark}') for mark in row)}" for row in rows)
    page.set_content(f"<title>{title}</title>{style}<table>{table}</table>{beside}")
    site = guessing("")
    with nullcontext() if kind else pytest.raises(ReadError, match="shows nothing of a known kind"):
        site.board(page, 5.0, press_nothing)

    assert kind == (site.found.answer and site.found.answer.kind)


@pytest.mark.parametrize("red", [1, 11])
def test_path_that_is_redder_than_its_numbers(page: Page, red: int) -> None:
    """A path that is red but for its numbers marks no mistakes; one red cell does."""
    page.set_content(board(["..45", ".132", "....", "...."], {".": "", **{digit: digit for digit in "12345"}}))
    site = guessing("zip")
    site.board(page, 5.0, press_nothing)
    page.evaluate(
        "red => [...document.querySelectorAll('i:empty')].forEach((one, at) => {"
        " if (at < red) one.style.background = `rgb(250, ${100 + at}, 20)` })",
        red,
    )

    assert (red == 1) == site._marks_mistakes(site._looks())


def test_numbers_that_look_the_same_on_a_path(page: Page) -> None:
    """A number is a part of the path that leads through it, whatever it looks like; the last one is not yet."""
    looks = {".": "", **{digit: digit for digit in "12345678"}}
    answer = guess(looked(page, board(["1..2", "4..3", "5..6", "8..7"], looks)), {"zip": KINDS["zip"]}).answer
    assert answer is not None
    page.evaluate("() => document.querySelectorAll('i:empty').forEach((one) => { one.style.background = 'gold' })")
    now = looked_again(page)

    marks = layout_of(entry_of(answer), now).marks(now)

    assert [Cell(3, 0)] == [cell for cell in marks.cells() if marks[cell] is None]


def test_board_with_a_hole_is_not_read(page: Page) -> None:
    """A board that lacks a cell is refused, and so is a smaller one beside it, which may be an example."""
    looks = {"1": "a", "0": "b", ".": ""}
    small = (
        board(BEGUN, looks).replace("40px", "20px").replace("i {", "b {").replace("<i>", "<b>").replace("</i>", "</b>")
    )
    cells = ["<i></i>"] * 14 + ["<i style='visibility: hidden'></i>"] + ["<i></i>"] * 21
    holed = f"<div style='display: grid; grid-template-columns: repeat(6, 40px)'>{''.join(cells)}</div>"

    alone = guess(looked(page, small), {"binairo": KINDS["binairo"]})
    beside = guess(looked(page, f"<style>i {{ height: 40px }}</style>{holed}{small}"), {"binairo": KINDS["binairo"]})

    assert alone.answer is not None
    assert beside.answer is None
    assert "a cell is missing in a board of 6×6 cells" in beside.refusal


def test_what_all_marked_cells_share_still_counts(page: Page) -> None:
    """A shape that all cells have come to show is a part of their marks."""
    marks = {"1": "<u></u>", "0": "<u class=o></u>", ".": ""}
    style = (
        "<style>u { display: block; height: 9px; width: 9px; margin: 15px; background: red } .o { background: blue }"
    )
    style += "</style>"
    found = guess(looked(page, style + board(BEGUN, marks)), {"binairo": KINDS["binairo"]})
    assert found.answer is not None
    layout = layout_of(entry_of(found.answer), looked_again(page))
    solution = found.answer.solution
    assert solution is not None
    page.evaluate("document.querySelectorAll('i')[4].style.background = '#ffd'")  # The row is highlighted.
    assert [] == layout.entry.left_wrong(layout.look(looked_again(page)), solution)

    page.set_content(style + board(SOLVED, marks))
    snapshot = looked_again(page)

    assert layout.marks(snapshot) == solution
    assert [] == layout.moves(snapshot, solution)


@pytest.mark.parametrize(
    "mark",
    [
        "<u>{}</u>",
        "<u style='text-align: right'>{}</u>",
        "<u style='background: url(/clue_{}.gif)'></u>",
        "<u class=dots>{}</u>",
        "<u class=dash>{}</u>",
    ],
)
def test_cages_by_colour(page: Page, mark: str) -> None:
    """A cage has one ground, dotted sides inside, or thick ones around; its sum is in a corner, or names a picture."""
    givens, cages = ".3...2....3..1.4", "abbbaccdaccdbbba"
    sums = {0: 7, 1: 9, 5: 10, 7: 4, 12: 6, 15: 4}
    sides = {"right": 1, "left": -1, "bottom": 4, "top": -4}
    lines = "border-{}-style: dotted;", "border-{0}-style: dashed; border-left-style: solid; border-{0}-width: 4px;"
    inner = [
        "".join(lines[at].format(side) for side, by in sides.items() if (cages[(cell + by) % 16] != cages[cell]) == at)
        for at, how in enumerate(("dots", "dash"))
        for cell in range(16 * (how in mark))
    ] or ["border: 0"] * 16
    cells = [
        f"<i class={cage} style='{inner[at]}'>{mark.format(sums[at]) if at in sums else ''}{digit.strip('.')}</i>"
        for at, (cage, digit) in enumerate(zip(cages, givens, strict=True))
    ]
    style = "<style>i { position: relative; border: 2px solid; box-sizing: border-box }"
    style += "u { position: absolute; inset: 0; font: 10px serif; text-align: left }"
    style += ".a { background: #fdd } .b { background: #dfd } .c { background: #ddf } .d { background: #ffd }</style>"
    style = style.replace("background", "--none") if "class" in mark else style
    body = board(["...."], {".": ""}).replace("<i></i>" * 4, "".join(cells))

    found = guess(looked(page, style + body), {"killer_sudoku": KINDS["killer_sudoku"]}, known=True)

    assert found.answer is not None
    assert [*sums.values()] == [cage.sum for cage in cast("KillerSudoku", found.answer.puzzle).cages]
    layout = layout_of(entry_of(found.answer), looked_again(page))
    page.add_style_tag(content="i:nth-child(-n + 4) { height: 20px !important }")

    assert layout.marks(looked_again(page))[Cell(0, 0)] is None  # A note stays one in a row that has become flat.


@pytest.mark.parametrize(("names", "is_read"), [(("lt", "gt"), True), (("a", "b"), False)])
def test_pictures_of_signs(page: Page, names: tuple[str, str], *, is_read: bool) -> None:
    """The names of pictures between cells say which sign they are; without them the solution does not."""
    rows = [". .<.>.", "       ", ". . .>.", "       ", ".>. . .", "       ", "4>. .>."]
    image = "<img src='/{}.gif' style='display: block; height: 8px; width: 8px; margin: 16px'>"
    looks = {mark: image.format(name) for mark, name in zip("<>", names, strict=True)}
    cell = "<u style='display: block; margin: 4px; height: 30px; border: 1px solid; background: #fff'>{}</u>"
    body = board(rows, looks | {".": cell.format(""), "4": cell.format("4"), " ": ""})

    found = guess(looked(page, body.replace("repeat(4", "repeat(7")), {"futoshiki": KINDS["futoshiki"]})

    assert is_read == (found.answer is not None)
    if found.answer is not None:
        assert ["2143", "1432", "3214", "4321"] == (found.answer.solution or Grid([[None]])).rows()


def test_pale_cross_is_tried_after_the_piece(page: Page) -> None:
    """Of two looks that are drawn, the paler one is less likely to be the piece, and two strokes still less."""
    entry, white = entered(page).entry, (255, 255, 255)
    inks = {"pale": (180, 180, 180), "dark": (0, 0, 0), "pathMlML 2": (0, 0, 0), "pathMlzMl 3": (0, 0, 0)}
    drawn: dict[Hashable, CellDrawing] = {entry.blank: CellDrawing()}
    drawn |= {name: CellDrawing((("shape", name),), (ink,)) for name, ink in inks.items()}
    entry.came_up = [(name, Look(own, white, False, None, False, frozenset())) for name, own in drawn.items()]  # noqa: FBT003 - by place

    likeness = [entry.likeness(name, 1) for name in ("pathMlzMl 3", "pathMlML 2", "pale", "dark")]
    assert likeness[0] == likeness[1] < likeness[2] < likeness[3]

    # One in the colour of a given mark, though drawn otherwise, is likelier that one.
    given = {
        mark: f"<b style='color: {ink}'>{mark}</b>" for mark, ink in {"1": "black", "0": "silver", ".": ""}.items()
    }
    answer = guess(looked(page, board(ROWS[0], given | {".": ""})), {"binairo": KINDS["binairo"]}, known=True).answer
    binairo = entry_of(answer)  # type: ignore[arg-type]
    binairo.came_up = entry.came_up
    assert [1, 0] == [max((1, 0), key=lambda mark: binairo.likeness(name, mark)) for name in ("dark", "pale")]


def test_full_board_of_a_known_site_needs_no_input(page: Page) -> None:
    """A board on which all marks stand is read as it stands if its kind is known, else not at all."""
    snapshot = looked(page, board(SOLVED, {"1": "a", "0": "b"}))

    known = guess(snapshot, {"binairo": KINDS["binairo"]}, known=True)
    unknown = guess(snapshot, KINDS)

    assert known.answer is not None
    assert [] == layout_of(entry_of(known.answer), snapshot).moves(snapshot, known.answer.solution or Grid([[None]]))
    assert unknown.answer is None


def test_cross_is_no_piece(page: Page) -> None:
    """Crosses on a board of regions are not read as its pieces."""
    rows = ["x...", "....", "....", "...."]
    colours = ["#fcc", "#cfc", "#ccf", "#ffc"]
    regions = ["AABB", "ABBB", "CCDB", "CDDD"]
    cells = "".join(
        f"<i style='background: {colours['ABCD'.index(regions[row][col])]}'>{'×' if rows[row][col] == 'x' else ''}</i>"
        for row in range(4)
        for col in range(4)
    )
    body = board([], {}).replace("></div>", f">{cells}</div>")

    found = guess(looked(page, body), {"queens": KINDS["queens"]}, known=True)

    assert all((given := made.puzzle.given_marks) is None or given[Cell(0, 0)] != 1 for made in found.hypotheses)
    assert found.hypotheses


def test_look_on_its_way_to_a_mark_is_no_mark(page: Page) -> None:
    """A colour between two known ones is not taken for either."""
    marks = {"1": "<u></u>", "0": "<u class=o></u>", ".": ""}
    style = "<style>u { display: block; height: 40px; background: #a00 } .o { background: #00a }</style>"
    found = guess(looked(page, style + board(BEGUN, marks)), {"binairo": KINDS["binairo"]})
    assert found.answer is not None
    layout = layout_of(entry_of(found.answer), looked_again(page))

    page.evaluate("document.querySelectorAll('i')[1].innerHTML = '<u style=\"background: #d98\"></u>'")

    assert layout.marks(looked_again(page))[Cell(0, 1)] == UNKNOWN
