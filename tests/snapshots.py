"""Snapshots of boards for tests that do not need their own page: each is taken once per run."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page
from selectolax.lexbor import LexborNode as Node

from bot.browser.launch import new_context
from bot.play.fixture import Fixture, serve, serve_file
from bot.play.live import Live, answer_dialogs, press
from scrapers import Layout, Press, Site, Snapshot, site_of
from tests import SHARED
from tests.cases import CASES

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
ABSENT = "the saved pages belong to their site and are not part of the project"


def form(node: Node) -> Any:  # noqa: ANN401 - a nested tuple
    """Return an element's tag, classes, ordered attribute names, and the forms of its content."""
    if node.tag in {"-comment", "-text"}:
        return "comment" if node.tag == "-comment" else "text" if node.text(deep=False).strip() else None
    inside = []
    child = node.child
    while child is not None:
        inside.append(form(child))
        child = child.next
    classes = tuple(sorted((node.attributes.get("class") or "").split()))
    return node.tag, classes, tuple(node.attributes), tuple(part for part in inside if part is not None)


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
        self._page: Page | None = None
        folder.mkdir(exist_ok=True)

    def __getitem__(self, name: str) -> Snapshot:
        """Return the board of a case, opened as a player would open it."""
        return self._shared(name, lambda: taken(self._opened(), CASES[name]))

    def saved(self, path: Path) -> Snapshot:
        """Return the board of a saved page, with scripts disabled."""
        return self._shared(str(path), lambda: taken_of(self._browser(), path))

    def _opened(self) -> Page:
        if self._page is None or self._page.is_closed():
            self._page = new_context(self._browser()).new_page()
            answer_dialogs(self._page)
        return self._page

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


def taken(page: Page, case: Fixture) -> Snapshot:
    """Open a case as a player would, and take a snapshot of the board without any input."""
    page.context.unroute_all()
    serve(page.context, case)
    board = _taken(page, case.url, case.layout)
    page.evaluate("localStorage.clear()")
    page.goto("about:blank")  # The next address may differ in its fragment only.
    return board


def taken_of(browser: Browser, saved: Path) -> Snapshot:
    """Open a saved page without scripts and other requests, and take a snapshot of its board."""
    context = new_context(browser, scripts=False)
    serve_file(context, CAPTURED_AT[saved.stem], saved)
    with closing(context):
        return _taken(context.new_page(), CAPTURED_AT[saved.stem], "guest")


def _taken(page: Page, address: str, layout: str | None) -> Snapshot:
    site = site_named(address)
    page.goto(address, wait_until="domcontentloaded")
    live = Live(page, lambda: site.board(page, MOUNT_TIMEOUT, presses(page)))
    return live.take(layout_named(site, layout).MEASURE)
