"""What people see: boards, timings and errors on the terminal."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from rich.columns import Columns
from rich.console import Console
from rich.panel import Panel
from rich.table import Column, Table
from rich.text import Text

from bot.draw import terminal
from scrapers import ReadError
from solvers import GivensError, NoSolution, NotUnique

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from solvers import Grid, Picture, Puzzle


class Failure(Protocol):
    """An error as data."""

    @property
    def family(self) -> str:
        """The name of its family."""

    @property
    def command(self) -> str | None:
        """What to type next, if anything helps."""


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
    """Print what went wrong in one sentence, and what to type next if anything helps."""
    family = problem.family if isinstance(problem, GivensError) else ""
    _failure(
        f"{type(problem).__name__}: {problem}", family, problem.command if isinstance(problem, GivensError) else None
    )


def failure(result: Failure) -> None:
    """Print an error that is known as data, as `error` does."""
    _failure(str(result), result.family, result.command)


def _failure(words: str, family: str, command: str | None) -> None:
    err.print(Text(words, style="red"))
    if command:
        why = "   (saves what a maintainer needs)" if family == ReadError.__name__ else ""
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
