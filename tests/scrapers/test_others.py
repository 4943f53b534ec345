"""BrainBashers, by ids, its grid and its looks; and other pages: hidden answers are not read, nor others played."""

from __future__ import annotations

import json
import os
import shutil
from datetime import UTC, date, datetime
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route

from bot.play.fixture import Fixture, serve
from bot.play.judge import press_check
from bot.play.live import press_nothing
from bot.play.loop import play
from bot.play.options import Options
from bot.play.reading import Task
from bot.play.resolve import resolve
from bot.play.runner import follow
from bot.record.recorder import Recorder
from scrapers import SITES, ReadError, Site, daily_akari, puzzlemadness, websudoku, zero
from scrapers._brainbashers.page import CHECK, verdict
from scrapers._reading.statements import SIDES
from scrapers.brainbashers import ABC_SCRIPT
from scrapers.brainbashers_three_in_a_row import SITE
from scrapers.nyt_pips import SITE as PIPS
from scrapers.nyt_pips import TABLE
from scrapers.nyt_sudoku import SITE as SUDOKU
from solvers import AbcView, GivensError, Grid, NotUnique, load
from tests import FIXTURES
from tests.cases import CASES
from tests.conftest import Givens
from tests.pages import page_folder, why_absent
from tests.small_boards import snapshot
from tests.snapshots import presses
from tests.tiers import first, long

HH1, HN0 = zero.SITES


def opened(page: Page, site: Site, case: str) -> Fixture:
    """Open a case of a replica."""
    fixture = CASES[f"{site.NAME}/{case}"]
    serve(page.context, fixture)
    page.goto(fixture.url)
    return fixture


def test_planted_answer_of_sudoku_is_not_read(page: Page) -> None:
    """The page's script holds a wrong puzzle with a wrong answer; the solution is that of the board."""
    fixture = opened(page, SUDOKU, "begun")
    played = play(page, SUDOKU, options=Options(dry_run=True))

    assert [8] * 81 == page.evaluate("gameData.easy.puzzle_data.solution")
    assert fixture.solution == tuple(played.solution or ())
    assert (24, 0) == (played.confirmed, played.single)


def test_answer_of_the_day_of_pips_is_dropped(page: Page) -> None:
    """The file of the day holds a wrong answer, which no snapshot has; with several solutions, any right one counts."""
    opened(page, PIPS, "several")
    served = page.evaluate("fetch('/svc/pips/v1/2026-11-25.json').then((answer) => answer.text())")
    played = play(page, PIPS, options=Options(dry_run=True))
    state = page.locator("#js-hook-game-wrapper").evaluate(TABLE.MEASURE)

    assert '"solution"' in served
    assert [{"dominoes", "regions"}] * 3 == [set(level) for level in state["day"]]
    assert "solution" not in repr(state["day"])
    assert ("several", 0) == (played.verdict, played.single)
    assert load(played.puzzle).is_solved_by(Grid.parse(played.solution or []))


def test_any_answer_needs_clues_that_are_read_twice(page: Page) -> None:
    """Of several answers none is entered if a clue stands in one place only, and the message says so."""
    opened(page, PIPS, "several_read_once")

    with pytest.raises(NotUnique, match=r"any is right, but only if .*; 15 in one"):
        play(page, PIPS)


def test_hidden_fields_of_web_sudoku_are_not_read(page: Page) -> None:
    """The page holds a wrong answer and a wrong mask; what is entered is the solution of the board."""
    fixture = opened(page, websudoku.SITE, "begun_wrong")
    played = play(page, websudoku.SITE)
    planted = page.locator("#cheat").input_value()

    assert "Congratulations! You solved this Sudoku!" == played.said
    assert fixture.solution == tuple(played.solution or ())
    assert (81, False) == (len(planted), planted == "".join(fixture.solution))
    assert planted not in repr(page.locator("#puzzle_grid").evaluate(websudoku.GRID.MEASURE))


@pytest.mark.parametrize("site", first([*reversed(puzzlemadness.SITES)]), ids=lambda site: site.NAME)
def test_puzzle_madness_is_read(page: Page, site: Site) -> None:
    """The script's puzzle is read and solved, without the wrong answers beside it; nothing is entered."""
    fixture = opened(page, site, "fresh")
    played = play(page, site, options=Options(dry_run=True))
    with pytest.raises(ReadError, match="how the page draws a digit is not known"):
        play(page, site)

    assert fixture.puzzle == played.puzzle
    assert fixture.solution == tuple(played.solution or ())
    assert "answers" not in page.locator("main").evaluate(site.LAYOUTS[0].MEASURE)["data"]


@pytest.mark.parametrize(
    ("case", "words"),
    first(
        [
            ("other_day", "the script holds 16by16giantsudoku of 2026/11/25, not what the address asks for"),
            ("more_regions", "the puzzle has 3 more regions"),
            ("not_boxes", "the regions of the board are not its boxes"),
            ("no_puzzle", "the page's script does not hold a puzzle"),
        ]
    ),
)
def test_puzzle_madness_is_refused(page: Page, case: str, words: str) -> None:
    """Data of another day or variant, or none at all, is not read."""
    opened(page, puzzlemadness.SITES[0], case)

    with pytest.raises(ReadError, match=words):
        play(page, puzzlemadness.SITES[0], options=Options(dry_run=True))


@pytest.mark.parametrize("case", first(["archive", "today"]))
@pytest.mark.realtime
def test_daily_akari_is_read(page: Page, case: str) -> None:
    """The board's address in the page's own file is read, once, and solved; nothing is entered."""
    fixture = opened(page, daily_akari.SITE, case)
    played = play(page, daily_akari.SITE, options=Options(dry_run=True))
    with pytest.raises(ReadError, match="how the canvas draws a bulb is not known"):
        play(page, daily_akari.SITE)

    assert (fixture.puzzle, 0) == (played.puzzle, played.confirmed)
    assert fixture.solution == tuple(played.solution or ())


@pytest.mark.parametrize("case", long("old_form", "other_genre", "no_puzzle"))
def test_daily_akari_is_refused(page: Page, case: str) -> None:
    """A file without the address of a Light Up is refused; the older form, which has the answer, does not leave it."""
    opened(page, daily_akari.SITE, case)

    with pytest.raises(ReadError, match="the file of the day holds no Light Up") as error:
        play(page, daily_akari.SITE, options=Options(dry_run=True))

    assert "1...." not in error.value.message


# --- 0h h1 and 0h n0 ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", first(["after_another_size", "another_size_open"]))
def test_size_is_the_one_asked_for(page: Page, case: str) -> None:
    """A board of another size, finished or open, is left for the size in the address."""
    opened(page, HH1, case)
    played = play(page, HH1, options=Options(dry_run=True))

    assert played.puzzle is not None
    assert 8 == len(played.puzzle["givens"])
    assert {"title": "0h h1, 8 x 8"} == played.about


@pytest.mark.parametrize(("case", "size", "address"), first([("size_8", 8, "#"), ("best_time", 6, "#size=6")]))
def test_size_is_told(page: Page, case: str, size: int, address: str) -> None:
    """An address without a size is answered with the open board; a best time in place of the size is none."""
    opened(page, HH1, case)
    HH1.board(page, 10, presses(page))
    page.goto(f"https://0hh1.com/{address}")

    assert {"title": f"0h h1, {size} x {size}"} == play(page, HH1, options=Options(dry_run=True)).about


def test_buttons_are_recorded(page: Page, tmp_path: Path) -> None:
    """The session says which buttons were pressed how often: the gift tile twice."""
    opened(page, HH1, "size_12")
    play(page, HH1, recorder=Recorder(tmp_path), options=Options(dry_run=True))

    events = [json.loads(line) for line in (tmp_path / "events.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [{"#menu [data-action=play-daily]": 1, '#menugrid:not(.hidden) [data-size="5"]': 2}] == [
        event["buttons"] for event in events if event["event"] == "pressed"
    ]


@pytest.mark.parametrize("case", first(["first_visit", "another_size_open"]))
def test_size_of_0h_n0_is_the_one_asked_for(page: Page, case: str) -> None:
    """A board of another size and the tutorial are left for the size in the address."""
    opened(page, HN0, case)

    assert CASES[f"{HN0.NAME}/{case}"].puzzle == play(page, HN0, options=Options(dry_run=True)).puzzle


def test_nothing_is_entered_without_the_script(page: Page) -> None:
    """A page whose script does not tell which walls are locked is refused: some may be the player's."""
    opened(page, HN0, "begun")
    page.evaluate("delete window.Game")

    with pytest.raises(ReadError, match="the script of the page does not say which tiles are locked"):
        play(page, HN0)


@pytest.fixture(autouse=True)
def today(monkeypatch: pytest.MonkeyPatch) -> date:
    """Let it be the 10th of March 2026 for targets."""
    day = date(2026, 3, 10)
    monkeypatch.setattr("bot.play.resolve.today_of", lambda _site: day)
    monkeypatch.setattr("scrapers._page.datetime", SimpleNamespace(now=lambda _zone: datetime(2026, 3, 10, tzinfo=UTC)))
    return day


@pytest.mark.parametrize(
    ("value", "days"),
    [
        ("2026-03-09", ["0309"]),
        ("2025-12-31", ["1231"]),
        ("2026-03-08..2026-03-10", ["0308", "0309", "0310"]),
        ("2025-12-31..2026-01-02", ["1231", "0101", "0102"]),
        ("2026-03", [f"03{day:02}" for day in range(1, 11)]),
        ("2026-02", [f"02{day:02}" for day in range(1, 29)]),
    ],
)
def test_days(value: str, days: list[str]) -> None:
    """A date, a range and a month, which ends today."""
    found = resolve(f"brainbashers:tents,date={value}")

    assert days == [target.url.partition("date=")[2][:4] for target in found]


def test_days_are_targets_of_their_own() -> None:
    """Each day of a range has its own name, and the other choices stay."""
    pages = resolve("brainbashers:tents,size=16,date=2026-03-08..2026-03-09,diff=Medium")

    names = [f"brainbashers_tents:size=16,date=2026-03-{day},diff=Medium" for day in ("08", "09")]
    assert [(name, "diff=Medium,size=16", True) for name in names] == [(p.name, p.choices, p.dated) for p in pages]


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("2026-03-10..2026-03-09", "date=2026-03-10..2026-03-09 ends before it begins"),
        ("1340", "date=1340 is not a date like 2026-11-19, a month like 2026-11"),
        ("2026-13", "date=2026-13-01 is not a date like 2026-11-19"),
        ("2026-03-01..", "date= is not a date like 2026-11-19"),
        ("2025-01-01", "date=2025-01-01 is not available: choose one of the last 364 days"),
        ("2026-04", "date=2026-04-01 is not available"),
    ],
)
def test_no_such_days(value: str, why: str) -> None:
    """What is no date, or not there any more, is an error in a sentence."""
    with pytest.raises(GivensError) as caught:
        resolve(f"brainbashers:tents,date={value}")

    assert why in caught.value.message


@pytest.mark.parametrize(
    "name",
    first([*(f"{name}/fresh" for name in ("puzzle_team_dominosa", "puzzle_team_shikaku", "brainbashers_bridges"))]),
)
def test_boards_that_are_only_read(givens: Givens, name: str) -> None:
    """Where it is not known how an answer is entered, the board is read and solved."""
    solved = json.loads(givens("solve", FIXTURES / name, "--json").stdout)

    assert json.loads((FIXTURES / name / "puzzle.json").read_text(encoding="utf-8")) == solved["puzzle"]
    assert json.loads((FIXTURES / name / "solution.json").read_text(encoding="utf-8")) == solved["solution"]


def test_family_means_what_can_be_played() -> None:
    """The name of the site does not mean the puzzle that is only read."""
    named = {target.site.NAME for target in resolve("brainbashers")}

    assert {"brainbashers_bridges"} == {site.NAME for site in SITES if "brainbashers" in site.NAME} - named


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [("lcleft", "", "left 1: nothing says the view"), ("lctop", "ABCDz", "lctop is 'ABCDz', which states")],
)
def test_script_of_abc_view(name: str, value: str, why: str) -> None:
    """A variable that is missing, or holds something else, is refused."""
    inline = {"lcq": "." * 24 + "B"} | {f"lc{side}": "zzAzz" for side in SIDES}

    read = ABC_SCRIPT.read(snapshot("<table></table>", "", inline=inline)).puzzle
    assert AbcView(3, Grid.parse([*["....."] * 4, "....2"]), *[(None, None, 1, None, None)] * 4) == read
    with pytest.raises(ReadError, match=why):
        ABC_SCRIPT.read(snapshot("<table></table>", "", inline=inline | {name: value}))


def test_first_table_is_the_board_without_ids(page: Page) -> None:
    """Ids come first; without them the board is the first table that is large enough and holds no other one."""
    grids = [
        "".join(f"<tr>{f'<td {name}{at}>{at}</td>' * 4}</tr>" for at in range(4)) for name in ("id=cell", "id=square")
    ]
    small, plain, other = (
        "<table><tr><td>1</td></tr></table>",
        f"<table>{grids[0]}</table>",
        f"<table>{grids[1]}</table>",
    )
    found = []
    for content in (f"{small}{plain}{plain}", f"{plain}{other}", f"<table><tr><td>{plain}</td></tr></table>"):
        page.set_content(content)
        board = SITE.entrance.enter(page, 3.0, press_nothing, url=".*")
        found.append(board.evaluate("board => [...document.querySelectorAll('table')].indexOf(board)"))

    assert [1, 1, 1] == found


def test_control_that_checks(page: Page) -> None:
    """The only button, input or link named Check is pressed, and nothing else."""
    for control, pressed in (
        ("<a href=# onclick='went()'><img alt=Check></a>", True),
        ("<input type=button value=Check onclick='went()'>", True),
        ("<input type=image alt='Check' onclick='went()'>", True),
        ("<button onclick='went()'>check solution</button>", True),
        ("<button onclick='went()'>Show Answer</button>", False),
        ("<label><input type=checkbox onclick='went()'>Check</label>", False),
        ("<button onclick='went()'>Check in</button>", False),
        ("<button style='visibility: hidden' onclick='went()'>Check</button>", False),
        ("<button onclick='went()'>Check</button><a href=# onclick='went()'>Check</a>", False),
        ("<iframe srcdoc=\"<button onclick='parent.went()'>Check</button>\"></iframe>", False),
    ):
        page.set_content(f"<script>window.count = 0; function went() {{ count += 1 }}</script>{control}")
        assert (pressed, int(pressed)) == (press_check(page, CHECK), page.evaluate("count")), control


def test_verdict_without_a_status_line(page: Page) -> None:
    """The words count in the status line if there is one, else as a whole line of the page, or in a dialog."""
    for content, expected, by_dialog in (
        ("<p>Puzzle Solved [Time = 0:10]</p>", True, True),
        ("<p>No Mistakes Found [Time = 0:10]</p>", None, True),
        ("<p>Mistakes Found [Time = 0:10]</p>", False, False),
        ("<p>Nobody has this Puzzle Solved</p>", None, True),
        ("<span id=showtext>May 21</span><p>Puzzle Solved</p>", None, None),
        ("<span id=showtext>Puzzle Solved</span>", True, True),
    ):
        page.set_content(content)
        assert expected is verdict(page, []).verdict, content
        assert expected is False or by_dialog is verdict(page, ["Puzzle Solved"]).verdict, content


LINK = "https://www.brainbashers.com/p541729"


def test_link_leads_to_the_page_of_a_puzzle(givens: Givens, tmp_path: Path) -> None:
    """A link names no puzzle, so where it leads tells whose it is, also in the session."""
    case = CASES["brainbashers_skyscrapers/fresh"]
    shared = tmp_path / "shared"
    shared.mkdir()
    for name in ("puzzle.json", "solution.json"):
        shutil.copy(case.folder / name, shared)
    facts = {"v": 1, "extends": os.path.relpath(case.folder, shared), "url": LINK}
    facts |= {"redirects": {LINK: case.url}, "pages": {case.url: "page.html"}}
    (shared / "fixture.json").write_text(json.dumps(facts))
    done = givens("play", shared, "--json", "--trust")
    line = json.loads(done.stdout)
    session = json.loads((Path(line["session"]) / "session.json").read_text("utf-8"))

    assert ("brainbashers", "") == (resolve(LINK)[0].site.NAME, resolve(LINK)[0].site.KIND)
    assert ["brainbashers_skyscrapers"] * 2 == [line["site"], session["site"]]
    assert line["accepted"]


def test_link_that_leads_nowhere(page: Page) -> None:
    """A link that leads to no puzzle's page is refused in a sentence."""
    page.route(LINK, lambda route: route.fulfill(body="<p>Gone", content_type="text/html"))
    page.goto(LINK)
    with pytest.raises(ReadError, match="does not tell whose puzzle it is: name it by --site"):
        follow(Task(resolve(LINK)[0]), page)


@pytest.mark.parametrize("number", first((14, 1, 250)))
def test_queens_of_the_real_site(page: Page, number: int) -> None:
    """The site's own code accepts the one answer of a board, any of several, and one with regions in parts."""
    if not (folder := page_folder("samimsu_queens")):
        pytest.skip(why_absent("samimsu_queens"))

    def answer(route: Route) -> None:
        file = folder / urlsplit(route.request.url).path.removeprefix("/")
        route.fulfill(path=file if file.is_file() else folder / "index.html")

    page.context.route("**/*", lambda route: route.abort())
    page.context.route("https://queensgame.vercel.app/**", answer)
    page.goto(f"https://queensgame.vercel.app/community-level/{number}")

    assert play(page, options=Options(timeout=240)).accepted
