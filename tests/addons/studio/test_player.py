"""Test playing a puzzle: marks by keys and strokes, undo, branches, checks and hints; without a browser."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import msgspec
import pytest

from bot.addons.studio.answers import run
from bot.addons.studio.board import BoardRequest, board
from bot.addons.studio.player import Player
from bot.addons.studio.state import EditorState, Progress, WorkerRequest
from bot.draw.looks import CELL, HALF, tray_places
from solvers import KINDS, BadPuzzle, Cell, Grid, cells_of, load, place_name, place_of, spoken
from tests.addons.studio.test_studio import shown
from tests.bot.sessions.test_report import TANGO
from tests.solvers.test_kinds import LINES
from tests.tiers import spread

SOLVED = {line["puzzle"]["kind"]: line for line in LINES.values()}
"""A puzzle of each kind with its solution."""
LOOP = {"kind": "slitherlink", "numbers": ["...", ".4.", "..."]}
BLANK = {"kind": "tango", "givens": ["1...", "....", "....", "...."]}


def played(puzzle: dict[str, Any], *events: dict[str, Any] | str, play: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return the board of a puzzle that is played after some events; a text is a key."""
    return shown(puzzle, *events, state={"puzzle": puzzle, "play": play or {}})


def marks(answer: dict[str, Any]) -> dict[str, int]:
    """Return the marks that stand, by place, in their order."""
    return {mark["place"]: mark["value"] for mark in answer["play"]["noted"]}


def stroke(*points: tuple[float, float]) -> list[dict[str, Any]]:
    """Return the events of a press of the pointer that moves on over some points, each as column and row."""
    return [{"phase": "move" if at else "down", "point": point} for at, point in enumerate(points)]


@pytest.mark.parametrize("kind", spread(sorted(KINDS, reverse=True), of=2))
def test_every_kind_can_be_played(kind: str) -> None:
    """The marks of the solution solve the puzzle, and one of them fewer does not."""
    puzzle = load(SOLVED[kind]["puzzle"])
    printed = {} if puzzle.given_marks is None else dict(puzzle.given_marks.marked())
    solution = puzzle.assignment(Grid.parse(SOLVED[kind]["solution"]))
    places = {place: value for place, value in solution.items() if puzzle.PATHS or place not in printed}
    entered = [{"enter": {place_name(place): value}} for place, value in places.items()]
    last = next(at for at in reversed(range(len(entered))) if 0 not in entered[at]["enter"].values())

    answers = [
        played(SOLVED[kind]["puzzle"], *entered),
        played(SOLVED[kind]["puzzle"], *entered[:last], *entered[last + 1 :]),
    ]

    assert [True, False] == [answer["play"]["solved"] for answer in answers]


@pytest.mark.parametrize("kind", spread(sorted(KINDS), of=6))
def test_every_solution_is_shown(kind: str) -> None:
    """The solution of a puzzle that is edited is drawn over it, also where it stands on edges."""
    line = SOLVED[kind]

    assert shown(line["puzzle"])["board"]["svg"] != shown(line["puzzle"], marks=line["solution"])["board"]["svg"]


def looks(answer: dict[str, Any]) -> str:
    """Return the drawing of a board without the classes that only scripts read."""
    return re.sub(r'<g class="[\w ]+"', "<g", answer["board"]["svg"])


def words(answer: dict[str, Any]) -> Counter[str]:
    """Return how often each text stands in the drawing of a board."""
    return Counter(re.findall(">([^<>]+)</text>", answer["board"]["svg"]))


@pytest.mark.parametrize("kind", spread(sorted(KINDS, reverse=True), of=6))
def test_every_mark_is_seen_and_no_clue_vanishes(kind: str) -> None:
    """Each mark changes the picture, each in a way of its own unless it only covers; all printed words stay."""
    line, blank = SOLVED[kind], played(SOLVED[kind]["puzzle"])
    puzzle = load(line["puzzle"])
    options = Player(msgspec.convert({"puzzle": line["puzzle"]}, EditorState), Progress()).choices
    glyphs = puzzle.picture().glyphs
    # One place for all that are alike: with the same marks, and with or without something printed.
    alike = {(*values, isinstance(place, Cell), place in glyphs): place for place, values in options.items()}
    for place in alike.values():
        answers = [played(line["puzzle"], {"enter": {place_name(place): value}}) for value in options[place]]
        pictures = {looks(blank), *map(looks, answers)}
        others = 1 if puzzle.COVERS else len(answers)

        assert len(pictures) >= 1 + others, place
        assert looks(blank) not in map(looks, answers), place
        assert all(words(blank) <= words(answer) for answer in answers), place
    solution = puzzle.assignment(Grid.parse(line["solution"]))
    full = played(line["puzzle"], {"enter": {place_name(place): value for place, value in solution.items()}})

    assert words(blank) <= words(full)


def test_keys_make_marks_and_notes() -> None:
    """A key marks the cell of the cursor, never a printed one; with the pencil it notes and takes away."""
    keys = ["m", "ArrowRight", "m", "ArrowLeft", "ArrowDown", "/", "s", "m", "s"]

    made, marked = played(BLANK, *keys), played(BLANK, *keys, "/", "s")

    assert {"R1C2": 0} == marks(made)
    assert {"R2C2": [0]} == made["state"]["play"]["moves"][-1]
    assert 1 == made["board"]["svg"].count('class="givens-note"')
    assert {"R1C2": 0, "R2C2": 1} == marks(marked)
    assert 0 == marked["board"]["svg"].count('class="givens-note"')


@pytest.mark.parametrize(
    ("puzzle", "events", "expected"),
    [
        (BLANK, stroke((1.5, 1.5)), {"R2C2": 1}),
        (BLANK, stroke((1.5, 1.5)) * 2, {"R2C2": 0}),
        (BLANK, stroke((0.5, 1.5), (1.5, 1.5), (1.5, 0.5), (0.5, 0.5)), {"R2C1": 1, "R2C2": 1, "R1C2": 1}),
        (LOOP, stroke((1.5, 0.95)), {"R1C2-R2C2": 1}),
        (LOOP, [*stroke((1.5, 0.95)) * 2, {"key": "Shift+ArrowUp"}], {"R1C2-R2C2": 0, "R0C2-R1C2": 1}),
        (SOLVED["zip"]["puzzle"], stroke((0.5, 0.5), (1.5, 0.5), (0.5, 0.5)), {}),
        (SOLVED["masyu"]["puzzle"], stroke((0.5, 0.5), (1.5, 0.5), (1.5, 1.5)), {"R1C1-R1C2": 1, "R1C2-R2C2": 1}),
        (SOLVED["masyu"]["puzzle"], ["Shift+ArrowRight", "Shift+ArrowDown"], {"R1C1-R1C2": 1, "R1C2-R2C2": 1}),
    ],
)
def test_strokes_make_marks(puzzle: dict[str, Any], events: list[Any], expected: dict[str, int]) -> None:
    """A press changes a cell or the edge near it, and a stroke paints cells or draws lines; all of it is one move."""
    made = played(puzzle, *events)

    assert expected == marks(made)
    assert {} == marks(played(puzzle, *[{"do": "undo"}] * 3, play=made["state"]["play"]))


def test_crosses_by_the_right_button_and_by_key() -> None:
    """The right button crosses an edge or a cell, or makes the second mark; so do Control with an arrow, and x."""
    shaded = SOLVED["nurikabe"]["puzzle"] | {"numbers": ["...", "...", "..2"]}
    right = [event | {"cross": True} for event in stroke((0.5, 1.5), (1.5, 1.5))]
    edges = [event | {"cross": True} for event in stroke((1.5, 0.95))]

    assert {"R1C2-R2C2": 0} == marks(played(LOOP, *edges)) == marks(played(LOOP, "ArrowRight", "Control+ArrowDown"))
    assert {} == marks(played(LOOP, *edges, *edges))
    assert {"R2C1": 0, "R2C2": 0} == marks(played(shaded, *right)) == marks(played(shaded, "ArrowDown", "x", "x"))
    assert {"R2C1": 0, "R2C2": 0} == marks(played(BLANK, *right))


def test_an_edge_is_dragged_along() -> None:
    """A stroke along borders makes one move of lines, or of crosses, and takes no edge beside its way."""
    points = [(1.0, 0.3), (1.0, 0.6), (1.02, 0.97), (1.4, 1.0), (1.6, 1.0), (2.0, 1.03), (2.0, 1.5)]
    along = stroke(*points)
    crosses = [event | {"cross": True} for event in along]
    edges = ("R1C1-R1C2", "R1C2-R2C2", "R2C2-R2C3")

    assert dict.fromkeys(edges, 1) == marks(played(LOOP, *along))
    assert dict.fromkeys(edges, 0) == marks(played(LOOP, *crosses))
    assert {} == marks(played(LOOP, *along, {"do": "undo"}))


def test_digits_are_lit_counted_and_noted() -> None:
    """The digit under the cursor is lit everywhere, keys count what is left, and one command notes all candidates."""
    puzzle = {"kind": "sudoku", "box": [2, 2], "givens": ["12..", "..1.", "....", "...."]}
    answer = played(puzzle, {"do": "notes"})

    assert [2, [2, 3, 4, 4]] == [len(answer["play"]["same"]), [key[3] for key in answer["tools"][0]["keys"]]]
    assert {"R1C3": [3, 4], "R2C1": [3, 4], "R4C4": [1, 2, 3, 4]}.items() <= answer["state"]["play"]["moves"][0].items()
    assert not played(TANGO["puzzle"])["play"]["digits"]


def test_a_tile_is_turned_by_a_press() -> None:
    """A press turns a tile to the right from how it stands, past an arm off the board, and never blank."""
    puzzle = {"kind": "net", "tiles": ["171", "171"]}
    press = {"phase": "down", "point": (0.5, 0.5)}

    assert [8, 1] == [marks(played(puzzle, *[press] * count))["R1C1"] for count in (1, 2)]


def test_typing_goes_on() -> None:
    """A typed mark moves the cursor past what is printed, as while editing; the pencil and numbers above 9 stay."""
    assert {"R1C2": 0, "R1C3": 1} == marks(played(BLANK, "m", "ArrowRight", "m", "s"))
    assert (0, 1) == played(BLANK, "ArrowRight", "/", "s")["state"]["at"]
    assert (0, 1) == played(BLANK, "ArrowRight", "m", "Backspace")["state"]["at"]


PIPS: dict[str, Any] = {
    "kind": "pips",
    "regions": ["AA.", "BCC", "..C"],
    "dominoes": [[1, 5], [2, 3], [4, 4]],
    "conditions": [{"cell": "R1C1", "says": "sum", "number": 7}, {"cell": "R2C1", "says": "less", "number": 5}],
}


def test_dominoes_are_laid_by_the_pointer() -> None:
    """A domino of the tray goes where the next press is; a drag or a press turns it, the right button removes it."""
    first, second = (board_point(at) for at in (0, 1))

    taken = played(PIPS, *stroke(first))
    laid = played(PIPS, *stroke(first), *stroke((0.5, 0.5)))
    upright = played(PIPS, *stroke(first), *stroke((0.5, 0.5), (0.5, 1.5)))
    turned = played(PIPS, *stroke(first), *stroke((0.5, 0.5)), *stroke((1.5, 0.5)))
    swung = played(PIPS, *stroke(first), *stroke((0.5, 0.5)), *stroke((0.5, 0.5), (0.5, 1.5)))
    removed = played(PIPS, *stroke(first), *stroke((0.5, 0.5)), {"point": (0.5, 0.5), "cross": True})
    covered = played(PIPS, *stroke(first), *stroke((0.5, 0.5)), *stroke(second), *stroke((1.5, 0.5), (1.5, 1.5)))

    assert ("1-5 in hand: press a cell, or drag over two", 1) == (taken["words"], len(taken["play"]["held"]))
    assert {"R1C1": 1, "R1C2": 5, "R1C1-R1C2": 13} == marks(laid)
    assert {"R1C1": 1, "R2C1": 5, "R1C1-R2C1": 13} == marks(upright)
    assert {"R1C1": 5, "R1C2": 1, "R1C1-R1C2": 13} == marks(turned)
    assert {"R1C1": 1, "R2C1": 5, "R1C1-R2C1": 13} == marks(swung)
    assert {} == marks(removed)
    assert {"R1C2": 2, "R2C2": 3, "R1C2-R2C2": 13} == marks(covered)
    assert [1, 0] == [answer["board"]["svg"].count("givens-tray-used-pips") for answer in (laid, removed)]


def test_dominoes_are_laid_by_keys() -> None:
    """Digits are pips, Shift with an arrow joins two cells or parts them; borders need no mark."""
    keys = ["3", "Shift+ArrowDown", "2", "ArrowRight", "4", "Shift+ArrowUp", "4", "ArrowDown", "ArrowRight", "5"]
    done = played(PIPS | {"conditions": []}, *keys, "Shift+ArrowDown", "1")
    hole = played(PIPS, "ArrowRight", "ArrowRight")

    assert done["play"]["solved"]
    assert (0, 1) == hole["state"]["at"]
    assert {"R1C1": 3} == marks(played(PIPS, "3", "Shift+ArrowDown", "ArrowUp", "Shift+ArrowDown"))


def board_point(at: int) -> tuple[float, float]:
    """Return the middle of a domino of the tray, as column and row of the board."""
    x, y = tray_places(load(PIPS).picture())[at]
    return (x + HALF) / CELL, (y + HALF / 2) / CELL


@pytest.mark.parametrize(
    ("puzzle", "sets", "expected"),
    [
        ({"kind": "n_queens", "givens": ["...."] * 4}, {"R1C1": 1, "R2C2": 1, "R4C3": 1}, {"R1C1", "R2C2"}),
        (BLANK, {"R1C2": 1, "R1C3": 1}, {"R1C1", "R1C2", "R1C3"}),
        (LOOP, dict.fromkeys(["R1C1-R1C2", "R0C1-R1C1", "R1C1-R2C1", "R1C0-R1C1"], 1), 4),
        (PIPS, {"R1C1": 2, "R1C2": 2}, {"R1C1", "R1C2"}),
        (PIPS, {"R2C2": 5, "R2C3": 5, "R2C2-R2C3": 13}, {"R2C2", "R2C3"}),
        ({"kind": "nurikabe", "numbers": ["2..", "...", "..1"]}, {"R1C1": 1, "R3C3": 1}, {"R1C1", "R3C3"}),
        (SOLVED["sudoku"]["puzzle"], {}, set()),
    ],
    ids=["queens", "three", "a small loop", "a sum", "not in the tray", "numbers in the sea", "nothing"],
)
def test_clashes_are_lit(puzzle: dict[str, Any], sets: dict[str, int], expected: set[str] | int) -> None:
    """Marks that break a rule as they stand are outlined, and those that only lead to no solution are not."""
    answer = played(puzzle, {"enter": sets})
    state = msgspec.convert(answer["state"], EditorState)
    found = {place_name(place) for place in Player(state, state.play or Progress()).clashes()}

    assert expected in (found, len(found))
    assert len(found) == len(answer["play"]["clash"])


def test_pieces_are_drawn_as_rectangles() -> None:
    """A stroke over a clue fills the rectangle so far with its piece."""
    puzzle = {"kind": "patches", "size": [2, 2], "clues": [{"cell": f"R{row}C1", "shape": "any"} for row in (1, 2)]}

    drawn = played(puzzle, *stroke((1.5, 1.5), (0.5, 1.5)), *stroke((0.5, 0.5), (0.5, 1.5), (1.5, 0.5)))

    assert {"R2C1": 2, "R2C2": 2, "R1C1": 1, "R1C2": 1} == marks(drawn)
    assert drawn["play"]["solved"]


def test_a_branch_is_dropped_kept_and_redone() -> None:
    """What was marked since the bookmark goes when the branch is dropped, and redo brings it back."""
    right, branch, drop = ({"key": "ArrowRight"}, {"do": "branch"}, {"do": "drop"})

    tried = played(BLANK, right, "s", branch, "m", "m")
    dropped = played(BLANK, drop, play=tried["state"]["play"])
    again = played(BLANK, {"do": "redo"}, {"do": "redo"}, play=dropped["state"]["play"])

    assert 2 == len(tried["play"]["branch"])
    assert ({"R1C2": 1}, {"R1C2": 1, "R1C3": 0, "R1C4": 0}) == (marks(dropped), marks(again))
    assert [] == again["play"]["branch"]


def test_the_first_mistake_and_before_it() -> None:
    """A check names the first wrong mark and how many came after it; going back keeps what was marked before."""
    puzzle = TANGO["puzzle"]
    right = load(puzzle).assignment(Grid.parse(TANGO["solution"]))
    names = [place_name(place) for place in right]
    order = [names[5], names[9], names[1]]
    values = {place_name(place): value for place, value in right.items()}
    values[names[9]] = 1 - values[names[9]]

    made = played(puzzle, *({"enter": {name: values[name]}} for name in order))
    line = run(WorkerRequest(10.0, "check", json.dumps({"puzzle": puzzle, "noted": made["play"]["noted"]}).encode()))
    before = played(puzzle, {"before": line["wrong"][0]}, play=made["state"]["play"])

    assert ([names[9]], 1) == (line["wrong"], line["after"])
    assert {names[5]: values[names[5]]} == marks(before)


@pytest.mark.parametrize("place", ["R0C2-R1C2", "R1C0-R1C1", "R3C2-R4C2", "R2C3-R2C4"])
def test_a_wrong_edge_at_the_rim(place: str) -> None:
    """A check and a hint name an edge at the rim by its cell on the board, and the edge is boxed."""
    puzzle, edge = load(LOOP), place_of(place)
    (cell,) = (cell for cell in cells_of(edge) if cell in puzzle.board)
    made = played(LOOP, {"enter": {place: 1}})
    asked = {"puzzle": LOOP, "noted": made["play"]["noted"]}
    check, hint = (run(WorkerRequest(20.0, command, json.dumps(asked).encode())) for command in ("check", "hint"))
    shown = board(msgspec.convert({"state": made["state"], "lit": check["wrong"]}, BoardRequest))

    assert f"the first wrong mark is {spoken(puzzle, edge)}; no mark came after it" == check["words"]
    assert f"Undo {spoken(puzzle, edge)}." == hint["hint"]["answer"]
    assert (str(cell),) == hint["hint"]["cells"]
    assert 1 == len(shown["play"]["wrong"])


def test_hints_name_no_cell_off_the_board() -> None:
    """An edge at the rim is named by its cell also where a puzzle has several solutions."""
    several = {"kind": "slitherlink", "numbers": ["3.", ".."]}
    hint = run(WorkerRequest(20.0, "hint", json.dumps({"puzzle": several}).encode()))["hint"]

    assert "the top edge of R1C1 is" in hint["reason"]
    assert ("R1C1",) == hint["cells"]


@pytest.mark.parametrize("kind", ["slitherlink", "pips", "tango"])
def test_what_is_open_is_lit(kind: str) -> None:
    """Where several solutions differ, cells beside open edges are lit, cells that are no cell are not."""
    line = SOLVED[kind]
    puzzle = load(line["puzzle"])
    blank = Grid.make(*puzzle.answer_size)
    request = {"state": {"puzzle": line["puzzle"]}, "marks": blank.rows()}
    every = [place_name(place) for place in puzzle.choices()]
    shown = [board(msgspec.convert({**request, "lit": lit}, BoardRequest)) for lit in (every, [])]

    cells = sum(puzzle.picture().has(cell) for cell in puzzle.board.cells())

    assert [cells, 0] == [answer["board"]["svg"].count(' lit"') for answer in shown]


@pytest.mark.parametrize("play", [{"moves": [{"nonsense": 1}], "done": 1}, {"moves": [{"R0": [1]}], "done": 1}])
def test_moves_that_are_none_are_refused(play: dict[str, Any]) -> None:
    """What no page sends is refused in a sentence."""
    with pytest.raises(BadPuzzle, match="R1C1"):
        played(BLANK, play=play)


def test_marks_that_the_board_cannot_hold_are_left_out() -> None:
    """An address may hold moves of another puzzle, or of a newer version of this program."""
    moves = [{"R1C1": 0, "R9C9": 1, "R2C2": 7, "R2C3": 1}]

    assert {"R2C3": 1} == marks(played(BLANK, play={"moves": moves, "done": 99}))
    assert {} == marks(played(BLANK, {"do": "drop"}, play={"bookmark": 5, "stroke": True}))
    assert {"R1C1-R1C2": 1} == marks(
        played(SOLVED["zip"]["puzzle"], {"phase": "move", "point": (1.5, 0.5)}, play={"stroke": True})
    )
