"""A small page that no module knows: a Binairo of 4×4 cells, played with `--guess`, and what was pressed on it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, cast
from unittest.mock import patch
from urllib.parse import unquote

from playwright.sync_api import BrowserContext, Route

from bot.play.fixture import Fixture
from bot.play.options import Options
from bot.play.resolve import resolve
from bot.play.result import TargetResult
from bot.play.runner import Runner
from tests.command import SharedPlaywright
from tests.hostile import serve

ADDRESS = "https://unknown.example/puzzle"
ROWS = ["1.0.", "....", "11..", ".0.1"]
STYLE = """<style>
    body { margin: 20px; font: 16px serif }
    .grid { display: grid; grid-template-columns: repeat(4, 40px); width: 160px }
    .cell { box-sizing: border-box; height: 40px; width: 40px; border: 1px solid #888; padding: 0; background: #fff }
    .cell { font: 24px/38px serif; text-align: center }
    .over button:active { transform: scale(0.5) }
    .over { position: fixed; inset: 0; background: #fffe; z-index: 9; padding: 40px }
</style>"""
SCRIPT = """<script>
    const tell = (text) => navigator.sendBeacon("https://log.example/?" + encodeURIComponent(text));
    const log = (type, target) => tell(`${type} ${target}`);
    const named = (target) => (target.closest?.(".cell") ? "cell" : target.id || target.localName || "window");
    for (const type of ["mousedown", "click", "keydown", "submit"])
        addEventListener(type, (event) => event.isTrusted && log(type, event.key ?? named(event.target)), true);
    addEventListener("click", ({ target }) => {
        const cell = target.closest?.(".cell:not(.given)");
        if (!cell) return;
        if (cell.localName !== "input") cell.textContent = { "": "0", 0: "1", 1: "" }[cell.textContent];
        check();
    });
    addEventListener("input", () => check());
    const check = () => {
        const all = (css) => [...Document.prototype.querySelectorAll.call(document, css)];
        const marks = all(".cell").map((cell) => cell.value || cell.textContent).join("");
        if (marks === "1001011011000011") all("#said")[0].textContent = "Solved, well done!";
    };
</script>"""


def cells(tag: str = "div") -> str:
    """Return the cells of the board."""
    made = []
    for mark in "".join(ROWS):
        given = " given" if mark != "." else ""
        text = mark.strip(".")
        made.append(f"<{tag} class='cell{given}'>{text}</{tag}>")
    return "".join(made)


def page(around: str = "{board}", tag: str = "div") -> str:
    """Return the page; `around` is its body, with the place of the board."""
    board = f'<div class="grid">{cells(tag)}</div>'
    return f"<!doctype html><title>Page</title>{STYLE}{SCRIPT}{around.replace('{board}', board)}<p id=said></p>"


class Outcome(NamedTuple):
    """What came of playing it."""

    result: TargetResult
    log: list[str]
    """The trusted events, as TYPE TARGET."""
    elsewhere: list[str]
    """What was asked of other addresses."""

    @property
    def exit_code(self) -> int:
        """The exit code that the command would end with."""
        return 0 if not self.result.error else self.result.error.exit_code

    @property
    def message(self) -> str:
        """What the error says."""
        return "" if not self.result.error else self.result.error.message

    def pressed(self, target: str = "") -> int:
        """Return how many presses of the mouse reached a target, or anything."""
        return sum(line.startswith("mousedown") and line.endswith(target) for line in self.log)


def _answer(text: str, route: Route) -> None:
    route.fulfill(body=text, content_type="text/html")


def write_case(folder: Path, html: str, *, attack: str = "", button: str = "", moment: str = "") -> Path:
    """Write a page as a case, with an attack on a button at an event of a press, if there is one; return its folder."""
    case = folder / "site" / "unknown"
    case.mkdir(parents=True)
    facts: dict[str, Any] = {"v": 1, "url": ADDRESS, "scripts": True, "expect": "read", "made": "", "how": ""}
    hostile = {"attack": attack, "allowed": [button], "board": ".grid", "results": "", "moment": moment}
    facts |= {"evidence": {}, "replica": {"hostile": hostile} if attack else {}}
    (case / "fixture.json").write_text(json.dumps(facts))
    (case / "page.html").write_text(html)
    return case


def played(
    playwright: SharedPlaywright,
    folder: Path,
    html: str,
    *,
    press: Sequence[str] = (),
    enter_here: bool = False,
    reading: bool = False,
    kind: str = "binairo",
    others: dict[str, str] | None = None,
    success: str = "",
    any_solution: bool = False,
    **attack: str,
) -> Outcome:
    """Play a page as `--guess` does; `attack` is what `write_case` takes."""
    case = write_case(folder, html, **attack)
    refused: list[str] = []

    def served(context: BrowserContext, fixture: Fixture) -> list[str]:
        nonlocal refused
        refused = serve(context, fixture)
        for address, text in (others or {}).items():
            context.route(address, partial(_answer, text))
        return refused

    options = Options(
        timeout=240, enter_here=enter_here, success=success, trust=True, press=press, any_solution=any_solution
    )
    (target,) = resolve(str(case), site=f"--guess:{kind}")
    with patch("bot.play.runner.serve", served), Runner(options, lambda _: None, cast("Any", playwright)) as run:
        result = run.read(target) if reading else run.play(target)
    log = [unquote(url.partition("?")[2]) for url in refused if url.startswith("https://log.example/")]
    return Outcome(result, log, [url for url in refused if not url.startswith("https://log.example/")])
