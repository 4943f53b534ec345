"""Floods: what a page says without end is recorded within bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.record import recorder
from bot.record.recorder import Console
from tests.children import until
from tests.clock import run_until

if TYPE_CHECKING:
    from typing import Any

    import pytest
    from playwright.sync_api import Page

FLOOD = """<script>
    const fetches = [];
    for (let number = 0; number < 100; number++) {
        console.log("line", number);
        reportError(new Error("error"));
        fetches.push(fetch("/gone?" + "x".repeat(5000) + number));
    }
    Promise.allSettled(fetches).then(() => document.title = "done");
</script>"""


def test_kept_lines_are_bounded(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a number of events of one sort the browser is told to send no more; a line says so."""
    monkeypatch.setattr(recorder, "MAX_EVENTS", 20)
    page.route("https://flood.example/", lambda route: route.fulfill(body=FLOOD, content_type="text/html"))
    page.route("https://flood.example/gone*", lambda route: route.abort())
    heard = Console(page)
    page.goto("https://flood.example/")
    run_until(page, "document.title === 'done'")
    kept: dict[str, list[dict[str, Any]]] = {"console.jsonl": [], "requests.jsonl": []}

    def said() -> list[str]:
        page.wait_for_timeout(20)  # The browser may report a failed request after the page has seen it fail.
        for name, drained in heard.drain():
            kept[name] += drained
        return [line["text"] for line in kept["console.jsonl"] if line["type"] == "givens"]

    until(lambda: len(said()) >= 3)

    assert 20 + 20 + 3 == len(kept["console.jsonl"])
    assert 20 == len(kept["requests.jsonl"])
    assert {
        "20 events named console: no more are recorded",
        "20 events named pageerror: no more are recorded",
        "20 events named requestfailed: no more are recorded",
    } == set(said())
    assert max(len(line["url"]) for line in kept["requests.jsonl"]) <= recorder.MAX_ADDRESS


def test_places_of_messages_are_bounded(page: Page) -> None:
    """The browser's own message about a failed request bears its address, which may be of any length."""
    page.route("https://flood.example/", lambda route: route.fulfill(body="<p>", content_type="text/html"))
    page.route("https://flood.example/gone*", lambda route: route.fulfill(status=404))
    page.goto("https://flood.example/")
    heard = Console(page)
    with page.expect_console_message():
        page.evaluate("fetch('/gone?' + 'x'.repeat(100_000))")
    (line,) = dict(heard.drain())["console.jsonl"]

    assert f"https://flood.example/gone?{'x' * 100_000}"[: recorder.MAX_ADDRESS] + ":1" == line["at"]
