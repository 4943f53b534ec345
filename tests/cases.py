"""The bundled cases, loaded once."""

from __future__ import annotations

from bot.play.fixture import Fixture, fixtures
from tests import FIXTURES

UNCOPIED = frozenset({"puzzlink"})
"""The sites without fixtures: the page's own code is played instead (`tests/player`)."""
CASES = {fixture.name: fixture for fixture in map(Fixture.load, fixtures(FIXTURES))}
"""All cases by name."""
