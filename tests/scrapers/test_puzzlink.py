"""The player of puzz.link: every genre on its own code, what a person may have set, and boards that must be refused."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path
from random import Random
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from playwright.sync_api import Page

from bot.errors import EnterError
from bot.play.entering import record_solution
from bot.play.fixture import Fixture
from bot.play.live import Live
from bot.play.loop import play
from bot.play.options import Options
from bot.play.reading import Task
from scrapers import BadChoice, Drag, ReadError, Snapshot
from scrapers._puzzlink.ways import along_cells, along_lines, drag
from scrapers.puzzlink import GENRES, SITE
from solvers import LINKED_KINDS, BadPuzzle, Cell, Grid, Puzzle, dump_link, load_link
from tests import ROOT, player
from tests.clock import run_until
from tests.command import SharedPlaywright
from tests.hostile import attacked, attacks
from tests.player import MISSING, made, samples
from tests.tiers import LONG, TIER, chosen, examples

HOME = "https://puzz.link/p?"
QUICK = {"shikaku"}
"""What the quick tier plays: lines that are dragged."""
BOARDS = 20 if TIER == LONG else 0
"""How many new boards of each genre are played besides the known one."""
UNPLAYED = {"battleships", "castle_wall", "fillomino", "suguru"}
"""Kinds of which only addresses are read and written.

npm's version of the engine does not have two of them, and says that a Fillomino is complete while cells are blank.
"""
PLAYED = [layout.NAME for layout in GENRES if layout.NAME not in MISSING]


def opened(page: Page, query: str, *, start: str = HOME) -> Page:
    """Open an address, served from the engine; skip the test where that is absent."""
    if not player.SCRIPTS.is_dir():
        pytest.skip(player.ABSENT)
    player.serve(page.context)
    page.goto(start + query)
    run_until(page, "document.querySelector('#divques svg[viewBox]')?.getBoundingClientRect().height")
    return page


# --- playing --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("genre", chosen(PLAYED, QUICK))
def test_genre_is_played(page: Page, genre: str) -> None:
    """Boards of a genre are read from two sources and entered without a wasted input, until the page says so."""
    (kind,) = [layout.kind.KIND for layout in GENRES if layout.NAME == genre]
    known = [samples()[genre]] if genre in samples() else []
    for query in [*known, *islice(made(kind), BOARDS or not known)]:
        result = play(opened(page, query))

        assert (True, "Complete!", genre) == (result.accepted, result.said, result.layout), query
        assert 0 == result.repaired == result.single, query


UNKNOWN = {
    "kurodoko": "7/7/j4k6i2h.h2p5n6g3l",
    "hashikake": "7/7/.g4h1u6g6h4n.i2m1g",
    "yajilin": "6/6/m42b3.d1.c12j",
    "gokigen": "7/7/.n732cg1cgdd827166b7.g3d118ch.k",
    "kakuro": "6/6/l-blg-l.k.m.68m.4-k....l...-5l..Kc3-79--/",
    "nurikabe": "7/7/.m3h3g1x5p2g1i",
    "slither": "7/7/dach2.167b821.6bgcg6166d22d",
    "heyawake": "6/6/gboef09bugtq.31..0.../",
}
"""Boards with one solution, some of whose clues do not tell their number."""


@pytest.mark.parametrize("genre", chosen(UNKNOWN, {"kurodoko"}))
def test_clues_without_numbers(page: Page, genre: str) -> None:
    """A clue without a number is read as the page draws it, and the page accepts the solution."""
    result = play(opened(page, f"{genre}/{UNKNOWN[genre]}"))

    assert (True, "Complete!", 0, 0) == (result.accepted, result.said, result.repaired, result.single)


def test_table_in_the_documentation() -> None:
    """The table lists each genre, and marks those that npm's version does not have."""
    text = (ROOT / "docs/sites/puzzlink.md").read_text(encoding="utf-8").partition("## Genres")[2]
    genres = re.findall(r"`(\w+)`( †)?[,; |]", "".join(re.findall(r"^\|.*\n", text, re.MULTILINE)))

    assert sorted(layout.NAME for layout in GENRES) == sorted(name for name, _ in genres)
    assert {*MISSING} == {name for name, mark in genres if mark}


def test_every_genre_has_a_layout() -> None:
    """Each genre that addresses can hold is played; a star battle of one star is read as such."""
    played = {kind: name for kind, name in LINKED_KINDS.items() if kind not in UNPLAYED}

    assert {*played} - {"queens"} == {layout.kind.KIND for layout in GENRES}
    assert {*played.values()} == {layout.NAME for layout in GENRES}


# --- refused ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("genre", chosen(PLAYED, {"norinori"}))
def test_each_clue_is_compared(page: Page, genre: str) -> None:
    """A board whose address lacks a clue, or says another size, is refused: nothing is read from one source only."""
    (layout,) = [layout for layout in GENRES if layout.NAME == genre]
    query = samples().get(genre) or next(made(layout.kind.KIND))
    opened(page, query)
    puzzle = load_link(HOME + query)
    taken = Live(page, lambda: page.locator("#divques")).take(layout.MEASURE)

    reading = layout.read(taken)
    assert (puzzle, 0) == (reading.puzzle, len(reading.single))

    # A circle of Yin-Yang looks like one that a person has drawn.
    clues = () if genre == "yinyang" else puzzle.clues()
    less = [other for clue in clues if (other := puzzle.without(clue)) is not None]
    others = [*less, *(load_link(HOME + other) for other in islice(made(layout.kind.KIND), 2))]
    lies = {address for other in others if (address := link_of(other)) not in {None, HOME + query}}
    assert len(lies) > 1
    for address in lies:
        with pytest.raises(ReadError):
            layout.read(replace(taken, url=address))


@pytest.mark.parametrize("controls", [{"mode": "edit"}, {"input": "number"}, {"triangles": "2"}, {"inverted": True}])
def test_changed_input_is_refused(controls: Mapping[str, object]) -> None:
    """An editor, or a page on which a person has changed what the mouse does, gets no input."""
    (layout,) = [layout for layout in GENRES if layout.NAME == "akari"]
    lines = "".join(f'<path d="{way}" stroke="black"></path>' for way in ("M1 0 L1 2", "M0 1 L2 1"))
    boxes = [{"tag": tag, "box": [0, 0, 72, 72]} for tag in ("div", "svg", "path", "path")]
    state = {"elements": boxes, "controls": controls}
    board = Snapshot(f"{HOME}akari/2/2/j", f'<div><svg viewBox="0 0 2 2">{lines}</svg></div>', state)

    with pytest.raises(ReadError, match="of the page is"):
        layout.moves(board, Grid.parse(["10", "01"]))


def link_of(puzzle: Puzzle) -> str | None:
    """Return the address of a puzzle, None if there is none."""
    with suppress(BadPuzzle):
        return dump_link(puzzle)
    return None


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("kropki/4/4/1", "a puzzle 'kropki', which givens does not have"),
        ("norinori/5/5/cag4o", "the address ends before"),
        ("norinori", "lacks the name of a puzzle, its columns or its rows"),
    ],
)
def test_unknown_puzzles(page: Page, query: str, words: str) -> None:
    """An address without a puzzle that can be solved is refused before the page is looked at."""
    page.route("**/*", lambda route: route.fulfill(body=""))
    page.goto(HOME + query)

    with pytest.raises(BadChoice, match=words):
        play(page)


def test_wrong_board_is_told(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the page does not accept what was entered, the sentence of the rule that is broken is told."""
    opened(page, "norinori/5/5/cag4ocjo")

    def solved_wrongly(task: Task, puzzle: Puzzle) -> Grid:
        grid = Grid.make(5, 5, lambda cell: int(cell.row == 0))
        record_solution(task, grid, puzzle, unique=True)
        return grid

    monkeypatch.setattr("bot.play.entering._solution", solved_wrongly)

    with pytest.raises(EnterError, match=r"refuses the solution: 'The size of a mass .* is over two"):
        play(page)


# --- ways of the mouse ------------------------------------------------------------------------------------------------

CELLS = st.sets(st.builds(Cell, st.integers(0, 5), st.integers(0, 5)), min_size=1)


@given(CELLS, st.randoms(use_true_random=False))
@examples(300, quick=50)
def test_ways_through_cells(inside: set[Cell], chance: Random) -> None:
    """A way goes from neighbour to neighbour and ends at an aim; some ways pass all aims."""
    aims = {cell for cell in sorted(inside) if chance.random() < 0.5}
    for way, passed in along_cells(inside, aims):
        assert min(aims) == way[0]
        assert aims & {*way} == passed
        assert {*way} <= inside
        assert all(there in here.around() for here, there in pairwise(way))
        assert way[-1] in aims
        aims -= {*way}


EDGES = st.sets(st.tuples(st.integers(0, 8), st.integers(0, 8)).filter(lambda at: sum(at) % 2), min_size=1)


@given(EDGES, st.booleans(), st.randoms(use_true_random=False))
@examples(300, quick=50)
def test_ways_along_lines(inside: set[tuple[int, int]], on_borders: bool, chance: Random) -> None:  # noqa: FBT001 - of Hypothesis
    """Ways pass each missing line once first, begin with one, end with one, and pass nothing but lines."""
    lines = {Cell(row, col) for row, col in inside}
    aims = {line for line in sorted(lines) if chance.random() < 0.5}

    ways = [*along_lines(lines, aims, on_borders=on_borders)]

    assert sorted(aims) == sorted(line for _, passed in ways for line in passed)
    for way, passed in ways:
        steps = [Cell((here.row + there.row) // 2, (here.col + there.col) // 2) for here, there in pairwise(way)]
        assert {steps[0], steps[-1]} <= passed <= {*steps} <= lines
        assert {1 - on_borders} == {at % 2 for place in way for at in place}


def test_drag_names_only_its_turns() -> None:
    """The points of a drag are those where it begins, turns or ends; one that goes back turns, too."""
    way = [Cell(*at) for at in ((1, 1), (1, 3), (1, 5), (3, 5), (5, 5), (3, 5), (3, 3))]
    drawn = Mock(at=lambda row, col: (row, col))

    moved = drag(drawn, way, {}, "left")

    assert Drag(((1, 1), (1, 5), (5, 5), (3, 5), (3, 3)), {}) == moved


# --- commands ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a case of the page, as a folder for commands."""
    if not player.SCRIPTS.is_dir():
        pytest.skip(player.ABSENT)
    case = tmp_path / "puzzlink" / "case"
    shutil.copytree(player.SCRIPTS, case)
    shutil.copy(player.PAGE, case / "page.html")
    facts = {"v": 1, "url": f"{HOME}norinori/5/5/cag4ocjo", "scripts": True, "expect": "accepted"}
    evidence = {"grade": "captured", "date": "2026-08-22", "what": "the page"}
    (case / "fixture.json").write_text(json.dumps(facts | {"made": "", "how": "", "evidence": evidence}))
    return case


@pytest.mark.parametrize("attack", chosen(attacks("clicks"), {"clicks/covers"}))
def test_page_is_a_stranger(shared_playwright: SharedPlaywright, folder: Path, attack: str) -> None:
    """A page that changes under a drag gets at most one input beside its board, and none elsewhere."""
    facts = {"attack": attack, "allowed": [], "board": SITE.entrance.board, "press": "pointerdown", "results": ""}
    case = structs.replace(Fixture.load(folder), replica={"hostile": facts})

    outcome = attacked(shared_playwright, attack, case, options=Options(trust=True))

    assert outcome.inputs_outside <= 1
    assert outcome.inputs_elsewhere == 0
    assert (0, 0) == (outcome.opened, outcome.sent)
    assert outcome.exit_code in {0, 3, 5, 6}
