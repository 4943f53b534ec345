"""The benchmarks and the page that they write."""

from __future__ import annotations

import re

from tests import ROOT
from tools.bench.__main__ import MACHINE, SECTIONS, replaced


def test_benchmarks_are_those_that_are_written() -> None:
    """`docs/benchmarks.md` has each section as the benchmark writes it, and nothing is changed by writing it again."""
    text = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    _, where, *parts = re.split(r"^(?=## )", text, flags=re.MULTILINE)

    assert [f"## {section.TITLE}\n\n{section.ABOUT}Pace" for section in SECTIONS] == [
        part[: part.index("Pace ") + 4] for part in parts
    ]
    assert where.startswith(f"## {MACHINE}\n")
    for part in (where, *parts):
        assert text == replaced(text, part)
