"""Test the report on sessions in a real Chromium: playback, content, keyboard use, and untrusted content."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from bot.draw.svg import layers
from bot.sessions.store import Session
from solvers import Cell, Grid, Puzzle, load
from solvers._core.model.grid import spot
from tests.bot.sessions.test_bug_report import session
from tests.bot.sessions.test_replay import again, sessions
from tests.bot.sessions.test_report import KINDS, Shown, board, drawing, groups, made, player, shown
from tests.children import run
from tests.conftest import ROOT, homes

__all__ = ["session", "sessions", "shown"]


def touched(puzzle: Puzzle, names: Iterable[str]) -> list[str]:
    """Return the cells at some places of a solution; on the doubled board, those within one row and column."""
    if puzzle.in_cells:
        return [*names]
    spots = {cell: spot(cell) for cell in puzzle.board.cells()}
    places = [*map(Cell.parse, names)]
    return [
        str(cell)
        for cell, (row, col) in spots.items()
        if any(max(abs(row - place.row), abs(col - place.col)) <= 1 for place in places)
    ]


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_each_step_shows_its_cells(shown: Shown, kind: str) -> None:
    """At each position, reached in either direction, the board equals the picture of the marks entered so far."""
    puzzle, solution = load(KINDS[kind]["puzzle"]), Grid.parse(KINDS[kind]["solution"])
    page = shown.open(made(shown.folder, KINDS[kind]))
    view = player(page)
    moves = groups(puzzle, solution)
    for stop in [1, len(moves), len(moves) - 1, 0, len(moves) // 2, min(2, len(moves))]:
        view.get_by_role("radio").nth(stop).check()
        marks = {cell: mark for move in moves[:stop] for cell, mark in move.items()}
        grid = Grid.make(solution.height, solution.width, lambda cell, marks=marks: marks.get(str(cell)))  # type: ignore[misc]

        assert drawing(page, layers(puzzle.picture(grid))) == board(view)
        assert (touched(puzzle, moves[stop - 1]) if stop else []) == view.locator(".now[data-cell]").evaluate_all(
            "cells => cells.map(cell => cell.dataset.cell)"
        )


@pytest.mark.posix("pseudo-terminals")
@pytest.mark.parametrize(("answer", "written"), [("\n", False), ("y\n", True)])
def test_question(session: Session, tmp_path: Path, answer: str, *, written: bool) -> None:
    """Nothing is written without the answer yes."""
    out, (master, terminal) = tmp_path / "bug.zip", os.openpty()
    os.write(master, answer.encode())
    command = [sys.executable, "-m", "bot", "sessions", "share", session.id, "-o", out]
    done = run(command, cwd=ROOT, stdin=terminal, env=os.environ | homes(tmp_path))

    assert (0, written) == (done.returncode, out.exists())
    assert f"Write {out}? [y/N]" in done.stderr


def test_no_difference(sessions: list[Path]) -> None:
    """A session replays without a difference, also of an unreadable page, in another order, or of an early end."""
    results = [again(folder) for folder in sessions]
    whole = ["read", "solved", "planned"]

    assert [whole, whole, ["read"]] == [result.done for result in results]
    assert {"read", "solve", "plan", "total"} == set(results[0].line()["ms"])

    events = (sessions[0] / "events.jsonl").read_text().splitlines()
    entered = [line for line in events if '"event": "input"' in line]
    for lines in (entered[::-1], entered[:5]):
        (sessions[0] / "events.jsonl").write_text("\n".join(lines))
        results.append(again(sessions[0]))

    assert [] == [difference.words for result in results for difference in result.differences]
