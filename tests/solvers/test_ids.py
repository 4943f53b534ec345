"""Game IDs of Simon Tatham's collection: read, written, refused.

They follow the `new_game_desc` of each game; some boards are smaller than its programs make.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import BadPuzzle, Puzzle, dump, dump_link, is_link, load, load_link
from solvers._core.model.grid import DIGITS
from solvers._links.ids import GAMES
from solvers._links.links import LINKED_KINDS
from tests.conftest import ROOT
from tests.solvers.test_kinds import PUZZLES
from tests.solvers.test_links import linked
from tests.tiers import examples, spread

GAME_KINDS = [game.kind for game in GAMES]
HOST = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/"
TREE = DIGITS.index("t")


def row(length: int, *marks: tuple[int, int]) -> list[list[int | None]]:
    """Return a board of one row with some marks at some places."""
    return [[dict(marks).get(at) for at in range(length)]]


def trees(at: int) -> dict[str, Any]:
    """Return a board of Tents of one row, with a tree behind so many places, and one behind that."""
    return {"kind": "tents", "trees": row(at + 2, (at, TREE)), "rows": [[1]], "columns": [[0]] * (at + 1) + [[1]]}


KNOWN: dict[str, dict[str, Any]] = {
    # A gap has 26 places at most, before and behind numbers of two digits.
    **{
        f"range:{at + 2}x1:{gap}12_3": {"kind": "kurodoko", "numbers": row(at + 2, (at, 12), (at + 1, 3))}
        for at, gap in ((0, ""), (1, "a"), (25, "y"), (26, "z"), (27, "za"), (52, "zz"))
    },
    # Letters that end in a tree or a mark have 25 places at most, and the last of them ends behind the board.
    **{
        f"tents:{at + 2}x1:{gap}a{',0' * (at + 1)},1,1": trees(at)
        for at, gap in ((0, "_"), (1, "a"), (24, "x"), (25, "y"), (26, "za"), (27, "zb"), (52, "zzb"))
    },
    **{
        f"unruly:2x{rows}:{gap}": {"kind": "three_in_a_row", "givens": [[None] * 2] * (rows - 1) + [[None, 1]]}
        for rows, gap in ((2, "Da"), (14, "zCa"), (28, "zzFa"))
    },
    f"dominosa:10:{''.join(number * 12 for number in [*'0123456789', '[10]'])}": {
        "kind": "dominosa",
        "numbers": [[number] * 12 for number in range(11)],
    },
}
"""What IDs hold; those that are written out are in a file of their own."""
for line in (ROOT / "tests/ids.jsonl").read_text(encoding="utf-8").splitlines():
    KNOWN[json.loads(line)["id"]] = json.loads(line)["puzzle"]


@pytest.mark.parametrize(("game_id", "puzzle"), KNOWN.items(), ids=[game_id[:40] for game_id in KNOWN])
def test_known_board(game_id: str, puzzle: dict[str, Any]) -> None:
    """An ID is read with its name before it, with its kind, and in an address; so it is written."""
    name, _, rest = game_id.partition(":")
    expected = load(puzzle)

    assert [expected] * 3 == [
        load_link(game_id),
        load_link(rest, expected.KIND),
        load_link(f"{HOST}{name}.html#{rest.replace('[', '%5B')}"),
    ]
    assert f"{HOST}{name}.html#{rest}" == dump_link(expected, "tatham")
    assert is_link(game_id)


@pytest.mark.parametrize("puzzle", spread([puzzle for puzzle in PUZZLES.values() if puzzle.KIND in GAME_KINDS], of=12))
def test_puzzle_is_read_back(puzzle: Puzzle) -> None:
    """Reading is the inverse of writing; what an ID cannot hold is said."""
    try:
        link = dump_link(puzzle, "tatham")
    except BadPuzzle as error:
        assert re.search("cannot hold|each cell in a cage", error.message)  # noqa: PT017 - either is right
    else:
        assert puzzle == load_link(link)
        assert is_link(link)


def test_sudoku_x() -> None:
    """A Sudoku whose diagonals hold each digit once has a letter for that, also in its address."""
    puzzle = load_link("solo:2x2xr2:4a1m")

    assert {"kind": "sudoku", "box": [2, 2], "givens": ["4.1.", *["...."] * 3], "diagonals": True} == dump(puzzle)
    assert puzzle == load_link(dump_link(puzzle, "tatham"))


@pytest.mark.parametrize("kind", spread([kind for kind in GAME_KINDS if kind in LINKED_KINDS], of=3))
@examples(100, quick=1)
@given(data=st.data())
def test_any_puzzle_is_read_back(kind: str, data: st.DataObject) -> None:
    """So it is for any board of each kind, with long gaps or none."""
    test_puzzle_is_read_back(data.draw(linked(kind)))


@pytest.mark.parametrize(
    ("game_id", "words"),
    [
        ("unequal:5#1234", "is a random seed, of which only Simon Tatham's program can make the board"),
        ("5x5:a", "does not say of which game it is"),
        ("chess:8x8:a", "no game IDs of chess; it has those of bridges, dominosa, filling"),
        ("bridges:7x7m4:a", "'7x7m4', which is no size"),
        ("loopy:5x5t1:a", "'5x5t1', which is no size of loopy"),
        ("solo:3x3xk:a", "'3x3xk', which is no size of solo"),
        ("range:101x1:a", "is 1×101, but it must be from 1×1 to 100×100"),
        ("range:2x2:c", "ends before the board is whole"),
        ("range:2x2:e", "a gap that reaches 1 places past the end"),
        ("lightup:2x2:5c", "character 1 of the game ID's board is '5'"),
        ("singles:2x2:1/1", "character 2 of the game ID's board is '/', not a sign of such a board"),
        ("tents:25x1:z,1", "character 2 of the game ID's board is ',', not a letter"),
        ("tents:1x1:z_,1,1", "a gap that reaches 23 places past"),
        ("unequal:2:0U,0,0,0", "R1C1 has a sign that points off its board"),
        ("pattern:2x1:1/1/1/1", "goes on with '/1' after the end"),
        ("solo:2j:d,a_", "ends inside a region of the game ID's board|ends before"),
        ("keen:3:_a_a3_a,s1m6m3", "the game ID has 4 cages, but 3 numbers"),
        ("keen:3:_a_a3_a", "the board of a game ID of Keen is like"),
        ("net:2x1b1:1v4", "character 2 of the game ID's board is 'v'"),
    ],
)
def test_refused(game_id: str, words: str) -> None:
    """What is no board of ours, or not a whole one, is refused in one sentence."""
    with pytest.raises(BadPuzzle, match=words):
        load_link(game_id)


def test_lines_of_drawings_are_no_ids() -> None:
    """A line of a drawing that looks like an ID without a name is none; with a sign of its own, an ID is one."""
    assert [False] * 4 == [is_link(text) for text in ("2:.1.", "12:3456", "highest: 5", "kind: tango")]
    assert all(map(is_link, ("5x5:a", "4:0,0R,", "5#12/", "5x5dh#42")))


def test_letters_of_new_puzzles_do_not_matter() -> None:
    """Difficulty, symmetry and the like may stand behind the size."""
    forms = {
        "lightup:2x2:d": "lightup:2x2b20s4d1:d",
        "bridges:3x1m2:2a2": "bridges:3x1i30e10m2d2:2a2",
        "unequal:2:0,0,0,0": "unequal:2dr:0,0,0,0,",
        "solo:2x2:1o": "solo:2:1o",
        "rect:2x1:2a": "rect:2x1e0.5a:2a",
        "solo:2j:d,__b": "solo:2jmd2da:d,__b",
    }

    assert [load_link(short) for short in forms] == [load_link(long) for long in forms.values()]


def test_games_of_the_documentation() -> None:
    """The page names every game."""
    text = (ROOT / "docs/links.md").read_text(encoding="utf-8").partition("Games: ")[2].partition("Not read")[0]

    assert {game.name for game in GAMES} == {*re.findall(r"`(\w+)`", text)} - {"renzoku", "binairo"}
