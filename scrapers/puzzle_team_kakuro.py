"""Kakuro at puzzle-kakuro.com."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from scrapers import BLACK, KnownBy, ReadError, drawn_lattice, select, tokens
from scrapers._puzzle_team import drawn, task
from scrapers._puzzle_team.layout import SQUARE, inline_of, team
from scrapers._puzzle_team.moves import DigitPad
from scrapers._puzzle_team.page import TeamPage, menu, sized
from solvers import Cell, Kakuro

if TYPE_CHECKING:
    from scrapers import Board, BoardCells, Facts, Groups, Located

ADDRESSES = r"puzzle-kakuro\.com"


def inside_margin(board: Board) -> BoardCells:
    """Return the cells, without a last row and column of walls that the task does not list."""
    cells, text = select(board.root, SQUARE), inline_of(board).get("task")
    if (lattice := drawn_lattice([board.box(node) for node in cells])) is not None:
        height, width = lattice.height - 1, lattice.width - 1
        places = list(zip(lattice.cells, cells, strict=True))
        inside = [node for at, node in places if at.row < height and at.col < width]
        if text is None and all("wall" in tokens(node) for node in cells if node not in inside):
            return inside
        with suppress(ReadError):
            listed(text or "", (height, width))
            return inside
    return cells


def shown(located: Located) -> Groups:
    """Read the black cells, and the sums of the runs to the right of them and below."""
    sums = {
        **drawn.numbers(name="across", content=".task-horizontal")(located),
        **drawn.numbers(name="down", content=".task-vertical")(located),
    }
    black = {place for found in sums.values() for place in found}
    black |= {cell for cell, node in located.nodes.items() if "wall" in tokens(node)}
    return {**sums, "black": dict.fromkeys(sorted(black, key=str), BLACK)}


def listed(text: str, size: tuple[int, int]) -> Groups:
    """Decode black cells: `B`, or the sum of the run to the right, in hundreds, and of the one below; letters skip."""
    numbers: dict[Any, int] = task.cells(letters={"B": 0}, digits=4)(text, size)["number"]
    return {
        "black": dict.fromkeys(numbers, BLACK),
        "across": {cell: number // 100 for cell, number in numbers.items() if number >= 100},  # noqa: PLR2004 - the task's
        "down": {cell: number % 100 for cell, number in numbers.items() if number % 100},
    }


def puzzle(facts: Facts) -> Kakuro:
    """Return the puzzle, with the sums of the runs in each row and in each column."""
    across, down = facts.groups["across"], facts.groups["down"]
    places = [[Cell(row, col) for col in range(facts.width)] for row in range(facts.height)]
    return Kakuro(
        facts.grid("black"),
        tuple(tuple(across[cell] for cell in row if cell in across) for row in places),
        tuple(tuple(down[cell] for cell in column if cell in down) for column in zip(*places, strict=True)),
    )


KAKURO = team(kind=Kakuro, cell=inside_margin, drawn=(shown,), task=listed, puzzle=puzzle, enter=DigitPad(".number"))
SITE = TeamPage.of(KAKURO, menu(15, 16, 17, sized("6 8 10", "easy", "hard")), known=KnownBy("described", "2026-11-22"))
