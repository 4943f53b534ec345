"""BrainBashers 3-In-A-Row: the tables of 2015 to 2022, and images or letters as of the site's change in 2025.

How the markup is known: a description of 2015, working tools of 2018, 2019 and 2022, the page's
skeleton from a saved sister page of 2020. What the puzzle looks like since 2025 is inferred from a
sister page. "Puzzle Solved" is told from "No Mistakes Found" by words alone: the page offers nothing else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrapers._board import Board, once, tokens
from scrapers._cells import Marked, Place, places
from scrapers._entrance import Entrance
from scrapers._errors import OtherLayout, ReadError
from scrapers._measure import measuring
from scrapers._page import Choice, Page, Success
from scrapers._site import Policy, Reading
from scrapers._sources import Seen, agree
from solvers import Cell, Grid, ThreeInARow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from selectolax.lexbor import LexborNode as Node

    from scrapers._cells import Places
    from scrapers._site import Click, Layout, Snapshot

BLUE, WHITE = 1, 0
CYCLE = (None, BLUE, WHITE)
COLOURS = {"black": BLUE, "blue": BLUE, "white": WHITE, "grey": None, "gray": None}
"""What a word in the class of a cell says; the page calls blue squares black."""
WORDS = {BLUE: ThreeInARow.MARKS[BLUE], WHITE: ThreeInARow.MARKS[WHITE], None: "blank"}
PICTURES = {"x": BLUE, "o": WHITE, "blank": None}
"""What the name of a picture's file says."""
LETTERS = {"X": BLUE, "O": WHITE, "": None}
INLINE = {"B": BLUE, "W": WHITE}
# The question stands in an inline script, too, where the page draws its table from that.
_MEASURE = measuring(
    inline=r"""Object.fromEntries([...[...document.scripts].map((script) => script.text).join("\n").matchAll(
        /\b(lcpuzzle|lnsize)\s*=\s*["']?([^"';\s]+)/g)].map(([, name, value]) => [name, value]))"""
)


@dataclass(frozen=True, slots=True)
class TableLayout:
    """One generation of the table: which of its cells belong to the board, and what tells their marks."""

    NAME: str
    cell: str
    coloured: bool
    """Whether a colour word in a cell's class tells its mark, and that it is one; else a picture or a letter does."""

    MEASURE: str = _MEASURE

    def read(self, snapshot: Snapshot) -> Reading:
        """Return the puzzle: the marks that the inline script knows, or all marks where there is no script."""
        board, question = self._look(snapshot)
        shown = {cell: mark for cell, mark in board.by_cell().items() if mark.value is not None}
        given = shown
        if question is not None:
            given = {cell: mark for cell, mark in shown.items() if question[cell] is not None}
        # That a mark is a given is said twice where the script names just the marks that are there.
        twice = question is not None and len(given) == len(shown)
        told = {
            f"{cell} is {ThreeInARow.MARKS[mark.value]}": mark.confirmed and twice
            for cell, mark in given.items()
            if mark.value is not None
        }
        return Reading.of(self, ThreeInARow(board.grid(given)), told, placed=board.places.confirmed)

    def marks(self, snapshot: Snapshot) -> Grid:
        """Return what stands in each cell, given or entered."""
        return self._look(snapshot)[0].grid()

    def moves(self, snapshot: Snapshot, solution: Grid) -> list[Click]:
        """Return one click for each cell that is not right yet."""
        return self._look(snapshot)[0].clicks(solution, CYCLE)

    @once
    def _look(self, snapshot: Snapshot) -> tuple[Marked, Grid | None]:
        """Return the board, and the question of the inline script where there is one."""
        board = Board(snapshot)
        cells = [cell for cell in board.all(self.cell, of=self.NAME) if not self.coloured or _colours(cell)]
        if not cells:
            msg = f"{self.NAME}: no {self.cell} has a colour word in its class"
            raise OtherLayout(msg, selector=self.cell)
        boxes = [board.box(cell) for cell in cells]
        inline = snapshot.state.get("inline", {})
        size = inline.get("lnsize", "")
        where = places(
            boxes, _claims(cells), {"lnsize": (int(size),) * 2} if re.fullmatch(r"\d{1,4}", size, re.ASCII) else {}
        )
        question = _question(inline["lcpuzzle"], where) if "lcpuzzle" in inline else None
        seen = [
            self._mark(board, cell, place, None if question is None else question[place])
            for cell, place in zip(cells, where.cells, strict=True)
        ]
        return Marked(where, boxes, agree(seen, WORDS)), question

    def _mark(self, board: Board, cell: Node, place: Cell, asked: int | None) -> Seen[int | None]:
        names: dict[str, int | None] = {}
        text = cell.text().replace("\xa0", " ").strip().upper()
        if self.coloured:
            names |= _colours(cell)
        elif pictures := cell.css("img"):
            if len(pictures) > 1:
                msg = f"{place} shows {len(pictures)} pictures, not one"
                raise ReadError(msg, selector=f"{self.cell} img")
            source = pictures[0].attributes.get("src") or ""
            stem = re.sub(r"\.\w+$", "", source.rpartition("/")[2]).lower()
            if stem not in PICTURES:
                msg = f"{place} shows {source}, not one of {', '.join(PICTURES)}"
                raise ReadError(msg, selector=f"{self.cell} img")
            names["its picture"] = PICTURES[stem]
        elif text not in LETTERS:
            msg = f"{place} holds {text!r}, not X or O"
            raise ReadError(msg, selector=self.cell)
        if text in LETTERS and (text or not names):
            names["its letter"] = LETTERS[text]
        if asked is not None:
            names["lcpuzzle"] = asked
        measured = board.measured(cell)
        return Seen(str(place), names, {"colour": (measured.get("ground"), measured.get("image"))})


def _colours(cell: Node) -> dict[str, int | None]:
    """Return what the colour words in a cell's class say; they may be its beginning, its end or all of it."""
    return {
        f"{word} in its class": value for word, value in COLOURS.items() if any(word in token for token in tokens(cell))
    }


def _claims(cells: Sequence[Node]) -> dict[str, list[Place]]:
    """Return the places of cells by the rows of the table, and by their `#squareN` where all have one."""
    rows = list(dict.fromkeys(cell.parent.mem_id for cell in cells if cell.parent is not None))
    columns = dict.fromkeys(rows, 0)
    table: list[Place] = []
    for cell in cells:
        row = cell.parent.mem_id if cell.parent is not None else 0
        table.append(Cell(rows.index(row), columns[row]))
        columns[row] += 1
    claims = {"the table": table}
    ids = [_square(cell) for cell in cells]
    if all(number is not None for number in ids):
        claims["#squareN"] = [number for number in ids if number is not None]
    return claims


def _square(cell: Node) -> int | None:
    named = cell.css_first("[id^=square]")
    match = re.fullmatch(r"square(\d{1,4})", (named.attributes.get("id") or "") if named else "")
    return int(match[1]) if match else None


def _question(text: str, where: Places) -> Grid:
    """Return the marks of the inline script's row of letters."""
    if len(text) != where.height * where.width or not set(text) <= {*INLINE, "-"}:
        msg = f"lcpuzzle is {text!r}, not {where.height}×{where.width} of B, W and -"
        raise ReadError(msg, selector="script")
    return Grid.make(where.height, where.width, lambda cell: INLINE.get(text[cell.row * where.width + cell.col]))


LAYOUTS: Sequence[Layout] = [
    TableLayout("table_2022", "td[id^=square]", coloured=True),
    TableLayout("table_2015", "td", coloured=True),
    TableLayout("image_2025", "td:has(> img[id^=square]), td.inarow_td", coloured=False),
]

SITE = Page(
    name="brainbashers_three_in_a_row",
    kind="three_in_a_row",
    home="https://www.brainbashers.com/3inarow.asp",
    url=r"https?://(www\.)?brainbashers\.com/show3inarow\.asp",
    template="https://www.brainbashers.com/show3inarow.asp?date={date:%m%d}&diff={diff}&size={size}",
    policy=Policy(timezone="Etc/GMT"),
    choices={
        "size": Choice(("6", "8", "10", "12", "14", "18"), words="18 is the weekly special"),
        "diff": Choice(("1", "2"), words="easy or medium", limits={"size=18": ("2",)}),
    },
    past_days=360,  # The address names no year: an older date would lead to another puzzle.
    entrance=Entrance(
        board="table.inarowtable:has(td), #puzzlediv table:has(td), "
        "table:has(> tbody > tr > td#square0), table:has(> tbody > tr > td > img#square0)"
    ),
    layouts=LAYOUTS,
    title="3-In-A-Row",
    facts={"#showtext": r"^(?P<date>\w+ \d+) - (?P<difficulty>\w+) \d+ x \d+"},
    success=Success(words="#showtext", yes=r"\bPuzzle Solved\b", no=r"(?<!No )\bMistakes Found\b"),
)
