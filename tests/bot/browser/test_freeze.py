"""Pages that deal by date or at random can be repeated: a fixed `Date`, a seeded `Math.random`."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from bot.browser import launch
from bot.browser.launch import freeze
from tests.bot.commands.test_cli import SMALL, session_of

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

    from tests.conftest import Givens

CLOCK = datetime(2026, 11, 19, 8, 30, tzinfo=UTC)
DEALING = """<iframe srcdoc="<script>parent.inner = Math.random()</script>"></iframe><script>
    const deal = () => [new Date().toISOString(), Date.now(), Math.random(), Math.random()];
    const dealt = deal();
    let later;
    setTimeout(() => { later = deal() }, 20);
</script>"""
"""A page that deals by date and at random when it opens, and again a moment later."""


@pytest.mark.realtime
def test_dealing(context: BrowserContext) -> None:
    """By default a page deals anew each time; with a seed alike in all documents, with a clock at one time."""
    page = context.new_page()
    page.route("**/*", lambda route: route.fulfill(body=DEALING, content_type="text/html"))

    def deal() -> Any:  # noqa: ANN401 - JSON
        page.goto("https://dealing.example/")
        page.wait_for_function("later && window.inner")
        return page.evaluate("({ dealt, later, inner })")

    assert {} == freeze(context)
    free = [deal() for _ in range(2)]
    assert {"seed": 8} == freeze(context, seed=8)
    seeded = deal()
    assert {"clock": "2026-11-19T08:30:00+00:00", "seed": 7} == freeze(context, clock=CLOCK, seed=7)
    first, second = deal(), deal()
    numbers = [*first["dealt"][2:], *first["later"][2:]]

    assert first == second
    assert ["2026-11-19T08:30:00.000Z", 1000 * CLOCK.timestamp()] == first["dealt"][:2] == first["later"][:2]
    assert first["inner"] == numbers[0]
    assert 4 == len({number for number in numbers if 0 <= number < 1})
    assert 4 == len({tuple(dealt["dealt"][2:]) for dealt in (*free, seeded, first)})
    assert seeded["dealt"][1] < seeded["later"][1]


def test_commands(givens: Givens, monkeypatch: pytest.MonkeyPatch) -> None:
    """`play` and `read` freeze their pages, and the session says how."""
    frozen = []

    def note(context: BrowserContext, **options: Any) -> dict[str, object]:  # noqa: ANN401 - passed on
        frozen.append(options)
        return freeze(context, **options)

    monkeypatch.setattr(launch, "freeze", note)
    options = ("--clock", "2026-11-19T08:30Z", "--seed", "7")
    done = givens("play", SMALL, "--dry-run", *options), givens("read", SMALL, *options)
    session = json.loads((session_of(givens.folder) / "session.json").read_text())

    assert [0, 0] == [each.returncode for each in done]
    assert [{"clock": CLOCK, "seed": 7}] * 2 == frozen
    assert (CLOCK, 7) == (datetime.fromisoformat(session["clock"]), session["seed"])
