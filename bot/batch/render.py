"""Puzzles as pictures in files: plain text, SVG, PNG and PDF."""

from __future__ import annotations

from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text

from bot.batch.solve import answered
from bot.draw import show
from bot.draw.figure import figure
from bot.draw.svg import svg
from bot.errors import UsageError, writing
from bot.record.recorder import write_whole
from solvers import BadPuzzle, GivensError, Grid, solve
from solvers._core.picture import text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from bot.batch.lines import Given
    from solvers import Picture, Puzzle

FORMS = ".txt", ".svg", ".png", ".pdf"


def file_names(out: str) -> Callable[[Iterable[Given]], Iterator[tuple[Given, Path]]]:
    """Return what gives each puzzle its file: OUT, with a number if there are several; `1.svg`, … in a folder OUT/.

    Raises `UsageError` for an ending that stands for no form.
    """
    path = Path(out)
    folder = path if out.endswith("/") or path.is_dir() else None
    if folder is None and path.suffix.lower() not in FORMS:
        msg = f"{out} does not end in {', '.join(FORMS[:-1])} or {FORMS[-1]}; a folder ends in /"
        raise UsageError(msg)

    def named(ones: Iterable[Given]) -> Iterator[tuple[Given, Path]]:
        ones = iter(ones)
        first = list(islice(ones, 2))
        for number, one in enumerate(chain(first, ones), start=1):
            if folder is not None:
                yield one, folder / f"{number}.svg"
            else:
                yield one, path.with_stem(f"{path.stem}-{number}") if len(first) > 1 else path

    return named


def rendered(  # noqa: PLR0913 - each is an option of the command
    one: Given, path: Path, *, solution: bool, dark: bool | None, timeout: float | None, tell: bool
) -> tuple[dict[str, Any], int]:
    """Draw a puzzle, or its solution, into a file; tell people if wanted, and return its line and exit code.

    One that has not one solution is drawn all the same, with the cells lit that tell why.
    """

    def render_it(puzzle: Puzzle, line: dict[str, Any]) -> None:
        try:
            picture, problem = puzzle.picture(_solution(one, puzzle, timeout) if solution else None), None
        except GivensError as error:
            picture, problem = show.misread(puzzle, error), error
        solved = ", solved" if solution and problem is None else ""
        title = f"{puzzle.KIND.replace('_', ' ')}, {picture.height} × {picture.width}{solved}"
        _write(path, drawn(puzzle.KIND, picture, path.suffix.lower(), title=title, dark=dark))
        line["file"] = str(path)
        if tell:
            show.out.print(Text(f"{one.name}{solved}: {path}"))
        if problem is not None:
            raise problem

    return answered(one, render_it, draw=tell)


def drawn(kind: str, picture: Picture, suffix: str, *, title: str, dark: bool | None) -> str | bytes:
    """Return the content of a file with the picture, in the form that its ending stands for."""
    if suffix == ".txt":
        return f"kind: {kind}\n{text(picture)}"
    if suffix == ".svg":
        return svg(picture, title=title, dark=dark)
    return figure(picture, suffix[1:], title=title, dark=bool(dark))


def _solution(one: Given, puzzle: Puzzle, timeout: float | None) -> Grid:
    """Return the solution that came with the puzzle, if it is one, else solve it."""
    if one.solution is None:
        return solve(puzzle, timeout=timeout).grid
    if isinstance(one.solution, list):
        grid = Grid.parse(one.solution)
        if puzzle.is_solved_by(grid):
            return grid
    msg = f"the solution that stands beside the puzzle in {one.name} is none"
    raise BadPuzzle(msg)


def _write(path: Path, content: str | bytes) -> None:
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content)
