"""A board of elements compared with its picture: the whole comparison, and its screenshot alone."""

from __future__ import annotations

import time
from statistics import median
from types import SimpleNamespace
from typing import Any

from playwright.sync_api import sync_playwright

from bot.addons.unknown.guess.confirm import confirmed, seen_at
from bot.addons.unknown.guess.looks import WHITE, CellDrawing, Look
from bot.browser.launch import find
from solvers import Cell, generate
from tools.bench.report import Options, Report, Target, limit, milliseconds, say, table, targets, typical

TITLE = "Comparing a board with its picture"
ABOUT = """\
A board of elements is compared with its picture before a guessed board is entered.
"""

SIZE = 9
SIDE = 44
"""The side of a cell, in px."""
AT_MOST = 60.0
"""Milliseconds of a comparison."""
STYLE = f"""<style>
    #board {{ display: grid; grid-template-columns: repeat({SIZE}, {SIDE}px); width: {SIZE * SIDE}px }}
    .cell {{ box-sizing: border-box; height: {SIDE}px; border: 1px solid #888; font: 24px/{SIDE - 2}px sans-serif }}
    .cell {{ text-align: center }}
</style>"""


def run(options: Options) -> Report:
    """Time both on a Sudoku of 9×9 cells, in turns, after templates were drawn."""
    rounds = 10 if options.quick else 40
    say(f"comparing a board of {SIZE}×{SIZE} cells with its picture: {rounds} rounds")
    givens = generate("sudoku", (SIZE, SIZE), seed=1).puzzle.given_marks
    assert givens is not None
    texts = {cell: "" if givens[cell] is None else str(givens[cell]) for cell in givens.cells()}
    html = "".join(f"<div class=cell>{text}</div>" for text in texts.values())
    drawings = {cell: CellDrawing((("text", text),) if text else (), (), text) for cell, text in texts.items()}
    cells = {cell: Look(drawing, WHITE, (), None, False, frozenset()) for cell, drawing in drawings.items()}  # noqa: FBT003
    looks: Any = SimpleNamespace(cells=cells, signs={}, chequer=None)
    times: dict[str, list[float]] = {"compared": [], "screenshot": []}
    wrong: set[str] = set()
    with sync_playwright() as playwright:
        page = playwright.chromium.launch(executable_path=find(playwright, None, window=False).path).new_page()
        page.set_content(f"{STYLE}<div id=board>{html}</div>")
        boxes = {
            Cell(*divmod(at, SIZE)): (box["x"], box["y"], box["width"], box["height"])
            for at, cell in enumerate(page.locator(".cell").all())
            if (box := cell.bounding_box())
        }
        clip = {"x": 2.0, "y": 2.0, "width": SIZE * SIDE + 12.0, "height": SIZE * SIDE + 12.0}
        for _ in range(rounds + 1):
            start = time.perf_counter()
            board = seen_at(page, boxes, (0.0, 0.0))
            found = confirmed(board, looks) if board is not None else frozenset[Cell]()
            times["compared"].append(1000 * (time.perf_counter() - start))
            wrong |= {f"{cell} is not confirmed" for cell, text in texts.items() if bool(text) != (cell in found)}
            start = time.perf_counter()
            page.screenshot(clip=clip, caret="initial", scale="device")  # type: ignore[arg-type]
            times["screenshot"].append(1000 * (time.perf_counter() - start))
    return _report({side: ms[1:] for side, ms in times.items()}, times["compared"][0], rounds, sorted(wrong))


def _report(times: dict[str, list[float]], first: float, rounds: int, wrong: list[str]) -> Report:
    mine = median(times["compared"])
    data, reached = targets([Target(f"{SIZE}×{SIZE} compared ≤ {limit(AT_MOST)}", milliseconds(mine), mine <= AT_MOST)])
    rows = [
        ["**compared**", typical(times["compared"])],
        ["its screenshot alone", typical(times["screenshot"])],
        ["the first comparison, with templates", milliseconds(first)],
    ]
    facts = {"rounds": rounds, "ms": times | {"first": [first]}, "targets": data}
    return Report(facts, f"{table([f'{SIZE}×{SIZE} cells', 'time'], rows)}\n{reached}", wrong)
