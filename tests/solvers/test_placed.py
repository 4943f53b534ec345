"""Kinds that place bulbs, stars, ships and queens, against brute force in plain Python and published counts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise, permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import (
    BadPuzzle,
    Battleships,
    Cell,
    Grid,
    LightUp,
    NQueens,
    Queens,
    StarBattle,
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
from solvers._core.model.regions import LETTERS, grown, rows_of
from solvers.battleships import forced_by_ways
from tests.brute import check, check_verdict, clash, told
from tests.solvers.test_kinds import PUZZLES
from tests.tiers import examples, first, long, spread


@examples(150, quick=5)
@given(st.lists(st.sampled_from(["....", "....", "b", "0", "1", "2", "3", "4"]), min_size=9, max_size=12))
def test_all_solutions_of_light_up(words: list[str]) -> None:
    """Z3 finds the boards that brute force finds."""
    cells = "".join(words)[:12].ljust(12, ".")
    check(LightUp(Grid.parse([cells[:4], cells[4:8], cells[8:]])))


QUEENS = {name: puzzle for name, puzzle in PUZZLES.items() if isinstance(puzzle, Queens)}


@pytest.mark.parametrize("name", spread(QUEENS, of=8))
def test_one_star_is_queens(name: str) -> None:
    """With one star, a board has the solutions of the same board of Queens."""
    queens = QUEENS[name]
    stars = StarBattle(queens.regions, 1, queens.givens, queens.connected)

    assert all(map(stars.is_solved_by, solutions(queens, limit=9).grids))
    assert all(map(queens.is_solved_by, solutions(stars, limit=9).grids))


def star_fields(side: int, count: int, *rows: tuple[int, ...]) -> Iterator[frozenset[Cell]]:
    """Yield each way to place so many stars in each line of a square, none touching, of which these rows are known."""
    if len(rows) == side:
        yield frozenset(Cell(row, col) for row, line in enumerate(rows) for col in line)
        return
    full = {col for col in range(side) if sum(col in line for line in rows) == count}
    near = {col + shift for line in rows[-1:] for col in line for shift in (-1, 0, 1)}
    for line in combinations([col for col in range(side) if col not in full | near], count):
        if all(right - left > 1 for left, right in pairwise(line)):
            yield from star_fields(side, count, *rows, line)


def placed(stars: list[frozenset[tuple[int, int]]], side: int) -> list[Grid]:
    """Return the grids with these stars."""
    return [Grid.make(side, side, lambda cell: int(cell in held)) for held in stars]  # noqa: B023 - called at once


@examples(40, quick=5)
@given(st.lists(st.sampled_from("ABCDEF"), min_size=30, max_size=30))
def test_all_solutions_of_star_battle(letters: list[str]) -> None:
    """On any regions, Z3 finds the placements that a search in plain Python finds."""
    names = dict(zip(Grid.make(6, 6).cells(), [*letters, *"ABCDEF"], strict=True))

    fields = (stars for stars in star_fields(6, 1) if {*map(names.get, stars)} == {*"ABCDEF"})
    check(StarBattle(rows_of(names), connected=False), placed([*fields], 6))


def test_two_stars() -> None:
    """All placements of two stars in each line of an 8×8 board are found, in which none touch."""
    puzzle = StarBattle(tuple(letter * 8 for letter in "ABCDEFGH"), 2)

    check(puzzle, placed([*star_fields(8, 2)], 8))


def test_touching_stars() -> None:
    """The check in plain Python rejects stars that touch."""
    rows = StarBattle(("AAAA", "BBBB", "CCCC", "DDDD"))

    assert rows.is_solved_by(Grid.parse(["0100", "0001", "1000", "0010"]))
    assert not rows.is_solved_by(Grid.parse(["0100", "1000", "0001", "0010"]))


FLEETS = {(1, 3, 1): 3, (1, 3, 2): 1, (1, 3, 10): 2, (1, 3, 100): 1, (3, 3, 2): 16, (3, 3, 3): 8, (3, 3, 10): 12}
"""Rows, columns and fleet of open boards, with their number of solutions: single ships are kings that do not attack."""


def fields(parts: list[str], fleet: int, rows: list[list[int]] | None = None) -> dict[str, Any]:
    """Return a board without numbers above its columns."""
    return {
        "kind": "battleships", "parts": parts, "fleet": fleet,
        "rows": rows or [[]] * len(parts), "columns": [[]] * len(parts[0]),
    }  # fmt: skip


@pytest.mark.parametrize("size", FLEETS, ids=str)
def test_open_boards_of_battleships(size: tuple[int, int, int]) -> None:
    """Without numbers, a fleet lies in each way in which no two ships touch."""
    assert FLEETS[size] == check(load(fields(["." * size[1]] * size[0], size[2])))


@examples(150, quick=5)
@given(
    st.lists(st.sampled_from([*".......01omnesw"]), min_size=9, max_size=9),
    st.lists(st.lists(st.integers(0, 3), max_size=1), min_size=3, max_size=3),
    st.sampled_from([1, 2, 3, 10, 11, 100, 101]),
)
def test_all_solutions_of_battleships(parts: list[str], rows: list[list[int]], fleet: int) -> None:
    """Z3 finds the boards that brute force finds."""
    cells = "".join(parts)
    check(load(fields([cells[:3], cells[3:6], cells[6:]], fleet, rows)))


WAYS = st.lists(st.tuples(st.integers(0, 31), st.integers(0, 31)), min_size=1, max_size=5)


@examples(500, quick=100)
@given(st.integers(0, 3), WAYS, st.integers(0, 31), st.integers(0, 31))
def test_what_ways_force(count: int, ways: list[tuple[int, int]], ones: int, zeros: int) -> None:
    """What so many ways force is so in each filling in which just so many hold."""
    ways = [(held, empty & ~held) for held, empty in ways]
    zeros &= ~ones
    fillings = [
        filling
        for filling in range(32)
        if not (ones & ~filling or zeros & filling)
        and count == sum(not (held & ~filling or empty & filling) for held, empty in ways)
    ]
    found = forced_by_ways(count, ways, ones, zeros)

    assert not fillings if found is None else all(not (found[0] & ~one or found[1] & one) for one in fillings)
    assert found is None or not (found[0] | found[1]) & (ones | zeros)
    if ones | zeros == 31:
        assert (found is None) == (not fillings)


def test_words_of_battleships() -> None:
    """Steps name the numbers, the parts, ships that would touch, and the fleet."""
    assert [
        ("part", "R1C2 is a ship cell and R2C1 is water: R1C1 is printed as w"),
        ("touching ships", "R2C2 is water: R1C1 is a ship cell, and ships in R1C1 and R2C2 would touch"),
        ("touching ships", "R2C3 is water: R1C2 is a ship cell, and ships in R1C2 and R2C3 would touch"),
        ("fleet", "R1C3 is water: R1C2 is a ship cell, and the fleet has 1 ship of 1 cell"),
        ("count", "R1C4 is a ship cell: R1C3 is water, and row 1 has 3 ship cells"),
        ("fleet", "R2C4 is water: R1C1, R1C2 and R1C4 are ship cells, and the fleet has 1 ship of 1 cell"),
    ] == told(**fields(["w...", "...."], 11, [[3], []]))


def test_fleet_of_an_address() -> None:
    """An address names each ship of a fleet that is not usual, in any order, lying or standing."""
    link = "https://puzz.link/p?battleship/3/3/lo"

    for fleet, ships in ((201, "/3/11g/13s/31s"), (12, "/3/11g/21o/11g")):
        puzzle = load_link(link + ships)
        assert isinstance(puzzle, Battleships)
        assert fleet == puzzle.fleet
    for wrong in ("//x", "/1/22u", "/1", "/10" + "/11g" * 10):
        with pytest.raises(BadPuzzle, match="not in a fleet of up to nine ships of each length"):
            load_link(link + wrong)


SIDES = [1, 2, 3, 4, 5, *long(6)]


@cache
def placements(side: int) -> list[Grid]:
    """Return every board with one queen in each row and column."""
    return [Grid.make(side, side, lambda cell: int(cols[cell.row] == cell.col)) for cols in permutations(range(side))]  # noqa: B023 - called at once


def queens_of(board: Grid) -> list[Cell]:
    """Return the cells with queens."""
    return [cell for cell, value in board.marked() if value]


@cache
def n_queens(side: int) -> list[Grid]:
    """Return every board on which no queen attacks another."""
    return [
        board
        for board in placements(side)
        if len({cell.row - cell.col for cell in queens_of(board)}) == side
        and len({cell.row + cell.col for cell in queens_of(board)}) == side
    ]


@st.composite
def some_marks(draw: st.DrawFn, truth: Grid) -> Grid:
    """Draw marks of a board, at most one of them wrong."""
    shown = draw(st.sets(st.sampled_from(list(truth.cells())), max_size=draw(st.sampled_from([1, 3, 40]))))
    wrong = draw(st.sampled_from([None, None, *shown]))
    return Grid.make(
        truth.height,
        truth.width,
        lambda cell: None if cell not in shown else 1 - (truth[cell] or 0) if cell == wrong else truth[cell],
    )


@examples(100)
@given(st.data())
def test_brute_force_of_n_queens(data: st.DataObject) -> None:
    """Z3 and brute force agree on the only solution, on the forced cells of several, or that there is none."""
    side = data.draw(st.sampled_from(SIDES))
    puzzle = NQueens(data.draw(some_marks(data.draw(st.sampled_from(n_queens(side) or placements(side))))))
    expected = [*filter(puzzle.givens.agrees_with, n_queens(side))]

    assert expected == [*filter(puzzle.is_solved_by, placements(side))]
    check_verdict(puzzle, expected)


@pytest.mark.parametrize("side", first([50, 100]))
def test_large_boards_of_n_queens(side: int) -> None:
    """A solution of a large board is found; it is not the only one."""
    found = solutions(NQueens(Grid.make(side, side)), limit=1)

    assert side == len(queens_of(found.grids[0]))
    assert not found.complete


def test_rules_of_n_queens() -> None:
    """Each rule is described as a line or a diagonal, and a step is named after the lines it needs."""
    puzzle = NQueens(Grid.make(6, 6))
    rules = {rule.words.removesuffix(" holds one queen"): rule for rule in puzzle.rules()}
    one, other = "the diagonal R1C2–R5C6 holds at most one queen", "the diagonal R1C6–R6C1 holds at most one queen"

    def name(because: str, *sets: str) -> str:
        return puzzle.technique([rules[words] for words in because.split(", ")], list(map(Cell.parse, sets)))

    assert 6 + 6 + 9 + 9 == len(rules)
    assert ["row", "column", "diagonal"] == [name(line, "R1C1") for line in ("row 1", "column 1", one)]
    assert name("row 1, row 2, column 1, column 2", "R5C1", "R6C2") == "rows in as many columns"
    assert name("row 1, row 2, column 1, column 2", "R2C5") == "columns in as many rows"
    assert name(f"row 1, {one}, {other}", "R2C2") == ""
    assert name("row 2, row 1, column 1", "R1C1") == "blocked row"


SIDES_QUEENS = [1, 4, 5, *long(6)]


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
    side = draw(st.sampled_from(SIDES_QUEENS))
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


@pytest.mark.parametrize("side", first([8, 4, 5, 6, 7, 9, 10]))
def test_new_boards_need_no_givens(side: int) -> None:
    """The regions of new boards alone have one solution, so that an address of puzz.link holds them."""
    for seed in range(3):
        puzzle = generate("queens", (side, side), seed=seed).puzzle

        assert Grid.make(side, side) == puzzle.given_marks
        assert puzzle == load_link(dump_link(puzzle), "queens")
