"""What `sites new` looks at: boards are found, clicks learnt, and nothing else is touched."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from bot.addons.unknown.start import places
from solvers import Cell
from tests.addons.unknown.pages import write_case
from tests.command import Givens
from tests.tiers import first

PAGE = """<!doctype html><title>Own</title><style>
  #board {{ display: grid; grid-template-columns: repeat(4, 40px); gap: 2px }}
  .cell {{ height: 40px; background: #ddd }} .cell.on {{ background: #06c }} .cell.off {{ background: #fff }}
</style><button id="start">Start</button><div id="board"></div>
<script>
  const states = ["", "on", "off"];
  const board = document.querySelector("#board");
  const mount = () => {{
    for (let index = 0; index < 16; index += 1) {{
      const cell = document.createElement("div");
      cell.className = "cell";
      cell.id = `c-${{Math.floor(index / 4)}}-${{index % 4}}`;
      cell.dataset.now = Date.now();
      cell.addEventListener("{event}", () => setTimeout(() => {{
        cell.className = `cell ${{states[(states.indexOf(cell.classList[1] ?? "") + 1) % 3]}}`.trim();
      }}, {delay}));
      board.append(cell);
    }}
  }};
  {start}
</script>{extra}"""

COVER = '<div id="cover" style="position:fixed;inset:0"></div>'


@pytest.fixture
def own(tmp_path: Path) -> Callable[..., Path]:
    """Return what writes a page of our own as a fixture."""
    usual = {"event": "click", "delay": 0, "start": "mount();", "extra": ""}
    return lambda **parts: write_case(tmp_path, PAGE.format(**usual | parts))


def probed(givens: Givens, *args: object) -> dict[str, Any]:
    """Start the module of a page; return the line, with its text as `draft`."""
    with TemporaryDirectory() as folder:
        done = givens("sites", "new", *args, "-o", folder, "--trust", "--json")

        assert 0 == done.returncode, done.stderr
        line: dict[str, Any] = json.loads(done.stdout)
        return line | {"draft": Path(line["module"]).read_text("utf-8")}


BLANK = ("--kind", "binairo")
"""The kind of a board without givens."""


@pytest.mark.parametrize("event", first(["pointerdown", "click", "mousedown", "mouseup", "pointerup"]))
@pytest.mark.parametrize("delay", first([0, 300]))
def test_the_places_and_the_cycle(event: str, delay: int, givens: Givens, own: Callable[..., Path]) -> None:
    """A page that answers to one event, at once or late: its board, the places of its cells, and its cycle."""
    draft = probed(givens, own(event=event, delay=delay), *BLANK)["draft"]

    assert 'board="#board"' in draft
    assert 'cell=".cell"' in draft
    assert r"""place_in("id", pattern=r"c-(?P<row>\d{1,3})-(?P<col>\d{1,3})(?!\d)")""" in draft
    assert 'selectors({".cell:not(.on, .off)": None, ".on": 0, ".off": 1})' in draft
    assert "cycle=(None, 0, 1)" in draft


@pytest.mark.parametrize("extra", ['<input type="password">', '<input autocomplete="cc-number">'])
def test_pages_that_ask_for_secrets_are_refused(extra: str, givens: Givens, own: Callable[..., Path]) -> None:
    """A page with a field for a password or a payment is not probed."""
    done = givens("sites", "new", own(extra=extra), "-o", "own", "--trust")

    assert 6 == done.returncode
    assert "is not probed, because a field asks for a pa" in done.stderr


def test_cells_that_lead_away_lead_nowhere(givens: Givens, own: Callable[..., Path]) -> None:
    """A link of a board is not followed."""
    link = "for (const cell of [...board.children]) { const a = document.createElement('a'); a.href = '/away'; "
    links = own(extra=f"<script>{link} cell.replaceWith(a); a.append(cell) }}</script>")
    draft = probed(givens, links, *BLANK)["draft"]

    assert "away" not in draft
    assert "cycle=(None, 0, 1)" in draft


def test_covered_board_is_not_clicked(givens: Givens, own: Callable[..., Path]) -> None:
    """What is in front of a board is named."""
    done = givens("sites", "new", own(extra=COVER), "-o", "own", "--trust", *BLANK)

    assert 6 == done.returncode
    assert "something without words is in front of it" in " ".join(done.stderr.split())


def test_a_page_that_answers_to_nothing(givens: Givens, own: Callable[..., Path]) -> None:
    """Two clicks without any effect end it, with a hint."""
    todo = probed(givens, own(event="keydown"), *BLANK)["todo"]

    assert any("two clicks changed nothing" in missing for missing in todo), todo


@pytest.mark.parametrize(
    ("texts", "pattern", "first"),
    [
        ([f"Row {row}, column {col}" for row in (1, 2) for col in (1, 2, 3)], "Row (?P<row>", 1),
        ([f"{col}-{row}" for row in (0, 1) for col in (0, 1, 2)], "^(?P<col>", 0),
        ([f"cell {at}" for at in range(6)], "cell (?P<number>", 0),
        ([f"row {row}" for row in (0, 1) for _ in range(3)], None, 0),
        (["cell"] * 5 + ["other"], None, 0),
    ],
)
def test_patterns_of_places(texts: list[str], pattern: str | None, first: int) -> None:
    """A pattern is found if numbers say the whole place, and it reads each place back."""
    cells = {Cell(*divmod(at, 3)): [f"data-place={text}"] for at, text in enumerate(texts)}
    found = places(cells, 3)

    starts = [place.pattern.replace("\\", "")[: len(pattern or "")] for place in found]
    counted = [{"number": at} for at in range(len(cells))]

    assert ([] if pattern is None else [pattern]) == starts
    for place in found:
        read = [re.search(place.pattern, text) for text in texts]
        numbers = [{name: int(at) - place.first for name, at in one.groupdict().items()} for one in read if one]
        assert first == place.first
        assert numbers in ([{"row": row, "col": col} for row, col in cells], counted)
