"""Tasks of Puzzle-Team's pages as public programs quote them: each is decoded to a board with one solution."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from scrapers import SITES
from scrapers._puzzle_team.layout import TeamLayout
from scrapers._reading.statements import BOARD, Facts
from solvers import solve
from tests import SHARED
from tests.tiers import LONG, TIER, spread

TASKS = Path(os.environ.get("GIVENS_TASKS", SHARED / "puzzles" / "puzzle_team_tasks.jsonl"))
LAYOUTS = {layout.slug: layout for site in SITES for layout in site.LAYOUTS if isinstance(layout, TeamLayout)}
UNSOLVED = {("shingoki", 26)}
"""Tasks without a solution, by puzzle and size: no other solver solves this one either."""


def quoted() -> list[dict[str, Any]]:
    """Return the quoted tasks, none where the file is absent."""
    return [json.loads(line) for line in TASKS.read_text(encoding="utf-8").splitlines()] if TASKS.is_file() else []


@pytest.mark.parametrize(
    "task",
    spread((task for task in quoted() if TIER == LONG or task["rows"] <= 20), of=3),
    ids=lambda task: f"{task['site']}-{task['rows']}x{task['cols']}",
)
def test_quoted_task(task: dict[str, Any]) -> None:
    """A task fills the board whose size is stated, and its puzzle has exactly one solution."""
    layout = LAYOUTS[task["site"]]
    size = task["rows"], task["cols"]
    stars = re.match(r"(\d) star", task.get("said", ""))
    groups: dict[str, Any] = dict(layout.task(task["task"], size))
    if stars:
        groups["stars"] = {BOARD: int(stars[1])}
    puzzle = layout.puzzle(Facts(*size, groups))

    if (task["site"], task["rows"]) not in UNSOLVED:
        assert puzzle.is_solved_by(solve(puzzle).grid)


def test_tasks_are_there() -> None:
    """The quoted tasks belong to their makers and are not part of the project."""
    if not TASKS.is_file():
        pytest.skip(f"{TASKS} is not there: GIVENS_TASKS names the file")

    assert quoted()
