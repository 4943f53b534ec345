"""Snapshots of boards for tests that need no page of their own: each is taken once in a run, whoever needs it first."""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import closing
from typing import TYPE_CHECKING

from bot.browser.launch import new_context
from bot.play.fixture import Fixture, fixtures, serve, serve_file
from bot.play.live import Live, answer_dialogs
from scrapers import Layout, Site, Snapshot, site_of
from tests import FIXTURES, SHARED

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext

MOUNT_WITHIN = 15.0
CASES = {fixture.name: fixture for fixture in map(Fixture.load, fixtures(FIXTURES))}
"""Every case by its name."""
READABLE = {
    name: case
    for name, case in CASES.items()
    if case.scripts
    and case.layout is not None
    and site_of(case.url) is not None
    and (isinstance(case.expect, str) or case.expect["family"] in {"SolveError", "EnterError"})
}
"""The cases whose board can be read, also those whose puzzle cannot be solved or entered."""
FRAMED = {address: case.url for case in CASES.values() for address in case.pages}
"""By the address of a page in a frame, that of the page around it, whose site is its own."""
CAPTURED_AT = {
    "tango": "https://www.linkedin.com/games/view/tango/desktop",
    "queens": "https://www.linkedin.com/games/view/queens/desktop",
    "zip": "https://www.linkedin.com/games/view/zip/desktop",
    "minisudoku": "https://www.linkedin.com/games/view/mini-sudoku/desktop",
    "patches": "https://www.linkedin.com/games/patches/",
}
"""The address of each game's saved pages, by the names of their files."""
CAPTURES = [path for game in CAPTURED_AT for path in sorted((SHARED / "captures" / "linkedin").glob(f"*/{game}.html"))]
"""Saved pages, all of guests; they belong to their site and are only read where they are."""


def site_named(address: str) -> Site:
    """Return the site of an address, perhaps of a frame, that must have one."""
    site = site_of(FRAMED.get(address, address))
    assert site is not None, f"no site module knows {address}"
    return site


def layout_named(site: Site, name: str | None) -> Layout:
    """Return a layout of a site."""
    return next(layout for layout in site.LAYOUTS if layout.NAME == name)


class Boards:
    """The boards of cases and saved pages before any input; all workers of a run share a folder of them."""

    def __init__(self, folder: Path, browser: Callable[[], Browser]) -> None:
        """`browser` returns the browser in which missing boards are taken."""
        self._folder, self._browser = folder, browser
        self._known: dict[str, Snapshot] = {}
        folder.mkdir(exist_ok=True)

    def __getitem__(self, name: str) -> Snapshot:
        """Return the board of a case, opened as a player would."""
        return self._shared(name, lambda: taken(self._browser(), CASES[name]))

    def saved(self, path: Path) -> Snapshot:
        """Return the board of a saved page, its scripts off."""
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


def taken(browser: Browser, case: Fixture) -> Snapshot:
    """Open a case's board as a player would, touch nothing, and take its snapshot."""
    context = new_context(browser)
    serve(context, case)
    return _taken(context, case.url, case.layout)


def taken_of(browser: Browser, saved: Path) -> Snapshot:
    """Open a saved page with its scripts off and every other request refused, and take its board's snapshot."""
    context = new_context(browser, scripts=False)
    serve_file(context, CAPTURED_AT[saved.stem], saved)
    return _taken(context, CAPTURED_AT[saved.stem], "guest")


def _taken(context: BrowserContext, address: str, layout: str | None) -> Snapshot:
    site = site_named(address)
    with closing(context):
        page = context.new_page()
        answer_dialogs(page)
        page.goto(address, wait_until="domcontentloaded")
        live = Live(page, lambda: site.board(page, MOUNT_WITHIN, lambda _: None))
        return live.take(layout_named(site, layout).MEASURE)
