"""`givens sites new`: what it writes reads and plays the page, and what cannot work is refused."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.addons.unknown.start import CellFacts, Findings, ModuleDraft
from bot.commands._options import PageOptions
from solvers import Binairo, Cell, Grid
from tests import FIXTURES, ROOT
from tests.command import Givens

CASE = "brainbashers_three_in_a_row/table_2022_6"


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Return a copy of what a site is added to."""
    folder = tmp_path / "clone"
    shutil.copytree(ROOT / "scrapers", folder / "scrapers", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def elsewhere(folder: Path, case: str = CASE, **more: object) -> Path:
    """Return a copy of a fixture whose address belongs to no site."""
    copy = folder / "own" / "case"
    copy.mkdir(parents=True)
    facts = {"v": 1, "extends": str(FIXTURES / case), "url": "https://own.example/puzzle", **more}
    (copy / "fixture.json").write_text(json.dumps(facts))
    return copy


def contents(folder: Path) -> dict[Path, bytes]:
    """Return all files below a folder but what Python compiles."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"}


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["--name", "My-Own"], "is not a module's name"),
        (["--name", "class"], "is not a module's name"),
        (["--name", "read"], "uses that name for something else"),
        (["--name", "zero_hh1"], "exists already"),
        (["--kind", "chess"], "chess"),
    ],
)
def test_what_cannot_work_is_refused(
    args: list[str], sentence: str, clone: Path, givens: Givens, tmp_path: Path
) -> None:
    """Each refusal is one sentence, and nothing is written."""
    before = contents(clone)
    done = givens("sites", "new", elsewhere(tmp_path), "--trust", *args, "-o", clone / "scrapers")

    assert 2 == done.returncode
    assert sentence in " ".join(done.stderr.split())
    assert before == contents(clone)


def test_a_page_of_a_known_site_is_refused(clone: Path, givens: Givens) -> None:
    """A clone takes no second site for one address."""
    done = givens("sites", "new", FIXTURES / CASE, "-o", clone / "scrapers")

    assert 2 == done.returncode
    assert "belongs to the site brainbashers_three_in_a_row" in " ".join(done.stderr.split())


def test_it_needs_a_clone_or_a_folder(givens: Givens) -> None:
    """A folder without sites is refused."""
    done = givens("sites", "new", "https://own.example/")

    assert 2 == done.returncode
    assert "is not a clone of givens" in done.stderr


def test_board_without_elements() -> None:
    """The draft of a board that is drawn can be imported, and says that its cells are missing."""
    draft = ModuleDraft(Findings(""), "https://own.example/", PageOptions(kind="sudoku"), "own")
    names: dict[str, Any] = {"__name__": "own"}
    exec(compile(draft.text, "own.py", "exec"), names)  # noqa: S102 - our own text

    assert ["grid"] == [layout.NAME for layout in names["SITE"].LAYOUTS]
    assert "TODO the board: no elements that are its cells were seen" in draft.text


def test_classes_of_marks_and_givens() -> None:
    """A class that entered marks have, too, locks nothing; a class that no given has may be that of a mistake."""

    def cell(*classes: str, inside: str = "") -> CellFacts:
        return CellFacts(frozenset(classes), frozenset(inside.split()), "")

    puzzle = Binairo(Grid.parse(["10..", "....", "....", "...."]))
    cells = {at: cell("cell") for at in puzzle.givens.cells()}
    marks = (cell("cell", "is-locked", inside=f"symbol {name}") for name in ("sun", "moon"))
    cells[Cell(0, 0)], cells[Cell(0, 1)] = marks
    blank, *entered = cell("cell"), cell("cell", "error", inside="symbol sun"), cell("cell", inside="symbol moon")
    answer: Any = SimpleNamespace(puzzle=puzzle, kind="binairo")
    seen = Findings("", answer, css=".cell", cells=cells, cell=Cell(3, 3), shown=[blank, *entered, blank])
    text = ModuleDraft(seen, "https://own.example/", PageOptions(), "own").text

    assert 'givens=Givens(locked=(has(".is-locked"),)),' in text
    assert "cycle=(None, 1, 0)," in text
    assert '".sun": 1, ".moon": 0' in text
