"""Kinds whose rules are about regions or parts, against brute force in plain Python and published counts."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import (
    BadPuzzle,
    Cell,
    Fillomino,
    Galaxies,
    Grid,
    JigsawSudoku,
    RippleEffect,
    Suguru,
    explain,
    generate,
    load,
    solutions,
)
from solvers import fillomino as module
from solvers._core.model.known import bits
from solvers.galaxies import Area, Galaxy, around, of, opposite
from tests.brute import check, clash, refused, squares, told
from tests.tiers import examples, first

KINDS = Suguru, RippleEffect


@pytest.mark.parametrize("kind", KINDS)
@examples(100, quick=4)
@given(st.permutations("AABBBC"), st.sampled_from([".", "1", "2"]))
def test_all_solutions(kind: type[Suguru | RippleEffect], names: list[str], first: str) -> None:
    """Z3 finds the boards that brute force finds."""
    rows = ("".join(names[:3]), "".join(names[3:]))
    try:
        check(kind(rows, Grid.parse([f"{first}..", "..."])))
    except BadPuzzle as error:
        assert "holds 2, but its region holds the numbers from 1 to 1" in error.message  # noqa: PT017


def test_equal_numbers() -> None:
    """Regions of one cell hold 1: those of a line are too near for Ripple Effect, those at a corner for Suguru."""
    found = {
        (kind.KIND, rows): len(solutions(load({"kind": kind.KIND, "regions": rows, "givens": ["..", ".."]})).grids)
        for kind, rows in product(KINDS, [("AB", "BA"), ("AB", "AB"), ("AA", "AA")])
    }

    assert {
        ("suguru", ("AB", "BA")): 0,
        ("suguru", ("AB", "AB")): 0,
        ("suguru", ("AA", "AA")): 24,
        ("ripple_effect", ("AB", "BA")): 0,
        ("ripple_effect", ("AB", "AB")): 2,
        ("ripple_effect", ("AA", "AA")): 24,
    } == found


def test_distance() -> None:
    """In Ripple Effect at least one cell stands between two 1, two between two 2, three between two 3."""
    found = solutions(RippleEffect(("AAABBB",), Grid.parse(["......"]))).grids

    assert {"231213", "312132"} == {str(grid) for grid in found}


def test_words() -> None:
    """Steps are named as in a Sudoku."""
    assert [
        ("hidden single", "R1C3 is 1: the region of R1C2 has no other cell for 1"),
        ("hidden single", "R1C2 is 3: the region of R1C2 has no other cell for 3"),
        ("hidden single", "R3C1 is 3: the region of R1C1 has no other cell for 3"),
        ("full house", "R1C1 is 2: only 2 is missing in the region of R1C1"),
    ] == told("suguru", regions=["ABBC", "ABCC", "ABCC"], givens=["....", "1..4", "..3."])[:4]


@pytest.mark.parametrize("kind", ["suguru", "ripple_effect"])
def test_errors(kind: str) -> None:
    """Numbers that no cell of a region holds, and boards of two sizes, are refused; numbers that clash are named."""
    refused("givens: 2 rows and 3 columns, but the regions have 1 and 3", kind, regions=["AAB"], givens=["..."] * 2)
    refused("R1C3 holds 2, but its region holds the numbers from 1 to 1", kind, regions=["AAB"], givens=["..2"])
    refused("regions: the region of R1C1 has 51 cells, more than 50", kind, regions=["A" * 51], givens=["." * 51])
    clash("no solution: R1C1 is 1, but R1C3 is 1", kind, regions=["AAA"], givens=["1.1"])


BOXES = ("AABB", "AABB", "CCDD", "CCDD")
ROWS = ("AAAA", "BBBB", "CCCC", "DDDD")
SNAKES = ("AAAB", "CABB", "CCDB", "CDDD")


@pytest.mark.parametrize(("regions", "count"), first([(BOXES, 288), (ROWS, 576)]))
def test_published_counts_of_jigsaw(regions: tuple[str, ...], count: int) -> None:
    """With boxes there are as many solutions as of a 4×4 Sudoku, with rows as many as Latin squares."""
    puzzle = JigsawSudoku(regions, Grid.make(4, 4))

    assert count == check(puzzle, among=squares(4))


@pytest.mark.parametrize("givens", [["...."] * 4, ["1...", "....", "...2", "...."]])
def test_all_solutions_of_jigsaw(givens: list[str]) -> None:
    """With regions of any shape, the solver finds what brute force finds."""
    puzzle = JigsawSudoku(SNAKES, Grid.parse(givens))

    assert check(puzzle, among=squares(4))


def test_regions_without_solution_are_drawn_again() -> None:
    """Some regions that are drawn for this seed have no solution."""
    made = generate("jigsaw_sudoku", (5, 5), seed=19)

    assert made.puzzle.is_solved_by(made.solution)


@pytest.mark.parametrize(
    ("regions", "words"),
    [
        (["AAB", "ABB", "CC"], "the board is a square"),
        (["AAB", "ABB", "CCB"], "region B has 4 cells, but a row has 3"),
        (["ABA", "ABB", "CCC"], "R1C3 is cut off"),
        (["AAA", "BBB", "CC1"], "named by one letter"),
    ],
)
def test_errors_of_jigsaw(regions: list[str], words: str) -> None:
    """Regions of another size, in parts, or without a letter are refused."""
    refused(words, "jigsaw_sudoku", regions=regions, givens=["..."] * 3)


NUMBER = st.integers(0, 4).map(lambda number: [number] if number else [])
REGIONS = st.lists(st.lists(st.sampled_from("AABC"), min_size=3, max_size=3), min_size=2, max_size=2)


@examples(500, quick=20)
@given(REGIONS, st.lists(NUMBER, min_size=5, max_size=5), st.integers(1, 2))
def test_all_solutions_of_stitches(regions: list[list[str]], numbers: list[list[int]], stitches: int) -> None:
    """With any regions and numbers, the solver finds what brute force finds."""
    fields = {"regions": regions, "rows": numbers[:2], "columns": numbers[2:], "stitches": stitches}
    check(load({"kind": "stitches", **fields}))


def test_words_of_stitches() -> None:
    """A step says which rule or number it follows from."""
    words = {step.words.partition(": ")[2] for step in explain(generate("stitches", (5, 5), seed=2).puzzle)}

    assert any(sentence.endswith(" has 1 end of stitches") for sentence in words)
    assert any("at most one stitch ends at R" in sentence for sentence in words)


def test_errors_of_stitches() -> None:
    """Boards without stitches are refused, and the numbers that clash are named."""
    board: dict[str, Any] = {"kind": "stitches", "regions": ["AB", "AB"], "rows": [[2], []], "columns": [[], [2]]}

    refused("stitches: 0, but at least one joins two regions", **board | {"stitches": 0})
    refused("rows: 3 of them, but the board has 2", **board | {"rows": [[], [], []]})
    clash("no solution: column 2 has 2 ends of stitches, which", **board)


BLANKS = {(1, 1): 1, (1, 2): 1, (1, 3): 3, (1, 4): 4, (2, 2): 5}
"""The open boards: a row of three is 333, 122 or 221; a square is 4444, a 1 and three 3s, but not two 2s."""


@pytest.mark.parametrize("size", BLANKS, ids=str)
def test_open_boards_of_fillomino(size: tuple[int, int]) -> None:
    """Without givens, parts of equal size do not touch."""
    assert BLANKS[size] == check(Fillomino(Grid.make(*size)))


@examples(60, quick=4)
@given(st.text("....1234", min_size=5, max_size=5))
def test_all_solutions_of_fillomino(cells: str) -> None:
    """Z3 finds the boards that brute force finds."""
    check(Fillomino(Grid.parse([cells])))
    check(Fillomino(Grid.parse([cells[:2], cells[2:4]])))


@examples(60, quick=2)
@given(st.lists(st.sampled_from([*".......12345678"]), min_size=12, max_size=12))
def test_room_of_fillomino(numbers: list[str]) -> None:
    """On a large board, numbers are thought of only where they have room, which loses no solution."""
    cells = "".join(numbers)
    puzzle = Fillomino(Grid.parse([cells[:4], cells[4:8], cells[8:]]))
    expected = {*solutions(puzzle, limit=60).grids}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "WHOLE", 0)
        found = {*solutions(puzzle, limit=60).grids}

    assert len(expected) == len(found)
    assert expected == found or len(found) == 60
    assert all(map(puzzle.is_solved_by, found))


def test_words_of_fillomino() -> None:
    """Steps name the part that has to grow, or may not, and the number that is left; givens that clash are named."""
    assert [
        ("size of a part", "R1C2 is 3: R1C1 is 3, R2C1 is 1, and R1C1 has an equal neighbour if it is 3"),
        ("size of a part", "R2C3 is 2: R1C2 is 3, R1C3 is 2, and R1C3 has an equal neighbour if it is 2"),
        ("size of a part", "R2C2 is 3: R1C2 is 3, R1C3 is 2, R2C1 is 1, and each part of connected 3s has 3 cells"),
    ] == told("fillomino", givens=["3.2", "1.."])
    clash("no solution: R1C1 is 2, but R1C2 is 1 and R2C1 is 3", "fillomino", givens=["21.", "3..", "..."])


PLACES = [Cell(row, col) for row in range(1, 6) for col in range(1, 4)]
"""Where a centre on a board of 3×2 can be."""


@examples(300, quick=10)
@given(st.sets(st.sampled_from(PLACES), min_size=1, max_size=4))
def test_all_solutions_of_galaxies(centres: set[Cell]) -> None:
    """With any centres, the solver finds what brute force finds."""
    check(Galaxies((3, 2), tuple(centres)))


@pytest.mark.parametrize("centre", PLACES)
def test_half_a_turn(centre: Cell) -> None:
    """The cells that touch a centre are those that half a turn about it leaves together."""
    cells = {Cell(row, col) for row, col in product(range(3), range(2))}
    near = {cell for cell in cells if max(abs(2 * cell.row + 1 - centre.row), abs(2 * cell.col + 1 - centre.col)) < 2}

    assert near == {*around(centre)} == {opposite(cell, centre) for cell in near}


def test_errors_of_galaxies() -> None:
    """A centre at the rim is refused, and the centres that clash are named."""
    refused("centres: R1C2 is not inside the doubled board of 2×2", "galaxies", size=[2, 2], centres=["R1C2"])
    refused("size: 0×2", "galaxies", size=[0, 2], centres=[])
    for size, centres in (([1, 2], ["R2C2", "R2C3"]), ([1, 5], ["R2C2", "R2C6"])):  # No galaxy could reach R1C5.
        clash("^no solution: R1C1 touches the galaxy of R1C1, which", "galaxies", size=size, centres=centres)


def test_words_of_galaxies() -> None:
    """Steps say which galaxies would be in the way."""
    words = {step.words for seed in range(4) for step in explain(generate("galaxies", (5, 5), seed=seed).puzzle)}

    assert any("otherwise a border would run through the galaxy of R" in sentence for sentence in words)
    assert any("otherwise R" in sentence and "would belong to no galaxy" in sentence for sentence in words)


CELLS = tuple(Cell(row, col) for row in range(2) for col in range(3))
AREA = Area(CELLS, [of(cell, Cell(1, 1)) for cell in CELLS], 0, "the area")
SETS = [cells for cells in range(1 << len(CELLS)) if cells & 1 and AREA.far(~cells & 63) == 0]
"""All connected sets of the cells with the first."""


@examples(300, quick=50)
@given(st.integers(0, 63), st.integers(0, 63))
def test_connection(ones: int, zeros: int) -> None:
    """What cannot reach the start is not connected with it."""
    zeros &= ~ones & ~1
    galaxy = Galaxy(Galaxies((1, 1), ()))
    galaxy.areas = (AREA,)
    found = galaxy.forced(ones, zeros)
    fit = [cells for cells in SETS if cells & ones == ones and not cells & zeros]

    assert (found is None) == (not fit)
    for at in () if found is None else bits(found[1]):
        assert not any(cells & at for cells in fit)
