"""The examples of the documents: each is a puzzle with one solution, and what stands together is the same puzzle."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from typing import TYPE_CHECKING

import pytest

from solvers import KINDS, dump, load, load_picture, solve
from tests.conftest import ROOT
from tests.test_house import DOCUMENTS

if TYPE_CHECKING:
    from solvers import Puzzle

BLOCKS = re.compile(r"(?:^```(?:json|text)\n.*?^```\n)+", re.DOTALL | re.MULTILINE)
"""Blocks of JSON and of drawings, without a line between those that show one puzzle."""


def examples(text: str) -> list[list[tuple[str, Puzzle]]]:
    """Return the puzzles of a document with the form of each, those together that one place shows."""
    found = [
        re.findall(r"^```(json|text)\n(.*?)^```", place, re.DOTALL | re.MULTILINE) for place in BLOCKS.findall(text)
    ]
    return [
        [
            (form, load(json.loads(block)) if form == "json" else load_picture(block))
            for form, block in place
            if "kind" in block
        ]
        for place in found
    ]


EXAMPLES = {
    f"{document}:{number}": place
    for document in DOCUMENTS
    for number, place in enumerate(examples((ROOT / document).read_text(encoding="utf-8")), start=1)
    if place
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples(name: str) -> None:
    """An example has one solution, and its JSON and its drawings are the same puzzle."""
    (_, first), *others = EXAMPLES[name]

    assert solve(first).unique
    for _, other in others:
        assert dump(first) == dump(other)


def test_every_kind_is_shown() -> None:
    """`docs/puzzles.md` shows each kind as JSON and drawn."""
    shown = defaultdict[str, set[str]](set)
    for name, place in EXAMPLES.items():
        for form, puzzle in place if name.startswith("docs/puzzles.md") else ():
            shown[puzzle.KIND].add(form)

    assert {kind: {"json", "text"} for kind in KINDS} == shown


def test_every_decision_is_listed() -> None:
    """The table of contents names each decision with its title, in order."""
    pages = sorted((ROOT / "docs" / "decisions").glob("0*.md"))
    titles = [page.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ").partition(". ") for page in pages]
    contents = (ROOT / "docs" / "decisions" / "README.md").read_text(encoding="utf-8")

    assert [f"- {number}: [{title}]({page.name})" for (number, _, title), page in zip(titles, pages, strict=True)] == [
        line for line in contents.splitlines() if line.startswith("- ")
    ]
