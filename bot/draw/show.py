"""What people see: boards, timings and errors on the terminal."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rich.columns import Columns
from rich.console import Console
from rich.panel import Panel
from rich.table import Column, Table
from rich.text import Text

from bot.draw import terminal
from scrapers import ReadError
from solvers import GivensError, NoSolution, NotUnique

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.play.runner import Outcome
    from solvers import Grid, Picture, Puzzle

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)


def folded(title: str) -> Column:
    """Return a column of a table that hides nothing of what is too long for it."""
    return Column(title, overflow="fold")


def boards(puzzle: Puzzle, grids: Sequence[tuple[str, Grid | None]]) -> Columns:
    """Draw a puzzle with the marks of several grids, side by side, each below its title; None draws the givens."""
    return pictures((title, puzzle.picture(grid)) for title, grid in grids)


def pictures(titled: Iterable[tuple[str, Picture]]) -> Columns:
    """Draw pictures side by side, each below its title."""
    return Columns([Panel(terminal.board(picture), title=title) for title, picture in titled])


def misread(puzzle: Puzzle, problem: GivensError) -> Picture:
    """Draw a puzzle that has not one solution: the cells of the clues that clash are lit, or those in doubt."""
    if isinstance(problem, NoSolution):
        return replace(puzzle.picture(), lit=frozenset(cell for clue in problem.core for cell in clue.cells))
    if isinstance(problem, NotUnique):
        picture = puzzle.picture(problem.forced)
        return replace(picture, lit=frozenset(cell for cell in picture.cells() if problem.forced[cell] is None))
    return puzzle.picture()


def outcome(result: Outcome, *, entering: bool) -> None:
    """Tell what came of a target."""
    (_played if entering else _read)(result)


def _read(outcome: Outcome) -> None:
    """Tell what puzzle a page shows."""
    _title(outcome)
    reading = outcome.played.reading
    if reading is not None:
        out.print(boards(reading.puzzle, [("givens", None)]))
        out.print(f"{len(reading.confirmed)} clues read in two places, {len(reading.single)} in one")
    _end(outcome)


def _played(outcome: Outcome) -> None:
    """Tell what came of playing a page."""
    _title(outcome)
    run = outcome.played
    if run.reading is not None:
        last = ("after", run.after) if run.after is not None else ("solution", run.solution)
        grids = ("before", run.before), last
        out.print(boards(run.reading.puzzle, [(title, grid) for title, grid in grids if grid is not None]))
    if outcome.error is None and run.solution is None:
        out.print(Text(f"accepted: {run.said}", style="bold green"))
        out.print("already solved; nothing to enter")
    elif outcome.error is None:
        only = "the only one" if run.unique else "one of several"
        if run.accepted is None:
            out.print(f"solved, the solution is {only}; nothing was entered")
        else:
            inputs = f"{run.inputs} inputs, {run.repaired} of them repeated" if run.entered else "nothing to enter"
            out.print(Text(f"accepted: {run.said}", style="bold green"))
            out.print(f"the solution is {only}; {inputs}")
    _end(outcome)
    if outcome.error is None and run.accepted and run.note:
        out.print(run.note)


def solved(name: str, puzzle: Puzzle, grids: Sequence[Grid], words: str) -> None:
    """Tell the solutions of a puzzle."""
    out.print(Text(name, style="bold"))
    out.print(
        boards(
            puzzle,
            [
                ("givens", None),
                *((f"solution {at}" if len(grids) > 1 else "solution", grid) for at, grid in enumerate(grids, 1)),
            ],
        )
    )
    out.print(words)


def failed(name: str, puzzle: Puzzle | None, problem: GivensError) -> None:
    """Tell why a puzzle is not solved: two solutions where there are several, lit cells where to look first."""
    out.print(Text(name, style="bold"))
    if puzzle is not None and isinstance(problem, NotUnique):
        grids = ("givens", None), ("one", problem.first), ("another", problem.second)
        drawn = [(title, puzzle.picture(grid)) for title, grid in grids]
        out.print(pictures([*drawn, ("in all", misread(puzzle, problem))]))
    elif puzzle is not None:
        out.print(pictures([("givens", misread(puzzle, problem))]))
    error(problem)


def error(problem: BaseException) -> None:
    """Tell what went wrong in one sentence, and what to type next where anything helps."""
    command = problem.command if isinstance(problem, GivensError) else None
    family = problem.family if isinstance(problem, GivensError) else ""
    failure({"family": family, "kind": type(problem).__name__, "message": str(problem), "try": command})


def failure(told: Mapping[str, Any]) -> None:
    """Tell what went wrong as `error` does, from the line that tells it."""
    err.print(Text(f"{told['kind']}: {told['message']}", style="red"))
    if command := told.get("try"):
        why = "   (saves what a maintainer needs)" if told["family"] == ReadError.__name__ else ""
        err.print(Text(f"try: {command}{why}"))


def warning(words: str) -> None:
    """Tell what hinders nothing."""
    err.print(Text(f"warning: {words}", style="yellow"))


def summary(rows: Iterable[tuple[str, bool, str, float | None]]) -> None:
    """Tell of many puzzles at once: the name of each, whether it failed, what came of it, and its milliseconds."""
    table = Table(folded("puzzle"), "", folded("what came of it"), "seconds", box=None, pad_edge=False)
    for name, failed, words, ms in rows:
        mark = Text("failed", "red") if failed else Text("done", "green")
        table.add_row(Text(name), mark, Text(words), "" if ms is None else f"{ms / 1000:.1f}")
    out.print(table)


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
