"""Commands on puzzles, wherever they come from: solving, explaining, grading, making, drawing them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from bot.commands._many import many
from bot.commands._options import JSON, OUT, PUZZLES, TIMEOUT, Count
from bot.commands._output import joint, progress, status, writer

if TYPE_CHECKING:
    from pathlib import Path

    from bot.batch.explain import Graded
    from bot.commands._many import Many


@click.command()
@click.option(
    "--limit",
    metavar="N",
    type=Count(min=1),
    help="Find that many solutions instead of proving one.",
)
@many
def solve(many: Many, *, limit: int | None) -> int:
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
    from bot.batch.solve import solved

    if not many.drawn():
        return many.answered("solve", partial(solved, limit=limit, timeout=many.timeout, draw=False), limit=limit)
    codes = set()
    with status() as tell:
        for one in many.given(tell):
            _, code = solved(one, limit=limit, timeout=many.timeout, draw=True)
            codes.add(code)
    return joint(codes)


@click.command()
@click.option("--steps", metavar="N", type=Count(min=1), help="A hint: the next N steps only.")
@many
def explain(many: Many, *, steps: int | None) -> int:
    """Explain the solution of a puzzle as steps that a person can follow, the easiest first.

    \b
    Examples:
      givens explain puzzle.json                             from the givens to the solution
      givens explain puzzle.json --steps 1                   a hint
      givens explain tango                                   today's puzzle; no input reaches the board
      givens generate sudoku --json | givens explain -       made here, explained there
    """
    from bot.batch.explain import explained

    if not many.drawn():
        return many.answered("explain", partial(explained, steps=steps, timeout=many.timeout), steps=steps)
    codes = set()
    with status() as tell:
        for one in many.given(tell):
            _, code = explained(one, steps=steps, timeout=many.timeout, tell=tell)
            codes.add(code)
    return joint(codes)


@click.command()
@many
def grade(many: Many) -> int:
    """Tell how hard a puzzle is for a person, from 1 trivial to 5 hard, and which technique makes it so.

    \b
    Examples:
      givens grade puzzle.json                               the grade, in words
      givens grade puzzles.jsonl                             a table
      givens grade many.jsonl -o graded.jsonl --workers 4    thousands, in four processes
      givens generate tango --count 9 --json | givens grade - --json
    """
    from bot.batch.explain import drawn, graded

    if not many.drawn():
        return many.answered("grade", partial(graded, timeout=many.timeout))
    codes = []
    done: list[Graded] = []
    with status() as tell:
        try:
            for one in many.given(tell):
                tell(f"grading {one.name}")
                _, code = graded(one, timeout=many.timeout, done=done)
                codes.append(code)
        finally:
            drawn(done, alone=len(codes) <= 1)
    return joint(codes)


@click.command()
@click.argument("kind", metavar="KIND", help="What to make; `givens kinds` lists them.")
@click.option("--size", metavar="N|RxC", help="Rows and columns; the kind's usual size without.")
@click.option("--grade", metavar="1-5|NAME", help="How hard: 1 trivial, 2 easy, 3 normal, 4 tricky, 5 hard.")
@click.option(
    "--seed",
    metavar="S",
    type=Count(min=0),
    help="Equal seeds make equal puzzles; a random one without.",
)
@click.option("--count", metavar="N", type=Count(min=1), default=1, help="How many, of seeds S, S+1, ...")
@TIMEOUT
@OUT
@JSON
def generate(  # noqa: PLR0913 - each is an option
    *,
    kind: str,
    size: str | None,
    grade: str | None,
    seed: int | None,
    count: int,
    timeout: float | None,
    out: Path | None,
    as_json: bool,
) -> int:
    """Make new puzzles with exactly one solution.

    \b
    Examples:
      givens generate tango                                  one of the usual size
      givens generate sudoku --size 6 --grade easy           as hard as you like it
      givens generate tango --seed 7                         the same on every run
      givens generate queens --count 100 -o queens.jsonl     many, as JSON Lines
    """
    from bot.batch.generate import generated

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


@click.command()
@click.option(
    "-o",
    "--out",
    metavar="OUT",
    required=True,
    help="The file to draw: .txt, .svg, .png or .pdf; with numbers if there are several. Or a folder/.",
)
@click.option("--solution", is_flag=True, help="Draw the solved board.")
@click.option("--dark/--light", default=None, help="The ground; an SVG follows its reader's by default.")
@PUZZLES
@JSON
def render(  # noqa: PLR0913 - each is an option
    *,
    sources: tuple[str, ...],
    out: str,
    solution: bool,
    dark: bool | None,
    kind: str | None,
    site: str | None,
    browser: str | None,
    timeout: float | None,
    as_json: bool,
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
    from bot.batch.render import file_names, rendered
    from bot.batch.solve import given

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
