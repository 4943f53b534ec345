"""Small pages whose boards are drawn on a canvas, in several tastes: no element shows a cell."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from solvers import Grid, Puzzle, dump

TASTES: Mapping[str, Mapping[str, Any]] = {
    "plain": {},
    "dark": {"paper": "#1e1e28", "ink": "#e8e6e3", "line": "#5a5a6a", "bold": "#c8c8d8", "mine": "#7fb2ff"},
    "thin": {"line": "#d5d5d5", "bold": "#444", "wide": 2, "side": 34, "font": "Georgia, serif", "mine": "#1a5fb4"},
    "offset": {"left": 37.5, "top": 21.5, "side": 51, "font": "'Courier New', monospace", "weight": 700},
    "tiles": {
        "gap": 4,
        "paper": "#fffaf0",
        "line": "#b8ad9e",
        "bold": "#b8ad9e",
        "side": 46,
        "font": "Verdana",
        "coloured": True,
    },
    "game": {"panel": True, "squeezed": 0.8, "top": 44, "coloured": True, "chosen": "#ffe08a", "side": 48},
    "arcade": {"paper": "#101723", "ink": "#7fd8ff", "mine": "#8affe6", "line": "#26323f", "chosen": "#244", "glow": 4},
    "pocket": {"paper": "#9bbc0f", "chosen": "#9bbc0f", "line": "#8bac0f", "blocks": True, "side": 56, "gap": 3},
    "small": {
        "paper": "#231d37",
        "ink": "#d6d0f0",
        "line": "#332d47",
        "bold": "#51437c",
        "side": 31,
        "left": 0.5,
        "clue": 0.38,
    },
    "huge": {"side": 110},
    "large": {"side": 80, "clue": 0.155, "rim": 10},
    "notebook": {"paper": "#fdf6e3", "line": "#93a1a1", "bold": "#073642", "wide": 3, "frame": False, "side": 42},
}
"""Ways to draw a board."""
COLOURS = "#f7c6c7 #c7e3f7 #d5f0c7 #f7edc7 #e0c7f7 #c7f7ec #f7d8c7 #dcdcdc #cfd3f7 #f0c7e3".split()  # noqa: SIM905

_SCRIPT = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def page(kind: str, puzzle: Puzzle, solution: Grid, taste: str, **more: Any) -> str:  # noqa: ANN401
    """Return a page that shows a puzzle on a canvas, takes its solution, and then says so."""
    height, width = solution.height, solution.width
    given = puzzle.given_marks
    has_marks = given is not None and kind not in {"nonogram", "light_up", "kakuro"}
    marks = [[given[cell] if has_marks and given is not None else None for cell in row] for row in _rows(solution)]
    facts = dump(puzzle)
    blocks: Grid = puzzle.blocks if kind == "light_up" else solution  # type: ignore[attr-defined]
    cages = getattr(puzzle, "cages", ())
    held = {cell: chr(65 + number) for number, cage in enumerate(cages) for cell in cage.cells}
    signs = {"*": "×", "/": "÷", "-": "-", "+": "+", None: ""}
    notes = {cage.cells[0]: f"{cage.target}{signs[cage.operation]}" for cage in cages}
    board = {
        "kind": kind,
        "height": height,
        "width": width,
        "given": marks,
        "goal": [[solution[cell] for cell in row] for row in _rows(solution)],
        "regions": ["".join(map(held.__getitem__, row)) for row in _rows(solution)] if held else facts.get("regions"),
        "notes": [[notes.get(cell) for cell in row] for row in _rows(solution)],
        "box": facts.get("box"),
        "numbers": [[blocks[cell] for cell in row] for row in _rows(solution)] if kind == "light_up" else None,
        "rows": facts.get("rows"),
        "columns": facts.get("columns"),
    }
    script = _SCRIPT.replace("COLOURS", json.dumps(COLOURS))
    values = f"const board = {json.dumps(board)}, taste = {json.dumps({**TASTES[taste], **more})};"
    style = "body { margin: 16px; font: 16px sans-serif } canvas { display: block }"
    return (
        f"<!doctype html><title>Page</title><style>{style}</style><h1>A puzzle</h1><canvas></canvas>"
        f"<p id=said></p><script>{{ {values} {script} }}</script>"
    )


def _rows(grid: Grid) -> list[list[Any]]:
    cells = list(grid.cells())
    return [cells[at : at + grid.width] for at in range(0, len(cells), grid.width)]
