"""Commands on puzzles from any source: solve, explain, check, generate and draw them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec
from rich.text import Text

import solvers
from bot.batch import answer
from bot.batch.generate import NewPuzzle, generate_puzzles
from bot.batch.printing import Booklet
from bot.batch.render import RenderOptions, address_line, draw_line, file_names, write
from bot.batch.render import booklet as booklet_of
from bot.batch.resume import output
from bot.batch.sources import Sources
from bot.commands import _complete, _options, _show
from bot.commands._many import Many, many, show_each
from bot.commands._options import JSON, OUT, PUZZLES, argument, collect_options, option
from bot.commands._output import emit, joint_exit_code, print_json, progress, status, writer
from bot.draw.terminal import boards, pictures
from bot.draw.terminal import out as terminal
from bot.json_file import json_line
from bot.play.result import Failure
from bot.record.output import Replacing
from scrapers import clean
from solvers import GaveUp, GivensError, Hints, Puzzle, SolveError, Step, load_marks, place_of

if TYPE_CHECKING:
    from bot.batch.lines import InputPuzzle


@click.command()
@option("--limit N", "Find up to N solutions instead of proving that there is only one.", type=click.IntRange(min=1))
@many
def solve(many: Many, *, limit: int | None) -> int:
    """Solve a puzzle and prove that the solution is unique.

    \b
    Examples:
      givens solve puzzle.json                               the one solution
      givens solve puzzles.jsonl --json                      one output line for each input line
      givens solve many.jsonl -o solved.jsonl --resume       thousands, on all cores; continues a stopped run
      givens solve board.txt --kind three_in_a_row           a plain-text picture
      givens solve puzzle.json --limit 10                    up to ten solutions
    """
    if not many.for_people():
        return many.write_lines("solve", partial(answer.solve_line, limit=limit, timeout=many.timeout), limit=limit)

    def show(entry: InputPuzzle, puzzle: Puzzle) -> None:
        if limit is None:
            solution = solvers.solve(puzzle, timeout=many.timeout)
            grids, ms, words = [solution.grid], solution.ms, "the only solution, proven by Z3"
        else:
            found = answer.some_solutions(puzzle, limit, many.timeout)
            grids, ms = [*found.grids], found.ms
            count = "1 solution" if len(grids) == 1 else f"{len(grids)} solutions"
            words = f"{count}, {'and no others' if found.complete else 'there may be others'}"
        _show.solutions(entry.name, puzzle, grids, f"{words} · {ms['total']:.1f} ms")

    with status() as set_status:
        return show_each(many, show, set_status)


@click.command()
@option("--steps N", "Only the first N steps, as a hint.", type=click.IntRange(min=1))
@option("--grade", "Only how hard it is, from 1 trivial to 5 hard, and why.", "only_grade")
@option("--marks GRID", "A hint for the board as it stands, with your marks as `givens check` takes them.")
@many
def explain(many: Many, *, steps: int | None, only_grade: bool, marks: str | None) -> int:
    """Explain the solution in steps, or grade the puzzle.

    Each step is the easiest that is possible at that point, so that a person can follow.

    \b
    Examples:
      givens explain puzzle.json                             from the givens to the solution
      givens explain puzzle.json --steps 1                   a hint
      givens explain puzzle.json --marks mine.txt            a hint for the board as it stands
      givens explain tango                                   today's puzzle; nothing is entered
      givens explain puzzles.jsonl --grade                   a table of grades
      givens explain many.jsonl --grade -o graded.jsonl --workers 4
      givens generate sudoku --json | givens explain -       a new puzzle, explained
    """
    if marks is not None:
        if steps is not None or only_grade:
            raise click.UsageError("--marks cannot be used with --steps or --grade.")
        return _show_hint(many, marks)
    if only_grade:
        if steps is not None:
            raise click.UsageError("--steps and --grade cannot be used together.")
        if not many.for_people():
            return many.write_lines("grade", partial(answer.grade_line, timeout=many.timeout))
        return _show_grades(many)
    if not many.for_people():
        return many.write_lines("explain", partial(answer.explain_line, steps=steps, timeout=many.timeout), steps=steps)
    with status() as set_status:
        return show_each(many, partial(_show_explanation, steps, many.timeout, set_status), set_status)


def _show_explanation(
    steps: int | None, timeout: float | None, set_status: Callable[[str], None], entry: InputPuzzle, puzzle: Puzzle
) -> None:
    """Print the steps to a puzzle's solution, each as soon as it is found, and the grade."""

    def progress(done: int, places: int) -> None:
        set_status(f"explaining {entry.name}: {done} of {places} {answer.unit_of(puzzle)} settled")

    shown: list[Step] = []
    with answer.shared_limit(timeout) as clock:
        explanation = solvers.explain(puzzle, timeout=clock.remaining(), on_progress=progress)
        _show.puzzle(entry.name, puzzle)
        for number, step in enumerate(islice(explanation, steps), start=1):
            _show.step(number, step)
            shown.append(step)
        if steps is None:
            terminal.print(boards(puzzle, [("solution", explanation.solution)]))
        elif shown:
            terminal.print(pictures([(f"after step {len(shown)}", shown[-1].picture(puzzle))]))
        difficulty = solvers.grade(puzzle, timeout=clock.remaining())
    terminal.print(_show.grade_summary(difficulty, puzzle, clock.ms()["total"]))


def _show_hint(many: Many, marks: str) -> int:
    """Print the next step on a board with some marks, or the first wrong one, and return the exit code."""

    def show(entry: InputPuzzle, puzzle: Puzzle) -> None:
        grid = load_marks(answer.marks_of(marks), puzzle)
        hint = Hints.of(puzzle, timeout=many.timeout).next(grid, timeout=many.timeout)
        if not many.for_people():
            print_json({"line": entry.name, **msgspec.to_builtins(hint)})
            return
        terminal.print(boards(puzzle, [("marks", grid)]))
        terminal.print("\n".join(filter(None, (hint.look, hint.reason, hint.answer))))

    return _show.answer(_only(many), show)


def _only(sources: Sources) -> InputPuzzle:
    """Return the puzzle to which marks belong; raise `UsageError` for several."""
    with status() as set_status:
        entry, *others = sources.entries(set_status)
    if others:
        raise click.UsageError(f"--marks belong to one puzzle, not to {1 + len(others)}")
    return entry


def _show_grades(many: Many) -> int:
    """Print the grade of one puzzle, or a table of several, and return the joint exit code."""
    codes: list[int] = []
    done: list[_show.Graded] = []

    def add(entry: InputPuzzle, puzzle: Puzzle) -> None:
        set_status(f"grading {entry.name}")
        done.append((entry.name, puzzle, solvers.grade(puzzle, timeout=many.timeout)))

    with status() as set_status:
        try:
            codes.extend(_show.answer(entry, add) for entry in many.entries(set_status))
        finally:
            if len(codes) <= 1 and done:
                ((name, puzzle, difficulty),) = done
                _show.puzzle(name, puzzle)
                terminal.print(_show.grade_summary(difficulty, puzzle, difficulty.ms["total"]))
            elif done:
                _show.grades(done)
    return joint_exit_code(codes)


@click.command("check")
@option(
    "--marks GRID",
    "Your marks: a file with their rows, or a drawing like those of `givens draw`; or the rows with / between them.",
    required=True,
)
@option("--order CELLS", "The cells in the order in which you marked them, as in 'R1C1 R2C4'.")
@collect_options(Sources, PUZZLES)
@JSON
def check_(sources: Sources, *, marks: str, order: str | None, as_json: bool) -> int:
    """Say whether marks are right so far, and which are not.

    If the order of the marks is known, the first wrong one is named, and how many came after it. It also says whether
    the puzzle has exactly one solution with these marks. Exits with code 4 if any mark is wrong.

    \b
    Examples:
      givens check puzzle.json --marks 1.../..../..../...0
      givens check puzzle.json --marks mine.txt --order 'R1C1 R3C2'
      givens check puzzle.json --marks mine.txt --json       for another program
    """
    written, cells = answer.marks_of(marks), [place_of(name) for name in (order or "").split()]
    entry = _only(sources)
    if as_json:
        line, code = answer.check_line(entry, written, order=cells, timeout=sources.timeout)
        print_json(line)
        return code or (SolveError.EXIT if line["wrong"] else 0)

    def show(entry: InputPuzzle, puzzle: Puzzle) -> int:
        grid = load_marks(written, puzzle)
        found = solvers.check(puzzle, grid, order=cells, timeout=sources.timeout)
        _show.comparison(entry.name, puzzle, grid, found)
        return SolveError.EXIT if found.wrong else 0

    return _show.answer(entry, show)


@click.command()
@argument("kind", "KIND", "The puzzle kind; `givens kinds` lists them.", complete=_complete.kinds)
@option(
    "--size N|RxC",
    "Rows and columns. Default: the usual size of the kind, or one at which it has the grade; see `givens kinds NAME`.",
)
@option(
    "--grade, --grades N|NAME|N-N",
    "The wanted grade: 1 trivial, 2 easy, 3 normal, 4 tricky, 5 hard; or a range like 1-5, with as many of each.",
)
@option("--seed S", "The same seed gives the same puzzle. Default: a random seed.", type=click.IntRange(min=0))
@option(
    "--count N",
    "The number of puzzles, made from seeds S, S+1, ...; no two are equal, also turned.",
    type=click.IntRange(min=1),
    default=1,
)
@option("--workers N", "Number of processes.", type=click.IntRange(min=1), default=1)
@_options.TIMEOUT
@OUT
@JSON
def generate(*, out: Path | None, force: bool, as_json: bool, **wanted: Any) -> int:  # noqa: ANN401 - the options of `generate_puzzles`
    """Make new puzzles with exactly one solution.

    \b
    Examples:
      givens generate tango                                  a puzzle of the usual size
      givens generate sudoku --size 6 --grade easy           a 6x6 of the wanted grade
      givens generate tango --seed 7                         the same on every run
      givens generate queens --count 100 -o queens.jsonl     many, as JSON Lines
      givens generate tango --grades 1-5 --count 50          ten of each grade
      givens generate nonogram --count 1000 --workers 4 -o many.jsonl
    """
    size = "" if wanted["size"] is None else f" --size {wanted['size']}"
    making = f"making {wanted['kind']}"
    codes = []
    with writer(out, as_json=as_json, force=force) as write, progress(making, wanted["count"]) as (advance, set_status):
        for made in generate_puzzles(**wanted, on_attempt=lambda number: set_status(f"{making}, puzzle {number}")):
            if write is None:
                _show_made(made, size if made.wish.level is None else f"{size} --grade {made.wish.level}")
            else:
                write(made.line())
            codes.append(made.result.EXIT if isinstance(made.result, GaveUp) else 0)
            advance()
    return joint_exit_code(codes)


def _show_made(made: NewPuzzle, options: str) -> None:
    """Print a new puzzle with its grade and the command that makes it again, or why it was not made."""
    if isinstance(made.result, GaveUp):
        _show.no_answer(made.name, None, made.result)
        return
    _show.puzzle(made.name, made.result.puzzle)
    terminal.print(_show.grade_summary(made.result.grade, made.result.puzzle, made.result.ms["total"]))
    terminal.print(Text(f"again: givens generate {made.wish.kind}{options} --seed {made.wish.seed}", style="dim"))


@click.command()
@option(
    "-o, --out OUT",
    "The file to write: .txt, .svg, .png or .pdf, numbered for several puzzles; or a folder/ for SVG files. "
    "Default: text on stdout.",
)
@option(
    "--to HOST",
    "Write addresses that hold the puzzles instead: of puzzlink (puzz.link), pzprxs (pzprxs.vercel.app), pzv (pzv.jp) "
    "or tatham (game IDs of Simon Tatham's collection), one a line; sdm (signs of a Sudoku) or non (a nonogram).",
    "host",
    type=click.Choice(["puzzlink", "pzprxs", "pzv", "tatham", "sdm", "non", "sudokuwiki"]),
)
@option("--solution", "Draw the solution.")
@option("--dark/--light", "Dark or light background. Default: light; in an SVG, the viewer's preference.", default=None)
@option("--rulers/--no-rulers", "Number the rows and columns.", default=True)
@_options.FORCE
@option("--booklet", "Make OUT (.pdf) a booklet: puzzles, and their solutions at the end.")
@option("--per-page", "Boards on a page.", type=click.Choice(["1", "2", "3", "4", "6"]), default="2")
@option("--paper", "The size of the pages.", type=click.Choice(["a4", "letter"]), default="a4")
@option("--title TEXT", "The line above each page.", default="Puzzles")
@collect_options(Sources, PUZZLES)
@JSON
def draw(  # noqa: PLR0913 - each is an option
    sources: Sources,
    *,
    out: str | None,
    host: str | None,
    solution: bool,
    dark: bool | None,
    rulers: bool,
    booklet: bool,
    force: bool,
    as_json: bool,
    title: str,
    paper: str,
    per_page: str,
) -> int:
    """Draw puzzles as text, as files, or as addresses.

    With --solution, if a puzzle does not have exactly one solution, the cells that show why are highlighted.

    \b
    Examples:
      givens draw puzzle.json                                    as text
      givens draw puzzle.json --solution -o solved.png           the board solved
      givens draw puzzles.jsonl --dark -o boards/day.pdf         boards/day-1.pdf, boards/day-2.pdf, ...
      givens draw puzzle.json --to puzzlink                      https://puzz.link/p?...
      givens draw puzzles.jsonl -o week.pdf --booklet --per-page 4
    """
    if host is not None and (solution or booklet):
        raise click.UsageError("--to writes addresses, which hold no solution and no booklet.")
    if not booklet and (title, paper, per_page) != ("Puzzles", "a4", "2"):
        raise click.UsageError("--title, --paper and --per-page can only be used with --booklet.")
    if booklet and (out is None or not out.lower().endswith(".pdf")):
        raise click.UsageError("--booklet needs -o OUT.pdf.")
    replacing = Replacing(force, sources.sources)
    addresses = None if out is None or host is None else Path(out)
    codes = []
    with status() as set_status, ExitStack() as stack:
        runner = cache(lambda: stack.enter_context(sources.runner(set_status)))
        how = RenderOptions(lambda: runner().guest_browser(), solution, dark, sources.timeout, rulers, replacing)
        entries = sources.entries(set_status, runner)
        if booklet:
            return _draw_booklet(entries, Path(out or ""), how, Booklet(title, paper, int(per_page)), as_json=as_json)
        lines_out = stack.enter_context(output(addresses, replacing))
        for entry, path in file_names(entries, out if host is None else None):
            line, code = draw_line(entry, path, how) if host is None else address_line(entry, host)
            codes.append(code)
            if as_json:
                lines_out.write(json_line(line))
                continue
            for made in (line[key] for key in ("file", "address", "drawing") if key in line):
                lines_out.write(clean(made if path is None else f"wrote {made}", lines=True))
            if "error" in line:
                failure = msgspec.convert(line["error"], Failure)
                _show.failure(failure, entry.name if failure.family == "SetupError" else "")
    return joint_exit_code(codes)


def _draw_booklet(
    entries: Iterator[InputPuzzle], out: Path, how: RenderOptions, pages: Booklet, *, as_json: bool
) -> int:
    """Write a booklet, print the errors of puzzles that are not in it, and return the exit code."""
    codes = list[int]()

    def refuse(error: GivensError) -> None:
        _show.error(error)
        codes.append(error.EXIT)

    how.replacing.check(out)
    printed = booklet_of(entries, pages, how, refuse)
    if printed is not None:
        write(out, printed, how.replacing)
        emit({"file": str(out)}, f"wrote {out}", as_json=as_json)
    return joint_exit_code(codes)
