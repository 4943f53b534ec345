"""The report of sessions, in a real Chromium: it plays, says what was, needs no mouse and no network, trusts nobody."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from bot.batch.explain import after
from bot.browser.launch import new_context
from bot.draw.svg import layers
from bot.errors import SessionError
from bot.sessions.overview import overview
from bot.sessions.playback import inputs, puzzle_of, steps
from bot.sessions.report import MAX_FULL, report, write
from bot.sessions.store import Session, find, sessions
from solvers import Grid, Puzzle, explain, load
from tests.conftest import FIXTURES
from tests.test_kinds import JUNK, LINES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from playwright.sync_api import Browser, Locator, Page

    from bot.draw.svg import Layers
    from tests.conftest import Givens

NOW = datetime(2026, 11, 20, 7, 15, tzinfo=UTC)
TANGO: dict[str, Any] = {
    "puzzle": {
        "kind": "tango",
        "givens": ["....", "....", "....", "1..."],
        "equal": [["R1C2", "R1C3"], ["R1C2", "R2C2"], ["R3C4", "R4C4"]],
        "opposite": [["R3C2", "R3C3"]],
    },
    "solution": ["0110", "1100", "0011", "1001"],
}
KINDS = {line["puzzle"]["kind"]: line for line in LINES.values()} | {"tango": TANGO}
"""A puzzle of each kind that has some of our own making, the largest, with its solution."""
DOT = (
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89\0\0\0\rIDATx\x9cc\xf8\xff\xff"
    b"\xff\x7f\0\t\xfb\x03\xfd\x05CE\xca\0\0\0\0IEND\xaeB`\x82"
)
MARKUP = '</script><script>hacked = 1</script><img src="https://example.org/x" onerror="hacked = 1">\'"&amp;'


@dataclass
class Shown:
    """The page of a report, and what it did that it should not."""

    page: Page
    folder: Path
    wrong: list[str] = field(default_factory=list)

    def open(self, *shown: Session, fragment: str = "") -> Page:
        """Write the report of sessions and open it from disk."""
        path = self.folder / "report.html"
        write(shown, path)
        self.page.goto(f"{path.as_uri()}{fragment}")
        return self.page

    def open_still(self, *shown: Session) -> Page:
        """Open the report of sessions, and let its time go on only when it is told to."""
        self.page.clock.install(time=0)
        page = self.open(*shown)
        page.clock.pause_at(3_600_000)
        return page


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """Open an empty page in a fresh context."""
    context = new_context(chromium)
    yield context.new_page()
    context.close()


@pytest.fixture
def shown(page: Page, tmp_path: Path) -> Iterator[Shown]:
    """Yield what opens reports: nothing may be requested, and nothing complained of, by any of them."""
    it = Shown(page, tmp_path)
    page.on("console", lambda message: it.wrong.append(message.text))
    page.on("pageerror", lambda error: it.wrong.append(str(error)))
    page.on("request", lambda request: it.wrong.append(request.url))
    yield it

    assert [] == [words for words in it.wrong if not words.startswith(("file://", "data:"))]


def groups(puzzle: Puzzle, solution: Grid) -> list[dict[str, int]]:
    """Return the marks that a page of this kind takes, as they would be entered: rectangles, a path, single cells."""
    given = puzzle.picture().glyphs
    marks = [(value, cell) for cell, value in solution.marked()]
    if puzzle.KIND == "patches":
        return [
            {str(cell): value for value, cell in marks if value == one} for one in sorted({value for value, _ in marks})
        ]
    if puzzle.KIND == "zip":
        return [{str(cell): value} for value, cell in sorted(marks)]
    return [{str(cell): value} for value, cell in marks if cell not in given]


def entered(line: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the events of a run that enters a solution."""
    puzzle, solution = load(line["puzzle"]), Grid.parse(line["solution"])
    moves: list[dict[str, Any]] = [
        {
            "t": 1 + at / 4,
            "event": "input",
            "click": [10.0, 20.0 + at],
            "leaves": {cell: [mark] for cell, mark in one.items()},
        }
        for at, one in enumerate(groups(puzzle, solution))
    ]
    last = moves[-1]["t"]
    return [
        {"t": 0.5, "event": "read", "layout": "guest", "confirmed": [], "single": []},
        {"t": 0.75, "event": "solved", "unique": True},
        *moves,
        {"t": last + 0.25, "event": "entered", "inputs": len(moves), "repaired": 0, "rounds": 1},
        {"t": last + 0.5, "event": "accepted", "said": "Well done!"},
    ]


def made(
    folder: Path,
    line: Mapping[str, Any] | None = TANGO,
    *,
    ago: float = 0,
    events: Sequence[object] | None = None,
    **facts: object,
) -> Session:
    """Make a session of so many days ago, as the recorder writes it."""
    started = NOW - timedelta(days=ago)
    site = str(facts.get("site", "linkedin_tango"))
    number = len(list(folder.glob("20*")))
    at = folder / f"{started:%Y-%m-%dT%H%M%S}-{site}-{number:04x}"
    at.mkdir()
    told = {
        "v": 1,
        "outcome": "accepted",
        "target": "tango",
        "site": site,
        "started": started.isoformat(),
        "ended": (started + timedelta(seconds=60)).isoformat(),
        "versions": {"givens": "0.1.0"},
        "browser": {"version": "150.0", "sandbox": True},
        "layout": "guest",
        "url": "https://www.linkedin.com/games/tango/",
        "about": {"number": 774, "title": "Tango"},
        "confirmed": 4,
        "single": 0,
        "said": "Well done!",
        "inputs": 15,
        "repaired": 0,
        "ms": {"open": 400.0, "read": 40.0, "solve": 2.0, "enter": 200.0, "accept": 500.0, "total": 1142.0},
    }
    (at / "session.json").write_text(json.dumps(told | facts))
    if line is not None:
        (at / "puzzle.json").write_text(json.dumps(line["puzzle"]))
        (at / "solution.json").write_text(json.dumps(line["solution"]))
        events = entered(line) if events is None else events
    (at / "events.jsonl").write_text("".join(json.dumps(event) + "\n" for event in events or ()))
    return Session.load(at)


def player(page: Page, name: str = "inputs") -> Locator:
    """Return the first board of a page that is played back."""
    return page.locator(f".player[id$={name}]").first


def at(one: Locator) -> int:
    """Return which frame a player shows."""
    return int(one.get_by_role("slider").input_value())


def board(one: Locator) -> list[str]:
    """Return what a player's board shows, layer by layer, without its sign of what is new."""
    drawn: list[str] = one.locator(".board").evaluate("board => [...board.children].map(group => group.innerHTML)")
    return [re.sub(r" now(?=\")", "", re.sub(r"\s+(?=<)", "", layer)) for layer in drawn]


def drawing(page: Page, wanted: Layers) -> list[str]:
    """Return how the browser writes the layers of a picture."""
    parts = [wanted.below, "".join(wanted.cells.values()), wanted.above]
    drawn: list[str] = page.evaluate(
        """parts => parts.map(part => {
            const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
            group.innerHTML = part;
            return group.innerHTML;
        })""",
        parts,
    )
    return [re.sub(r"\s+(?=<)", "", layer) for layer in drawn]


@pytest.mark.parametrize("kind", KINDS)
def test_each_step_shows_its_cells(shown: Shown, kind: str) -> None:
    """Wherever it is scrubbed to, on or back, the board is what `givens render` draws for the marks by then."""
    puzzle, solution = load(KINDS[kind]["puzzle"]), Grid.parse(KINDS[kind]["solution"])
    page = shown.open(made(shown.folder, KINDS[kind]))
    one = player(page)
    moves = groups(puzzle, solution)
    stops = sorted({0, 1, 2, len(moves) // 2, len(moves) - 1, len(moves)})
    for stop in (*stops, *reversed(stops)):
        one.get_by_role("slider").fill(str(stop))
        marks = {cell: mark for move in moves[:stop] for cell, mark in move.items()}
        grid = Grid.make(solution.height, solution.width, lambda cell, marks=marks: marks.get(str(cell)))  # type: ignore[misc]

        assert drawing(page, layers(puzzle.picture(grid))) == board(one)
        assert (list(moves[stop - 1]) if stop else []) == one.locator(".now[data-cell]").evaluate_all(
            "cells => cells.map(cell => cell.dataset.cell)"
        )


def test_it_plays(shown: Shown) -> None:
    """It plays at the speed that is set, pauses, goes on, ends at the end, and begins again from there."""
    page = shown.open_still(made(shown.folder))
    one, last = player(page), len(groups(load(TANGO["puzzle"]), Grid.parse(TANGO["solution"])))
    one.get_by_label("Speed").select_option("2 per second")
    one.get_by_role("button", name="Play", exact=True).click()
    page.clock.run_for(1600)

    assert 3 == at(one)

    one.get_by_role("button", name="Pause", exact=True).click()
    page.clock.run_for(5000)

    assert 3 == at(one)

    one.locator(".board").click()
    page.clock.run_for(500 * last)

    assert last == at(one)
    expect(one.get_by_role("button", name="Play", exact=True)).to_be_visible()

    one.get_by_role("button", name="Play", exact=True).click()
    page.clock.run_for(600)

    assert 1 == at(one)


def test_it_plays_as_recorded(shown: Shown) -> None:
    """At the speed of the record each input comes when it came: here four a second."""
    page = shown.open_still(made(shown.folder))
    one = player(page)
    one.get_by_label("Speed").select_option("as recorded")
    one.get_by_role("slider").fill("1")
    one.get_by_role("button", name="Play", exact=True).click()
    page.clock.run_for(1100)

    assert 5 == at(one)


def test_one_plays_at_a_time(shown: Shown) -> None:
    """What begins to play lets the other pause."""
    page = shown.open_still(made(shown.folder))
    player(page).get_by_role("button", name="Play", exact=True).click()
    player(page, "steps").get_by_role("button", name="Play", exact=True).click()
    page.clock.run_for(2100)

    assert (0, 2) == (at(player(page)), at(player(page, "steps")))


def test_explanation(shown: Shown) -> None:
    """Each step of the explanation shows what is known by then, the cells lit that it speaks of, and its words."""
    puzzle = load(TANGO["puzzle"])
    page = shown.open(made(shown.folder))
    one, found = player(page, "steps"), list(explain(puzzle))
    options = one.get_by_role("listbox").get_by_role("option")

    assert ["the givens", *(step.words for step in found)] == options.locator(".words").all_inner_texts()

    for number in (len(found), 1):
        options.nth(number).click()

        assert drawing(page, layers(after(puzzle, found[:number]))) == board(one)
        expect(one.get_by_role("status")).to_have_text(f"{number} of {len(found)} · {found[number - 1].words}")


def test_explaining_is_bounded() -> None:
    """What cannot be explained in time, or has not one solution, has no steps, and it is told why."""
    puzzle = load(KINDS["sudoku"]["puzzle"])
    none = load({"kind": "three_in_a_row", "givens": ["111.", "....", "....", "...."]})

    assert (1, "gave up") == (len((late := steps(puzzle, within=1e-9))[0].frames), late[1][:7])
    assert "no solution" in steps(none, within=10)[1]


def test_keyboard_alone(shown: Shown) -> None:
    """Everything can be reached and used by keyboard, each stop has a name, and the end of the page is reached."""
    page = shown.open(made(shown.folder))
    one, names = player(page), []
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement !== document.body"):
        names.append(page.locator(":focus").aria_snapshot().splitlines()[0])
        if len(names) == 4:
            page.keyboard.press("ArrowRight")
            page.keyboard.press("ArrowRight")

            assert 2 == at(one)

            page.keyboard.press("End")
            page.keyboard.press("ArrowLeft")

            assert int(one.get_by_role("slider").get_attribute("max") or 0) - 1 == at(one)

            page.keyboard.press("Home")

            assert 0 == at(one)
        elif "listbox" in names[-1]:
            page.keyboard.press("ArrowDown")
            page.keyboard.press("ArrowDown")
            page.keyboard.press("ArrowUp")

            assert "true" == page.locator(":focus").get_by_role("option").nth(1).get_attribute("aria-selected")
        elif "slider" in names[-1]:
            page.keyboard.press("ArrowRight")

            assert "1" == page.locator(":focus").input_value()

            page.keyboard.press("Home")
        page.keyboard.press("Tab")

    roles = [re.match(r'- (\w+) "[^"]+"', name) for name in names]
    per_player = ["button"] * 5 + ["combobox", "slider", "listbox"]

    assert [*per_player, *per_player, "link"] == [role and role[1] for role in roles]


def test_space_plays(shown: Shown) -> None:
    """Space plays and pauses from the button, the list and the slider alike, once each."""
    page = shown.open_still(made(shown.folder))
    one = player(page)
    for place in (
        one.get_by_role("button", name="Play", exact=True),
        one.get_by_role("listbox"),
        one.get_by_role("slider"),
    ):
        place.focus()
        page.keyboard.press(" ")
        expect(one.get_by_role("button", name="Pause", exact=True)).to_be_visible()
        page.keyboard.press(" ")
        expect(one.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_strip_of_inputs(shown: Shown) -> None:
    """A click on the strip of inputs goes to the nearest one."""
    page = shown.open(made(shown.folder))
    strip = page.locator(".strip.inputs")
    box = strip.bounding_box()
    assert box is not None
    last = strip.locator(".tick").count()
    strip.click(position={"x": box["width"] - 3, "y": 5})

    assert last == at(player(page))

    strip.click(position={"x": 3, "y": 5})

    assert 1 == at(player(page))


def test_markup_stays_text(shown: Shown) -> None:
    """Whatever stands in a session is text on the page: no element, no script, no request."""
    facts: dict[str, Any] = dict.fromkeys(("target", "layout", "url", "said", "verdict", "ended"), MARKUP)
    error = {"kind": MARKUP, "message": MARKUP, "try": MARKUP, "family": MARKUP}
    events = [{"t": 1, "event": "input", "keys": [MARKUP], "leaves": {"R1C1": [1]}}, {"t": 2, "event": MARKUP}]
    session = made(
        shown.folder,
        events=events,
        about={"title": MARKUP, "number": MARKUP, "date": MARKUP, "difficulty": MARKUP},
        ms={MARKUP: 1.0},
        versions={MARKUP: MARKUP},
        browser={MARKUP: MARKUP},
        refused=[MARKUP],
        outcome=MARKUP,
        error=error,
        **facts,
    )
    (session.folder / "traceback.txt").write_text(MARKUP)
    (session.folder / "<img src=x onerror=hacked=1>.txt").write_text(MARKUP)
    for one in ([session], [session, made(shown.folder, ago=1, target="a<b>", about={"title": MARKUP})]):
        page = shown.open(*one, fragment="#s1")

        assert "undefined" == page.evaluate("typeof hacked")
        assert 0 == page.locator("img, [onerror], main script:not([type='application/json'])").count()
        assert f"{MARKUP} #{MARKUP}" in page.locator("h1, summary h3").all_inner_texts()[-1]
        assert page.get_by_text(MARKUP).count() > 10


def test_policy_holds(shown: Shown) -> None:
    """The page's own policy lets no script run that is not ours, and nothing load."""
    page = shown.open(made(shown.folder))
    refused = page.evaluate("""async () => {
        const refused = [];
        document.addEventListener("securitypolicyviolation", (event) => refused.push(event.effectiveDirective));
        const script = document.createElement("script");
        script.textContent = "hacked = 1";
        document.body.append(script);
        const image = new Image();
        const failed = new Promise((done) => image.addEventListener("error", done));
        image.src = "https://example.org/x.png";
        await failed;
        return [typeof hacked, ...refused.sort()];
    }""")
    shown.wrong[:] = [
        words for words in shown.wrong if "Content Security Policy" not in words and "example.org" not in words
    ]

    assert ["undefined", "img-src", "script-src-elem"] == refused


def test_with_and_without_pictures(shown: Shown) -> None:
    """Pictures are in the page itself; without any, or with files that are none, the board is drawn instead."""
    session = made(shown.folder)
    (session.folder / "after.png").write_bytes(b"<svg onload=hacked=1>")
    page = shown.open(session)

    assert 0 == page.locator("img").count()
    assert ["before, drawn from the reading", "the solution, drawn"] == page.locator("figcaption").all_inner_texts()
    drawn = page.locator("figure .board .mark").count()
    assert len(groups(load(TANGO["puzzle"]), Grid.parse(TANGO["solution"]))) == drawn

    for name in ("before", "after"):
        (session.folder / f"{name}.png").write_bytes(DOT)
    page = shown.open(session)

    assert [1, 1] == page.locator("img").evaluate_all("pictures => pictures.map(one => one.naturalWidth)")
    page.get_by_role("button", name="Enlarge the screenshot: after").click()
    assert "true" == page.get_by_role("button", name="Enlarge the screenshot: after").get_attribute("aria-pressed")


def test_a_failed_one(shown: Shown) -> None:
    """A run that failed before it read anything tells why, and what to type."""
    error = {"family": "ReadError", "kind": "ReadError", "message": "no board", "try": "givens capture X -o FOLDER"}
    events = [{"t": 20.5, "event": "error", "kind": "ReadError", "message": "no board"}]
    session = made(shown.folder, None, events=events, outcome="failed", error=error, said="", inputs=0)
    (session.folder / "failed.png").write_bytes(DOT)
    page = shown.open(session)

    assert "ReadError: no board\ntry: givens capture X -o FOLDER" == re.sub(
        r"\n+", "\n", page.get_by_role("region", name="Error").inner_text()
    )
    assert 0 == page.locator(".player").count()
    assert ["when it failed"] == page.locator("figcaption").all_inner_texts()
    assert "failed 20.5 s" in re.sub(r"\s+", " ", page.locator(".legend").inner_text())


def test_a_dry_run(shown: Shown) -> None:
    """A run that entered nothing has nothing to play back; its solution is explained all the same."""
    events = entered(TANGO)[:2]
    page = shown.open(made(shown.folder, events=events, outcome="read", inputs=0, said=""))

    assert ["steps"] == page.locator(".player").evaluate_all("all => all.map(one => one.id.split('-')[1])")
    expect(page.locator("h1 .badge")).to_have_text("dry run")


def test_what_is_half_written(shown: Shown) -> None:
    """Of a run that was killed is told what there is: no end, the last line cut, no solution."""
    session = made(shown.folder, outcome="unfinished", ended=None, ms={}, inputs=None)
    (session.folder / "solution.json").write_text('["10')
    with (session.folder / "events.jsonl").open("a") as file:
        file.write('{"t": 9, "event": "inp')
    page = shown.open(session)
    one = player(page)
    one.get_by_role("slider").fill("1")

    assert ["R1C1"] == one.locator(".mark").evaluate_all("cells => cells.map(cell => cell.dataset.cell)")


def test_many_at_once(shown: Shown) -> None:
    """Many sessions have an overview with counts, medians and plots; each is opened by its link or its head."""
    ms = {"open": 300.0, "solve": 4.0, "total": 2000.0}
    its = [
        made(shown.folder, ago=9, ms=ms | {"total": 1000.0}),
        made(shown.folder, ago=3, ms=ms),
        made(shown.folder, ago=3, ms=ms | {"total": 9000.0}),
        made(shown.folder, None, ago=2, outcome="failed", ms={"open": 20000.0, "total": 20000.0}),
        made(shown.folder, KINDS["sudoku"], site="sudoku_page", ms=ms),
    ]
    (its[2].folder / "session.json").write_text("{")
    page = shown.open(*sessions(shown.folder))

    tiles = page.get_by_role("list", name="Sessions by outcome").get_by_role("listitem")
    assert ["3\naccepted", "1\nfailed", "1\nunreadable"] == [
        re.sub(r"\s*\n\s*", "\n", words) for words in tiles.all_inner_texts()
    ]
    rows = page.get_by_role("table").first.get_by_role("row").all_inner_texts()
    assert re.search(r"linkedin_tango\ttango\t.*\t300 ms\t–\t4 ms\t–\t–\t1.5 s\t15", rows[1], re.DOTALL)
    plots = page.get_by_role("img", name="3 sessions")
    assert 2 == plots.count()
    assert [3, 3] == [one.locator(".dot").count() for one in plots.all()]
    assert 0 == page.locator(".player:visible").count()

    plots.first.locator(".dot").first.click()

    assert 1 == page.locator("details.session[open]").count()
    opened = page.locator("details.session[open]")
    opened.get_by_role("slider").first.fill("2")

    assert 2 == opened.locator(".board").first.locator(".mark").count()

    unreadable = page.locator("details.session", has_text="unreadable")
    unreadable.locator("summary").focus()
    page.keyboard.press("Enter")

    assert "is damaged" in unreadable.get_by_role("note").inner_text()


def test_very_many(tmp_path: Path) -> None:
    """For very many sessions explanations and pictures are left out, and it is told."""
    its = [made(tmp_path, ago=day) for day in range(MAX_FULL + 1)]
    (its[0].folder / "after.png").write_bytes(DOT)
    whole, short = report(its[:MAX_FULL]), report(its)

    assert (MAX_FULL, 0) == (whole.count("-steps-film"), short.count("-steps-film"))
    assert (1, 0) == (whole.count("data:image/png"), short.count("data:image/png"))
    assert f"Only reports of up to {MAX_FULL} sessions include" in short


def test_plots_over_time(tmp_path: Path) -> None:
    """Plots lie within their frames, days are in order, and only what was accepted counts."""
    its = [made(tmp_path, ago=ago, ms={"total": 10.0**ago, "solve": 1.0}) for ago in range(5, -1, -1)]
    its.append(made(tmp_path, outcome="failed", ms={"total": 1e9}))
    told = overview(its)
    places = [value for plot in told.plots for dot in plot.dots for value in (dot.x, dot.y)]

    assert [6, 6] == [len(plot.dots) for plot in told.plots]
    assert all(0 <= place <= 100 for place in places)
    assert sorted(dot.x for dot in told.plots[0].dots) == [dot.x for dot in told.plots[0].dots]
    assert sorted(dot.y for dot in told.plots[0].dots) == [dot.y for dot in told.plots[0].dots]
    assert {bar.x for bar in told.bars if bar.outcome == "failed"} == {max(bar.x for bar in told.bars)}
    assert (2, {"accepted": 6, "failed": 1}) == (told.most, told.outcomes)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_light_dark_narrow_wide(shown: Shown, scheme: str, width: int) -> None:
    """The reader's scheme decides on the ground; nothing is wider than the screen; words stand out."""
    shown.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type] # one of its literals
    shown.page.set_viewport_size({"width": width, "height": 700})
    dark = {}
    for its in ([made(shown.folder)], [made(shown.folder), made(shown.folder, ago=3)]):
        page = shown.open(*its, fragment="#s1")

        assert width == page.evaluate("document.documentElement.scrollWidth")
        lights = page.evaluate("""() => ["backgroundColor", "color"].map((name) => {
            const [red, green, blue] = getComputedStyle(document.documentElement)[name].match(/\\d+/g).map(Number);
            return (red + green + blue) / 765;
        })""")
        dark[len(its)] = lights[0] < lights[1]

        assert abs(lights[0] - lights[1]) > 0.7
    assert {1: scheme == "dark", 2: scheme == "dark"} == dark


def test_without_scripts(shown: Shown, chromium: Browser) -> None:
    """Where scripts are off everything is there to be read, and no control that would do nothing."""
    session = made(shown.folder)
    write([session], shown.folder / "report.html")
    context = new_context(chromium, scripts=False)
    try:
        page = context.new_page()
        page.goto((shown.folder / "report.html").as_uri())

        assert 0 == page.locator("button:visible, input:visible").count()
        assert 2 == page.locator(".player .board:visible").count()
    finally:
        context.close()


def test_equal_sessions_equal_pages(tmp_path: Path) -> None:
    """A report depends on nothing but what the sessions hold."""
    session = made(tmp_path)
    other = tmp_path / "elsewhere" / session.id
    shutil.copytree(session.folder, other)

    assert report([session]) == report([Session.load(other)])


@pytest.mark.parametrize("junk", JUNK, ids=repr)
def test_junk_is_no_bug(tmp_path: Path, junk: object) -> None:
    """Whatever stands in the files by mistake, there is a report."""
    names = ("about", "ms", "error", "versions", "browser", "refused", "ended", "said", "inputs", "verdict", "puzzle")
    facts: list[dict[str, Any]] = [{name: junk} for name in names]
    facts += [{name: {key: junk}} for name in ("about", "ms", "error") for key in ("title", "total", "message")]
    its = [made(tmp_path, **one) for one in facts]
    move = {"t": 1, "event": "input", "click": [1, 2], "leaves": {"R1C1": [1]}}
    moves = [move | {name: junk} for name in ("t", "click", "leaves", "drag", "keys")]
    moves += [move | {"leaves": {"R1C1": junk, "R9C9": [1], "x": [junk]}}, move | {"leaves": {"R1C1": [junk]}}]
    its.append(
        made(tmp_path, events=[*entered(TANGO), *moves, junk, {"event": junk}, {"t": junk, "event": "accepted"}])
    )
    for name in ("puzzle.json", "solution.json", "before.html", "before.state.json"):
        its.append(made(tmp_path))
        (its[-1].folder / name).write_text(json.dumps(junk))

    assert len(its) == report(its).count('<details class="session"')
    assert "<h1>" in report(its[-4:])


def test_half_a_letter(tmp_path: Path) -> None:
    """A text that holds half a letter can be written all the same."""
    write([made(tmp_path, said="\ud83d")], tmp_path / "report.html")

    assert "<q>?</q>" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_a_site_is_no_module(tmp_path: Path) -> None:
    """A session names its site; one that names a file instead is refused, and the file is never run."""
    evil = tmp_path / "evil.py"
    evil.write_text(f"open({str(tmp_path / 'ran')!r}, 'w')")
    session = made(tmp_path)
    facts = json.loads((session.folder / "session.json").read_text())
    (session.folder / "session.json").write_text(json.dumps(facts | {"site": str(evil)}))
    (session.folder / "before.html").write_text("<p>")

    with pytest.raises(SessionError, match="is no site's name"):
        Session.load(session.folder)

    assert not (tmp_path / "ran").exists()


def test_command(givens: Givens, tmp_path: Path) -> None:
    """The command writes the page of what is named, or of all; what goes wrong is one sentence."""
    folder = tmp_path / "sessions"
    folder.mkdir()
    none = givens("sessions", "report")
    one, two = made(folder, ago=1), made(folder)
    done = givens("sessions", "report", "last", "last", "--json")
    everything = givens("sessions", "report", "-o", "all.html")
    lost = givens("sessions", "report", "-o", "no/folder.html")
    unknown = givens("sessions", "report", "2025")

    assert (2, 0, 0, 7, 2) == tuple(run.returncode for run in (none, done, everything, lost, unknown))
    assert "there is no session to report on" in none.stderr
    assert "no/folder.html cannot be written" in lost.stderr
    assert "all.html: 2 sessions\n" == everything.stdout
    size = (tmp_path / "report.html").stat().st_size
    assert {"v": 1, "file": "report.html", "sessions": [two.id], "size": size} == json.loads(done.stdout)
    assert f"{one.id}" in (tmp_path / "all.html").read_text()
    assert "\n    givens sessions report " in givens("sessions", "report", "--help").stdout


def test_what_was_played(givens: Givens, tmp_path: Path) -> None:
    """A session of a real run, begun by somebody else, is played back from what stood there to its solution."""
    assert 0 == givens("play", FIXTURES / "linkedin_tango" / "guest_begun").returncode
    session = find("last", tmp_path / "sessions")
    puzzle = puzzle_of(session)
    assert puzzle is not None
    film = inputs(session, puzzle)
    solved = puzzle.picture(Grid.parse(session.json("solution.json")))

    assert len(puzzle.picture().glyphs) < len(film.frames[0].picture.glyphs) < len(solved.glyphs)
    assert solved == film.frames[-1].picture
    assert session.facts["inputs"] == len(film.frames) - 1
    assert '<img src="data:image/png;base64,' in report([session])
