"""The tools: published boards, on a checkout of our own making, benchmarks, and the maker of boards for fixtures."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from bot import addon
from bot.browser.launch import SHELLS
from bot.commands import COMMANDS
from solvers import load, solutions, solve
from tests import ROOT, SHARED
from tests.tiers import first
from tools import make_boards, man_page
from tools.bench.__main__ import MACHINE, SECTIONS, replaced
from tools.corpora.__main__ import main

SUDOKU = "4 1 . . /. . . . /1 . . . /. . 3 . /"
ANSWER = ". . 2 3 /3 2 1 4 /. 3 4 2 /2 4 . 1 /"
FILES: dict[str, tuple[str, str, list[tuple[str | None, str]]]] = {
    "test/script/sudoku.js": (
        "sudoku",
        "4/4/41l1k3g",
        [(None, f"pzprv3/sudoku/4/{SUDOKU}{ANSWER}"), ("bkDupNum", f"pzprv3/sudoku/4/{SUDOKU}{ANSWER}")],
    ),
    "test/script/hitori.js": (
        "hitori",
        "2/2/2111",
        [("brNoShade", "pzprv3/hitori/2/2"), (None, "pzprv3/hitori/2/2/2 1 /1 1 /+ + /+ # /")],
    ),
    "test/script/shikaku.js": (
        "shikaku",
        "3/2/3i3g",
        [
            ("bkNoNum", "pzprv3/shikaku/2/3/3 . . /. 3 . /0 1 /0 1 /1 0 0 /"),
            ("bdDeadEnd", "pzprv3/shikaku/2/3/3 . . /. 3 . /0 1 /0 0 /1 1 1 /"),
            (None, "pzprv3/shikaku/2/3/3 . . /. 3 . /0 0 /0 -1 /1 1 1 /"),
        ],
    ),
    "test/script/other.js": ("unheardof", "2/2/g", [(None, "pzprv3/unheardof/2/2/. . /. . /")]),
}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Write test scripts in pzprjs's form, a dataset, and modules with addresses."""
    for name, (genre, address, files) in FILES.items():
        entries = ",\n".join(
            f"\t\t[\n\t\t\t{json.dumps(rule)},\n\t\t\t{json.dumps(file)}\n\t\t]" for rule, file in files
        )
        text = f'ui.debug.addDebugData("{genre}", {{\n\turl: "{address}",\n\tfailcheck: [\n{entries}\n\t],\n}});'
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "inputs").mkdir()
    (tmp_path / "inputs/one.non").write_text('width 3\n\nrows\n1,1\n0\n\ncolumns\n1\n0\n1\n\ngoal "101000"\n')
    (tmp_path / "solver").mkdir()
    (tmp_path / "solver/mines.py").write_text('[{"data": "m=edit"}, {"url": "https://puzz.link/p?mines/2/1/1g"}]')
    data = {
        "Tent": {"problem": "1 2\n1 0\n1\nx -", "solution": "1 2\nx o"},
        "Skyscraper": {"problem": "2 2 1\n- -\n- -\n- -\n- -\n- -\n- -", "solution": ""},
        "Kakuro": {"problem": "3 3\n- 3, 4,\n,4 0 0\n,3 0 0", "solution": "3 3\n- - -\n- 1 3\n- 2 1"},
    }
    for name, board in data.items():
        (tmp_path / "assets/data" / name).mkdir(parents=True)
        (tmp_path / f"assets/data/{name}/{name}_dataset.json").write_text(json.dumps({"data": {"1": board}}))
    return tmp_path


def test_reports_what_came_of_each_board(checkout: Path) -> None:
    """Answers agree, wrong ones break a rule, and what is refused has a reason; two answers of a corpus are wrong."""
    assert main([str(checkout), "--json", str(checkout / "told.json"), "--keep", str(checkout / "kept.jsonl")]) == 1

    told = {line["genre"]: line for line in json.loads((checkout / "told.json").read_text(encoding="utf-8"))["results"]}
    assert [1, 1, 0] == _of(told["shikaku"])
    assert [1, 0, 0] == _of(told["hitori"])
    assert [1, 0, 1] == _of(told["sudoku"])
    assert "ours accepts what breaks bkDupNum" in told["sudoku"]["wrong"][0]
    assert {"no such kind": 1} == told["genres without a kind"]["refused"]
    assert ["a board of Penpa, whose format givens does not read"] == [*told["mines"]["refused"]]
    assert ["a variant: fewer heights than cells in a line"] == [*told["Skyscraper"]["refused"]]
    assert [0, 0, 1] == _of(told["Tent"])
    assert [1, 0, 0] == _of(told["Kakuro"])
    assert [1, 0, 0] == _of(told["nonogram"])

    assert main([str(checkout / "kept.jsonl"), "--json", str(checkout / "again.json")]) == 1
    again = json.loads((checkout / "again.json").read_text(encoding="utf-8"))["results"]
    assert [_of(told[line["genre"]]) for line in again] == [_of(line) for line in again]


def _of(line: dict[str, Any]) -> list[int]:
    return [line["agreed"], line["broken"], len(line["wrong"])]


def test_published_scripts() -> None:
    """What pzprjs tests its own puzzles with agrees with ours in every genre that we have."""
    kept = SHARED / "corpora" / "pzprjs.jsonl"
    if not kept.exists():
        pytest.skip(f"{kept.name}, which `python -m tools.corpora --keep` writes, is not in shared")

    assert main([str(kept)]) == 0


def test_benchmarks_are_those_that_are_written() -> None:
    """`docs/benchmarks.md` has each section as the benchmark writes it, and nothing is changed by writing it again."""
    text = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    _, where, *parts = re.split(r"^(?=## )", text, flags=re.MULTILINE)

    assert [f"## {section.TITLE}\n\n{section.ABOUT}Pace" for section in SECTIONS.values()] == [
        part[: part.index("Pace ") + 4] for part in parts
    ]
    assert where.startswith(f"## {MACHINE}\n")
    for part in (where, *parts):
        assert text == replaced(text, part)


@pytest.mark.parametrize("kind", first(["sudoku", "tango", "queens"]))
def test_make_boards(kind: str) -> None:
    """A board made for a fixture has one solution, no superfluous clue, and no more clues than allowed."""
    size = 4 if kind == "sudoku" else 6
    made, solution = make_boards.make(kind, size, size, seed=1, givens=9, edges=12)
    puzzle = load(made)
    sizes = [len(clue.cells) for clue in puzzle.clues()]

    assert solution == solve(puzzle).grid.rows()
    thinner = [puzzle.without(clue) for clue in puzzle.clues()]
    assert [] == [other for other in thinner if other is not None and len(solutions(other, limit=2).grids) == 1]
    assert sizes.count(1) <= 9
    assert len(sizes) - sizes.count(1) <= 12


def test_what_a_release_builds_names_what_exists() -> None:
    """The container and the man page, which no test builds, name our Python, browser, extra and commands."""
    docker = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    workflow = (ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8")
    ((image,), (package,), (extra,)) = (
        re.findall(form, docker) for form in (r"FROM python:([\d.]+)-slim", r"recommends (\S+)", r"\)\[(\w+)\]")
    )

    assert f">={image}" == settings["requires-python"]
    assert (True, True) == (package in SHELLS, extra in settings["optional-dependencies"])
    assert "USER givens" in docker
    assert {"daily run", "daily init"} == {*re.findall(r"givens (daily \w+)", docker)} <= COMMANDS.keys()
    assert all(
        words in (ROOT / "Makefile").read_text(encoding="utf-8") for words in ("tools.man_page dist", "docker build")
    )
    assert ["publish"] == re.findall(r"  (\w+):\n    if: vars.PUBLISH == 'yes'", workflow)
    found = {*re.findall(r"^\.SS givens (.+)$", man_page.page(), re.MULTILINE)}
    assert COMMANDS.keys() <= found == {*COMMANDS, *addon.declared("COMMANDS")}
