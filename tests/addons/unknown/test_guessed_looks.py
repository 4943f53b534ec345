"""What a person sees of a page that no module knows: its colours, what is hidden, and where its clues stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle, product
from typing import Any

import pytest
from playwright.sync_api import Page

from bot.addons.unknown.guess.find import find, seen_of
from bot.addons.unknown.guess.hypotheses import Hypothesis, guess
from bot.addons.unknown.guess.layout import LOOK
from bot.addons.unknown.guess.looks import Looks
from scrapers._site import Snapshot
from solvers import KINDS, Cell, dump, load
from tests.tiers import first

SIDE = 44
ZERO, TWO = "background: #30a7c2", "background: #c24b31"
HH1 = ["..0...", "......", "1..10.", "...1..", "....0.", "11.0.."]
SWAPPED = [row.translate(str.maketrans("01", "10")) for row in HH1]
COLOURS = {
    "oklch(0.628 0.2577 29.23)": (255, 0, 0),
    "oklab(0.8664 -0.2339 0.1795)": (0, 255, 0),
    "lab(29.57 68.3 -112.03)": (0, 0, 255),
    "lch(54.29 106.84 40.85)": (255, 0, 0),
    "color(srgb 0 0.502 0)": (0, 128, 0),
    "color-mix(in srgb, red, blue)": (128, 0, 128),
    "hwb(240 0% 0%)": (0, 0, 255),
    "rebeccapurple": (102, 51, 153),
    "rgb(255 0 0 / 50%)": (255, 128, 128),
    "oklch(0.628 0.2577 29.23 / 50%)": (255, 128, 128),
}
REGIONS = ["CCCBB", "CCCBB", "CACBB", "DAAEE", "DAEEE"]
"""Regions for which both Queens and Norinori have one solution."""
TANGO: dict[str, Any] = {
    "kind": "tango",
    "givens": ["..0.", "....", ".0..", "...."],
    "equal": [["R2C2", "R3C2"], ["R4C1", "R4C2"]],
    "opposite": [["R2C1", "R3C1"], ["R3C4", "R4C4"]],
}


def snapshot(page: Page, body: str) -> Snapshot:
    """Return what is seen of a page."""
    page.set_content(f"<style>body {{ margin: 100px }} i {{ font: 20px/44px serif; text-align: center }}</style>{body}")
    return Snapshot("https://example.com/", "", page.evaluate(f"({LOOK})(document)"))


def place(row: float, col: float, inner: str = "", side: float = SIDE, style: str = "") -> str:
    """Return a square whose middle is that of a place on the board."""
    left, top = 200 + col * SIDE - side / 2, 200 + row * SIDE - side / 2
    box = f"position: absolute; left: {left}px; top: {top}px; width: {side}px; height: {side}px"
    return f'<i style="{box}; line-height: {side}px; {style}">{inner}</i>'


def drawn_sign(*paths: str) -> str:
    """Return a sign of lines on white ground, as icons are drawn."""
    lines = "".join(f'<path d="{path}" fill="none" stroke="#555" />' for path in paths)
    return f'<svg width="12" height="12" style="position: absolute; left: 0; background: #fff">{lines}</svg>'


def cells(rows: Sequence[str], styles: Mapping[str, str] | None = None, inner: Mapping[str, str] | None = None) -> str:
    """Return a board with a border around each cell.

    What a cell shows is its mark, unless `styles` or `inner` say how the mark is shown.
    """
    texts = {".": ""} | dict.fromkeys(styles or {}, "") | dict(inner or {})
    return "".join(
        place(row, col, texts.get(mark, mark), SIDE - 2, f"outline: 1px solid; {(styles or {}).get(mark, '')}")
        for row, line in enumerate(rows)
        for col, mark in enumerate(line)
    )


def rim(rows: Sequence[object], columns: Sequence[object], text: str = "{}", style: str = "") -> str:
    """Return what stands beside the rows and above the columns."""
    places = [(at, -1, one) for at, one in enumerate(rows)] + [(-1, at, one) for at, one in enumerate(columns)]
    return "".join(place(row, col, text.format(one), 30, style) for row, col, one in places)


def looks(page: Page, body: str) -> Looks:
    """Return what is seen of the one board of a page."""
    elements = seen_of(snapshot(page, body))
    return Looks(find(elements)[0], elements)


def read(page: Page, body: str, kind: str = "") -> Hypothesis:
    """Return what a page is read as, of a kind or of all kinds."""
    found = guess(snapshot(page, body), {kind: KINDS[kind]} if kind else KINDS, known=bool(kind))
    assert found.answer is not None, found.refusal
    return found.answer


def is_read(page: Page, body: str, puzzle: Mapping[str, Any]) -> bool:
    """Return whether a page is read as a puzzle, among all kinds."""
    return dump(load(puzzle)) == dump(read(page, body).puzzle)


def test_colours_are_what_the_browser_paints(page: Page) -> None:
    """Every way to write a colour ends as the colour that is painted, over what lies under it."""
    names = dict(zip("abcdefghij", COLOURS, strict=True))
    styles = {name: f"background: {text}" for name, text in names.items()}
    seen = looks(page, cells(["abcd", "efgh", "ij..", "...."], styles | {".": "background: white"}))

    for at, (text, colour) in enumerate(COLOURS.items()):
        painted = seen.cells[Cell(*divmod(at, 4))].ground
        assert max(abs(one - other) for one, other in zip(colour, painted, strict=True)) <= 2, text


def test_gradient_is_its_mean(page: Page) -> None:
    """A cell that is filled with a gradient has the mean of its colours; the shape of the gradient stays."""
    styles = {"a": "background: linear-gradient(red, #ff8080)", ".": "background: white"}

    look = looks(page, cells(["a..."] + ["...."] * 3, styles)).cells[Cell(0, 0)]

    assert look.ground == (255, 64, 64)
    assert look.drawing.shapes


@pytest.mark.parametrize(
    ("mark", "blank"),
    [
        ("<input type=checkbox checked>", "<input type=checkbox>"),
        (
            "<canvas id=own></canvas><script>own.getContext('2d').fillRect(0, 0, 9, 9)</script>",
            "<canvas></canvas>",
        ),
        ("<u style='font-size: 8px'>x</u>", ""),
        ("", "<u style='display: block; width: 42px; height: 42px; background: #eee'></u>"),
    ],
)
def test_what_is_checked_drawn_or_turned_is_a_mark(page: Page, mark: str, blank: str) -> None:
    """A checked box, what a small canvas shows, a small cross alone, and what is behind a card tell a cell."""
    style = "<style>canvas { width: 30px; height: 30px }</style>"
    bodies = [style + cells(["....", row, "....", "...."], inner={"a": mark, ".": blank}) for row in ("....", ".a..")]
    first, then = (seen_of(snapshot(page, body)) for body in bodies)

    seen = Looks(find(then)[0], then, Looks(find(first)[0], first)).cells

    assert (16, 2) == (len(seen), len({(look.drawing.shapes, look.ground) for look in seen.values()}))


def test_opacity_around_a_cell_counts(page: Page) -> None:
    """An overlay of half opacity tints what lies under it, whoever has the opacity."""
    over = f"<div style='opacity: 0.5'>{place(0, 0, side=SIDE - 2, style='background: red')}</div>"

    look = looks(page, cells(["...."] * 4, {".": "background: white"}) + over).cells[Cell(0, 0)]

    assert look.ground == (255, 128, 128)


def test_marks_of_one_mean_colour_are_told_by_their_gradients(page: Page) -> None:
    """Gradients tell marks that have one mean colour, and are no grounds."""
    mark = "<u style='display: block; width: 42px; height: 42px; background: radial-gradient({})'></u>"
    answer = read(page, cells(HH1, inner={"0": mark.format("red, blue"), "1": mark.format("blue, red")}))

    assert "binairo" == answer.kind
    assert dump(answer.puzzle)["givens"] in (HH1, SWAPPED)


HIDDEN = (
    "<div style='opacity: 0'>{}</div>",
    "<div style='visibility: hidden'><p>{}</p></div>",
    "<div style='display: none'>{}</div>",
    "<div style='transform: scale(0)'>{}</div>",
    "<details><summary></summary>{}</details>",
    "<div style='content-visibility: hidden'>{}</div>",
    "<div class=size>{}</div><style>.size i {{ font-size: 0 !important }}</style>",
    "<div class=ink>{}</div><style>.ink i {{ color: transparent }}</style>",
    "<div style='position: absolute; left: -2000px'>{}</div>",
    "<div class=back>{}</div><style>.back i {{ transform: rotateY(180deg); backface-visibility: hidden }}</style>",
)


def test_what_nobody_can_see_says_nothing(page: Page) -> None:
    """A sign that is hidden in any way, also by what is far around it, is none."""
    places = [(row, col + 0.5) for row in range(4) for col in range(3)][2:]
    signs = [how.format(place(*at, "=", 12)) for at, how in zip(places, HIDDEN, strict=True)]

    seen = looks(page, cells(["...."] * 4) + place(0, 0.5, "=", 12) + "".join(signs))

    assert [(Cell(0, 0), Cell(0, 1))] == [*seen.signs]


def test_triangles_of_borders_point(page: Page) -> None:
    """A border beside two that are transparent is a sign of less or greater."""
    sides = {"right": "<", "left": ">", "bottom": "∧", "top": "∨"}
    style = "border: 6px solid transparent; border-{}-color: #333"
    signs = [place(row, 0.5, side=0, style=style.format(side)) for row, side in enumerate(sides)]

    seen = looks(page, cells(["...."] * 4) + "".join(signs))

    assert [*sides.values()] == [sign.text for sign in seen.signs.values()]
    (turned,) = looks(page, f"<p dir=rtl>{cells(['....'] * 4)}{place(0, 0.5, '&lt;', 12)}</p>").signs.values()
    assert turned.text == ">"  # Where lines are read from the right, it is drawn mirrored.


def test_what_is_no_part_of_a_cell(page: Page) -> None:
    """A bar at the edge of the window, what cells are painted over, a button that clears one, or is below: no clue."""
    board = cells(["...."] * 4, {".": "background: white"})
    pad = "<p style='position: fixed; top: TOP'><button>1</button><button>2</button><button>3</button></p>"
    shut, opened = (len(looks(page, board + "<input value=1>" + pad.replace("TOP", top)).pad) for top in ("100vh", "0"))
    assert (0, 3) == (shut, opened)
    bar = "<p style='position: fixed; left: 190px; top: 180px'><b>1</b></p>"
    clear = place(0, 0.3, "<button style='width: 15px; height: 15px'>x</button>", 15)
    under = place(1, 1, "<svg><text y=15>1</text></svg>", 20) + f"<p style='position: fixed; inset: 0'>{board}</p>"
    for body in (board + bar, place(1, 1, "1", 20) + board, board + clear, board + place(3.495, 1, "1", 20), under):
        seen = looks(page, body)

        assert {""} == {look.drawing.text for look in seen.cells.values()}, body


def test_cells_at_any_pitch(page: Page) -> None:
    """Cells that overlap or stand apart are one board, also where invisible buttons like them stand between them."""
    for pitch in (0.88, 1.0, 1.67, 2.4):
        side, style = SIDE / pitch, "border: 1px solid; box-sizing: border-box"
        board = "".join(place(row, col, side=side, style=style) for row, col in product(range(5), range(5)))
        buttons = "".join(place(row, col + 0.5, side=side) for row, col in product(range(5), range(4)))

        found = find(seen_of(snapshot(page, board + buttons * (pitch > 2))))

        assert (5, 5) == (found[0].height, found[0].width), pitch


def test_keys_as_large_as_cells_are_no_row(page: Page) -> None:
    """A keypad beside a board is not part of it, even if its keys are as large as the cells, and some stand in line."""
    for size, row, col, down, across in ((6, 6.5, -0.7, 0, 1.17), (6, 5.6, 1.3, 0, 1.17), (9, -0.24, 10, 1.07, 0)):
        places = [(row + down * at, col + across * at) for at in range(9)]
        keys = "".join(place(*at, str(number), SIDE - 2, "outline: 1px solid") for number, at in enumerate(places))

        found = find(seen_of(snapshot(page, cells(["." * size] * size) + keys)))

        assert [(size, size)] == [(lattice.height, lattice.width) for lattice in found]


SKYSCRAPERS = {
    "kind": "skyscrapers",
    "givens": ["....", "....", "....", "...."],
    "top": [3, None, None, None],
    "bottom": [None, 2, None, None],
    "left": [3, 4, None, None],
    "right": [2, None, None, None],
}


@pytest.mark.parametrize(("corners", "zeros"), [(True, False), (False, True)])
def test_clues_in_cells_like_those_of_the_board(page: Page, *, corners: bool, zeros: bool) -> None:
    """Clue cells on all sides, some of them blank, are no part of the board, which has a ground of its own."""
    sides = {"top": (-1, None), "bottom": (4, None), "left": (None, -1), "right": (None, 4)}
    around = [
        place(at if row is None else row, at if col is None else col, str(number or ""), SIDE - 2)
        for side, (row, col) in sides.items()
        for at, number in enumerate(getattr(load(SKYSCRAPERS), side))
    ]
    around += [place(row, col, "", SIDE - 2) for row in (-1, 4) for col in (-1, 4)] if corners else []
    inner = cells(["0000"] * 4, {} if zeros else {"0": ""}).replace("outline: 1px solid", "background: #cde")
    style = "<style>i[style*=cde] { font-size: 0 !important }</style>"

    assert is_read(page, style + "".join(around) + inner, SKYSCRAPERS)


def test_areas_of_a_whole_board_are_no_other_clues(page: Page) -> None:
    """Numbers that sum up to the board are areas: with several solutions, no kind with just one is taken.

    With one, nothing is shaded.
    """
    found = guess(snapshot(page, cells(["..2.", "4..2", "2...", ".24."])), KINDS)

    assert found.answer is None
    assert "several solutions as mosaic, patches" in found.refusal
    for style in ("", "<style>i { font-size: 8px }</style>"):  # Tiny numbers are no notes if there are no others.
        assert "patches" == read(page, style + cells([".2..", "33..", "...6", "..2."])).kind
    # Nor are the pictures of a board that is full of them.
    bar = "<b style='float: left; width: 9px; height: 5px; background: red'></b>"
    board = cells(["xoxo", "ooxx", "xoox", "oxxo"], {}, {"x": bar * 2, "o": bar.replace("height: 5", "height: 30") * 2})
    assert guess(snapshot(page, board), {"patches": KINDS["patches"]}).answer is None


COUNTED = ("0/{}", "1 / {}", "0 of {}", "{}")
LINES, TREES = [1, 1, 0, 1], ["🌳...", "..🌳.", "....", ".🌳.."]
"""Tents: how many in each row, and in each column, and where the trees are, which leave room for just four queens."""


def test_counted_clues(page: Page) -> None:
    """Of a clue that says how many there are so far and how many are wanted, the wanted ones are the clue."""
    for text in COUNTED:
        around = rim(LINES, LINES, text, "white-space: nowrap; font-size: 10px")
        puzzle: Any = read(page, cells(TREES) + around).puzzle

        assert "tents" == puzzle.KIND
        assert [LINES, LINES] == [[number for (number,) in line] for line in (puzzle.rows, puzzle.columns)], text


def test_clues_in_the_rows_of_a_table(page: Page) -> None:
    """What else stands in the row of a table is no part of the clue at its end."""
    cell = f"<td style='width: {SIDE}px; height: {SIDE}px; outline: 1px solid; text-align: center'>{{}}</td>"
    made = "".join(
        f"<tr>{''.join(cell.format(mark.strip('.')) for mark in line)}<td>{number}</td></tr>"
        for line, number in zip(TREES, LINES, strict=True)
    )
    below = "".join(f"<td style='text-align: center'>{number}</td>" for number in LINES)

    assert read(page, f"<table>{made}<tr>{below}</tr></table>", "tents")


@pytest.mark.parametrize(("depth", "corner"), [(3, "."), (5, "x")])
def test_lines_of_clues(page: Page, depth: int, corner: str) -> None:
    """Cells above and before a board may hold many clues; how many is found out, though the board is blank."""
    rows = [[1, 2, 3], [2, 2], [1, 2, 2], [3], [2, 2, 1], [1, 6], [3, 1, 1], [1, 1, 1]]
    columns = [[3, 4], [1, 1, 1], [1, 2], [1, 4, 1], [6], [2, 1, 1], [1, 1, 4], [1, 1, 1]]
    before, above = ([f"....{''.join(map(str, line))}"[-depth:] for line in lines] for lines in (rows, columns))
    first = (f"{corner * depth}{''.join(line)}" for line in zip(*above, strict=True))
    body = cells([*first, *(f"{line}........" for line in before)], {"x": "display: none"})

    assert dump(load({"kind": "nonogram", "rows": rows, "columns": columns})) == dump(
        read(page, body, "nonogram").puzzle
    )


def test_zero_for_a_line_without_runs(page: Page) -> None:
    """A 0 beside a line says that nothing is in it; no such line is cut off. Small ones stand in first cells."""
    puzzle: dict[str, Any] = {"kind": "nonogram", "rows": [[], [2], [3], [4]], "columns": [[3], [3], [2], [1]]}
    notes = {text: f"<b style='position: absolute; left: 2px; top: -9px'>{text}</b>" for text in "01234"}

    assert is_read(page, cells(["...."] * 4) + rim([0, 2, 3, 4], [3, 3, 2, 1]), puzzle)
    assert is_read(page, cells([".3321", "0....", "2....", "3....", "4...."], inner=notes), puzzle)


def test_first_row_that_counts_is_given(page: Page) -> None:
    """Where nothing else explains a board, a first row of 1, 2, 3 … is a row of digits."""
    rows = ["1234", "3.1.", "2.4.", ".3.1"]

    assert is_read(page, cells(rows), {"kind": "sudoku", "givens": rows})


def test_dots_in_blank_cells_are_no_clues(page: Page) -> None:
    """What most cells show beside the areas of rectangles is no clue without a number."""
    dot = "<b style='position: absolute; inset: 15px; border-radius: 50%; background: #999'></b>"
    answer = read(page, cells(["..2.", "6...", "...4", ".4.."], inner={".": dot}), "patches")

    assert {"R1C3", "R2C1", "R3C4", "R4C2"} == {clue["cell"] for clue in dump(answer.puzzle)["clues"]}


def test_rim_that_takes_no_input(page: Page) -> None:
    """Where the other cells take input, outer lines of numbers and blanks are clues."""
    puzzle: dict[str, Any] = {"kind": "nonogram", "rows": [[], [2], [3], [4]], "columns": [[3], [3], [2], [1]]}
    rows = ["......", "..3321", "..oooo", ".2oooo", ".3oooo", ".4oooo"]

    assert is_read(page, cells(rows, {"o": "cursor: pointer"}), puzzle)


def test_board_alone_has_the_ground_around_it(page: Page) -> None:
    """Of a board that is looked at alone, what lies under it counts: pale text on a translucent cell is seen."""
    pale = "background: rgba(255, 255, 255, 0.3); color: #fff"
    body = cells(HH1, {".": pale}).replace("outline: 1px solid; ", f"outline: 1px solid; {pale}; ")
    page.set_content(f"<style>body {{ background: #0d0d20; color: #fff }}</style><main>{body}</main>")

    state = page.locator("main").evaluate(f"(board) => ({LOOK})(board)")
    elements = seen_of(Snapshot("https://example.com/", "", state))
    seen = Looks(find(elements)[0], elements)

    assert ("0", (86, 86, 99)) == (seen.cells[Cell(0, 2)].drawing.text, seen.cells[Cell(0, 2)].ground)


def test_ground_of_the_page_is_no_cover(page: Page) -> None:
    """Marks that lie behind the body by their z-index are seen, as its colour is that of the page."""
    mark = "<u style='position: absolute; inset: 8px; z-index: -1; background: #08c'></u>"
    body = cells(["a..."] + ["...."] * 3, inner={"a": mark})

    seen = looks(page, f"<style>body {{ background: #f0f3ff }}</style>{body}")

    assert seen.cells[Cell(0, 0)].drawing.shapes
    assert not seen.cells[Cell(0, 1)].drawing.shapes


def test_text_behind_a_panel_is_not_seen(page: Page) -> None:
    """Of a panel that holds a board only the cells may be translucent: what is behind the panel is not in them."""
    board = cells(["...."] * 4, {".": "background: rgba(255, 255, 255, 0.1)"})
    behind = "<b style='position: absolute; left: 180px; top: 192px'>game</b>"

    seen = looks(page, f"{behind}<section style='position: absolute; inset: 0; background: #357'>{board}</section>")

    assert [""] * 16 == [look.drawing.text for look in seen.cells.values()]


NONOGRAM: dict[str, Any] = {
    "kind": "nonogram",
    "rows": [[4], [1, 2], [1, 2], [1, 2], [1]],
    "columns": [[3], [1], [3], [4], [1, 2]],
}
HEADERS = {
    "text": ("{}", " "),
    "spans": ("<span>{}</span>", " "),
    "stacked": ("<span style='display: block; line-height: 14px'>{}</span>", ""),
    "breaks": ("{}", "<br>"),
    "dashes": ("{}", "<br>—<br>"),
    "joined": ("{}", ""),
}
TABLE = """<style>table {{ border-collapse: collapse }} th {{ padding: 0 }} p {{ margin: 2px }}
    td {{ width: 40px; height: 40px; border: 1px solid; padding: 0 }}
    th div {{ display: flex; font: 12px/14px serif; align-items: {0}; justify-content: center }}
    tr:first-child th div {{ height: 90px }}
    tr:not(:first-child) th div {{ width: 100px; align-items: center; justify-content: {0} }}</style>"""


def table(style: str, above: str = "breaks", beside: str = "text") -> str:
    """Return the nonogram as a table, with the numbers of its headers in some of the ways above."""

    def header(numbers: Sequence[int], how: str) -> str:
        pattern, between = HEADERS[how]
        return f"<th><div><p>{between.join(pattern.format(number) for number in numbers)}</p></div></th>"

    top = "".join(header(one, above) for one in NONOGRAM["columns"])
    lines = "".join(f"<tr>{header(one, beside)}{'<td></td>' * 5}</tr>" for one in NONOGRAM["rows"])
    return f"{style}<table><tr><th></th>{top}</tr>{lines}</table>"


@pytest.mark.parametrize("align", first(["flex-end", "flex-start", "center"]))
def test_numbers_of_a_nonogram(page: Page, align: str) -> None:
    """Numbers above and beside are in reading order, in one element or in several, wherever in their header."""
    for above, beside in zip(("stacked", "breaks", "dashes", "spans"), cycle(("text", "spans")), strict=False):
        assert is_read(page, table(TABLE.format(align), above, beside), NONOGRAM), (above, beside)
    for left, top, said in ((205, 80, "0 / 3"), (330, 130, "5")):  # Beside the board, but not where its numbers are.
        stray = f"<u style='position: absolute; left: {left}px; top: {top}px'>{said}</u>"
        assert is_read(page, stray + table(TABLE.format(align)), NONOGRAM), said
    assert is_read(page, f"<style>tr {{ border: 1px solid }}</style>{table(TABLE.format(align))}", NONOGRAM)
    upright = "<style>tr:first-child p { writing-mode: vertical-rl; text-orientation: upright }</style>"
    assert is_read(page, upright + table(TABLE.format(align), "joined"), NONOGRAM)
    mirrored = NONOGRAM | {"rows": [own[::-1] for own in NONOGRAM["rows"]], "columns": NONOGRAM["columns"][::-1]}

    assert is_read(page, f"<div dir=rtl>{table(TABLE.format(align))}</div>", mirrored)


def test_numbers_far_from_all_rows(page: Page) -> None:
    """Numbers that stand at one distance from all rows are theirs, however far."""
    rows, columns = ([" ".join(map(str, one)) for one in NONOGRAM[name]] for name in ("rows", "columns"))
    far = "".join(place(at, -2.4, one, 30) for at, one in enumerate(rows))

    assert is_read(page, cells(["....."] * 5) + rim([], columns, style="word-spacing: 30px") + far, NONOGRAM)


def test_cells_that_are_no_squares(page: Page) -> None:
    """The cells of a table may be wider than high, and differ as what stands in them does."""
    for size in ("width: 60px; height: 34px", "padding: 9px 11px"):
        style = f"<style>table {{ border-collapse: collapse }} td, th {{ {size}; border: 1px solid }}"
        assert is_read(page, table(f"{style} p {{ margin: 0 }}</style>"), NONOGRAM), size


def test_colours_are_no_pieces(page: Page) -> None:
    """What is drawn alike on two grounds is two marks, and no kind of one piece explains it."""
    strip = "<u style='display: block; height: 6px; background: rgba(0, 0, 0, 0.2)'></u>"
    styles = {"0": ZERO, "1": TWO, ".": "background: #2a2a2a"}

    assert "binairo" == read(page, cells(HH1, styles, {"0": strip, "1": strip})).kind


HID = "<b style='display: block; color: #fff; background: #fff'>2</b>"


@pytest.mark.parametrize("blank", ["", ".", "&#8203;", "\n&nbsp;&shy;&#65279;&zwj;", HID])
@pytest.mark.parametrize(
    ("kind", "rows"), [("binairo", HH1), ("zip", ["1.3", "...", "7.9"]), ("sudoku", ["1.34", "3012", "2143", "43.1"])]
)
def test_simplest_kind_is_named(page: Page, kind: str, rows: list[str], blank: str) -> None:
    """Of kinds that explain a board equally well, the one with the fewest sorts of clues is named; a blank is none."""
    assert kind == read(page, cells(rows, inner={".": blank})).kind


@pytest.mark.parametrize(
    ("kind", "rows", "styles", "inner"),
    [
        ("binairo", ["x.0...", *HH1[1:]], {"x": "box-shadow: inset 0 0 0 3px blue"}, {"x": ""}),
        ("sudoku", ["x.34", "3412", "2143", "43.1"], {"x": ""}, {"x": "1<b>🐝</b>"}),
        ("zip", ["..45", ".x32", "....", "...."], {"x": "border: 4px solid; box-sizing: border-box"}, {"x": "1"}),
        ("binairo", ["x.0...", *HH1[1:]], {"x": "font-size: 9px"}, {"x": "<b style='background: red'>_</b>"}),
    ],
)
def test_cursor_is_no_mark(
    page: Page, kind: str, rows: list[str], styles: dict[str, str], inner: dict[str, str]
) -> None:
    """A ring in or around one cell alone, or a picture beside its text, only shows where the player is."""
    assert kind == read(page, cells(rows, {**styles, ".": ""}, inner | {".": ""})).kind


def test_ambiguity_names_the_kinds(page: Page) -> None:
    """A board of two kinds with different solutions is refused in two lines, and the kind that is named is taken."""
    grounds = dict(zip("ABCDE", ("#fcc", "#cfc", "#ccf", "#ff9", "#9ff"), strict=True))
    body = cells(REGIONS, {name: f"background: {colour}" for name, colour in grounds.items()})

    found = guess(snapshot(page, body), KINDS)

    assert found.answer is None
    said = "it may be norinori or queens, whose solutions differ;\nsay what it is with --kind norinori or --kind queens"
    assert said == found.refusal
    assert read(page, body, "norinori")


@pytest.mark.parametrize(
    ("same", "other", "is_known"),
    [
        *((*texts, True) for texts in first(["=×", "=≠", "＝✕"])),
        ("<b class='sign equal'>●</b>", "<b class='sign opposite'>◆</b>", True),
        ("<b aria-label='same'>●</b>", "<b aria-label='different'>◆</b>", True),
        ("<b data-sign='='>●</b>", "<b data-sign='x'>◆</b>", True),
        (drawn_sign("M2 4H10", "M2 8H10"), drawn_sign("M9 3 3 9", "m3 3 6 6"), True),
        ("●", "◆", False),
        ("●", "●", False),
    ],
)
def test_signs_are_read_by_their_texts_and_names(page: Page, same: str, other: str, *, is_known: bool) -> None:
    """The text or the markup of a sign says what it means; that only one reading has one solution does not."""
    signs = "".join(
        place((one.row + two.row) / 2, (one.col + two.col) / 2, sign, 12, "font-size: 12px")
        for field, sign in (("equal", same), ("opposite", other))
        for one, two in (map(Cell.parse, edge) for edge in TANGO[field])
    )
    found = guess(snapshot(page, cells(TANGO["givens"]) + signs), KINDS)

    assert is_known == (found.answer is not None)
    if found.answer is not None:
        wanted: Any = load(TANGO)
        puzzle: Any = found.answer.puzzle
        assert (wanted.equal, wanted.opposite) == (puzzle.equal, puzzle.opposite)


def test_ends_of_two_forms(page: Page) -> None:
    """The ends of a line may be a square and a disc, which are of one colour."""
    rows = ["A..aD", ".B.E.", "...C.", "b.dc.", "e...."]
    ends = "position: absolute; left: 10px; top: 10px; width: 20px; height: 20px; background: {}; border-radius: {}px"
    colours = dict(zip("ABCDE", ("#c00", "#0a0", "#00c", "#cc0", "#0cc"), strict=True))
    inner = {name.lower(): f"<u style='{ends.format(colour, 10)}'></u>" for name, colour in colours.items()}
    inner |= {name: f"<u style='{ends.format(colour, 0)}'></u>" for name, colour in colours.items()}

    found: Any = read(page, cells(rows, inner=inner), "numberlink").puzzle

    assert len({found.numbers[cell] for cell in found.numbers.cells()}) == 1 + len(colours)


RULED: dict[str, Any] = {
    "kind": "nonogram",
    "rows": [[1, 4], [1, 1], [1, 1], [1, 2, 1], [2, 1, 1], [1, 1]],
    "columns": [[2, 2], [1, 2], [1, 1], [1, 3], [3], [1, 2]],
}


@pytest.mark.parametrize("ruled", ["", "box-shadow: inset -2px 0 0 #666", "border-right: 3px solid #666", "room"])
def test_numbers_in_cells_like_those_of_the_board(page: Page, ruled: str) -> None:
    """Numbers of a nonogram may each have a cell, and some lines of the board may be thick to help to count."""
    header = "outline: 1px solid; background: #eee"
    places = [
        (at - len(numbers), line, number, field)
        for field in ("rows", "columns")
        for line, numbers in enumerate(RULED[field])
        for at, number in enumerate(numbers)
    ]
    around = [
        place(*((line, at) if field == "rows" else (at, line)), str(number), SIDE, header)
        for at, line, number, field in places
    ]
    around += [place(row, col) for row in (-1, -2) for col in (-3, -2, -1)] + [place(-2, 4)]
    around += [place(-3, col) for col in range(-3, 6)] * (ruled == "room")
    style = "box-sizing: border-box; background: white; outline: 1px solid;"
    inner = [place(row, col, "", SIDE, style + (ruled if col % 3 == 2 else "")) for row in range(6) for col in range(6)]

    inner[0] = inner[0].replace("outline", "box-shadow: inset 0 0 0 2px orange; outline")  # the cursor

    assert is_read(page, "".join(around + inner), RULED)
    assert dump(load(RULED)) == dump(read(page, "".join(around + inner), "nonogram").puzzle)


NUMBERED = [
    ".3.......", "..5......", ".........", ".....2...", "6.......4", "...2.....", ".........", "......8..", ".......4.",
]  # fmt: skip


def test_numbers_on_a_ground_of_their_own(page: Page) -> None:
    """Where all numbers stand on one ground and all other cells have another, or 0, the numbers are clues."""
    for blank, ground, two in (("", "#999", "#fff"), ("0", "#fff", "#fff"), ("", "#fff", "#ff9")):
        grounds = dict.fromkeys("34568", "#fff") | {".": ground, "2": two}
        styles = {mark: f"background: {own}" for mark, own in grounds.items()}
        answer = read(page, cells(NUMBERED, styles, {mark: mark.replace(".", blank) for mark in styles}), "nurikabe")

        assert NUMBERED == dump(answer.puzzle)["numbers"]


@pytest.mark.parametrize("key", ["<button>{}</button>", "<b style='cursor: pointer'>{}</b>"])
def test_keys_of_a_pad_are_no_clues(page: Page, key: str) -> None:
    """An empty board over a pad of digits is no board of skyscrapers whose clues are the pad."""
    pad = "".join(place(5, 1.2 * at - 1, key.format(at + 1), 40) for at in range(5))
    found = guess(snapshot(page, cells(["....."] * 5) + pad), {"skyscrapers": KINDS["skyscrapers"]}, known=True)

    assert [] == found.hypotheses


def test_blank_solution_is_no_answer(page: Page) -> None:
    """A board whose only solution marks no cell was not read as a whole."""
    body = cells(["...."] * 4) + rim([0] * 4, [0] * 4)
    found = guess(snapshot(page, body), {"kakurasu": KINDS["kakurasu"]}, known=True)

    assert found.answer is None
    assert "one" in {hypothesis.verdict for hypothesis in found.hypotheses}


KAKURO: dict[str, Any] = {
    "kind": "kakuro",
    "blocks": ["bbbbb", "bb..b", "bb..b", "b..bb", "b..bb"],
    "rows": [[], [4], [3], [17], [16]],
    "columns": [[], [17], [19], [4], []],
}


GIVEN = {
    "blocks": ["bbbbb", "bb..b", "bb..b", "b..bb", "b..b."],
    "rows": [[], [4], [3], [17], [16, 5]],
    "columns": [[], [17], [19], [4], [5]],
    "givens": [".....", "..1..", ".....", ".....", "....."],
}


@pytest.mark.parametrize("how", ["corners", "other corners", "top", "slash", "arrows", "given"])
def test_sums_before_the_runs_of_a_kakuro(page: Page, how: str) -> None:
    """The sum of a run stands in the black cell before it: that of a run down below, above or before the other.

    In the other corners, cells with a sum have the ground of open cells, and a line. Digits may be given, and runs of
    one cell have a sum.
    """
    across, down = {(1, 1): 4, (2, 1): 3, (3, 0): 17, (4, 0): 16}, {(0, 2): 19, (0, 3): 4, (2, 1): 17}
    styles = {"b": "background: #222; color: #fff", ".": "background: #fff"}
    body = cells(KAKURO["blocks"], styles)
    if how == "given":
        across, down = across | {(4, 3): 5}, down | {(3, 4): 5}
        styles |= {"1": "background: #eec; font-size: 20px", "k": "background: #555"}
        body = cells(["kbbbb", "bb1.b", "bb..b", "b..bb", "b..b."], styles, {"1": "1"})
    if how != "slash":
        turn = -1 if how == "other corners" else 1
        lined = "background: linear-gradient(45deg, #fff 49%, #ddd 50%, #fff 51%)"
        for row, col in across.keys() | down.keys() if turn < 0 else ():
            old = place(row, col, "", SIDE - 2, "outline: 1px solid; background: #222; color: #fff")
            body = body.replace(old, place(row, col, "", SIDE - 2, f"outline: 1px solid; {lined}"))
        mark = "<b style='color: #888; font-size: 14px'>{}</b>"
        level = {"top": 0.3, "arrows": -0.2}.get(how)
        for sums, shift, arrow in ((across, 0.25 * turn, "→"), (down, -0.25 * turn, "↓")):
            texts = {at: mark.format(f"{arrow if how == 'arrows' else ''}{number}") for at, number in sums.items()}
            up = shift if level is None else level
            body += "".join(place(row - up, col + shift, text, 16) for (row, col), text in texts.items())
    else:
        for row, col in across.keys() | down.keys():
            old = place(row, col, "", SIDE - 2, "outline: 1px solid; background: #222; color: #fff")
            said = f"{down.get((row, col), '')}\\{across.get((row, col), '')}"
            body = body.replace(old, old.replace("></i>", f">{said}</i>"))

    assert is_read(page, body, KAKURO | GIVEN if how == "given" else KAKURO)
    same = "".join(place(1 + at, 1 - at, "<b style='font-size: 14px'>5</b>", 16) for at in (-0.25, 0.25))
    seen = looks(page, cells(["...."] * 4) + same)
    assert seen.cells == Looks(seen.lattice, seen.elements, seen).cells


def test_names_of_regions_and_labels_from_zero(page: Page) -> None:
    """A line that counts the columns from 0 is no part of a board, and the name of a region in its cells no clue."""
    grounds = dict(zip("ABCDE", ("#fcc", "#cfc", "#ccf", "#ff9", "#9ff"), strict=True))
    styles = {name: f"background: {colour}; font-size: 9px; line-height: 12px" for name, colour in grounds.items()}
    named = {name: f"<b style='position: absolute; left: 2px; top: 0'>{name}</b>" for name in grounds}

    read_as = read(page, cells(["01234", *REGIONS], styles, named), "queens")

    assert dump(load({"kind": "queens", "regions": REGIONS})) == dump(read_as.puzzle)


def test_levels_over_a_board_with_one_large_region(page: Page) -> None:
    """Buttons over some columns are no clues, nor pictures pieces, and one region may be large."""
    regions = ["ACEDE", "AEEDE", "AEBEE", "EEBEE", "EEEEE"]
    grounds = dict(zip("ABCDE", ("#fcc", "#cfc url(data:,)", "#ccf", "#ff9 url(data:,)", "#9ff"), strict=True))
    levels = "".join(place(-2, at, f"<button>{at + 5}×</button>", 40) for at in (0, 1, 3, 4))
    body = cells(regions, {name: f"background: {colour}" for name, colour in grounds.items()})

    assert dump(load({"kind": "queens", "regions": regions})) == dump(read(page, body + levels, "queens").puzzle)


def test_cross_that_stands_there_shades_its_region(page: Page) -> None:
    """The cell of a given mark may be of a paler colour than its region."""
    grounds = dict(zip("ABCDEx", ("#fcc", "#cfc", "#ccf", "#ff9", "#9ff", "#aff"), strict=True))
    marked = [*REGIONS[:4], "DAEEx"]
    body = cells(marked, {name: f"background: {colour}" for name, colour in grounds.items()}, {"x": "╳"})

    assert dump(load({"kind": "queens", "regions": REGIONS})) == dump(read(page, body, "queens").puzzle)


def test_rings_are_no_borders(page: Page) -> None:
    """Rings around numbers part no board into regions, however thick they are."""
    rings = {
        one: f"<b style='position: absolute; inset: 1px; border: 3px solid; border-radius: 50%'>{one}</b>"
        for one in "1235"
    }

    assert "hashi" == read(page, cells(["1.5..3", "......", "1....3", "......", "2.3..2", "......"], {}, rings)).kind


def test_keycaps_are_numbers(page: Page) -> None:
    """A number in a box is that number."""
    seen = looks(page, cells(["...."] * 4) + rim(["1️⃣", "2", "1", "0"], ["2", "1️⃣", "1", "0"]))

    assert [["1"], ["2"], ["1"], ["0"]] == seen.rims[1, False]
    assert [["2"], ["1"], ["1"], ["0"]] == seen.rims[0, False]


def test_numbers_in_a_corner_are_no_rim(page: Page) -> None:
    """A part of a board is no board of its own if a number is left in the corner of what is cut off."""
    found = guess(snapshot(page, cells(["1....", ".....", "....1", "...42", "..2..", "...1."])), KINDS)

    assert found.answer is None
