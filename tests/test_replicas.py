"""The cases: each is complete, broken ones are told, and the answers that pages embed are wrong ones."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from bot.errors import UsageError
from bot.play.fixture import VERSION, Fixture, fixtures, serve
from solvers import Grid
from tests.cases import CASES
from tests.tiers import spread

COMMON = {
    "v": 1,
    "url": "https://a.example/x?y#z",
    "scripts": True,
    "expect": "accepted",
    "made": "2026-11-21",
    "how": "So.",
    "evidence": {"grade": "g", "date": "d", "what": "w"},
}


def test_cases_are_complete() -> None:
    """A case loads, states its purpose, and has the files that it names."""
    for name, case in CASES.items():
        assert case.evidence.keys() == {"grade", "date", "what"}, name
        assert case.how.endswith("."), name
        assert case.expect == "accepted" or set(case.expect) == {"family", "kind"}, name
        assert all(map(case.document, {case.url, *case.pages} - {*case.redirects})), name
        assert (case.layout is not None and case.solution is not None) or case.expect != "accepted", name


def test_case_extends_its_base(tmp_path: Path) -> None:
    """Objects are merged key by key, other values are replaced, and files of the case come first."""
    base, case = tmp_path / "_base", tmp_path / "case"
    base.mkdir()
    case.mkdir()
    base.joinpath("fixture.json").write_text(json.dumps(COMMON | {"replica": {"a": {"b": 1, "c": [1, 2]}}}))
    base.joinpath("page.html").write_text("base")
    base.joinpath("other.html").write_text("base")
    expect = {"family": "ReadError", "kind": "ReadError"}
    facts = {"v": 1, "extends": "../_base", "expect": expect, "replica": {"a": {"c": [3]}}}
    case.joinpath("fixture.json").write_text(json.dumps(facts))
    case.joinpath("page.html").write_text("case")

    fixture = Fixture.load(case)

    assert dict(fixture.replica) == {"a": {"b": 1, "c": [3]}}
    assert fixture.expect == expect
    assert fixture.document("https://a.example/x?y") == case.resolve() / "page.html"
    assert fixture.document("https://a.example/other.html") == base.resolve() / "other.html"
    assert fixture.document("https://a.example/x") is None
    assert fixture.document("https://a.example/fixture.json") is None
    assert fixture.document("https://a.example/%2e%2e/case/page.html") is None
    assert [case] == fixtures(tmp_path)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "there is no file"),
        ('{"v": 1,\n', "line 2"),
        ("[]", "must be an object, not a list"),
        ("{}", "`v` is missing"),
        (json.dumps({"v": VERSION + 1}), f"version {VERSION + 1}"),
        ('{"v": 1}', "`url` is missing"),
        ('{"v": 1, "extends": "../nowhere"}', "nowhere"),
        ('{"v": 1, "extends": 7}', "7/fixture.json"),
        (json.dumps(COMMON | {"pages": {"https://a.example/": 1}}), "`pages[...]` must be text, not a whole number"),
        (json.dumps(COMMON | {"evidence": []}), "`evidence` must be an object, not a list"),
        (json.dumps(COMMON | {"evidence": "\ud800"}), r"a text contains '\ud800', which is half of a character"),
    ],
)
def test_broken_case(tmp_path: Path, text: str | None, says: str) -> None:
    """The message names the file, the key and what was expected."""
    if text is not None:
        (tmp_path / "fixture.json").write_text(text)

    with pytest.raises(UsageError, match=re.escape(says)) as caught:
        Fixture.load(tmp_path)

    assert "fixture.json" in str(caught.value)


@pytest.mark.parametrize(
    ("html", "snippet", "shows"),
    [
        ("{rows*x}", {"row 2": "two", "else": "{row1}"}, "1two3456"),
        ("{cols*x}", {"col 1": "one", "else": "."}, "one....."),
        ("{cells*x}", {"gvien": "a", "else": "b"}, '"gvien" is no key of {x} here'),
        ("{edges*x}", {"given": "a"}, '"given" is no key of {x} here'),
        ("{x}", {"row 1": "a"}, '"row 1" is no key of {x} here'),
    ],
)
def test_keys_of_a_snippet(page: Page, tmp_path: Path, html: str, snippet: dict[str, str], shows: str) -> None:
    """A snippet chooses by what is true of a cell, an edge, a row or a column; no other key is taken."""
    base = str(CASES["linkedin_tango/guest"].folder.resolve())
    replica = {"board": {"into": "#b", "html": html}, "snippets": {"x": snippet}, "on": {"load": [{"mount": True}]}}
    (tmp_path / "fixture.json").write_text(json.dumps({"v": 1, "extends": base, "replica": replica}))
    scripts = "".join(f"<script src=/__replica__/{name}.js></script>" for name in ("fixture", "engine"))
    (tmp_path / "page.html").write_text(f"<!doctype html><body><div id=b></div>{scripts}")
    errors: list[str] = []
    case = Fixture.load(tmp_path)
    serve(page.context, case)
    page.once("pageerror", lambda error: errors.append(str(error)))
    page.goto(case.url)  # What follows once the board is there has nothing to act on: that is an error, too.

    assert shows in "".join([page.inner_text("#b"), *errors])


def marks_of(grid: Grid) -> list[int]:
    """Return the marks of a whole grid, cell by cell."""
    return [mark for _, mark in grid.marked()]


PARSED = "JSON.parse(__como_rehydration__[0].slice(2))"
EMBEDDED: dict[str, tuple[str, Callable[[Grid], list[Any]]]] = {
    "tango": (
        f"""{PARSED}.lotkaGamePuzzle.solution.map((mark) => Number(mark === "LotkaCellValue_ZERO"))""",
        marks_of,
    ),
    "mini_sudoku": (
        """JSON.parse(document.querySelector("code[id^=bpr-guid]").textContent)
            .included[0].gamePuzzle.miniSudokuGamePuzzle.solution""",
        marks_of,
    ),
    "queens": (
        f"{PARSED}.queensGamePuzzle.solution.map(({{ row, col }}) => [row, col])",
        lambda grid: [[*cell] for cell, mark in grid.marked() if mark],
    ),
    "patches": (
        f"{PARSED}.patchesGamePuzzle.solution.map(({{ cellIdxes }}) => cellIdxes)",
        lambda grid: [
            [at for at, mark in enumerate(marks_of(grid)) if mark == own] for own in dict.fromkeys(marks_of(grid))
        ],
    ),
    "zip": (
        f"{PARSED}.trailGamePuzzle.solution",
        lambda grid: [cell.row * grid.width + cell.col for _, cell in sorted((at, cell) for cell, at in grid.marked())],
    ),
}
"""The solution that a signed-in page embeds, by its script, and ours in the same form."""


@pytest.mark.parametrize("name", spread(EMBEDDED, of=3))
def test_embedded_solution_is_false(page: Page, name: str) -> None:
    """Signed-in pages embed a solution in the form of the real ones, but a wrong one."""
    case, (script, form) = CASES[f"linkedin_{name}/signed_in_poison"], EMBEDDED[name]
    serve(page.context, case)
    page.goto(case.url)
    embedded = next(frame for frame in page.frames if frame.evaluate("'__cells' in window")).evaluate(script)
    ours = form(Grid.parse(list(case.solution or ())))

    assert type(ours[0]) is type(embedded[0])
    assert ours != embedded
    assert not isinstance(ours[0], list) or [] == [part for part in embedded if part in ours]
