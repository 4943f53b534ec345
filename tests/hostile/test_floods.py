"""Floods and large pages: whatever a page does without end or in masses, a run ends at its time limit with a sentence.

These runs are processes of their own, because a flood may cost the browser and its driver.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bot.record import recorder
from bot.record.recorder import Console
from tests.bot.browser.test_faults import begun, outcomes, remaining
from tests.children import finish, until
from tests.hostile import GUESTS, attacks, hostile_tree
from tests.tiers import LONG, TIER

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    from playwright.sync_api import Page

    from tests.children import Start

SECONDS = 8 if TIER == LONG else 3
"""The time limit of a run."""
MOST_BYTES = 5_000_000
"""The largest session of a page that floods."""
QUICK = ("floods/long_lines",)


def each(group: str) -> list[Any]:
    """Return every attack of a group, each on another site in turn; the quick tier takes one."""
    long = [pytest.mark.long("of floods and large pages")]
    return [
        pytest.param(attack, GUESTS[number % len(GUESTS)], id=attack, marks=[] if attack in QUICK else long)
        for number, attack in enumerate(attacks(group))
    ]


@pytest.mark.parametrize(("attack", "case"), [*each("floods"), *each("large")])
def test_ends_at_the_time_limit(start: Start, tmp_path: Path, attack: str, case: str) -> None:
    """The run ends with a sentence and the exit code of its family, its session is small, and nothing stays behind."""
    made = hostile_tree(tmp_path / "fixtures", attack, case)
    run, temporary = begun(start, tmp_path, "--trust", "--timeout", SECONDS, case=made)
    out, err = finish(run)
    line = json.loads(out)
    sizes = [path.stat().st_size for path in tmp_path.glob("sessions/*/*") if not path.name.startswith("page")]

    assert run.returncode in {0, 3, 4, 5, 6, 7}  # The last on a machine that starts no browser in time.
    assert (run.returncode == 0) == (line.get("accepted") is True)
    assert "Traceback" not in err
    assert "Exception" not in err
    assert set(outcomes(tmp_path)) <= {"accepted" if run.returncode == 0 else "failed"}
    assert MOST_BYTES > sum(sizes) or attack.startswith("large/")  # A large board is saved as it is.
    until(lambda: not remaining(temporary))


FLOOD = """<script>
    const fetches = [];
    for (let number = 0; number < 100; number++) {
        console.log("line", number);
        setTimeout(() => { throw new Error("error") });
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
    page.wait_for_function("document.title === 'done'")
    kept: dict[str, list[dict[str, Any]]] = {"console.jsonl": [], "requests.jsonl": []}
    messages: list[str] = []
    while len(messages) < 3:  # The browser may report a failed request after the page has seen it fail.
        page.wait_for_timeout(20)
        for name, drained in heard.drain():
            kept[name] += drained
        messages = [line["text"] for line in kept["console.jsonl"] if line["type"] == "givens"]

    assert 20 + 20 + 3 == len(kept["console.jsonl"])
    assert 20 == len(kept["requests.jsonl"])
    assert {
        "20 events named console: no more are recorded",
        "20 events named pageerror: no more are recorded",
        "20 events named requestfailed: no more are recorded",
    } == set(messages)
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
