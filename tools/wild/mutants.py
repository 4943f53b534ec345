"""Wild boards with one thing changed, as the guessing reader sees them: what it makes of them is counted."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from scrapers import ReadError, Reading, Snapshot
from solvers import BadPuzzle, Grid, NoSolution, NotUnique, dump_grid, solve
from tests.wild.play import same_solution

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from bot.addons.unknown.guess.site import GuessedLayout
    from solvers import Puzzle
    from tests.wild.pages import Wild

Element = dict[str, Any]


class NothingToChangeError(Exception):
    """The board has nothing that this change could be made to."""


def look(page: Page, layout: GuessedLayout) -> Snapshot:
    """Return the document of an open page as the reader sees it."""
    for button in (button for frame in page.frames for button in frame.query_selector_all("[data-closes]")):
        button.click()
    frame = next(frame for frame in page.frames if frame.evaluate("() => typeof window.__shown === 'function'"))
    state = frame.evaluate(f"() => ({layout.MEASURE})(document)")
    return Snapshot(page.url, "", state)


def mutated(snapshot: Snapshot, within: Sequence[int], chance: random.Random) -> tuple[Snapshot, str]:
    """Return a snapshot with one change among some of its elements, and the change in words."""
    while True:
        state = copy.deepcopy(dict(snapshot.state))
        elements: list[Element] = state["looked"]
        try:
            words = chance.choice(CHANGES)(elements, within, chance)
        except NothingToChangeError:
            continue
        return replace(snapshot, state=state), words


def board_elements(snapshot: Snapshot, box: Sequence[float]) -> list[int]:
    """Return the elements in a box: the board with its signs and its rim."""
    left, top, width, height = box
    return [
        number
        for number, element in enumerate(snapshot.state["looked"])
        if (own := element.get("box"))
        and left - 4 <= own[0] + own[2] / 2 <= left + width + 4
        and top - 4 <= own[1] + own[3] / 2 <= top + height + 4
    ]


def outcome(layout: GuessedLayout, mutant: Snapshot, truth: Reading, kind: str) -> str:
    """Return what the reader makes of a mutant, in words."""
    try:
        reading = layout.read(mutant)
        found = solve(reading.puzzle).grid
    except (ReadError, BadPuzzle, NoSolution, NotUnique):
        return "refused"
    wanted = solve(truth.puzzle).grid
    if same_solution(kind, dump_grid(found, reading.puzzle), dump_grid(wanted, truth.puzzle)):
        return "right"
    true = truth.confirmed | truth.single | _true_marks(reading.puzzle, wanted)
    return "wrong by two sources" if reading.confirmed - true else "wrong by one source"


def _true_marks(puzzle: Puzzle, solution: Grid) -> set[str]:
    """Return the words of the given marks of a puzzle that are those of a solution."""
    givens = getattr(puzzle, "givens", None)
    if not isinstance(givens, Grid) or not givens.same_shape(solution):
        return set()
    right = {cell for cell, mark in givens.marked() if solution[cell] == mark}
    return {clue.words for clue in puzzle.clues() if len(clue.cells) == 1 and right.issuperset(clue.cells)}


def _pick(chance: random.Random, things: Sequence[Any]) -> Any:  # noqa: ANN401 - any item
    if not things:
        raise NothingToChangeError
    return chance.choice(things)


def _exchange(key: str) -> Callable[[list[Element], Sequence[int], random.Random], str]:
    """Return a change that gives an element what another one has under a key, or takes it away."""

    def change(elements: list[Element], within: Sequence[int], chance: random.Random) -> str:
        element = elements[_pick(chance, [number for number in within if key in elements[number]])]
        others = [elements[number].get(key) for number in within if elements[number].get(key) != element[key]]
        value = _pick(chance, others)
        words = f"{key} of a {element['tag']} from {element[key]} to {value}"
        if value is None:
            del element[key]
        else:
            element[key] = copy.deepcopy(value)
        return words

    return change


def _add(key: str) -> Callable[[list[Element], Sequence[int], random.Random], str]:
    """Return a change that gives an element something that it had not, but another has."""

    def change(elements: list[Element], within: Sequence[int], chance: random.Random) -> str:
        source = elements[_pick(chance, [number for number in within if key in elements[number]])]
        element = elements[_pick(chance, [number for number in within if key not in elements[number]])]
        element[key] = copy.deepcopy(source[key])
        return f"a {element['tag']} gets the {key} {source[key]}"

    return change


def _hide(elements: list[Element], within: Sequence[int], chance: random.Random) -> str:
    """Hide an element."""
    element = elements[_pick(chance, within)]
    del element["box"]
    return f"a {element['tag']} is hidden"


def _move(elements: list[Element], within: Sequence[int], chance: random.Random) -> str:
    """Move an element by one of its sides, with what is in it."""
    number = _pick(chance, within)
    left, top, width, height = elements[number]["box"]
    right, down = chance.choice([(width, 0), (-width, 0), (0, height), (0, -height), (width / 3, 0), (0, height / 3)])
    moved = {number}
    for at, element in enumerate(elements):
        if element["parent"] in moved:
            moved.add(at)
    for at in moved:
        for key in ("box", "at"):
            if key in elements[at]:
                own = elements[at][key]
                elements[at][key] = [own[0] + right, own[1] + down, *own[2:]]
    return f"a {elements[number]['tag']} at {left}, {top} moves by {right}, {down}"


def _trade(elements: list[Element], within: Sequence[int], chance: random.Random) -> str:
    """Let two elements of one size trade their places."""
    first = _pick(chance, within)
    size = elements[first]["box"][2:]
    second = _pick(chance, [at for at in within if at != first and elements[at]["box"][2:] == size])
    one, other = elements[first], elements[second]
    one["box"], other["box"] = other["box"], one["box"]
    return f"a {one['tag']} and a {other['tag']} trade places"


def _double(elements: list[Element], within: Sequence[int], chance: random.Random) -> str:
    """Put a copy of an element where another one is."""
    source, target = elements[_pick(chance, within)], elements[_pick(chance, within)]
    left, top, width, height = target["box"]
    own = source["box"]
    box = [left + width / 2 - own[2] / 2, top + height / 2 - own[3] / 2, *own[2:]]
    elements.append({**copy.deepcopy(source), "box": box} | ({"at": box} if "at" in source else {}))
    return f"a second {source['tag']} stands at {left}, {top}"


KEYS = ("text", "ground", "drawn", "source", "image", "shadow", "ink", "names", "borders")
CHANGES: Sequence[Callable[[list[Element], Sequence[int], random.Random], str]] = (
    *map(_exchange, KEYS),
    *map(_add, ("text", "ground", "names")),
    _hide,
    _move,
    _move,
    _trade,
    _double,
)
"""The changes, each equally likely; one that changes nothing on a board is drawn again."""


def count(made: Wild, snapshot: Snapshot, layout: GuessedLayout, number: int) -> dict[str, int]:
    """Return how often a number of mutants of a page's board have each outcome; nothing if it cannot be read itself."""
    truth = layout.read(snapshot)
    box = truth.layout.first.lattice.box  # type: ignore[attr-defined] # what the guess made of it
    within = board_elements(snapshot, box)
    chance = random.Random(made.seed)  # noqa: S311 - mutants, not secrets
    counts: dict[str, int] = {}
    for _ in range(number):
        mutant, _ = mutated(snapshot, within, chance)
        said = outcome(layout, mutant, truth, made.puzzle.kind)
        counts[said] = counts.get(said, 0) + 1
    return counts
