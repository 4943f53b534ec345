"""Snapshots of boards for tests that do not need their own page: each is taken once per run."""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import closing
from typing import TYPE_CHECKING

from bot.browser.launch import new_context
from bot.play.fixture import serve, serve_file
from bot.play.live import Live, answer_dialogs, press
from scrapers import Layout, Press, Site, Snapshot, site_of
from tests import SHARED
from tests.cases import CASES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page

    from bot.play.fixture import Fixture

MOUNT_TIMEOUT = 15.0
READABLE = {
    name: case
    for name, case in CASES.items()
    if case.scripts
    and case.layout is not None
    and site_of(case.url) is not None
    and (isinstance(case.expect, str) or case.expect["family"] in {"SolveError", "EnterError"})
}
"""The cases whose board can be read, even if their puzzle cannot be solved or entered."""
FRAMED = {address: case.url for case in CASES.values() for address in case.pages}
"""For the address of a page in a frame, the address of the page around it, which determines the site."""
CAPTURED_AT = {
    "tango": "https://www.linkedin.com/games/view/tango/desktop",
    "queens": "https://www.linkedin.com/games/view/queens/desktop",
    "zip": "https://www.linkedin.com/games/view/zip/desktop",
    "minisudoku": "https://www.linkedin.com/games/view/mini-sudoku/desktop",
    "patches": "https://www.linkedin.com/games/patches/",
}
"""The address of each game's saved pages, by the prefix of their file names."""
CAPTURES = [path for game in CAPTURED_AT for path in sorted((SHARED / "captures" / "linkedin").glob(f"*/{game}.html"))]
"""Saved pages, all of guests; they belong to their sites and are only read in place."""


def presses(page: Page) -> Press:
    """Return a function by which a site presses the buttons that stand before its board."""
    return lambda element, _, seen: not press(page, element, seen)


def site_named(address: str) -> Site:
    """Return the site of an address, which may be the address of a frame."""
    site = site_of(FRAMED.get(address, address))
    assert site is not None, f"no site module knows {address}"
    return site


def layout_named(site: Site, name: str | None) -> Layout:
    """Return the layout of a site with this name."""
    return next(layout for layout in site.LAYOUTS if layout.NAME == name)


class Boards:
    """The boards of cases and saved pages before any input, in a folder that all workers of a run share."""

    def __init__(self, folder: Path, browser: Callable[[], Browser]) -> None:
        """`browser` returns the browser that opens the pages of missing boards."""
        self._folder, self._browser = folder, browser
        self._known: dict[str, Snapshot] = {}
        folder.mkdir(exist_ok=True)

    def __getitem__(self, name: str) -> Snapshot:
        """Return the board of a case, opened as a player would open it."""
        return self._shared(name, lambda: taken(self._browser(), CASES[name]))

    def saved(self, path: Path) -> Snapshot:
        """Return the board of a saved page, with scripts disabled."""
        return self._shared(str(path), lambda: taken_of(self._browser(), path))

    def _shared(self, name: str, take: Callable[[], Snapshot]) -> Snapshot:
        if name not in self._known:
            file = self._folder / f"{hashlib.sha256(name.encode()).hexdigest()}.json"
            if not file.exists():
                snapshot = take()
                beside = file.with_suffix(f".{os.getpid()}")
                beside.write_text(json.dumps([snapshot.url, snapshot.html, snapshot.state]), encoding="utf-8")
                beside.replace(file)
            self._known[name] = Snapshot(*json.loads(file.read_text(encoding="utf-8")))
        return self._known[name]


def markup(saved: Path) -> Snapshot:
    """Return a saved page as its file has it, without what a browser would measure."""
    return Snapshot(CAPTURED_AT[saved.stem], saved.read_text(encoding="utf-8"), {})


def taken(browser: Browser, case: Fixture) -> Snapshot:
    """Open a case as a player would, and take a snapshot of the board without any input."""
    context = new_context(browser)
    serve(context, case)
    return _taken(context, case.url, case.layout)


def taken_of(browser: Browser, saved: Path) -> Snapshot:
    """Open a saved page without scripts and other requests, and take a snapshot of its board."""
    context = new_context(browser, scripts=False)
    serve_file(context, CAPTURED_AT[saved.stem], saved)
    return _taken(context, CAPTURED_AT[saved.stem], "guest")


def _taken(context: BrowserContext, address: str, layout: str | None) -> Snapshot:
    site = site_named(address)
    with closing(context):
        page = context.new_page()
        answer_dialogs(page)
        page.goto(address, wait_until="domcontentloaded")
        live = Live(page, lambda: site.board(page, MOUNT_TIMEOUT, presses(page)))
        return live.take(layout_named(site, layout).MEASURE)
