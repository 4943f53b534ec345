"""What a person sees of a page that no module knows: its colours, what is hidden, and where its clues stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.addons.unknown.guess.find import find, seen_of
from bot.addons.unknown.guess.hypotheses import guess
from bot.addons.unknown.guess.layout import LOOK
from bot.addons.unknown.guess.looks import Looks
from scrapers._site import Snapshot
from solvers import KINDS, Cell, dump, load
from tests.tiers import first

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from playwright.sync_api import Page

SIDE = 44
ZERO, TWO = "background: #30a7c2", "background: #c24b31"
HH1 = ["..0...", "......", "1..10.", "...1..", "....0.", "11.0.."]
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


@pytest.fixture
def page(blank: Page) -> Page:
    """Return a page for markup alone: a context of its own would take three times as long."""
    return blank


def snapshot(page: Page, body: str) -> Snapshot:
    """Return what is seen of a page."""
    page.set_content(f"<style>body {{ margin: 100px }} i {{ font: 20px/44px serif; text-align: center }}</style>{body}")
    return Snapshot("https://example.com/", "", page.evaluate(f"({LOOK})(document)"))


def place(row: float, col: float, inner: str = "", side: float = SIDE, style: str = "") -> str:
    """Return a square whose middle is that of a place on the board."""
    left, top = 200 + col * SIDE - side / 2, 200 + row * SIDE - side / 2
    box = f"position: absolute; left: {left}px; top: {top}px; width: {side}px; height: {side}px"
    return f'<i style="{box}; line-height: {side}px; {style}">{inner}</i>'


def cells(rows: Sequence[str], styles: Mapping[str, str] | None = None) -> str:
    """Return a board with a border around each cell; a mark is what the cell shows, or the name of a style."""
    styles = styles or {}
    return "".join(
        place(
            row,
            col,
            "" if mark == "." or mark in styles else mark,
            SIDE - 2,
            f"outline: 1px solid; {styles.get(mark, '')}",
        )
        for row, line in enumerate(rows)
        for col, mark in enumerate(line)
    )


def looks(page: Page, body: str) -> Looks:
    """Return what is seen of the one board of a page."""
    elements = seen_of(snapshot(page, body))
    return Looks(find(elements)[0], elements)


@pytest.mark.parametrize(("text", "colour"), COLOURS.items())
def test_colours_are_what_the_browser_paints(page: Page, text: str, colour: tuple[int, int, int]) -> None:
    """Every way to write a colour ends as the colour that is painted, over what lies under it."""
    seen = looks(page, cells(["a..."] + ["...."] * 3, {"a": f"background: {text}", ".": "background: white"}))

    painted = seen.cells[Cell(0, 0)].ground

    assert max(abs(one - other) for one, other in zip(colour, painted, strict=True)) <= 2


def test_gradient_is_its_mean(page: Page) -> None:
    """A cell that is filled with a gradient has the mean of its colours; the shape of the gradient stays."""
    styles = {"a": "background: linear-gradient(red, #ff8080)", ".": "background: white"}

    look = looks(page, cells(["a..."] + ["...."] * 3, styles)).cells[Cell(0, 0)]

    assert look.ground == (255, 64, 64)
    assert look.drawing.shapes


def test_opacity_around_a_cell_counts(page: Page) -> None:
    """An overlay of half opacity tints what lies under it, whoever has the opacity."""
    over = f"<div style='opacity: 0.5'>{place(0, 0, side=SIDE - 2, style='background: red')}</div>"

    look = looks(page, cells(["...."] * 4, {".": "background: white"}) + over).cells[Cell(0, 0)]

    assert look.ground == (255, 128, 128)


def test_marks_of_one_mean_colour_are_told_by_their_gradients(page: Page) -> None:
    """Gradients tell marks that have one mean colour, and are no grounds."""
    styles = ("radial-gradient(red, blue)", "radial-gradient(blue, red)")
    marks = [f"<u style='display: block; width: 42px; height: 42px; background: {style}'></u>" for style in styles]
    body = cells(HH1, {".": "", "0": "--mark: 0", "1": "--mark: 1"})
    for number, mark in enumerate(marks):
        body = body.replace(f'--mark: {number}"></i>', f'--mark: {number}">{mark}</i>')

    found = guess(snapshot(page, body), KINDS)

    assert found.answer is not None
    swapped = [row.translate(str.maketrans("01", "10")) for row in HH1]
    assert "binairo" == found.answer.kind
    assert dump(found.answer.puzzle)["givens"] in (HH1, swapped)


HIDDEN = {
    "opacity": "<div style='opacity: 0'>{}</div>",
    "visibility": "<div style='visibility: hidden'><p>{}</p></div>",
    "display": "<div style='display: none'>{}</div>",
    "scaled": "<div style='transform: scale(0)'>{}</div>",
    "details": "<details><summary>more</summary>{}</details>",
    "content": "<div style='content-visibility: hidden'>{}</div>",
    "size": "<div class=none>{}</div><style>.none i {{ font-size: 0 !important }}</style>",
    "ink": "<div class=none>{}</div><style>.none i {{ color: transparent }}</style>",
    "left": "<div style='position: absolute; left: -2000px'>{}</div>",
}


@pytest.mark.parametrize("how", HIDDEN.values(), ids=HIDDEN)
def test_what_nobody_can_see_says_nothing(page: Page, how: str) -> None:
    """A sign that is hidden in any way, also by what is far around it, is none."""
    sign = place(1, 0.5, "=", 12)

    seen = looks(page, cells(["...."] * 4) + place(0, 0.5, "=", 12) + how.format(sign))

    assert [(Cell(0, 0), Cell(0, 1))] == [*seen.signs]


@pytest.mark.parametrize("pitch", [0.88, 1.0, 1.67, 2.4])
def test_cells_at_any_pitch(page: Page, pitch: float) -> None:
    """Cells that overlap or stand apart are one board, also where invisible buttons like them stand between them."""
    side = SIDE / pitch
    board = "".join(
        place(row, col, side=side, style="border: 1px solid; box-sizing: border-box")
        for row in range(5)
        for col in range(5)
    )
    buttons = "".join(place(row, col + 0.5, side=side) for row in range(5) for col in range(4)) if pitch > 2 else ""

    found = find(seen_of(snapshot(page, board + buttons)))

    assert (5, 5) == (found[0].height, found[0].width)


@pytest.mark.parametrize(("row", "col"), [(6.5, -0.7), (5.6, 1.3)])
def test_keys_as_large_as_cells_are_no_row(page: Page, row: float, col: float) -> None:
    """A keypad below a board is not part of it, even if its keys are as large as the cells, and some stand in line."""
    keys = "".join(place(row, col + 1.17 * at, str(at), SIDE - 2, "outline: 1px solid") for at in range(7))

    found = find(seen_of(snapshot(page, cells(["......"] * 6) + keys)))

    assert [(6, 6)] == [(lattice.height, lattice.width) for lattice in found]


SKYSCRAPERS = {
    "kind": "skyscrapers",
    "givens": ["....", "....", "....", "...."],
    "top": [3, None, None, None],
    "bottom": [None, 2, None, None],
    "left": [3, 4, None, None],
    "right": [2, None, None, None],
}


@pytest.mark.parametrize("corners", [True, False])
@pytest.mark.parametrize("zeros", [True, False])
def test_clues_in_cells_like_those_of_the_board(page: Page, *, corners: bool, zeros: bool) -> None:
    """Clue cells on all sides, some of them blank, are no part of the board, which has a ground of its own."""
    puzzle = load(SKYSCRAPERS)
    sides = {"top": (-1, None), "bottom": (4, None), "left": (None, -1), "right": (None, 4)}
    around = [
        place(at if row is None else row, at if col is None else col, str(number or ""), SIDE - 2)
        for side, (row, col) in sides.items()
        for at, number in enumerate(getattr(puzzle, side))
    ]
    around += [place(row, col, "", SIDE - 2) for row in (-1, 4) for col in (-1, 4)] if corners else []
    inner = cells(["0000"] * 4, {} if zeros else {"0": ""}).replace("outline: 1px solid", "background: #cde")
    style = "<style>i[style*=cde] { font-size: 0 !important }</style>"

    found = guess(snapshot(page, style + "".join(around) + inner), KINDS)

    assert found.answer is not None
    assert dump(puzzle) == dump(found.answer.puzzle)


@pytest.mark.parametrize(
    "text",
    [
        "0/{}",
        "1 / {}",
        "0 of {}",
        "{}",
        "<b>0</b><b>/{}</b>",
        "<b>2</b> <b>of {}</b>",
        "<b>0</b><b>/</b><b>{}</b>",
        "0<b>/{}</b>",
    ],
)
def test_counted_clues(page: Page, text: str) -> None:
    """Of a clue that says how many there are so far and how many are wanted, the wanted ones are the clue."""
    rows, columns, trees = [1, 1, 0, 2], [1, 1, 0, 2], ["....", ".T..", "T..T", "..T."]
    beside = [
        place(at, -1, text.format(number), 30, "white-space: nowrap; font-size: 10px") for at, number in enumerate(rows)
    ]
    above = [
        place(-1, at, text.format(number), 30, "white-space: nowrap; font-size: 10px")
        for at, number in enumerate(columns)
    ]

    found = guess(
        snapshot(page, cells([row.replace("T", "🌳") for row in trees]) + "".join(beside + above)),
        {"tents": KINDS["tents"]},
        known=True,
    )

    assert found.answer is not None
    puzzle: Any = found.answer.puzzle
    assert [rows, columns] == [[number for (number,) in line] for line in (puzzle.rows, puzzle.columns)]


def test_clues_in_the_rows_of_a_table(page: Page) -> None:
    """What else stands in the row of a table is no part of the clue at its end."""
    rows, columns, trees = [1, 1, 0, 2], [1, 1, 0, 2], ["....", ".T..", "T..T", "..T."]
    cell = f"<td style='width: {SIDE}px; height: {SIDE}px; outline: 1px solid; text-align: center'>{{}}</td>"
    made = "".join(
        f"<tr>{''.join(cell.format(mark.replace('T', '🌳').strip('.')) for mark in line)}<td>{number}</td></tr>"
        for line, number in zip(trees, rows, strict=True)
    )
    below = "".join(f"<td style='text-align: center'>{number}</td>" for number in columns)

    found = guess(snapshot(page, f"<table>{made}<tr>{below}</tr></table>"), {"tents": KINDS["tents"]}, known=True)

    assert found.answer is not None, found.why_not()


def test_zero_for_a_line_without_runs(page: Page) -> None:
    """A 0 beside a line says that nothing is in it; no such line is cut off."""
    puzzle: dict[str, Any] = {"kind": "nonogram", "rows": [[], [2], [3], [4]], "columns": [[3], [3], [2], [1]]}
    beside = [place(row, -1, " ".join(map(str, one or [0])), 30) for row, one in enumerate(puzzle["rows"])]
    above = [place(-1, col, " ".join(map(str, one or [0])), 30) for col, one in enumerate(puzzle["columns"])]

    found = guess(snapshot(page, cells(["...."] * 4) + "".join(beside + above)), KINDS)

    assert found.answer is not None
    assert dump(load(puzzle)) == dump(found.answer.puzzle)


def test_board_alone_has_the_ground_around_it(page: Page) -> None:
    """Of a board that is looked at alone, what lies under it counts: pale text on a translucent cell is seen."""
    pale = "background: rgba(255, 255, 255, 0.3); color: #fff"
    body = cells(HH1, {".": pale}).replace("outline: 1px solid; ", f"outline: 1px solid; {pale}; ")
    dark = f"<style>body {{ background: #0d0d20; color: #fff }}</style><main>{body}</main>"
    page.set_content(dark)

    state = page.locator("main").evaluate(f"(board) => ({LOOK})(board)")
    elements = seen_of(Snapshot("https://example.com/", "", state))
    seen = Looks(find(elements)[0], elements)

    assert ("0", (86, 86, 99)) == (seen.cells[Cell(0, 2)].drawing.text, seen.cells[Cell(0, 2)].ground)


def test_ground_of_the_page_is_no_cover(page: Page) -> None:
    """Marks that lie behind the body by their z-index are seen, as its colour is that of the page."""
    mark = "<u style='position: absolute; inset: 8px; z-index: -1; background: #08c'></u>"
    body = cells(["a..."] + ["...."] * 3, {"a": "--mark: 1"}).replace('--mark: 1"></i>', f'--mark: 1">{mark}</i>')

    seen = looks(page, f"<style>body {{ background: #f0f3ff }}</style>{body}")

    assert seen.cells[Cell(0, 0)].drawing.shapes
    assert not seen.cells[Cell(0, 1)].drawing.shapes


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
}


@pytest.mark.parametrize("above", ["stacked", "breaks", "dashes", "spans"])
@pytest.mark.parametrize("beside", ["text", "spans"])
@pytest.mark.parametrize("align", first(["flex-end", "flex-start", "center"]))
def test_numbers_of_a_nonogram(page: Page, above: str, beside: str, align: str) -> None:
    """Numbers above and beside are in reading order, in one element or in several, wherever in their header."""

    def header(numbers: Sequence[int], how: str) -> str:
        pattern, between = HEADERS[how]
        return between.join(pattern.format(number) for number in numbers)

    top = "".join(
        f"<th><div style='align-items: {align}'><p>{header(one, above)}</p></div></th>" for one in NONOGRAM["columns"]
    )
    lines = "".join(
        f"<tr><th><div style='justify-content: {align}'><p>{header(one, beside)}</p></div></th>{'<td></td>' * 5}</tr>"
        for one in NONOGRAM["rows"]
    )
    style = """<style>table { border-collapse: collapse }
        td { width: 40px; height: 40px; border: 1px solid; padding: 0 }
        th { padding: 0 } th div { display: flex; font: 12px/14px serif; justify-content: center; align-items: center }
        p { margin: 2px } tr:first-child th div { height: 90px } tr:not(:first-child) th div { width: 100px }</style>"""

    found = guess(snapshot(page, f"{style}<table><tr><th></th>{top}</tr>{lines}</table>"), KINDS)

    assert found.answer is not None
    assert dump(load(NONOGRAM)) == dump(found.answer.puzzle)


def test_colours_are_no_pieces(page: Page) -> None:
    """What is drawn alike on two grounds is two marks, and no kind of one piece explains it."""
    strip = "<u style='display: block; height: 6px; background: rgba(0, 0, 0, 0.2)'></u>"
    body = cells(HH1, {"0": ZERO, "1": TWO, ".": "background: #2a2a2a"})
    marked = body.replace(f'{ZERO}"></i>', f'{ZERO}">{strip}</i>').replace(f'{TWO}"></i>', f'{TWO}">{strip}</i>')

    found = guess(snapshot(page, marked), KINDS)

    assert found.answer is not None
    assert "binairo" == found.answer.kind


@pytest.mark.parametrize(
    ("kind", "rows"),
    [
        ("binairo", HH1),
        ("sudoku", ["1.34", "3412", "2143", "43.1"]),
    ],
)
def test_simplest_kind_is_named(page: Page, kind: str, rows: list[str]) -> None:
    """Of kinds that explain a board equally well, the one with the fewest sorts of clues is named."""
    found = guess(snapshot(page, cells(rows, {".": ""})), KINDS)

    assert found.answer is not None
    assert kind == found.answer.kind


def test_ambiguity_names_the_kinds(page: Page) -> None:
    """A board of two kinds with different solutions is refused in two lines, and the kind that is named is taken."""
    grounds = dict(zip("ABCDE", ("#fcc", "#cfc", "#ccf", "#ff9", "#9ff"), strict=True))
    shown = snapshot(page, cells(REGIONS, {name: f"background: {colour}" for name, colour in grounds.items()}))

    found, named = guess(shown, KINDS), guess(shown, {"norinori": KINDS["norinori"]}, known=True)

    assert found.answer is None
    said = "it may be norinori or queens, whose solutions differ;\nsay what it is with --kind norinori or --kind queens"
    assert [said] == found.why_not()
    assert named.answer is not None


def tango(page: Page, same: str, other: str) -> Any:  # noqa: ANN401 - a Tango
    """Return the puzzle that is read with two signs, None if it is refused."""
    signs = "".join(
        place((first.row + second.row) / 2, (first.col + second.col) / 2, sign, 12, "font-size: 12px")
        for field, sign in (("equal", same), ("opposite", other))
        for first, second in (map(Cell.parse, edge) for edge in TANGO[field])
    )
    found = guess(snapshot(page, cells(TANGO["givens"]) + signs), KINDS)
    return found.answer and found.answer.puzzle


def edges(puzzle: Any) -> tuple[object, object]:  # noqa: ANN401 - a Tango
    """Return the borders with signs of a puzzle."""
    return puzzle.equal, puzzle.opposite


@pytest.mark.parametrize("texts", ["=×", "=≠", "＝✕"])
def test_signs_are_read_by_their_texts(page: Page, texts: str) -> None:
    """Usual texts of signs have their usual meanings."""
    assert edges(load(TANGO)) == edges(tango(page, *texts))


@pytest.mark.parametrize(
    ("same", "other"),
    [
        ("<b class='sign equal'>●</b>", "<b class='sign opposite'>◆</b>"),
        ("<b aria-label='same'>●</b>", "<b aria-label='different'>◆</b>"),
        ("<b data-sign='='>●</b>", "<b data-sign='x'>◆</b>"),
    ],
)
def test_signs_are_read_by_their_names(page: Page, same: str, other: str) -> None:
    """The markup of a sign may say what it means."""
    assert edges(load(TANGO)) == edges(tango(page, same, other))


@pytest.mark.parametrize(("same", "other"), [("●", "◆"), ("●", "●")])
def test_signs_without_meaning_are_refused(page: Page, same: str, other: str) -> None:
    """That only one reading of signs has exactly one solution does not say what they mean."""
    assert tango(page, same, other) is None


@pytest.mark.parametrize("size", ["width: 60px; height: 34px", "padding: 9px 11px"])
def test_cells_that_are_no_squares(page: Page, size: str) -> None:
    """The cells of a table may be wider than high, and differ as what stands in them does."""
    top = "".join(f"<th>{'<br>'.join(map(str, one))}</th>" for one in NONOGRAM["columns"])
    lines = "".join(f"<tr><th>{' '.join(map(str, one))}</th>{'<td></td>' * 5}</tr>" for one in NONOGRAM["rows"])
    style = f"<style>table {{ border-collapse: collapse }} td, th {{ {size}; border: 1px solid }}</style>"

    found = guess(snapshot(page, f"{style}<table><tr><th></th>{top}</tr>{lines}</table>"), KINDS)

    assert found.answer is not None
    assert dump(load(NONOGRAM)) == dump(found.answer.puzzle)


RULED: dict[str, Any] = {
    "kind": "nonogram",
    "rows": [[1, 4], [1, 1], [1, 1], [1, 2, 1], [2, 1, 1], [1, 1]],
    "columns": [[2, 2], [1, 2], [1, 1], [1, 3], [3], [1, 2]],
}


@pytest.mark.parametrize("ruled", ["", "box-shadow: inset -2px 0 0 #666", "border-right: 3px solid #666"])
def test_numbers_in_cells_like_those_of_the_board(page: Page, ruled: str) -> None:
    """Numbers of a nonogram may each have a cell, and some lines of the board may be thick to help to count."""
    puzzle = load(RULED)
    around = [
        place(row, at - len(numbers), str(number), SIDE, "outline: 1px solid; background: #eee")
        for row, numbers in enumerate(RULED["rows"])
        for at, number in enumerate(numbers)
    ]
    around += [
        place(at - len(numbers), col, str(number), SIDE, "outline: 1px solid; background: #eee")
        for col, numbers in enumerate(RULED["columns"])
        for at, number in enumerate(numbers)
    ]
    around += [place(row, col) for row in (-1, -2) for col in (-3, -2, -1)] + [place(-2, 4)]
    style = "box-sizing: border-box; background: white; outline: 1px solid;"
    inner = [place(row, col, "", SIDE, style + (ruled if col % 3 == 2 else "")) for row in range(6) for col in range(6)]

    found = guess(snapshot(page, "".join(around + inner)), KINDS)

    assert found.answer is not None
    assert dump(puzzle) == dump(found.answer.puzzle)


def test_numbers_on_a_ground_of_their_own(page: Page) -> None:
    """Where all numbers stand on one ground and all other cells have another, the numbers are clues."""
    rows = [
        ".3.......",
        "..5......",
        ".........",
        ".....2...",
        "6.......4",
        "...2.....",
        ".........",
        "......8..",
        ".......4.",
    ]
    body = "".join(
        place(
            row, col, mark.strip("."), SIDE - 2, f"outline: 1px solid; background: {'#999' if mark == '.' else '#fff'}"
        )
        for row, line in enumerate(rows)
        for col, mark in enumerate(line)
    )

    found = guess(snapshot(page, body), KINDS)

    assert found.answer is not None, found.why_not()
    assert ("nurikabe", rows) == (found.answer.kind, dump(found.answer.puzzle)["numbers"])


def test_keys_of_a_pad_are_no_clues(page: Page) -> None:
    """An empty board over a pad of digits is no board of skyscrapers whose clues are the pad."""
    pad = "".join(place(5, 1.2 * at - 1, f"<button>{at + 1}</button>", 40) for at in range(5))
    found = guess(snapshot(page, cells(["....."] * 5) + pad), {"skyscrapers": KINDS["skyscrapers"]}, known=True)

    assert [] == found.hypotheses


def test_blank_solution_is_no_answer(page: Page) -> None:
    """A board whose only solution marks no cell was not read as a whole."""
    zeros = "".join(place(at, -1, "0", 30) + place(-1, at, "0", 30) for at in range(4))
    found = guess(snapshot(page, cells(["...."] * 4) + zeros), {"kakurasu": KINDS["kakurasu"]}, known=True)

    assert found.answer is None
    assert "one" in {hypothesis.verdict for hypothesis in found.hypotheses}


KAKURO: dict[str, Any] = {
    "kind": "kakuro",
    "blocks": ["bbbbb", "b..bb", "b...b", "bb..b", "bbbbb"],
    "rows": [[], [3], [15], [3], []],
    "columns": [[], [5], [9], [7], []],
}


@pytest.mark.parametrize("how", ["corners", "slash"])
def test_sums_before_the_runs_of_a_kakuro(page: Page, how: str) -> None:
    """The sum of a run stands in the black cell before it: that of a run down below that of one to the right."""
    across, down = {(1, 0): 3, (2, 0): 15, (3, 1): 3}, {(0, 1): 5, (0, 2): 9, (1, 3): 7}
    body = ""
    for row, line in enumerate(KAKURO["blocks"]):
        for col, mark in enumerate(line):
            right, below = across.get((row, col), ""), down.get((row, col), "")
            inner = f"{below}\\{right}" if how == "slash" and (right or below) else ""
            body += place(
                row,
                col,
                inner,
                SIDE - 2,
                f"outline: 1px solid; background: {'#222; color: #fff' if mark == 'b' else '#fff'}",
            )
            if how == "corners":
                for number, shift in ((right, 0.25), (below, -0.25)):
                    body += (
                        place(row - shift, col + shift, f"<b style='color: #fff; font-size: 14px'>{number}</b>", 16)
                        if number
                        else ""
                    )

    found = guess(snapshot(page, body), KINDS)

    assert found.answer is not None, found.why_not()
    assert dump(load(KAKURO)) == dump(found.answer.puzzle)


def test_squares_of_colour_are_grounds(page: Page) -> None:
    """Coloured squares as text part a board into regions as grounds do."""
    squares = dict(zip("ABCDE", "🟥🟧🟨🟩🟦", strict=True))
    shown = "".join(
        place(row, col, squares[region], SIDE - 2, "outline: 1px solid; font-size: 30px")
        for row, line in enumerate(REGIONS)
        for col, region in enumerate(line)
    )

    found = guess(snapshot(page, shown), {"queens": KINDS["queens"]}, known=True)

    assert found.answer is not None, found.why_not()
    assert dump(load({"kind": "queens", "regions": REGIONS})) == dump(found.answer.puzzle)


def test_keycaps_are_numbers(page: Page) -> None:
    """A number in a box is that number."""
    rows, columns = ["1️⃣", "2", "1"], ["2", "1️⃣", "1"]
    around = "".join(place(at, -1, rows[at], 30) + place(-1, at, columns[at], 30) for at in range(3))
    four = "".join(place(3, -1, "0", 30) + place(-1, 3, "0", 30))

    seen = looks(page, cells(["...."] * 4) + around + four)

    assert [["1"], ["2"], ["1"], ["0"]] == seen.rims[1, False]
    assert [["2"], ["1"], ["1"], ["0"]] == seen.rims[0, False]
