"""The Puzzle-Team family: addresses and targets, tasks, clicks in every draw style, and the field for programs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from bot.errors import UsageError
from bot.play.fixture import Fixture, serve
from bot.play.loop import play
from bot.play.options import Options
from bot.play.resolve import resolve
from scrapers import SITES, Click, ReadError, Snapshot, site_of
from scrapers._puzzle_team.moves import BUTTONS, _step, next_state
from scrapers._puzzle_team.task import (
    Task,
    bracketed,
    cells,
    cells_after,
    centres,
    characters,
    region_ids,
    rims,
    sections,
)
from scrapers._reading.statements import BLACK, WHITE, Facts, spot
from scrapers.puzzle_team import circles, compared, signs, views
from scrapers.puzzle_team_bridges import BRIDGES
from scrapers.puzzle_team_heyawake import listed as rooms
from scrapers.puzzle_team_kakuro import KAKURO
from scrapers.puzzle_team_slant import SLANT
from scrapers.puzzle_team_thermometers import listed as thermometers
from solvers import Cage, Cell, GivensError, Grid, Hashi, solve
from tests import FIXTURES
from tests.tiers import first

YIN_YANG = "https://www.puzzle-yin-yang.com/**"
FAMILY = [site for site in SITES if site.NAME.startswith("puzzle_team_")]


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("https://www.puzzle-binairo.com/", "binairo"),
        ("https://fr.puzzle-binairo.com/binairo-14x14-hard/", "binairo"),
        ("https://de.puzzle-binairo.com/weekly-binairo/", "binairo"),
        ("https://www.puzzle-binairo.com/binairo-6x6-easy/?e=MDoxLDkxMSwwMzg=", "binairo"),
        ("https://www.puzzle-binairo.com/daily-binairo-plus/", "binairo_plus"),
        ("https://www.puzzle-minesweeper.com/mosaic-5x5-easy/", "mosaic"),
        ("https://fr.puzzle-light-up.com/?size=13", "light_up"),
        ("http://puzzle-tents.com", "tents"),
        ("https://www.puzzle-tents.com/?specific=1&size=4&specid=2401181", "tents"),
        ("https://www.puzzle-tents.com/hall.php?hallsize=3", None),
        ("https://www.puzzle-tents.com.example/", None),
        ("https://www.puzzle-chess.com/", None),
    ],
)
def test_addresses_of_the_family(address: str, name: str | None) -> None:
    """Every address of a puzzle belongs to its site, in every language; other pages of the host do not."""
    site = site_of(address)

    assert name == (None if site is None else site.NAME.removeprefix("puzzle_team_"))


@pytest.mark.parametrize(
    ("target", "address"),
    [
        ("puzzle_team:binairo,size=14x14-hard", "https://www.puzzle-binairo.com/binairo-14x14-hard/"),
        ("puzzle_team:binairo", "https://www.puzzle-binairo.com/daily-binairo/"),
        ("puzzle_team_binairo", "https://www.puzzle-binairo.com/daily-binairo/"),
        ("Puzzle_Team:binairo-plus,date=monthly", "https://www.puzzle-binairo.com/monthly-binairo-plus/"),
        ("puzzle_team:nonograms,date=daily", "https://www.puzzle-nonograms.com/?size=6"),
        ("nonograms:date=weekly", "https://www.puzzle-nonograms.com/?size=5"),
        (
            "puzzle_team:binairo,size=6x6-easy,id=1,911,038",
            "https://www.puzzle-binairo.com/binairo-6x6-easy/?e=MDoxLDkxMSwwMzg%3D",
        ),
        (
            "puzzle_team:light-up,id=962555,size=25x25-hard",
            "https://www.puzzle-light-up.com/?size=11&specific=1&specid=962555",
        ),
    ],
)
def test_targets(target: str, address: str) -> None:
    """A target names a puzzle of the family and a special, a size or one puzzle by its number."""
    assert [address] == [found.url for found in resolve(target)]


def test_family_means_all_its_puzzles() -> None:
    """The name of the family means each puzzle with a special that can be played; others have to be named."""
    named = [site.NAME for site in FAMILY if site.POLICY.read_only or not site.POLICY.daily]

    assert [f"puzzle_team_{name}" for name in ("dominosa", "shikaku", "stitches")] == named
    assert ["puzzle_team_shikaku"] == [target.site.NAME for target in resolve("puzzle_team:shikaku")]
    assert [site.NAME for site in FAMILY if site.NAME not in named] == [
        target.site.NAME for target in resolve("puzzle_team")
    ]
    assert ["puzzle_team_binairo"] == [target.site.NAME for target in resolve("binairo")]


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        ("size=7x7", "size=7x7 is not available: choose 5x5, 10x10, 15x15, 20x20, 25x25"),
        ("id=7", "id=7 needs a size: choose size=5x5, 10x10, 15x15, 20x20, 25x25"),
        ("size=5x5,id=x", "id=x is not the number of a puzzle, like 1,911,038"),
        ("size=5x5,date=daily", "date=daily is of one size only: choose either a date or a size"),
        *(
            (day, f"{day} is not available: puzzle_team_nonograms takes daily, weekly or monthly")
            for day in ("date=2026-11-19", "date=1119", "date=2026-11", "date=2026-11-19..2026-11-20", "date=hourly")
        ),
    ],
)
def test_unknown_choices(choices: str, sentence: str) -> None:
    """A choice that is not available is refused with those that are: the site shows no past puzzles by date."""
    with pytest.raises(GivensError) as caught:
        resolve(f"puzzle_team:nonograms,{choices}")

    assert sentence == caught.value.message


def test_specials_are_played_once_in_their_time() -> None:
    """The day of a weekly puzzle is its Monday, and that of a monthly one the first of the month."""
    (weekly,) = resolve("puzzle_team:tents,date=weekly")
    (monthly,) = resolve("puzzle_team:tents,date=monthly")

    assert (0, 1) == (weekly.day and weekly.day.weekday(), monthly.day and monthly.day.day)


# --- tasks ----------------------------------------------------------------------------------------------------------

R1C1, R1C2, R2C1, R2C2 = (Cell(row, col) for row in range(2) for col in range(2))


@pytest.mark.parametrize(
    ("task", "text", "groups"),
    [
        (cells(), "1a0a", {"number": {R1C1: 1, R2C1: 0}}),
        (cells(letters={"B": 11}), "B1b", {"number": {R1C1: 11, R1C2: 1}}),
        (cells(digits=2), "12_3b", {"number": {R1C1: 12, R1C2: 3}}),
        (characters, "1b.9", {"number": {R1C1: 1, R1C2: 11, R2C2: 9}}),
        (bracketed, "1[12]03", {"number": {R1C1: 1, R1C2: 12, R2C1: 0, R2C2: 3}}),
        (cells_after("number", 29), "_aa", {"number": {R1C1: 29, R2C1: 29}}),
        (cells_after("number", 29), "b__", {"number": {R2C1: 29, R2C2: 29}}),
        (region_ids(), "7,7,3,7", {"region": {R1C1: 0, R1C2: 0, R2C1: 1, R2C2: 0}}),
        (rims("/", "."), "1.1/2//3", {"rim": {"column 1": (1, 1), "column 2": (2,), "row 1": (), "row 2": (3,)}}),
        (views("/", "top", "bottom"), "1/2//3", {"view": {"top 1": 1, "top 2": 2, "bottom 1": None, "bottom 2": 3}}),
        (signs({"=": "=", "x": "x"}), "R=Dx,,R=,", {"sign": {(R1C1, R1C2): "=", (R1C1, R2C1): "x", (R2C1, R2C2): "="}}),
        (sections(",", rims("/"), cells(), fewest=1), "1/2/3/4", {"rim": {}}),
        (
            sections(";", cells(digits=2), region_ids("cage"), cells("sum", digits=3)),
            "b3a;1,1,2,3;10a3_12",
            {"number": {R2C1: 3}, "cage": {R1C1: 0, R1C2: 0, R2C1: 1, R2C2: 2}, "sum": {R1C1: 10, R2C1: 3, R2C2: 12}},
        ),
        (
            KAKURO.task,
            "B4_1203a",
            {"black": dict.fromkeys((R1C1, R1C2, R2C1), BLACK), "across": {R2C1: 12}, "down": {R1C2: 4, R2C1: 3}},
        ),
        (signs({"=": "=", "x": "x"}), "7c", {"sign": {(R1C1, R1C2): "=", (R1C1, R2C1): "x"}}),
        (compared(">", "<"), "0RD,2,0,0LU", {"number": {R1C2: 2}}),
        (compared(">", "<"), "0RD,2,0,0LU,", {"number": {R1C2: 2}}),
        (cells(letters={"B": 1, "W": 0}), "aBWa", {"number": {R1C2: 1, R2C1: 0}}),
        (characters, "z.AZ", {"number": {R1C1: 35, R2C1: 36, R2C2: 61}}),
        (circles, "W3B12b", {"colour": {R1C1: WHITE, R1C2: BLACK}, "number": {R1C1: 3, R1C2: 12}}),
        (SLANT.task, "b3f", {"corner": {"row 0.5, column 2.5": 3}}),
        (centres, "ah", {"centre": {"row 1, column 1": R2C2, "row 2, column 2": Cell(3, 3)}}),
        (rooms, "b,1,2;1,1,1;0,1,1", {"region": {R1C1: 0, R1C2: 1, R2C1: 0, R2C2: 2}, "number": {R1C2: 1, R2C2: 0}}),
        (
            thermometers,
            "2,2;1,2",
            {"thermometer": {R1C2: ("R1C2", 0), R1C1: ("R1C2", 1), R2C1: ("R2C1", 0), R2C2: ("R2C1", 1)}},
        ),
        (
            thermometers,
            "4,2;5,1,3",
            {"thermometer": {R2C1: ("R2C1", 0), R1C1: ("R2C1", 1), R1C2: ("R1C2", 0), R2C2: ("R1C2", 1)}},
        ),
    ],
)
def test_tasks(task: Task, text: str, groups: dict[str, Any]) -> None:
    """A task says the same as the board that the site draws from it."""
    found = task(text, (2, 2))

    assert groups.keys() <= found.keys()
    assert all(found[name] == facts for name, facts in groups.items() if facts)


@pytest.mark.parametrize(
    ("task", "text", "why"),
    [
        (cells(), "1a0", "cannot be read: the task ends before the board is whole"),
        (cells(), "3cb", "skips cells by 'c' and again by 'b': the site has altered it for programs"),
        (cells(), "1a0c", "cannot be read: the task has a gap that reaches 2 places past the end of its board"),
        (cells(), "1a?a", "cannot be read: character 3 of the task's board is '?', not a number or a gap"),
        (characters, "123", "cannot be read: the task ends before the board is whole"),
        (characters, "12_3", "cannot be read: character 3 of the task's board is '_', not a digit, a letter or ."),
        (bracketed, "1[12]0", "cannot be read: the task ends before the board is whole"),
        (bracketed, "1[x]03", "cannot be read: character 2 of the task's board is '[', not a number"),
        (
            cells_after("number", 29),
            "aaaa",
            "cannot be read: the task has a gap that reaches 1 places past the end of its board",
        ),
        (cells_after("number", 29), "a", "cannot be read: the task ends before the board is whole"),
        (cells_after("number", 29), "1", "cannot be read: character 1 of the task's board is '1', not a letter"),
        (region_ids(), "1,1,1", "has 3 cells, but the board is 2×2"),
        (region_ids(), "1,1,1,x", "has 'x' for R2C2, which stands for nothing"),
        (rims("/"), "1/2/3", "has 3 numbers for 4 lines"),
        (signs({"=": "="}), "R=,,,Rx", "has 'Rx' for R2C2, which stands for nothing"),
        (sections("|", cells(), region_ids()), "d", "has 1 parts, not 2"),
        (centres, "?", "cannot be read: character 1 of the task's board is '?', not a letter"),
        (centres, "iz", "cannot be read: the task goes on with 'z' after the end of the 2×2 board"),
        (rooms, "b,1,2;1,2,1;b,1,1", "has '1,2,1', which leaves the board or meets another room"),
        (rooms, "b,2,2;1,1,1", "has '1,1,1', which is no room"),
        (rooms, "b,2,1", "has 2 cells, but the board is 2×2"),
        (compared(">", "<"), "0R,0L,0,0", "has two signs between R1C1 and R1C2"),
        (thermometers, "1,2;1,3", "has '1,3', which leaves the board or meets another thermometer"),
        (thermometers, "6,2", "has '6,2', which is no thermometer"),
        (thermometers, "1,2;1,0", "has '1,0', which leaves the board or meets another thermometer"),
    ],
)
def test_broken_tasks(task: Task, text: str, why: str) -> None:
    """A task that does not fit the board, like one that scrapers are sent, is refused."""
    with pytest.raises(ReadError) as caught:
        task(text, (2, 2))

    assert f"the task of the page, {text!r}, {why}" == caught.value.message


@pytest.mark.parametrize("gap", [25, 26, 27, 52])
def test_wide_gaps(gap: int) -> None:
    """Gaps are as in the source of each puzzle: `z` is 26 cells before a number, and 25 before a tree or a centre."""
    size, last = (1, gap + 1), Cell(0, gap)
    skips, rest = divmod(gap - 1, 26)
    text = "z" * skips + chr(ord("a") + rest)
    threes, left = divmod(gap - 1, 25)
    trees = "z" * threes + chr(ord("a") + left)

    assert {"number": {last: 1}} == cells()(f"{text}1", size)
    assert {"tree": {last: 1}} == cells_after("tree", 1)(f"{trees}_", size)
    assert {"centre": {spot(1, gap + 1): Cell(1, gap + 1)}} == centres(
        "z" * (gap // 25) + chr(ord("a") + gap % 25), (1, gap // 2 + 2)
    )


def facts_of(sums: dict[Any, int]) -> Facts:
    """Return the facts of a board with a cage of two cells and two cages of one."""
    numbers: dict[Any, int] = {R1C1: 0, R1C2: 0, R2C1: 1, R2C2: 2}
    return Facts(2, 2, {"cage": numbers, "sum": sums})


def test_cages() -> None:
    """A cage has one sum or none, and a cell alone without a sum is in no cage; two sums are refused."""
    assert (Cage((R1C1, R1C2), 3), Cage((R2C2,), 1)) == facts_of({R1C2: 3, R2C2: 1}).cages()
    with pytest.raises(ReadError, match="the cage of R1C1 has 2 sums"):
        facts_of({R1C1: 3, R1C2: 3}).cages()


# --- clicks ---------------------------------------------------------------------------------------------------------


def test_clicks_by_draw_style() -> None:
    """Each draw style has its own states after a left and a right click, as in the script of Light Up."""
    after = {
        style: ["".join(str(next_state(style, state, button)) for state in range(3)) for button in BUTTONS]
        for style in ("rotate", "black", "cross", "white", "color")
    }

    assert {
        "rotate": ["120", "201"],
        "black": ["101", "220"],
        "cross": ["220", "101"],
        "white": ["000", "000"],
        "color": ["012", "012"],
    } == after


def test_every_state_is_one_or_two_clicks_away() -> None:
    """From every state a click leads to every other one; in a style in which none marks a cell, nothing is entered."""
    for style, state, goal in product(("rotate", "black", "cross"), range(3), range(3)):
        if state != goal:
            button, left = _step(style, state, {goal})
            assert goal == left == next_state(style, state, button)
    with pytest.raises(ReadError, match="the draw style of the page is 'white', in which no click leads"):
        _step("white", 0, {1})


# --- beside the board -----------------------------------------------------------------------------------------------


def test_about(page: Page) -> None:
    """The day of a daily puzzle is told, and a board of another size than was asked for."""
    bodies = [""]
    page.route(YIN_YANG, lambda route: route.fulfill(body=bodies[-1], content_type="text/html"))
    for address, html, day, title in (
        ("?size=3", "<div class=puzzleInfo>10x10 Easy Yin-Yang Puzzle ID: 1,234</div>", None, "10x10 Easy Yin-Yang"),
        (
            "?size=3",
            "<div class=puzzleInfo>8x8 Easy Yin-Yang Puzzle ID: 1,234</div>",
            None,
            "8x8 Easy Yin-Yang, where size=10x10-easy was asked for",
        ),
        ("?size=15", "<select name=date><option>2026-11-24<option selected>2026-11-25</select>", "2026-11-25", None),
        ("?size=16", "<select name=date><option selected>2026-11-23</select>", None, None),
    ):
        bodies.append(html)
        page.goto(f"https://www.puzzle-yin-yang.com/{address}")
        about = SITES.named("puzzle_team_yin_yang").about(page)
        assert (day, title) == (about.date, about.title)


def test_no_such_puzzle(page: Page) -> None:
    """Where there is no board, the error has the page's own words."""
    html = "<div id=ajaxResponse><p class=err>Unable to load puzzle. No puzzle with such ID.</p></div>"
    page.route(YIN_YANG, lambda route: route.fulfill(body=html, content_type="text/html"))
    page.goto("https://www.puzzle-yin-yang.com/?size=3&specific=1&specid=1")
    with pytest.raises(ReadError, match=r"; the page says: Unable to load puzzle\. No puzzle with such ID\.$"):
        SITES.named("puzzle_team_yin_yang").board(page, 0.1, lambda *_: True)


# --- the field for programs -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("robot", first([False, True]))
def test_robot(context: BrowserContext, page: Page, robot: bool) -> None:  # noqa: FBT001
    """The field for programs is set only on request, and nothing is sent to a hall of fame."""
    fixture = Fixture.load(FIXTURES / "puzzle_team_kakurasu" / "fresh")
    refused = serve(context, fixture)
    page.goto(fixture.url)

    assert play(page, options=Options(timeout=240, robot=robot)).accepted
    assert ("1" if robot else "") == page.evaluate("__robot")
    assert [] == refused


def test_robot_elsewhere(page: Page) -> None:
    """A site without such a field refuses the option before anything is entered."""
    fixture = Fixture.load(FIXTURES / "zero_hh1" / "size_4")
    serve(page.context, fixture)
    page.goto(fixture.url)

    with pytest.raises(UsageError, match="zero_hh1 has no field in which programs say what they are"):
        play(page, options=Options(robot=True))


# --- bridges that are learned ---------------------------------------------------------------------------------------

ISLANDS = Hashi(Grid.parse("4.2\n...\n3.1"))
ENDS = {pair: (pair[0].row == pair[1].row) for pair in ISLANDS.spans()}
"""The pairs of islands, and whether they are in a row."""
SIDE, WIDTH = 30, 20
"""The sides of a cell and of an island, in px."""


class BridgePage:
    """A board on which a press beside an island shows the next of some classes between it and the next island."""

    def __init__(self, classes: Sequence[str], after: int = 0) -> None:
        """After the last of `classes` comes the one with the number `after`."""
        self.classes, self.after = classes, after
        self.shown = dict.fromkeys(ENDS, 0)
        self.presses = self.surprises = 0

    def press(self, at: tuple[float, float]) -> None:
        """Press a point, which must be beside the first island of a pair, toward the second."""
        (pair,) = [pair for pair, (one, _) in self.boxes().items() if self._is_beside(at, one, level=ENDS[pair])]
        following = self.shown[pair] + 1
        self.shown[pair] = following if following < len(self.classes) else self.after
        self.presses += 1

    def _is_beside(self, at: tuple[float, float], island: Sequence[float], *, level: bool) -> bool:
        along, across = at if level else at[::-1]
        left, top = island[:2] if level else island[1::-1]
        return left + WIDTH < along <= left + WIDTH + 10 and top < across < top + WIDTH

    def boxes(self) -> dict[Any, list[list[float]]]:
        """Return the boxes of the islands of each pair."""
        return {pair: [[SIDE * cell.col + 5.0, SIDE * cell.row + 5.0, WIDTH, WIDTH] for cell in pair] for pair in ENDS}

    def snapshot(self) -> Snapshot:
        """Return the board as it is."""
        html, elements = '<div id="game"><div class="board-tasks">', [("div", [0.0, 0.0, 90.0, 90.0])] * 2
        for cell, number in ISLANDS.numbers.marked():
            html += f'<div class="bridges-task-cell">{number}</div>'
            elements.append(("div", [SIDE * cell.col + 5, SIDE * cell.row + 5, WIDTH, WIDTH]))
        for pair, ((left, top, *_), (right, below, *_)) in self.boxes().items():
            level = ENDS[pair]
            html += f'<i class="bridges-bridge-{"right" if level else "down"} {self.classes[self.shown[pair]]}"></i>'
            long, box = (right - left if level else below - top) - WIDTH, (left + 8, top + 8)
            elements.append(("i", [left + WIDTH, box[1], long, 4] if level else [box[0], top + WIDTH, 4, long]))
        state = {
            "elements": [{"tag": tag, "box": box} for tag, box in elements],
            "inline": {"width": "3", "height": "3", "ident": "bridges.0"},
        }
        return Snapshot("https://www.puzzle-bridges.com/", f"{html}</div></div>", state)

    def play(self) -> Grid:
        """Make one move after the other, and return the marks in the end."""
        layout = BRIDGES.read(self.snapshot()).layout
        solution = solve(ISLANDS).grid
        while moves := layout.moves(self.snapshot(), solution):
            move = moves[0]
            assert isinstance(move, Click)
            self.press(move.at)
            marks = layout.marks(self.snapshot())
            self.surprises += any(marks[cell] not in allowed for cell, allowed in move.leaves.items())
        return layout.marks(self.snapshot())


def test_bridges_are_learned() -> None:
    """Three presses in a row and three in a column show what bridges look like; the others follow without any more."""
    page = BridgePage(["", "thin", "thick"])

    assert solve(ISLANDS).grid == page.play()
    assert (3 + 3 + sum((2, 2, 1)), 0) == (page.presses, page.surprises)


@pytest.mark.parametrize(
    ("classes", "after", "begun", "presses", "why"),
    [
        (["", "thin"], 0, 0, 2, "2 presses between R1C1 and R1C3 lead back to nothing, not 3"),
        (["", "thin", "thick", "crossed"], 0, 0, 4, "4 presses between R1C1 and R1C3 lead back to nothing, not 3"),
        (["", "thin", "thick"], 1, 0, 3, "presses between R1C1 and R1C3 do not lead back to nothing"),
        (["", "thin", "thick"], 0, 1, 0, "the board has bridges already"),
    ],
)
def test_other_bridges_are_refused(classes: list[str], after: int, begun: int, presses: int, why: str) -> None:
    """Other cycles, one without a way back, and a board that is begun are refused, with the fewest presses."""
    page = BridgePage(classes, after)
    page.shown[Cell(0, 0), Cell(0, 2)] = begun

    with pytest.raises(ReadError, match=f"^{why}"):
        page.play()
    assert presses == page.presses
    assert after or {begun, 0} == {*page.shown.values()}
