"""BrainBashers' daily puzzles: a row for each; 3-In-A-Row and Futoshiki have modules of their own.

How the markup is known: a saved Skyscrapers page of 2020 and a reader of January 2026, a saved Sudoku page of 2013 and
programs of 2023 to 2026, the script of a Tents page; for the others, programs of 2018 and 2019. How the marks of
clicked cells look is known of none, only the order of the clicks. `docs/sites/brainbashers.md` has the sources.
"""

# Long: a row for each puzzle, the readers of its pictures, numbers and script, and the marks of clicks.

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from scrapers import (
    BLACK,
    COLUMN,
    FIELDS,
    ROW,
    SIDES,
    BoardLayout,
    Entry,
    Facts,
    KnownBy,
    OnLines,
    ReadError,
    ReadOnly,
    Statement,
    Typed,
    by_clicks,
    connected,
    doubled,
    fields,
    in_any_order,
    in_order,
    in_table,
    line,
    line_beside,
    of_numbers,
    place_in,
    places_of,
    plan,
    tokens,
    with_options,
)
from scrapers._brainbashers import drawn
from scrapers._brainbashers.layout import ASKED, HEAD, LNSIZE, RING, SIZES, SQUARE, in_rims, squares, state
from scrapers._brainbashers.page import daily
from solvers import (
    TREE,
    AbcView,
    Cell,
    Hashi,
    Hitori,
    KillerSudoku,
    LightUp,
    Nonogram,
    Puzzle,
    Skyscrapers,
    Slitherlink,
    Sudoku,
    Tents,
)

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node

    from scrapers import Board, Located, Mark, Move, PlaceSource
    from solvers import Grid

ADDRESSES = r"brainbashers\.com/"
NAMES = """abc_view bridges hitori killer_sudoku light_up nonogrids skyscrapers slitherlink sudoku tents"""
DRAWN_CELL = "td:has(> [id^=square]), td[id^=square]"
SUDOKU_BOARD = "table:not(:has(table)):has(#BBsudokuinputA11)"
SUDOKU_CELL = "td:has(input[id^=BBsudokuinputA])"
SKYSCRAPERS_BOARD = "table:not(:has(table)):has(#BBskyscraperinput11)"
BLANKS = dict.fromkeys(("blnk", "blank", "empty", "whte", "white", "n"))
MARKS = dict.fromkeys(("bulb", "light", "lit", "cross", "dot", "tent", "grass", "x", "y"))
"""Words of marks that a player has made: no clue is in such a cell."""
DECIMAL: dict[str, int | None] = {str(digit): digit for digit in range(10)}
COUNTS = {digit: (number,) for digit, number in DECIMAL.items()}
DIGITS = DECIMAL | {".": None, "0": None, "-": None}
SUM = 405
"""The sum of all digits of a Sudoku."""
NUMBER: Final = -1
"""Stands for the number beside a word, as in `clue3` or `Clue 3`."""
Look = frozenset[tuple[object, ...]]


def value_in(words: str, values: Mapping[str, int | None]) -> list[int | None]:
    """Return the values of the known words; a word whose value is `NUMBER` counts only with the number beside it."""
    parts = re.findall(r"[a-z]+|\d+", words)
    number = next((int(part) for part in parts if part.isdecimal()), None)
    found = [values[part] for part in parts if part in values]
    return [number if value == NUMBER else value for value in found if value != NUMBER or number is not None]


@with_options
def pictures(located: Located, values: Mapping[str, int | None]) -> Iterator[Statement]:
    """Read cells by the words in their alts, file names and texts."""
    for cell, node in located.nodes.items():
        for source, words in drawn.words_of(node).items():
            said = set(value_in(words, values)) if source != drawn.CLASS else set[int | None]()
            if len(said) > 1:
                raise ReadError(f"{cell}: {source}, {words!r}, says {len(said)} things", selector="img")
            if said:
                yield Statement("number", cell, source, said.pop())


@with_options
def numbers(located: Located, *, some: bool = False) -> Iterator[Statement]:
    """Read the number in each cell or, if only `some` have one, none where a cell is empty."""
    for cell, node in located.nodes.items():
        if some and not node.text().strip() and not node.css("img"):
            yield Statement("number", cell, drawn.TEXT, None)
        for source, said in numbers_said(node).items():
            if len(said) == 1:
                yield Statement("number", cell, source, said[0])


def numbers_said(node: Node) -> dict[str, tuple[int, ...]]:
    """Return the numbers of an element by their source: those of all its alts, its files, or its text."""
    images = node.css("img")
    alts = [re.search(r"\d+", image.attributes.get("alt") or "") for image in images]
    files = [re.search(r"(\d+)b?\.\w+$", image.attributes.get("src") or "") for image in images]
    found = {
        source: tuple(int(match[match.lastindex or 0]) for match in matches if match is not None)
        for source, matches in ((drawn.ALT, alts), (drawn.FILE, files))
        if matches and None not in matches
    }
    text = node.text(separator=" ").strip()
    if re.fullmatch(r"\d+(\s+\d+)*", text, re.ASCII):
        found[drawn.TEXT] = tuple(map(int, text.split()))
    return found


def around(located: Located) -> Iterator[tuple[str, int, Node]]:
    """Yield what stands around the cells: the side, the number of the line from zero, and the element."""
    for node, box in drawn.others(located):
        if (beside := line_beside(located, box)) is not None:
            yield *beside, node


def views(located: Located) -> Iterator[Statement]:
    """Read one number on each of the four sides of each line; 0 is none."""
    for side, number, node in around(located):
        said = numbers_said(node)
        if not said and not node.css("img") and not node.text().strip():
            said[drawn.TEXT] = (0,)
        for source, found in said.items():
            if len(found) == 1:
                yield Statement("view", line(side, number), source, found[0] or None)


def counts(located: Located) -> Iterator[Statement]:
    """Read the numbers above each column and beside each row."""
    for side, number, node in around(located):
        if side in {"top", "left"}:
            for source, said in numbers_said(node).items():
                yield Statement("rim", line(COLUMN if side == "top" else ROW, number), source, said)


@with_options
def listed(
    located: Located, group: str, variables: Mapping[str, str], values: Mapping[str, Any]
) -> Iterator[Statement]:
    """Read one character for each place from each variable, given by the name of its lines or, for cells, by ""."""
    stated = located.board.state.get("inline")
    if not isinstance(stated, dict):
        raise ReadError("the script of the page was not measured", selector="script")
    for name, variable in variables.items():
        text = stated.get(variable)
        if not isinstance(text, str) or not text:
            continue
        places = [place for place in places_of(group, *located.size) if str(place).startswith(name)]
        letters = [letter if letter in values else letter.lower() for letter in text]
        if len(text) != len(places) or not set(letters) <= values.keys():
            expected = f"{len(places)} of the characters {''.join(values)}"
            said = f"{variable} is {text[:60]!r}, which states no clues: expected {expected}"
            raise ReadError(said, selector="script")
        for place, letter in zip(places, letters, strict=True):
            yield Statement(group, place, variable, values[letter])


def in_field(prefix: str) -> PlaceSource:
    """Return the source of the row and column in the id of a field."""
    pattern = rf"^{prefix}(?P<row>[1-9])(?P<col>[1-9])$"
    return place_in("id", inside=f"input[id^={prefix}]", pattern=pattern, first=1)


def cages(located: Located) -> Iterator[Statement]:
    """Read the cages of equal grounds, and the sum in the background picture of one cell of each."""
    grounds = {cell: located.board.measured(node).get("ground") for cell, node in located.nodes.items()}
    parts = in_order(connected(located.nodes, lambda cell, near, _: grounds[cell] == grounds[near]))
    for cell, node in located.nodes.items():
        yield Statement("cage", cell, "its ground", parts[cell])
        image = re.search(r"/clue\w*?_(\d{1,2})\.\w+", located.board.measured(node).get("image", ""))
        yield Statement("sum", cell, "its background", int(image[1]) if image else None)


def killer(facts: Facts) -> Puzzle:
    """Return the puzzle of a board whose cages cover it and add up to what it holds."""
    found = facts.cages()
    if sum(cage.sum or 0 for cage in found) != SUM or any(cage.sum is None for cage in found):
        raise ReadError("the cages do not add up to what a board holds: two cages with the same background may touch")
    return KillerSudoku((3, 3), facts.grid(), found)


def nonogrid(facts: Facts) -> Puzzle:
    """Return the puzzle; a line without filled cells says 0."""
    rows, columns = (tuple(() if runs == (0,) else runs for runs in side) for side in facts.rims())
    return Nonogram(rows, columns)


def lines(located: Located) -> Located:
    """Return the borders of the cells in every other row and column of a table, as the cells of the doubled board."""
    rows = [[part for part in row.iter() if part.tag == "td"] for row in located.board.root.css("tr")]
    cells = {Cell(row, col): node for row, line in enumerate(rows) for col, node in enumerate(line)}
    return doubled(located, {cell: node for cell, node in cells.items() if (cell.row + cell.col) % 2})


@dataclass(frozen=True, slots=True)
class Clicked(Entry):
    """Cells with two marks, of which 0 counts as blank: words name them or, if none does, the order of the clicks."""

    order: tuple[int, int]
    """The marks that the first and the second click leave on a blank cell."""
    words: Mapping[str, int]
    """Words in alts, file names and texts that name a mark."""
    first: Mapping[Cell, tuple[Look, Look]] = field(default_factory=dict)
    """How the cells of this board looked before it was played."""
    means: dict[Look, int] = field(default_factory=dict)
    """What the looks that came up since then mean."""
    clicked: set[Cell] = field(default_factory=set)

    def begun(self, located: Located) -> Clicked:
        """Return an entry that remembers how this board looked before it was played."""
        first = {cell: looks(located.board, node) for cell, node in located.nodes.items()}
        return Clicked(self.order, self.words, first)

    def mark(self, located: Located, cell: Cell, node: Node) -> Mark:
        """Return the mark of a cell; an unknown look of a clicked cell is the next mark in the order of the clicks."""
        for source, words in drawn.words_of(node).items():
            if source != drawn.CLASS and (named := value_in(words, self.words)):
                return named[0]
        if cell not in self.first:
            return None
        # What was added to its markup or, if there is nothing, to its colours.
        added = (now - before for now, before in zip(looks(located.board, node), self.first[cell], strict=True))
        if (new := next(filter(None, added), None)) is None:
            return None
        if new not in self.means and cell in self.clicked and len(self.means) < len(self.order):
            self.means[new] = self.order[len(self.means)]
        return self.means.get(new)

    def moves(self, located: Located, solution: Grid) -> Sequence[Move]:
        """Return one click for each cell that is not right yet."""
        alike = {None, 0}
        found = plan(self.marks(located), solution, located.boxes, by_clicks(in_any_order(self.order), alike), alike)
        self.clicked.update(cell for move in found for cell in move.leaves)
        return found


def looks(board: Board, node: Node) -> tuple[Look, Look]:
    """Return the words in the markup of a cell, without ids and numbers, and its measured colours."""
    markup: set[tuple[object, ...]] = set()
    colours: set[tuple[object, ...]] = set()
    for depth, part in enumerate([node, *(part for part in node.css("*") if part.mem_id != node.mem_id)]):
        markup |= {(depth, part.tag, "class", name) for name in tokens(part)}
        markup |= {(depth, part.tag, name, part.attributes[name]) for name in ("src", "alt") if name in part.attributes}
        measured = board.measured(part)
        colours |= {(depth, name, str(measured[name])) for name in ("ground", "image") if name in measured}
    text = node.text().strip()
    if text and not text.isdecimal():
        markup.add(("text", text))
    return frozenset(markup), frozenset(colours)


LETTERS: dict[str, int | None] = {"A": 1, "B": 2, "C": 3}
IN_SCRIPT = {side: f"lc{side}" for side in SIDES}
ABC_SCRIPT = BoardLayout(
    NAME="script",
    kind=AbcView,
    cell=(5, 5),
    readers=(
        listed("number", {"": "lcq"}, LETTERS | {".": None}),
        listed("view", IN_SCRIPT, LETTERS | {"z": None}),
    ),
    puzzle=lambda facts: AbcView(3, facts.grid(), *map(facts.side, SIDES)),
    entry=ReadOnly("how the page draws a letter"),
    required=("number", "view"),
    must_say=True,
    state=state("lcq", *IN_SCRIPT.values()),
)
ABC_FIELDS = replace(
    ABC_SCRIPT,
    NAME="fields",
    board="table:has(input)",
    cell=in_rims(RING, sizes_by=(lambda _: {"the puzzle": (5, 5)},)),
    places_by=(in_table,),
    placed=False,
    entry=Typed(" ABC"),
    state={**ABC_SCRIPT.state, "fields": FIELDS},
)
SUDOKU = squares(
    kind=Sudoku,
    cell=SUDOKU_CELL,
    place=in_field("BBsudokuinputA"),
    reads=(fields,),
    puzzle=lambda facts: Sudoku((3, 3), facts.grid()),
    enter=Typed(),
)
KILLER_SUDOKU = squares(
    kind=KillerSudoku,
    cell=SUDOKU_CELL,
    place=in_field("BBsudokuinputA"),
    reads=(fields, cages),
    required=("number", "cage"),
    puzzle=killer,
    enter=Typed(),
)
SKYSCRAPERS = squares(
    kind=Skyscrapers,
    cell="td:has(> input[id^=BBskyscraperinput])",
    place=in_field("BBskyscraperinput"),
    reads=(fields, views, listed("number", {"": "lcq"}, DIGITS)),
    variables=("lcq",),
    rim=RING,
    required=("number", "view"),
    puzzle=lambda facts: Skyscrapers(facts.grid(), *map(facts.side, SIDES)),
    enter=Typed(),
)
LIGHT_UP = squares(
    kind=LightUp,
    cell=DRAWN_CELL,
    place=SQUARE,
    reads=(pictures({"clue": NUMBER, "clueb": BLACK, "black": BLACK, "b": BLACK} | BLANKS | MARKS),),
    enter=Clicked(order=(1, 0), words={"bulb": 1, "light": 1, "cross": 0, "x": 0, "dot": 0}),
)
TENTS = squares(
    kind=Tents,
    cell=DRAWN_CELL,
    place=SQUARE,
    reads=(
        pictures({"tree": TREE} | BLANKS | MARKS),
        counts,
        listed("number", {"": "lcpuzzle"}, {"0": None, "1": TREE}),
        listed("rim", {"row": "lcrownumbers", "column": "lccolnumbers"}, COUNTS),
    ),
    required=("number", "rim"),
    variables=("lcpuzzle", "lcrownumbers", "lccolnumbers"),
    answers="2",
    rim=HEAD,
    quoted=LNSIZE,
    puzzle=lambda facts: Tents(facts.grid(), *facts.rims()),
    enter=Clicked(order=(0, 1), words={"tent": 1, "grass": 0}),
)
BRIDGES = squares(
    kind=Hashi,
    cell=DRAWN_CELL,
    place=SQUARE,
    reads=(pictures({"w": NUMBER, "x": None}),),
    enter=ReadOnly("how bridges are entered"),
)
HITORI = squares(
    kind=Hitori,
    cell=DRAWN_CELL,
    place=SQUARE,
    reads=(numbers(), listed("number", {"": "lcpuzzle"}, {f"{digit:x}": digit for digit in range(16)})),
    variables=("lcpuzzle",),
    enter=Clicked(order=(0, 1), words={"black": 1, "white": 0, "circle": 0}),
)
SLITHERLINK = BoardLayout(
    NAME="grid",
    kind=Slitherlink,
    cell=in_rims(RING, sizes_by=SIZES, step=2),
    places_by=(in_table,),
    sizes_by=SIZES,
    quoted=ASKED,
    placed=False,
    readers=(numbers(some=True),),
    puzzle=of_numbers(Slitherlink),
    entry=OnLines(lines, Clicked(order=(1, 0), words={"line": 1, "cross": 0, "x": 0})),
    required=("number",),
    must_say=True,
    state=state("lnsize"),
)
NONOGRIDS = squares(
    kind=Nonogram,
    cell=DRAWN_CELL,
    place=SQUARE,
    reads=(counts,),
    required=("rim",),
    rim=HEAD,
    puzzle=nonogrid,
    enter=Clicked(order=(1, 0), words={"y": 1, "x": 0}),
)


SITES = (
    daily(
        "abc_view",
        [ABC_FIELDS, ABC_SCRIPT],
        title="ABC View",
        which="1 2 3 4 5 6",
        known=KnownBy("inferred", "2025-11"),
    ),
    daily("bridges", BRIDGES, size="7 10 15 20", diff="Easy", known=KnownBy("captured", "2025-02")),
    daily("hitori", HITORI, size="5 6 7 8 9 12", diff="1 2", known=KnownBy("described", "2019-08")),
    daily("killer_sudoku", KILLER_SUDOKU, SUDOKU_BOARD, diff="1 2 3", known=KnownBy("described", "2018-01")),
    daily("light_up", LIGHT_UP, size="10 15 20", diff="Easy Medium Hard", known=KnownBy("described", "2018-01")),
    daily("nonogrids", NONOGRIDS, page="nonogrid", size="10 15 20", known=KnownBy("described", "2018-12")),
    daily(
        "skyscrapers",
        SKYSCRAPERS,
        SKYSCRAPERS_BOARD,
        size="4 5 6 7 8 9",
        diff="1 2 3",
        known=KnownBy("captured", "2020-05"),
    ),
    daily(
        "slitherlink",
        [SLITHERLINK],
        "#slitherlinkdiv table:not(:has(table))",
        size="10 15 20",
        diff="1 2 3",
        known=KnownBy("described", "2018-01"),
    ),
    daily("sudoku", SUDOKU, SUDOKU_BOARD, diff="1 2 3 4 5 6", known=KnownBy("described", "2026-01")),
    daily("tents", TENTS, size="8 16 20", diff="Easy Medium", known=KnownBy("captured", "2018-06")),
)
# Such an address names no puzzle (some twenty in Sup2point0/skyscraping, 2025 and 2026); it leads to that of one.
LINKS = (
    replace(SITES[0], NAME="brainbashers", KIND="", URL=r"https?://(www\.)?brainbashers\.com/p\d+([?#]|$)", layouts=[]),
)
