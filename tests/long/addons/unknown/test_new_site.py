"""`givens sites new`: what it writes reads and plays the page, and what cannot work is refused."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests import FIXTURES
from tests.addons.unknown.test_new_site import elsewhere, lines
from tests.bot.play.test_saved_pages import SOLVED, SUDOKU, saved

if TYPE_CHECKING:
    from pathlib import Path

    from tests.command import Givens


PAGES = [
    ("linkedin_queens/guest", ["--press", "#launch-footer-start-button", "--press", "Dismiss"]),
    ("brainbashers_three_in_a_row/table_2022_6", []),
    pytest.param(
        "zero_hh1/size_6",
        ["--press", "[data-action=play-daily]", "--press", '[data-gridsize="6"]'],
        marks=pytest.mark.realtime,  # Its style sheet moves the board in.
    ),
]
"""Replicas of pages, as if no module knew them, and how their boards are opened."""
SWAP = str.maketrans("01", "10")


@pytest.mark.parametrize(("case", "press"), PAGES)
def test_a_page_is_read_and_played(case: str, press: list[str], givens: Givens, tmp_path: Path) -> None:
    """The module that is written reads its page as the page's own site does."""
    done = givens("sites", "new", FIXTURES / case, *press, "-o", "site", "--name", "my_own", "--success", ".won")

    assert 0 == done.returncode, done.stderr
    folder = tmp_path / "site"
    module = folder / "my_own.py"
    assert not re.search(r"import _|scrapers[.]", module.read_text())
    assert "layouts=[GRID]" in module.read_text(), module.read_text()
    assert not re.search(r"cycle=.*\b(\d)\b.*\b\1\b", module.read_text()), "two states of a cell have one mark"
    name = case.rpartition("/")[2]
    puzzle = lines(givens, "read", FIXTURES / case, "--site", module)[name]["puzzle"]
    expected = lines(givens, "read", FIXTURES / case)[name]["puzzle"]
    # Which of two marks is 1 follows from nothing that a person sees.
    swapped = expected | {"givens": [row.translate(SWAP) for row in expected["givens"]]}
    assert puzzle in (expected, swapped)


def test_boxes_without_a_class_are_fixed(givens: Givens, tmp_path: Path) -> None:
    """The boxes of a Sudoku are declared as they were seen."""
    (tmp_path / "page.html").write_text(SUDOKU)

    done = givens("sites", "new", "page.html", "-o", "site", "--name", "own")

    assert 0 == done.returncode, done.stderr
    assert 'fixed={"box": (2, 2)}' in (tmp_path / "site" / "own.py").read_text()
    assert (
        SOLVED[0] == json.loads(givens("solve", "page.html", "--site", "site/own.py", "--json").stdout)["solution"][0]
    )


def test_a_dialog_in_front_is_named(givens: Givens, tmp_path: Path) -> None:
    """A board behind a dialog is not drafted; its buttons are named."""
    style = "position: fixed; inset: 0; z-index: 9; background: #fff"
    dialog = f'<div role="dialog" style="{style}">Welcome!<button>Got it</button></div>'
    folder = elsewhere(tmp_path, replica={"on": {"mounted": [{"append": {"body": dialog}}]}})
    done = givens("sites", "new", folder, "--trust", "-o", "site")

    assert 6 == done.returncode
    assert "with 'Got it'" in " ".join(done.stderr.split())
    assert not (tmp_path / "site").exists()


__all__ = ["saved"]


def test_plain_page_is_taken(givens: Givens, saved: Path) -> None:
    """A local page is drawn, captured and probed; its draft is tried by reading it, in a command that can be pasted."""
    name = f"./{saved.name}"

    assert 0 == givens("draw", name, "--guess", "-o", "board.svg").returncode
    assert 0 == givens("sites", "capture", name, "--guess", "-o", "captured").returncode
    assert 0 == givens("read", "captured", "--guess").returncode
    assert 0 == givens("sites", "probe", name).returncode
    done = givens("sites", "new", name, "-o", "my site")
    (tried,) = (line.removeprefix("try: ") for line in done.stdout.splitlines() if line.startswith("try: "))
    assert 0 == done.returncode, done.stderr
    assert ["givens", "read", name, "--site", "my site/saved_sudoku.py"] == shlex.split(tried)


REGIONS = ["AABCC", "AABDD", "AABBD", "BBBBB", "EEBBB"]


QUEENS = """<title>Queens</title><style>td { width: 40px; height: 40px; text-align: center; border: 1px solid #555 }
#tip { position: fixed; inset: 0; background: #fff } [hidden] { display: none }</style>
<p><button id="start">Start</button>
<table id="board" hidden></table><div id="tip" hidden>Click a cell<p><button>Got it!</button></div>
<script>
  const hues = { A: "#fcc", B: "#cfc", C: "#ccf", D: "#ffc", E: "#cff" };
  const board = document.getElementById("board"), tip = document.getElementById("tip");
  const cell = (name) => `<td class="cell" style="background: ${hues[name]}"></td>`;
  board.innerHTML = REGIONS.map((row) => `<tr>${[...row].map(cell).join("")}</tr>`).join("");
  board.onclick = ({ target }) => { target.textContent = target.classList.toggle("queen") ? "♛" : ""; };
  document.getElementById("start").onclick = ({ target }) => { target.remove(); board.hidden = tip.hidden = false; };
  tip.querySelector("button").onclick = () => { tip.hidden = true; };
</script>"""


def test_buttons_and_crosses_are_declared(givens: Givens, tmp_path: Path) -> None:
    """A button in front of the board is dismissed, the one before it starts; a cell that stays empty needs no mark."""
    folder = tmp_path / "own" / "case"
    folder.mkdir(parents=True)
    facts = {"v": 1, "url": "https://own.example/", "scripts": True, "expect": "read", "made": "", "how": ""}
    (folder / "fixture.json").write_text(json.dumps(facts | {"evidence": {}}))
    (folder / "page.html").write_text(QUEENS.replace("REGIONS", json.dumps(REGIONS)))

    done = givens(
        "sites", "new", folder, "--press", "Start", "--press", "Got it!", "--trust", "-o", "site", "--name", "own"
    )
    module = tmp_path / "site" / "own.py"
    text = " ".join(module.read_text().split()) if module.exists() else done.stderr

    assert "cycle=(None, 1), spare=(None, 0)" in text
    assert re.search(r"dismiss=\(Button\([^)]*Got[^)]*\),\), start=\(Button\([^)]*Start", text), text
    played = lines(givens, "play", folder, "--site", module, "--dry-run")["case"]
    assert REGIONS == played["puzzle"]["regions"], played
