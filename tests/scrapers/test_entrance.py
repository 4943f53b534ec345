"""The way to a board: which buttons are pressed, when and how often; which pages of LinkedIn save a score."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from playwright.sync_api import Locator, Page

from bot.play.fixture import Fixture, serve
from bot.play.live import press, press_named
from scrapers import NeedsHuman, PressTarget, ReadError, _entrance, _linkedin, site_of
from scrapers._entrance import Button, Entrance, frames, texts_shown
from tests.conftest import FIXTURES
from tests.snapshots import presses
from tests.tiers import first, spread

ENTRANCE = Entrance(board="#board", dismiss=[Button("#close"), Button("#other")], start=[Button("#start")])
BOARD = '<div id="board" style="width: 100px; height: 100px"></div>'
GOES = "onclick='this.remove()'"


def entered(page: Page, html: str, entrance: Entrance = ENTRANCE, within: float = 10) -> Counter[str]:
    """Find the board of a toy page; return how often each button says it was pressed."""
    page.set_content(f"<script>let clicks = []; onclick = ({{target}}) => clicks.push(target.id);</script>{html}")
    announced = Counter[str]()

    def press_announced(element: Locator, button: str, seen: PressTarget) -> bool:
        announced.update([button])
        return not press(page, element, seen)

    board = entrance.enter(page, within, press_announced, url="about:blank")

    assert board.is_visible()
    clicks = Counter[str](page.evaluate("clicks"))
    assert clicks <= Counter({name.removeprefix("#"): times for name, times in announced.items()})
    return clicks


FADES = "this.style = `{}; opacity: 0`; ontransitionend = () => this.remove()"
FADED = """<script>document.querySelector("#close").onclick = ({target}) => {
    let left = 40;
    const timer = setInterval(() => {
        target.style.opacity = --left / 40;
        if (!left) { clearInterval(timer); target.remove(); }
    }, 20);
}</script>"""
FLIES = "<style>@keyframes fly { from { transform: translateX(300px) } } #close { animation: fly .5s }</style>"
PULSES = "<style>@keyframes pulse { to { margin-left: 0px } } #close { animation: pulse 1s infinite }</style>"
MOVING = "if (this.getAnimations().length) clicks.push(`moving`); this.remove()"
ENABLED = "<script>setTimeout(() => document.querySelector('#start').disabled = false, 400)</script>"
GONE = "<script>setTimeout(() => document.querySelector('#close').remove(), 200)</script>"
NEXT = f"""<main><button id=start>go</button></main><script>document.querySelector("#start").onclick = () => {{
    document.querySelector("main").innerHTML = `<button id=close onclick="this.remove()">x</button>{BOARD}`;
}}</script>"""
CLOSE = "<button id=close onclick='{}'>x</button>"
ONCE = {
    "fades": (BOARD + CLOSE.format(FADES.format("transition: opacity .6s")), "close"),
    "fades-soon": (BOARD + CLOSE.format(FADES.format("transition: opacity 1s; pointer-events: none")), "close"),
    "faded-by-script": (f"{BOARD}<button id=close>x</button>{FADED}", "close"),
    "translucent": (f"{BOARD}<button id=close style='opacity: .6' {GOES}>x</button>", "close"),
    "flies": (FLIES + BOARD + CLOSE.format(MOVING), "close"),
    "pulses": (f"{PULSES}{BOARD}<button id=close {GOES}>x</button>", "close"),
    "disabled": (f"<button id=start disabled onclick='this.outerHTML = `{BOARD}`'>go</button>{ENABLED}", "start"),
    "disappears": (f"{BOARD}<button id=close disabled>x</button>{GONE}", ""),
    "covered": (
        f"{BOARD}<button id=close {GOES}>x</button><div id=other style='position: fixed; inset: 0' {GOES}></div>",
        "other close",
    ),
    "follows": (NEXT, "start close"),
}
"""What is in front of a board, and which buttons are pressed."""


@pytest.mark.parametrize("name", spread(ONCE, of=4))
def test_button_is_pressed_once(page: Page, name: str) -> None:
    """Each button before the board is pressed once, as soon as it rests, is enabled and free; none that fades out."""
    html, pressed = ONCE[name]

    assert Counter(pressed.split()) == entered(page, html)
    assert 0 == page.locator("#close").count()


@pytest.mark.parametrize(
    ("button", "why"),
    [
        ("<button id=close disabled>x</button>", "is disabled"),
        ("<button id=close>x</button><p style='position: fixed; inset: 0'></p>", "is covered"),
    ],
)
def test_button_that_cannot_be_pressed_is_named(page: Page, button: str, why: str) -> None:
    """A button that stays before the board and cannot be pressed ends the attempt with the reason."""
    with pytest.raises(ReadError, match=f"no board at about:blank within 1 s: #close is in the way and {why}"):
        entered(page, f"{BOARD}{button}", within=1)


BANNER = """<div role=dialog aria-label='We value your privacy' style='position: fixed; inset: 0; background: #fff'>
    <p>Some words</p><button onclick='clicks.push(`accept`)'>Accept all</button>
    <div role=button onclick='this.parentElement.remove()'>Reject all</div></div>"""
WAYS = "press one of its buttons with --press 'Accept all' or --press 'Reject all'"
OVER = f"'We value your privacy' is in front of it: {WAYS}"


@pytest.mark.parametrize("button", first(["<button id=start>go</button>", f"{BOARD}<button id=close>x</button>"]))
def test_cover_of_a_button_is_named_soon(page: Page, button: str) -> None:
    """What covers a declared button and has buttons of its own is for a person to press, who is told how."""
    with pytest.raises(NeedsHuman, match=re.escape(f" at about:blank cannot be pressed, as {OVER}")):
        entered(page, f"{button}{BANNER}", within=60)

    assert [] == page.evaluate("clicks")


def test_cover_that_a_person_names_is_pressed(page: Page) -> None:
    """The button that the message names can be pressed, and what it covered is free then."""
    page.set_content(f"<script>clicks = []</script><button id=start>go</button>{BANNER}")

    assert "'Reject all'" == press_named(page, "Reject all")
    assert 0 == page.locator("[role=dialog]").count()


def test_cover_that_goes_by_itself_is_waited_for(page: Page) -> None:
    """A cover without buttons, such as one that says that the page is loading, is waited for."""
    cover = "<p id=c style='position: fixed; inset: 0'>Loading</p>"
    script = f"<script>setTimeout(() => c.remove(), {1000 * _entrance.COVERED_FOR + 500})</script>"

    assert {"close": 1} == entered(page, f"{BOARD}<button id=close {GOES}>x</button>{cover}{script}")


BARS = {
    "header": "position: fixed; top: 0; height: 200px",
    "footer": "position: fixed; bottom: 0; height: 60%",
    "sticky": "position: sticky; top: 0; height: 200px",
}


@pytest.mark.parametrize("bar", BARS)
def test_button_below_a_bar_is_scrolled_free(page: Page, bar: str) -> None:
    """A button that lies below a fixed bar is pressed where it does not."""
    bar = f"<div style='{BARS[bar]}; left: 0; width: 100%; background: #eee'></div>"
    close = f"<button id=close style='position: absolute; top: 1000px; left: 9px' {GOES}>x</button>"
    long = f"<div style='height: 3000px'></div>{close}"
    for top in (850, 950, 300):  # in px, how far the page is scrolled
        script = f"<script>scrollTo(0, {top})</script>"

        assert {"close": 1} == entered(page, f"{bar}{BOARD}{long}{script}")


def test_swallowed_press_is_repeated_soon(page: Page) -> None:
    """A press that the page did not notice is repeated after 0.3 s."""
    times = """<script>let times = []; document.querySelector("#close").onclick = ({target}) => {
        times.push(performance.now());
        if (times.length === 2) target.remove();
    }</script>"""

    assert {"close": 2} == entered(page, f"{BOARD}<button id=close>x</button>{times}")
    first, second = page.evaluate("times")
    assert second - first >= 1000 * _entrance.RETRY_AFTER


def test_switch_is_given_more_time(page: Page) -> None:
    """A switch that reacts late is not switched back."""
    switch = "onclick='setTimeout(() => this.hidden = !this.hidden, 700)'"
    entrance = Entrance(board="#board", dismiss=[Button("#close", retry_after=5)])

    assert {"close": 1} == entered(page, f"{BOARD}<button id=close {switch}>x</button>", entrance)


def test_button_without_effect_is_ignored_at_last(page: Page) -> None:
    """In a saved page without scripts, a banner stays: it is pressed twice, and the board is still found."""
    assert {"close": 2} == entered(page, f"{BOARD}<button id=close>x</button>", within=60)


def test_button_that_a_person_has_to_answer(page: Page) -> None:
    """A start button that stays needs a person."""
    with pytest.raises(NeedsHuman, match="#start at about:blank stays after 2 clicks"):
        entered(page, "<button id=start>go</button>")


def test_two_selectors_of_one_button(page: Page) -> None:
    """A button that two selectors match is pressed once, however late the page reacts."""
    entrance = Entrance(board="#board", start=[Button("#start"), Button("button", "^go$")])
    late = f"onclick='setTimeout(() => this.outerHTML = `{BOARD}`, 200)'"

    assert {"start": 1} == entered(page, f"<button id=start {late}>go</button>", entrance)


def test_texts_shown(page: Page) -> None:
    """The text of the first visible match is one line, "" if there is no match."""
    page.set_content("<p hidden>no</p><p> one\n line </p><p>two</p><svg><text class=drawn>3  4</text></svg>")

    assert ["one line", "", "3 4"] == texts_shown(page, "p", ".none", ".drawn")


def test_frames_that_a_page_writes(page: Page) -> None:
    """Advertisements stand in them, too: they show no sign of success, and only unknown boards are looked for there."""
    markup = "<iframe srcdoc='<p>solved</p>'></iframe>"
    page.route("**", lambda route: route.fulfill(body=markup, content_type="text/html"))
    page.goto("https://plain.example/")

    assert [""] == texts_shown(page, "p")
    assert ["", "about:srcdoc"] == [frame.url.removeprefix(page.url) for frame in frames(page, written=True)]


@pytest.mark.parametrize(
    ("case", "keeps"),
    first(
        [
            ("linkedin_patches/guest", False),
            ("linkedin_patches/signed_in", True),
            ("linkedin_tango/guest", False),
            ("linkedin_tango/signed_in", True),
            ("linkedin_mini_sudoku/guest", False),
            ("linkedin_mini_sudoku/signed_in", True),
        ],
        quick=2,
    ),
)
def test_pages_that_keep_a_score(page: Page, case: str, *, keeps: bool) -> None:
    """Only a signed-in user has a score, which can fail to be saved."""
    fixture = Fixture.load(FIXTURES / case)
    serve(page.context, fixture)
    page.goto(fixture.url)
    site = site_of(page.url)
    assert site is not None
    site.board(page, 10, presses(page))

    assert keeps == any(frame.evaluate(_linkedin.KEEPS_SCORE) for frame in page.frames)
