"""Cells and grids."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from solvers import BadPuzzle, Cell, Grid


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    """Draw a grid of any shape with small or large values."""
    highest = draw(st.sampled_from([1, 9, 35, 36, 999_999_999]))
    value = st.none() | st.integers(0, highest)
    width = draw(st.integers(1, 6))
    return Grid(draw(st.lists(st.lists(value, min_size=width, max_size=width), min_size=1, max_size=6)))


@given(grids())
@example(Grid([[36]]))
@example(Grid([[36], [None]]))
@example(Grid([[None, None]]))
@example(Grid([[35, 36], [0, None]]))
def test_text_is_read_back(grid: Grid) -> None:
    """`Grid.parse` and `str` are inverses, as are its rows and its lists of values."""
    assert grid == Grid.parse(str(grid))
    assert grid == Grid.parse(grid.rows())
    assert grid == Grid.parse([list(row) for row in grid.values])
    assert str(grid) == str(Grid.parse(str(grid)))


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("01\n.z", ((0, 1), (None, 35))),
        ("0Z", ((0, 35),)),
        ("0 1\n. 40", ((0, 1), (None, 40))),
        (" 40\n .", ((40,), (None,))),
        (["01", [2, None]], ((0, 1), (2, None))),
    ],
)
def test_parse(rows: str | list[str | list[int | None]], expected: tuple[tuple[int | None, ...], ...]) -> None:
    """Digits, decimals and lists are read."""
    assert expected == Grid.parse(rows).values


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ("", "not of no cells"),
        ([""], "not of 0 cells"),
        ("01\n0", "not of 1 and 2 cells"),
        ("0!", "R1C2 holds '!'"),
        ("0 " + "9" * 5000, "R1C2 holds '999"),
        ([[0], [-1]], "R2C1 holds a number"),
    ],
)
def test_bad_grid(rows: str | list[str | list[int | None]], words: str) -> None:
    """The error for a malformed grid names the place."""
    with pytest.raises(BadPuzzle, match=words):
        Grid.parse(rows)


@given(st.text("01.z \n\t40?²🌞\x00"))
def test_any_text_is_a_grid_or_a_bad_puzzle(text: str) -> None:
    """No text raises another error, and a parsed grid can be written and parsed again."""
    try:
        grid = Grid.parse(text)
    except BadPuzzle:
        return

    assert grid == Grid.parse(str(grid))


@given(st.integers(0, 10**9 - 2), st.integers(0, 10**9 - 2))
def test_cell_is_read_back(row: int, col: int) -> None:
    """`Cell.parse` and `str` are inverses."""
    assert Cell(row, col) == Cell.parse(f"R{row + 1}C{col + 1}") == Cell.parse(str(Cell(row, col)))


@pytest.mark.parametrize("text", ["", "R0C1", "R1C0", "R01C1", "R1C1 ", "R1C1\n", "R-1C1", "R١C1", "R1C" + "9" * 5000])
def test_bad_cell(text: str) -> None:
    """Any other form than R1C1 is refused."""
    with pytest.raises(BadPuzzle, match="a cell is written like R1C1"):
        Cell.parse(text)


def test_order() -> None:
    """Right comes before below, cells sort in reading order, and rows come before columns, each with its name."""
    named = [(name, "".join(str(cell) for cell in line)) for name, line in Grid.make(1, 2).lines()]

    assert (Cell(1, 3), Cell(2, 2)) == Cell(1, 2).neighbours()
    assert [Cell(0, 9), Cell(1, 0), Cell(1, 1)] == sorted([Cell(1, 1), Cell(0, 9), Cell(1, 0)])
    assert named == [("row 1", "R1C1R1C2"), ("column 1", "R1C1"), ("column 2", "R1C2")]


def test_grids_are_values() -> None:
    """Equal grids are equal values with equal hashes, cannot be changed, and contain the cells on the board only."""
    grid = Grid.parse("01")

    assert {grid} == {Grid([[0, 1]]), grid}
    assert grid != Grid.parse("10")
    with pytest.raises(AttributeError):
        grid.values = ()
    assert [True, True, False, False, False] == [
        Cell(*at) in Grid.make(2, 3) for at in ((0, 0), (1, 2), (2, 0), (0, 3), (-1, 0))
    ]


def test_agrees_with() -> None:
    """Two grids of one shape agree unless a cell marked in both differs."""
    for other, agree in (("01", True), ("0.", True), ("00", False), ("0\n1", False)):
        one, second = Grid.parse("01"), Grid.parse(other)

        assert agree == one.agrees_with(second) == second.agrees_with(one)
