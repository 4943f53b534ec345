"""Addresses of puzz.link and its sisters: read, written, refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.commands.puzzles import draw
from solvers import (
    KINDS,
    LINK_HOSTS,
    LINKED_KINDS,
    WRITERS,
    BadPuzzle,
    Grid,
    Puzzle,
    dump,
    dump_link,
    is_link,
    load,
    load_link,
    solve,
)
from tests.conftest import ROOT, Givens
from tests.solvers.test_kinds import PUZZLES
from tests.tiers import examples, spread

_LINES = [json.loads(line) for line in (ROOT / "tests/links.jsonl").read_text(encoding="utf-8").splitlines()]
BOARDS = {line["query"]: line["puzzle"] for line in _LINES if "puzzle" in line}
"""What addresses hold: the puzzles that the pzpr project tests its own with, whose boards it states in another form."""
HOSTS = {name: start for name, start in LINK_HOSTS.items() if name != "tatham"}
"""Those of them that have the form of puzz.link."""
PUBLISHED = [line["query"] for line in _LINES if "puzzle" not in line]
"""Addresses that people published, each of a puzzle with one solution: a misread one would hardly have one."""


@pytest.mark.parametrize(("query", "puzzle"), BOARDS.items(), ids=[query.partition("/")[0] for query in BOARDS])
def test_known_board(query: str, puzzle: dict[str, Any]) -> None:
    """An address holds the board that its makers say, on each host."""
    expected = load(puzzle)

    for start in HOSTS.values():
        assert expected == load_link(start + query)
    assert expected == load_link(dump_link(expected))


@pytest.mark.parametrize(
    "query", PUBLISHED, ids=[f"{at} {query.partition('/')[0]}" for at, query in enumerate(PUBLISHED)]
)
def test_published_puzzle_has_one_solution(query: str) -> None:
    """A published puzzle has one solution, and its address is written as it was."""
    puzzle = load_link(f"https://puzz.link/p?{query}")

    assert puzzle.is_solved_by(solve(puzzle).grid)
    assert f"https://puzz.link/p?{query}" == dump_link(puzzle)


def has_address(puzzle: Puzzle) -> bool:
    """Return whether an address can hold a puzzle."""
    with suppress(BadPuzzle):
        return bool(dump_link(puzzle))
    return False


ODD = (None, 0, 1, 9, 15, 16, 35, 36, 99, 255, 256, 1295)
"""A blank, and numbers that are written with other signs than those before them."""
KNOWN = [*PUZZLES.values(), *map(load, BOARDS.values()), *(load_link(f"https://puzz.link/p?{at}") for at in PUBLISHED)]


@st.composite
def linked(draw: st.DrawFn, kind: str) -> Puzzle:
    """Draw a puzzle of a kind, solvable or not: a known one with other marks, more or fewer, or with fewer clues."""
    puzzle: Any = draw(st.sampled_from([each for each in KNOWN if each.KIND == kind]).filter(has_address))
    for name, value in ((field.name, getattr(puzzle, field.name)) for field in fields(puzzle) if field.init):
        made = value
        if isinstance(value, Grid):
            # Mostly blank boards have long gaps, others have none.
            marks = [*{mark for _, mark in value.marked()}, draw(st.sampled_from(ODD))]
            mark = st.sampled_from([*draw(st.sampled_from([[], [None], [None] * 30])), *marks])
            made = Grid([[draw(mark) for _ in row] for row in value.values])
        elif isinstance(value, tuple) and not all(isinstance(item, int) for item in value):
            among, length = st.sampled_from(value or [()]), len(value)
            others = st.lists(among, min_size=length, max_size=length) | st.sets(among, max_size=length)
            made = tuple(draw(others))
        with suppress(BadPuzzle):
            puzzle = replace(puzzle, **{name: made})
    assume(has_address(puzzle))
    changed: Puzzle = puzzle
    return changed


@pytest.mark.parametrize("kind", spread(LINKED_KINDS, of=3))
@examples(100, quick=1)
@given(data=st.data())
def test_puzzle_is_read_back(kind: str, data: st.DataObject) -> None:
    """Reading is the inverse of writing, for any board of each kind."""
    puzzle = data.draw(linked(kind))
    link = dump_link(puzzle)

    assert puzzle == load_link(link, kind)
    assert link == dump_link(load_link(link, kind))
    assert is_link(link)
    assert link[-1].isalnum() or link.endswith("/")


def test_letters_inside_the_board() -> None:
    """Letters in cells stand behind those on the rim; an empty cell that is given has no sign."""
    link = "https://puzz.link/p?easyasabc/3/3/2/1h2m12l1g"
    rim = {"left": [None] * 3, "top": [1, None, None], "right": [None, None, 1], "bottom": [2, None, None]}
    value = {"kind": "abc_view", "letters": 2, "givens": ["2..", "...", ".1."], **rim}

    assert load(value) == load_link(link)
    assert link == dump_link(load(value))
    with pytest.raises(BadPuzzle, match="cannot hold the number 0"):
        dump_link(load({**value, "givens": ["20.", "...", "..."]}))
    for text in ("0l1g", "-00l1g"):
        with pytest.raises(BadPuzzle, match="has 0 in R1C1, where numbers begin at 1"):
            load_link(f"https://puzz.link/p?easyasabc/3/3/2/1h2m1{text}")


@pytest.mark.parametrize(
    ("most", "puzzle"),
    [
        (1295, lambda number: {"kind": "hitori", "numbers": [[number]]}),
        (1023, lambda number: {"kind": "kakurasu", "rows": [[number]] + [[0]] * 45, "columns": [[0]] * 46}),
        (999, lambda number: {"kind": "star_battle", "stars": number, "regions": ["A"]}),
    ],
)
def test_largest_number(most: int, puzzle: Callable[[int], dict[str, Any]]) -> None:
    """The largest number that an address holds is the one in the documentation."""
    whole = load(puzzle(most))

    assert f"above {most:,} " in (ROOT / "docs/links.md").read_text(encoding="utf-8")
    assert whole == load_link(dump_link(whole), whole.KIND)
    with pytest.raises(BadPuzzle, match="cannot hold"):
        dump_link(load(puzzle(most + 1)))


@pytest.mark.parametrize("host", HOSTS)
def test_forms_of_an_address(host: str) -> None:
    """The words of the editor, a missing scheme, a slash at the end and escapes change nothing."""
    start, query = LINK_HOSTS[host], "tents/5/5/2g0h1i1j82323"
    puzzle = load_link(start + query)
    forms = [
        f"  {start}{query}\n",
        f"{start.partition('//')[2]}{query}",
        f"{start}type=editor&{query}",
        f"{start}{query.replace('tents', 'tents_edit')}",
        f"{start}{query}/",
        f"{start}{query.replace('/', '%2F')}#fragment",
        f"{start.upper()}{query}",
    ]

    assert [puzzle] * len(forms) == [load_link(form) for form in forms]


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("kropki/5/5/gg", "a puzzle 'kropki', which givens does not have"),
        ("sudoku/4/5/gg", "no boxes for a Sudoku of 5×4"),
        ("sudoku/4/4/g1k23k3", "ends before the board is whole"),
        ("sudoku/4/4/g1k23k3h", "a gap that reaches 1 places past the end"),
        ("sudoku/4/4/g1k23k3g7", "goes on with '7' after the end of the 4×4 board"),
        ("sudoku/4/4/g1k23k3!", "character 8 of the address's board is '!', not a number or a gap"),
        ("sudoku/4/4/g1k2.k3g", "hides the number of R3C1"),
        ("sudoku/0/4/g", "board of the address is 4×0"),
        ("sudoku/999999999/999999999/g", "must be from 1×1 to 100×100"),
        ("sudoku/v:antiknight/4/4/g1k23k3g", "is a variant, but not what its rules are"),
        ("tents/x/5/5/2g0h1i1j82323", "says 'x' before the size"),
        ("pzprv3/sudoku/4/. 1 . . /", "a file of the editor"),
        ("aquarium/3/2/68/k", "the region of R1C1 may have two levels"),
        ("kakuro/2/2/..k-5-", "the sum 5 stands before R2C3"),
        ("minarism/2/2/gh1j", "the difference of R1C1 and R2C1"),
        ("starbattle/4/4/x/000000", "the number of stars"),
    ],
)
def test_bad_address(query: str, words: str) -> None:
    """A malformed address, or one of another puzzle, is refused in one sentence."""
    with pytest.raises(BadPuzzle, match=words.replace("!", r"\!")) as raised:
        load_link(f"https://puzz.link/p?{query}")

    assert "\n" not in raised.value.message


@examples(500)
@given(
    st.sampled_from([*LINKED_KINDS.values()]),
    st.text("0123456789abcdefghijklmnopqrstuvwxyzABCZ.-+=@*$%/", max_size=40),
    st.integers(1, 6),
    st.integers(1, 6),
)
def test_any_text_is_read_or_refused(genre: str, body: str, width: int, height: int) -> None:
    """Any text behind the size is a puzzle or a `BadPuzzle`, and a puzzle is written back."""
    try:
        puzzle = load_link(f"https://puzz.link/p?{genre}/{width}/{height}/{body}")
    except BadPuzzle:
        return
    assert puzzle == load_link(dump_link(puzzle), puzzle.KIND)


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        ({"kind": "tango", "givens": ["..", ".."]}, "no puzzle of kind tango"),
        ({"kind": "sudoku", "box": [2, 4], "givens": ["." * 8] * 8}, "no boxes for a Sudoku of 8×8"),
        ({"kind": "sudoku", "box": [3, 2], "givens": ["." * 6] * 6}, "cannot hold the box"),
        ({"kind": "minesweeper", "numbers": ["1."], "mines": 1}, "cannot hold the mines"),
        ({"kind": "kakurasu", "rows": [[]], "columns": [[1]]}, "cannot hold the rows"),
        ({"kind": "patches", "size": [2, 2], "clues": [{"cell": "R1C1", "shape": "square"}]}, "cannot hold the clues"),
        ({"kind": "futoshiki", "givens": ["1.", ".."]}, "cannot hold the givens"),
        (
            {"kind": "queens", "regions": ["AB", "BA"], "connected": False},
            "cannot hold this puzzle: regions: 4 regions",
        ),
        ({"kind": "hitori", "numbers": [" 1296 1"]}, "cannot hold the number 1296"),
    ],
)
def test_puzzle_without_address(puzzle: dict[str, Any], words: str) -> None:
    """What an address cannot hold is said, not left out."""
    with pytest.raises(BadPuzzle, match=words):
        dump_link(load(puzzle))


def test_kind_chooses() -> None:
    """A Star Battle with one star is Queens, too; another kind than the address's is refused."""
    link = "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou"

    assert ["star_battle", "queens"] == [load_link(link).KIND, load_link(link, "queens").KIND]
    with pytest.raises(BadPuzzle, match="which is star_battle, not tango"):
        load_link(link, "tango")
    with pytest.raises(BadPuzzle, match="says 2 stars, but this kind always has 1"):
        load_link("https://puzz.link/p?starbattle/6/6/2/4ilbhgdnmhou", "queens")
    with pytest.raises(BadPuzzle, match="addresses can be written for puzzlink, pzprxs, pzv, tatham, not for here"):
        dump_link(load_link(link), "here")


def test_commands_take_addresses(givens: Givens, tmp_path: Path) -> None:
    """`solve` takes an address, and a file of them; `draw` writes them back."""
    links = [f"https://puzz.link/p?{query}" for query in ("sudoku/4/4/g2j1h1j3g", "tents/5/5/3g2j1hk1322313")]
    file = tmp_path / "links.txt"
    file.write_text("\n".join([*links, "https://puzz.link/p?sudoku/4/4/g2"]), encoding="utf-8")

    def lines(*args: object) -> list[dict[str, Any]]:
        return [json.loads(line) for line in givens(*args, "--json").stdout.splitlines()]

    solved = [*lines("solve", links[0]), *lines("solve", file)]
    exported = givens("draw", "-", "--to", "pzprxs", stdin=json.dumps(solved[2]))

    assert ["one", "one", "one", None] == [line.get("verdict") for line in solved]
    assert [f"{file}:{at}" for at in (1, 2, 3)] == [line["line"] for line in solved[1:]]
    assert solved[0]["puzzle"] == dump(load_link(links[0]))
    assert "https://pzprxs.vercel.app/p?tents/5/5/3g2j1hk1322313\n" == exported.stdout
    assert [(link, dump(load_link(link))) for link in links] == [
        (line["address"], line["puzzle"]) for line in lines("draw", "--to", "puzzlink", *links)
    ]


def test_hosts_of_the_option() -> None:
    """The option names all hosts, without importing the solvers for `--help`."""
    host = next(parameter for parameter in draw.params if parameter.name == "host")

    assert [*LINK_HOSTS, *WRITERS] == [*host.type.choices]  # type: ignore[attr-defined] # a `click.Choice`
    assert set(LINKED_KINDS) <= set(KINDS)
