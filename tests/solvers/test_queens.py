"""Queens against published counts, brute force in plain Python and real boards."""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import BadPuzzle, Cell, Grid, Queens, dump, dump_link, generate, load, load_link, schema, solutions, solve
from solvers._core.model.picture import Picture
from solvers._core.model.regions import LETTERS, grown, rows_of
from tests.brute import check_verdict, clash, refused
from tests.solvers.test_placed import placements, queens_of, some_marks
from tests.solvers.test_solvers import real
from tests.tiers import examples, first, long

if TYPE_CHECKING:
    from collections.abc import Sequence

SIDES = [1, 4, 5, *long(6)]
COUNTS = {1: 1, 2: 0, 3: 0, 4: 2, 5: 14, 6: 90, 7: 646, 8: 5242}
"""The solutions of boards without regions (OEIS A002464)."""


@cache
def apart(side: int) -> list[Grid]:
    """Return every board with one queen in each row and column, and none in the next row beside another."""
    return [
        board
        for board in placements(side)
        if all(abs(first.col - second.col) > 1 for first, second in pairwise(queens_of(board)))
    ]


@st.composite
def puzzles(draw: st.DrawFn) -> Queens:
    """Draw connected regions, mostly around the queens of a board, and some of its marks."""
    side = draw(st.sampled_from(SIDES))
    truth, blank = draw(st.sampled_from(apart(side))), Grid.make(side, side)
    chance = draw(st.randoms(use_true_random=False))
    seeds = queens_of(truth) if draw(st.booleans()) else chance.sample(list(truth.cells()), side)
    return Queens(rows_of(grown(seeds, blank, chance)), draw(st.just(blank) | some_marks(truth)))


def has_one_a_region(board: Grid, regions: Sequence[str | tuple[str, ...]]) -> bool:
    """Return whether no region holds two queens."""
    return len({regions[cell.row][cell.col] for cell in queens_of(board)}) == board.height


def rows(side: int) -> tuple[str, ...]:
    """Return regions without effect: each is a row."""
    return tuple(letter * side for letter in LETTERS[:side])


@examples(60)
@given(puzzles())
def test_brute_force(puzzle: Queens) -> None:
    """Z3, the plain check and brute force agree on the only solution, on the forced cells of several, or on none."""
    side = puzzle.givens.height
    expected = [
        board for board in apart(side) if has_one_a_region(board, puzzle.regions) and puzzle.givens.agrees_with(board)
    ]

    assert expected == [*filter(puzzle.is_solved_by, placements(side))]
    check_verdict(puzzle, expected)


@pytest.mark.parametrize("side", first(COUNTS, quick=6))
def test_counts_without_regions(side: int) -> None:
    """The number of solutions is the published one."""
    found = solutions(Queens(rows(side)))

    assert found.complete
    assert COUNTS[side] == len(set(found.grids)) == len(found.grids)


def test_most_regions() -> None:
    """A board of side 52 has regions from A to z."""
    puzzle = Queens(rows(52))

    assert ["A" * 52, "Z" * 52, "a" * 52, "z" * 52] == [puzzle.regions[row] for row in (0, 25, 26, 51)]
    assert puzzle == load(dump(puzzle))
    with pytest.raises(BadPuzzle, match="regions: 52 regions, but 53 rows"):
        Queens((*(row + row[0] for row in rows(52)), "z" * 53))


def test_files() -> None:
    """Regions are named in reading order, rows may be lists, and missing givens are blank."""
    value = {
        "kind": "queens",
        "regions": ["AAAA", "BBAA", "CCDD", "CCCD"],
        "givens": ["....", "...0", "....", "...."],
    }
    written = {"kind": "queens", "givens": value["givens"], "regions": ["xxxx", list("BBxx"), "AAaa", "AAAa"]}

    assert json.dumps(value) == json.dumps(dump(load(written)))
    assert dump(Queens(("AB", "AB")))["givens"] == ["..", ".."]
    assert Queens(("ba", "ba")) == Queens((("A", "B"), ("A", "B")), Grid.make(2, 2))
    assert schema(Queens)["required"] == ["kind", "regions"]


@pytest.mark.parametrize(
    ("regions", "words"),
    [
        ([], "regions: 0 regions, but 0 rows"),
        ([None, "AB"], "regions.*: expected"),
        (["ABC", "ABC"], "regions: row 1 has 3 cells, but there are 2 rows and the board is square"),
        (["AB", "A"], "regions: row 2 has 1 cells"),
        (["AB", "A."], "regions: R2C2 holds '.', but a region is named by one letter"),
        (["Aß", "Aß"], "regions: R1C2 holds 'ß'"),
        ([["A", "BB"], ["A", "BB"]], "regions: R1C2 holds 'BB'"),
        ([["A", ""], ["A", ""]], "regions: R1C2 holds ''"),
        (["AAB", "AAB", "AAB"], "regions: 2 regions, but 3 rows"),
        (["AB", "AC"], "regions: 3 regions, but 2 rows"),
        (["AB", "AB"], "givens: 2 rows and 3 columns, but the board is 2×2"),
        (["XYZ", "XXZ", "XYZ"], "regions: R3C2 is cut off from the rest of region Y, which holds R1C2"),
    ],
)
def test_errors(regions: Any, words: str) -> None:  # noqa: ANN401 - any value of a file
    """The error for an invalid board names the field and the cell."""
    refused(words, "queens", regions=regions, givens=["...", "..."])


@pytest.mark.parametrize(
    ("other", "more"), [((0, 4), ""), ((4, 0), ""), ((1, 1), ""), ((2, 1), " and region A holds one queen")]
)
def test_contradicting_queens(other: tuple[int, int], more: str) -> None:
    """Given queens that share a line or a region, or touch, are not a malformed puzzle; the error names both."""
    givens = Grid.make(5, 5, {Cell(0, 0): 1, Cell(*other): 1}.get).rows()
    words = f"no solution: R1C1 is a queen, but {Cell(*other)} is a queen{more}$"

    clash(words, "queens", regions=["AABBB", "ACCCB", "AADDB", "EEEDD", "EEEED"], givens=givens)


def test_regions_are_clues() -> None:
    """Regions without a solution are named; they are no rules, which are those of lines and of touching queens."""
    regions = ["ABCDD", "AEEEE", "EEEEE", "EEEEE", "EEEEE"]
    clash("no solution: region [BCD] holds one queen, but.* region [BCD] holds one queen", "queens", regions=regions)
    words = [rule.words for rule in Queens(rows(5)).rules()]

    assert 5 + 5 + 2 * 4 * 4 == len(words)
    assert "queens on R1C2 and R2C1 would touch" in words


def test_techniques() -> None:
    """A step is named after the units it needs."""
    puzzle = Queens(("AAABB", "CCCBB", "DCCCB", "DDCEE", "DDCCC"))
    rules = {rule.words.removesuffix(" holds one queen"): rule for rule in (*puzzle.rules(), *puzzle.clues())}

    def name(because: str, *sets: str) -> str:
        return puzzle.technique([rules[words] for words in because.split(", ")], list(map(Cell.parse, sets)))

    assert name("region A", "R1C1") == "region"
    assert name("queens on R1C1 and R2C2 would touch", "R2C2") == "touching queens"
    assert name("region A, row 1", "R1C4", "R1C5") == "region in one row"
    assert name("region A, row 1", "R1C4") == "region in one row"
    assert name("region B, column 4", "R2C5") == "column in one region"
    assert name("region D, region A, column 1, column 2", "R2C1", "R2C2") == "regions in as many columns"
    assert name("region E, queens on R3C4 and R4C5 would touch, column 4", "R3C4") == "blocked region"
    assert name("region E, queens on R3C4 and R4C5 would touch", "R3C4") == "blocked region"
    assert name("row 4, row 5, region C", "R1C1") == ""


def test_picture() -> None:
    """Regions are coloured, queens and crosses are drawn, and the puzzle can be read back with any letters."""
    puzzle = Queens(("AAAA", "BBAA", "CCDD", "CCCD"), Grid.make(4, 4, {Cell(0, 2): 1, Cell(3, 3): 0}.get))
    drawn = puzzle.picture(solve(puzzle).grid)
    renamed = {cell: {"A": "z", "B": "A"}.get(letter, letter) for cell, letter in drawn.fills.items()}

    assert puzzle == Queens.from_picture(Picture(4, 4, puzzle.picture().glyphs, fills=renamed))
    assert solve(puzzle).grid == Grid.make(4, 4, drawn.value)
    assert drawn.shaded
    assert {"1": "♛", "0": "×"} == {glyph.text: glyph.symbol for glyph in drawn.glyphs.values()}
    assert [Cell(0, 2), Cell(3, 3)] == [cell for cell, glyph in drawn.glyphs.items() if glyph.given]
    with pytest.raises(BadPuzzle, match="R2C1 of the picture is in no region"):
        Queens.from_picture(Picture(2, 2, {}, fills=dict.fromkeys([Cell(0, 0), Cell(0, 1)], "A")))


def test_linkedin() -> None:
    """Each daily board has exactly one solution."""
    boards = [
        tuple("".join(LETTERS[region] for region in row) for row in day["board"])
        for day in real("linkedin/queens.jsonl")
    ]

    assert len(boards) >= 34
    assert all(solve(Queens(regions)).unique for regions in first(boards, quick=8))


@pytest.mark.parametrize("side", first([8, 4, 5, 6, 7, 9, 10]))
def test_new_boards_need_no_givens(side: int) -> None:
    """The regions of new boards alone have one solution, so that an address of puzz.link holds them."""
    for seed in range(3):
        puzzle = generate("queens", (side, side), seed=seed).puzzle

        assert Grid.make(side, side) == puzzle.given_marks
        assert puzzle == load_link(dump_link(puzzle), "queens")
