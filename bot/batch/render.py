"""Draw puzzles: as text, into files (SVG, PNG, PDF), as addresses of other sites, and as booklets."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

from bot.batch.answer import Facts, answering
from bot.draw.figure import Booklet, BookletBoard, figure, pdf
from bot.draw.looks import problem
from bot.draw.svg import svg
from bot.errors import UsageError, writing
from bot.record.output import OURS_ONLY, Replacing, write_output
from solvers import BadPuzzle, GivensError, Grid, Puzzle, grade, picture_text, solve

if TYPE_CHECKING:
    from bot.batch.lines import InputPuzzle

FORMATS = ".txt", ".svg", ".png", ".pdf"


@dataclass(frozen=True, slots=True)
class RenderOptions:
    """How to draw puzzles; `timeout` is the limit in seconds for solving one."""

    solution: bool = False
    dark: bool | None = None
    rulers: bool = True
    timeout: float | None = None
    replacing: Replacing = OURS_ONLY
    host: str | None = None
    """The site whose addresses are wanted instead of drawings."""


def file_names(out: str | None) -> Callable[[Iterable[InputPuzzle]], Iterator[tuple[InputPuzzle, Path | None]]]:
    """Return a function that names a file for each puzzle: OUT, numbered if there are several, or OUT/1.svg, ….

    Without OUT, there is none. Raises `UsageError` for an unknown format.
    """
    if out is None:
        return lambda entries: ((entry, None) for entry in entries)
    path = Path(out)
    folder = path if out.endswith("/") or os.path.isdir(out) else None  # noqa: PTH112 - no error for a long name
    if folder is None and path.suffix.lower() not in FORMATS:
        raise UsageError(f"{out} must end in {', '.join(FORMATS[:-1])} or {FORMATS[-1]}, or in / for a folder")

    def named(entries: Iterable[InputPuzzle]) -> Iterator[tuple[InputPuzzle, Path]]:
        entries = iter(entries)
        first = list(islice(entries, 2))
        for number, entry in enumerate(chain(first, entries), start=1):
            if folder is None and len(first) == 1:
                yield entry, path
                return
            yield entry, path.with_stem(f"{path.stem}-{number}") if folder is None else folder / f"{number}.svg"

    return named


@answering
def draw_line(entry: InputPuzzle, puzzle: Puzzle, line: Facts, path: Path | None, how: RenderOptions) -> None:
    """Draw a puzzle, or its solution, into a file; without a file, add the drawing, or the address, to the line.

    Without a unique solution, the problem is drawn instead, and the error raised.
    """
    if how.host is not None:
        from solvers import LINK_HOSTS, dump_link  # The module of addresses is imported for nothing else.

        line["address" if how.host in LINK_HOSTS else "drawing"] = dump_link(puzzle, how.host)
        return
    error = None
    try:
        picture = puzzle.picture(_solution(entry, puzzle, how.timeout) if how.solution else None)
    except GivensError as raised:
        error, picture = raised, problem(puzzle, raised)
    suffix = path.suffix.lower() if path is not None else ".txt"
    title = f"{puzzle.KIND.replace('_', ' ')}, {picture.height} × {picture.width}"
    if how.solution and error is None:
        title += ", solved"
    content: str | bytes
    if suffix == ".txt":
        content = f"kind: {puzzle.KIND}\n{picture_text(picture)}"
    elif suffix == ".svg":
        content = svg(picture, title=title, dark=how.dark, rulers=how.rulers)
    else:
        content = figure(picture, suffix[1:], title=title, dark=bool(how.dark), rulers=how.rulers)
    if path is None:
        line["drawing"] = content
    else:
        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_output(path, content, how.replacing)
        line["file"] = str(path)
    if error is not None:
        raise error


def write_booklet(
    entries: Iterable[InputPuzzle], out: Path, how: Booklet, timeout: float | None, replacing: Replacing = OURS_ONLY
) -> Iterator[GivensError]:
    """Write a booklet of puzzles with one solution as a PDF; yield the errors of others."""
    replacing.check(out)
    puzzles: list[BookletBoard] = []
    solutions: list[BookletBoard] = []
    for entry in entries:
        try:
            puzzle = entry.get()
            solved = puzzle.picture(_solution(entry, puzzle, timeout))
            level = f" · {grade(puzzle, timeout=timeout).name}"
        except GivensError as error:
            yield error
            continue
        number = f"{len(puzzles) + 1}"
        puzzles.append(BookletBoard(puzzle.picture(), f"{number} · {puzzle.KIND.replace('_', ' ')}{level}"))
        solutions.append(BookletBoard(solved, number))
    if not puzzles:
        return
    with writing(out):
        out.parent.mkdir(parents=True, exist_ok=True)
        write_output(out, pdf(how.pages(puzzles, solutions), how.title), replacing)


def _solution(entry: InputPuzzle, puzzle: Puzzle, timeout: float | None) -> Grid:
    """Return the solution beside the puzzle if it is correct; solve the puzzle if there is none."""
    if entry.solution is None:
        return solve(puzzle, timeout=timeout).grid
    if isinstance(entry.solution, list):
        grid = Grid.parse(entry.solution)
        if puzzle.is_solved_by(grid):
            return grid
    raise BadPuzzle(f"the solution beside the puzzle in {entry.name} is wrong")
