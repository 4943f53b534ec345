"""What worker processes of the studio answer: the lines that the commands write, one for each request."""

from __future__ import annotations

import json
import traceback
from base64 import b64encode
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec

from bot.addons.studio.board import decode
from bot.addons.studio.state import HintRequest, WorkerRequest
from bot.batch.answer import check_line, grade_line, solve_line
from bot.batch.generate import generate_puzzles
from bot.batch.lines import InputPuzzle, RawEntry
from bot.batch.printing import Booklet
from bot.batch.render import RenderOptions, address_line, booklet
from bot.browser.driver import temporary_folder
from bot.errors import UsageError
from bot.play.result import error_facts
from solvers import LINK_HOSTS, Clock, GivensError, Grid, Hints, Mark, Puzzle, dump, load, place_of, solve

if TYPE_CHECKING:
    from bot.play.runner import Runner

Line = dict[str, Any]


def run(request: WorkerRequest) -> Line:
    """Answer one request with the line that the command would write."""
    try:
        return ANSWERS[request.command](request)
    except GivensError as error:
        return error_facts(error)
    except Exception as error:  # noqa: BLE001 - a worker outlives a bug
        traceback.print_exc()
        return error_facts(error)


def warm_up() -> None:
    """Solve a puzzle that takes all of the machinery, so that the first request does not wait."""
    try:
        solve(load({"kind": "n_queens", "givens": ["....."] * 5}), timeout=5)
    except GivensError:
        return


def _entry(body: bytes) -> InputPuzzle:
    """Return the puzzle of a request: its JSON object, a line that holds one, or a drawing."""
    return RawEntry("puzzle", body, whole=True).parse(None)


def _generate(asked: WorkerRequest) -> Line:
    options: dict[str, Any] = {"size": asked.size, "grade": asked.grade, "seed": asked.seed}
    (made,) = generate_puzzles(asked.kind, **options, count=1, timeout=asked.timeout)
    return made.line()


def _booklet(asked: WorkerRequest) -> Line:
    """Return a booklet as a PDF in base64; raise the error of the first puzzle that has no place in it."""
    lines = enumerate(asked.body.splitlines() or [b""], start=1)
    entries = (RawEntry(f"puzzle {number}", line).parse(None) for number, line in lines)

    def refuse(error: GivensError) -> NoReturn:
        raise error

    with _runner(asked.timeout) as runner:
        how = RenderOptions(runner.guest_browser, timeout=asked.timeout, rulers=asked.rulers is not None)
        pages = Booklet(asked.title, asked.paper, asked.per_page)
        return {"pdf": b64encode(booklet(entries, pages, how, refuse) or b"").decode()}


@lru_cache(maxsize=16)
def _hints(puzzle: str, timeout: float) -> Hints:
    return Hints.of(load(json.loads(puzzle)), timeout=timeout)


def _hint(request: WorkerRequest) -> Line:
    asked = decode(request.body, HintRequest)
    clock = Clock(request.timeout)
    hints = _hints(json.dumps(asked.puzzle, sort_keys=True), request.timeout)
    hint = hints.next(_marks(hints.puzzle, asked.noted), asked.noted, timeout=clock.remaining())
    return {"puzzle": dump(hints.puzzle), "hint": msgspec.to_builtins(hint), "ms": clock.ms()}


def _check(request: WorkerRequest) -> Line:
    """Check the marks of a person, which come in the order in which they were made."""
    asked = decode(request.body, HintRequest)
    entry = _entry(json.dumps(asked.puzzle).encode())
    order = [place_of(mark.place) for mark in asked.noted]
    return check_line(entry, _marks(entry.get(), asked.noted).values, order=order, timeout=request.timeout)[0]


def _marks(puzzle: Puzzle, marks: Sequence[Mark]) -> Grid:
    return puzzle.grid_of({place_of(mark.place): mark.value for mark in marks})


def _read(asked: WorkerRequest) -> Line:
    """Read a saved page in a browser without network; one of no known site by what it looks like."""
    from bot.play.options import BY_LOOKS
    from bot.play.resolve import resolve

    with temporary_folder() as folder:
        page = folder / "page.html"
        page.write_bytes(asked.body)
        try:
            (target,) = resolve(str(page))
        except UsageError:
            (target,) = resolve(str(page), site=BY_LOOKS)
        with _runner(asked.timeout) as runner:
            line = runner.read(target).line()
    return line | {"target": page.name}


def _runner(timeout: float) -> Runner:
    from bot.play.options import Options
    from bot.play.runner import Runner

    return Runner(Options(timeout=timeout), lambda _: None)


ANSWERS: dict[str, Callable[[WorkerRequest], Line]] = {
    "solve": lambda asked: solve_line(_entry(asked.body), limit=asked.limit, timeout=asked.timeout)[0],
    "grade": lambda asked: grade_line(_entry(asked.body), timeout=asked.timeout)[0],
    "export": lambda asked: address_line(_entry(asked.body), next(iter(LINK_HOSTS)))[0],
    "generate": _generate,
    "booklet": _booklet,
    "hint": _hint,
    "check": _check,
    "read": _read,
}
"""What answers each command."""
