"""Declared layouts on small boards: places, sources of marks and clues, givens, clicks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from selectolax.lexbor import LexborNode as Node

from scrapers import (
    BoardLayout,
    Cells,
    Click,
    Givens,
    Listed,
    Located,
    OtherLayout,
    ReadError,
    ReadOnly,
    Regions,
    Signs,
    Snapshot,
    Statement,
    classes,
    colour,
    has,
    in_table,
    place_in,
    selectors,
    text,
)
from scrapers._puzzle_team import drawn as shown
from scrapers._puzzle_team import task
from scrapers._puzzle_team.layout import HINT, team
from scrapers._reading.statements import everywhere
from solvers import Binairo, Cell, Grid, Hitori, Norinori
from tests.small_boards import CELL, drawn, snapshot

AT = "https://plain.example/today"
NAMES = {"1": "one", "0": "zero", ".": "blank"}
ROWS = ("1..0", "....", "..0.", "1...")
PLAIN = Cells(
    "table",
    kind=Binairo,
    cell="td",
    places_by=(in_table,),
    marks_by=(classes({"one": 1, "zero": 0, "blank": None}), text({"1": 1, "0": 0})),
    givens=Givens(locked=(has(".given"),)),
    cycle=(None, 1, 0),
)


def cell(mark: str, *, given: bool | None = None) -> str:
    """Write a cell with the class and the text of its mark; marks are givens by default."""
    is_given = mark != "." if given is None else given
    return f'<td class="{NAMES[mark]}{" given" * is_given}">{mark.strip(".")}</td>'


def page(rows: Sequence[str] = ROWS, *, cells: dict[Cell, str] | None = None) -> str:
    """Write a table of marks; `cells` replaces some of its cells."""
    lines = (
        "".join((cells or {}).get(Cell(row, col)) or cell(mark) for col, mark in enumerate(line))
        for row, line in enumerate(rows)
    )
    return f"<table><tbody>{''.join(f'<tr>{line}</tr>' for line in lines)}</tbody></table>"


def taken(html: str, box: Callable[[Node], Any] | None = None, **state: object) -> Snapshot:
    """Return a snapshot of a page whose cells are drawn in four columns."""
    return snapshot(html, AT, box=box or drawn(4, "class"), **state)


def refusal(cells: Cells, shown: Snapshot) -> str:
    """Return why a board is refused."""
    with pytest.raises(ReadError) as caught:
        cells.layout.read(shown)
    return caught.value.message


def test_plain_grid_of_marks() -> None:
    """A board of marks is read, confirmed, and entered by clicks in the order of its cycle."""
    shown = taken(page())
    reading = PLAIN.layout.read(shown)
    solution = Grid.parse(["1100", "0011", "0101", "1010"])
    clicks = PLAIN.layout.moves(shown, solution)
    lacking = [cell for cell in solution.cells() if Grid.parse(ROWS)[cell] is None]

    assert Binairo(Grid.parse(ROWS)) == reading.puzzle
    assert {clue.words for clue in reading.puzzle.clues()} == reading.confirmed
    assert frozenset() == reading.single
    assert Grid.parse(ROWS) == PLAIN.layout.marks(shown)
    assert lacking + [cell for cell in lacking if solution[cell] == 0] == [
        cell for click in clicks for cell in click.leaves
    ]
    assert Click((1.5 * CELL, 0.5 * CELL), {Cell(0, 1): frozenset({1})}) == clicks[0]


def test_kind_without_givens() -> None:
    """Where a kind has no givens, the marks on its board are the player's, and the regions are all that is read."""
    regions = ("AABB", "AABB", "CCDD", "CCDD")
    shown = taken(
        page(
            cells={
                at: f'<td class="blank in-{regions[at.row][at.col]}"></td>'
                for at in Grid.make(4, 4, lambda _: 0).cells()
            }
            | {Cell(0, 0): '<td class="one in-A">1</td>'}
        )
    )
    cells = replace(PLAIN, kind=Norinori, givens=Givens(), clues=(Regions(classes=r"in-\w"),))

    assert Norinori(regions) == cells.layout.read(shown).puzzle
    assert {Cell(0, 0): 1} == dict(cells.layout.marks(shown).marked())


@pytest.mark.parametrize(
    ("regions", "sentence"),
    [
        (
            Regions(classes=r"area-\w"),
            "no cell has a class that matches area-\\w, and nothing else tells the regions apart",
        ),
        (Regions(), "no cell differs from another, and nothing else tells the regions apart: its ground"),
    ],
)
def test_region_class_that_no_cell_has(regions: Regions, sentence: str) -> None:
    """A pattern of classes that matches none is named if the grounds do not tell the regions either."""
    cells = replace(PLAIN, kind=Norinori, givens=Givens(), clues=(regions,))

    assert refusal(cells, taken(page(["...."] * 4))).startswith(sentence)


# --- givens ---------------------------------------------------------------------------------------------------------

BEGUN = {Cell(0, 1): cell("1", given=False)}
ALL = frozenset({"R1C1", "R1C4", "R3C3", "R4C1"})


def givens_of(givens: Givens, shown: Snapshot) -> tuple[set[str], set[str]]:
    """Return the cells of the confirmed givens, and of those with a single source."""
    reading = replace(PLAIN, givens=givens).layout.read(shown)
    confirmed, single = ({words.split()[0] for words in found} for found in (reading.confirmed, reading.single))
    return confirmed, single


def test_without_a_policy_every_mark_is_a_given() -> None:
    """If nothing distinguishes givens, every mark is a given with a single source."""
    assert (set(), {*ALL, "R1C2"}) == givens_of(Givens(), taken(page(cells=BEGUN)))


def test_places_from_one_source() -> None:
    """Where only the drawn lattice says the places of cells, no clue is confirmed, and the reading says why."""
    reading = replace(PLAIN, places_by=()).layout.read(taken(page()))

    assert (frozenset(), "only one source says where the cells are") == (reading.confirmed, reading.why_single)


def test_marks_that_are_never_the_players() -> None:
    """If a page shows only givens, they are as certain as their marks."""
    assert (set(ALL), set()) == givens_of(Givens(always=True), taken(page()))


def test_locks() -> None:
    """On a begun board, one lock makes a given single and two locks confirm it; a solved board locks every cell."""
    one_lock, two_locks = Givens(locked=(has(".given"),)), Givens(locked=(has(".given"), has("[class~=given]")))
    full = {Cell(row, col): cell("1", given=True) for row in range(4) for col in range(4)}

    begun = taken(page(cells=BEGUN))

    assert (set(), set(ALL)) == givens_of(one_lock, begun)
    assert "the page states each once" == replace(PLAIN, givens=one_lock).layout.read(begun).why_single
    assert (set(ALL), set()) == givens_of(two_locks, taken(page(cells=BEGUN)))
    assert set() == givens_of(two_locks, taken(page(cells=full)))[0]


def test_listed_givens() -> None:
    """A list in the state names its givens and their marks; a missing list has no effect."""
    listed = Givens(listed=Listed(("inline", "puzzle"), {"A": 1, "B": 0}))
    inline = {"puzzle": "A--B------B-A---"}

    assert (set(ALL), set()) == givens_of(listed, taken(page(), inline=inline))
    assert (set(), set(ALL)) == givens_of(listed, taken(page(cells=BEGUN), inline=inline))
    assert (set(), set(ALL)) == givens_of(listed, taken(page()))
    assert "puzzle is 'A--', not 4×4 of A, B and -" == refusal(
        replace(PLAIN, givens=listed), taken(page(), inline={"puzzle": "A--"})
    )


def test_locks_that_are_not_always_shown() -> None:
    """Without locks, all marks of a fresh board are givens; a begun board cannot be read, but its marks can."""
    givens = Givens(locked=(has(".lock"),), fresh=lambda state: state.get("filled") == 0)
    cells = replace(PLAIN, givens=givens)

    assert (set(ALL), set()) == givens_of(givens, taken(page(), filled=0))
    assert (
        "somebody has played on the board, and it does not show which marks are givens: reset it, or open a new puzzle"
        == refusal(cells, taken(page(), filled=3))
    )
    assert Grid.parse(ROWS) == cells.layout.marks(taken(page(), filled=3))


# --- places ---------------------------------------------------------------------------------------------------------


def test_places_that_not_every_cell_states() -> None:
    """A stated place counts only if all cells have it."""
    optional = place_in("data-at", pattern="^(?P<number>[0-9]+)$")
    assert Binairo(Grid.parse(ROWS)) == replace(PLAIN, places_by=(optional, in_table)).layout.read(taken(page())).puzzle


def test_layout_for_some_addresses() -> None:
    """A layout may apply only to some addresses."""
    with pytest.raises(OtherLayout):
        replace(PLAIN, address=".*/yesterday").layout.read(taken(page()))


def test_cells_in_groups() -> None:
    """Each cell belongs to one group."""
    cells = replace(PLAIN, marks_by=(*PLAIN.marks_by, colour()), groups=(".one", ".given"))

    assert "R1C1 matches 2 of .one, .given, not one" == refusal(cells, taken(page()))


# --- declarations ---------------------------------------------------------------------------------------------------

GRID = Cells("grid", kind=Binairo, cell=".cell", marks_by=(text({"": None}),))


@pytest.mark.parametrize(
    ("declare", "named"),
    [
        (lambda: replace(GRID, cell=""), "Cells.cell"),
        (lambda: replace(GRID, cell=".a["), "Cells.cell"),
        (lambda: replace(GRID, content="a >"), "Cells.content"),
        (lambda: replace(GRID, board="..x"), "Cells.board"),
        (lambda: replace(GRID, groups=[".a", ""]), "Cells.groups"),
        (lambda: Signs("", signs_by=(text({}),)), "Signs.css"),
        (lambda: Signs("a[", signs_by=(text({}),)), "Signs.css"),
        (lambda: selectors({"": 1}), "selectors"),
        (lambda: has(""), "has"),
    ],
)
def test_a_selector_that_is_none(declare: Callable[[], object], named: str) -> None:
    """An empty or invalid selector is refused by the name of its parameter."""
    with pytest.raises(TypeError, match=f"{named} must be a CSS selector"):
        declare()


DIGITS = "1224334131421432"
HITORI_AT = f"https://address.example/hitori?board={DIGITS}"


def texts(located: Located) -> Iterator[Statement]:
    """Read the number in each cell; a cell without one says nothing."""
    for cell, node in located.nodes.items():
        if text := node.text().strip():
            yield Statement("number", cell, "its text", int(text))


def address(located: Located) -> Iterator[Statement]:
    """Read the address, which is the whole board."""
    for board in parse_qs(urlsplit(located.board.url).query).get("board", []):
        for at, digit in enumerate(board):
            yield Statement("number", Cell(*divmod(at, 4)), "the address", int(digit))


LAYOUT = BoardLayout(
    NAME="table",
    kind=Hitori,
    cell="td",
    places_by=(in_table,),
    readers=(texts, address),
    puzzle=lambda facts: Hitori(facts.grid()),
    entry=ReadOnly("how the page draws a black cell"),
    required=("number",),
    must_say=True,
)


def hitori_page(digits: str = DIGITS, url: str = HITORI_AT, tag: str = "td", **state: Any) -> Snapshot:  # noqa: ANN401 - as measured
    """Return a board of 4 × 4 cells with these digits; `.` is an empty cell."""
    cells = [f"<{tag} data-cell class=cell>{digit.strip('.')}</{tag}>" for digit in digits]
    rows = "".join(f"<tr>{''.join(cells[at : at + 4])}</tr>" for at in range(0, 16, 4))
    return snapshot(f"<table><tbody>{rows}</tbody></table>", url, box=drawn(4, "data-cell"), **state)


def refusal_of(layout: BoardLayout, board: Snapshot) -> str:
    """Return why a board is refused."""
    with pytest.raises(ReadError) as caught:
        layout.read(board)
    return caught.value.message


def test_address_and_elements_confirm_each_other() -> None:
    """What the address says and what the cells show is confirmed; either alone is not."""
    both, alone = LAYOUT.read(hitori_page()), LAYOUT.read(hitori_page(url="https://address.example/hitori"))
    hidden = LAYOUT.read(hitori_page("." * 16))

    assert both.puzzle == alone.puzzle == hidden.puzzle
    clues, none = frozenset(clue.words for clue in both.puzzle.clues()), frozenset[str]()
    assert (clues, none) == (both.confirmed, both.single)
    assert [(none, clues)] * 2 == [(reading.confirmed, reading.single) for reading in (alone, hidden)]


def test_board_that_says_nothing() -> None:
    """A board on which no source says a value is of another layout, if the layout says so."""
    with pytest.raises(OtherLayout) as caught:
        LAYOUT.read(hitori_page("." * 16, "https://address.example/hitori"))

    assert "table: nothing says a clue of hitori" == caught.value.message


def test_nothing_is_entered_where_marks_are_not_known() -> None:
    """A board that is only read has no marks, and no moves."""
    with pytest.raises(ReadError) as caught:
        LAYOUT.moves(hitori_page(), LAYOUT.marks(hitori_page()))

    assert "how the page draws a black cell is not known, so nothing is entered; `givens solve` shows the solution" == (
        caught.value.message
    )


# --- a board and its task -------------------------------------------------------------------------------------------

LISTED = team(
    slug="hitori",
    kind=Hitori,
    drawn=(shown.numbers(), shown.rim("th")),
    task=task.sections(",", task.rims("/"), task.characters, fewest=1),
    puzzle=lambda facts: Hitori(facts.grid()),
    enter=ReadOnly("how the page draws a black cell"),
)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (f"//////,{DIGITS}", "the task of the page, '//////', has 7 numbers for 8 lines"),
        (
            f"///////,{DIGITS.replace('12', '13', 1)}",
            f"R1C2: the board says the number 2, but the task of the page says the number 3{HINT}",
        ),
        ("///////", f"R1C1: the board says the number 1, but the task of the page says no number{HINT}"),
    ],
)
def test_task_that_differs_from_the_board(text: str, sentence: str) -> None:
    """A task must say all that the board shows: what it leaves out is a disagreement, too."""
    assert sentence == refusal_of(LISTED, hitori_page(inline={"task": text}))


def test_board_without_its_task() -> None:
    """Without a task, nothing of a board is confirmed."""
    with_task = LISTED.read(hitori_page(inline={"task": f"///////,{DIGITS}"}))
    without = LISTED.read(hitori_page(inline={}))

    assert with_task.puzzle == without.puzzle
    assert (with_task.confirmed, frozenset()) == (without.single, without.confirmed)
    assert with_task.confirmed


def test_statement_about_a_place_that_the_board_does_not_have() -> None:
    """A source that says something beyond the board's rim is refused."""
    located = LAYOUT.look(hitori_page())
    with pytest.raises(ReadError) as caught:
        list(everywhere(located, "rim", "the script", {"row 5": (1,)}))

    assert "row 5: the script says the rim, but the board is 4×4" == caught.value.message
