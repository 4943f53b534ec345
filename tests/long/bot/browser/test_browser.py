"""Playing in every browser that is installed on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scrapers import SITES
from tests.bot.browser.test_browser import INSTALLED_BROWSERS
from tests.bot.commands.test_cli import lines
from tests.cases import UNCOPIED
from tests.conftest import FIXTURES

if TYPE_CHECKING:
    from tests.conftest import Givens


@pytest.mark.parametrize("name", INSTALLED_BROWSERS)
def test_every_browser_plays(givens: Givens, name: str) -> None:
    """Every installed browser, with or without windows, plays a page of each site."""
    sites = [site.NAME for site in SITES if not site.POLICY.read_only and site.NAME not in UNCOPIED]
    plain = ("guest", "table_2022_6", "size_4", "fresh", "easy", "size_8")
    cases = [next(filter(Path.exists, (FIXTURES / site / case for case in plain))) for site in sites]
    done = givens("play", *cases, "--browser", name, "--no-record", "--json")

    assert [True] * len(cases) == [line["accepted"] for line in lines(done)]
