"""The tests, and the paths of the data they need."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
FIXTURES = ROOT / "fixtures"
SHARED = ROOT.parent / "shared"
"""Real pages and puzzles that belong to their sites: read in place, if they exist."""
