"""Less common work on the studio's page, whole puzzles that are played there, and its end by Ctrl-C."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit
from urllib.request import HTTPCookieProcessor, build_opener

import pytest
from playwright.sync_api import Browser, Error, Page, Route, expect

from bot.browser.launch import new_context
from bot.daily.history import History, history_file
from bot.draw.looks import CELL, HALF, tray_places
from bot.play.sites import site_named, today_of
from bot.record.recorder import write_whole
from bot.sessions.store import Session
from solvers import Cell, Puzzle, dump, generate
from tests.addons.studio.page import Studio, puzzle_of, running, violations
from tests.addons.studio.test_today import ACCEPTED, play_daily
from tests.bot.sessions.test_report import TANGO, entered, made
from tests.children import Start
from tests.conftest import FIXTURES, Givens, homes

HARD = {"kind": "three_in_a_row", "givens": ["1" + "." * 19, *["." * 20] * 19]}


def test_the_page_is_accessible_and_fits(opened: Callable[..., Page]) -> None:
    """axe-core finds nothing in light or dark, and nothing is wider than a small screen, in both directions."""
    page = opened(TANGO["puzzle"])
    expect(page.locator("#verdict")).to_contain_text("tricky")
    found = violations(page)
    page.emulate_media(color_scheme="dark")
    found += violations(page)
    size = page.viewport_size
    assert size is not None
    page.set_viewport_size({"width": 360, "height": 740})
    widths = []
    for direction in ("ltr", "rtl"):
        page.evaluate("(direction) => (document.documentElement.dir = direction)", direction)
        widths.append(page.evaluate("document.documentElement.scrollWidth"))
    page.emulate_media(color_scheme="null")
    page.set_viewport_size(size)

    assert [] == found
    assert [360, 360] == widths


def test_a_generated_puzzle_and_a_pasted_one(opened: Callable[..., Page]) -> None:
    """A new puzzle has one solution and the size of its grade; what is pasted is opened, a link of any studio too."""
    page = opened({"kind": "kakurasu"})
    page.get_by_label("Grade").select_option("tricky")
    page.get_by_role("button", name="Generate").click()
    expect(page.locator("#verdict")).to_contain_text("One solution")
    expect(page.get_by_label("Size")).to_have_value("7 × 7")
    more = page.get_by_role("button", name="More")
    more.click()
    page.locator("#text").fill("kind: sudoku\n. . 3 .\n. 4 1 .\n2 . . .\n. 3 . .")
    page.get_by_role("button", name="Open what I pasted").click()
    expect(page.get_by_label("Kind")).to_have_value("sudoku")
    more.click()
    expect(page.get_by_role("button", name="puzz.link")).to_be_visible()
    page.locator("#text").fill(f"http://127.0.0.1:1/#puzzle={quote(json.dumps(SEVERAL))}")
    page.get_by_role("button", name="Open what I pasted").click()
    expect(page.get_by_label("Kind")).to_have_value("tango")
    expect(page.locator("#verdict")).to_contain_text("cells are open")
    more.click()
    page.locator("#text").fill("nonsense")
    page.get_by_role("button", name="Open what I pasted").click()
    expect(page.locator("[data-do=export]")).to_be_hidden()
    expect(page.locator("#note")).to_contain_text("a drawn puzzle begins with a line like")


def test_a_booklet_is_saved(opened: Callable[..., Page]) -> None:
    """The puzzle on the board and a new one like it are in a PDF; Escape leaves without one."""
    page = opened(TANGO["puzzle"])
    for done in ("Escape", "Save the PDF"):
        page.get_by_role("button", name="More").click()
        page.get_by_role("button", name="Make a booklet").click()
        expect(page.get_by_role("dialog")).to_be_visible()
        page.get_by_label("Puzzles").fill("2")
        if done == "Escape":
            page.keyboard.press(done)
            expect(page.get_by_role("dialog")).to_be_hidden()
    assert [] == violations(page)
    with page.expect_download() as download:
        page.get_by_role("button", name=done).click()

    assert 2 == len(re.findall(rb"/Type /Page\b(?!s)", download.value.path().read_bytes()))
    expect(page.locator("#note")).to_have_text("A booklet with 2 puzzles was saved.")


def test_a_verdict_that_comes_late_is_not_said_in_play(page: Page, opened: Callable[..., Page]) -> None:
    """It would stand beside the solution of a puzzle that somebody has begun to play."""
    held: list[Route] = []
    page.route("**/solve", lambda route: held.append(route))  # noqa: PLW0108 - a method is no handler
    opened(TANGO["puzzle"]).get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#clock")).to_be_visible()
    for route in held:
        with suppress(Error):  # It is not waited for any more.
            route.fulfill(
                json={
                    "verdict": "several",
                    "error": {"message": "tango: 2 cells are in doubt", "details": {"open": []}},
                    "forced": [],
                }
            )
    page.unroute("**/solve")
    page.wait_for_timeout(200)

    assert 1 == len(held)
    expect(page.locator("#verdict")).to_be_empty()


@pytest.mark.parametrize("view", ["today", "session"])
def test_a_page_asks_nobody_once_its_studio_has_stopped(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, view: str
) -> None:
    """Whoever listens next at the port is sent nothing, whatever is done on the page."""
    # Nothing here waits for a process.
    monkeypatch.setattr("bot.addons.studio.app.Workers.warm_up", lambda _: None)
    monkeypatch.setenv("GIVENS_SESSIONS", str(tmp_path))
    session = made(tmp_path, outcome="unfinished", ended=None)
    with running() as studio:
        page.goto(f"{studio.address}#{f'session={session.id}' if view == 'session' else view}")
        expect(page.locator("#day > *, #watch > *, #board .cell").first).to_be_visible()
    page.wait_for_selector("#offline")
    with socket.create_server(("127.0.0.1", studio.port)) as listener:
        for name in ("puzzle", "today", "sessions", f"session={session.id}", "puzzle"):
            page.evaluate("name => location.hash = name", name)
            page.wait_for_timeout(50)  # The page shows what the address names.
        page.locator("#board").press("s")
        page.locator("[data-do=generate]").click()
        listener.settimeout(3.5)  # An EventSource connects again after 3 s.
        with pytest.raises(TimeoutError):
            listener.accept()[0].close()

    expect(page.locator("#offline")).to_contain_text(f"givens studio --port {studio.port}")
    expect(page.locator("#note")).to_contain_text("The studio has stopped")


def test_tabs_are_apart_and_what_is_too_hard_is_said(page: Page, studio: Studio) -> None:
    """What is typed in one tab is not in the other, and a verdict that takes too long offers to go on."""
    page.route("**/solve", lambda route: route.continue_(url=f"{route.request.url}?timeout=0.001"))
    page.goto(f"{studio.address}#puzzle={quote(json.dumps(HARD))}")
    expect(page.locator("#verdict")).to_contain_text("Not settled within 0.001 s")
    expect(page.get_by_role("button", name="Try for 60 s")).to_be_visible()
    page.unroute("**/solve")
    other = page.context.new_page()
    other.goto(f"{studio.address}#puzzle")
    expect(other.locator("#board")).to_be_focused()
    other.keyboard.press("s")
    expect(other.locator("#board .given")).to_have_count(1)
    other.close()
    page.locator("#board").press("ArrowRight")

    assert HARD == puzzle_of(page)


def test_the_day_is_shown(page: Page, studio: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first page has a card for each daily puzzle, says why a streak broke, and starts what is left."""
    started = play_daily(tmp_path, monkeypatch)
    page.goto(studio.address)
    expect(page.locator("#day .badge")).to_have_text(["failed"])
    expect(page.get_by_text("Streak")).to_have_css("display", "block")
    page.locator("#day .calendar .failed").first.focus()
    expect(page.locator("#day .failed").first).to_have_attribute("data-words", re.compile("there is no network"))
    found = violations(page)
    monkeypatch.setattr("bot.addons.studio.app.Popen.poll", lambda _: None)
    page.get_by_role("button", name="Play now").click()
    expect(page.locator("#started")).to_contain_text("see Sessions")
    expect(page.locator("#day .badge")).to_have_text(["playing …"])
    with History(history_file()) as history:
        history.note("linkedin_tango", "", today_of(site_named("linkedin_tango")), ACCEPTED)
    monkeypatch.setattr("bot.addons.studio.app.Popen.poll", lambda _: 0)
    expect(page.locator("#started")).to_have_text(re.compile(r"LinkedIn Tango: accepted\s+1\.5"))

    assert [] == found
    assert [["daily", "run", "linkedin_tango", "--json"]] == [command[3:] for command in started]


def test_a_first_visit(page: Page, studio: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The day offers ticking, the demo and a puzzle; the rules stand beside an empty board; sessions offer the demo."""
    started = play_daily(tmp_path, monkeypatch)
    for name in ("config.toml", "history.sqlite"):
        (tmp_path / name).unlink()
    page.goto(studio.address)
    expect(page.get_by_role("link", name="Make a puzzle")).to_be_visible()
    found = violations(page)
    page.get_by_role("button", name="Play the demo").click()
    expect(page).to_have_url(re.compile("#sessions"))
    expect(page.get_by_role("button", name="Play the demo")).to_be_visible()
    page.goto(f"{studio.address}#puzzle={quote(json.dumps({'kind': 'slitherlink'}))}")
    rules = page.locator(".rules >> visible=true")
    expect(rules).to_contain_text("one closed loop")
    expect(rules.locator("img")).to_have_js_property("complete", value=True)
    page.goto(f"{studio.address}#today")
    page.get_by_text("LinkedIn ·").click()
    page.get_by_role("checkbox", name="Tango").check()
    page.get_by_role("button", name="Play these every day").click()
    expect(page.locator("#day article h2")).to_have_text("LinkedIn Tango")
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_role("button", name="Play the demo")).to_be_visible()

    assert [] == found
    assert [["play", "demo:tango", "--json"]] == [command[3:] for command in started]


def spots(page: Page, *places: tuple[float, float]) -> list[tuple[float, float]]:
    """Return points of the window for columns and rows of the board."""
    found: list[tuple[float, float]] = page.evaluate(
        """(places) => {
          const svg = document.querySelector("#board svg"), cell = svg.querySelector(".cell");
          const [row, col] = cell.dataset.cell.match(/\\d+/g), { x: left, y: top } = cell.firstChild.getBBox();
          return places.map(([x, y]) => {
            const at = new DOMPoint(left + 40 * (x + 1 - col), top + 40 * (y + 1 - row));
            const point = at.matrixTransform(svg.getScreenCTM());
            return [point.x, point.y];
          });
        }""",
        places,
    )
    return found


def drag(page: Page, *places: tuple[float, float], steps: int = 4) -> None:
    """Press at a place of the board, move over others and let go."""
    (first, *rest) = spots(page, *places)
    page.mouse.move(*first)
    page.mouse.down()
    for point in rest:
        page.mouse.move(*point, steps=steps)
    page.mouse.up()


def in_play(page: Page, studio: Studio, puzzle: Puzzle) -> None:
    """Open a puzzle and begin to play it."""
    page.goto(f"{studio.address}#puzzle={quote(json.dumps(dump(puzzle)))}")
    page.evaluate("localStorage.clear()")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#clock")).to_be_visible()


@pytest.mark.parametrize("by", ["mouse", "keys"])
@pytest.mark.parametrize("kind", ["pips", "slitherlink"])
def test_a_puzzle_is_played_to_its_end(page: Page, studio: Studio, kind: str, by: str) -> None:
    """A Pips and a Slitherlink are won by the mouse alone, and by keys alone; nothing clashes on the way."""
    made = generate(kind, (5, 5), seed=7)
    puzzle = made.puzzle
    in_play(page, studio, puzzle)
    marks = puzzle.assignment(made.solution)
    lines = [place for place, value in marks.items() if not isinstance(place, Cell) and value not in {0, puzzle.EMPTY}]
    board = page.locator("#board")
    board.focus()
    at = next(cell for cell in puzzle.board.cells() if puzzle.picture().has(cell))
    tray = [(low, high) for low, high, _ in puzzle.picture().tray]
    for edge in sorted(lines):
        if by == "mouse" and kind == "pips":
            cells = sorted(edge, key=lambda cell: marks[cell])
            number = tray.index((marks[cells[0]], marks[cells[1]]))
            tray[number] = (-1, -1)
            drag(page, *tray_spots(puzzle, number))
            drag(page, *((cell.col + 0.5, cell.row + 0.5) for cell in cells))
        elif by == "mouse":
            (row, col) = (sum(ends) / 2 + 0.5 for ends in zip(*edge, strict=True))
            drag(page, (col, row))
        else:
            first, second = (cell if cell in puzzle.board else None for cell in edge)
            stand = first or second
            assert stand is not None
            other = edge[1] if stand == edge[0] else edge[0]
            way = {(0, 1): "Right", (1, 0): "Down", (0, -1): "Left", (-1, 0): "Up"}
            for key in path(puzzle, at, stand):
                board.press(f"Arrow{key}")
            at = stand
            arrow = f"Shift+Arrow{way[other.row - stand.row, other.col - stand.col]}"
            if kind == "pips":
                board.press(str(marks[stand]))
                board.press(arrow)
                board.press(str(marks[other]))
                at = other
            else:
                board.press(arrow)
        expect(page.locator("#board .clash")).to_have_count(0)
    expect(page.locator("#verdict")).to_contain_text("Solved")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#verdict")).not_to_contain_text("Solved")


def path(puzzle: Puzzle, start: Cell, end: Cell) -> list[str]:
    """Return arrows that lead from one cell to another, where a step past holes leads to the next cell."""
    picture, ways = puzzle.picture(), {"Right": (0, 1), "Down": (1, 0), "Left": (0, -1), "Up": (-1, 0)}
    reached: dict[Cell, list[str]] = {start: []}
    for cell in (open_ := [start]):
        for name, (down, right) in ways.items():
            after = Cell(cell.row + down, cell.col + right)
            while after in puzzle.board and not picture.has(after):
                after = Cell(after.row + down, after.col + right)
            if after in puzzle.board and after not in reached:
                reached[after] = [*reached[cell], name]
                open_.append(after)
    return reached[end]


def tray_spots(puzzle: Puzzle, number: int) -> list[tuple[float, float]]:
    """Return where a domino of the tray is, as a column and a row of the board."""
    x, y = tray_places(puzzle.picture())[number]
    return [((x + HALF) / CELL, (y + HALF / 2) / CELL)]


def test_a_saved_page_is_read(studio: Studio, givens: Givens) -> None:
    """A page is read by the site whose board it holds; one of no known site by its looks."""
    session = json.loads(givens("play", FIXTURES / "linkedin_tango" / "guest", "--json").stdout)["session"]
    page = Path(session, "before.html").read_bytes()
    puzzle = json.loads(Path(session, "puzzle.json").read_bytes())

    assert puzzle == studio.ask("read?timeout=60", page).json()["puzzle"]
    assert "no puzzle was recognized" in studio.ask("read?timeout=60", b"<p>").text


SEVERAL = {"kind": "tango", "givens": ["11..", "....", "....", "...."]}
NONE = {"kind": "tango", "givens": ["111.", "....", "....", "...."]}


def test_the_verdict_follows_what_is_typed(opened: Callable[..., Page]) -> None:
    """The only solution stays hidden until asked for, forced marks are drawn, and clashing clues are lit."""
    page = opened(TANGO["puzzle"])
    verdict = page.locator("#verdict")
    expect(verdict).to_have_text("One solution · tricky")
    expect(page.locator("#board .mark")).to_have_count(0)
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator("#board .mark")).to_have_count(15)

    page = opened(SEVERAL)
    expect(verdict).to_have_text("12 of 16 cells are open")
    expect(page.locator("#board .lit")).to_have_count(12)
    expect(page.locator("#board .mark")).to_have_count(2)

    page = opened(NONE)
    expect(verdict).to_contain_text("No solution")
    expect(page.locator("#board .lit")).to_have_count(3)

    page = opened({"kind": "sudoku", "box": [2, 2], "givens": ["5...", "....", "....", "...."]})
    expect(page.locator("#problem")).to_contain_text("R1C1 holds 5")
    expect(page.locator("#board .wrong")).to_have_count(1)
    expect(verdict).to_be_empty()


def test_sessions_are_watched_live_and_past(
    page: Page, studio: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A session that begins appears in the list and is followed as its events arrive; markup in its title is text."""
    monkeypatch.setenv("GIVENS_SESSIONS", str(tmp_path / "sessions"))
    monkeypatch.setenv("GIVENS_HISTORY", str(tmp_path / "history.sqlite"))
    events = entered(TANGO)
    title = "<img src=x onerror=alert(1)> لعبة"
    page.goto(f"{studio.address}#sessions")
    expect(page.locator("#watch")).to_contain_text("There are no sessions yet.")
    session = made(tmp_path / "sessions", events=events[:4], about={"title": title}, outcome="unfinished", ended=None)
    expect(page.locator("#watch td .badge")).to_have_text(re.compile("unfinished|running"))
    page.get_by_role("link", name="tango").click()
    expect(page.locator("#watch h2")).to_contain_text(title)
    expect(page.locator("#watch .list > label")).to_have_count(3)
    expect(page.locator("#watch .board .mark")).to_have_count(2)
    write_events(session, events)
    expect(page.locator("#watch .list > label")).to_have_count(16)
    expect(page.locator("#watch .board .mark")).to_have_count(15)
    content = json.loads((session.folder / "session.json").read_text())
    ended = json.dumps(content | {"outcome": "accepted", "ended": content["started"]})
    write_whole(session.folder / "session.json", ended)
    expect(page.locator("#watch h2")).to_contain_text("accepted")
    page.get_by_role("radio").first.check()
    expect(page.locator("#watch .board .mark")).to_have_count(0)
    sides = "(parts) => parts.map((part) => document.querySelector(`#watch ${part}`).getBoundingClientRect())"
    stage, listed = page.evaluate(f"({sides})(['.stage', '.list']).map((box) => [box.left, box.right, box.bottom])")
    assert stage[1] <= listed[0]
    assert max(stage[2], listed[2]) <= page.evaluate("innerHeight")
    found = violations(page)
    page.goto(f"{studio.address}#sessions")
    expect(page.locator("#watch td .badge")).to_have_text("accepted")
    expect(page.locator("#watch td img")).to_have_js_property("complete", value=True)
    session.folder.rename(tmp_path / "gone")  # Deleted file by file, it would be shown without its picture meanwhile.
    expect(page.locator("#watch")).to_contain_text("There are no sessions yet.")

    assert [] == found


def write_events(session: Session, events: list[dict[str, Any]]) -> None:
    """Write the events of a session."""
    (session.folder / "events.jsonl").write_text("".join(f"{json.dumps(event)}\n" for event in events))


@pytest.mark.posix("signals")
@pytest.mark.parametrize("times", [2, 1])
def test_ctrl_c_during_a_request_ends_the_studio(start: Start, tmp_path: Path, times: int) -> None:
    """The printed address answers; a request that is half sent is cut off, and the end is clean, after two, too."""
    (tmp_path / "puzzle.json").write_text(json.dumps(TANGO["puzzle"]))
    command = [sys.executable, "-m", "bot", "studio", "--no-open", "--json", tmp_path / "puzzle.json"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = start(command, **pipes, env=os.environ | homes(tmp_path))
    assert process.stdout is not None
    address = urlsplit(json.loads(process.stdout.readline())["url"])
    assert address.fragment.startswith("puzzle=%7B%22kind%22")
    cookies = CookieJar()
    with build_opener(HTTPCookieProcessor(cookies)).open(address.geturl()) as answer:
        path = urlsplit(answer.url).path
    (cookie,) = cookies
    head = f"POST {path}solve HTTP/1.1\r\nHost: {address.netloc}\r\nCookie: {cookie.name}={cookie.value}\r\n"
    with socket.create_connection(("127.0.0.1", address.port or 0)) as half:
        half.sendall(f"{head}Content-Length: 9\r\nExpect: 100-continue\r\n\r\n".encode())
        assert half.recv(100).startswith(b"HTTP/1.1 100 ")  # It waits for the body.
        for _ in range(times):
            process.send_signal(signal.SIGINT)

        assert (0, "", "") == (process.wait(60), *process.communicate())


def test_a_tango_is_typed_undone_shared_and_reopened(page: Page, studio: Studio) -> None:
    """The address holds what was typed: undo, back, a reload and a copy of the link agree."""
    page.goto(f"{studio.address}#puzzle")
    expect(page.locator("#board")).to_be_focused()
    for key, count in (("s", 1), ("m", 2), ("s", 3), ("Control+z", 2), ("Control+z", 1), ("Control+y", 2)):
        page.keyboard.press(key)
        expect(page.locator("#board .given")).to_have_count(count)
    page.go_back()
    expect(page.locator("#board .given")).to_have_count(1)
    page.reload()
    expect(page.locator("#board .given")).to_have_count(1)
    address = page.url
    page.goto("about:blank")
    page.goto(address)
    expect(page.locator("#board .given")).to_have_count(1)

    assert "1....." == puzzle_of(page)["givens"][0]


def test_the_pointer_enters_and_settings_change(opened: Callable[..., Page]) -> None:
    """Two clicks set a mark, a drag paints a region, a setting changes the puzzle."""
    page = opened({"kind": "queens"})
    boxes = [page.locator("#board .cell").nth(at).bounding_box() for at in (0, 1, 9)]
    points = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    page.mouse.move(*points[0])
    page.mouse.down()
    for point in points[1:]:
        page.mouse.move(*point)
    page.mouse.up()
    expect(page.locator("#where")).to_contain_text("R2C2: region A")
    page.get_by_label("connected").uncheck()

    expect(page).to_have_url(re.compile("connected"))

    assert (["AA......", ".A......"], False) == (puzzle_of(page)["regions"][:2], puzzle_of(page)["connected"])


def test_a_browser_keeps_the_cookie_to_itself(chromium: Browser) -> None:
    """What it is started with leads to the page and its puzzle; scripts, other servers and browsers get no cookie."""
    with running() as studio, running() as other, new_context(chromium) as context, new_context(chromium) as stranger:
        page, its = context.new_page(), stranger.new_page()
        address = f"http://127.0.0.1:{studio.port}/{studio.door.code}#puzzle={quote(json.dumps(TANGO['puzzle']))}"
        page.goto(address)
        expect(page.locator("#board .given")).to_have_count(1)
        page.reload()
        expect(page.locator("#board .given")).to_have_count(1)
        refused = [its.goto(url) for url in (page.url, address)]
        sent = page.goto(f"http://127.0.0.1:{other.port}/")

        assert [403, 403] == [answer and answer.status for answer in refused]
        assert sent is not None
        assert "cookie" not in sent.request.all_headers()
        assert "" == page.evaluate("document.cookie")
        assert (1, True) == (len(context.cookies()), context.cookies()[0]["httpOnly"])
