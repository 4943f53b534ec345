"""Puzzles that are none, of each kind: what is malformed is refused, and clues that contradict each other are named."""

from __future__ import annotations

from typing import Any

import pytest

from tests.brute import clash, refused
from tests.tiers import spread

BLANK, SMALL = ["...."] * 4, ["..", ".."]
CIRCLE = {"cell": "R2C2", "colour": "black", "number": 5}
ARROW = {"cell": "R1C1", "direction": "right", "number": 2}
CLUE = {"cell": "R1C1", "shape": "any"}
SOUND: dict[str, dict[str, Any]] = {
    "abc_view": {"letters": 2, "givens": ["..."] * 3},
    "aquarium": {"rows": [[]], "columns": [[], []]},
    "battleships": {"parts": ["..."], "fleet": 10, "rows": [[]], "columns": [[]] * 3},
    "calcudoku": {"givens": ["..."] * 3},
    "killer_sudoku": {"box": [2, 2], "givens": BLANK},
    "n_queens": {"givens": ["....."] * 5},
    "off_by_one_sums": {"rows": [[3], [], []], "columns": [[1], [], []], "highest": 3},
    "patches": {"size": [3, 3], "clues": [CLUE]},
    "pips": {"regions": ["AA"], "dominoes": [[1, 2]]},
    "queens": {"givens": ["..."] * 2},
    "shingoki": {"size": [3, 3]},
    "skyscrapers": {"givens": SMALL},
    "stitches": {"regions": ["AB", "AB"], "rows": [[2], []], "columns": [[], [2]], "stitches": 1},
    "sudoku": {"box": [2, 2], "givens": BLANK},
    "tents": {"rows": [[]], "columns": [[], []]},
    "thermometers": {"rows": [[]], "columns": [[], [1]]},
    "yajilin": {"size": [3, 3]},
}
"""Fields that a row below does not name."""


def cages(*listed: str) -> dict[str, Any]:
    """Return cages: in each text the cells, what they are to make, and how."""
    made = []
    for *cells, number, sign in map(str.split, listed):
        says = {"sum": int(number)} if sign == "sum" else {"target": int(number), "operation": sign}
        made.append({"cells": cells, **says})
    return {"cages": made}


def condition(says: str, number: int | None = None, cell: str = "R1C1") -> dict[str, Any]:
    """Return a condition of a board of Pips."""
    return {"cell": cell, "says": says, "number": number}


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("abc_view", {"givens": SMALL, "letters": 3}, "letters: 3, but a line of 2 cells holds 1 to 2"),
    ("abc_view", {"givens": ["2.", ".."], "letters": 1}, "givens: R1C1 holds 2, but a cell is blank or holds 0 or 1"),
    ("battleships", {"parts": ["5.."]}, "R1C1 holds 5, but a cell is blank or holds 0, 1, o, m, n, e, s or w"),
    ("battleships", {"fleet": 0}, "fleet: 0, but it has a digit for each length of a ship that fits into a line"),
    ("battleships", {"fleet": 1000}, "fleet: 1000, but"),
    ("binairo", {"givens": ["...", "..."]}, "givens: 3 columns"),
    ("binairo", {"givens": ["..", "..", ".."]}, "givens: 3 rows"),
    ("binairo", {"givens": ["..", ".2"]}, "givens: R2C2 holds 2"),
    ("calcudoku", cages("R1C1 R1C2 R1C3 1 -"), "cannot make -1: a target is 1 or more"),
    ("calcudoku", cages("R1C1 R1C2 0 +"), r"cannot make \+0"),
    ("calcudoku", cages("R1C1 R1C2 3 %"), "operation"),
    ("dominosa", {"numbers": ["00", "0."]}, "numbers: 4 cells, but dominoes from 0 to 0 cover 2"),
    ("dominosa", {"numbers": ["011", "110"]}, "numbers: 2 cells hold 0, but 3 halves of dominoes do"),
    ("futoshiki", {"givens": SMALL, "less": [["R1C1", "R1C2"], ["R1C2", "R1C1"]]}, "R1C1 and R1C2 has both signs"),
    ("galaxies", {"size": [2, 2], "centres": ["R1C2"]}, "centres: R1C2 is not inside the doubled board of 2×2"),
    ("galaxies", {"size": [0, 2], "centres": []}, "size: 0×2"),
    ("hashi", {"numbers": ["19"]}, "R1C2 holds 9, but a cell is blank or holds a number from 1 to 8"),
    ("hashi", {"numbers": SMALL}, "no cell holds a number"),
    ("heyawake", {"numbers": ["12"], "regions": ["AA"]}, "numbers: R1C1 and R1C2 are in one room"),
    ("heyawake", {"numbers": ["1."], "regions": ["AAA"]}, "regions: 1×3, but numbers are 1×2"),
    ("hitori", {"numbers": ["1."]}, "numbers: R1C2 is blank"),
    ("jigsaw_sudoku", {"regions": ["AAB", "ABB", "CC"], "givens": ["..."] * 3}, "the board is a square"),
    ("jigsaw_sudoku", {"regions": ["AAB", "ABB", "CCB"], "givens": ["..."] * 3}, "B has 4 cells, but a row has 3"),
    ("kakurasu", {"rows": [[4]], "columns": [[], []]}, "row 1: the sum 4, but the numbers of all its cells"),
    ("kakurasu", {"rows": [], "columns": [[]]}, "rows: a board has at least one"),
    ("kakuro", {"blocks": ["1."], "rows": [[3]], "columns": [[], []]}, "blocks: R1C1 holds 1"),
    ("kakuro", {"blocks": [".."], "rows": [[]], "columns": [[], []]}, "row 1: no sum, but it has 1 run of two"),
    ("kakuro", {"blocks": [".."], "rows": [[18]], "columns": [[], []]}, "row 1: the sum 18, which 2"),
    ("kakuro", {"blocks": [".b"], "rows": [[]], "columns": [[], []], "givens": [".1"]}, "R1C2 holds 1, but it"),
    ("killer_sudoku", cages("R1C1 R2C2 3 sum"), "R2C2 is cut off from the rest of its cage, which holds R1C1"),
    ("killer_sudoku", cages("R1C1 3 sum", "R1C1 3 sum"), "cages: R1C1 is twice in the cages"),
    ("killer_sudoku", cages("0 sum"), "cages: a cage has no cell, but 1 to 4 digits can differ"),
    ("killer_sudoku", cages("R1C1 R1C2 8 sum"), "cage of R1C1 has the sum 8, which 2 digits cannot have"),
    ("light_up", {"blocks": [".5"]}, "R1C2 holds 5, but a cell is blank or holds a number from 0 to 4 or b"),
    ("masyu", {"circles": [".c"]}, "circles: R1C2 holds 12, but a cell is blank or holds b or w"),
    ("minesweeper", {"numbers": ["9."]}, "R1C1 holds 9, but a cell is blank or holds a number from 0 to 8"),
    ("minesweeper", {"numbers": ["1."], "mines": 2}, "mines: 2, but 1 cells have no number"),
    ("mosaic", {"numbers": ["a"]}, "numbers: R1C1 holds 10, but a cell is blank or holds a number from 0"),
    ("n_queens", {"givens": ["...", "..."]}, "givens: 2 rows and 3 columns, but the board is 2×2"),
    ("n_queens", {"givens": ["..", ".2"]}, "givens: R2C2 holds 2, but a cell is blank or holds 0 or 1"),
    ("net", {"tiles": ["1.1"]}, "tiles: R1C2 is blank, but each cell holds a tile"),
    ("net", {"tiles": ["1g1"]}, "R1C2 holds 16, but a cell is blank or holds a sum of arms from 1 to 15"),
    ("net", {"tiles": ["111"]}, "tiles: they have 3 arms, but 4 join 3 tiles without a loop"),
    ("net", {"tiles": ["f11", "112"]}, "tiles: they have 9 arms"),
    ("net", {"tiles": ["f11", "113"]}, "tiles: R1C1 holds f, which would have an arm off the board"),
    ("net", {"tiles": ["151"], "wraps": True}, "wraps: a board that wraps has at least 3 rows and columns"),
    ("nonogram", {"rows": [[-1]], "columns": [[]]}, "row 1: a run of -1 cells"),
    ("nonogram", {"rows": [[1, 1]], "columns": [[1], [1]]}, "row 1: runs of 1 and 1 do not fit into 2 cells"),
    ("nonogram", {"rows": [[1]], "columns": [[2]]}, "column 1: runs of 2 do not fit into 1 cells"),
    ("norinori", {"regions": ["AA", "A"]}, "regions: row 2 has 1 cells, but row 1 has 2"),
    ("numberlink", {"numbers": ["1.1", "..1"]}, "1 stands there 3 times, but a line joins two of it"),
    ("numberlink", {"numbers": ["1.", ".."]}, "1 stands there 1 time, but a line joins two of it"),
    ("off_by_one_sums", {"highest": 0}, "highest: 0 is not in 1 … 50"),
    ("off_by_one_sums", {"rows": [[3], [-1], []]}, "rows: row 2 has the sum -1, off by one"),
    ("off_by_one_sums", {"rows": [[3], [8], []]}, "rows: row 2 has the sum 8, off by one"),
    ("off_by_one_sums", {"columns": [[], [1, 1, 1], []]}, "column 2 has the sums 1, 1 and 1, each off by one"),
    ("off_by_one_sums", {"rows": [[10**30], [], []]}, "rows: row 1 has the sum 1000"),
    ("patches", {"size": [3, 51]}, "size: 51 columns, but a board has from 1 to 50"),
    ("patches", {"clues": []}, "clues: a board has at least one, but there are none"),
    ("patches", {"clues": [CLUE, CLUE | {"area": 1}]}, "clues: R1C1 has two"),
    ("patches", {"clues": [CLUE | {"cell": "R1C4"}]}, "clues: R1C4 is off the board of 3×3"),
    ("patches", {"clues": [CLUE | {"area": 5}]}, "no rectangle on a board of 3×3 is a rectangle of 5 cells, as R1C1"),
    ("patches", {"clues": [CLUE | {"shape": "square", "area": 6}]}, "is a square of 6 cells, as R1C1 says"),
    ("patches", {"clues": [CLUE | {"shape": "tall", "area": 4}]}, "is higher than wide, of 4 cells, as R1C1 says"),
    ("patches", {"clues": [{"cell": "R1C1"}]}, r"patches: clues\[0\].shape is missing"),
    ("patches", {"patches": []}, "no field is called 'patches'; its fields are size, clues"),
    ("pips", {"regions": ["AAA"]}, "dominoes: 1 cover 2 cells, but the board has 3"),
    ("pips", {"regions": [".."], "dominoes": []}, "dominoes: 0 cover 0 cells, but the board has 0"),
    ("pips", {"dominoes": [[1, 10]]}, "dominoes: 1-10, but a half has 0 to 9 pips"),
    ("pips", {"conditions": [condition("equal", cell="R2C1")]}, "conditions: R2C1 is not on the board"),
    ("pips", {"conditions": [condition("sum")]}, "conditions: R1C1 says sum None"),
    ("pips", {"conditions": [condition("sum", 10**12)]}, "its region holds at most 18"),
    ("pips", {"conditions": [condition("equal", 1)]}, "conditions: R1C1 says equal 1"),
    ("pips", {"conditions": [condition("equal"), condition("less", 1, "R1C2")]}, "R1C2 are in one region"),
    ("queens", {"regions": []}, "regions: 0 regions, but 0 rows"),
    ("queens", {"regions": ["ABC"] * 2}, "row 1 has 3 cells, but there are 2 rows and the board is square"),
    ("queens", {"regions": ["AB", "A."]}, "regions: R2C2 holds '.', but a region is named by a letter or a number"),
    ("queens", {"regions": ["AB", "AB"]}, "givens: 2 rows and 3 columns, but the board is 2×2"),
    ("queens", {"regions": ["XYZ", "XXZ", "XYZ"]}, "R3C2 is cut off from the rest of region Y, which holds R1C2"),
    ("renzoku", {"givens": ["..."]}, "givens: 1×3, but the board is a square"),
    ("shakashaka", {"blocks": ["5."]}, "R1C1 holds 5, but a cell is blank or holds a number from 0 to 4 or b"),
    ("shingoki", {"circles": [CIRCLE | {"cell": "R4C1"}]}, "R4C1 is off the board of 3×3"),
    ("shingoki", {"circles": [CIRCLE, CIRCLE]}, "R2C2 has two"),
    ("shingoki", {"circles": [CIRCLE | {"number": 1}]}, "R2C2 says 1, but a number is 2 or more"),
    ("shingoki", {"size": [0, 1], "circles": []}, "size: 0×1, but a board has at least one row"),
    ("skyscrapers", {"left": [3, None]}, "left: 3 in place 1, but 1 to 2 are seen"),
    ("skyscrapers", {"top": [None]}, "top: 1 numbers, but the board has 2 lines"),
    ("slant", {"points": ["5.", ".."]}, "points: R1C1 holds 5"),
    ("slant", {"points": ["1", "."]}, "2×1, but a board has corners in at least 2 rows and columns"),
    ("slitherlink", {"numbers": [".5"]}, "R1C2 holds 5, but a cell is blank or holds a number from 0 to 4"),
    ("star_battle", {"regions": ["AB", "AB"], "stars": 0}, "stars: 0, but each line holds one at least"),
    ("star_battle", {"regions": ["AA", "AA"]}, "regions: 1 regions, but 2 rows, and each holds one star"),
    ("star_battle", {"regions": ["AB", "A"]}, "row 2 has 1 cells"),
    ("stitches", {"stitches": 0}, "stitches: 0, but at least one joins two regions"),
    ("stitches", {"rows": [[], [], []]}, "rows: 3 of them, but the board has 2"),
    ("sudoku", {"box": [0, 4]}, "box: 0×4, but a box has 1 to 50 cells"),
    ("sudoku", {"box": [6, 9]}, "box: 6×9, but a box has 1 to 50 cells"),
    ("sudoku", {"box": [2, 3]}, "givens: 4 rows and 4 columns, but a board with boxes of 2×3 is 6×6"),
    ("sudoku", {"givens": BLANK[:3]}, "givens: 3 rows and 4 columns"),
    ("sudoku", {"givens": ["....", "...5", "....", "...."]}, "givens: R2C4 holds 5, but .* from 1 to 4"),
    ("sudoku", {"thermometers": [["R1C1", "R1C3"]]}, "thermometers: R1C1 and R1C3 do not touch"),
    ("sudoku", {"arrows": [["R1C1"]]}, "arrows: each has two different cells of the board or more"),
    ("sudoku", {"arrows": [["R4C4", "R5C4"]]}, "arrows: each has two different cells of the board or more"),
    ("sudoku", {"double": [["R1C1", "R1C2"]], "consecutive": [["R1C2", "R1C1"]]}, "R1C1 and R1C2 has both dots"),
    ("sudoku", {"windows": True, "box": [1, 4]}, "windows: only a board with square boxes has them"),
    ("suguru", {"regions": ["AAB"], "givens": ["..."] * 2}, "2 rows and 3 columns, but the regions have 1 and 3"),
    ("suguru", {"regions": ["AAB"], "givens": ["..2"]}, "R1C3 holds 2, but its region holds the numbers from 1 to 1"),
    ("suguru", {"regions": ["A" * 51], "givens": ["." * 51]}, "the region of R1C1 has 51 cells, more than 50"),
    ("tapa", {"lengths": [[10, None]]}, "lengths: R1C1 holds 10, but a clue is 0 or up to four digits"),
    ("tents", {"trees": ["1."]}, "trees: R1C1 holds 1"),
    ("tents", {"rows": [[1, 1]], "trees": ["t."]}, "rows: row 1 has 2 numbers"),
    ("thermometers", {"thermometers": [["R1C1"], ["R1C1"]]}, "thermometers: R1C1 occurs twice"),
    ("thermometers", {"columns": [[]] * 3, "thermometers": [["R1C1", "R1C3"]]}, "R1C1 and R1C3 share no edge"),
    ("yajilin", {"arrows": [ARROW | {"number": -1}]}, "R1C1 says -1"),
    ("yajilin", {"size": [1, 1], "arrows": []}, "no two neighbours are left for the loop"),
    ("zero_hn0", {"numbers": [[None, 10000]]}, "R1C2 holds 10000, but a cell is blank or holds a number from 0 to 9"),
    ("zip", {"givens": SMALL}, "givens: no cell holds 1"),
    ("zip", {"givens": ["12", "2."]}, "givens: R1C2 and R2C1 both hold 2"),
    ("zip", {"givens": [[1, 2], [None, 2501]]}, "givens: R2C2 holds 2501"),
]


@pytest.mark.parametrize(("kind", "fields", "words"), REFUSED)
def test_malformed(kind: str, fields: dict[str, Any], words: str) -> None:
    """The error for a board that its kind does not have names the field, and the cell or line in it."""
    refused(words, kind, **SOUND.get(kind, {}) | fields)


CLASHES: list[tuple[str, dict[str, Any], str]] = [
    ("abc_view", {"left": [1, None, None], "right": [1, None, None]}, "A .* but A is the first .* from the right"),
    ("aquarium", {"columns": [[1], [0]], "regions": ["AA"]}, ".* but column 2 has no cell of water and the region"),
    ("aquarium", {"rows": [[-1], []], "regions": ["AB", "AB"]}, ""),
    ("battleships", {"parts": ["o..."], "columns": [[]] * 4}, "R1C1 is a .*, but R1C1 is printed as o"),
    ("battleships", {"parts": [".0.0"], "rows": [[2]], "columns": [[]] * 4}, "R1C2 is water, but R1C4 is water"),
    ("binairo", {"givens": BLANK * 2}, ""),
    ("calcudoku", cages("R1C1 R1C2 6 *", "R1C3 3 +"), "R1C1 and R1C2 multiply to 6, but the cage R1C3 is 3"),
    ("dominosa", {"numbers": ["0110", "1022", "2012"]}, "one domino is 0-0, but one domino is 1-1"),
    ("fillomino", {"givens": ["21.", "3..", "..."]}, "R1C1 is 2, but R1C2 is 1 and R2C1 is 3"),
    ("fillomino", {"givens": ["11" + "." * 63]}, "R1C2 is 1, which"),
    ("futoshiki", {"givens": [".1", ".."], "less": [["R1C1", "R1C2"]]}, "R1C2 is 1, but R1C1 < R1C2"),
    ("galaxies", {"size": [1, 2], "centres": ["R2C2", "R2C3"]}, "R1C1 touches the galaxy of R1C1, which"),
    ("galaxies", {"size": [2, 2], "centres": ["R2C2"]}, "R.C. would belong to no galaxy, or to two, which"),
    ("hashi", {"numbers": ["1.2", "...", "1.1"]}, "R1C1 has 1 bridge, but R3C3 has 1 bridge$"),
    ("hashi", {"numbers": ["1."]}, "R1C1 has 1 bridge, which the rules forbid"),
    ("hitori", {"numbers": ["111", "111"]}, "row 1 keeps at most one 1"),
    ("kakurasu", {"rows": [[3], []], "columns": [[], [2]]}, ".*, but the filled cells of column 2 add up to 2"),
    ("kakuro", {"blocks": SMALL, "rows": [[3], [17]], "columns": [[3], [17]]}, "the digits .*, but the digits"),
    ("killer_sudoku", cages("R1C1 R1C2 3 sum", "R2C1 R2C2 3 sum"), ".* add up to 3, but the 2 cells from R2C1"),
    ("kurodoko", {"numbers": ["7...", "...."]}, "R1C1 sees 7 white cells"),
    ("light_up", {"blocks": ["1.0", "b.."]}, "R1C1 has 1 bulb beside it, but R1C3 has no bulb beside it"),
    ("masyu", {"circles": ["...", ".b.", "..."]}, "the loop turns at R2C2 and goes straight beside it, which"),
    ("minesweeper", {"numbers": ["1..1"], "mines": 1}, "R1C1 has 1 mine.* and the board has 1 mine"),
    ("mosaic", {"numbers": ["4.", "..", ".0"]}, "4 cells from R1C1 to R2C2 are filled, but no cell"),
    ("n_queens", {"givens": ["0"]}, "R1C1 is empty, which the rules forbid"),
    ("n_queens", {"givens": ["1...1", *["....."] * 3, "...0."]}, "R1C1 is a queen, but R1C5 is a queen$"),
    ("n_queens", {"givens": ["1....", ".....", ".....", "...1.", "...0."]}, "R1C1 is a queen, but R4C4 is a queen$"),
    ("net", {"tiles": ["333", "317", "511"], "wraps": True}, ""),
    ("nonogram", {"rows": [[3], [], [1]], "columns": [[1], [2], [1]]}, "row 2 .*, but column 2 has the run 2$"),
    ("nonogram", {"rows": [[1, 2, 3, 2, 1, 2, 2]] * 2, "columns": [[]] * 40}, "row 1"),
    ("norinori", {"regions": ["ABB"]}, "the region of R1C1 has two filled cells, which the rules forbid"),
    ("numberlink", {"numbers": ["12", "21"]}, ""),
    ("nurikabe", {"numbers": ["3.1", "...", "..."]}, "the island of R1C1 has 3 cells"),
    ("off_by_one_sums", {"rows": [[1]], "columns": [[]]}, "row 1 has the sum 1, off by one, but column 1 has no sums"),
    ("patches", {"clues": [{"cell": "R2C3", "shape": "wide", "area": 3}, CLUE]}, "patch 2 .*R2C3. is wider than high"),
    ("pips", {"conditions": [condition("sum", 6)]}, "the pips of the region of R1C1 add up to 6"),
    ("renzoku", {"givens": ["..."] * 3, "consecutive": [["R1C1", "R1C2"]]}, "R.C. and R.C. are not consecutive, but"),
    ("shakashaka", {"blocks": ["1.", "b."]}, "R1C1 has 1 triangle beside it, which the rules forbid"),
    ("shingoki", {"circles": [CIRCLE]}, "the loop turns at R2C2, and both parts are 5 long, which"),
    ("skyscrapers", {"left": [2, None], "right": [2, None]}, ".* left, but row 1 shows 2 buildings from the right"),
    ("slant", {"points": ["0..", ".4.", "..."]}, "the corner of R1C1 at the rim.* but the corner of R1C1 and"),
    ("slitherlink", {"numbers": ["0...", "...3", "...4"]}, "R2C4 .* but R3C4 has 4 lines around it$"),
    ("star_battle", {"regions": ["ABCCC", *["CCCCC"] * 3, "CCDDE"]}, "region A .*, but region B holds one star"),
    ("stitches", {}, "column 2 has 2 ends of stitches, which"),
    ("sudoku", {"givens": ["1..1", *BLANK[1:]]}, "R1C1 is 1, but R1C4 is 1$"),
    ("sudoku", {"givens": ["1...", "....", "1...", "...."]}, "R1C1 is 1, but R3C1 is 1$"),
    ("sudoku", {"givens": ["1...", ".1..", "...3", "...."]}, "R1C1 is 1, but R2C2 is 1$"),
    ("suguru", {"regions": ["AAA"], "givens": ["1.1"]}, "R1C1 is 1, but R1C3 is 1"),
    ("tapa", {"lengths": [[11, None, None], [None] * 3]}, ".*but the runs of filled cells around R1C1 have 1"),
    ("tents", {"rows": [[0]], "columns": [[]] * 4, "trees": [".t.."]}, "row 1 has no tent, which the rules forbid"),
    ("thermometers", {"rows": [[1]], "thermometers": [["R1C1", "R1C2"]]}, ".* but column 2 has 1 filled cell"),
    ("yajilin", {"arrows": [ARROW]}, "R1C1 points right at 2 shaded cells, which"),
    ("zero_hn0", {"numbers": ["3..0"]}, "R1C1 sees 3 other dots, but R1C4 is a wall"),
    ("zip", {"givens": ["1.", ".2"]}, "R1C1 is 1, but R2C2 is 2$"),
    ("zip", {"givens": ["1..", "2.."], "walls": [["R1C3", "R2C3"]]}, ".*a wall separates R1C3 and R2C3"),
]


@pytest.mark.parametrize(("kind", "fields", "words"), spread(CLASHES, lambda clash: clash[0], of=3))
def test_contradictions(kind: str, fields: dict[str, Any], words: str) -> None:
    """Clues that contradict each other are no malformed puzzle: the error names them."""
    clash(f"no solution: {words}", kind, **SOUND.get(kind, {}) | fields)
