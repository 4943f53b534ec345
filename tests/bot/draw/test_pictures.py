"""Pictures as text: written and parsed."""

from __future__ import annotations

from dataclasses import replace
from string import printable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from solvers import BadPuzzle, Cell, Grid, Puzzle, Tango, ThreeInARow, load_picture
from solvers._core.model.files import dump_picture
from solvers._core.model.picture import Glyph, Picture, parse_picture, picture_text


@st.composite
def puzzles(draw: st.DrawFn) -> Tango | ThreeInARow:
    """Draw a puzzle of one of two kinds, solvable or not."""
    height, width = draw(st.sampled_from([(2, 2), (2, 6), (4, 2), (4, 4)]))
    marks = draw(st.lists(st.sampled_from([None, None, 0, 1]), min_size=height * width, max_size=height * width))
    givens = Grid(marks[start : start + width] for start in range(0, len(marks), width))
    edges = [(cell, other) for cell in givens.cells() for other in cell.neighbours() if other in givens]
    signs = draw(st.dictionaries(st.sampled_from(edges), st.sampled_from("=x"), max_size=6))
    if draw(st.booleans()):
        return ThreeInARow(givens)
    return Tango(givens, *(tuple(edge for edge in signs if signs[edge] == sign) for sign in "=x"))


@given(puzzles())
@example(ThreeInARow(Grid.make(2, 2)))
def test_drawn_puzzle_is_read_back(puzzle: Puzzle) -> None:
    """`load_picture` is the inverse of `dump_picture`, with any line ends and trailing blank lines."""
    drawn = dump_picture(puzzle)

    assert puzzle == load_picture(drawn)
    assert puzzle == load_picture(drawn.replace("\n", "\r\n") + "\n\n")
    assert puzzle == load_picture(drawn.partition("\n")[2], puzzle.KIND)
    assert drawn == dump_picture(load_picture(drawn))


@st.composite
def pictures(draw: st.DrawFn) -> Picture:
    """Draw any picture, with or without words in cells, signs, rims, regions and notes."""
    board = Grid.make(draw(st.integers(1, 4)), draw(st.integers(1, 4)))
    cells, rim = list(board.cells()), st.lists(st.integers(0, 120), max_size=3).map(tuple)
    edges = [(cell, other) for cell in cells for other in cell.neighbours() if other in board]
    words = st.from_regex("[0-9a-z]{1,9}", fullmatch=True) | st.sampled_from(["x", "0", "12"])
    letters = st.sampled_from("ABCaz09x")
    return Picture(
        board.height,
        board.width,
        draw(st.dictionaries(st.sampled_from(cells), words.map(Glyph))),
        draw(st.dictionaries(st.sampled_from(edges), st.sampled_from("=x|-"))) if edges else {},
        draw(st.dictionaries(st.sampled_from(cells), letters)),
        rows=draw(st.just(()) | st.tuples(*[rim] * board.height)),
        columns=draw(st.just(()) | st.tuples(*[rim] * board.width)),
        path=draw(st.lists(st.sampled_from(cells), unique=True).map(tuple)),
        notes=draw(st.dictionaries(st.sampled_from(["highest", "regions", "a_b"]), st.integers(0, 99))),
    )


@given(pictures())
@example(Picture(2, 1, {Cell(0, 0): Glyph("12")}))
@example(Picture(1, 1, {}, rows=((),), columns=((),)))
@example(Picture(1, 3, {Cell(0, 0): Glyph("x"), Cell(0, 2): Glyph("x")}, {(Cell(0, 1), Cell(0, 2)): "x"}))
def test_picture_text_is_read_back(picture: Picture) -> None:
    """`parse` is the inverse of `text` for any board."""
    drawn = picture_text(picture)

    assert picture == parse_picture(drawn)
    assert picture.path == parse_picture(drawn).path
    assert picture == parse_picture("\n".join(f"{line}  " for line in drawn.splitlines()))
    assert drawn == picture_text(parse_picture(drawn))


def test_drawn_rims() -> None:
    """Notes come first, rims are above and beside the board, and cells are as wide as the longest word."""
    picture = Picture(
        2,
        3,
        {Cell(0, 1): Glyph("12"), Cell(1, 0): Glyph("s4")},
        {(Cell(0, 1), Cell(1, 1)): "-"},
        rows=((2, 13), ()),
        columns=((11,), (), (2, 7, 104)),
        notes={"highest": 5},
    )
    drawn = """highest: 5

         .   .   2
         .   .   7
        11   . 104
2 13 :   .  12   .
             -
   . :  s4   .   .
"""

    assert drawn == picture_text(picture)
    assert picture == parse_picture(drawn)


def test_drawn_regions_and_paths() -> None:
    """Regions alone give a board without marks, in which spaces do not count; a path numbers its cells."""
    picture = Picture(2, 3, {}, fills=dict(zip(Grid.make(2, 3).cells(), "AABCAB", strict=True)))

    assert picture_text(picture) == "regions:\nAAB\nCAB\n"
    assert picture == parse_picture("regions:\nA A B\nC A B")
    assert replace(picture, glyphs={Cell(0, 1): Glyph("1")}) == parse_picture(".1.\n...\n\nregions:\nAAB\nCAB")

    path = Cell(0, 0), Cell(0, 1), Cell(1, 1)
    walked = Picture(2, 2, {Cell(0, 0): Glyph("1"), Cell(1, 1): Glyph("2")}, path=path)

    assert picture_text(walked) == "1 .\n. 2\n\npath:\n1 2\n. 3\n"
    assert path == parse_picture(picture_text(walked)).path


def test_values() -> None:
    """A glyph's value is a digit, a base-36 letter or a decimal; words have none."""
    picture = parse_picture("a 12 s4 .")

    assert [10, 12, None] == [picture.value(Cell(0, col)) for col in (0, 1, 3)]
    with pytest.raises(BadPuzzle, match="R1C3 holds 's4'"):
        picture.value(Cell(0, 2))


def test_drawn_tango() -> None:
    """A puzzle's text is as documented, and rows without spaces or with × mean the same."""
    puzzle = Tango(
        Grid.parse([".1..", "..0.", "....", "...0"]),
        equal=((Cell(0, 1), Cell(0, 2)), (Cell(1, 1), Cell(2, 1))),
        opposite=((Cell(0, 1), Cell(1, 1)),),
    )
    drawn = "kind: tango\n. 1=. .\n  x\n. . 0 .\n  =\n. . . .\n\n. . . 0\n"

    assert drawn == dump_picture(puzzle)
    assert puzzle == load_picture(drawn.replace("x", "×"))
    assert Tango(puzzle.givens) == load_picture("kind: tango\n.1..\n..0.\n....\n...0")


@pytest.mark.parametrize(
    ("drawn", "words"),
    [
        ("01\n10", "begins with a line like 'kind: tango', not '01'"),
        ("kind: tango", "the picture is empty"),
        ("kind: tangle\n..\n..", "of kind 'tangle'; did you mean tango"),
        ("kind: tango\n.?\n..", r"R1C2 of the picture holds '\?'"),
        ("kind: tango\n..\n.", "row 2 has 1 cell, and row 1 has 2"),
        ("kind: tango\n.*. . .\n. . . .", "row 2 has 4 cells, and row 1 has 3"),
        ("kind: tango\n. s4\n. .", "R1C2 holds 's4'"),
        ("kind: tango\n. 1234567890\n. .", "R1C2 of the picture holds '1234567890'"),
        ("kind: tango\n.|.\n. .", r"R1C1 and R1C2 of the picture has the sign '\|'"),
        ("kind: three_in_a_row\n.=.\n. .", "R1C1 and R1C2 of the picture has the sign '='"),
        ("kind: tango\n. .=\n. .", "line 1 of the picture has '=' in column 4, where there is no edge"),
        ("kind: tango\n. .\n =\n. .", "line 2 of the picture has '=' in column 2"),
        ("kind: tango\n. .\n\n. .\n=", "line 4 of the picture holds no cells"),
        ("kind: tango\nhighest: 5", "the picture holds no cells"),
        ("kind: tango\nhighest: 5\nhighest: 6\n..", "line 2 of the picture gives highest again"),
        ("kind: tango\n1: . .\n . .", "line 2 of the picture has no ':' before its cells"),
        ("kind: tango\n1: . .\n : . .", "numbers beside rows"),
        ("kind: tango\n1: . .\n ?: . .", r"the picture holds '\?', but"),
        ("kind: tango\n  1\n: . .", "line 1 of the picture is 1 wide, not 2"),
        ("kind: tango\n..\n..\nregions:\nAA\nA", "line 5 of the picture is 1 wide, not 2"),
        ("kind: tango\n..\n..\nregions:\nAA", "2 rows of cells, but 1 of the regions"),
        ("kind: tango\nregions:\nAA\nA?", r"the picture holds '\?'"),
        ("kind: tango\n..\npath:\n1 b", "R1C2 of the picture holds 'b': a cell is its place on the path"),
        ("kind: tango\n..\npath:\n1 2\n3 4", "1 rows of cells, but 2 of the path"),
        ("kind: tango\n. .\n. .\n\nregions:\nAA\nBB\n", "has regions, but a puzzle of kind tango has none"),
        ("kind: binairo\n1 : . .\n1 : . .\n", "numbers beside rows"),
        ("kind: tango\nhighest: 5\n. .\n. .\n", "'highest', which has no meaning"),
        ("kind: patches\ns4 . .\n. . r", "R2C3 of the picture holds 'r': a clue is one of a, s, w, t"),
        ("kind: sudoku\nregions:\nAABB\nAABB\nCCDD\nCDCD", "R4C2 of the picture breaks its boxes of 2×2"),
        ("kind: sudoku\nregions:\nAABB\nAABB\nAADD\nAADD", "a board with boxes of 4×2 is 8×8"),
        ("kind: tango\n..\n..\narrow: R1C1 R1C2", "lines of cells"),
        ("kind: sudoku\n....\n....\n....\n....\nsnake: R1C1 R1C2", "lines of cells"),
    ],
)
def test_bad_picture(drawn: str, words: str) -> None:
    """The error for a malformed picture names the cell, the edge or the line."""
    with pytest.raises(BadPuzzle, match=words):
        load_picture(drawn)


@given(
    st.sampled_from(["", "kind: tango\n", "kind: three_in_a_row\n", "kind:"]),
    st.text() | st.text(printable) | st.text("01. =x|-×\n2z:A", max_size=60),
)
def test_any_text_is_a_puzzle_or_a_bad_puzzle(head: str, drawn: str) -> None:
    """No text raises another error, and what is parsed can be written and parsed again."""
    try:
        puzzle = load_picture(head + drawn)
    except BadPuzzle:
        return

    assert puzzle == load_picture(dump_picture(puzzle))
