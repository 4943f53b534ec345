"""The coach: its panel on pages, by keyboard and mouse, apart from the page, and hints that follow the board."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page

from bot.addons.coach import panel as panel_module
from bot.addons.coach.board import BY_LOOKS_AFTER, BoardWatcher
from bot.addons.coach.coach import TICK_MS, Coach
from bot.addons.coach.panel import CellChoice, Panel, PanelLine, PanelShape, PanelState
from bot.addons.coach.thinker import Thinker
from bot.play.fixture import Fixture, serve
from bot.play.sites import guessing
from scrapers import Site, clock_of, site_of
from solvers import Cell, Grid
from tests.children import WITHIN
from tests.clock import run_until
from tests.conftest import FIXTURES
from tests.tiers import first
from tests.wild.pages import HOME, wild
from tests.wild.play import PRESSES, log

SMALL = "brainbashers_three_in_a_row/table_2022_6"
BOX = (20.0, 20.0, 30.0, 30.0)
FULL = PanelState(
    "Tango 6×6",
    "Hint",
    (PanelLine("Look at R1C1."), PanelLine("R1C1 can be settled.", "Why"), PanelLine("R1C1 is a sun.", "Mark")),
    (
        PanelShape(BOX, "look"),
        PanelShape((50, 20, 30, 30), "mark"),
        PanelShape((80, 20, 30, 30), "wrong"),
        PanelShape(BOX, "ruler", "1"),
    ),
    (CellChoice("R1C1", "R1C1: a sun", BOX), CellChoice("R1C2", "R1C2: a moon", (50, 20, 30, 30))),
)
NAMES = ("x", "y", "width", "height")
FOCUS = "document.activeElement.id || document.activeElement.localName"


@pytest.fixture
def panel(page: Page) -> Iterator[Panel]:
    """Put the panel on the page of the test."""
    panel = Panel(page)
    yield panel
    panel._session.detach()  # Otherwise it would come back in the documents of other tests.


class Answering(Thinker):
    """Answers at once, in this process."""

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:  # noqa: ANN401 - of any kind
        """Do the work now."""
        future = Future[Any]()
        future.set_result(function(*arguments))
        return future


@pytest.fixture
def open_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this test look into the panel: its root is closed otherwise."""
    source = panel_module._SOURCE
    assert '{ mode: "closed" }' in source
    monkeypatch.setattr(panel_module, "_SOURCE", source.replace('{ mode: "closed" }', '{ mode: "open" }'))


@dataclass
class Person:
    """A person who plays on a page with the coach."""

    page: Page
    coach: Coach

    def until(self, condition: Callable[[], object]) -> None:
        """Let the coach work until something is so."""
        end = time.monotonic() + WITHIN  # Hints are thought about in a process of its own.
        while not condition():
            assert time.monotonic() < end, (self.coach.lines, self.coach.ready)
            self.coach.tick()
            clock_of(self.page).pause(TICK_MS)

    def press(self, keys: str, condition: Callable[[], object]) -> None:
        """Press keys, and let the coach work until something is so."""
        self.page.keyboard.press(keys)
        self.until(condition)

    def click(self, cell: str) -> None:
        """Click a cell of the board."""
        assert self.coach.sight is not None
        boxes = {str(at): box for at, box in self.coach.sight.boxes.items()}
        left, top, width, height = boxes[cell]
        marks = self.coach.marks
        self.page.mouse.click(left + width / 2, top + height / 2)
        self.until(lambda: self.coach.marks != marks)
        self.thought()

    def thought(self) -> None:
        """Let the coach work until it knows the next hint."""
        self.until(lambda: self.coach.ready is not None)

    @property
    def text(self) -> str:
        """What the panel says."""
        return " ".join(f"{line.label} {line.text}".strip() for line in self.coach.lines)

    def log(self) -> list[dict[str, Any]]:
        """Return the events that the page has seen on its board."""
        found: list[dict[str, Any]] = self.page.evaluate("__log.filter(({ index }) => index !== null)")
        return found


@pytest.fixture
def play(page: Page, panel: Panel) -> Iterator[Callable[..., Person]]:
    """Return what opens a case for a person."""
    opened: list[Any] = []

    def begin(name: str, thinker: Thinker | None = None) -> Person:
        if name.startswith("wild "):
            made = wild(int(name.removeprefix("wild ")))
            page.route("**/*", lambda route: route.fulfill(body=made.html, content_type="text/html; charset=utf-8"))
            page.goto(HOME)
            site: Site | None = guessing("")
        else:
            case = Fixture.load(FIXTURES / name)
            serve(page.context, case)
            page.goto(case.url)
            site = site_of(case.url)
        assert site is not None
        coach = Coach(page, site, panel, thinker or Answering())
        watching = coach.watching()
        watching.__enter__()
        opened.append(watching)
        person = Person(page, coach)
        if "linkedin" in name:
            if "framed" in name:
                run_until(page, "document.body.innerText.includes('Reject')")
                page.click("text=Reject")
            frame = next(frame for frame in page.frames if "/games/view/" in frame.url)
            person.until(lambda: frame.locator("#launch-footer-start-button").count())
            frame.click("#launch-footer-start-button")
        person.until(lambda: coach.sight)
        person.thought()
        return person

    yield begin
    for watching in opened:
        watching.__exit__(None, None, None)


@pytest.fixture
def thinker() -> Iterator[Thinker]:
    """Return a thinker with its process."""
    with Thinker() as thinker:
        yield thinker


def test_a_hint_in_three_presses(play: Callable[..., Person], thinker: Thinker) -> None:
    """The cells are outlined, then the reason is said, then the mark; the page sees nothing, and keeps its focus."""
    person = play("linkedin_tango/guest", thinker)
    coach, before = person.coach, person.page.evaluate(FOCUS)
    person.press("Alt+h", lambda: coach.stage == 1)

    assert coach.hint is not None
    assert person.text == coach.hint.look
    assert {cell for cell, _ in coach.outlined} == {*coach.hint.cells}
    assert {look for _, look in coach.outlined} == {"look"}

    person.press("Alt+h", lambda: coach.stage == 2)

    assert person.text.endswith(f"Why {coach.hint.reason}")

    person.press("Alt+h", lambda: coach.stage == 3)

    assert person.text.endswith(f"Mark {coach.hint.answer}")
    assert {cell for cell, look in coach.outlined if look == "mark"} == {mark.place for mark in coach.hint.marks}
    assert coach.outcome is not None
    assert coach.outcome.hints == 1
    assert person.page.evaluate("__log.filter(({ key }) => key === 'h')") == []
    assert person.log() == []
    assert before == person.page.evaluate(FOCUS)


def test_to_the_end(play: Callable[..., Person]) -> None:
    """A hint goes when its mark is entered; in the end the panel says time, hints and grade. The page sees no panel."""
    person = play(SMALL)
    page, coach = person.page, person.coach
    assert page.evaluate("[...document.querySelectorAll('*')].every((element) => !element.shadowRoot)")
    assert page.evaluate("typeof givensCoach + typeof givensCoachTell") == "undefinedundefined"
    for _ in range(3):
        page.keyboard.press("Alt+h")
    person.until(lambda: coach.stage == 3)
    assert coach.hint is not None
    for mark in coach.hint.marks:
        while coach.marks is not None and coach.marks[Cell.parse(mark.place)] != mark.value:
            person.click(mark.place)
    person.until(lambda: coach.stage == 0)

    assert coach.outlined == ()

    assert coach.sight is not None
    solution = Grid.parse(json.loads((FIXTURES / SMALL / "solution.json").read_text()))
    for number, cell in enumerate(solution.cells()):
        left, top, width, height = coach.sight.boxes[cell]
        while page.evaluate("(at) => __shown[at]", number) != solution[cell]:
            page.mouse.click(left + width / 2, top + height / 2)
    person.until(lambda: "grade" in person.text)

    assert person.text.startswith("Done: Solved in ")
    assert ", 1 hint, grade " in person.text
    assert all(event["trusted"] for event in person.log())


def test_a_page_that_no_module_knows(play: Callable[..., Person]) -> None:
    """A page that is guessed gets hints, too, and no input."""
    person = play("wild 31")
    person.press("Alt+h", lambda: person.coach.stage == 1)

    assert [event for event in log(person.page) if event[0] in PRESSES or event[-1] == "h"] == []


def test_one_of_two_boards_is_not_guessed(page: Page) -> None:
    """Where a known site shows two boards, none is taken, even if only one can be solved."""
    case = Fixture.load(FIXTURES / SMALL)
    serve(page.context, case)
    page.goto(case.url)
    cells = page.locator("table:has(> tbody > tr > [id^=square])")
    run_until(page, "document.querySelector('[id^=square]')")
    cells.evaluate("table => table.after(table.cloneNode(true))")
    cells.last.evaluate("table => table.querySelectorAll('.black, .white').forEach(cell => (cell.className = 'grey'))")
    site = site_of(case.url)
    assert site is not None
    watched = BoardWatcher(page, site)
    clock_of(page).pause(1000 * BY_LOOKS_AFTER)

    assert watched.look() is None
    assert cells.count() == 2


@pytest.mark.parametrize(
    "change",
    first(
        [
            "document.documentElement.lastChild.remove()",
            "document.open(); document.write('<title>a</title><body>new'); document.close()",
            "location.reload()",
            "document.body.innerHTML = document.body.innerHTML",
            "document.documentElement.replaceChildren(...[...document.documentElement.children].slice(0, 2))",
            "document.replaceChild(document.documentElement.cloneNode(true), document.documentElement)",
        ],
        quick=2,
    ),
)
@pytest.mark.usefixtures("open_root")
def test_the_panel_survives(page: Page, panel: Panel, change: str) -> None:
    """Whatever the page does to its document, the panel is there again, with what it said, and the keys still work."""
    page.route(
        "https://a.example/**", lambda route: route.fulfill(body="<title>a</title><h1>b", content_type="text/html")
    )
    page.goto("https://a.example/")
    show(panel, FULL)
    page.evaluate(f"() => {{ {change} }}")
    show(panel, FULL, lambda: page.get_by_text("R1C1 is a sun.").is_visible())
    page.keyboard.press("Alt+c")
    show(panel, FULL, lambda: [request.ask for request in panel.requests()] == ["check"])


def show(panel: Panel, state: PanelState, condition: Callable[[], object] = lambda: True) -> None:
    """Show a state until something is so."""
    end = time.monotonic() + WITHIN
    is_so = False
    while not is_so:
        assert time.monotonic() < end
        panel.show(state)
        clock_of(panel.page).pause(TICK_MS)
        is_so = bool(condition())


ON_TOP = """(section) => {
    const { left, top, width, height } = section.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) === section.getRootNode().host;
}"""
"""Whether the middle of the panel is not covered."""
POLICY = (
    "default-src 'none'; script-src 'none'; style-src 'none'; require-trusted-types-for 'script'; sandbox allow-scripts"
)


@pytest.mark.parametrize(
    ("scheme", "width"), first([("light", 360), ("dark", 1280), ("light", 1280), ("dark", 360)], quick=2)
)
@pytest.mark.usefixtures("open_root")
def test_a_strict_page_on_any_screen(page: Page, panel: Panel, scheme: Any, width: int) -> None:  # noqa: ANN401 - a literal of Playwright's
    """Under the strictest content policy the panel is styled, fits into 360 px, and has no flaw that axe finds."""
    html = "<!doctype html><html lang=en><title>a</title><main><h1>b</h1></main>"
    headers = {"Content-Security-Policy": POLICY, "Content-Type": "text/html"}
    page.route("https://a.example/**", lambda route: route.fulfill(body=html, headers=headers))
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 640})
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text))
    page.goto("https://a.example/")
    show(panel, FULL)
    region = page.get_by_role("region", name="Coach")
    box = region.bounding_box()

    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert box["width"] >= 250
    assert region.evaluate("(element) => getComputedStyle(element).position") == "fixed"
    assert region.get_by_role("button", name="Hint").get_attribute("aria-keyshortcuts") == "Alt+H"
    assert page.get_by_role("button", name="R1C1: a sun").bounding_box() == dict(zip(NAMES, BOX, strict=True))
    assert errors == []


@pytest.mark.usefixtures("open_root")
def test_the_button_for_hints_stays_where_it_is(page: Page, panel: Panel) -> None:
    """It does not move as a hint gets longer, at the top or at the bottom, and is off while there is no board."""
    page.set_content("<title>a</title>")
    show(panel, PanelState("Coach", "Hint", FULL.lines[:1]))
    hint = page.get_by_role("button", name="Hint")
    off = hint.get_attribute("aria-disabled")
    places = []
    for board in ((0.0, 300.0, 1280.0, 400.0), (0.0, 0.0, 1280.0, 300.0)):
        for stage in (1, 2, 3):
            lines = tuple(PanelLine(20 * line.text) for line in FULL.lines[:stage])
            show(panel, PanelState("Coach", "Hint", lines, FULL.shapes[:stage], board=board, goes_on=stage > 1))
            places.append(hint.bounding_box())

    assert ("true", "false") == (off, hint.get_attribute("aria-disabled"))
    assert places[:1] * 3 + places[3:4] * 3 == places
    assert places[0] != places[3]


@pytest.mark.usefixtures("open_root")
def test_a_dialog_of_the_page_is_gone_over(page: Page, panel: Panel) -> None:
    """What the page has put on top is under the panel as soon as that says something new; markup in it stays text."""
    page.set_content("<title>a</title><div popover=manual style='width: 100vw; height: 100vh'>b</div>")
    show(panel, FULL)
    page.evaluate("document.querySelector('[popover=manual]').showPopover()")
    markup = "<img src=x onerror=alert(1)>"
    show(panel, PanelState(markup, "Hint", (PanelLine(markup, markup),)))

    assert page.locator("section.panel").evaluate(ON_TOP)
    assert page.get_by_role("heading", name=markup).is_visible()
