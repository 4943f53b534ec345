"""Pictures on the terminal, as SVG, PNG and PDF, and the command that draws them."""

from __future__ import annotations

import json
import pathlib
import re
import struct
from base64 import b64encode
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page

from bot.batch.printing import board, pdf, png
from bot.draw import terminal
from bot.draw.looks import CELL, PAPER, SHAPES, STYLES
from bot.draw.svg import content, layers, shapes, sheet, svg
from bot.files import MARK
from solvers import Cell, Grid, Pips, Puzzle, Tango, ThreeInARow, dump, load, load_picture, solve
from solvers._core.model.picture import Glyph, Picture
from solvers.pips import Condition
from tests.bot.batch.test_many import jsonl
from tests.bot.draw.test_pictures import pictures
from tests.conftest import Givens
from tests.solvers.test_kinds import PUZZLES
from tests.tiers import first, spread

ONE = ThreeInARow(Grid.parse(["....", ".11.", ".1..", "0..."]))
SOLUTION = ["1001", "0110", "1100", "0011"]
SEVERAL = Tango(Grid.parse(["1...", "....", "....", "...0"]), equal=((Cell(0, 1), Cell(0, 2)),))
NONE = Tango(Grid.parse(["10..", "....", "....", "...."]), equal=((Cell(0, 0), Cell(0, 1)),))
KINDS = {puzzle.KIND: puzzle for puzzle in PUZZLES.values()}
LESS = Condition(Cell(1, 0), "less", 5)
ZIGZAG = tuple(Cell(*place) for place in ((0, 0), (0, 1), (1, 1), (1, 0), (2, 0), (2, 1)))
ZIP = Picture(
    3,
    2,
    {Cell(0, 0): Glyph("1", tone="disc"), Cell(2, 1): Glyph("10", tone="disc")},
    {(Cell(0, 0), Cell(1, 0)): "-"},
    path=ZIGZAG,
)


def elements(document: str) -> list[dict[str, str]]:
    """Return the names and attributes of all elements of an XML document; raises if it is not well-formed."""
    root = ET.fromstring(document)  # noqa: S314 - ours
    return [{"name": element.tag.rpartition("}")[2]} | element.attrib for element in root.iter()]


def cells(document: str) -> dict[str, str]:
    """Return the classes of each cell of an SVG document."""
    return {element["data-cell"]: element["class"] for element in elements(document) if "data-cell" in element}


@given(pictures(), st.text(), st.sampled_from([None, True, False]))
def test_svg_is_well_formed(picture: Picture, title: str, dark: bool | None) -> None:  # noqa: FBT001 - drawn
    """Any picture and title give a well-formed document with each cell once, in reading order."""
    lit = replace(picture, lit=frozenset(picture.glyphs))

    assert [str(cell) for cell in picture.cells()] == list(cells(svg(lit, title=title, dark=dark)))


def test_svg_tells_cells_apart() -> None:
    """Cells have the classes `given`, `mark` and `lit`, and givens differ from marks in shape."""
    grid = Grid.parse(SOLUTION)
    document = svg(replace(ONE.picture(grid), lit=frozenset({Cell(0, 0)})), title="<&\0")
    shapes = [element["href"] for element in elements(document) if element["name"] == "use"]

    assert {"cell mark lit", "cell mark", "cell given"} == set(cells(document).values())
    assert ["cell mark lit", "cell given"] == [cells(document)[name] for name in ("R1C1", "R2C2")]
    assert ["#givens-ring", "#givens-square-cool-mark", "#givens-ball-light-mark"] == shapes[:3]
    assert "<title>&lt;&amp;\ufffd</title>" in document
    assert document == svg(replace(ONE.picture(grid), lit=frozenset({Cell(0, 0)})), title="<&\0")
    documents = {dark: svg(ONE.picture(), dark=dark) for dark in (None, False, True)}  # None: the viewer's scheme.
    assert [True, False, False] == ["prefers-color-scheme" in document for document in documents.values()]
    assert [True, True, False] == ["fill:#ffffff" in document for document in documents.values()]


@pytest.mark.parametrize("given", [True, False])
def test_marks_of_a_kind_are_told_apart(given: bool) -> None:  # noqa: FBT001 - as in `Glyph`
    """No two marks of a kind are drawn alike; the signs for equal and opposite differ without colour."""
    for kind, puzzle in KINDS.items():
        glyphs = [Glyph("", symbol, tone, given=given) for symbol, tone in puzzle.LOOKS.values()]
        drawn = {tuple(content(Picture(1, 1, {Cell(0, 0): glyph}), Cell(0, 0), 0, 0)) for glyph in glyphs}

        assert len(puzzle.LOOKS) == len(drawn), kind
    equal, opposite = (sorted(data for _, data in SHAPES[name]) for name in ("equal", "opposite"))
    assert equal != opposite
    assert {style for parts in SHAPES.values() for style, _ in parts} <= set(STYLES)


def test_3_in_a_row_has_one_pair_of_looks() -> None:
    """The terminal draws what a picture does: a filled square for blue, a ring for white, as sentences say."""
    drawn = terminal.board(ONE.picture(Grid.parse(SOLUTION))).plain

    assert {1: "blue", 0: "white"} == ONE.MARKS
    assert ["■○○■", "○■■○", "■■○○", "○○■■"] == [re.sub(r"[\d ]", "", line) for line in drawn.splitlines()[1:]]


def test_marks_are_centred(page: Page) -> None:
    """The outline of a mark is in the middle of its cell, at most 0.65 as wide, and touches no sign on an edge."""
    marks = ["sun", "moon", "crown", "star", "tent", "square-cool", "ball-warm"]
    names = ["equal", *marks, *(f"{name}-mark" for name in marks)]
    page.set_content(f"<svg><style>{sheet(STYLES)}</style>{shapes(names)}</svg>")
    sides: dict[str, list[list[float]]] = page.evaluate(
        """() => {
            const sides = (path) => {
                const { x, y, width, height } = path.getBBox();
                const reach = parseFloat(getComputedStyle(path).strokeWidth) / 2;
                return [x - reach, y - reach, x + width + reach, y + height + reach];
            };
            const shapes = [...document.querySelectorAll("g")];
            return Object.fromEntries(shapes.map((shape) => [shape.id, [...shape.children].map(sides)]));
        }"""
    )
    sign = max(right for _, _, right, _ in sides.pop("givens-equal")) - CELL / 2
    for name, paths in sides.items():
        lefts, tops, rights, bottoms = zip(*paths, strict=True)
        (left, right), (top, bottom) = (min(lefts), max(rights)), (min(tops), max(bottoms))

        assert abs((left + right) / 2 - CELL / 2) <= 0.5, name
        assert abs((top + bottom) / 2 - CELL / 2) <= 1.5, name
        assert max(right - left, bottom - top) <= 0.65 * CELL, name
        if name.removesuffix("-mark") in {"givens-sun", "givens-moon"}:
            assert sign <= min(left, top, CELL - right, CELL - bottom), name


def test_walls_stay_within_the_frame() -> None:
    """The round ends of walls do not reach beyond the line around the board."""
    edges = [(Cell(0, 0), Cell(0, 1)), (Cell(1, 0), Cell(1, 1)), (Cell(0, 0), Cell(1, 0)), (Cell(0, 1), Cell(1, 1))]
    layout = layers(Picture(2, 2, {}, dict.fromkeys(edges, "|")))
    left, top = layout.corner
    (walls,) = re.findall('class="givens-wall" d="([^"]+)"', layout.above)
    points = re.findall(r"([\d.]+)\D([\d.]+)", walls)
    reach = (STYLES["wall"].width - STYLES["frame"].width) / 2

    assert 8 == len(points)
    assert all(reach <= float(x) - left <= 2 * CELL - reach for x, _ in points)
    assert all(reach <= float(y) - top <= 2 * CELL - reach for _, y in points)


@pytest.mark.parametrize("rulers", [True, False])
def test_rulers(rulers: bool) -> None:  # noqa: FBT001
    """Rows and columns are numbered, every fifth in bold on a large board, unless that is not wanted."""
    document = svg(Picture(2, 10, {}), rulers=rulers)

    found = re.findall('class="givens-(ruler[^"]*)"[^>]*>(\\d+)<', document)

    numbers = ["1", "2", *map(str, range(1, 11))] if rulers else []
    assert numbers == [number for _, number in found]
    assert numbers[6:7] + numbers[11:] == [number for style, number in found if style == "ruler-fifth"]


def test_kakuro_has_its_sums_in_black_cells() -> None:
    """Both sums stand in the split black cell before their runs, also outside of the board, and not on the rim."""
    puzzle = load(
        {"kind": "kakuro", "blocks": ["..b", "...", "b.."], "rows": [[3], [6], [5]], "columns": [[4], [7], [3]]}
    )
    picture = puzzle.picture()

    document = svg(picture, rulers=False)

    assert {Cell(0, -1): (3, 0), Cell(1, -1): (6, 0), Cell(2, 0): (5, 0)}.items() <= picture.sums.items()
    assert {Cell(-1, 0): (0, 4), Cell(-1, 1): (0, 7), Cell(0, 2): (0, 3)}.items() <= picture.sums.items()
    assert sorted("365473") == sorted(re.findall('class="givens-sum"[^>]*>([^<]*)<', document))
    assert "givens-rim" not in document


def styles(document: str) -> Counter[str]:
    """Return how many elements have each style."""
    return Counter(element["class"] for element in elements(document) if element["name"] in {"path", "text"})


def test_pips_are_regions_tags_and_dominoes() -> None:
    """Conditions are tags, also on a solved board; the tray pales as dominoes are laid; other cells are not there."""
    puzzle = Pips(("AA.", "BCC", "..C"), ((0, 1), (0, 4), (2, 2)), (Condition(Cell(0, 0), "sum", 1), LESS))
    laid = Grid.parse([".......", ".0d1...", ".......", ".4.....", *["......."] * 3])
    fresh, begun = (svg(puzzle.picture(grid)) for grid in (None, laid))
    tray = {"givens-tray": 3, "givens-tray-pips": 3}

    assert ["1", "&lt;5"] == re.findall('class="givens-tag"[^>]*>([^<]*)<', fresh)
    assert tray.items() <= styles(fresh).items()
    assert {"givens-tag": 2, "givens-tile": 1, "givens-tray": 2, "givens-tray-used": 1}.items() <= styles(begun).items()
    assert [["R1C1", "R1C2", "R2C1", "R2C2", "R2C3", "R3C3"]] * 2 == [[*cells(fresh)], [*cells(begun)]]
    assert {"R1C1": "cell mark", "R1C2": "cell mark", "R2C1": "cell mark"}.items() <= cells(begun).items()
    assert {"cell"} == {*cells(fresh).values()}
    assert {"cell lit"} == {*cells(svg(replace(puzzle.picture(), lit=frozenset(puzzle.board.cells())))).values()}
    assert {"givens-frame", "givens-border"}.isdisjoint(styles(fresh))
    drawn = terminal.board(puzzle.picture(laid)).plain.splitlines()
    assert ["1 ┃¹ 0───1┃", "2 ┃<⁵4┃  ·   ·┃", "   0-1 0-4 2-2"] == [drawn[row].rstrip() for row in (2, 4, 8)]


@pytest.mark.parametrize(
    ("kind", "frame", "clue"),
    [
        ("slitherlink", set(), "givens-clue"),
        ("masyu", {"givens-faint"}, None),
        ("galaxies", {"givens-frame", "givens-dotted"}, None),
        ("killer_sudoku", {"givens-border", "givens-line", "givens-cage"}, None),
        ("net", {"givens-frame", "givens-line", "givens-source"}, None),
        ("nonogram", {"givens-frame", "givens-line", "givens-fifth"}, None),
        ("sudoku", {"givens-border", "givens-line"}, None),
        ("thermometers", {"givens-frame", "givens-line"}, None),
        ("kurodoko", {"givens-frame", "givens-line"}, "givens-clue"),
    ],
)
def test_clues_are_ink_and_lines_stand_out(kind: str, frame: set[str], clue: str | None) -> None:
    """A loop has no frame that looks like a line, and what is printed never has the colour of marks."""
    puzzle = KINDS[kind]
    fresh = styles(svg(puzzle.picture()))

    parts = ("frame", "border", "line", "faint", "dotted", "cage", "fifth", "source")
    assert frame == {f"givens-{name}" for name in parts} & fresh.keys()
    assert {"givens-word-mark", "givens-drawn"}.isdisjoint(fresh)
    assert clue is None or fresh[clue] == len(puzzle.picture().glyphs)
    assert STYLES["clue"].fill == STYLES["word"].fill != STYLES["word-mark"].fill


@pytest.mark.parametrize("kind", spread(KINDS, of=6))
def test_every_kind_is_drawn(kind: str) -> None:
    """Givens and solution of every kind can be drawn as SVG and on the terminal, and differ."""
    puzzle = KINDS[kind]
    given, solved = puzzle.picture(), puzzle.picture(solve(puzzle).grid)

    assert [str(cell) for cell in given.cells() if given.has(cell)] == [*cells(svg(given))]
    assert svg(given) != svg(solved)
    assert terminal.board(given).plain != terminal.board(solved).plain


CORNERS = """async (data) => {
    const image = new Image();
    image.src = data;
    await image.decode();
    const [wide, high] = [image.width, image.height];
    const context = new OffscreenCanvas(wide, high).getContext("2d");
    context.drawImage(image, 0, 0);
    const at = (x, y) => [...context.getImageData(x, y, 1, 1).data].slice(0, 3);
    const hex = (colour) => `#${colour.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
    return [[0, 0], [wide - 1, 0], [0, high - 1], [wide - 1, high - 1]].map((place) => hex(at(...place)));
}"""
"""Returns the colours of the four corners of an image."""


@pytest.mark.parametrize(("kind", "dark"), first([("pips", True), ("tango", False), *((kind, True) for kind in KINDS)]))
def test_printed_board(chromium: Browser, page: Page, kind: str, dark: bool) -> None:  # noqa: FBT001
    """A PNG has two pixels a unit, all of them drawn; a PDF has one page of its size; both name us, and no time."""
    drawn = board(KINDS[kind].picture(), title="A <board>", dark=dark)
    image, printed = png(chromium, drawn), pdf(chromium, drawn)
    width, height = (int(side) for side in layers(KINDS[kind].picture())[:2])
    box = [float(side) for side in re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", printed)[0]]

    assert (b"\x89PNG", 2 * width, 2 * height) == struct.unpack(">4s12xII", image[:24])
    assert [PAPER[dark]] * 4 == page.evaluate(CORNERS, f"data:image/png;base64,{b64encode(image).decode()}")
    assert [1, b"A <board>"] == [printed.count(b"/Type /Page\n"), re.findall(rb"/Title \((.*?)\)", printed)[0]]
    assert [pytest.approx(72 * width / 80, abs=1), pytest.approx(72 * height / 80, abs=1)] == box
    for file, again in ((image, png), (printed, pdf)):
        assert MARK.encode() in file
        assert file == again(chromium, drawn)
    assert b"Date" not in printed


@pytest.mark.parametrize(
    ("picture", "drawn"),
    [
        (Picture(1, 3, {Cell(0, 0): Glyph("12")}, {(Cell(0, 0), Cell(0, 1)): "x"}), ["   1  2  3", "1 12× ·  ·"]),
        (ZIP, ["   1  2", "1  1──┐", "  ━━╸ │", "2  ┌──┘", "   │", "3  └─10"]),
        (
            Picture(2, 2, {Cell(0, 0): Glyph("1")}, fills=dict(zip(Grid.make(2, 2).cells(), "AABA", strict=True))),
            ["   1 2", "  ┏━━━┓", "1 ┃1 ·┃", "  ┣━┓ ┃", "2 ┃·┃·┃", "  ┗━┻━┛"],
        ),
        (
            Picture(1, 2, {Cell(0, 1): Glyph("0", "·")}, rows=((2, 13),), columns=((), (4, 5)), notes={"highest": 5}),
            ["highest: 5", "       1 2", "         4", "         5", "1 2 13 · █"],
        ),
        (Picture(1, 4, {}, lit=frozenset({Cell(0, 0), Cell(0, 1), Cell(0, 3)})), ["   1 2 3 4", "1 [· ·]·[·]"]),
        (Picture(1, 2, {}, lit=frozenset({Cell(0, 1), Cell(0, 2)})), ["   1 2", "1  ·[·]"]),
        (
            Picture(
                2,
                2,
                {Cell(0, 0): Glyph("1")},
                {(Cell(0, 0), Cell(0, 1)): "=", (Cell(1, 0), Cell(1, 1)): "|"},
                lit=frozenset({Cell(0, 0), Cell(1, 1)}),
            ),
            ["     1   2", "1   [1]= ·", "2    · ┃[·]"],
        ),
        (
            Picture(1, 2, {Cell(0, 0): Glyph("b", "■", "block")}, sums={Cell(0, 0): (7, 16), Cell(-1, 1): (0, 9)}),
            ["      1    2", "          9\\", "1  16\\7    ·"],
        ),
        (Picture(1, 11, {}), ["                    1 1", "  1 2 3 4 5 6 7 8 9 0 1", "1 · · · · · · · · · · ·"]),
    ],
    ids=["words", "path", "regions", "rims", "lit", "lit at the rim", "lit beside signs", "sums", "wide"],
)
def test_board_on_the_terminal(picture: Picture, drawn: list[str]) -> None:
    """Cells have one width, paths and borders join, rims and rulers are around the board, lit cells have brackets."""
    assert drawn == [line.rstrip() for line in terminal.board(picture).plain.splitlines()]


@given(pictures())
def test_board_of_any_picture(picture: Picture) -> None:
    """The rows of any picture have one width, and the content of every cell is drawn."""
    lines = terminal.board(replace(picture, lit=frozenset(picture.glyphs), notes={})).plain.splitlines()

    assert len({len(line) for line in lines[-picture.height :]}) == 1
    assert all(any(glyph.text in line for line in lines) for glyph in picture.glyphs.values())


def test_render_one(givens: Givens, tmp_path: pathlib.Path) -> None:
    """A single puzzle gives one file in the format of its suffix; the text is a puzzle again."""
    for ending, head in ((".svg", b"<svg"), (".png", b"\x89PNG"), (".pdf", b"%PDF"), (".txt", b"kind: ")):
        done = givens("draw", "-", "-o", f"board{ending}", stdin=jsonl(dump(ONE)))

        assert (0, f"wrote board{ending}\n", "") == (done.returncode, done.stdout, done.stderr)
        assert (tmp_path / f"board{ending}").read_bytes().startswith(head)
    assert ONE == load_picture((tmp_path / "board.txt").read_text())
    assert {"board.svg", "board.png", "board.pdf", "board.txt"} == {path.name for path in tmp_path.iterdir()}


def test_render_several(givens: Givens, tmp_path: pathlib.Path) -> None:
    """Several puzzles give numbered files, a folder is created, and lines name the files."""
    taken = jsonl({"id": 7, "puzzle": dump(ONE)}, {"puzzle": dump(SEVERAL)})
    done = givens("draw", "-", "-o", "made/board.svg", "--json", "--dark", stdin=taken)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    foldered = givens("draw", "-", "-o", "folder/", stdin=taken)

    assert (0, 0) == (done.returncode, foldered.returncode)
    assert {"v": 1, "line": "stdin:1", "id": 7, "puzzle": dump(ONE), "file": "made/board-1.svg"} == answers[0]
    assert "prefers-color-scheme" not in (tmp_path / answers[1]["file"]).read_text()
    assert ["1.svg", "2.svg"] == sorted(path.name for path in (tmp_path / "folder").iterdir())


def test_render_solutions(givens: Givens, tmp_path: pathlib.Path) -> None:
    """The solution is drawn that was proven, whatever stands beside the puzzle."""
    taken = jsonl({"puzzle": dump(ONE)}, {"puzzle": dump(ONE), "solution": ["1001"] * 4})
    done = givens("draw", "-", "--solution", "-o", "board.txt", stdin=taken)
    drawn = [(tmp_path / f"board-{number}.txt").read_text() for number in (1, 2)]

    assert 0 == done.returncode
    assert [ThreeInARow(Grid.parse(SOLUTION))] * 2 == [*map(load_picture, drawn)]


@pytest.mark.parametrize(("puzzle", "lit", "words"), [(NONE, 2, "no solution"), (SEVERAL, 11, "several solutions")])
def test_render_what_was_misread(givens: Givens, tmp_path: pathlib.Path, puzzle: Puzzle, lit: int, words: str) -> None:
    """The error is that of `solve`, and the picture shows where to look."""
    done = givens("draw", "-", "--solution", "-o", "board.svg", stdin=jsonl(dump(puzzle)))
    classes = cells((tmp_path / "board.svg").read_text())

    assert 4 == done.returncode
    assert words in done.stderr
    assert lit == sum(name.endswith(" lit") for name in classes.values())


def test_booklet(givens: Givens, tmp_path: pathlib.Path) -> None:
    """Puzzles fill pages and solutions follow; one without a unique solution is left out, and equal runs are equal."""
    (tmp_path / "some.jsonl").write_text(jsonl(*map(dump, (ONE, SEVERAL, ONE, ONE))))
    command = "draw", "some.jsonl", "--booklet", "--per-page", "2"

    made = [givens(*command, "-o", name) for name in ("one.pdf", "two.pdf")]
    wrong = givens(*command, "--to", "puzzlink"), givens(*command, "-o", "one.svg"), givens(*command)
    none = givens("draw", "-", "--booklet", "-o", "none.pdf", stdin=jsonl(dump(SEVERAL)))

    assert [(4, 1)] * 2 == [(done.returncode, done.stderr.count("several solutions")) for done in made]
    assert 3 == len(re.findall(rb"/Type /Page\b(?!s)", (tmp_path / "one.pdf").read_bytes()))
    assert (4, "", False) == (none.returncode, none.stdout, (tmp_path / "none.pdf").exists())
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()
    assert [2, 2, 2] == [done.returncode for done in wrong]
