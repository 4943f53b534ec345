"""Kinds whose rules are about regions or parts, against brute force in plain Python and published counts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from solvers import (
    BadPuzzle,
    Cell,
    Fillomino,
    Galaxies,
    GaveUp,
    Grid,
    JigsawSudoku,
    NotUnique,
    Patch,
    Patches,
    RippleEffect,
    Suguru,
    dump,
    dump_link,
    explain,
    generate,
    load,
    load_link,
    load_picture,
    schema,
    solutions,
    solve,
)
from solvers import check as check_marks
from solvers import fillomino as module
from solvers._core.model.files import dump_grid, dump_picture
from solvers._core.model.known import bits
from solvers.galaxies import Area, Galaxy, around, of, opposite
from tests.brute import check, common, squares, told
from tests.tiers import examples, first, long

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


SNAKES = ("AAAB", "CABB", "CCDB", "CDDD")


@pytest.mark.parametrize("givens", [["...."] * 4, ["1...", "....", "...2", "...."]])
def test_all_solutions_of_jigsaw(givens: list[str]) -> None:
    """With regions of any shape, the solver finds what brute force finds."""
    puzzle = JigsawSudoku(SNAKES, Grid.parse(givens))

    assert check(puzzle, among=squares(4))


def test_regions_without_solution_are_drawn_again() -> None:
    """Some regions that are drawn for this seed have no solution."""
    made = generate("jigsaw_sudoku", (5, 5), seed=19)

    assert made.puzzle.is_solved_by(made.solution)


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


@pytest.mark.parametrize("number", first([9, None, 2, 5]))
def test_few_givens(number: int | None) -> None:
    """Two solutions of a board with hardly any givens are found within few steps."""
    puzzle = Fillomino(Grid.make(8, 8, {Cell(2, 4): number}.get))
    found = solutions(puzzle, limit=2, steps=3_000_000).grids

    assert 2 == len({*found})
    assert all(map(puzzle.is_solved_by, found))


def test_room_for_large_parts() -> None:
    """On a large board a part without a given number has at most what is left by those that have one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "WHOLE", 0)
        room = Fillomino(Grid.parse(["3..3", ".1..", "...."]))._numbers()

    assert [3] == room[Cell(0, 0)]
    assert [1, 2, 3, 4, 5] == room[Cell(2, 0)]
    assert [2, 3, 4, 5] == room[Cell(2, 1)]


def test_words_of_fillomino() -> None:
    """Steps name the part that has to grow, or may not, and the number that is left."""
    assert [
        ("size of a part", "R1C2 is 3: R1C1 is 3, R2C1 is 1, and R1C1 has an equal neighbour if it is 3"),
        ("size of a part", "R2C3 is 2: R1C2 is 3, R1C3 is 2, and R1C3 has an equal neighbour if it is 2"),
        ("size of a part", "R2C2 is 3: R1C2 is 3, R1C3 is 2, R2C1 is 1, and each part of connected 3s has 3 cells"),
    ] == told("fillomino", givens=["3.2", "1.."])


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


SHAPES = [(1, 1), (1, 3), (2, 2), (3, 2), (3, 3), *long((3, 4))]

Dissection = tuple[tuple[Cell, ...], ...]


@cache
def dissections(height: int, width: int) -> list[Dissection]:
    """Return every way to divide a board into rectangles, each as its cells in reading order."""

    def cut(left: frozenset[Cell]) -> Iterator[Dissection]:
        if not left:
            yield ()
            return
        row, col = min(left)
        for bottom, right in product(range(row + 1, height + 1), range(col + 1, width + 1)):
            cells = tuple(Cell(*at) for at in product(range(row, bottom), range(col, right)))
            if left.issuperset(cells):
                yield from ((cells, *rest) for rest in cut(left.difference(cells)))

    return list(cut(frozenset(Grid.make(height, width).cells())))


def suits(cells: tuple[Cell, ...], clue: Patch) -> bool:
    """Return whether a rectangle has the shape and area of a clue in it."""
    height, width = len({cell.row for cell in cells}), len({cell.col for cell in cells})
    name = "square" if height == width else "wide" if width > height else "tall"
    return clue.cell in cells and clue.shape in {"any", name} and clue.area in {None, len(cells)}


def numbered(puzzle: Patches) -> Iterator[tuple[Grid, bool]]:
    """Yield each division into rectangles with one clue each, numbered by it, and whether they match their clues."""
    for cut in dissections(*puzzle.size):
        inside = [[number for number, clue in enumerate(puzzle.patches, 1) if clue.cell in cells] for cells in cut]
        if all(len(numbers) == 1 for numbers in inside):
            owner = {cell: number for cells, [number] in zip(cut, inside, strict=True) for cell in cells}
            fits = all(suits(cells, puzzle.patches[number - 1]) for cells, [number] in zip(cut, inside, strict=True))
            yield Grid.make(*puzzle.size, owner.get), fits


@st.composite
def puzzles(draw: st.DrawFn) -> Patches:
    """Draw clues for a division, some incomplete and some wrong; the puzzle need not have a solution."""
    size = draw(st.sampled_from(SHAPES))
    truth, other = draw(st.sampled_from(dissections(*size))), draw(st.sampled_from(dissections(*size)))
    patches = []
    for cells in truth:
        shown = cells if draw(st.integers(0, 9)) else draw(st.sampled_from(other))
        shapes = [shape for shape in ("any", "square", "wide", "tall") if suits(shown, Patch(shown[0], shape))]
        area = draw(st.sampled_from([None, len(shown)]))
        patches.append(Patch(draw(st.sampled_from(cells)), draw(st.sampled_from(shapes)), area))
    return Patches(size, tuple(patches))


@examples(200)
@given(puzzles())
def test_brute_force(puzzle: Patches) -> None:
    """Z3, the plain check and brute force agree on all solutions and on what is forced."""
    boards = dict(numbered(puzzle))
    expected = {grid for grid, fits in boards.items() if fits}
    event(str(min(2, check(puzzle, expected))))

    assert expected == {*filter(puzzle.is_solved_by, boards)}
    if len(expected) > 1:
        with pytest.raises(NotUnique) as raised:
            solve(puzzle)

        assert raised.value.forced == common(expected)


@pytest.mark.parametrize(("size", "count"), [(1, 1), (2, 8), *long((3, 322))])
def test_counts(size: int, count: int) -> None:
    """Puzzles with clues at the top left corners, one per set of corners, find each division once."""
    corners = {tuple(sorted(cells[0] for cells in cut)) for cut in dissections(size, size)}
    found = 0
    for cells in corners:
        puzzle = Patches((size, size), tuple(Patch(cell, "any") for cell in cells))
        grids = solutions(puzzle).grids
        # In reading order, the first cell of each patch is its corner.
        firsts = ({grid[cell]: cell for cell in reversed(list(grid.cells()))} for grid in grids)
        found += sum(cells == tuple(sorted(first.values())) for first in firsts)

    assert count == found == len(dissections(size, size))


def test_json_and_picture() -> None:
    """Clues are in reading order; the drawn solution has a letter for each patch."""
    first, second = {"cell": "R1C1", "shape": "square", "area": 4}, {"cell": "R2C3", "shape": "tall", "area": None}
    value = {"kind": "patches", "size": [2, 3], "clues": [first, second]}
    puzzle = Patches((2, 3), (Patch(Cell(1, 2), "tall"), Patch(Cell(0, 0), "square", 4)))
    solved = solve(puzzle).grid

    assert value == dump(puzzle)
    assert puzzle == load({**value, "clues": [{"cell": "R2C3", "shape": "tall"}, first]})
    assert hash(puzzle) == hash(Patches((2, 3), puzzle.patches[::-1]))
    assert ["112", "112"] == dump_grid(solved, puzzle)
    assert "kind: patches\ns4  .  .\n .  .  t\n" == dump_picture(puzzle)
    assert "AABAAB" == "".join(puzzle.picture(solved).fills.values())
    assert not puzzle.picture().fills
    assert ["□4", "▯"] == [glyph.symbol for glyph in puzzle.picture().glyphs.values()]
    assert ["kind", "size", "clues"] == list(schema(Patches)["properties"]) == schema(Patches)["required"]
    assert ["cell", "shape"] == schema(Patches)["$defs"]["Patch"]["required"]


def test_more_clues_than_letters_and_digits() -> None:
    """The largest board has its solution, and its files and pictures are read back."""
    patches = tuple(Patch(Cell(row, col), "any", 2) for row in range(0, 50, 2) for col in range(50))
    puzzle = Patches((50, 50), patches)
    solved = solve(puzzle).grid
    letters = puzzle.picture(solved).fills

    assert Grid.make(50, 50, lambda cell: cell.row // 2 * 50 + cell.col + 1) == solved
    assert solved == Grid.parse(dump_grid(solved, puzzle))
    assert puzzle == load(dump(puzzle)) == load_picture(dump_picture(puzzle)) == load_link(dump_link(puzzle))
    assert all(
        (letters[cell] == letters[other]) == (solved[cell] == solved[other])
        for cell in solved.cells()
        for other in cell.neighbours()
        if other in solved
    )


def test_too_many_rectangles() -> None:
    """A large board that says hardly anything is given up at once."""
    with pytest.raises(GaveUp, match="more than 200,000 rectangles"):
        solve(Patches((50, 50), (Patch(Cell(24, 24), "wide"),)))


def test_words_of_patches() -> None:
    """A clue's words name its shape and area; a clue with neither is not listed. A step is named after its rules."""
    clues = (("any", None), ("any", 6), ("square", 1), ("square", None), ("wide", 2), ("tall", None))
    puzzle = Patches((6, 6), tuple(Patch(Cell(row, 0), *clue) for row, clue in enumerate(clues)))  # type: ignore[arg-type] # these are the shapes
    named = {rule.name: rule for rule in (*puzzle.rules(), *puzzle.clues())}

    assert [
        "a rectangle of 6 cells",
        "a square of 1 cell",
        "a square",
        "wider than high, of 2 cells",
        "higher than wide",
    ] == [clue.words.partition(" is ")[2] for clue in puzzle.clues()]
    assert {"only patch", "rectangle", "only rectangle"} == set(named)
    assert puzzle.technique([named["rectangle"]], []) == "rectangle"
    assert not puzzle.technique([named["rectangle"], named["only patch"]], [])


def test_mark_out_of_reach() -> None:
    """A mark where the patch cannot be is wrong on a board with several solutions, too."""
    puzzle = Patches((1, 7), (Patch(Cell(0, 0), "any", 1), Patch(Cell(0, 3), "any"), Patch(Cell(0, 6), "any")))

    right, wrong = (check_marks(puzzle, Grid.parse(marks)) for marks in ("122....", "1.1...."))

    assert "several" == right.answers
    assert ("none", (Cell(0, 2),)) == (wrong.answers, wrong.wrong)
