"""What stands beside a board: what somebody quoted from a real page may refuse it, everything else is left aside."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from playwright.sync_api import Page

from bot.play.fixture import serve
from bot.play.loop import play
from bot.play.options import Options
from bot.record.recorder import Recorder
from scrapers import SITES, BoardLayout, Quote, ReadError, Snapshot
from scrapers._puzzle_team.layout import INLINE
from scrapers.brainbashers import HITORI
from scrapers.puzzle_team import DOMINOSA, JIGSAW_SUDOKU, LIGHT_UP, SUDOKU, YIN_YANG
from scrapers.puzzle_team_bridges import BRIDGES
from scrapers.puzzle_team_kakuro import KAKURO
from scrapers.puzzle_team_nonograms import NONOGRAMS
from scrapers.puzzle_team_slant import SLANT
from solvers import Cell, Hashi, Kakuro, Sudoku
from tests.cases import CASES
from tests.conftest import ROOT
from tests.small_boards import CELL, drawn, snapshot

AT = "https://www.puzzle-sudoku.com/"


def board(rows: Sequence[Sequence[str]], **inline: str) -> Snapshot:
    """Return a drawn board of these cells, whose script says so."""
    cells = "".join(f"<div data-cell {cell}</div>" for row in rows for cell in row)
    return snapshot(f"<div id=game class=board>{cells}</div>", AT, box=drawn(len(rows[0]), "data-cell"), inline=inline)


def sudoku(side: int, **inline: str) -> Snapshot:
    """Return a Sudoku without a digit, as it is quoted: its script states the size of a box."""
    empty = "class='cell selectable'><span class=number></span>"
    skips, rest = divmod(side * side, 26)
    return board([[empty] * side] * side, task="z" * skips + chr(96 + rest), **inline)


@pytest.mark.parametrize(
    ("side", "height", "width", "box", "left_aside"),
    [
        (9, 3, 3, (3, 3), ()),
        (12, 3, 4, (3, 4), ()),
        (12, 4, 3, (4, 3), ()),
        (16, 4, 4, (4, 4), ()),
        (9, 9, 9, (3, 3), ()),
        (9, 2, 3, (3, 3), ("the script says 2×3, the board is 9×9: left aside, nobody has seen what it means",)),
    ],
)
def test_sudoku_says_its_box(
    side: int, height: int, width: int, box: tuple[int, int], left_aside: tuple[str, ...]
) -> None:
    """stacs-cp/demystify-rs@6566c15 fetch-sudoku.py, and Paledonian: the script's size is that of the box."""
    reading = SUDOKU.read(sudoku(side, height=str(height), width=str(width)))

    assert isinstance(reading.puzzle, Sudoku)
    assert (box, left_aside) == (reading.puzzle.box, reading.left_aside)


@pytest.mark.parametrize("ten", ["10", "A"])
def test_digits_above_nine(ten: str) -> None:
    """Newtomsoft and Huthayfa0 type letters above 9, so a given may be drawn as one; the task has its number."""
    empty = "class='cell selectable'><span class=number></span>"
    rows = [[empty] * 12 for _ in range(12)]
    rows[0][0] = f"class='cell selectable immutable'><span class=number>{ten}</span>"
    puzzle = SUDOKU.read(board(rows, task="10" + "z" * 5 + "m", height="3", width="4")).puzzle

    assert isinstance(puzzle, Sudoku)
    assert [(Cell(0, 0), 10)] == list(puzzle.givens.marked())


def test_jigsaw_sudoku_says_one_row() -> None:
    """A box of 9×1, as Simon Tatham's `9j` has it, is that of a Jigsaw Sudoku; so is the size of the board."""
    cells = [["class='cell selectable'>"] * 9] * 9
    regions = ",".join(str(at // 9) for at in range(81))
    for height, width in (("9", "1"), ("1", "9"), ("9", "9")):
        located = JIGSAW_SUDOKU.look(board(cells, task=f"zzzc;{regions}", height=height, width=width))

        assert ((9, 9), ()) == (located.size, located.left_aside)


# --- the name of the puzzle -------------------------------------------------------------------------------------------

HASHI = "3e2g2c5a4g3c6a4g3a2a4a4"
"""A board of 7×7 that calls itself `hashi.0`."""


def hashi(**inline: str) -> Snapshot:
    """Return that board, with an element for each island."""
    islands, at = [], 0
    for sign in HASHI:
        if sign.isalpha():
            at += ord(sign) - 96
        else:
            islands.append((at, f"<div class=bridges-task-cell data-at={at}>{sign}</div>"))
            at += 1

    def box(node: Any) -> tuple[float, float, float, float] | None:  # noqa: ANN401 - an element
        if "data-at" in node.attributes:
            row, col = divmod(int(node.attributes["data-at"]), 7)
            return CELL * col, CELL * row, CELL, CELL
        return (0, 0, 7 * CELL, 7 * CELL) if node.attributes.get("class") == "board-tasks" else None

    html = f"<div id=game><div class=board-tasks>{''.join(island for _, island in islands)}</div></div>"
    return snapshot(html, AT, box=box, inline={"task": HASHI, "height": "7", "width": "7", **inline})


@pytest.mark.parametrize("ident", ["hashi.0", "hashi.special.daily", "bridges.0", "hashi.random.7x7-easy"])
def test_bridges_call_themselves_hashi(ident: str) -> None:
    """A captured fragment of the desktop page has `ident: 'hashi.0'`."""
    reading = BRIDGES.read(hashi(ident=ident))

    assert isinstance(reading.puzzle, Hashi)
    assert () == reading.left_aside
    assert '"puzzleSettings.hashi.draw-style"' in BRIDGES.MEASURE


@pytest.mark.parametrize(
    ("layout", "ident"),
    [
        (LIGHT_UP, "light-up.11"),
        (LIGHT_UP, "light-up.random.25x25-hard"),
        (NONOGRAMS, "nonograms.specific.15x15"),
        (YIN_YANG, "yin-yang.special.daily"),
    ],
)
def test_names_are_compared_before_the_first_dot(layout: BoardLayout, ident: str) -> None:
    """What follows the first dot may be anything, also with hyphens."""
    cells = [["class='cell'>"] * 2] * 2

    assert () == layout.look(board(cells, ident=ident)).left_aside


@pytest.mark.parametrize("ident", ["yin-yang.0", "hashi.0"])
def test_name_of_another_puzzle(ident: str) -> None:
    """The name of another puzzle of the family refuses the board, also where it is not the one in addresses."""
    with pytest.raises(ReadError, match=rf"^desktop: the script is of {re.escape(ident)}, not of light-up$"):
        LIGHT_UP.look(board([["class='cell'>"] * 2] * 2, ident=ident))


def test_name_that_nobody_knows() -> None:
    """A name of no puzzle of the family is left aside."""
    cells = [["class='cell'>"] * 2] * 2

    assert ("the script is of akari.0, not of light-up: left aside, nobody has seen what it means",) == LIGHT_UP.look(
        board(cells, ident="akari.0")
    ).left_aside
    (long,) = LIGHT_UP.look(board(cells, ident="a\x1b[31m" * 999)).left_aside
    assert "\x1b" not in long
    assert len(long) < 1000


def test_another_puzzle_is_not_played_by_its_looks(page: Page) -> None:
    """What a quoted check refuses stays refused, although its looks and its task agree: nothing is pressed."""
    case = CASES["puzzle_team_light_up/fresh"]
    serve(page.context, case)
    page.goto(case.url)
    page.evaluate(
        """() => { for (const script of document.scripts) if (/\\bident\\s*:/.test(script.text))
            script.text = script.text.replace(/\\bident\\s*:\\s*'[^']*'/, "ident: 'yin-yang.0'"); }"""
    )
    with pytest.raises(ReadError, match="the script is of yin-yang"):
        play(page)


@pytest.mark.parametrize("both", ["oldIdent: 'nonograms.2' , ident: 'nonograms.specific.15x15'"])
def test_new_name_beside_the_old_one(page: Page, both: str) -> None:
    """dan-wells/multicrosser@366021b: since June 2026 a script has two names, of which the new one counts."""
    page.set_content(f"<script>var task = '1a'; var options = {{ {both} }};</script>")

    assert {"task": "1a", "ident": "nonograms.specific.15x15"} == page.evaluate(INLINE)


# --- sizes, margins ---------------------------------------------------------------------------------------------------


def test_class_that_says_the_size() -> None:
    """ankomoyu/puzzleslant-hint@1afd18e: `#game` has a class such as `slant10x10`."""
    cells = [["class='cell'>"] * 3] * 2
    for name, left_aside in (
        ("slant3x2", ()),
        (
            "slant10x10",
            ("the class attribute says 10×10, the board is 2×3: left aside, nobody has seen what it means",),
        ),
    ):
        shown = board(cells, task="l")
        html = shown.html.replace("class=board", f'class="board {name}"')

        assert left_aside == SLANT.read(replace(shown, html=html)).left_aside


def test_what_is_left_aside_is_said(page: Page, tmp_path: Path) -> None:
    """The record of a session has it, and so have the words that people read."""
    case = CASES["puzzle_team_slant/fresh"]
    case = structs.replace(case, replica={**case.replica, "named": "slant10x10"})
    serve(page.context, case)
    page.goto(case.url)
    played = play(page, recorder=Recorder(tmp_path), options=Options(dry_run=True))
    events = [json.loads(line) for line in (tmp_path / "events.jsonl").read_text("utf-8").splitlines()]
    (said,) = next(event["left_aside"] for event in events if event["event"] == "read")

    assert said.startswith("the class attribute says 10×10, the board is")
    assert played.clues.endswith(f" from two sources that agree. T{said[1:]}.")


def test_script_that_states_another_size() -> None:
    """Of Light Up the size in the script is quoted, so another one refuses; of Yin-Yang it is left aside."""
    cells = [["class='cell'>"] * 2] * 2
    shown = board(cells, task="d", height="3", width="3")
    with pytest.raises(ReadError, match="the board has 3×3 cells by the script, but 2×2 by the drawn lattice"):
        LIGHT_UP.read(shown)

    assert ("the script says 3×3, the board is 2×2: left aside, nobody has seen what it means",) == YIN_YANG.read(
        shown
    ).left_aside


WALL, OPEN = "class='cell selectable wall'>", "class='cell selectable'><div class=number></div>"
KAKURO_ROWS = [
    [
        WALL,
        "class='cell selectable task'><i class=task-vertical>4</i>",
        "class='cell selectable task'><i class=task-vertical>6</i>",
    ],
    ["class='cell selectable task'><i class=task-horizontal>3</i>", OPEN, OPEN],
    ["class='cell selectable task'><i class=task-horizontal>7</i>", OPEN, OPEN],
]


@pytest.mark.parametrize("last", ["", WALL])
@pytest.mark.parametrize("size", [{}, {"height": "3", "width": "3"}, {"height": "4", "width": "4"}])
def test_margin_of_kakuro(last: str, size: dict[str, str]) -> None:
    """newtomsoft/Puzzles-Solver@79b0e01 drops a last row and column, whatever size the script says."""
    rows = [[*row, last] for row in KAKURO_ROWS] + [[last] * 4] if last else KAKURO_ROWS
    found = KAKURO.read(board(rows, task="B4_6_300b700b", **size))

    assert isinstance(found.puzzle, Kakuro)
    assert (3, 3) == (found.puzzle.blocks.height, found.puzzle.blocks.width)


def test_walls_that_the_task_lists() -> None:
    """A last row and column of walls that the task lists belong to the board."""
    rows = [[*row, WALL] for row in KAKURO_ROWS] + [[WALL] * 4]
    found = KAKURO.read(board(rows, task="B4_6_B300bB700bBBBBB"))

    assert isinstance(found.puzzle, Kakuro)
    assert 4 == found.puzzle.blocks.height


def test_cells_of_dominosa_hold_numbers() -> None:
    """newtomsoft/Puzzles-Solver@79b0e01 takes only those `.cell` whose first `div` has a `span`."""
    numbers = [f"class=cell><div><span>{digit}</span></div>" for digit in "01101"]
    html = "".join(f"<div data-cell {cell}</div>" for cell in [*numbers, "class=cell><div><span>0</span></div>"])
    spare = "<div class=cell></div>"
    shown = snapshot(
        f"<div id=game>{html}{spare}</div>", AT, box=drawn(3, "data-cell"), inline={"task": "011010", "height": "2"}
    )

    assert (2, 3) == DOMINOSA.look(shown).size


def hitori(cell: str, **state: Any) -> Snapshot:  # noqa: ANN401 - as measured
    """Return a Hitori of BrainBashers, of cells that are written so."""
    cells = [f"<td data-cell {cell.format(at)}>{digit}</td>" for at, digit in enumerate("1224334131421432")]
    rows = "".join(f"<tr>{''.join(cells[at : at + 4])}</tr>" for at in range(0, 16, 4))
    at = "https://www.brainbashers.com/showhitori.asp"
    return snapshot(f"<table><tbody>{rows}</tbody></table>", at, box=drawn(4, "data-cell"), fields=[], **state)


@pytest.mark.parametrize(("layout", "cell"), list(zip(HITORI, ("id=square{}", ""), strict=True)))
def test_size_that_the_script_of_brainbashers_states(layout: BoardLayout, cell: str) -> None:
    """That `lnsize` is the side of a board is quoted of other puzzles; that the address asks for the side, of all."""
    left_aside = layout.read(hitori(cell, inline={"lnsize": "2"}, asked="4")).left_aside
    with pytest.raises(ReadError, match="the board has 6×6 cells by asked, but 4×4 by the drawn lattice"):
        layout.read(hitori(cell, inline={}, asked="6"))

    assert ("lnsize says 2×2, the board is 4×4: left aside, nobody has seen what it means",) == left_aside


# --- the rule ---------------------------------------------------------------------------------------------------------


def test_every_check_that_may_refuse_has_a_source() -> None:
    """Only a check with a quote may refuse; each says who quoted it, and as of when."""
    quotes = {
        f"{site.NAME} {layout.NAME}: {name}": quote
        for site in SITES
        for layout in site.LAYOUTS
        for name, quote in getattr(layout, "quoted", {}).items()
    }
    quotes |= {f"{site.NAME}: the day": site.POLICY.dated for site in SITES if site.POLICY.dated or site.POLICY.first}
    quotes |= {
        f"{site.NAME}: {name}": choice.quoted
        for site in SITES
        for name, choice in getattr(site, "choices", {}).items()
        if choice.board
    }

    assert {} == {
        name: quote
        for name, quote in quotes.items()
        if not (isinstance(quote, Quote) and quote.source.strip() and re.fullmatch(r"20\d\d(-\d\d){0,2}", quote.date))
    }


RAISES = {
    "_brainbashers/layout.py": (3, "tells layouts apart: Sup2point0/ascendant@c6a38d2, 2026-01"),
    "_puzzle_team/drawn.py": (5, "newtomsoft/Puzzles-Solver@79b0e01, 2026-01"),
    "_puzzle_team/layout.py": (1, "a page saved by newtomsoft/Puzzles-Solver@79b0e01, 2025-12-08"),
    "_puzzle_team/moves.py": (3, "newtomsoft/Puzzles-Solver@79b0e01, 2026-01"),
    "_puzzle_team/task.py": (6, "48 quoted tasks of 2020 to 2026"),
    "_puzzlink/drawn.py": (4, "the page's own code, robx/pzprjs@0401fc64"),
    "_puzzlink/layout.py": (2, "the page's own code, robx/pzprjs@0401fc64"),
    "brainbashers.py": (4, "ryanlee95618/puzzles@98dbb72, 2018; Javeree/Brainbashers@0f03494, 2019"),
    "brainbashers_futoshiki.py": (1, "ryanlee95618/puzzles@98dbb72, 2018"),
    "brainbashers_three_in_a_row.py": (1, "ryanlee95618/puzzles@98dbb72, 2018"),
    "daily_akari.py": (2, "hamao0820/daily-akari-solver-chrome-extension@4356ab4, 2025-12-28"),
    "linkedin_patches.py": (4, "pages saved by Loukis-13/linkedin-games-archive@0fa0a63, 2026-10-10"),
    "nyt_pips.py": (14, "peterslcollins/nyt-pips-extension@3d77c0e; brianberns/Pips@cbbe97d, 2025-09-30"),
    "puzzle_team.py": (5, "newtomsoft/Puzzles-Solver@79b0e01, 2026-01; 48 quoted tasks of 2020 to 2026"),
    "puzzle_team_*.py": (21, "newtomsoft, 2026-01; krarty, 2021; BrinzasVlad, 2024; quoted tasks; presses on Bridges"),
    "puzzlebaron.py": (6, "newtomsoft/Puzzles-Solver@79b0e01, 2026-01-02"),
    "puzzlemadness.py": (4, "a program of 2026-09 that reads puzzleData"),
    "queensgame.py": (1, "the site's own source, samimsu/queens-game-linkedin@d18b1b5, 2026-01-29"),
    "sudokupad.py": (6, "sea4594/SphenPad@95f09ec, renderer 0.612.0, 2026-07; rules and shapes that nobody told us"),
    "websudoku.py": (2, "iva2k/ml_sudoku@a6098fc and others, 2011 to 2026"),
    "zero.py": (1, "callahad/0hn0@543fc25, 2015; 0hn0.js in VideojuegosTelefonicos@5ff4bd4, 2021"),
}
"""How often the files of sites refuse what cells, clues and marks say, and who has quoted these from the page."""
OTHERS = re.compile("_reading/|_entrance|_ask|__init__|_page|_errors")
"""What all sites share: it compares what sites declare."""


def test_every_refusal_has_a_source() -> None:
    """Who adds a refusal says here from which quoted form; what stands beside the board belongs in `checks`."""
    counts = Counter[str]()
    for path in (ROOT / "scrapers").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            words = ast.unparse(node.exc) if isinstance(node, ast.Raise) and node.exc is not None else ""
            if re.match(r"ReadError|OtherLayout|(task\.)?bad\(|unplayable|spot\.fail", words):
                counts[re.sub(r"^(puzzle_team_)\w+", r"\1*", path.relative_to(ROOT / "scrapers").as_posix())] += 1

    assert {name: count for name, (count, _) in RAISES.items()} == {
        name: count for name, count in counts.items() if not OTHERS.match(name)
    }
