"""Playing a page that other people wrote as `givens play --guess` does, and looking afterwards whether it is won."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, cast
from urllib.parse import unquote, urljoin, urlsplit

from playwright.sync_api import Error, Page, Playwright

from bot.play.options import Options
from bot.play.reading import Task
from bot.play.resolve import resolve
from bot.play.result import TargetResult
from bot.play.runner import Runner
from tests.command import SharedPlaywright
from tests.pages import PAGES, Deal, StrangersPage, page_folder

BALANCED = frozenset({"tango", "binairo", "three_in_a_row"})
"""The kinds in which both marks are treated alike."""
TIMEOUT = 120.0
"""Seconds for one board."""
WATCH = """({ won, cells }) => {
    window.__strangers = { won: false, presses: 0, stray: 0, dialogs: [] };
    const seen = window.__strangers;
    const say = window.alert;
    window.alert = (said) => { seen.dialogs.push(String(said)); return say(said); };
    setInterval(() => {
        const dialogs = seen.dialogs;
        try { seen.won ||= !!eval(won); } catch {}
    }, 50);
    addEventListener("pointerdown", (event) => {
        if (!event.isTrusted) return;
        seen.presses += 1;
        if (!event.target.closest?.(cells)) seen.stray += 1;
    }, true);
}"""
"""Watches in the page for its own sign that it is won, and for presses that miss the cells."""
LOOK = """({ cells, marks }) => {
    const mark = eval(marks);
    const found = [...document.querySelectorAll(cells)].map((cell) => [cell.getBoundingClientRect(), mark(cell)]);
    found.sort(([one], [other]) => Math.round(one.top / 12) - Math.round(other.top / 12) || one.left - other.left);
    return { ...window.__strangers, marks: found.map(([, shown]) => shown) };
}"""


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What came of playing one board."""

    page: str
    board: int
    kind: bool
    """Whether the kind was named."""
    end: str
    """`accepted`, `null` (entered, but nothing proves that it is accepted), `stopped`, `refused`."""
    won: bool
    """Whether the page says, in its own way, that it is won."""
    wrong: int | None
    """How many cells are left with a wrong mark; None where that cannot be told."""
    inputs: int
    stray: int
    """How many presses fell on anything but a cell."""
    ms: int
    said: str
    read: str | None = None
    """The kind that was read."""

    @property
    def is_false(self) -> bool:
        """Whether the page was said to accept what it did not."""
        return self.end == "accepted" and not self.won


class _Files(SimpleHTTPRequestHandler):
    """Serves a page at whatever path it expects to lie; a path without a file is the page's own address."""

    def translate_path(self, path: str) -> str:
        """Return the file whose path is the longest end of the address, else the page."""
        root = Path(self.directory)
        parts = unquote(urlsplit(path).path).strip("/").split("/")
        found = (root.joinpath(*parts[at:]) for at in range(len(parts)))
        return str(next((file for file in found if file.is_file()), root / "index.html"))

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def _serving(folder: Path) -> Iterator[str]:
    """Serve a folder on this machine only, and return its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


class Watching(Runner):
    """A runner that deals a certain board, and looks at the page before it is closed."""

    dealt: Deal = Deal()
    stranger: StrangersPage
    shown: Mapping[str, Any]
    """What the page showed in the end."""

    @contextmanager
    def page(self, task: Task) -> Iterator[Page]:
        """Prepare the page, and look at it in the end."""
        self.shown = {}
        with super().page(task) as page:
            watch = json.dumps({"won": self.stranger.won, "cells": self.stranger.cells})
            page.add_init_script(f"({WATCH})({watch})")
            for key, value in self.dealt.storage.items():
                item = f"{json.dumps(key)}, {json.dumps(value)}"
                page.add_init_script(f"localStorage.setItem({item})")
            try:
                yield page
            finally:
                with suppress(Error):
                    page.wait_for_timeout(1500)
                    look = {"cells": self.stranger.cells, "marks": self.stranger.marks}
                    self.shown = page.evaluate(LOOK, look)

    def _open(self, page: Page, task: Task) -> None:
        super()._open(page, task)
        with suppress(Error):
            page.wait_for_load_state("load", timeout=5000)
        self.dealt.opens(page)
        page.evaluate("Object.assign(window.__strangers, { presses: 0, stray: 0 })")


def play(playwright: Playwright | SharedPlaywright | None, name: str, number: int, *, kind: bool = False) -> Outcome:
    """Play one board of a page, with its kind named or not."""
    stranger = PAGES[name]
    dealt = stranger.deal(number)
    folder = page_folder(name)
    assert folder is not None
    options = Options(timeout=TIMEOUT, clock=dealt.clock, seed=dealt.seed)
    with _serving(folder) as url, Watching(options, lambda _: None, cast("Any", playwright)) as runner:
        runner.stranger, runner.dealt = stranger, dealt
        (target,) = resolve(urljoin(url, dealt.path), site=f"--guess:{stranger.kind}" if kind else "--guess")
        began = time.monotonic()
        result = runner.play(target)
        seconds = time.monotonic() - began
        shown = runner.shown
    return Outcome(
        page=name,
        board=number,
        kind=kind,
        end=_end(result),
        won=bool(shown.get("won")),
        wrong=_wrong(result, shown.get("marks")),
        inputs=max(result.inputs, shown.get("presses", 0)),
        stray=shown.get("stray", 0),
        ms=round(1000 * seconds),
        said=result.error.message if result.error else result.said,
        read=(result.puzzle or {}).get("kind") if isinstance(result.puzzle, dict) else None,
    )


def _end(result: TargetResult) -> str:
    """Return how a run ended, in one word."""
    if result.error:
        return "stopped" if result.inputs else "refused"
    return {True: "accepted", None: "null"}.get(result.accepted, "stopped")


def _wrong(result: TargetResult, marks: list[str] | None) -> int | None:
    """Return how many cells show a mark that the solution does not have there, None if that cannot be told."""
    if not result.inputs:
        return 0
    rows = result.solution
    if not isinstance(rows, list) or not marks:
        return None
    values = [int(value, 36) if value.isalnum() else 0 for row in rows for value in str(row).replace(" ", "")]
    if len(values) != len(marks):
        return None
    shown = [(int(mark, 36), value) for mark, value in zip(marks, values, strict=True) if mark not in {"", "x"}]
    wrong = sum(mark != value for mark, value in shown)
    # Which of two marks is called 1 is a matter of taste where both are treated alike.
    return min(wrong, len(shown) - wrong) if BALANCED & {result.puzzle["kind"]} else wrong
