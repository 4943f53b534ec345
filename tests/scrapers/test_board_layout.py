"""Layouts as data: readers of elements, scripts and addresses, what confirms a clue, and what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import pytest

from scrapers import BoardLayout, OtherLayout, ReadError, ReadOnly, Statement, in_table
from scrapers._puzzle_team import drawn as shown
from scrapers._puzzle_team import task
from scrapers._puzzle_team.layout import HINT, team
from scrapers._reading.statements import everywhere
from solvers import Cell, Hitori
from tests.small_boards import drawn, snapshot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapers import Located, Snapshot

DIGITS = "1224334131421432"
AT = f"https://address.example/hitori?board={DIGITS}"


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
    says=("number",),
    must_say=True,
)


def page(digits: str = DIGITS, url: str = AT, tag: str = "td", **state: Any) -> Snapshot:  # noqa: ANN401 - as measured
    """Return a board of 4 × 4 cells with these digits; `.` is an empty cell."""
    cells = [f"<{tag} data-cell class=cell>{digit.strip('.')}</{tag}>" for digit in digits]
    rows = "".join(f"<tr>{''.join(cells[at : at + 4])}</tr>" for at in range(0, 16, 4))
    return snapshot(f"<table><tbody>{rows}</tbody></table>", url, box=drawn(4, "data-cell"), **state)


def refusal(layout: BoardLayout, board: Snapshot) -> str:
    """Return why a board is refused."""
    with pytest.raises(ReadError) as caught:
        layout.read(board)
    return caught.value.message


def test_address_and_elements_confirm_each_other() -> None:
    """What the address says and what the cells show is confirmed; either alone is not."""
    both, alone = LAYOUT.read(page()), LAYOUT.read(page(url="https://address.example/hitori"))
    hidden = LAYOUT.read(page("." * 16))

    assert both.puzzle == alone.puzzle == hidden.puzzle
    clues, none = frozenset(clue.words for clue in both.puzzle.clues()), frozenset[str]()
    assert (clues, none) == (both.confirmed, both.single)
    assert [(none, clues)] * 2 == [(reading.confirmed, reading.single) for reading in (alone, hidden)]


def test_board_that_says_nothing() -> None:
    """A board on which no source says a value is of another layout, if the layout says so."""
    with pytest.raises(OtherLayout) as caught:
        LAYOUT.read(page("." * 16, "https://address.example/hitori"))

    assert "table: nothing says a clue of hitori" == caught.value.message


def test_nothing_is_entered_where_marks_are_not_known() -> None:
    """A board that is only read has no marks, and no moves."""
    with pytest.raises(ReadError) as caught:
        LAYOUT.moves(page(), LAYOUT.marks(page()))

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
    assert sentence == refusal(LISTED, page(inline={"task": text}))


def test_board_without_its_task() -> None:
    """Without a task, nothing of a board is confirmed."""
    with_task = LISTED.read(page(inline={"task": f"///////,{DIGITS}"}))
    without = LISTED.read(page(inline={}))

    assert with_task.puzzle == without.puzzle
    assert (with_task.confirmed, frozenset()) == (without.single, without.confirmed)
    assert with_task.confirmed


def test_statement_about_a_place_that_the_board_does_not_have() -> None:
    """A source that says something beyond the board's rim is refused."""
    located = LAYOUT.look(page())
    with pytest.raises(ReadError) as caught:
        list(everywhere(located, "rim", "the script", {"row 5": (1,)}))

    assert "row 5: the script says the rim, but the board is 4×4" == caught.value.message
