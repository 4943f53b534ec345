"""BrainBashers' daily puzzles: a row for each puzzle of a kind that we solve; 3-In-A-Row has a module of its own.

How the markup is known: a saved Skyscrapers page of 2020 and a reader of January 2026, a saved Sudoku page of 2013 and
programs of 2023 to 2026, the script of a Tents page; for the others, programs of 2018 and 2019. How the marks of
clicked cells look is known of none, only the order of the clicks. `docs/sites/brainbashers.md` has the sources.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapers._brainbashers import (
    HEAD,
    NUMBER,
    RING,
    SQUARE,
    Clicked,
    DailyLayout,
    Scripted,
    Typed,
    cages,
    counts,
    daily,
    fields,
    listed,
    listed_counts,
    numbers,
    pictures,
    signs,
    views,
)
from scrapers._errors import ReadError
from scrapers._facts import BLACK
from scrapers._page import Choice
from scrapers._reading import place_in
from solvers import AbcView, Futoshiki, Grid, Hitori, KillerSudoku, LightUp, Nonogram, Skyscrapers, Sudoku, Tents

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scrapers._facts import Facts
    from scrapers._page import Page
    from scrapers._reading.places import PlaceSource
    from solvers import Puzzle

TREE = 29
"""In grids, a tree (`t`)."""
BLANKS = dict.fromkeys(("blnk", "blank", "empty", "whte", "white", "n"))
MARKS = dict.fromkeys(("bulb", "light", "lit", "cross", "dot", "tent", "grass", "x", "y"))
"""Words of marks that a player has made: no clue is in such a cell."""
DRAWN = "#puzzlediv table:not(:has(table)):has(td), table:not(:has(table)):has(#square0)"
SIDES = ("left", "top", "right", "bottom")
DIGITS = {".": None, "0": None, "-": None}
SUM = 405
"""The sum of all digits of a Sudoku."""


def in_field(prefix: str) -> PlaceSource:
    """Return the source of the row and column in the id of a field."""
    pattern = rf"^{prefix}(?P<row>[1-9])(?P<col>[1-9])$"
    return place_in("id", inside=f"input[id^={prefix}]", pattern=pattern, first=1)


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


def abc_view(values: Mapping[str, str]) -> Puzzle:
    """Return the puzzle of three letters; `.` is a blank cell, and `z` no letter on the rim."""
    numbers = {"A": 1, "B": 2, "C": 3}
    cells = [numbers.get(letter) for letter in values["lcq"]]
    sides = (tuple(map(numbers.get, values[f"lc{side}"])) for side in SIDES)
    return AbcView(3, Grid(cells[at : at + 5] for at in range(0, 25, 5)), *sides)


ABC_VIEW = Scripted(
    forms={"lcq": "[ABC.]{25}"} | {f"lc{side}": "[ABCz]{5}" for side in SIDES},
    puzzle=abc_view,
    side=5,
    unknown="how the page draws a letter",
)
SUDOKU = DailyLayout(
    kind=Sudoku,
    board="table:not(:has(table)):has(#BBsudokuinputA11)",
    cell="td:has(input[id^=BBsudokuinputA])",
    place=in_field("BBsudokuinputA"),
    reads=(fields, listed("lcq", DIGITS)),
    variables=("lcq",),
    puzzle=lambda facts: Sudoku((3, 3), facts.grid()),
    enter=Typed(),
)
KILLER_SUDOKU = DailyLayout(
    kind=KillerSudoku,
    board=SUDOKU.board,
    cell=SUDOKU.cell,
    place=SUDOKU.place,
    reads=(fields, cages),
    says=("number", "cage"),
    puzzle=killer,
    enter=Typed(),
)
SKYSCRAPERS = DailyLayout(
    kind=Skyscrapers,
    board="table:not(:has(table)):has(#BBskyscraperinput11)",
    cell="td:has(> input[id^=BBskyscraperinput])",
    place=in_field("BBskyscraperinput"),
    reads=(fields, views, listed("lcq", DIGITS)),
    variables=("lcq",),
    rim=RING,
    says=("number", "view"),
    puzzle=lambda facts: Skyscrapers(facts.grid(), *(facts.side(side, "view") for side in SIDES)),
    enter=Typed(),
)
FUTOSHIKI = DailyLayout(
    kind=Futoshiki,
    board="table:not(:has(table)):has(> tbody > tr > td > input[id^=BB])",
    cell="td:has(> input[id^=BB])",
    place=place_in("id", inside="input[id^=BB]", pattern=r"(?P<row>[1-9])(?P<col>[1-9])$", first=1),
    reads=(fields, signs, listed("lcq", DIGITS)),
    says=("number", "sign"),
    variables=("lcq",),
    step=2,
    puzzle=lambda facts: Futoshiki(facts.grid(), facts.edges("<"), facts.edges(">")),
    enter=Typed(),
)
LIGHT_UP = DailyLayout(
    kind=LightUp,
    board=DRAWN,
    cell="td:has(> [id^=square]), td[id^=square]",
    place=SQUARE,
    reads=(pictures({"clue": NUMBER, "clueb": BLACK, "black": BLACK, "b": BLACK} | BLANKS | MARKS),),
    puzzle=lambda facts: LightUp(facts.grid()),
    enter=Clicked(order=(1, 0), words={"bulb": 1, "light": 1, "cross": 0, "x": 0, "dot": 0}),
)
TENTS = DailyLayout(
    kind=Tents,
    board=DRAWN,
    cell=LIGHT_UP.cell,
    place=SQUARE,
    reads=(
        pictures({"tree": TREE} | BLANKS | MARKS),
        counts,
        listed("lcpuzzle", {"0": None, "1": TREE}, base=0),
        listed_counts("lcrownumbers", "lccolnumbers"),
    ),
    says=("number", "rim"),
    variables=("lcpuzzle", "lcrownumbers", "lccolnumbers"),
    answers="2",
    rim=HEAD,
    puzzle=lambda facts: Tents(facts.grid(), *facts.rims()),
    enter=Clicked(order=(0, 1), words={"tent": 1, "grass": 0}),
)
HITORI = DailyLayout(
    kind=Hitori,
    board=DRAWN,
    cell=LIGHT_UP.cell,
    place=SQUARE,
    reads=(numbers, listed("lcpuzzle", base=16)),
    variables=("lcpuzzle",),
    puzzle=lambda facts: Hitori(facts.grid()),
    enter=Clicked(order=(0, 1), words={"black": 1, "white": 0, "circle": 0}),
)
NONOGRIDS = DailyLayout(
    kind=Nonogram,
    board=DRAWN,
    cell=LIGHT_UP.cell,
    place=SQUARE,
    reads=(counts,),
    says=("rim",),
    rim=HEAD,
    puzzle=nonogrid,
    enter=Clicked(order=(1, 0), words={"y": 1, "x": 0}),
)


def row(name: str, title: str, page: str, layout: DailyLayout, **choices: str) -> Page:
    """Return the page of a puzzle; the values of each choice are parted by spaces."""
    values = {choice: Choice(tuple(text.split())) for choice, text in choices.items()}
    return daily(name, layout.kind, title, page=page, layouts=layout.both(), board=layout.board, choices=values)


SITES = (
    daily(
        "abc_view",
        AbcView,
        "ABC View",
        page="showabcview",
        layouts=(ABC_VIEW,),
        board=DRAWN,
        choices={"which": Choice(tuple("123456"))},
        read_only=True,
    ),
    row("futoshiki", "Futoshiki", "showfutoshiki", FUTOSHIKI, size="5 4 6 7 8 9", diff="1 2 3"),
    row("hitori", "Hitori", "showhitori", HITORI, size="5 6 7 8 9 12", diff="1 2"),
    row("killer_sudoku", "Killer Sudoku", "showkillersudoku", KILLER_SUDOKU, diff="1 2 3"),
    row("light_up", "Light Up", "showlightup", LIGHT_UP, size="10 15 20", diff="Easy Medium Hard"),
    row("nonogrids", "Nonogrids", "shownonogrid", NONOGRIDS, size="10 15 20"),
    row("skyscrapers", "Skyscrapers", "showskyscrapers", SKYSCRAPERS, size="4 5 6 7 8 9", diff="1 2 3"),
    row("sudoku", "Sudoku", "showsudoku", SUDOKU, diff="1 2 3 4 5 6"),
    row("tents", "Tents", "showtents", TENTS, size="8 16 20", diff="Easy Medium"),
)
