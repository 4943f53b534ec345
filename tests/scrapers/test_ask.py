"""Questions to a page: the type and the size of the answers are checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scrapers import ReadError, ask, clock_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

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
