"""Draw puzzles: as text, into files (SVG, PNG, PDF), as addresses of other sites, and as booklets."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

from bot.batch.answer import Facts, answering
from bot.batch.printing import Booklet, board, pdf, png
from bot.draw.looks import problem
from bot.draw.svg import svg
from bot.errors import UsageError, writing
from bot.files import marked
from bot.record.output import OURS_ONLY, Replacing, write_output
from solvers import GivensError, Puzzle, grade, picture_text, solve

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from bot.batch.lines import InputPuzzle
    from bot.batch.printing import Captioned

FORMATS = ".txt", ".svg", ".png", ".pdf"


@dataclass(frozen=True, slots=True)
class RenderOptions:
    """How to draw puzzles; `timeout` is the limit in seconds for solving one."""

    browser: Callable[[], Browser]
    """Returns what prints PNG and PDF, which is started if it is not running."""
    solution: bool = False
    dark: bool | None = None
    timeout: float | None = None
    rulers: bool = True
    replacing: Replacing = OURS_ONLY


def file_names(entries: Iterator[InputPuzzle], out: str | None) -> Iterator[tuple[InputPuzzle, Path | None]]:
    """Yield puzzles with a file for each: OUT, numbered if there are several, or OUT/1.svg, …; without OUT, None.

    Raises `UsageError` for an unknown format.
    """
    if out is None:
        yield from ((entry, None) for entry in entries)
        return
    path, is_folder = Path(out), out.endswith("/") or os.path.isdir(out)
    if not is_folder and path.suffix.lower() not in FORMATS:
        raise UsageError(f"{out} must end in {', '.join(FORMATS[:-1])} or {FORMATS[-1]}, or in / for a folder")
    first = list(islice(entries, 2))
    for number, entry in enumerate(chain(first, entries), start=1):
        if is_folder:
            yield entry, path / f"{number}.svg"
        else:
            yield entry, path if len(first) == 1 else path.with_stem(f"{path.stem}-{number}")


@answering
def address_line(_entry: InputPuzzle, puzzle: Puzzle, line: Facts, host: str) -> None:
    """Add the address of a puzzle on another site to the line, or its form in another format."""
    from solvers import LINK_HOSTS, dump_link  # The module of addresses is imported for nothing else.

    line["address" if host in LINK_HOSTS else "drawing"] = dump_link(puzzle, host)


@answering
def draw_line(_entry: InputPuzzle, puzzle: Puzzle, line: Facts, path: Path | None, how: RenderOptions) -> None:
    """Draw a puzzle, or its solution, into a file; without a file, add the drawing to the line.

    Without a unique solution, the problem is drawn instead, and the error raised.
    """
    error = None
    try:
        picture = puzzle.picture(solve(puzzle, timeout=how.timeout).grid if how.solution else None)
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
        content = marked(svg(picture, title=title, dark=how.dark, rulers=how.rulers), "<!-- ", " -->\n")
    else:
        printed = png if suffix == ".png" else pdf
        content = printed(how.browser(), board(picture, title=title, dark=bool(how.dark), rulers=how.rulers))
    if path is None:
        line["drawing"] = content
    else:
        write(path, content, how.replacing)
        line["file"] = str(path)
    if error is not None:
        raise error


def booklet(
    entries: Iterable[InputPuzzle], booklet: Booklet, how: RenderOptions, refuse: Callable[[GivensError], object]
) -> bytes | None:
    """Return a PDF of the puzzles with one solution, None without any; `refuse` is called with the errors of others."""
    puzzles: list[Captioned] = []
    solutions: list[Captioned] = []
    for entry in entries:
        try:
            puzzle = entry.get()
            solved = puzzle.picture(solve(puzzle, timeout=how.timeout).grid)
            level = f" · {grade(puzzle, timeout=how.timeout).name}"
        except GivensError as error:
            refuse(error)
            continue
        number = f"{len(puzzles) + 1}"
        puzzles.append((f"{number} · {puzzle.KIND.replace('_', ' ')}{level}", puzzle.picture()))
        solutions.append((number, solved))
    return pdf(how.browser(), booklet.html(puzzles, solutions, rulers=how.rulers)) if puzzles else None


def write(path: Path, content: str | bytes, replacing: Replacing) -> None:
    """Write a file, and the folders above it that are missing; raise `SetupError` or `UsageError` if that fails."""
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_output(path, content, replacing)
