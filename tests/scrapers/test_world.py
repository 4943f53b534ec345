"""Questions to a page, asked where its scripts cannot change the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scrapers import ReadError, _world, ask

if TYPE_CHECKING:
    from playwright.sync_api import Frame, Page

LYING = """<body><p id=board>here</p><script>
    JSON.stringify = () => '"a lie"'; Element.prototype.getAttribute = () => "a lie"; window.secret = 7;
</script>"""


def test_the_page_cannot_lie(page: Page) -> None:
    """What a page replaces or defines is not seen; the argument arrives as it is."""
    page.set_content(LYING)

    asked: list[str] = ask(
        page.locator("#board"), "(board, a) => [board.getAttribute('id'), typeof secret, a]", "«>>, %'\"`\n"
    )

    assert ["board", "undefined", "«>>, %'\"`\n"] == asked
    assert "#document" == ask(page.main_frame, "(document) => document.nodeName")


@pytest.mark.parametrize(
    ("script", "words"),
    [("(board) => board.nothing.there", "Cannot read properties of undefined"), ("() => 'seven'", "Expected `int`")],
)
def test_wrong_answers(blank: Page, script: str, words: str) -> None:
    """A script that fails, and an answer of another type, are errors of the page."""
    blank.set_content(LYING)

    with pytest.raises(ReadError, match=f"does not answer as a page does: .*{words}"):
        ask(blank.locator("#board"), script, None, int)


def test_half_characters(blank: Page) -> None:
    """Half of a character, which no file can hold, is replaced."""
    blank.set_content(LYING)

    assert "a\ufffdb\\ud8" == ask(blank.locator("#board"), "() => 'a\\ud800b\\\\ud8'")


@pytest.mark.parametrize("used", [False, True])
def test_page_of_another_driver(page: Page, monkeypatch: pytest.MonkeyPatch, used: bool) -> None:  # noqa: FBT001
    """A driver that does not know our engine gets it; a document that it has used before is asked in its own world."""
    page.set_content("<p id=board>here</p>")
    monkeypatch.setattr("scrapers._world._NAME", f"givens_{used}".lower())
    if used:
        assert "here" == page.locator("#board").inner_text()

    assert ["here", 2] == ask(page.locator("#board"), "(board, a) => [board.innerText, a]", 2)
    assert "#document" == ask(page.main_frame, "(document) => document.nodeName")


def test_a_script_is_sent_to_a_document_once(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """A question that a document knows is asked by its key; a document that does not know it is sent it, too."""
    sent: list[list[str]] = []
    real = _world._text

    def noted(at: Frame, asked: list[str], timeout_ms: float) -> str | None:
        sent.append(asked)
        return real(at, asked, timeout_ms)

    monkeypatch.setattr(_world, "_text", noted)
    script = "(_, number) => [document.title, number]"
    for title in ("first", "second"):
        page.goto("about:blank")
        page.set_content(f"<title>{title}</title>")
        for number in (1, 2):
            assert [title, number] == ask(page.main_frame, script, number)

    assert [True, False, False, True, False] == [bool(whole) for _key, whole, _argument in sent]
