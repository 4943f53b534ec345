"""Plays many pages that no module knows: `python -m tools.wild`."""
