"""Play back a session's board: after each input, and after each step of the explanation.

A film is a list of frames, each a picture with a caption; as JSON a frame holds only its changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.batch.answer import unit_of
from bot.draw.svg import layers
from bot.play.result import known_marks
from bot.play.saved import BOARD, read_state
from bot.play.sites import site_of_record
from scrapers import read_saved
from solvers import (
    BadPuzzle,
    Cell,
    GivensError,
    Grid,
    Picture,
    Place,
    Puzzle,
    cells_of,
    explain,
    load,
    place_at,
    place_name,
)

if TYPE_CHECKING:
    from bot.sessions.store import Session

MAX_INPUTS = 5_000
"""The most inputs that are played back, more than any page needs."""
MAX_CELLS_EXPLAINED = 2_500
"""The cells of the largest board that is explained."""
MAX_DRAWN = 250_000
"""The cells that all boards of a film have together; the film ends there."""
MAX_CELLS = 4
"""The number of cells that a caption lists; of more it names the first and the last."""


class Frame(NamedTuple):
    """A board at one moment, and the input just before."""

    picture: Picture
    words: str
    cells: Sequence[str] = ()
    """The cells that have just changed."""
    note: str = ""
    t: float | None = None
    """Seconds since the start of the run."""


class Film:
    """The frames of a board, starting with the board as it was found."""

    def __init__(self, frames: Iterable[Frame]) -> None:
        """Draw one or more frames."""
        self.frames = [*frames]
        drawn = [layers(frame.picture) for frame in self.frames]
        self.first = drawn[0]
        """The elements of the first frame."""
        self.changes: list[dict[str, Any]] = []
        """For each frame the parts of the drawing that change (`below`, a cell, `above`), and the cells to mark."""
        previous: dict[str, str] = {}
        for frame, board in zip(self.frames, drawn, strict=True):
            parts = {"below": board.below, **board.cells, "above": board.above}
            changed = {part: text for part, text in parts.items() if previous.get(part) != text}
            self.changes.append({"parts": changed, "cells": [*frame.cells]})
            previous = parts


def puzzle_of(session: Session) -> Puzzle | None:
    """Return the puzzle of a session; None if it is missing, damaged, or too large for its kind."""
    with suppress(BadPuzzle):
        return load(session.record.puzzle or session.json("puzzle.json"))
    return None


def count_cells(puzzle: Puzzle) -> int:
    """Return the number of cells on the board of a puzzle."""
    return puzzle.board.height * puzzle.board.width


def most_frames(puzzle: Puzzle) -> int:
    """Return the largest number of a puzzle's boards in a film."""
    return max(1, min(MAX_INPUTS, MAX_DRAWN // count_cells(puzzle)))


def left_out(session: Session) -> list[str]:
    """Return sentences about the parts of a session that are too large to be shown or to be played back."""
    sentences, facts = session.shortened, session.json("puzzle.json")
    if facts is None:
        return sentences
    try:
        most = most_frames(load(facts))
    except BadPuzzle as error:
        return [*sentences, f"the board is not drawn: {error.message}"]
    if (count := len(session.inputs())) > most:
        sentences.append(f"only the first {most:,} of {count:,} inputs are played back")
    return sentences


def solution_of(session: Session, puzzle: Puzzle) -> Grid | None:
    """Return the recorded solution of a session; None if it is missing or wrong."""
    rows = session.json("solution.json")
    with suppress(BadPuzzle, TypeError):
        if isinstance(rows, list) and puzzle.is_solved_by(grid := Grid.parse(rows)):
            return grid
    return None


def _marks_found(session: Session, puzzle: Puzzle) -> dict[Cell, int]:
    """Return the marks on the board as it was found; none if they cannot be read today."""
    site = site_of_record(session.record.site, session.record.layout, puzzle.KIND)
    path = session.path(f"{BOARD}.html")
    if site is not None and path is not None:
        with suppress(GivensError):
            snapshot = read_state(path)
            marks = read_saved(site, snapshot).layout.marks(snapshot)
            return dict(known_marks(marks, puzzle).marked())
    return {}


def last_picture(session: Session, puzzle: Puzzle) -> Picture:
    """Return the board of a session as it is now or was in the end."""
    if session.record.outcome in {"accepted", "entered"} and (solution := solution_of(session, puzzle)) is not None:
        return puzzle.picture(solution)
    return [*input_frames(session, puzzle)][-1].picture


def input_frames(session: Session, puzzle: Puzzle) -> Iterator[Frame]:
    """Yield the board of a session as it was found, and after each input by the marks that it is said to leave."""
    solution = solution_of(session, puzzle)
    marks: dict[Cell, int | None] = {**_marks_found(session, puzzle)}
    blank, edges, board = Grid.make(*puzzle.answer_size), puzzle.choices().keys(), {*puzzle.board.cells()}
    known = {*puzzle.MARKS, None} | ({value for _, value in solution.marked()} if solution else set())
    names: Mapping[int, str] = {} if puzzle.in_cells and unit_of(puzzle) == "edges" else puzzle.MARKS

    def picture() -> Picture:
        return puzzle.picture(Grid.make(*puzzle.answer_size, marks.get))

    yield Frame(picture(), "the board as found")
    for entry in session.inputs()[: most_frames(puzzle)]:
        leaves: dict[Place, list[int | None]] = {}
        for at, left in entry.leaves.items():
            with suppress(BadPuzzle):
                if (cell := Cell.parse(at)) in blank:
                    # On a page with an unknown order of marks, an input may leave one of several.
                    possible = [mark for mark in left if mark in known]
                    wanted = None if solution is None else solution[cell]
                    marks[cell] = wanted if wanted in possible else next(iter(possible), None)
                    leaves[cell if puzzle.in_cells else place_at(cell)] = possible
        leaves = {place: left for place, left in leaves.items() if place in edges or {*cells_of(place)} <= board}
        yield Frame(picture(), _words(leaves, names), _cells(puzzle, leaves), t=entry.t)


def steps(puzzle: Puzzle, *, within: float) -> tuple[Film, str]:
    """Return the film of the explanation that is found within some seconds, and the reason if it is incomplete."""
    frames = [Frame(puzzle.picture(), "the givens")]
    why = ""
    if (cells := count_cells(puzzle)) > MAX_CELLS_EXPLAINED:
        return Film(frames), f"a board of {cells:,} cells is not explained"
    try:
        for step in explain(puzzle, timeout=within):
            if len(frames) == most_frames(puzzle):
                why = f"only the first {len(frames) - 1:,} steps are drawn"
                break
            frames.append(Frame(step.picture(puzzle), step.words, _cells(puzzle, step.sets), step.technique))
    except GivensError as error:
        why = error.message
    return Film(frames), why


def _cells(puzzle: Puzzle, places: Iterable[Place]) -> list[str]:
    """Return the names of the cells on the board that have some places, each once."""
    cells = (cell for place in places for cell in cells_of(place) if cell in puzzle.board)
    return [*dict.fromkeys(map(str, cells))]


def _words(leaves: Mapping[Place, Sequence[int | None]], names: Mapping[int, str]) -> str:
    """Return a caption: the places that an input changes, and their new marks."""
    by_marks: dict[str, list[str]] = {}
    for place, marks in leaves.items():
        words = ["blank" if mark is None else names.get(mark, str(mark)) for mark in marks]
        by_marks.setdefault(" or ".join(words) or "not known before", []).append(place_name(place))
    if len(by_marks) > MAX_CELLS:
        return _listed([*map(place_name, leaves)])
    return "; ".join(f"{_listed(cells)}: {words}" for words, cells in by_marks.items()) or "no cell of the board"


def _listed(cells: Sequence[str]) -> str:
    return ", ".join(cells) if len(cells) <= MAX_CELLS else f"{cells[0]} … {cells[-1]} ({len(cells)} cells)"
