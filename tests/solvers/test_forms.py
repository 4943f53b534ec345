"""Puzzles in the forms of other programs, and as people write them."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from solvers import (
    KINDS,
    BadPuzzle,
    Glyph,
    Grid,
    Queens,
    StarBattle,
    Sudoku,
    dump_link,
    is_line,
    kind_like,
    load,
    load_link,
    load_picture,
    picture_text,
)
from solvers._links.ids import GAMES
from solvers._links.links import GENRES
from tests import SHARED, player
from tests.conftest import Givens

SIGNS = "016400000200009000400000062070230100100000003003087040960000005000800007000006820"
ROWS = [SIGNS[at : at + 9] for at in range(0, 81, 9)]
PLAIN = Sudoku((3, 3), Grid.parse([row.replace("0", ".") for row in ROWS]))
REGIONS = ["AABCC", "AABDD", "AABBD", "BBBBB", "EEBBB"]
QUEENS = Queens(tuple(REGIONS))
NON = 'catalogue "x"\ntitle "a"\nwidth 2\nheight 2\n\nrows\n{rows}\n\ncolumns\n1\n2\n\ngoal "0111"\n'
EDGE, WALL = "+-------+-------+-------+", "|"


def framed(blank: str, wall: str = WALL, edge: str = EDGE) -> str:
    """Draw the Sudoku in a frame, a space around each sign."""
    lines = [edge]
    for number, row in enumerate(ROWS, start=1):
        boxes = [f" {' '.join(row[at : at + 3].replace('0', blank))} " for at in (0, 3, 6)]
        lines += [f"{wall}{wall.join(boxes)}{wall}", *[edge] * (number % 3 == 0)]
    return "\n".join(lines)


def renamed(names: list[Any]) -> list[list[Any]]:
    """Return the regions by other names than A to E."""
    return [[names["ABCDE".index(letter)] for letter in row] for row in REGIONS]


@pytest.mark.parametrize(
    "text",
    [
        *(SIGNS.replace("0", blank) for blank in "0._-* "),
        f"{SIGNS},{SIGNS}",
        f"{SIGNS.replace('0', '.')} # easy, from a book",
        f"#A comment\n{SIGNS}\n",
        f":0000:x:{SIGNS.replace('0', '.')}:::",
        f"https://www.sudokuwiki.org/sudoku.htm?bd={SIGNS}",
        f"https://sudokupad.app/{SIGNS}",
        *("\n".join(row.replace("0", blank) for row in ROWS) for blank in "0.-*"),
        "\n".join(" ".join(row) for row in ROWS),
        *(framed(blank) for blank in "0. "),
        framed(".", "│", "├───────┼───────┼───────┤"),
        "\n".join([" *-----------*", *(f" |{row[:3]}|{row[3:6]}|{row[6:]}|" for row in ROWS), " *-----------*"]),
        "\n".join(["#AAuthor", "#LEasy", "[Puzzle]", *ROWS, "[State]", *ROWS]),
    ],
)
def test_sudoku(text: str) -> None:
    """The signs of a Sudoku are read from a line, a grid, a frame, a file or an address."""
    assert PLAIN == load_picture(text)


@pytest.mark.parametrize(
    ("signs", "last"),
    [("123456789ABCDEFG", 16), ("0123456789ABCDEF", 16), ("ABCDEFGHIJKLMNOP", 16), ("1234", 4), ("123456", 6)],
)
def test_other_sizes(signs: str, last: int) -> None:
    """Larger digits are letters; they count from 0 if 0 is no blank, and from A if there are no others."""
    side = len(signs)
    puzzle = load_picture(signs + "." * (side**2 - side), "sudoku")

    assert puzzle.given_marks is not None
    assert [*range(1, last + 1)] == [mark for _, mark in puzzle.given_marks.marked()]


@pytest.mark.parametrize("text", ["1..4\n.2..\n..3.\n4..1", "." * 81, "1234", "12345678"])
def test_what_may_be_anything(text: str) -> None:
    """A small board, or one without digits, needs the name of its kind."""
    assert not is_line(text)
    with pytest.raises(BadPuzzle, match="begins with a line like 'kind: tango'"):
        load_picture(text)


@pytest.mark.parametrize(
    "names", [[0, 1, 2, 3, 4], [7, 10, 2, 33, 1], ["red", "blue", "lime", "grey", "pink"], [*"🟥🟦🟪🟨🟩"], [*"edcba"]]
)
def test_regions(names: list[Any]) -> None:
    """Regions may have any names, in files and in drawings; stars get a default."""
    rows = renamed(names)

    assert QUEENS == load({"kind": "queens", "regions": rows})
    assert isinstance(load({"kind": "star_battle", "regions": rows}), StarBattle)
    assert QUEENS == load_picture("\n".join(" ".join(map(str, row)) for row in rows), "queens")


def test_objects_as_people_write_them() -> None:
    """Zeros are blanks or no runs, the sizes may be said, and the order does not matter."""
    lists = {"columns": [[1], 0], "width": 2, "height": 2, "rows": [[0], [1]], "kind": "nonogram"}
    sudoku = {"kind": "sudoku", "box": [3, 3], "givens": [[int(sign) for sign in row] for row in ROWS]}

    assert load({"kind": "nonogram", "rows": [[], [1]], "columns": [[1], []]}) == load(lists)
    assert PLAIN == load(sudoku) == load({**sudoku, "givens": ROWS})
    assert load({"kind": "zip", "givens": ["1.", ".2"]}) == load({"kind": "zip", "givens": ["10", "02"]})
    for drawn in ("    0 1\n0 : . .\n1 : . .", "    . 1\n. : . .\n1 : . ."):  # A line without runs.
        assert load({"kind": "nonogram", "rows": [[], [1]], "columns": [[], [1]]}) == load_picture(drawn, "nonogram")
    moons = {"kind": "tango", "givens": ["0..1", "....", ".1..", "...."]}  # A size drops no mark.
    assert load(moons) == load({**moons, "width": 4, "height": 4})


@pytest.mark.parametrize(
    ("value", "blank"),
    [
        ({"kind": "hashi", "numbers": ["2002", "0000"]}, {"numbers": ["2..2", "...."]}),
        ({"kind": "kurodoko", "numbers": [[10, 0], [0, 3]]}, {"numbers": [[10, None], [None, 3]]}),
        ({"kind": "kurodoko", "numbers": ["10 0", "0 3"]}, {"numbers": [[10, None], [None, 3]]}),
        ({"kind": "masyu", "circles": ["w0b", "000"]}, {"circles": ["w.b", "..."]}),
        ({"kind": "futoshiki", "givens": ["01", "00"]}, {"givens": [".1", ".."]}),
        ({"kind": "hashi", "numbers": ["2__2", "*-*-"]}, {"numbers": ["2..2", "...."]}),
        ({"kind": "skyscrapers", "givens": ["00", "00"], "top": [0, 2]}, {"givens": ["..", ".."], "top": [None, 2]}),
    ],
)
def test_zero_for_a_blank(value: dict[str, Any], blank: dict[str, Any]) -> None:
    """A 0 is a blank where a kind begins at 1, in files and in drawings."""
    puzzle = load({**value, **blank})
    (field,) = {"numbers", "circles", "givens"} & {*value}
    zeros = {cell: Glyph("0") for cell in getattr(puzzle, field).blanks()}
    picture = puzzle.picture()
    drawn = picture_text(replace(picture, glyphs={**picture.glyphs, **zeros}))

    assert puzzle == load(value) == load_picture(drawn, value["kind"])


def test_files_of_several(givens: Givens) -> None:
    """Each line of an `.sdm`, and each game of a file of OpenSudoku, is a puzzle; files may have other encodings."""
    game = f'<game created="0" data="{SIGNS}" state="0"/>'
    (givens.folder / "a.sdm").write_text(f"{SIGNS}\n{SIGNS.replace('0', '.')}\n\n")
    (givens.folder / "b.opensudoku").write_text(
        f'<?xml version="1.0"?>\n<opensudoku version="2">{game}{game}</opensudoku>'
    )
    (givens.folder / "c.txt").write_bytes("# Rätsel\n".encode("cp1252") + "\n".join(ROWS).encode())
    (givens.folder / "d.txt").write_bytes("\n".join(ROWS).encode("utf-16"))
    (givens.folder / "e.png").write_bytes(b"\x89PNG\r\n\x1a\n\0")
    done = givens("solve", "a.sdm", "b.opensudoku", SIGNS, "c.txt", "d.txt", "e.png", "--json")
    *lines, refused = (json.loads(line) for line in done.stdout.splitlines())

    assert "e.png is not UTF-8 text" == refused["error"]["message"]
    assert ["c.txt", "d.txt"] == [line["line"] for line in lines[5:]]
    assert ["one"] * 7 == [line["verdict"] for line in lines]
    assert ["a.sdm:1", "a.sdm:2", "b.opensudoku:1", "b.opensudoku:2", SIGNS] == [line["line"] for line in lines[:5]]


def test_name_as_long_as_a_board(givens: Givens) -> None:
    """A name of 16 or 81 signs is that of a file."""
    names = [f"{'n' * (length - 5)}.json" for length in (16, 81)]
    for name in names:
        (givens.folder / name).write_text('{"kind": "n_queens", "givens": ["1"]}')
    done = givens("solve", *names, "--json")

    assert ["n_queens"] * 2 == [json.loads(line)["puzzle"]["kind"] for line in done.stdout.splitlines()]


@pytest.mark.parametrize(
    ("form", "value"),
    [
        ("sdm", {"kind": "sudoku", "box": [3, 3], "givens": [*(row.replace("0", ".") for row in ROWS)]}),
        ("sudokuwiki", {"kind": "sudoku", "box": [3, 3], "givens": [*(row.replace("0", ".") for row in ROWS)]}),
        ("sdm", {"kind": "sudoku", "box": [4, 4], "givens": ["abcdefg123456789", *["." * 16] * 15]}),
        ("non", {"kind": "nonogram", "rows": [[1], [], [1, 1]], "columns": [[1], [], [2]]}),
    ],
)
def test_forms_are_written(form: str, value: dict[str, Any]) -> None:
    """A Sudoku and a nonogram are written as other programs read them."""
    puzzle = load(value)

    assert puzzle == load_picture(dump_link(puzzle, form), puzzle.KIND)


def test_forms_that_cannot_hold_a_puzzle() -> None:
    """A form of another kind, or for other boxes, is refused."""
    for value in ({"kind": "queens", "regions": ["A"]}, {"kind": "sudoku", "box": [1, 4], "givens": ["...."] * 4}):
        for host in ("sdm", "sudokuwiki"):
            with pytest.raises(BadPuzzle, match=f"{host} holds any sudoku with usual size"):
                dump_link(load(value), host)


FILES = SHARED / "cases" / "files"


@pytest.mark.skipif(not FILES.is_dir(), reason="the addresses belong to their makers and are not part of the project")
def test_addresses_that_failed() -> None:
    """Addresses that were refused once are read, and written back with the name that the page has."""
    text = (FILES.parent / "README.md").read_text(encoding="utf-8")
    queries = [f"https://puzz.link/p?{query}" for query in re.findall(r"p\?(\w+/\d[^`\s]*)", text)]

    assert len(queries) >= 4
    assert [] == [query for query in queries if load_link(dump_link(load_link(query))) != load_link(query)]


@pytest.mark.skipif(not player.SCRIPTS.is_dir(), reason=player.ABSENT)
def test_names_of_the_page(tmp_path: Path) -> None:
    """An address may have every name that the page's own engine takes."""
    script = tmp_path / "names.js"
    script.write_text(
        f"const {{ variety }} = require({json.dumps(str(player.SCRIPTS.parent))});"
        "variety.each((pid) => console.log([pid, ...Object.values(variety.info[pid].alias)].join(' ')));"
    )
    listed = subprocess.run(["node", script], check=True, capture_output=True, text=True).stdout  # noqa: S607 - as the tests of the page do
    ours = [{genre.name, *genre.aliases} for genre in GENRES]
    theirs = [{*line.split()} for line in listed.splitlines()]
    shared = [(mine, names) for names in theirs for mine in ours if mine & names]

    assert len(shared) >= len(ours) // 2
    assert [] == [names - mine for mine, names in shared if names - mine]


NAMES = {
    "takuzu": "binairo", "unruly": "three_in_a_row", "Akari": "light_up", "TOWERS": "skyscrapers",
    "unequal": "futoshiki",
    "singles": "hitori", "rect": "patches", "pattern": "nonogram", "pearl": "masyu", "range": "kurodoko",
    "bridges": "hashi", "loop": "slitherlink", "fences": "slitherlink", "3-in-a-row": "three_in_a_row",
    "3inarow": "three_in_a_row", "Killer Sudoku": "killer_sudoku", "Jigsaw": "jigsaw_sudoku", "0h h1": "binairo",
}  # fmt: skip
"""The names that people use."""


@pytest.mark.parametrize("name", NAMES)
def test_names(name: str) -> None:
    """A kind answers to the names that people use, in any case."""
    assert NAMES[name] == kind_like(name) == KINDS[name].KIND


def test_names_of_addresses() -> None:
    """Each name of an address and of a game ID is the name of a kind that has it, and says it to the other as well."""
    pairs = [(name, genre.kind) for genre in GENRES for name in (genre.name, *genre.aliases)]
    pairs += [(game.name, game.kind) for game in GAMES]
    shared = {name: {kind for other, kind in pairs if other == name} for name, _ in pairs}

    assert [] == [name for name, kinds in shared.items() if kind_like(name) not in kinds]
    assert load_link("https://puzz.link/p?akari/2/2/j") == load_link("https://puzz.link/p?Light_Up/2/2/j")
    assert load_link("unequal:3:0,0,0,0,0,0,0,0,0,") == load_link("futoshiki:3:0,0,0,0,0,0,0,0,0,")


@pytest.mark.parametrize(
    ("name", "meant"),
    [("aakari", "light_up (akari)"), ("soduko", "sudoku"), ("takzu", "binairo (takuzu)"), ("hashiwokakeru", "hashi")],
)
def test_near_misses(givens: Givens, name: str, meant: str) -> None:
    """The nearest of all names is suggested wherever a kind is named."""
    asked = [givens("kinds", name), givens("generate", name), givens("solve", "-", stdin=f'{{"kind": "{name}"}}')]

    assert all(f"did you mean {meant}" in done.stderr for done in asked)
