"""The fixtures themselves: each loads, has the files that it names, and what it extends."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from bot.errors import UsageError
from bot.play.fixture import VERSION, Fixture, fixtures
from tests.cases import CASES

if TYPE_CHECKING:
    from pathlib import Path

COMMON: dict[str, object] = json.loads(
    """{"v": 1, "url": "https://a.example/x?y#z", "scripts": true, "expect": "accepted",
    "made": "2026-11-21", "how": "So.", "evidence": {"grade": "g", "date": "d", "what": "w"}}"""
)


def test_cases_are_complete() -> None:
    """Each case states its purpose, and has the files that it names."""
    for name, fixture in CASES.items():
        assert fixture.evidence.keys() == {"grade", "date", "what"}, name
        assert fixture.how.endswith("."), name
        assert fixture.expect == "accepted" or set(fixture.expect) == {"family", "kind"}, name
        addresses = {fixture.url, *fixture.pages} - {*fixture.redirects}
        assert all(map(fixture.document, addresses)), name
        assert (fixture.layout is not None and fixture.solution is not None) or fixture.expect != "accepted", name


def test_case_extends_its_base(tmp_path: Path) -> None:
    """Objects are merged key by key, other values are replaced, and files of the case come first."""
    base, case = tmp_path / "_base", tmp_path / "case"
    base.mkdir()
    case.mkdir()
    expect = {"family": "ReadError", "kind": "ReadError"}
    own = {"v": 1, "extends": "../_base", "expect": expect, "replica": {"a": {"c": [3]}}}
    base.joinpath("fixture.json").write_text(json.dumps(COMMON | {"replica": {"a": {"b": 1, "c": [1, 2]}}}))
    base.joinpath("page.html").write_text("base")
    base.joinpath("other.html").write_text("base")
    case.joinpath("fixture.json").write_text(json.dumps(own))
    case.joinpath("page.html").write_text("case")

    fixture = Fixture.load(case)

    assert (dict(fixture.replica), fixture.expect) == ({"a": {"b": 1, "c": [3]}}, expect)
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
