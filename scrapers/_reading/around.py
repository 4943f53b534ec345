"""Find the line beside which something is drawn, and the edge on which a sign is."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapers._reading.board import Box
    from scrapers._reading.places import Located
    from solvers import Cell


HALF = 0.5


def line_beside(located: Located, box: Box) -> tuple[str, int] | None:
    """Return the side of the board on which a box is drawn, and the number of its line; None if beside no one line.

    The side of a box between the lines is "inside".
    """
    x, y = box.centre
    boxes = {cell: at for cell, at in located.boxes.items() if at is not None}
    columns = {cell.col for cell, at in boxes.items() if abs(at.centre[0] - x) < at.width / 2}
    rows = {cell.row for cell, at in boxes.items() if abs(at.centre[1] - y) < at.height / 2}
    if len(columns) + len(rows) != 1:
        return None
    if columns:
        return _side(y, [at.centre[1] for at in boxes.values()], "top", "bottom"), columns.pop()
    return _side(x, [at.centre[0] for at in boxes.values()], "left", "right"), rows.pop()


def _side(at: float, places: list[float], before: str, after: str) -> str:
    return before if at < min(places) else after if at > max(places) else "inside"


def edge_at(located: Located, box: Box) -> tuple[Cell, Cell] | None:
    """Return the edge at whose middle a box is drawn: the nearest within half a cell, None if there is no such edge."""
    x, y = box.centre
    near: dict[tuple[Cell, Cell], float] = {}
    for cell, here in located.boxes.items():
        for other in cell.neighbours():
            there = located.boxes.get(other)
            if here is not None and there is not None:
                (left, top), (right, bottom) = here.centre, there.centre
                away = abs(x - (left + right) / 2) + abs(y - (top + bottom) / 2)
                near[cell, other] = away / (abs(right - left) + abs(bottom - top))
    return min((edge for edge, away in near.items() if away < HALF), key=near.__getitem__, default=None)
