"""The tests, and where they find what they need."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
FIXTURES = ROOT / "fixtures"
SHARED = ROOT.parent / "shared"
"""Real pages and puzzles that belong to their sites: read where they are, if they are there."""
