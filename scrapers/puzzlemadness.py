"""Puzzle Madness: dated Sudokus whose data stands in a script of the page; how the page draws them is not known.

How the data is known: from a program of September 2026 that reads the giant Sudoku, and two that read the same data of
jigsaw Sudokus (`docs/sites/others.md`). Other variants have rules that this data does not state, so they have no row.
"""

# Long: the data of all its pages stands in a script of a form that no other site has.

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from math import isqrt
from typing import TYPE_CHECKING, Annotated

import msgspec

from scrapers import (
    BoardLayout,
    Choice,
    Entrance,
    Facts,
    KnownBy,
    Located,
    Page,
    Policy,
    Quote,
    ReadError,
    ReadOnly,
    Statement,
    Success,
)
from solvers import Cell, JigsawSudoku, Puzzle, Sudoku

if TYPE_CHECKING:
    from scrapers import Board

ADDRESSES = r"puzzlemadness\.co\.uk"
NAMES = """giant_sudoku jigsaw_sudoku"""
DATA = r"""(() => {
    const scripts = [...document.scripts].map((script) => script.text);
    const found = scripts.map((text) => text.match(/\bpuzzleData\s*=\s*(\{.*?\});/s)).find((match) => match);
    if (!found) return null;
    const { baseURI, gridWidth, gridHeight, startingGrid, layout, extraRegions, source } = JSON.parse(found[1]);
    const { year, month, day } = source;
    return { baseURI, gridWidth, gridHeight, startingGrid, layout, extraRegions, source: { year, month, day } };
})()"""
"""JavaScript for the data of the puzzle; only what is named here leaves the page."""
ANYWHERE = Entrance(board=":not(*)", otherwise="body > *")
"""Any element will do: where the page draws its board is not known, and the script is found from everywhere."""
SOURCE = "the page's script"
MOST = 25
"""The longest side of a board."""

Side = Annotated[int, msgspec.Meta(ge=1, le=MOST)]
Number = Annotated[int, msgspec.Meta(ge=0, le=MOST * MOST)]


class _Data(msgspec.Struct, rename="camel"):
    """The data of a puzzle."""

    baseURI: str  # noqa: N815 - the page's name
    grid_width: Side
    grid_height: Side
    starting_grid: list[Number]
    """The digit of each cell, row by row, 0 for none."""
    layout: list[Number]
    """The number of the region of each cell."""
    extra_regions: list[object]
    source: dict[str, int]
    """The day of the puzzle."""


def data_of(board: Board) -> _Data:
    """Return the data of the puzzle; raise `ReadError` if there is none, or if it contradicts itself or the address."""
    try:
        data = msgspec.convert(board.state.get("data"), _Data)
    except msgspec.ValidationError as error:
        raise ReadError(f"the page's script does not hold a puzzle: {error}", selector="script") from None
    area = data.grid_width * data.grid_height
    if not len(data.starting_grid) == len(data.layout) == area:
        raise ReadError(f"the script lists {len(data.starting_grid)} cells, not {area}", selector="script")
    if data.extra_regions:
        raise ReadError(f"the puzzle has {len(data.extra_regions)} more regions, a rule that its kind does not have")
    return data


def read(located: Located) -> Iterator[Statement]:
    """Read the digits and regions of the page's script."""
    data = data_of(located.board)
    for at, (digit, region) in enumerate(zip(data.starting_grid, data.layout, strict=True)):
        cell = Cell(*divmod(at, data.grid_width))
        yield Statement("number", cell, SOURCE, digit or None)
        yield Statement("region", cell, SOURCE, region)


def another_day(located: Located) -> str:
    """Say that the script holds another puzzle than the address asks for."""
    data = data_of(located.board)
    day = "/".join(f"{data.source.get(part)}" for part in ("year", "month", "day"))
    is_asked = re.search(rf"/{re.escape(data.baseURI)}/\w+/{day}\b", located.board.url)
    return "" if is_asked else f"the script holds {data.baseURI} of {day}, not what the address asks for"


def boxed(facts: Facts) -> Puzzle:
    """Return the puzzle of a board whose regions are square boxes."""
    side = isqrt(facts.height)
    pairs = {(fact.value, cell.row // side, cell.col // side) for cell, fact in facts.cells("region")}
    if not len(pairs) == len({region for region, *_ in pairs}) == facts.height:
        raise ReadError("the regions of the board are not its boxes", selector="script")
    return Sudoku((side, side), facts.grid())


def sudoku(kind: type[Puzzle], path: str, title: str, puzzle: Callable[[Facts], Puzzle]) -> Page:
    """Return the page of a kind of puzzle, whose name in addresses is `path`."""
    layout = BoardLayout(
        NAME="script",
        kind=kind,
        cell=lambda board: (data_of(board).grid_height, data_of(board).grid_width),
        readers=(read,),
        puzzle=puzzle,
        entry=ReadOnly("how the page draws a digit"),
        required=("number", "region"),
        placed=True,
        checks={"the day": another_day},
        quoted={"the day": Quote("puzzleData as a program of 2026 reads it", "2026-09-09")},
        state={"data": DATA},
    )
    return Page(
        NAME=f"puzzlemadness_{title.lower().replace(' ', '_')}",
        KIND=kind.KIND,
        HOME=f"https://puzzlemadness.co.uk/{path}",
        URL=rf"https?://(www\.)?puzzlemadness\.co\.uk/{path}/\w+/\d{{4}}/\d{{1,2}}/\d{{1,2}}\b",
        template=f"https://puzzlemadness.co.uk/{path}/{{level}}/{{date.year}}/{{date.month}}/{{date.day}}",
        POLICY=Policy(timezone="Europe/London", read_only=True),
        EVIDENCE=KnownBy("described", "2026-09-09"),
        choices={"level": Choice(("easy", "medium", "hard", "tough", "mixed"))},
        past_days=2000,
        entrance=ANYWHERE,
        layouts=[layout],
        title=f"{title}, {{level}}",
        success=Success(),
    )


SITES = (
    sudoku(Sudoku, "16by16giantsudoku", "Giant Sudoku", boxed),
    sudoku(
        JigsawSudoku,
        "jigsawsudoku",
        "Jigsaw Sudoku",
        lambda facts: JigsawSudoku(facts.regions(), facts.grid()),
    ),
)
