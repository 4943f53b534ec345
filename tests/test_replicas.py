"""The cases: each is complete, broken ones are told, and the answers that pages embed are wrong ones."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.errors import UsageError
from bot.play.fixture import VERSION, Fixture, fixtures, serve
from solvers import Grid
from tests.cases import CASES
from tests.tiers import sampled

if TYPE_CHECKING:
    from playwright.sync_api import Frame, Page

COMMON = {
    "v": 1,
    "url": "https://a.example/x?y#z",
    "scripts": True,
    "expect": "accepted",
    "made": "2026-11-21",
    "how": "So.",
    "evidence": {"grade": "g", "date": "d", "what": "w"},
}
EMBEDDED_SOLUTION = {
    "linkedin_tango": """JSON.parse(document.querySelector("#rehydrate-data").text && __como_rehydration__[0].slice(2))
      .lotkaGamePuzzle.solution.map(mark => ({LotkaCellValue_ZERO: "1", LotkaCellValue_ONE: "0"})[mark])""",
    "linkedin_mini_sudoku": """JSON.parse(document.querySelector("code[id^=bpr-guid]").textContent)
      .included[0].gamePuzzle.miniSudokuGamePuzzle.solution.map(String)""",
}
"""For each site, the script that returns the solution embedded in a signed-in page: a mark for each cell."""


def opened(page: Page, case: str) -> Frame:
    """Open a case, and return the frame in which its engine runs."""
    serve(page.context, CASES[case])
    page.goto(CASES[case].url)
    return next(frame for frame in page.frames if frame.evaluate("'__cells' in window"))


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
    case.joinpath("fixture.json").write_text(
        json.dumps(
            {
                "v": 1,
                "extends": "../_base",
                "expect": {"family": "ReadError", "kind": "ReadError"},
                "replica": {"a": {"c": [3]}},
            }
        )
    )
    case.joinpath("page.html").write_text("case")

    fixture = Fixture.load(case)

    assert dict(fixture.replica) == {"a": {"b": 1, "c": [3]}}
    assert fixture.expect == {"family": "ReadError", "kind": "ReadError"}
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
        ('{"v": 1, "extends": 7}', "`extends` must be text or null, not a whole number"),
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


POISONED = [
    name
    for name, case in CASES.items()
    if case.expect == "accepted" and name.partition("/")[2].startswith("signed_in") and case.site in EMBEDDED_SOLUTION
]


@pytest.mark.parametrize("name", sampled(POISONED, of=8))
def test_embedded_solution_is_false(page: Page, name: str) -> None:
    """Signed-in pages embed a solution like the real ones, but a wrong one."""
    case = CASES[name]
    embedded = opened(page, name).evaluate(EMBEDDED_SOLUTION[case.site])
    givens = "".join((case.puzzle or {})["givens"])

    assert [mark != "." for mark in givens] == [
        ours == theirs for ours, theirs in zip("".join(case.solution or ()), embedded, strict=True)
    ]


def test_embedded_queens_are_false(page: Page) -> None:
    """A signed-in page embeds the right number of queens, all in wrong cells."""
    name = "linkedin_queens/signed_in_poison"
    embedded = opened(page, name).evaluate("JSON.parse(__como_rehydration__[0].slice(2)).queensGamePuzzle.solution")
    solution = CASES[name].solution or ()

    assert ["0"] * len(solution) == [solution[queen["row"]][queen["col"]] for queen in embedded]


def test_embedded_patches_are_false(page: Page) -> None:
    """No patch embedded in a signed-in page belongs to the solution."""
    name = "linkedin_patches/signed_in_poison"
    embedded = opened(page, name).evaluate("JSON.parse(__como_rehydration__[0].slice(2)).patchesGamePuzzle.solution")
    answer = "".join(CASES[name].solution or ())
    patches = [[at for at, mark in enumerate(answer) if mark == own] for own in set(answer)]

    assert len(embedded) > 0
    assert not any(patch["cellIdxes"] in patches for patch in embedded)


def test_embedded_path_is_false(page: Page) -> None:
    """The signed-in page embeds a path like the real pages, but a wrong one."""
    name = "linkedin_zip/signed_in_poison"
    embedded = opened(page, name).evaluate("JSON.parse(__como_rehydration__[0].slice(2)).trailGamePuzzle.solution")
    solution = Grid.parse(list(CASES[name].solution or ()))
    path = [cell.row * solution.width + cell.col for _, cell in sorted((at, cell) for cell, at in solution.marked())]

    assert sorted(embedded) == sorted(path)
    assert embedded != path
