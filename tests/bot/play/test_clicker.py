"""The clicker on a board in memory: late, lost and surplus inputs, covers, keys, steps and times."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import EnterError
from bot.play.clicker import PATIENCE
from scrapers import Click, Drag, Keys, Move
from scrapers._reading.board import Box
from scrapers._reading.moves import by_clicks, in_cycle, plan
from solvers import Cell, Grid, Step
from tests.fake_board import CENTRES, FakeBoard, enter, every, mark
from tests.tiers import examples

CELLS = FIRST, SECOND, THIRD = [Cell(0, col) for col in range(3)]


@pytest.mark.parametrize("costs", [0.0, 30.0])
@pytest.mark.parametrize("late", [0.0, 0.3, 0.9 * PATIENCE])
def test_late_marks_are_waited_for(late: float, costs: float) -> None:
    """A mark that comes while the page still has time is waited for, however long each look at the board takes."""
    made = enter(FakeBoard(late=late, costs=costs))

    assert (3, 0) == (made.inputs, made.repaired)


@given(fates=st.lists(st.tuples(st.sampled_from(["shown", "lost", "surplus"]), st.floats(0, 1.5 * PATIENCE))))
@examples(300, quick=30)
def test_whatever_comes_of_inputs(fates: list[tuple[str, float]]) -> None:
    """As long as one input of three is shown, whichever are lost, late or remove another mark, the board is solved."""
    pairs = zip(fates[::2], fates[1::2], strict=False)
    coming = chain.from_iterable((one, other, ("shown", 0.0)) for one, other in pairs)

    def react(board: FakeBoard, cells: Sequence[int], _key: str) -> None:
        what, late = next(coming, ("shown", 0.0))
        if what == "surplus":
            board.marks[cells[0] - 1] = None
        elif what == "shown":
            board.clock.later(late, partial(mark, board, cells))

    board = FakeBoard(react)

    assert (enter(board).inputs, [1, 1, 1]) == (len(board.inputs), board.marks)


def test_board_that_stays_as_it_is() -> None:
    """If a page ignores input, the clicker gives up after a few rounds and names the cell."""
    with pytest.raises(EnterError, match="does not change: R1C1 does not respond to 3 inputs"):
        enter(FakeBoard(lost=frozenset(range(10))))


def test_input_that_does_not_arrive() -> None:
    """Where no event arrives, the error has a reason all the same."""
    with pytest.raises(EnterError, match="R1C1 cannot be entered, because no input has reached it"):
        enter(FakeBoard(deaf="no input has reached it"))


def test_cover() -> None:
    """A cover that stays over the board is named in the error, and not clicked."""
    board = FakeBoard(covered=dict.fromkeys(range(3), "<div>"))
    with pytest.raises(EnterError, match="R1C1 is covered by <div>"):
        enter(board)

    assert [] == board.inputs


def test_partly_covered() -> None:
    """Uncovered cells are entered while a part of the board is covered."""
    board = FakeBoard(lambda board, *what: (mark(board, *what), board.covered.clear()), covered={0: "<div>"})
    made = enter(board)

    assert (made.inputs, made.rounds) == (3, 2)


def test_drag_waits_until_its_end_is_free() -> None:
    """No drag is made while another one is covered, at its start or at its end: the order of drags matters."""
    board = FakeBoard(covered={2: "<div>"})
    board.clock.later(0.5, board.covered.clear)
    drags = [Drag(CENTRES[:1] * 2, {FIRST: frozenset({1})}), Drag(CENTRES[1:], {THIRD: frozenset({1})})]
    made = enter(board, lambda marks: [move for move in drags if any(marks[cell] is None for cell in move.leaves)])

    assert (2, 0) == (made.inputs, made.repaired)
    assert min(board.inputs) > 1000.5


def test_marks_that_come_one_by_one() -> None:
    """As long as the board changes, it has its whole time for the rest."""

    def react(board: FakeBoard, cells: Sequence[int], _: str) -> None:
        for at in cells:
            board.clock.later(at, partial(mark, board, [at]))

    made = enter(FakeBoard(react), lambda marks: [Drag((CENTRES[0], CENTRES[2]), every(marks, 1))])

    assert (1, 0) == (made.inputs, made.repaired)


def test_drag_by_keyboard() -> None:
    """If a drag has no effect, the equivalent keys are pressed."""
    board = FakeBoard(lambda board, _, key: key and mark(board, range(3)))
    made = enter(board, lambda marks: [Drag((CENTRES[0], CENTRES[2]), every(marks, 1), ("Enter",))])

    assert (made.inputs, made.repaired, made.rounds) == (2, 3, 2)


WAY = ("ArrowRight", "ArrowUp", "ArrowRight")


def walk(marks: Grid) -> list[Move]:
    """Return the keys that extend the path, or the key that leads back from a wrong cell."""
    if 0 in dict(marks.marked()).values():
        return [Keys(("Backspace",), {cell: frozenset({None}) for cell in marks.cells()})]
    return [Keys((WAY[cell.col],), {cell: frozenset({1})}) for cell in marks.cells() if marks[cell] is None]


def walked(board: FakeBoard, _: Sequence[int], key: str) -> None:
    """Extend the path by the right key, spoil it by a wrong one, take it back."""
    at = board.marks.count(1)
    if key == "Backspace":
        board.marks[:] = [None] * 3
    elif key == WAY[at]:
        board.marks[at] = 1
    else:
        board.marks[:] = [0] * 3


@pytest.mark.parametrize(("lost", "expected"), [((), (3, 0, 2)), ((2,), (7, 2, 6))])
def test_keys_of_a_path(lost: tuple[int, ...], expected: tuple[int, int, int]) -> None:
    """Keys that arrive are pressed at once; after a lost one, a different key would lead elsewhere."""
    made = enter(FakeBoard(walked, lost=frozenset(lost)), walk)

    assert expected == (made.inputs, made.repaired, made.rounds)


def test_pace_is_kept() -> None:
    """The time between two inputs is never below the pace."""
    board = FakeBoard()
    enter(board, pace=0.5)

    assert all(after - before >= 0.5 for before, after in pairwise(board.inputs))


def test_shortest_time_begins_when_the_first_input_was_sent() -> None:
    """A page that is slow to handle the first input starts its own clock late, and still has the shortest time."""
    handled: list[float] = []

    def react(board: FakeBoard, cells: Sequence[int], _: str) -> None:
        board.clock.time += 0.0 if handled else 0.25
        handled.append(board.clock.time)
        mark(board, cells)

    enter(FakeBoard(react), min_elapsed=0.5)

    assert handled[-1] - handled[0] >= 0.5


def click_in_cycle(marks: Grid) -> list[Move]:
    """Return all clicks of the cycle blank, 0, 1 that lead to 1 everywhere, the first ones of all cells first."""
    boxes = {cell: Box(50 + 100 * cell.col, 60, 100, 100) for cell in marks.cells()}
    return list(plan(marks, Grid.parse("111"), boxes, by_clicks(in_cycle((None, 0, 1)))))


@pytest.mark.parametrize(("late", "rounds"), [(0.0, 2), (0.01, 3)])
def test_second_clicks_wait_for_a_page_that_draws_late(late: float, rounds: int) -> None:
    """Cells get their second clicks in the round of the first ones only where the page draws each click at once."""
    board = FakeBoard(lambda board, cells, _: board.marks.__setitem__(cells[0], int(board.marks[cells[0]] == 0)), late)
    made = enter(board, click_in_cycle)

    assert (rounds, 6, 0) == (made.rounds, made.inputs, made.repaired)


# --- steps ----------------------------------------------------------------------------------------------------------

CLICKS = [Click(at, {cell: frozenset({1})}) for at, cell in zip(CENTRES, CELLS, strict=True)]
KEYS = [Keys(("ArrowRight",), {cell: frozenset({1})}) for cell in CELLS]


@pytest.mark.parametrize(
    ("moves", "covered", "expected"),
    [
        (KEYS, {}, ["R1C3!", "R1C2!", "R1C1!", FIRST, SECOND, THIRD]),  # In the order that the page needs.
        (CLICKS, {}, ["R1C3!", THIRD, "R1C2!", SECOND, "R1C1!", FIRST]),
        (CLICKS, {2: "<div>"}, ["R1C3!", FIRST, THIRD, "R1C2!", SECOND]),  # It prevents no other step.
    ],
)
def test_order_of_steps(moves: Sequence[Move], covered: dict[int, str], expected: list[str | Cell]) -> None:
    """Clicks follow the steps of the explanation, each step said before its first input; keys follow each other."""
    events = list[str | Cell]()

    def react(board: FakeBoard, cells: Sequence[int], _: str) -> None:
        mark(board, cells or [board.marks.count(1)])
        board.covered.clear()

    enter(
        FakeBoard(react, covered=covered),
        lambda marks: [move for move in moves if any(marks[cell] is None for cell in move.leaves)],
        note=lambda move: events.extend(move.leaves),
        steps=[Step({cell: 1}, (), {}, "", 1, f"{cell}!") for cell in reversed(CELLS)],
        say=events.append,
    )

    assert expected == events
