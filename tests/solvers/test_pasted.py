"""Boards as people paste them, across kinds: read as what they are, or named in one sentence; nothing is dropped."""

from __future__ import annotations

import json
import re
from contextlib import nullcontext, suppress
from importlib.util import find_spec
from pathlib import Path

import pytest

from solvers import BadPuzzle, NotUnique, boards, dump_picture, kind_like, load, load_link, solve
from solvers._links.links import GENRES
from tests import SHARED
from tests.conftest import Givens
from tests.solvers.test_kinds import PUZZLES
from tests.tiers import spread

FOUR = {"box": [2, 2], "givens": ["1..4", "....", "....", "2..3"]}
SMALL = {"givens": ["3.2", "1.."]}
TENTS = {"trees": [".t.", "...", "t.."], "rows": [[1], [0], [1]], "columns": [[1], [0], [1]]}
TOWERS = {"givens": ["..."] * 3, "left": [2, 1, 3], "top": [2, 1, 3], "right": [2, 3, 1], "bottom": [2, 3, 1]}
SUGURU = {"givens": ["...", "1.2", ".3."], "regions": ["ABC", "ABC", "ABC"]}
RUNS = {"rows": [[4], [1, 2], [2, 2], [1]], "columns": [[2], [1, 1], [2, 1], [3], [1, 1]]}
MOONS = {"givens": ["1..0", ".0..", "..1.", "...."]}
SIGNED = MOONS | {"equal": [["R1C1", "R1C2"]], "opposite": [["R4C3", "R4C4"]]}
QUEENS = {"regions": ["AABB", "ACCB", "DCCB", "DDDB"]}
NORINORI = {"regions": ["AABCC", "BBBCC", "BDDCC", "DDDDD", "EEDDD"]}
LISTS = "4\n1 2\n2 2\n1\n{}2\n1 1\n2 1\n3\n1 1"
READ = [
    ("sudoku", "grid = [\n [1, 0, 0, 4],\n [0, 0, 0, 0],\n [0, 0, 0, 0],\n [2, 0, 0, 3],\n]", FOUR),
    ("sudoku", '[["1",".",".","4"],[".",".",".","."],[".",".",".","."],["2",".",".","3"]]', FOUR),
    ("sudoku", "int grid[4][4] = {{1,0,0,4},{0,0,0,0},{0,0,0,0},{2,0,0,3}};", FOUR),
    ("sudoku", "[[1 0 0 4]\n [0 0 0 0]\n [0 0 0 0]\n [2 0 0 3]]", FOUR),
    ("sudoku", "[1,0,0,4,0,0,0,0,0,0,0,0,2,0,0,3]", FOUR),
    ("sudoku", '{"board": [[1, 0, 0, 4], [0, 0, 0, 0], [0, 0, 0, 0], [2, 0, 0, 3]]}', FOUR),
    ("sudoku", "| 1 |   |   | 4 |\n|---|:-:|---|---|\n|   |   |   |   |\n|   |   |   |   |\n| 2 |   |   | 3 |", FOUR),
    ("sudoku", "1️⃣⬜⬜4️⃣\n⬜⬜⬜⬜\n⬜⬜⬜⬜\n2️⃣⬜⬜3️⃣", FOUR),
    ("sudoku", "\uff11．．\uff14\n．．．．\n．．．．\n\uff12．．\uff13", FOUR),
    ("sudoku", "1\t\t\t4\n\t\t\t\n\t\t\t\n2\t\t\t3", FOUR),
    ("sudoku", "1  4\n    \n    \n2  3", FOUR),
    ("sudoku", "1..4/..../..../2..3", FOUR),
    ("sudoku", "```\n1..4\n....\n....\n2..3\n```", FOUR),
    ("sudoku", "Grid 01\n1004\n0000\n0000\n2003", FOUR),
    ("sudoku", "Sudoku #12 (hard)\n\n1..4  // the first row\n....\n....\n2..3", FOUR),
    ("sudoku", '-- from a book\n"1004",\n"0000",\n"0000",\n"2003"', FOUR),
    ("sudoku", "puzzle = '1004000000002003'", FOUR),
    ("sudoku", "╔══╤══╗\n║1.│.4║\n║..│..║\n╟──┼──╢\n║..│..║\n║2.│.3║\n╚══╧══╝", FOUR),
    ("sudoku", "Sudoku\n+--+--+\n|1.|.4|\n|..|..|\n+--+--+\n|..|..|\n|2.|.3|\n+--+--+", FOUR),
    ("windoku", "1..4\n....\n....\n2..3", FOUR | {"windows": True}),
    ("sudoku", "diagonals: 1\n1..4\n....\n....\n2..3", FOUR | {"diagonals": True}),
    ("sudoku", "   0  1  2  3\n0  1  0  0  4\n1  0  0  0  0\n2  0  0  0  0\n3  2  0  0  3", FOUR),
    ("sudoku", "[[1. 0. 0. 4.]\n [0. 0. 0. 0.]\n [0. 0. 0. 0.]\n [2. 0. 0. 3.]]", FOUR),
    ("sudoku", "[[1.0, nan, nan, 4.0], [nan, nan, nan, nan], [nan, nan, nan, nan], [2.0, nan, nan, 3.0]]", FOUR),
    ("sudoku", '{"kind": "Sudoku", "givens": "1..4........2..3", "width": 4, "rows": 4, "size": [4, 4]}', FOUR),
    ("sudoku", '{"Type": "sudoku", "initial": [1, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 3], "title": "x"}', FOUR),
    ("sudoku", '[{"kind": "sudoku", "givens": ["1..4", "....", "....", "2..3"]}]', FOUR),
    ("sudoku", '{"kind": "sudoku", "puzzle": {"givens": ["1..4", "....", "....", "2..3"]}}', FOUR),
    ("queens", '{"kind": "queens", "areas": [[1, 1, 2, 2], [1, 3, 3, 2], [4, 3, 3, 2], [4, 4, 4, 2]]}', QUEENS),
    ("sudoku", "1. .4\n.. ..\n\n.. ..\n2. .3", FOUR),
    ("sudoku", ">1..4\n>....\n>....\n>2..3", FOUR),
    ("sudoku", 'board = """\n1..4\n....\n....\n2..3\n"""', FOUR),
    ("sudoku", "<!-- from a book -->\nKind:\xa0sudoku\n1..4\n....\n....\n2..3", FOUR),
    ("sudoku", 'kind = "sudoku"\ngivens = [\n"1..4",\n"....",\n"....",\n"2..3",\n]', FOUR),
    ("tents", "['    1 0 1', '1 : . t .', '0 : . . .', '1 : t . .']", TENTS),
    ("shikaku", "\t4\t.\n\t.\t.", {"size": [2, 2], "clues": [{"cell": "R1C1", "shape": "any", "area": 4}]}),
    ("lits", "regions:\nAABB\nCABB\nCABB\nCCCC\n\n# solved in minutes", {"regions": ["AABB", "CABB", "CABB", "CCCC"]}),
    ("killer", "regions:\nABC\nABC\nABC\n\ncorners:\n6+ 6 6\n. . .\n. . .", None),
    ("slitherlink", "+ + + +\n 3   2\n+ + + +\n\n+ + + +\n 2   3\n+ + + +", {"numbers": ["3.2", "2.3"]}),
    ("slant", ". 1 .\n1 2 .\n. . .", {"points": [".1.", "12.", "..."]}),
    ("kakurasu", "  1 2\n1 . . 3\n2 . . 2\n  1 3", {"rows": [[3], [2]], "columns": [[1], [3]]}),
    ("heyawake", "2 . .\n. . 1\n\nAAB\nABB", {"numbers": ["2.1", "..."], "regions": ["AAB", "ABB"]}),
    ("futoshiki", "2 . 1\nv . ^\n. . .\n\n. . .", None),
    ("tents", '{"grid": [".T.", "...", "T.."], "rows": [1, 0, 1], "cols": ["1", "0", "1"]}', TENTS),
    ("tapa", "2,2 .\n. .", {"lengths": [[22, None], [None, None]]}),
    ("yajilin", ". .\n1R .", {"size": [2, 2], "arrows": [{"cell": "R2C1", "direction": "right", "number": 1}]}),
    *(
        ("nonogram", text, RUNS)
        for text in (
            "[[4], [1, 2], [2, 2], [1]]\n[[2], [1, 1], [2, 1], [3], [1, 1]]",
            "rows = [[4],[1,2],[2,2],[1]]; columns = [[2],[1,1],[2,1],[3],[1,1]]",
            "Rows: 4 / 1 2 / 2 2 / 1\nColumns: 2 / 1 1 / 2 1 / 3 / 1 1",
            '{"rows": [4, [1, 2], "2 2", 1], "cols": ["2", "1 1", "2 1", "3", "1 1"]}',
        )
    ),
    *(
        ("norinori", text.format("https://puzz.link/p?norinori/5/5/cag4ocjo"), NORINORI)
        for text in ("<{}>", "({})", "[today's puzzle]({})", "https://example.com/?m=solve&p={}", "# mine\nHard: {}")
    ),
    ("norinori", "https://example.com/?p=https%3A%2F%2Fpuzz.link%2Fp%3Fnorinori%2F5%2F5%2Fcag4ocjo", NORINORI),
    ("fillomino", "# from a book\n3.2\n1..", SMALL),
    ("fillomino", "% generated\n3,,2\n1,,", SMALL),
    ("fillomino", "3;;2\n1;;", SMALL),
    ("fillomino", "+---+---+---+\n| 3 |   | 2 |\n+---+---+---+\n| 1 |   |   |\n+---+---+---+", SMALL),
    ("fillomino", "┌───┬───┬───┐\n│ 3 │   │ 2 │\n├───┼───┼───┤\n│ 1 │   │   │\n└───┴───┴───┘", SMALL),
    ("fillomino", "[[3, -1, 2], [1, -1, -1]]", SMALL),
    ("fillomino", "2x3\n3.2\n1..", SMALL),
    ("fillomino", "2 3\n3.2\n1..", SMALL),
    ("fillomino", "3?2\n1??", SMALL),
    ("fillomino", "  1 2 3\n1 3 . 2\n2 1 . .", SMALL),
    ("slitherlink", "3 2\n   \n2 3", {"numbers": ["3.2", "...", "2.3"]}),
    ("numberlink", "0.1\n...\n0.1", {"numbers": ["0.1", "...", "0.1"]}),
    ("flow free", "🔴⬛🔵\n⬛⬛⬛\n🔴⬛🔵", {"numbers": ["1.2", "...", "1.2"], "full": True}),
    ("numberlink", "a.A\n...\na.A", {"numbers": ["1.2", "...", "1.2"]}),
    ("tango", "☀ . . ☾\n. ☾ . .\n. . ☀ .\n. . . .", MOONS),
    ("Tango", "🌞⬜⬜🌙\n⬜🌙⬜⬜\n⬜⬜🌞⬜\n⬜⬜⬜⬜", MOONS),
    ("takuzu", "X__O\n_O__\n__X_\n____", MOONS),
    ("3-in-a-row", "X - - O\n- O - -\n- - X -\n- - - -", MOONS),
    ("yin_yang", "B..W\n.W..\n..B.\n....", MOONS),
    ("tango", "☀=. . ☾\n. ☾ . .\n. . ☀ .\n. . .≠.", SIGNED),
    ("mosaic", "1 2  \n 3 4 \n     ", {"numbers": ["1.2..", ".3.4.", "....."]}),
    ("masyu", "⚪..\n...\n..●", {"circles": ["w..", "...", "..b"]}),
    ("akari", "⬛⬜⬜\n⬜1️⃣⬜\n⬜⬜#", {"blocks": ["b..", ".1.", "..b"]}),
    ("tents", "  1 0 1\n1 . t .\n0 . . .\n1 t . .", TENTS),
    ("tents", ". 🌲 . 1\n. . . 0\n🌲 . . 1\n1 0 1", TENTS),
    ("tents", ". t . : 1\n. . . : 0\nt . . : 1\n1 0 1", TENTS),
    ("tents", ",1,0,1\n1,,t,\n0,,,\n1,t,,", TENTS),
    ("skyscrapers", "  2 1 3\n2 . . . 2\n1 . . . 3\n3 . . . 1\n  2 3 1", TOWERS),
    ("skyscrapers", ",2,1,3,\n2,,,,2\n1,,,,3\n3,,,,1\n,2,3,1,", TOWERS),
    ("suguru", "...\n1.2\n.3.\n\nRegions:\n1 10 2\n1 10 2\n1 10 2", SUGURU),
    ("suguru", "...\n1.2\n.3.\n\nabc\nabc\nabc", SUGURU),
    ("suguru", ". . .\n1 . 2\n. 3 .\n1 10 2\n1 10 2\n1 10 2", SUGURU),
    ("futoshiki", "2 . 1\n∨   ^\n. . .\n\n. < . .", None),
    *(("kenken", f"regions:\nAA\nBB\n\ncorners:\n2{sign} .\n3+ .", None) for sign in "÷:/·∙×"),
    ("shikaku", "4 .\n. .", {"size": [2, 2], "clues": [{"cell": "R1C1", "shape": "any", "area": 4}]}),
    ("shikaku", "4 0\n0 0", {"size": [2, 2], "clues": [{"cell": "R1C1", "shape": "any", "area": 4}]}),
    ("yajilin", ". .\n1→ .", {"size": [2, 2], "arrows": [{"cell": "R2C1", "direction": "right", "number": 1}]}),
    ("shingoki", "○4 .\n. .", {"size": [2, 2], "circles": [{"cell": "R1C1", "colour": "white", "number": 4}]}),
    ("kakuro", "\\ 6\\ 3\\\n\\3 . .\n\\6 . .", {"blocks": ["..", ".."], "rows": [[3], [6]], "columns": [[6], [3]]}),
    ("kakuro", "x,6|,3|\n|3,_,_\n|6,_,_", {"blocks": ["..", ".."], "rows": [[3], [6]], "columns": [[6], [3]]}),
    ("kakuro", "x,6\\,3\\\n\\3,0,0\n\\6,0,0", {"blocks": ["..", ".."], "rows": [[3], [6]], "columns": [[6], [3]]}),
    ("kakuro", "-1 6: 3:\n:3 0 0\n:6 0 0", {"blocks": ["..", ".."], "rows": [[3], [6]], "columns": [[6], [3]]}),
    ("kurodoko", "a = np.array([\n ['3 ', '  '],\n ['  ', '10']])", {"numbers": ["3.", ".a"]}),
    ("tapa", "[['   ', '1/1'],\n ['3  ', '   ']]", {"lengths": [[None, 11], [3, None]]}),
    ("shingoki", "[['  ', '2B'], ['3W', '  ']]", None),
    ("minesweeper", "1??\n???", {"numbers": [[1, None, None], [None, None, None]]}),
    ("light_up", "⬜⬛\n2️⃣⬜", {"blocks": [".b", "2."]}),
    ("kakuro", "⬛ 6\\ 3\\\n\\3 ⬜ ⬜\n\\6 ⬜ ⬜", {"blocks": ["..", ".."], "rows": [[3], [6]], "columns": [[6], [3]]}),
    ("nonogram", "Rows:\n2\n1\n\nColumns:\n2\n1", {"rows": [[2], [1]], "columns": [[2], [1]]}),
    ("nurikabe", '"2../.../..1"', {"numbers": ["2..", "...", "..1"]}),
    *((kind, f". {sign}\n2 .", {"numbers": [".?", "2."]}) for kind in ("kurotto", "nurimisaki") for sign in "oO○"),
    ("binairo", "W . . B\n" + ". . . .\n" * 3, {"givens": ["0..1", *["...."] * 3]}),
    ("nonogram", "5 4\n" + LISTS.format(""), RUNS),
    ("nonogram", LISTS.format("#\n"), RUNS),
    ("nonogram", ": rows\n" + LISTS.format(": columns\n"), RUNS),
    ("nonogram", "4\n5\n\n" + LISTS.format("\n"), RUNS),
    *(
        ("nonogram", f"width 2\nheight 2\n\nrows\n{rows}\n\ncolumns\n1\n2\n", {"rows": runs, "columns": [[1], [2]]})
        for rows, runs in (("1\n2", [[1], [2]]), ("0\n2", [[], [2]]), ("\n2", [[], [2]]), ("1\n", [[1], []]))
    ),
]  # fmt: skip
"""Texts with their kinds, and the fields that they have; None where it is enough that they are read."""
NAMED = [
    ("sudoku", "1 23 . 4\n. . . .\n. . . .\n. . . .", "R1C2 has the candidates 23"),
    ("hashi", "2.0\n...\n2..", "R1C3 holds 0"),
    ("fillomino", "3..\n1...", "row 2 has 4 cells, and row 1 has 3"),
    ("fillomino", "4 4\n3..\n1..", "the first line, '4 4', seems to be a size"),
    ("fillomino", "rows 2 cols 3\n3..\n1..", "the line 'rows 2 cols 3' is no row of a board"),
    ("nonogram", "#d\na:a red\n: rows\n1a\n: columns\n1a", "in colours"),
    ("renban sudoku", "1", "did you mean sudoku"),
    ("fillomino", "<table><tr><td>3</td></tr></table>", "a page, or a part of one"),
    ("nonogram", "rows: 1, 2\ncolumns: 1, 2", "is no row of a board"),
    ("sudoku", "1..4\n....\n....\n2..3\n\n1..4\n....\n....\n2..3", "the text has 2 boards"),
    ("kakuro", '{"blocks":["...","b.b"],"rows":[[13],[]],"columns":[[2],[4],[1,1]]}', "no run of two cells or more"),
    ("killer", '{"givens": [".", "."], "cages": [{"cells": ["R1C1", "R1C1"]}]}', "R1C1 is twice in the cages|boxes"),
    ("slitherlink", "pzprv3\nslither\n3\n3\n", "export the address"),
    ("slitherlink", "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection", "copy its game ID"),
    ("sudoku", "https://swaroopg92.github.io/penpa-edit/#m=edit&p=7V", "an address of Penpa"),
    ("sudoku", "https://sudokupad.app/fpuzN4IgzglgX", "SudokuPad, f-puzzles or another"),
    ("star_battle", "size: 2", "the picture holds no cells"),
    ("sudoku", "- -x - - - 2\n" + "- - - - - -\n" * 5, "has the sign 'x', which has no meaning"),
    (None, "kind: sudoku\na6" + "." * 79, "9 rows and columns has no digit 'a'"),
    (None, "https://puzz.link/p?aakari/2/2/k", r"'aakari', which givens does not have; did you mean akari\?"),
    ("lits", "+. .", r"R1C1 of the picture holds .\+\."),
    ("minesweeper", "1 @\n. .", "R1C2 of the picture holds '@'"),
    ("sudoku", "300000000\n" + "000000000\n" * 7 + "00000000", "row 9 has 8 cells, and row 1 has 9"),
    ("slant", "1: . .\n\n2: points:\n3: . 1 .\n4: . . .", "the line '2: points:'"),
    ("sudoku", "1..4\n....\n....\n2..3\n\n1324\n4231\n3142\n2413", "another that agrees with it, as its solution"),
    ("sudoku", "# nothing here yet", "the picture holds no cells"),
    ("lits", "regions:\n1: AAB\n2: AAB\n3: ABB", "'1:': a cell is a name"),
    ("fillomino", '{"numbers": ["3.2", "1.."], "width": 4}', "width: 4, but the board has 2 rows and 3"),
    ("killer", "regions:\nABC\nABC\nABC\n\ncorners:\n6- 6 6\n. . .\n. . .", "numbers in corners, but"),
    ("lits", "regions:\n        \nAAB\nABB", "line 2 of the picture holds no cells"),
    *(
        (kind, ". x\n2 .", "R1C2 of the picture holds 'x', which is no number")
        for kind in ("nurikabe", "kurodoko", "tapa")
    ),
    ("light_up", "2 3\n- w -\n1 - -", "R1C2 holds 32, but"),
    ("yajilin", "2 3\n- 1q -\n- - -", "R1C2 of the picture holds '1q': a clue is"),
    ("minesweeper", "a = [\n ['1', 'f'],\n ['.', '.'],\n]", "R1C2 holds 15, but"),
    *((kind, "⬜⬛\n1️⃣⬜", "R1C2 of the picture holds '⬛'") for kind in ("nurikabe", "yin_yang", "fillomino")),
    ("thermometers", "  2 1\n2 > o\n1 > o", "line 2 of the picture has '>'"),
    ("slitherlink", "+ + +\n3 3\n+ + +\n2 1\n+ + +", "line 2 of the picture is 2 wide, not 3"),
    (
        "hashi",
        "import { a } from b;\nc = [\n [0, 2],\n [2, 0],\n];\nd(c);",
        "the line 'import { a } from b;' is no row",
    ),
    (None, "m=edit&p=7V", "an address of Penpa"),
    ("binairo", "1..0\n....\n\nSolution:\n1100\n0011", "the line 'Solution:' is no row"),
    ("aquarium", "Puzzle 12 (hard) by Anna\n    1 0\n1 : . .\n0 : . .\n\nregions:\nAA\nBB", "the line 'Puzzle 12"),
    ("fillomino", '{| class="wikitable"\n| 3 || 2\n|}', "the line '{| class="),
]
"""Texts that are not read, each with what is said."""


@pytest.mark.parametrize(("kind", "text", "fields"), READ)
def test_read(kind: str, text: str, fields: dict[str, object] | None) -> None:
    """Frames, comments, separators, lists, sizes, other blanks, signs and sides are read."""
    puzzle = load(text, kind)

    assert fields is None or load({"kind": kind_like(kind), **fields}) == puzzle
    assert puzzle == load(dump_picture(puzzle))


@pytest.mark.parametrize(("kind", "text", "words"), NAMED)
def test_named(kind: str | None, text: str, words: str) -> None:
    """What is strange is named by what it is."""
    with pytest.raises(BadPuzzle, match=words):
        load(text, kind)


def test_hint_for_marks(givens: Givens) -> None:
    """`explain --marks` says the next step on a board as it stands, or which mark is wrong."""
    (givens.folder / "a.json").write_text('{"kind": "three_in_a_row", "givens": ["....", ".11.", ".1..", "0..."]}')
    asked = [givens("explain", "a.json", "--marks", f"{row}/.11./.1../0...", "--json") for row in ("1...", "0...")]

    assert ["step", "wrong"] == [json.loads(done.stdout)["what"] for done in asked]
    assert 2 == givens("explain", "a.json", "--marks", "1...", "--grade").returncode


def test_several_boards() -> None:
    """A text may have several boards: parted by blank lines, by names of kinds, or in a list."""
    one = "1..4\n....\n....\n2..3"

    assert [one, one] == boards(f"{one}\n\n{one}")
    assert [f"kind: sudoku\n{one}\n"] * 2 == boards(f"kind: sudoku\n{one}\n" * 2)
    assert [{"kind": "net"}] * 2 == [*map(json.loads, boards('[{"kind": "net"}, {"kind": "net"}]'))]
    assert [] == boards("1.2.\n....\n\n2.1.\n....")  # Bands of one board.
    for line in ("https://puzz.link/p?norinori/5/5/cag4ocjo", "53..7...." * 9):
        assert [line] * 2 == boards(f"# from a book\n- {line}\n\n2. {line}\n")
    assert 2 == len(boards(f"Grid 01\n{one}\n=====\n{one}")) == len(boards(f"kind: sudoku\n{one}\n\n{one}"))


LARGEST = {puzzle.KIND: puzzle for puzzle in PUZZLES.values() if puzzle.board.height > 2}


@pytest.mark.parametrize("kind", spread(LARGEST, of=3))
def test_nothing_is_dropped(kind: str) -> None:
    """Whatever sign stands in place of a blank, it is in the puzzle, or is a blank in all kinds, or is refused."""
    puzzle, drawn = LARGEST[kind], dump_picture(LARGEST[kind])
    start = drawn.index("\n")
    end = re.search(r"\n(?=regions:|path:|[a-z]+: R)|\Z", drawn).start()  # type: ignore[union-attr]
    blanks = [at for at in range(start, end) if drawn[at] == "."]
    for at in blanks[:: max(len(blanks) // 4, 1)]:
        for sign in ("5", "z", "#", "@", *(() if kind == "sudoku" else ("0",))):
            try:
                read = load(f"{drawn[:at]}{sign}{drawn[at + 1 :]}")
            except BadPuzzle:
                continue

            assert puzzle != read, (sign, at)
    for blank in "_*-·":
        assert puzzle == load(drawn[:start] + drawn[start:end].replace(".", blank) + drawn[end:]), blank


CASES = SHARED / "cases"
OF_KINDS = {"08_percent": "sudoku", "08": "fillomino", "09_k": "kakuro", "12": "nonogram", "13": "sudoku", "01": "flow"}
SEVERAL = "04_ 05_ 09_kakuro_backslash 11_ 13_"
"""What begins the names of texts with several solutions."""
WRONG = {"14": "no rectangle on a board of 3×3", "17_cage": "which 1 digit"}
ELSEWHERE = "15 16_several 17_f 17_g 01_numberlink_17 08_two README"


@pytest.mark.skipif(not CASES.is_dir(), reason="the texts belong to their makers and are not part of the project")
def test_texts_that_failed() -> None:
    """Texts that were refused once are read, with one solution where they have one, or named."""
    for path in sorted({*CASES.glob("text/*"), *CASES.glob("files/*")}):
        kind = next((kind for begun, kind in OF_KINDS.items() if path.name.startswith(begun)), None)
        text = path.read_bytes().decode()
        if path.name.startswith((*WRONG,)):
            with pytest.raises(BadPuzzle, match="|".join(WRONG.values())):
                load(text)
        elif not path.name.startswith((*ELSEWHERE.split(),)):
            puzzle = load(text, kind if path.parent.name == "text" else None)
            with suppress(NotUnique) if path.name.startswith((*SEVERAL.split(),)) else nullcontext():
                assert solve(puzzle).puzzle == puzzle


@pytest.mark.skipif(find_spec("ppbench") is None, reason="pip install ppbench for its addresses")
def test_addresses_of_others() -> None:
    """All puzzles of a public collection that are of our kinds are solved, also with borders that end in a region."""
    (folder,) = find_spec("ppbench").submodule_search_locations or [""]  # type: ignore[union-attr]
    lines = (Path(folder) / "bundled" / "golden_300.jsonl").read_text(encoding="utf-8").splitlines()
    ours = {name for genre in GENRES for name in (genre.name, *genre.aliases)}
    links = [found["puzzle_url"] for found in map(json.loads, lines) if found["pid"] in ours]

    assert len(links) >= 210
    assert all(puzzle.is_solved_by(solve(puzzle).grid) for puzzle in map(load_link, links))
