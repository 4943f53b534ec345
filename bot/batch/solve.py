"""Solving what is given on the command line: puzzles from files, or read from pages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.batch import lines
from bot.draw import show
from bot.errors import UsageError
from bot.play.loop import Options
from bot.play.result import error_facts
from bot.play.runner import Runner, Setup
from bot.play.targets import resolve
from solvers import GivensError, dump, dump_grid, solutions, solve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from solvers import Grid, Puzzle


def given(  # noqa: PLR0913 - each is an option of the command
    sources: Sequence[str],
    *,
    kind: str | None,
    site: str | None,
    told: str | None,
    timeout: float | None,
    tell: Callable[[str], None],
) -> Iterator[lines.Given]:
    """Iterate over the puzzles of all sources: `-`, files, or any target, whose page is read only.

    What cannot be had is among them, with its error.
    """
    for one in coming(sources, site=site, told=told, timeout=timeout, tell=tell):
        yield one.given(kind) if isinstance(one, lines.Raw) else one


def coming(
    sources: Sequence[str], *, site: str | None, told: str | None, timeout: float | None, tell: Callable[[str], None]
) -> Iterator[lines.Raw | lines.Given]:
    """Iterate over the same, what stands in files not looked at yet."""
    with Runner(Setup(told, options=Options(timeout=timeout)), tell) as runner:
        for source in sources:
            try:
                if is_file(source):
                    yield from lines.texts(source)
                    continue
                targets = resolve(source, site=site)
            except GivensError as error:
                yield lines.Given(source, None, error)
                continue
            for target in targets:
                result = runner.read(target)
                if runner.error is not None and not isinstance(runner.error, GivensError):
                    raise runner.error
                rest = {"target": target.name} | ({"session": result.session} if result.session else {})
                yield lines.Given(target.name, result.loaded_puzzle(), runner.error, rest)


def part(sources: Sequence[str], place: int, of: int) -> Iterator[lines.Raw | lines.Given]:
    """Iterate over the part `place` (from 1) of `of` of the puzzles of files, cut by the number of their lines.

    The parts of all places, one after the other, are the whole.
    """
    counts = [lines.count(source) for source in sources]
    first, end = (sum(counts) * at // of for at in (place - 1, place))
    before = 0
    for source, count in zip(sources, counts, strict=True):
        if before < end and before + count > first:
            try:
                yield from (raw for raw in lines.texts(source) if first < before + raw.number <= end)
            except UsageError as error:
                if before >= first:
                    yield lines.Given(source, None, error)
        before += count


def is_file(source: str) -> bool:
    """Tell whether a source is a file of puzzles, or a pipe, and not a saved page or a target."""
    path = Path(source)
    if source == "-" or path.suffix in {".json", ".jsonl", ".txt"}:
        return True
    return path.exists() and not path.is_dir() and path.suffix != ".html"


def solved(one: lines.Given, *, limit: int | None, timeout: float | None, draw: bool) -> tuple[dict[str, Any], int]:
    """Solve a puzzle, tell it to people if wanted, and return its line and exit code."""

    def solve_it(puzzle: Puzzle, line: dict[str, Any]) -> None:
        grids, facts, words = _one(puzzle, timeout) if limit is None else _several(puzzle, limit, timeout)
        line |= facts
        if draw:
            show.solved(one.name, puzzle, grids, words)

    return answered(one, solve_it, draw=draw)


def answered(
    one: lines.Given, answer: Callable[[Puzzle, dict[str, Any]], None], *, draw: bool
) -> tuple[dict[str, Any], int]:
    """Let a puzzle be answered, which adds to its line; return the line and the exit code; tell people of errors."""
    line: dict[str, Any] = ({} if "target" in one.rest else {"line": one.name}) | one.rest
    try:
        puzzle = one.get()
        line["puzzle"] = dump(puzzle)
        answer(puzzle, line)
    except GivensError as error:
        line |= error_facts(error)
        if draw:
            show.failed(one.name, one.puzzle, error)
        return line, error.EXIT
    return line, 0


def _one(puzzle: Puzzle, timeout: float | None) -> tuple[list[Grid], dict[str, Any], str]:
    solution = solve(puzzle, timeout=timeout)
    facts = {"verdict": "one", "solution": dump_grid(solution.grid, puzzle), "ms": dict(solution.ms)}
    return [solution.grid], facts, f"the only solution · {solution.ms['total']:.1f} ms"


def _several(puzzle: Puzzle, limit: int, timeout: float | None) -> tuple[list[Grid], dict[str, Any], str]:
    found = solutions(puzzle, limit=limit, timeout=timeout)
    if not found.grids:
        solve(puzzle, timeout=timeout)  # It names the clues that clash.
    verdict = "several" if len(found.grids) > 1 else "one" if found.complete else "unknown"
    facts = {
        "verdict": verdict,
        "solution": dump_grid(found.grids[0], puzzle),
        "solutions": [dump_grid(grid, puzzle) for grid in found.grids],
        "complete": found.complete,
        "ms": found.ms,
    }
    count = "1 solution" if len(found.grids) == 1 else f"{len(found.grids)} solutions"
    words = f"{count}, {'and no others' if found.complete else 'there may be others'}"
    return list(found.grids), facts, f"{words} · {found.ms['total']:.1f} ms"
