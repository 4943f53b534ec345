"""Print results of commands for people: boards, timings and errors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click
from rich.table import Column, Table
from rich.text import Text

from bot.draw.looks import problem
from bot.draw.terminal import boards, err, named, out, pictures, short_names
from bot.errors import SetupError
from bot.play.result import DayResult, Failure, TargetResult
from scrapers import GUESSED
from solvers import Check, GivensError, Grade, Grid, NotUnique, Puzzle, Step, cells_of

if TYPE_CHECKING:
    from bot.batch.lines import InputPuzzle

    Graded = tuple[str, Puzzle, Grade]
    """A puzzle's name, the puzzle and its grade."""


def read(result: TargetResult) -> None:
    """Print the puzzle that a page shows."""
    _title(result)
    puzzle = result.load_puzzle()
    if puzzle is not None:
        out.print(boards(puzzle, [("givens", None)]))
        out.print(result.clues)
    _end(result)


def play(result: TargetResult) -> None:
    """Print the result of a play: the board before and after, the page's words, the number of inputs."""
    _title(result)
    puzzle = result.load_puzzle()
    if puzzle is not None:
        last = ("after", result.board_after) if result.board_after else ("solution", result.solution)
        grids = [(title, Grid.parse(rows)) for title, rows in (("before", result.board_before), last) if rows]
        out.print(boards(puzzle, grids))
    if not result.error:
        words = f"accepted: {result.said}" if result.entered and result.accepted else result.words
        out.print(Text(words, style="bold yellow" if result.to_check else "bold green"))
        if result.solution:
            inputs = f"{result.inputs} inputs, {result.repaired} of them late or lost"
            only = "proven unique by Z3" if result.unique else "one of several"
            out.print(f"the solution is {only}{f'; {inputs}' if result.entered else ''}")
    _end(result)
    if not result.error and result.accepted and result.note:
        out.print(result.note)


def answer(entry: InputPuzzle, show: Callable[[InputPuzzle, Puzzle], int | None]) -> int:
    """Print the answer to a puzzle, or the error, and return the exit code."""
    try:
        return show(entry, entry.get()) or 0
    except GivensError as error:
        no_answer(entry.name, entry.puzzle, error)
        return error.EXIT


def puzzle(name: str, puzzle: Puzzle) -> None:
    """Print a puzzle as given, under its name."""
    out.print(Text(name, style="bold"))
    out.print(boards(puzzle, [("givens", None)]))


def solutions(name: str, puzzle: Puzzle, grids: Sequence[Grid], summary: str) -> None:
    """Print the solutions of a puzzle."""
    titles = ["solution"] if len(grids) == 1 else [f"solution {number}" for number in range(1, 1 + len(grids))]
    out.print(Text(name, style="bold"))
    out.print(boards(puzzle, [("givens", None), *zip(titles, grids, strict=True)]))
    out.print(summary)


def comparison(name: str, puzzle: Puzzle, marks: Grid, found: Check) -> None:
    """Print a board with marks, the wrong ones highlighted, and what is known about them."""
    wrong = frozenset(cell for place in found.wrong for cell in cells_of(place))
    out.print(Text(name, style="bold"))
    out.print(pictures([("marks", replace(puzzle.picture(marks), lit=wrong))]))
    out.print(Text(found.words, style="red" if found.wrong else "bold green"))
    count = {"one": "exactly one solution", "several": "several solutions", "none": "no solution"}[found.answers]
    out.print(f"with these marks the puzzle has {count}")


def step(number: int, step: Step) -> None:
    """Print a step of an explanation."""
    out.print(Text.assemble((f"{number:3}. ", "dim"), step.words, (f"  ({step.technique})", "dim")))


def grades(results: Sequence[Graded]) -> None:
    """Print the grades of several puzzles as a table, with their steps, and how many have each."""
    table = Table(named("puzzle"), Column("grade", no_wrap=True), Column("score", justify="right"), "steps", box=None)
    names = short_names([name for name, _, _ in results])
    for name, (_, _, grade) in zip(names, results, strict=True):
        steps = ", ".join(f"{count} {technique}" for technique, count in reversed([*grade.techniques.items()]))
        table.add_row(Text(name), f"{grade.level} {grade.name}", str(grade.score), steps)
    out.print(table)
    counts = Counter(f"{grade.level} {grade.name}" for _, _, grade in results)
    out.print("\n" + "\n".join(f"{name:<10} {count}" for name, count in sorted(counts.items())))


def grade_summary(grade: Grade, puzzle: Puzzle, total_ms: float) -> str:
    """Return a line with a puzzle's grade, its techniques (the hardest first), and the time."""
    summary = f"{grade.level} {grade.name} (score {grade.score})"
    if grade.techniques:
        from bot.batch.answer import unit_of

        (hardest, count), *others = reversed([*grade.techniques.items()])
        unit = unit_of(puzzle) if count > 1 else unit_of(puzzle)[:-1]
        settles = "settle" if hardest.endswith("s") else "settles"
        summary += f": {hardest} {settles} {count} {unit}"
        summary += "".join(f", {name} {number}" for name, number in others)
    return f"{summary} · {total_ms:.1f} ms"


def no_answer(name: str, puzzle: Puzzle | None, reason: GivensError) -> None:
    """Print why a puzzle is not solved: two solutions where there are several, else the cells to look at.

    What is missing on this machine is no fault of the puzzle, and is printed once.
    """
    if isinstance(reason, SetupError):
        failure(Failure.of(reason), name)
        return
    out.print(Text(name, style="bold"))
    if puzzle is not None and isinstance(reason, NotUnique):
        grids = ("givens", None), ("one", reason.first), ("another", reason.second)
        drawn = [(title, puzzle.picture(grid)) for title, grid in grids]
        out.print(pictures([*drawn, ("common to all", problem(puzzle, reason))]))
    elif puzzle is not None:
        out.print(pictures([("givens", problem(puzzle, reason))]))
    error(reason)


def error(raised: BaseException) -> None:
    """Print an exception in one sentence, and the command that helps, if there is one."""
    failure(Failure.of(raised))


def failure(failure: Failure, target: str = "") -> None:
    """Print an error in one sentence, and the command that helps, if there is one.

    What fails in the same way for several targets is printed for the first.
    """
    if target and not _first(failure.brief(target)):
        return
    err.print(Text(f"error: {failure}", style="red"))
    if failure.command:
        err.print(Text(f"try: {failure.command}"))


def summary(results: Sequence[TargetResult]) -> None:
    """Print many results as a table; those of a daily run with the day of each."""
    days = any(isinstance(result, DayResult) for result in results)
    result_column = Column("result", overflow="fold")
    table = Table(named("puzzle"), *["day"] * days, "", result_column, "seconds", box=None, pad_edge=False)
    for name, result in zip(short_names([result.target for result in results]), results, strict=True):
        mark = Text("check", "yellow") if result.to_check else Text("done", "green")
        mark = Text("failed", "red") if result.error else mark
        day, is_new = (result.day or "", not result.done_before) if isinstance(result, DayResult) else ("", True)
        seconds = f"{result.ms['total'] / 1000:.1f}" if result.ms and is_new else ""
        words = result.error.brief(result.target) if result.error else result.words
        table.add_row(Text(name), *[day] * days, mark, Text(words), seconds)
    out.print(table)


def _first(words: str) -> bool:
    """Return whether this run has not printed these words yet."""
    context = click.get_current_context(silent=True)
    printed: set[str] = set() if context is None else context.meta.setdefault(__name__, set())
    is_new = words not in printed
    printed.add(words)
    return is_new


def _title(result: TargetResult) -> None:
    facts = [f"#{result.about['number']}"] if "number" in result.about else []
    facts += [result.about[key] for key in ("date", "difficulty") if result.about.get(key)]
    if result.site == GUESSED and result.puzzle:
        facts.append(f"taken for {result.puzzle['kind']}")
    elif result.layout:
        facts.append(f"layout {result.layout}")
    out.print(Text(f"{result.site} · {result.target}", style="bold"), Text(", ".join(facts)))


def _end(result: TargetResult) -> None:
    times = [f"{phase} {ms:.0f} ms" for phase, ms in result.ms.items() if phase != "total"]
    out.print(Text(" · ".join(times), style="dim"))
    if result.error:
        failure(result.error)
    if result.session:
        out.print(Text(f"recorded in {result.session}"))
