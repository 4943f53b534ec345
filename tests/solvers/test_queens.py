"""Queens against published counts, brute force in plain Python and real boards."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import (
    BadPuzzle,
    Cell,
    Grid,
    NoSolution,
    Queens,
    dump,
    dump_link,
    generate,
    load,
    load_link,
    schema,
    solutions,
    solve,
)
from solvers._core.model.picture import Picture
from tests.solvers.test_n_queens import check, chosen, made, placements, queens_of, some_marks
from tests.solvers.test_solvers import real
from tests.tiers import examples, first

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
SIDES = [1, 4, 5, 6]


@cache
def apart(side: int) -> list[Grid]:
    """Return every board with one queen in each row and column, and none in the next row beside another."""
    return [
        board
        for board in placements(side)
        if all(
            abs(first.col - second.col) > 1
            for first, second in zip(queens_of(board), queens_of(board)[1:], strict=False)
        )
    ]


def around(cell: Cell) -> Iterator[Cell]:
    """Return the cells that share an edge with this one, on the board or off it."""
    row, col = cell
    yield from (Cell(row - 1, col), Cell(row, col - 1), Cell(row, col + 1), Cell(row + 1, col))


def is_connected(cells: set[Cell]) -> bool:
    """Return whether every cell can be reached from any other."""
    piece = {min(cells)}
    while more := {other for cell in piece for other in around(cell)} & cells - piece:
        piece |= more
    return piece == cells


def grown(seeds: Sequence[Cell], side: int, chance: Random) -> tuple[str, ...]:
    """Grow a region around each of the cells until the board is full."""
    region = {cell: LETTERS[number] for number, cell in enumerate(seeds)}
    while len(region) < side * side:
        cell = chance.choice(list(region))
        other = chance.choice(list(around(cell)))
        if other in Grid.make(side, side):
            region.setdefault(other, region[cell])
    return tuple("".join(region[Cell(row, col)] for col in range(side)) for row in range(side))


@st.composite
def puzzles(draw: st.DrawFn) -> Queens:
    """Draw connected regions, mostly around the queens of a board, and some of its marks."""
    side = draw(st.sampled_from(SIDES))
    truth = draw(st.sampled_from(apart(side)))
    chance = draw(st.randoms(use_true_random=False))
    seeds = queens_of(truth) if draw(st.booleans()) else chance.sample(list(truth.cells()), side)
    return Queens(grown(seeds, side, chance), draw(st.sampled_from([Grid.make(side, side)]) | some_marks(truth)))


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
    expected = {
        board for board in apart(side) if has_one_a_region(board, puzzle.regions) and puzzle.givens.agrees_with(board)
    }

    assert expected == set(filter(puzzle.is_solved_by, placements(side)))
    assert not puzzle.is_solved_by(Grid.make(side, side))
    check(puzzle, expected)


@pytest.mark.parametrize(
    ("side", "count"),
    [
        *[(1, 1), (2, 0), (3, 0), (4, 2), (5, 14), (6, 90)],
        pytest.param(7, 646, marks=pytest.mark.long("that count all boards")),
        pytest.param(8, 5242, marks=pytest.mark.long("that count all boards")),
    ],
)
def test_counts_without_regions(side: int, count: int) -> None:
    """The number of solutions is the published one (OEIS A002464)."""
    found = solutions(Queens(rows(side)))

    assert found.complete
    assert count == len(set(found.grids)) == len(found.grids)


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
    ("fields", "words"),
    [
        ({}, "queens: the field regions is missing"),
        ({"regions": []}, "regions: 0 regions, but 0 rows"),
        ({"regions": "AABB"}, "regions: expected array, got str"),
        ({"regions": [None, "AB"]}, "regions.*: expected"),
        ({"regions": ["ABC", "ABC"]}, "regions: row 1 has 3 cells, but there are 2 rows and the board is square"),
        ({"regions": ["AB", "A"]}, "regions: row 2 has 1 cells"),
        ({"regions": ["AB", "A."]}, "regions: R2C2 holds '.', but a region is named by one letter"),
        ({"regions": ["AB", "A1"]}, "regions: R2C2 holds '1'"),
        ({"regions": ["Aß", "Aß"]}, "regions: R1C2 holds 'ß'"),
        ({"regions": [["A", "BB"], ["A", "BB"]]}, "regions: R1C2 holds 'BB'"),
        ({"regions": [["A", ""], ["A", ""]]}, "regions: R1C2 holds ''"),
        ({"regions": ["AAB", "AAB", "AAB"]}, "regions: 2 regions, but 3 rows"),
        ({"regions": ["AB", "AC"]}, "regions: 3 regions, but 2 rows"),
        ({"regions": ["XYZ", "XXZ", "XYZ"]}, "regions: R3C2 is cut off from the rest of region Y, which holds R1C2"),
        ({"regions": ["AB", "BA"]}, "regions: R2C2 is cut off from the rest of region A"),
        ({"regions": ["AB", "AB"], "givens": ["...", "..."]}, "givens: 2 rows and 3 columns, but the board is 2×2"),
        ({"regions": ["AB", "AB"], "givens": ["."]}, "givens: 1 rows and 1 columns, but the board is 2×2"),
        ({"regions": ["AB", "AB"], "givens": ["..", ".2"]}, "givens: R2C2 holds 2"),
        ({"regions": ["AB", "AB"], "givens": [".."]}, "givens: 1 rows"),
    ],
)
def test_bad_puzzles(fields: dict[str, Any], words: str) -> None:
    """The error for an invalid board names the field and the cell."""
    with pytest.raises(BadPuzzle, match=words):
        load({"kind": "queens", **fields})


@pytest.mark.parametrize(
    ("other", "more"),
    [
        (Cell(0, 4), []),
        (Cell(4, 0), []),
        (Cell(1, 1), []),
        (Cell(2, 1), ["region A holds one queen"]),
    ],
)
def test_contradicting_queens(other: Cell, more: list[str]) -> None:
    """Given queens that share a line or a region, or touch, are not a malformed puzzle; the error names both."""
    regions = ("AABBB", "ACCCB", "AADDB", "EEEDD", "EEEED")

    with pytest.raises(NoSolution) as caught:
        solve(Queens(regions, Grid.make(5, 5, {Cell(0, 0): 1, other: 1}.get)))

    assert ["R1C1 is a queen", f"{other} is a queen", *more] == [clue.words for clue in caught.value.core]


def test_regions_are_clues() -> None:
    """Boards of the same size have equal rules; regions without a solution are named."""
    wide, tall = Queens(rows(5)), Queens(("ABCDE",) * 5)

    assert list(wide.rules()) == list(tall.rules())
    assert 5 + 5 + 2 * 4 * 4 == len(list(wide.rules()))
    assert "queens on R1C2 and R2C1 would touch" in {rule.words for rule in wide.rules()}
    with pytest.raises(NoSolution) as caught:
        solve(Queens(("ABCDD", "AEEEE", "EEEEE", "EEEEE", "EEEEE")))
    clashing = {clue.words for clue in caught.value.core}

    assert 2 == len(clashing & {f"region {region} holds one queen" for region in "BCD"})


@pytest.mark.parametrize("board", apart(5))
def test_choices(board: Grid) -> None:
    """In a solution, each cell has exactly one value: its mark."""
    puzzle = Queens(rows(5))

    assert {cell: [value] for cell, value in board.marked()} == chosen(puzzle, map(str, queens_of(board)))
    assert board == puzzle.grid([cell in queens_of(board) for cell in board.cells()])


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

    assert puzzle == Queens.from_picture(puzzle.picture())
    assert puzzle == Queens.from_picture(Picture(4, 4, puzzle.picture().glyphs, fills=renamed))
    assert solve(puzzle).grid == Grid.make(4, 4, drawn.value)
    assert drawn.shaded
    assert {"1": "♛", "0": "×"} == {glyph.text: glyph.symbol for glyph in drawn.glyphs.values()}
    with pytest.raises(BadPuzzle, match="R2C1 of the picture is in no region"):
        Queens.from_picture(Picture(2, 2, {}, fills=dict.fromkeys([Cell(0, 0), Cell(0, 1)], "A")))


def test_linkedin() -> None:
    """Each daily board has exactly one solution."""
    days = real("linkedin/queens.jsonl")
    boards = [tuple("".join(LETTERS[region] for region in row) for row in line["board"]) for line in days]

    assert len(days) >= 34
    assert all(solve(Queens(regions)).unique for regions in boards)


@pytest.mark.long("of published levels")
def test_community_levels() -> None:
    """Each level has the stated number of solutions; disconnected regions are refused unless they are intended."""
    counts, refused = {}, set[str]()
    levels = {line["source"]: line for line in real("queens.jsonl")}
    for source, line in levels.items():
        regions: dict[str, set[Cell]] = {}
        for row, names in enumerate(line["puzzle"]["regions"]):
            for col, name in enumerate(names):
                regions.setdefault(name, set()).add(Cell(row, col))
        puzzle = dict(line["puzzle"])
        if not all(map(is_connected, regions.values())):
            refused.add(source)
            with pytest.raises(BadPuzzle, match="is cut off from the rest of region"):
                load(puzzle)
            puzzle["connected"] = False
        counts[source] = len(solutions(load(puzzle), limit=500).grids)

    assert {source: min(500, levels[source]["solutions"]) for source in counts} == counts
    assert (200, 47) == (len(counts), len(refused))


@pytest.mark.parametrize("side", [1, 4, 6, 8])
def test_random_boards(side: int) -> None:
    """Random regions depend only on the seed, many have one solution, and they are never left out."""
    several = [made(Queens, side, seed) for seed in range(10)]
    again = [made(Queens, side, seed) for seed in range(10)]
    puzzle = Queens(several[0][0].regions, several[0][1])
    mark, region = next(puzzle.clues()), list(puzzle.clues())[-1]

    assert several == again
    assert all(puzzle.is_solved_by(solution) for puzzle, solution in several)
    assert any(solutions(puzzle, limit=2).grids == (solution,) for puzzle, solution in several)
    assert puzzle.without(region) is None
    assert [*puzzle.clues()][1:] == [*(puzzle.without(mark) or puzzle).clues()]
    with pytest.raises(BadPuzzle, match="the board is square"):
        made(Queens, side, 7, wider=1)


@pytest.mark.parametrize("side", first([8, 4, 5, 6, 7, 9, 10]))
def test_new_boards_need_no_givens(side: int) -> None:
    """The regions of new boards alone have one solution, so that an address of puzz.link holds them."""
    for seed in range(3):
        puzzle = generate("queens", (side, side), seed=seed).puzzle

        assert Grid.make(side, side) == puzzle.given_marks
        assert puzzle == load_link(dump_link(puzzle), "queens")
