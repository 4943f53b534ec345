"""Off-by-one sums against a printed puzzle and brute force in plain Python, with lines as tables and as counts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from solvers import BadPuzzle, GaveUp, Grid, OffByOneSums, load_picture, picture_text, solve
from solvers import off_by_one_sums as line_sums
from solvers._core.model.files import dump_picture
from solvers._core.model.rules import Raw, Table
from tests.brute import check, out_of_time
from tests.tiers import examples

PRINTED = OffByOneSums(
    ((2, 13), (5, 3, 6), (8, 7), (4, 4, 1), (5, 5), (9, 0)),
    ((11,), (4, 5), (7, 7), (2, 7, 3), (4, 4, 5), (10, 2)),
    5,
)
SHAPES = [(1, 1), (1, 3), (2, 2), (2, 3), (3, 2), (3, 3)]


def seeded(seed: int) -> Random:
    """Return a seeded random number generator."""
    return Random(seed)  # noqa: S311 - not for secrets


def lines(length: int, highest: int) -> list[tuple[int, ...]]:
    """Return all lines without a repeated digit."""
    digits = range(1, highest + 1)
    return [
        line for line in product(range(highest + 1), repeat=length) if all(line.count(digit) <= 1 for digit in digits)
    ]


def segments(line: tuple[int, ...]) -> list[int]:
    """Return the sums of a line's segments, found by splitting its text."""
    return [sum(map(int, part)) for part in "".join(map(str, line)).split("0") if part]


def meets(line: tuple[int, ...], sums: tuple[int, ...]) -> bool:
    """Return whether each printed sum of a line is off by one."""
    true = segments(line)
    return len(true) == len(sums) and all(
        abs(segment - printed) == 1 for segment, printed in zip(true, sums, strict=True)
    )


def brute_force(puzzle: OffByOneSums) -> set[Grid]:
    """Return every solution: combinations of rows that match their sums, if the columns match theirs."""
    height, width, highest = puzzle.shape
    rows = ([line for line in lines(width, highest) if meets(line, sums)] for sums in puzzle.rows)
    fitting = [{line for line in lines(height, highest) if meets(line, sums)} for sums in puzzle.columns]
    return {
        Grid(board)
        for board in product(*rows)
        if all(column in may for column, may in zip(zip(*board, strict=True), fitting, strict=True))
    }


@st.composite
def puzzles(draw: st.DrawFn) -> OffByOneSums:
    """Draw sums that each line alone can have; rows and columns need not agree."""
    height, width = draw(st.sampled_from(SHAPES))
    highest = draw(st.integers(1, 3))

    def printed_sums(count: int, length: int) -> tuple[tuple[int, ...], ...]:
        true = [segments(draw(st.sampled_from(lines(length, highest)))) for _ in range(count)]
        return tuple(tuple(draw(st.sampled_from([total - 1, total + 1])) for total in sums) for sums in true)

    return OffByOneSums(printed_sums(height, width), printed_sums(width, height), highest)


@st.composite
def solvable(draw: st.DrawFn) -> OffByOneSums:
    """Draw a puzzle that was made from a solution."""
    seed = draw(st.integers(0, 10**6))
    return OffByOneSums._drawn(*draw(st.sampled_from(SHAPES)), seeded(seed), {}, {})[0]


@pytest.fixture(params=[300, 5, 0], ids=["fillings", "sets", "counted"])
def most(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Set how many fillings a table may have; with 0, lines are stated as counts."""
    monkeypatch.setattr(line_sums, "MAX_FILLINGS", request.param)
    line_sums.fillings.cache_clear()
    yield int(request.param)
    line_sums.fillings.cache_clear()


def test_printed_puzzle(most: int) -> None:
    """The printed puzzle has one solution, with tables and with counts."""
    stated = {type(clue.constraint) for clue in PRINTED.clues()}

    assert {300: {Table}, 5: {Table, Raw}, 0: {Raw}}[most] == stated
    assert ["104350", "402005", "250134", "300502", "013040", "035201"] == solve(PRINTED).grid.rows()


@pytest.mark.usefixtures("most")
def test_brute_force() -> None:
    """Z3, the plain check and brute force agree on all solutions, or that there is none, with tables and counts."""

    @examples(80)
    @given(puzzles() | solvable())
    def agree(puzzle: OffByOneSums) -> None:
        height, width, highest = puzzle.shape
        expected, rows = brute_force(puzzle), lines(width, highest)
        rows = rows if len(rows) ** height <= 5000 else rows[:17]
        boards = map(Grid, product(rows, repeat=height))

        event(str(min(2, check(puzzle, expected))))
        assert all((board in expected) == puzzle.is_solved_by(board) for board in (*boards, *expected))

    agree()


def test_words() -> None:
    """A clue's words name the line and its sums, and its name is that of its step."""
    clues = list(OffByOneSums(((), (2, 3, 1), (5,)), ((), (1,), (1,), (1,), (1,)), 5).clues())

    assert [
        "row 1 has no sums",
        "row 2 has the sums 2, 3 and 1, each off by one",
        "row 3 has the sum 5, off by one",
    ] == [clue.words for clue in clues[:3]]
    assert ["row sums"] * 3 + ["column sums"] * 5 == [clue.name for clue in clues]
    assert "column sums" == PRINTED.technique(clues[-1:], ())
    assert "" == PRINTED.technique(clues[-2:], ())


def test_picture_of_a_solution() -> None:
    """An empty cell differs from an unknown one; a picture with marks, or without the highest digit, is refused."""
    picture = PRINTED.picture(Grid.make(6, 6, lambda cell: [0, 3, None][cell.col % 3]))

    assert ["0·", "33", ""] == [
        f"{glyph.text}{glyph.symbol}" if (glyph := picture.glyphs.get(cell)) else ""
        for cell in list(Grid.make(6, 6).cells())[:3]
    ]
    with pytest.raises(BadPuzzle, match="R1C1 of the picture is marked"):
        load_picture(f"kind: off_by_one_sums\n{picture_text(picture)}")
    for notes in ("", "lowest: 3\n"):
        with pytest.raises(BadPuzzle, match="highest: the picture needs a line with the highest digit"):
            load_picture(dump_picture(PRINTED).replace("highest: 5\n", notes))


def test_big_boards_end_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """If lines have too many fillings for tables, they are stated as counts, and the time limit is kept."""
    puzzle, solution = OffByOneSums._drawn(16, 16, seeded(3), {}, {})
    line_sums.fillings.cache_clear()

    assert all(
        isinstance(clue.constraint, Raw) for clue in puzzle.clues() if len(clue.cells) == 16 and clue.words.count(",")
    )
    assert puzzle.is_solved_by(solution)
    out_of_time(monkeypatch, 2)
    with pytest.raises(GaveUp):
        solve(puzzle, timeout=1)
