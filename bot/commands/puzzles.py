"""Commands on puzzles, wherever they come from: solving, explaining, grading, making, drawing them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from bot.commands._many import Many
from bot.commands._options import (
    BROWSER,
    CLUSTER,
    JSON,
    KIND,
    OUT,
    RESUME,
    SHARD,
    SITE,
    SOURCES,
    TIMEOUT,
    WORKERS,
)
from bot.commands._output import joint, progress, status, writer

if TYPE_CHECKING:
    from bot.explain import Graded


def solve(  # noqa: PLR0913 - each is an option
    sources: SOURCES,
    *,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit", metavar="N", min=1, help="Find that many solutions instead of proving one.", show_default=False
        ),
    ] = None,
    kind: KIND = None,
    site: SITE = None,
    browser: BROWSER = None,
    timeout: TIMEOUT = None,
    workers: WORKERS = None,
    shard: SHARD = None,
    cluster: CLUSTER = None,
    resume: RESUME = False,
    out: OUT = None,
    as_json: JSON = False,
) -> int:
    """Find the solution of a puzzle, and prove it the only one.

    \b
    Examples:
      givens solve puzzle.json                               the one solution
      givens solve puzzles.jsonl --json                      one line for each line
      givens solve many.jsonl -o solved.jsonl --resume       thousands, on all cores; again after a stop
      givens solve many.jsonl --shard 2/8 -o 2.jsonl         the second of eight parts
      givens solve board.txt --kind three_in_a_row           a drawn board
      givens solve puzzle.json --limit 10                    up to ten solutions
    """
    from bot.solve import given, solved

    many = Many(sources, kind, site, browser, timeout, out, as_json, workers, shard, resume, cluster)
    if not many.drawn():
        return many.answered("solve", partial(solved, limit=limit, timeout=timeout, draw=False), limit=limit)
    codes = set()
    with status() as tell:
        for one in given(sources, kind=kind, site=site, told=browser, timeout=timeout, tell=tell):
            _, code = solved(one, limit=limit, timeout=timeout, draw=True)
            codes.add(code)
    return joint(codes)


def explain(  # noqa: PLR0913 - each is an option
    sources: SOURCES,
    *,
    steps: Annotated[
        int | None,
        typer.Option("--steps", metavar="N", min=1, help="A hint: the next N steps only.", show_default=False),
    ] = None,
    kind: KIND = None,
    site: SITE = None,
    browser: BROWSER = None,
    timeout: TIMEOUT = None,
    workers: WORKERS = None,
    shard: SHARD = None,
    cluster: CLUSTER = None,
    resume: RESUME = False,
    out: OUT = None,
    as_json: JSON = False,
) -> int:
    """Explain the solution of a puzzle as steps that a person can follow, the easiest first.

    \b
    Examples:
      givens explain puzzle.json                             from the givens to the solution
      givens explain puzzle.json --steps 1                   a hint
      givens explain tango                                   today's puzzle; no input reaches the board
      givens generate sudoku --json | givens explain -       made here, explained there
    """
    from bot.explain import explained
    from bot.solve import given

    many = Many(sources, kind, site, browser, timeout, out, as_json, workers, shard, resume, cluster)
    if not many.drawn():
        return many.answered("explain", partial(explained, steps=steps, timeout=timeout), steps=steps)
    codes = set()
    with status() as tell:
        for one in given(sources, kind=kind, site=site, told=browser, timeout=timeout, tell=tell):
            _, code = explained(one, steps=steps, timeout=timeout, tell=tell)
            codes.add(code)
    return joint(codes)


def grade(  # noqa: PLR0913 - each is an option
    sources: SOURCES,
    *,
    kind: KIND = None,
    site: SITE = None,
    browser: BROWSER = None,
    timeout: TIMEOUT = None,
    workers: WORKERS = None,
    shard: SHARD = None,
    cluster: CLUSTER = None,
    resume: RESUME = False,
    out: OUT = None,
    as_json: JSON = False,
) -> int:
    """Tell how hard a puzzle is for a person, from 1 trivial to 5 hard, and which technique makes it so.

    \b
    Examples:
      givens grade puzzle.json                               the grade, in words
      givens grade puzzles.jsonl                             a table
      givens grade many.jsonl -o graded.jsonl --workers 4    thousands, in four processes
      givens generate tango --count 9 --json | givens grade - --json
    """
    from bot.explain import drawn, graded
    from bot.solve import given

    many = Many(sources, kind, site, browser, timeout, out, as_json, workers, shard, resume, cluster)
    if not many.drawn():
        return many.answered("grade", partial(graded, timeout=timeout))
    codes = []
    done: list[Graded] = []
    with status() as tell:
        try:
            for one in given(sources, kind=kind, site=site, told=browser, timeout=timeout, tell=tell):
                tell(f"grading {one.name}")
                _, code = graded(one, timeout=timeout, done=done)
                codes.append(code)
        finally:
            drawn(done, alone=len(codes) <= 1)
    return joint(codes)


def generate(  # noqa: PLR0913 - each is an option
    kind: Annotated[
        str, typer.Argument(metavar="KIND", help="What to make; `givens kinds` lists them.", show_default=False)
    ],
    *,
    size: Annotated[
        str | None,
        typer.Option("--size", metavar="N|RxC", help="Rows and columns; the kind's usual size without."),
    ] = None,
    grade: Annotated[
        str | None,
        typer.Option("--grade", metavar="1-5|NAME", help="How hard: 1 trivial, 2 easy, 3 normal, 4 tricky, 5 hard."),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="S", min=0, help="Equal seeds make equal puzzles; a random one without."),
    ] = None,
    count: Annotated[int, typer.Option("--count", metavar="N", min=1, help="How many, of seeds S, S+1, ...")] = 1,
    timeout: TIMEOUT = None,
    out: OUT = None,
    as_json: JSON = False,
) -> int:
    """Make new puzzles with exactly one solution.

    \b
    Examples:
      givens generate tango                                  one of the usual size
      givens generate sudoku --size 6 --grade easy           as hard as you like it
      givens generate tango --seed 7                         the same on every run
      givens generate queens --count 100 -o queens.jsonl     many, as JSON Lines
    """
    from bot.generate import generated

    codes = []
    with writer(out, as_json=as_json) as write, progress(f"making {kind}", count) as shown:
        for line, code in generated(
            kind, size=size, grade=grade, seed=seed, count=count, timeout=timeout, draw=write is None
        ):
            if write is not None:
                write(line)
            codes.append(code)
            shown.advance()
    return joint(codes)


def render(  # noqa: PLR0913 - each is an option
    sources: SOURCES,
    *,
    out: Annotated[
        str,
        typer.Option(
            "-o",
            "--out",
            metavar="OUT",
            help="The file to draw: .txt, .svg, .png or .pdf; with numbers if there are several. Or a folder/.",
            show_default=False,
        ),
    ],
    solution: Annotated[bool, typer.Option("--solution", help="Draw the solved board.")] = False,
    dark: Annotated[
        bool | None,
        typer.Option("--dark/--light", help="The ground; an SVG follows its reader's by default.", show_default=False),
    ] = None,
    kind: KIND = None,
    site: SITE = None,
    browser: BROWSER = None,
    timeout: TIMEOUT = None,
    as_json: JSON = False,
) -> int:
    """Draw puzzles, or their solutions, as pictures in files.

    With --solution a puzzle that has not one is drawn with the cells lit that tell why.

    \b
    Examples:
      givens render puzzle.json -o puzzle.svg                    the board as given
      givens render puzzle.json --solution -o solved.png         the board solved
      givens render puzzles.jsonl --dark -o boards/day.pdf       boards/day-1.pdf, boards/day-2.pdf, ...
      givens solve tango --json | givens render - --solution -o tango.svg
    """
    from bot.render import file_names, rendered
    from bot.solve import given

    named = file_names(out)
    codes = []
    with writer(None, as_json=as_json) as write, status() as tell:
        ones = given(sources, kind=kind, site=site, told=browser, timeout=timeout, tell=tell)
        for one, path in named(ones):
            line, code = rendered(one, path, solution=solution, dark=dark, timeout=timeout, tell=write is None)
            if write is not None:
                write(line)
            codes.append(code)
    return joint(codes)
