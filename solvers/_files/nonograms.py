"""Nonograms as `.non` files: the numbers of each row, then those of each column (https://webpbn.com/export.cgi)."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import Any

from solvers._core.model.errors import BadPuzzle

SECTION = re.compile(r"^[ \t]*(rows|columns)[ \t]*$", re.IGNORECASE | re.MULTILINE)
SIDE = re.compile(r"^[ \t]*(width|height)[ \t]+(\d{1,9})[ \t]*$", re.IGNORECASE | re.MULTILINE)
NUMBERS = re.compile(r"[\d\s,]*")


def non(text: str, kind: str | None) -> dict[str, Any] | None:
    """Read the lists of numbers below `rows` and `columns`; all other lines are about the picture or its author."""
    parts = SECTION.split(text)
    names = [name.lower() for name in parts[1::2]]
    if kind not in {None, "nonogram"} or sorted(names) != ["columns", "rows"]:
        return None
    sides = {name.lower(): int(number) for name, number in SIDE.findall(text)}
    found = dict(zip(names, parts[2::2], strict=True))
    if re.search(r"^color\b", text, re.IGNORECASE | re.MULTILINE) or re.search(r"\d[a-z]", found["rows"]):
        raise BadPuzzle("a nonogram in colours is not read: its runs may touch")
    return {
        "kind": "nonogram",
        "rows": _lines(found["rows"], sides.get("height")),
        "columns": _lines(found["columns"], sides.get("width")),
    }


def lists(puzzle: Any) -> str:  # noqa: ANN401 - a nonogram
    """Write a nonogram as a `.non` file."""
    rows, columns = (
        "\n".join(",".join(map(str, line)) or "0" for line in lines) for lines in (puzzle.rows, puzzle.columns)
    )
    return f"width {puzzle.board.width}\nheight {puzzle.board.height}\n\nrows\n{rows}\n\ncolumns\n{columns}\n"


def _lines(text: str, count: int | None) -> list[list[int]]:
    """Return the numbers of each line; empty lines count only if there are fewer than `count` others."""
    lines = [*takewhile(NUMBERS.fullmatch, text.removeprefix("\n").splitlines())]
    filled = [line for line in lines if line.strip()]
    kept = filled if count is None or len(filled) >= count else [*lines, *[""] * count][:count]
    return [[int(number) for number in re.findall(r"\d{1,9}", line) if int(number)] for line in kept]
