"""The studio: from a key to the drawing and to the verdict, hints, and the start, in a real browser."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from statistics import median
from typing import TYPE_CHECKING
from urllib.parse import quote

from playwright.sync_api import expect, sync_playwright

from bot.browser.launch import find, sandboxed
from tests.addons.studio.page import running
from tests.children import child
from tools.bench.report import Options, Report, Target, limit, milliseconds, say, table, targets, typical

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from playwright.sync_api import Browser, Page

TITLE = "The studio"
ABOUT = """\
A Tango of 6×6; *start* is from the command until the board is drawn.
"""

AT_MOST = {"key → drawing": 50.0, "key → verdict": 150.0, "hint": 300.0, "start → page": 800.0}
"""Milliseconds, all at 6×6."""
PUZZLE = {
    "kind": "tango",
    "givens": ["..0.1.", "1...0.", "......", ".0..01", "......", ".....0"],
    "equal": [["R3C1", "R3C2"], ["R3C2", "R4C2"], ["R5C2", "R5C3"]],
    "opposite": [["R1C6", "R2C6"], ["R2C4", "R2C5"], ["R5C1", "R5C2"]],
}
SETTLED_WITHIN_MS = 30_000
"""The first verdict starts a process, which takes long on a busy machine."""
WAY, GIVEN = ("ArrowDown", "End", "ArrowLeft"), "m"
"""The keys that lead to a given, and the key that enters it and moves on."""
CHANGED = """([event, selector]) => new Promise((resolve) => {
    addEventListener(event, (happened) => {
        const observer = new MutationObserver(() => {
            observer.disconnect();
            resolve(performance.now() - happened.timeStamp);
        });
        observer.observe(document.querySelector(selector), { childList: true, subtree: true });
    }, { capture: true, once: true });
})"""
"""Returns the milliseconds from the next event to the next change of an element."""


def run(options: Options) -> Report:
    """Time everything in one browser."""
    rounds = 3 if options.quick else 15
    with sync_playwright() as playwright:
        path = find(playwright, None, window=False).path
        browser = playwright.chromium.launch(executable_path=path, chromium_sandbox=sandboxed())
        say(f"studio: {rounds} rounds")
        times = _inside(browser, rounds)
        times["start → page"] = [_start(browser) for _ in range(rounds)]
        browser.close()
    return _report(times)


def _inside(browser: Browser, rounds: int) -> dict[str, list[float]]:
    """Return the milliseconds of keys and clicks on an open page."""
    drawing, verdict, hint = list[float](), list[float](), list[float]()
    with running() as studio:
        page = browser.new_page()
        page.goto(f"{studio.address}#puzzle={quote(json.dumps(PUZZLE))}")
        # A given without which there are several solutions is taken away and entered again.
        page.locator("#board .cell").first.wait_for()
        for key in WAY:
            page.keyboard.press(key)
        for at in range(2 * rounds):
            _settle(page, at)
            key = GIVEN if at % 2 else "Delete"
            times = drawing if at % 4 < 2 else verdict
            times.append(_time(page, "keydown", "#board svg" if times is drawing else "#verdict", key))
            if key == GIVEN:
                page.keyboard.press("ArrowLeft")
        _settle(page, 0)
        page.reload()
        for _ in range(rounds):
            _settle(page, 0)
            hint.append(_time(page, "click", "#hint", None))
            page.reload()
        page.close()
    return {"key → drawing": drawing, "key → verdict": verdict, "hint": hint}


def _settle(page: Page, at: int) -> None:
    """Wait until the verdict on what is shown is there."""
    expect(page.locator("#verdict")).to_contain_text("open" if at % 2 else "trivial", timeout=SETTLED_WITHIN_MS)


def _time(page: Page, event: str, selector: str, key: str | None) -> float:
    """Return the milliseconds from a key, or from a click on the hint, to a change of an element."""
    page.evaluate(f"(given) => {{ window.result = ({CHANGED})(given); }}", [event, selector])
    if key is None:
        page.get_by_role("button", name="Hint").click()
    else:
        page.locator("#board").focus()
        page.keyboard.press(key)
    return round(float(page.evaluate("window.result")), 1)


def _start(browser: Browser) -> float:
    """Return the milliseconds from the start of the command until the board is drawn."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"GIVENS_SESSIONS": folder}
        page = browser.new_page()
        start = time.perf_counter()
        command = [sys.executable, "-m", "bot", "studio", "--no-open", "--json"]
        with child(command, stdout=subprocess.PIPE, env=environment) as process:
            assert process.stdout is not None
            page.goto(f"{json.loads(process.stdout.readline())['url']}#puzzle", wait_until="commit")
            page.locator("#board .cell").first.wait_for(state="attached")
            took = 1000 * (time.perf_counter() - start)
        page.close()
    return round(took, 1)


def _report(times: Mapping[str, Sequence[float]]) -> Report:
    reached, shown = targets(
        [
            Target(f"{name} ≤ {limit(most)}", milliseconds(median(times[name])), median(times[name]) <= most)
            for name, most in AT_MOST.items()
        ]
    )
    rows = [[name, typical(values)] for name, values in times.items()]
    return Report({"ms": dict(times), "targets": reached}, f"{table(['what', 'time'], rows)}\n{shown}")
