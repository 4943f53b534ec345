"""The main loop on every playable fixture in a real Chromium: each ends as its `expect` says."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Frame, Page

import givens
from bot.browser.launch import new_context
from bot.browser.limits import Deadline
from bot.errors import PageGone, UsageError
from bot.play.fixture import Fixture
from bot.play.loop import Run
from bot.play.options import Options
from bot.play.reading import Task
from bot.play.result import TargetResult
from bot.play.targets import Target
from bot.record.recorder import Recorder
from scrapers import SITES, ReadOnly, Site
from scrapers._page import Page as Declared
from solvers import GivensError, Grid, load
from tests.cases import CASES, SILENT, UNCOPIED, opened
from tests.tiers import chosen, first, long, sampled

TAUGHT = "puzzle_team_bridges"
"""The site whose first presses show what a bridge looks like, so that they are more than the board needs."""
ACCEPTED = [case for case in CASES.values() if case.expect == "accepted" and case.site != TAUGHT]
QUICK = frozenset(
    {
        *("linkedin_mini_sudoku/guest", "linkedin_patches/guest", "linkedin_queens/signed_in"),
        *("linkedin_zip/signed_in", "puzzle_team_sudoku/fresh", "zero_hn0/size_5"),
    }
)
"""The accepted cases that the quick tier plays: each site has one, here or in a test of its own."""
REFUSED = [case for case in CASES.values() if not isinstance(case.expect, str)]
LEARNED = {"puzzle_team_bridges/once": 2}
"""The inputs of cases that are refused only after presses have shown how marks look, and lead back to nothing."""
SITE_OF: dict[str, Site] = {site.NAME: site for site in SITES}
DECOY = "https://li.protechts.net/"
"""The address that one page requests on purpose, and which is refused."""


def name(case: Fixture) -> str:
    """Return the name of a case for the test's report."""
    return case.name


def run(page: Page, case: Fixture, options: Options | None = None, recorder: Recorder | None = None) -> TargetResult:
    """Play an opened fixture; the error of a failed run has the result as `error.result`."""
    running = run_of(page, case, options, recorder)
    try:
        running.play()
    except GivensError as error:
        error.result = running.task.result  # type: ignore[attr-defined]
        raise
    return running.task.result


def run_of(
    page: Page,
    case: Fixture,
    options: Options | None = None,
    recorder: Recorder | None = None,
    set_status: Callable[[str], None] = lambda _: None,
) -> Run:
    """Return a run on an opened fixture that has not started."""
    options, target = options or Options(), Target(case.name, SITE_OF[case.site], page.url)
    limit = Deadline(options.timeout)
    task = Task(target, options, recorder or Recorder(None), set_status, limit, entering=True)
    return Run(task.attach(page))


def untimed(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Return a site without its minimum time."""
    assert isinstance(site, Declared)
    monkeypatch.setitem(SITE_OF, site.NAME, replace(site, POLICY=replace(site.POLICY, min_elapsed={})))


def replica(page: Page) -> Frame:
    """Return the frame with the replica."""
    return next(frame for frame in page.frames if frame.evaluate("'__board' in window"))


def marks(rows: list[str]) -> list[int | None]:
    """Return the marks of rows as the flat list that the replica uses."""
    grid = Grid.parse(rows)
    return [grid[cell] for cell in grid.cells()]


def clicked(frame: Frame) -> Counter[int]:
    """Count the inputs to each cell, by the event that the page listens to."""
    log = frame.evaluate("__log.filter(event => event.input && event.index !== null)")
    return Counter(event["index"] for event in log)


def dragged(frame: Frame) -> Counter[int]:
    """Count the drags that began in each cell, and the patches that were removed there."""
    log = frame.evaluate(
        "__log.filter(({type, key, index}) => index !== null && (type === 'mousedown' || key === 'Backspace'))"
    )
    return Counter(event["index"] for event in log)


def to_drag(before: list[int | None], answer: list[int | None]) -> Counter[int]:
    """Count the inputs that each cell needs: each patch is removed or drawn at its first cell."""
    shown, wanted = (
        {mark: [at for at, other in enumerate(board) if other == mark] for mark in {*board} - {None}}
        for board in (before, answer)
    )
    gone = Counter(cells[0] for mark, cells in shown.items() if wanted[mark] != cells)
    return gone + Counter(cells[0] for mark, cells in wanted.items() if shown.get(mark) != cells)


def pressed(frame: Frame) -> Counter[str]:
    """Count the presses of each key."""
    return Counter(frame.evaluate("__log.filter(({type}) => type === 'keydown').map(({key}) => key)"))


def to_press(begun: list[int | None], answer: list[int | None], width: int) -> Counter[str]:
    """Count the keys that a path needs: back to its start if it is wrong, then along the answer."""
    path = sorted(range(len(answer)), key=lambda at: answer[at] or 0)
    taken = {at for at, mark in enumerate(begun) if mark is not None} or {path[0]}
    right = taken == set(path[: len(taken)])
    arrows = {1: "ArrowRight", -1: "ArrowLeft", width: "ArrowDown", -width: "ArrowUp"}
    on = Counter(arrows[next_cell - cell] for cell, next_cell in pairwise(path[len(taken) - 1 if right else 0 :]))
    return on + Counter({"Backspace": 0 if right else len(taken) - 1})


def needed(case: Fixture, before: list[int | None], answer: list[int | None]) -> Counter[int]:
    """Count the clicks that each cell needs: up to its answer in the cycle, or one before a number of the pad."""
    cycle, spare = (case.replica["input"].get(key, []) for key in ("cycle", "spare"))

    def clicks(mark: int | None, wanted: int | None) -> int:
        there = [cycle.index(other) - cycle.index(mark) for other in (spare if wanted in spare else [wanted])]
        return min(int(steps) % len(cycle) for steps in there)

    return +Counter(
        {
            at: clicks(mark, wanted) if cycle else int(mark != wanted and not {mark, wanted} <= {*spare})
            for at, (mark, wanted) in enumerate(zip(before, answer, strict=True))
        }
    )


def stands(puzzle: Mapping[str, Any]) -> list[str] | None:
    """Return the rows of marks that stand there before play: in 0h n0, numbers are in dots, and 0 is a wall."""
    if puzzle["kind"] == "zero_hn0":
        return [re.sub("[1-9a-z]", "1", row) for row in puzzle["numbers"]]
    return puzzle.get("givens")


def unspared(case: Fixture, marks: list[int | None]) -> list[int | None]:
    """Return marks without the ones that count as blank."""
    return [None if mark in case.replica["input"].get("spare", []) else mark for mark in marks]


@pytest.mark.parametrize("name", long("beside", "fresh", "inside"))
def test_bridges_are_learned(page: Page, name: str) -> None:
    """Presses show what one and two bridges look like on this page; then the board is entered and accepted."""
    case = CASES[f"{TAUGHT}/{name}"]
    assert not opened(page, case)

    played = run(page, case)

    assert (True, case.layout) == (played.accepted, played.layout)
    assert load(dict(case.puzzle or {})) == played.load_puzzle()


@pytest.mark.parametrize("case", chosen(ACCEPTED, QUICK, name), ids=name)
def test_accepted(page: Page, case: Fixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page shows and accepts the only solution, after real input without a wasted click and without the network."""
    site = SITE_OF[case.site]
    if "too_fast" not in case.replica.get("faults", {}):
        # The shortest time has tests of its own; kept here it would be most of what the tests take.
        untimed(site, monkeypatch)
    refused = opened(page, case)

    played = run(page, case)

    assert (True, case.layout) == (played.accepted, played.layout)
    assert case.puzzle is not None
    assert case.solution is not None
    answer = marks(list(case.solution if played.unique else played.solution or ()))  # Of several, Z3 finds any.
    rows, drags = stands(case.puzzle) or ["." * len(row) for row in case.solution], "clues" in case.puzzle
    start = case.replica.get("start") or rows
    if "themed" not in case.name and start != "solution":
        # A theme's marks have no names: there the reading is right up to an exchange of the two.
        assert load(dict(case.puzzle)) == played.load_puzzle()
    frame = replica(page)

    assert unspared(case, answer) == unspared(case, frame.evaluate("__shown"))
    assert all(event["trusted"] for event in frame.evaluate("__log")), "an input was not real"
    keyed = case.replica["input"].get("event") == "path"
    made = pressed(frame) if keyed else dragged(frame) if drags else clicked(frame)
    in_vain = case.replica["input"].get("mouse") is False  # Each drag is made once, before keys are pressed.
    assert in_vain or played.inputs == made.total()
    if played.unique and not in_vain and not case.replica.get("faults", {}).get("drop"):
        begun = answer if start == "solution" else marks(start)
        printed = marks(rows)
        before = [mark if given is None else given for given, mark in zip(printed, begun, strict=True)]

        drawn = begun if "start" in case.replica else []
        stated: list[int] | None = frame.evaluate("window.__needed ?? null")
        wanted = (
            +Counter(dict(enumerate(stated)))
            if stated is not None
            else to_press(drawn, answer, len(rows[0]))
            if keyed
            else to_drag(before, answer)
            if drags
            else needed(case, before, answer)
        )

        if case.replica["input"].get("paints"):  # One drag may mark several cells.
            assert wanted.total() >= made.total()
            assert set(wanted) >= set(made)
        else:
            assert wanted == made, "there were more inputs than the board needed"
        assert played.repaired == 0
    assert [address for address in refused if not address.startswith(DECOY)] == []


@pytest.mark.parametrize("case", sampled(REFUSED, name, of=36), ids=name)
def test_refused(page: Page, case: Fixture) -> None:
    """A case that cannot be played ends in an error of the right family, without input to an uncertain board."""
    opened(page, case)
    assert not isinstance(case.expect, str)

    with pytest.raises(GivensError) as caught:
        run(page, case)

    assert (case.expect["family"], case.expect["kind"]) == (caught.value.family, type(caught.value).__name__)
    assert "\n" not in caught.value.message
    played: TargetResult = caught.value.result  # type: ignore[attr-defined]
    if name(case) in LEARNED:
        assert played.inputs == LEARNED[name(case)]
    elif case.expect["family"] != "EnterError":
        assert played.inputs == 0
        assert not any(clicked(frame).total() for frame in page.frames if frame.evaluate("'__log' in window"))
    if "freeze_after" in case.replica.get("faults", {}):
        page.close()  # The next test gets a page that answers.


def test_every_site_has_fixtures_of_every_layout() -> None:
    """Each layout of each site that is entered is played by a fixture, and each fixture belongs to a site."""
    played = (site for site in SITES if not site.POLICY.read_only and site.NAME not in UNCOPIED | SILENT)
    layouts = {
        (site.NAME, layout.NAME)
        for site in played
        for layout in site.LAYOUTS
        if not isinstance(getattr(layout, "entry", None), ReadOnly)
    }

    assert layouts == {(case.site, case.layout) for case in CASES.values() if case.expect == "accepted"}
    assert {case.site for case in CASES.values()} == set(SITE_OF) - UNCOPIED


LATE_SIGNS = """new MutationObserver((_, observer) => {
    const signs = [...document.querySelectorAll(".lotka-grid .lotka-cell-edge")];
    if (signs.length === 0) return;
    observer.disconnect();
    for (const sign of signs) {
        const place = document.createComment("");
        sign.replaceWith(place);
        setTimeout(() => place.replaceWith(sign), 700);
    }
}).observe(document, { subtree: true, childList: true })"""


def test_reading_waits_until_the_board_is_drawn(page: Page) -> None:
    """A reading that nothing confirms is taken only after the board has stopped changing."""
    case = CASES["linkedin_tango/guest"]
    opened(page, case)
    page.evaluate(LATE_SIGNS)

    assert load(dict(case.puzzle or {})) == run_of(page, case).task.read_settled().puzzle


def test_page_of_pytest_playwright(page: Page) -> None:
    """A page of pytest-playwright can be played through the module `givens`."""
    case = CASES["brainbashers_three_in_a_row/table_2022_6"]
    opened(page, case)

    played = givens.play(page)

    assert list(case.solution or ()) == played.solution
    assert played.said.startswith("Puzzle Solved")


def test_unknown_page(page: Page) -> None:
    """A page that no site module knows is a usage error."""
    page.goto("data:text/html,<p>hello")

    with pytest.raises(UsageError, match="no site module knows data:"):
        givens.play(page)


def test_dry_run_enters_nothing(page: Page) -> None:
    """A dry run opens, reads and solves, without input to the board."""
    case = CASES["linkedin_tango/guest"]
    opened(page, case)

    played = run(page, case, Options(dry_run=True))

    assert case.solution is not None
    assert list(case.solution) == played.solution
    assert (played.entered, played.accepted, clicked(replica(page)).total()) == (False, None, 0)


@pytest.mark.parametrize("ends", first(["browser", "page"]))
def test_browser_or_page_that_ends(launch_browser: Callable[[], Browser], ends: str) -> None:
    """The error says if the browser died, or the page was closed, while the solution was entered."""
    browser = launch_browser()
    case = CASES["linkedin_tango/guest"]
    page = new_context(browser).new_page()
    opened(page, case)

    def end(words: str) -> None:
        if words == "entering":
            with suppress(Error):
                page.close() if ends == "page" else browser.new_browser_cdp_session().send("Browser.crash")

    with pytest.raises(PageGone, match=r"is gone|does not answer"):
        run_of(page, case, set_status=end).play()


def test_session_is_complete(page: Page, tmp_path: Path) -> None:
    """The session holds every step, every input with its time, and the board before and after."""
    case = CASES["linkedin_tango/guest_begun"]
    opened(page, case)
    folder = tmp_path / "session"
    folder.mkdir()

    played = run(page, case, recorder=Recorder(folder))

    events = [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]
    inputs = [event for event in events if event["event"] == "input"]

    assert played.inputs == len(inputs)
    assert sorted(event["t"] for event in events) == [event["t"] for event in events]
    assert [event["event"] for event in events[:4]] == ["pressed", "read", "solved", "input"]
    assert [event["event"] for event in events[-2:]] == ["entered", "accepted"]
    names = {path.name for path in folder.iterdir()}
    boards = {f"{when}.{kind}" for when in ("before", "after") for kind in ("html", "state.json", "png")}
    assert boards | {"events.jsonl", "puzzle.json", "solution.json"} == names
