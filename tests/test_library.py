"""`import givens`: what it exports, and what a user's type checker knows of it."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

import pytest

import givens
from solvers import KINDS
from tests.children import run
from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

NAMES: list[str] = import_module("givens").__all__
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


def test_every_name_exists() -> None:
    """Each exported name resolves, and each is listed by `dir`."""
    assert set(NAMES) <= set(dir(givens))
    for name in NAMES:
        assert getattr(givens, name) is not None


def test_every_kind_is_exported() -> None:
    """A kind in the table is exported without being listed a second time."""
    assert set(KINDS.values()) == {getattr(givens, kind.__name__) for kind in KINDS.values()}
    assert {kind.__name__ for kind in KINDS.values()} <= set(NAMES)


@pytest.mark.parametrize("name", ["Tangoo", "_FROM_NOWHERE", "tango"])
def test_other_names_do_not_exist(name: str) -> None:
    """What is not exported raises the usual error."""
    with pytest.raises(AttributeError, match=f"module 'givens' has no attribute '{name}'"):
        getattr(givens, name)


def test_import_is_light() -> None:
    """Importing givens, and asking for a puzzle, imports neither Z3 nor Playwright."""
    code = "import sys, givens; givens.load({'kind': 'tango', 'givens': ['..', '..']}); print(*sys.modules)"

    done = run([sys.executable, "-c", code], check=True, cwd=ROOT)

    assert {"z3", "playwright", "bot"} & set(done.stdout.split()) == set()


@pytest.mark.long("runs mypy")
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
