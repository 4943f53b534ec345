"""What people see of one target on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from bot.draw.show import boards, failure, out
from solvers import Grid

if TYPE_CHECKING:
    from bot.play.result import TargetResult


def show_read(result: TargetResult) -> None:
    """Print the puzzle that a page shows."""
    _title(result)
    puzzle = result.loaded_puzzle()
    if puzzle is not None:
        out.print(boards(puzzle, [("givens", None)]))
        out.print(f"{result.confirmed} clues read in two places, {result.single} in one")
    _end(result)


def show_played(result: TargetResult) -> None:
    """Print how a page was played: the board before and after, what the page says, how many inputs it took."""
    _title(result)
    puzzle = result.loaded_puzzle()
    if puzzle is not None:
        last = ("after", result.board_after) if result.board_after else ("solution", result.solution)
        grids = [(title, Grid.parse(rows)) for title, rows in (("before", result.board_before), last) if rows]
        out.print(boards(puzzle, grids))
    if not result.error and not result.solution:
        out.print(Text(f"accepted: {result.said}", style="bold green"))
        out.print("already solved; nothing to enter")
    elif not result.error:
        only = "the only one" if result.unique else "one of several"
        if result.accepted is None:
            out.print(f"solved, the solution is {only}; nothing was entered")
        else:
            entered = f"{result.inputs} inputs, {result.repaired} of them repeated"
            out.print(Text(f"accepted: {result.said}", style="bold green"))
            out.print(f"the solution is {only}; {entered if result.entered else 'nothing to enter'}")
    _end(result)
    if not result.error and result.accepted and result.note:
        out.print(result.note)


def _title(result: TargetResult) -> None:
    facts = [f"#{result.about['number']}"] if "number" in result.about else []
    facts += [result.about[key] for key in ("date", "difficulty") if result.about.get(key)]
    if result.layout:
        facts.append(f"layout {result.layout}")
    out.print(Text(f"{result.site} · {result.target}", style="bold"), Text(", ".join(facts)))


def _end(result: TargetResult) -> None:
    times = [f"{phase} {ms:.0f} ms" for phase, ms in result.ms.items() if phase != "total"]
    out.print(Text(" · ".join(times), style="dim"))
    if result.error:
        failure(result.error)
    if result.session:
        out.print(Text(f"recorded in {result.session}"))
