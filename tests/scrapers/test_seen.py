"""What proves success is seen by a person; how long a page has for it; and answers of a page, by type and size."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Page

from scrapers import SITES, Patience, ReadError, ask, clock_of, parse_html
from scrapers._page import Page as Site
from scrapers._signs import SuccessSigns
from tests.fake_board import FakeClock
from tests.tiers import first, spread

PRAISE = {
    "linkedin_tango": "<h2>You’re crushing it!</h2>",
    "linkedin_queens": "<p class='games-share-footer'>See results</p>",
    "brainbashers_three_in_a_row": "<p id='showtext'>Puzzle Solved [Time = 0:01]</p>",
    "brainbashers_sudoku": "<p>Puzzle Solved</p>",
    "puzzle_team_binairo": "<div id='ajaxResponse'><p class='succ'>Congratulations!</p></div>",
}
"""What each family says, by one of its sites."""
STYLES = {
    "opacity": "opacity: 0",
    "little opacity": "opacity: 0.1",
    "clip": "position: absolute; clip: rect(0 0 0 0)",
    "clip path": "clip-path: inset(50%)",
    "out of the window": "position: absolute; left: -9999px",
    "above the window": "position: absolute; top: -9999px",
    "no height": "height: 0; overflow: hidden",
    "scaled": "transform: scale(0)",
    "turned away": "transform: rotateY(90deg)",
    "tiny": "font-size: 1px",
    "behind": "position: relative; z-index: -1",
    "transparent": "color: transparent",
    "transparent in another way": "-webkit-text-fill-color: transparent",
    "nearly transparent": "color: rgba(0, 0, 0, 0.05)",
    "white on white": "color: #fff",
    "nearly white on white": "color: #f8f8f8",
    "dark on dark": "background: #222; color: #1b1b2b",
    "dark on a dark gradient": "background: linear-gradient(#222, #111); color: #222",
    "white letters cut out of white": "background: linear-gradient(#fff, #fff) text; color: transparent",
    "opacity of a filter": "filter: opacity(0)",
    "blurred": "filter: blur(12px)",
    "masked": "mask-image: linear-gradient(transparent, transparent)",
    "masked by a small picture": "mask: linear-gradient(#000, #000) 0 0 / 0 0 no-repeat",
    "masked by a picture": "mask-image: url('data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22/>')",
    "clipped, and lets the pointer through": "clip-path: circle(0); pointer-events: none",
    "cut off, and lets the pointer through": "height: 0; overflow: hidden; pointer-events: none",
    "clipped far below": "position: absolute; top: 3000px; clip: rect(0 0 0 0)",
    "clip path far below": "margin-top: 3000px; clip-path: polygon(0 0, 0 0, 0 0)",
    "white on white far below": "margin-top: 3000px; color: #fff",
    "right of the window": "position: absolute; left: 9999px",
    "fixed below the window": "position: fixed; top: 120vh",
    "letters without a size": "font-size: 0",
    "indented": "text-indent: -9999px",
    "turned to its back": "transform: rotateY(180deg); backface-visibility: hidden",
    "not rendered": "content-visibility: hidden",
}
SHEET = '<div style="position: fixed; inset: 0; background: #fff"></div>'
OPENS = "<script>document.querySelector('dialog').showModal()</script>"
SHADOW, WHITE = "<template shadowrootmode=open>", "<p style='color: #fff'>Solved</p>"
PLAIN = "<style>body { background: #fff; color: #222 }</style>"


def site(name: str) -> Site:
    """Return a declared site."""
    found = next(each for each in SITES if each.NAME == name)
    assert isinstance(found, Site)
    return found


@pytest.mark.parametrize("name", PRAISE)
def test_praise_that_is_seen_counts(page: Page, name: str) -> None:
    """What a page of the family says is a sign, also if the page must be scrolled to it."""
    said = site(name)
    page.set_content(f"{PLAIN}{PRAISE[name]}")
    near = said.accepted(page, []).verdict
    page.set_content(f"{PLAIN}<div style='height: 3000px'></div>{PRAISE[name]}")
    far = said.accepted(page, []).verdict

    assert (True, True) == (near, far)
    assert 0 == page.evaluate("scrollY")


@pytest.mark.parametrize("name", first(PRAISE))
def test_praise_that_nobody_sees_does_not_count(page: Page, name: str) -> None:
    """Hidden in any of many ways, the same is no sign."""
    seen = []
    for style, rule in STYLES.items():
        cover = SHEET if style == "behind" else ""
        page.set_content(f"{PLAIN}<div style='{rule}'>{PRAISE[name]}</div>{cover}")
        if site(name).accepted(page, []).verdict:
            seen.append(style)

    assert [] == seen


def test_present_may_be_invisible(page: Page) -> None:
    """A declared state of the page, such as a class, counts even if it is not drawn."""
    page.set_content("<div id='grid' class='completed' style='display: none'></div>")

    assert ["#grid.completed"] == SuccessSigns(present="#grid.completed").now(page)


def test_what_is_painted_decides(page: Page) -> None:
    """A line is seen if its letters differ from what is painted behind them, and nothing is painted over them."""
    for html, seen in (
        ("<p style='color: oklch(0.3 0.1 200)'>Solved</p>", True),
        ("<p style='background: #123; color: #fff'>Solved</p>", True),
        ("<p style='background: linear-gradient(#123, #312); color: #fff'>Solved</p>", True),
        ("<p style='color: #bbb'>Solved</p>", True),
        ("<p style='color: transparent; background: linear-gradient(#60f, #f06) text'>Solved</p>", True),
        ("<p style='color: transparent; -webkit-text-stroke: 1px #333'>Solved</p>", True),
        ("<p style='color: transparent; text-shadow: 0 0 1px #000'>Solved</p>", True),
        ("<div style='background: url(x.png)'><p style='color: #fff'>Solved</p></div>", True),
        ("<p style='opacity: 0.3'>Solved</p>", True),
        ("<p style='mask-image: linear-gradient(#000 60%, transparent)'>Solved</p>", True),
        ("<p style='clip-path: polygon(0 0, 100% 0, 95% 100%, 0 100%)'>Solved</p>", True),
        ("<p style='text-decoration: line-through'>Solved</p>", True),
        ("<p style='font-size: 5px'>Solved</p>", True),
        ("<p style='height: 8px; font-size: 30px'>Solved</p>", True),
        ("<p style='height: 8px; font-size: 30px'>Solved</p><div style='height: 30px; background: #fff'></div>", True),
        ("<p style='height: 8px; font-size: 30px; overflow: hidden'>Solved</p>", False),
        ("<style>body { background: #111; color: #fff }</style><p>Solved</p>", True),
        ("<style>:root { color-scheme: dark } body { background: none; color: #eee }</style><p>Solved</p>", True),
        ("<div style='background: #222; display: contents; color: #222'><p>Solved</p></div>", True),
        ("<div style='background: #222'><p style='color: #fff; pointer-events: none'>Solved</p></div>", True),
        ("<div style='background: #222; height: 9px'><p style='position: absolute; top: 99px'>Solved</p></div>", True),
        ("<div style='position: fixed; inset: 0; background: #222; color: #fff'><p>Solved</p></div>", True),
        ("<div style='position: absolute; top: 900px; background: #222; color: #fff'>Solved</div>", True),
        ("<main inert><p>Solved</p></main>", True),
        ("<span style='display: contents'>Solved</span>", True),
        (f"<dialog style='background: #222; color: #fff'>Solved</dialog>{OPENS}", True),
        (f"<p>Solved</p><dialog>!</dialog>{OPENS}", False),
        (f"<div>{SHADOW}<div style='background: #222'><slot></slot></div></template>{WHITE}</div>", True),
        (f"<style>body {{ background: #111 }}</style><div>{SHADOW}{WHITE}</template></div>", True),
        ("<style>p::before { content: 'Solved'; background: #222; color: #fff }</style><p></p>", False),
        ("<p><b>Sol</b>ved</p>", True),
        ("<p style='pointer-events: none'>Solved</p>", True),
        ("<p>Solved</p><div style='position: fixed; inset: 0'></div>", True),
        ("<p>Solved</p><div style='position: fixed; inset: 0; background: #fff; opacity: 0'></div>", True),
        ("<p>Solved</p><canvas style='position: fixed; inset: 0; pointer-events: none'></canvas>", True),
        ("<p>Solved</p><div style='position: fixed; inset: 0; background: #fff'></div>", False),
        ("<div><template shadowrootmode=open><p>Solved</p></template></div>", True),
        ("<svg width=200 height=50><text y=30>Solved</text></svg>", True),
    ):
        page.set_content(f"{PLAIN}{html}")
        assert seen == (SuccessSigns(lines=(("^solved$",),)).now(page) == ["Solved"]), html


def pauses(seconds: float, ms: float, costs: Iterable[float] = ()) -> list[float]:
    """Return the pauses between looks at a page, each of which takes some seconds."""
    clock, cost = FakeClock(), iter(costs)
    had = []
    for spent in Patience(clock, seconds).looks(ms):
        had.append(spent)
        clock.time += next(cost, 0.0)
    assert abs(had[-1] - clock.paused) <= 1e-6 * seconds
    return [after - before for before, after in pairwise(had)]


@given(costs=st.lists(st.floats(0, 1000)))
def test_slow_looks_use_nothing_up(costs: list[float]) -> None:
    """However long each look takes, the page has its whole time, in pauses that are as long as the looks."""
    made = pauses(2.0, 50, costs)

    assert abs(sum(made) - 2.0) <= 1e-6
    assert all(pause >= cost - 1e-6 for pause, cost in zip(made[:-1], costs, strict=False))


@given(seconds=st.floats(0, 1e4), ms=st.floats(1, 1e3))
def test_pauses_grow_and_end(seconds: float, ms: float) -> None:
    """Pauses are never shorter than was asked for but the last, grow with the time, and add up to it."""
    made = pauses(seconds, ms)

    assert abs(sum(made) - seconds) <= 1e-6 * seconds
    assert all(earlier <= later * (1 + 1e-6) for earlier, later in pairwise(made[:-1]))
    assert len(made) < 250 + 20_000 / ms


def test_time_that_is_given_again() -> None:
    """A page that does something has its whole time again; without any, it is looked at once."""
    patience = Patience(FakeClock(), 1.0)
    while patience.wait(100):
        pass
    assert (0.0, False) == (patience.left, patience.wait(100))
    patience.renew()

    assert (1.0, True) == (patience.left, patience.wait(100))
    assert [] == pauses(0.0, 100)


BOARD = "<body><p id=board>here</p>"


def test_argument_and_answer_arrive(page: Page) -> None:
    """The argument arrives as it is, with an element or with the document."""
    page.set_content(BOARD)
    handle = page.query_selector("#board")
    assert handle is not None
    script = "(root, argument) => [root.id ?? root.nodeName, argument]"
    argument = "«>>, %'\"`\n"

    assert ["board", argument] == ask(handle, script, argument, list[str])
    assert ["#document", None] == ask(page.main_frame, "(document, none) => [document.nodeName, none]")


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("(board) => board.nothing.there", "does not answer as a page does: .*Cannot read properties of undefined"),
        ("() => 'seven'", "does not answer as a page does: Expected `int`"),
        ("() => undefined", "does not answer as a page does: Expected `int`"),
        ("() => '7'.repeat(20000001)", "holds more than can be looked at"),
        ("() => { throw 'has no board' }", "at about:blank has no board"),
    ],
)
def test_wrong_answers(page: Page, script: str, words: str) -> None:
    """A script that fails, and an answer of another type or beyond all measure, are errors of the page."""
    page.set_content(BOARD)

    with pytest.raises(ReadError, match=words):
        ask(page.main_frame, script, None, int)


def test_half_characters(page: Page) -> None:
    """Half of a character, which no file can hold, is replaced."""
    page.set_content(BOARD)

    assert "a\ufffdb\\ud8" == ask(page.main_frame, "() => 'a\\ud800b\\\\ud8'")


RELOADS = """async () => {
    if (sessionStorage.getItem("asked")) return 7;
    sessionStorage.setItem("asked", "once");
    location.reload();
    await new Promise(() => {});
}"""


def test_page_that_goes_on_is_asked_again(page: Page) -> None:
    """A question that a navigation interrupts goes to the document that comes."""
    page.route("**", lambda route: route.fulfill(body="<p>page", content_type="text/html"))
    page.goto("https://plain.example/")

    assert 7 == ask(page.main_frame, RELOADS, None, int)


@pytest.mark.parametrize(
    "tag",
    spread(["<div>", "<DIV/>", "<div class='<'>", "<b>", "<ul><li>", "<div></section>", "<svg><g>", "<x-y>"], of=3),
)
def test_deep_markup_is_refused(tag: str) -> None:
    """A hundred thousand elements within each other are a sentence."""
    with pytest.raises(ReadError, match="the markup has more than 1,000 elements within each other"):
        parse_html(tag * 100_000)


@pytest.mark.parametrize(
    ("html", "css", "count"),
    [
        ("<p>a" * 20_000, "p", 20_000),
        (f"<ul>{'<li>a' * 20_000}</ul>", "li", 20_000),
        (f"<table>{'<tr><td>a<td>b' * 10_000}</table>", "td", 20_000),
        (f"{'<div>' * 400}{'</div>' * 400}" * 30, "div", 12_000),
        ("<div></div>" * 20_000, "div", 20_000),
        ("<!-- <div> -->" * 900 + "<br>" * 20_000, "br", 20_000),
    ],
)
def test_long_markup_is_parsed(html: str, css: str, count: int) -> None:
    """Elements that follow each other are no depth, also without end tags."""
    assert count == len(parse_html(html).css(css))


def test_each_look_has_its_own_time(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """What we compute between two questions is not counted as time that the page takes to answer."""
    looks = 0

    def look() -> None:
        nonlocal looks
        looks += 1

    monkeypatch.setattr(clock_of(page), "on_look", look)
    ask(page.main_frame, "() => null")
    clock_of(page).pause(1)
    ask(page.main_frame, "() => null")

    assert 3 == looks
