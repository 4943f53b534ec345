"""What people see: boards, timings and errors on the terminal; and the JSON lines that scripts read instead."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from rich.columns import Columns
from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from bot import draw
from solvers import GivensError, NotUnique

if TYPE_CHECKING:
    from bot.run import Outcome
    from solvers import Grid, Puzzle

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)


def line(value: dict[str, Any]) -> None:
    """Write one JSON object as one line."""
    out.out(json.dumps(value, ensure_ascii=False), highlight=False)


def boards(puzzle: Puzzle, grids: dict[str, Grid | None]) -> Columns:
    """Draw a puzzle with the marks of several grids, side by side, each below its title; None draws the givens."""
    return Columns([Panel(draw.board(puzzle.picture(grid)), title=title) for title, grid in grids.items()])


def read(outcome: Outcome) -> None:
    """Tell what puzzle a page shows."""
    _title(outcome)
    reading = outcome.played.reading
    if reading is not None:
        out.print(boards(reading.puzzle, {"givens": None}))
        out.print(f"{len(reading.confirmed)} clues read in two places, {len(reading.single)} in one")
    _end(outcome)


def played(outcome: Outcome) -> None:
    """Tell what came of playing a page."""
    _title(outcome)
    run = outcome.played
    if run.reading is not None:
        grids = {"before": run.before, "solution": run.solution, "after": run.after}
        out.print(boards(run.reading.puzzle, {title: grid for title, grid in grids.items() if grid is not None}))
    if outcome.error is None:
        only = "the only one" if run.unique else "one of several"
        if run.accepted is None:
            out.print(f"solved, the solution is {only}; nothing was entered")
        else:
            inputs = f"{run.inputs} inputs, {run.repaired} of them repeated" if run.entered else "nothing to enter"
            out.print(Text(f"accepted: {run.said}", style="bold green"))
            out.print(f"the solution is {only}; {inputs}")
            out.print(Text(run.note), end="\n" if run.note else "")
    _end(outcome)


def solved(name: str, puzzle: Puzzle, grids: dict[str, Grid | None], words: str) -> None:
    """Tell the solutions of a puzzle."""
    out.print(Text(name, style="bold"))
    out.print(boards(puzzle, grids))
    out.print(words)


def error(problem: BaseException) -> None:
    """Tell what went wrong in one sentence, and what to type next where anything helps."""
    err.print(Text(f"{type(problem).__name__}: {problem}", style="red"))
    if isinstance(problem, NotUnique):
        err.print(Text(f"first:\n{problem.first}\nsecond:\n{problem.second}"))
    if isinstance(problem, GivensError) and problem.command:
        err.print(Text(f"try: {problem.command}"))


def _title(outcome: Outcome) -> None:
    run = outcome.played
    facts = [f"#{run.about.number}"] if run.about.number is not None else []
    facts += [text for text in (run.about.date, run.about.difficulty) if text]
    if run.layout:
        facts.append(f"layout {run.layout}")
    out.print(Text(f"{run.site.NAME} · {outcome.target.name}", style="bold"), Text(", ".join(facts)))


def _end(outcome: Outcome) -> None:
    out.print(Text(" · ".join(f"{phase} {ms:.0f} ms" for phase, ms in outcome.played.ms.items()), style="dim"))
    if outcome.error is not None:
        error(outcome.error)
    if outcome.recorder.folder is not None:
        out.print(Text(f"recorded in {outcome.recorder.folder}"))
    if outcome.recorder.lost is not None:
        err.print(Text(f"warning: {outcome.recorder.lost}", style="yellow"))
