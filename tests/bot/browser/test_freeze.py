"""Pages that deal by date or at random can be repeated: a fixed `Date`, a seeded `Math.random`."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from bot.browser import launch
from bot.browser.launch import freeze
from bot.play.runner import Runner, Setup
from bot.play.targets import resolve
from bot.record.recorder import Recorder
from tests.conftest import FIXTURES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import BrowserContext, Playwright

    from tests.conftest import Givens

SMALL = FIXTURES / "brainbashers_three_in_a_row" / "table_2022_6"
CLOCK = datetime(2026, 11, 19, 8, 30, tzinfo=UTC)
DEALING = """<iframe srcdoc="<script>parent.inner = Math.random()</script>"></iframe><script>
    const deal = () => [new Date().toISOString(), Date.now(), Math.random(), Math.random()];
    const dealt = deal();
    let later;
    setTimeout(() => { later = deal() }, 20);
</script>"""
"""A page that deals by date and at random when it opens, and again a moment later."""


@pytest.fixture
def dealt(context: BrowserContext) -> Callable[[], Any]:
    """Return a function that opens the page and returns what it has dealt."""
    context.route("**/*", lambda route: route.fulfill(body=DEALING, content_type="text/html"))

    def deal() -> Any:  # noqa: ANN401 - JSON
        page = context.new_page()
        page.goto("https://dealing.example/")
        page.wait_for_function("later && window.inner")
        return page.evaluate("({ dealt, later, inner })")

    return deal


def test_repeated(context: BrowserContext, dealt: Callable[[], Any]) -> None:
    """Each page has the same date all the time and the same random numbers; timers run."""
    facts = freeze(context, clock=CLOCK, seed=7)
    first, second = dealt(), dealt()
    numbers = [*first["dealt"][2:], *first["later"][2:]]

    assert {"clock": "2026-11-19T08:30:00+00:00", "seed": 7} == facts
    assert first == second
    assert ["2026-11-19T08:30:00.000Z", 1000 * CLOCK.timestamp()] == first["dealt"][:2] == first["later"][:2]
    assert first["inner"] == numbers[0]
    assert 4 == len(set(numbers))
    assert all(0 <= number < 1 for number in numbers)


def test_another_seed(context: BrowserContext, dealt: Callable[[], Any]) -> None:
    """Another seed gives other numbers, and the date is not changed without a clock."""
    assert {"seed": 7} == freeze(context, seed=7)
    first = dealt()
    freeze(context, seed=8)
    second = dealt()

    assert first["dealt"][2:] != second["dealt"][2:]
    assert first["dealt"][1] < first["later"][1]


def test_nothing_is_changed_by_default(context: BrowserContext, dealt: Callable[[], Any]) -> None:
    """Without clock and seed a page deals differently each time."""
    assert {} == freeze(context)
    assert dealt()["dealt"][2:] != dealt()["dealt"][2:]


def test_runner(playwright: Playwright) -> None:
    """A runner freezes the pages that it opens."""
    setup = Setup(os.environ.get("GIVENS_BROWSER"), record=False, clock=CLOCK, seed=7)
    (target,) = resolve(str(SMALL))
    seen = []
    with Runner(setup, lambda _: None, playwright) as runner:
        for _ in range(2):
            with runner.opened(target, Recorder(None)) as page:
                seen.append(page.evaluate("Date.now()"))

    assert [1000 * CLOCK.timestamp()] * 2 == seen


def test_read(givens: Givens, monkeypatch: pytest.MonkeyPatch) -> None:
    """`read` freezes the page as `play` does."""
    frozen: dict[str, object] = {}

    def note(_context: object, **options: object) -> dict[str, object]:
        frozen.update(options)
        return options

    monkeypatch.setattr(launch, "freeze", note)

    done = givens("read", SMALL, "--clock", "2026-11-19T08:30Z", "--seed", "7")

    assert 0 == done.returncode
    assert {"clock": CLOCK, "seed": 7} == frozen


def test_session_notes_it(givens: Givens, tmp_path: Path) -> None:
    """Clock and seed are in the session."""
    done = givens("play", SMALL, "--dry-run", "--clock", "2026-11-19T08:30Z", "--seed", "7", "--json")
    (file,) = tmp_path.glob("sessions/*/session.json")
    session = json.loads(file.read_text())

    assert 0 == done.returncode
    assert (CLOCK, 7) == (datetime.fromisoformat(session["clock"]), session["seed"])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--clock", "soon"], "'soon' is not a time like 2026-11-19"),
        (["--seed", "-1"], "-1 is not in the range"),
        (["--seed", "1.5"], "'1.5' is not a valid whole number"),
    ],
)
def test_bad_values(givens: Givens, arguments: list[str], words: str) -> None:
    """A value that is not a time or a seed is a usage error."""
    done = givens("play", SMALL, *arguments)

    assert (2, "") == (done.returncode, done.stdout)
    assert words in done.stderr
