"""What a user's type checker knows of `givens`, and what a notebook's kernel shows."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import Page

import givens
from bot.play.fixture import serve
from tests.cases import CASES
from tests.children import WITHIN, run
from tests.conftest import ROOT
from tests.test_library import check_examples

PROGRAM = """
import givens

puzzle: givens.Puzzle = givens.load({"kind": "tango", "givens": ["1...", "....", "....", "...0"]})
tango: givens.Tango = givens.Tango(givens.Grid.make(4, 4))
solution: givens.Solution = givens.solve(puzzle)
explanation: givens.Explanation = givens.explain(puzzle)
steps: list[givens.Step] = list(explanation)
made: givens.Generated = givens.generate("tango")
grade: givens.Grade = made.grade
mark: int | None = solution.grid[givens.Cell(0, 0)]
"""
"""A program without a type error."""
MISTAKES = {
    "level: str = grade.level": 'expression has type "int", variable has type "str"',
    "givens.Tangoo": 'Module has no attribute "Tangoo"',
    "givens.play(puzzle)": 'Argument 1 to "play" has incompatible type "Puzzle"; expected "Page"',
}
"""Wrong lines, each with a part of its error."""
SHOWN = """
import givens
puzzle = givens.load({"kind": "three_in_a_row", "givens": ["....", ".11.", ".1..", "0..."]})
"""


def test_types(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    """A user's mypy knows the types: it accepts a correct program and finds each mistake."""
    (tmp_path / "program.py").write_text(PROGRAM + "".join(f"{line}\n" for line in MISTAKES))
    kept = getattr(pytestconfig, "cache", None)  # There is none with `-p no:cacheprovider`.
    cache = kept.mkdir("mypy") if kept else tmp_path
    options = "--strict", "--follow-imports=silent", "--config-file=", f"--cache-dir={cache}"
    command = [sys.executable, "-m", "mypy", *options, "program.py"]

    done = run(command, cwd=tmp_path, env={"MYPYPATH": str(ROOT)})
    errors = done.stdout.splitlines()[:-1]

    assert (1, "") == (done.returncode, done.stderr)
    assert len(MISTAKES) == len(errors)
    for number, (error, expected) in enumerate(zip(errors, MISTAKES.values(), strict=True), 1 + PROGRAM.count("\n")):
        assert error.startswith(f"program.py:{number}: error: ")
        assert expected in error


@pytest.mark.parametrize("shown", ["puzzle", "givens.solve(puzzle)", "next(givens.explain(puzzle))"])
def test_kernel(shown: str) -> None:
    """A real kernel displays each as SVG and as HTML."""
    from jupyter_client.manager import start_new_kernel  # Slow, and only needed here.

    manager, client = start_new_kernel(cwd=str(ROOT))
    data: list[dict[str, str]] = []

    def hear(message: dict[str, Any]) -> None:
        if message["msg_type"] == "execute_result":
            data.append(message["content"]["data"])

    try:
        reply = client.execute_interactive(f"{SHOWN}\n{shown}", timeout=WITHIN, output_hook=hear)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    (found,) = data

    assert "ok" == reply["content"]["status"]
    assert {"image/svg+xml", "text/html", "text/plain"} == found.keys()
    assert "{http://www.w3.org/2000/svg}svg" == ET.fromstring(found["image/svg+xml"]).tag  # noqa: S314 - ours


def test_example_of_a_test(page: Page) -> None:
    """The test in the documentation passes as it stands."""
    text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8").rpartition("```python\n")[2].partition("```")[0]
    names: dict[str, Any] = {}
    exec(text, names)  # noqa: S102 - our own text
    names["test_my_page_can_be_solved"](page)


def test_example_of_playing(page: Page) -> None:
    """The example of `play` plays a page of the site."""
    serve(page.context, CASES["linkedin_tango/guest"])
    check_examples(givens.play, {"givens": givens, "page": page})
