"""Pages that no module knows, by what they answer to: keys, links, controls, odd buttons."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright

import givens
from bot.errors import EnterError
from bot.play.fixture import Fixture, serve
from bot.play.live import press_named
from bot.play.options import Options
from bot.record.recorder import Recorder
from solvers import GivensError, Grid, NotUnique, load
from tests.addons.unknown.pages import ADDRESS, played
from tests.addons.unknown.pages import page as unknown_page
from tests.bot.browser.test_remote import debugged, pages, program
from tests.bot.play.test_live import ROLES
from tests.bot.play.test_loop import SITE_OF, dragged, marks, replica, run, to_drag, untimed
from tests.bot.play.test_press import ATTACKS, BUTTON, CHANGES, MOMENT, check, watched
from tests.cases import CASES, opened
from tests.command import SharedPlaywright
from tests.conftest import FIXTURES, Givens
from tests.hostile import strays

__all__ = ["program"]

CLICKED = 'addEventListener("click", ({ target }) => {'
CHANGED = 'if (cell.localName !== "input") cell.textContent = { "": "0", 0: "1", 1: "" }[cell.textContent];'
WAYS = {
    "a page in focus": {CHANGED: f"if (!window.isReady) return void (window.isReady = true); {CHANGED}"},
    "another button for the second mark": {
        CHANGED: 'cell.textContent = cell.textContent === "0" ? "" : "0";',
        'addEventListener("input"': """addEventListener("contextmenu", (event) => {
            event.preventDefault();
            const cell = event.target.closest?.(".cell:not(.given)");
            if (cell) cell.textContent = cell.textContent === "1" ? "" : "1";
            check();
        });
        addEventListener("input\"""",
    },
}
"""What a page answers to, and how it is written then."""

LINKED = (
    unknown_page(tag="a")
    .replace(CLICKED, 'addEventListener("none", ({ target }) => {')
    .replace(
        "<p id=said>",
        """<script>
    const state = new URLSearchParams(location.search).get("marks") ?? "1.010..011...011";
    document.querySelectorAll(".cell").forEach((cell, at) => {
        cell.textContent = state[at].replace(".", "");
        if (cell.matches(".given")) return;
        const next = { ".": "0", 0: "1", 1: "." }[state[at]];
        cell.href = `?marks=${state.slice(0, at)}${next}${state.slice(at + 1)}`;
    });
    addEventListener("load", () => check());
</script><p id=said>""",
    )
    .replace(".cell { font", ".cell { display: block; color: black; text-decoration: none; font")
)
"""A page whose cells are links to the same page with one more mark."""


@pytest.mark.parametrize(("path", "is_followed"), [("?marks", True), ("other?marks", False)])
def test_cells_that_are_links(
    shared_playwright: SharedPlaywright, tmp_path: Path, path: str, *, is_followed: bool
) -> None:
    """A press may follow a link to the same page, which shows the board again, and no other link."""
    html = LINKED.replace("?marks", path)
    outcome = played(shared_playwright, tmp_path, html, others={"https://unknown.example/puzzle?*": html})

    assert is_followed == bool(outcome.result.accepted), outcome
    assert [] == outcome.elsewhere


@pytest.mark.parametrize("way", WAYS)
def test_page_answers_to_one_way(shared_playwright: SharedPlaywright, tmp_path: Path, way: str) -> None:
    """A page that answers to one sort of input alone is solved."""
    html = unknown_page()
    for old, new in WAYS[way].items():
        assert old in html
        html = html.replace(old, new)
    outcome = played(shared_playwright, tmp_path, html)

    assert (0, True, True) == (outcome.exit_code, outcome.result.entered, outcome.result.accepted), outcome


CONTROLS = {
    "<button>": "<button type=button id=own>Delete account</button>",
    **{role: f"<div role={role} id=own>Delete account</div>" for role in ROLES},
    "a role in capitals": "<div role=BUTTON id=own>Delete account</div>",
    "several roles": "<div role='presentation button' id=own>Delete account</div>",
}
"""Controls that a cell may hold."""


@pytest.mark.parametrize("inner", CONTROLS)
@pytest.mark.parametrize("of", ["cell", "inside"])
def test_cells_may_be_controls(shared_playwright: SharedPlaywright, tmp_path: Path, inner: str, of: str) -> None:
    """A board is played whose cells are controls, or hold one each."""
    role = f"role={inner}" if inner in ROLES else "role=button"
    html = unknown_page()
    if of == "cell":
        html = html.replace("class='cell", f"{role} aria-label=square class='cell")
    else:
        html = html.replace("class='cell'></div>", f"class='cell'><div {role} style='height: 100%'></div></div>")
        html = html.replace("cell.textContent = {", "cell.firstChild.textContent = {")
    outcome = played(shared_playwright, tmp_path, html)

    assert (0, True) == (outcome.exit_code, outcome.result.accepted), outcome.message


DIALOG = """{board}<div class=over role=dialog><h2>Rules</h2>
    <button id=b type=button onclick="document.querySelector('.over').remove()">Got it</button></div>"""


@pytest.mark.parametrize("attack", ATTACKS)
def test_what_a_person_names(shared_playwright: SharedPlaywright, tmp_path: Path, attack: str) -> None:
    """A button that a person names by --press."""
    outcome = played(
        shared_playwright, tmp_path, unknown_page(DIALOG), press=["Got it"], attack=attack, button="#b", moment=MOMENT
    )

    check(strays(outcome.elsewhere))
    assert outcome.exit_code in {0, 5, 6}
    assert ADDRESS == outcome.result.url


SMALL = FIXTURES / "brainbashers_three_in_a_row" / "table_2022_6"


def test_read_and_play(givens: Givens, playwright: Playwright, program: str, tmp_path: Path) -> None:
    """The tab's puzzle is read, then its solution is entered; the same tabs are open afterwards."""
    case = Fixture.load(SMALL)
    with debugged(program, tmp_path / "person") as (address, _):
        browser = playwright.chromium.connect_over_cdp(address, no_defaults=True)
        (context,) = browser.contexts
        serve(context, case)
        (page,) = context.pages
        page.goto(case.url)
        before = pages(address)
        options = ("--here", "--browser", address, "--json")
        read, played = givens.process("read", *options), givens.process("play", *options)

        assert json.loads(read.stdout)["puzzle"] == json.loads((SMALL / "puzzle.json").read_text())
        assert json.loads(played.stdout)["accepted"]
        assert page.evaluate("__solved")
        assert before == pages(address)
        browser.close()


CASE = CASES["linkedin_tango/guest"]


@pytest.mark.realtime
def test_font_that_never_arrives(page: Page, tmp_path: Path) -> None:
    """A page that waits for a font is played; only its pictures may be missing."""
    opened(page, CASE)
    page.route("https://fonts.example/*", lambda _: None)
    page.evaluate(
        """() => {
            const font = new FontFace("late", "url(https://fonts.example/late.woff2)");
            document.fonts.add(font);
            font.load();
        }"""
    )

    played = run(page, CASE, recorder=Recorder(tmp_path))
    events = [json.loads(line) for line in (tmp_path / "events.jsonl").read_text().splitlines()]

    assert played.accepted
    assert ["before", "after"] == [event["picture"] for event in events if event["event"] == "no picture"]


@pytest.mark.realtime
def test_page_that_answers_slowly(page: Page) -> None:
    """A round may take long on a slow page, as long as each input is answered in time."""
    busy = "for (const end = performance.now() + 100; performance.now() < end;);"
    page.add_init_script(f"addEventListener('mousedown', () => {{ {busy} }}, true)")
    opened(page, CASE)

    assert run(page, CASE).accepted


def test_a_path_that_went_astray_is_taken_back_at_once(page: Page) -> None:
    """After a lost key, the keys that take the path back are not waited for one by one."""
    case = CASES["linkedin_zip/guest_dropped"]
    opened(page, case)

    played = run(page, case)

    assert played.accepted
    assert played.repaired < len(case.solution or ()) ** 2


def test_the_next_of_several_is_tried(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the site allows several solutions and the page does not react to the first, it is changed to the second."""
    case = CASES["linkedin_patches/several_other"]
    assert case.puzzle is not None
    assert case.solution is not None
    right, (grid, other_grid) = Grid.parse(list(case.solution)), givens.solutions(load(dict(case.puzzle))).grids
    wrong = other_grid if grid == right else grid

    def solve(*_: object, **__: object) -> None:
        raise NotUnique(wrong, right, Grid.make(7, 7), {})

    # Which solution is found first may vary.
    monkeypatch.setattr("bot.play.entering.solve", solve)
    opened(page, case)

    played = run(page, case)

    first, then = marks(wrong.rows()), marks(right.rows())
    assert (True, right, False) == (played.accepted, Grid.parse(played.solution or []), played.unique)
    assert then == replica(page).evaluate("__shown")
    assert to_drag([None] * len(first), first) + to_drag(first, then) == dragged(replica(page))


@pytest.mark.parametrize("site", ["linkedin_tango", "linkedin_mini_sudoku"])
def test_shortest_time(page: Page, monkeypatch: pytest.MonkeyPatch, site: str) -> None:
    """When signed in, the last input waits until the site can save the score; without that, the page says so."""
    case, shortest = CASES[f"{site}/signed_in_too_fast"], SITE_OF[site].POLICY.min_elapsed["signed_in"]
    opened(page, case)
    run(page, case)
    cells = "__log.filter(event => event.type === 'mousedown' && event.index !== null)"
    times = [event["time"] for event in replica(page).evaluate(cells)]

    assert times[-1] - times[0] >= 1000 * shortest - 50

    untimed(SITE_OF[site], monkeypatch)
    page.goto(case.url)
    with pytest.raises(EnterError, match=r"refuses the solution: '.*issue saving your game"):
        run(page, case)


@pytest.mark.parametrize("event", ["onpointerdown", "onmousedown", "onmouseup", "onclick"])
@pytest.mark.parametrize("style", ["width: 90px", ""])
def test_what_a_press_changes_is_no_reason(page: Page, event: str, style: str) -> None:
    """What a button changes because it is pressed does not count as a change before the press."""
    page.route("**", lambda route: route.fulfill(body="<p>", content_type="text/html"))
    page.goto("https://plain.example/")
    for name, change in CHANGES.items():
        page.evaluate("history.replaceState({}, '', '/')")
        html = BUTTON.format(style=style, does="", script=f"b.{event} = () => {{ document.title += 'pressed'; }}")
        page.set_content(html)
        page.evaluate(f"b.addEventListener('{event[2:]}', function () {{ {change} }})")

        pressed = (press_named(page, "Start"), page.title())
        assert ("'Start'", "pressed") == pressed, name


def test_entered_steps_are_not_printed(page: Page) -> None:
    """On a begun board, only steps that set a missing mark are printed."""
    played, heard, steps = watched(page, "brainbashers_three_in_a_row/table_2022_begun")
    standing = set(Grid.parse(played.board_before).marked())
    said = [words for words in heard.events if isinstance(words, str)]

    assert played.accepted
    assert [step.words for step in steps if set(step.sets.items()) - standing] == said
    assert 0 < len(said) < len(steps)


def test_any_enters_one_of_several(page: Page) -> None:
    """With `any_solution`, one of several solutions is entered; this page expects another and does not accept it."""
    case = CASES["linkedin_tango/ambiguous"]
    opened(page, case)

    with pytest.raises(GivensError) as caught:
        run(page, case, Options(any_solution=True))

    assert not isinstance(caught.value, NotUnique)
    shown = replica(page).evaluate("__shown")
    assert None not in shown


VEIL = """new MutationObserver((_, observer) => {
    if (!document.querySelector(".lotka-grid")) return;
    observer.disconnect();
    const veil = document.body.appendChild(document.createElement("div"));
    veil.style = "position: fixed; inset: 0; z-index: 99";
    setTimeout(() => veil.remove(), 1500);
}).observe(document, { subtree: true, childList: true })"""


def test_cover_that_goes_away(page: Page) -> None:
    """Wait for a cover that disappears by itself."""
    case = CASES["linkedin_tango/guest"]
    opened(page, case)
    page.evaluate(VEIL)

    assert run(page, case).accepted
