"""Readers: exact on every fixture and saved page, never inventing a clue on a board with one thing changed."""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from selectolax.lexbor import LexborNode as Node

from scrapers import Drag, Keys, Layout, ReadError, Reading, Site, Snapshot, read_saved
from scrapers import brainbashers_three_in_a_row as brainbashers
from scrapers import linkedin_tango as linkedin
from scrapers._errors import OtherLayout
from scrapers._reading.board import cache_last
from solvers import (
    BadPuzzle,
    GivensError,
    Grid,
    LightUp,
    Puzzle,
    Queens,
    Tango,
    Tents,
    load,
    solve,
)
from tests.cases import CASES
from tests.mutations import Mutant, mutated
from tests.small_boards import (
    EMPTY,
    MOON,
    SUN,
    TABLE_AT,
    TANGO_AT,
    drawn,
    snapshot,
    table,
    tango,
    tango_cell,
    tango_cells,
    tango_edge,
)
from tests.snapshots import ABSENT, CAPTURES, READABLE, Boards, layout_named, site_named
from tests.solvers.test_solvers import PUZZLE_OF
from tests.tiers import LONG, MUTANTS, TIER, chosen, spread

SOLVED = {name for name, case in READABLE.items() if case.replica.get("start") == "solution"}
"""Cases that open solved: the page has locked all marks, so that no mark can be distinguished from a given."""
FRESH = {name: case for name, case in sorted(READABLE.items()) if "start" not in case.replica}
"""Cases that open as they were printed."""
SOLVABLE = {name for name, case in READABLE.items() if case.solution is not None}
"""Cases whose puzzle has one solution."""
PATHS = {name for name, case in READABLE.items() if not site_named(case.url).POLICY.shows_marks}
"""Cases whose board shows that a path passes a cell, but not when."""
DRAWN = {name for name, case in READABLE.items() if "clues" in (case.puzzle or {})}
"""Cases in which many cells are marked at once."""
TURNED = {name for name, case in READABLE.items() if "dominoes" in (case.puzzle or {})}
"""Cases in which pieces are turned before they are dragged."""
OTHERWISE = {name for name in READABLE if "_bridges/" in name} | {"puzzle_team_shakashaka/begun"}
"""Cases with another order: bridges are learned press by press, and surplus triangles go with wrong ones."""
_SMALLEST = {
    (case.site, case.layout, str(case.replica["snippets"]["cell"])): name
    for name, case in sorted(FRESH.items(), key=lambda item: (len(item[1].solution or ()), item[0]), reverse=True)
    if case.expect == "accepted"
}
BY_BOX = "brainbashers_skyscrapers/fresh"
"""The case whose clues are said twice in an element that no word of the page places."""
SMALLEST = [
    name
    for at, name in enumerate(sorted(_SMALLEST.values()))
    if TIER == LONG or not name.startswith(("puzzle_team_", "brainbashers_", "zero_")) or at % 24 == 0
]
"""The smallest fresh board of each layout, and of each markup of a cell; one of those that share an engine."""
QUICK = {
    *SMALLEST,
    *(name for name in READABLE if name.partition("/")[2] == "guest"),
    *("linkedin_tango/signed_in_begun", "linkedin_zip/guest_wrong", "linkedin_mini_sudoku/guest_solved"),
    *("linkedin_patches/signed_in_wrong", "puzzle_team_star_battle/fresh"),
}
"""The boards of the quick tier, the same for all tests: to open one takes longer than to read it."""
SAVED = spread(CAPTURES, of=56) or [pytest.param(None, marks=pytest.mark.skip(reason=ABSENT))]


def saved_name(path: Path | None) -> str:
    """Return the name of a saved page for the test's report."""
    return f"{path.stem} {path.parent.name}" if path else "none"


def boards_of(names: Iterable[str]) -> Sequence[Any]:
    """Return parameters of boards; the quick tier takes those of `QUICK`."""
    return chosen(sorted(names), QUICK)


def reading_of(shown: Snapshot) -> Reading:
    """Read a board as the program does."""
    return read_saved(site_named(shown.url), shown)


def layout_of(name: str) -> Layout:
    """Return the layout of a board."""
    return layout_named(site_named(READABLE[name].url), READABLE[name].layout)


def unspared(name: str, marks: Grid) -> Grid:
    """Return marks without the ones that count as blank on the page."""
    spare = READABLE[name].replica["input"].get("spare", [])
    return Grid.make(marks.height, marks.width, lambda cell: None if marks[cell] in spare else marks[cell])


def clue_words(puzzle: Puzzle) -> set[str]:
    """Return the words of a puzzle's clues, given marks too."""
    return {clue.words for clue in puzzle.clues()}


def flipped(grid: Grid) -> Grid:
    """Return a grid with suns for moons."""
    marks = dict(grid.marked())
    return Grid.make(grid.height, grid.width, lambda cell: 1 - marks[cell] if cell in marks else None)


def swapped(puzzle: Puzzle) -> Puzzle:
    """Return a Tango with suns for moons: the same puzzle to its rules."""
    assert isinstance(puzzle, Tango)
    return Tango(flipped(puzzle.givens), puzzle.equal, puzzle.opposite)


# --- exact ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", spread(boards_of(READABLE.keys() - SOLVED), of=2))
def test_fixture_reads_exactly(boards: Boards, name: str) -> None:
    """The board is read as `puzzle.json` says, by the layout that `fixture.json` names, every clue counted once.

    All clues of a fresh board have two sources, or some of them only one, depending on the layout.
    """
    reading = reading_of(boards[name])
    expected = load(dict(READABLE[name].puzzle or {}))
    if name.endswith("_themed") and reading.puzzle != expected:
        # The drawings of a theme have no names, so the reader may choose which of them is the sun.
        expected = swapped(expected)

    assert READABLE[name].layout == reading.layout.NAME
    assert list(expected.board.cells()) == sorted(reading.layout.boxes(boards[name]))
    assert expected == reading.puzzle
    assert clue_words(expected) == reading.confirmed | reading.single
    assert set() == reading.confirmed & reading.single, "a clue is said either twice or once"
    if name in FRESH:
        assert FRESH[name].twice == (reading.single == frozenset()), f"said once: {sorted(reading.single)}"


@pytest.mark.parametrize("name", boards_of(SOLVED))
def test_solved_fixture_reads_as_its_solution(boards: Boards, name: str) -> None:
    """A board that opens solved shows every mark of its solution, and no mark counts as a confirmed given."""
    reading = reading_of(boards[name])
    shown, expected = reading.layout.marks(boards[name]), load(dict(READABLE[name].puzzle or {}))
    solution = Grid.parse(list(READABLE[name].solution or ()))

    assert READABLE[name].layout == reading.layout.NAME
    assert unspared(name, site_named(READABLE[name].url).POLICY.shown(solution)) == unspared(name, shown)
    assert clue_words(expected) <= clue_words(reading.puzzle)
    assert reading.confirmed <= clue_words(expected)


@pytest.mark.parametrize("name", boards_of(SOLVABLE - PATHS - DRAWN - TURNED - OTHERWISE))
def test_moves_are_what_is_missing(boards: Boards, name: str) -> None:
    """Each cell that differs from the solution is changed, surplus marks first, and no other one."""
    shown, layout = boards[name], layout_of(name)
    marks, solution = layout.marks(shown), Grid.parse(list(READABLE[name].solution or ()))
    if name.endswith("_themed") and not marks.agrees_with(solution):
        solution = flipped(solution)
    stands, wanted = unspared(name, marks), unspared(name, solution)
    wrong = [cell for cell in wanted.cells() if stands[cell] != wanted[cell]]
    too_many = [cell for cell in wrong if wanted[cell] is None]

    assert (too_many or wrong) == sorted({cell for move in layout.moves(shown, solution) for cell in move.leaves})


@pytest.mark.parametrize("name", spread(boards_of(SOLVABLE & DRAWN), of=4))
def test_wrong_patches_are_removed_first(boards: Boards, name: str) -> None:
    """There are keys to remove each wrong patch; if there are none, a drag for each missing patch."""
    layout, solution = layout_of(name), Grid.parse(list(READABLE[name].solution or ()))
    stands, wanted = (
        {number: [cell for cell, mark in grid.marked() if mark == number] for number in dict(grid.marked()).values()}
        for grid in (layout.marks(boards[name]), solution)
    )
    wrong = [(Keys, cells) for number, cells in stands.items() if cells != wanted[number]]
    missing = [(Drag, cells) for number, cells in wanted.items() if number not in stands]

    assert (wrong or missing) == [(type(move), [*move.leaves]) for move in layout.moves(boards[name], solution)]


@pytest.mark.parametrize("name", boards_of(SOLVABLE & PATHS))
def test_keys_lead_on_or_back(boards: Boards, name: str) -> None:
    """A correct path is extended to its end cell by cell, a wrong one is shortened to its start."""
    shown, layout = boards[name], layout_of(name)
    solution = Grid.parse(list(READABLE[name].solution or ()))
    path = [cell for _, cell in sorted((place, cell) for cell, place in solution.marked())]
    taken = {cell for cell, _ in layout.marks(shown).marked()}
    moves = layout.moves(shown, solution)

    if taken == set(path[: len(taken)]):
        assert path[len(taken) :] == [cell for move in moves for cell in move.leaves]
    else:
        assert [taken - {path[0]}] * (len(taken) - 1) == [set(move.leaves) for move in moves]


# --- saved pages ----------------------------------------------------------------------------------------------------


def saved_puzzle(saved: Path) -> Puzzle:
    """Return the puzzle in the JSON beside a saved page."""
    return PUZZLE_OF[saved.stem](json.loads(saved.with_suffix(".json").read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", SAVED, ids=saved_name)
def test_saved_page_reads_exactly(boards: Boards, path: Path) -> None:
    """A real page without scripts and network is read as its JSON says."""
    reading = reading_of(boards.saved(path))
    expected = saved_puzzle(path)
    if isinstance(expected, Queens) and isinstance(reading.puzzle, Queens):
        placed = reading.puzzle.givens
        assert len(list(placed.marked())) == 2
        assert solve(expected).grid.agrees_with(placed)
        expected = replace(expected, givens=placed)

    assert reading.layout.NAME == "guest"
    assert expected == reading.puzzle
    assert clue_words(expected) == reading.confirmed | reading.single


# --- boards with one thing changed ----------------------------------------------------------------------------------


def outcome(reading: Reading, truth: Reading) -> str:
    """Return the outcome of reading a mutant."""
    said, true = reading.confirmed | reading.single, truth.confirmed | truth.single
    assert clue_words(reading.puzzle) == said, "every clue of a reading is counted"
    wrong = wrong_clues(reading, truth)
    # The shape of these kinds has a clue in it: where its black cells or trees are.
    is_said_once = isinstance(reading.puzzle, (LightUp, Tents)) and not reading.confirmed
    if wrong & reading.confirmed or (reading.puzzle.shape != truth.puzzle.shape and not is_said_once):
        return "wrong and confirmed"
    if wrong:
        return "wrong and said once"
    return "right" if said == true else "clues lost"


def wrong_clues(reading: Reading, truth: Reading) -> set[str]:
    """Return the words of the clues that the true puzzle does not have, or has in other cells."""
    true = {clue.words: clue.cells for clue in truth.puzzle.clues()}
    return {clue.words for clue in reading.puzzle.clues() if true.get(clue.words) != clue.cells}


def read_by_any(first: Layout, site: Site, mutant: Snapshot) -> Reading | None:
    """Read a mutant with its own layout, or else with another of its site; only `GivensError` may be raised."""
    for layout in [first, *(other for other in site.LAYOUTS if other is not first)]:
        try:
            return layout.read(mutant)
        except GivensError:
            continue
    return None


@pytest.mark.parametrize("name", spread(SMALLEST, of=4))
def test_mutants_do_not_invent_clues(boards: Boards, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """No mutant is read with a wrong confirmed clue; other outcomes are counted."""
    shown = boards[name]
    site = site_named(shown.url)
    layout = layout_named(site, CASES[name].layout)
    board, truth = Mutant.of(shown), layout.read(shown)
    same = board.snapshot(aligned=True)
    assert (shown.state, truth) == (same.state, layout.read(same)), "without a change, nothing else differs"
    solution = solve(truth.puzzle).grid
    chance, counts = random.Random(name), Counter[str]()  # noqa: S311 - mutants, not secrets
    wrong: list[str] = []
    for _ in range(MUTANTS):
        mutant, change = mutated(board, chance)
        try:
            reading = read_by_any(layout, site, mutant)
        except Exception as error:
            error.add_note(f"the change was: {change}")
            raise
        what = "refused" if reading is None else outcome(reading, truth)
        counts[what] += 1
        if reading is not None and what.startswith("wrong"):
            invented = sorted(wrong_clues(reading, truth))
            counts["unique and wrong"] += has_another_solution(reading.puzzle, solution)
            # HTML and boxes are taken in one call: clues whose only place is their box do not change between the two.
            by_box = name == BY_BOX and change.endswith("(measured before)")
            if (what == "wrong and confirmed" or FRESH[name].twice) and not by_box:
                wrong.append(f"{change}: {', '.join(invented)}")
    once, passed = counts["wrong and said once"], counts["unique and wrong"]
    said = ", ".join(f"{counts[what]} {what}" for what in ("refused", "right", "clues lost", "wrong and confirmed"))
    share = f"{once} wrong and said once, of which {passed} ({passed / MUTANTS:.2%}) unique and wrong"
    with capsys.disabled():
        # Workers of pytest-xdist can reach the terminal through stderr only.
        print(f"\n{name}: of {MUTANTS} mutants {said}, {share} ", end="", file=sys.stderr)  # noqa: T201 - not hidden

    assert wrong == [], f"{len(wrong)} mutants invented a clue"
    assert counts["right"] > MUTANTS / 10, "most changes mean nothing: a reader that refuses them is of no use"


def has_another_solution(puzzle: Puzzle, solution: Grid) -> bool:
    """Return whether a misread puzzle would be accepted: it has one solution, which is not the true one."""
    try:
        return solve(puzzle).grid != solution
    except GivensError:
        return False


# --- bad input ------------------------------------------------------------------------------------------------------

ROWS = ("1...", "....", "..0.", "....")
CELLS = tango_cells(ROWS)
GUEST, SIGNED_IN = linkedin.SITE.LAYOUTS
TABLE_2022, TABLE_2015 = brainbashers.TABLE_2022.layout, brainbashers.TABLE_2015.layout
SQUARES_2026 = brainbashers.SQUARES.layout


def with_cell(at: int, mark: str = EMPTY, *, given: bool | None = None, inside: str = "") -> str:
    """Write the small Tango with another cell at one place."""
    return tango([*CELLS[:at], tango_cell(at, mark, given=given, inside=inside), *CELLS[at + 1 :]])


def square(at: int, mark: str, text: str = "") -> str:
    """Write a cell of the table of 2022."""
    colour = {"1": "black", "0": "white", ".": "grey"}.get(mark, mark)
    return f'<td class="inarow {colour}" id="square{at}">{text}</td>'


SQUARES = [[square(4 * row + col, mark) for col, mark in enumerate(line)] for row, line in enumerate(ROWS)]


def picture(name: str, more: str = "") -> str:
    """Write a cell of the page with pictures."""
    return f'<td class="inarow_td"><img src="/g/{name}.png">{more}</td>'


@pytest.mark.parametrize(
    ("html", "sentence"),
    [
        ("", f"the board at {TANGO_AT} is empty"),
        ("<p>Hello</p>", "guest: the board does not match .lotka-grid"),
        ('<div class="lotka-grid"></div>', "guest: nothing matches [data-cell-idx]"),
        (tango(CELLS, 6, 6), "the board has 16 cells, but 6×6 by the style attribute"),
        (tango([*CELLS[:-1], CELLS[3]]), "R1C4 appears twice by data-cell-idx, and R4C4 is missing"),
        (tango([*CELLS[:-1], tango_cell(15, claim="99")]), "R25C4 by data-cell-idx is off the board of 4×4"),
        (
            tango([*CELLS[:-1], tango_cell(15, claim="last")]),
            "nothing says where the 16 cells are: the page states no places, and they form no lattice",
        ),
        (
            tango(tango_cells(["1..", "...", ".0."]), 3, 3),
            "givens: 3 rows, but half of each line holds each mark, so the number must be even",
        ),
        (
            with_cell(5, SUN + MOON),
            "R2C2 holds 2 marks, not one (.lotka-cell-content > svg, .lotka-cell-content > img)",
        ),
        (with_cell(5, given=True), "R2C2 is locked, but empty"),
        (
            tango(CELLS).replace('aria-disabled="true"', 'aria-disabled="false"', 1),
            "R1C1: aria-disabled says free, but .lotka-cell--locked says a given",
        ),
        (
            tango(CELLS).replace('aria-disabled="true"', "", 1),
            "<div class='lotka-cell lotka-cell--locked'> has no aria-disabled",
        ),
        (with_cell(7, inside=tango_edge("right", "=")), "equal: R2C5 is off the board of 4×4"),
        (
            with_cell(5, inside=tango_edge("right", "=") + tango_edge("right", "×")),
            "equal and opposite: the edge between R2C2 and R2C3 has both signs",
        ),
        (
            with_cell(5, inside=tango_edge("right", "=").replace("Equal", "Cross")),
            'the sign at R2C2: its [id="="] says =, but its label says ×',
        ),
        (
            with_cell(5, inside=tango_edge("right", "=").replace("</svg>", "</svg><svg></svg>")),
            "an edge of R2C2 has 2 signs, not one",
        ),
        (
            with_cell(5, SUN.replace("Sun", "Moon")),
            "R2C2: its .lotka-cell-zero-path says a sun, but its label says a moon",
        ),
    ],
)
def test_bad_tango(html: str, sentence: str) -> None:
    """The error for a bad board is one sentence that names what was found."""
    with pytest.raises((ReadError, BadPuzzle)) as caught:
        GUEST.read(snapshot(html, TANGO_AT))

    assert sentence == caught.value.message


def begins(cell: str) -> str:
    """Write the small table with another first cell."""
    return table([[cell, *SQUARES[0][1:]], *SQUARES[1:]])


def four(cell: str) -> str:
    """Write a table of four pictures with a first one."""
    return table([[cell, picture("blank")], [picture("blank"), picture("o")]])


T22, S26, GOOD = TABLE_2022, SQUARES_2026, table(SQUARES)


@pytest.mark.parametrize(
    ("layout", "html", "inline", "sentence"),
    [
        (T22, GOOD, {"lcpuzzle": "B---------B-----"}, "R3C3: its td[class*=white] says white, but lcpuzzle says blue"),
        (T22, GOOD, {"lcpuzzle": "B---W-----W-----"}, "R2C1: its td[class*=grey] says empty, but lcpuzzle says white"),
        (T22, GOOD, {"lcpuzzle": "B---------W"}, "lcpuzzle is 'B---------W', not 4×4 of B, W and -"),
        (T22, GOOD, {"lnsize": "6"}, "the board has 6×6 cells by lnsize, but 4×4 by the table"),
        (T22, begins(square(1, "1")), {}, "R1C1 by the table is R1C2 by id of [id^=square]"),
        (
            T22,
            begins(square(0, "grey black")),
            {},
            "R1C1: its td[class*=black] says blue, but its td[class*=grey] says empty",
        ),
        (T22, begins(square(0, "1", "O")), {}, "R1C1: its td[class*=black] says blue, but its text says white"),
        (T22, table([["<td>3</td>"]]), {}, f"table_2022: nothing matches {TABLE_2022.cell}"),
        (S26, four(picture("help")), {}, "R1C1: nothing says what it is (checked: file, colour)"),
        (S26, four(picture("x", '<img src="o.png">')), {}, "R1C1 shows 2 pictures, not one"),
        (S26, four(picture("x", "O")), {}, "R1C1: its file (x) says blue, but its text (o) says white"),
    ],
)
def test_bad_table(layout: Layout, html: str, inline: Mapping[str, str], sentence: str) -> None:
    """The same holds for tables."""
    with pytest.raises(ReadError) as caught:
        layout.read(snapshot(html, TABLE_AT, inline=inline))

    assert sentence == caught.value.message


def test_sign_drawn_at_another_cell() -> None:
    """A sign inside one cell's element that is drawn at another cell belongs to neither."""
    html = with_cell(5, inside=tango_edge("right", "="))
    at_cells = drawn(4, "data-cell-idx")

    def box(node: Node) -> tuple[float, float, float, float] | None:
        is_sign = node.attributes.get("aria-label") == "Equal"
        return (190.0, 165.0, 20.0, 20.0) if is_sign else at_cells(node)

    with pytest.raises(ReadError) as caught:
        GUEST.read(snapshot(html, TANGO_AT, box=box))

    assert "a sign in R2C2 is drawn away from it: 3.0, 2.5 cells from its corner" == caught.value.message


def test_cells_without_area_have_no_lattice() -> None:
    """An element that is not drawn has no area, so that nothing confirms the stated places."""
    flat = snapshot(tango(CELLS), TANGO_AT, box=lambda node: (0, 0, 0, 9) if "id" in node.attributes else None)

    assert GUEST.read(flat).confirmed == frozenset()


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        ({}, f"the board at {TANGO_AT} was not measured: its state lists no elements"),
        (
            {"elements": [{"tag": "div"}] * 3},
            "the state is of another board: 3 elements were measured, the HTML has 51",
        ),
        (
            {"elements": [{"tag": "div"}] * 51},
            "the state is of another board: element 4 was measured as <div>, the HTML has <svg>",
        ),
    ],
)
def test_state_of_another_board(state: Mapping[str, Any], sentence: str) -> None:
    """A state that was measured on another board, or is malformed, is refused."""
    with pytest.raises(ReadError) as caught:
        GUEST.read(Snapshot(TANGO_AT, tango(CELLS), state))

    assert sentence == caught.value.message


def test_error_of_an_unknown_layout() -> None:
    """The error of a site lists the error of every layout, each name once."""
    shown = snapshot(table([["<td>3</td>"]]), TABLE_AT)
    with pytest.raises(ReadError) as caught:
        reading_of(shown)

    assert {
        "table_2022": f"nothing matches {TABLE_2022.cell}",
        "table_2015": f"nothing matches {TABLE_2015.cell}",
        "squares": f"nothing matches {SQUARES_2026.cell}",
        "grid": "a table of 1×1 does not fit a board",
    } == caught.value.layouts
    listed = "; ".join(f"{name}: {words}" for name, words in caught.value.layouts.items())
    assert f"the board at {TABLE_AT} cannot be read: {listed}" == caught.value.message


def test_last_snapshot_is_cached() -> None:
    """A layout parses its last snapshot once; another snapshot, or another layout, is parsed again, as is a failure."""
    seen: list[tuple[int, str]] = []

    @cache_last
    def look(layout: int, snapshot: Snapshot) -> int:
        seen.append((layout, snapshot.html))
        if not snapshot.html:
            raise ReadError("nothing is there")
        return layout

    first, equal, empty = Snapshot("", "one", {}), Snapshot("", "one", {}), Snapshot("", "", {})

    assert [1, 1, 2, 1, 1] == [look(1, first), look(1, first), look(2, first), look(1, first), look(1, equal)]
    for _ in range(2):
        with pytest.raises(ReadError):
            look(1, empty)
    assert [(1, "one"), (2, "one"), (1, "one"), (1, "one"), (1, ""), (1, "")] == seen


def test_only_the_known_layout_reports_the_error() -> None:
    """If one layout recognizes the board, only its error is reported; a malformed puzzle means a misread board."""
    with pytest.raises(ReadError) as caught:
        reading_of(snapshot(with_cell(7, inside=tango_edge("right", "=")), TANGO_AT))

    assert f"the board at {TANGO_AT} cannot be read: equal: R2C5 is off the board of 4×4" == caught.value.message
    assert not isinstance(caught.value, OtherLayout)
    with pytest.raises(OtherLayout):
        SIGNED_IN.read(snapshot(tango(CELLS), TANGO_AT))
