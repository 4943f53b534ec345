"""Patches against published counts, brute force in plain Python and real boards."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from solvers import (
    BadPuzzle,
    Cell,
    GaveUp,
    Grid,
    NotUnique,
    Patch,
    Patches,
    dump,
    dump_link,
    load,
    load_link,
    load_picture,
    schema,
    solutions,
    solve,
)
from solvers import check as check_marks
from solvers._core.model.files import dump_grid, dump_picture
from tests.brute import check, clash, common, refused
from tests.solvers.test_solvers import real
from tests.tiers import examples, first, long

if TYPE_CHECKING:
    from collections.abc import Iterator

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


def clue(cell: str = "R1C1", shape: str = "any", area: object = None) -> dict[str, object]:
    """Return the JSON object of a clue."""
    return {"cell": cell, "shape": shape, "area": area}


def test_contradicting_clues_are_named() -> None:
    """The error for a board without a solution names exactly the contradicting clues."""
    words = r"no solution: patch 3 \(clue in R2C1\) is higher than wide, which"
    clash(words, "patches", size=[2, 3], clues=[clue("R1C1", "wide", 2), clue("R1C3"), clue("R2C1", "tall")])


def test_words() -> None:
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


@pytest.mark.parametrize(
    ("size", "clues", "words"),
    [
        ([3, 51], [clue()], "size: 51 columns, but a board has from 1 to 50"),
        ([3, 3], [], "clues: a board has at least one, but there are none"),
        ([3, 3], [clue(), clue("R2C2"), clue(area=1)], "clues: R1C1 has two"),
        ([3, 3], [clue("R1C4")], "clues: R1C4 is off the board of 3×3"),
        ([3, 3], [clue(area=5)], "clues: no rectangle on a board of 3×3 is a rectangle of 5 cells, as R1C1 says"),
        ([3, 4], [clue(shape="square", area=12)], "is a square of 12 cells, as R1C1 says"),
        ([3, 4], [clue(shape="tall", area=4)], "is higher than wide, of 4 cells, as R1C1 says"),
        ([3, 4], [{"cell": "R1C1"}], r"patches: clues\[0\]: the field shape is missing"),
    ],
)
def test_bad_input(size: list[int], clues: object, words: str) -> None:
    """The error for an invalid board names the field and the cell."""
    refused(words, "patches", size=size, clues=clues)


def test_fields_have_their_names_in_files() -> None:
    """Errors use a field's name in files, not its different name in Python."""
    refused("patches: the field clues is missing", "patches", size=[3, 3])
    refused("no field is called 'patches'; its fields are size, clues", "patches", size=[3, 3], patches=[])


@pytest.mark.parametrize(
    ("drawn", "words"),
    [
        ("s4 . .\n. . r", "R2C3 of the picture holds 'r': a clue is one of a, s, w, t"),
        ("s4x. .\n. . t", "between R1C1 and R1C2 of the picture has the sign 'x'"),
    ],
)
def test_bad_pictures(drawn: str, words: str) -> None:
    """A picture of another kind is refused."""
    with pytest.raises(BadPuzzle, match=words):
        load_picture(drawn, "patches")


def test_mark_out_of_reach() -> None:
    """A mark where the patch cannot be is wrong on a board with several solutions, too."""
    puzzle = Patches((1, 7), (Patch(Cell(0, 0), "any", 1), Patch(Cell(0, 3), "any"), Patch(Cell(0, 6), "any")))

    right, wrong = (check_marks(puzzle, Grid.parse(marks)) for marks in ("122....", "1.1...."))

    assert "several" == right.answers
    assert ("none", (Cell(0, 2),)) == (wrong.answers, wrong.wrong)


def test_real_boards() -> None:
    """Each board has one solution, except those of two days that are known to have several."""
    shapes = {"free": "any", "square": "square", "H_rect": "wide", "V_rect": "tall"}
    several = {"2026-07-14": {2, 3}, "2026-07-15": {2, 3}}
    for board in first(real("linkedin/patches.jsonl"), quick=8):
        clues = [clue(str(Cell(it["y"], it["x"])), shapes[it["type"]], it["size"]) for it in board["clues"]]
        found = solutions(load({"kind": "patches", "size": board["grid_size"], "clues": clues}))

        assert found.complete
        assert len(found.grids) in several.get(board["date"], {1})
