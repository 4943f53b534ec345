"""Pictures as text: drawn, and read back."""

from __future__ import annotations

from string import printable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from solvers import BadPuzzle, Cell, Grid, Puzzle, Tango, ThreeInARow, load_picture
from solvers._files import dump_picture
from solvers._picture import Glyph, Picture, parse, text


@st.composite
def puzzles(draw: st.DrawFn) -> Tango | ThreeInARow:
    """Draw a puzzle of either kind, whether or not it can be solved."""
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
    """`load_picture` is the inverse of `dump_picture`, however lines end and trailing blank lines are lost or added."""
    drawn = dump_picture(puzzle)

    assert puzzle == load_picture(drawn)
    assert puzzle == load_picture(drawn.replace("\n", "\r\n") + "\n\n")
    assert puzzle == load_picture(drawn.partition("\n")[2], puzzle.KIND)
    assert drawn == dump_picture(load_picture(drawn))


@given(
    st.integers(1, 4),
    st.integers(1, 4),
    st.dictionaries(st.tuples(st.integers(0, 3), st.integers(0, 3)), st.sampled_from("0123456789abcz")),
    st.dictionaries(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 1)), st.sampled_from("=x|-")),
)
def test_picture_text_is_read_back(
    height: int, width: int, glyphs: dict[tuple[int, int], str], signs: dict[tuple[int, int, int], str]
) -> None:
    """`parse` is the inverse of `text` for any board, its signs included."""
    board = Grid.make(height, width)
    edges = {(Cell(row, col), Cell(row, col).neighbours()[below]): sign for (row, col, below), sign in signs.items()}
    picture = Picture(
        height,
        width,
        {Cell(*place): Glyph(glyph) for place, glyph in glyphs.items() if Cell(*place) in board},
        {edge: sign for edge, sign in edges.items() if edge[0] in board and edge[1] in board},
    )

    assert picture == parse(text(picture))


def test_drawn_tango() -> None:
    """A drawn puzzle looks as documented, and rows without spaces or with × mean the same."""
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
        ("", "begins with a line like 'kind: tango'"),
        ("01\n10", "begins with a line like 'kind: tango', not '01'"),
        ("kind: tango", "the picture is empty"),
        ("kind: tango\n  \n", "the picture is empty"),
        ("kind: tangle\n..\n..", "of kind 'tangle', which is not known; kinds are three_in_a_row, tango"),
        ("kind: tango\n.?\n..", r"R1C2 of the picture holds '\?'"),
        ("kind: tango\n..\n.", "R2C2 of the picture holds ' '"),
        ("kind: tango\n...\n...", "3 columns"),
        ("kind: tango\n..", "1 rows"),
        ("kind: tango\n2.\n..", "givens: R1C1 holds 2"),
        ("kind: tango\n.*. . .\n. . . .", r"R1C1 and R1C2 of the picture bears '\*'"),
        ("kind: tango\n.|.\n. .", r"R1C1 and R1C2 of the picture bears '\|'"),
        ("kind: three_in_a_row\n.=.\n. .", "R1C1 and R1C2 of the picture bears '='"),
        ("kind: tango\n. .=\n. .", "equal: R1C3 is off the board"),
        ("kind: tango\n. .\n =\n. .", "line 2 of the picture bears '=' in column 2"),
        ("kind: tango\n. .\n= = =\n. .", "line 2 of the picture bears '=' in column 5"),
        ("kind: tango\n. .\n\n. .\n=", "line 4 of the picture bears '=' in column 1"),
        ("kind: tango\n. .\n. .\n= =\n. .\n. .", "line 3 of the picture holds no cells"),
        ("kind: tango\n= =", "line 1 of the picture holds no cells"),
    ],
)
def test_bad_picture(drawn: str, words: str) -> None:
    """A malformed picture is told with the cell, the edge or the line."""
    with pytest.raises(BadPuzzle, match=words):
        load_picture(drawn)


@given(
    st.sampled_from(["", "kind: tango\n", "kind: three_in_a_row\n", "kind:"]),
    st.text() | st.text(printable) | st.text("01. =x|-×\n2z", max_size=60),
)
def test_any_text_is_a_puzzle_or_a_bad_puzzle(head: str, drawn: str) -> None:
    """No text brings any other error, and what is read is drawn so that it is read again."""
    try:
        puzzle = load_picture(head + drawn)
    except BadPuzzle:
        return

    assert puzzle == load_picture(dump_picture(puzzle))
