"""The main loop on every playable fixture in a real Chromium: each ends as its `expect` says."""

from __future__ import annotations

import json
import re
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Error

import givens
from bot.browser.launch import new_context
from bot.browser.limits import Deadline
from bot.errors import EnterError, PageGone, UsageError
from bot.play.clicker import Clicker
from bot.play.fixture import Fixture, serve
from bot.play.live import Live
from bot.play.loop import Run
from bot.play.reading import Options, Task
from bot.play.result import TargetResult
from bot.record.recorder import Recorder
from scrapers import SITES, Click, Drag, Keys, ReadOnly
from scrapers._page import Page as Declared
from scrapers._reading.board import Box
from scrapers._reading.clicks import clicks, in_cycle
from solvers import Cell, GivensError, Grid, NotUnique, load
from tests import FIXTURES
from tests.cases import CASES, UNCOPIED
from tests.tiers import chosen, first, sampled, spread

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path
    from typing import Any

    from playwright.sync_api import Browser, BrowserContext, Frame, Page

    from scrapers import Move, Site, Snapshot

ACCEPTED = [case for case in CASES.values() if case.expect == "accepted"]
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


def case_of(named: str) -> Fixture:
    """Return a fixture by its site and case."""
    return CASES[named]


def opened(context: BrowserContext, case: Fixture) -> tuple[Page, list[str]]:
    """Open a fixture; return the page and a list of its refused requests."""
    refused = serve(context, case)
    page = context.new_page()
    page.goto(case.url, wait_until="domcontentloaded")
    return page, refused


def run(page: Page, case: Fixture, options: Options | None = None, recorder: Recorder | None = None) -> TargetResult:
    """Play an opened fixture; the error of a failed run has the result as `error.result`."""
    running = run_of(page, case, options or Options(timeout=60), recorder)
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
    result = TargetResult.begin(case.name, case.site, page.url, entering=True)
    options = options or Options()
    limit = Deadline(options.timeout)
    task = Task(page, SITE_OF[case.site], result, options, recorder or Recorder(None), set_status, limit)
    return Run(task)


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


@pytest.mark.parametrize("case", chosen(ACCEPTED, QUICK, name), ids=name)
def test_accepted(context: BrowserContext, case: Fixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page shows and accepts the only solution, after real input without a wasted click and without the network."""
    site = SITE_OF[case.site]
    if "too_fast" not in case.replica.get("faults", {}):
        # The shortest time has tests of its own; kept here it would be most of what the tests take.
        untimed(site, monkeypatch)
    page, refused = opened(context, case)

    played = run(page, case)

    assert (True, case.layout) == (played.accepted, played.layout)
    assert case.puzzle is not None
    assert case.solution is not None
    answer = marks(list(case.solution))
    rows, drags = stands(case.puzzle) or ["." * len(row) for row in case.solution], "clues" in case.puzzle
    start = case.replica.get("start") or rows
    if "themed" not in case.name and start != "solution":
        # A theme's marks have no names: there the reading is right up to an exchange of the two.
        assert load(dict(case.puzzle)) == played.loaded_puzzle()
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
def test_refused(context: BrowserContext, case: Fixture) -> None:
    """A case that cannot be played ends in an error of the right family, without input to an uncertain board."""
    page, _ = opened(context, case)
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


def test_every_site_has_fixtures_of_every_layout() -> None:
    """Each layout of each site that is entered is played by a fixture, and each fixture belongs to a site."""
    played = (site for site in SITES if not site.POLICY.read_only and site.NAME not in UNCOPIED)
    layouts = {
        (site.NAME, layout.NAME)
        for site in played
        for layout in site.LAYOUTS
        if not isinstance(getattr(layout, "entry", None), ReadOnly)
    }

    assert layouts == {(case.site, case.layout) for case in ACCEPTED}
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
VEIL = """new MutationObserver((_, observer) => {
    if (!document.querySelector(".lotka-grid")) return;
    observer.disconnect();
    const veil = document.createElement("div");
    veil.style = "position: fixed; inset: 0; z-index: 99";
    document.body.append(veil);
    setTimeout(() => veil.remove(), 1500);
}).observe(document, { subtree: true, childList: true })"""


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(LATE_SIGNS, id="signs drawn late", marks=pytest.mark.long("of cases like those of this tier")),
        pytest.param(VEIL, id="a veil that goes away"),
    ],
)
def test_late_signs_and_covers(context: BrowserContext, script: str) -> None:
    """Wait for signs that are drawn after the cells, and for covers that disappear by themselves."""
    case = case_of("linkedin_tango/guest")
    context.add_init_script(script)
    page, _ = opened(context, case)

    played = run(page, case)

    assert case.puzzle is not None
    assert (True, load(dict(case.puzzle))) == (played.accepted, played.loaded_puzzle())


def test_reading_waits_until_the_board_is_drawn(context: BrowserContext) -> None:
    """A reading that nothing confirms is taken only after the board has stopped changing."""
    case = case_of("linkedin_tango/guest")
    context.add_init_script(LATE_SIGNS)
    page, _ = opened(context, case)

    puzzle = run_of(page, case).task.read_settled().puzzle

    assert case.puzzle is not None
    assert load(dict(case.puzzle)) == puzzle


def test_page_of_pytest_playwright(page: Page) -> None:
    """A page of pytest-playwright can be played through the module `givens`."""
    case = case_of("brainbashers_three_in_a_row/table_2022_6")
    serve(page.context, case)
    page.goto(case.url)

    played = givens.play(page)

    assert case.solution is not None
    assert list(case.solution) == played.solution
    assert played.said.startswith("Puzzle Solved")


def test_unknown_page(page: Page) -> None:
    """A page that no site module knows is a usage error."""
    page.goto("data:text/html,<p>hello")

    with pytest.raises(UsageError, match="no site module knows data:"):
        givens.play(page)


def test_dry_run_enters_nothing(context: BrowserContext) -> None:
    """A dry run opens, reads and solves, without input to the board."""
    case = case_of("linkedin_tango/guest")
    page, _ = opened(context, case)

    played = run(page, case, Options(dry_run=True))

    assert case.solution is not None
    assert list(case.solution) == played.solution
    assert (played.entered, played.accepted, clicked(replica(page)).total()) == (False, None, 0)


def test_any_enters_one_of_several(context: BrowserContext) -> None:
    """With `any_solution`, one of several solutions is entered; this page expects another and does not accept it."""
    case = case_of("linkedin_tango/ambiguous")
    page, _ = opened(context, case)

    with pytest.raises(GivensError) as caught:
        run(page, case, Options(any_solution=True))

    assert not isinstance(caught.value, NotUnique)
    shown = replica(page).evaluate("__shown")
    assert None not in shown


def test_the_next_of_several_is_tried(context: BrowserContext, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the site allows several solutions and the page does not react to the first, it is changed to the second."""
    case = case_of("linkedin_patches/several_other")
    assert case.puzzle is not None
    assert case.solution is not None
    right, (grid, other_grid) = Grid.parse(list(case.solution)), givens.solutions(load(dict(case.puzzle))).grids
    wrong = other_grid if grid == right else grid

    def solve(*_: object, **__: object) -> None:
        raise NotUnique(wrong, right, Grid.make(7, 7))

    # Which solution is found first may vary.
    monkeypatch.setattr("bot.play.entering.solve", solve)
    page, _ = opened(context, case)

    played = run(page, case)

    first, then = marks(wrong.rows()), marks(right.rows())
    assert (True, right, False) == (played.accepted, Grid.parse(played.solution or []), played.unique)
    assert then == replica(page).evaluate("__shown")
    assert to_drag([None] * len(first), first) + to_drag(first, then) == dragged(replica(page))


@pytest.mark.parametrize("site", first(["linkedin_tango", "linkedin_mini_sudoku"]))
def test_shortest_time_is_kept(context: BrowserContext, site: str) -> None:
    """When signed in, the last input waits until the site can save the score."""
    case = case_of(f"{site}/signed_in_too_fast")
    page, _ = opened(context, case)

    run(page, case)

    cells = "__log.filter(event => event.type === 'mousedown' && event.index !== null)"
    times = [event["time"] for event in replica(page).evaluate(cells)]
    assert times[-1] - times[0] >= 1000 * SITE_OF[site].POLICY.min_elapsed["signed_in"] - 50


@pytest.mark.parametrize("named", first(["linkedin_tango", "linkedin_mini_sudoku"]))
def test_too_fast_is_refused(context: BrowserContext, monkeypatch: pytest.MonkeyPatch, named: str) -> None:
    """Without the minimum time, the page says that it could not save the score, which does not count as accepted."""
    case = case_of(f"{named}/signed_in_too_fast")
    site = SITE_OF[case.site]
    untimed(site, monkeypatch)
    page, _ = opened(context, case)

    with pytest.raises(EnterError, match=r"refuses the solution: '.*issue saving your game"):
        run(page, case)


def test_browser_dies(launch_browser: Callable[[], Browser]) -> None:
    """The error says if the browser died while the solution was entered."""
    browser = launch_browser()
    case = case_of("linkedin_tango/guest")
    page, _ = opened(new_context(browser), case)

    def tell(words: str) -> None:
        if words == "entering":
            with suppress(Error):
                browser.new_browser_cdp_session().send("Browser.crash")

    with pytest.raises(PageGone, match=r"is gone|does not answer"):
        run_of(page, case, Options(timeout=60), set_status=tell).play()


def test_page_closed(context: BrowserContext) -> None:
    """The error says if the page was closed while the solution was entered."""
    case = case_of("linkedin_tango/guest")
    page, _ = opened(context, case)

    def tell(words: str) -> None:
        if words == "entering":
            page.close()

    with pytest.raises(PageGone, match=r"is gone|does not answer"):
        run_of(page, case, set_status=tell).play()


BOX = """<style>body { margin: 0 } #board { position: absolute; left: 50px; top: 60px; width: 300px; height: 100px }
    .cell { position: absolute; width: 100px; height: 100px }</style>
    <div id=board tabindex=0>""" + "".join(f'<div class=cell style="left: {100 * at}px"></div>' for at in range(3))


class Strip:
    """A toy layout of three cells in a row, with marks in attributes."""

    NAME, MEASURE = "strip", "(board) => ({ marks: [...board.children].map((cell) => cell.dataset.mark ?? null) })"
    learns = False

    def is_shown(self, _snapshot: Snapshot) -> bool:
        """Complete the protocol."""
        return True

    def __init__(self, moves: Callable[[Grid], list[Move]]) -> None:
        """Take a function from the marks shown to the next moves."""
        self._moves = moves

    def read(self, snapshot: Snapshot) -> Any:  # noqa: ANN401 - never called
        """Complete the protocol."""
        raise NotImplementedError

    def marks(self, snapshot: Snapshot) -> Grid:
        """Return the marks in the attributes."""
        return Grid([[None if mark is None else int(mark) for mark in snapshot.state["marks"]]])

    def boxes(self, snapshot: Snapshot) -> Any:  # noqa: ANN401 - never called
        """Complete the protocol."""
        raise NotImplementedError

    def moves(self, snapshot: Snapshot, solution: Grid) -> list[Move]:
        """Return the moves for the marks shown, none when they are the solution."""
        return [] if self.marks(snapshot) == solution else self._moves(self.marks(snapshot))


def enter(
    page: Page,
    script: str,
    moves: Callable[[Grid], list[Move]],
    solution: str = "111",
    *,
    pace: float = 0,
    min_elapsed: float = 0,
) -> Clicker:
    """Enter a solution with the clicker on a toy page with a script."""
    page.set_content(f"{BOX}</div><script>const board = document.querySelector('#board'); {script}</script>")
    live = Live(page, lambda: page.locator("#board"))
    made = Clicker(live, Strip(moves), lambda _: None, pace=pace, min_elapsed=min_elapsed)
    made.enter(live.take(Strip.MEASURE), Grid.parse(solution))
    return made


def every(marks: Grid, mark: int) -> Mapping[Cell, frozenset[int | None]]:
    """Return the effect of a move that leaves one mark in all cells."""
    return {cell: frozenset({mark}) for cell in marks.cells()}


def test_cells_that_are_drawn_anew_under_the_pointer(page: Page) -> None:
    """A cell that the page replaces when the pointer goes down gets the press all the same."""
    made = enter(
        page,
        """board.onpointerdown = (event) => {
            const fresh = event.target.cloneNode();
            fresh.dataset.mark = 1;
            event.target.replaceWith(fresh);
        };""",
        lambda marks: [
            Click((100 + 100 * cell.col, 110), {cell: frozenset({1})}) for cell in marks.cells() if marks[cell] is None
        ],
    )

    assert (made.inputs, made.repaired) == (3, 0)


FRAMES = """const [aside, inner, later] = [1, 2, 3].map(() => document.createElement("iframe"));
    const host = document.createElement("div");
    host.attachShadow({ mode: "open" }).append(inner);
    document.body.append(aside, host);
    const inert = () => [aside, inner, later].map((frame) => frame.inert);
    window.seen = [];
    board.onclick = ({ target }) => { target.dataset.mark = 1; seen.push(inert()); %s };"""


PIECE = """<div id=board style="position: relative; height: 300px"><div id=piece
    style="position: absolute; width: 80px; height: 80px"></div></div><script>
    heard = 0;
    onmouseup = onclick = () => { heard += 1 };
</script>"""


def test_frames_get_no_input_in_a_round_after_one_that_was_refused(page: Page) -> None:
    """The end of an earlier round does not let input into a frame while a later one lasts."""
    page.set_content(f"{PIECE}<iframe srcdoc='<p>frame'></iframe>")
    page.wait_for_function("frames.length === 1")
    page.evaluate(
        """void board.addEventListener("mousedown", () => {
            seen = () => { inert = document.querySelector("iframe").inert };
            const end = performance.now() + 600;
            while (performance.now() < end);  // The round lasts until the page has handled its input.
            seen();
        })"""
    )
    live = Live(page, lambda: page.locator("#board"))

    live.perform([Click((40, 40), {})])
    refused = live.perform([Click((40, 900), {})]).refused
    page.wait_for_timeout(500)
    live.perform([Click((40, 40), {})])

    assert (True, True) == (refused, page.evaluate("inert"))


def test_release_does_not_reach_what_comes_under_the_pointer(page: Page) -> None:
    """If a cell moves away when it is pressed, the rest of the click and of the round reaches nothing."""
    page.set_content(PIECE)
    page.evaluate("void (piece.onmousedown = () => { piece.style.left = '200px' })")
    made = Live(page, lambda: page.locator("#board")).perform([Click((40, 40), {}), Click((40, 40), {})])

    assert (1, "the board has moved", 0) == (len(made.moves), made.stopped, page.evaluate("heard"))


def test_piece_that_is_dragged_may_move(page: Page) -> None:
    """A piece that goes with the pointer is released where it is."""
    page.set_content(PIECE)
    moves = "({ clientX, buttons }) => { if (buttons) piece.style.left = `${clientX + 50}px` }"
    page.evaluate(f"void (onmousemove = {moves})")
    made = Live(page, lambda: page.locator("#board")).perform([Drag(((40, 40), (140, 40), (240, 40)), {})])

    assert ("", 2) == (made.stopped, page.evaluate("heard"))


def test_other_frames_get_no_input(page: Page) -> None:
    """While inputs are made, frames that do not hold the board are inert, also new ones and those in shadow roots."""
    enter(page, FRAMES % "document.body.append(later)", lambda marks: click(marks, *CENTRES))

    assert [[True, True, False], [True, True, True], [True, True, True]] == page.evaluate("seen")
    page.wait_for_function("inert().every((one) => !one)")


CANCELLING = "board.onpointerdown = (event) => event.preventDefault();"


@pytest.mark.parametrize(
    "script",
    first(
        [
            f"{CANCELLING} board.addEventListener('pointerdown', mark);",
            f"{CANCELLING} board.onpointerup = mark;",
            f"{CANCELLING} board.onclick = mark;",
            "board.onmouseup = mark;",
            "board.onpointerup = mark;",
        ],
        quick=2,
    ),
)
def test_every_press_counts(page: Page, script: str) -> None:
    """An input counts by what arrives first: "mousedown" does not follow where the page cancels "pointerdown"."""
    mark = "const mark = ({ target }) => { target.dataset.mark = 1 };"
    made = enter(page, f"{mark} {script}", lambda marks: click(marks, *CENTRES))

    assert (3, 0) == (made.inputs, made.repaired)


def test_board_that_answers_to_touch_only(page: Page) -> None:
    """Presses that change nothing are counted, and the error says so."""
    script = "board.ontouchstart = ({ target }) => { target.dataset.mark = 1 };"
    with pytest.raises(EnterError, match="R1C1 does not respond to 3 inputs"):
        enter(page, script, lambda marks: click(marks, *CENTRES))


def test_input_that_does_not_arrive(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no event arrives, the error has a reason all the same."""
    monkeypatch.setattr(Live, "_make", lambda *_: None)
    with pytest.raises(EnterError, match="R1C1 cannot be entered, because no input has reached it"):
        enter(page, MARKING, lambda marks: click(marks, *CENTRES))


BUTTONS = """for (const cell of [...board.children]) {
    const button = Object.assign(document.createElement("button"), { className: "cell" });
    button.style.cssText = cell.style.cssText;
    cell.replaceWith(button);
}"""
AROUND = """const around = (markup, css) => {
    document.body.insertAdjacentHTML("beforeend", markup);
    document.querySelector(css).append(board);
};"""

SLOTTED = """const slotted = (mode) => {
    const host = document.body.appendChild(document.createElement("div"));
    host.attachShadow({ mode }).innerHTML = "<section><slot></slot></section>";
    host.append(board);
};"""


@pytest.mark.parametrize(
    "script",
    spread(
        [
            f"{BUTTONS} board.addEventListener('click', ({{ target }}) => {{ target.disabled = true }});",
            f"{BUTTONS} {AROUND} around('<form action=https://elsewhere.example/></form>', 'form');",
            f"{AROUND} around('<a href=https://elsewhere.example/></a>', 'a');",
            f"{AROUND} around('<a href=#here></a>', 'a');",
            f"{AROUND} around('<label for=box></label><form><input id=box type=submit></form>', 'label');",
            f"{AROUND} around('<details open></details>', 'details');",
            f"{AROUND} around('<details open><summary></summary></details>', 'summary');",
            f"{SLOTTED} slotted('open');",
            f"{SLOTTED} slotted('closed');",
            "board.addEventListener('click', () => { document.adoptedStyleSheets = [] });",
        ],
        of=2,
    ),
)
def test_what_cells_do_from_the_start(page: Page, script: str) -> None:
    """A board whose cells do something from the start is played, and nothing is sent, opened or left."""
    page.route("**/*", lambda route: route.abort())
    addresses: list[str] = []
    page.on("request", lambda request: addresses.append(request.url))
    made = enter(page, f"{MARKING} {script}", lambda marks: click(marks, *CENTRES))

    assert (3, 0) == (made.inputs, made.repaired)
    assert [] == addresses
    assert all(details.get_attribute("open") is not None for details in page.locator("details").all())


def test_drag(page: Page) -> None:
    """A drag presses at its first point, moves over the others and releases at the last."""
    made = enter(
        page,
        """let down = false;
        board.onmousedown = () => { down = true };
        onmouseup = () => { down = false };
        board.onmousemove = (event) => { if (down && event.isTrusted) event.target.dataset.mark = 1 };""",
        lambda marks: [Drag(((101, 110), (120, 110), (200, 110), (320, 110)), every(marks, 1))],
    )

    assert (made.inputs, made.repaired) == (1, 0)


def test_drag_waits_until_its_end_is_free(page: Page) -> None:
    """Wait for a cover over the end of a drag as for one over its start."""
    asked: list[Grid] = []

    def moves(marks: Grid) -> list[Move]:
        asked.append(marks)
        if len(asked) == 2:
            page.evaluate("cover.remove()")
        return [Drag(((101, 110), (320, 110)), every(marks, 1))]

    made = enter(
        page,
        """let down = false;
        board.onmousedown = () => { down = true };
        board.onmouseup = () => { if (down) for (const cell of board.children) cell.dataset.mark = 1 };
        const cover = document.createElement("div");
        cover.style = "position: fixed; left: 300px; top: 0; width: 200px; height: 500px";
        document.body.append(cover);""",
        moves,
    )

    assert (made.inputs, made.repaired, made.rounds) == (1, 0, 2)


def test_drag_by_keyboard(page: Page) -> None:
    """If a drag has no effect, the equivalent keys are pressed."""
    made = enter(
        page,
        "board.focus(); board.onkeydown = () => { for (const cell of board.children) cell.dataset.mark = 1 };",
        lambda marks: [Drag(((101, 110), (320, 110)), every(marks, 1), ("Enter",))],
    )

    assert (made.inputs, made.repaired, made.rounds) == (2, 3, 2)


def test_keys(page: Page) -> None:
    """Keys are pressed one after the other at the page's focus."""
    made = enter(
        page,
        """board.focus(); let at = 0;
        board.onkeydown = (event) => { if (event.key === "ArrowRight") board.children[at++].dataset.mark = 1 };""",
        lambda marks: [Keys(("ArrowRight",) * 3, every(marks, 1))],
    )

    assert (made.inputs, made.repaired) == (1, 0)


def test_keys_get_the_focus(page: Page) -> None:
    """A board that has lost the focus gets it back for keys."""
    made = enter(
        page,
        """const box = document.body.appendChild(document.createElement("input")); box.focus(); let at = 0;
        board.onkeydown = (event) => { if (event.key === "ArrowRight") board.children[at++].dataset.mark = 1 };""",
        lambda marks: [Keys(("ArrowRight",) * 3, every(marks, 1))],
    )

    assert (made.inputs, made.repaired) == (1, 0)


WAY = ("ArrowRight", "ArrowUp", "ArrowRight")
WALKING = """board.focus(); let at = 0; let heard = 0;
    const way = ["ArrowRight", "ArrowUp", "ArrowRight"];
    board.onkeydown = ({ key }) => {
        if (++heard === %d) return;
        if (key === way[at]) board.children[at++].dataset.mark = 1;
        else if (key === "Backspace") { at = 0; for (const cell of board.children) delete cell.dataset.mark }
        else for (const cell of board.children) cell.dataset.mark = 0;
    };"""


def walk(marks: Grid) -> list[Move]:
    """Return the keys that extend the path, or the key that leads back from a wrong cell."""
    if 0 in dict(marks.marked()).values():
        return [Keys(("Backspace",), {cell: frozenset({None}) for cell in marks.cells()})]
    return [Keys((WAY[cell.col],), {cell: frozenset({1})}) for cell in marks.cells() if marks[cell] is None]


def test_keys_that_arrive_are_pressed_at_once(page: Page) -> None:
    """Once the first key has arrived, the rest of a path is entered in one round."""
    made = enter(page, WALKING % 0, walk)

    assert (made.inputs, made.repaired, made.rounds) == (3, 0, 2)


def test_a_lost_key_leads_elsewhere_once(page: Page) -> None:
    """After a lost key, only equal keys are pressed in one round, because a different key would lead elsewhere."""
    made = enter(page, WALKING % 2, walk)

    assert (made.inputs, made.repaired, made.rounds) == (7, 2, 6)


@pytest.mark.long("of cases like those of this tier")
def test_a_path_that_went_astray_is_taken_back_at_once(context: BrowserContext) -> None:
    """After a lost key, the keys that take the path back are not waited for one by one."""
    case = case_of("linkedin_zip/guest_dropped")
    page, _ = opened(context, case)

    played = run(page, case)

    assert played.accepted
    assert played.repaired < len(case.solution or ()) ** 2


def click(marks: Grid, *points: tuple[float, float]) -> list[Move]:
    """Return clicks at points for the blank cells."""
    return [Click(points[cell.col], {cell: frozenset({1})}) for cell in marks.cells() if marks[cell] is None]


CENTRES = ((100, 110), (200, 110), (300, 110))
MARKING = "board.onclick = (event) => { event.target.dataset.mark = 1 };"


def test_pace_is_kept(page: Page) -> None:
    """The time between two inputs is never below the pace."""
    script = f"window.times = []; board.onmousedown = ({{ timeStamp }}) => {{ times.push(timeStamp) }}; {MARKING}"
    enter(page, script, lambda marks: click(marks, *CENTRES), pace=0.06)

    times = page.evaluate("times")
    assert 3 == len(times)
    assert min(after - before for before, after in pairwise(times)) >= 55, "an input came too early"


SELECTING = """let active = null;
    board.onclick = ({ target }) => {
        if (target === board.children[2]) active.dataset.mark = 1;
        else setTimeout(() => { active?.classList.remove("active"); active = target; %s }, 60);
    };"""


def then_click(marks: Grid) -> list[Move]:
    """Return double clicks for blank cells: on the cell, then on the last cell, which marks the active one."""
    blank = [cell for cell in marks.cells() if cell.col < 2 and marks[cell] is None]
    return [Click(CENTRES[cell.col], {cell: frozenset({1})}, then=CENTRES[2], once=".active") for cell in blank]


def test_second_click_waits_for_the_first(page: Page) -> None:
    """Of two clicks that belong together, the second waits until the page has reacted to the first."""
    made = enter(page, SELECTING % "target.classList.add('active')", then_click, "11.")

    assert (made.inputs, made.repaired) == (2, 0)


def test_second_click_is_not_made_alone(page: Page) -> None:
    """If the page does not react to the first click, the second is skipped, because it would change another cell."""
    with pytest.raises(EnterError, match="R1C1 does not respond to 3 inputs"):
        enter(page, SELECTING % "", then_click, "11.")

    assert page.locator("[data-mark]").count() == 0


PAD = """board.style.width = "500px";
    const cell = (left) => `<div class=cell style="left: ${left}px"></div>`;
    board.insertAdjacentHTML("beforeend", cell(300) + cell(400));
    const pad = board.lastChild;
    let active = null;
    const select = (cell) => { active?.classList.remove("active"); active = cell; cell.classList.add("active") };
    board.onclick = ({ target }) => {
        if (target === pad) active.dataset.mark = 1 + Number(active.dataset.mark ?? 0);
        else if (%s) select(target);
        else setTimeout(() => select(target), 60);
    };"""


@pytest.mark.parametrize("at_once", ["true", "active === null"])
def test_two_clicks_at_once(page: Page, at_once: str) -> None:
    """On a page that selects cells at once or late, the second click waits for the first and marks no other cell."""

    def moves(marks: Grid) -> list[Move]:
        blank = [cell for cell in marks.cells() if cell.col < 4 and marks[cell] is None]
        points = [(100 + 100 * cell.col, 110) for cell in blank]
        return [
            Click(at, {cell: frozenset({1})}, then=(500, 110), once=".active")
            for at, cell in zip(points, blank, strict=True)
        ]

    made = enter(page, PAD % at_once, moves, "1111.")

    assert (4, 0) == (made.inputs, made.repaired)


def test_shortest_time_begins_when_the_first_input_was_sent(page: Page) -> None:
    """A page that is slow to handle the first input starts its own clock late, and still has the shortest time.

    The page's clock is compared with itself, so the test does not depend on the speed of the machine.
    """
    made = enter(
        page,
        """let begin = null; window.took = null;
        board.onclick = ({ target }) => {
            const now = performance.now();
            if (begin === null) while (performance.now() < now + 400) ;
            begin ??= performance.now();
            target.dataset.mark = 1; window.took = performance.now() - begin;
        };""",
        lambda marks: click(marks, *CENTRES),
        min_elapsed=0.5,
    )

    assert 3 == made.inputs
    assert (
        page.evaluate("window.took") >= 495
    )  # Timers of the browser and of the driver may differ by some milliseconds.


IN_CYCLE = """window.drawings = [];
window.drawAll = () => drawings.splice(0).forEach((draw) => draw());
board.onclick = ({ target: cell }) => {
    const draw = () => { cell.dataset.mark = cell.dataset.mark === "0" ? 1 : 0; cell.waits = false };
    if (cell.waits) return;
    cell.waits = true;
    %s;
};"""


def click_in_cycle(marks: Grid) -> list[Move]:
    """Return all clicks of the cycle blank, 0, 1 that lead to 1 everywhere, the first ones of all cells first."""
    boxes = {cell: Box(50 + 100 * cell.col, 60, 100, 100) for cell in marks.cells()}
    return list(clicks(marks, Grid.parse("111"), boxes, in_cycle((None, 0, 1))))


@pytest.mark.parametrize(
    ("draws", "rounds"), [pytest.param("draw()", 2, id="at once"), pytest.param("drawings.push(draw)", 3, id="late")]
)
def test_second_clicks_wait_for_a_page_that_draws_late(
    page: Page, monkeypatch: pytest.MonkeyPatch, draws: str, rounds: int
) -> None:
    """Cells get their second clicks in the round of the first ones only where the page draws each click at once.

    The late page draws when the board has been looked at, so the test does not depend on the speed of the machine.
    """
    take = Live.take

    def take_then_draw(live: Live, measure: str) -> Snapshot:
        taken = take(live, measure)
        page.evaluate("drawAll()")
        return taken

    monkeypatch.setattr(Live, "take", take_then_draw)
    made = enter(page, IN_CYCLE % draws, click_in_cycle)

    assert (rounds, 6, 0) == (made.rounds, made.inputs, made.repaired)


def test_surplus_is_healed(page: Page) -> None:
    """Marks that the page removes by itself are entered again."""
    made = enter(
        page,
        MARKING
        + "let taken = false; board.addEventListener('click', () => { if (!taken && board.children[2].dataset.mark)"
        " { taken = true; delete board.children[0].dataset.mark } });",
        lambda marks: click(marks, *CENTRES),
    )

    assert made.inputs == 4


def test_board_that_stays_as_it_is(page: Page) -> None:
    """If a page ignores input, the clicker gives up after a few rounds and names the cell."""
    with pytest.raises(EnterError, match="does not change: R1C1 does not respond to 3 inputs"):
        enter(page, "", lambda marks: click(marks, *CENTRES))


def test_cover(page: Page) -> None:
    """A cover that stays over the board is named in the error, and not clicked."""
    cover = """const cover = document.createElement("div"); cover.id = "advert";
        cover.style = "position: fixed; inset: 0"; document.body.append(cover);
        cover.onclick = () => { throw Error("clicked") };"""

    with pytest.raises(EnterError, match='R1C1 is covered by <div id="advert">'):
        enter(page, cover, lambda marks: click(marks, *CENTRES))


def test_partly_covered(page: Page) -> None:
    """Uncovered cells are entered while a part of the board is covered."""
    made = enter(
        page,
        MARKING
        + """const cover = document.createElement("div");
        cover.style = "position: fixed; left: 0; top: 0; width: 120px; height: 500px"; document.body.append(cover);
        board.addEventListener("click", () => cover.remove());""",
        lambda marks: click(marks, *CENTRES),
    )

    assert (made.inputs, made.rounds) == (3, 2)


def test_board_below_the_window(page: Page) -> None:
    """A board outside the window is scrolled into view."""
    page.set_viewport_size({"width": 400, "height": 300})

    def moves(marks: Grid) -> list[Move]:
        box = page.locator("#board").bounding_box()
        assert box is not None
        return click(marks, *((box["x"] + x, box["y"] + 50) for x in (50, 150, 250)))

    made = enter(page, MARKING + "board.style.top = '2000px';", moves)

    assert made.inputs == 3


@pytest.mark.long("of slow pages")
def test_font_that_never_arrives(context: BrowserContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that waits for a font is played; only its pictures may be missing."""
    monkeypatch.setattr("bot.record.recorder.ANSWER_TIMEOUT", 0.2)
    case = case_of("linkedin_tango/guest")
    page, _ = opened(context, case)
    page.route("https://fonts.example/*", lambda _: None)
    page.evaluate(
        """() => {
            const font = new FontFace("late", "url(https://fonts.example/late.woff2)");
            document.fonts.add(font);
            font.load();
        }"""
    )
    folder = tmp_path / "session"
    folder.mkdir()

    played = run(page, case, recorder=Recorder(folder))
    events = [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]

    assert played.accepted
    assert ["before", "after"] == [event["picture"] for event in events if event["event"] == "no picture"]


def test_session_is_complete(context: BrowserContext, tmp_path: Path) -> None:
    """The session holds every step, every input with its time, and the board before and after."""
    case = case_of("linkedin_tango/guest_begun")
    page, _ = opened(context, case)
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


@pytest.mark.long("of slow pages")
def test_page_that_answers_slowly(context: BrowserContext) -> None:
    """A round may take long on a slow page, as long as each input is answered in time."""
    fixture = Fixture.load(FIXTURES / "brainbashers_three_in_a_row" / "table_2022_6")
    serve(context, fixture)
    page = context.new_page()
    busy = "for (const end = performance.now() + 100; performance.now() < end;);"
    page.add_init_script(f"addEventListener('mousedown', () => {{ {busy} }}, true)")
    page.goto(fixture.url)

    assert givens.play(page, options=Options(timeout=60)).accepted
