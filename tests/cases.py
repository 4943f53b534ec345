"""The bundled cases, loaded once, and how a test opens one."""

from __future__ import annotations

from playwright.sync_api import Page

from bot.play.fixture import Fixture, fixtures, serve
from scrapers import SITES, Success
from scrapers import Page as Declared
from tests import FIXTURES

UNCOPIED = frozenset({"puzzlink"})
"""The sites without fixtures: the page's own code is played instead (`tests/player`)."""
SILENT = frozenset(
    site.NAME
    for site in SITES
    if isinstance(site, Declared) and site.success == Success() and not site.POLICY.read_only
)
"""The sites of which it is not known how they accept a solution: it is entered, and a person has to look."""
CASES = {fixture.name: fixture for fixture in map(Fixture.load, fixtures(FIXTURES))}
"""All cases by name."""


def opened(page: Page, case: Fixture | str) -> list[str]:
    """Open a case on a page, and return the growing list of its refused requests."""
    fixture = CASES[case] if isinstance(case, str) else case
    refused = serve(page.context, fixture)
    page.goto(fixture.url, wait_until="domcontentloaded")
    return refused
