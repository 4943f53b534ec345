"""The layouts of all puzzles: cells by their ids, or by nothing but the grid, and what the script of the page says."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from scrapers._errors import OtherLayout
from scrapers._reading.board import Board, select
from scrapers._reading.fields import FIELDS
from scrapers._reading.layout import BoardLayout, Entry, Reader
from scrapers._reading.places import PlaceSource, SizeSource, in_table, place_in, size_stated
from scrapers._reading.statements import Facts, of_numbers
from scrapers._site import Quote

if TYPE_CHECKING:
    from solvers import Puzzle

Rim = tuple[int, int, int, int]
"""How many lines of a table are clues: at the top, on the right, at the bottom, on the left."""
NO_RIM: Rim = (0, 0, 0, 0)
HEAD: Rim = (1, 0, 0, 1)
COUNTERS: Rim = (1, 1, 0, 0)
RING: Rim = (1, 1, 1, 1)
NAME = "grid"
"""The name of a layout whose cells have no ids."""
TABLE = "table:not(:has(table))"
SIZES = (size_stated("inline", "lnsize"), size_stated("asked"))
ASKED = {"asked": Quote("addresses in ryanlee95618/puzzles@98dbb72 and Sup2point0/ascendant@c6a38d2", "2026-01")}
LNSIZE = ASKED | {"lnsize": Quote("scripts in agobi/daily-tents and Javeree/Brainbashers@0f03494", "2019-08")}
SQUARE = place_in("id", inside="[id^=square]", pattern=r"^square(?P<number>\d{1,4})$")


def state(*names: str, answers: str = "") -> dict[str, str]:
    """Return the keys of the state to measure: variables of the page's scripts, and the size that the address asks for.

    Variables that hold an answer are never among them, and what belongs to one in `lcpuzzle` becomes 0 in the page.
    """
    form = rf"""/\b({"|".join(names)})\s*=\s*["']?([^"';\n]*)/g"""
    script = r'[...document.scripts].map((script) => script.text).join("\n")'
    value = "value.trim()"
    if answers:
        value = f'(name === "lcpuzzle" ? {value}.replace(/[{answers}]/g, "0") : {value})'
    return {
        "inline": f"Object.fromEntries([...{script}.matchAll({form})].map(([, name, value]) => [name, {value}]))",
        "asked": """new URLSearchParams(location.search).get("size") ?? "" """,
    }


def in_rims(
    *rims: Rim, ids: str = "", sizes_by: Sequence[SizeSource], step: int = 1, multiple: int = 1
) -> Callable[[Board], str]:
    """Return a function that finds the cells of a table without ids: inside the first rim that leaves the stated size.

    A board that has cells with `ids` is not read by its grid alone. `step` is 2 if signs stand between the cells, and
    `multiple` is what the size is a multiple of.
    """

    def cells(board: Board) -> str:
        if ids and select(board.root, ids):
            raise OtherLayout(f"{NAME}: the cells of the board have ids", selector=ids)
        rows = [[part for part in row.iter() if part.tag in {"td", "th"}] for row in board.root.css("tr")]
        widths = {len(row) for row in rows}
        if board.root.tag != "table" or len(widths) != 1:
            raise OtherLayout(f"{NAME}: the board is no table with equal rows", selector=TABLE)
        stated = {size[0] for source in sizes_by for size in source(board).values()}
        height, width = len(rows), widths.pop()
        for sizes, rim in product((stated, set[int]()) if stated else (stated,), rims):
            top, right, bottom, left = rim
            size = (height - top - bottom + step - 1) // step
            # Lines around the cells hold numbers; without a stated size, that tells them from cells.
            around = [part for row in [*rows[:top], *rows[height - bottom :]] for part in row]
            is_numbered = any(re.search(r"\d", part.text() or part.html or "") for part in around)
            fits = size in sizes if sizes else is_numbered == bool(around) and size % multiple == 0
            if fits and size > 1 and height - top - bottom == width - left - right:
                row = f"tr:nth-child({step}n+{top + 1}):nth-last-child({step}n+{bottom + 1})"
                return f"{row} > :is(td, th):nth-child({step}n+{left + 1}):nth-last-child({step}n+{right + 1})"
        said = " or ".join(f"{size}×{size}" for size in sorted(stated)) or "a board"
        raise OtherLayout(f"{NAME}: a table of {height}×{width} does not fit {said}", selector=TABLE)

    return cells


def squares(  # noqa: PLR0913 - what differs between the puzzles
    *,
    kind: type[Puzzle],
    cell: str,
    place: PlaceSource,
    reads: Sequence[Reader],
    puzzle: Callable[[Facts], Puzzle] | None = None,
    enter: Entry,
    required: Sequence[str] = ("number",),
    variables: Sequence[str] = (),
    answers: str = "",
    rim: Rim = NO_RIM,
    step: int = 1,
    quoted: Mapping[str, Quote] = ASKED,
) -> tuple[BoardLayout, BoardLayout]:
    """Return the layout of cells by their ids, and of the grid alone, whose clues are never confirmed.

    `place` is where ids state the place of a cell, `required` are the groups of clues of which every place must say
    something, `variables` those of the page's script that are read; none may hold an answer. Characters of `lcpuzzle`
    in `answers` belong to one. `rim` is where the table has clues around its cells; `step` is 2 if signs stand between.
    Without `puzzle` the numbers in the cells are the puzzle.
    """
    layout = BoardLayout(
        NAME="squares",
        kind=kind,
        cell=cell,
        places_by=(in_table, place),
        sizes_by=SIZES,
        quoted=quoted,
        readers=reads,
        puzzle=puzzle or of_numbers(kind),
        entry=enter,
        required=required,
        must_say=True,
        state={**state("lnsize", *variables, answers=answers), "fields": FIELDS},
    )
    grid = in_rims(rim, ids=cell, sizes_by=SIZES, step=step)
    return layout, replace(layout, NAME=NAME, cell=grid, places_by=(in_table,), placed=False)
