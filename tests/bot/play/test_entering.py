"""Entering for a spectator: in the order of the explanation, with each step printed before its first input."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import pytest

from bot.browser.launch import new_context
from bot.play.clicker import Clicker
from bot.play.fixture import Fixture, serve
from bot.play.live import Live
from bot.play.loop import play
from bot.play.reading import Options
from bot.record.recorder import Recorder
from scrapers import Click, Keys
from solvers import Cell, Grid, Step, explain
from tests.conftest import FIXTURES
from tests.tiers import first

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from playwright.sync_api import Browser, Page

    from bot.play.result import TargetResult
    from scrapers import Move, Snapshot


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """Open a page in a fresh guest context, as the product does."""
    context = new_context(chromium)
    yield context.new_page()
    context.close()


class Heard(Recorder):
    """Records inputs and printed words in one list."""

    def __init__(self) -> None:
        """Record in memory only."""
        super().__init__(None)
        self.events: list[str | Cell] = []

    def event(self, name: str, **data: Any) -> None:  # noqa: ANN401 - any JSON value
        """Record the cells of an input."""
        if name == "input":
            self.events += map(Cell.parse, data["leaves"])


def watched(page: Page, named: str) -> tuple[TargetResult, Heard, list[Step]]:
    """Play a fixture for a spectator; return the result, the words and inputs, and the steps of its puzzle."""
    case = Fixture.load(FIXTURES / named)
    serve(page.context, case)
    page.goto(case.url)
    heard = Heard()
    played = play(page, options=Options(say=heard.events.append, timeout=60), recorder=heard)
    puzzle = played.loaded_puzzle()
    assert puzzle is not None
    return played, heard, list(explain(puzzle))


@pytest.mark.parametrize(
    "named",
    first(
        [
            "brainbashers_three_in_a_row/table_2022_6",
            "zero_hh1/size_4",
            "linkedin_tango/guest",
            "linkedin_mini_sudoku/guest",
        ]
    ),
)
def test_steps_are_entered_in_order(page: Page, named: str) -> None:
    """Each step is printed, and then only its cells are entered."""
    played, heard, steps = watched(page, named)
    parts = [(is_words, list(part)) for is_words, part in groupby(heard.events, lambda entry: isinstance(entry, str))]
    said = [words for is_words, part in parts for words in part if is_words]
    entered = [set(part) for is_words, part in parts if not is_words]

    assert (True, 0) == (played.accepted, played.repaired)
    assert [step.words for step in steps] == said
    assert [set(step.sets) for step in steps] == entered


def test_entered_steps_are_not_printed(page: Page) -> None:
    """On a begun board, only steps that set a missing mark are printed."""
    played, heard, steps = watched(page, "brainbashers_three_in_a_row/table_2022_begun")
    standing = set(Grid.parse(played.board_before).marked())
    said = [words for words in heard.events if isinstance(words, str)]

    assert played.accepted
    assert [step.words for step in steps if set(step.sets.items()) - standing] == said
    assert 0 < len(said) < len(steps)


def test_without_steps(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """If no steps are found in time, this is printed once, and the page is still played."""
    monkeypatch.setattr("bot.play.entering.EXPLAIN_TIMEOUT", 1e-6)

    played, heard, _ = watched(page, "brainbashers_three_in_a_row/table_2022_6")

    (said,) = [words for words in heard.events if isinstance(words, str)]
    assert played.accepted
    assert "entering in the page's own order, because no steps were found: gave up" in str(said)


BOARD = """<style>body { margin: 0 } .cell { position: absolute; top: 0; width: 100px; height: 100px }</style>
    <div id=board tabindex=0>%s</div><script>
    const board = document.querySelector('#board'); board.focus(); let at = 0;
    board.onclick = (event) => { event.target.dataset.mark = 1 };
    board.onkeydown = () => { board.children[at++].dataset.mark = 1 };
    %s</script>"""
CELLS = [Cell(0, col) for col in range(3)]


class Strip:
    """A toy layout of three cells in a row, with marks in attributes."""

    NAME, MEASURE = "strip", "(board) => ({ marks: [...board.children].map((cell) => cell.dataset.mark ?? null) })"
    learns = False

    def is_shown(self, _snapshot: Snapshot) -> bool:
        """Complete the protocol."""
        return True

    def __init__(self, moves: Sequence[Move]) -> None:
        """Take the moves that mark all cells."""
        self._moves = moves

    def read(self, snapshot: Snapshot) -> Any:  # noqa: ANN401 - never called
        """Complete the protocol."""
        raise NotImplementedError

    def marks(self, snapshot: Snapshot) -> Grid:
        """Return the marks in the attributes."""
        return Grid([[None if mark is None else int(mark) for mark in snapshot.state["marks"]]])

    def boxes(self, snapshot: Snapshot) -> Any:  # noqa: ANN401 - never called
        """Complete the protocol."""
        raise NotImplementedError

    def moves(self, snapshot: Snapshot, solution: Grid) -> list[Move]:
        """Return the moves for the blank cells."""
        marks = self.marks(snapshot)
        return [move for move in self._moves if any(marks[cell] is None for cell in move.leaves) and solution]


def enter(page: Page, moves: Sequence[Move], script: str = "") -> list[str | Cell]:
    """Enter marks on a toy page with one step per cell, the last cell first; return the words and inputs."""
    page.set_content(BOARD % ("".join(f'<div class=cell style="left: {100 * at}px"></div>' for at in range(3)), script))
    live, events = Live(page, lambda: page.locator("#board")), list[str | Cell]()
    steps = [Step({cell: 1}, (), {}, "", 1, f"{cell}!") for cell in reversed(CELLS)]
    made = Clicker(
        *(live, Strip(moves), lambda move: events.extend(move.leaves)),
        pace=0,
        min_elapsed=0,
        steps=steps,
        say=events.append,
    )
    made.enter(live.take(Strip.MEASURE), Grid.parse("111"))
    return events


CLICKS = [Click((100 * cell.col + 50, 50), {cell: frozenset({1})}) for cell in CELLS]


def test_order_of_keys_is_kept(page: Page) -> None:
    """Keys are pressed in the order that the page needs, after all steps were printed."""
    keys = [Keys(("ArrowRight",), {cell: frozenset({1})}) for cell in CELLS]

    assert ["R1C3!", "R1C2!", "R1C1!", *CELLS] == enter(page, keys)


def test_clicks_follow_the_steps(page: Page) -> None:
    """Clicks follow the steps, whatever their order on the page."""
    assert ["R1C3!", CELLS[2], "R1C2!", CELLS[1], "R1C1!", CELLS[0]] == enter(page, CLICKS)


def test_covered_step(page: Page) -> None:
    """A step whose cell stays covered does not prevent the others."""
    cover = """const cover = document.createElement("div");
        cover.style = "position: fixed; left: 210px; top: 0; width: 80px; height: 500px"; document.body.append(cover);
        board.addEventListener("click", () => cover.remove());"""

    events = enter(page, CLICKS, cover)

    assert [CELLS[0], CELLS[2], CELLS[1]] == [event for event in events if isinstance(event, Cell)]
