"""The engine over many puzzles: memory, and Ctrl-C at any moment."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import z3

from solvers import Grid, ThreeInARow, solutions
from solvers._core.search import engine
from tests import ROOT
from tests.children import run

if TYPE_CHECKING:
    import pytest


def test_memory_of_structures_is_freed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Building structures again and again does not use up memory, although Z3 does not free all memory of a solver."""
    engine._warm.clear()
    solutions(ThreeInARow(Grid.make(4, 4)), limit=1)
    before, room = z3.Z3_get_estimated_alloc_size(), 2 * 2**20
    monkeypatch.setattr(engine, "WARM_BYTES", before + room)
    monkeypatch.setattr(engine, "WARM_STRUCTURES", 2)
    for _ in range(80):
        for n in (8, 10, 12):
            solutions(ThreeInARow(Grid.make(n, n)), limit=1)

    assert z3.Z3_get_estimated_alloc_size() < before + 2 * room


def test_ctrl_c_at_any_moment() -> None:
    """Ctrl-C at any moment of a solve of one millisecond is never lost, and breaks nothing."""
    program = f"""
import os, random, signal, sys, threading
sys.path.insert(0, {str(ROOT)!r})
from bot.interrupts import ended_by_ctrl_c
from tests.solvers.test_engine import A, B, Exactly, Toy, solve
board = Toy(2, (Exactly(2, (A, B)),))
solve(board)
with ended_by_ctrl_c():
    for number in range(200):
        struck = threading.Timer(random.uniform(0.001, 0.02), os.kill, (os.getpid(), signal.SIGINT))
        try:
            struck.start()
            while struck.is_alive():
                solve(board)
            solve(board)
            print("lost", number)
            break
        except KeyboardInterrupt:
            struck.join()
"""
    done = run([sys.executable, "-c", program])

    assert (0, "", "") == (done.returncode, done.stdout, done.stderr)
