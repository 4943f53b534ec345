"""A session's board played back: what it showed after each input, and after each step of the explanation.

A film is a list of frames, each a picture with words; as JSON a frame holds only what differs from the one before.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.batch.explain import after, unit_of
from bot.draw.svg import layers
from bot.play.targets import read_state
from scrapers import SITES, read_saved
from solvers import BadPuzzle, Cell, GivensError, Grid, explain, load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from bot.draw.svg import Layers
    from bot.sessions.store import Session
    from solvers import Picture, Puzzle
    from solvers._core.explain import Step

INPUTS = 5_000
"""The inputs that are played back at most; no page needs so many."""
NAMED = 4
"""Cells that a caption names one by one; of more it tells the first and the last."""
HOW = ("click", "drag", "keys")

Leaves = dict[Cell, list[int | None]]


class Frame(NamedTuple):
    """A board at one moment, and what was done just before."""

    picture: Picture
    words: str
    cells: Sequence[str] = ()
    """The cells that are new."""
    note: str = ""
    t: float | None = None
    """Seconds since the start of the run."""


class Film(NamedTuple):
    """A board played back, beginning with what stood there before anything was done."""

    name: str
    frames: Sequence[Frame]
    first: Layers
    """The elements of the first frame."""
    shapes: frozenset[str]
    styles: frozenset[str]
    data: Mapping[str, Any]
    """`strings` and `frames`: by part (`below`, `above`, or a cell) the number of its string, where it changes."""

    @classmethod
    def of(cls, name: str, frames: Sequence[Frame]) -> Film:
        """Draw the frames, of which there is one at least."""
        drawn = [layers(frame.picture) for frame in frames]
        strings: dict[str, int] = {}
        told: dict[str, int] = {}
        made = []
        for frame, one in zip(frames, drawn, strict=True):
            parts = {"below": one.below, "above": one.above, **one.cells}
            now = {part: strings.setdefault(text, len(strings)) for part, text in parts.items()}
            changed = {part: number for part, number in now.items() if told.get(part) != number}
            made.append({"parts": changed, "cells": list(frame.cells), "t": frame.t})
            told = now
        return cls(
            name,
            frames,
            drawn[0],
            frozenset(shape for one in drawn for shape in one.shapes),
            frozenset(style for one in drawn for style in one.styles),
            {"strings": list(strings), "frames": made},
        )


def puzzle_of(session: Session) -> Puzzle | None:
    """Return the puzzle that a session holds; None where there is none or it is damaged."""
    with suppress(BadPuzzle):
        return load(session.json("puzzle.json"))
    return None


def solution_of(session: Session, puzzle: Puzzle) -> Grid | None:
    """Return the solution that a session holds, if it is one."""
    rows = session.json("solution.json")
    with suppress(BadPuzzle, TypeError):
        if isinstance(rows, list) and puzzle.is_solved_by(grid := Grid.parse(rows)):
            return grid
    return None


def inputs(session: Session, puzzle: Puzzle) -> Film:
    """Play back what a session entered, as each input says what it leaves."""
    solution = solution_of(session, puzzle)
    start = puzzle.picture()
    marks = dict((_standing(session) or Grid.make(start.height, start.width)).marked())
    size = (solution.height, solution.width) if solution else (start.height, start.width)
    known = {*puzzle.MARKS, None} | ({value for _, value in solution.marked()} if solution else set())
    name = puzzle.MARKS if unit_of(puzzle) == "cells" else {}

    def picture() -> Picture:
        return puzzle.picture(Grid.make(*size, marks.get))

    frames = [Frame(picture(), "the board as it was found")]
    entered = (event for event in session.events() if event["event"] == "input")
    for event in islice(entered, INPUTS):
        leaves = {
            cell: [mark for mark in left if mark in known]
            for cell, left in _leaves(event).items()
            if cell.row < size[0] and cell.col < size[1]
        }
        for cell, left in leaves.items():
            # Where a page's own order of marks is not known, an input may leave one of several.
            wanted = None if solution is None else solution[cell]
            mark = wanted if wanted in left else next(iter(left), None)
            marks.pop(cell, None)
            if mark is not None:
                marks[cell] = mark
        words = _words(leaves, lambda mark: "blank" if mark is None else name.get(mark, str(mark)))
        frames.append(Frame(picture(), words, [*map(str, leaves)], _how(event), seconds(event)))
    return Film.of("inputs", frames)


def steps(puzzle: Puzzle, *, within: float) -> tuple[Film, str]:
    """Explain the solution of a puzzle in at most so many seconds, as far as that goes; return also why it ended."""
    found: list[Step] = []
    frames = [Frame(puzzle.picture(), "the givens")]
    why = ""
    try:
        for step in explain(puzzle, timeout=within):
            found.append(step)
            cells = [str(cell) for place in step.sets for cell in ((place,) if isinstance(place, Cell) else place)]
            frames.append(Frame(after(puzzle, found), step.words, cells, step.technique))
    except GivensError as error:
        why = error.message
    return Film.of("steps", frames), why


def seconds(event: Mapping[str, Any]) -> float | None:
    """Return when an event was, in seconds since the start; None where it does not tell."""
    return number(event.get("t"))


def number(value: object) -> float | None:
    """Return a finite number that is not negative; None for anything else."""
    if isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value) and value >= 0:
        return float(value)
    return None


def _standing(session: Session) -> Grid | None:
    """Return what stood on the board when it was read; None where today's site modules do not tell."""
    html = session.path("before.html")
    site = next((site for site in SITES if session.site == site.NAME), None)
    if html is None or site is None:
        return None
    with suppress(GivensError):
        snapshot = read_state(html)
        reading = read_saved(site, snapshot)
        return reading.layout.marks(snapshot)
    return None


def _leaves(event: Mapping[str, Any]) -> Leaves:
    """Return the marks that an input may leave, by cell; what is damaged is left out."""
    found: Leaves = {}
    leaves = event.get("leaves")
    for name, left in leaves.items() if isinstance(leaves, dict) else ():
        with suppress(BadPuzzle):
            if isinstance(left, list):
                found[Cell.parse(name)] = [mark for mark in left if mark is None or type(mark) is int]
    return found


def _words(leaves: Leaves, name: Callable[[int | None], str]) -> str:
    """Say which cells an input changes, and to what."""
    by_marks: dict[str, list[str]] = {}
    for cell, marks in leaves.items():
        by_marks.setdefault(" or ".join(map(name, marks)), []).append(str(cell))
    if len(by_marks) > NAMED:
        return _listed([*map(str, leaves)])
    return "; ".join(f"{_listed(cells)}: {words}" for words, cells in by_marks.items()) or "nothing that is known"


def _listed(cells: Sequence[str]) -> str:
    return ", ".join(cells) if len(cells) <= NAMED else f"{cells[0]} … {cells[-1]} ({len(cells)} cells)"


def _how(event: Mapping[str, Any]) -> str:
    """Say by what means something was entered."""
    how = next((one for one in HOW if one in event), "input")
    at = event.get(how)
    if how == "keys" and isinstance(at, list):
        return f"keys {' '.join(map(str, at))}"
    points = [at] if how == "click" else at if isinstance(at, list) else []
    places = [*_places(points)]
    if len(places) > 2:  # noqa: PLR2004 - where it begins and ends
        places = [places[0], places[-1]]
    return " to ".join([f"{how} at {places[0]}", *places[1:]]) if places else how


def _places(points: Iterable[object]) -> Iterator[str]:
    for point in points:
        if isinstance(point, list) and len(point) == 2 and None not in (at := [*map(number, point)]):  # noqa: PLR2004 - left and top
            yield ", ".join(f"{value:.0f}" for value in at)
